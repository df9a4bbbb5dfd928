// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alerts/alertsmodule.h"

#include "ui/alerts/alertcontroller.h"
#include "ui/alerts/alertspage.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/pagemessages.h"
#include "ui/page/workspace.h"

namespace trainyard {

QWidget *AlertsModule::makePage()
{
    m_page = new AlertsPage(m_context.window);
    return m_page;
}

void AlertsModule::begin(Workspace &workspace)
{
    m_control = new AlertController(workspace.services, workspace.agent.alerts(), this);
    connect(m_control, &AlertController::failed, this,
            [this](const Error &error) { m_context.messages.report(PageId::Home, QStringLiteral("alerts"), error); });
    connect(m_control, &AlertController::openRunRequested, this, [this](const RunId &runId) { m_context.navigator.go(OpenRun{runId}); });
    connect(m_control, &AlertController::budgetsRequested, this, [this] { m_context.navigator.go(ShowBudgets{}); });
    connect(m_control, &AlertController::settingsRequested, this, [this] { m_context.navigator.go(ShowAlertSettings{}); });
}

void AlertsModule::join(Workspace &) { m_control->setPage(m_page); }

void AlertsModule::tick(const QDateTime &)
{
    if (m_control)
        m_control->show();
}

}  // namespace trainyard

#include "moc_alertsmodule.cpp"
