// SPDX-License-Identifier: GPL-3.0-or-later
// The script that generates the facts behind recipes and the linter: figures and sources are kept, the same facts make the same bytes, and
// wrong facts make nothing.
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

const char *kVariables =
    "{'as_of':'2026-11-21','variables':[{'name':'NCCL_DEBUG','group':'nccl-log','values':['WARN','INFO'],'default':'none','src':['NCCL-SRC']},"
    "{'name':'TORCH_NCCL_ASYNC_ERROR_HANDLING','group':'torch','values':['0 nothing','1 abort'],'default':'3','src':['PGNCCL-DOC'],'old_names':['NCCL_ASYNC_ERROR_HANDLING']},"
    "{'name':'NCCL_NET','group':'nccl-net','values':'a name','default':null,'src':['NCCL-SRC']},"
    "{'name':'PYTORCH_CUDA_ALLOC_CONF','group':'memory','values':'pairs','default':null,'src':['ALLOC-CPP'],'new_name':'PYTORCH_ALLOC_CONF','options':[{'key':'expandable_segments'}]}]}";
const char *kFrameworks =
    "{'pytorch':{'releases':[{'version':'2.0.0-2.0.1','python':'>=3.8,<=3.11','src':['PT-RELEASE']},{'version':'1.9.0','python':null,'src':['PT-RELEASE']}]},"
    "'tensorflow':{'releases':[{'version':'2.15.0','python':'3.9-3.11','src':['TF-DOCS']}]}}";

}  // namespace

class TestMakeRecipe : public QObject {
    Q_OBJECT

    struct Made {
        int status = -1;
        QByteArray variables, said;
    };
    static Made make(QByteArray variables, QByteArray frameworks)
    {
        QTemporaryDir raw, out;
        const auto write = [&](const char *name, QByteArray text) {
            QFile file(raw.filePath(QLatin1String(name)));
            if (file.open(QIODevice::WriteOnly))
                file.write(text.replace('\'', '"'));
        };
        write("nccl_env.json", variables);
        write("framework_compat.json", frameworks);
        QProcess script;
        script.start(QStringLiteral("python3"),
                     {QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/recipe/make-recipe.py"), raw.path(), out.path()});
        Made made;
        if (!script.waitForFinished(60000))
            return made;
        made.status = script.exitCode();
        made.said = script.readAllStandardError();
        QFile file(out.filePath(QStringLiteral("variables.json")));
        made.variables = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        return made;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty())
            QSKIP("python3 is not installed: apt-get install python3");
    }

    void factsKeepTheirValuesAndSources()
    {
        const Made made = make(kVariables, kFrameworks);
        QVERIFY2(made.status == 0, made.said.constData());
        for (
            const char *line :
            {"{\"name\": \"NCCL_DEBUG\", \"group\": \"nccl-log\", \"values\": [\"WARN\", \"INFO\"], \"default\": \"none\", \"src\": [\"NCCL-SRC\"]}",
             "\"values\": [\"0\", \"1\"]", "\"name\": \"NCCL_NET\", \"group\": \"nccl-net\", \"values\": null",
             "\"new_name\": \"PYTORCH_ALLOC_CONF\", \"options\": [\"expandable_segments\"]",
             "\"framework\": \"torch\", \"first\": \"2.0.0\", \"last\": \"2.0.1\", \"least\": \"3.8\", \"most\": \"3.11\"",
             "\"framework\": \"tensorflow\", \"first\": \"2.15\""})
            QVERIFY2(made.variables.contains(line), (line + ('\n' + made.variables)).constData());
        QVERIFY(QJsonDocument::fromJson(made.variables).isObject() && !made.variables.contains("1.9.0"));
        QCOMPARE(make(kVariables, kFrameworks).variables, made.variables);
    }

    void wrongFactsMakeNothing_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("source that nobody knows") << QByteArray("'NCCL-SRC'") << QByteArray("'HEARSAY'") << QByteArray("HEARSAY");
        QTest::newRow("name that is none") << QByteArray("'NCCL_DEBUG'") << QByteArray("'nccl debug'") << QByteArray("nccl debug");
        QTest::newRow("Python that is none") << QByteArray(">=3.8,<=3.11") << QByteArray("any") << QByteArray("any");
        QTest::newRow("damaged") << QByteArray("'variables'") << QByteArray("'variables") << QByteArray("make-recipe.py");
    }
    void wrongFactsMakeNothing()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, said);
        const Made made = make(QByteArray(kVariables).replace(from, to), QByteArray(kFrameworks).replace(from, to));
        QCOMPARE(made.status, 1);
        QVERIFY2(made.said.contains(said), made.said.constData());
        QVERIFY(made.variables.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestMakeRecipe)
#include "tst_makerecipe.moc"
