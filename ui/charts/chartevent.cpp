// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartevent.h"

#include "core/observe/report/runevents.h"
#include "ui/common/spokentext.h"

#include <QCoreApplication>
#include <QDateTime>
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
                                                      {QStringLiteral("give-back"), ChartEventKind::Stopped},
                                                      {QStringLiteral("preempted"), ChartEventKind::Stopped},
                                                      {QStringLiteral("cancelled"), ChartEventKind::Stopped},
                                                      {QStringLiteral("node-failed"), ChartEventKind::Stopped},
                                                      {QStringLiteral("ended"), ChartEventKind::Ended},
                                                      {QStringLiteral("checkpoint-complete"), ChartEventKind::Checkpoint},
                                                      {QStringLiteral("budget-half"), ChartEventKind::Alert},
                                                      {QStringLiteral("give-back-save"), ChartEventKind::Alert},
                                                      {QStringLiteral("give-back-saved"), ChartEventKind::Checkpoint},
                                                      {QStringLiteral("give-back-soon"), ChartEventKind::Alert},
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

QString eventSentence(const ChartEvent &event)
{
    const auto clock = [](qint64 ms) { return QDateTime::fromMSecsSinceEpoch(ms).toString(QStringLiteral("HH:mm:ss")); };
    const QString when = event.isOpen               ? Events::tr("since %1, still going on", "an event").arg(clock(event.ms))
                         : event.untilMs > event.ms ? Events::tr("%1 to %2", "two times").arg(clock(event.ms), clock(event.untilMs))
                                                    : clock(event.ms);
    return Events::tr("%1, %2: %3", "time, kind and text of an event").arg(when, wordOf(event.kind), event.text);
}

namespace {

QString countText(ChartEventKind kind, int count)
{
    switch (kind) {
    case ChartEventKind::Checkpoint: return Events::tr("%n checkpoint(s)", nullptr, count);
    case ChartEventKind::BadCheckpoint: return Events::tr("%n checkpoint(s) that cannot be used", nullptr, count);
    case ChartEventKind::Alert: return Events::tr("%n alert(s)", nullptr, count);
    case ChartEventKind::LinkLost: return Events::tr("the link was lost %n time(s)", nullptr, count);
    default: return Events::tr("%n further event(s)", nullptr, count);
    }
}

}  // namespace

QString spokenEvents(const QList<ChartEvent> &events)
{
    constexpr qsizetype kFewOfKind = 3;
    QHash<int, QList<qsizetype>> ofKind;
    for (qsizetype i = 0; i < events.size(); ++i)
        ofKind[int(events[i].kind)].append(i);
    QStringList sentences;
    for (qsizetype i = 0; i < events.size(); ++i) {
        const QList<qsizetype> &same = ofKind[int(events[i].kind)];
        if (same.size() <= kFewOfKind)
            sentences << eventSentence(events[i]);
        else if (i == same.first())
            sentences << Events::tr("%1, the last: %2", "how many events of a kind, and one of them")
                             .arg(countText(events[i].kind, int(same.size())), eventSentence(events[same.last()]));
    }
    return spokenSentences(sentences);
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
