// SPDX-License-Identifier: GPL-3.0-or-later
// Money is exact: checked against sums and products in wider numbers over random amounts.
#include "core/base/money.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

__extension__ typedef __int128 Wide;

Money money(const char *text, Currency currency = Currency::USD)
{
    const auto parsed = Money::parse(text, currency);
    return parsed ? *parsed : Money(-1, currency);
}

qint64 anyNanos(QRandomGenerator &random)
{
    const auto value = static_cast<qint64>(random.generate64() >> random.bounded(1, 64)) % Money::kMaxNanos;
    return random.bounded(2) == 0 ? value : -value;
}

}  // namespace

class TestMoney : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void amountsAreReadAndWritten_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("written");
        QTest::newRow("a price") << QByteArray("21.957643") << QStringLiteral("21.957643 USD");
        QTest::newRow("cents are always shown") << QByteArray("3.7") << QStringLiteral("3.70 USD");
        QTest::newRow("whole") << QByteArray("15") << QStringLiteral("15.00 USD");
        QTest::newRow("a billionth") << QByteArray("0.000000001") << QStringLiteral("0.000000001 USD");
        QTest::newRow("ten decimals as price lists write them") << QByteArray("55.0400000000") << QStringLiteral("55.04 USD");
        QTest::newRow("negative") << QByteArray("-0.5") << QStringLiteral("-0.50 USD");
        QTest::newRow("the most") << QByteArray("9000000000") << QStringLiteral("9000000000.00 USD");
        QTest::newRow("too much") << QByteArray("9000000000.000000001") << QString();
        QTest::newRow("too precise") << QByteArray("0.0000000001") << QString();
        QTest::newRow("with its sign") << QByteArray("$5") << QString();
        QTest::newRow("nothing") << QByteArray() << QString();
    }
    void amountsAreReadAndWritten()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, written);
        const auto parsed = Money::parse(text, Currency::USD);
        QCOMPARE(parsed.has_value(), !written.isEmpty());
        if (parsed) {
            QCOMPARE(parsed->text(), written);
            QCOMPARE(*Money::parse(parsed->decimal().toUtf8(), Currency::USD), *parsed);
        } else {
            QCOMPARE(parsed.error().code, ErrorCode::InvalidInput);
        }
    }

    void sumsAreExact()
    {
        // A tenth is not a binary fraction: ten thousand doubles of it would not add up to a thousand.
        Money sum;
        for (int i = 0; i < 10000; ++i)
            sum = *sum.plus(money("0.1"));
        QCOMPARE(sum, money("1000"));

        QRandomGenerator random(1);
        for (int round = 0; round < 200; ++round) {
            QList<qint64> parts;
            Wide wide = 0;
            for (int i = 0; i < 100; ++i) {
                parts << anyNanos(random) / 200;
                wide += parts.last();
            }
            Money forward, backward;
            for (const qint64 part : parts)
                forward = *forward.plus(Money(part, Currency::USD));
            for (auto it = parts.crbegin(); it != parts.crend(); ++it)
                backward = *backward.plus(Money(*it, Currency::USD));
            QVERIFY(Wide(forward.nanos()) == wide);
            QCOMPARE(forward, backward);
        }
    }

    void whatIsAddedCanBeTakenAway()
    {
        QRandomGenerator random(2);
        int overflows = 0;
        for (int i = 0; i < 20000; ++i) {
            const Money a(anyNanos(random), Currency::CNY), b(anyNanos(random), Currency::CNY);
            const auto sum = a.plus(b);
            const Wide wide = Wide(a.nanos()) + b.nanos();
            const bool fits = wide <= Money::kMaxNanos && wide >= -Money::kMaxNanos;
            QCOMPARE(sum.has_value(), fits);
            if (sum)
                QCOMPARE(*sum->minus(b), a);
            else
                ++overflows;
        }
        QVERIFY(overflows > 0);
    }

    void productsAreRoundedOnceAndByHalfAtMost()
    {
        QRandomGenerator random(3);
        int overflows = 0;
        for (int i = 0; i < 20000; ++i) {
            const Money price(anyNanos(random), Currency::USD);
            const auto numerator = static_cast<qint64>(random.generate64() >> random.bounded(1, 64));
            const auto denominator = static_cast<qint64>(random.generate64() >> random.bounded(1, 64)) + 1;
            const auto product = price.times(numerator, denominator);
            const Wide exact = Wide(price.nanos()) * numerator;  // in 1/denominator
            if (!product) {
                const Wide size = exact < 0 ? -exact : exact;
                QVERIFY(size / denominator >= Money::kMaxNanos);
                ++overflows;
                continue;
            }
            const Wide off = Wide(product->nanos()) * denominator - exact;
            QVERIFY(2 * (off < 0 ? -off : off) <= denominator);
        }
        QVERIFY(overflows > 0);
    }

    void aMinuteAtAPriceByTheHour()
    {
        QCOMPARE(*money("21.957643").times(1, 60), money("0.365960717"));
        QCOMPARE(*money("21.957643").times(90 * 60, 3600), money("32.9364645"));
        QCOMPARE(money("32.9364645").roundedToCents(), money("32.94"));
    }

    void halvesAreRoundedAwayFromZero_data()
    {
        QTest::addColumn<QByteArray>("amount");
        QTest::addColumn<int>("decimals");
        QTest::addColumn<QByteArray>("rounded");
        QTest::newRow("half a cent") << QByteArray("0.005") << 2 << QByteArray("0.01");
        QTest::newRow("half a cent owed") << QByteArray("-0.005") << 2 << QByteArray("-0.01");
        QTest::newRow("just below") << QByteArray("0.004999999") << 2 << QByteArray("0.00");
        QTest::newRow("just below, owed") << QByteArray("-0.004999999") << 2 << QByteArray("0");
        QTest::newRow("carried over") << QByteArray("1.999999999") << 2 << QByteArray("2");
        QTest::newRow("nothing to do") << QByteArray("1.999999999") << 9 << QByteArray("1.999999999");
        QTest::newRow("to whole units") << QByteArray("1234.5") << 0 << QByteArray("1235");
        QTest::newRow("the most") << QByteArray("9000000000") << 0 << QByteArray("9000000000");
    }
    void halvesAreRoundedAwayFromZero()
    {
        QFETCH(QByteArray, amount);
        QFETCH(int, decimals);
        QFETCH(QByteArray, rounded);
        QCOMPARE(money(amount.constData()).rounded(decimals), money(rounded.constData()));
    }

    void currenciesHaveTheirCents()
    {
        for (const Currency currency : currencies()) {
            QCOMPARE(currencyFromCode(currencyCode(currency).toLatin1()), std::optional(currency));
            QCOMPARE(currencyFromCode(currencyCode(currency).toLower().toLatin1()), std::optional(currency));
        }
        for (const char *nothing : {"", "U", "US", "USDT", "XXX", "¥"})
            QVERIFY(!currencyFromCode(nothing));
        QCOMPARE(money("99.5", Currency::JPY).roundedToCents().text(), QStringLiteral("100 JPY"));
        QCOMPARE(money("99.555", Currency::EUR).roundedToCents().text(), QStringLiteral("99.56 EUR"));
    }

    void twoCurrenciesAreNeverInOrder()
    {
        QVERIFY(money("1") < money("1.000000001"));
        QVERIFY(money("1") <= money("1") && money("1") >= money("1.00"));
        const Money dollar = money("1"), yuan = money("1", Currency::CNY);
        QVERIFY(!(dollar < yuan) && !(yuan < dollar) && !(dollar <= yuan) && dollar != yuan);
    }
};

QTEST_APPLESS_MAIN(TestMoney)
#include "tst_money.moc"
