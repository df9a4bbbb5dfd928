// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/needtext.h"

#include "core/base/decimal.h"
#include "core/knowledge/catalog/offertable.h"

#include <QRegularExpression>

namespace trainyard {

namespace {

constexpr int kCountDecimals = 4;
constexpr qint64 kMaxGpusNeeded = 10'000;
constexpr qint64 kMaxGib = 1'000'000;

std::optional<qint32> countFromText(const QString &text)
{
    const auto count = amountFromText(text, kCountDecimals, kMaxGpusNeeded);
    return count ? std::optional(static_cast<qint32>(*count)) : std::nullopt;
}

}  // namespace

std::optional<qint64> amountFromText(const QString &text, int decimals, qint64 most)
{
    qint64 scale = 1;
    for (int i = 0; i < decimals; ++i)
        scale *= 10;
    const auto value = parseDecimal(text.trimmed().toUtf8(), decimals);
    return value && *value > 0 && *value <= most * scale ? value : std::nullopt;
}

std::optional<GpuCounts> gpuCountsFromText(const QString &text)
{
    QString wanted = text.trimmed();
    if (wanted.isEmpty())
        return GpuCounts{};
    wanted.replace(QChar(0x2013), u'-').replace(QChar(0xFF0B), u'+');
    GpuCounts counts;
    if (wanted.endsWith(u'+')) {
        counts.least = countFromText(wanted.chopped(1));
        return counts.least ? std::optional(counts) : std::nullopt;
    }
    counts.least = countFromText(wanted.section(u'-', 0, 0));
    counts.most = wanted.contains(u'-') ? countFromText(wanted.section(u'-', 1)) : counts.least;
    return counts.least && counts.most && *counts.least <= *counts.most ? std::optional(counts) : std::nullopt;
}

QString gpuCountsText(const GpuCounts &counts)
{
    const auto text = [](qint32 count) { return decimalText(count, kCountDecimals); };
    if (!counts.least)
        return {};
    if (!counts.most)
        return text(*counts.least) + u'+';
    return *counts.least == *counts.most ? text(*counts.least) : text(*counts.least) + u'-' + text(*counts.most);
}

std::optional<qint64> mebibytesFromGib(const QString &text)
{
    const auto thousandths = amountFromText(text, 3, kMaxGib);
    return thousandths ? std::optional((*thousandths * 1024 + 500) / 1000) : std::nullopt;
}

QStringList namesFromText(const QString &text)
{
    static const QRegularExpression between(QStringLiteral("[,;，；、]"));
    QStringList names;
    const QStringList parts = text.split(between, Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        if (!part.trimmed().isEmpty())
            names << part.trimmed();
    }
    return names;
}

}  // namespace trainyard
