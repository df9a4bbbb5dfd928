// SPDX-License-Identifier: GPL-3.0-or-later
// "Sync and run again" against a real sshd behind a relay on loopback that adds 50 ms to every round trip: only what changed travels, the
// next attempt has exactly the files of the workdir, and the one before keeps its own.
#include "core/service/machines/connectionpool.h"
#include "core/service/runs/runwatch.h"
#include "core/service/runs/services.h"
#include "tests/support/labmachine.h"
#include "tests/support/roughlink.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <utime.h>

using namespace trainyard;

namespace {

constexpr int kSoonMs = 60'000;
constexpr int kOneWayMs = 25;

bool writeText(const QString &name, const QByteArray &content)
{
    if (!QDir().mkpath(QFileInfo(name).path()))
        return false;
    QFile file(name);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

QByteArray readText(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void setAge(const QString &name, qint64 seconds)
{
    const utimbuf times{time(nullptr) - seconds, time(nullptr) - seconds};
    ::utime(QFile::encodeName(name).constData(), &times);
}

}  // namespace

class TestRunAgain : public QObject {
    Q_OBJECT

    std::unique_ptr<LabMachine> m_machine;
    std::unique_ptr<RoughLink> m_link;
    QTemporaryDir m_state, m_project, m_keys;
    std::unique_ptr<Services> m_services;
    MachineId m_machineId;

    QString at(const QString &name) const { return m_project.filePath(name); }
    QString there(const Run &run, const QString &name) const { return run.head().directory + QStringLiteral("/workdir/") + name; }

    template <typename T>
    static T waited(QFuture<T> future)
    {
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, kSoonMs))
            qFatal("no answer");
        return future.result();
    }

