// SPDX-License-Identifier: GPL-3.0-or-later
// Explain on real texts of failures and on tempting texts of harmless events (tests/data/watch/explain.txt names where each was posted).
#include "core/observe/diagnosis/explainer.h"
#include "core/observe/diagnosis/internal/explainrules.h"
#include "core/observe/trainlog/rankprefix.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

struct Text {
    QByteArray rule, origin, bad, says;
    QList<QByteArray> good;
};

QList<Text> texts()
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/watch/explain.txt"));
    QList<Text> all;
    if (!file.open(QIODevice::ReadOnly))
        return all;
    bool isGood = false;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith("=== ")) {
            const qsizetype blank = line.indexOf(' ', 4);
            all << Text{line.mid(4, blank - 4), line.mid(blank + 1), {}, {}, {}};
            isGood = false;
        } else if (line.startsWith("--- says ")) {
            all.last().says = line.mid(9);
        } else if (line == "--- good") {
            isGood = true;
        } else if (!line.isEmpty() && !line.startsWith('#') && !all.isEmpty()) {
            if (isGood)
                all.last().good << line;
            else
                all.last().bad += line + '\n';
        }
    }
    return all;
}

std::shared_ptr<const HealthFacts> facts()
{
    static const auto read = std::make_shared<const HealthFacts>(HealthFacts::builtIn().value_or({}));
    return read;
}

QStringList rulesOf(const QList<ExplainCard> &cards)
{
    QStringList rules;
    for (const ExplainCard &card : cards)
        rules << card.rule;
    return rules;
}

}  // namespace

