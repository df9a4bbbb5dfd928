// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them, in the default QLocale. Pure; callers pass in `now`. Thousands are separated by a narrow no-break space and
// units by a no-break space, so that a value never wraps.
#pragma once

#include "core/base/money.h"

#include <QDateTime>
#include <QString>

#include <optional>

namespace trainyard {

QString formatCount(qint64 count);                               // 48 917
QString formatNumber(double value, int decimals);                // 1 234.50
QString formatPercent(double percent);                           // 66 %
QString formatBytes(qint64 bytes);                               // 85.1 GiB
QString formatBytesOf(qint64 used, qint64 total);                // 466 of 637 GiB, in the unit of the total
QString formatByteRate(double bytesPerSecond);                   // 12.4 MiB/s
QString formatAmount(const Money &money);                        // 3 184.20; without cents from 100 000 on
QString formatMoney(const Money &money);                         // 3 184.20 USD; amounts below a cent: < 0.01 USD
QString formatDuration(qint64 milliseconds);                     // 12 s, 6 h 42 min, 3 d 4 h
QString formatElapsed(qint64 milliseconds);                      // 0:42, 6:42:18, for a running clock
QString formatAge(const QDateTime &then, const QDateTime &now);  // 1 s ago; empty when invalid
// Local time, as short as is unambiguous: 14:32, yesterday 14:32, 12 Nov 14:32, 12 Nov 2024.
QString formatMoment(const QDateTime &moment, const QDateTime &now);

// The word "unknown", for a missing value; never show 0 instead.
QString unknownWord();

}  // namespace trainyard
