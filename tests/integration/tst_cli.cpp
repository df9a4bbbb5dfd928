// SPDX-License-Identifier: GPL-3.0-or-later
// `yard` in scripts and pipelines: exit statuses, JSON, closed pipes, Ctrl+C, and run directories into which the run itself has put
// arbitrary things.
#include "core/base/paths.h"
#include "core/storage/database/statedatabase.h"
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");
constexpr int kPrompt = 15000;  // "at once" on a busy computer, far below any deadline of a connection
const QByteArray kWaitForGoOn = "run: |\n  echo begin\n  while [ ! -e \"$HOME/go-on\" ]; do sleep 0.1; done\n";

bool write(const QString &file, const QByteArray &content)
{
    QFile opened(file);
    return opened.open(QIODevice::WriteOnly) && opened.write(content) == content.size();
}

QByteArray safetensors(int step)
{
    const QByteArray header = "{\"__metadata__\":{\"step\":\"" + QByteArray::number(step)
                              + "\"},\"w\":{\"dtype\":\"F32\",\"shape\":[64],\"data_offsets\":[0,256]}}";
    QByteArray length(8, '\0');
    length[0] = static_cast<char>(header.size());
    return length + header + QByteArray(256, 'x');
}

}  // namespace

class TestCli : public QObject {
    Q_OBJECT

    QTemporaryDir m_state, m_project;
    std::unique_ptr<LabMachine> m_machine;

    YardCommand yard() const { return YardCommand(kYard, m_state.path()); }
    YardCommand::Answer run(const QString &words, int timeoutMs = 60000) const { return yard().run(words.split(u' '), timeoutMs); }

    QString task(const QByteArray &yaml) const
    {
        const QString file = m_project.filePath(QStringLiteral("task.yaml"));
        return write(file, yaml) ? file : QString();
    }

    // The id of a run that has started; empty if it did not.
    QString launched(const QByteArray &yaml) const
    {
        return run(QStringLiteral("--json run launch --machine lab ") + task(yaml)).object()[QLatin1String("id")].toString();
    }

    QJsonObject shown(const QString &id) const { return run(QStringLiteral("--json run show ") + id).object(); }

