#include "ui/window/healthcontroller.h"

#include "core/run/whendone.h"
#include "core/run/workbench.h"
#include "ui/common/messagebar.h"

namespace trainyard {

namespace {

const QString kCheckFailed = QStringLiteral("check");

}  // namespace

HealthController::HealthController(Workbench &workbench, QObject *parent) : QObject(parent), m_workbench(workbench)
{
    connect(&workbench, &Workbench::machinesChanged, this, &HealthController::reloadMachines);
}

HealthController::~HealthController()
{
    m_stop.request_stop();
}

void HealthController::setPage(HealthPage *page)
{
    m_page = page;
    connect(page, &HealthPage::machineChosen, this, &HealthController::show);
    connect(page, &HealthPage::checkRequested, this, &HealthController::check);
    connect(page, &HealthPage::cancelRequested, this, [this] { m_stop.request_stop(); });
    connect(page->messageBar(), &MessageBar::actionTriggered, this, [this] { check(m_page->machine()); });
    reloadMachines();
    show(page->machine());
}

void HealthController::reloadMachines()
{
    if (!m_page)
        return;
    const auto machines = m_workbench.store().machines();
    if (!machines)
        return;                              // whoever shows the fleet says so
    QList<HealthPage::MachineName> names;
    for (const Machine &machine : *machines)
        names.append({machine.id, machine.name});
    m_page->setMachines(names);
}

void HealthController::show(qint64 machineId)
{
    const auto report = m_reports.constFind(machineId);
    m_page->messageBar()->withdraw(kCheckFailed);
    m_page->setReport(report == m_reports.cend() ? std::nullopt : std::optional(*report));
}

void HealthController::check(qint64 machineId)
{
    if (m_checking != 0 || machineId == 0)
        return;
    m_checking = machineId;
    m_stop = std::stop_source();
    if (m_page) {
        m_page->selectMachine(machineId);
        m_page->messageBar()->withdraw(kCheckFailed);
        m_page->setChecking(true);
    }
    whenDone(m_workbench.checkMachine(machineId, {}, m_stop.get_token()), this, [this, machineId](const Result<HealthReport> &report) {
        m_checking = 0;
        if (report)
            m_reports[machineId] = *report;
        if (!m_page)
            return;
        m_page->setChecking(false);
        if (report)
            show(machineId);
        else if (!report.error().isCancelled())
            m_page->messageBar()->post({kCheckFailed, Tone::Bad, tr("The machine could not be checked."), report.error().what,
                                        report.error().detail, tr("Try again")});
    });
}

}  // namespace trainyard
