// SPDX-License-Identifier: GPL-3.0-or-later
// Fractions are exact and in lowest terms, or there are none: checked against wider numbers.
#include "core/knowledge/cost/quantity.h"

#include <QRandomGenerator>
#include <QTest>

#include <numeric>

using namespace trainyard;

class TestQuantity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void productsAreExact()
    {
        QCOMPARE(*Quantity::of({2, 45'000}, {3600}), (Quantity{25, 1}));
        QCOMPARE(*Quantity::of({1, 100}, {3600}), (Quantity{1, 36}));
        QCOMPARE(*Quantity::of({0, 7}, {3}), (Quantity{0, 1}));
        QCOMPARE(*Quantity::of({5}), (Quantity{5, 1}));
        __extension__ typedef __int128 Wide;
        QRandomGenerator random(3);
        for (int round = 0; round < 2000; ++round) {
            const qint64 a = random.bounded(1, 1'000'000'000), b = random.bounded(1, 1'000'000'000), c = random.bounded(1, 1'000'000);
            const auto made = Quantity::of({a, b}, {c});
            QVERIFY(made);
            QVERIFY(Wide(made->numerator) * c == Wide(a) * b * made->denominator);
            QCOMPARE(std::gcd(made->numerator, made->denominator), qint64(1));
        }
    }

    void whatDoesNotFitIsNothing()
    {
        QVERIFY(!Quantity::of({4'000'000'000, 4'000'000'000}));
        QVERIFY(!Quantity::of({1}, {4'000'000'000, 4'000'000'000}));
        QVERIFY(Quantity::of({4'000'000'000, 4'000'000'000}, {1'000'000}));
    }
};

QTEST_APPLESS_MAIN(TestQuantity)
#include "tst_quantity.moc"
