// SPDX-License-Identifier: GPL-3.0-or-later
// The services of runs and checkpoints, each tested separately: database and files are real, every machine is unreachable.
#include "core/service/runs/checkpointmaintainer.h"
#include "core/service/runs/checkpointservice.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/placeservice.h"
#include "core/service/runs/resumeservice.h"
#include "core/service/runs/runservice.h"
#include "core/service/runs/runwatch.h"
#include "core/storage/database/objectstorefile.h"
#include "tests/support/faraway.h"

#include <QDir>
#include <QSignalSpy>
#include <QTest>

using namespace trainyard;

namespace {

template <typename T>
T waited(QFuture<T> future)
{
    future.waitForFinished();
    return future.result();
}

}  // namespace

class TestRunServices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMachineThatIsAwayIsAskedOnceForAllItsRuns()
    {
        FarAway away;
        const Machine box = away.add(QStringLiteral("box")), other = away.add(QStringLiteral("other"));
        for (const char *name : {"a", "b", "c"})
            away.add(box, QLatin1String(name), RunState::Running);
        away.add(other, QStringLiteral("d"), RunState::Running);
        away.add(other, QStringLiteral("over"), RunState::Failed);
        RunService runs(away.context);
        const auto problems = waited(runs.refresh());
        QVERIFY(problems);
        QCOMPARE(problems->keys(), (QList<RunId>{RunId(QStringLiteral("a-a1")), RunId(QStringLiteral("b-a1")),
                                                 RunId(QStringLiteral("c-a1")), RunId(QStringLiteral("d-a1"))}));
        QCOMPARE(problems->value(RunId(QStringLiteral("c-a1"))).what, QStringLiteral("box is away."));
        QCOMPARE(away.dials.load(), 2);
        QCOMPARE(away.lastAsking.load(), Interaction::None);
        // A run that could not be queried keeps its state.
        QCOMPARE(away.context.database->runs.find(RunId(QStringLiteral("a-a1")))->state, RunState::Running);
    }

    void aLaunchSaysWhereItStopped()
    {
        FarAway away;
        const Machine box = away.add(QStringLiteral("box"));
        RunService runs(away.context);
        LaunchRequest request;
        request.machineId = box.id;
        QStringList steps;
        const auto launched = waited(runs.launch(request, [&steps](const QString &step) { steps << step; }));
        QCOMPARE(launched.error().code, ErrorCode::Unreachable);
        QCOMPARE(steps.size(), 1);
        QVERIFY(steps.first().contains(QLatin1String("box")));
        QVERIFY(away.context.database->runs.all()->isEmpty());
        request.machineId = MachineId(99);
        QCOMPARE(waited(runs.preview(request)).error().code, ErrorCode::NotFound);
    }

    void aRunIsRenamedWithoutItsMachine()
    {
        FarAway away;
        away.add(away.add(QStringLiteral("box")), QStringLiteral("r"), RunState::Finished);
        RunService runs(away.context);
        QSignalSpy changed(&runs, &RunService::changed);
        RunEdit edit;
        edit.name = QStringLiteral("better");
        QVERIFY(runs.edit({{QStringLiteral("r"), edit}}));
        QCOMPARE(away.context.database->runs.find(RunId(QStringLiteral("r-a1")))->name, QStringLiteral("better"));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(away.dials.load(), 0);
        QCOMPARE(taskOfRun(away.context.paths, RunId(QStringLiteral("r-a1"))).error().code, ErrorCode::NotFound);
    }

    void severalRunsAreChangedWithOneReport()
    {
        FarAway away;
        const Machine box = away.add(QStringLiteral("box"));
        away.add(box, QStringLiteral("r"), RunState::Finished);
        away.add(box, QStringLiteral("s"), RunState::Finished);
        RunService runs(away.context);
        QSignalSpy changed(&runs, &RunService::changed);
        RunEdit edit;
        edit.isPinned = true;
        QVERIFY(runs.edit({{QStringLiteral("r"), edit}, {QStringLiteral("s"), edit}}));
        QCOMPARE(changed.size(), 1);
        QVERIFY(away.context.database->runs.find(RunId(QStringLiteral("r-a1")))->isPinned);
        QVERIFY(away.context.database->runs.find(RunId(QStringLiteral("s-a1")))->isPinned);
    }

    void stoppingNeedsNoBudget()
    {
        FarAway away;
        away.add(away.add(QStringLiteral("box")), QStringLiteral("r"), RunState::Running);
        RunService runs(away.context);
        QCOMPARE(waited(runs.stopForBudget(RunId(QStringLiteral("r-a1")))).error().code, ErrorCode::Unreachable);
        QCOMPARE(away.lastAsking.load(), Interaction::None);
        QCOMPARE(waited(runs.stop(RunId(QStringLiteral("r-a1")))).error().code, ErrorCode::Unreachable);
        QCOMPARE(away.lastAsking.load(), Interaction::Allowed);
        QCOMPARE(waited(runs.stop(RunId(QStringLiteral("none")))).error().code, ErrorCode::NotFound);
    }

    void aCopyToAMachineThatIsAwayFailsWithItsReason()
    {
        FarAway away;
        CheckpointService checkpoints(away.context);
        CopyRequest request;
        ObjectStoreConfig store;
        store.name = QStringLiteral("there");
        store.endpoint = QStringLiteral("http://127.0.0.1:9");
        store.region = QStringLiteral("none");
        store.bucket = QStringLiteral("bucket");
        store.key = {"id", "secret", {}};
        const auto added = addObjectStore(away.context.paths, store);
        QVERIFY2(added, added ? "" : qPrintable(added.error().what));
        request.from = Location::inBucket(store.name, QStringLiteral("s3://bucket/7/checkpoint-10"));
        request.to = Location::onMachine(away.add(QStringLiteral("box")).id, QStringLiteral("/runs/checkpoint-10"));
        QCOMPARE(waited(checkpoints.copy(request)).error().what, QStringLiteral("box is away."));
        QCOMPARE(away.lastAsking.load(), Interaction::Allowed);

        request.from = Location::onMachine(MachineId(99), QStringLiteral("/runs/checkpoint-10"));
        QCOMPARE(waited(checkpoints.copy(request)).error().code, ErrorCode::NotFound);
    }

    void checkpointsOfARunThatIsAwayAreAProblemAndNoError()
    {
        FarAway away;
        away.add(away.add(QStringLiteral("box")), QStringLiteral("r"), RunState::Running, QStringLiteral("/ckpt"));
        QVERIFY(QDir().mkpath(away.context.paths.runs() + QStringLiteral("/r-a1")));
        QFile task(away.context.paths.runs() + QStringLiteral("/r-a1/task.yaml"));
        QVERIFY(task.open(QIODevice::WriteOnly) && task.write("run: python train.py\ncheckpoints:\n  dir: /ckpt\n") > 0);
        task.close();
        CheckpointService checkpoints(away.context);
        const auto scan = waited(checkpoints.find());
        QVERIFY(scan);
        QVERIFY(scan->found.isEmpty());
        QCOMPARE(scan->problems.size(), 1);
        QCOMPARE(scan->problems.first().error.what, QStringLiteral("box is away."));
    }

    void aFolderHereIsListedWithoutAMachine()
    {
        FarAway away;
        QDir folder(away.folder());
        QVERIFY(folder.mkpath(QStringLiteral("ckpt")));
        QFile file(folder.filePath(QStringLiteral("ckpt/model.pt")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no checkpoint") > 0);
        file.close();
        CheckpointService checkpoints(away.context);
        const auto listed = waited(checkpoints.list(CheckpointRef::at(Location::here(folder.filePath(QStringLiteral("ckpt"))))));
        QVERIFY2(listed, qPrintable(listed ? QString() : listed.error().what));
        QCOMPARE(listed->checkpoints.size(), 1);
        QVERIFY(listed->checkpoints.first().verdict != Verdict::Complete);
        QVERIFY(!listed->latestGood);
        QCOMPARE(away.dials.load(), 0);
    }

    void maintenanceLeavesRunsWithoutCheckpointsAlone()
    {
        FarAway away;
        away.add(away.add(QStringLiteral("box")), QStringLiteral("r"), RunState::Running);
        RatingCache ratings;
        CheckpointMaintainer maintainer(away.context, ratings);
        QVERIFY(waited(maintainer.maintain(RunId(QStringLiteral("r-a1")))));
        QCOMPARE(away.dials.load(), 0);
        QCOMPARE(waited(maintainer.maintain(RunId(QStringLiteral("none")))).error().code, ErrorCode::NotFound);
    }

    void aResumeNeedsTheTaskOfItsRun()
    {
        FarAway away;
        FoundCheckpoint from;
        from.source = CheckpointSource::ofRun(away.add(away.add(QStringLiteral("box")), QStringLiteral("r"), RunState::Failed));
        ResumeService resumes(away.context);
        QCOMPARE(resumes.requestFrom(from).error().code, ErrorCode::NotFound);
        ResumeRequest request;
        request.from = from;
        QCOMPARE(waited(resumes.plan(request)).error().code, ErrorCode::NotFound);
        QCOMPARE(waited(resumes.launchFacts(RunId(QStringLiteral("r-a1")))).error().code, ErrorCode::NotFound);
        QCOMPARE(away.dials.load(), 0);
    }

    void aPlaceHereIsSeenAndOneElsewhereSaysWhyNot()
    {
        FarAway away;
        const Machine box = away.add(QStringLiteral("box"));
        PlaceService places(away.context);
        const auto here = waited(places.look({{}, Location::here(away.folder()), {}}, false));
        QVERIFY(here);
        QVERIFY(here->looked.isValid());
        QCOMPARE(away.dials.load(), 0);
        const auto there = waited(places.look({{}, Location::onMachine(box.id, QStringLiteral("/data")), box.name}, false));
        QCOMPARE(there.error().code, ErrorCode::Unreachable);
        QCOMPARE(away.lastAsking.load(), Interaction::None);
        QVERIFY(waited(places.freeSpace(Location::here(away.folder() + QStringLiteral("/not/there/yet")))).value() > 0);
    }
};

QTEST_GUILESS_MAIN(TestRunServices)
#include "tst_runservices.moc"
