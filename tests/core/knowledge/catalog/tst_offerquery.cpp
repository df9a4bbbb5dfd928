// SPDX-License-Identifier: GPL-3.0-or-later
// Filtering and sorting, on the built-in catalogue and on made-up tables, compared with a slow selection in exact money.
#include "core/knowledge/catalog/offerquery.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace trainyard;

namespace {

const QByteArray kHead("provider,type,gpu,gpus,gpu_memory_gib,vcpus,memory_gib,region,purchase,price,currency\n");

// A catalogue with these offers and no others.
Catalog catalogOf(const QByteArray &rows)
{
    CatalogFiles files = builtInCatalogFiles();
    files.offers = QByteArray(kHead).replace("currency\n", "currency,as_of\n") + QByteArray(rows).replace("\n", ",2026\n");
    return *Catalog::parse(files);
}

QStringList types(const Catalog &catalog, const OfferSelection &found)
{
    QStringList types;
    for (const quint32 row : found.rows)
        types << catalog.offers().text(OfferText::Type, row);
    return types;
}

ExchangeRates dollarAt(const char *yuan)
{
    ExchangeRates rates;
    rates.set(*ExchangeRate::parse(QStringLiteral("USD/CNY=%1@2026-11-01").arg(QLatin1String(yuan)), QDate(2026, 11, 21)));
    return rates;
}

}  // namespace

class TestOfferQuery : public QObject {
    Q_OBJECT

