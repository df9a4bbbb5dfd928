// SPDX-License-Identifier: GPL-3.0-or-later
// Hours of the day, by the clock on the wall, in which alerts wait. Pure.
#pragma once

#include <QList>
#include <QString>
#include <QTime>

#include <optional>

namespace trainyard {

struct QuietHours {
    struct Range {
        QTime from, to;  // over midnight where `to` is the earlier one; `to` is no longer quiet
        bool operator==(const Range &) const = default;
    };
    static constexpr int kMax = 16;

    QList<Range> ranges;
    bool passesCritical = true;  // critical alerts do not wait

    // On the day when the clock is set back, the hour that comes twice is quiet twice.
    bool isQuiet(QTime local) const;
    QString text() const;  // "22:00-07:00, 12:30-13:00"
    // Nothing for what text() would not write in some order; an empty text is no hours at all.
    static std::optional<QList<Range>> parse(const QString &text);

    bool operator==(const QuietHours &) const = default;
};

}  // namespace trainyard
