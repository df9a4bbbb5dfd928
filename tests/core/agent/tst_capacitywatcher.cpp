// SPDX-License-Identifier: GPL-3.0-or-later
// When the agent asks clouds for capacity, tells of it, and rents. The cloud and its prices are fakes: nothing is rented anywhere.
#include "core/agent/capacitywatcher.h"
#include "core/service/runs/services.h"
#include "core/storage/database/offerstore.h"
#include "core/storage/history/marketlog.h"
#include "tests/support/fakecloud.h"
#include "tests/support/outsidesqlite.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

using namespace std::chrono_literals;

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

CapacityWatch watchNamed(const char *name, WatchAction action)
{
    CapacityWatch watch;
    watch.name = QLatin1String(name);
    watch.gpu = QStringLiteral("H100");
    watch.gpus = 8;
    watch.most = usd("20");
    watch.action = action;
    if (action == WatchAction::Rent) {
        watch.until = QStringLiteral("8h,40USD");
        watch.ownAddress = QStringLiteral("203.0.113.7");
        watch.machineName = QStringLiteral("box");
    }
    return watch;
}

ProviderOffer bigOffer(const char *price, std::optional<bool> isInStock = true)
{
    return {{}, QStringLiteral("eu-1"), QStringLiteral("eu-1a"), QStringLiteral("big"), usd(price), false, isInStock};
}

}  // namespace

