// SPDX-License-Identifier: GPL-3.0-or-later
// When a rented machine is given back: at the first of these. Value type, pure.
#pragma once

#include "core/base/money.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>

namespace trainyard {

struct RentEnd {
    QDateTime at;                              // UTC; invalid: at no fixed time
    std::optional<Money> spent;                // when it has cost this much
    std::optional<std::chrono::seconds> idle;  // after so long without a run, counted from when it was ready
    bool isAfterRuns = false;                  // when a run was on it and none is any more

    bool isSet() const { return at.isValid() || spent || idle || isAfterRuns; }
    // As parseRentEnd() reads it back: "2026-11-27T16:00:00Z,40.00USD,idle=20m,run"; empty: not set.
    QString text() const;
    bool operator==(const RentEnd &) const = default;
};

// One or more of "8h", "2026-11-28T08:00" (local time unless it ends in Z), "40USD", "idle=20m" and "run", separated by commas. Times are
// counted from `now`. InvalidInput with a sentence: also for a time that has passed, is more than a year away, or an amount of zero.
Result<RentEnd> parseRentEnd(const QString &text, const QDateTime &now);
// What text() wrote, whatever the time is now; nothing is set if it was changed by something else.
RentEnd storedRentEnd(const QString &text);

// When a machine at this price is given back at the latest, if it began then; invalid: that depends on the runs.
QDateTime latestEnd(const RentEnd &end, const QDateTime &began, const std::optional<Money> &perHour);

}  // namespace trainyard
