// SPDX-License-Identifier: GPL-3.0-or-later
// Which alerts to notify of now, and which to group, so that a person is not woken for nothing, nor by many notices together: none in quiet
// hours, the same alert once per kRepeat, at most kMaxNotices per kStorm (critical ones are exempt), and one notice for all if there are
// more than kMaxSingle. Delayed alerts are sent later if they are still open. Pure; the alerts themselves record earlier notices, so
// several programs arrive at the same plan.
#pragma once

#include "core/observe/alert/alert.h"
#include "core/observe/alert/quiethours.h"

namespace trainyard {

struct AlertNotice {
    QList<Alert> alerts;  // one or more, the most severe first
    QString title() const;
    QString text() const;  // what to do, or the list
};

inline constexpr std::chrono::seconds kNoticeSettle{3};  // GPUs that cross shortly after one another are grouped
inline constexpr std::chrono::minutes kNoticeRepeat{30};
inline constexpr std::chrono::minutes kNoticeStorm{10};
inline constexpr int kMaxNotices = 6;
inline constexpr int kMaxSingle = 3;

// `alerts`: all that are due, and all that were sent in the last kNoticeRepeat. `local` is `now` in local time.
QList<AlertNotice> planNotices(const QList<Alert> &alerts, const QDateTime &now, QTime local, const QuietHours &quiet);

}  // namespace trainyard
