// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/runlist.h"

#include "core/service/machines/linkstate.h"
#include "core/service/runs/runwatch.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kMaxGlances = 200;  // the end of each log is read, once

}  // namespace

RunList::RunList(Services &services, QObject *parent) : QObject(parent), m_services(services)
{
    connect(&services.runs, &RunService::changed, this, &RunList::reload);
}

void RunList::reload()
{
    const Result<QList<Run>> runs = m_services.database().runs.all();
    if (!runs) {
        Q_EMIT failed(runs.error());
        return;
    }
    m_all = *runs;
    const int going = int(std::count_if(m_all.cbegin(), m_all.cend(), [](const Run &run) { return !hasEnded(run.state); }));
    const int before = std::exchange(m_going, going);
    Q_EMIT changed();
    if (before > going)
        Q_EMIT someEnded();
}

void RunList::refresh()
{
    if (!m_look.isFinished())
        return;
    m_look = m_services.runs.refresh();
    whenDone(m_look, this, [this](const auto &) { reload(); });
}

QHash<RunId, RunGlance> RunList::glances() const
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QHash<RunId, RunGlance> glances;
    for (qsizetype i = 0; i < m_all.size(); ++i) {
        if (i >= kMaxGlances && hasEnded(m_all[i].state))
            continue;
        auto glance = m_services.followers.glanceOf(m_all[i]);
        const RunWatch *const watch = hasEnded(m_all[i].state) ? nullptr : m_services.runs.watch(m_all[i].id, false);
        if (watch && isOutOfTouch(watch->linkState(), watch->lastHeard(), now)) {
            glance = glance.value_or(RunGlance());
            glance->isOutOfTouch = true;
        }
        if (glance)
            glances.insert(m_all[i].id, *glance);
    }
    return glances;
}

}  // namespace trainyard

#include "moc_runlist.cpp"
