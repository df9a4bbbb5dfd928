// SPDX-License-Identifier: GPL-3.0-or-later
// Hours of the day, in local time, during which alerts wait. Pure.
#pragma once

#include <QList>
#include <QString>
#include <QTime>

#include <optional>

namespace trainyard {

struct QuietHours {
    struct Range {
        QTime from, to;  // over midnight if `to` is earlier; `to` itself is no longer quiet
        bool operator==(const Range &) const = default;
    };
    static constexpr int kMax = 16;

    QList<Range> ranges;
    bool passesCritical = true;  // critical alerts do not wait

    // On the day when the clock is set back, the repeated hour is quiet twice.
    bool isQuiet(QTime local) const;
    QString text() const;  // "22:00-07:00, 12:30-13:00"
    // nullopt unless it is what text() writes, in any order; an empty text means no quiet hours.
    static std::optional<QList<Range>> parse(const QString &text);

    bool operator==(const QuietHours &) const = default;
};

}  // namespace trainyard
