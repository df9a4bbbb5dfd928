// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/launchmodule.h"

#include "core/service/runs/services.h"
#include "ui/launch/launchcontroller.h"
#include "ui/launch/launchpage.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/workspace.h"

namespace trainyard {

LaunchModule::LaunchModule(PageContext &context) : PageModule(PageId::Launch, context)
{
    context.navigator.answer<LaunchOn>([this](const LaunchOn &asked) { launchOn(asked.machineId); });
    context.navigator.answer<LaunchAgain>([this](const LaunchAgain &asked) {
        launchOn(asked.machineId);
        if (m_page)
            m_page->setTaskOfRun(asked.runName, asked.task);
    });
}

QWidget *LaunchModule::makePage()
{
    m_page = new LaunchPage(m_context.window);
    connect(m_page, &LaunchPage::addMachineRequested, this, [this] { m_context.navigator.go(AddMachine{}); });
    connect(m_page, &LaunchPage::runsRequested, this, [this] { m_context.navigator.show(PageId::Runs); });
    return m_page;
}

void LaunchModule::begin(Workspace &workspace)
{
    connect(&workspace.sandbox, &SandboxController::viewChanged, this, &LaunchModule::showDemoTask);
}

void LaunchModule::join(Workspace &workspace)
{
    m_control = new LaunchController(workspace.services, m_page, this);
    connect(m_control, &LaunchController::launched, this, [this](const Run &run) { m_context.navigator.go(OpenRun{run.id}); });
    showDemoTask();
}

void LaunchModule::launchOn(MachineId machineId)
{
    m_context.navigator.show(PageId::Launch);
    if (!machineId.isSet() || !m_page)
        return;
    if (m_control)
        m_control->reloadMachines();  // it may have been added a moment ago
    m_page->selectMachine(machineId);
}

void LaunchModule::showDemoTask()
{
    if (!m_page)
        return;
    Workspace &workspace = *m_context.workspace;
    const SandboxStatus &status = workspace.sandbox.status();
    m_page->setDemoTask(status.isRunning ? writeTask(workspace.services.sandbox.demoTask(status)) : QByteArray());
}

}  // namespace trainyard

#include "moc_launchmodule.cpp"
