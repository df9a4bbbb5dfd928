// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of engine has one backend, which turns the answers of a supervisor on a real machine into its own. The supervisor is a script
// of the test, so that it can give answers that a healthy one does not.
#include "core/execution/registry/executionbackends.h"
#include "tests/support/sshdfixture.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestExecutionBackends : public QObject {
    Q_OBJECT

    SshdFixture m_sshd;
    std::shared_ptr<SshConnection> m_connection;
    QTemporaryDir m_folder;

    Run runWith(const QByteArray &supervisor)
    {
        Run run;
        run.name = QStringLiteral("r");
        run.id = RunId(run.name);
        run.head().directory = m_folder.filePath(QStringLiteral("it's a run"));
        QDir(run.head().directory).removeRecursively();
        QDir().mkpath(run.head().directory);
        QFile script(run.head().directory + QStringLiteral("/supervise.sh"));
        if (!script.open(QIODevice::WriteOnly) || script.write(supervisor) != supervisor.size())
            qFatal("the script could not be written");
        return run;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString missing = m_sshd.missing(); !missing.isEmpty()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(missing));
            QSKIP(qPrintable(missing));
        }
        QVERIFY(m_sshd.start());
        auto connected = SshConnection::open(m_sshd.target(), {}, QDeadlineTimer(std::chrono::seconds(20)));
        QVERIFY2(connected.has_value(), connected ? "" : qPrintable(connected.error().what));
        m_connection = std::move(*connected);
    }

    void everyKindHasABackend()
    {
        for (const EngineKind kind : {EngineKind::Process, EngineKind::Docker, EngineKind::Podman, EngineKind::Slurm})
            QCOMPARE(executionBackend(kind).kind(), kind);
        QCOMPARE(executionBackends().size(), 4);
        QVERIFY(!capabilitiesOf(EngineKind::Process).isContainer);
        QVERIFY(capabilitiesOf(EngineKind::Docker).isContainer && capabilitiesOf(EngineKind::Podman).isContainer);
        QCOMPARE(capabilitiesOf(EngineKind::Docker).accessGroup, QStringLiteral("docker"));
        QVERIFY(!capabilitiesOf(EngineKind::Podman).hasDaemon);
    }

    void planIsThatOfTheLaunch()
    {
        LaunchInput input;
        input.task.run = QStringLiteral("true");
        input.runId = RunId(QStringLiteral("r-abc234-a1"));
        input.lineage = QStringLiteral("r-abc234");
        const auto mine = executionBackend(EngineKind::Process).plan(input), pure = makeLaunchPlan(input);
        QVERIFY(mine && pure);
        QCOMPARE(mine->commandPreview, pure->commandPreview);
        QCOMPARE(mine->files.size(), pure->files.size());
    }

    void refusalAndDoubtAreToldApart_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<int>("code");  // -1: submitted
        QTest::addColumn<QString>("says");
        QTest::newRow("started") << QByteArray("echo '{\"state\":\"running\"}'") << -1 << QString();
        QTest::newRow("refused") << QByteArray("echo '{\"state\":\"ended\",\"message\":\"no such image\"}'; exit 5")
                                 << int(ErrorCode::RemoteCommandFailed) << QStringLiteral("no such image");
        QTest::newRow("no shell for it") << QByteArray("echo odd >&2; exit 127") << int(ErrorCode::RemoteCommandFailed)
                                         << QStringLiteral("odd");
        QTest::newRow("killed half-way") << QByteArray("kill -9 $$") << int(ErrorCode::ConnectionLost) << QStringLiteral("unclear");
    }
    void refusalAndDoubtAreToldApart()
    {
        QFETCH(QByteArray, script);
        QFETCH(int, code);
        QFETCH(QString, says);
        const auto submitted = executionBackend(EngineKind::Process).submit(runWith(script), *m_connection, {});
        QCOMPARE(submitted ? -1 : int(submitted.error().code), code);
        if (!submitted)
            QVERIFY2(submitted.error().what.contains(says), qPrintable(submitted.error().what));
    }

    void pollSaysWhatTheSupervisorSays()
    {
        const ExecutionBackend &backend = executionBackend(EngineKind::Process);
        const auto running = backend.poll(runWith("[ \"$1\" = ensure ] && echo '{\"state\":\"running\",\"supervisor\":true}'"),
                                          *m_connection, {});
        QVERIFY2(running.has_value(), running ? "" : qPrintable(running.error().what));
        QCOMPARE(running->state, QStringLiteral("running"));
        QVERIFY(running->isSupervised);
        QCOMPARE(backend.poll(runWith("echo nonsense"), *m_connection, {}).error().code, ErrorCode::Corrupt);
    }

    void attachReadsAndWritesTheRunDirectory()
    {
        const Run run = runWith("first line\nsecond line\n");
        const QDeadlineTimer deadline(std::chrono::seconds(20));
        for (const ExecutionBackend *backend : executionBackends()) {
            const auto files = backend->attach(run.head(), *m_connection, {});
            QVERIFY2(files.has_value(), files ? "" : qPrintable(files.error().what));
            const auto listed = (*files)->list(deadline, {});
            QVERIFY(listed && listed->size() >= 1);
            const auto script = (*files)->stat(QStringLiteral("supervise.sh"), deadline, {});
            QVERIFY(script && script->isRegular());
            QCOMPARE(script->size, 23);
            QCOMPARE((*files)->read(QStringLiteral("supervise.sh"), 6, 10, deadline, {}).value_or({}), QByteArray("line\nsecon"));
            QVERIFY((*files)->write(QStringLiteral("lease"), "one", deadline, {}));
            QVERIFY((*files)->write(QStringLiteral("lease"), engineName(backend->kind()).toUtf8(), deadline, {}));
            QFile lease(run.head().directory + QStringLiteral("/lease"));
            QVERIFY(lease.open(QIODevice::ReadOnly));
            QCOMPARE(lease.readAll(), engineName(backend->kind()).toUtf8());
            QCOMPARE(lease.permissions() & ~(QFile::ReadUser | QFile::WriteUser), QFile::ReadOwner | QFile::WriteOwner);
            QCOMPARE((*files)->read(QStringLiteral("log"), 0, 10, deadline, {}).error().code, ErrorCode::NotFound);
        }
        // The first call shows whether the directory exists.
        RunNode gone = run.head();
        gone.directory += QStringLiteral("/nowhere");
        const auto files = executionBackend(EngineKind::Process).attach(gone, *m_connection, {});
        QVERIFY(files.has_value());
        QCOMPARE((*files)->list(deadline, {}).error().code, ErrorCode::NotFound);
    }

    void stopEndsWithARecordOrSaysWhyNot()
    {
        const ExecutionBackend &backend = executionBackend(EngineKind::Process);
        const StopRequest request{std::chrono::seconds(3), std::chrono::seconds(9), false};
        const auto stopped = backend.stop(
            runWith("[ \"$1 $2\" = 'stop 9' ] && echo '{\"state\":\"ended\",\"exit\":{\"reason\":\"stopped\",\"code\":0,"
                    "\"signal\":null,\"oom\":false,\"log\":0,\"ended\":1}}'"),
            request, *m_connection, {});
        QVERIFY2(stopped.has_value(), stopped ? "" : qPrintable(stopped.error().what));
        QVERIFY(!stopped->isGone);
        QCOMPARE(int(stopped->exit.reason), int(RunExit::Reason::Stopped));
        QCOMPARE(backend.stop(runWith("echo '{\"state\":\"running\"}'; exit 1"), request, *m_connection, {}).error().code,
                 ErrorCode::RemoteCommandFailed);
        Run gone = runWith("true");
        gone.head().directory += QStringLiteral("/nowhere");
        const auto nothing = backend.stop(gone, request, *m_connection, {});
        QVERIFY(nothing && nothing->isGone);
    }

    // The name of a signal comes from a task file.
    void hostileNameOfASignalIsOneWord()
    {
        const Run run = runWith("[ \"$#\" -eq 2 ] && [ \"$2\" = 'USR1; touch pwned' ]");
        const auto sent = executionBackend(EngineKind::Process).signal(run, QStringLiteral("USR1; touch pwned"), *m_connection, {});
        QVERIFY(sent && *sent);
        QVERIFY(!QFile::exists(QDir::homePath() + QStringLiteral("/pwned")));
    }
};

QTEST_GUILESS_MAIN(TestExecutionBackends)

#include "tst_executionbackends.moc"
