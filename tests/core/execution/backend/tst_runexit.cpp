// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/backend/supervisoranswer.h"

#include <QTest>

#include <limits>

using namespace trainyard;

class TestRunExit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void turnsEachEndingIntoItsState_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<RunState>("state");
        QTest::addColumn<int>("code");  // -1 = unknown
        QTest::addColumn<bool>("hasMessage");
        QTest::newRow("finished") << QByteArray(
            "{\"reason\":\"finished\",\"code\":0,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                                  << RunState::Finished << 0 << false;
        QTest::newRow("failed") << QByteArray(
            "{\"reason\":\"finished\",\"code\":3,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                                << RunState::Failed << 3 << false;
        QTest::newRow("out of memory") << QByteArray(
            "{\"reason\":\"finished\",\"code\":137,\"signal\":null,\"oom\":true,\"log\":5,\"ended\":1732176000}")
                                       << RunState::Failed << 137 << true;
        QTest::newRow("stopped") << QByteArray(
            "{\"reason\":\"stopped\",\"code\":143,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                                 << RunState::Stopped << 143 << false;
        QTest::newRow("limit") << QByteArray(
            "{\"reason\":\"limit\",\"code\":143,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                               << RunState::Stopped << 143 << true;
        for (const char *reason : {"lease", "budget", "idle", "spot", "give-back", "preempted", "cancelled"}) {
            QTest::newRow(reason) << QByteArray(
                                         "{\"reason\":\"%1\",\"code\":143,\"signal\":15,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                                         .replace("%1", reason)
                                  << RunState::Stopped << 143 << true;
        }
        QTest::newRow("node failed") << QByteArray(
            "{\"reason\":\"node-failed\",\"code\":null,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                                     << RunState::Failed << -1 << true;
        QTest::newRow("lost") << QByteArray(
            "{\"reason\":\"lost\",\"code\":null,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                              << RunState::Unknown << -1 << true;
        QTest::newRow("not started") << QByteArray(
            "{\"reason\":\"not-started\",\"code\":null,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000,\"message\":\"no such image\"}")
                                     << RunState::Failed << -1 << true;
    }
    void turnsEachEndingIntoItsState()
    {
        QFETCH(QByteArray, json);
        QFETCH(RunState, state);
        QFETCH(int, code);
        QFETCH(bool, hasMessage);
        const auto exit = parseRunExit(json);
        QVERIFY(exit);
        Run run;
        run.state = RunState::Running;
        applyExit(run, *exit);
        QCOMPARE(run.state, state);
        QCOMPARE(run.exitCode.value_or(-1), code);
        QCOMPARE(!run.message.isEmpty(), hasMessage);
        QCOMPARE(run.ended.toSecsSinceEpoch(), 1732176000);
    }

    // A machine with a wrong clock, or a run that wrote its own record, must not cost money forever or nothing at all.
    void endLiesBetweenItsStartAndNow()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        Run run;
        run.state = RunState::Running;
        run.started = now.addSecs(-3600);
        RunExit exit;
        for (const qint64 ended : {qint64(253402300799), std::numeric_limits<qint64>::max() / 1000, std::numeric_limits<qint64>::max()}) {
            Run late = run;
            exit.ended = QDateTime::fromSecsSinceEpoch(ended, Qt::UTC);
            applyExit(late, exit);
            QVERIFY(late.ended >= now && late.ended <= QDateTime::currentDateTimeUtc());
            const QDateTime first = late.ended;
            applyExit(late, exit);  // read once more: its end does not move
            QCOMPARE(late.ended, first);
        }
        // Before its start: its real duration is unknown, but zero is wrong.
        Run early = run;
        exit.ended = now.addSecs(-7200);
        applyExit(early, exit);
        QVERIFY(early.ended >= now && early.ended <= QDateTime::currentDateTimeUtc());
        const QDateTime first = early.ended;
        applyExit(early, exit);
        QCOMPARE(early.ended, first);
    }

    void costsWhatItRanWhateverTheMachinesClock_data()
    {
        QTest::addColumn<qint64>("clock");  // the machine's clock, off by this many seconds
        QTest::newRow("right") << qint64(0);
        QTest::newRow("an hour behind") << qint64(-3600);
        QTest::newRow("five minutes behind") << qint64(-300);
        QTest::newRow("five minutes ahead") << qint64(300);
        QTest::newRow("seventy years ahead") << qint64(70LL * 365 * 86400);
    }
    void costsWhatItRanWhateverTheMachinesClock()
    {
        QFETCH(qint64, clock);
        const QDateTime now = QDateTime::currentDateTimeUtc();
        Run run;
        run.state = RunState::Running;
        run.created = now.addSecs(-7300);
        run.started = now.addSecs(-7200);
        // It ended an hour ago, and this computer learns of it now.
        const auto exit = parseRunExit("{\"reason\":\"finished\",\"code\":0,\"log\":5,\"ended\":"
                                       + QByteArray::number(now.addSecs(-3600 + clock).toSecsSinceEpoch()) + ",\"seconds\":3600}");
        QVERIFY(exit);
        for (int times = 0; times < 2; ++times) {
            applyExit(run, *exit);
            QCOMPARE(run.started, now.addSecs(-7200));
            QCOMPARE(run.ended, now.addSecs(-3600));
        }
    }

    // The link was lost at the launch: its start was seen late, or not at all.
    void startThatWasNotSeenIsMadeUpFor()
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        RunExit exit;
        exit.reason = RunExit::Reason::Finished;
        exit.ended = now;
        exit.elapsed = std::chrono::seconds(3600);
        Run unseen, late;
        unseen.state = RunState::Preparing;
        late.state = RunState::Running;
        unseen.created = late.created = now.addSecs(-4000);
        late.started = now.addSecs(-60);
        for (Run *run : {&unseen, &late}) {
            applyExit(*run, exit);
            QCOMPARE(run->started.secsTo(run->ended), 3600);
            QVERIFY(run->ended <= QDateTime::currentDateTimeUtc());
            // An invented duration counts from the launch at most.
            exit.elapsed = std::chrono::seconds(100'000);
            Run invented = *run;
            invented.state = RunState::Running;
            applyExit(invented, exit);
            QVERIFY(invented.started >= invented.created && invented.ended <= QDateTime::currentDateTimeUtc());
            exit.elapsed = std::chrono::seconds(3600);
        }
    }

    void refusesHostileRecords_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no object") << QByteArray("[1]");
        QTest::newRow("unknown reason") << QByteArray("{\"reason\":\"won\",\"log\":1,\"ended\":1}");
        QTest::newRow("negative size") << QByteArray("{\"reason\":\"finished\",\"code\":0,\"log\":-4,\"ended\":1}");
        QTest::newRow("no time") << QByteArray("{\"reason\":\"finished\",\"code\":0,\"log\":4}");
        QTest::newRow("cut") << QByteArray("{\"reason\":\"finished\",\"co");
    }
    void refusesHostileRecords()
    {
        QFETCH(QByteArray, json);
        const auto exit = parseRunExit(json);
        QVERIFY(!exit);
        QCOMPARE(exit.error().code, ErrorCode::Corrupt);
    }

    void readsTheLastLineOfAnAnswer()
    {
        const auto answer = parseSupervisorAnswer("motd\n{\"state\":\"running\",\"message\":\"x\"}\n");
        QVERIFY(answer);
        QCOMPARE(answer->state, QStringLiteral("running"));
        QVERIFY(!parseSupervisorAnswer("sh: 1: cannot open supervise.sh"));
    }
};

QTEST_GUILESS_MAIN(TestRunExit)
#include "tst_runexit.moc"
