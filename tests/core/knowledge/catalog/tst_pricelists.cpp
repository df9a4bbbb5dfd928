// SPDX-License-Identifier: GPL-3.0-or-later
// Price lists of providers, read completely or refused with the location of the error, and which of them may replace an older one.
#include "core/knowledge/catalog/awslist.h"
#include "core/knowledge/catalog/awsprices.h"
#include "core/knowledge/catalog/azureprices.h"
#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/offeroverlay.h"
#include "core/knowledge/catalog/pricecheck.h"
#include "core/knowledge/catalog/ratecard.h"
#include "core/knowledge/catalog/skypilotprices.h"

#include <QTest>

using namespace trainyard;

namespace {

const QDate kToday(2026, 11, 21);

PriceListRules rules(const QByteArray &source = "test") { return {source, kToday, Currency::USD}; }

QByteArray json(QByteArray text) { return text.replace('\'', '"'); }

// "p4d.24xlarge us-east-1 on-demand 21.957643 USD", sorted as texts.
QStringList lines(const OfferTable &offers)
{
    QStringList found;
    for (size_t row = 0; row < offers.size(); ++row) {
        const OfferFigures figures = offers.figures(row);
        found << QStringList{offers.text(OfferText::Type, row), offers.text(OfferText::Region, row), purchaseName(figures.purchase),
                             figures.price() ? figures.price()->text() : QStringLiteral("unknown")}
                     .join(u' ');
    }
    return found;
}

OfferTable card(const QByteArray &rows, const QByteArray &day = "2026-11-01")
{
    RateCardRules cardRules;
    cardRules.asOf = *AsOf::parse(day);
    cardRules.mayLackPrice = true;
    return *parseRateCard("provider,type,gpu,region,purchase,price,currency,saving_percent,interruption,spot_source\n" + rows, cardRules);
}

const QByteArray kHead(
    "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone,Arch\n");
const QByteArray kInfo("\"{'Gpus': [{'Name': 'A100', 'MemoryInfo': {'SizeInMiB': 40960}}], 'TotalGpuMemoryInMiB': 327680}\"");

QByteArray item(const QByteArray &changes = {})
{
    QByteArray text(
        "{'currencyCode':'USD','tierMinimumUnits':0.0,'retailPrice':3.673,'unitPrice':3.673,'armRegionName':'eastus',"
        "'effectiveStartDate':'2026-01-01T00:00:00Z','meterName':'NC24ads A100 v4','productName':'Virtual Machines NCads A100 v4 Series',"
        "'skuName':'NC24ads A100 v4','serviceName':'Virtual Machines','unitOfMeasure':'1 Hour','type':'Consumption',"
        "'isPrimaryMeterRegion':true,'armSkuName':'Standard_NC24ads_A100_v4'}");
    // "name=value, …": the value as JSON.
    for (const QByteArray &change : changes.split(';')) {
        const QByteArray name = change.left(change.indexOf('=')), value = change.mid(change.indexOf('=') + 1);
        if (name.isEmpty())
            continue;
        const QByteArray key = '\'' + name + "':";
        const qsizetype at = text.indexOf(key);
        if (at < 0) {
            text.insert(1, key + value + ',');
            continue;
        }
        qsizetype end = at + key.size();
        bool isQuoted = false;
        while (isQuoted || (text[end] != ',' && text[end] != '}')) {
            isQuoted = text[end] == '\'' ? !isQuoted : isQuoted;
            ++end;
        }
        text.replace(at + key.size(), end - at - key.size(), value);
    }
    return text;
}

QByteArray page(const QByteArray &items, const QByteArray &next = "null")
{
    return json("{'BillingCurrency':'USD','Items':[" + items + "],'NextPageLink':" + next + ",'Count':1}");
}

QByteArray awsFile(const QByteArray &entries, const QByteArray &currency = "USD")
{
    return json("{'manifest':{'currencyCode':'" + currency + "','hawkFilePublicationDate':'x'},'regions':{'US East (N. Virginia)':{"
                + entries + "}}}");
}

}  // namespace

class TestPriceLists : public QObject {
    Q_OBJECT

    std::optional<Catalog> m_catalog;
    std::optional<InstanceShapes> m_shapes;

