// SPDX-License-Identifier: GPL-3.0-or-later
// Machines that providers create, through crashes and lost answers. The provider is a fake whose machines outlive the program; database,
// locks, killed processes and the sandbox are real. `tst_instanceservice --helper FOLDER VERB FAULT` is the process that dies.
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/provider/sandbox/sandbox.h"
#include "core/service/machines/instanceoperations.h"
#include "core/service/machines/instanceservice.h"
#include "core/service/machines/sandboxservice.h"
#include "core/service/machines/stoppedprice.h"
#include "tests/support/fakecloud.h"
#include "tests/support/faraway.h"
#include "tests/support/outsidesqlite.h"

#include <QCoreApplication>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <latch>
#include <thread>

using namespace trainyard;

namespace {

using Fault = FakeCloud::Fault;

InstanceRequest requestOf(const QString &token)
{
    InstanceRequest request;
    request.providerKind = QStringLiteral("fake");
    request.clientToken = token;
    request.type = QStringLiteral("gpu.8x");
    return request;
}

// One state folder with a cloud in it, opened as by one program.
struct Program {
    explicit Program(const QString &folder)
        : paths{folder + QStringLiteral("/data"), folder + QStringLiteral("/config")}, knobs(std::make_shared<FakeCloud::Knobs>()),
          database(std::move(*StateDatabase::open(paths.database())))
    {
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<FakeCloud>(folder + QStringLiteral("/cloud"), knobs));
        providers = std::make_unique<MachineProviders>(std::move(all));
        operations = std::make_unique<InstanceOperations>(*database, paths, *providers);
    }

    QStringList inCloud() const { return static_cast<const FakeCloud &>(*providers->all().front()).tokens(); }
    Instance row() const { return database->instances.all()->value(0); }
    Result<Instance> create(const char *token = "t") const { return operations->create(requestOf(QLatin1String(token)), {}, {}); }
    void makeOld(InstanceId id) const
    {
        if (!database->instances.update(id, [](Instance &one) { one.requested = one.requested.addSecs(-3600); }))
            qFatal("the row could not be changed");
    }

    Paths paths;
    std::shared_ptr<FakeCloud::Knobs> knobs;
    std::unique_ptr<StateDatabase> database;
    std::unique_ptr<MachineProviders> providers;
    std::unique_ptr<InstanceOperations> operations;
};

int helper(const QStringList &arguments)
{
    const Program program(arguments.at(0));
    const QString verb = arguments.at(1);
    if (verb == QLatin1String("create")) {
        program.knobs->fault = Fault(arguments.at(2).toInt());
        return program.create() ? 0 : 1;
    }
    const auto made = program.create();
    if (!made)
        return 1;
    program.knobs->fault = Fault(arguments.at(2).toInt());
    return (verb == QLatin1String("stop") ? program.operations->stop(made->id, {}) : program.operations->terminate(made->id, {})) ? 0 : 1;
}

template <typename T>
T waited(QFuture<T> future)
{
    future.waitForFinished();
    return future.result();
}

}  // namespace

class TestInstanceService : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Program> m_program;

