// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/alert/quiethours.h"

#include <QStringList>

#include <algorithm>

namespace trainyard {

namespace {

const QString kFormat = QStringLiteral("HH:mm");

}  // namespace

bool QuietHours::isQuiet(QTime local) const
{
    return std::any_of(ranges.begin(), ranges.end(), [local](const Range &range) {
        return range.from < range.to ? local >= range.from && local < range.to : local >= range.from || local < range.to;
    });
}

QString QuietHours::text() const
{
    QStringList texts;
    for (const Range &range : ranges)
        texts << range.from.toString(kFormat) + u'-' + range.to.toString(kFormat);
    return texts.join(QStringLiteral(", "));
}

std::optional<QList<QuietHours::Range>> QuietHours::parse(const QString &text)
{
    QList<Range> ranges;
    // People type the dash between two times in several ways.
    QString plain = text;
    plain.replace(QChar(0x2013), u'-').replace(QChar(0xff0c), u',').replace(QChar(0xff1a), u':');
    const QStringList parts = plain.split(u',', Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        if (part.trimmed().isEmpty())
            continue;
        const QStringList ends = part.split(u'-');
        if (ends.size() != 2 || ranges.size() >= kMax)
            return std::nullopt;
        const auto time = [](const QString &end) {
            const QString trimmed = end.trimmed();
            return QTime::fromString(trimmed.size() == 4 ? u'0' + trimmed : trimmed, kFormat);
        };
        const Range range{time(ends[0]), time(ends[1])};
        if (!range.from.isValid() || !range.to.isValid() || range.from == range.to)
            return std::nullopt;
        ranges << range;
    }
    return ranges;
}

}  // namespace trainyard
