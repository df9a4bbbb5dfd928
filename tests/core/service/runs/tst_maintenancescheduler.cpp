// SPDX-License-Identifier: GPL-3.0-or-later
// When the checkpoints of a followed run are maintained, what is recorded in its events, and what other runs need.
#include "core/service/runs/internal/maintenanceevents.h"
#include "core/service/runs/internal/maintenancescheduler.h"
#include "core/service/runs/internal/protectedcheckpoints.h"

#include <QPromise>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace trainyard;

class TestRunCare : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void roundsOfARunComeOneAfterTheOther()
    {
        std::vector<std::shared_ptr<QPromise<Result<MaintenanceReport>>>> begun;
        MaintenanceScheduler care([&](const RunId &) {
            begun.push_back(std::make_shared<QPromise<Result<MaintenanceReport>>>());
            begun.back()->start();
            return begun.back()->future();
        });
        QStringList told;
        connect(&care, &MaintenanceScheduler::tended, this, [&](const RunId &run, const MaintenanceReport &report) {
            told << run.text() + u':' + QString::number(report.removed.size()) + u':' + QString::number(report.problems.size());
        });
        const auto finish = [&](const Result<MaintenanceReport> &report) {
            const auto promise = begun.back();
            promise->addResult(report);
            promise->finish();
        };
        care.touch(RunId(QStringLiteral("a")));
        care.touch(RunId(QStringLiteral("a")));
        care.touch(RunId(QStringLiteral("a")));
        QCOMPARE(begun.size(), size_t(1));
        MaintenanceReport report;
        report.problems << Error{ErrorCode::NoSpace, QStringLiteral("full"), {}};
        finish(report);
        QTRY_COMPARE(begun.size(), size_t(2));  // requests made meanwhile become one more round
        report.removed << MaintenanceReport::Removed{QStringLiteral("step-1"), 1, 10, QStringLiteral("id")};
        finish(report);
        QTRY_COMPARE(told, (QStringList{"a:0:1", "a:1:0"}));  // the same problem is reported once
        care.touch(RunId(QStringLiteral("a")));
        finish(Error{ErrorCode::ConnectionLost, QStringLiteral("lost"), {}});
        care.touch(RunId(QStringLiteral("b")));
        QCOMPARE(begun.size(), size_t(4));
        QCOMPARE(told.size(), 2);
        begun.back()->finish();
    }

    void theTrashIsFoundAgainInTheEvents()
    {
        const MaintenanceReport::Removed one{QStringLiteral("a \"event\":\"started\"\n") + QString(5000, u'x'), 7, 123,
                                             QStringLiteral("20261122T141503Z-1f3a")};
        const QByteArray line = removalEvent(one, 1'732'176'000);
        QVERIFY(!line.contains('\n') && line.size() < 4096);
        QVERIFY(!line.contains("\"event\":\"started\""));  // the supervisor finds its own events by text
        QCOMPARE(trashOfEvents("{\"t\":1,\"event\":\"started\"}\n" + line + '\n'), QStringList{"20261122T141503Z-1f3a"});
        QCOMPARE(trashOfEvents("{\"event\":\"checkpoint-removed\",\"trash\":\"../../home\"}\n{\"event\":\"checkpoint-removed\"\n"),
                 QStringList());
        QCOMPARE(trashOfEvents("{\"event\":\"other\",\"name\":\"checkpoint-removed\",\"trash\":\"20261122T141503Z-1f3a\"}"), QStringList());
    }

    void aRemovalThatWasBegunIsKnown()
    {
        const QString id = QStringLiteral("20261122T141503Z-1f3a");
        QCOMPARE(begunRemovals(begunLine(id) + "../../home\n" + begunLine(QStringLiteral("20261122T141504Z-1f3b")) + "20261122T14"),
                 (QStringList{id, QStringLiteral("20261122T141504Z-1f3b")}));
    }

    void whatALiveRunBeganFromIsNeeded()
    {
        Run live;
        live.id = RunId(QStringLiteral("r-a2"));
        live.head().machineId = MachineId(1);
        live.state = RunState::Running;
        live.engine = EngineKind::Docker;
        live.checkpointDir = QStringLiteral("/home/u/ck");
        live.resumedFrom = QStringLiteral("/checkpoints/step-5");
        Run over = live;
        over.state = RunState::Finished;
        over.resumedFrom = QStringLiteral("/checkpoints/step-4");
        Run elsewhere = live;
        elsewhere.head().machineId = MachineId(2);
        elsewhere.resumedFrom = QStringLiteral("/checkpoints/step-3");
        const auto taskOf = [](const Run &) -> Result<Task> {
            Task task;
            task.checkpoints = CheckpointPlan{};
            task.checkpoints->dir = QStringLiteral("/checkpoints");
            return task;
        };
        const ProtectedCheckpoints needs = neededBy({live, over, elsewhere}, MachineId(1), {{QStringLiteral("/home/u/ck")}}, taskOf);
        QCOMPARE(needs.names, QStringList{"step-5"});
        QVERIFY(needs.isLive);
        QVERIFY(!neededBy({over}, MachineId(1), {{QStringLiteral("/home/u/ck")}}, taskOf).isLive);
        // The same folder through a link, for which the run has the name.
        const FolderNames linked{{QStringLiteral("/data/u/ck")}, {{QStringLiteral("/home/u/ck"), QStringLiteral("/data/u/ck")}}};
        QCOMPARE(neededBy({live}, MachineId(1), linked, taskOf).names, QStringList{"step-5"});
        QVERIFY(neededBy({live}, MachineId(1), linked, taskOf).isLive);
        QVERIFY(!neededBy({live}, MachineId(1), {{QStringLiteral("/data/u/ck")}}, taskOf).isLive);
        QVERIFY(overlaps(QStringLiteral("/a/b"), QStringLiteral("/a")) && overlaps(QStringLiteral("/a"), QStringLiteral("/a/b")));
        QVERIFY(!overlaps(QStringLiteral("/a/bc"), QStringLiteral("/a/b")) && !overlaps({}, QStringLiteral("/a")));
    }
};

QTEST_GUILESS_MAIN(TestRunCare)
#include "tst_maintenancescheduler.moc"