    const QByteArray m_rows{"aws,p4d,A100-SXM-40GB,8,40,96,1152,us-east-1,on-demand,24,USD\n"
                            "aws,p4d-spot,A100-SXM-40GB,8,40,96,1152,us-east-1,spot,9,USD\n"
                            "aws,g5,A10G,1,24,4,16,eu-west-1,on-demand,1,USD\n"
                            "gcp,t4,T4,1,16,8,30,us-central1,on-demand,0.5,USD\n"
                            "tencent,month,T4,2,16,16,60,ap-guangzhou,monthly,730,USD\n"
                            "alibaba,slice,A10,0.5,12,4,15,cn-beijing,on-demand,7,CNY\n"
                            "alibaba,gn7e,A100-SXM-80GB,1,80,16,125,cn-beijing,on-demand,35,CNY\n"
                            "vast,nocpu,RTX-4090,1,24,,,,on-demand,0.4,USD\n"
                            "gcp,noprice,H200,8,141,208,2952,us-east1,on-demand,,USD\n"
                            "lab,npu,Ascend 910B,8,64,192,1500,lab,on-demand,6,USD\n"};

private Q_SLOTS:
    void needsAreMet_data()
    {
        QTest::addColumn<OfferQuery>("query");
        QTest::addColumn<QStringList>("types");
        QTest::addColumn<int>("leftOut");
        const auto row = [](const char *name, OfferQuery query, const QStringList &types, int leftOut = 0) {
            QTest::newRow(name) << query << types << leftOut;
        };
        OfferQuery q;
        row("everything by price, the others behind", q,
            {"nocpu", "t4", "g5", "month", "npu", "p4d-spot", "p4d", "slice", "gn7e", "noprice"});
        q.gpus = QStringList{"a100"};
        row("a GPU", q, {"p4d-spot", "p4d", "gn7e"});
        q.gpus = QStringList{"a100-80gb", "T4"};
        row("one of two GPUs", q, {"t4", "month", "gn7e"});
        q.gpus = QStringList{"ascend"};
        row("a GPU nobody knows more of", q, {"npu"});
        q = {};
        q.leastGpus = q.mostGpus = 8 * kWholeGpu;
        row("eight GPUs", q, {"npu", "p4d-spot", "p4d", "noprice"});
        q.leastGpus = 2 * kWholeGpu;
        q.mostGpus = 4 * kWholeGpu;
        row("two to four GPUs", q, {"month"});
        q = {};
        q.mostGpus = kWholeGpu - 1;
        row("slices", q, {"slice"});
        q = {};
        q.leastGpuMemoryMiB = 80 * 1024;
        row("80 GiB each", q, {"gn7e", "noprice"});
        q = {};
        q.leastTotalGpuMemoryMiB = 320 * 1024;
        row("320 GiB together", q, {"npu", "p4d-spot", "p4d", "noprice"});
        q = {};
        q.leastVcpus = 9600;
        row("processors", q, {"npu", "p4d-spot", "p4d", "noprice"}, 1);
        q = {};
        q.leastMemoryMiB = 100 * 1024;
        q.purchases = {Purchase::OnDemand};
        row("memory, on demand", q, {"npu", "p4d", "gn7e", "noprice"}, 1);
        q = {};
        q.regions = QStringList{"US"};
        row("a region", q, {"t4", "p4d-spot", "p4d", "noprice"}, 1);
        q = {};
        q.places = QStringList{"europe"};
        row("a continent; two are nobody knows where", q, {"g5"}, 2);
        q.places = QStringList{"china", "IE"};
        row("one of two countries", q, {"g5", "month", "slice", "gn7e"}, 2);
        q.places = QStringList{"Beijing"};
        row("a city", q, {"slice", "gn7e"}, 2);
        q.places = QStringList{"North America"};
        q.regions = QStringList{"us-central"};
        row("a place and a region", q, {"t4"}, 1);
        q = {};
        q.words = QStringList{QStringLiteral("爱尔兰")};
        row("a word of a place", q, {"g5"});
        q.words = QStringList{QStringLiteral("eland")};
        row("the end of a word of a place", q, {});
        q = {};
        q.regions = QStringList{"US"};
        q.providers = QStringList{"Google"};
        row("a region of a provider", q, {"t4", "noprice"});
        q = {};
        q.providers = QStringList{"ali", "lab"};
        row("providers by their codes", q, {"npu", "slice", "gn7e"});
        q = {};
        q.purchases = {Purchase::Spot, Purchase::Monthly};
        row("ways to buy", q, {"month", "p4d-spot"});
        q = {};
        q.mostPerHour = Money(Money::kNanosPerUnit, Currency::USD);
        row("at most a dollar; what cannot be compared stays apart", q, {"nocpu", "t4", "g5", "month", "slice", "gn7e"}, 1);
        q = {};
        q.words = QStringList{QStringLiteral("AWS"), QStringLiteral("spot")};
        row("words anywhere, all of them", q, {"p4d-spot"});
        q.words = QStringList{QStringLiteral("google")};
        row("a word of a provider's name", q, {"t4", "noprice"});
        q.words = QStringList{QStringLiteral("demand"), QStringLiteral("cn-")};
        row("parts of words", q, {"slice", "gn7e"});
        q.words = QStringList{QStringLiteral("nowhere")};
        row("a word that is nowhere", q, {});
        q = {};
        q.order = OfferOrder::GpuHour;
        row("by GPU", q, {"nocpu", "t4", "month", "npu", "g5", "p4d-spot", "p4d", "slice", "gn7e", "noprice"});
        q.order = OfferOrder::GibHour;
        row("by GiB", q, {"npu", "nocpu", "p4d-spot", "t4", "month", "g5", "p4d", "gn7e", "slice", "noprice"});
        q.order = OfferOrder::TflopHour;
        q.providers = QStringList{"aws", "vast", "lab", "gcp"};
        row("by TFLOP/s; what has none behind", q, {"nocpu", "p4d-spot", "t4", "p4d", "g5", "npu", "noprice"});
        q.precision = Precision::Bf16;
        row("by TFLOP/s of another precision", q, {"nocpu", "p4d-spot", "p4d", "g5", "t4", "npu", "noprice"});
    }
    void needsAreMet()
    {
        QFETCH(OfferQuery, query);
        QFETCH(QStringList, types);
        QFETCH(int, leftOut);
        const Catalog catalog = catalogOf(m_rows);
        const auto found = select(catalog, query, {});
        QVERIFY(found);
        QCOMPARE(::types(catalog, *found), types);
        QCOMPARE(static_cast<int>(found->leftOutAsUnknown), leftOut);
        QCOMPARE(found->compared + found->withoutRate + found->withoutSize + found->withoutPrice, found->rows.size());
        QCOMPARE(found->currenciesWithoutRate.isEmpty(), found->withoutRate == 0);
    }

