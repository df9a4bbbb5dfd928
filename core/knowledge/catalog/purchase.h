// SPDX-License-Identifier: GPL-3.0-or-later
// The ways to buy the same instance. Pure, any thread.
#pragma once

#include <QByteArrayView>
#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

enum class Purchase : quint8 {
    OnDemand,
    Spot,        // cheaper, and may be interrupted at short notice
    Monthly,     // a whole month, paid for whether used or not
    Reserved1y,  // an hour of a reservation for one year, paid for whether used or not
    Reserved3y,
};

// A month as price lists count it: 365 × 24 / 12.
constexpr int kHoursPerMonth = 730;
constexpr qint64 kSecondsPerHour = 3600;

QList<Purchase> purchases();
QString purchaseName(Purchase purchase);  // "on-demand", "spot", "monthly", "reserved-1y", …
std::optional<Purchase> purchaseFromName(QByteArrayView name);
// The number of hours its price is for: 1, or kHoursPerMonth.
constexpr int hoursOf(Purchase purchase) { return purchase == Purchase::Monthly ? kHoursPerMonth : 1; }

}  // namespace trainyard