class TestExplainer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void whatWentWrongIsRecognized_data()
    {
        QTest::addColumn<QByteArray>("bad");
        QTest::addColumn<QByteArray>("says");
        QTest::addColumn<QString>("rule");
        int row = 0;
        const QList<Text> all = texts();
        for (const Text &text : all)
            QTest::addRow("%d %s", ++row, text.rule.constData()) << text.bad << text.says << QString::fromUtf8(text.rule);
    }
    void whatWentWrongIsRecognized()
    {
        QFETCH(QByteArray, bad);
        QFETCH(QByteArray, says);
        QFETCH(QString, rule);
        Explainer explainer(facts());
        const QByteArray before = "INFO starting\n";
        explainer.takeLog(before + bad);
        const QList<ExplainCard> cards = explainer.cards();
        QCOMPARE(rulesOf(cards), QStringList{rule});
        const ExplainCard &card = cards.first();
        QVERIFY2(card.what.contains(QString::fromUtf8(says)), qPrintable(card.what));
        QCOMPARE(card.offset, before.size());
        QVERIFY(!card.line.isEmpty() && !card.source.isEmpty() && card.link.startsWith(s("https://")));
        QVERIFY(!card.why.isEmpty() || card.rule.startsWith(s("xid")));
    }

    void whatOnlyLooksLikeItGivesNothing_data()
    {
        QTest::addColumn<QByteArray>("line");
        int row = 0;
        const QList<Text> all = texts();
        for (const Text &text : all) {
            QVERIFY2(!text.good.isEmpty(), text.rule.constData());
            for (const QByteArray &line : text.good)
                QTest::addRow("%d %s", ++row, text.rule.constData()) << line;
        }
    }
    void whatOnlyLooksLikeItGivesNothing()
    {
        QFETCH(QByteArray, line);
        Explainer explainer(facts());
        explainer.takeLog(line + '\n');
        explainer.takeKernel(line);
        QCOMPARE(rulesOf(explainer.cards()), QStringList());
    }

    void everyRuleHasATextAndATwin()
    {
        QStringList known;
        const QList<Text> all = texts();
        for (const Text &text : all) {
            known << QString::fromUtf8(text.rule.startsWith("xid-") ? "xid" : text.rule);
            QVERIFY2(text.origin.startsWith("https://") || text.origin.startsWith("made after "), text.rule.constData());
        }
        for (const ExplainRule &rule : explainRules())
            QVERIFY2(known.contains(QLatin1String(rule.name)), rule.name);
    }

    void bytesMayComeInAnyPieces_data()
    {
        QTest::addColumn<int>("piece");
        for (const int piece : {1, 2, 7, 64, 1000})
            QTest::addRow("%d bytes at a time", piece) << piece;
    }
    void bytesMayComeInAnyPieces()
    {
        QFETCH(int, piece);
        QByteArray log;
        const QList<Text> all = texts();
        for (const Text &text : all)
            log += "step=1 loss=2.5\n" + text.bad;
        Explainer whole(facts()), parts(facts());
        whole.takeLog(log);
        for (qsizetype at = 0; at < log.size(); at += piece)
            parts.takeLog(log.mid(at, piece));
        QVERIFY(whole.cards().size() >= 10);
        QCOMPARE(parts.cards(), whole.cards());
    }

    void ranksThatSayTheSameMakeOneCard()
    {
        Explainer explainer(facts());
        for (const char *rank : {"2", "0", "3"}) {
            explainer.takeLog(
                QByteArray("[rank") + rank + "]:[E321 02:07:08.4 ProcessGroupNCCL.cpp:607] [Rank " + rank
                + "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1580, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, "
                  "Timeout(ms)=600000) ran for 600067 milliseconds before timing out.\n");
        }
        const QList<ExplainCard> cards = explainer.cards();
        QCOMPARE(cards.size(), 1);
        QCOMPARE(cards.first().count, 3);
        QCOMPARE(cards.first().ranks, (QList<int>{0, 2, 3}));
    }

    void aTracebackIsTheLastResort()
    {
        const QByteArray trace = "[rank1]: Traceback (most recent call last):\n[rank1]:   File \"train.py\", line 3, in <module>\n"
                                 "step=4 loss=1.0\n[rank1]:     main()\n[rank1]: KeyError: 'labels'\nbye\n";
        Explainer explainer;
        explainer.takeLog(trace);
        QCOMPARE(explainer.cards().size(), 0);  // the run continues: it caught the error
        explainer.setEnd(ExplainEnd{0, {}, false, true, false});
        QCOMPARE(explainer.cards().size(), 0);
        explainer.setEnd(ExplainEnd{1, {}, false, false, false});
        const QList<ExplainCard> cards = explainer.cards();
        QCOMPARE(rulesOf(cards), QStringList{s("python-exception")});
        QCOMPARE(cards.first().why, s("KeyError: 'labels'"));
        QCOMPARE(cards.first().ranks, QList<int>{1});
        QCOMPARE(cards.first().offset, trace.indexOf("[rank1]: KeyError"));
        explainer.takeLog("OSError: [Errno 28] No space left on device\n");
        QCOMPARE(rulesOf(explainer.cards()), QStringList{s("disk-full")});
    }

    void theEndItselfSaysSomething()
    {
        Explainer explainer;
        explainer.setEnd(ExplainEnd{137, 9, true, false, false});
        QCOMPARE(rulesOf(explainer.cards()), QStringList{s("killed-out-of-memory")});
        explainer.takeKernel("[  518.05] Out of memory: Killed process 15784 (python3) total-vm:1kB, anon-rss:4288kB\n");
        QCOMPARE(explainer.cards().size(), 1);
        QVERIFY(explainer.cards().first().what.contains(s("15784")));
        Explainer killed;
        killed.setEnd(ExplainEnd{137, 9, false, false, false});
        QCOMPARE(killed.cards().first().severity, ExplainSeverity::Warning);
        Explainer fine;
        fine.setEnd(ExplainEnd{0, {}, false, true, false});
        QCOMPARE(fine.cards().size(), 0);
    }

    void hostileLinesCostNoMoreThanOthers()
    {
        // Every line is a candidate for many rules, and none is short.
        QByteArray line;
        for (const ExplainRule &rule : explainRules())
            line += rule.texts.first() + ' ';
        line += QByteArray(8000, '(') + QByteArray(8000, '[') + QByteArray(4000, '\x1b') + '\n';
        Explainer explainer(facts());
        for (int i = 0; i < 200; ++i)
            explainer.takeLog(line);
        // No line end at all.
        explainer.takeLog(QByteArray(4 << 20, 'x') + "[Errno 28] No space left on device\n");
        explainer.takeLog(QByteArray(1 << 20, '\0') + QByteArray(1 << 20, '\r'));
        for (int i = 0; i < 2000; ++i)
            explainer.takeKernel("NVRM: Xid (PCI:0000:3b:00): " + QByteArray::number(i) + ", x\n");
        QVERIFY(explainer.cards().size() <= 12);
        for (const ExplainCard &card : explainer.cards().mid(0))
            QVERIFY(card.line.size() <= 301);
    }

    void prefixesOfRanksAreRead_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("rank");
        QTest::addColumn<QByteArray>("rest");
        QTest::newRow("torchrun") << QByteArray("[rank3]: Traceback") << 3 << QByteArray("Traceback");
        QTest::newRow("c10d") << QByteArray("[rank12]:[E321 x") << 12 << QByteArray("[E321 x");
        QTest::newRow("a role") << QByteArray("[default5]:step 3") << 5 << QByteArray("step 3");
        QTest::newRow("srun") << QByteArray("7: loss 1") << 7 << QByteArray("loss 1");
        QTest::newRow("mpirun") << QByteArray("[1,2]<stdout>:hello") << 2 << QByteArray("hello");
        QTest::newRow("inside") << QByteArray("[E ProcessGroupNCCL.cpp:737] [Rank 1] Watchdog") << 1
                                << QByteArray("[E ProcessGroupNCCL.cpp:737] [Rank 1] Watchdog");
        QTest::newRow("a time of day") << QByteArray("12:30:01 INFO") << -1 << QByteArray("12:30:01 INFO");
        QTest::newRow("no rank") << QByteArray("rank 3 is ready") << -1 << QByteArray("rank 3 is ready");
        QTest::newRow("too large") << QByteArray("[rank99999999999]: x") << -1 << QByteArray("[rank99999999999]: x");
        QTest::newRow("empty") << QByteArray() << -1 << QByteArray();
    }
    void prefixesOfRanksAreRead()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, rank);
        QFETCH(QByteArray, rest);
        QCOMPARE(rankOf(line).value_or(-1), rank);
        QCOMPARE(withoutRank(line), rest);
    }
};

QTEST_GUILESS_MAIN(TestExplainer)
#include "tst_explainer.moc"
