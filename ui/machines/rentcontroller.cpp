// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/rentcontroller.h"

#include "core/agent/budgetwatch.h"
#include "core/base/format.h"
#include "core/service/clouds/spotprices.h"
#include "core/service/runs/energyreader.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/machines/owncostdialog.h"
#include "ui/machines/rentdialog.h"

namespace trainyard {

RentController::RentController(Services &services, BudgetWatch &watch, QWidget *window)
    : QObject(window), m_services(services), m_window(window), m_watch(watch)
{
}

RentController::~RentController() { m_stop.request_stop(); }

void RentController::rent(MachineId machineId)
{
    const auto machine = m_services.database().machines.find(machineId);
    const auto rentals = m_services.database().rentals.all();
    if (!machine || !rentals) {
        Q_EMIT failed(QStringLiteral("rent"), machine ? rentals.error() : machine.error());
        return;
    }
    m_watch.look();
    const MeterNow &meter = m_watch.meter();
    const RentedMachine *rented = meter.machine(machineId);
    QString story;
    if (rented) {
        //: price an hour, a moment, money, money
        story = tr("%1 per hour since %2, %3 so far.")
                    .arg(formatMoney(rented->perHour), formatMoment(rented->rental.began, meter.when), formatMoney(rented->cost));
        if (rented->idleSince.isValid())
            story += QLatin1Char(' ') + tr("No active run: %1 of that since the last run.").arg(formatMoney(rented->idleCost));
        if (isOfStopped(rented->rental))
            story += QLatin1Char(' ') + tr("It is stopped: this is what its disks and addresses go on costing.");
        else if (!rented->rental.source.isEmpty())
            story += QLatin1Char(' ') + tr("Price from: %1.").arg(rented->rental.source);
        const auto instance = m_services.database().instances.find(machine->instanceId);
        if (const QString fact = instance ? spotPriceFact(rented->rental, instance->request,
                                                          m_services.instances.capabilitiesOf(*machine).spotPricing, meter.when)
                                          : QString();
            !fact.isEmpty())
            story += QLatin1Char(' ') + fact;
    }
    m_rent = new RentDialog(machine->name, rented ? std::optional(rented->rental) : std::nullopt, story, m_window);
    m_rent->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_rent, &RentDialog::submitted, this, [this, machineId](const Rental &rental) { keep(machineId, rental); });
    connect(m_rent, &RentDialog::returned, this, [this, machineId] { giveBack(machineId); });
    m_rent->open();
}

void RentController::editOwn(MachineId machineId)
{
    const auto machine = m_services.database().machines.find(machineId);
    if (!machine) {
        Q_EMIT failed(QStringLiteral("owncost"), machine.error());
        return;
    }
    m_watch.look();
    const OwnMachineCost *cost = m_watch.meter().own.machine(machineId);
    m_own = new OwnCostDialog(machine->name, cost ? std::optional(cost->figures) : std::nullopt, cost ? cost->gpuWatts : std::nullopt,
                              m_window);
    m_own->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_own, &OwnCostDialog::submitted, this,
            [this, machineId](const std::optional<OwnHardware> &figures) { keepOwn(machineId, figures); });
    m_own->open();
}

void RentController::keepOwn(MachineId machineId, const std::optional<OwnHardware> &figures)
{
    const auto set = m_services.database().own.set(machineId, figures);
    if (!set && m_own)
        m_own->showError(set.error());
    else if (m_own)
        m_own->accept();
    m_watch.look();
    if (!set || !figures)
        return;
    // Of its earlier runs.
    whenDone(readEnergies(m_services.paths(), machineId, m_stop.get_token()), this, [this](const Result<void> &read) {
        if (!read)
            Q_EMIT failed(QStringLiteral("owncost"), read.error());
        m_watch.look();
    });
}

void RentController::begin(const Rental &rental)
{
    if (const auto begun = m_services.database().rentals.begin(rental); !begun)
        Q_EMIT failed(QStringLiteral("rent"), begun.error());
    m_watch.look();
}

void RentController::keep(MachineId machineId, Rental rental)
{
    rental.machineId = machineId;
    const auto begun = m_services.database().rentals.begin(rental);
    if (!begun && m_rent)
        m_rent->showError(begun.error());
    else if (m_rent)
        m_rent->accept();
    m_watch.look();
}

void RentController::giveBack(MachineId machineId)
{
    // Its end is watched by what it costs, which ends with the rental.
    const auto machine = m_services.database().machines.find(machineId);
    const auto instance = machine ? m_services.database().instances.find(machine->instanceId) : Result<Instance>(machine.error());
    if (instance && instance->request.end.isSet() && instance->state != InstanceState::Gone) {
        if (m_rent)
            m_rent->showError(
                {ErrorCode::AlreadyExists, tr("%1 is rented from a cloud: give it back, which ends its rental.").arg(machine->name), {}});
        return;
    }
    const auto ended = m_services.database().rentals.end(machineId);
    if (!ended && m_rent)
        m_rent->showError(ended.error());
    else if (m_rent)
        m_rent->accept();
    m_watch.look();
}

}  // namespace trainyard

#include "moc_rentcontroller.cpp"
