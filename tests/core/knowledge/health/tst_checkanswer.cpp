// SPDX-License-Identifier: GPL-3.0-or-later
// A machine's output is read with distrust: noise before it, lies, binary data, floods, early ends.
#include "tests/core/knowledge/health/checkprint.h"

#include "core/knowledge/health/checkprogress.h"
#include "core/knowledge/health/healthjudge.h"
#include "core/knowledge/health/plaintext.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

Q_DECLARE_METATYPE(trainyard::HealthRequest)

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

HealthReport judged(const QByteArray &bytes)
{
    const auto answer = CheckAnswer::parse(bytes);
    static const HealthFacts facts = *HealthFacts::builtIn();
    return answer ? judgeHealth(*answer, HealthRequest(), {}, facts) : HealthReport();
}

}  // namespace

class TestCheckAnswer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsComeBackAsTheyWere()
    {
        const auto answer = CheckAnswer::parse("Welcome!\n" + printed({{"host", 0, "host=a"}, {"smi-query", 600, ""}}));
        QVERIFY(answer);
        QVERIFY(answer->isWhole());
        QCOMPARE(answer->part(s("host")).lines(), QStringList{s("host=a")});
        QCOMPARE(answer->part(s("smi-query")).status, int(CheckPart::kTimedOut));
        QCOMPARE(answer->part(s("nothing")).status, int(CheckPart::kMissing));
        QVERIFY(!answer->has(s("nothing")));
    }

    void theStepIsTold()
    {
        CheckProgress progress;
        QCOMPARE(progress.take("Welcome!\ntrainyard-check=1\n"), QString());
        QCOMPARE(progress.take("+host\n"), s("the system"));
        QCOMPARE(progress.take("#host 0 0\n|+driver\n+smi-"), QString());  // an answer is not a step, nor is half a line
        QCOMPARE(progress.take("query\n#smi-query 0 0\n+smi-table\n"), s("complete GPU data"));
        QCOMPARE(progress.take("#smi-table 0 0\n+smi-list\n"), QString());  // the same words
        QCOMPARE(progress.take("+docker-run.gpus\n"), s("a container of docker, started to look inside"));
        QCOMPARE(progress.take("+name.node-7.lan\n"), s("looking up the name node-7.lan"));
    }

    void stepsCannotSayWhatTheyLike()
    {
        CheckProgress progress;
        QCOMPARE(progress.take("+give me your password\n+\x1b[31m\n+nothing.of.ours\n++host\n+name.\n"), QString());
        QCOMPARE(progress.take("+name." + QByteArray(200, 'a') + '\n'), s("looking up the name ") + QString(60, u'a'));
        for (int i = 0; i < 1000; ++i)
            QCOMPARE(progress.take(QByteArray(10'000, '+')), QString());
        QCOMPARE(progress.take("\n+shm\n"), s("shared memory and disk space"));
    }

    // Every question must have a description in words.
    void everyQuestionHasItsWords()
    {
        QFile file(s(TRAINYARD_SOURCE_DIR "/resources/onbox/check.sh"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        static const QRegularExpression form(s("^ *(?:\\[ .* \\] \\|\\| )?(?:check|smi) \"?([a-z$][a-z-]*)"),
                                             QRegularExpression::MultilineOption);
        auto it = form.globalMatch(QString::fromUtf8(file.readAll()));
        int count = 0;
        while (it.hasNext()) {
            const QString name = it.next().captured(1);
            if (name.startsWith(u'$'))
                continue;
            QVERIFY2(!CheckProgress().take('+' + name.toLatin1() + ".x\n").isEmpty(), qPrintable(name));
            ++count;
        }
        QVERIFY2(count > 20, qPrintable(QString::number(count)));
    }

    void whatIsNoCheckIsCorrupt_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("a menu instead of a shell") << QByteArray("Please select:\n 1) status\n");
        QTest::newRow("the mark within a line") << QByteArray("echo trainyard-check=1\n");
        QTest::newRow("binary") << QByteArray(1000, '\0');
    }
    void whatIsNoCheckIsCorrupt()
    {
        QFETCH(QByteArray, bytes);
        const auto answer = CheckAnswer::parse(bytes);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::Corrupt);
    }

    void onlyTheFirstLinesOfWhatIsNoCheckAreTold()
    {
        const auto answer = CheckAnswer::parse(QByteArray("y\n").repeated(5000));
        QVERIFY(!answer);
        QVERIFY(answer.error().detail.startsWith(QStringLiteral("y\n")));
        QVERIFY2(answer.error().detail.count(u'\n') <= 4, qPrintable(answer.error().detail));
    }

    // A program's answer is prefixed with bars: it can neither begin another part nor end the check.
    void answersCannotForgeParts()
    {
        const auto answer = CheckAnswer::parse(printed({{"smi-csv", 0, "#driver 0 0\n#end 0 0\n|kernel=1.2.3"}, {"host", 0, "host=b"}}));
        QVERIFY(answer);
        QVERIFY(!answer->has(s("driver")));
        QVERIFY(answer->has(s("host")));
        QCOMPARE(answer->names().size(), 2);
    }

    void headsThatAreNoneAreLeftOut_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::newRow("status too long") << QByteArray("#x 99999999999 0");
        QTest::newRow("negative status") << QByteArray("#x -1 0");
        QTest::newRow("shell in the name") << QByteArray("#$(reboot) 0 0");
        QTest::newRow("endless name") << '#' + QByteArray(100000, 'x') + " 0 0";
        QTest::newRow("no name") << QByteArray("# 0 0");
        QTest::newRow("a lie about length") << QByteArray("#x 0 0 4294967296");
    }
    void headsThatAreNoneAreLeftOut()
    {
        QFETCH(QByteArray, head);
        const auto answer = CheckAnswer::parse("trainyard-check=1\n" + head + "\n|a\n#end 0 0\n");
        QVERIFY(answer);
        QVERIFY(answer->names().isEmpty());
        QVERIFY(answer->isWhole());
    }

    void floodsAreBounded()
    {
        QByteArray flood("trainyard-check=1\n#x 0 0\n");
        for (int i = 0; i < 40000; ++i)
            flood += '|' + QByteArray(100, 'y') + '\n';
        for (int i = 0; i < 2000; ++i)
            flood += "#p" + QByteArray::number(i) + " 0 0\n|z\n";
        const auto answer = CheckAnswer::parse(flood + "#end 0 0\n");
        QVERIFY(answer);
        QVERIFY(answer->part(s("x")).isShortened);
        QVERIFY(answer->part(s("x")).text.size() <= 1024 * 1024);
        QVERIFY(answer->names().size() <= 401);
        QVERIFY(!answer->isWhole());
    }

    void escapeSequencesAreGone_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("plain");
        QTest::newRow("colours") << QByteArray("\x1b[1;32mGPU 0\x1b[0m: ok") << s("GPU 0: ok");
        QTest::newRow("title") << QByteArray("a\x1b]0;owned\x07z") << s("az");
        QTest::newRow("title without an end") << QByteArray("a\x1b]0;owned\nz") << s("a\nz");
        QTest::newRow("clipboard") << QByteArray("a\x1b]52;c;Zm9v\x1b\\z") << s("az");
        QTest::newRow("one-byte CSI as UTF-8") << QByteArray("a\xc2\x9b"
                                                             "31mz")
                                               << s("az");
        QTest::newRow("carriage returns") << QByteArray("a\r\nb\rc") << s("a\nb\nc");
        QTest::newRow("right to left override") << QByteArray("a\xe2\x80\xae"
                                                              "b")
                                                << s("ab");
        QTest::newRow("bell and backspace") << QByteArray("a\x07\x08"
                                                          "b")
                                            << s("ab");
        QTest::newRow("not UTF-8") << QByteArray("a\xff"
                                                 "b")
                                   << s("a\xef\xbf\xbd"
                                        "b");
        QTest::newRow("Chinese stays") << QByteArray("\xe9\xa9\xb1\xe5\x8a\xa8") << s("\xe9\xa9\xb1\xe5\x8a\xa8");
        QTest::newRow("lone escape at the end") << QByteArray("a\x1b") << s("a");
    }
    void escapeSequencesAreGone()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, plain);
        QCOMPARE(plainText(bytes), plain);
    }

    void numbersAreNeverGuessed()
    {
        for (const char *text : {"N/A", "[N/A]", "", "0x10", "1.5", "12 MiB", "99999999999999999999"})
            QVERIFY2(!wholeNumber(s(text)), text);
        QCOMPARE(wholeNumber(s(" 42 ")).value_or(-1), qint64(42));
        QCOMPARE(leadingNumber(s("34,50 W")).value_or(-1), 34.5);
        QCOMPARE(leadingNumber(s("26.562 GB/s")).value_or(-1), 26.562);
        QVERIFY(!leadingNumber(s("<inactive>")));
        QVERIFY(!leadingNumber(s("1.2.3")));
    }

    // A machine without output is not healthy.
    void emptyAnswerHasNothingThatIsOk()
    {
        const HealthReport report = judged(printed({}));
        QVERIFY(report.isWhole);
        for (const HealthFinding &finding : report.findings)
            QVERIFY2(finding.state != HealthState::Ok, qPrintable(finding.id + s(": ") + finding.what));
        QVERIFY(report.count(HealthState::Unknown) > 5);
    }

    // Whatever is cut off or broken, the judge finishes, and reports when the answer was not complete.
    void brokenAnswersAreJudged()
    {
        const QByteArray whole = printed(
            {{"host", 0, "host=a\nuptime=100"},
             {"driver", 0, "kernel=NVRM version: NVIDIA UNIX x86_64 Kernel Module  610.43.02  x\npci=0000:83:00.0"},
             {"smi-csv", 0, "0, GPU-1, NVIDIA H200, 00000000:83:00.0, 610.43.02, 143771, 0, 0, 38, P0, 83.32, 700.00"},
             {"smi-query", 0, recorded("query-610.43.02-h200.txt")},
             {"smi-topology", 0, recorded("topology-590.48.01-h100.txt")},
             {"limits", 0, "Max open files            1024                 1048576              files     "}});
        QVERIFY(judged(whole).count(HealthState::Ok) > 8);
        for (qsizetype length = 20; length < whole.size(); length += 37) {
            const HealthReport report = judged(whole.left(length));
            QVERIFY(!report.isWhole);
            QVERIFY(std::any_of(report.findings.begin(), report.findings.end(),
                                [](const HealthFinding &one) { return one.id == s("whole") && one.state == HealthState::Unknown; }));
        }
        // Each byte in turn is replaced by another.
        for (qsizetype at = 0; at < whole.size(); at += 13) {
            QByteArray broken = whole;
            broken[at] = char(broken[at] ^ 0x5a);
            static_cast<void>(judged(broken));
        }
    }

    void requestsThatCannotBeAreRefused_data()
    {
        QTest::addColumn<HealthRequest>("request");
        QTest::addColumn<bool>("isFine");
        const auto with = [](const QString &image, const QStringList &nodes, const QList<int> &ports) {
            HealthRequest request;
            request.image = image;
            request.nodes = nodes;
            request.ports = ports;
            return request;
        };
        QTest::newRow("nothing") << with({}, {}, {}) << true;
        QTest::newRow("all") << with(s("docker.io/nvidia/cuda:12.6.3-base-ubuntu22.04"), {s("node-1"), s("10.0.0.2")}, {29500, 1}) << true;
        QTest::newRow("option as image") << with(s("--privileged"), {}, {}) << false;
        QTest::newRow("shell in the image") << with(s("a;reboot"), {}, {}) << false;
        QTest::newRow("blank in a node") << with({}, {s("a b")}, {}) << false;
        QTest::newRow("option as node") << with({}, {s("-x")}, {}) << false;
        QTest::newRow("port 0") << with({}, {}, {0}) << false;
        QTest::newRow("port 65536") << with({}, {}, {65536}) << false;
    }
    void requestsThatCannotBeAreRefused()
    {
        QFETCH(HealthRequest, request);
        QFETCH(bool, isFine);
        const auto checked = request.check();
        QCOMPARE(bool(checked), isFine);
        if (!isFine)
            QCOMPARE(checked.error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestCheckAnswer)
#include "tst_checkanswer.moc"
