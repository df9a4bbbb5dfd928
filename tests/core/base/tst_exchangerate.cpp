#include "core/base/exchangerate.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

const QDate kToday(2026, 11, 21);

ExchangeRate rate(const char *text) { return *ExchangeRate::parse(QLatin1String(text), kToday); }
Money money(const char *text, Currency currency) { return *Money::parse(text, currency); }

}  // namespace

class TestExchangeRate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ratesAreReadWithTheirDay_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("written");
        const auto row = [](const char *name, const char *text, const char *written) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(written);
        };
        row("plain", "USD/CNY=7.1@2026-11-01", "USD/CNY=7.1@2026-11-01");
        row("today", "usd/cny=7.123456789@2026-11-21", "USD/CNY=7.123456789@2026-11-21");
        row("tomorrow", "USD/CNY=7.1@2026-11-22", "");
        row("no day", "USD/CNY=7.1", "");
        row("no such day", "USD/CNY=7.1@2026-02-30", "");
        row("long ago", "USD/CNY=7.1@1999-12-31", "");
        row("zero", "USD/CNY=0@2026-11-01", "");
        row("negative", "USD/CNY=-7.1@2026-11-01", "");
        row("absurd", "USD/CNY=7100000@2026-11-01", "");
        row("decimal comma", "USD/CNY=7,1@2026-11-01", "");
        row("two points", "USD/CNY=7.1.1@2026-11-01", "");
        row("the same twice", "USD/USD=1@2026-11-01", "");
        row("unknown currency", "USD/XAU=0.0002@2026-11-01", "");
        row("the other unknown", "XAU/USD=4000@2026-11-01", "");
        row("no pair", "CNY=7.1@2026-11-01", "");
        row("nothing", "", "");
    }
    void ratesAreReadWithTheirDay()
    {
        QFETCH(QString, text);
        QFETCH(QString, written);
        const auto parsed = ExchangeRate::parse(text, kToday);
        QCOMPARE(parsed ? parsed->text() : QString(), written);
        if (!parsed) {
            QCOMPARE(parsed.error().code, ErrorCode::InvalidInput);
            QVERIFY(!parsed.error().what.isEmpty());
        }
    }

    void moneyIsConvertedBothWays()
    {
        ExchangeRates rates;
        rates.set(rate("USD/CNY=7.1@2026-11-01"));
        QCOMPARE(*rates.convert(money("2", Currency::USD), Currency::CNY), money("14.2", Currency::CNY));
        QCOMPARE(*rates.convert(money("14.2", Currency::CNY), Currency::USD), money("2", Currency::USD));
        QCOMPARE(*rates.convert(money("15.2", Currency::CNY), Currency::USD), money("2.140845070", Currency::USD));
        QCOMPARE(*rates.convert(money("3", Currency::EUR), Currency::EUR), money("3", Currency::EUR));
    }

    void noRateIsMadeUp()
    {
        ExchangeRates rates;
        rates.set(rate("USD/CNY=7.1@2026-11-01"));
        rates.set(rate("EUR/USD=1.1@2026-11-01"));
        // Could be worked out, but nobody said so.
        const auto crossed = rates.convert(money("1", Currency::EUR), Currency::CNY);
        QVERIFY(!crossed);
        QCOMPARE(crossed.error().code, ErrorCode::NotFound);
        const auto none = rates.convert(money("1", Currency::GBP), Currency::USD);
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::NotFound);
    }

    void aNewRateTakesTheOldOnesPlace()
    {
        ExchangeRates rates;
        rates.set(rate("USD/CNY=7.1@2026-11-01"));
        rates.set(rate("CNY/USD=0.125@2026-11-20"));
        QCOMPARE(rates.all().size(), 1);
        QCOMPARE(*rates.convert(money("1", Currency::USD), Currency::CNY), money("8", Currency::CNY));
        QVERIFY(rates.remove(Currency::USD, Currency::CNY));
        QVERIFY(!rates.remove(Currency::USD, Currency::CNY));
        QVERIFY(rates.all().isEmpty());
    }

    void thereAndBackLosesNoMoreThanTheLastDigit()
    {
        QRandomGenerator random(4);
        for (int i = 0; i < 5000; ++i) {
            ExchangeRates rates;
            rates.set({Currency::USD, Currency::CNY, random.bounded(1, 20) * Money::kNanosPerUnit + random.bounded(1'000'000'000), kToday});
            const Money there(qint64(random.bounded(1'000'000)) * Money::kNanosPerUnit + random.bounded(1'000'000'000), Currency::USD);
            const Money back = *rates.convert(*rates.convert(there, Currency::CNY), Currency::USD);
            QVERIFY(std::abs(back.nanos() - there.nanos()) <= 1);
        }
    }

    void whatIsTooLargeToConvertIsSaid()
    {
        ExchangeRates rates;
        rates.set(rate("USD/KRW=1400@2026-11-01"));
        const auto converted = rates.convert(money("9000000000", Currency::USD), Currency::KRW);
        QVERIFY(!converted);
        QCOMPARE(converted.error().code, ErrorCode::InvalidInput);
    }
};

QTEST_APPLESS_MAIN(TestExchangeRate)
#include "tst_exchangerate.moc"
