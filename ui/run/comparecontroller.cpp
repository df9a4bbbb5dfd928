// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/comparecontroller.h"

#include "core/service/runs/runreports.h"
#include "core/service/runs/whendone.h"
#include "ui/run/runcomparepage.h"

namespace trainyard {

CompareController::CompareController(Services &services, RunComparePage *page, QObject *parent)
    : QObject(parent), m_services(services), m_page(page)
{
    connect(page, &RunComparePage::refreshRequested, this, &CompareController::read);
}

CompareController::~CompareController() { m_stop.request_stop(); }

void CompareController::open(const QList<RunId> &runIds)
{
    m_runIds = runIds;
    m_page->setRuns({});
    read();
}

void CompareController::read()
{
    m_page->setReading(int(m_runIds.size()));
    whenDone(readForComparison(m_services, m_runIds, m_stop.get_token()), this,
             [this, round = ++m_round](const Result<QList<ComparedRun>> &runs) {
                 if (round != m_round)
                     return;
                 if (runs)
                     m_page->setRuns(*runs);
                 else
                     m_page->setError(runs.error());
             });
}

}  // namespace trainyard

#include "moc_comparecontroller.cpp"
