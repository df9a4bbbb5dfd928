// SPDX-License-Identifier: GPL-3.0-or-later
// How often the agent asks for the prices of rented spot machines, and what it does with the answers. The cloud is a fake: nothing is rented
// anywhere, and its prices are made up.
#include "core/agent/alertwatch.h"
#include "core/agent/rentalwatch.h"
#include "core/agent/spotpricewatch.h"
#include "core/service/clouds/giveback.h"
#include "core/service/runs/services.h"
#include "tests/support/fakecloud.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

using namespace std::chrono_literals;

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

// A computer with a fake cloud and a watch whose clock a test sets.
struct Computer {
    Computer()
        : paths{folder.filePath(QStringLiteral("data")), folder.filePath(QStringLiteral("config"))},
          knobs(std::make_shared<FakeCloud::Knobs>()), clock(ClockJumpDetector::now())
    {
        knobs->spotPricing = SpotPricing::Told;
        knobs->zone = QStringLiteral("eu-1a");
        restart();
    }
    ~Computer() { end(); }
    void end()
    {
        watch.reset();
        if (services)
            services->endWork();
        services.reset();
    }
    void restart()
    {
        end();
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<FakeCloud>(folder.filePath(QStringLiteral("cloud")), knobs));
        services = std::move(*Services::open(paths, {}, MachineProviders(std::move(all))));
        watch = std::make_unique<SpotPriceWatch>(*services, nullptr, [this] { return clock; });
    }
    Machine rent(const char *name, const QString &end = {}, bool isSpot = true) const
    {
        InstanceRequest request;
        request.providerKind = QStringLiteral("fake");
        request.account = QStringLiteral("work");
        request.region = QStringLiteral("eu-1");
        request.type = QStringLiteral("gpu");
        request.clientToken = request.name = QLatin1String(name);
        request.isSpot = isSpot;
        request.end = storedRentEnd(end);
        request.perHour = usd("2");
        auto made = services->instances.create(request, {});
        made.waitForFinished();
        auto put = services->instances.putMachine(made.result()->id, request.name);
        put.waitForFinished();
        for (const InstanceState next : {InstanceState::HostKeyChecked, InstanceState::Ready})
            (void)services->database().instances.update(made.result()->id, [next](Instance &one) { one.state = next; });
        return *put.result();
    }
    void tell(qint64 since, const char *price, const char *zone = "eu-1a") const
    {
        const std::lock_guard lock(knobs->guard);
        knobs->prices << SpotPrice{QStringLiteral("gpu"), QLatin1String(zone), now().addSecs(since), usd(price)};
    }
    void fail(const std::optional<Error> &error) const
    {
        const std::lock_guard lock(knobs->guard);
        knobs->priceProblem = error;
    }
    int asked() const
    {
        const std::lock_guard lock(knobs->guard);
        return int(knobs->pricesAsked.size());
    }
    QDateTime now() const { return QDateTime::fromMSecsSinceEpoch(clock.wall.count(), Qt::UTC); }
    void advance(std::chrono::milliseconds time, std::chrono::milliseconds set = 0ms)
    {
        clock.boot += time;
        clock.wall += time + set;
    }
    // A question, and what its answer brings. False: there was none.
    bool round(std::chrono::milliseconds time = 5min)
    {
        QSignalSpy followed(watch.get(), &SpotPriceWatch::followed);
        advance(time);
        watch->look();
        return !followed.isEmpty() || followed.wait(20'000);
    }
    // The first question is asked when the watch begins to act.
    bool begin() const
    {
        QSignalSpy followed(watch.get(), &SpotPriceWatch::followed);
        watch->setActing(true);
        return !followed.isEmpty() || followed.wait(20'000);
    }
    // Nothing is asked at such a look, nor later because of it.
    bool isQuiet()
    {
        const int before = asked();
        watch->look();
        QTest::qWait(50);
        return asked() == before;
    }
    Rental rental() const { return services->database().rentals.all()->value(0); }

    QTemporaryDir folder;
    const Paths paths;
    std::shared_ptr<FakeCloud::Knobs> knobs;
    ClockJumpDetector::Reading clock;
    std::unique_ptr<Services> services;
    std::unique_ptr<SpotPriceWatch> watch;
};

}  // namespace

class TestSpotPriceWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneQuestionInFiveMinutesIsForAllMachines()
    {
        Computer computer;
        computer.rent("one");
        computer.rent("two");
        computer.rent("other", {}, false);
        computer.tell(-600, "2.05");
        QVERIFY(computer.begin());
        QCOMPARE(computer.asked(), 1);
        for (int minute = 1; minute < 5; ++minute) {
            computer.advance(1min);
            QVERIFY(computer.isQuiet());
        }
        QVERIFY(computer.round(1min));
        QCOMPARE(computer.asked(), 2);
        QCOMPARE(computer.knobs->pricesAsked.last().types, QStringList{QStringLiteral("gpu")});
        int followed = 0;
        const QList<Rental> rentals = *computer.services->database().rentals.all();
        for (const Rental &rental : rentals)
            followed += rental.prices.size() == 1 ? 1 : 0;
        QCOMPARE(followed, 2);
    }

    void aRestartDoesNotAskSooner()
    {
        Computer computer;
        computer.rent("one");
        computer.tell(-600, "2.05");
        QVERIFY(computer.begin());
        for (int time = 0; time < 3; ++time) {
            computer.advance(1min);
            computer.restart();
            computer.watch->setActing(true);
            QVERIFY(computer.isQuiet());
        }
        QCOMPARE(computer.asked(), 1);
        QVERIFY(computer.round(3min));
        QCOMPARE(computer.asked(), 2);
        // As far back as the last change that is known, by the cloud's own time.
        QCOMPARE(computer.knobs->pricesAsked.last().since, computer.rental().began);
    }

    void aCloudThatDoesNotAnswerIsAskedLessOften()
    {
        Computer computer;
        computer.rent("one");
        computer.tell(-600, "2.05");
        QSignalSpy failed(computer.watch.get(), &SpotPriceWatch::failed);
        QVERIFY(computer.begin());
        const Rental known = computer.rental();
        QVERIFY(known.priceSeen.isValid());
        computer.fail(Error{ErrorCode::Unreachable, QStringLiteral("Nobody answers."), {}});
        for (const std::chrono::minutes pause : {5min, 10min, 20min, 40min, 60min, 60min}) {
            computer.advance(pause - 1min);
            QVERIFY(computer.isQuiet());
            QVERIFY(computer.round(1min));
        }
        QCOMPARE(computer.asked(), 7);
        QCOMPARE(failed.count(), 1);
        QCOMPARE(computer.rental().prices, known.prices);
        QCOMPARE(computer.rental().priceSeen, known.priceSeen);
        // What moved meanwhile is known afterwards.
        computer.tell(-5400, "3.00");
        computer.fail({});
        QVERIFY(computer.round(60min));
        QCOMPARE(computer.rental().prices.size(), 2);
        QVERIFY(computer.rental().priceSeen > known.priceSeen);
    }

    void aClockThatIsSetAsksNoMoreAndLosesNothing()
    {
        Computer computer;
        computer.rent("one");
        computer.tell(-600, "2.05");
        QVERIFY(computer.begin());
        for (const std::chrono::hours set : {24h, -48h, 24h}) {
            computer.advance(30s, set);
            QVERIFY(computer.isQuiet());
        }
        computer.tell(-30, "2.10");
        QVERIFY(computer.round());
        QCOMPARE(computer.rental().prices.size(), 2);
        QCOMPARE(computer.asked(), 2);
        QVERIFY(std::abs(computer.rental().priceSeen.secsTo(computer.now())) <= 60);
    }

    void theEndOfARentalIsAskedAboutOnceMore()
    {
        Computer computer;
        const Machine machine = computer.rent("one");
        computer.tell(-600, "2.05");
        QVERIFY(computer.begin());
        QVERIFY(computer.services->database().rentals.end(machine.id));
        // Changes may be told a little late.
        QVERIFY(computer.round());
        QVERIFY(computer.round(10min));
        QVERIFY(computer.rental().priceSeen >= computer.rental().ended.addSecs(600));
        for (int hour = 0; hour < 3; ++hour) {
            computer.advance(1h);
            QVERIFY(computer.isQuiet());
        }
        QCOMPARE(computer.asked(), 3);
    }

    void aRiseIsAnAlertOnce()
    {
        Computer computer;
        computer.rent("box");
        AlertWatch alerts(*computer.services);
        QSignalSpy rose(computer.watch.get(), &SpotPriceWatch::rose);
        QObject::connect(computer.watch.get(), &SpotPriceWatch::rose, &alerts, &AlertWatch::priceRose);
        computer.tell(-600, "2.50");
        QVERIFY(computer.begin());
        QCOMPARE(rose.count(), 1);
        QCOMPARE(rose.first().first().toString(), QStringLiteral("box"));
        QVERIFY2(rose.first().last().toString().contains(QLatin1String("2.50 USD")), qPrintable(rose.first().last().toString()));
        const auto kept = computer.services->database().alerts.newest(10);
        QVERIFY(kept);
        QCOMPARE(kept->size(), 1);
        QCOMPARE(kept->first().kind, AlertKind::SpotPrice);
        QCOMPARE(kept->first().machine, QStringLiteral("box"));
        for (int round = 0; round < 3; ++round)
            QVERIFY(computer.round());
        QCOMPARE(rose.count(), 1);
        computer.tell(0, "2.80");
        QVERIFY(computer.round());
        QCOMPARE(rose.count(), 2);
    }

    void anAmountIsReachedByTheNewPrice()
    {
        Computer computer;
        const Machine machine = computer.rent("box", QStringLiteral("3USD"));
        const Instance instance = *computer.services->database().instances.find(machine.instanceId);
        const auto reason = [&](const QDateTime &when) {
            RentalLook look;
            look.instance = instance;
            look.wasReady = true;
            look.cost = costOfInstance(*computer.services->database().rentals.all(), instance.id, when);
            return rentalReason(look, when);
        };
        const QDateTime began = computer.rental().began;
        QVERIFY(!reason(began.addSecs(3600)));  // 2 USD
        {
            const std::lock_guard lock(computer.knobs->guard);
            computer.knobs->prices << SpotPrice{QStringLiteral("gpu"), QStringLiteral("eu-1a"), began.addSecs(1800), usd("8")};
        }
        QVERIFY(computer.begin());
        QCOMPARE(computer.rental().prices.size(), 1);
        QVERIFY(!reason(began.addSecs(1800 + 899)));
        QCOMPARE(reason(began.addSecs(1800 + 900)), RentalReason::Money);
    }

    void onlyTheAgentThatActsAsks()
    {
        Computer computer;
        computer.rent("one");
        QVERIFY(computer.isQuiet());
        computer.knobs->spotPricing = SpotPricing::Untold;
        computer.watch->setActing(true);
        QVERIFY(computer.isQuiet());
        QCOMPARE(computer.asked(), 0);
    }
};

QTEST_GUILESS_MAIN(TestSpotPriceWatch)
#include "tst_spotpricewatch.moc"
