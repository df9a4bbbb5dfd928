// SPDX-License-Identifier: GPL-3.0-or-later
// `yard probe` as a person runs it, with a stand-in for the probe that prints hand-made reports; and once with the real one, which reports
// truthfully what this computer has.
#include "tests/core/knowledge/benchmark/madereport.h"
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestProbeCommand : public QObject {
    Q_OBJECT

    QTemporaryDir m_home, m_programs, m_made;

    YardCommand yard() const
    {
        YardCommand yard(s(TRAINYARD_BIN_DIR "/yard"), m_home.path());
        yard.environment.insert(s("TRAINYARD_PROBE_DIR"), m_programs.path());
        yard.environment.insert(s("MADE"), m_made.path());
        return yard;
    }
    void make(const char *name, const MadeReport &report)
    {
        QFile file(m_made.filePath(s(name) + s(".json")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(report.bytes()) > 0);
    }
    YardCommand::Answer probe(const char *name, const QStringList &more = {}) const
    {
        return yard().run(QStringList{s("--json"), s("probe"), s("run"), s("--only"), s(name)} + more);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(QFile::copy(s(TRAINYARD_SOURCE_DIR "/tests/support/probe-stand-in"), m_programs.filePath(s("yard-probe"))));
        make("fine", MadeReport());
        MadeReport slow, simulated;
        make("slow", slow.withFigure("matmul", 1, 500, "bf16", "cublaslt"));
        make("simulated", simulated.with("simulated", true));
        MadeReport text;
        make("hostile", text.with("message", s("\x1b]0;x\x07")).withModel(s("NVIDIA \x1b[31m"), QString()));
    }

    void theVerdictIsTheStatus_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("keep") << QByteArray("fine") << 0 << s("keep");
        QTest::newRow("give back") << QByteArray("slow") << 1 << s("give-back");
        QTest::newRow("simulated") << QByteArray("simulated") << 6 << s("unclear");
        QTest::newRow("no GPU") << QByteArray("nothing") << 6 << s("unclear");
    }
    void theVerdictIsTheStatus()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, status);
        QFETCH(QString, verdict);
        const auto answer = probe(name.constData());
        QVERIFY2(answer.status == status, answer.told().constData());
        const QJsonObject object = answer.object();
        QCOMPARE(object[s("verdict")].toString(), verdict);
        QCOMPARE(object[s("simulated")].toBool(), name == "simulated" || name == "nothing");
        QVERIFY(object[s("machine")].isNull() && object[s("left_behind")].isNull() && object[s("id")].toInt() > 0);
        QCOMPARE(object[s("report")][s("schema")].toString(), s("trainyard-probe/1"));
        QVERIFY(!object[s("findings")].toArray().isEmpty() && !object[s("sentence")].toString().isEmpty());
        QCOMPARE(object[s("provider_text")].isNull(), verdict != s("give-back"));
        for (const QJsonValue &finding : object[s("findings")].toArray()) {
            for (const QJsonValue &code : finding[s("sources")].toArray()) {
                const QJsonArray sources = object[s("sources")].toArray();
                QVERIFY(std::any_of(sources.begin(), sources.end(), [&](const QJsonValue &one) { return one[s("code")] == code; }));
            }
        }
    }

    void reportsAreKeptAndShown()
    {
        const auto made = probe("slow");
        QCOMPARE(made.status, 1);
        const QString id = QString::number(made.object()[s("id")].toInt());
        const auto list = yard().run({s("--json"), s("probe"), s("list")});
        QCOMPARE(list.status, 0);
        QCOMPARE(QString::number(list.array().first().toObject()[s("id")].toInt()), id);
        QCOMPARE(list.array().first().toObject()[s("verdict")].toString(), s("give-back"));
        const auto shown = yard().run({s("probe"), s("show"), id});
        QVERIFY2(shown.status == 0 && shown.out.contains("Return it") && shown.out.contains("far-below") && shown.out.contains("[h200lab]"),
                 shown.told().constData());
        const auto letter = yard().run({s("probe"), s("show"), id, s("--provider-text")});
        QVERIFY2(letter.status == 0 && letter.out.startsWith("Subject:") && letter.out.contains("GPU-made-0000-0001"),
                 letter.told().constData());
        const QString fine = QString::number(probe("fine").object()[s("id")].toInt());
        QCOMPARE(yard().run({s("probe"), s("show"), fine, s("--provider-text")}).status, 1);
        QCOMPARE(yard().run({s("probe"), s("show"), s("987654")}).status, 1);
        const auto simulated = yard().run({s("probe"), s("run"), s("--only"), s("simulated")});
        QVERIFY2(simulated.out.startsWith("SIMULATED"), simulated.told().constData());
    }

    void whatWasMeasuredOrdersTheOffers()
    {
        QTemporaryDir fresh;
        YardCommand yard = this->yard();
        yard.environment.insert(s("TRAINYARD_HOME"), fresh.path());
        const QStringList offers{s("--json"), s("offer"), s("list"), s("--gpu"), s("H200"), s("--sort"), s("measured-tflop-hour")};
        auto list = yard.run(offers);
        QVERIFY2(list.status == 0 && list.object()[s("compared")].toInt() == 0, list.told().constData());
        QVERIFY(list.object()[s("offers")].toArray().first().toObject()[s("measured")].isNull());
        QCOMPARE(yard.run({s("probe"), s("run"), s("--only"), s("simulated")}).status, 6);
        QVERIFY(yard.run(offers).object()[s("offers")].toArray().first().toObject()[s("measured_tflop_hour")].isNull());
        QCOMPARE(yard.run({s("probe"), s("run"), s("--only"), s("fine")}).status, 0);
        list = yard.run(offers);
        QVERIFY(list.object()[s("compared")].toInt() > 0);
        const QJsonObject first = list.object()[s("offers")].toArray().first().toObject();
        QCOMPARE(first[s("measured")][s("tflops")].toDouble(), 781.0);
        QCOMPARE(first[s("measured")][s("what")].toString(), s("matmul bf16 cublaslt"));
        QCOMPARE(first[s("measured")][s("reports")].toInt(), 1);
        const double hour = first[s("hour")].toDouble(), gpus = first[s("gpus")].toDouble();
        QVERIFY2(std::abs(first[s("measured_tflop_hour")].toDouble() - hour / gpus / 781) < 1e-8, list.told().constData());
        const auto table = yard.run(
            {s("offer"), s("list"), s("--gpu"), s("H200"), s("--sort"), s("measured-tflop-hour"), s("--limit"), s("1")});
        QVERIFY2(table.out.contains("MEASURED") && table.out.contains("781 (matmul bf16 cublaslt)"), table.told().constData());
    }

    void wrongWordsAreSaid_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("option") << QStringList{s("run"), s("--fast")};
        QTest::newRow("rest") << QStringList{s("run"), s("box")};
        QTest::newRow("limit") << QStringList{s("run"), s("--time-limit"), s("soon")};
        QTest::newRow("limit too short") << QStringList{s("run"), s("--time-limit"), s("1")};
        QTest::newRow("shell") << QStringList{s("run"), s("--only"), s("a;b")};
        QTest::newRow("nothing") << QStringList{s("run"), s("--only"), s(",")};
        QTest::newRow("no id") << QStringList{s("show"), s("x")};
    }
    void wrongWordsAreSaid()
    {
        QFETCH(QStringList, words);
        const auto answer = yard().run(QStringList{s("probe")} + words);
        QVERIFY2(answer.status == 2 && !answer.err.isEmpty() && answer.out.isEmpty(), answer.told().constData());
    }

    void namesOfAMachineCannotPaintTheTerminal()
    {
        const auto answer = yard().run({s("probe"), s("run"), s("--only"), s("hostile")});
        QVERIFY2(!answer.out.contains('\x1b') && !answer.err.contains('\x1b'), answer.told().constData());
    }

    void aMachineIsProbedOverSsh()
    {
        LabMachine lab({});
        if (!lab.start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(lab.problem()));
            QSKIP(qPrintable(lab.problem()));
        }
        QTemporaryDir fresh;
        YardCommand yard = this->yard();
        yard.environment.insert(s("TRAINYARD_HOME"), fresh.path());
        auto added = yard.run({s("machine"), s("add"), s("box"), lab.sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        const auto answer = yard.run({s("--json"), s("probe"), s("run"), s("--machine"), s("box")});
        QVERIFY2(answer.status == 6, answer.told().constData());
        QCOMPARE(answer.object()[s("machine")].toString(), s("box"));
        QCOMPARE(answer.object()[s("status")].toString(), s("no-gpu"));
        QVERIFY(!QDir(lab.home()).exists(s(".trainyard")));
        QCOMPARE(yard.run({s("--json"), s("probe"), s("list"), s("--machine"), s("box")}).array().size(), 1);
        lab.sshd().stop();
        QCOMPARE(yard.run({s("probe"), s("run"), s("--machine"), s("box")}).status, 3);
        QCOMPARE(yard.run({s("probe"), s("run"), s("--machine"), s("nowhere")}).status, 1);
    }

    void theRealProbeSaysWhatThisComputerHas()
    {
        if (!QFile::exists(s(TRAINYARD_BIN_DIR "/yard-probe")))
            QSKIP("yard-probe is not built on this system");
        YardCommand yard = this->yard();
        yard.environment.remove(s("TRAINYARD_PROBE_DIR"));
        const auto answer = yard.run({s("--json"), s("probe"), s("run"), s("--only"), s("none")});
        const QJsonObject object = answer.object();
        QVERIFY2((answer.status == 0 || answer.status == 1 || answer.status == 6) && !object.isEmpty(), answer.told().constData());
        QCOMPARE(object[s("simulated")].toBool(true), false);
        QCOMPARE(object[s("report")][s("program")][s("name")].toString(), s("yard-probe"));
        // Facts alone do not settle anything about a GPU that works.
        QVERIFY2(object[s("verdict")].toString() != s("keep"), answer.told().constData());
    }
};

QTEST_GUILESS_MAIN(TestProbeCommand)
#include "tst_probecommand.moc"