    Result<OfferTable> skyPilot(const QByteArray &csv, const QByteArray &provider = "aws") const
    {
        return parseSkyPilotPrices(csv, provider, rules(), {*m_shapes, m_catalog->gpuNames(), m_catalog->gpus()});
    }
    Result<OfferTable> azure(const QByteArrayList &pages) const
    {
        AzurePrices prices(*m_shapes, rules());
        for (const QByteArray &one : pages) {
            if (const auto next = prices.addPage(one); !next)
                return next.error();
        }
        return prices.offers();
    }
    Result<OfferTable> aws(const QByteArray &file, Purchase purchase = Purchase::OnDemand, const QByteArray &region = "us-east-1") const
    {
        PriceGatherer gatherer(rules());
        if (const auto read = readAwsPrices(file, region, purchase, *m_shapes, gatherer); !read)
            return read.error();
        OfferTable offers;
        if (const auto fault = gatherer.gather(offers))
            return Error{ErrorCode::Corrupt, fault->what, {}};
        return offers;
    }

private Q_SLOTS:
    void initTestCase()
    {
        auto catalog = Catalog::parse(builtInCatalogFiles());
        QVERIFY(catalog);
        m_catalog.emplace(std::move(*catalog));
        m_shapes.emplace(m_catalog->offers());
    }