class TestCapacityWatcher : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<FakeCloud::Knobs> m_knobs;
    std::unique_ptr<Services> m_services;
    ClockJumpDetector::Reading m_reading;

    std::unique_ptr<CapacityWatcher> watcher()
    {
        auto made = std::make_unique<CapacityWatcher>(*m_services, nullptr, WatchPace{}, [this] { return m_reading; });
        made->setActing(true);
        return made;
    }
    int asked() const
    {
        const std::lock_guard lock(m_knobs->guard);
        return m_knobs->offersAsked;
    }
    void say(const QList<ProviderOffer> &offers, std::optional<Error> problem = {})
    {
        const std::lock_guard lock(m_knobs->guard);
        m_knobs->offers = offers;
        m_knobs->offersProblem = problem;
    }
    void advance(std::chrono::milliseconds time)
    {
        m_reading.wall += time;
        m_reading.boot += time;
    }
    CapacityWatch watch(const char *name) { return *m_services->database().watches.find(QLatin1String(name)); }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        const Paths paths{m_folder->filePath(QStringLiteral("data")), m_folder->filePath(QStringLiteral("config"))};
        m_knobs = std::make_shared<FakeCloud::Knobs>();
        m_knobs->hasOffers = true;
        m_reading = ClockJumpDetector::now();
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<FakeCloud>(m_folder->filePath(QStringLiteral("cloud")), m_knobs));
        auto opened = Services::open(paths, {}, MachineProviders(std::move(all)));
        QVERIFY(opened);
        m_services = std::move(*opened);
        AccountRecord account;
        account.name = QStringLiteral("work");
        account.providerKind = QStringLiteral("fake");
        account.region = QStringLiteral("eu-1");
        QVERIFY(m_services->database().accounts.add(account));
        OfferTable card;
        std::array<QByteArrayView, kOfferTextCount> texts{"fake", "big", "H100-SXM", "eu-1", "made up", "", "", "", ""};
        OfferFigures figures;
        figures.priceNanos = usd("30").nanos();
        figures.asOf = *AsOf::parse("2026-08-22");
        figures.gpus = 8 * kWholeGpu;
        card.append(texts, figures);
        QVERIFY(OfferStore(paths).putCard(QStringLiteral("fake"), card));
        const auto loaded = OfferStore(paths).load();
        QVERIFY2(loaded->problems.isEmpty(), qPrintable(loaded->problems.value(0).what + loaded->problems.value(0).detail));
    }
    void cleanup()
    {
        m_services->endWork();
        m_services.reset();
    }

    void itAsksAtOnceThenAtItsPaceAndRemembersWhatWasSaid()
    {
        QVERIFY(m_services->database().watches.add(watchNamed("w", WatchAction::Tell)));
        say({bigOffer("25")});
        auto one = watcher();
        QTRY_COMPARE(asked(), 1);
        QTRY_VERIFY(watch("w").looked.isValid());
        QVERIFY2(watch("w").outcome.contains(QLatin1String("25.00 USD")), qPrintable(watch("w").outcome));
        advance(4min);
        one->look();
        QTest::qWait(100);
        QCOMPARE(asked(), 1);
        advance(2min);
        one->look();
        QTRY_COMPARE(asked(), 2);
        const auto log = MarketLog::openToRead(m_services->paths().market());
        QVERIFY(log);
        const auto seen = log->of(QStringLiteral("fake"), QStringLiteral("big"), QStringLiteral("eu-1"), false);
        QVERIFY(seen && !seen->isEmpty());
        QCOMPARE(seen->first().perHour, std::optional(usd("25")));
        // Started again, it does not ask sooner.
        QTRY_VERIFY(watch("w").looked.msecsTo(QDateTime::fromMSecsSinceEpoch(m_reading.wall.count())) < 1000);
        one = watcher();
        one->look();
        QTest::qWait(100);
        QCOMPARE(asked(), 2);
    }

    void aThrottledCloudIsAskedLessAndLess()
    {
        QVERIFY(m_services->database().watches.add(watchNamed("w", WatchAction::Tell)));
        say({}, Error{ErrorCode::Unreachable, QStringLiteral("Asked too often."), {}});
        auto one = watcher();
        QSignalSpy failed(one.get(), &CapacityWatcher::failed);
        QTRY_COMPARE(asked(), 1);
        QTRY_VERIFY(watch("w").looked.isValid());
        int rounds = 1;
        // Three hours at a look a minute.
        for (int minute = 0; minute < 180; ++minute) {
            advance(1min);
            one->look();
            QTest::qWait(5);
            QTRY_VERIFY(watch("w").looked.isValid());
        }
        rounds = asked();
        QVERIFY2(rounds >= 4 && rounds <= 7, qPrintable(QString::number(rounds)));  // after 10, 20, 40, 60, 60 minutes
        QCOMPARE(failed.count(), 1);
        QVERIFY(watch("w").outcome.contains(QLatin1String("Asked too often.")));
    }

    void itTellsOnceAndThenRests()
    {
        QVERIFY(m_services->database().watches.add(watchNamed("w", WatchAction::Tell)));
        say({bigOffer("18")});
        auto one = watcher();
        QSignalSpy ended(one.get(), &CapacityWatcher::ended);
        QTRY_COMPARE(ended.count(), 1);
        QVERIFY(ended.first().at(1).toString().contains(QLatin1String("18.00 USD")));
        QCOMPARE(watch("w").state, WatchState::Found);
        advance(1h);
        one->look();
        QTest::qWait(100);
        QCOMPARE(asked(), 1);
        QCOMPARE(m_knobs->creates, 0);
    }

    void aWatchThatRentsAsksForOneMachineWithItsEndAndItsToken()
    {
        QVERIFY(m_services->database().watches.add(watchNamed("r", WatchAction::Rent)));
        say({bigOffer("18")});
        QString token;
        m_knobs->inCreate = [&] {
            // It is claimed before anything is asked for.
            const auto now = m_services->database().watches.find(QStringLiteral("r"));
            if (now && now->state == WatchState::Renting)
                token = now->token;
        };
        auto one = watcher();
        QTRY_COMPARE_WITH_TIMEOUT(int(m_knobs->creates), 1, 10000);
        QTRY_COMPARE(m_services->database().instances.all()->size(), 1);
        const Instance instance = m_services->database().instances.all()->first();
        QVERIFY(!token.isEmpty());
        QCOMPARE(instance.request.clientToken, token);
        QCOMPARE(instance.request.type, QStringLiteral("big"));
        QCOMPARE(instance.request.perHour, std::optional(usd("18")));
        QVERIFY(instance.request.end.at.isValid());
        QCOMPARE(instance.request.end.spent, std::optional(usd("40")));
        // Another round, or another program, does not rent another one.
        auto other = watcher();
        for (int round = 0; round < 5; ++round) {
            advance(30min);
            one->look();
            other->look();
            QTest::qWait(30);
        }
        QCOMPARE(int(m_knobs->creates), 1);
        QCOMPARE(m_services->database().watches.remove(QStringLiteral("r")).error().code, ErrorCode::AlreadyExists);
    }

    void withoutCapacityItGoesOnWatchingAndAfterAnythingElseItEnds()
    {
        QVERIFY(m_services->database().watches.add(watchNamed("r", WatchAction::Rent)));
        say({bigOffer("18", {})});
        m_knobs->withoutCapacity = QStringList{QStringLiteral("eu-1")};
        auto one = watcher();
        QTRY_COMPARE_WITH_TIMEOUT(int(m_knobs->creates), 1, 10000);
        QTRY_COMPARE(watch("r").state, WatchState::Watching);
        QVERIFY2(watch("r").outcome.contains(QLatin1String("the cloud had none")), qPrintable(watch("r").outcome));
        QVERIFY(watch("r").token.isEmpty());
        m_knobs->withoutCapacity.clear();
        m_knobs->fault = FakeCloud::Fault::Refuses;
        m_knobs->refusal = ErrorCode::OverQuota;
        advance(6min);
        one->look();
        QTRY_COMPARE(watch("r").state, WatchState::Failed);
        QCOMPARE(int(m_knobs->creates), 2);
        advance(6h);
        one->look();
        QTest::qWait(100);
        QCOMPARE(int(m_knobs->creates), 2);
    }

    void aProgramThatDiedWhileRentingLeavesNoSecondMachine()
    {
        StateDatabase &database = m_services->database();
        QVERIFY(database.watches.add(watchNamed("r", WatchAction::Rent)));
        const auto claim = [&](const char *token) {
            return database.watches.update(QStringLiteral("r"), [&](CapacityWatch &one) {
                one.state = WatchState::Renting;
                one.token = QLatin1String(token);
                return true;
            });
        };
        say({bigOffer("18", false)});
        // It died before it wrote the request down: after a while the watch goes on, with the same token.
        QVERIFY(claim("token-1"));
        auto one = watcher();
        QCOMPARE(watch("r").state, WatchState::Renting);
        advance(16min);
        one->look();
        QTRY_COMPARE(watch("r").state, WatchState::Watching);
        QCOMPARE(watch("r").token, QStringLiteral("token-1"));

        // It died after that: whatever becomes of the machine, the watch asks for no other one.
        InstanceRequest request;
        request.providerKind = QStringLiteral("fake");
        request.account = QStringLiteral("work");
        request.clientToken = QStringLiteral("token-2");
        request.name = QStringLiteral("box");
        const auto written = database.instances.request(request);
        QVERIFY(written);
        QVERIFY(claim("token-2"));
        say({bigOffer("18")});
        advance(2h);
        one->look();
        QTest::qWait(100);
        QCOMPARE(watch("r").state, WatchState::Renting);
        QVERIFY(database.instances.update(written->id, [](Instance &instance) { instance.state = InstanceState::Gone; }));
        one->look();
        QTRY_COMPARE(watch("r").state, WatchState::Failed);
        QCOMPARE(int(m_knobs->creates), 0);
    }

    void aMachineThatWasStoppedEndsItsWatchAsRented()
    {
        StateDatabase &database = m_services->database();
        QVERIFY(database.watches.add(watchNamed("r", WatchAction::Rent)));
        InstanceRequest request;
        request.providerKind = QStringLiteral("fake");
        request.account = QStringLiteral("work");
        request.clientToken = request.name = QStringLiteral("token-1");
        const auto written = database.instances.request(request);
        QVERIFY(written);
        for (const InstanceState next : {InstanceState::Booting, InstanceState::Stopping, InstanceState::Stopped})
            QVERIFY(database.instances.update(written->id, [next](Instance &instance) { instance.state = next; }));
        QVERIFY(database.watches.update(QStringLiteral("r"), [](CapacityWatch &one) {
            one.state = WatchState::Renting;
            one.token = QStringLiteral("token-1");
            return true;
        }));
        auto one = watcher();
        QTRY_COMPARE(watch("r").state, WatchState::Rented);
        QCOMPARE(int(m_knobs->creates), 0);
    }

    void nothingIsRentedWhileTheClockIsAhead()
    {
        auto one = watcher();
        m_reading.wall += 3h;
        QVERIFY(m_services->database().watches.add(watchNamed("r", WatchAction::Rent)));
        say({bigOffer("18")});
        one->look();
        QTRY_VERIFY2(watch("r").outcome.contains(QLatin1String("clock")), qPrintable(watch("r").outcome));
        QCOMPARE(watch("r").state, WatchState::Watching);
        QCOMPARE(int(m_knobs->creates), 0);
        m_reading.wall -= 3h;
        advance(6min);
        one->look();
        QTRY_COMPARE_WITH_TIMEOUT(int(m_knobs->creates), 1, 10000);
    }

    void whatCannotBeWatchedForIsRefused()
    {
        WatchTable &watches = m_services->database().watches;
        CapacityWatch endless = watchNamed("r", WatchAction::Rent);
        endless.until.clear();
        QCOMPARE(watches.add(endless).error().code, ErrorCode::InvalidInput);
        endless.until = QStringLiteral("run");  // nobody may start one
        QCOMPARE(watches.add(endless).error().code, ErrorCode::InvalidInput);
        endless.until = QStringLiteral("run,idle=20m");
        QVERIFY(watches.add(endless));
        CapacityWatch free = watchNamed("w", WatchAction::Tell);
        free.most = Money();
        QCOMPARE(watches.add(free).error().code, ErrorCode::InvalidInput);
        QVERIFY(watches.add(watchNamed("w", WatchAction::Tell)));
        QCOMPARE(watches.add(watchNamed("w", WatchAction::Tell)).error().code, ErrorCode::AlreadyExists);
        QVERIFY(watches.remove(QStringLiteral("w")));
        QCOMPARE(watches.remove(QStringLiteral("w")).error().code, ErrorCode::NotFound);
    }

    void aWatchThatCouldNeverFindAnythingIsRefusedWhenItIsAdded()
    {
        const auto checked = [this](const CapacityWatch &watch) {
            auto asked = m_services->cloudPreview.checkWatch(watch);
            asked.waitForFinished();
            return asked.result();
        };
        const auto isRefused = [&](const CapacityWatch &watch, ErrorCode code, const char *word) {
            const auto refused = checked(watch);
            if (refused)
                return false;
            const QString &what = refused.error().what;
            if (refused.error().code != code || !what.contains(QString::fromUtf8(word)) || !what.endsWith(u'.'))
                qWarning("%d %s", int(refused.error().code), qPrintable(what));
            return refused.error().code == code && what.contains(QString::fromUtf8(word)) && what.endsWith(u'.');
        };
        const CapacityWatch good = watchNamed("w", WatchAction::Tell);
        CapacityWatch bad = good;
        QVERIFY(checked(good));
        QVERIFY(checked(watchNamed("r", WatchAction::Rent)));
        bad.most = usd("0");
        QVERIFY(isRefused(bad, ErrorCode::InvalidInput, "--below"));
        bad.most = usd("-1");
        QVERIFY(isRefused(bad, ErrorCode::InvalidInput, "--below"));
        bad = good;
        bad.accounts = QStringList{QStringLiteral("nobody")};
        QVERIFY(isRefused(bad, ErrorCode::NotFound, "nobody"));
        bad = good;
        bad.gpus = 7;
        QVERIFY(isRefused(bad, ErrorCode::NotFound, "7 × H100"));
        // The catalogue knows it, and not at the cloud of this account.
        bad = good;
        bad.gpu = QStringLiteral("A10G");
        bad.gpus = 1;
        QVERIFY(isRefused(bad, ErrorCode::NotFound, "“work”"));
        bad = good;
        bad.regions = QStringList{QStringLiteral("moon-1")};
        QVERIFY(isRefused(bad, ErrorCode::InvalidInput, "moon-1"));
        bad = watchNamed("r", WatchAction::Rent);
        bad.ownAddress.clear();
        QVERIFY(isRefused(bad, ErrorCode::InvalidInput, "--from"));
        m_knobs->checkProblem = Error{ErrorCode::AuthenticationFailed, QStringLiteral("Sign in again."), {}};
        QVERIFY(isRefused(good, ErrorCode::AuthenticationFailed, "“work”: Sign in again."));
        // That no answer came says nothing about the watch.
        m_knobs->checkProblem = Error{ErrorCode::Unreachable, QStringLiteral("No network."), {}};
        QVERIFY(checked(good));
        m_knobs->checkProblem.reset();
        m_knobs->hasOffers = false;
        QVERIFY(isRefused(good, ErrorCode::Unsupported, "“work”"));
        QVERIFY(m_services->database().accounts.remove(QStringLiteral("work")));
        QVERIFY(isRefused(good, ErrorCode::NotFound, "add one"));
    }

    void aWatchThatCannotBeReadIsSaidAndCanBeRemoved()
    {
        WatchTable &watches = m_services->database().watches;
        QVERIFY(watches.add(watchNamed("w", WatchAction::Tell)));
        QCOMPARE(*watches.unreadable(), QStringList());
        QVERIFY(writeOutside(m_services->paths().database(), {QStringLiteral("UPDATE capacity_watches SET wanted = '{}'")}));
        QVERIFY(watches.all()->isEmpty());
        QCOMPARE(*watches.unreadable(), QStringList{QStringLiteral("w")});
        const auto again = watches.add(watchNamed("w", WatchAction::Tell));
        QCOMPARE(again.error().code, ErrorCode::AlreadyExists);
        QVERIFY2(again.error().what.contains(QLatin1String("yard cloud watch remove w")), qPrintable(again.error().what));
        QVERIFY(watches.remove(QStringLiteral("w")));
        QVERIFY(watches.add(watchNamed("w", WatchAction::Tell)));
    }
};

QTEST_GUILESS_MAIN(TestCapacityWatcher)
#include "tst_capacitywatcher.moc"
