// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runevents.h"

#include "core/base/format.h"
#include "ui/common/badge.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>

namespace trainyard {
namespace {

constexpr qint64 kMaxBytes = 256 * 1024;
constexpr qsizetype kMaxLosses = 200;

struct Events {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Events)
};

}  // namespace

ChartEvent checkpointEvent(const SeenCheckpoint &seen)
{
    const bool isBad = seen.verdict == Verdict::Partial || seen.verdict == Verdict::Corrupt;
    const QString what = seen.step ? Events::tr("Step %1").arg(formatCount(*seen.step)) : seen.name.simplified();
    const QString how = badgeOf(seen.verdict).text;
    const bool isNamed = seen.step || seen.name != QLatin1String(".");  // "." is the whole folder
    return {seen.modified * 1000, isBad ? ChartEventKind::BadCheckpoint : ChartEventKind::Checkpoint,
            isNamed ? Events::tr("%1: %2", "what a checkpoint is of, and how whole it is").arg(what, how) : how, 0};
}

void RunEvents::clear() { *this = {}; }

void RunEvents::read(const QString &fileName)
{
    QFile file(fileName);
    if (fileName.isEmpty() || !file.open(QIODevice::ReadOnly) || file.size() == m_size)
        return;
    m_size = file.size();
    const bool isCut = m_size > kMaxBytes;
    if (isCut && !file.seek(m_size - kMaxBytes))
        return;
    QByteArray bytes = file.read(kMaxBytes);
    if (isCut)  // the first line is incomplete
        bytes = bytes.mid(bytes.indexOf('\n') + 1);
    m_ofFile = readEvents(bytes);
    if (const GpuUse use = GpuUse::fromEvents(bytes); use.isKnown())
        m_gpuUse = use;
}

void RunEvents::setLink(bool isLost, qint64 machineNow)
{
    if (machineNow <= 0)
        return;
    if (isLost && !m_isLost && m_ofLink.size() < kMaxLosses)
        m_ofLink.append({machineNow, ChartEventKind::LinkLost, Events::tr("Link lost"), machineNow});
    else if (!m_ofLink.isEmpty() && (isLost || m_isLost))
        m_ofLink.last().untilMs = std::max(m_ofLink.last().untilMs, machineNow);
    if (!m_ofLink.isEmpty())
        m_ofLink.last().isOpen = isLost;
    m_isLost = isLost;
}

QList<ChartEvent> RunEvents::list(const Run &run, const QList<ChartEvent> &others) const
{
    QList<ChartEvent> events = m_ofFile + m_ofLink + others;
    const auto has = [&events](ChartEventKind kind) {
        return std::any_of(events.begin(), events.end(), [kind](const ChartEvent &event) { return event.kind == kind; });
    };
    if (run.started.isValid() && !has(ChartEventKind::Started))
        events.append({run.started.toMSecsSinceEpoch(), ChartEventKind::Started, Events::tr("Attempt %1 started").arg(run.attempt), 0});
    // The machine may have been lost before it could write that.
    if (run.ended.isValid() && hasEnded(run.state) && !has(ChartEventKind::Ended))
        events.append({run.ended.toMSecsSinceEpoch(), ChartEventKind::Ended, Events::tr("Ended"), 0});
    for (ChartEvent &event : events) {
        if (event.kind == ChartEventKind::Started && run.attempt > 0)
            event.text = Events::tr("Attempt %1 started").arg(run.attempt);
        // The file contains that it ended, the run contains how.
        if (event.kind == ChartEventKind::Ended && run.state == RunState::Failed) {
            event.kind = ChartEventKind::Failed;
            event.text = run.exitCode ? Events::tr("Failed with code %1").arg(*run.exitCode) : Events::tr("Failed");
        } else if (event.kind == ChartEventKind::Ended && run.exitCode) {
            event.text = Events::tr("Ended, exit code %1").arg(*run.exitCode);
        }
    }
    const auto started = std::find_if(events.begin(), events.end(),
                                      [](const ChartEvent &event) { return event.kind == ChartEventKind::Started; });
    const qint64 since = started == events.end() ? 0 : started->ms - 1000;  // file systems store whole seconds
    events.removeIf([since](const ChartEvent &event) {
        return event.ms < since && (event.kind == ChartEventKind::Checkpoint || event.kind == ChartEventKind::BadCheckpoint);
    });
    return mergedEvents(std::move(events));
}

}  // namespace trainyard
