// SPDX-License-Identifier: GPL-3.0-or-later
// The script that generates the built-in compatibility facts: it reproduces the form of the committed file, the same facts make the same
// bytes, and wrong facts make nothing.
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

const char *kCuda =
    "{'as_of':'2026-11-21','families':[{'cuda_major':12,'linux_min':'525.60.13','windows_min':null,'src':['MVC']}],"
    "'toolkits':[{'version':'12.3.2','label':'12.3 Update 2','cuda':'12.3','linux_x86_64':{'own_driver_min':null,'bundled_driver':'545.23.08'},"
    "'windows_x86_64':{'own_driver_min':null,'bundled_driver':null},'sm_table':'12.0','src':['INSTALLERS']}],"
    "'sm_tables':[{'id':'12.0','sm':[90,50],'sm_jetson_or_embedded':[53],'src':['CMAKE']}],"
    "'architectures':[{'arch':'Hopper','cc':['9.0'],'first_cuda':'11.8','last_cuda':null,'last_driver_branch':null,'src':['ARCHMATRIX']}],"
    "'gpus':[{'name':'H100','cc':'9.0','data_center':true,'smi_product_brand':'NVIDIA','src':['GPUHUNT']},"
    "{'name':'RTX 4080 SUPER','cc':'8.9','data_center':false,'smi_product_brand':null,'src':['GPUHUNT']},"
    "{'name':'RTX A6000','cc':'8.6','data_center':false,'smi_product_brand':null,'src':['GPUHUNT']}],"
    "'driver_branches':[{'branch':535,'nvidia_smi_cuda':'12.2','type':'LTSB','eol':'2026-06','state_on_2026_11_21':'end of life (x)',"
    "'highest_release_seen':{'version':'535.288.01','date':null},'src':['OGKM']}],"
    "'forward_compat_image_clauses':{'entries':[{'cuda':'12.4','image_seen':'12.4.1','first_clause':'cuda>=12.4',"
    "'groups':[{'brands':['tesla'],'driver_branches':[470]}],'src':['REQ-12.4']}]}}";
const char *kFrameworks =
    "{'as_of':'2026-11-21','pytorch':{'releases':[{'version':'2.0.0-2.0.1','pip_default_cuda_linux':'11.7','builds':[{'tag':'cu118','cuda':'11.8','cudnn':null,"
    "'arch_linux_x86_64':'8.0;9.0+PTX','arch_windows':null,'src':['PT-RELEASE']}],'src':['PT-RELEASE']},"
    "{'version':'2.12','pip_default_cuda_linux':'13.0','builds':[{'tag':'cu130','cuda':'13.0','cudnn':null,'arch_linux_x86_64':'7.5','arch_windows':null,"
    "'src':['PT-RELEASE']}],'src':['PT-RELEASE']}],'notes':[{'text':'aarch64 builds of 2.12-2.14: cu126 8.0;9.0, cu130 and cu132 8.0;12.0+PTX.','src':['PT-RELEASE']}]},"
    "'tensorflow':{'releases':[{'version':'2.15.0','cuda':'12.2','cudnn':'8.9','src':['TF-DOCS']}]},"
    "'jax':{'steps':[{'from':'jaxlib 0.4.26','date':'2024-04','rule':'CUDA >= 12.1 only; 11.8 dropped','src':['JAX-CHANGELOG']},"
    "{'from':'jax 0.11.0','date':'2026-07','rule':'Python 3.11 dropped','src':['JAX-CHANGELOG']},"
    "{'from':'jax docs of 2026-08','date':'2026-08','rule':'extras cuda12 (driver >= 525, cc >= 5.2, CUDA >= 12.1, cuDNN >= 9.8 <10) and cuda13 "
    "(driver >= 580, cc >= 7.5, CUDA >= 13.0, cuDNN >= 9.8 <10); NCCL >= 2.18; Linux x86_64 and aarch64 only, no native Windows GPU','src':['JAX-DOCS']}]},"
    "'images':{'nvidia/cuda':{'tags_seen':['12.4.1-base-ubuntu22.04'],'tags_src':['PT-TAGS','SEED']}},"
    "'ngc_pytorch':{'releases':[{'tag':'nvcr.io/nvidia/pytorch:19.05-py3','release':'19.05','cuda':'10.1 Update 1','driver_linux':'418','torch':null,"
    "'data_center_older_drivers':null,'src':['NGC-OLD']}]},"
    "'seed_claims':[{'fact':'No driver 535.154.02 was published (535.154.05 was, and 12.6.3).','src':['OGKM','TF-DOCS']}]}";

}  // namespace

