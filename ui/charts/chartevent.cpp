// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartevent.h"

#include "core/observe/report/runevents.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <utility>

namespace trainyard {
namespace {

struct Events {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Events)
};

// Kinds other than notes, named as in docs/run-directory.md and docs/lease.md.
ChartEventKind kindOf(const QString &name)
{
    static const QHash<QString, ChartEventKind> kinds{{QStringLiteral("started"), ChartEventKind::Started},
                                                      {QStringLiteral("stopping"), ChartEventKind::Stopped},
                                                      {QStringLiteral("limit"), ChartEventKind::Stopped},
                                                      {QStringLiteral("lease"), ChartEventKind::Stopped},
                                                      {QStringLiteral("budget"), ChartEventKind::Stopped},
                                                      {QStringLiteral("idle"), ChartEventKind::Stopped},
                                                      {QStringLiteral("ended"), ChartEventKind::Ended},
                                                      {QStringLiteral("checkpoint-complete"), ChartEventKind::Checkpoint},
                                                      {QStringLiteral("budget-half"), ChartEventKind::Alert},
                                                      {QStringLiteral("budget-save"), ChartEventKind::Alert},
                                                      {QStringLiteral("checkpoint-missing"), ChartEventKind::Alert},
                                                      {QStringLiteral("spot"), ChartEventKind::Alert},
                                                      {QStringLiteral("shutdown-failed"), ChartEventKind::Alert}};
    return kinds.value(name, ChartEventKind::Note);
}

}  // namespace

Tone toneOf(ChartEventKind kind)
{
    switch (kind) {
    case ChartEventKind::Started:
    case ChartEventKind::Checkpoint: return Tone::Ok;
    case ChartEventKind::BadCheckpoint:
    case ChartEventKind::Alert: return Tone::Warning;
    case ChartEventKind::Failed: return Tone::Bad;
    default: return Tone::Stale;
    }
}

QString wordOf(ChartEventKind kind)
{
    switch (kind) {
    case ChartEventKind::Started: return Events::tr("Start");
    case ChartEventKind::Stopped: return Events::tr("Stop");
    case ChartEventKind::Ended: return Events::tr("End");
    case ChartEventKind::Failed: return Events::tr("Failure");
    case ChartEventKind::Checkpoint:
    case ChartEventKind::BadCheckpoint: return Events::tr("Checkpoint");
    case ChartEventKind::Alert: return Events::tr("Alert");
    case ChartEventKind::LinkLost: return Events::tr("Link lost");
    default: return Events::tr("Event");
    }
}

QList<ChartEvent> readEvents(const QByteArray &file)
{
    QList<ChartEvent> events;
    for (const RunEvent &event : readRunEvents(file))
        events << ChartEvent{event.timeMs, kindOf(event.name), event.text, 0};
    return mergedEvents(std::move(events));
}

QList<ChartEvent> mergedEvents(QList<ChartEvent> events)
{
    std::stable_sort(events.begin(), events.end(), [](const ChartEvent &a, const ChartEvent &b) { return a.ms < b.ms; });
    events.erase(std::unique(events.begin(), events.end()), events.end());
    return events;
}

qsizetype nextEvent(const QList<ChartEvent> &events, qint64 after)
{
    for (qsizetype i = 0; i < events.size(); ++i) {
        if (events[i].ms > after)
            return i;
    }
    return -1;
}

qsizetype previousEvent(const QList<ChartEvent> &events, qint64 before)
{
    for (qsizetype i = events.size(); i-- > 0;) {
        if (events[i].ms < before)
            return i;
    }
    return -1;
}

}  // namespace trainyard
