// SPDX-License-Identifier: GPL-3.0-or-later
// The file `lease` of a run directory: how long the run may go on by itself (docs/lease.md). Written by the desktop,
// read by guard.sh on the machine. Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/task.h"

#include <QByteArray>

#include <optional>

namespace trainyard {

struct Lease {
    QString renewal;                    // another one with each renewal, from which on the guard counts anew
    std::chrono::seconds time{0};       // from the last renewal; 0 = no end
    std::chrono::seconds moneyTime{0};  // what the budget pays for, from the start; 0 = no end
    std::chrono::seconds idleTime{0};   // 0 = not watched
    int idlePercent = 30;
    std::chrono::seconds save{300};
    bool heedsSpotNotice = true;
    QString budget, price;  // "40 USD", for people; the guard counts seconds

    bool operator==(const Lease &) const = default;
};

// As the task wants it at the start. InvalidInput when there is a budget and no price.
Result<Lease> leaseOf(const RunLimits &limits);

QByteArray leaseText(const Lease &lease);
// The text with the renewal and the time of that lease; all else in it, also what a person wrote there, stays.
QByteArray renewedText(const QByteArray &text, const Lease &lease);
// From a machine: anything unknown, out of bounds or beyond 4 KiB is left out. Nothing when there is no renewal in it.
std::optional<Lease> parseLease(const QByteArray &text);

// What the guard has counted, from its file `guard-state`; nothing when it is not its text.
struct LeaseUse {
    std::chrono::seconds sinceRenewal{0}, sinceStart{0};
};
std::optional<LeaseUse> parseLeaseUse(const QByteArray &text);

// Seconds the budget pays for at that price an hour, rounded down, at least 1. Both in one currency, above 0.
std::chrono::seconds timeFor(const Money &budget, const Money &price);

// When the guard will end the run, a line each, as a person reads it before the launch; empty when the task says
// nothing about that (spot notices are heeded all the same).
QStringList leaseLines(const RunLimits &limits);

}  // namespace trainyard
