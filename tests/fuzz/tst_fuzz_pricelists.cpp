// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged price lists of providers: offers that obey the rules, or an error with its place, never a crash.
#include "core/knowledge/catalog/awslist.h"
#include "core/knowledge/catalog/awsprices.h"
#include "core/knowledge/catalog/azureprices.h"
#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/pricecheck.h"
#include "core/knowledge/catalog/skypilotprices.h"
#include "tests/fuzz/mutate.h"

#include <QTest>

#include <functional>

using namespace trainyard;

class FuzzPriceLists : public QObject {
    Q_OBJECT

    std::optional<Catalog> m_catalog;
    std::optional<InstanceShapes> m_shapes;
    const PriceListRules m_rules{"fuzz", QDate(2026, 11, 21), Currency::USD};

    void fuzz(const QByteArray &good, const QByteArrayList &words, const std::function<Result<OfferTable>(const QByteArray &)> &parse) const
    {
        const auto whole = parse(good);
        QVERIFY2(whole && whole->size() > 0, whole ? "" : qPrintable(whole.error().what));
        QRandomGenerator random(7);
        QElapsedTimer timer;
        timer.start();
        int accepted = 0, refused = 0;
        while (timer.elapsed() < fuzzMilliseconds() / 2) {
            const auto offers = parse(mutated(good, random, words));
            if (!offers) {
                QCOMPARE(offers.error().code, ErrorCode::Corrupt);
                QVERIFY(!offers.error().what.isEmpty() && offers.error().what.size() < 1000);
                ++refused;
                continue;
            }
            ++accepted;
            for (size_t row = 0; row < offers->size(); ++row) {
                const OfferFigures figures = offers->figures(row);
                QVERIFY(figures.priceNanos > 0 && figures.gpus > 0 && figures.asOf.isKnown());
                QVERIFY(!offers->text(OfferText::Type, row).isEmpty() && !offers->text(OfferText::Gpu, row).isEmpty());
            }
            const ListEnd end = random.bounded(2) == 0 ? ListEnd::Marked : ListEnd::Unmarked;
            const auto checked = checkPrices(*offers, &*whole, m_catalog->offers(), end, random.bounded(2) == 0);
            QVERIFY(!checked || checked->refusal || (checked->offers.size() > 0 && checked->changes.size() == 2 * checked->changed));
        }
        QVERIFY(accepted > 0 && refused > 0);
    }

private Q_SLOTS:
    void initTestCase()
    {
        auto catalog = Catalog::parse(builtInCatalogFiles());
        QVERIFY(catalog);
        m_catalog.emplace(std::move(*catalog));
        m_shapes.emplace(m_catalog->offers());
    }

    void skyPilot()
    {
        fuzz("InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\n"
             "p4d.24xlarge,A100,8.0,96.0,1152.0,\"{'Gpus': [{'Name': 'A100'}]}\",21.95,9.5,us-east-1,a\n"
             "p4d.24xlarge,A100,8.0,96.0,1152.0,\"{'Gpus': [{'Name': 'A100'}]}\",21.95,11,us-east-1,b\n"
             "new.type,RTX4090,1.0,8.0,15.2587,,0.5,,eu,a\n",
             {",", "\"", "\n", "\r\n", "-", "0", "99999999999999999999", "1e9", "1e-9", "nan", ".", "tpu", QByteArray("\0", 1), "\xff"},
             [&](const QByteArray &bytes) {
                 return parseSkyPilotPrices(bytes, "aws", m_rules, {*m_shapes, m_catalog->gpuNames(), m_catalog->gpus()});
             });
    }

    void azure()
    {
        QByteArray good("{'Items':[{'currencyCode':'USD','retailPrice':3.673,'armRegionName':'eastus','meterName':'m','productName':'p',"
                        "'skuName':'s','serviceName':'Virtual Machines','unitOfMeasure':'1 Hour','type':'Consumption',"
                        "'armSkuName':'Standard_NC24ads_A100_v4'}],'NextPageLink':null,'Count':1}");
        fuzz(good.replace('\'', '"'), {"[", "]", "{", "}", "\"", ":", ",", "null", "true", "1e308", "-1", "\\u0000", "Spot", "\xff"},
             [&](const QByteArray &bytes) -> Result<OfferTable> {
                 AzurePrices prices(*m_shapes, m_rules);
                 if (const auto next = prices.addPage(bytes); !next)
                     return next.error();
                 return prices.offers();
             });
    }

    void awsList()
    {
        fuzz("\"FormatVersion\",\"v1.0\"\n\"Disclaimer\",\"x\"\n"
             "SKU,TermType,Unit,PricePerUnit,Currency,LeaseContractLength,PurchaseOption,OfferingClass,Instance Type,Tenancy,"
             "Operating System,CapacityStatus,Pre Installed S/W,MarketOption\n"
             "B,OnDemand,Hrs,55.04,USD,,,,p5.48xlarge,Shared,Linux,Used,NA,OnDemand\n"
             "B,Reserved,Hrs,37.5,USD,1yr,No Upfront,standard,p5.48xlarge,Shared,Linux,Used,NA,OnDemand\n",
             {",", "\"", "\n", "-", "0", "99999999999999999999", "1e9", "1e-9", ".", "3yr", QByteArray("\0", 1), "\xff"},
             [&](const QByteArray &bytes) -> Result<OfferTable> {
                 PriceGatherer gatherer(m_rules);
                 if (const auto read = readAwsList(bytes, "us-east-1", *m_shapes, gatherer); !read)
                     return read.error();
                 OfferTable offers;
                 if (const auto fault = gatherer.gather(offers))
                     return Error{ErrorCode::Corrupt, fault->what, {}};
                 return offers;
             });
    }

    void aws()
    {
        QByteArray good("{'manifest':{'currencyCode':'USD'},'regions':{'US East (N. Virginia)':{"
                        "'a':{'price':'55.04','Instance Type':'p5.48xlarge','Tenancy':'Shared','Pre Installed S/W':'NA'}}}}");
        fuzz(good.replace('\'', '"'), {"[", "]", "{", "}", "\"", ":", ",", "null", "1e308", "-1", "\\u0000", "e9", "\xff"},
             [&](const QByteArray &bytes) -> Result<OfferTable> {
                 PriceGatherer gatherer(m_rules);
                 if (const auto read = readAwsPrices(bytes, "us-east-1", Purchase::OnDemand, *m_shapes, gatherer); !read)
                     return read.error();
                 OfferTable offers;
                 if (const auto fault = gatherer.gather(offers))
                     return Error{ErrorCode::Corrupt, fault->what, {}};
                 return offers;
             });
    }
};

QTEST_APPLESS_MAIN(FuzzPriceLists)
#include "tst_fuzz_pricelists.moc"
