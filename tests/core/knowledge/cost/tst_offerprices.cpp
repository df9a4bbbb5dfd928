// SPDX-License-Identifier: GPL-3.0-or-later
// From offers to requests: the provider's own rules and prices are used with their sources, a person's values replace them, and unknown
// values stay unknown.
#include "core/knowledge/catalog/offerid.h"
#include "core/knowledge/cost/offerprices.h"

#include <QTest>

using namespace trainyard;
using namespace std::chrono_literals;
using std::chrono::seconds;

class TestOfferPrices : public QObject {
    Q_OBJECT

    const Catalog m_catalog = *Catalog::parse(builtInCatalogFiles());
    const PricingModels m_models = *parsePricingModels(builtInPricingFile());

    size_t row(const char *id) const
    {
        const auto rows = offersOfId(m_catalog.offers(), QString::fromLatin1(id));
        return rows.size() == 1 ? rows.first() : std::numeric_limits<size_t>::max();
    }
    const PricingModel &aws() const { return *m_models.constFind(QStringLiteral("aws")); }
    static RunNeeds needs()
    {
        RunNeeds made;
        made.time = 10h;
        made.diskGB = 100;
        made.objectGB = 1000;
        made.egressGB = 500;
        made.puts = 1000;
        made.gets = 1000;
        return made;
    }

private Q_SLOTS:
    void theProvidersPricesAreTaken()
    {
        const auto request = requestFor(m_catalog, row("aws/g5.xlarge/us-east-1/on-demand"), &aws(), needs());
        const auto &compute = std::get<RentedCompute>(request.compute);
        QCOMPARE(compute.price.money->text(), QStringLiteral("1.006 USD"));
        QCOMPARE(compute.price.from.source, QStringLiteral("karpenter-aws"));
        QCOMPARE(compute.billing.step, 1s);
        QCOMPARE(compute.billing.minimum, 60s);
        QCOMPARE(request.disks.first().type, QStringLiteral("gp3"));
        QCOMPARE(request.disks.first().perMonth.money->text(), QStringLiteral("0.08 USD"));
        QCOMPARE(request.disks.first().perMonth.from.source, QStringLiteral("ec2.shop-ebs"));
        QVERIFY(request.disks.first().perMonth.from.asOf.isKnown());
        QCOMPARE(request.objectStorage.first().perMonth.money->text(), QStringLiteral("0.023 USD"));
        QCOMPARE(request.egress->freeGB, 100);
        QCOMPARE(request.egress->tiers.size(), 4);
        QCOMPARE(request.requests.size(), 2);
        const auto made = makeEstimate(request);
        QVERIFY(made && made->without.isEmpty());
    }

    void whatIsRentedAtAnOfferIsCountedAsItsProviderDoes()
    {
        const auto offer = hourlyOffer(m_catalog, row("aws/g5.xlarge/us-east-1/on-demand"), &aws());
        QVERIFY(offer);
        QCOMPARE(offer->id, QStringLiteral("aws/g5.xlarge/us-east-1/on-demand"));
        QCOMPARE(offer->perHour.text(), QStringLiteral("1.006 USD"));
        QCOMPARE(offer->billing.step, 1s);
        QCOMPARE(offer->billing.minimum, 60s);
        QVERIFY(offer->asOf.isKnown());
        // For every offer: its price for an hour, or nothing.
        const OfferTable &offers = m_catalog.offers();
        int monthly = 0;
        for (size_t each = 0; each < offers.size(); ++each) {
            const auto price = offers.figures(each).price();
            const auto found = hourlyOffer(m_catalog, each, nullptr);
            QCOMPARE(found.has_value(), price && price->nanos() > 0);
            if (found && offers.purchases()[each] == Purchase::Monthly) {
                ++monthly;
                QVERIFY(std::abs(found->perHour.nanos() * hoursOf(Purchase::Monthly) - price->nanos()) <= hoursOf(Purchase::Monthly));
                QCOMPARE(found->billing.step, 1s);
            } else if (found) {
                QCOMPARE(found->perHour, *price);
            }
        }
        QVERIFY(monthly > 0);
    }

    void anotherKindRegionOrRouteCanBeChosen()
    {
        RunNeeds wanted = needs();
        wanted.diskType = QStringLiteral("IO2");
        const size_t here = row("aws/g5.xlarge/us-east-1/on-demand");
        QCOMPARE(requestFor(m_catalog, here, &aws(), wanted).disks.first().perMonth.money->text(), QStringLiteral("0.125 USD"));
        wanted.diskType.clear();
        wanted.pricesOfRegion = QStringLiteral("eu-central-1");
        QCOMPARE(requestFor(m_catalog, here, &aws(), wanted).disks.first().perMonth.money->text(), QStringLiteral("0.0952 USD"));
        // S3's price there is not listed.
        const auto request = requestFor(m_catalog, here, &aws(), wanted);
        QVERIFY(!request.objectStorage.first().perMonth.money);
        QVERIFY(request.objectStorage.first().perMonth.note.contains(QStringLiteral("us-east-1")));
        wanted = needs();
        wanted.egressTo = QStringLiteral("mainland china");
        const PricingModel gcp = m_models[QStringLiteral("gcp")];
        const Price perHour{*Money::parse("1", Currency::USD), {}, {}};
        const auto china = requestFor(perHour, Purchase::OnDemand, QStringLiteral("us-central1"), &gcp, wanted);
        QCOMPARE(china.egress->tiers.first().perGB.money->text(), QStringLiteral("0.23 USD"));
        QVERIFY(!china.egress->tiers.last().perGB.money);
    }