private Q_SLOTS:
    void init()
    {
        m_program.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        m_program = std::make_unique<Program>(m_folder->path());
    }

    void theRequestIsOnDiskBeforeTheProviderHearsOfIt()
    {
        std::optional<Instance> seen;
        m_program->knobs->inCreate = [&] { seen = Program(m_folder->path()).row(); };
        const auto made = m_program->create();
        QVERIFY(made);
        QVERIFY(seen && seen->id == made->id);
        QCOMPARE(seen->state, InstanceState::Requested);
        QCOMPARE(seen->request.clientToken, QStringLiteral("t"));
        QCOMPARE(made->state, InstanceState::Booting);
        QCOMPARE(made->providerId, QStringLiteral("i-t"));
        QCOMPARE(m_program->row().state, InstanceState::Booting);
    }

    void aKilledProgramLeavesNothingUnknown_data()
    {
        QTest::addColumn<QString>("verb");
        QTest::addColumn<int>("fault");
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("settled");
        const auto row = [](const char *name, const char *verb, Fault fault, const char *left, const char *settled) {
            QTest::newRow(name) << QString::fromLatin1(verb) << int(fault) << QString::fromLatin1(left) << QString::fromLatin1(settled);
        };
        row("before it was made", "create", Fault::DiesBefore, "requested", "gone");
        row("after it was made", "create", Fault::DiesAfter, "requested", "booting");
        row("before it stopped", "stop", Fault::DiesBefore, "stopping", "stopped");
        row("after it stopped", "stop", Fault::DiesAfter, "stopping", "stopped");
        row("before it was given back", "terminate", Fault::DiesBefore, "terminating", "gone");
        row("after it was given back", "terminate", Fault::DiesAfter, "terminating", "gone");
    }
    void aKilledProgramLeavesNothingUnknown()
    {
        QFETCH(QString, verb);
        QFETCH(int, fault);
        QFETCH(QString, left);
        QFETCH(QString, settled);
        QProcess killed;
        killed.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--helper"), m_folder->path(), verb, QString::number(fault)});
        QVERIFY(killed.waitForFinished());
        QCOMPARE(killed.exitStatus(), QProcess::CrashExit);
        QCOMPARE(instanceStateName(m_program->row().state), left);

        const auto looked = m_program->operations->settle({});
        QVERIFY(looked);
        QCOMPARE(looked->size(), 1);
        QCOMPARE(instanceStateName(m_program->row().state), settled);
        // The cloud's machines and those known here are the same.
        QCOMPARE(m_program->inCloud().size(), m_program->database->instances.live()->size());
        QCOMPARE(m_program->row().providerId.isEmpty(), verb == QLatin1String("create") && settled == QLatin1String("gone"));
        QCOMPARE(m_program->operations->settle({})->size(), 0);
        QCOMPARE(m_program->knobs->creates.load(), 0);
    }

    void oneThatIsNotListedYetIsNotGivenUp()
    {
        m_program->knobs->appearsWithin = std::chrono::minutes(5);
        m_program->knobs->isListed = false;
        m_program->knobs->fault = Fault::LostAnswer;
        const auto lost = m_program->create();
        QCOMPARE(lost.error().code, ErrorCode::ConnectionLost);
        QCOMPARE(m_program->row().state, InstanceState::Requested);
        QVERIFY(!m_program->row().reason.isEmpty());
        m_program->knobs->fault = Fault::None;
        QVERIFY(m_program->operations->settle({}));
        QCOMPARE(m_program->row().state, InstanceState::Requested);
        m_program->knobs->isListed = true;
        QVERIFY(m_program->operations->settle({}));
        QCOMPARE(m_program->row().state, InstanceState::Booting);
        QVERIFY(m_program->row().reason.isEmpty());
    }

    void oneThatNeverAppearsIsGoneAfterItsTime()
    {
        m_program->knobs->appearsWithin = std::chrono::minutes(5);
        m_program->knobs->fault = Fault::LostRequest;
        QVERIFY(!m_program->create());
        QCOMPARE(m_program->row().state, InstanceState::Requested);
        m_program->makeOld(m_program->row().id);
        QVERIFY(m_program->operations->settle({}));
        QCOMPARE(m_program->row().state, InstanceState::Gone);
    }

    void aMachineIsGoneAsSoonAsItIsDeletedHoweverYoung()
    {
        m_program->knobs->appearsWithin = std::chrono::minutes(5);
        const auto made = m_program->create();
        QVERIFY(made);
        QVERIFY(m_program->operations->putMachine(*made, QStringLiteral("young"), {}));
        const auto ended = m_program->operations->terminate(made->id, {});
        QVERIFY(ended);
        QCOMPARE(ended->state, InstanceState::Gone);
        QCOMPARE(m_program->row().state, InstanceState::Gone);
    }

    void aLostAnswerMakesNoSecondMachine()
    {
        m_program->knobs->fault = Fault::LostAnswer;
        const auto made = m_program->create();
        QVERIFY(made);
        QCOMPARE(made->state, InstanceState::Booting);
        QCOMPARE(m_program->knobs->creates.load(), 1);
        QVERIFY(m_program->create());
        QCOMPARE(m_program->inCloud(), QStringList{QStringLiteral("t")});
        QCOMPARE(m_program->database->instances.all()->size(), 1);
    }

    void aRefusalIsKeptAndNothingIsLeft()
    {
        m_program->knobs->fault = Fault::Refuses;
        QCOMPARE(m_program->create().error().code, ErrorCode::NoCapacity);
        QCOMPARE(m_program->row().state, InstanceState::Gone);
        QCOMPARE(m_program->row().reason, QStringLiteral("Refused."));
        QVERIFY(m_program->database->instances.live()->isEmpty());
        // The same token may be used again.
        m_program->knobs->fault = Fault::None;
        QCOMPARE(m_program->create()->state, InstanceState::Booting);
    }

    void whatAProviderCannotMakeIsNotWrittenDown()
    {
        FarAway away;
        InstanceService service(away.context);
        InstanceRequest own;
        own.providerKind = QStringLiteral("manual");
        QCOMPARE(waited(service.create(own, {})).error().code, ErrorCode::Unsupported);
        own.providerKind = QStringLiteral("cloud of tomorrow");
        QCOMPARE(waited(service.create(own, {})).error().code, ErrorCode::Unsupported);
        QVERIFY(away.context.database->instances.all()->isEmpty());
    }

    void aCallUnderWayIsNotTakenForOneLeftBehind()
    {
        std::latch isInCall(1), mayGoOn(1);
        m_program->knobs->inCreate = [&] {
            isInCall.count_down();
            mayGoOn.wait();
        };
        Result<Instance> made = Error{};
        std::thread maker([&] { made = m_program->create(); });
        isInCall.wait();
        const Program second(m_folder->path());
        const auto looked = second.operations->settle({});
        const auto state = second.row().state;
        mayGoOn.count_down();
        maker.join();
        QVERIFY(looked && looked->isEmpty());
        QCOMPARE(state, InstanceState::Requested);
        QVERIFY(made);
        QCOMPARE(m_program->row().state, InstanceState::Booting);
    }

    void twoProgramsThatAskForOneTokenGetOneMachine()
    {
        std::latch start(2);
        QList<Result<Instance>> made(2, Error{});
        std::vector<std::thread> programs;
        for (int i = 0; i < 2; ++i) {
            programs.emplace_back([&, i] {
                const Program program(m_folder->path());
                start.arrive_and_wait();
                made[i] = program.create();
            });
        }
        for (std::thread &program : programs)
            program.join();
        QVERIFY(made[0] && made[1]);
        QCOMPARE(made[0]->id, made[1]->id);
        QCOMPARE(m_program->inCloud().size(), 1);
    }

    void anInstanceStopsAndStartsAgain()
    {
        const auto made = m_program->create();
        const auto stopped = m_program->operations->stop(made->id, {});
        QVERIFY(stopped);
        QCOMPARE(stopped->state, InstanceState::Stopped);
        QCOMPARE(m_program->operations->stop(made->id, {}).error().code, ErrorCode::AlreadyExists);
        QCOMPARE(m_program->operations->start(made->id, {}, {})->state, InstanceState::Booting);
        QCOMPARE(m_program->operations->start(made->id, {}, {}).error().code, ErrorCode::AlreadyExists);

        m_program->knobs->fault = Fault::Refuses;
        QCOMPARE(m_program->operations->stop(made->id, {}).error().code, ErrorCode::NoCapacity);
        QCOMPARE(m_program->row().state, InstanceState::Booting);
        m_program->knobs->fault = Fault::None;
        QVERIFY(m_program->operations->stop(made->id, {}));
        m_program->knobs->fault = Fault::Refuses;
        QCOMPARE(m_program->operations->start(made->id, {}, {}).error().code, ErrorCode::NoCapacity);
        QCOMPARE(m_program->row().state, InstanceState::Stopped);
        QCOMPARE(m_program->row().reason, QStringLiteral("Refused."));
    }

    void thePriceThatWasChosenIsMeteredUntilItIsGone()
    {
        InstanceRequest request = requestOf(QStringLiteral("t"));
        request.offerId = QStringLiteral("fake/gpu.8x/eu-1/on-demand");
        request.perHour = *Money::parse("19.5", Currency::EUR);
        request.billingStep = std::chrono::seconds(60);
        request.billingMinimum = std::chrono::seconds(3600);
        const auto made = m_program->operations->create(request, {}, {});
        QVERIFY(made);
        const auto machine = m_program->operations->putMachine(*made, QStringLiteral("rented"), {});
        QVERIFY2(machine, qPrintable(machine ? QString() : machine.error().what));
        QCOMPARE(machine->instanceId, made->id);
        QCOMPARE(machine->target.host, QStringLiteral("192.0.2.7"));
        QVERIFY(!machine->isSimulated);
        // Two requests return the same machine and the same rental.
        QCOMPARE(m_program->operations->putMachine(*made, QStringLiteral("other"), {})->id, machine->id);
        const auto rentals = m_program->database->rentals.all();
        QCOMPARE(rentals->size(), 1);
        const Rental rental = rentals->first();
        QCOMPARE(rental.instanceId, made->id);
        QVERIFY(rental.machineId == machine->id && rental.perHour == *request.perHour);
        QCOMPARE(rental.billing.step.count(), 60);
        QCOMPARE(rental.billing.minimum.count(), 3600);
        QCOMPARE(rental.source, request.offerId);
        QVERIFY(!rental.ended.isValid() && qAbs(rental.began.secsTo(made->requested)) <= 1);

        m_program->knobs->fault = Fault::Refuses;
        m_program->knobs->refusal = ErrorCode::PermissionDenied;
        QCOMPARE(m_program->operations->terminate(made->id, {}).error().code, ErrorCode::PermissionDenied);
        QCOMPARE(m_program->row().state, InstanceState::Terminating);
        QCOMPARE(m_program->row().reason, QStringLiteral("Refused."));
        QVERIFY(!m_program->database->rentals.all()->first().ended.isValid());
        QCOMPARE(m_program->create().error().code, ErrorCode::AlreadyExists);

        m_program->knobs->fault = Fault::None;
        QVERIFY(m_program->operations->settle({}));
        QCOMPARE(m_program->row().state, InstanceState::Gone);
        QVERIFY(m_program->inCloud().isEmpty());
        QVERIFY(m_program->database->rentals.all()->first().ended.isValid());
        QCOMPARE(m_program->knobs->terminates.load(), 2);
        QVERIFY(m_program->operations->terminate(made->id, {}));
        QCOMPARE(m_program->knobs->terminates.load(), 2);
    }

    void aStoppedMachineIsNotRentedAndEachStartIsARentalOfItsOwn()
    {
        InstanceRequest request = requestOf(QStringLiteral("t"));
        request.perHour = *Money::parse("19.5", Currency::EUR);
        request.billingMinimum = std::chrono::seconds(60);
        const auto made = m_program->operations->create(request, {}, {});
        QVERIFY(made);
        QVERIFY(m_program->operations->putMachine(*made, QStringLiteral("rented"), {}));
        const auto rentals = [this] { return *m_program->database->rentals.all(); };
        QVERIFY(m_program->operations->stop(made->id, {}));
        QCOMPARE(rentals().size(), 1);
        QVERIFY(rentals().first().ended.isValid());
        // A start that is refused is not paid.
        m_program->knobs->fault = Fault::Refuses;
        QVERIFY(!m_program->operations->start(made->id, {}, {}));
        QCOMPARE(rentals().size(), 1);
        m_program->knobs->fault = Fault::None;
        QVERIFY(m_program->operations->start(made->id, {}, {}));
        QCOMPARE(rentals().size(), 2);
        QVERIFY(!rentals().first().ended.isValid());
        QCOMPARE(rentals().first().billing.minimum.count(), 60);
        // Its new address begins no third one.
        QVERIFY(m_program->operations->putMachine(m_program->row(), QStringLiteral("rented"), {}));
        QVERIFY(m_program->operations->refresh(made->id, {}));
        QCOMPARE(rentals().size(), 2);
    }

    void aStoppedMachineIsMeteredWithWhatTheCloudGoesOnCharging()
    {
        m_program->knobs->hasParts = true;  // a disk, an address and the machine, which all cost 0.25 USD a day
        InstanceRequest request = requestOf(QStringLiteral("t"));
        request.offerId = QStringLiteral("fake/gpu.8x/eu-1/on-demand");
        request.perHour = *Money::parse("2", Currency::USD);
        request.billingMinimum = std::chrono::seconds(60);
        const auto made = m_program->operations->create(request, {}, {});
        QVERIFY(made);
        QVERIFY(m_program->operations->putMachine(*made, QStringLiteral("rented"), {}));
        const auto rentals = [this] { return *m_program->database->rentals.all(); };
        QVERIFY(m_program->operations->stop(made->id, {}));
        QCOMPARE(rentals().size(), 2);
        QVERIFY(rentals().last().ended.isValid());
        QVERIFY(isOfStopped(rentals().first()) && !rentals().first().ended.isValid());
        QCOMPARE(rentals().first().perHour, Money(Money::kNanosPerUnit / 4, Currency::USD).times(1, 24)->times(3, 1).value());
        QCOMPARE(rentals().first().billing.minimum.count(), 0);
        QCOMPARE(rentals().first().began, rentals().last().ended);
        // Looking again changes nothing, and what a person ended stays ended.
        QVERIFY(m_program->operations->refresh(made->id, {}));
        QCOMPARE(rentals().size(), 2);
        QVERIFY(m_program->operations->start(made->id, {}, {}));
        QCOMPARE(rentals().size(), 3);
        QVERIFY(!isOfStopped(rentals().first()) && !rentals().first().ended.isValid());
        QCOMPARE(rentals().first().perHour, *request.perHour);
        QVERIFY(m_program->operations->stop(made->id, {}));
        QCOMPARE(rentals().size(), 4);
        QTest::qWait(1100);
        QVERIFY(m_program->database->rentals.end(rentals().first().machineId));
        QVERIFY(m_program->operations->refresh(made->id, {}));
        QCOMPARE(rentals().size(), 4);
    }

    void whereTheWholePriceGoesOnItGoesOn()
    {
        m_program->knobs->hasParts = true;
        m_program->knobs->chargesStopped = true;
        InstanceRequest request = requestOf(QStringLiteral("t"));
        request.perHour = *Money::parse("2", Currency::USD);
        const auto made = m_program->operations->create(request, {}, {});
        QVERIFY(made && m_program->operations->putMachine(*made, QStringLiteral("rented"), {}));
        const auto rentals = [this] { return *m_program->database->rentals.all(); };
        QVERIFY(m_program->operations->stop(made->id, {}));
        QCOMPARE(rentals().size(), 1);
        QVERIFY(!rentals().first().ended.isValid());
        // The cloud now says otherwise: from now on, and not before, only its parts cost.
        m_program->knobs->chargesStopped = false;
        QTest::qWait(1100);
        QVERIFY(m_program->operations->refresh(made->id, {}));
        QCOMPARE(rentals().size(), 2);
        QVERIFY(rentals().last().began < rentals().last().ended);
        QVERIFY(isOfStopped(rentals().first()));
        QVERIFY(m_program->operations->terminate(made->id, {}));
        const QList<Rental> ended = rentals();
        QVERIFY(std::all_of(ended.begin(), ended.end(), [](const Rental &one) { return one.ended.isValid(); }));
    }

    void whatAStoppedMachineCostsIsKnownFromTheFactsAndThePrices()
    {
        const auto pricing = parsePricingModels(builtInPricingFile());
        QVERIFY(pricing);
        const DangerClocks &clocks = builtInDangerClocks();
        InstanceReport stopped;
        stopped.state = ProvidedState::Stopped;
        QVERIFY(isFullyCharged(QStringLiteral("openstack"), stopped, clocks));
        QVERIFY(!isFullyCharged(QStringLiteral("aws"), stopped, clocks));
        QVERIFY(!isFullyCharged(QStringLiteral("alibaba"), stopped, clocks));
        stopped.isFullyCharged = true;
        QVERIFY(isFullyCharged(QStringLiteral("alibaba"), stopped, clocks));
        stopped.isFullyCharged = false;
        QVERIFY(!isFullyCharged(QStringLiteral("openstack"), stopped, clocks));

        InstanceRequest request;
        request.providerKind = QStringLiteral("aws");
        request.region = QStringLiteral("us-east-1");
        request.perHour = *Money::parse("2", Currency::USD);
        QVERIFY(!stoppedPrice(request, {}, clocks, *pricing));
        request.settings.insert(QLatin1String(kDiskSetting), QStringLiteral("100"));
        QCOMPARE(stoppedPrice(request, {}, clocks, *pricing), std::optional(Money::parse("0.08", Currency::USD)->times(100, 730).value()));
        CloudResource disk;
        disk.kind = CloudResource::Kind::Disk;
        disk.gibibytes = 200;
        CloudResource key;
        key.kind = CloudResource::Kind::KeyPair;
        QCOMPARE(stoppedPrice(request, {key, disk}, clocks, *pricing),
                 std::optional(Money::parse("0.08", Currency::USD)->times(200, 730).value()));
        disk.gibibytes = 1e30;  // hostile
        QVERIFY(stoppedPrice(request, {disk}, clocks, *pricing)->nanos() > 0);
        request.providerKind = QStringLiteral("runpod");  // twice the price while it runs
        QCOMPARE(stoppedPrice(request, {}, clocks, *pricing), std::optional(Money::parse("0.1", Currency::USD)->times(200, 730).value()));
        request.perHour = *Money::parse("2", Currency::EUR);  // two currencies have no sum
        QVERIFY(!stoppedPrice(request, {}, clocks, *pricing));
    }

    void aProgramThatDiesBetweenTheRowAndItsRentalHasWrittenNeither()
    {
        InstanceRequest request = requestOf(QStringLiteral("t"));
        request.perHour = *Money::parse("2", Currency::USD);
        const auto made = m_program->operations->create(request, {}, {});
        QVERIFY(made);
        const auto inDatabase = [this](const char *statement) {
            return writeOutside(m_program->paths.database(), {QString::fromLatin1(statement)});
        };
        // The second write does not happen.
        QVERIFY(inDatabase("CREATE TRIGGER cut BEFORE INSERT ON rentals BEGIN SELECT RAISE(ABORT, 'cut'); END"));
        QVERIFY(!m_program->operations->putMachine(*made, QStringLiteral("rented"), {}));
        QVERIFY(m_program->database->machines.all()->isEmpty());
        QVERIFY(inDatabase("DROP TRIGGER cut"));
        QVERIFY(m_program->operations->putMachine(*made, QStringLiteral("rented"), {}));

        QVERIFY(inDatabase("CREATE TRIGGER cut BEFORE UPDATE ON rentals BEGIN SELECT RAISE(ABORT, 'cut'); END"));
        QVERIFY(!m_program->operations->terminate(made->id, {}));
        QCOMPARE(m_program->row().state, InstanceState::Terminating);  // and not gone with a rental that goes on for ever
        QVERIFY(inDatabase("DROP TRIGGER cut"));
        QVERIFY(m_program->operations->settle({}));
        QCOMPARE(m_program->row().state, InstanceState::Gone);
        QVERIFY(m_program->database->rentals.all()->first().ended.isValid());
    }

    void writesThatGoTogetherAreOneAndAPartThatFailsIsOnlyThatPart()
    {
        StateDatabase &database = *m_program->database;
        Machine machine;
        machine.name = QStringLiteral("one");
        machine.target.host = QStringLiteral("192.0.2.1");
        const auto failed = database.together([&]() -> Result<void> {
            TRY_DO(database.machines.add(machine));
            return Error{ErrorCode::Io, QStringLiteral("No."), {}};
        });
        QCOMPARE(failed.error().code, ErrorCode::Io);
        QVERIFY(database.machines.all()->isEmpty());
        QVERIFY(database.together([&]() -> Result<void> {
            TRY_DO(database.machines.add(machine));
            if (database.machines.add(machine))  // its name is taken
                return Error{ErrorCode::Corrupt, {}, {}};
            machine.name = QStringLiteral("two");
            const auto added = database.machines.add(machine);
            return added ? Result<void>() : Result<void>(added.error());
        }));
        QCOMPARE(database.machines.all()->size(), 2);
        QCOMPARE(Program(m_folder->path()).database->machines.all()->size(), 2);
    }

    void oneThatVanishedIsNoticed()
    {
        const auto made = m_program->create();
        QFile::remove(m_folder->filePath(QStringLiteral("cloud/t")));
        QCOMPARE(m_program->operations->refresh(made->id, {})->state, InstanceState::Gone);
        QCOMPARE(m_program->operations->refresh(made->id, {})->state, InstanceState::Gone);
    }

    void theSandboxIsAnInstance()
    {
        FarAway away;
        SandboxService sandbox(away.context);
        InstanceService instances(away.context);
        // As stored by an earlier version.
        Machine earlier;
        earlier.name = QStringLiteral("sandbox");
        earlier.isSimulated = true;
        earlier.target.host = QStringLiteral("127.0.0.1");
        earlier.notes = QStringLiteral("mine");
        earlier = *away.context.database->machines.add(earlier);

        SandboxOptions options;
        options.engine = EngineKind::Process;
        const auto started = waited(sandbox.start(options, {}));
        if (!started && started.error().code == ErrorCode::Unsupported && qEnvironmentVariable("CI") != QLatin1String("true"))
            QSKIP(qPrintable(started.error().what));
        QVERIFY2(started, qPrintable(started ? QString() : started.error().what + started.error().detail));
        const auto stopAtEnd = qScopeGuard([&] { (void)stopSandbox(away.context.paths); });
        QCOMPARE(started->id, earlier.id);
        QCOMPARE(started->notes, earlier.notes);
        QVERIFY(started->target.port > 0 && started->isSimulated);
        const InstanceId id = started->instanceId;
        QCOMPARE(away.context.database->instances.find(id)->state, InstanceState::Ready);
        const ProviderCapabilities can = instances.capabilitiesOf(*started);
        QVERIFY(can.canStop && can.canTerminate && can.isSimulated);
        QVERIFY(!instances.capabilitiesOf(away.add(QStringLiteral("own"))).canTerminate);
        QTRY_VERIFY(waited(instances.consoleOutput(id, 4096))->contains("Server listening"));

        // Started again while it runs it is the same server, and after a stop the same instance.
        QCOMPARE(waited(sandbox.start(options, {}))->instanceId, id);
        QVERIFY(waited(sandbox.stop()));
        QCOMPARE(away.context.database->instances.find(id)->state, InstanceState::Stopped);
        QVERIFY(!waited(sandbox.status()).isRunning);
        QVERIFY(waited(sandbox.stop()));
        QCOMPARE(waited(sandbox.start(options, {}))->instanceId, id);
        QCOMPARE(away.context.database->instances.find(id)->state, InstanceState::Ready);
        QVERIFY(waited(sandbox.status()).isRunning);

        QCOMPARE(waited(instances.terminate(id))->state, InstanceState::Gone);
        QVERIFY(!waited(sandbox.status()).isRunning);
        QCOMPARE(away.context.database->rentals.all()->size(), 0);
        const auto again = waited(sandbox.start(options, {}));
        QVERIFY(again && again->instanceId.isSet() && again->instanceId != id);
        QCOMPARE(again->id, earlier.id);
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = app.arguments();
    if (arguments.value(1) == QLatin1String("--helper"))
        return helper(arguments.mid(2));
    TestInstanceService test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_instanceservice.moc"
