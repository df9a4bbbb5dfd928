// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/decimal.h"
#include "core/base/excerpt.h"

#include <QRandomGenerator>
#include <QTest>

#include <limits>

using namespace trainyard;

class TestDecimal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decimalsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("decimals");
        QTest::addColumn<bool>("isOne");
        QTest::addColumn<qint64>("value");
        const auto row = [](const char *name, const QByteArray &text, int decimals, std::optional<qint64> value) {
            QTest::newRow(name) << text << decimals << value.has_value() << value.value_or(0);
        };
        row("whole", "12", 2, 1200);
        row("a point", "12.5", 2, 1250);
        row("nothing in front", ".5", 2, 50);
        row("nothing behind", "5.", 2, 500);
        row("negative", "-0.01", 2, -1);
        row("zeros beyond", "55.0400000000", 2, 5504);
        row("leading zeros", "000012", 0, 12);
        row("the largest", "9223372036854775807", 0, std::numeric_limits<qint64>::max());
        row("the smallest", "-9223372036854775808", 0, std::numeric_limits<qint64>::min());
        row("one more than the largest", "9223372036854775808", 0, {});
        row("too large by its decimals", "9223372036854775807", 1, {});
        row("a thousand digits", QByteArray(1000, '9'), 0, {});
        row("more precise", "12.501", 2, {});
        row("two points", "1.2.3", 2, {});
        row("decimal comma", "8,5", 2, {});
        row("plus", "+1", 2, {});
        row("exponent", "1e3", 2, {});
        row("blank", " 1", 2, {});
        row("only a minus", "-", 2, {});
        row("only a point", ".", 2, {});
        row("nothing", "", 2, {});
        row("not a number", "nan", 2, {});
        row("other digits", "\xd9\xa1", 2, {});
    }
    void decimalsAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, decimals);
        QFETCH(bool, isOne);
        QFETCH(qint64, value);
        const auto read = parseDecimal(text, decimals);
        QCOMPARE(read.has_value(), isOne);
        QCOMPARE(read.value_or(0), value);
    }

    void whatIsWrittenIsReadBack()
    {
        QRandomGenerator random(7);
        for (int i = 0; i < 20000; ++i) {
            const int decimals = random.bounded(10), least = random.bounded(decimals + 1);
            const auto value = static_cast<qint64>(random.generate64() >> random.bounded(64)) * (i % 2 == 0 ? 1 : -1);
            const QString text = decimalText(value, decimals, least);
            QCOMPARE(parseDecimal(text.toUtf8(), decimals), std::optional(value));
            QVERIFY2(text.section(u'.', 1).size() >= least, qPrintable(text));
            QVERIFY2(!text.contains(u'.') || !text.endsWith(u'0') || text.section(u'.', 1).size() == least, qPrintable(text));
        }
    }

    void numbersShowTheSameDigits()
    {
        // Divided as doubles, the first three end in …699998, …000003 and …000001.
        QCOMPARE(QByteArray::number(decimalNumber(1'670'675'155'170'000'000, 9), 'g', 15), QByteArray("1670675155.17"));
        QVERIFY(decimalNumber(1'670'675'155'170'000'000, 9) == 1670675155.17);
        QVERIFY(decimalNumber(3'083'986'722'470'000'000, 9) == 3083986722.47);
        QVERIFY(decimalNumber(6'644'162'735'000'000'000, 9) == 6644162735.0);
        QVERIFY(decimalNumber(-15'200'000'000, 9) == -15.2);
        QVERIFY(decimalNumber(0, 9) == 0.0 && decimalNumber(1, 9) == 1e-9);
    }

    void excerptsAreShortAndWhole()
    {
        QCOMPARE(excerpt("8,5"), QStringLiteral("8,5"));
        QCOMPARE(excerpt(QByteArray(40, 'x')), QString(40, u'x'));
        QCOMPARE(excerpt(QByteArray(100000, 'x')), QString(40, u'x') + u'…');
        QCOMPARE(excerpt(QStringLiteral("价").repeated(60).toUtf8()), QStringLiteral("价").repeated(40) + u'…');
    }
};

QTEST_APPLESS_MAIN(TestDecimal)
#include "tst_decimal.moc"
