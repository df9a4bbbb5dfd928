// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/alert/noticeplan.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AlertNotice)
};

constexpr int kMaxLines = 10;

bool isWithin(const QDateTime &moment, const QDateTime &now, std::chrono::milliseconds span)
{
    // A moment in the future was written with a wrong clock.
    return moment.isValid() && moment <= now && moment.msecsTo(now) < span.count();
}

}  // namespace

QString AlertNotice::title() const
{
    if (alerts.size() == 1)
        return alertTitle(alerts.first());
    return Words::tr("%n alert(s)", nullptr, int(alerts.size()));
}

QString AlertNotice::text() const
{
    if (alerts.size() == 1) {
        const Alert &alert = alerts.first();
        const bool hasWords = alert.kind == AlertKind::RunFailed && !alert.detail.isEmpty();
        return hasWords ? alert.detail + QStringLiteral("\n") + alertNextStep(alert) : alertNextStep(alert);
    }
    QStringList lines;
    for (const Alert &alert : alerts.first(std::min<qsizetype>(alerts.size(), kMaxLines)))
        lines << alertTitle(alert);
    if (alerts.size() > kMaxLines)
        lines << Words::tr("and %n more", nullptr, int(alerts.size()) - kMaxLines);
    return lines.join(u'\n');
}

QList<AlertNotice> planNotices(const QList<Alert> &alerts, const QDateTime &now, QTime local, const QuietHours &quiet)
{
    QHash<QString, QDateTime> told;
    QSet<qint64> notices;  // their moments: alerts of one notice share it
    for (const Alert &alert : alerts) {
        if (isWithin(alert.told, now, kNoticeRepeat))
            told[alert.key()] = std::max(told.value(alert.key(), alert.told), alert.told);
        if (isWithin(alert.told, now, kNoticeStorm))
            notices.insert(alert.told.toMSecsSinceEpoch());
    }
    const bool isQuiet = quiet.isQuiet(local);
    const bool isStorm = notices.size() >= kMaxNotices;
    QList<Alert> due;
    for (const Alert &alert : alerts) {
        const bool isCritical = alert.severity == AlertSeverity::Critical;
        const bool isOver = alert.acknowledged.isValid() || (!alert.isOpen() && !alert.isEvent());
        const bool isFresh = !alert.gpus.isEmpty() && isWithin(alert.seen, now, kNoticeSettle);
        if (!alert.isDue || isOver || isFresh || told.contains(alert.key()))
            continue;
        if ((isQuiet && !(isCritical && quiet.passesCritical)) || (isStorm && !isCritical))
            continue;
        due << alert;
    }
    std::stable_sort(due.begin(), due.end(), [](const Alert &a, const Alert &b) { return a.severity > b.severity; });
    if (due.size() > kMaxSingle)
        return {AlertNotice{due}};
    QList<AlertNotice> plan;
    for (const Alert &alert : std::as_const(due))
        plan << AlertNotice{{alert}};
    return plan;
}

}  // namespace trainyard
