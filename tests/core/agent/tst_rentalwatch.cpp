// SPDX-License-Identifier: GPL-3.0-or-later
// When the agent gives a rented machine back, and that it does. The cloud is a fake: nothing is rented anywhere.
#include "core/agent/rentalwatch.h"
#include "core/service/clouds/giveback.h"
#include "core/service/runs/services.h"
#include "tests/support/fakecloud.h"
#include "tests/support/outsidesqlite.h"

#include <QDeadlineTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

using namespace std::chrono_literals;
const QDateTime kNow = QDateTime::fromString(QStringLiteral("2026-11-27T12:00:00Z"), Qt::ISODate);

RentalLook lookAtReady(const char *end)
{
    RentalLook look;
    look.instance.state = InstanceState::Ready;
    look.instance.requested = kNow.addSecs(-7200);
    look.instance.since = kNow.addSecs(-7000);
    look.instance.request.end = storedRentEnd(QString::fromLatin1(end));
    look.idleSince = kNow.addSecs(-6900);
    look.wasReady = true;
    look.readyWithin = 60min;
    return look;
}

// A computer with a fake cloud and a watch whose clock a test sets.
struct Computer {
    Computer()
        : paths{folder.filePath(QStringLiteral("data")), folder.filePath(QStringLiteral("config"))},
          knobs(std::make_shared<FakeCloud::Knobs>())
    {
        knobs->hasParts = true;
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<FakeCloud>(folder.filePath(QStringLiteral("cloud")), knobs));
        cloud = static_cast<const FakeCloud *>(all.front().get());
        services = std::move(*Services::open(paths, {}, MachineProviders(std::move(all))));
        watch = std::make_unique<RentalWatch>(*services, nullptr, [this] { return clock; });
        clock = ClockJumpDetector::now();
    }
    ~Computer()
    {
        watch.reset();
        services->endWork();
    }
    Machine rent(const QString &end) const
    {
        InstanceRequest request;
        request.providerKind = QStringLiteral("fake");
        request.clientToken = request.name = QStringLiteral("box");
        request.end = storedRentEnd(end);
        request.perHour = Money(2 * Money::kNanosPerUnit, Currency::USD);
        auto made = services->instances.create(request, {});
        made.waitForFinished();
        auto put = services->instances.putMachine(made.result()->id, request.name);
        put.waitForFinished();
        for (const InstanceState next : {InstanceState::HostKeyChecked, InstanceState::Ready})
            (void)services->database().instances.update(made.result()->id, [next](Instance &one) { one.state = next; });
        return *put.result();
    }
    bool stop(const Machine &machine) const
    {
        auto stopped = services->instances.stop(machine.instanceId);
        stopped.waitForFinished();
        return stopped.result() && stopped.result()->state == InstanceState::Stopped;
    }
    Instance row() const { return services->database().instances.all()->value(0); }
    void advance(std::chrono::milliseconds time, std::chrono::milliseconds set = 0ms)
    {
        clock.boot += time;
        clock.wall += time + set;
    }
    // A machine that is asked about at this moment is given back at the next look.
    void lookUntil(const QSignalSpy &spy, int count) const
    {
        const QDeadlineTimer deadline(20000);
        while (spy.count() < count && !deadline.hasExpired()) {
            watch->look();
            QTest::qWait(50);
        }
    }
    QString inHours(int hours) const
    {
        return QDateTime::fromMSecsSinceEpoch(clock.wall.count(), Qt::UTC).addSecs(hours * 3600).toString(Qt::ISODate);
    }

    QTemporaryDir folder;
    const Paths paths;
    std::shared_ptr<FakeCloud::Knobs> knobs;
    const FakeCloud *cloud = nullptr;
    std::unique_ptr<Services> services;
    ClockJumpDetector::Reading clock;
    std::unique_ptr<RentalWatch> watch;
};

}  // namespace

class TestRentalWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMachineGoesAtTheFirstOfItsEnds()
    {
        QVERIFY(!rentalReason(lookAtReady("2026-11-27T12:00:01Z"), kNow));
        QCOMPARE(rentalReason(lookAtReady("2026-11-27T12:00:00Z"), kNow), RentalReason::Time);
        RentalLook paid = lookAtReady("2026-11-28T12:00:00Z,40USD");
        paid.cost = *Money::parse("39.99", Currency::USD);
        QVERIFY(!rentalReason(paid, kNow));
        paid.cost = *Money::parse("40", Currency::USD);
        QCOMPARE(rentalReason(paid, kNow), RentalReason::Money);
        paid.cost = *Money::parse("400", Currency::CNY);
        QVERIFY(!rentalReason(paid, kNow));
    }

    void theEndWaitsForARunThatSaves()
    {
        RentalLook saving = lookAtReady("2026-11-27T12:00:00Z");
        saving.saving = 30s;
        QVERIFY(!rentalReason(saving, kNow));
        QVERIFY(!rentalReason(saving, kNow.addSecs(29)));
        QCOMPARE(rentalReason(saving, kNow.addSecs(30)), RentalReason::Time);
    }

    void theLatestEndIsThatOfTimeOrOfTheMoneyThatIsLeft()
    {
        Instance instance;
        instance.id = InstanceId(7);
        instance.request.end = storedRentEnd(QStringLiteral("2026-11-27T20:00:00Z,10USD"));
        const Money perHour = *Money::parse("2", Currency::USD);
        Rental rental;
        rental.instanceId = InstanceId(7);
        rental.perHour = perHour;
        rental.began = kNow.addSecs(-4 * 3600);
        QCOMPARE(latestGiveBack(instance, {rental}, perHour, kNow), kNow.addSecs(3600));
        QCOMPARE(latestGiveBack(instance, {}, perHour, kNow), kNow.addSecs(5 * 3600));
        rental.began = kNow.addSecs(-9 * 3600);
        QCOMPARE(latestGiveBack(instance, {rental}, perHour, kNow), kNow);
        instance.request.end = storedRentEnd(QStringLiteral("idle=20m,run"));
        QVERIFY(!latestGiveBack(instance, {rental}, perHour, kNow).isValid());
    }

    void whatAMachineHasCostIsThatOfAllItsRentals()
    {
        Rental first, second, other;
        first.instanceId = second.instanceId = InstanceId(7);
        other.instanceId = InstanceId(8);
        first.perHour = second.perHour = other.perHour = *Money::parse("2", Currency::USD);
        first.began = kNow.addSecs(-6 * 3600);
        first.ended = kNow.addSecs(-4 * 3600);  // it was stopped then
        second.began = other.began = kNow.addSecs(-3600);
        QCOMPARE(costOfInstance({second, other, first}, InstanceId(7), kNow), Money::parse("6", Currency::USD).value());
        QVERIFY(!costOfInstance({second}, InstanceId(9), kNow));
    }

    void idleCountsFromWhenItWasReady()
    {
        QCOMPARE(rentalReason(lookAtReady("idle=20m"), kNow), RentalReason::Idle);
        RentalLook fresh = lookAtReady("idle=20m");
        fresh.instance.since = kNow.addSecs(-600);
        QVERIFY(!rentalReason(fresh, kNow));
        RentalLook busy = lookAtReady("idle=20m,run");
        busy.idleSince = {};
        busy.hadRuns = true;
        QVERIFY(!rentalReason(busy, kNow));
    }

    void theEndOfRunsNeedsARun()
    {
        RentalLook look = lookAtReady("run");
        QVERIFY(!rentalReason(look, kNow));
        look.hadRuns = true;
        QCOMPARE(rentalReason(look, kNow), RentalReason::RunsEnded);
    }

    void oneThatNeverBecameReadyGoesToo()
    {
        RentalLook look = lookAtReady("2026-11-28T12:00:00Z");
        look.instance.state = InstanceState::Booting;
        QVERIFY(!rentalReason(look, kNow));  // it restarts
        QVERIFY(!isBeingRented(look));
        look.wasReady = false;
        QVERIFY(isBeingRented(look));
        // However long ago that was: this computer may have slept, or the program been killed.
        QVERIFY(!rentalReason(look, kNow));
        look.unready = look.readyWithin + 1s;
        QCOMPARE(rentalReason(look, kNow), RentalReason::NotReady);
        look.unready = 0s;
        look.instance.state = InstanceState::Failed;
        QCOMPARE(rentalReason(look, kNow), RentalReason::NotReady);
        look.instance.state = InstanceState::Terminating;  // settle() goes on with it
        QVERIFY(!rentalReason(look, kNow));
        look.instance.state = InstanceState::Requested;
        QVERIFY(!rentalReason(look, kNow));
        QVERIFY(isBeingRented(look));
        look.instance.state = InstanceState::Checked;
        look.wasReady = true;  // a check was kept, and then its program ended
        QVERIFY(isBeingRented(look));
        look.instance.request.end = {};
        QVERIFY(!isBeingRented(look));
    }

    void aStoppedMachineGoesForItsTimeAndItsMoneyOnly()
    {
        RentalLook look = lookAtReady("2026-11-27T12:00:01Z,40USD,idle=20m,run");
        look.instance.state = InstanceState::Stopped;
        look.hadRuns = true;
        look.cost = *Money::parse("39.99", Currency::USD);
        QVERIFY(!rentalReason(look, kNow));
        look.cost = *Money::parse("40", Currency::USD);
        QCOMPARE(rentalReason(look, kNow), RentalReason::Money);
        look.cost.reset();
        QCOMPARE(rentalReason(look, kNow.addSecs(1)), RentalReason::Time);
    }

    void anAmountIsReachedByAStoppedMachineToo()
    {
        Computer computer;
        QSignalSpy gone(computer.watch.get(), &RentalWatch::givenBack);
        const Machine machine = computer.rent(QStringLiteral("40USD,idle=20m"));
        QVERIFY(computer.stop(machine));
        computer.watch->setActing(true);
        QTest::qWait(200);
        QCOMPARE(computer.row().state, InstanceState::Stopped);
        // Its parts cost 0.75 USD a day: 54 days later.
        QVERIFY(writeOutside(computer.paths.database(),
                             {QStringLiteral("UPDATE rentals SET began = began - 54 * 86400000 WHERE ended IS NULL")}));
        computer.watch->look();
        computer.lookUntil(gone, 1);
        QCOMPARE(gone.count(), 1);
        QCOMPARE(gone.first().last().toString(), rentalReasonText(RentalReason::Money));
        QVERIFY(computer.cloud->tokens().isEmpty());
    }

    void aStoppedMachineIsAskedAboutNowAndThen()
    {
        Computer computer;
        QSignalSpy gone(computer.watch.get(), &RentalWatch::givenBack);
        const Machine machine = computer.rent(computer.inHours(500));
        QVERIFY(computer.stop(machine));
        computer.watch->setActing(true);
        QTest::qWait(200);
        // Somebody started it at the cloud.
        computer.cloud->put(QStringLiteral("box"), "running", computer.row().request.owner);
        computer.watch->look();
        QTest::qWait(100);
        QCOMPARE(computer.row().state, InstanceState::Stopped);
        for (int look = 0; look < 30; ++look)
            computer.watch->look();
        QTRY_COMPARE(computer.row().state, InstanceState::Booting);
        QTRY_COMPARE(computer.services->database().rentals.all()->first().perHour, Money(2 * Money::kNanosPerUnit, Currency::USD));
        QVERIFY(computer.stop(machine));
        // And now deleted it.
        QVERIFY(QFile::remove(computer.folder.filePath(QStringLiteral("cloud/box"))));
        for (int look = 0; look < 31; ++look)
            computer.watch->look();
        computer.lookUntil(gone, 1);
        QCOMPARE(gone.count(), 1);
        QCOMPARE(computer.services->database().rentals.all()->first().ended.isValid(), true);
    }

    void aClockThatIsSetWrongAndRightAgainEndsNothingAndKeepsNothing()
    {
        Computer computer;
        QSignalSpy gone(computer.watch.get(), &RentalWatch::givenBack);
        computer.rent(computer.inHours(1));
        computer.watch->setActing(true);
        computer.advance(30s, 24h);
        computer.watch->look();
        computer.advance(30s);
        computer.watch->look();
        computer.advance(30s, -24h);
        computer.watch->look();
        QTest::qWait(200);
        QCOMPARE(computer.row().state, InstanceState::Ready);
        // Its end comes while the clock is wrong the other way.
        computer.advance(58min);
        computer.watch->look();
        computer.advance(30s, -6h);
        computer.watch->look();
        QCOMPARE(gone.count(), 0);
        computer.advance(90s);
        computer.watch->look();
        computer.lookUntil(gone, 1);
        QCOMPARE(gone.count(), 1);
        QCOMPARE(gone.first().last().toString(), rentalReasonText(RentalReason::Time));
    }

    void timesThatAnotherClockWroteDoNotKeepAMachine()
    {
        // It became ready tomorrow.
        RentalLook look = lookAtReady("idle=20m");
        look.instance.since = look.idleSince = kNow.addDays(1);
        look.idleSeen = 19min;
        QVERIFY(!rentalReason(look, kNow));
        look.idleSeen = 20min;
        QCOMPARE(rentalReason(look, kNow), RentalReason::Idle);
        // It was busy a minute ago, whatever the clock says.
        RentalLook busy = lookAtReady("idle=20m");
        busy.idleSeen = 1min;
        QCOMPARE(rentalReason(busy, kNow), RentalReason::Idle);
        busy.sawItBusy = true;
        QVERIFY(!rentalReason(busy, kNow));
        busy.idleSeen = 20min;
        QCOMPARE(rentalReason(busy, kNow), RentalReason::Idle);

        // Asked for by a clock that was ahead: its run is earlier than the request.
        Computer computer;
        QSignalSpy gone(computer.watch.get(), &RentalWatch::givenBack);
        const Machine machine = computer.rent(QStringLiteral("run"));
        QVERIFY(computer.services->database().instances.update(machine.instanceId,
                                                               [](Instance &one) { one.requested = one.requested.addDays(1); }));
        Run run;
        run.id = RunId(QStringLiteral("20261127-120000-abcd"));
        run.lineage = run.id.text();
        run.name = QStringLiteral("r");
        run.head().machineId = machine.id;
        run.head().machineName = machine.name;
        run.created = run.started = run.ended = QDateTime::currentDateTimeUtc();
        run.state = RunState::Finished;
        QVERIFY(computer.services->database().runs.add(run));
        computer.watch->setActing(true);
        computer.lookUntil(gone, 1);
        QCOMPARE(gone.count(), 1);
        QCOMPARE(gone.first().last().toString(), rentalReasonText(RentalReason::RunsEnded));
    }

    void whatAPersonAskedForGoesFirst()
    {
        RentalLook look = lookAtReady("2026-11-28T12:00:00Z");
        look.instance.request.settings.insert(QLatin1String(kAskedBackSetting), QStringLiteral("asked"));
        QCOMPARE(rentalReason(look, kNow), RentalReason::Asked);
        look.wasReady = false;
        look.instance.state = InstanceState::Booting;
        QCOMPARE(rentalReason(look, kNow), RentalReason::Asked);
        look.instance.request.end = {};
        QCOMPARE(rentalReason(look, kNow), RentalReason::Asked);
        look.instance.state = InstanceState::Terminating;  // that is repeated anyway
        QVERIFY(!rentalReason(look, kNow));
    }

    void oneWithoutAnEndStays()
    {
        RentalLook look = lookAtReady("");
        look.hadRuns = true;
        QVERIFY(!rentalReason(look, kNow));
    }

    void theAgentGivesBackWhatIsDueAndLeavesTheRest()
    {
        QTemporaryDir folder;
        const Paths paths{folder.filePath(QStringLiteral("data")), folder.filePath(QStringLiteral("config"))};
        const auto knobs = std::make_shared<FakeCloud::Knobs>();
        knobs->hasParts = true;
        knobs->keepsParts = true;
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<FakeCloud>(folder.filePath(QStringLiteral("cloud")), knobs));
        const auto &cloud = static_cast<const FakeCloud &>(*all.front());
        auto opened = Services::open(paths, {}, MachineProviders(std::move(all)));
        QVERIFY(opened);
        Services &services = **opened;
        const auto make = [&services](const char *token, const char *end) {
            InstanceRequest request;
            request.providerKind = QStringLiteral("fake");
            request.clientToken = request.name = QLatin1String(token);
            request.end = storedRentEnd(QString::fromLatin1(end));
            request.perHour = Money(Money::kNanosPerUnit, Currency::USD);
            auto made = services.instances.create(request, {});
            made.waitForFinished();
            auto put = services.instances.putMachine(made.result()->id, request.name);
            put.waitForFinished();
            for (const InstanceState next : {InstanceState::HostKeyChecked, InstanceState::Ready})
                (void)services.database().instances.update(made.result()->id, [next](Instance &one) { one.state = next; });
            return put.result()->id;
        };
        make("due", "2026-11-20T12:00:00Z");
        make("later", "2199-01-01T00:00:00Z");
        make("endless", "");
        // A machine that costs money is not forgotten by removing it.
        QCOMPARE(services.machines.remove(services.database().machines.find(QStringLiteral("later"))->id).error().code,
                 ErrorCode::AlreadyExists);

        RentalWatch watch(services);
        QSignalSpy gone(&watch, &RentalWatch::givenBack), failed(&watch, &RentalWatch::failed);
        watch.look();
        QTest::qWait(200);
        QVERIFY(cloud.tokens().contains(QStringLiteral("due")));  // another program acts

        knobs->fault = FakeCloud::Fault::Refuses;
        knobs->refusal = ErrorCode::PermissionDenied;
        watch.setActing(true);
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(cloud.tokens().contains(QStringLiteral("due")));
        knobs->fault = FakeCloud::Fault::None;
        auto settled = services.instances.settle();
        settled.waitForFinished();
        QTRY_COMPARE(cloud.tokens(), (QStringList{QStringLiteral("endless"), QStringLiteral("later")}));
        QCOMPARE(cloud.partNames().size(), 4);

        const MachineId second = make("second", "2026-11-20T12:00:00Z");
        watch.look();
        QTRY_COMPARE_WITH_TIMEOUT(gone.count(), 1, 20000);
        QCOMPARE(gone.first().first().toString(), QStringLiteral("second"));
        QVERIFY(!services.database().machines.find(second));
        QCOMPARE(cloud.tokens(), (QStringList{QStringLiteral("endless"), QStringLiteral("later")}));

        // Its provider took it back.
        QVERIFY(QFile::remove(folder.filePath(QStringLiteral("cloud/later"))));
        for (int look = 0; look < 4; ++look)
            watch.look();
        QTRY_COMPARE_WITH_TIMEOUT(gone.count(), 2, 20000);
        QCOMPARE(gone.last().last().toString(), rentalReasonText(RentalReason::Vanished));
        QVERIFY(!services.database().machines.find(QStringLiteral("later")));
        const auto rentals = services.database().rentals.all();
        QCOMPARE(std::count_if(rentals->begin(), rentals->end(), [](const Rental &one) { return !one.ended.isValid(); }), 1);
        QCOMPARE(cloud.partNames().size(), 2);  // of the machine without an end

        // A program was killed before the provider had its request: nothing was rented, and that is said.
        InstanceRequest never;
        never.providerKind = QStringLiteral("fake");
        never.name = QStringLiteral("never");
        never.end = storedRentEnd(QStringLiteral("2199-01-01T00:00:00Z"));
        QVERIFY(services.database().instances.request(never));
        const auto failures = failed.count();
        watch.look();
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), failures + 1, 20000);
        QCOMPARE(failed.last().first().toString(), never.name);
        QCOMPARE(failed.last().last().value<Error>().code, ErrorCode::NotFound);
        QCOMPARE(services.database().instances.live()->size(), 1);  // the one without an end
        services.endWork();
    }
};

QTEST_GUILESS_MAIN(TestRentalWatch)
#include "tst_rentalwatch.moc"
