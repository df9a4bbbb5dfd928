// SPDX-License-Identifier: GPL-3.0-or-later
// A machine of one's own: what an hour costs, what the database keeps, and from when on owning costs no more than renting; all computed by
// hand.
#include "core/knowledge/cost/ownfigures.h"

#include <QTest>

#include <limits>

using namespace trainyard;

namespace {

Money eur(const char *amount) { return *Money::parse(amount, Currency::EUR); }

// 52,000 EUR over 4 years at 60 % use, 300 W without GPUs, PUE 1.4, 0.32 EUR for a kWh.
OwnHardware labMachine()
{
    OwnHardware own;
    own.price = eur("52000");
    own.lifeMonths = 48;
    own.utilisationPercent = 60;
    own.watts = 300;
    own.pueHundredths = 140;
    own.perKwh = eur("0.32");
    return own;
}

}  // namespace

class TestOwnFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anHourIsWearAndElectricity()
    {
        // 52000 / (48 × 730 h × 60 %) = 2.473363775, and (300 + 1700) W × 1.4 × 0.32 = 0.896.
        QCOMPARE(*hourlyCost(withGpus(labMachine(), 1700)), eur("3.369363775"));
        // Without a measured power of the GPUs: 0.3 kW × 1.4 × 0.32 = 0.1344.
        QCOMPARE(*hourlyCost(withGpus(labMachine(), std::nullopt)), eur("2.607763775"));
    }

    void whatIsKeptIsReadBackTheSame()
    {
        const OwnHardware own = labMachine();
        const auto read = ownFromTexts(textsOf(own));
        QVERIFY(read);
        QCOMPARE(textsOf(*read), textsOf(own));
        QCOMPARE(read->price, own.price);
        QCOMPARE(read->perKwh, own.perKwh);
        QCOMPARE(read->watts, 300);
    }

    void damagedTextsAreNoFigures_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("no currency") << QStringLiteral("currency") << QString();
        QTest::newRow("unknown currency") << QStringLiteral("currency") << QStringLiteral("XYZ");
        QTest::newRow("a price that is none") << QStringLiteral("purchase") << QStringLiteral("1e9");
        QTest::newRow("a negative price") << QStringLiteral("per_kwh") << QStringLiteral("-1");
        QTest::newRow("no life") << QStringLiteral("life_months") << QStringLiteral("0");
        QTest::newRow("a PUE below one") << QStringLiteral("pue_hundredths") << QStringLiteral("99");
        QTest::newRow("more than all use") << QStringLiteral("utilisation_percent") << QStringLiteral("101");
        QTest::newRow("negative watts") << QStringLiteral("base_watts") << QStringLiteral("-5");
    }
    void damagedTextsAreNoFigures()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        auto texts = textsOf(labMachine());
        texts[key] = value;
        QVERIFY(!ownFromTexts(texts));
    }

    void figuresInTwoCurrenciesOrWithoutPricesAreRefused()
    {
        OwnHardware own = labMachine();
        own.perKwh = *Money::parse("0.3", Currency::USD);
        QCOMPARE(checkOwn(own).error().code, ErrorCode::InvalidInput);
        own = labMachine();
        own.price = own.perKwh = Money(0, Currency::EUR);
        QCOMPARE(checkOwn(own).error().code, ErrorCode::InvalidInput);
        own.perKwh = eur("0.32");
        QVERIFY(checkOwn(own));
    }

    void theMeanPowerNeedsAMinuteAndIsNeverAbsurd()
    {
        QVERIFY(!(GpuEnergy{1e6, 59'999}).watts());
        QCOMPARE(*(GpuEnergy{60 * 700.4, 60'000}).watts(), 700);
        QVERIFY(!(GpuEnergy{-1, 60'000}).watts());
        QVERIFY(!(GpuEnergy{std::numeric_limits<double>::quiet_NaN(), 60'000}).watts());
        QCOMPARE(*(GpuEnergy{1e300, 60'000}).watts(), 1'000'000);
        QCOMPARE(*(GpuEnergy{60 * 600, 60'000}).plus({60 * 800, 60'000}).watts(), 700);
    }

    // 52000 / 48 = 1083.333333333 a month; 2000 W cost 0.896 an hour: renting at 4 saves 3.104 an hour, so from 349.02 hours on.
    void owningPaysFromTheHoursThatWearAndElectricityAllow()
    {
        const auto even = ownBreakEven(withGpus(labMachine(), 1700), eur("4"), {});
        QVERIFY(even);
        QCOMPARE(even->wearPerMonth, eur("1083.333333333"));
        QCOMPARE(even->energyPerHour, eur("0.896"));
        QCOMPARE(even->hundredthsOfHours, 34902);
        QVERIFY(even->isEverWorthIt());
        // Cheaper than its electricity: never.
        QVERIFY(!ownBreakEven(withGpus(labMachine(), 1700), eur("0.5"), {})->isEverWorthIt());
        // Above 730 hours a month: neither.
        QVERIFY(!ownBreakEven(withGpus(labMachine(), 1700), eur("2"), {})->isEverWorthIt());
    }

    void anotherCurrencyNeedsARate()
    {
        const Money rent = *Money::parse("4", Currency::USD);
        QCOMPARE(ownBreakEven(labMachine(), rent, {}).error().code, ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestOwnFigures)
#include "tst_ownfigures.moc"
