// SPDX-License-Identifier: GPL-3.0-or-later
// Rate cards as people write them, and as nobody should.
#include "core/knowledge/catalog/ratecard.h"

#include <QTest>

using namespace trainyard;

namespace {

RateCardRules rules()
{
    RateCardRules rules;
    rules.card = QStringLiteral("mine");
    rules.today = QDate(2026, 11, 21);
    rules.asOf = AsOf(rules.today);
    return rules;
}

QByteArray json(QByteArray text) { return text.replace('\'', '"'); }

OfferTable parsed(const QByteArray &card, const RateCardRules &with = rules())
{
    const auto offers = parseRateCard(card, with);
    return offers ? *offers : OfferTable();
}

}  // namespace

class TestRateCard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTableOfThreePlatformsIsEnteredInAMinute()
    {
        const OfferTable offers = parsed("provider,gpu,price,currency\n平台A,V100,8.5,CNY\n平台B,A100,15.2,CNY\n平台C,T4,3.8,CNY\n");
        QCOMPARE(offers.size(), size_t(3));
        QCOMPARE(offers.text(OfferText::Provider, 1), QStringLiteral("平台B"));
        QCOMPARE(offers.text(OfferText::Gpu, 1), QStringLiteral("A100"));
        QCOMPARE(offers.text(OfferText::Source, 1), QStringLiteral("mine"));
        QCOMPARE(offers.text(OfferText::Card, 1), QStringLiteral("mine"));
        const OfferFigures figures = offers.figures(1);
        QCOMPARE(figures.price()->text(), QStringLiteral("15.20 CNY"));
        QCOMPARE(figures.purchase, Purchase::OnDemand);
        QCOMPARE(figures.asOf.text(), QStringLiteral("2026-11-21"));
        QCOMPARE(figures.gpus, kWholeGpu);
        // What is not in the card is unknown, not zero.
        QCOMPARE(figures.gpuMemoryMiB, kUnknown);
        QCOMPARE(figures.vcpus, kUnknown);
        QCOMPARE(figures.memoryMiB, kUnknown);
        QCOMPARE(figures.savingPercent, kUnknown);
    }

    void everyColumnIsRead()
    {
        const OfferTable offers = parsed(
            "Price;PROVIDER;type;gpu;gpus;gpu_memory_gib;vcpus;memory_gib;region;purchase;currency;as_of;source;saving_percent;interruption\r\n"
            "\"1234.567890123\";lab;big;A100-SXM-80GB;0.5;10.5;3.5;22.25;cn-north;monthly;cny;2026-08;the contract;40;<5%\r\n");
        QCOMPARE(offers.size(), size_t(1));
        const OfferFigures figures = offers.figures(0);
        QCOMPARE(figures.price()->text(), QStringLiteral("1234.567890123 CNY"));
        QCOMPARE(figures.purchase, Purchase::Monthly);
        QCOMPARE(figures.gpus, 5000);
        QCOMPARE(figures.gpuMemoryMiB, 10752);
        QCOMPARE(figures.vcpus, 350);
        QCOMPARE(figures.memoryMiB, 22784);
        QCOMPARE(figures.asOf.text(), QStringLiteral("2026-08"));
        QCOMPARE(figures.savingPercent, 40);
        QCOMPARE(offers.text(OfferText::Type, 0), QStringLiteral("big"));
        QCOMPARE(offers.text(OfferText::Region, 0), QStringLiteral("cn-north"));
        QCOMPARE(offers.text(OfferText::Source, 0), QStringLiteral("the contract"));
        QCOMPARE(offers.text(OfferText::Interruption, 0), QStringLiteral("<5%"));
    }

    void jsonSaysTheSame()
    {
        const QByteArray list = json("[{'provider':'lab','gpu':'T4','price':15.2,'currency':'CNY','gpus':2,'region':null},"
                                     " {'provider':'lab','gpu':'V100','price':'8.5','currency':'CNY'}]");
        for (const QByteArray &card : {list, "{\"offers\":" + list + "}", " \n" + list, "\xef\xbb\xbf" + list}) {
            const OfferTable offers = parsed(card);
            QCOMPARE(offers.size(), size_t(2));
            QCOMPARE(offers.figures(0).price()->text(), QStringLiteral("15.20 CNY"));
            QCOMPARE(offers.figures(0).gpus, 2 * kWholeGpu);
            QCOMPARE(offers.text(OfferText::Region, 0), QString());
            QCOMPARE(offers.figures(1).price()->text(), QStringLiteral("8.50 CNY"));
        }
    }

    void whatSpreadsheetsAddIsPassedOver()
    {
        // A byte order mark, blank rows, rows of separators alone, a last row without its line feed.
        const OfferTable excel = parsed(
            "\xef\xbb\xbf\r\nprovider;gpu;price;currency\r\n;;;\r\na;T4;1.5;CNY\r\n;;;\r\n\"b\";T4;\"2\";\"CNY\"\r");
        QCOMPARE(excel.size(), size_t(2));
        QCOMPARE(excel.text(OfferText::Provider, 1), QStringLiteral("b"));
    }

    void namesInManyLanguagesAreNames_data()
    {
        QTest::addColumn<QString>("name");
        // The last is Vietnamese as Windows writes it: an accent after a letter that already has one.
        for (const char *name : {"平台A", "Zürich", "Ελλάδα", "Сервер №1", "ĐàNẵng", "مزود", "ספק", "café", "Vi\xc3\xaa\xcc\xa3t"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void namesInManyLanguagesAreNames()
    {
        QFETCH(QString, name);
        const OfferTable offers = parsed("provider,gpu,price,currency\n" + name.toUtf8() + ",T4,1,CNY\n");
        QCOMPARE(offers.size(), size_t(1));
        QCOMPARE(offers.text(OfferText::Provider, 0), name);
    }

    void theCurrencyMayBeGivenForAll()
    {
        RateCardRules with = rules();
        with.currency = Currency::EUR;
        const OfferTable offers = parsed("provider,gpu,price\nlab,T4,0.5\n", with);
        QCOMPARE(offers.size(), size_t(1));
        QCOMPARE(offers.figures(0).currency, Currency::EUR);
    }

    void whatIsWrittenIsReadBack()
    {
        const OfferTable offers = parsed(
            "provider,type,gpu,gpus,gpu_memory_gib,vcpus,memory_gib,region,purchase,price,currency,as_of,source,shape_source,saving_percent,interruption,spot_source\n"
            "\"a, \"\"b\"\"\",,T4,0.1667,1.333,,262,,spot,0.000000001,USD,2022,x,y,0,>20%,z\n"
            "\" blank \",t,V100,8,,12.5,,\"r;s\",reserved-3y,9999,JPY,2026-11-21,,,,,\n");
        QCOMPARE(offers.size(), size_t(2));
        RateCardRules other = rules();
        other.asOf = *AsOf::parse("2001");
        const QByteArray written = writeRateCard(offers);
        const OfferTable again = parsed(written, other);
        QCOMPARE(again.size(), offers.size());
        for (size_t row = 0; row < offers.size(); ++row) {
            QVERIFY(again.figures(row) == offers.figures(row));
            for (size_t text = 0; text < kOfferTextCount; ++text)
                QCOMPARE(again.text(static_cast<OfferText>(text), row), offers.text(static_cast<OfferText>(text), row));
        }
        QCOMPARE(writeRateCard(again), written);
    }

    void whatIsWrongIsNamedWithRowAndColumn_data()
    {
        QTest::addColumn<QByteArray>("card");
        QTest::addColumn<QStringList>("said");
        const auto row = [](const char *name, const QByteArray &card, const QStringList &said) { QTest::newRow(name) << card << said; };
        const QByteArray head("provider,gpu,price,currency\n");
        const auto priced = [&](const char *price) { return head + "a,T4,1,USD\nb,T4," + price + ",USD\n"; };
        row("column missing", "provider,gpu,currency\na,T4,USD\n", {"Row 1", "price", "missing"});
        row("currency missing", "provider,gpu,price\na,T4,1\n", {"Row 1", "currency", "missing"});
        row("column unknown", "provider,gpu,price,currency,vcpu\na,T4,1,USD,4\n", {"Row 1", "vcpu"});
        row("column twice", "provider,gpu,price,currency,GPU\na,T4,1,USD,T4\n", {"Row 1", "gpu", "twice"});
        row("no header", "a,T4,1,USD\n", {"Row 1", "no column", "“a”"});
        row("field missing", head + "a,T4,1,USD\nb,T4,2\n", {"Row 3", "3 fields", "has 4"});
        row("field too many", head + "a,T4,1,USD,\n", {"Row 2", "5 fields"});
        row("negative price", priced("-3"), {"Row 3", "price", "-3", "above 0"});
        row("zero price", priced("0.00"), {"Row 3", "price", "above 0"});
        row("no price", priced(""), {"Row 3", "price", "empty"});
        row("absurd price", priced("1000000"), {"Row 3", "price", "1000000.00 USD", "10000"});
        row("absurd price of a slice", head.chopped(1) + ",gpus\na,T4,1,USD,1\nb,T4,900,USD,0.05\n", {"Row 3", "price", "10000"});
        row("price beyond counting", priced("99999999999999999999"), {"Row 3", "price"});
        row("decimal comma", "provider;gpu;price;currency\na;T4;8,5;USD\n", {"Row 2", "price", "8,5"});
        row("exponent", priced("1e-3"), {"Row 3", "price", "1e-3"});
        row("price in words", priced("cheap"), {"Row 3", "price", "cheap"});
        row("not a number", priced("nan"), {"Row 3", "price", "nan"});
        row("unknown currency", head + "a,T4,1,DOGE\n", {"Row 2", "currency", "DOGE", "USD, CNY"});
        row("no currency", head + "a,T4,1,\n", {"Row 2", "currency", "empty", "USD, CNY"});
        row("no provider", head + ",T4,1,USD\n", {"Row 2", "provider", "empty"});
        row("no GPU", head + "a,,1,USD\n", {"Row 2", "gpu", "empty"});
        row("unknown purchase", head.chopped(1) + ",purchase\na,T4,1,USD,auction\n", {"Row 2", "purchase", "auction", "on-demand, spot"});
        row("no day", head.chopped(1) + ",as_of\na,T4,1,USD,last week\n", {"Row 2", "as_of", "last week"});
        row("day to come", head.chopped(1) + ",as_of\na,T4,1,USD,2026-11-22\n", {"Row 2", "as_of", "in the future"});
        row("no GPUs at all", head.chopped(1) + ",gpus\na,T4,1,USD,0\n", {"Row 2", "gpus", "not between"});
        row("absurd memory", head.chopped(1) + ",memory_gib\na,T4,1,USD,99999999\n", {"Row 2", "memory_gib", "not between"});
        row("a line end in a name", head + "\"a\nb\",T4,1,USD\n", {"Row 2", "provider", "control"});
        row("an escape sequence", head + "\x1b[2J,T4,1,USD\n", {"Row 2", "provider", "control"});
        row("an endless name", head + QByteArray(100000, 'x') + ",T4,1,USD\n", {"Row 2", "provider", "longer"});
        row("unfinished quote", head + "\"a,T4,1,USD\n", {"Row 2", "not closed"});
        row("GBK", head + "\xcf\xd4\xbf\xa8,T4,1,CNY\n", {"Row 2", "UTF-8"});
        row("GBK that could be UTF-8",
            head
                + "\xc6\xbd\xcc\xa8"
                  "A,T4,1,CNY\n",
            {"Row 2", "provider", "CSV UTF-8"});
        row("GBK in JSON", json("[{'provider':'\xc6\xbd\xcc\xa8','gpu':'T4','price':1,'currency':'USD'}]"),
            {"Offer 1", "provider", "UTF-8"});
        row("UTF-16", QByteArray("\xff\xfep\0r\0", 6), {"Row 1", "CSV UTF-8"});
        row("UTF-16 the other way round", QByteArray("\xfe\xff\0p\0r", 6), {"Row 1", "CSV UTF-8"});
        row("a C1 control",
            head
                + "\xc2\x9b"
                  "2J,T4,1,USD\n",
            {"Row 2", "provider", "control"});
        row("text turned round",
            head
                + "a\xe2\x80\xae"
                  "b,T4,1,USD\n",
            {"Row 2", "provider", "control"});
        row("no text file",
            QByteArray("\x7f"
                       "ELF\0\0",
                       6),
            {"Row 1", "NUL"});
        row("nothing", "", {"empty"});
        row("only a header", head, {"no offers"});
        row("JSON cut off", json("[{'provider':'lab',\n'gpu':'T4'"), {"Line 2", "not JSON"});
        row("JSON of something else", json("{'a':1}"), {"offers"});
        row("JSON without offers", "[]", {"no offers"});
        row("JSON entry is no object", json("[{'provider':'a','gpu':'T4','price':1,'currency':'USD'},7]"), {"Offer 2"});
        row("JSON with a wrong key", json("[{'provider':'a','gpu':'T4','cost':1,'currency':'USD'}]"), {"Offer 1", "cost"});
        row("JSON with a list as price", json("[{'provider':'a','gpu':'T4','price':[1],'currency':'USD'}]"),
            {"Offer 1", "price", "neither"});
        row("JSON without a price", json("[{'provider':'a','gpu':'T4','currency':'USD'}]"), {"Offer 1", "price", "missing"});
        row("JSON with an empty price", json("[{'provider':'a','gpu':'T4','price':null,'currency':'USD'}]"), {"Offer 1", "price", "empty"});
        row("JSON without a currency", json("[{'provider':'a','gpu':'T4','price':1}]"), {"Offer 1", "currency", "missing"});
        row("JSON with an absurd price", json("[{'provider':'a','gpu':'T4','price':1e300,'currency':'USD'}]"), {"Offer 1", "price"});
    }
    void whatIsWrongIsNamedWithRowAndColumn()
    {
        QFETCH(QByteArray, card);
        QFETCH(QStringList, said);
        const auto offers = parseRateCard(card, rules());
        QVERIFY(!offers);
        QCOMPARE(offers.error().code, ErrorCode::InvalidInput);
        for (const QString &word : said)
            QVERIFY2(offers.error().what.contains(word), qPrintable(offers.error().what));
        QVERIFY2(offers.error().what.size() < 400, qPrintable(offers.error().what));
    }

    void aMillionRowsAreTooMany()
    {
        QByteArray card("provider,gpu,price,currency\n");
        for (int i = 0; i < 1'000'000; ++i)
            card += "a,T4,1,USD\n";
        const auto offers = parseRateCard(card, rules());
        QVERIFY(!offers);
        QVERIFY2(offers.error().what.contains(QStringLiteral("Row 100002")) && offers.error().what.contains(QStringLiteral("100000")),
                 qPrintable(offers.error().what));
        card.truncate(card.indexOf('\n') + 1 + 11 * 100'000);
        QCOMPARE(parsed(card).size(), size_t(100'000));
    }

    void aHugeFileIsRefusedUnread()
    {
        const auto offers = parseRateCard(QByteArray(kMaxRateCardBytes + 1, 'x'), rules());
        QVERIFY(!offers);
        QVERIFY2(offers.error().what.contains(QStringLiteral("64 MiB")), qPrintable(offers.error().what));
    }
};

QTEST_APPLESS_MAIN(TestRateCard)
#include "tst_ratecard.moc"
