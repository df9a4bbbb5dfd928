// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/workspace.h"

#include "core/service/runs/services.h"

#include <algorithm>

namespace trainyard {

Workspace::Workspace(Services &all, QObject *parent)
    : QObject(parent), services(all), agent(all, this), runs(all, this), fleet(all, this), sandbox(all, this), checkpoints(all, this)
{
    connect(&sandbox, &SandboxController::viewChanged, this, [this] { fleet.setSandboxRunning(sandbox.isRunning()); });
    connect(&fleet, &FleetController::sandboxLost, &sandbox, &SandboxController::look);
    connect(&agent.budgets(), &BudgetWatch::metered, this, [this] { fleet.setMeter(agent.budgets().meter()); });
    // A run that has just ended may have saved once more.
    connect(&runs, &RunList::someEnded, &checkpoints, &CheckpointFinder::scan);
    connect(&fleet, &FleetController::becameLive, this, [this](MachineId machineId) {
        // Scan only if a run may have left checkpoints.
        const bool isWorthLooking = std::any_of(runs.all().cbegin(), runs.all().cend(), [machineId](const Run &run) {
            return run.isOn(machineId) && !run.checkpointDir.isEmpty();
        });
        if (isWorthLooking)
            checkpoints.scan();
    });
}

void Workspace::start()
{
    runs.reload();
    fleet.reloadMachines();
    sandbox.look();
    agent.start();
    services.runs.refresh();
}

}  // namespace trainyard

#include "moc_workspace.cpp"
