// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/maintenancescheduler.h"

#include "core/service/runs/whendone.h"

#include <QTimer>

#include <utility>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kAgain = 75s;   // by then, what is written now has not been touched for a minute
constexpr int kMaxAgain = 20;  // a partial one left by a crash is never finished: then the next change counts

}  // namespace

void MaintenanceScheduler::touch(const RunId &runId)
{
    One &one = m_runs[runId];
    one.again = 0;
    if (one.isBusy)
        one.isTouched = true;
    else
        begin(runId);
}

void MaintenanceScheduler::begin(const RunId &runId)
{
    m_runs[runId].isBusy = true;
    whenDone(m_round(runId), this, [this, runId](const Result<MaintenanceReport> &report) { end(runId, report); });
}

void MaintenanceScheduler::end(const RunId &runId, const Result<MaintenanceReport> &report)
{
    One &one = m_runs[runId];
    one.isBusy = false;
    if (report) {
        MaintenanceReport told = *report;
        told.problems.removeIf([&](const Error &problem) { return one.told.contains(problem.what); });
        for (const Error &problem : std::as_const(told.problems))
            one.told << problem.what;
        if (!told.removed.isEmpty() || !told.manifests.isEmpty() || !told.problems.isEmpty() || told.emptied > 0)
            Q_EMIT tended(runId, told);
    }
    if (std::exchange(one.isTouched, false)) {
        begin(runId);
    } else if (report && report->isUnfinished && one.again < kMaxAgain) {
        ++one.again;
        QTimer::singleShot(kAgain, this, [this, runId] {
            if (!m_runs[runId].isBusy)
                begin(runId);
        });
    }
}

}  // namespace trainyard

#include "moc_maintenancescheduler.cpp"