    void numbersAreReadAsListsWriteThem_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("decimals");
        QTest::addColumn<qint64>("value");
        const auto row = [](const char *text, int decimals, qint64 value) { QTest::newRow(text) << QByteArray(text) << decimals << value; };
        row("8.0", 4, 80'000);
        row("12", 2, 1'200);
        row("0", 9, 0);
        row(".5", 1, 5);
        row("5.", 1, 50);
        row("3.0599999999999996", 9, 3'060'000'000);
        row("0.0004", 3, 0);
        row("0.0005", 3, 1);
        row("0.9995", 3, 1'000);
        row("0.00049999", 3, 0);
        row("1e-05", 9, 10'000);
        row("1.5E+2", 0, 150);
        row("12e-1", 0, 1);
        row("99e-3", 0, 0);
        row("6e-1", 0, 1);
        for (const char *bad : {"", ".", "-1", "+1", "1,5", "1.2.3", "nan", "inf", "1e", "1e99", "1e-99", "0x10", " 1", "1 ", "e5",
                                "99999999999999999999", "9223372036854775807"})
            row(bad, 3, -1);
        QTest::newRow("very long") << QByteArray(100, '1') << 0 << qint64(-1);
    }
    void numbersAreReadAsListsWriteThem()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, decimals);
        QFETCH(qint64, value);
        QCOMPARE(listedNumber(text, decimals).value_or(-1), value);
    }

    void zonesOfARegionBecomeOneOffer()
    {
        const auto row = [](const char *zone, const char *price, const char *spot) {
            return "p4d.24xlarge,A100,8.0,96.0,1152.0," + kInfo + ',' + price + ',' + spot + ",us-east-1," + zone + ",x86_64\n";
        };
        const auto offers = skyPilot(kHead + row("a", "21.9576", "9.5") + row("b", "21.9577", "30.0") + row("c", "21.9576", "11.25")
                                     + row("d", "21.9576", "10.0") + row("e", "21.9576", "")
                                     + "m5.large,,,2.0,8.0,,0.096,0.03,us-east-1,a,x86_64\n");
        QVERIFY2(offers, offers ? "" : qPrintable(offers.error().what));
        QCOMPARE(lines(*offers), (QStringList{QStringLiteral("p4d.24xlarge us-east-1 on-demand 21.9576 USD"),
                                              QStringLiteral("p4d.24xlarge us-east-1 spot 10.00 USD")}));
        // The catalogue knows which A100 it is.
        QCOMPARE(offers->text(OfferText::Gpu, 0), QStringLiteral("A100-SXM-40GB"));
        QCOMPARE(offers->text(OfferText::Source, 0), QStringLiteral("test"));
        QCOMPARE(offers->figures(0).asOf.text(), QStringLiteral("2026-11-21"));
        QCOMPARE(offers->figures(0).gpus, 8 * kWholeGpu);
        QCOMPARE(offers->figures(0).memoryMiB, 1152 * 1024);
    }

    void columnsStandInAnyOrder()
    {
        const auto offers = skyPilot("Region,SpotPrice,Price,Other,GpuInfo,MemoryGiB,vCPUs,AcceleratorCount,AcceleratorName,InstanceType\n"
                                     "EU,,0.34,x,\"{'a': \"\"b\"\"}\",15.2587890625,4.0,1.0,RTX4090,1x_RTX4090_NEW\r\n"
                                     "EU,,0,x,,1,1,1,RTX4090,free\nEU,,0.1,x,,1,1,1,tpu-v5e,tpu\n",
                                     "runpod");
        QVERIFY2(offers, offers ? "" : qPrintable(offers.error().what));
        QCOMPARE(lines(*offers), QStringList{QStringLiteral("1x_RTX4090_NEW EU on-demand 0.34 USD")});
        QCOMPARE(offers->text(OfferText::Gpu, 0), QStringLiteral("RTX-4090"));
        QCOMPARE(offers->figures(0).vcpus, 400);
        QCOMPARE(offers->figures(0).memoryMiB, 15'625);
    }

    void theTableTellsHowMuchMemoryAGpuHas_data()
    {
        QTest::addColumn<QByteArray>("gpu");
        QTest::addColumn<QByteArray>("info");
        QTest::addColumn<int>("mib");
        const auto row = [](const char *name, const char *gpu, const char *info, int mib) {
            QTest::newRow(name) << QByteArray(gpu) << QByteArray(info) << mib;
        };
        row("as Python writes it", "B999",
            "{'Gpus': [{'Name': 'B999', 'Manufacturer': 'NVIDIA', 'Count': 8.0, 'MemoryInfo': {'SizeInMiB': 81920}}], "
            "'TotalGpuMemoryInMiB': 655360}",
            81'920);
        row("as JSON", "B999",
            "{\"\"Gpus\"\": [{\"\"Name\"\": \"\"B999\"\", \"\"MemoryInfo\"\": {\"\"SizeInMiB\"\":45776}}], \"\"TotalGpuMemoryInMiB\"\": 1}",
            45'776);
        row("quoted twice", "B999", "\"\"{'Gpus': [{'MemoryInfo': {'SizeInMiB': 16384}}]}\"\"", 16'384);
        row("with a fraction", "B999", "{'SizeInMiB': 24576.0}", 24'576);
        row("a name that means several sizes", "A100", "{'SizeInMiB': 40960}", 40'960);
        row("a GPU of which the catalogue knows it", "RTX4090", "{'SizeInMiB': 1}", kUnknown);
        row("two that agree", "B999", "{'SizeInMiB': 8192}, {'SizeInMiB': 8192}", 8'192);
        row("two that differ", "B999", "{'SizeInMiB': 8192}, {'SizeInMiB': 16384}", kUnknown);
        for (const char *bad :
             {"", "{}", "SizeInMiB", "'SizeInMiB':", "'SizeInMiB': 0", "'SizeInMiB': -1", "'SizeInMiB': None", "'SizeInMiB': 1e30",
              "'SizeInMiB': 99999999999999999999", "'SizeInMiB': 4194305", "'SizeInMiB': [[[[", "'TotalGpuMemoryInMiB': 8192"})
            row(*bad ? bad : "nothing", "B999", bad, kUnknown);
    }
    void theTableTellsHowMuchMemoryAGpuHas()
    {
        QFETCH(QByteArray, gpu);
        QFETCH(QByteArray, info);
        QFETCH(int, mib);
        const auto offers = skyPilot(kHead + "new," + gpu + ",8.0,4,8,\"" + info + "\",0.5,,us-east-1,a,x86_64\n", "lambda");
        QVERIFY2(offers, offers ? "" : qPrintable(offers.error().what));
        QCOMPARE(offers->gpuMemoryMiB()[0], mib);
    }

    void aPartOfAMachineIsNoOffer()
    {
        const auto offers = skyPilot(
            "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice\n"
            ",,,A100,1.0,,us-central1,a,2.9,1.1\nn1-standard-8,8.0,30.0,,,,us-central1,a,0.38,0.1\n",
            "gcp");
        QVERIFY(offers);
        QCOMPARE(offers->size(), size_t(0));
    }

    void aBadTableIsRefusedWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("csv");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const QByteArray &csv, const char *said) {
            QTest::newRow(name) << csv << QString::fromUtf8(said);
        };
        const QByteArray good = "p4d.24xlarge,A100,8.0,96.0,1152.0,,21.9,9.5,us-east-1,a,x86_64\n";
        row("nothing", "", "empty");
        row("another page", "<!DOCTYPE html>\n<html></html>\n", "Row 1: the column “InstanceType” is missing");
        row("a column missing", QByteArray(kHead).replace("Region", "Place") + good, "“Region” is missing");
        row("a column twice", QByteArray(kHead).replace("Arch", "Price") + good, "“Price” appears twice");
        row("cut in a row", kHead + good + good.left(20), "Row 3: 3 fields");
        row("cut in a quotation", kHead + good + "p4d.24xlarge,A100,8.0,96.0,1152.0,\"{'Gpus':", "Row 3: truncated");
        row("cut behind a row", kHead + good + good.chopped(1), "Row 3: truncated");
        row("a picture", "\x89PNG\r\n", "Row 1: truncated or not CSV");
        row("text for a price", kHead + good + good + QByteArray(good).replace("21.9", "cheap"), "Row 4, column “Price”: “cheap”");
        row("negative price", kHead + QByteArray(good).replace("21.9", "-21.9"), "Row 2, column “Price”");
        row("wrong spot price", kHead + QByteArray(good).replace("9.5", "nan"), "Row 2, column “SpotPrice”");
        row("many GPUs", kHead + QByteArray(good).replace("8.0", "8000000"), "Row 2, column “AcceleratorCount”");
        row("absurd price", kHead + QByteArray(good).replace("21.9", "21900000"), "p4d.24xlarge in us-east-1: price");
        row("no text", kHead + QByteArray("\0\1\2", 3), "Row 2");
    }
    void aBadTableIsRefusedWithItsPlace()
    {
        QFETCH(QByteArray, csv);
        QFETCH(QString, said);
        const auto refused = skyPilot(csv);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Corrupt);
        QVERIFY2(refused.error().what.contains(said), qPrintable(refused.error().what));
    }

    void pagesOfAzureAreReadTogether()
    {
        AzurePrices prices(*m_shapes, rules());
        const QByteArray next("'https://prices.azure.com:443/api/retail/prices?x=1&$skip=1000'");
        QCOMPARE(*prices.addPage(page(item(), next)), QByteArray("https://prices.azure.com:443/api/retail/prices?x=1&$skip=1000"));
        const auto last = prices.addPage(page(QByteArrayList{
            item("skuName='NC24ads A100 v4 Spot';meterName='NC24ads A100 v4 Spot';retailPrice=1.469"),
            item("type='Reservation';reservationTerm='1 Year';retailPrice=20270"),
            item("type='Reservation';reservationTerm='3 Years';retailPrice=39420"),
            item("type='Reservation';reservationTerm='5 Years';retailPrice=3"),
            item("productName='Virtual Machines NCads A100 v4 Series Windows';retailPrice=7"),
            item("skuName='NC24ads A100 v4 Low Priority';meterName='NC24ads A100 v4 Low Priority';retailPrice=0.7"),
            item("productName='NCads Series Cloud Services';retailPrice=1"), item("productName='NCads Dedicated Host';retailPrice=1"),
            item("type='DevTestConsumption';retailPrice=1"), item("serviceName='Storage';retailPrice=1"),
            item("unitOfMeasure='1 GB';retailPrice=1"), item("tierMinimumUnits=100;retailPrice=1"),
            item("isPrimaryMeterRegion=false;retailPrice=1"), item("armRegionName='westeurope';retailPrice=0"),
            item("armSkuName='';retailPrice=1"), item("armSkuName=null;retailPrice=1"), item("armSkuName='Standard_D2s_v5';retailPrice=1"),
            item("armRegionName='westeurope';armSkuName='standard_nc24ads_a100_v4';retailPrice=4.775")}
                                                  .join(',')));
        QVERIFY2(last, last ? "" : qPrintable(last.error().what));
        QVERIFY(last->isEmpty());
        const auto offers = prices.offers();
        QVERIFY(offers);
        QCOMPARE(lines(*offers), (QStringList{QStringLiteral("Standard_NC24ads_A100_v4 eastus on-demand 3.673 USD"),
                                              QStringLiteral("Standard_NC24ads_A100_v4 eastus spot 1.469 USD"),
                                              QStringLiteral("Standard_NC24ads_A100_v4 eastus reserved-1y 2.313926941 USD"),
                                              QStringLiteral("Standard_NC24ads_A100_v4 eastus reserved-3y 1.50 USD"),
                                              QStringLiteral("Standard_NC24ads_A100_v4 westeurope on-demand 4.775 USD")}));
        QCOMPARE(offers->text(OfferText::Gpu, 0), QStringLiteral("A100-PCIe-80GB"));
    }

    void aBadPageIsRefusedWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const QByteArray &bytes, const char *said) {
            QTest::newRow(name) << bytes << QString::fromUtf8(said);
        };
        row("nothing", "", "Byte 0");
        row("cut", page(item()).left(60), "Byte 60 of 60: truncated");
        row("a list", "[]", "not an object");
        row("no items", json("{'Items':{}}"), "no list “Items”");
        row("no object", page("5"), "Item 1 is not an object");
        row("price as text", page(item() + ',' + item("retailPrice='3.673'")), "Item 2, “retailPrice”");
        row("negative price", page(item("retailPrice=-1")), "Item 1, “retailPrice”");
        row("name as number", page(item("armSkuName=7")), "Item 1, “armSkuName”");
        row("region as list", page(item("armRegionName=[]")), "Item 1, “armRegionName”");
        row("other money", page(item("currencyCode='EUR'")), "Item 1, “currencyCode”: it is not in USD");
        row("a link as number", page(item(), "7"), "next page");
        row("absurd price", page(item("retailPrice=1e6")), "Standard_NC24ads_A100_v4 in eastus: price");
    }
    void aBadPageIsRefusedWithItsPlace()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, said);
        const auto refused = azure({bytes});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Corrupt);
        QVERIFY2(refused.error().what.contains(said), qPrintable(refused.error().what));
    }

    void filesOfAwsAreRead()
    {
        const QByteArray file = awsFile(
            "'a':{'rateCode':'x','price':'55.0400000000','Instance Type':'p5.48xlarge','vCPU':'192','Memory':'2048 GiB'},"
            "'b':{'price':'0.0960000000','Instance Type':'m5.large'},"
            "'c':{'price':'9','Instance Type':'p5.48xlarge','Tenancy':'Host'},"
            "'d':{'price':'8','Instance Type':'p5.48xlarge','Pre Installed S/W':'SQL Web'},"
            "'e':{'price':'0.0000000000','Instance Type':'p3.2xlarge','Tenancy':'Shared','Pre Installed S/W':'NA'}");
        const auto offers = aws(file);
        QVERIFY2(offers, offers ? "" : qPrintable(offers.error().what));
        QCOMPARE(lines(*offers), QStringList{QStringLiteral("p5.48xlarge us-east-1 on-demand 55.04 USD")});
        QCOMPARE(lines(*aws(file, Purchase::Reserved3y)), QStringList{QStringLiteral("p5.48xlarge us-east-1 reserved-3y 55.04 USD")});
        QVERIFY(isAwsMissingFile("<?xml version=\"1.0\"?>\n<Error><Code>NoSuchKey</Code></Error>"));
        QVERIFY(!isAwsMissingFile(file));
    }

    void aBadFileIsRefusedWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const QByteArray &bytes, const char *said) {
            QTest::newRow(name) << bytes << QString::fromUtf8(said);
        };
        const QByteArray good("'a':{'price':'55.04','Instance Type':'p5.48xlarge'}");
        row("another page", "<html>", "Byte");
        row("cut", awsFile(good).chopped(30), "truncated");
        row("other money", awsFile(good, "CNY"), "USD");
        row("no manifest", json("{'regions':{}}"), "manifest");
        row("another region", awsFile(good).replace("Virginia", "Nevada"), "no prices of us-east-1");
        row("entry as list", awsFile("'a':[]"), "Entry “a” is not an object");
        row("price as number", awsFile(QByteArray(good).replace("'55.04'", "55.04")), "Entry “a”, “price”");
        row("no price", awsFile("'a':{'Instance Type':'p5.48xlarge'}"), "Entry “a”, “price”");
        row("words for a price", awsFile(QByteArray(good).replace("55.04", "call us")), "Entry “a”, “price”");
        row("type as number", awsFile("'a':{'price':'1','Instance Type':5}"), "Entry “a”, “Instance Type”");
    }
    void aBadFileIsRefusedWithItsPlace()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, said);
        const auto refused = aws(bytes);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Corrupt);
        QVERIFY2(refused.error().what.contains(said), qPrintable(refused.error().what));
    }

    void theListOfAwsIsRead()
    {
        const QByteArray notice("\"FormatVersion\",\"v1.0\"\n\"Disclaimer\",\"a, b\"\n\"Publication "
                                "Date\",\"x\"\n\"Version\",\"1\"\n\"OfferCode\",\"AmazonEC2\"\n");
        const QByteArray head(
            "\"SKU\",\"TermType\",\"Unit\",\"PricePerUnit\",\"Currency\",\"LeaseContractLength\",\"PurchaseOption\",\"OfferingClass\","
            "\"Instance Type\",\"Tenancy\",\"Operating System\",\"CapacityStatus\",\"Pre Installed S/W\",\"MarketOption\"\n");
        const auto row = [](const char *fields) { return "\"S\",\"" + QByteArray(fields).replace(",", "\",\"") + "\"\n"; };
        const QByteArray good = row("OnDemand,Hrs,55.0400000000,USD,,,,p5.48xlarge,Shared,Linux,Used,NA,OnDemand");
        const QByteArray rows = good + row("OnDemand,Hrs,60,USD,,,,p5.48xlarge,Dedicated,Linux,Used,NA,OnDemand")
                                + row("OnDemand,Hrs,60,USD,,,,p5.48xlarge,Shared,Windows,Used,NA,OnDemand")
                                + row("OnDemand,Hrs,0,USD,,,,p5.48xlarge,Shared,Linux,UnusedCapacityReservation,NA,OnDemand")
                                + row("OnDemand,Hrs,9,USD,,,,p5.48xlarge,Shared,Linux,Used,SQL Std,OnDemand")
                                + row("OnDemand,Hrs,9,USD,,,,p5.48xlarge,Shared,Linux,Used,NA,CapacityBlock")
                                + row("Reserved,Hrs,37.5,USD,1yr,No Upfront,standard,p5.48xlarge,Shared,Linux,Used,NA,OnDemand")
                                + row("Reserved,Hrs,24.0,USD,3yr,No Upfront,standard,p5.48xlarge,Shared,Linux,Used,NA,OnDemand")
                                + row("Reserved,Hrs,1.0,USD,3yr,No Upfront,convertible,p5.48xlarge,Shared,Linux,Used,NA,OnDemand")
                                + row("Reserved,Quantity,99999,USD,3yr,All Upfront,standard,p5.48xlarge,Shared,Linux,Used,NA,OnDemand")
                                + row("OnDemand,GB-Mo,0.1,USD,,,,,,,,,");
        const auto read = [&](const QByteArray &csv) -> Result<OfferTable> {
            PriceGatherer gatherer(rules());
            if (const auto done = readAwsList(csv, "us-east-1", *m_shapes, gatherer); !done)
                return done.error();
            OfferTable offers;
            if (gatherer.gather(offers))
                return OfferTable();
            return offers;
        };
        const auto offers = read(notice + head + rows);
        QVERIFY2(offers, offers ? "" : qPrintable(offers.error().what));
        QCOMPARE(lines(*offers), (QStringList{QStringLiteral("p5.48xlarge us-east-1 on-demand 55.04 USD"),
                                              QStringLiteral("p5.48xlarge us-east-1 reserved-1y 37.50 USD"),
                                              QStringLiteral("p5.48xlarge us-east-1 reserved-3y 24.00 USD")}));
        const auto said = [&](const QByteArray &csv) { return read(csv) ? QString() : read(csv).error().what; };
        QVERIFY2(said({}).contains(QLatin1String("Row 0")), qPrintable(said({})));
        QVERIFY(said(notice).contains(QLatin1String("TermType")));
        QVERIFY(said(notice + QByteArray(head).replace("Tenancy", "T")).contains(QStringLiteral("Row 6: the column “Tenancy”")));
        QVERIFY(said(notice + head + good + good.left(30)).contains(QLatin1String("Row 8")));
        QVERIFY(said(notice + head + QByteArray(good).replace("55.0400000000", "call"))
                    .contains(QStringLiteral("Row 7, column “PricePerUnit”: “call”")));
        QVERIFY(said(notice + head + QByteArray(good).replace("USD", "CNY")).contains(QLatin1String("Row 7")));
    }

    void fullListsAreNotReplacedByEmptyOnes()
    {
        const OfferTable before = card("x,a,T4,r,on-demand,1,USD,,,\nx,b,T4,r,on-demand,1,USD,,,\nx,c,T4,r,on-demand,1,USD,,,\n");
        const OfferTable one = card("x,a,T4,r,on-demand,1,USD,,,\n"),
                         two = card("x,a,T4,r,on-demand,1,USD,,,\nx,b,T4,r,on-demand,1,USD,,,\n");
        QCOMPARE(checkPrices({}, nullptr, {}, ListEnd::Marked, true).error().code, ErrorCode::Corrupt);
        const auto refused = checkPrices(one, &before, {}, ListEnd::Marked, false);
        QVERIFY(refused && refused->refusal && refused->needsConsent() && refused->offers.size() == 0);
        QVERIFY2(refused->refusal->what.contains(QLatin1String("1 offers instead of 3")), qPrintable(refused->refusal->what));
        QCOMPARE(checkPrices(one, &before, {}, ListEnd::Marked, true)->offers.size(), size_t(1));
        QCOMPARE(checkPrices(two, &before, {}, ListEnd::Marked, false)->offers.size(), size_t(2));
        QCOMPARE(checkPrices(one, nullptr, before, ListEnd::Marked, false)->offers.size(), size_t(1));
    }

    void offersThatAreGoneAreTold()
    {
        const OfferTable before = card("x,a,T4,r,on-demand,1,USD,,,\nx,b,T4,r,on-demand,1,USD,,,\nx,c,T4,,spot,1,USD,,,\n");
        const OfferTable two = card("x,B,T4,r,on-demand,1.1,USD,,,\nx,a,T4,r,on-demand,1,USD,,,\n");
        const auto taken = checkPrices(two, &before, {}, ListEnd::Marked, false);
        QCOMPARE(taken->offers.size(), size_t(2));
        QVERIFY(!taken->needsConsent());
        QCOMPARE(taken->notes, QStringList{QStringLiteral("1 earlier offer(s) are no longer listed (x/c/-/spot).")});
        // It is unknown whether they are gone or were cut off.
        const auto refused = checkPrices(two, &before, {}, ListEnd::Unmarked, false);
        QVERIFY(refused->refusal && refused->needsConsent() && refused->offers.size() == 0);
        QVERIFY2(refused->refusal->what.startsWith(QLatin1String("1 earlier offer(s) are missing (x/c/-/spot)")),
                 qPrintable(refused->refusal->what));
        const auto accepted = checkPrices(two, &before, {}, ListEnd::Unmarked, true);
        QVERIFY(!accepted->needsConsent() && accepted->offers.size() == 2);
        QCOMPARE(accepted->notes.size(), 1);
        // If nothing is missing, no consent is needed; a list without a predecessor is noted.
        QVERIFY(checkPrices(before, &before, {}, ListEnd::Unmarked, false)->notes.isEmpty());
        const auto first = checkPrices(two, nullptr, {}, ListEnd::Unmarked, false);
        QVERIFY(!first->needsConsent() && first->notes.size() == 1 && first->offers.size() == 2);
    }

    void pricesThatJumpAreLeftAsTheyWere()
    {
        const OfferTable builtIn = card("x,new,T4,r,on-demand,1,USD,,,\nx,yuan,T4,r,on-demand,7,CNY,,,\nx,none,T4,r,on-demand,,USD,,,\n",
                                        "2026-01-01");
        const OfferTable before = card("x,a,T4,r,on-demand,10,USD,,,\nx,a,T4,r,spot,5,USD,,,\nx,b,T4,r,on-demand,2,USD,,,\n");
        const OfferTable fetched = card("x,a,T4,r,on-demand,1,USD,,,\nx,a,T4,r,spot,0.9,USD,,,\nx,b,T4,r,on-demand,2.5,USD,,,\n"
                                        "x,new,T4,r,on-demand,4,USD,,,\nx,yuan,T4,r,on-demand,1,USD,,,\nx,none,T4,r,on-demand,1,USD,,,\n"
                                        "x,other,T4,r,on-demand,1,USD,,,\n",
                                        "2026-11-21");
        const auto checked = checkPrices(fetched, &before, builtIn, ListEnd::Marked, false);
        QVERIFY(checked);
        QStringList kept = lines(checked->offers);
        kept.sort();
        QCOMPARE(kept, (QStringList{QStringLiteral("a r on-demand 10.00 USD"), QStringLiteral("a r spot 0.90 USD"),
                                    QStringLiteral("b r on-demand 2.50 USD"), QStringLiteral("none r on-demand 1.00 USD"),
                                    QStringLiteral("other r on-demand 1.00 USD"), QStringLiteral("yuan r on-demand 1.00 USD")}));
        QCOMPARE(checked->changed, 2);
        QCOMPARE(checked->changes.size(), 4);
        QCOMPARE(checked->changes[0].price.text(), QStringLiteral("5.00 USD"));
        QCOMPARE(checked->changes[1].price.text(), QStringLiteral("0.90 USD"));
        QCOMPARE(checked->changes[1].asOf.text(), QStringLiteral("2026-11-21"));
        QCOMPARE(checked->notes.size(), 1);
        QVERIFY2(checked->notes.first().contains(QLatin1String("a in r, from 10.00 USD to 1.00 USD")), qPrintable(checked->notes.first()));
        QCOMPARE(checkPrices(fetched, &before, builtIn, ListEnd::Marked, true)->offers.size(), size_t(7));
        QVERIFY(checkPrices(fetched, &before, builtIn, ListEnd::Marked, true)->notes.isEmpty());
        QCOMPARE(checked->left, 2);
        const OfferTable all = card("x,a,T4,r,on-demand,1,USD,,,\nx,b,T4,r,on-demand,20,USD,,,\n");
        QVERIFY(checkPrices(all, &before, {}, ListEnd::Marked, false)->refusal);
    }

    void theNewestPriceIsShown()
    {
        const OfferTable base = card(
            "x,a,T4,r,on-demand,1,USD,,,\nx,a,T4,r,spot,,USD,70,<5%,s\nx,b,T4,r,on-demand,1,USD,,,\nx,,T4,r,on-demand,1,USD,,,\n",
            "2026-06");
        const OfferTable official = card("x,A,T4,r,on-demand,2,USD,,,\nx,b,T4,r,on-demand,9,USD,,,\n", "2026-05-01");
        const OfferTable other = card("x,a,T4,r,on-demand,3,USD,,,\nx,a,T4,r,spot,0.5,USD,,,\nx,n,T4,r,on-demand,4,USD,,,\n", "2026-11-20");
        const OfferTable shown = overlaid(base, {{official, false}, {other, false}});
        QStringList found = lines(shown);
        found.sort();
        QCOMPARE(found, (QStringList{QStringLiteral(" r on-demand 1.00 USD"), QStringLiteral("a r on-demand 3.00 USD"),
                                     QStringLiteral("a r spot 0.50 USD"), QStringLiteral("b r on-demand 1.00 USD"),
                                     QStringLiteral("n r on-demand 4.00 USD")}));
        for (size_t row = 0; row < shown.size(); ++row) {
            const bool isSpot = shown.purchases()[row] == Purchase::Spot;
            QCOMPARE(shown.figures(row).savingPercent, isSpot ? 70 : kUnknown);
            QCOMPARE(shown.text(OfferText::Interruption, row), isSpot ? QStringLiteral("<5%") : QString());
        }
        // Of two with the same day, the first list's row is used.
        const OfferTable same = overlaid({},
                                         {{card("x,a,T4,r,on-demand,2,USD,,,\n"), false}, {card("x,a,T4,r,on-demand,3,USD,,,\n"), false}});
        QCOMPARE(lines(same), QStringList{QStringLiteral("a r on-demand 2.00 USD")});
        QCOMPARE(overlaid(base, {}).size(), base.size());
    }

    void aWholeListLeavesNoOlderPricesBesideIt()
    {
        const OfferTable base = card("x,1x T4,T4,,on-demand,1,USD,,,\nx,1x T4,T4,,monthly,600,USD,,,\nx,t4,T4,r,on-demand,1,USD,,,\n"
                                     "x,old,T4,r,on-demand,1,USD,,,\nx,old,T4,far,on-demand,1,USD,,,\nx,shape,T4,r,on-demand,,USD,,,\n"
                                     "y,1x T4,T4,,on-demand,1,USD,,,\nx,,T4,r,on-demand,1,USD,,,\n",
                                     "2026-06");
        const OfferTable newer = card("x,next,T4,,on-demand,1,USD,,,\n", "2026-11-22");
        const OfferTable list = card("x,t4,T4,r,on-demand,2,USD,,,\nx,1x_T4,T4,r,on-demand,2,USD,,,\nx,1x_T4,T4,s,spot,0.5,USD,,,\n",
                                     "2026-11-21");
        OfferTable all = base;
        all.append(newer);
        const auto shown = [&](bool isWhole) {
            QStringList found = lines(overlaid(all, {{list, isWhole}}));
            found.sort();
            return found;
        };
        // Other regions, purchase types and providers are left alone, and so are newer offers and offers without a price.
        QCOMPARE(shown(true), (QStringList{QStringLiteral("1x T4  monthly 600.00 USD"), QStringLiteral("1x T4  on-demand 1.00 USD"),
                                           QStringLiteral("1x_T4 r on-demand 2.00 USD"), QStringLiteral("1x_T4 s spot 0.50 USD"),
                                           QStringLiteral("next  on-demand 1.00 USD"), QStringLiteral("old far on-demand 1.00 USD"),
                                           QStringLiteral("shape r on-demand unknown"), QStringLiteral("t4 r on-demand 2.00 USD")}));
        QCOMPARE(shown(false).size(), 11);
    }
};

QTEST_APPLESS_MAIN(TestPriceLists)
#include "tst_pricelists.moc"
