// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/healthcontroller.h"

#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/common/messagebar.h"

#include <QPointer>

#include <algorithm>
#include <memory>
#include <utility>

namespace trainyard {

namespace {

const QString kCheckFailed = QStringLiteral("check"), kProbeFailed = QStringLiteral("probe");

}  // namespace

HealthController::HealthController(Services &services, QObject *parent) : QObject(parent), m_services(services)
{
    connect(&services.machines, &MachineService::changed, this, &HealthController::reloadMachines);
    // Includes checks started for a window that is closed now.
    connect(&services.machines, &MachineService::checked, this, [this](MachineId machineId) {
        if (m_page && m_page->machine() == machineId)
            showCheck(machineId, {});
    });
}

HealthController::~HealthController() { m_measureStop.request_stop(); }

void HealthController::setPage(HealthPage *page)
{
    m_page = page;
    connect(page, &HealthPage::machineChosen, this, &HealthController::show);
    connect(page, &HealthPage::checkChosen, this, [this](CheckId checkId) { showCheck(m_page->machine(), checkId); });
    connect(page, &HealthPage::checkRequested, this, &HealthController::check);
    connect(page, &HealthPage::cancelRequested, this, [this] { m_stop.request_stop(); });
    connect(page, &HealthPage::measureRequested, this, &HealthController::measure);
    connect(page, &HealthPage::measureCancelRequested, this, [this] { m_measureStop.request_stop(); });
    connect(page->messageBar(), &MessageBar::actionTriggered, this, [this] { check(m_failed); });
    reloadMachines();
    show(page->machine());
}

void HealthController::reloadMachines()
{
    if (!m_page)
        return;
    const auto machines = m_services.database().machines.all();
    if (!machines)
        return;  // the fleet's page reports it
    QList<HealthPage::MachineName> names;
    for (const Machine &machine : *machines)
        names.append({machine.id, machine.name});
    m_page->setMachines(names);
}

void HealthController::show(MachineId machineId)
{
    m_page->messageBar()->clear();
    showProbe(machineId);
    showCheck(machineId, {});
}

void HealthController::showCheck(MachineId machineId, CheckId checkId)
{
    QList<HealthPage::KeptCheck> checks;
    const auto kept = m_services.database().checks.all(machineId);
    for (const CheckRecord &record : kept ? *kept : QList<CheckRecord>())
        checks.append({record.id, record.taken});
    const CheckId shown = checkId.isSet() || checks.isEmpty() ? checkId : checks.first().id;
    const auto report = !shown.isSet() ? Result<HealthReport>(Error{}) : m_services.machines.keptCheck(shown);
    m_page->setReport(report ? std::optional(*report) : std::nullopt);
    m_page->setHistory(checks, shown);
}

// The newest benchmark of the machine.
void HealthController::showProbe(MachineId machineId)
{
    std::optional<ProbeView> view;
    const auto advisor = ProbeAdvisor::builtIn();
    const auto probes = m_services.database().probes.all();
    if (advisor && probes && machineId.isSet()) {
        const auto newest = std::find_if(probes->cbegin(), probes->cend(),
                                         [machineId](const ProbeRecord &one) { return one.machineId == machineId; });
        if (newest != probes->cend()) {
            if (const auto judged = (*advisor)->judge(m_services.database(), newest->id))
                view = ProbeView{judged->judgement, judged->text, judged->record.taken};
        }
    }
    m_page->setProbe(view);
}

void HealthController::measure(MachineId machineId, bool isQuick)
{
    if (m_measuring.isSet() || !machineId.isSet())
        return;
    m_measuring = machineId;
    m_measureStop = std::stop_source();
    m_page->messageBar()->withdraw(kProbeFailed);
    m_page->setMeasuring(true);
    ProbeOptions options;
    options.isQuick = isQuick;
    whenDone(
        m_services.machines.probe(machineId, options, linesTo(&HealthController::takeProgress), m_measureStop.get_token()), this,
        [this](const Result<ProbedMachine> &probed) {
            const MachineId id = std::exchange(m_measuring, {});
            m_page->setMeasuring(false);
            if (!probed && !probed.error().isCancelled())
                m_page->messageBar()->post(
                    {kProbeFailed, Tone::Bad, tr("The machine could not be benchmarked."), probed.error().what, probed.error().detail, {}});
            else if (probed && !probed->leftBehind.isEmpty())
                m_page->messageBar()->post({kProbeFailed,
                                            Tone::Warning,
                                            tr("The probe's folder could not be removed from the machine."),
                                            tr("Remove it manually: %1").arg(probed->leftBehind),
                                            {},
                                            {}});
            if (m_page->machine() == id)
                showProbe(id);
        });
}

// Lines may arrive after this object is destroyed; the services still exist then, and wait for their workers.
ProbeRunner::Progress HealthController::linesTo(void (HealthController::*take)(const QString &line))
{
    return
        [take, guard = std::make_shared<QPointer<HealthController>>(this), context = QPointer<QObject>(&m_services)](const QString &line) {
            QMetaObject::invokeMethod(
                context.data(),
                [take, guard, line] {
                    if (*guard)
                        (guard->data()->*take)(line);
                },
                Qt::QueuedConnection);
        };
}

void HealthController::takeProgress(const QString &line)
{
    if (m_measuring.isSet())
        m_page->setMeasureProgress(line);
}

void HealthController::takeStep(const QString &words)
{
    if (m_checking.isSet() && m_page)
        m_page->setCheckStep(words);
}

void HealthController::check(MachineId machineId)
{
    if (m_checking.isSet() || !machineId.isSet())
        return;
    m_checking = machineId;
    m_stop = std::stop_source();
    if (m_page) {
        m_page->selectMachine(machineId);
        m_page->messageBar()->withdraw(kCheckFailed);
        m_page->setChecking(true);
    }
    whenDone(m_services.machines.check(machineId, {}, linesTo(&HealthController::takeStep), m_stop.get_token()), this,
             [this, machineId](const Result<HealthReport> &report) {
                 m_checking = {};
                 if (!m_page)
                     return;
                 m_page->setChecking(false);
                 if (report && m_page->machine() == machineId) {
                     m_page->setReport(*report);  // even if it could not be saved
                     showProbe(machineId);
                 }
                 if (report || report.error().isCancelled())
                     return;
                 m_failed = machineId;
                 const auto machine = m_services.database().machines.find(machineId);
                 const QString fact = machine ? tr("%1 could not be checked.").arg(machine->name.simplified())
                                              : tr("The machine could not be checked.");
                 m_page->messageBar()->post({kCheckFailed, Tone::Bad, fact, report.error().what, report.error().detail, tr("Retry")});
             });
}

}  // namespace trainyard

#include "moc_healthcontroller.cpp"