    void aRateBringsCurrenciesTogether()
    {
        const Catalog catalog = catalogOf(m_rows);
        OfferQuery query;
        const auto found = select(catalog, query, dollarAt("7"));
        QVERIFY(found);
        QCOMPARE(types(catalog, *found), (QStringList{"nocpu", "t4", "g5", "month", "slice", "gn7e", "npu", "p4d-spot", "p4d", "noprice"}));
        QCOMPARE(found->withoutRate, size_t(0));

        query.currency = Currency::CNY;
        const auto inYuan = select(catalog, query, dollarAt("7"));
        QCOMPARE(types(catalog, *inYuan), types(catalog, *found));
        const auto apart = select(catalog, query, {});
        QCOMPARE(types(catalog, *apart).mid(0, 2), (QStringList{"slice", "gn7e"}));
        QCOMPARE(apart->currenciesWithoutRate, QList<Currency>{Currency::USD});
    }

    void thePriceThatIsJustAffordableIsIn()
    {
        // 14.2 / 7.1 is a little more than 2 in binary fractions.
        const Catalog catalog = catalogOf("a,just,T4,1,16,1,1,r,on-demand,14.2,CNY\na,more,T4,1,16,1,1,r,on-demand,14.2001,CNY\n"
                                          "a,month,T4,1,16,1,1,r,monthly,1460,USD\n");
        OfferQuery query;
        query.mostPerHour = Money(2 * Money::kNanosPerUnit, Currency::USD);
        const auto found = select(catalog, query, dollarAt("7.1"));
        QVERIFY(found);
        QCOMPARE(types(catalog, *found), (QStringList{"just", "month"}));
    }

    void hourlyPricesAreExact()
    {
        const Catalog catalog = catalogOf(m_rows);
        const auto row = [&](const char *type) {
            for (size_t i = 0; i < catalog.offers().size(); ++i) {
                if (catalog.offers().text(OfferText::Type, i) == QLatin1String(type))
                    return i;
            }
            return size_t(0);
        };
        const auto text = [](const std::optional<Money> &money) { return money ? money->text() : QString(); };
        const HourlyPrices p4d = hourlyPrices(catalog, row("p4d"), Currency::USD, Precision::Fp16, {});
        QCOMPARE(text(p4d.hour), QStringLiteral("24.00 USD"));
        QCOMPARE(text(p4d.gpuHour), QStringLiteral("3.00 USD"));
        QCOMPARE(text(p4d.tflopHour), QStringLiteral("0.009615385 USD"));  // 24 / (8 × 312)
        QCOMPARE(text(p4d.gibHour), QStringLiteral("0.075 USD"));          // 24 / 320
        const HourlyPrices month = hourlyPrices(catalog, row("month"), Currency::USD, Precision::Fp16, {});
        QCOMPARE(text(month.hour), QStringLiteral("1.00 USD"));  // 730 / 730
        QCOMPARE(text(month.gpuHour), QStringLiteral("0.50 USD"));
        const HourlyPrices slice = hourlyPrices(catalog, row("slice"), Currency::USD, Precision::Fp16, dollarAt("7"));
        QCOMPARE(text(slice.hour), QStringLiteral("1.00 USD"));
        QCOMPARE(text(slice.gpuHour), QStringLiteral("2.00 USD"));         // half a GPU
        QCOMPARE(text(slice.gibHour), QStringLiteral("0.083333333 USD"));  // 12 GiB are the slice's
        const HourlyPrices npu = hourlyPrices(catalog, row("npu"), Currency::USD, Precision::Fp16, {});
        QVERIFY(npu.hour && !npu.tflopHour);
        const HourlyPrices nothing = hourlyPrices(catalog, row("noprice"), Currency::USD, Precision::Fp16, {});
        QVERIFY(!nothing.hour && !nothing.gpuHour && !nothing.tflopHour && !nothing.gibHour);
        const HourlyPrices apart = hourlyPrices(catalog, row("gn7e"), Currency::USD, Precision::Fp16, {});
        QVERIFY(!apart.hour && !apart.gpuHour);
    }

