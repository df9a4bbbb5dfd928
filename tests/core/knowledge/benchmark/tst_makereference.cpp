// SPDX-License-Identifier: GPL-3.0-or-later
// The script that generates the built-in figures: figures keep their sources, the same input makes the same bytes, and wrong input makes
// nothing.
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

const char *kRaw =
    "{'compiled':'2026-11-21','sources':{'s':{'title':'Somebody','url':'https://example.org','date':'2026'},'mlE':{'title':'a','url':null},"
    "'dcgm':{'title':'b','url':null},'azNHC':{'title':'c','url':null},'ngpuexp':{'title':'d','url':null},'tgxml':{'title':'e','url':null},"
    "'derived':{'title':'f','url':null},'nobody':{'title':'g','url':null}},"
    "'judging':{'family_ratio':{'mem_copy_over_spec':{'source':'derived'},'bf16_matmul_over_spec':{'source':'mlE','H100':0.8}}},"
    "'gpus':[{'key':'H200-SXM','gpus_json_id':'H200','name_match':['NVIDIA H200'],'pci_device_ids':['2335'],"
    "'spec':{'bf16_TFLOPS':{'value':1000,'source':'s'},'sms':{'value':132,'source':'nobody'}},"
    "'measured':{'mem_GBps':{'value':4000,'source':'s','test':'some copy'},'d2h_GBps':{'value':6,'source':'s','suspect':true},"
    "'bf16_8192_TFLOPS':{'value':[769,798],'source':'s','note':'8192^3 random'}},'floors':{'h2d_d2h_GBps':{'value':48,'source':'azNHC'}},"
    "'notes':['AWS g4dn shows pcie.link.width.current 8x with max 16x']}],"
    "'pcie_link':{'expected_h2d_GBps':{'4.0 x16':{'v':26,'source':'s'},'3.0 x8':{'v':6,'source':'derived'}}},"
    "'dcgm_floors':{'rows':[{'pci_device_id':'26B7','label':'L20','membw_measured_GBps':655.0,'membw_floor_GBps':491.2,'gemm_floor_GFLOPS':27000.0,"
    "'gemm_precision':'fp32','flag':null},{'pci_device_id':'20b0','label':'odd','membw_measured_GBps':1830.0,'membw_floor_GBps':137.5,"
    "'gemm_floor_GFLOPS':null,'gemm_precision':'fp64','flag':'mis-typed'},{'pci_device_id':'2335','label':'known','membw_measured_GBps':1.0,"
    "'membw_floor_GBps':1.0,'gemm_floor_GFLOPS':null,'gemm_precision':'fp32','flag':null}]},"
    "'clock_event_bits':{'0x1':'gpu_idle','0x4':'sw_power_cap','0x40':'hw_thermal_slowdown','benign':['0x0','0x1','0x4'],'source':'azNHC'}}";

}  // namespace

class TestMakeReference : public QObject {
    Q_OBJECT

    struct Made {
        int status = -1;
        QByteArray reference, said;
    };
    static Made make(QByteArray facts)
    {
        QTemporaryDir raw, out;
        QFile file(raw.filePath(QStringLiteral("probe_reference.json")));
        if (file.open(QIODevice::WriteOnly))
            file.write(facts.replace('\'', '"'));
        file.close();
        QProcess script;
        script.start(QStringLiteral("python3"),
                     {QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/probe/make-reference.py"), raw.path(), out.path()});
        Made made;
        if (!script.waitForFinished(60000))
            return made;
        made.status = script.exitCode();
        made.said = script.readAllStandardError();
        QFile result(out.filePath(QStringLiteral("reference.json")));
        made.reference = result.open(QIODevice::ReadOnly) ? result.readAll() : QByteArray();
        return made;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty())
            QSKIP("python3 is not installed: apt-get install python3");
    }

    void figuresKeepTheirSources()
    {
        const Made made = make(kRaw);
        QVERIFY2(made.status == 0, made.said.constData());
        for (const char *part :
             {"{\"what\": \"copy\", \"kind\": \"measured\", \"low\": 4000, \"high\": 4000, \"conditions\": \"some copy\", \"src\": \"s\"}",
              "\"low\": 769, \"high\": 798, \"size\": 8192", "\"kind\": \"provider-floor\", \"low\": 48, \"high\": 48, \"src\": \"azNHC\"",
              "\"kind\": \"estimate\", \"low\": 800.0", "the share that H100 reaches (mlE)",
              "\"lanes\": {\"width\": 8, \"at\": \"AWS\", \"src\": \"tgxml\"}", "\"key\": \"L20\", \"pci\": [\"26b7\"]",
              "\"what\": \"matmul fp32\", \"kind\": \"floor\", \"low\": 27.0",
              "{\"generation\": 3, \"width\": 8, \"h2d\": 6, \"kind\": \"estimate\", \"src\": \"derived\"}",
              "{\"name\": \"hw-thermal\", \"means\": \"fault\", \"src\": \"azNHC\"}"})
            QVERIFY2(made.reference.contains(part), part);
        // Contradictory, suspect and unused entries are left out.
        for (const char *part : {"odd", "\"low\": 6,", "nobody"})
            QVERIFY2(!made.reference.contains(part), part);
        QVERIFY(QJsonDocument::fromJson(made.reference).isObject());
        QCOMPARE(make(kRaw).reference, made.reference);
    }

    void wrongFiguresMakeNothing_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("source that nobody knows")
            << QByteArray("'value':4000,'source':'s'") << QByteArray("'value':4000,'source':'hearsay'") << QByteArray("hearsay");
        QTest::newRow("no figure") << QByteArray("'value':4000") << QByteArray("'value':-1") << QByteArray("-1");
        QTest::newRow("a measurement of another kind")
            << QByteArray("'mem_GBps':{'value':4000") << QByteArray("'mood':{'value':4000") << QByteArray("mood");
        QTest::newRow("a link that is none") << QByteArray("4.0 x16") << QByteArray("four") << QByteArray("four");
        QTest::newRow("no id") << QByteArray("['2335']") << QByteArray("['NVIDIA']") << QByteArray("NVIDIA");
        QTest::newRow("clocks of another kind")
            << QByteArray("hw_thermal_slowdown") << QByteArray("lunch_break") << QByteArray("lunch_break");
        QTest::newRow("damaged") << QByteArray("'gpus'") << QByteArray("'gpus") << QByteArray("make-reference.py");
    }
    void wrongFiguresMakeNothing()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, said);
        QVERIFY(QByteArray(kRaw).contains(from));
        const Made made = make(QByteArray(kRaw).replace(from, to));
        QCOMPARE(made.status, 1);
        QVERIFY2(made.said.contains(said), made.said.constData());
        QVERIFY(made.reference.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestMakeReference)
#include "tst_makereference.moc"
