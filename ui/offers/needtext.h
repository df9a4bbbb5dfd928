// SPDX-License-Identifier: GPL-3.0-or-later
// What people write into the fields of their needs. Pure.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

struct GpuCounts {
    std::optional<qint32> least, most;  // in ten-thousandths
};
// "8", "4+", "2-8", "0.5", as --count takes it; nothing when it is none of them. Empty text means any.
std::optional<GpuCounts> gpuCountsFromText(const QString &text);
QString gpuCountsText(const GpuCounts &counts);

// A number above 0 with so many decimals at most and not above `most`, in units of the last decimal.
std::optional<qint64> amountFromText(const QString &text, int decimals, qint64 most);
std::optional<qint64> mebibytesFromGib(const QString &text);
// Parts between commas and semicolons, ideographic ones too.
QStringList namesFromText(const QString &text);

}  // namespace trainyard
