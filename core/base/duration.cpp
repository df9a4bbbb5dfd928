// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"

#include "core/base/decimal.h"

#include <array>

namespace trainyard {

namespace {

struct DurationUnit {
    char16_t letter;
    qint64 seconds;
};
constexpr std::array<DurationUnit, 4> kUnits{{{u'd', 86400}, {u'h', 3600}, {u'm', 60}, {u's', 1}}};
constexpr qint64 kMaxSeconds = 3650LL * 86400;
constexpr int kDecimals = 6;

}  // namespace

std::optional<std::chrono::seconds> parseDuration(QStringView text)
{
    qint64 total = 0;
    std::size_t next = 0;  // units before it have been used
    if (text.isEmpty())
        return std::nullopt;
    while (!text.isEmpty()) {
        qsizetype digits = 0;
        while (digits < text.size() && ((text[digits] >= u'0' && text[digits] <= u'9') || text[digits] == u'.'))
            ++digits;
        if (digits == 0 || digits == text.size())
            return std::nullopt;
        while (next < kUnits.size() && kUnits[next].letter != text[digits].unicode())
            ++next;
        const auto number = parseDecimal(text.first(digits).toLatin1(), kDecimals);
        if (next == kUnits.size() || !number || *number < 0 || *number > kMaxSeconds * 1'000'000)
            return std::nullopt;
        const qint64 unit = kUnits[next++].seconds;
        if (*number > kMaxSeconds * 1'000'000 / unit)
            return std::nullopt;
        total += (*number * unit + 999'999) / 1'000'000;
        text = text.sliced(digits + 1);
    }
    if (total > kMaxSeconds)
        return std::nullopt;
    return std::chrono::seconds(total);
}

QString durationText(std::chrono::seconds duration)
{
    qint64 left = duration.count();
    QString text;
    for (const DurationUnit &unit : kUnits) {
        if (left >= unit.seconds)
            text += QString::number(left / unit.seconds) + QChar(unit.letter);
        left %= unit.seconds;
    }
    return text.isEmpty() ? QStringLiteral("0s") : text;
}

}  // namespace trainyard
