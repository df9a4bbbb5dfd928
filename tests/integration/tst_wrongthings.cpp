// SPDX-License-Identifier: GPL-3.0-or-later
// Failures on the way from a pasted command to a run: one clear sentence, the right exit status, nothing lost.
#include "tests/support/labmachine.h"
#include "tests/support/smalldisk.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");

bool write(const QString &file, const QByteArray &content)
{
    QFile opened(file);
    return opened.open(QIODevice::WriteOnly) && opened.write(content) == content.size();
}

}  // namespace

// A machine that cannot be set up here is a failure under CI and a visible skip elsewhere.
#define START_OR_SKIP(machine)                               \
  if (!(machine).start()) {                                  \
    if (qEnvironmentVariable("CI") == QLatin1String("true")) \
      QFAIL(qPrintable((machine).problem()));                \
    QSKIP(qPrintable((machine).problem()));                  \
  }

#define DISK_OR_SKIP(disk)                                         \
  if (!(disk).isMounted()) {                                       \
    if (qEnvironmentVariable("CI") == QLatin1String("true"))       \
      QFAIL("a small file system cannot be mounted");              \
    QSKIP("mounting a small file system needs root: sudo ./test"); \
  }

class TestWrongThings : public QObject {
    Q_OBJECT

    QTemporaryDir m_state;
    QTemporaryDir m_project;

    YardCommand yard() const { return YardCommand(kYard, m_state.path()); }

    // The message is one sentence on stderr's first line, and nothing has changed.
    static void verifySentence(const YardCommand::Answer &answer, int status)
    {
        QVERIFY2(answer.status == status, answer.told().constData());
        const QByteArray first = answer.err.split('\n').first();
        QVERIFY2(first.startsWith("yard: ") && first.size() > 20, answer.told().constData());
        QVERIFY2(first.endsWith('.') || first.endsWith(')') || first.contains(": "), answer.told().constData());
    }

    QString task(const QByteArray &yaml)
    {
        const QString file = m_project.filePath(QStringLiteral("task.yaml"));
        return write(file, yaml) ? file : QString();
    }

    QStringList launch(const QString &file) const
    {
        return {QStringLiteral("--json"),    QStringLiteral("run"), QStringLiteral("launch"),
                QStringLiteral("--machine"), QStringLiteral("lab"), file};
    }

    YardCommand::Answer add(const LabMachine &machine) const
    {
        return yard().run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), machine.sshCommand()});
    }