    std::optional<Run> launched(const QString &command)
    {
        LaunchRequest request;
        request.machineId = m_machineId;
        request.task.name = QStringLiteral("again");
        request.task.run = command;
        request.task.workdir = m_project.path();
        request.task.graceSeconds = 2;
        const auto run = waited(m_services->runs.launch(request, {}));
        if (!run)
            qWarning("%s %s", qPrintable(run.error().what), qPrintable(run.error().detail));
        return run ? std::optional(*run) : std::nullopt;
    }
    bool ended(const RunId &id)
    {
        return QTest::qWaitFor(
            [&] {
                const auto looked = waited(m_services->runs.look(id));
                return looked && hasEnded(looked->run.state);
            },
            kSoonMs);
    }
    Result<RunAgain> again(const RunId &id, bool stops = false) { return waited(m_services->again.start(id, stops)); }

private Q_SLOTS:
    void initTestCase()
    {
        m_machine = std::make_unique<LabMachine>(std::nullopt);
        if (!m_machine->start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_machine->problem()));
            QSKIP(qPrintable(m_machine->problem()));
        }
        m_link = std::make_unique<RoughLink>(m_machine->sshd().port());
        m_link->setDelay(kOneWayMs);
        Machine machine;
        machine.name = QStringLiteral("far");
        machine.target = m_machine->sshd().target();
        machine.target.port = m_link->port();
        machine.target.knownHostsFile = m_keys.filePath(QStringLiteral("known_hosts"));
        QVERIFY(writeText(machine.target.knownHostsFile,
                          readText(m_machine->sshd().knownHosts())
                              .replace(QByteArray::number(m_machine->sshd().port()), QByteArray::number(m_link->port()))));
        auto opened = Services::open({m_state.filePath(QStringLiteral("data")), m_state.filePath(QStringLiteral("config"))}, {});
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = *std::move(opened);
        const auto added = m_services->database().machines.add(machine);
        QVERIFY(added);
        m_machineId = added->id;
    }
    void init()
    {
        QVERIFY(QDir(m_project.path()).removeRecursively() && QDir().mkpath(m_project.path()));
        QVERIFY(writeText(at(QStringLiteral("train.py")), "print('one')\n"));
        QVERIFY(writeText(at(QStringLiteral("lib/deep name/a b.txt")), "same\n"));
        QVERIFY(writeText(at(QStringLiteral("old.txt")), "old\n"));
        QVERIFY(writeText(at(QStringLiteral(".gitignore")), "ignored/\n"));
        QVERIFY(writeText(at(QStringLiteral("ignored/big")), "x\n"));
        for (const char *name : {"train.py", "lib/deep name/a b.txt", "old.txt", ".gitignore"})
            setAge(at(QString::fromLatin1(name)), 60);
    }
    void cleanupTestCase()
    {
        if (m_services)
            m_services->endWork();
        m_services.reset();
    }

    void onlyWhatChangedTravels()
    {
        const auto first = launched(QStringLiteral("cat train.py; echo mine >> made-by-the-run"));
        QVERIFY(first && ended(first->id));
        QVERIFY(writeText(at(QStringLiteral("train.py")), "print('two')\n"));
        QVERIFY(writeText(at(QStringLiteral("new/file")), "new\n"));
        QVERIFY(QFile::remove(at(QStringLiteral("old.txt"))));
        setAge(at(QStringLiteral("lib/deep name/a b.txt")), 30);  // touched, with the same content
        QVERIFY(QFile::link(QStringLiteral("train.py"), at(QStringLiteral("link"))));

        const auto second = again(first->id);
        QVERIFY2(second, second ? "" : qPrintable(second.error().what + second.error().detail));
        QCOMPARE(second->run.lineage, first->lineage);
        QCOMPARE(second->run.attempt, 2);
        QCOMPARE(second->synced.sent, 2);
        QCOMPARE(second->synced.bytes, 13 + 4);
        QCOMPARE(second->synced.removed, 1);
        QCOMPARE(second->synced.kept, 2);
        QVERIFY(second->synced.isWhole && !second->synced.isEverything);
        QVERIFY(ended(second->run.id));
        QCOMPARE(readText(second->run.head().directory + QStringLiteral("/log")), QByteArray("print('two')\n"));
        QCOMPARE(readText(there(second->run, QStringLiteral("lib/deep name/a b.txt"))), QByteArray("same\n"));
        QCOMPARE(readText(there(second->run, QStringLiteral("new/file"))), QByteArray("new\n"));
        QCOMPARE(readText(there(second->run, QStringLiteral("link"))), QByteArray("print('two')\n"));
        QCOMPARE(readText(there(second->run, QStringLiteral("made-by-the-run"))), QByteArray("mine\n"));  // its own, not the one before
        for (const char *name : {"old.txt", "ignored", ".kept"})
            QVERIFY2(!QFileInfo::exists(there(second->run, QString::fromLatin1(name))), name);
        // The earlier attempt keeps what it ran with.
        QCOMPARE(readText(there(*first, QStringLiteral("train.py"))), QByteArray("print('one')\n"));
        QCOMPARE(readText(there(*first, QStringLiteral("old.txt"))), QByteArray("old\n"));
        QVERIFY(QDir(QFileInfo(first->head().directory).path())
                    .entryList({QStringLiteral(".*.part")}, QDir::AllEntries | QDir::Hidden)
                    .isEmpty());

        const auto third = again(second->run.id);
        QVERIFY2(third, third ? "" : qPrintable(third.error().what));
        QCOMPARE(third->synced.sent, 0);
        QCOMPARE(third->synced.kept, 4);
        QVERIFY(ended(third->run.id));
    }

    void aFileThatTheRunChangedIsSentAgain()
    {
        const auto first = launched(QStringLiteral("cat old.txt; echo spoiled > old.txt; rm train.py"));
        QVERIFY(first && ended(first->id));
        const auto second = again(first->id);
        QVERIFY2(second, second ? "" : qPrintable(second.error().what));
        QCOMPARE(second->synced.sent, 2);
        QVERIFY(ended(second->run.id));
        QCOMPARE(readText(second->run.head().directory + QStringLiteral("/log")), QByteArray("old\n"));
        QCOMPARE(readText(there(*first, QStringLiteral("old.txt"))), QByteArray("spoiled\n"));
    }

    // Of the same size within one second, as an editor that formats on saving does.
    void aChangeInTheSameSecondIsSeen()
    {
        QVERIFY(writeText(at(QStringLiteral("train.py")), "print('one')\n"));
        struct stat before = {};
        QVERIFY(::stat(QFile::encodeName(at(QStringLiteral("train.py"))).constData(), &before) == 0);
        const auto first = launched(QStringLiteral("cat train.py"));
        QVERIFY(first && ended(first->id));
        QVERIFY(writeText(at(QStringLiteral("train.py")), "print('two')\n"));
        const utimbuf times{before.st_mtime, before.st_mtime};
        QVERIFY(::utime(QFile::encodeName(at(QStringLiteral("train.py"))).constData(), &times) == 0);
        const auto second = again(first->id);
        QVERIFY(second);
        QCOMPARE(second->synced.sent, 1);
        QVERIFY(ended(second->run.id));
        QCOMPARE(readText(second->run.head().directory + QStringLiteral("/log")), QByteArray("print('two')\n"));
    }

    void aRunningAttemptIsStoppedOnlyIfWanted()
    {
        const auto first = launched(QStringLiteral("echo began; sleep 600"));
        QVERIFY(first);
        const auto refused = again(first->id);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::AlreadyExists);
        QCOMPARE(m_services->database().runs.attempts(first->lineage)->size(), 1);
        const auto second = again(first->id, true);
        QVERIFY2(second, second ? "" : qPrintable(second.error().what));
        QCOMPARE(m_services->database().runs.find(first->id)->state, RunState::Stopped);
        QVERIFY(waited(m_services->runs.stop(second->run.id)));
    }

    void aFailedSyncStartsAndStopsNothing()
    {
        const auto first = launched(QStringLiteral("echo began; sleep 600"));
        QVERIFY(first);
        QVERIFY(writeText(at(QStringLiteral("train.py")), "print('two')\n"));
        // A file in the way of the folder that the next attempt would have.
        const QString next = QFileInfo(first->head().directory).path() + u'/' + first->lineage + QStringLiteral("-a2");
        QVERIFY(writeText(next, "in the way"));
        const auto second = again(first->id, true);
        QVERIFY(!second);
        QVERIFY(second.error().what.contains(QLatin1String("a folder of this attempt already")));
        QCOMPARE(readText(next), QByteArray("in the way"));  // it is not ours to remove
        const auto looked = waited(m_services->runs.look(first->id));
        QVERIFY(looked && looked->run.state == RunState::Running);
        QCOMPARE(readText(there(*first, QStringLiteral("train.py"))), QByteArray("print('one')\n"));
        QFile::remove(next);
        QVERIFY(waited(m_services->runs.stop(first->id)));
    }

    void withoutTheEarlierFilesAllAreSent()
    {
        const auto first = launched(QStringLiteral("cat train.py"));
        QVERIFY(first && ended(first->id));
        QVERIFY(waited(m_services->runs.sync(first->id)));
        QVERIFY(QDir(first->head().directory).removeRecursively());
        const auto second = again(first->id);
        QVERIFY2(second, second ? "" : qPrintable(second.error().what));
        QVERIFY(second->synced.isEverything);
        QVERIFY(ended(second->run.id));
        QCOMPARE(readText(second->run.head().directory + QStringLiteral("/log")), QByteArray("print('one')\n"));
    }

    void aContainerHasTheChangedFilesAndItsMountsToo()
    {
        LabMachine lab(ContainerEngine::Kind::Podman);
        if (!lab.start() || !lab.engine()->makeTestImages()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(lab.problem()));
            QSKIP(qPrintable(lab.problem()));
        }
        Machine machine;
        machine.name = QStringLiteral("podman");
        machine.target = lab.sshd().target();
        const auto added = m_services->database().machines.add(machine);
        QVERIFY(added);
        const QTemporaryDir data;
        QVERIFY(writeText(data.filePath(QStringLiteral("values")), "1 2 3\n"));
        const auto task = readTask("name: boxed\nworkdir: " + m_project.path().toUtf8() + "\nfile_mounts:\n  /data: " + data.path().toUtf8()
                                       + "\nrun: cat train.py /data/values\nresources:\n  image_id: docker:trainyard-test/shell\n",
                                   QStringLiteral("task.yaml"));
        QVERIFY2(task, task ? "" : qPrintable(task.error().what));
        LaunchRequest request;
        request.machineId = added->id;
        request.task = *task;
        const auto first = waited(m_services->runs.launch(request, {}));
        QVERIFY2(first, first ? "" : qPrintable(first.error().what + first.error().detail));
        QVERIFY(ended(first->id));
        QVERIFY(writeText(at(QStringLiteral("train.py")), "print('two')\n"));
        QVERIFY(writeText(data.filePath(QStringLiteral("values")), "1 2 3 4\n"));
        const auto second = again(first->id);
        QVERIFY2(second, second ? "" : qPrintable(second.error().what + second.error().detail));
        QCOMPARE(second->synced.sent, 1);
        QCOMPARE(second->synced.kept, 3);
        QVERIFY(ended(second->run.id));
        QCOMPARE(readText(second->run.head().directory + QStringLiteral("/log")), QByteArray("print('two')\n1 2 3 4\n"));
        QCOMPARE(readText(first->head().directory + QStringLiteral("/mounts/0/values")), QByteArray("1 2 3\n"));
        // Its container has ended, and podman says so.
        const auto gone = waited(m_services->jupyter.start({{}, second->run.id}));
        QCOMPARE(gone.error().code, ErrorCode::RemoteCommandFailed);
        // The image has no Jupyter.
        request.task.run = QStringLiteral("sleep 600");
        request.task.graceSeconds = 1;
        const auto running = waited(m_services->runs.launch(request, {}));
        QVERIFY(running);
        const auto missing = waited(m_services->jupyter.start({{}, running->id}));
        QCOMPARE(missing.error().code, ErrorCode::Unsupported);
        QVERIFY(waited(m_services->runs.stop(running->id)));
    }

    // Until the first line is in the copy on this computer, from which the window shows it.
    void theFirstLineIsHereSoon()
    {
        for (int file = 0; file < 200; ++file) {
            QVERIFY(writeText(at(QStringLiteral("src/%1.py").arg(file)), QByteArray(4000, 'x')));
            setAge(at(QStringLiteral("src/%1.py").arg(file)), 60);
        }
        auto last = launched(QStringLiteral("cat train.py; sleep 600"));
        QVERIFY(last);
        QList<qint64> times;
        for (int round = 0; round < 5; ++round) {
            const QByteArray line = "print('round " + QByteArray::number(round) + "')\n";
            QVERIFY(waited(m_services->runs.stop(last->id)));
            QVERIFY(writeText(at(QStringLiteral("train.py")), line));
            QElapsedTimer clock;
            clock.start();
            const auto next = again(last->id);
            QVERIFY2(next, next ? "" : qPrintable(next.error().what));
            const qint64 started = clock.elapsed();
            RunWatch *const watch = m_services->runs.watch(next->run.id);
            QVERIFY(QTest::qWaitFor([&] { return readText(watch->logFile()) == line; }, kSoonMs));
            times << clock.elapsed();
            qInfo("started after %lld ms, first line here after %lld ms", started, times.last());
            last = next->run;
        }
        QVERIFY(waited(m_services->runs.stop(last->id)));
        std::sort(times.begin(), times.end());
        QVERIFY2(times[times.size() / 2] < 4000, qPrintable(QString::number(times[times.size() / 2])));  // under load; see bench_runagain
    }
};

QTEST_GUILESS_MAIN(TestRunAgain)

#include "tst_runagain.moc"