    void whatMachinesSendComesBeforeWhatStorageSends()
    {
        const PricingModel alibaba = m_models[QStringLiteral("alibaba")];
        const Price perHour{*Money::parse("1", Currency::CNY), {}, {}};
        const auto request = requestFor(perHour, Purchase::OnDemand, QStringLiteral("cn-beijing"), &alibaba, needs());
        QCOMPARE(request.egress->tiers.first().perGB.money->text(), QStringLiteral("0.80 CNY"));
        QCOMPARE(request.egress->tiers.first().perGB.from.knowledge, Knowledge::Recalled);
        // Hong Kong does not count as mainland.
        QVERIFY(!requestFor(perHour, Purchase::OnDemand, QStringLiteral("cn-hongkong"), &alibaba, needs()).disks.first().perMonth.money);
    }

    void onesOwnPricesStandInForTheProviders()
    {
        RunNeeds own = needs();
        own.diskPrice = Money::parse("0.5", Currency::CNY).value();
        own.egressPrice = Money::parse("1", Currency::CNY).value();
        own.billing = BillingRule{3600s, 0s, {}, {}};
        const auto request = requestFor(m_catalog, row("aws/g5.xlarge/us-east-1/on-demand"), &aws(), own);
        QCOMPARE(request.disks.first().perMonth.money->text(), QStringLiteral("0.50 CNY"));
        QCOMPARE(request.disks.first().perMonth.from.source, QStringLiteral("given"));
        QCOMPARE(request.egress->tiers.size(), 1);
        QCOMPARE(std::get<RentedCompute>(request.compute).billing.step, seconds(1h));
    }

    void bandsOfSpotBecomeATime()
    {
        const auto request = requestFor(m_catalog, row("aws/p4d.24xlarge/us-east-1/spot"), nullptr, needs());
        QCOMPARE(request.interruptions.between, std::optional(timeBetween(15)));  // "10-15%"
        QCOMPARE(request.interruptionsFrom.source, QStringLiteral("spot-advisor-2025-06-28"));
        RunNeeds told = needs();
        told.interruptions.between = 7h;
        QCOMPARE(requestFor(m_catalog, row("aws/p4d.24xlarge/us-east-1/spot"), nullptr, told).interruptions.between,
                 std::optional(seconds(7h)));
        // ">20%" has no upper end.
        QVERIFY(!requestFor(m_catalog, row("aws/g5.xlarge/us-east-1/spot"), nullptr, needs()).interruptions.between);
    }

    void ofUnknownProvidersWholeHoursAreCounted()
    {
        const auto unknown = requestFor(m_catalog, row("aws/g5.xlarge/us-east-1/on-demand"), nullptr, needs());
        QCOMPARE(std::get<RentedCompute>(unknown.compute).billing.step, seconds(1h));
        QVERIFY(!unknown.disks.first().perMonth.money && !unknown.disks.first().perMonth.note.isEmpty());
        const auto typed = requestFor(Price{*Money::parse("1", Currency::USD), {}, {}}, Purchase::OnDemand, {}, nullptr, needs());
        QCOMPARE(std::get<RentedCompute>(typed.compute).billing.step, 1s);
    }

    void ownHardwareHasOnlyPricesThatWereGiven()
    {
        RunNeeds own = needs();
        own.egressPrice = Money::parse("0.1", Currency::USD).value();
        const auto request = requestFor(OwnHardware{Money(), 36, 1, 100, Money(), 100}, own);
        QVERIFY(request.disks.isEmpty() && request.objectStorage.isEmpty() && request.requests.isEmpty() && request.egress);
    }

    void everyOfferOfTheCatalogueCanBeEstimated()
    {
        const OfferTable &offers = m_catalog.offers();
        int known = 0;
        for (size_t i = 0; i < offers.size(); ++i) {
            RunNeeds wanted = needs();
            wanted.currency = offers.figures(i).currency;
            const auto model = m_models.constFind(offers.text(OfferText::Provider, i));
            QVERIFY2(model != m_models.constEnd(), qPrintable(offers.text(OfferText::Provider, i)));
            const auto made = makeEstimate(requestFor(m_catalog, i, &*model, wanted));
            QVERIFY2(made, qPrintable(offerId(offers, i)));
            QCOMPARE(made->lines.first().amount.has_value(), offers.priceNanos()[i] != kUnknown);
            known += made->without.isEmpty();
            for (const EstimateLine &line : made->lines)
                QCOMPARE(made->without.contains(line.name), !line.amount.has_value());
        }
        QVERIFY(known > 100);
    }

    void breakEvensAreOfTheSameInstance()
    {
        const auto evens = breakEvens(m_catalog, row("aws/g5.xlarge/us-east-1/spot"), 500h, {});
        QVERIFY(evens);
        QCOMPARE(evens->size(), 2);
        QCOMPARE(evens->first().hundredthsOfHours, 45'990);
        QCOMPARE(evens->last().purchase, Purchase::Reserved3y);
        QVERIFY(breakEvens(m_catalog, row("aws/p4d.24xlarge/us-east-1/spot"), {}, {})->isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestOfferPrices)
#include "tst_offerprices.moc"
