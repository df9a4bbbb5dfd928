// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/runevents.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

constexpr qsizetype kMaxLine = 4096, kMaxReadEvents = 2000, kMaxName = 60;
constexpr double kLatest = 4e9;  // seconds since 1970: a time after 2096 is an error

struct Events {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Events)
};

struct Known {
    const char *name, *text;
};

// The names used in docs/run-directory.md and docs/lease.md.
constexpr Known kKnown[] = {
    {"launching", QT_TRANSLATE_NOOP("trainyard::Events", "Launching")},
    {"started", QT_TRANSLATE_NOOP("trainyard::Events", "Started")},
    {"gpus", QT_TRANSLATE_NOOP("trainyard::Events", "GPUs in use determined")},
    {"stopping", QT_TRANSLATE_NOOP("trainyard::Events", "Asked to stop")},
    {"limit", QT_TRANSLATE_NOOP("trainyard::Events", "Time limit reached")},
    {"submitted", QT_TRANSLATE_NOOP("trainyard::Events", "Submitted to Slurm")},
    {"preempted", QT_TRANSLATE_NOOP("trainyard::Events", "Preempted by Slurm")},
    {"cancelled", QT_TRANSLATE_NOOP("trainyard::Events", "Job cancelled")},
    {"node-failed", QT_TRANSLATE_NOOP("trainyard::Events", "Node failed")},
    {"ended", QT_TRANSLATE_NOOP("trainyard::Events", "Ended")},
    {"budget-half", QT_TRANSLATE_NOOP("trainyard::Events", "Half of the budget is used")},
    {"budget-save", QT_TRANSLATE_NOOP("trainyard::Events", "Budget nearly used, checkpoint requested")},
    {"give-back", QT_TRANSLATE_NOOP("trainyard::Events", "Ended, so that it saves before the machine is given back")},
    {"give-back-save", QT_TRANSLATE_NOOP("trainyard::Events", "Asked to save, because the machine is given back soon")},
    {"give-back-saved", QT_TRANSLATE_NOOP("trainyard::Events", "The checkpoint before the machine is given back is complete")},
    {"give-back-soon", QT_TRANSLATE_NOOP("trainyard::Events", "The machine is given back soon, and the run has no signal to save")},
    {"checkpoint-complete", QT_TRANSLATE_NOOP("trainyard::Events", "Last checkpoint is complete")},
    {"checkpoint-missing", QT_TRANSLATE_NOOP("trainyard::Events", "Last checkpoint did not appear")},
    {"checkpoint-removed", QT_TRANSLATE_NOOP("trainyard::Events", "Checkpoint moved to the trash")},
    {"checkpoint-signal", QT_TRANSLATE_NOOP("trainyard::Events", "Last checkpoint requested")},
    {"checkpoint-wait", QT_TRANSLATE_NOOP("trainyard::Events", "Waiting for the next checkpoint")},
    {"guard", QT_TRANSLATE_NOOP("trainyard::Events", "Guard started")},
    {"lease", QT_TRANSLATE_NOOP("trainyard::Events", "Ended: lease used up")},
    {"budget", QT_TRANSLATE_NOOP("trainyard::Events", "Ended: budget used up")},
    {"idle", QT_TRANSLATE_NOOP("trainyard::Events", "Ended: idle")},
    {"spot", QT_TRANSLATE_NOOP("trainyard::Events", "The cloud reclaims the machine")},
    {"shutdown-waits", QT_TRANSLATE_NOOP("trainyard::Events", "Machine shutdown pending")},
    {"shutdown", QT_TRANSLATE_NOOP("trainyard::Events", "Machine is being shut down")},
    {"shutdown-failed", QT_TRANSLATE_NOOP("trainyard::Events", "Shutting the machine down failed")},
};

// "18:00", by this computer's clock.
QString timeOf(const QJsonValue &value)
{
    const double seconds = value.toDouble(-1);
    return seconds > 0 && seconds < kLatest ? QDateTime::fromSecsSinceEpoch(qint64(seconds)).toString(QStringLiteral("HH:mm")) : QString();
}

}  // namespace

QList<RunEvent> readRunEvents(const QByteArray &file)
{
    QList<RunEvent> events;
    qsizetype begin = 0;
    while (begin < file.size() && events.size() < kMaxReadEvents) {
        const qsizetype end = file.indexOf('\n', begin);
        if (end < 0)
            break;  // truncated
        const QByteArray line = file.mid(begin, std::min(end - begin, kMaxLine + 1));
        begin = end + 1;
        if (line.size() > kMaxLine)
            continue;
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        const double seconds = object.value(QLatin1String("t")).toDouble(-1);
        const QString name = object.value(QLatin1String("event")).toString().simplified().left(kMaxName);
        if (!(seconds > 0) || seconds >= kLatest || name.isEmpty())
            continue;
        const auto known = std::find_if(std::begin(kKnown), std::end(kKnown),
                                        [&name](const Known &k) { return name == QLatin1String(k.name); });
        RunEvent event{qint64(std::llround(seconds * 1000)), name, known == std::end(kKnown) ? name : Events::tr(known->text)};
        if (const QString of = object.value(QLatin1String("name")).toString().simplified().left(kMaxName);
            !of.isEmpty() && known != std::end(kKnown))
            event.text = Events::tr("%1: %2", "what happened, and to what").arg(event.text, of);
        if (const QString when = timeOf(object.value(QLatin1String("at"))); !when.isEmpty()) {
            if (name == QLatin1String("give-back"))
                event.text = Events::tr("Ended, so that it saves before the machine is given back at %1").arg(when);
            else if (name == QLatin1String("give-back-save"))
                event.text = Events::tr("Asked to save, because the machine is given back at %1").arg(when);
            else if (name == QLatin1String("give-back-soon"))
                event.text = Events::tr("The machine is given back at %1, and the run has no signal to save").arg(when);
        }
        events << event;
    }
    std::stable_sort(events.begin(), events.end(), [](const RunEvent &a, const RunEvent &b) { return a.timeMs < b.timeMs; });
    return events;
}

}  // namespace trainyard
