// SPDX-License-Identifier: GPL-3.0-or-later
// The services of machines, each alone: database and files are real, every machine is away.
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
        QCOMPARE(machines.context.database->runs.find(run.id)->machineName, QStringLiteral("lab"));
        QCOMPARE(machines.dials.load(), 0);
        box.id = 99;
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
        QCOMPARE(waited(machines.service.inspect(99)).error().code, ErrorCode::NotFound);
        QCOMPARE(machines.dials.load(), 3);
        QCOMPARE(machines.service.keptCheck(1).error().code, ErrorCode::NotFound);
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
        const auto made = waited(keys.make(QStringLiteral("lab"), {}));
        QVERIFY2(made, qPrintable(made ? QString() : made.error().what));
        const auto read = waited(keys.read(away.context.paths.keys() + QStringLiteral("/lab")));
        QVERIFY(read);
        QCOMPARE(read->fingerprint, made->fingerprint);
        QVERIFY(!made->fingerprint.isEmpty());
        QVERIFY(!waited(keys.read(away.folder() + QStringLiteral("/none"))));
    }

    void aSandboxThatWasNeverStartedDoesNotRun()
    {
        FarAway away;
        SandboxService sandbox(away.context);
        const SandboxStatus status = waited(sandbox.status());
        QVERIFY(!status.isRunning && !status.hasDied);
    }

    void theQueueIsMadeAtItsFirstUse()
    {
        FarAway away;
        TransferService transfers(away.context);
        transfers.cancelAllOf(1);
        QVERIFY(transfers.queue().transfers().isEmpty());
        QCOMPARE(&transfers.queue(), &transfers.queue());
        transfers.stop();
    }
};

QTEST_GUILESS_MAIN(TestMachineServices)
#include "tst_machineservices.moc"
