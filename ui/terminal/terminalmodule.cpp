// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminalmodule.h"

#include "core/base/seentext.h"
#include "core/service/runs/services.h"
#include "core/storage/settings/settings.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/workspace.h"
#include "ui/terminal/terminalpage.h"
#include "ui/terminal/terminalpane.h"
#include "ui/terminal/terminalview.h"

namespace trainyard {

namespace {

constexpr qsizetype kMaxListed = 20;  // in the palette
constexpr int kTerminalRank = 4;      // after the machines themselves

QString nameOf(Services &services, const OpenTerminal &asked)
{
    if (asked.runId.isSet()) {
        const auto run = services.database().runs.find(asked.runId);
        return run ? run->name : asked.runId.text();
    }
    const auto machine = services.database().machines.find(asked.machineId);
    return machine ? machine->name : QString();
}

}  // namespace

TerminalModule::TerminalModule(PageContext &context) : PageModule(PageId::Terminal, context)
{
    context.navigator.answer<OpenTerminal>([this](const OpenTerminal &asked) {
        if (!m_context.workspace)
            return;
        m_context.navigator.show(PageId::Terminal);
        m_page->add({asked.machineId, asked.runId, asked.folder}, nameOf(m_context.workspace->services, asked));
    });
}

QWidget *TerminalModule::makePage()
{
    m_page = new TerminalPage(m_context.window);
    connect(m_page, &TerminalPage::sessionRequested, this, &TerminalModule::openSession);
    connect(m_page, &TerminalPage::machinesRequested, this, [this] { m_context.navigator.show(PageId::Machines); });
    return m_page;
}

void TerminalModule::shown()
{
    QList<std::pair<MachineId, QString>> machines;
    for (const MachineCard &card : m_context.workspace ? m_context.workspace->fleet.cards() : QList<MachineCard>())
        machines.append({card.machine.id, card.machine.name});
    m_page->setMachines(machines);
    if (TerminalPane *const pane = m_page->current())
        pane->setFocus();
}

void TerminalModule::openSession(TerminalPane *pane)
{
    const int history = Settings(m_context.paths.settings()).number(Setting::TerminalHistory);
    pane->setSession(m_context.workspace->services.terminals.open(pane->place(), pane->view()->terminalSize(), history));
}

QList<PaletteSource> TerminalModule::paletteSources()
{
    const auto all = [this] { return m_context.workspace ? m_context.workspace->fleet.cards() : QList<MachineCard>(); };
    const auto title = [](const MachineCard &card) { return tr("Open a terminal on %1").arg(seenText(card.machine.name)); };
    const auto id = [](const MachineCard &card) { return QStringLiteral("terminal:%1").arg(card.machine.id.number()); };
    const auto actionOf = [this, title, id](const MachineCard &card) {
        Action action{id(card), title(card), tr("Terminal"), QStringLiteral("terminal")};
        action.run = [this, machineId = card.machine.id] { m_context.navigator.go(OpenTerminal{machineId, {}}); };
        return action;
    };
    return {sourceOf<MachineCard>(QStringLiteral("terminal:"), kMaxListed, kTerminalRank, all, title, actionOf, id)};
}

}  // namespace trainyard

#include "moc_terminalmodule.cpp"
