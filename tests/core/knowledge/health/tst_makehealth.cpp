// SPDX-License-Identifier: GPL-3.0-or-later
// The script that generates the built-in facts about GPU errors: the same facts make the same bytes, wrong facts make nothing.
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

const char *kXids =
    "{'as_of':'2026-11-21','xids':[{'xid':5,'name':'OLD','status':'unused in the current catalogue','meaning':null,'severity':'unknown','catalog_immediate':null,'advice':null,'src':['XID-CATALOG']},"
    "{'xid':79,'name':'GPU_HAS_FALLEN_OFF_THE_BUS','status':'used','meaning':'Gone','severity':'critical','catalog_immediate':'RESTART_BM','advice':'Restart.','src':['XID-CATALOG']}],"
    "'clock_event_reasons':{'bits':[{'bit':'0x4','query_field':'clocks_event_reasons.sw_power_cap','meaning':'limit','reading':'normal'}],'src':['NVML-HDR']}}";
const char *kProbe =
    "{'xid_alerts':{'alert_critical':[79],'alert_source':'ngpuexp'},'nvidia_smi_exit_codes':{'15':'GPU fell off the bus','9':'driver not loaded'}}";

}  // namespace

class TestMakeHealth : public QObject {
    Q_OBJECT

    struct Made {
        int status = -1;
        QByteArray facts, said;
    };
    static Made make(QByteArray xids, QByteArray probe)
    {
        QTemporaryDir raw, out;
        const auto write = [&](const char *name, QByteArray text) {
            QFile file(raw.filePath(QLatin1String(name)));
            if (file.open(QIODevice::WriteOnly))
                file.write(text.replace('\'', '"'));
        };
        write("xid_errors.json", xids);
        write("probe_reference.json", probe);
        QProcess script;
        script.start(QStringLiteral("python3"),
                     {QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/health/make-health.py"), raw.path(), out.path()});
        Made made;
        if (!script.waitForFinished(60000))
            return made;
        made.status = script.exitCode();
        made.said = script.readAllStandardError();
        QFile file(out.filePath(QStringLiteral("facts.json")));
        made.facts = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        return made;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty())
            QSKIP("python3 is not installed: apt-get install python3");
    }

    void factsKeepTheirSources()
    {
        const Made made = make(kXids, kProbe);
        QVERIFY2(made.status == 0, made.said.constData());
        for (const char *line : {"\"xid\": 79", "\"alert\": true", "\"src\": [\"XID-CATALOG\", \"SMI-CAPTURES\"]",
                                 "\"field\": \"sw_power_cap\"", "{\"status\": 9, \"meaning\": \"driver not loaded\"}"})
            QVERIFY2(made.facts.contains(line), line);
        QVERIFY(!made.facts.contains("OLD"));
        QVERIFY(QJsonDocument::fromJson(made.facts).isObject());
        QCOMPARE(make(kXids, kProbe).facts, made.facts);
    }

    void wrongFactsMakeNothing_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("source that nobody knows")
            << QByteArray("'src':['NVML-HDR']") << QByteArray("'src':['HEARSAY']") << QByteArray("HEARSAY");
        QTest::newRow("grade that is none") << QByteArray("'critical'") << QByteArray("'awful'") << QByteArray("Xid 79");
        QTest::newRow("number that is none") << QByteArray("'xid':79") << QByteArray("'xid':'79'") << QByteArray("Xid 79");
        QTest::newRow("twice the same") << QByteArray("'xid':5,") << QByteArray("'xid':79,") << QByteArray("not in order");
        QTest::newRow("damaged") << QByteArray("'xids'") << QByteArray("'xids") << QByteArray("make-health.py");
    }
    void wrongFactsMakeNothing()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, said);
        const Made made = make(QByteArray(kXids).replace("unused in", from == "'xid':5," ? "used in" : "unused in").replace(from, to),
                               kProbe);
        QCOMPARE(made.status, 1);
        QVERIFY2(made.said.contains(said), made.said.constData());
        QVERIFY(made.facts.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestMakeHealth)
#include "tst_makehealth.moc"
