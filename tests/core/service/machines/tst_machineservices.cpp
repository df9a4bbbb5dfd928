// SPDX-License-Identifier: GPL-3.0-or-later
// The services of machines, each tested separately: database and files are real, every machine is unreachable.
#include "core/service/machines/keyservice.h"
#include "core/service/machines/machineservice.h"
#include "core/service/machines/sandboxservice.h"
#include "core/service/machines/transferqueue.h"
#include "core/service/machines/transferservice.h"
#include "core/service/machines/tunnelmanager.h"
#include "tests/support/faraway.h"

#include <QDir>
#include <QTest>

using namespace trainyard;

namespace {

struct Machines : FarAway {
    TunnelManager tunnels{context.paths.tunnels(), *context.database, context.connections};
    TransferService transfers{context};
    MachineService service{context, tunnels, transfers};
};

template <typename T>
T waited(QFuture<T> future)
{
    future.waitForFinished();
    return future.result();
}

}  // namespace

class TestMachineServices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMachineIsChangedWithoutAConnection()
    {
        Machines machines;
        Machine box = machines.add(QStringLiteral("box"));
        const Run run = machines.add(box, QStringLiteral("r"), RunState::Finished);
        box.name = QStringLiteral("lab");
        QVERIFY(machines.service.update(box));
        QCOMPARE(machines.context.database->machines.find(box.id)->name, QStringLiteral("lab"));
        QCOMPARE(machines.context.database->runs.find(run.id)->head().machineName, QStringLiteral("lab"));
        QCOMPARE(machines.dials.load(), 0);
        box.id = MachineId(99);
        QCOMPARE(machines.service.update(box).error().code, ErrorCode::NotFound);
    }

    void aMachineWithALiveRunStaysUnlessItIsGoneForGood()
    {
        Machines machines;
        const Machine box = machines.add(QStringLiteral("box"));
        const Run live = machines.add(box, QStringLiteral("live"), RunState::Running);
        QCOMPARE(machines.service.remove(box.id).error().code, ErrorCode::AlreadyExists);
        QVERIFY(machines.context.database->machines.find(box.id));
        QCOMPARE(machines.context.database->runs.find(live.id)->state, RunState::Running);

        QVERIFY(machines.service.remove(box.id, true));
        QCOMPARE(machines.context.database->machines.find(box.id).error().code, ErrorCode::NotFound);
        const auto ended = machines.context.database->runs.find(live.id);
        QCOMPARE(ended->state, RunState::Unknown);
        QVERIFY(ended->ended.isValid() && !ended->message.isEmpty());
    }

    void whatIsAskedOfAMachineThatIsAwayFailsWithItsReason()
    {
        Machines machines;
        const Machine box = machines.add(QStringLiteral("box"));
        QCOMPARE(waited(machines.service.inspect(box.id)).error().what, QStringLiteral("box is away."));
        QCOMPARE(machines.lastAsking.load(), Interaction::Allowed);
        QCOMPARE(waited(machines.service.listFolder(box.id, QStringLiteral("."))).error().code, ErrorCode::Unreachable);
        QCOMPARE(waited(machines.service.check(box.id, {}, {})).error().code, ErrorCode::Unreachable);
        QCOMPARE(machines.dials.load(), 3);
        QCOMPARE(waited(machines.service.inspect(MachineId(99))).error().code, ErrorCode::NotFound);
        QCOMPARE(machines.dials.load(), 3);
        QCOMPARE(machines.service.keptCheck(CheckId(1)).error().code, ErrorCode::NotFound);
    }

    void aNameThatIsTakenIsRefusedBeforeAnythingIsAsked()
    {
        Machines machines;
        const Machine box = machines.add(QStringLiteral("box"));
        QCOMPARE(waited(machines.service.add(QStringLiteral("box"), box.target)).error().code, ErrorCode::AlreadyExists);
        QCOMPARE(waited(machines.service.add(QStringLiteral("-box"), box.target)).error().code, ErrorCode::InvalidInput);
        QCOMPARE(machines.dials.load(), 0);
    }

    void aKeyThatWasMadeIsReadAgain()
    {
        FarAway away;
        KeyService keys(away.context);
        QVERIFY(keys.checkName(QStringLiteral("lab")));
        const auto made = waited(keys.make(QStringLiteral("lab"), {}, QStringLiteral("for the lab")));
        QVERIFY2(made, qPrintable(made ? QString() : made.error().what));
        const auto read = waited(keys.read(away.context.paths.keys() + QStringLiteral("/lab")));
        QVERIFY(read);
        QCOMPARE(read->fingerprint, made->fingerprint);
        QVERIFY(!made->fingerprint.isEmpty());
        QCOMPARE(read->comment, QStringLiteral("for the lab"));
        QVERIFY(!waited(keys.read(away.folder() + QStringLiteral("/none"))));
    }

    void keysAreListedWithTheMachinesThatUseThem()
    {
        FarAway away;
        KeyService keys(away.context);
        const auto made = waited(keys.make(QStringLiteral("lab"), {}, {}));
        QVERIFY2(made, qPrintable(made ? QString() : made.error().what));
        const auto copied = waited(keys.importFrom(made->path, QStringLiteral("copy")));
        QVERIFY2(copied, qPrintable(copied ? QString() : copied.error().what));
        QCOMPARE(copied->fingerprint, made->fingerprint);

        QFile broken(away.context.paths.keys() + QStringLiteral("/broken"));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("no key") > 0);
        broken.close();
        QList<Error> unusable;
        const QList<StoredKey> all = keys.all(&unusable);
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[0].name(), QStringLiteral("copy"));
        QCOMPARE(unusable.size(), 1);
        QCOMPARE(keys.find(QStringLiteral("lab"))->path, made->path);
        QCOMPARE(keys.find(QStringLiteral("none")).error().code, ErrorCode::NotFound);
        QCOMPARE(keys.checkName(QStringLiteral("lab")).error().code, ErrorCode::AlreadyExists);
        QCOMPARE(keys.checkName(QStringLiteral("a/b")).error().code, ErrorCode::InvalidInput);

        Machine box = away.add(QStringLiteral("box"));
        QCOMPARE(*keys.machinesWith(*made), QStringList());
        box.target.identityFiles = {made->path};
        QVERIFY(away.context.database->machines.update(box));
        QCOMPARE(*keys.machinesWith(*made), QStringList{QStringLiteral("box")});
        QCOMPARE(*keys.machinesWith(*copied), QStringList());
    }

    void aSandboxThatWasNeverStartedDoesNotRun()
    {
        FarAway away;
        SandboxService sandbox(away.context);
        const SandboxStatus status = waited(sandbox.status());
        QVERIFY(!status.isRunning && !status.hasDied);
        const Task tour = sandbox.demoTask(status), check = sandbox.demoTask(status, DemoLength::Check);
        QVERIFY(!tour.run.isEmpty() && tour.run != check.run);
    }

    void theQueueIsMadeAtItsFirstUse()
    {
        FarAway away;
        TransferService transfers(away.context);
        transfers.cancelAllOf(MachineId(1));
        QVERIFY(transfers.queue().transfers().isEmpty());
        QCOMPARE(&transfers.queue(), &transfers.queue());
        transfers.stop();
    }

    void aTransferBesideTheQueueEndsWhenItIsStopped()
    {
        FarAway away;
        TransferService transfers(away.context);
        TransferSpec spec;
        spec.local = QFile::encodeName(away.folder() + QStringLiteral("/x"));
        spec.remote = "x";
        std::stop_source stop;
        stop.request_stop();
        const DirectTransfer running = transfers.begin(away.add(QStringLiteral("box")), spec, stop.get_token());
        QCOMPARE(waited(running.outcome).error().code, ErrorCode::Cancelled);
        QCOMPARE(running.progress().bytesDone, 0);
        QVERIFY(transfers.queue().transfers().isEmpty());
        transfers.stop();
    }
};

QTEST_GUILESS_MAIN(TestMachineServices)
#include "tst_machineservices.moc"
