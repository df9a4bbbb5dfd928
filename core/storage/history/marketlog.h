// SPDX-License-Identifier: GPL-3.0-or-later
// What clouds said about their offers: when one was in stock and at which price. A row is a period in which the answers did not change, so a
// quiet market stays small. The file holds at most kMaxPeriods rows, none older than kMaxDays; losing it loses memories and nothing else.
// Blocking; one object per thread, any number of readers beside writers in this program or another.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"
#include "core/storage/database/derivedfile.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace trainyard {

struct MarketSighting {
    QString provider, type, region, zone;  // an empty zone: of the whole region
    bool isSpot = false;
    std::optional<Money> perHour;   // nullopt: the cloud did not say
    std::optional<bool> isInStock;  // the same
    QString account;                // whose answer it was
    QDateTime first, last;          // UTC, whole seconds; when it was said for the first and the last time

    bool saysTheSameAs(const MarketSighting &other) const { return perHour == other.perHour && isInStock == other.isInStock; }
};

class MarketLog {
public:
    static constexpr int kMaxPeriods = 50'000;
    static constexpr int kMaxDays = 400;
    static constexpr int kMaxGapSeconds = 6 * 3600;  // after a longer time without a query, another period begins

    static Result<MarketLog> openToWrite(const QString &file, int mostPeriods = kMaxPeriods);  // a damaged file is replaced. NoSpace, Io
    static Result<MarketLog> openToRead(const QString &file);                                  // NotFound if there is none; Corrupt, Io

    // All of one round, at `when`; in one transaction.
    Result<void> add(const QList<MarketSighting> &seen, const QDateTime &when);
    // Newest first. With `now`, without what a clock that was ahead has written after it.
    Result<QList<MarketSighting>> of(const QString &provider, const QString &type, const QString &region, bool isSpot,
                                     const QDateTime &now = {}) const;
    Result<qint64> periods() const;

private:
    MarketLog(std::unique_ptr<DerivedFile> file, int mostPeriods) : m_file(std::move(file)), m_mostPeriods(mostPeriods) {}
    std::unique_ptr<DerivedFile> m_file;
    int m_mostPeriods;
};

}  // namespace trainyard
