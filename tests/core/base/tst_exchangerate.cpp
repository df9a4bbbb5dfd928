// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/exchangerate.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

__extension__ typedef __int128 Wide;

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
        // It could be derived, but nobody entered it.
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

    void billsAreRoundedOnce()
    {
        QRandomGenerator random(31);
        for (int round = 0; round < 5000; ++round) {
            ExchangeRates rates;
            const qint64 rate = random.bounded(1'000, 2'000'000'000);
            rates.set({Currency::USD, Currency::CNY, rate, QDate(2026, 11, 1)});
            const Money price(random.bounded(1'000'000) * qint64(random.bounded(1, 3'000)),
                              random.bounded(2) ? Currency::USD : Currency::CNY);
            const qint64 numerator = random.bounded(100'000), denominator = random.bounded(1, 100'000);
            const auto billed = rates.billed(price, numerator, denominator, Currency::CNY);
            QVERIFY(billed && billed->currency() == Currency::CNY);
            const bool isForeign = price.currency() == Currency::USD;
            const Wide exact = Wide(price.nanos()) * numerator * (isForeign ? rate : 1),
                       over = Wide(denominator) * (isForeign ? 1'000'000'000 : 1);
            const Wide off = Wide(billed->nanos()) * over - exact;
            QCOMPARE(billed->nanos() % 10'000'000, 0);
            QVERIFY(2 * (off < 0 ? -off : off) <= 10'000'000 * over);
        }
        ExchangeRates rates;
        rates.set({Currency::USD, Currency::JPY, 3, QDate(2026, 11, 1)});
        QCOMPARE(rates.billed(money("0.005", Currency::USD), 1, 1, Currency::USD)->text(), QStringLiteral("0.01 USD"));
        QCOMPARE(rates.billed(money("17.999999999", Currency::USD), 1, 3600, Currency::USD)->text(), QStringLiteral("0.00 USD"));
        QCOMPARE(rates.billed(money("0.5", Currency::JPY), 1, 1, Currency::JPY)->text(), QStringLiteral("1 JPY"));
        // A third of the value of a cent, in both directions.
        QCOMPARE(rates.billed(money("500000000", Currency::USD), 1, 3, Currency::JPY)->text(), QStringLiteral("1 JPY"));
        QCOMPARE(rates.billed(money("499999999", Currency::USD), 1, 3, Currency::JPY)->text(), QStringLiteral("0 JPY"));
        QCOMPARE(rates.billed(money("1", Currency::JPY), 3, 1'000'000'000, Currency::USD)->text(), QStringLiteral("1.00 USD"));
        QCOMPARE(rates.billed(money("1", Currency::USD), 1, 1, Currency::EUR).error().code, ErrorCode::NotFound);
        for (const auto &[price, times] : {std::pair("9000000000", 2), std::pair("1000000000", 1)})
            QCOMPARE(rates.billed(money(price, Currency::JPY), times, 1, Currency::USD).error().code, ErrorCode::InvalidInput);
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
