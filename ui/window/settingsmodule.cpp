// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/settingsmodule.h"

#include "ui/alerts/alertsettingscontroller.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/pagemessages.h"
#include "ui/page/workspace.h"
#include "ui/window/keysdialog.h"
#include "ui/window/moneycard.h"
#include "ui/window/settingspage.h"

namespace trainyard {

namespace {

constexpr int kRank = 1;

}  // namespace

SettingsModule::SettingsModule(PageContext &context) : PageModule(PageId::Settings, context)
{
    context.navigator.answer<ShowAlertSettings>([this](const ShowAlertSettings &) {
        m_context.navigator.show(PageId::Settings);
        m_page->showAlerts();
    });
}

QWidget *SettingsModule::makePage()
{
    m_page = new SettingsPage(m_context.preferences, m_context.paths.data, m_context.window);
    connect(m_page, &SettingsPage::preferencesChanged, this, [this](const Preferences &preferences) { m_context.change(preferences); });
    connect(m_page, &SettingsPage::keysRequested, this, [this] { (new KeysDialog(m_context.window))->open(); });
    connect(m_page, &SettingsPage::guideRequested, this, [this] { m_context.navigator.show(PageId::Help); });
    connect(m_page->money(), &MoneyCard::budgetsRequested, this, [this] { m_context.navigator.go(ShowBudgets{}); });
    return m_page;
}

void SettingsModule::join(Workspace &workspace)
{
    BudgetWatch &budgets = workspace.agent.budgets();
    connect(&budgets, &BudgetWatch::metered, m_page, [this, &budgets] { m_page->money()->setMeter(budgets.meter()); });
    m_page->money()->setMeter(budgets.meter());
    auto *const alerts = new AlertSettingsController(workspace.services, workspace.agent, m_page->alerts());
    connect(alerts, &AlertSettingsController::noticed, &m_context.messages, &PageMessages::noticed);
}

QList<PaletteSource> SettingsModule::paletteSources()
{
    PaletteSource source = paletteSource(QStringLiteral("settings:"), true, [this] {
        QList<Action> actions;
        const QStringList sections = SettingsPage::sections();
        for (int i = 0; i < sections.size(); ++i) {
            Action action{QStringLiteral("settings:%1").arg(i), sections[i], tr("Settings"), QStringLiteral("settings")};
            action.run = [this, i] {
                m_context.navigator.show(PageId::Settings);
                m_page->showSection(i);
            };
            actions << action;
        }
        return actions;
    });
    source.rank = kRank;
    return {source};
}

}  // namespace trainyard

#include "moc_settingsmodule.cpp"
