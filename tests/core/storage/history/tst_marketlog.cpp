// SPDX-License-Identifier: GPL-3.0-or-later
// What clouds said about stock and prices, kept in periods and bounded.
#include "core/storage/history/marketlog.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const QDateTime kBegan = QDateTime::fromString(QStringLiteral("2026-11-01T00:00:00Z"), Qt::ISODate);

MarketSighting seen(const char *type, const char *price, std::optional<bool> isInStock, const char *account = "work")
{
    MarketSighting one;
    one.provider = QStringLiteral("fake");
    one.type = QLatin1String(type);
    one.region = QStringLiteral("eu-1");
    one.zone = QStringLiteral("eu-1a");
    one.account = QLatin1String(account);
    one.isInStock = isInStock;
    if (*price)
        one.perHour = *Money::parse(price, Currency::USD);
    return one;
}

}  // namespace

class TestMarketLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anUnchangedAnswerIsOnePeriodAndAChangeBeginsAnother()
    {
        QTemporaryDir folder;
        auto log = MarketLog::openToWrite(folder.filePath(QStringLiteral("market.store")));
        QVERIFY(log);
        for (int minute = 0; minute < 60; minute += 5)
            QVERIFY(log->add({seen("big", "18", true)}, kBegan.addSecs(minute * 60)));
        QVERIFY(log->add({seen("big", "19", true)}, kBegan.addSecs(3600)));
        QVERIFY(log->add({seen("big", "19", false)}, kBegan.addSecs(3900)));
        const auto found = log->of(QStringLiteral("fake"), QStringLiteral("big"), QStringLiteral("eu-1"), false);
        QVERIFY(found);
        QCOMPARE(found->size(), 3);
        QCOMPARE(found->first().isInStock, std::optional(false));
        QCOMPARE(found->last().first, kBegan);
        QCOMPARE(found->last().last, kBegan.addSecs(55 * 60));
        QCOMPARE(found->last().perHour, Money::parse("18", Currency::USD).value());
        QCOMPARE(found->last().account, QStringLiteral("work"));
        QVERIFY(log->of(QStringLiteral("fake"), QStringLiteral("big"), QStringLiteral("eu-1"), true)->isEmpty());
    }

    void twoAccountsDoNotInterruptEachOther()
    {
        QTemporaryDir folder;
        auto log = MarketLog::openToWrite(folder.filePath(QStringLiteral("market.store")));
        for (int minute = 0; minute < 60; minute += 5) {
            QVERIFY(log->add({seen("big", "18", true)}, kBegan.addSecs(minute * 60)));
            QVERIFY(log->add({seen("big", "20", true, "other")}, kBegan.addSecs(minute * 60 + 7)));
        }
        QCOMPARE(*log->periods(), 2);
    }

    void aTimeInWhichNobodyAskedIsNotFilledIn()
    {
        QTemporaryDir folder;
        auto log = MarketLog::openToWrite(folder.filePath(QStringLiteral("market.store")));
        QVERIFY(log->add({seen("big", "", true)}, kBegan));
        QVERIFY(log->add({seen("big", "", true)}, kBegan.addDays(1)));
        const auto found = log->of(QStringLiteral("fake"), QStringLiteral("big"), QStringLiteral("eu-1"), false);
        QCOMPARE(found->size(), 2);
        QVERIFY(!found->first().perHour);
    }

    void aClockThatWasAheadLeavesNoPointsInTheFutureAndNoRowForEachRound()
    {
        QTemporaryDir folder;
        auto log = MarketLog::openToWrite(folder.filePath(QStringLiteral("market.store")));
        QVERIFY(log);
        QVERIFY(log->add({seen("big", "18", true)}, kBegan));
        QVERIFY(log->add({seen("big", "18", true)}, kBegan.addDays(30)));  // the clock was wrong
        for (int minute = 5; minute < 65; minute += 5)
            QVERIFY(log->add({seen("big", "18", true)}, kBegan.addSecs(minute * 60)));
        QCOMPARE(*log->periods(), 3);
        const QDateTime now = kBegan.addSecs(3600);
        const auto found = log->of(QStringLiteral("fake"), QStringLiteral("big"), QStringLiteral("eu-1"), false, now);
        QVERIFY(found);
        QCOMPARE(found->size(), 2);
        for (const MarketSighting &one : *found)
            QVERIFY(one.first <= one.last && one.last <= now);
        QCOMPARE(found->first().first, kBegan.addSecs(300));
        QCOMPARE(found->first().last, now);
    }

    void itIsBoundedInRowsAndInTime()
    {
        QTemporaryDir folder;
        constexpr int kMost = 200;
        auto log = MarketLog::openToWrite(folder.filePath(QStringLiteral("market.store")), kMost);
        QVERIFY(log->add({seen("old", "1", true)}, kBegan.addDays(-MarketLog::kMaxDays - 1)));
        QVERIFY(log->add({seen("big", "1", true)}, kBegan));
        QVERIFY(log->of(QStringLiteral("fake"), QStringLiteral("old"), QStringLiteral("eu-1"), false)->isEmpty());
        QList<MarketSighting> many;
        for (int i = 0; i < kMost + 100; ++i)
            many << seen(QByteArray::number(i).constData(), "1", true);
        QVERIFY(log->add(many, kBegan.addSecs(1)));
        QCOMPARE(*log->periods(), kMost);
        QVERIFY(log->of(QStringLiteral("fake"), QStringLiteral("big"), QStringLiteral("eu-1"), false)->isEmpty());
    }

    void aDamagedFileIsReplacedAndReadersSayThatThereIsNone()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("market.store"));
        QCOMPARE(MarketLog::openToRead(file).error().code, ErrorCode::NotFound);
        QFile damaged(file);
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write(QByteArray(8192, 'x'));
        damaged.close();
        auto log = MarketLog::openToWrite(file);
        QVERIFY(log);
        QVERIFY(log->add({seen("big", "1", true)}, kBegan));
        QVERIFY(MarketLog::openToRead(file));
    }
};

QTEST_GUILESS_MAIN(TestMarketLog)
#include "tst_marketlog.moc"
