// SPDX-License-Identifier: GPL-3.0-or-later
// Parses what users type into the requirement fields. Pure.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

struct GpuCounts {
    std::optional<qint32> least, most;  // in ten-thousandths
};
// "8", "4+", "2-8", "0.5", as --count accepts it; nullopt if it is none of them. Empty text means any.
std::optional<GpuCounts> gpuCountsFromText(const QString &text);
QString gpuCountsText(const GpuCounts &counts);

// A number above 0 and at most `most`, with at most this many decimals, in units of the last decimal.
std::optional<qint64> amountFromText(const QString &text, int decimals, qint64 most);
std::optional<qint64> mebibytesFromGib(const QString &text);
// Parts between commas and semicolons, including ideographic ones.
QStringList namesFromText(const QString &text);

}  // namespace trainyard