    // Runs a shell line, so that yard is part of a pipeline. $YARD is the program.
    YardCommand::Answer shell(const QString &line, int timeoutMs = 60000) const
    {
        YardCommand command(QStringLiteral("/bin/sh"), m_state.path());
        command.environment.insert(QStringLiteral("YARD"), kYard);
        return command.run({QStringLiteral("-c"), line}, timeoutMs);
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
        const auto added = yard().run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), m_machine->sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
    }

    void cleanup()
    {
        if (!m_machine->sshd().isRunning())
            QVERIFY(m_machine->sshd().start());
        // Everything that still waits ends now.
        QVERIFY(write(m_machine->home() + QStringLiteral("/go-on"), "x"));
        LabMachine::kill(LabMachine::processesWith(m_machine->home() + QStringLiteral("/.trainyard/runs")));
        QFile::remove(m_machine->home() + QStringLiteral("/go-on"));
    }

    void unusableMachineNamesAreRefusedBeforeConnecting_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("empty") << QString();
        QTest::newRow("blank") << QStringLiteral("  ");
        QTest::newRow("blank at the end") << QStringLiteral("lab ");
        QTest::newRow("control character") << QStringLiteral("a\033[31mb");
        QTest::newRow("turned round") << QStringLiteral("a\u202eb");
        QTest::newRow("no width") << QStringLiteral("a\u200bb");
        QTest::newRow("an option") << QStringLiteral("-x");
        QTest::newRow("too long") << QString(65, u'x');
    }
    void unusableMachineNamesAreRefusedBeforeConnecting()
    {
        QFETCH(QString, name);
        QTcpServer nobody;
        QVERIFY(nobody.listen(QHostAddress::LocalHost));
        const QString port = QString::number(nobody.serverPort());
        nobody.close();  // a connection to it would give exit status 3
        const auto answer = yard().run({QStringLiteral("--json"), QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("--"),
                                        name, QStringLiteral("ssh -p %1 me@127.0.0.1").arg(port)});
        QVERIFY2(answer.status == 2, answer.told().constData());
        QCOMPARE(answer.object()[QLatin1String("error")].toObject()[QLatin1String("code")].toString(), QStringLiteral("invalid-input"));
    }

    void everyFailureIsOneJsonDocument_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("status");
        const auto row = [](const char *words, int status) { QTest::newRow(words) << QString::fromLatin1(words) << status; };
        row("--json", 2);
        row("--json nonsense", 2);
        row("--json run", 2);
        row("--json machine add lab", 2);
        row("--json machine show", 2);
        row("--json machine show nobody", 1);
        row("--json machine remove nobody", 1);
        row("--json sandbox start --gpus nine", 2);
        row("--json run launch", 2);
        row("--json run launch --machine lab /no/such/file", 2);
        row("--json run show nothing", 1);
        row("--json run logs nothing", 1);
        row("--json run logs -f nothing", 1);
        row("--json run metrics nothing", 1);
        row("--json run stop nothing", 1);
        row("--json run resume nothing", 1);
        row("--json checkpoint list nothing", 1);
        row("--json checkpoint resume nothing", 1);
        row("--json checkpoint resume --preset cobol nothing", 2);
        row("--json checkpoint resume --add $(id) nothing", 2);
        row("--json demo nonsense", 2);
    }
    void everyFailureIsOneJsonDocument()
    {
        QFETCH(QString, words);
        QFETCH(int, status);
        const auto answer = run(words);
        QVERIFY2(answer.status == status, answer.told().constData());
        const QJsonObject error = answer.object()[QLatin1String("error")].toObject();
        QVERIFY2(!error[QLatin1String("code")].toString().isEmpty(), answer.told().constData());
        QVERIFY2(answer.out.count('\n') == 1, answer.told().constData());  // one line, so that streams stay streams
        QVERIFY2(answer.err.startsWith("yard: "), answer.told().constData());
    }

    void successIsOneJsonDocumentToo()
    {
        QTemporaryDir other;
        const YardCommand command(kYard, other.path());
        const QStringList add{QStringLiteral("--json"), QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"),
                              m_machine->sshCommand()};
        QCOMPARE(command.run(add).object()[QLatin1String("name")].toString(), QStringLiteral("lab"));
        const auto removed = command.run(QStringLiteral("--json machine remove lab").split(u' '));
        QCOMPARE(removed.object()[QLatin1String("name")].toString(), QStringLiteral("lab"));
        const auto stopped = command.run(QStringLiteral("--json sandbox stop").split(u' '));
        QVERIFY2(stopped.status == 0, stopped.told().constData());
        QVERIFY(stopped.object()[QLatin1String("running")].isBool());
    }

    void stoppingTheSandboxNamesTheRunsThatGoOn()
    {
        QTemporaryDir other;
        const YardCommand command(kYard, other.path());
        const auto stop = [&] { return command.run(QStringLiteral("sandbox stop").split(u' ')); };
        const QString database = Paths{other.path() + QStringLiteral("/data"), {}}.database();
        {
            const auto store = StateDatabase::open(database);
            QVERIFY2(store, store ? "" : qPrintable(store.error().what));
            const auto add = [&](const QString &id, bool isSimulated, RunState state) {
                Run run;
                run.lineage = id;
                run.id = RunId(id);
                run.isSimulated = isSimulated;
                run.state = state;
                return (*store)->runs.add(run).has_value();
            };
            QVERIFY(add(QStringLiteral("elsewhere-aaaaaa-a1"), false, RunState::Running));
            QVERIFY(add(QStringLiteral("over-bbbbbb-a1"), true, RunState::Finished));
        }
        const auto quiet = stop();
        QVERIFY2(quiet.status == 0 && !quiet.err.contains("go on"), quiet.told().constData());
        {
            const auto store = StateDatabase::open(database);
            QVERIFY2(store, store ? "" : qPrintable(store.error().what));
            Run run;
            run.lineage = QStringLiteral("busy-cccccc-a1");
            run.id = RunId(run.lineage);
            run.isSimulated = true;
            run.state = RunState::Running;
            QVERIFY((*store)->runs.add(run));
        }
        const auto told = stop();
        QCOMPARE(told.status, 0);
        QVERIFY2(told.err.contains("still running: busy-cccccc-a1."), told.told().constData());
    }

    void aReaderThatGoesAwayEndsTheFollowing_data()
    {
        QTest::addColumn<QString>("words");
        QTest::newRow("log of a run that says nothing more") << QStringLiteral("run logs -f");
        QTest::newRow("metrics") << QStringLiteral("run metrics -f");
        QTest::newRow("metrics as JSON") << QStringLiteral("--json run metrics -f");
    }
    void aReaderThatGoesAwayEndsTheFollowing()
    {
        QFETCH(QString, words);
        const QString id = launched(kWaitForGoOn);
        QVERIFY(!id.isEmpty());
        QElapsedTimer timer;
        timer.start();
        const auto answer = shell(QStringLiteral("{ $YARD %1 %2; echo $? >&2; } | head -n 1").arg(words, id));
        QVERIFY2(timer.elapsed() < kPrompt, answer.told().constData());
        QVERIFY2(answer.out.count('\n') == 1, answer.told().constData());
        QCOMPARE(answer.err, QByteArray("0\n"));
    }

    void aBrokenPipeEndsNoProgram_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("yard") << QStringList{kYard, "run", "logs", "-f"};
        QTest::newRow("trainyard") << QStringList{TRAINYARD_BIN_DIR "/trainyard"};
    }
    void aBrokenPipeEndsNoProgram()
    {
        QFETCH(QStringList, words);
        if (words.first() == kYard) {
            words << launched(kWaitForGoOn);
            QVERIFY(!words.last().isEmpty());
        }
        YardCommand command(words.takeFirst(), m_state.path());
        command.environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        const auto program = command.start(words);
        const auto isIgnored = [&program] {
            QFile status(QStringLiteral("/proc/%1/status").arg(program->processId()));
            if (!status.open(QIODevice::ReadOnly))
                return false;
            const QByteArray text = status.readAll();
            const quint64 mask = text.mid(text.indexOf("SigIgn:") + 7).trimmed().left(16).toULongLong(nullptr, 16);
            return (mask & (1ull << (SIGPIPE - 1))) != 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isIgnored(), 20'000);
        ::kill(static_cast<pid_t>(program->processId()), SIGPIPE);
        QVERIFY(!program->waitForFinished(500));
        program->terminate();
        QVERIFY(program->waitForFinished(20'000));
    }

    void outputThatCannotBeWrittenIsSaid()
    {
        const auto answer = shell(QStringLiteral("$YARD machine list >/dev/full"));
        QVERIFY2(answer.status == 1, answer.told().constData());
        QVERIFY2(answer.err.startsWith("yard: "), answer.told().constData());
    }

    void aClosedOutputLeavesTheDatabaseAlone()
    {
        const auto answer = shell(QStringLiteral("$YARD run list <&- >&- 2>&-; $YARD machine list >&-; $YARD --json machine list"));
        QVERIFY2(answer.status == 0, answer.told().constData());
        QCOMPARE(answer.array().size(), 1);
    }

    void oneInterruptEndsEveryCommand_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("number");
        const auto row = [](const char *name, const char *words, int number) {
            QTest::newRow(name) << QString::fromLatin1(words).split(u' ') << number;
        };
        row("machine show", "machine show lab", SIGINT);
        row("machine show, TERM", "machine show lab", SIGTERM);
        row("run list", "run list", SIGINT);
        row("run show", "run show RUN", SIGINT);
        row("run logs", "run logs RUN", SIGINT);
        row("run logs -f", "run logs -f RUN", SIGINT);
        row("run metrics -f", "--json run metrics -f RUN", SIGINT);
        row("run stop", "run stop RUN", SIGINT);
        row("run resume", "run resume RUN", SIGINT);
        row("run launch", "run launch --machine lab TASK", SIGINT);
        row("run launch --dry-run", "run launch --machine lab --dry-run TASK", SIGTERM);
        row("checkpoint list", "checkpoint list", SIGINT);
    }
    void oneInterruptEndsEveryCommand()
    {
        QFETCH(QStringList, words);
        QFETCH(int, number);
        const QByteArray yaml = "checkpoints: {dir: " + m_machine->home().toUtf8() + "/ck}\n" + kWaitForGoOn;
        const QString id = launched(yaml);
        QVERIFY(!id.isEmpty());
        m_machine->sshd().stop();
        QTcpServer silent;  // accepts connections and never sends anything
        QVERIFY(silent.listen(QHostAddress::LocalHost, static_cast<quint16>(m_machine->sshd().port())));
        words.replaceInStrings(QStringLiteral("RUN"), id).replaceInStrings(QStringLiteral("TASK"), task(yaml));
        const auto process = yard().start(words);
        QVERIFY2(silent.waitForNewConnection(20000), qPrintable(words.join(u' ')));
        ::kill(static_cast<pid_t>(process->processId()), number);
        QVERIFY(process->waitForFinished(kPrompt));
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(process->exitCode(), 130);
    }

    void followingEndsAsTheRunDid_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("0") << QByteArray("run: exit 0\n") << 0 << 0 << QByteArray();
        QTest::newRow("1") << QByteArray("run: exit 1\n") << 1 << 1 << QByteArray("failed with exit code 1.");
        QTest::newRow("127") << QByteArray("run: no-such-command-here\n") << 1 << 127 << QByteArray("failed with exit code 127.");
        QTest::newRow("255") << QByteArray("run: exit 255\n") << 1 << 255 << QByteArray("failed with exit code 255.");
        QTest::newRow("exec") << QByteArray("run: exec sh -c 'exit 3'\n") << 1 << 3 << QByteArray("failed with exit code 3.");
        QTest::newRow("signal") << QByteArray("run: kill -9 $$\n") << 1 << 137 << QByteArray("ended by signal 9.");
        QTest::newRow("limit") << QByteArray("limits: {hours: 0.0005, grace: 1}\nrun: sleep 600\n") << 1 << 143
                               << QByteArray("reached its time limit of 0.0005 hours and was ended.");
    }
    void followingEndsAsTheRunDid()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(int, status);
        QFETCH(int, code);
        QFETCH(QByteArray, sentence);
        const auto answer = run(QStringLiteral("--json run launch --follow --machine lab ") + task(yaml));
        QVERIFY2(answer.status == status, answer.told().constData());
        QVERIFY2(answer.err.contains(sentence), answer.told().constData());
        // One line per run, the last one as it ended.
        const QByteArrayList lines = answer.out.trimmed().split('\n');
        for (const QByteArray &line : lines)
            QVERIFY2(QJsonDocument::fromJson(line).isObject(), answer.told().constData());
        QCOMPARE(QJsonDocument::fromJson(lines.last()).object()[QLatin1String("exit_code")].toInt(-1), code);
    }

    void whatARunPutsIntoItsDirectoryHoldsNothingUp_data()
    {
        QTest::addColumn<QString>("line");  // for a shell in the run's directory
        QTest::addColumn<int>("status");    // 1: its state is unknown, and it counts as running
        const auto row = [](const char *name, const char *line, int status) { QTest::newRow(name) << QString::fromLatin1(line) << status; };
        row("garbage as exit", "printf 'x\\0\\377\\033]0;' >exit", 1);
        row("endless exit", "ln -s /dev/zero exit", 1);
        row("exit is a pipe", "mkfifo exit", 1);
        row("exit is a folder", "mkdir exit", 1);
        row("huge exit", "truncate -s 50G exit", 1);
        row("huge events", "rm events; truncate -s 50G events", 0);
        row("garbage as status and handle", "printf '\\0\\0;rm -rf /' >status; cat status >handle", 0);
    }
    void whatARunPutsIntoItsDirectoryHoldsNothingUp()
    {
        QFETCH(QString, line);
        QFETCH(int, status);
        const QString id = launched(kWaitForGoOn);
        QVERIFY(!id.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(QFile(m_machine->runDirectory(RunId(id)) + QStringLiteral("/log")).size(), 6, 60000);
        // Its supervisor and sampler have read all that they read at the start.
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_machine->runDirectory(RunId(id)) + QStringLiteral("/metrics")), 60000);
        QCOMPARE(shell(QStringLiteral("cd '%1' && { %2; }").arg(m_machine->runDirectory(RunId(id)), line)).status, 0);
        const auto answer = run(QStringLiteral("--json run show ") + id, 20000);
        QVERIFY2(status == 0 || (answer.status == 1 && answer.err.contains("cannot be read")), answer.told().constData());
        QVERIFY2(answer.object()[QLatin1String("state")].toString() == QLatin1String("running"), answer.told().constData());
        QVERIFY(QFile(m_state.path() + QStringLiteral("/data/runs/%1/events").arg(id)).size() <= 16 * 1024 * 1024);
    }

    void aMachineThatIsAwayIsSaidWithItsRuns()
    {
        const QString id = launched(kWaitForGoOn);
        QVERIFY(!id.isEmpty());
        const auto listed = [&] {
            const QJsonArray runs = run(QStringLiteral("--json run list")).array();
            for (const QJsonValue &value : runs) {
                if (value.toObject()[QLatin1String("id")].toString() == id)
                    return value.toObject();
            }
            return QJsonObject();
        };
        QVERIFY(listed()[QLatin1String("problem")].isNull());
        m_machine->sshd().stop();
        QCOMPARE(listed()[QLatin1String("problem")].toString(), QStringLiteral("unreachable"));
        const auto table = run(QStringLiteral("run list"));
        QVERIFY2(table.out.contains("running (unreachable)"), table.told().constData());
        QVERIFY2(table.err.startsWith("yard: "), table.told().constData());
        const auto one = run(QStringLiteral("--json run show ") + id);
        QCOMPARE(one.status, 3);
        QCOMPARE(one.object()[QLatin1String("problem")].toString(), QStringLiteral("unreachable"));
        QVERIFY(m_machine->sshd().start());
        QVERIFY(write(m_machine->home() + QStringLiteral("/go-on"), "x"));
        QTRY_COMPARE_WITH_TIMEOUT(shown(id)[QLatin1String("state")].toString(), QStringLiteral("finished"), 60000);
        QVERIFY(listed()[QLatin1String("problem")].isNull());
    }

    void stoppingSaysTheEndAlsoWhileAnotherFollows()
    {
        const QString id = launched("limits: {grace: 1}\n" + kWaitForGoOn);
        QVERIFY(!id.isEmpty());
        const auto first = yard().start({QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), id});
        const auto second = yard().start({QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), id});
        const QString copy = m_state.path() + QStringLiteral("/data/runs/%1/log").arg(id);
        QTRY_VERIFY_WITH_TIMEOUT(QFile(copy).size() > 0, 60000);
        first->kill();  // whichever held the copy, the other continues
        const auto stopped = run(QStringLiteral("--json run stop ") + id);
        QVERIFY2(stopped.object()[QLatin1String("state")].toString() == QLatin1String("stopped"), stopped.told().constData());
        QVERIFY(second->waitForFinished(60000));
        QCOMPARE(second->exitCode(), 1);
    }

    void leaseIsRenewedWhileSomebodyWatchesAndEndsTheRunAfterwards()
    {
        const QString id = launched("limits: {lease: 10s, save: 5s, grace: 2}\n" + kWaitForGoOn);
        QVERIFY(!id.isEmpty());
        const QString directory = m_machine->runDirectory(RunId(id));
        const auto read = [&](const char *name) {
            QFile file(directory + u'/' + QLatin1String(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(read("lease").contains("renewal=start\nseconds=10\n"));
        const auto watching = yard().start({QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), id});
        QTRY_VERIFY2_WITH_TIMEOUT(read("lease").contains("renewal=r"), read("lease").constData(), 60000);
        const QByteArray once = read("lease");
        QTRY_VERIFY2_WITH_TIMEOUT(read("lease") != once, once.constData(), 60000);  // and again: it is not the one from the launch
        QCOMPARE(watching->state(), QProcess::Running);
        watching->kill();  // SIGKILL: it cannot send anything to the machine
        QVERIFY(watching->waitForFinished(kPrompt));
        // Nothing renews the lease any more.
        QTRY_VERIFY2_WITH_TIMEOUT(!read("exit").isEmpty(), read("events").constData(), 60000);
        QVERIFY2(read("exit").contains("\"reason\":\"lease\""), read("exit").constData());
        const QByteArray events = read("events");
        QByteArrayList names;
        for (const QByteArray &line : events.trimmed().split('\n'))
            names << QJsonDocument::fromJson(line)[QLatin1String("event")].toString().toUtf8();
        QVERIFY2(names.join(' ').endsWith(" guard lease checkpoint-signal stopping ended"), events.constData());
        const QJsonObject ended = shown(id);
        QCOMPARE(ended[QLatin1String("state")].toString(), QStringLiteral("stopped"));
        QCOMPARE(ended[QLatin1String("ended_by")].toString(), QStringLiteral("lease"));
        const auto followed = run(QStringLiteral("run logs -f ") + id);
        QCOMPARE(followed.status, 1);
        QVERIFY2(followed.err.contains("Its lease was used up"), followed.told().constData());
        QCOMPARE(run(QStringLiteral("run lease --renew ") + id).status, 2);
    }

    // The guard already waits for a checkpoint; its counts, and a lease written now, would show that there is time left.
    void leaseOfARunThatIsBeingEndedCannotBeRenewed()
    {
        const QString id = launched("checkpoints: {dir: " + m_machine->home().toUtf8()
                                    + "/ck}\n"
                                      "limits: {lease: 10s, save: 5m, grace: 2}\n"
                                    + kWaitForGoOn);
        QVERIFY(!id.isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_machine->runDirectory(RunId(id)) + QStringLiteral("/end-lease")), 60000);
        for (const char *words : {"run lease --renew ", "run lease --extend 2h ", "run lease "}) {
            const auto answer = run(QString::fromLatin1(words) + id);
            QCOMPARE(answer.status, 2);
            QVERIFY2(answer.out.isEmpty() && answer.err.contains("is already being ended"), answer.told().constData());
        }
        QCOMPARE(run(QStringLiteral("run stop ") + id).status, 0);
        const auto late = run(QStringLiteral("run lease --renew ") + id);
        QVERIFY2(late.status == 2 && late.err.contains("has ended"), late.told().constData());
    }

    void leaseIsShownRenewedAndExtended()
    {
        const QString id = launched("limits: {lease: 10h, budget: 40 USD, price: 2.49 USD, idle: 30m}\n" + kWaitForGoOn);
        QVERIFY(!id.isEmpty());
        auto lease = run(QStringLiteral("--json run lease ") + id).object();
        QCOMPARE(lease[QLatin1String("lease_seconds")].toInt(), 36000);
        QCOMPARE(lease[QLatin1String("budget")].toString(), QStringLiteral("40.00 USD"));
        QCOMPARE(lease[QLatin1String("budget_seconds")].toInt(), 57831);
        QCOMPARE(lease[QLatin1String("idle_seconds")].toInt(), 1800);
        lease = run(QStringLiteral("--json run lease --extend 2h ") + id).object();
        QCOMPARE(lease[QLatin1String("lease_seconds")].toInt(), 43200);
        QVERIFY(run(QStringLiteral("--json run lease --renew ") + id).object()[QLatin1String("lease_left_seconds")].toInt() == 43200);
        // Damaged on the machine: the version that this computer wrote last is restored.
        QVERIFY(write(m_machine->runDirectory(RunId(id)) + QStringLiteral("/lease"), "what?"));
        QCOMPARE(run(QStringLiteral("run lease --renew ") + id).status, 0);
        const auto table = run(QStringLiteral("run lease ") + id);
        QVERIFY2(table.out.contains("12h from the last renewal"), table.told().constData());
        QCOMPARE(run(QStringLiteral("run lease --extend 2 ") + id).status, 2);
        QCOMPARE(run(QStringLiteral("run lease --extend 2h --renew ") + id).status, 2);
        const auto without = launched(kWaitForGoOn);
        QCOMPARE(run(QStringLiteral("run lease --extend 2h ") + without).status, 2);
    }

    // A script that asked for all of it and did not get it must not continue as if it had.
    void whatIsLeftOutOfACopyIsInItsStatus()
    {
        QTemporaryDir directory;
        const auto at = [&](const char *name) { return directory.filePath(QString::fromLatin1(name)); };
        QVERIFY(QDir().mkpath(at("source")));
        QVERIFY(write(at("source/file"), "x"));
        const auto get = [&](const char *to) { return run(QStringLiteral("--json file get lab %1 %2").arg(at("source"), at(to))); };
        QCOMPARE(get("whole").status, 0);
        QCOMPARE(::mkfifo(QFile::encodeName(at("source/pipe")).constData(), 0600), 0);
        const auto answer = get("part");
        QVERIFY2(answer.status == 1 && answer.err.contains("Skipped") && answer.out.contains("\"left_out\":[\"pipe\"]"),
                 answer.told().constData());
        QVERIFY(QFile::exists(at("part/source/file")) || QFile::exists(at("part/file")));
    }

    void filesStayInTheFolderThatIsNamed()
    {
        QTemporaryDir directory;
        const auto at = [&](const char *name) { return directory.filePath(QString::fromLatin1(name)); };
        QVERIFY(QDir(directory.path()).mkpath(QStringLiteral("source/deep")));
        QVERIFY(write(at("source/file"), "x"));
        // The name ".." would lead out of it.
        const auto put = run(QStringLiteral("file put lab %1/source/deep/.. %1/there/in/").arg(directory.path()));
        QVERIFY2(put.status == 0 && put.out.startsWith("1 file copied ("), put.told().constData());
        QVERIFY(QFile::exists(at("there/in/file")) && !QFile::exists(at("there/file")));
        QCOMPARE(run(QStringLiteral("file get lab %1/source/deep/.. %1/here/in/").arg(directory.path())).status, 0);
        QVERIFY(QFile::exists(at("here/in/file")) && !QFile::exists(at("here/file")));
        // An empty argument, as from an unset variable, does not mean the whole home.
        QCOMPARE(yard().run({QStringLiteral("file"), QStringLiteral("get"), QStringLiteral("lab"), QString(), at("all")}).status, 2);
        QVERIFY(!QFile::exists(at("all")));
    }

    void aLogCannotSteerTheTerminal()
    {
        const QString id = launched("run: |\n  printf '\\033[31mred\\033[0m \\033]0;title\\007\\033]52;c;AAAA\\007'\n"
                                    "  printf 'ask\\033[c\\033[6n \\302\\233c 10%%\\r20%%\\033[K \\350\\256\\255\\n'\n"
                                    "  printf 'a\\342\\200\\256b\\342\\200\\213c\\363\\240\\201\\201d\\355\\240\\200e\\n'\n");
        QVERIFY(!id.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(shown(id)[QLatin1String("state")].toString(), QStringLiteral("finished"), 60000);
        const QByteArray whole = run(QStringLiteral("run logs ") + id).out;
        QVERIFY(whole.contains("\033]52;c;AAAA\007") && whole.contains("\033[6n"));  // a file gets every byte

        const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
        QVERIFY(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
        QProcess process;
        process.setProcessEnvironment(yard().environment);
        process.setStandardOutputFile(QString::fromLocal8Bit(::ptsname(terminal)));
        process.start(kYard, {QStringLiteral("run"), QStringLiteral("logs"), id});
        QVERIFY(process.waitForFinished(60000));
        QByteArray seen, piece(4096, '\0');
        // In as many pieces as the kernel likes; an error shows that the other side is closed and everything was read.
        for (ssize_t count = 0; (count = ::read(terminal, piece.data(), 4096)) > 0;)
            seen += QByteArrayView(piece).first(count);
        ::close(terminal);
        QCOMPARE(seen, QByteArray("\033[31mred\033[0m ask  10%\r20%\033[K \350\256\255\r\na?b?c?d?e\r\n"));
    }

    void aNameCannotTurnALineRound()
    {
        const QString id = launched(QStringLiteral("name: \"a\u202e1-gnp\u200b\"\nrun: 'true'\n").toUtf8());
        QVERIFY(!id.isEmpty());
        for (const QString &words : {QStringLiteral("run list"), QStringLiteral("--json run list"), QStringLiteral("run show ") + id}) {
            const auto answer = run(words);
            QVERIFY2(answer.status == 0 && !QString::fromUtf8(answer.out).contains(QChar(0x202e))
                         && !QString::fromUtf8(answer.out).contains(QChar(0x200b)),
                     answer.told().constData());
            QVERIFY2(answer.out.contains("1-gnp"), answer.told().constData());
        }
        const auto dash = run(QStringLiteral("--json run launch --machine lab ") + task("name: -x\nrun: 'true'\n"));
        QVERIFY2(dash.status == 2 && dash.err.contains("cannot begin with a dash"), dash.told().constData());
    }

    void resumeSaysWhatItPassesOver()
    {
        const QString folder = m_machine->home() + QStringLiteral("/kept");
        QVERIFY(QDir().mkpath(folder));
        const QString id = launched("checkpoints: {dir: " + folder.toUtf8() + "}\nrun: 'true'\n");
        QVERIFY(!id.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(shown(id)[QLatin1String("state")].toString(), QStringLiteral("finished"), 60000);
        QVERIFY(write(folder + QStringLiteral("/step-100.safetensors"), safetensors(100)));
        QVERIFY(write(folder + QStringLiteral("/step-200.safetensors"), safetensors(200).chopped(100)));
        QCOMPARE(shell(QStringLiteral("touch -d '1 hour ago' '%1'/*").arg(folder)).status, 0);
        const auto latest = run(QStringLiteral("--json run resume --dry-run ") + id);
        QVERIFY2(latest.status == 0, latest.told().constData());
        QVERIFY2(latest.err.contains("step-200.safetensors") && latest.err.contains("step-100.safetensors"), latest.told().constData());
        const auto broken = run(QStringLiteral("--json run resume --dry-run --checkpoint 200 ") + id);
        QVERIFY2(broken.status == 1, broken.told().constData());
    }

    void resumingSaysWhatWouldGoWrong()
    {
        QTemporaryDir source;
        const QString folder = m_machine->home() + QStringLiteral("/asked");
        QVERIFY(QDir().mkpath(folder) && write(source.filePath(QStringLiteral("train.py")), "1"));
        const QString id = launched("workdir: " + source.path().toUtf8() + "\ncheckpoints: {dir: " + folder.toUtf8()
                                    + "}\nrun: 'true --data /no/such/data'\n");
        QVERIFY(!id.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(shown(id)[QLatin1String("state")].toString(), QStringLiteral("finished"), 60000);
        QVERIFY(write(folder + QStringLiteral("/step-100.safetensors"), safetensors(100)));
        QCOMPARE(shell(QStringLiteral("touch -d '1 hour ago' '%1'/*").arg(folder)).status, 0);
        QVERIFY(write(source.filePath(QStringLiteral("train.py")), "2"));
        const QString words = QStringLiteral("--json checkpoint resume --preset script --add --lr=1e-5 ");
        const auto asked = run(words + QStringLiteral("--dry-run ") + id);
        QVERIFY2(asked.status == 0, asked.told().constData());
        const QJsonObject answer = asked.object();
        QCOMPARE(answer[QLatin1String("added")].toString(), QStringLiteral("--resume %1/step-100.safetensors --lr=1e-5").arg(folder));
        QVERIFY(answer[QLatin1String("command")].toString().contains(answer[QLatin1String("added")].toString()));
        QCOMPARE(answer[QLatin1String("safety")].toString(), QStringLiteral("safe"));
        QMap<QString, QJsonObject> checks;
        for (const QJsonValue &check : answer[QLatin1String("checks")].toArray())
            checks[check[QLatin1String("id")].toString()] = check.toObject();
        QCOMPARE(checks[QStringLiteral("data")][QLatin1String("effect")].toString(), QStringLiteral("wrong"));
        QCOMPARE(checks[QStringLiteral("code")][QLatin1String("effect")].toString(), QStringLiteral("note"));
        QCOMPARE(checks[QStringLiteral("code")][QLatin1String("items")].toArray(), QJsonArray{QStringLiteral("train.py")});
        QCOMPARE(checks[QStringLiteral("gpus")][QLatin1String("effect")].toString(), QStringLiteral("ok"));
        QCOMPARE(checks[QStringLiteral("disk")][QLatin1String("effect")].toString(), QStringLiteral("ok"));

        // The next attempt starts with the choices made for this one.
        const auto resumed = run(words + id);
        QVERIFY2(resumed.status == 0, resumed.told().constData());
        const QString next = resumed.object()[QLatin1String("id")].toString();
        QTRY_COMPARE_WITH_TIMEOUT(shown(next)[QLatin1String("state")].toString(), QStringLiteral("finished"), 60000);
        const QJsonObject again = run(QStringLiteral("--json checkpoint resume --dry-run ") + next).object();
        QCOMPARE(again[QLatin1String("preset")].toString(), QStringLiteral("script"));
        QCOMPARE(again[QLatin1String("words")].toArray(), QJsonArray{QStringLiteral("--lr=1e-5")});
    }

    void secretsStayOutOfEverythingThatIsKept()
    {
        const QByteArray secret = "s3cr3t-4711-value";
        YardCommand command = yard();
        command.environment.insert(QStringLiteral("MY_TOKEN"), QString::fromLatin1(secret));
        const QString file = task("secrets: {MY_TOKEN: }\n" + kWaitForGoOn + "  test \"${#MY_TOKEN}\" = 17\n");
        const auto answer = command.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"),
                                         QStringLiteral("--machine"), QStringLiteral("lab"), file});
        QVERIFY2(answer.status == 0, answer.told().constData());
        const QString id = answer.object()[QLatin1String("id")].toString();
        QVERIFY(LabMachine::processesWith(QString::fromLatin1(secret)).isEmpty());
        QVERIFY(write(m_machine->home() + QStringLiteral("/go-on"), "x"));
        QTRY_COMPARE_WITH_TIMEOUT(shown(id)[QLatin1String("state")].toString(), QStringLiteral("finished"), 60000);
        const auto kept = shell(QStringLiteral("grep -rl %1 '%2'").arg(QString::fromLatin1(secret), m_state.path()));
        QCOMPARE(kept.out, QByteArray());
        // On the machine too, nothing is left of it once the run has ended.
        QTRY_COMPARE_WITH_TIMEOUT(
            shell(QStringLiteral("grep -rl %1 '%2'").arg(QString::fromLatin1(secret), m_machine->runDirectory(RunId(id)))).out,
            QByteArray(), 20000);
    }

    void valuesAreTakenFromWhoeverLaunches()
    {
        YardCommand command = yard();
        command.environment.insert(QStringLiteral("FROM_HERE"), QStringLiteral("mine"));
        command.environment.insert(QStringLiteral("A_TOKEN"), QStringLiteral("t0ken-5813"));
        command.environment.insert(QStringLiteral("ASKED"), QStringLiteral("s3cret-5813"));
        command.environment.insert(QStringLiteral("DB_PASSWORD"), QStringLiteral("passw0rd-5813"));
        const QString file = task(
            "envs: {FROM_HERE: , A_TOKEN: , SEED: 1}\nrun: echo \"$FROM_HERE $SEED $MORE $A_TOKEN $ASKED $DB_PASSWORD\"\n");
        const auto launch = [&](const QStringList &options) {
            return command.run(QStringList{QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"),
                                           QStringLiteral("--machine"), QStringLiteral("lab")}
                               + options + QStringList{file});
        };
        const auto launched = launch({QStringLiteral("--env"), QStringLiteral("SEED=7"), QStringLiteral("--env=MORE=a=b"),
                                      QStringLiteral("--secret"), QStringLiteral("ASKED"), QStringLiteral("--env"),
                                      QStringLiteral("DB_PASSWORD"), QStringLiteral("--env"), QStringLiteral("NO_TOKEN=")});
        QVERIFY2(launched.status == 0, launched.told().constData());
        const QString id = launched.object()[QLatin1String("id")].toString();
        QTRY_COMPARE_WITH_TIMEOUT(shown(id)[QLatin1String("state")].toString(), QStringLiteral("finished"), 60000);
        const auto log = command.run({QStringLiteral("run"), QStringLiteral("logs"), id});
        QCOMPARE(log.out, QByteArray("mine 7 a=b t0ken-5813 s3cret-5813 passw0rd-5813\n"));
        // The values taken are recorded for the next attempt, except those named like a secret.
        QVERIFY(shell(QStringLiteral("grep -rh --include=task.yaml FROM_HERE '%1'").arg(m_state.path())).out.contains("mine"));
        QCOMPARE(shell(QStringLiteral("grep -rlE 't0ken-5813|s3cret-5813|passw0rd-5813' '%1' --exclude=log").arg(m_state.path())).out,
                 QByteArray());

        command.environment.remove(QStringLiteral("FROM_HERE"));
        command.environment.remove(QStringLiteral("ASKED"));
        const auto refused = [&](const QStringList &options, const char *sentence) {
            const auto answer = launch(options);
            return answer.status == 2 && (answer.out + answer.err).contains(sentence) && !(answer.out + answer.err).contains("hunter2");
        };
        QVERIFY(refused({}, "FROM_HERE has no value in the task"));
        QVERIFY(refused({QStringLiteral("--env"), QStringLiteral("FROM_HERE")}, "FROM_HERE is not set in your environment"));
        QVERIFY(refused({QStringLiteral("--secret"), QStringLiteral("ASKED=hunter2")}, "Use --secret ASKED without a value"));
        // Values named like a secret are taken from the environment, never from the arguments.
        QVERIFY(refused({QStringLiteral("--env"), QStringLiteral("HF_TOKEN=hunter2")}, "Use --secret HF_TOKEN without a value"));
        QVERIFY(refused({QStringLiteral("--env=AZURE_STORAGE_KEY=hunter2")}, "Use --secret AZURE_STORAGE_KEY without a value"));
        QVERIFY(refused({QStringLiteral("--env"), QStringLiteral("FOO=hf_") + QString(34, u'a')}, "Use --secret FOO without a value"));
        QVERIFY(refused({QStringLiteral("--env"), QStringLiteral("HF_TOKEN")},
                        "HF_TOKEN is not set in your environment. Set it, or use --secret"));
        command.environment.insert(QStringLiteral("FROM_HERE"), QStringLiteral("mine"));
        command.environment.remove(QStringLiteral("A_TOKEN"));
        QVERIFY(refused({}, "Set it there, or give --secret A_TOKEN."));
        QVERIFY(refused({QStringLiteral("--secret"), QStringLiteral("ASKED")}, "no terminal to ask"));
        QVERIFY(refused({QStringLiteral("--env"), QStringLiteral("2X=1")}, "is not a valid variable name"));
    }

    void acceleratorsAreHeldAgainstTheMachine()
    {
        const QString file = task("resources: {any_of: [{accelerators: A100:8}, {accelerators: H100:4}]}\nrun: echo never\n");
        const auto answer = yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"),
                                        QStringLiteral("--machine"), QStringLiteral("lab"), file});
        QVERIFY2(answer.status != 0 && (answer.out + answer.err).contains("8 × A100 or 4 × H100"), answer.told().constData());
    }

    void taskFilesMayBePipes()
    {
        const QString good = QStringLiteral("printf 'run: echo hello\\n'");
        const auto bash = [this](const QString &text) { return shell(QStringLiteral("bash -c \"") + text + u'"'); };
        const QString program = kYard;
        QCOMPARE(bash(good + QStringLiteral(" | %1 task check /dev/stdin").arg(program)).status, 0);
        QCOMPARE(bash(QStringLiteral("%1 task check <(sleep 0.3; %2)").arg(program, good)).status, 0);
        QCOMPARE(bash(QStringLiteral("cd '%3' && mkfifo pipe && { (sleep 0.3; %2 >pipe) & } && %1 task check pipe")
                          .arg(program, good, m_state.path()))
                     .status,
                 0);
        const auto empty = bash(QStringLiteral("true | %1 task check /dev/stdin").arg(program));
        QCOMPARE(empty.status, 2);
        const auto endless = bash(QStringLiteral("%1 task check /dev/zero").arg(program));
        QVERIFY2(endless.status == 2 && (endless.out + endless.err).contains("1 MiB"), endless.told().constData());
        const auto folder = bash(QStringLiteral("%1 task check /tmp").arg(program));
        QVERIFY2(folder.status == 2 && (folder.out + folder.err).contains("cannot be read"), folder.told().constData());
    }

    void anInterruptDuringALaunchLeavesNoRunBehind_data()
    {
        QTest::addColumn<QByteArray>("step");  // stderr's last text before the interrupt
        QTest::newRow("looking") << QByteArray("Checking the machine");
        QTest::newRow("sending") << QByteArray("Sending");
        QTest::newRow("starting") << QByteArray("Starting");
    }
    void anInterruptDuringALaunchLeavesNoRunBehind()
    {
        QFETCH(QByteArray, step);
        const QByteArray name = QByteArray("interrupted-") + QTest::currentDataTag();
        QProcess process;
        process.setProcessEnvironment(yard().environment);
        process.setReadChannel(QProcess::StandardError);
        process.start(kYard, {QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"), QStringLiteral("lab"),
                              task("limits: {grace: 1}\nname: " + name + "\n" + kWaitForGoOn)});
        QByteArray said;
        while (!said.contains(step) && process.waitForReadyRead(20000))
            said += process.readAllStandardError();
        QVERIFY2(said.contains(step), said.constData());
        if (process.processId() > 0)  // 0 would mean everybody in our group
            ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.state() == QProcess::NotRunning || process.waitForFinished(60000));
        const bool cameTooLate = process.exitCode() == 0;  // the run had begun, and its id was printed
        QVERIFY2(process.exitCode() == 130 || cameTooLate, said.constData());
        const QJsonArray runs = run(QStringLiteral("--json run list")).array();
        for (const QJsonValue &value : runs) {
            if (value.toObject()[QLatin1String("name")].toString() == QLatin1String(name) && !cameTooLate)
                QCOMPARE(value.toObject()[QLatin1String("state")].toString(), QStringLiteral("stopped"));
        }
        if (!cameTooLate)
            QTRY_VERIFY_WITH_TIMEOUT(LabMachine::processesWith(QStringLiteral("/.trainyard/runs/") + QLatin1String(name)).isEmpty(), 30000);
    }
};

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
