// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/asof.h"

#include <QTest>

using namespace trainyard;

class TestAsOf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void daysMonthsAndYearsAreKeptAsPreciseAsTheyWere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QDate>("first");
        QTest::newRow("day") << QByteArray("2026-08-03") << QDate(2026, 8, 3);
        QTest::newRow("month") << QByteArray("2025-04") << QDate(2025, 4, 1);
        QTest::newRow("year") << QByteArray("2022") << QDate(2022, 1, 1);
        QTest::newRow("leap day") << QByteArray("2024-02-29") << QDate(2024, 2, 29);
        for (const char *no : {"2023-02-29", "2026-13", "2026-00", "2026-08-00", "26", "2026-8", "2026-08-3", "2026/08/03", "20260803",
                               "1999", "2026-08-03T00:00", "today", ""})
            QTest::newRow(no) << QByteArray(no) << QDate();
    }
    void daysMonthsAndYearsAreKeptAsPreciseAsTheyWere()
    {
        QFETCH(QByteArray, text);
        QFETCH(QDate, first);
        const auto day = AsOf::parse(text);
        QCOMPARE(day.has_value(), first.isValid());
        if (!day)
            return;
        QCOMPARE(day->firstDay(), first);
        QCOMPARE(day->text().toLatin1(), text);
    }

    void unknownIsBeforeAnyDay()
    {
        QVERIFY(!AsOf().isKnown());
        QCOMPARE(AsOf().text(), QString());
        QVERIFY(AsOf() < *AsOf::parse("2022"));
        QVERIFY(*AsOf::parse("2022") < *AsOf::parse("2022-01-01"));
        QCOMPARE(AsOf(QDate(2026, 8, 3)), *AsOf::parse("2026-08-03"));
    }
};

QTEST_APPLESS_MAIN(TestAsOf)
#include "tst_asof.moc"
