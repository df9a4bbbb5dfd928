// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/healthmodule.h"

#include "ui/health/healthcontroller.h"
#include "ui/health/healthpage.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/workspace.h"

namespace trainyard {

HealthModule::HealthModule(PageContext &context) : PageModule(PageId::Health, context)
{
    context.navigator.answer<CheckMachine>([this](const CheckMachine &asked) {
        m_context.navigator.show(PageId::Health);
        if (m_control)
            m_control->check(asked.machineId);
    });
}

QWidget *HealthModule::makePage()
{
    m_page = new HealthPage(m_context.window);
    connect(m_page, &HealthPage::addMachineRequested, this, [this] { m_context.navigator.go(AddMachine{}); });
    return m_page;
}

void HealthModule::begin(Workspace &workspace) { m_control = new HealthController(workspace.services, this); }

void HealthModule::join(Workspace &) { m_control->setPage(m_page); }

}  // namespace trainyard

#include "moc_healthmodule.cpp"
