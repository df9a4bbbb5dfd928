// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of rented machines so far, and what caused it. Pure: the caller passes the time. Any thread.
//
// A rental costs money from its start to its end, whether anything runs or not: price per hour × billed time, rounded up as its provider
// bills (estimate.h). Where the price moves, each part is charged at the price of its own time; the minimum, and a step or a piece that has
// begun, at the price at its beginning. Runs that share a machine pay equal parts of its price for the time they share; the rest of the rental is idle.
// Amounts are billionths, and the shares plus the idle rest add up to the rental exactly.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/cost/estimate.h"
#include "core/model/ids.h"

#include <QList>
#include <QMap>
#include <QString>

#include <optional>

namespace trainyard {

// Half open, in seconds since 1970 UTC; without an end it continues.
struct MeterSpan {
    qint64 from = 0;
    std::optional<qint64> to;
};

struct MeteredRun {
    RunId id;
    QString project;  // empty: none
    MeterSpan span;
};

struct MeterPrice {
    qint64 from = 0;  // seconds since 1970
    Money perHour;
};

struct MeteredRental {
    MeterSpan span;
    Money perHour;  // when it begins
    BillingRule billing;
    QList<MeteredRun> runs;        // on this machine; parts outside the rental cost nothing
    QList<MeterPrice> later = {};  // its next prices, in turn and in the same currency; at or before the beginning: in place of the first
};

// What an hour costs at this moment, by what is known now.
Money priceAt(const MeteredRental &rental, qint64 moment);

// The cost of a period, by what caused it. One currency.
struct MeterShare {
    Money total, idle;
    QMap<QString, Money> projects;  // the empty name: runs without a project
    QMap<RunId, Money> runs;
};

// Accrued until `now`: zero before the rental begins. InvalidInput beyond the range of Money.
Result<Money> accrued(const MeteredRental &rental, qint64 now);

// The shares of the part that accrued from `from` to `to`. InvalidInput as above.
Result<MeterShare> shareBetween(const MeteredRental &rental, qint64 from, qint64 to);

struct MeterReading {
    Money perHour;  // of the machines rented at this moment
    MeterShare today, month, all;
};

struct MeterTimes {
    qint64 now = 0, dayBegan = 0, monthBegan = 0;  // seconds since 1970; the person's own midnight
};

// By currency: amounts in different currencies are never added.
Result<QMap<Currency, MeterReading>> readMeter(const QList<MeteredRental> &rentals, const MeterTimes &times);

}  // namespace trainyard