    void aRequestThatNothingMeetsIsSaid()
    {
        const Catalog catalog = catalogOf(m_rows);
        for (auto filter : {&OfferQuery::gpus, &OfferQuery::regions, &OfferQuery::providers}) {
            OfferQuery query;
            query.*filter = QStringList{QStringLiteral("nowhere")};
            const auto found = select(catalog, query, {});
            QVERIFY(!found);
            QCOMPARE(found.error().code, ErrorCode::NotFound);
            QVERIFY(found.error().what.contains(QStringLiteral("nowhere")));
        }
    }

    void theOrderIsThatOfExactMoney_data()
    {
        QTest::addColumn<int>("order");
        for (const QString &name : offerOrderNames())
            QTest::newRow(qPrintable(name)) << static_cast<int>(*offerOrderFromName(name));
    }
    // Random queries on random offers: the same rows as by a plain reading of the rules, and no more expensive offer before a cheaper one.
    void theOrderIsThatOfExactMoney()
    {
        QFETCH(int, order);
        QRandomGenerator random(11);
        const QList<QByteArray> gpus{"A100-SXM-80GB", "T4", "V100", "Ascend 910B", "H100-SXM"}, regions{"", "us-east", "cn-north"};
        for (int round = 0; round < 20; ++round) {
            QByteArray rows;
            for (int i = 0; i < 300; ++i) {
                const auto maybe = [&](int bound) {
                    return random.bounded(5) == 0 ? QByteArray() : QByteArray::number(random.bounded(1, bound));
                };
                const QByteArray purchase = purchaseName(purchases()[random.bounded(5)]).toUtf8();
                rows += "p" + QByteArray::number(random.bounded(3)) + ",t" + QByteArray::number(i) + ',' + gpus[random.bounded(5)] + ','
                        + QList<QByteArray>{"0.25", "1", "8"}[random.bounded(3)] + ',' + maybe(80) + ',' + maybe(100) + ',' + maybe(500)
                        + ',' + regions[random.bounded(3)] + ',' + purchase + ',' + maybe(2000) + ','
                        + (random.bounded(3) == 0 ? "CNY" : "USD") + '\n';
            }
            const Catalog catalog = catalogOf(rows);
            const ExchangeRates rates = round % 2 == 0 ? dollarAt("7.1") : ExchangeRates();
            OfferQuery query;
            query.order = static_cast<OfferOrder>(order);
            if (random.bounded(2) == 0)
                query.leastVcpus = random.bounded(1, 100) * 100;
            if (random.bounded(2) == 0)
                query.leastTotalGpuMemoryMiB = random.bounded(1, 300) * 1024;
            if (random.bounded(2) == 0)
                query.regions = QStringList{QStringLiteral("us")};
            if (random.bounded(2) == 0)
                query.mostPerHour = Money(random.bounded(1, 3000) * Money::kNanosPerUnit, Currency::USD);
            const auto found = select(catalog, query, rates);
            QVERIFY(found);
            check(catalog, query, rates, *found);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void whatWasMeasuredIsAnOrderOfItsOwn()
    {
        Catalog catalog = catalogOf(m_rows);
        OfferQuery query;
        query.order = OfferOrder::MeasuredTflopHour;
        QCOMPARE(select(catalog, query, {})->compared, size_t(0));
        catalog.setMeasuredRates({{QStringLiteral("A100-SXM-40GB"), {200, QStringLiteral("matmul bf16 cublaslt"), 3, QDate(2026, 11, 22)}},
                                  {QStringLiteral("T4"), {25, QStringLiteral("matmul fp16 cublaslt"), 1, QDate(2026, 11, 22)}}});
        const auto found = select(catalog, query, {});
        QVERIFY(found);
        QCOMPARE(found->compared, size_t(4));
        QCOMPARE(types(catalog, *found).mid(0, 4), (QStringList{"p4d-spot", "p4d", "t4", "month"}));
        const HourlyPrices p4d = hourlyPrices(catalog, found->rows[1], Currency::USD, Precision::Fp16, {});
        QCOMPARE(p4d.measuredTflopHour->text(), QStringLiteral("0.015 USD"));  // 24 / (8 × 200)
        for (size_t i = 4; i < found->rows.size(); ++i)
            QVERIFY(!hourlyPrices(catalog, found->rows[i], Currency::USD, Precision::Fp16, {}).measuredTflopHour);
    }

private:
    static std::optional<Money> keyOf(const HourlyPrices &prices, OfferOrder order)
    {
        return order == OfferOrder::Hour        ? prices.hour
               : order == OfferOrder::GpuHour   ? prices.gpuHour
               : order == OfferOrder::TflopHour ? prices.tflopHour
               : order == OfferOrder::GibHour   ? prices.gibHour
                                                : prices.measuredTflopHour;
    }

    static void check(const Catalog &catalog, const OfferQuery &query, const ExchangeRates &rates, const OfferSelection &found)
    {
        std::vector<quint32> wanted;
        size_t unknown = 0;
        for (size_t row = 0; row < catalog.offers().size(); ++row) {
            const OfferFigures figures = catalog.offers().figures(row);
            int no = 0, maybe = 0;
            const auto judge = [&](bool isKnown, bool fits) { (isKnown ? no : maybe) += isKnown ? !fits : 1; };
            if (query.leastVcpus)
                judge(figures.vcpus != kUnknown, figures.vcpus >= *query.leastVcpus);
            if (query.leastTotalGpuMemoryMiB)
                judge(catalog.totalGpuMemoryMiB(row) != kUnknown, catalog.totalGpuMemoryMiB(row) >= *query.leastTotalGpuMemoryMiB);
            const QString region = catalog.offers().text(OfferText::Region, row);
            if (!query.regions.isEmpty())
                judge(!region.isEmpty(), region.startsWith(query.regions.first()));
            if (query.mostPerHour) {
                const auto hour = hourlyPrices(catalog, row, query.currency, query.precision, rates).hour;
                judge(figures.price().has_value(), !hour || *hour <= *query.mostPerHour);
            }
            if (no == 0 && maybe == 0)
                wanted.push_back(static_cast<quint32>(row));
            unknown += no == 0 && maybe > 0;
        }
        auto rows = found.rows;
        std::sort(rows.begin(), rows.end());
        QVERIFY(rows == wanted);
        QCOMPARE(found.leftOutAsUnknown, unknown);
        std::optional<Money> before;
        for (size_t i = 0; i < found.rows.size(); ++i) {
            const HourlyPrices prices = hourlyPrices(catalog, found.rows[i], query.currency, query.precision, rates);
            const auto key = keyOf(prices, query.order);
            QCOMPARE(i < found.compared, key.has_value());
            if (i >= found.compared)
                continue;
            // Each is rounded to billionths, so equal ones may differ by one.
            QVERIFY(!before || key->nanos() >= before->nanos() - 1);
            before = key;
        }
    }
};

QTEST_APPLESS_MAIN(TestOfferQuery)
#include "tst_offerquery.moc"
