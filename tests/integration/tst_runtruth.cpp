// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a run is always the machine's: whatever replaces its files there, whatever holds its copy here, and whether or not this
// computer has space to write it down.
#include "core/storage/database/statedatabase.h"
#include "tests/support/labmachine.h"
#include "tests/support/smalldisk.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");
const QByteArray kTick = "run: i=0; while [ $i -lt 1000 ]; do i=$((i+1)); echo \"tick $i\"; sleep 0.2; done\n";

QByteArray contents(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool write(const QString &name, const QByteArray &content)
{
    QFile file(name);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

}  // namespace

class TestRunTruth : public QObject {
    Q_OBJECT

    std::unique_ptr<LabMachine> m_machine;
    std::unique_ptr<QTemporaryDir> m_state;
    QString m_run;

    YardCommand yard() const { return YardCommand(kYard, m_state->path()); }
    YardCommand::Answer ask(const QStringList &words) const { return yard().run(words, 120'000); }
    YardCommand::Answer show() const { return ask({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), m_run}); }
    YardCommand::Answer stop() const { return ask({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("stop"), m_run}); }
    static QString state(const YardCommand::Answer &answer) { return answer.object()[QLatin1String("state")].toString(); }
    QString there(const QString &file) const { return m_machine->runDirectory(RunId(m_run)) + u'/' + file; }
    QString here(const QString &file) const { return m_state->path() + QStringLiteral("/data/runs/") + m_run + u'/' + file; }
    qsizetype processes() const { return LabMachine::processesWith(m_machine->runDirectory(RunId(m_run))).size(); }

    void launch(const QByteArray &yaml)
    {
        const QString task = m_state->filePath(QStringLiteral("task.yaml"));
        QVERIFY(write(task, yaml));
        const auto launched = ask(
            {QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"), QStringLiteral("box"), task});
        QVERIFY2(launched.status == 0, launched.told().constData());
        m_run = QString::fromUtf8(launched.out).trimmed();
    }

private Q_SLOTS:
    void init()
    {
        m_run.clear();
        m_state = std::make_unique<QTemporaryDir>();
        m_machine = std::make_unique<LabMachine>(std::nullopt);
        if (!m_machine->start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_machine->problem()));
            QSKIP(qPrintable(m_machine->problem()));
        }
        const auto added = ask({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("box"), m_machine->sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
    }

    void cleanup()
    {
        if (m_machine && !m_run.isEmpty())
            LabMachine::kill(LabMachine::processesWith(m_machine->home()));
        m_machine.reset();
        m_state.reset();
    }

    void unreadableRecordIsNoEnd_data()
    {
        QTest::addColumn<QByteArray>("record");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("torn") << QByteArray("{\"reason\":\"finished\",\"code\":0");
        QTest::newRow("hostile") << QByteArray("{\"reason\":\"finished\",\"code\":0,},\"log\":1,\"ended\":2}\n");
    }
    void unreadableRecordIsNoEnd()
    {
        QFETCH(QByteArray, record);
        launch(kTick);
        QVERIFY(write(there(QStringLiteral("exit")), record));
        const auto shown = show();
        QVERIFY2(shown.status == 1 && state(shown) == QLatin1String("running"), shown.told().constData());
        QVERIFY2(shown.err.contains("cannot be read") || shown.err.contains("makes sense"), shown.told().constData());
        QVERIFY(shown.object()[QLatin1String("ended")].isNull());
        // Repaired, it is as before.
        QVERIFY(QFile::remove(there(QStringLiteral("exit"))));
        const auto mended = show();
        QVERIFY2(mended.status == 0 && state(mended) == QLatin1String("running"), mended.told().constData());
        // It can be stopped in any case.
        QVERIFY(write(there(QStringLiteral("exit")), record));
        const auto stopped = stop();
        QVERIFY2(stopped.status == 0 && state(stopped) == QLatin1String("stopped"), stopped.told().constData());
        QTRY_COMPARE_WITH_TIMEOUT(processes(), 0, 10'000);
        QCOMPARE(contents(here(QStringLiteral("log"))), contents(there(QStringLiteral("log"))));
    }

    // Runs that earlier versions wrongly recorded as ended: the state is Unknown, and the unreadable record is kept beside the log.
    void aWrongEndOfLongAgoIsTakenBack_data() { unreadableRecordIsNoEnd_data(); }
    void aWrongEndOfLongAgoIsTakenBack()
    {
        QFETCH(QByteArray, record);
        launch(kTick);
        QCOMPARE(state(show()), QStringLiteral("running"));
        QVERIFY(write(here(QStringLiteral("exit")), record));
        {
            const auto store = StateDatabase::open(m_state->path() + QStringLiteral("/data/trainyard.db"));
            QVERIFY(store);
            QVERIFY((*store)->runs.update(RunId(m_run), [](Run &run) {
                run.state = RunState::Unknown;
                run.ended = QDateTime::currentDateTimeUtc();
                run.message = QStringLiteral("The record of the end makes no sense.");
            }));
        }
        // Listing the runs is enough to correct it.
        const auto listed = ask({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("list")});
        const QJsonObject run = listed.array().first().toObject();
        QVERIFY2(run[QLatin1String("state")].toString() == QStringLiteral("running") && run[QLatin1String("ended")].isNull()
                     && run[QLatin1String("message")].toString().isEmpty(),
                 listed.told().constData());
        const auto stopped = stop();
        QVERIFY2(stopped.status == 0 && state(stopped) == QLatin1String("stopped"), stopped.told().constData());
        QTRY_COMPARE_WITH_TIMEOUT(processes(), 0, 10'000);
        QVERIFY(show().object()[QLatin1String("ended_by")].toString() == QStringLiteral("stopped"));
    }

    void folderInPlaceOfTheRecordIsNoEnd()
    {
        launch(kTick);
        QVERIFY(QDir().mkpath(there(QStringLiteral("exit/inside"))));
        QCOMPARE(state(show()), QStringLiteral("running"));
        const auto stopped = stop();
        QVERIFY2(stopped.status == 0 && state(stopped) == QLatin1String("stopped"), stopped.told().constData());
        QTRY_COMPARE_WITH_TIMEOUT(processes(), 0, 10'000);
    }

    // One holder of the copy is suspended: all others still see the current state, and when it continues, nothing is damaged.
    void stoppedFollowerHidesNothing()
    {
        launch("run: i=0; while [ $i -lt 60 ]; do i=$((i+1)); echo \"tick $i\"; sleep 0.2; done\n");
        const auto follower = yard().start({QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), m_run});
        QTRY_VERIFY_WITH_TIMEOUT(!contents(here(QStringLiteral("log"))).isEmpty(), 20'000);
        const auto other = yard().start({QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), m_run});
        const pid_t pid = pid_t(follower->processId());
        QCOMPARE(::kill(pid, SIGSTOP), 0);
        const auto goOn = qScopeGuard([pid] { ::kill(pid, SIGCONT); });
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(there(QStringLiteral("exit"))), 60'000);
        QTest::qWait(6000);  // how long the holder of a copy is trusted
        const auto shown = show();
        QVERIFY2(shown.status == 0 && state(shown) == QLatin1String("finished"), shown.told().constData());
        QTRY_COMPARE_WITH_TIMEOUT(other->state(), QProcess::NotRunning, 30'000);
        QCOMPARE(other->exitCode(), 0);
        QCOMPARE(contents(here(QStringLiteral("log"))), contents(there(QStringLiteral("log"))));
        ::kill(pid, SIGCONT);
        QTRY_COMPARE_WITH_TIMEOUT(follower->state(), QProcess::NotRunning, 60'000);
        QCOMPARE(follower->exitCode(), 0);
        QCOMPARE(contents(here(QStringLiteral("log"))), contents(there(QStringLiteral("log"))));
        QCOMPARE(contents(here(QStringLiteral("metrics"))), contents(there(QStringLiteral("metrics"))));
    }

    void stopSaysWhatTheMachineSaidWhoeverHoldsTheCopy()
    {
        launch(kTick);
        const auto follower = yard().start({QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), m_run});
        QTRY_VERIFY_WITH_TIMEOUT(!contents(here(QStringLiteral("log"))).isEmpty(), 20'000);
        const pid_t pid = pid_t(follower->processId());
        QCOMPARE(::kill(pid, SIGSTOP), 0);
        const auto goOn = qScopeGuard([pid] { ::kill(pid, SIGCONT); });
        const auto stopped = stop();
        QVERIFY2(stopped.status == 0 && state(stopped) == QLatin1String("stopped"), stopped.told().constData());
        QTRY_COMPARE_WITH_TIMEOUT(processes(), 0, 10'000);
        ::kill(pid, SIGCONT);
        QTRY_COMPARE_WITH_TIMEOUT(follower->state(), QProcess::NotRunning, 60'000);
        QCOMPARE(contents(here(QStringLiteral("log"))), contents(there(QStringLiteral("log"))));
    }

    void replacedLogIsNoticed()
    {
        launch("run: echo the first log; while [ ! -e \"$HOME/go-on\" ]; do sleep 0.1; done\n");
        QTRY_VERIFY_WITH_TIMEOUT(!contents(there(QStringLiteral("log"))).isEmpty(), 20'000);
        QCOMPARE(show().status, 0);
        QCOMPARE(contents(here(QStringLiteral("log"))), QByteArray("the first log\n"));
        QByteArray another;
        for (int i = 0; i < 1000; ++i)
            another += QByteArray::number(i) + '\n';
        QVERIFY(QFile::remove(there(QStringLiteral("log"))));
        QVERIFY(write(there(QStringLiteral("log")), another));
        const auto logs = ask({QStringLiteral("run"), QStringLiteral("logs"), m_run});
        QVERIFY2(logs.status == 0, logs.told().constData());
        QCOMPARE(logs.out, another);
        QVERIFY2(logs.err.contains("log.earlier-1"), logs.told().constData());
        QCOMPARE(contents(here(QStringLiteral("log.earlier-1"))), QByteArray("the first log\n"));
        QCOMPARE(show().object()[QLatin1String("earlier_logs")].toArray().size(), 1);
        QVERIFY(write(m_machine->home() + QStringLiteral("/go-on"), "x"));
    }

    void noRoomHereStopsNoStop_data()
    {
        QTest::addColumn<bool>("isFull");
        QTest::newRow("full") << true;
        QTest::newRow("read-only") << false;
    }
    void noRoomHereStopsNoStop()
    {
        QFETCH(bool, isFull);
        const QString home = m_state->filePath(QStringLiteral("small"));
        SmallDisk disk(home, "size=2m");
        if (!disk.isMounted()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL("a small file system cannot be mounted");
            QSKIP("mounting a small file system needs root: sudo ./test");
        }
        const YardCommand small(kYard, home);
        const QString task = m_state->filePath(QStringLiteral("task.yaml"));
        QVERIFY(write(task, kTick));
        QCOMPARE(small.run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("box"), m_machine->sshCommand()}).status, 0);
        const auto launched = small.run(
            {QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"), QStringLiteral("box"), task});
        QVERIFY2(launched.status == 0, launched.told().constData());
        m_run = QString::fromUtf8(launched.out).trimmed();
        if (isFull)
            disk.fill(QStringLiteral("fill"));
        else
            QVERIFY(disk.makeReadOnly());
        const auto checked = small.run({QStringLiteral("task"), QStringLiteral("check"), task});
        QVERIFY2(checked.status == 0 && checked.err.isEmpty(), checked.told().constData());
        for (const char *noun : {"machine", "run", "key"}) {
            const auto listed = small.run({QStringLiteral("--json"), QLatin1String(noun), QStringLiteral("list")});
            QVERIFY2(listed.status == 0, listed.told().constData());
            QCOMPARE(listed.array().size(), noun == QByteArray("key") ? 0 : 1);
        }
        const auto shown = small.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), m_run});
        QVERIFY2(shown.status == 0 && state(shown) == QLatin1String("running"), shown.told().constData());
        const auto stopped = small.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("stop"), m_run}, 120'000);
        QVERIFY2(stopped.status == 0 && state(stopped) == QLatin1String("stopped"), stopped.told().constData());
        QTRY_COMPARE_WITH_TIMEOUT(processes(), 0, 10'000);
        // Once there is space again, it is recorded.
        QVERIFY(isFull ? QFile::remove(home + QStringLiteral("/fill")) : disk.makeWritable());
        QCOMPARE(state(small.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), m_run})),
                 QStringLiteral("stopped"));
        QCOMPARE(contents(home + QStringLiteral("/data/runs/") + m_run + QStringLiteral("/log")), contents(there(QStringLiteral("log"))));
    }

    void aRelativeHomeIsRefused()
    {
        const auto asked = YardCommand(kYard, QStringLiteral("here")).run({QStringLiteral("machine"), QStringLiteral("list")});
        QVERIFY2(asked.status == 2 && asked.err.contains("absolute"), asked.told().constData());
        QVERIFY(!QFile::exists(QStringLiteral("here")));
    }

    void stateComesBeforeTheBytes()
    {
        launch("run: while [ ! -e \"$HOME/go-on\" ]; do sleep 0.1; done; exit 5\n");
        QFile log(there(QStringLiteral("log")));
        QVERIFY(log.open(QIODevice::ReadWrite));
        constexpr qint64 kHuge = 10LL << 30;  // sparse
        QVERIFY(log.resize(kHuge));
        QElapsedTimer timer;
        timer.start();
        const auto running = show();
        QVERIFY2(running.status == 0 && state(running) == QLatin1String("running"), running.told().constData());
        QCOMPARE(running.object()[QLatin1String("log_behind_bytes")].toInteger(), kHuge);
        QVERIFY(write(m_machine->home() + QStringLiteral("/go-on"), "x"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(there(QStringLiteral("exit"))), 60'000);
        const auto failed = show();
        QVERIFY2(failed.status == 0 && state(failed) == QLatin1String("failed"), failed.told().constData());
        QCOMPARE(failed.object()[QLatin1String("exit_code")].toInt(), 5);
        QVERIFY2(timer.elapsed() < 60'000, "the log was fetched");
        QCOMPARE(QFile(here(QStringLiteral("log"))).size(), 0);
        QVERIFY(log.resize(0));
    }
};

QTEST_GUILESS_MAIN(TestRunTruth)
#include "tst_runtruth.moc"
