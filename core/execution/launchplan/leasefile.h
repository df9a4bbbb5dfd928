// SPDX-License-Identifier: GPL-3.0-or-later
// The file `lease` of a run directory: how long the run may continue unattended (docs/lease.md). Written by the desktop, read by guard.sh
// on the machine. Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/task.h"

#include <QByteArray>

#include <optional>

namespace trainyard {

struct Lease {
    QString renewal;                    // changes with each renewal; the guard then restarts its count
    std::chrono::seconds time{0};       // from the last renewal; 0 = unlimited
    std::chrono::seconds moneyTime{0};  // what the budget pays for, from the start; 0 = unlimited
    std::chrono::seconds idleTime{0};   // 0 = not watched
    int idlePercent = 30;
    std::chrono::seconds save{300};
    bool heedsSpotNotice = true;
    qint64 backAt = 0;                   // when the machine is given back at the latest, in seconds since 1970; 0 = not known
    std::chrono::seconds backBefore{0};  // so long before that the run is asked to save and go on
    QString budget, price;               // "40 USD", for people; the guard counts seconds

    bool operator==(const Lease &) const = default;
};

// The lease at the start, from the task. InvalidInput if there is a budget and no price.
Result<Lease> leaseOf(const RunLimits &limits);

QByteArray leaseText(const Lease &lease);
// The text with the renewal and the time of that lease; everything else in it, including a person's own edits, is kept.
QByteArray renewedText(const QByteArray &text, const Lease &lease);
// Text from a machine: anything unknown, out of bounds or beyond 4 KiB is left out. nullopt if it has no renewal.
std::optional<Lease> parseLease(const QByteArray &text);

// What the guard has counted, from its file `guard-state`; nullopt if the text is not valid.
struct LeaseUse {
    std::chrono::seconds sinceRenewal{0}, sinceStart{0};
};
std::optional<LeaseUse> parseLeaseUse(const QByteArray &text);

// Seconds that the budget pays for at that hourly price, rounded down, at least 1. Both in one currency, above 0.
std::chrono::seconds timeFor(const Money &budget, const Money &price);

// When the guard will end the run, one line each, shown to a person before the launch; empty if the task sets no limits (spot notices are
// obeyed in any case).
QStringList leaseLines(const RunLimits &limits);

}  // namespace trainyard
