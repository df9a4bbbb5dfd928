// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of runs: what a text means, what is reported about it, which runs it keeps, and what may be typed next.
#include "core/observe/runfilter/filtercompletion.h"
#include "core/observe/runfilter/runfilter.h"
#include "core/observe/runfilter/runmatch.h"

#include <QTest>

#include <ctime>
#include <limits>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

const QDateTime kNow(QDate(2026, 11, 23), QTime(14, 32));  // local time

struct Sample {
    Run run;
    std::optional<RunGlance> glance;
    QList<Money> costs;

    RunFields fields() const { return {&run, glance ? &*glance : nullptr, costs, kNow.toMSecsSinceEpoch()}; }
    bool isKept(const QString &filter) const { return matches(parseRunFilter(filter, kNow), fields()); }
};

// Runs on two machines for 3 h 12 min, is at 3885 of 12000 steps, has the loss 1.862, and cost 27.54 USD.
Sample sample()
{
    Sample sample;
    Run &run = sample.run;
    run.id = RunId(s("med-3b-cpt-a2"));
    run.lineage = s("med-3b-cpt");
    run.attempt = 2;
    run.name = s("Med-3B-CPT");
    run.note = s("Best so far.\n用于 8B 训练");
    run.tags = {s("cpt"), s("spot")};
    run.project = s("med");
    run.nodes = {RunNode{MachineId(1), s("g5-a"), {}}, RunNode{MachineId(2), s("g5-b"), {}}};
    run.state = RunState::Running;
    run.started = kNow.addSecs(-(3 * 3600 + 12 * 60)).toUTC();
    sample.glance = RunGlance{ProgressState::Advancing, 3885, 12000, 1.862, SpanRange{1, 6'600'000, 2}, {{0, 3}, {100, 1.84}, {200, 1.9}}};
    sample.costs = {*Money::parse("27.54", Currency::USD), *Money::parse("9.08", Currency::CNY)};
    return sample;
}

// Of nothing is anything known but its name.
Sample bare()
{
    Sample bare;
    bare.run.name = s("bare");
    bare.run.state = RunState::Preparing;
    return bare;
}

}  // namespace

class TestRunFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void conditionsKeepWhatTheySay_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("isKept");
        const auto row = [](const char *filter, bool isKept) { QTest::newRow(filter) << s(filter) << isKept; };
        row("", true);
        row("   ", true);
        row("med", true);
        row("MED cpt", true);
        row("med other", false);
        row("g5-b", true);
        row("-g5-b", false);
        row("\"so far\"", true);
        row("\"far so\"", false);
        row("“so far”", true);
        row("8b 用于", true);
        row("med-3b-cpt-a2", true);
        row("name:3b", true);
        row("name=3b", false);
        row("name=med-3b-cpt", true);
        row("NAME:cpt", true);
        row("note:\"so far\"", true);
        row("note:so\" \"far", true);
        row("note:训练", true);
        row("machine:g5", true);
        row("machine=g5", false);
        row("machine=G5-B", true);
        row("-machine:g5", false);
        row("project=med", true);
        row("project:other", false);
        row("id:a2", true);
        row("state:running", true);
        row("state=Running", true);
        row("state:failed", false);
        row("-state:failed", true);
        row("state：running", true);
        row("loss<1.9", true);
        row("loss<1.862", false);
        row("loss<=1.862", true);
        row("loss>1.862", false);
        row("loss>=1.862", true);
        row("loss>1", true);
        row("loss＞1", true);
        row("loss＜＝1.862", true);
        row("loss=1.86", true);
        row("loss:1.9", true);
        row("loss=1.8", false);
        row("loss<2e0", true);
        row("loss>1e1", false);
        row("loss:nan", false);
        row("-loss<2", false);
        row("lowest<1.85", true);
        row("lowest<1.84", false);
        row("progress>=32", true);
        row("progress=32%", true);
        row("progress>32", false);
        row("progress<100", true);
        row("remaining<2h", true);
        row("remaining>1h50m", false);
        row("remaining:1h", true);
        row("duration>3h", true);
        row("duration<3h12m", false);
        row("duration<=3h12m", true);
        row("duration:3h", true);
        row("duration:3h12m", true);
        row("duration:3h11m", false);
        row("cost>27", true);
        row("cost>27.54", false);
        row("cost=27.54", true);
        row("cost<10", true);
        row("cost<10USD", false);
        row("cost<10cny", true);
        row("started:today", true);
        row("started:yesterday", false);
        row("started<today", false);
        row("started<=today", true);
        row("started>yesterday", true);
        row("started:2026-11-23", true);
        row("started>=2026-11-24", false);
        row("started:3d", true);
        row("started:1h", false);
        row("-started:1h", true);
        row("exit:0", false);
        row("-exit:0", true);
        row("simulated:no", true);
        row("simulated:yes", false);
        row("archived:NO", true);
        row("pinned:no", true);
        row("pinned:yes", false);
        row("active:yes", true);
        row("active:no", false);
        row("tag:cp", true);
        row("tag=CPT", true);
        row("tag=cp", false);
        row("-tag:spot", false);
        row("tag:none", false);
        row("spot", true);
        row("attempt>1", true);
        row("attempt:2 state:running loss<2 -archived:yes med", true);
        row("attempt:2 state:running loss<1 -archived:yes med", false);
    }
    void conditionsKeepWhatTheySay()
    {
        QFETCH(QString, filter);
        QFETCH(bool, isKept);
        const RunFilter read = parseRunFilter(filter, kNow);
        QVERIFY2(read.problems.isEmpty(), read.problems.isEmpty() ? "" : qPrintable(read.problems.first().what));
        QCOMPARE(sample().isKept(filter), isKept);
    }

    void aValueThatARunDoesNotHaveMeetsNoCondition_data()
    {
        QTest::addColumn<QString>("condition");
        for (const char *one : {"loss<9", "loss>=0", "loss:nan", "lowest<9", "progress>=0", "remaining<9d", "duration<9d", "cost>=0",
                                "started:9d", "exit>=0", "machine:g", "project:m"})
            QTest::newRow(one) << s(one);
    }
    void aValueThatARunDoesNotHaveMeetsNoCondition()
    {
        QFETCH(QString, condition);
        QVERIFY(!bare().isKept(condition));
        QVERIFY(bare().isKept(u'-' + condition));
    }

    void howItEndedCounts()
    {
        Sample over = sample();
        over.run.state = RunState::Failed;
        over.run.exitCode = 137;
        over.run.ended = over.run.started.addSecs(60);
        QVERIFY(over.isKept(s("exit:137 exit>0 duration:1m state:failed")));
        QVERIFY(!over.isKept(s("remaining<9d")));  // what is left of it will not be done
        over.run.ended = {};
        QVERIFY(!over.isKept(s("duration>0s")));
        over.glance->loss = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(over.isKept(s("loss:nan")) && !over.isKept(s("loss<9")) && !over.isKept(s("loss>=0")));
        over.glance->losses = {{0, std::numeric_limits<double>::infinity()}};
        QVERIFY(!over.isKept(s("lowest>0")));
    }

    void whatCannotBeReadIsReportedAndIgnored_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("what");
        const auto row = [](const char *filter, int position, int length, const char *what) {
            QTest::newRow(filter) << s(filter) << position << length << s(what);
        };
        row("med los:2", 4, 5, "Unknown name: los. Did you mean loss?");
        row("  s3://bucket/x", 2, 13, "Unknown name: s3. To find this text, put it in quotation marks.");
        row("-los<1 med", 0, 6, "Unknown name: los. Did you mean loss?");
        row("用户：我", 0, 4, "Unknown name: 用户. To find this text, put it in quotation marks.");
        row("loss<", 0, 5, "A value is missing after “loss<”.");
        row("med state: cpt", 4, 6, "A value is missing after “state:”.");
        row("med -", 4, 1, "A value is missing after “-”.");
        row("note:\"\"", 0, 7, "A value is missing after “note:\"\"”.");
        row("med \"so far", 4, 7, "The quotation mark is not closed.");
        row("med <2", 4, 2, "Write a name directly before the sign, as in loss<2.");
        row("-<2", 0, 3, "Write a name directly before the sign, as in loss<2.");
        row("name<med", 0, 8, "name has no order: write name:VALUE.");
        row("State>running", 0, 13, "state has no order: write state:VALUE.");
        row("state:runing", 0, 12, "There is no state “runing”. Did you mean running?");
        row("state:zzzzzz", 0, 12,
            "There is no state “zzzzzz”. The states are: preparing, waiting, running, stopping, finished, failed, stopped, unknown.");
        row("loss<low", 0, 8, "“low” is not a number.");
        row("loss<nan", 0, 8, "“nan” is not a number.");
        row("exit:nan", 0, 8, "“nan” is not a number.");
        row("loss<1,5", 0, 8, "“1,5” is not a number.");
        row("loss<2<3", 0, 8, "“2<3” is not a number.");
        row("progress>%", 0, 10, "“%” is not a number.");
        row("duration>90", 0, 11, "“90” is not a length of time: write it like 2h, 30m or 1h30m.");
        row("cost>5XYZ", 0, 9, "“5XYZ” is not an amount: write it like 12.50 or 12.50USD.");
        row("cost>USD", 0, 8, "“USD” is not an amount: write it like 12.50 or 12.50USD.");
        row("started:2026-13-01", 0, 18,
            "“2026-13-01” is not a day: write it like 2026-11-01, today or yesterday, or 3d for the last three days.");
        row("started>3d", 0, 10, "Write started:3d for the last 3d, or -started:3d for everything else.");
        row("simulated:maybe", 0, 15, "Write simulated:yes or simulated:no.");
        row("loss<\u202e1", 0, 7, "“\ufffd1” is not a number.");
    }
    void whatCannotBeReadIsReportedAndIgnored()
    {
        QFETCH(QString, filter);
        QFETCH(int, position);
        QFETCH(int, length);
        QFETCH(QString, what);
        const RunFilter read = parseRunFilter(filter, kNow);
        QCOMPARE(read.problems.size(), 1);
        QCOMPARE(read.problems.first().what, what);
        QCOMPARE(read.problems.first().position, position);
        QCOMPARE(read.problems.first().length, length);
        QVERIFY(sample().isKept(filter));
    }

    void everyProblemHasItsPlace()
    {
        const RunFilter read = parseRunFilter(s("los<1 med state:x -\"loss<1\""), kNow);
        QCOMPARE(read.problems.size(), 2);
        QCOMPARE(read.problems[1].position, 10);
        QCOMPARE(read.conditions.size(), 2);
        QCOMPARE(read.conditions[1].position, 18);
        QCOMPARE(read.conditions[1].length, 9);
        QVERIFY(read.conditions[1].isExcluded && read.conditions[1].field == RunField::Word);
        QCOMPARE(read.conditions[1].text, s("loss<1"));
    }

    void hostileTextIsReadSoon_data()
    {
        QTest::addColumn<QString>("text");
        constexpr int kMany = 1 << 20;
        QTest::newRow("one word") << QString(kMany, u'a');
        QTest::newRow("one letter each") << s("a ").repeated(kMany / 2);
        QTest::newRow("only a name") << QString(kMany, u'l') + s("<1");
        QTest::newRow("only a number") << s("loss<") + QString(kMany, u'1');
        QTest::newRow("only a length of time") << s("duration<") + s("1h").repeated(kMany / 2);
        QTest::newRow("only a state") << s("state:") + QString(kMany, u'r');
        QTest::newRow("only quotation marks") << QString(kMany, u'"');
        QTest::newRow("only signs") << s("<=").repeated(kMany / 2);
        QTest::newRow("only minus signs") << QString(kMany, u'-');
        QTest::newRow("only blanks") << QString(kMany, u' ');
        QTest::newRow("only half characters") << QString(kMany, QChar(0xD83D));
        QTest::newRow("NUL") << QString(kMany, QChar(0));
    }
    void hostileTextIsReadSoon()
    {
        QFETCH(QString, text);
        const std::clock_t begin = std::clock();
        const RunFilter read = parseRunFilter(text, kNow);
        QVERIFY(read.conditions.size() + read.problems.size() <= 51);
        for (const FilterProblem &problem : read.problems) {
            QVERIFY2(problem.what.size() < 200, qPrintable(problem.what.left(300)));
            QVERIFY(problem.position >= 0 && problem.length > 0 && problem.position + problem.length <= text.size());
        }
        matches(read, sample().fields());
        completeRunFilter(text, text.size(), {});
        completeRunFilter(text, 5, {});
        // Of this program alone, so that a busy computer does not count.
        const double spent = double(std::clock() - begin) / CLOCKS_PER_SEC;
        QVERIFY2(spent < 1, qPrintable(QString::number(spent)));
    }

    void moreConditionsThanAnyoneTypesAreIgnored()
    {
        const RunFilter read = parseRunFilter(s("med ").repeated(60), kNow);
        QCOMPARE(read.conditions.size(), 50);
        QCOMPARE(read.problems.size(), 1);
        QCOMPARE(read.problems.first().position, 200);
        QCOMPARE(read.problems.first().what, s("A filter has at most 50 conditions."));
    }

    void aConditionIsTakenOutOfTheText()
    {
        const auto without = [](const char *text, int which) {
            return withoutCondition(s(text), parseRunFilter(s(text), kNow).conditions[which]);
        };
        QCOMPARE(without("med  loss<1   cpt", 1), s("med cpt"));
        QCOMPARE(without("loss<1 cpt", 0), s("cpt"));
        QCOMPARE(without("med -\"a b\"", 1), s("med"));
        QCOMPARE(without("med", 0), QString());
    }

    void theConditionThatExcludesMostIsNamed()
    {
        Sample one = sample(), two = sample(), three = sample();
        two.run.state = RunState::Failed;
        three.run.state = RunState::Failed;
        const std::vector<RunFields> all{one.fields(), two.fields(), three.fields()};
        const auto most = [&](const char *filter) { return mostExcluding(parseRunFilter(s(filter), kNow), all); };
        QCOMPARE(most(""), std::optional<qsizetype>());
        // Without the second condition one run would be kept, without the first one none.
        QCOMPARE(most("state:running loss<1.5"), std::optional<qsizetype>(1));
        QCOMPARE(most("state:running state:failed"), std::optional<qsizetype>(0));
        // None of the two alone helps.
        QCOMPARE(most("name:zzz state:stopped"), std::optional<qsizetype>(0));
    }

    void whatTheFilterNeedsIsKnown()
    {
        QVERIFY(parseRunFilter(s("lowest<1"), kNow).needsGlance());
        QVERIFY(!parseRunFilter(s("state:failed duration>1h"), kNow).needsGlance());
        QVERIFY(parseRunFilter(s("-archived:no"), kNow).asksFor(RunField::Archived));
        QVERIFY(!parseRunFilter(s("archived"), kNow).asksFor(RunField::Archived));
    }

    void namesAndValuesAreOffered_data()
    {
        QTest::addColumn<QString>("text");  // the cursor is at |
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("replaced");
        const auto row = [](const char *text, const char *words, const char *replaced) {
            QTest::newRow(text) << s(text) << s(words) << s(replaced);
        };
        row("|", "", "");
        row("lo|", "loss< lowest<", "lo");
        row("LO|", "loss< lowest<", "LO");
        row("med -lo|", "loss< lowest<", "lo");
        row("st|", "state: started: state:stopping state:stopped", "st");
        row("fai|", "state:failed", "fai");
        row("med |", "", "");
        row("med| lo", "", "med");
        row("zz|", "", "zz");
        row("\"lo|\"", "", "");
        row("state:|", "preparing waiting running stopping finished failed stopped unknown", "");
        row("state:f|", "finished failed", "f");
        row("state=f|oo med", "finished failed", "foo");
        row("-state:run|", "running", "run");
        row("state:failed|", "", "failed");
        row("machine:|", "\"my box\" g5-a g5-b", "");
        row("machine:\"my|", "\"my box\"", "\"my");
        row("machine:5|", "g5-a g5-b", "5");
        row("project:m|", "med", "m");
        row("simulated:|", "yes no", "");
        row("started:t|", "today yesterday", "t");
        row("loss<|", "", "");
        row("nothing:|", "", "");
    }
    void namesAndValuesAreOffered()
    {
        QFETCH(QString, text);
        QFETCH(QString, words);
        QFETCH(QString, replaced);
        const auto cursor = text.indexOf(u'|');
        text.remove(cursor, 1);
        const FilterCompletions found = completeRunFilter(text, cursor, {{s("my box"), s("g5-a"), s("g5-b"), s("a\"b")}, {s("med")}});
        QCOMPARE(found.words.join(u' '), words);
        if (!words.isEmpty())
            QCOMPARE(text.mid(found.position, found.length), replaced);
    }
};

QTEST_GUILESS_MAIN(TestRunFilter)
#include "tst_runfilter.moc"
