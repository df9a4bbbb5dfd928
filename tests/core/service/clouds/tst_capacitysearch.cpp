// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a machine that is watched for is there. Offers and prices are made up.
#include "core/service/clouds/capacitysearch.h"

#include <QTest>

using namespace trainyard;

namespace {

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

KnownOffer known(const char *type, const char *region, std::optional<Money> perHour)
{
    KnownOffer one;
    one.provider = QStringLiteral("fake");
    one.place.type = QLatin1String(type);
    one.place.region = QLatin1String(region);
    one.place.offerId = QStringLiteral("fake/%1/%2/on-demand").arg(one.place.type, one.place.region);
    one.place.perHour = perHour;
    one.place.gpus = 8;
    one.asOf = *AsOf::parse("2026-08-22");
    return one;
}

ProviderOffer offer(const char *type, const char *region, std::optional<Money> perHour, std::optional<bool> isInStock, bool isSpot = false)
{
    return {{}, QLatin1String(region), QLatin1String(region) + u'a', QLatin1String(type), perHour, isSpot, isInStock};
}

CapacityWatch watchBelow(const char *most, WatchAction action = WatchAction::Tell)
{
    CapacityWatch watch;
    watch.name = QStringLiteral("w");
    watch.gpu = QStringLiteral("H100");
    watch.gpus = 8;
    watch.most = usd(most);
    watch.action = action;
    return watch;
}

const QString kFake = QStringLiteral("fake");

}  // namespace

class TestCapacitySearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLivePriceBeatsTheCatalogueAndTheCatalogueIsNamed()
    {
        const QList<KnownOffer> offers{known("big", "eu-1", usd("30"))};
        const auto live = searchCapacity(watchBelow("20"), kFake, {offer("big", "eu-1", usd("18"), true)}, offers, {});
        QCOMPARE(live.finds.size(), 1);
        QVERIFY(live.finds.first().isLivePrice);
        QCOMPARE(live.finds.first().place.perHour, std::optional(usd("18")));
        QVERIFY2(live.finds.first().text().contains(QLatin1String("the cloud's price now")), qPrintable(live.finds.first().text()));

        const auto listed = searchCapacity(watchBelow("40"), kFake, {offer("big", "eu-1", {}, true)}, offers, {});
        QCOMPARE(listed.finds.size(), 1);
        QVERIFY(!listed.finds.first().isLivePrice);
        QVERIFY(listed.finds.first().text().contains(QLatin1String("the catalogue's price of 2026-08-22")));

        // The catalogue is cheaper, but the cloud says otherwise.
        const auto dear = searchCapacity(watchBelow("20"), kFake, {offer("big", "eu-1", usd("25"), true)},
                                         {known("big", "eu-1", usd("10"))}, {});
        QVERIFY(dear.finds.isEmpty());
        QVERIFY2(dear.why.contains(QLatin1String("25.00 USD")), qPrintable(dear.why));
    }

    void aPriceOfAnotherRegionIsNotTaken()
    {
        const auto answer = searchCapacity(watchBelow("20", WatchAction::Rent), kFake, {offer("big", "us-1", {}, true)},
                                           {known("big", "eu-1", usd("10"))}, {});
        QVERIFY(answer.finds.isEmpty());
        QVERIFY(answer.why.contains(QLatin1String("price")));
    }

    void unstatedStockIsTriedByRentingAndNeverTold()
    {
        const QList<KnownOffer> offers{known("big", "eu-1", usd("10"))};
        const QList<ProviderOffer> said{offer("big", "eu-1", {}, {})};
        const auto told = searchCapacity(watchBelow("20"), kFake, said, offers, {});
        QVERIFY(told.finds.isEmpty());
        QVERIFY2(told.why.contains(QLatin1String("only renting")), qPrintable(told.why));
        const auto tried = searchCapacity(watchBelow("20", WatchAction::Rent), kFake, said, offers, {});
        QCOMPARE(tried.finds.size(), 1);
        QVERIFY(tried.finds.first().text().contains(QLatin1String("stock not stated")));
        // A spot price is a market's word.
        CapacityWatch spot = watchBelow("20");
        spot.isSpot = true;
        QCOMPARE(searchCapacity(spot, kFake, {offer("big", "eu-1", usd("9"), {}, true)}, offers, {}).finds.size(), 1);
    }

    void soldOutOtherWaysAndOtherTypesAreNotThere()
    {
        const QList<KnownOffer> offers{known("big", "eu-1", usd("10"))};
        QCOMPARE(searchCapacity(watchBelow("20"), kFake, {offer("big", "eu-1", usd("9"), false)}, offers, {}).why,
                 QStringLiteral("Out of stock."));
        QVERIFY(searchCapacity(watchBelow("20"), kFake, {offer("big", "eu-1", usd("9"), true, true)}, offers, {}).finds.isEmpty());
        QVERIFY(searchCapacity(watchBelow("20"), kFake, {offer("small", "eu-1", usd("9"), true)}, offers, {}).finds.isEmpty());
        QVERIFY(
            searchCapacity(watchBelow("20"), QStringLiteral("other"), {offer("big", "eu-1", usd("9"), true)}, offers, {}).finds.isEmpty());
        CapacityWatch elsewhere = watchBelow("20");
        elsewhere.regions = QStringList{QStringLiteral("us-1")};
        QVERIFY(searchCapacity(elsewhere, kFake, {offer("big", "eu-1", usd("9"), true)}, offers, {}).finds.isEmpty());
    }

    void theCheapestComesFirstAndCurrenciesNeedARate()
    {
        const QList<KnownOffer> offers{known("big", "eu-1", {}), known("big", "us-1", {}), known("big", "cn-1", {})};
        const QList<ProviderOffer> said{offer("big", "eu-1", usd("19"), true), offer("big", "us-1", usd("17.5"), true),
                                        offer("big", "cn-1", Money::parse("70", Currency::CNY).value(), true)};
        const auto answer = searchCapacity(watchBelow("20"), kFake, said, offers, {});
        QCOMPARE(answer.finds.size(), 2);
        QCOMPARE(answer.finds.first().place.region, QStringLiteral("us-1"));
        const auto onlyOther = searchCapacity(watchBelow("20"), kFake, said.mid(2), offers, {});
        QVERIFY2(onlyOther.why.contains(QLatin1String("exchange rate")), qPrintable(onlyOther.why));
    }

    void namesFromACloudAreShownSafely()
    {
        const auto answer = searchCapacity(
            watchBelow("20"), kFake,
            {{{}, QStringLiteral("eu-1"), QStringLiteral("a\x1b[2J\n"), QStringLiteral("big"), usd("9"), false, true}},
            {known("big", "eu-1", {})}, {});
        QCOMPARE(answer.finds.size(), 1);
        QVERIFY(!answer.finds.first().text().contains(u'\x1b'));
        QVERIFY(!answer.finds.first().text().contains(u'\n'));
    }
};

QTEST_GUILESS_MAIN(TestCapacitySearch)
#include "tst_capacitysearch.moc"
