// SPDX-License-Identifier: GPL-3.0-or-later
// When a commitment pays off: at the stated hour it costs no more, a hundredth of an hour earlier it does.
#include "core/knowledge/cost/breakeven.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

__extension__ typedef __int128 Wide;

Money money(const char *text, Currency currency = Currency::USD) { return *Money::parse(text, currency); }

}  // namespace

class TestBreakEven : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hoursAreThoseAtWhichItTurns()
    {
        QRandomGenerator random(7);
        for (int round = 0; round < 1000; ++round) {
            const Money onDemand(random.bounded(1, 100'000) * qint64(1'000'000), Currency::USD);
            const Money reserved(random.bounded(1, 100'000) * qint64(1'000'000), Currency::USD);
            const auto even = breakEven(onDemand, Purchase::Reserved1y, {reserved, {}, {}}, {}, {});
            QVERIFY(even);
            const Wide month = Wide(reserved.nanos()) * 730 * 100;
            QVERIFY(Wide(onDemand.nanos()) * even->hundredthsOfHours >= month);
            QVERIFY(Wide(onDemand.nanos()) * (even->hundredthsOfHours - 1) < month);
            QCOMPARE(even->isEverWorthIt(), reserved <= onDemand);
        }
    }

    void ownUseTellsWhatItSaves()
    {
        const auto even = breakEven(money("1"), Purchase::Monthly, {money("365"), {}, {}}, 500h, {});
        QVERIFY(even);
        QCOMPARE(even->hundredthsOfHours, 36'500);
        QCOMPARE(even->committedMonth.text(), QStringLiteral("365.00 USD"));
        QCOMPARE(even->onDemandMonth->text(), QStringLiteral("500.00 USD"));
        QCOMPARE(even->saving->text(), QStringLiteral("135.00 USD"));
        QCOMPARE(breakEven(money("1"), Purchase::Monthly, {money("365"), {}, {}}, 100h, {})->saving->text(), QStringLiteral("-265.00 USD"));
    }

    void currenciesNeedARate()
    {
        const Price yuan{money("7.1", Currency::CNY), {}, {}};
        const auto without = breakEven(money("2"), Purchase::Reserved3y, yuan, {}, {});
        QVERIFY(!without && without.error().code == ErrorCode::NotFound);
        ExchangeRates rates;
        rates.set(*ExchangeRate::parse(QStringLiteral("USD/CNY=7.1@2026-11-01"), QDate(2026, 11, 21)));
        QCOMPARE(breakEven(money("2"), Purchase::Reserved3y, yuan, {}, rates)->hundredthsOfHours, 36'500);
    }

    void absurdThingsAreRefused()
    {
        const Price one{money("1"), {}, {}};
        QVERIFY(!breakEven(money("-1"), Purchase::Monthly, one, {}, {}));
        QVERIFY(!breakEven(money("1"), Purchase::Monthly, one, 731h, {}));
        QVERIFY(!breakEven(money("1"), Purchase::Reserved1y, {money("9000000000"), {}, {}}, {}, {}));
        // An hourly price of zero is never more expensive than a commitment.
        QVERIFY(!breakEven(Money(), Purchase::Monthly, one, {}, {})->isEverWorthIt());
    }
};

QTEST_APPLESS_MAIN(TestBreakEven)
#include "tst_breakeven.moc"
