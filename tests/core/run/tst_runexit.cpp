#include "core/run/runexit.h"

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
        QTest::addColumn<int>("code");      // -1 = unknown
        QTest::addColumn<bool>("hasMessage");
        QTest::newRow("finished") << QByteArray("{\"reason\":\"finished\",\"code\":0,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                                  << RunState::Finished << 0 << false;
        QTest::newRow("failed") << QByteArray("{\"reason\":\"finished\",\"code\":3,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                                << RunState::Failed << 3 << false;
        QTest::newRow("out of memory") << QByteArray("{\"reason\":\"finished\",\"code\":137,\"signal\":null,\"oom\":true,\"log\":5,\"ended\":1732176000}")
                                       << RunState::Failed << 137 << true;
        QTest::newRow("stopped") << QByteArray("{\"reason\":\"stopped\",\"code\":143,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                                 << RunState::Stopped << 143 << false;
        QTest::newRow("limit") << QByteArray("{\"reason\":\"limit\",\"code\":143,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                               << RunState::Stopped << 143 << true;
        for (const char *reason : {"lease", "budget", "idle", "spot"}) {
            QTest::newRow(reason) << QByteArray("{\"reason\":\"%1\",\"code\":143,\"signal\":15,\"oom\":false,\"log\":5,\"ended\":1732176000}").replace("%1", reason)
                                  << RunState::Stopped << 143 << true;
        }
        QTest::newRow("lost") << QByteArray("{\"reason\":\"lost\",\"code\":null,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000}")
                              << RunState::Unknown << -1 << true;
        QTest::newRow("not started") << QByteArray("{\"reason\":\"not-started\",\"code\":null,\"signal\":null,\"oom\":false,\"log\":5,\"ended\":1732176000,\"message\":\"no such image\"}")
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

    // A machine whose clock is wrong, or a run that wrote its own record, must not cost for ever or nothing at all.
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
            applyExit(late, exit);   // read once more: it ends no later for that
            QCOMPARE(late.ended, first);
        }
        exit.ended = now.addSecs(-7200);
        applyExit(run, exit);
        QCOMPARE(run.ended, run.started);
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
