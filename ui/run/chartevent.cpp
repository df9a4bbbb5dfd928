#include "ui/run/chartevent.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr qsizetype kLongestLine = 4096, kMostEvents = 2000, kLongestName = 60;
constexpr double kLatest = 4e9;      // seconds since 1970: beyond 2096 a time is a mistake

struct Events {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Events)
};

struct Known {
    const char *name;
    ChartEventKind kind;
    const char *text;
};

// As docs/run-directory.md and docs/lease.md name them.
constexpr Known kKnown[] = {
    {"launching", ChartEventKind::Note, QT_TRANSLATE_NOOP("trainyard::Events", "Launching")},
    {"started", ChartEventKind::Started, QT_TRANSLATE_NOOP("trainyard::Events", "Started")},
    {"stopping", ChartEventKind::Stopped, QT_TRANSLATE_NOOP("trainyard::Events", "Asked to stop")},
    {"limit", ChartEventKind::Stopped, QT_TRANSLATE_NOOP("trainyard::Events", "Time limit reached")},
    {"ended", ChartEventKind::Ended, QT_TRANSLATE_NOOP("trainyard::Events", "Ended")},
    {"budget-half", ChartEventKind::Alert, QT_TRANSLATE_NOOP("trainyard::Events", "Half of the budget is used")},
    {"budget-save", ChartEventKind::Alert, QT_TRANSLATE_NOOP("trainyard::Events", "Budget nearly used, a checkpoint was asked for")},
    {"checkpoint-complete", ChartEventKind::Checkpoint, QT_TRANSLATE_NOOP("trainyard::Events", "Last checkpoint is complete")},
    {"checkpoint-missing", ChartEventKind::Alert, QT_TRANSLATE_NOOP("trainyard::Events", "Last checkpoint did not come")},
    {"checkpoint-signal", ChartEventKind::Note, QT_TRANSLATE_NOOP("trainyard::Events", "A last checkpoint was asked for")},
    {"checkpoint-wait", ChartEventKind::Note, QT_TRANSLATE_NOOP("trainyard::Events", "Waits for the next checkpoint")},
    {"guard", ChartEventKind::Note, QT_TRANSLATE_NOOP("trainyard::Events", "The guard watches")},
    {"lease", ChartEventKind::Stopped, QT_TRANSLATE_NOOP("trainyard::Events", "Ended by its lease")},
    {"budget", ChartEventKind::Stopped, QT_TRANSLATE_NOOP("trainyard::Events", "Ended by its budget")},
    {"idle", ChartEventKind::Stopped, QT_TRANSLATE_NOOP("trainyard::Events", "Ended because it was idle")},
    {"spot", ChartEventKind::Alert, QT_TRANSLATE_NOOP("trainyard::Events", "The cloud takes the machine back")},
    {"shutdown-waits", ChartEventKind::Note, QT_TRANSLATE_NOOP("trainyard::Events", "Shutdown of the machine waits")},
    {"shutdown", ChartEventKind::Note, QT_TRANSLATE_NOOP("trainyard::Events", "Machine is being shut down")},
    {"shutdown-failed", ChartEventKind::Alert, QT_TRANSLATE_NOOP("trainyard::Events", "Shutting the machine down failed")},
};

}  // namespace

Tone toneOf(ChartEventKind kind)
{
    switch (kind) {
    case ChartEventKind::Started:
    case ChartEventKind::Checkpoint: return Tone::Ok;
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
    case ChartEventKind::Checkpoint: return Events::tr("Checkpoint");
    case ChartEventKind::Alert: return Events::tr("Alert");
    case ChartEventKind::LinkLost: return Events::tr("Link lost");
    default: return Events::tr("Event");
    }
}

QList<ChartEvent> readEvents(const QByteArray &file)
{
    QList<ChartEvent> events;
    qsizetype begin = 0;
    while (begin < file.size() && events.size() < kMostEvents) {
        const qsizetype end = file.indexOf('\n', begin);
        if (end < 0)
            break;      // torn; the rest of it comes later
        if (end - begin <= kLongestLine) {
            const QJsonObject line = QJsonDocument::fromJson(file.sliced(begin, end - begin)).object();
            const double seconds = line.value(QLatin1String("t")).toDouble(-1);
            const QString name = line.value(QLatin1String("event")).toString();
            if (seconds > 0 && seconds < kLatest && !name.isEmpty()) {
                ChartEvent event{qint64(std::llround(seconds * 1000)), ChartEventKind::Note, {}, 0};
                const auto known = std::find_if(std::begin(kKnown), std::end(kKnown),
                                                [&name](const Known &k) { return name == QLatin1String(k.name); });
                if (known != std::end(kKnown)) {
                    event.kind = known->kind;
                    event.text = Events::tr(known->text);
                } else {
                    event.text = name.left(kLongestName).simplified();
                }
                events.append(event);
            }
        }
        begin = end + 1;
    }
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