private Q_SLOTS:
    void cleanup() { QDir(m_state.path()).removeRecursively(); }

    void unreachableHost()
    {
        QTcpServer server;  // takes a free port and releases it: it has no listener
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const QString port = QString::number(server.serverPort());
        server.close();
        verifySentence(yard().run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"),
                                   QStringLiteral("ssh -p %1 nobody@127.0.0.1").arg(port)}),
                       3);
        QCOMPARE(yard().run({QStringLiteral("--json"), QStringLiteral("machine"), QStringLiteral("list")}).array().size(), 0);
    }

    void refusedKey()
    {
        LabMachine machine(std::nullopt);
        START_OR_SKIP(machine);
        QVERIFY(SshdFixture::makeKey(m_project.filePath(QStringLiteral("other"))));
        QString command = machine.sshCommand();
        command.replace(machine.sshd().clientKey(), m_project.filePath(QStringLiteral("other")));
        verifySentence(yard().run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), command}), 4);
        QCOMPARE(yard().run({QStringLiteral("--json"), QStringLiteral("machine"), QStringLiteral("list")}).array().size(), 0);
    }

    void unknownHostKeyIsAskedForAndRemembered()
    {
        LabMachine machine(std::nullopt);
        START_OR_SKIP(machine);
        machine.sshd().forgetHostKey();
        const auto refused = add(machine);
        verifySentence(refused, 4);
        QVERIFY2(refused.err.contains(machine.sshd().hostFingerprint().toUtf8()), refused.told().constData());
        const auto accepted = yard().run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("--accept-host-key"),
                                          machine.sshd().hostFingerprint(), QStringLiteral("lab"), machine.sshCommand()});
        QVERIFY2(accepted.status == 0, accepted.told().constData());
        QCOMPARE(yard().run({QStringLiteral("machine"), QStringLiteral("show"), QStringLiteral("lab")}).status, 0);
    }

    void changedHostKey()
    {
        LabMachine machine(std::nullopt);
        START_OR_SKIP(machine);
        QCOMPARE(add(machine).status, 0);
        const QByteArray before = machine.sshd().hostFingerprint().toUtf8();
        machine.sshd().stop();
        QVERIFY(machine.sshd().replaceHostKey());
        QVERIFY(machine.sshd().start());
        const auto refused = yard().run({QStringLiteral("machine"), QStringLiteral("show"), QStringLiteral("lab")});
        verifySentence(refused, 4);
        QVERIFY2(refused.err.contains(before), refused.told().constData());
        QVERIFY2(refused.err.contains(machine.sshd().hostFingerprint().toUtf8()), refused.told().constData());
    }

    void noContainerEngine()
    {
        LabMachine machine(std::nullopt);
        QTemporaryDir tools;  // everything but the engines
        for (const QString &directory : {QStringLiteral("/usr/bin"), QStringLiteral("/usr/sbin")}) {
            for (const QString &name : QDir(directory).entryList(QDir::Files)) {
                if (!name.contains(QLatin1String("docker")) && name != QLatin1String("podman"))
                    QFile::link(directory + u'/' + name, tools.filePath(name));
            }
        }
        machine.sshd().setEnvironment(QStringLiteral("PATH"), tools.path());
        START_OR_SKIP(machine);
        QCOMPARE(add(machine).status, 0);
        const auto answer = yard().run(launch(task("run: echo hello\nresources:\n  image_id: docker:some/image\n")));
        QVERIFY2(answer.status == 1, answer.told().constData());
        QVERIFY2(answer.err.contains("container engine"), answer.told().constData());
        QCOMPARE(yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("list")}).array().size(), 0);
    }

    void unknownImage_data()
    {
        QTest::addColumn<bool>("isDocker");
        QTest::newRow("podman") << false;
        QTest::newRow("docker") << true;
    }
    void unknownImage()
    {
        QFETCH(bool, isDocker);
        LabMachine machine(isDocker ? ContainerEngine::Kind::Docker : ContainerEngine::Kind::Podman);
        START_OR_SKIP(machine);
        QCOMPARE(add(machine).status, 0);
        const auto answer = yard().run(launch(task("run: echo hello\nengine: " + QByteArray(isDocker ? "docker" : "podman")
                                                   + "\nresources:\n  image_id: docker:localhost/no-such-image:9\n")),
                                       120000);
        verifySentence(YardCommand::Answer{answer.status, {}, answer.err.mid(answer.err.indexOf("yard: "))}, 5);
        const QJsonArray runs = yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("list")}).array();
        QCOMPARE(runs.size(), 1);
        QCOMPARE(runs[0].toObject()[QLatin1String("state")].toString(), QStringLiteral("failed"));
        const QString message = runs[0].toObject()[QLatin1String("message")].toString();
        QVERIFY2(message.contains(QLatin1String("no-such-image")), answer.told().constData());
        // All of the engine's output can be read here.
        const auto log = yard().run({QStringLiteral("run"), QStringLiteral("logs"), runs[0].toObject()[QLatin1String("id")].toString()});
        QVERIFY2(log.status == 0 && log.out.contains("no-such-image"), log.told().constData());
    }

    void mistakesInTheTaskFileNameTheirPlace()
    {
        const auto answer = yard().run({QStringLiteral("task"), QStringLiteral("check"), task("name: x\nrun: echo\nacelerators: H100\n")});
        QVERIFY2(answer.status == 2, answer.told().constData());
        QVERIFY2(answer.err.contains("task.yaml:3:1:") && answer.err.contains("acelerators"), answer.told().constData());
        const auto missing = yard().run({QStringLiteral("task"), QStringLiteral("check"), QStringLiteral("/no/such.yaml")});
        verifySentence(missing, 2);
    }

    void unwritableDisk()
    {
        LabMachine machine(std::nullopt);
        START_OR_SKIP(machine);
        SmallDisk disk(machine.home() + QStringLiteral("/.trainyard"), "size=1m");
        DISK_OR_SKIP(disk);
        QVERIFY(disk.makeReadOnly());
        QCOMPARE(add(machine).status, 0);
        const auto answer = yard().run(launch(task("run: echo hello\n")));
        QVERIFY2(answer.status == 1, answer.told().constData());
        QVERIFY2(answer.err.contains("yard: "), answer.told().constData());
        const QJsonArray runs = yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("list")}).array();
        QCOMPARE(runs.size(), 1);
        QCOMPARE(runs[0].toObject()[QLatin1String("state")].toString(), QStringLiteral("failed"));
        QVERIFY(!runs[0].toObject()[QLatin1String("message")].toString().isEmpty());
    }

    void fullDiskAtLaunch()
    {
        LabMachine machine(std::nullopt);
        START_OR_SKIP(machine);
        SmallDisk disk(machine.home() + QStringLiteral("/.trainyard"), "size=32k");
        DISK_OR_SKIP(disk);
        QCOMPARE(add(machine).status, 0);
        const auto answer = yard().run(launch(task("run: echo hello\n")));
        QVERIFY2(answer.status == 1, answer.told().constData());
        QCOMPARE(answer.object()[QLatin1String("error")].toObject()[QLatin1String("code")].toString(), QStringLiteral("no-space"));
        // Nothing incomplete remains on a full disk.
        QVERIFY(QDir(machine.home() + QStringLiteral("/.trainyard/runs")).entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
    }

    void fullDiskDuringTheRunLosesNothingThatWasWritten()
    {
        LabMachine machine(std::nullopt);
        START_OR_SKIP(machine);
        SmallDisk disk(machine.home() + QStringLiteral("/.trainyard"), "size=1m");
        DISK_OR_SKIP(disk);
        QCOMPARE(add(machine).status, 0);
        const auto answer = yard().run(launch(task(
            "run: |\n  i=0\n  while [ $i -lt 40000 ]; do i=$((i+1)); echo \"line $i of a log that outgrows its disk\"; done 2>/dev/null\n"
            "  while [ ! -e \"$HOME/go-on\" ]; do sleep 0.1; done\n  exit 4\n")));
        QVERIFY2(answer.status == 0, answer.told().constData());
        const QString id = answer.object()[QLatin1String("id")].toString();
        const QString directory = machine.runDirectory(RunId(id));
        QTRY_VERIFY_WITH_TIMEOUT(QFile(directory + QStringLiteral("/log")).size() > 500000, 60000);
        QVERIFY(write(machine.home() + QStringLiteral("/go-on"), "x"));
        QTest::qWait(3000);  // the end cannot be written yet: there is no space for it
        const auto during = yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), id});
        QCOMPARE(during.object()[QLatin1String("state")].toString(), QStringLiteral("running"));
        // Space is freed; the supervisor then reports the end by itself.
        QVERIFY(QFile::remove(directory + QStringLiteral("/starter")));
        QVERIFY(QFile::remove(directory + QStringLiteral("/sample.sh")));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(directory + QStringLiteral("/exit")), 60000);
        const auto shown = yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), id});
        QVERIFY2(shown.status == 0, shown.told().constData());
        QCOMPARE(shown.object()[QLatin1String("exit_code")].toInt(-1), 4);
        QFile here(m_state.path() + QStringLiteral("/data/runs/") + id + QStringLiteral("/log"));
        QFile there(directory + QStringLiteral("/log"));
        QVERIFY(here.open(QIODevice::ReadOnly) && there.open(QIODevice::ReadOnly));
        QVERIFY(here.readAll() == there.readAll());
    }

    void strangeNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("blanks") << QStringLiteral("my first run");
        QTest::newRow("quotes") << QStringLiteral("it's \"quoted\" \\ back");
        QTest::newRow("newline") << QStringLiteral("two\nlines");
        QTest::newRow("substitution") << QStringLiteral("$(touch pwned) `touch pwned` ;touch pwned");
        QTest::newRow("option") << QStringLiteral("rm -rf --help");
        QTest::newRow("Chinese") << QString::fromUtf8("训练 模型 一号");
    }
    void strangeNames()
    {
        QFETCH(QString, name);
        LabMachine machine(std::nullopt);
        START_OR_SKIP(machine);
        QCOMPARE(add(machine).status, 0);
        // As a YAML double-quoted scalar.
        QString quoted = name;
        quoted.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\"")).replace(u'\n', QStringLiteral("\\n"));
        QDir(m_project.path()).mkpath(QString(name).replace(u'/', u'_'));
        QVERIFY(write(m_project.path() + u'/' + name + QStringLiteral("/file $(touch pwned) '\".txt"), "content"));
        const auto answer = yard().run(
            launch(task(QStringLiteral("name: \"%1\"\nworkdir: \"%1\"\nenvs:\n  GIVEN: \"%1\"\nrun: |\n  printf '%s|' \"$GIVEN\"; ls\n")
                            .arg(quoted)
                            .toUtf8())));
        QVERIFY2(answer.status == 0, answer.told().constData());
        QCOMPARE(answer.object()[QLatin1String("name")].toString(), name);
        const QString id = answer.object()[QLatin1String("id")].toString();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(machine.runDirectory(RunId(id)) + QStringLiteral("/exit")), 60000);
        const auto log = yard().run({QStringLiteral("run"), QStringLiteral("logs"), id});
        QVERIFY2(log.out.startsWith(name.toUtf8() + '|') && log.out.contains("file $(touch pwned)"), log.told().constData());
        QVERIFY(LabMachine::findFiles(machine.home(), QStringLiteral("pwned")).isEmpty());
        QVERIFY(!QFile::exists(QStringLiteral("pwned")));
    }

    void strangeMachineNames()
    {
        LabMachine machine(std::nullopt);
        START_OR_SKIP(machine);
        const QString name = QString::fromUtf8("实验室 \"A\" $(touch pwned) it's");
        QCOMPARE(yard().run({QStringLiteral("machine"), QStringLiteral("add"), name, machine.sshCommand()}).status, 0);
        const auto shown = yard().run({QStringLiteral("--json"), QStringLiteral("machine"), QStringLiteral("show"), name});
        QVERIFY2(shown.status == 0, shown.told().constData());
        QCOMPARE(shown.object()[QLatin1String("name")].toString(), name);
        const auto refused = yard().run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("a\nb"), machine.sshCommand()});
        QVERIFY2(refused.status == 2, refused.told().constData());
    }
};

QTEST_GUILESS_MAIN(TestWrongThings)
#include "tst_wrongthings.moc"
