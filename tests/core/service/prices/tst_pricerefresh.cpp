// SPDX-License-Identifier: GPL-3.0-or-later
// Refreshing price lists from servers that behave and many that do not: the old list stays until a complete new one is there.
#include "core/service/prices/pricerefresh.h"
#include "core/storage/database/offerstore.h"
#include "tests/support/pricestandin.h"

#include <QDir>
#include <QFile>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <future>

using namespace trainyard;
using namespace std::chrono_literals;
using Request = HttpStandIn::Request;
using Answer = HttpStandIn::Answer;

class TestPriceRefresh : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<StateDatabase> m_store;
    std::unique_ptr<PriceStandIn> m_clouds;

    Paths paths() const { return {m_home->filePath(QStringLiteral("data")), m_home->filePath(QStringLiteral("config"))}; }
    PriceLists lists() const { return PriceLists(paths()); }
    PriceEndpoints endpoints() const
    {
        const QString base = m_clouds->base();
        return {QUrl(base + QStringLiteral("/bulk")), QUrl(base + QStringLiteral("/aws")), QUrl(base + QStringLiteral("/azure")),
                QUrl(base + QStringLiteral("/skypilot"))};
    }
    static HttpLimits limits()
    {
        HttpLimits quick;
        quick.firstPause = 1ms;
        quick.longestPause = 100ms;
        quick.tries = 2;
        quick.slowFor = 1s;
        return quick;
    }
    QList<RefreshOutcome> refresh(const QStringList &names, const RefreshOptions &options = {}, std::stop_token stop = {},
                                  const PriceRefresher::Reports &reports = {})
    {
        PriceRefresher refresher(paths(), *m_store, endpoints(), limits());
        const auto outcomes = refresher.run(*priceFeedsNamed(names), options, stop, reports);
        if (!outcomes)
            qWarning("%s", qPrintable(outcomes.error().what));
        return outcomes.value_or({});
    }
    RefreshOutcome refreshOne(const QString &name, const RefreshOptions &options = {}) { return refresh({name}, options).value(0); }
    QByteArray kept(const QString &name) const
    {
        QFile file(paths().data + QStringLiteral("/offers/lists/") + name + QStringLiteral(".csv"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static Answer text(const QByteArray &body)
    {
        Answer answer;
        answer.body = body;
        return answer;
    }

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_store = std::move(*StateDatabase::open(paths().database()));
        m_clouds = std::make_unique<PriceStandIn>();
    }
    void cleanup()
    {
        m_clouds.reset();
        m_store.reset();
    }

    void listsComeFromAllThree()
    {
        const auto outcomes = refresh({QStringLiteral("aws-us-east-1"), QStringLiteral("azure"), QStringLiteral("skypilot-runpod")});
        QCOMPARE(outcomes.size(), 3);
        for (const RefreshOutcome &outcome : outcomes)
            QVERIFY2(outcome.state.result == RefreshResult::Updated, outcome.state.error ? qPrintable(outcome.state.error->what) : "");
        const auto loaded = OfferStore(paths()).load();
        QVERIFY(loaded && loaded->problems.isEmpty());
        const OfferTable &offers = loaded->catalog.offers();
        QStringList found;
        for (size_t row = 0; row < offers.size(); ++row) {
            if (offers.figures(row).asOf == AsOf(QDate::currentDate()))
                found << QStringList{offers.text(OfferText::Source, row), offers.text(OfferText::Type, row),
                                     offers.text(OfferText::Gpu, row), purchaseName(offers.figures(row).purchase),
                                     offers.figures(row).price()->text()}
                             .join(u' ');
        }
        found.sort();
        QCOMPARE(found, (QStringList{QStringLiteral("aws-price-pages p5.48xlarge H100-SXM on-demand 55.04 USD"),
                                     QStringLiteral("aws-price-pages p5.48xlarge H100-SXM reserved-1y 33.70 USD"),
                                     QStringLiteral("aws-price-pages p5.48xlarge H100-SXM reserved-3y 33.70 USD"),
                                     QStringLiteral("azure-retail-prices Standard_NC24ads_A100_v4 A100-PCIe-80GB on-demand 3.673 USD"),
                                     QStringLiteral("azure-retail-prices Standard_NC24ads_A100_v4 A100-PCIe-80GB spot 1.469 USD"),
                                     QStringLiteral("skypilot-catalog 1x_A100-80GB_SECURE A100-80GB on-demand 1.89 USD"),
                                     QStringLiteral("skypilot-catalog 1x_A100-80GB_SECURE A100-80GB spot 0.90 USD"),
                                     QStringLiteral("skypilot-catalog 1x_RTX4090_SECURE RTX-4090 on-demand 0.69 USD")}));
        // Each is listed once, with the newest price.
        int onDemand = 0;
        for (size_t row = 0; row < offers.size(); ++row) {
            onDemand += offers.text(OfferText::Type, row) == QLatin1String("p5.48xlarge")
                                && offers.text(OfferText::Region, row) == QLatin1String("us-east-1")
                                && offers.figures(row).purchase == Purchase::OnDemand
                            ? 1
                            : 0;
        }
        QCOMPARE(onDemand, 1);
        const QByteArray target = m_clouds->requests().first().target;
        QCOMPARE(target, QByteArray("/aws/ec2-ondemand-without-sec-sel/US%20East%20(N.%20Virginia)/Linux/index.json"));
    }

    void theWholeListOfAwsIsReadFromTheDisk()
    {
        QByteArray list(
            "\"FormatVersion\",\"v1.0\"\n\"Disclaimer\",\"x\"\n\"Publication Date\",\"x\"\n\"Version\",\"x\"\n\"OfferCode\",\"AmazonEC2\"\n"
            "SKU,TermType,Unit,PricePerUnit,Currency,LeaseContractLength,PurchaseOption,OfferingClass,Instance Type,Tenancy,"
            "Operating System,CapacityStatus,Pre Installed S/W,MarketOption\n");
        list += QByteArray("A,OnDemand,Hrs,0.096,USD,,,,m5.large,Shared,Linux,Used,NA,OnDemand\n").repeated(5000)
                + "B,OnDemand,Hrs,55.04,USD,,,,p5.48xlarge,Shared,Linux,Used,NA,OnDemand\n";
        m_clouds->answer("/bulk/us-east-1/index.csv", list);
        const RefreshOutcome outcome = refreshOne(QStringLiteral("aws-list-us-east-1"));
        QVERIFY2(outcome.state.result == RefreshResult::Updated, outcome.state.error ? qPrintable(outcome.state.error->what) : "");
        QCOMPARE(outcome.state.offers, 1);
        QCOMPARE(refreshOne(QStringLiteral("aws-list-us-east-1")).state.result, RefreshResult::NotModified);
        m_clouds->answer("/bulk/us-east-1/index.csv", list.chopped(20));
        const RefreshOutcome cut = refreshOne(QStringLiteral("aws-list-us-east-1"));
        QVERIFY(cut.state.error && cut.state.error->what.contains(QLatin1String("Row 5007")));
    }

    void whatDidNotChangeIsNotFetchedAgain()
    {
        const QStringList names{QStringLiteral("aws-us-east-1"), QStringLiteral("skypilot-runpod")};
        refresh(names);
        const QByteArray aws = kept(names[0]), runpod = kept(names[1]);
        QVERIFY(!aws.isEmpty() && !runpod.isEmpty());
        for (const RefreshOutcome &outcome : refresh(names))
            QCOMPARE(outcome.state.result, RefreshResult::NotModified);
        QCOMPARE(kept(names[0]), aws);
        // One of four files changes: the others are needed as well.
        m_clouds->answer("3%20year", PriceStandIn::awsFile("US East (N. Virginia)", "30.1"));
        const RefreshOutcome changed = refreshOne(names[0]);
        QCOMPARE(changed.state.result, RefreshResult::Updated);
        QCOMPARE(changed.state.offers, 3);
        QCOMPARE(changed.changed, 1);
        // A missing list is fetched whatever its state file says.
        QVERIFY(QFile::remove(paths().data + QStringLiteral("/offers/lists/skypilot-runpod.csv")));
        QCOMPARE(refreshOne(names[1]).state.result, RefreshResult::Updated);
        QCOMPARE(kept(names[1]), runpod);
    }

    void confirmedPricesAreAsNewAsTheirConfirmation()
    {
        const QString name = QStringLiteral("skypilot-runpod");
        refreshOne(name);
        PriceListState state = lists().state(name);
        const QDate today = QDate::currentDate(), before = today.addDays(-3);
        QVERIFY(lists().put(*lists().offers(name), state));
        state.checked = before.startOfDay().addSecs(3600).toUTC();
        QByteArray csv = kept(name).replace(today.toString(Qt::ISODate).toUtf8(), before.toString(Qt::ISODate).toUtf8());
        QFile file(paths().data + QStringLiteral("/offers/lists/skypilot-runpod.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(csv) == csv.size());
        file.close();
        QVERIFY(lists().putState(state));
        QCOMPARE(lists().offers(name)->figures(0).asOf, AsOf(before));
        QCOMPARE(refreshOne(name).state.result, RefreshResult::NotModified);
        QCOMPARE(lists().offers(name)->figures(0).asOf, AsOf(today));
    }

    void troubleLeavesTheOldList_data()
    {
        QTest::addColumn<QString>("list");
        QTest::addColumn<QByteArray>("part");
        QTest::addColumn<Answer>("answer");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("said");
        const QString runpod = QStringLiteral("skypilot-runpod"), azure = QStringLiteral("azure"), aws = QStringLiteral("aws-us-east-1");
        const auto row = [](const char *name, const QString &list, const char *part, const Answer &answer, ErrorCode code,
                            const char *said) {
            QTest::newRow(name) << list << QByteArray(part) << answer << int(code) << QString::fromUtf8(said);
        };
        const auto status = [](int number) {
            Answer answer;
            answer.status = number;
            return answer;
        };
        const QByteArray table = PriceStandIn::skyPilotTable("1.99");
        row("out of service", runpod, "runpod", status(503), ErrorCode::Unreachable, "not in service");
        row("asked too often", runpod, "runpod", status(429), ErrorCode::Unreachable, "Too many requests");
        row("gone", runpod, "runpod", status(404), ErrorCode::NotFound, "127.0.0.1");
        Answer cut = text(table);
        cut.cutAfter = table.size() / 2;
        row("broken off", runpod, "runpod", cut, ErrorCode::ConnectionLost, "ended too early");
        cut.isChunked = true;
        row("broken off in a chunk", runpod, "runpod", cut, ErrorCode::ConnectionLost, "127.0.0.1");
        row("half a table that claims to be whole", runpod, "runpod", text(table.chopped(70)), ErrorCode::Corrupt, "Row 3");
        row("another page", runpod, "runpod", text("<html>Sign in</html>"), ErrorCode::Corrupt, "Row 1");
        row("empty", runpod, "runpod", text(table.left(table.indexOf('\n') + 1)), ErrorCode::Corrupt, "no price");
        row("a second page that is broken", azure, "skip", text("{\"Items\":[{"), ErrorCode::Corrupt, "Page 2: Byte");
        row("a second page out of service", azure, "skip", status(500), ErrorCode::Unreachable, "not in service");
        row("pages in a ring", azure, "skip", text(PriceStandIn::azurePage("2", "")), ErrorCode::Corrupt, "no last page");
        row("a page of another server", azure, "skip", text(PriceStandIn::azurePage("2", "https://prices.example.com/x")),
            ErrorCode::Corrupt, "Page 2 refers to another server");
        row("a page of a file", azure, "skip", text(PriceStandIn::azurePage("2", "file:///etc/hostname")), ErrorCode::Corrupt,
            "another server");
        row("a page that would fill the memory", azure, "azure",
            text("{\"Items\":[" + QByteArray("{\"a\":[]},").repeated(2'000'000) + "{}]}"), ErrorCode::Corrupt, "larger than 16 MiB");
        row("wrong types", aws, "ondemand", text("{\"manifest\":{\"currencyCode\":\"USD\"},\"regions\":[]}"), ErrorCode::Corrupt,
            "ec2-ondemand");
        row("a file that has to be there", aws, "ondemand", status(404), ErrorCode::NotFound, "127.0.0.1");
        row("reserved prices that are broken", aws, "3%20year", text("{"), ErrorCode::Corrupt, "3%20year");
    }
    void troubleLeavesTheOldList()
    {
        QFETCH(QString, list);
        QFETCH(QByteArray, part);
        QFETCH(Answer, answer);
        QFETCH(int, code);
        QFETCH(QString, said);
        QCOMPARE(refreshOne(list).state.result, RefreshResult::Updated);
        const QByteArray before = kept(list);
        const PriceListState was = lists().state(list);
        if (QByteArray(QTest::currentDataTag()) == "pages in a ring") {
            answer.body = PriceStandIn::azurePage("2", m_clouds->base().toUtf8() + "/azure?$skip=1000");
        }
        m_clouds->answer(part, [answer](const Request &) { return answer; });
        const RefreshOutcome failed = refreshOne(list);
        QCOMPARE(failed.state.result, RefreshResult::Failed);
        QVERIFY(failed.state.error);
        QVERIFY2(int(failed.state.error->code) == code && failed.state.error->what.contains(said), qPrintable(failed.state.error->what));
        // Names the list, and the age of the prices shown now.
        QVERIFY(failed.state.error->what.startsWith(list + u':'));
        QVERIFY(failed.state.error->what.contains(QDate::currentDate().toString(Qt::ISODate)));
        QVERIFY(!before.isEmpty());
        QCOMPARE(kept(list), before);
        const PriceListState now = lists().state(list);
        QCOMPARE(now.result, RefreshResult::Failed);
        QCOMPARE(now.checked, was.checked);
        QCOMPARE(now.documents, was.documents);
        QVERIFY(now.tried >= was.tried && now.error);
        // Afterwards it works again.
        m_clouds->answerAsUsual();
        const RefreshOutcome well = refreshOne(list);
        QVERIFY(well.state.result == RefreshResult::Updated || well.state.result == RefreshResult::NotModified);
        QVERIFY(!well.state.error && !lists().state(list).error);
    }

    void pagesWithoutEndAreLeft()
    {
        std::atomic<int> page = 0;
        m_clouds->answer("azure", [&](const Request &) {
            return text(PriceStandIn::azurePage("2", m_clouds->base().toUtf8() + "/azure?$skip=" + QByteArray::number(++page)));
        });
        const RefreshOutcome failed = refreshOne(QStringLiteral("azure"));
        QVERIFY(failed.state.error && failed.state.error->what.contains(QLatin1String("no last page")));
        QVERIFY(failed.state.error->what.contains(QLatin1String("built-in")));
        QVERIFY(page < 1000);
        QVERIFY(lists().names().isEmpty());
    }

    void anUnreachableServerIsAskedOnce()
    {
        HttpLimits never = limits();
        never.tries = 1;
        PriceEndpoints nobody;
        {
            const PriceStandIn gone;
            nobody.skypilot = QUrl(gone.base());
        }
        PriceRefresher refresher(paths(), *m_store, nobody, never);
        const auto outcomes = refresher.run(*priceFeedsNamed({QStringLiteral("skypilot")}), {}, {});
        QVERIFY(outcomes);
        QVERIFY(outcomes->size() > 5);
        for (const RefreshOutcome &outcome : *outcomes) {
            QVERIFY(outcome.state.error && outcome.state.error->code == ErrorCode::Unreachable);
            QVERIFY2(outcome.state.error->what.count(QLatin1String("skypilot-")) == 1, qPrintable(outcome.state.error->what));
        }
    }

    void aDropIsTakenOverOnlyWhenAsked()
    {
        const QString name = QStringLiteral("skypilot-runpod");
        refreshOne(name);
        const QByteArray before = kept(name), table = PriceStandIn::skyPilotTable();
        m_clouds->answer("runpod", table.left(table.lastIndexOf('\n', -2) + 1).replace(",0.9,", ",,"));
        const RefreshOutcome refused = refreshOne(name);
        QVERIFY(refused.state.error && refused.state.error->what.contains(QLatin1String("1 offers instead of 3")));
        QCOMPARE(kept(name), before);
        RefreshOptions accept;
        accept.acceptsAll = true;
        QCOMPARE(refreshOne(name, accept).state.offers, 1);
    }

    void aListThatMayBeCutOffIsTakenOverOnlyWhenAsked()
    {
        const QString name = QStringLiteral("skypilot-runpod");
        const QByteArray table = PriceStandIn::skyPilotTable(), head = table.left(table.indexOf('\n') + 1);
        QByteArrayList rows{head};
        for (int i = 0; i < 12; ++i)
            rows << "gpu" + QByteArray::number(i) + ",RTX4090,1.0,6.0,24.0,US,,0.69,US-1,\n";
        m_clouds->answer("runpod", rows.join());
        QCOMPARE(refreshOne(name).state.offers, 12);
        const QByteArray before = kept(name);
        const PriceListState was = lists().state(name);

        Answer cut = text(rows.first(9).join());
        cut.hasNoLength = true;
        m_clouds->answer("runpod", [&cut](const Request &) { return cut; });
        const RefreshOutcome refused = refreshOne(name);
        QCOMPARE(refused.state.result, RefreshResult::Failed);
        QVERIFY(refused.needsConsent && refused.state.error);
        QVERIFY2(refused.state.error->what.contains(QLatin1String("4 earlier offer(s) are missing (runpod/gpu")),
                 qPrintable(refused.state.error->what));
        QCOMPARE(kept(name), before);
        QCOMPARE(lists().state(name).documents, was.documents);
        RefreshOptions accept;
        accept.acceptsAll = true;
        const RefreshOutcome accepted = refreshOne(name, accept);
        QCOMPARE(accepted.state.offers, 8);
        QCOMPARE(accepted.state.notes.size(), 1);

        // A complete list without an announced length is as good as any other, and one with a length may shrink.
        cut.body = rows.join();
        const RefreshOutcome grown = refreshOne(name);
        QVERIFY(grown.state.result == RefreshResult::Updated && grown.state.offers == 12 && grown.state.notes.isEmpty());
        cut.body = rows.first(9).join();
        cut.hasNoLength = false;
        for (const bool isChunked : {false, true}) {
            cut.isChunked = isChunked;
            const RefreshOutcome shrunk = refreshOne(name);
            QVERIFY(shrunk.state.result == RefreshResult::Updated && !shrunk.needsConsent);
            QCOMPARE(shrunk.state.offers, cut.isChunked ? 7 : 8);
            QCOMPARE(shrunk.state.notes.size(), 1);
            QVERIFY2(
                shrunk.state.notes.first().contains(isChunked ? QLatin1String("1 earlier offer(s)") : QLatin1String("4 earlier offer(s)")),
                qPrintable(shrunk.state.notes.first()));
            QCOMPARE(lists().state(name).notes, shrunk.state.notes);
            cut.body = rows.first(8).join();
        }
    }

    void aPageThatSaysNothingOfTheNextIsNotTheLast()
    {
        const QString name = QStringLiteral("azure");
        QCOMPARE(refreshOne(name).state.offers, 2);
        const QByteArray before = kept(name);
        QByteArray page = PriceStandIn::azurePage("3.673", {});
        m_clouds->answer("azure", QByteArray(page).replace("\"NextPageLink\":null,", ""));
        const RefreshOutcome refused = refreshOne(name);
        QVERIFY(refused.state.error && refused.needsConsent);
        QVERIFY2(refused.state.error->what.contains(QLatin1String("1 earlier offer(s) are missing (azure/")),
                 qPrintable(refused.state.error->what));
        QCOMPARE(kept(name), before);
        m_clouds->answer("azure", page);
        const RefreshOutcome told = refreshOne(name);
        QVERIFY(told.state.result == RefreshResult::Updated && told.state.offers == 1 && told.state.notes.size() == 1);
    }

    void changesAreRemembered()
    {
        const QString name = QStringLiteral("skypilot-runpod"), type = QStringLiteral("1x_A100-80GB_SECURE");
        refreshOne(name);
        QVERIFY(m_store->prices.find(QStringLiteral("runpod"))->isEmpty());
        for (const char *price : {"1.99", "1.99", "2.09"}) {
            m_clouds->answer("runpod", PriceStandIn::skyPilotTable(price));
            refreshOne(name);
        }
        const auto prices = m_store->prices.find(QStringLiteral("runpod"), type);
        QVERIFY(prices);
        QStringList history;
        for (const SeenPrice &price : *prices)
            history << price.price.text() + u' ' + purchaseName(price.purchase) + u' ' + price.region;
        QCOMPARE(history, (QStringList{QStringLiteral("1.89 USD on-demand US"), QStringLiteral("1.99 USD on-demand US"),
                                       QStringLiteral("2.09 USD on-demand US")}));
        // A jump in price is accepted but noted.
        m_clouds->answer("runpod", PriceStandIn::skyPilotTable("20.9"));
        const RefreshOutcome jumped = refreshOne(name);
        QCOMPARE(jumped.state.result, RefreshResult::Updated);
        QCOMPARE(jumped.state.notes.size(), 1);
        QVERIFY(kept(name).contains(",2.09,"));
        QCOMPARE(m_store->prices.find(QStringLiteral("runpod"), type)->size(), 3);
    }

    void historyIsBounded()
    {
        SeenPrice price{QStringLiteral("x"),     QStringLiteral("t"),       QStringLiteral("r"), Purchase::Spot,
                        Money(1, Currency::USD), AsOf(QDate(2026, 11, 21)), QStringLiteral("s")};
        QList<SeenPrice> many;
        for (int i = 1; i <= 100; ++i) {
            price.price = Money(i, Currency::USD);
            many << price;
        }
        QVERIFY(m_store->prices.add(many));
        const auto left = m_store->prices.find(QStringLiteral("x"));
        QCOMPARE(left->size(), 64);
        QCOMPARE(left->first().price.nanos(), 37);
        QCOMPARE(left->last().price.nanos(), 100);
        QVERIFY(m_store->prices.add({price}));
        QCOMPARE(m_store->prices.find(QStringLiteral("x"))->size(), 64);
    }

    void aTryKeepsNothing()
    {
        RefreshOptions dry;
        dry.isDryRun = true;
        const RefreshOutcome tried = refreshOne(QStringLiteral("azure"), dry);
        QCOMPARE(tried.state.result, RefreshResult::Updated);
        QCOMPARE(tried.state.offers, 2);
        QVERIFY(lists().names().isEmpty());
        QCOMPARE(lists().state(QStringLiteral("azure")).result, RefreshResult::Never);
    }

    // The first one is held in the middle of its download. If it did not keep the lock until its end, the second one would not be refused:
    // it would remove the unfinished file and download to the same one.
    void aSecondRefreshIsRefusedUntilTheFirstHasEnded()
    {
        const QString name = QStringLiteral("skypilot-runpod");
        const auto unfinished = [this] {
            return QDir(paths().data + QStringLiteral("/offers/lists")).entryList({QStringLiteral("*.part")}).size();
        };
        constexpr int kOffers = 2000;
        const QByteArray table = PriceStandIn::skyPilotTable();
        Answer slow = text(table.left(table.indexOf('\n') + 1));
        for (int i = 0; i < kOffers; ++i)
            slow.body += "gpu" + QByteArray::number(i) + ",RTX4090,1.0,6.0,24.0,US,,0.69,US-1,\n";
        slow.bytesPerTick = 40'000;
        m_clouds->answer("runpod", [slow](const Request &) { return slow; });

        QSemaphore fetching, goOn;
        bool isHeld = false;
        PriceRefresher::Reports reports;
        reports.progressed = [&](const RefreshProgress &progress) {
            if (progress.bytes == 0 || isHeld)
                return;
            isHeld = true;
            fetching.release();
            goOn.tryAcquire(1, 20'000);
        };
        auto first = std::async(std::launch::async, [&] {
            return PriceRefresher(paths(), *m_store, endpoints(), limits()).run(*priceFeedsNamed({name}), {}, {}, reports);
        });
        const auto goOnAtTheEnd = qScopeGuard([&] { goOn.release(); });
        QVERIFY(fetching.tryAcquire(1, 20'000));
        QCOMPARE(unfinished(), 1);

        const auto otherStore = StateDatabase::open(paths().database());
        QVERIFY(otherStore);
        PriceRefresher second(paths(), **otherStore, endpoints(), limits());
        const auto refused = second.run(*priceFeedsNamed({name}), {}, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::AlreadyExists);
        QCOMPARE(m_clouds->requests().size(), 1);
        QCOMPARE(unfinished(), 1);
        QVERIFY(lists().names().isEmpty());

        goOn.release();
        const auto done = first.get();
        QVERIFY(done);
        const PriceListState state = done->first().state;
        QVERIFY2(state.result == RefreshResult::Updated, state.error ? qPrintable(state.error->what) : "");
        QCOMPARE(lists().names(), QStringList{name});
        QCOMPARE(lists().offers(name)->size(), size_t(kOffers));
        QCOMPARE(lists().state(name).offers, kOffers);
        QCOMPARE(unfinished(), 0);
        const auto later = second.run(*priceFeedsNamed({name}), {}, {});
        QVERIFY(later);
        QCOMPARE(later->first().state.result, RefreshResult::NotModified);
        QCOMPARE(lists().offers(name)->size(), size_t(kOffers));
    }

    void cancellingKeepsWhatIsWhole()
    {
        std::stop_source stop;
        Answer slow = text(PriceStandIn::skyPilotTable().repeated(1000));
        slow.bytesPerTick = 2000;
        m_clouds->answer("verda", [&](const Request &) {
            stop.request_stop();
            return slow;
        });
        const auto outcomes = refresh({QStringLiteral("skypilot-nebius"), QStringLiteral("skypilot-verda")}, {}, stop.get_token());
        QCOMPARE(outcomes.size(), 2);
        QCOMPARE(outcomes[0].state.result, RefreshResult::Updated);
        QCOMPARE(outcomes[1].state.result, RefreshResult::Cancelled);
        QVERIFY(!outcomes[1].state.error);
        QCOMPARE(lists().names(), QStringList{QStringLiteral("skypilot-nebius")});
        QVERIFY(QDir(paths().data + QStringLiteral("/offers/lists")).entryList({QStringLiteral("*.part")}).isEmpty());
    }

    void aWindowMayWatchAndCancel()
    {
        QSettings settings(paths().settings(), QSettings::IniFormat);
        settings.setValue(QStringLiteral("prices/skypilot-url"), m_clouds->base() + QStringLiteral("/skypilot/"));
        settings.sync();
        PriceRefresh refreshing(paths(), *m_store);
        QSignalSpy progressed(&refreshing, &PriceRefresh::progressed), finished(&refreshing, &PriceRefresh::finished),
            ended(&refreshing, &PriceRefresh::listEnded);
        QVERIFY(!refreshing.start({QStringLiteral("banana")}));
        QVERIFY(refreshing.start({QStringLiteral("skypilot-runpod")}));
        QVERIFY(refreshing.isRunning() && !refreshing.start());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QVERIFY(!refreshing.isRunning());
        QVERIFY(!progressed.isEmpty());
        QCOMPARE(ended.size(), 1);
        QCOMPARE(lists().names(), QStringList{QStringLiteral("skypilot-runpod")});
        QVERIFY(refreshing.states().size() > 15);

        Answer silent;
        silent.isSilent = true;
        m_clouds->answer("skypilot", [silent](const Request &) { return silent; });
        QVERIFY(refreshing.start({QStringLiteral("skypilot")}));
        QTRY_VERIFY_WITH_TIMEOUT(m_clouds->requests().size() > 1, 20'000);
        refreshing.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, 20'000);
        QCOMPARE(ended.size(), 2);
        // An end in the middle does not wait for anything either.
        QVERIFY(refreshing.start({QStringLiteral("skypilot")}));
    }

    void sourcesHaveNames()
    {
        QCOMPARE(priceFeedsNamed({QStringLiteral("azure"), QStringLiteral("azure")})->size(), 1);
        const auto unknown = priceFeedsNamed({QStringLiteral("banana")});
        QCOMPARE(unknown.error().code, ErrorCode::InvalidInput);
        QVERIFY(unknown.error().what.contains(QLatin1String("skypilot-runpod")));
        const QList<PriceFeed> all = priceFeeds();
        for (qsizetype i = 1; i < all.size(); ++i)
            QVERIFY(all[i - 1].name < all[i].name);
        qputenv("TRAINYARD_AZURE_PRICES_URL", "http://127.0.0.1:1/mirror/");
        const PriceEndpoints mirrored = PriceEndpoints::of(paths());
        qunsetenv("TRAINYARD_AZURE_PRICES_URL");
        QCOMPARE(mirrored.azure, QUrl(QStringLiteral("http://127.0.0.1:1/mirror")));
        QCOMPARE(mirrored.aws.host(), QStringLiteral("b0.p.awsstatic.com"));
        QCOMPARE(PriceEndpoints::of(paths()).azure, QUrl(QStringLiteral("https://prices.azure.com/api/retail/prices")));
    }
};

QTEST_GUILESS_MAIN(TestPriceRefresh)
#include "tst_pricerefresh.moc"
