// SPDX-License-Identifier: GPL-3.0-or-later
// Reports, tables and comparisons of real runs that have ended on a real machine, also after that machine was removed.
#include "core/observe/trainlog/eventfiles.h"
#include "core/service/runs/runseries.h"
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");

QByteArray contentOf(const QString &file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
}

}  // namespace

class TestReports : public QObject {
    Q_OBJECT

    QTemporaryDir m_state, m_files;
    std::unique_ptr<LabMachine> m_machine;
    QStringList m_runs;

    YardCommand::Answer yard(const QStringList &words) const { return YardCommand(kYard, m_state.path()).run(words, 120000); }
    QString file(const char *name) const { return m_files.filePath(QLatin1String(name)); }

    QString finishedRun(const QByteArray &yaml)
    {
        QFile task(file("task.yaml"));
        if (!task.open(QIODevice::WriteOnly) || task.write(yaml) != yaml.size())
            return {};
        task.close();
        const QString id = yard({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"),
                                 QStringLiteral("lab"), task.fileName()})
                               .object()[QLatin1String("id")]
                               .toString();
        if (!QTest::qWaitFor(
                [&] {
                    return yard({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), id})
                               .object()[QLatin1String("state")]
                           == QLatin1String("finished");
                },
                60000))
            return {};
        return id;
    }

    void checkReport(const QByteArray &html)
    {
        QXmlStreamReader reader(html);
        QString text;
        QStringList elements;
        while (!reader.atEnd()) {
            reader.readNext();
            if (reader.isStartElement())
                elements << reader.name().toString();
            else if (reader.isCharacters())
                text += reader.text();
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(!elements.contains(QStringLiteral("script")) && elements.contains(QStringLiteral("svg")));
        QVERIFY(text.contains(QStringLiteral("<b>one</b>")) && text.contains(QStringLiteral("</pre><script>alert(1)</script>")));
        QVERIFY(text.contains(QStringLiteral("Finished")) && text.contains(QStringLiteral("Code 0"))
                && text.contains(QStringLiteral("lowest 0.1000 at step 8")));
        QVERIFY(text.contains(QStringLiteral("CPU utilization")));
        QVERIFY2(!html.contains("hf_very_secret"), "a secret in the report");
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_machine = std::make_unique<LabMachine>(std::nullopt);
        if (!m_machine->start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_machine->problem()));
            QSKIP(qPrintable(m_machine->problem()));
        }
        const auto added = yard({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), m_machine->sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        const QByteArray script = "run: |\n  for i in 1 2 3 4 5 6 7 8; do echo \"step=$i loss=0.$((9-i)) tok/s=$SPEED\"; sleep 0.5; done\n"
                                  "  echo '</pre><script>alert(1)</script>'\n";
        m_runs << finishedRun("name: <b>one</b>\nenvs: {SPEED: '100', HF_TOKEN: hf_very_secret}\n" + script)
               << finishedRun("name: two\nenvs: {SPEED: '200'}\n" + script);
        QVERIFY(!m_runs[0].isEmpty() && !m_runs[1].isEmpty());
    }

    void aReportIsOneFileAndNeverOverwritesUnasked()
    {
        const QString html = file("report.html");
        const QStringList words{QStringLiteral("run"), QStringLiteral("report"), m_runs[0], QStringLiteral("-o"), html};
        const auto answer = yard(words);
        QVERIFY2(answer.status == 0, answer.told().constData());
        checkReport(contentOf(html));
        QVERIFY(contentOf(html).contains("lab"));
        const auto again = yard(words);
        QVERIFY2(again.status != 0 && again.err.contains("--force"), again.told().constData());
        QCOMPARE(yard(words + QStringList{QStringLiteral("--force")}).status, 0);
        QCOMPARE(yard({QStringLiteral("run"), QStringLiteral("report"), m_runs[0]}).status, 2);
    }

    void tablesHoldWhatWasMeasured()
    {
        const auto samples = yard({QStringLiteral("run"), QStringLiteral("export"), m_runs[0], QStringLiteral("--csv")});
        QVERIFY2(samples.status == 0, samples.told().constData());
        const QByteArrayList lines = samples.out.trimmed().split('\n');
        QVERIFY2(lines.size() >= 3 && lines[0].startsWith("time (UTC),cpu (%),"), samples.told().constData());
        const auto training = yard({QStringLiteral("run"), QStringLiteral("export"), m_runs[0], QStringLiteral("--csv"),
                                    QStringLiteral("--training"), QStringLiteral("-o"), file("training.csv")});
        QVERIFY2(training.status == 0, training.told().constData());
        const QByteArrayList rows = contentOf(file("training.csv")).trimmed().split('\n');
        QVERIFY2(rows.size() == 9 && rows[0].startsWith("step,loss,") && rows[8].startsWith("8,0.1,100"),
                 contentOf(file("training.csv")).constData());
        const auto thinned = yard({QStringLiteral("run"), QStringLiteral("export"), m_runs[0], QStringLiteral("--csv"),
                                   QStringLiteral("--every"), QStringLiteral("1h")});
        QVERIFY2(thinned.out.trimmed().split('\n').size() <= 3, thinned.told().constData());
        const auto both = yard({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("export"), m_runs[0]});
        const QJsonObject json = both.object();
        QCOMPARE(json[QLatin1String("training")].toObject()[QLatin1String("rows")].toArray().size(), 8);
        const QJsonObject table = json[QLatin1String("samples")].toObject();
        QCOMPARE(table[QLatin1String("rows")].toArray().size(), lines.size() - 1);
        QCOMPARE(table[QLatin1String("rows")].toArray()[0].toArray().size(), table[QLatin1String("columns")].toArray().size());
        const auto none = yard({QStringLiteral("run"), QStringLiteral("export"), m_runs[0], QStringLiteral("--csv"), QStringLiteral("--to"),
                                QStringLiteral("1000")});
        QCOMPARE(none.out.trimmed().split('\n').size(), 1);
        for (const QStringList &wrong :
             {QStringList{}, QStringList{QStringLiteral("--csv"), QStringLiteral("--every"), QStringLiteral("often")},
              QStringList{QStringLiteral("--csv"), QStringLiteral("--from"), QStringLiteral("noon")}})
            QCOMPARE(yard(QStringList{QStringLiteral("run"), QStringLiteral("export"), m_runs[0]} + wrong).status, 2);
    }

    void runsAreCompared()
    {
        const auto text = yard({QStringLiteral("run"), QStringLiteral("compare"), m_runs[0], m_runs[1]});
        QVERIFY2(text.status == 0 && text.out.contains("envs.SPEED") && text.out.contains("Lowest loss"), text.told().constData());
        const QJsonObject json =
            yard({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("compare"), m_runs[0], m_runs[1]}).object();
        QStringList keys;
        for (const QJsonValue &key : json[QLatin1String("task")].toArray())
            keys << key.toObject()[QLatin1String("key")].toString();
        QCOMPARE(keys, (QStringList{QStringLiteral("name"), QStringLiteral("envs.HF_TOKEN"), QStringLiteral("envs.SPEED")}));
        QVERIFY(!QJsonDocument(json).toJson().contains("hf_very_secret"));
        QCOMPARE(yard({QStringLiteral("run"), QStringLiteral("compare"), m_runs[0]}).status, 2);
        QCOMPARE(yard({QStringLiteral("run"), QStringLiteral("compare"), m_runs[0], m_runs[0]}).status, 2);
    }

    void aPersonsOwnExpressionAppliesEverywhere()
    {
        const Paths paths{m_state.path() + QStringLiteral("/data"), m_state.path() + QStringLiteral("/config")};
        saveSeriesExpression(QStringLiteral("two"), QStringLiteral("step=(?P<step>\\d+) .*tok/s=(?P<own_speed>\\d+)"), paths);
        const auto said = yard({QStringLiteral("run"), QStringLiteral("metrics"), QStringLiteral("--training"), m_runs[1]});
        QVERIFY2(said.out.count("\"own_speed\":200") == 8 && !said.out.contains("\"loss\""), said.told().constData());
        const auto table = yard(
            {QStringLiteral("run"), QStringLiteral("export"), m_runs[1], QStringLiteral("--csv"), QStringLiteral("--training")});
        QVERIFY2(table.out.startsWith("step,own_speed\r\n") && table.out.contains("\n8,200\r\n"), table.told().constData());
        const QString html = file("own.html");
        QCOMPARE(yard({QStringLiteral("run"), QStringLiteral("report"), m_runs[1], QStringLiteral("-o"), html}).status, 0);
        QVERIFY(contentOf(html).contains("own_speed"));
        const auto compared = yard({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("compare"), m_runs[0], m_runs[1]});
        QVERIFY2(compared.status == 0, compared.told().constData());
        // The other task's log is read as before.
        QVERIFY(yard({QStringLiteral("run"), QStringLiteral("metrics"), QStringLiteral("--training"), m_runs[0]}).out.contains("\"loss\""));
        saveSeriesExpression(QStringLiteral("two"), {}, paths);
        QVERIFY(
            !yard({QStringLiteral("run"), QStringLiteral("metrics"), QStringLiteral("--training"), m_runs[1]}).out.contains("own_speed"));
    }

    void eventFilesBesideTheLogAreInAll()
    {
        const QString copy = m_state.path() + QStringLiteral("/data/runs/") + m_runs[1];
        QVERIFY(QDir(copy).mkpath(kEventFolder));
        QVERIFY(
            QFile::copy(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/training/events/torch/events.out.tfevents.1732176000.host.1.0"),
                        copy + u'/' + kEventFolder + u'/' + eventFileName('w', QStringLiteral("tb/events.out.tfevents.1"))));
        const auto table = yard(
            {QStringLiteral("run"), QStringLiteral("export"), m_runs[1], QStringLiteral("--csv"), QStringLiteral("--training")});
        QVERIFY2(table.status == 0, table.told().constData());
        const QByteArrayList rows = table.out.trimmed().split('\n');
        QVERIFY2(rows[0].contains("events:tb/") && rows.size() > 9 && rows[8].startsWith("8,0.1,200"), table.told().constData());
        const QString html = file("events.html");
        QCOMPARE(yard({QStringLiteral("run"), QStringLiteral("report"), m_runs[1], QStringLiteral("-o"), html}).status, 0);
        QVERIFY(contentOf(html).contains("(event file)"));
    }

    // Last, because the machine is gone afterwards.
    void aRunOutlivesItsMachine()
    {
        QVERIFY(yard({QStringLiteral("machine"), QStringLiteral("remove"), QStringLiteral("lab")}).status == 0);
        const QString html = file("replayed.html");
        const auto answer = yard({QStringLiteral("run"), QStringLiteral("report"), m_runs[0], QStringLiteral("-o"), html});
        QVERIFY2(answer.status == 0 && answer.err.contains("the machine lab was removed"), answer.told().constData());
        checkReport(contentOf(html));
        QVERIFY(contentOf(html).contains("Based on the copy on this computer: the machine lab was removed from the list."));
        QVERIFY(yard({QStringLiteral("run"), QStringLiteral("export"), m_runs[1], QStringLiteral("--csv")}).out.count('\n') >= 3);
        QCOMPARE(yard({QStringLiteral("run"), QStringLiteral("compare"), m_runs[0], m_runs[1]}).status, 0);
    }
};

QTEST_GUILESS_MAIN(TestReports)
#include "tst_reports.moc"