class TestMakeCompat : public QObject {
    Q_OBJECT

    struct Made {
        int status = -1;
        QByteArray cuda, frameworks, said;
    };
    static Made make(QByteArray cuda, QByteArray frameworks)
    {
        QTemporaryDir raw, out;
        const auto write = [&](const char *name, QByteArray text) {
            QFile file(raw.filePath(QLatin1String(name)));
            if (file.open(QIODevice::WriteOnly))
                file.write(text.replace('\'', '"'));
        };
        write("cuda_compat.json", cuda);
        write("framework_compat.json", frameworks);
        QProcess script;
        script.start(QStringLiteral("python3"),
                     {QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/compat/make-compat.py"), raw.path(), out.path()});
        Made made;
        if (!script.waitForFinished(60000))
            return made;
        made.status = script.exitCode();
        made.said = script.readAllStandardError();
        const auto read = [&](const char *name) {
            QFile file(out.filePath(QLatin1String(name)));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        made.cuda = read("cuda.json");
        made.frameworks = read("frameworks.json");
        return made;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty())
            QSKIP("python3 is not installed: apt-get install python3");
    }

    void factsKeepTheirFiguresAndSources()
    {
        const Made made = make(kCuda, kFrameworks);
        QVERIFY2(made.status == 0, made.said.constData());
        for (const char *line : {"{\"cuda_major\": 12, \"linux_min\": \"525.60.13\", \"windows_min\": null, \"src\": [\"MVC\"]}",
                                 "\"linux_min\": \"545.23.08\"", "\"sm\": [50, 90]", "\"kind\": \"data-center\", \"brand\": \"NVIDIA\"",
                                 "\"name\": \"RTX 4080 SUPER\", \"cc\": \"8.9\", \"kind\": \"geforce\"",
                                 "\"name\": \"RTX A6000\", \"cc\": \"8.6\", \"kind\": \"workstation\"", "\"ended\": true",
                                 "{\"version\": \"535.154.02\", \"published\": [\"535.154.05\"], \"src\": [\"OGKM\"]}"})
            QVERIFY2(made.cuda.contains(line), line);
        for (const char *line :
             {"\"first\": \"2.0.0\", \"last\": \"2.0.1\"", "\"code_linux\": \"8.0;9.0+PTX\"", "\"cuda\": \"10.1\", \"driver\": \"418\"",
              "\"cuda13\": {\"driver\": \"580\", \"cc\": \"7.5\", \"cuda\": \"13.0\"}, \"first\": \"0.11.0\"", "\"src\": [\"PT-TAGS\"]",
              "\"code_arm\": \"8.0;12.0+PTX\""})
            QVERIFY2(made.frameworks.contains(line), line);
        QVERIFY(QJsonDocument::fromJson(made.cuda).isObject() && QJsonDocument::fromJson(made.frameworks).isObject());
        const Made again = make(kCuda, kFrameworks);
        QCOMPARE(again.cuda, made.cuda);
        QCOMPARE(again.frameworks, made.frameworks);
    }

    void wrongFactsMakeNothing_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("source that nobody knows")
            << QByteArray("'src':['MVC']") << QByteArray("'src':['HEARSAY']") << QByteArray("HEARSAY");
        QTest::newRow("version that is none") << QByteArray("'525.60.13'") << QByteArray("'525.x'") << QByteArray("525.x");
        QTest::newRow("rule in other words") << QByteArray("CUDA >= 12.1 only; 11.8 dropped") << QByteArray("CUDA is nice")
                                             << QByteArray("CUDA is nice");
        QTest::newRow("code that is none") << QByteArray("8.0;9.0+PTX") << QByteArray("8.0;;9") << QByteArray("list of GPU code");
        QTest::newRow("tag that is none") << QByteArray("12.4.1-base-ubuntu22.04") << QByteArray("a b") << QByteArray("no tag");
        QTest::newRow("damaged") << QByteArray("'families'") << QByteArray("'families") << QByteArray("make-compat.py");
    }
    void wrongFactsMakeNothing()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, said);
        const Made made = make(QByteArray(kCuda).replace(from, to), QByteArray(kFrameworks).replace(from, to));
        QCOMPARE(made.status, 1);
        QVERIFY2(made.said.contains(said), made.said.constData());
        QVERIFY(made.cuda.isEmpty() && made.frameworks.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestMakeCompat)
#include "tst_makecompat.moc"
