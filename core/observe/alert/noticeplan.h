// SPDX-License-Identifier: GPL-3.0-or-later
// Which alerts to tell of at this moment, and together with which others, so that a person is not woken for nothing, nor by many notices at once:
// not in quiet hours, the same thing once in kRepeat, kMaxNotices in kStorm (critical ones go on), and from more than kMaxSingle
// at once one notice for all. What has to wait is told later, if it is still open then. Pure; what was told before is in the
// alerts themselves, so several programs come to the same plan.
#pragma once

#include "core/observe/alert/alert.h"
#include "core/observe/alert/quiethours.h"

namespace trainyard {

struct AlertNotice {
    QList<Alert> alerts;  // one or more, the gravest first
    QString title() const;
    QString text() const;  // what to do, or the list
};

inline constexpr std::chrono::seconds kNoticeSettle{3};  // GPUs that cross one after another come together
inline constexpr std::chrono::minutes kNoticeRepeat{30};
inline constexpr std::chrono::minutes kNoticeStorm{10};
inline constexpr int kMaxNotices = 6;
inline constexpr int kMaxSingle = 3;

// `alerts`: all that is due, and all that was told in the last kNoticeRepeat. `local` is `now` by the clock on the wall.
QList<AlertNotice> planNotices(const QList<Alert> &alerts, const QDateTime &now, QTime local, const QuietHours &quiet);

}  // namespace trainyard
