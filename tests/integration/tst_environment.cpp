// SPDX-License-Identifier: GPL-3.0-or-later
// `yard environment` as a person runs it: files in a folder that a container engine really builds, refusals, the linter's findings, and
// that the document lists every rule and source.
#include "tests/support/containerengines.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <sys/mount.h>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

QString document(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

bool write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

}  // namespace

class TestEnvironment : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;

    YardCommand yard() const { return YardCommand(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_home.path()); }
    YardCommand::Answer run(const QStringList &words) const { return yard().run(words); }
    QStringList make(const QStringList &more = {}) const
    {
        return QStringList{s("environment"), s("make"),      s("--gpu"),   s("H100"),
                           s("--driver"),    s("550.54.15"), s("--torch"), s("2.5.1+cu121")}
               + more;
    }
    QString file(const char *name) const { return m_home.filePath(s(name)); }

private Q_SLOTS:
    void filesAreWrittenOnceAndNotAgain()
    {
        const QString folder = file("made/environment");
        const auto first = run(make({s("-o"), folder, s("--gpus"), s("8"), s("--apt"), s("git"), s("--pip"), s("numpy==1.26.4")}));
        QVERIFY2(first.status == 0 && first.err.isEmpty(), first.told().constData());
        QVERIFY(document(folder + s("/Dockerfile")).contains(s("FROM python:3.11-slim-bookworm\n")));
        for (const char *name : {"Dockerfile", ".dockerignore", "run.env", "run.sh", "task.yaml"})
            QVERIFY2(QFile::exists(folder + u'/' + s(name)), name);
        QVERIFY(QFile::permissions(folder + s("/run.sh")) & QFile::ExeOwner);
        QVERIFY(!(QFile::permissions(folder + s("/run.env")) & (QFile::ReadOther | QFile::ReadGroup)));
        QCOMPARE(QProcess::execute(s("sh"), {s("-n"), folder + s("/run.sh")}), 0);
        const auto check = run({s("task"), s("check"), folder + s("/task.yaml")});
        QVERIFY2(check.status == 0 && check.err.isEmpty(), check.told().constData());
        for (const char *name : {"Dockerfile", "run.env", "run.sh", "task.yaml"}) {
            const auto lint = run(
                {s("environment"), s("lint"), folder + u'/' + s(name), s("--gpu"), s("H100"), s("--driver"), s("550.54.15")});
            QVERIFY2(lint.status == 0 && lint.out.contains("No problems found"), lint.told().constData());
        }

        QVERIFY(QFile::remove(folder + s("/run.sh")) && write(folder + s("/Dockerfile"), "mine"));
        const auto second = run(make({s("-o"), folder}));
        QVERIFY2(second.status == 2 && second.err.contains("--force"), second.told().constData());
        QVERIFY(document(folder + s("/Dockerfile")) == s("mine") && !QFile::exists(folder + s("/run.sh")));
        QCOMPARE(run(make({s("-o"), folder, s("--force")})).status, 0);
        QVERIFY(document(folder + s("/Dockerfile")).startsWith(s("# syntax=")));
    }

    void nothingIsWrittenElsewhere()
    {
        const QString folder = file("linked");
        QVERIFY(QDir().mkpath(folder) && write(file("victim"), "mine") && QFile::link(file("victim"), folder + s("/Dockerfile")));
        const auto linked = run(make({s("-o"), folder, s("--force")}));
        QVERIFY2(linked.status == 2 && linked.err.contains("is a link"), linked.told().constData());
        QVERIFY(document(file("victim")) == s("mine") && !QFile::exists(folder + s("/run.sh")));
        for (const QStringList &more : {QStringList{s("-o"), QString()}, QStringList{s("--force")}}) {
            const auto nowhere = run(make(more));
            QVERIFY2(nowhere.status == 2 && nowhere.err.contains("-o DIR"), nowhere.told().constData());
        }
    }

    void aFullDiskLeavesNothing()
    {
        const QString disk = file("disk");
        QVERIFY(QDir().mkpath(disk));
        if (::mount("tmpfs", QFile::encodeName(disk).constData(), "tmpfs", 0, "size=12k") != 0)
            QSKIP("a small disk cannot be mounted; run as root: sudo ctest -R tst_environment");
        const auto gone = qScopeGuard([&] { ::umount(QFile::encodeName(disk).constData()); });
        const auto everything = QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot;
        const auto answer = run(make({s("-o"), disk + s("/made/here")}));
        QVERIFY2(answer.status == 2 && answer.err.contains("cannot be written"), answer.told().constData());
        QCOMPARE(QDir(disk).entryList(everything), QStringList());
        // Existing files stay unchanged.
        QVERIFY(QDir().mkpath(disk + s("/old")) && write(disk + s("/old/Dockerfile"), "mine") && write(disk + s("/old/train.py"), "mine"));
        const auto replaced = run(make({s("-o"), disk + s("/old"), s("--force")}));
        QVERIFY2(replaced.status == 2 && replaced.err.contains("cannot be written"), replaced.told().constData());
        QCOMPARE(QDir(disk + s("/old")).entryList(everything), (QStringList{s("Dockerfile"), s("train.py")}));
        QCOMPARE(document(disk + s("/old/Dockerfile")), s("mine"));
    }

    void aFileThatCannotBeReplacedKeepsTheOthers()
    {
        const QString folder = file("stuck");
        QVERIFY(QDir().mkpath(folder) && write(folder + s("/Dockerfile"), "mine") && write(folder + s("/task.yaml"), "mine too")
                && write(file("other"), "other"));
        // A mounted file cannot be replaced.
        const QByteArray place = QFile::encodeName(folder + s("/task.yaml"));
        if (::mount(QFile::encodeName(file("other")).constData(), place.constData(), nullptr, MS_BIND, nullptr) != 0)
            QSKIP("a file cannot be mounted; run as root: sudo ctest -R tst_environment");
        const auto answer = [&] {
            const auto gone = qScopeGuard([&] { ::umount2(place.constData(), MNT_DETACH); });
            return run(make({s("-o"), folder, s("--force")}));
        }();
        QVERIFY2(answer.status == 2 && answer.err.contains("task.yaml cannot be written"), answer.told().constData());
        QCOMPARE(QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 (QStringList{s("Dockerfile"), s("task.yaml")}));
        QVERIFY(document(folder + s("/Dockerfile")) == s("mine") && document(folder + s("/task.yaml")) == s("mine too"));
        QVERIFY(QFile::remove(folder + s("/task.yaml")) && QDir().mkpath(folder + s("/task.yaml")));
        const auto isFolder = run(make({s("-o"), folder, s("--force")}));
        QVERIFY2(isFolder.status == 2 && isFolder.err.contains("is not a file"), isFolder.told().constData());
        QCOMPARE(document(folder + s("/Dockerfile")), s("mine"));
    }

    void oddNamesOfFoldersStayOnOneLine()
    {
        const QString odd = file("a\\b\n\x1b[31m");
        const auto made = run(make({s("-o"), odd}));
        QVERIFY2(made.status == 0 && QFile::exists(odd + s("/Dockerfile")), made.told().constData());
        QVERIFY2(made.out.contains("a\\\\b\\n\\x1b[31m:\n"), made.told().constData());
        const auto again = run(make({s("-o"), odd}));
        QVERIFY2(again.status == 2 && again.err.contains("a\\\\b\\n\\x1b[31m/Dockerfile already exists"), again.told().constData());
        QCOMPARE(again.err.count('\n'), 1);
        const auto lint = run({s("environment"), s("lint"), odd + s("/Dockerfile"), s("--gpu"), s("H100"), s("--driver"), s("550.54.15")});
        QVERIFY2(lint.status == 0 && lint.out.contains("a\\\\b\\n\\x1b[31m/Dockerfile"), lint.told().constData());
        for (const QStringList &words :
             {QStringList{s("environment"), s("lint"), odd + s("/nothing")}, QStringList{s("task"), s("check"), odd + s("/nothing")}}) {
            const auto missing = run(words);
            QVERIFY2(missing.status == 2 && missing.err.contains("a\\\\b\\n\\x1b[31m/nothing"), missing.told().constData());
        }
    }

    void listsOfNothingAreSaid_data()
    {
        QTest::addColumn<QString>("option");
        QTest::newRow("packages of the system") << s("--apt");
        QTest::newRow("packages of Python") << s("--pip");
    }
    void listsOfNothingAreSaid()
    {
        QFETCH(QString, option);
        for (const char *nothing : {"", ",", " , ,"}) {
            const auto answer = run(make({option, s(nothing)}));
            QVERIFY2(answer.status == 2 && answer.err.contains(option.toUtf8() + " takes"), answer.told().constData());
        }
    }

    void recipesAreAlsoJson()
    {
        const QJsonObject object = run(QStringList{s("--json")} + make({s("--engine"), s("podman"), s("--nodes"), s("2")})).object();
        QCOMPARE(object[QLatin1String("verdict")].toString(), s("runs"));
        QCOMPARE(object[QLatin1String("build")].toString(), s("cu121"));
        QCOMPARE(object[QLatin1String("image")].toString(), s("trainyard-torch:2.5.1-cu121"));
        QVERIFY(object[QLatin1String("refusal")].isNull() && object[QLatin1String("directory")].isNull());
        QCOMPARE(object[QLatin1String("files")].toArray().size(), 5);
        for (const char *list : {"options", "variables"}) {
            const QJsonArray entries = object[QLatin1String(list)].toArray();
            QVERIFY(!entries.isEmpty());
            for (const QJsonValue &entry : entries) {
                QVERIFY(!entry[QLatin1String("why")].toString().isEmpty());
                for (const QJsonValue &source : entry[QLatin1String("sources")].toArray())
                    QVERIFY2(!source[QLatin1String("title")].toString().isEmpty(), qPrintable(source[QLatin1String("code")].toString()));
            }
        }
    }

    void whatDoesNotRunIsRefused_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const char *words, int status, const char *said) {
            QTest::newRow(name) << QProcess::splitCommand(s(words)) << status << s(said);
        };
        row("too new for the driver", "--gpu H100 --driver 550.54.15 --torch 2.9.0+cu130", 1, "Alternatives");
        row("never built", "--gpu A100 --driver 560.35.03 --torch 2.1.0+cu122", 1, "cu118, cu121");
        row("driver that does not exist", "--gpu A100 --driver 535.154.02 --torch 2.0.1", 6, "535.154.05");
        row("no driver", "--gpu A100 --torch 2.5.1", 6, "The driver: add --driver");
        row("GPU that nobody knows", "--gpu Banana --driver 550.54.15 --torch 2.5.1", 6, "the name is unknown");
        row("no framework", "--gpu A100 --driver 550.54.15", 2, "Name one framework");
        row("two frameworks", "--gpu A100 --driver 550.54.15 --torch 2.5.1 --jax 0.11.0", 2, "Name one framework");
        row("two numbers", "--gpu A100 --driver 550.54.15 --torch 2.5", 2, "complete version");
        row("package without a version", "--gpu A100 --driver 550.54.15 --torch 2.5.1 --pip numpy", 2, "numpy==1.26.4");
        row("engine", "--gpu A100 --driver 550.54.15 --torch 2.5.1 --engine lxc", 2, "--engine");
        row("number", "--gpu A100 --driver 550.54.15 --torch 2.5.1 --gpus many", 2, "--gpus");
        row("option", "--gpu A100 --driver 550.54.15 --torch 2.5.1 --latest", 2, "Unknown option");
    }
    void whatDoesNotRunIsRefused()
    {
        QFETCH(QStringList, words);
        QFETCH(int, status);
        QFETCH(QString, said);
        const QString folder = file("never");
        const auto answer = run(QStringList{s("environment"), s("make"), s("-o"), folder} + words);
        QVERIFY2(answer.status == status, answer.told().constData());
        QVERIFY2((answer.out + answer.err).contains(said.toUtf8()), answer.told().constData());
        QVERIFY(!QFile::exists(folder));
    }

    void textIsReadFromFilesAndInput()
    {
        QVERIFY(write(file("Dockerfile"), "FROM pytorch/pytorch:latest\nRUN pip install torch\n"));
        const auto bad = run({s("environment"), s("lint"), file("Dockerfile")});
        QVERIFY2(bad.status == 0 && bad.out.contains(":1:6: warning: ") && bad.out.contains("[framework-unpinned]"),
                 bad.told().constData());
        QVERIFY(write(file("x.sh"), "nvlink-smi\n"));
        const auto worse = run({s("--json"), s("environment"), s("lint"), file("x.sh")});
        QCOMPARE(worse.status, 1);
        const QJsonObject object = worse.object();
        QCOMPARE(object[QLatin1String("kind")].toString(), s("command"));
        QCOMPARE(object[QLatin1String("errors")].toInt(), 1);
        const QJsonValue finding = object[QLatin1String("findings")][0];
        QCOMPARE(finding[QLatin1String("rule")].toString(), s("dead-command"));
        QCOMPARE(finding[QLatin1String("replacement")].toString(), s("nvidia-smi nvlink -s"));
        QVERIFY(!finding[QLatin1String("sources")][0][QLatin1String("title")].toString().isEmpty());

        QProcess process;
        YardCommand command = yard();
        process.setProcessEnvironment(command.environment);
        process.start(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), {s("environment"), s("lint"), s("-")});
        QVERIFY(process.waitForStarted());
        process.write("docker run --gpus all -e HF_TOKEN=hf_verysecretverysecretvery pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime python "
                      "train.py\n");
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(60000));
        const QByteArray out = process.readAllStandardOutput();
        QVERIFY2(process.exitCode() == 1 && out.contains("[secret]") && out.contains("[shared-memory]") && !out.contains("verysecret"),
                 out.constData());

        QCOMPARE(run({s("environment"), s("lint"), file("nowhere")}).status, 2);
        QCOMPARE(run({s("environment"), s("lint"), m_home.path()}).status, 2);
        QCOMPARE(run({s("environment"), s("lint")}).status, 2);
        QCOMPARE(run({s("environment"), s("lint"), file("x.sh"), s("--as"), s("poem")}).status, 2);
        QVERIFY(write(file("long"), QByteArray(300 * 1024, 'a')));
        QCOMPARE(run({s("environment"), s("lint"), file("long")}).status, 1);
    }

    void mistakesInATaskAreSaid()
    {
        QVERIFY(write(file("t.yaml"), "run: |\n  nvlink-smi\n  python train.py\n"));
        const auto answer = run({s("task"), s("check"), file("t.yaml")});
        QVERIFY2(answer.status == 0 && answer.err.contains(":2:3: error: ") && answer.err.contains("dead-command")
                     && !answer.err.contains("no-checkpoints"),
                 answer.told().constData());
    }

    void aTaskThatCannotBeReadIsNoCleanOne()
    {
        for (const char *text : {"just words\n", "runn: x\n", "run: [\n", ""}) {
            QVERIFY(write(file("broken.yaml"), text));
            const auto answer = run({s("environment"), s("lint"), s("--as"), s("task"), file("broken.yaml")});
            QVERIFY2(answer.status == 2 && answer.err.contains("broken.yaml:"), answer.told().constData());
        }
    }

    void findingsAreInChineseToo()
    {
        YardCommand chinese = yard();
        chinese.environment.insert(s("LANGUAGE"), s("zh_CN"));
        chinese.environment.insert(s("LC_ALL"), s("zh_CN.UTF-8"));
        const QJsonObject object = chinese.run({s("--json"), s("environment"), s("lint"), file("x.sh")}).object();
        static const QRegularExpression han(s("[\\x{4e00}-\\x{9fff}]"));
        for (const char *key : {"what", "why", "fix"})
            QVERIFY2(han.match(object[QLatin1String("findings")][0][QLatin1String(key)].toString()).hasMatch(), key);
    }

    void everyRuleAndSourceIsDocumented()
    {
        const QString text = document(QStringLiteral(TRAINYARD_SOURCE_DIR "/docs/environment.md"));
        static const QRegularExpression rule(s("\\{\"([a-z-]+)\",\\s+(Error|Warning|Hint),"));
        const QString rules = document(QStringLiteral(TRAINYARD_SOURCE_DIR "/core/knowledge/environment/internal/lintrules.cpp"));
        int count = 0;
        for (auto it = rule.globalMatch(rules); it.hasNext(); ++count) {
            const auto match = it.next();
            QVERIFY2(text.contains(s("\n| `%1` | %2 | ").arg(match.captured(1), match.captured(2).toLower())),
                     qPrintable(match.captured(1)));
        }
        QVERIFY(count > 50);
        const QJsonArray sources =
            QJsonDocument::fromJson(document(QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/recipe/sources.json")).toUtf8()).array();
        QVERIFY(sources.size() > 25);
        for (const QJsonValue &source : sources)
            QVERIFY2(text.contains(s("\n| %1 | ").arg(source[QLatin1String("code")].toString())),
                     qPrintable(source[QLatin1String("code")].toString()));
    }

    // A real engine reads and builds the written files. The base image is a stand-in whose programs do nothing, because there is no
    // registry to pull from.
    void aContainerEngineBuildsTheDockerfile()
    {
        const ContainerEngine podman(ContainerEngine::Kind::Podman);
        if (!podman.problem().isEmpty()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(podman.problem()));
            QSKIP(qPrintable(podman.problem()));
        }
        QVERIFY(write(file("stub"), "#!/bin/sh\nexit 0\n"));
        QList<QPair<QString, QString>> files{{s("/bin/busybox"), s("/bin/busybox")}, {s("/etc/passwd"), file("passwd")}};
        QVERIFY(write(file("passwd"), "root:x:0:0:root:/root:/bin/sh\ntrainer:x:1000:1000::/home:/bin/sh\n"));
        QList<QPair<QString, QString>> links;
        for (const char *name : {"sh", "rm", "echo", "cat", "true"})
            links << qMakePair(s("/bin/") + s(name), s("busybox"));
        for (const char *name : {"python", "apt-get", "groupadd", "useradd", "install"})
            files << qMakePair(s("/bin/") + s(name), file("stub"));
        QVERIFY(podman.makeImage(s("localhost/python:3.11-slim-bookworm"), files, links));

        const QString folder = file("build");
        QVERIFY(run(make({s("-o"), folder, s("--apt"), s("git"), s("--pip"), s("numpy==1.26.4")})).status == 0);
        QString dockerfile = document(folder + s("/Dockerfile"));
        dockerfile.replace(s("FROM python:"), s("FROM localhost/python:"));
        QVERIFY(write(folder + s("/Dockerfile"), dockerfile.toUtf8()));
        const auto built = podman.run({s("build"), s("--pull=never"), s("--isolation=chroot"), s("--tag"), s("localhost/made:1"), folder});
        QVERIFY2(built.first == 0, built.second.constData());
        const auto inspected = podman.run({s("image"), s("inspect"), s("localhost/made:1")});
        QVERIFY2(inspected.first == 0, inspected.second.constData());
        const QJsonValue config = QJsonDocument::fromJson(inspected.second).array()[0][QLatin1String("Config")];
        QCOMPARE(config[QLatin1String("User")].toString(), s("trainer"));
        QCOMPARE(config[QLatin1String("WorkingDir")].toString(), s("/workspace"));
        QCOMPARE(config[QLatin1String("Cmd")].toArray().size(), 3);
        QVERIFY(inspected.second.contains("NVIDIA_DRIVER_CAPABILITIES=compute,utility")
                && inspected.second.contains("PIP_CONSTRAINT=/etc/pip-constraints.txt"));
    }
};

QTEST_GUILESS_MAIN(TestEnvironment)
#include "tst_environment.moc"
