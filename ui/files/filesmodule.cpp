// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/filesmodule.h"

#include "core/base/seentext.h"
#include "core/service/runs/services.h"
#include "ui/files/filebrowser.h"
#include "ui/files/filecontroller.h"
#include "ui/files/filespage.h"
#include "ui/files/runfilestab.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/workspace.h"

namespace trainyard {

namespace {

constexpr qsizetype kMostMachines = 20;  // in the palette
constexpr int kFilesRank = 4;            // after the machines themselves

}  // namespace

FilesModule::FilesModule(PageContext &context) : PageModule(PageId::Files, context)
{
    context.navigator.answer<ShowFiles>([this](const ShowFiles &asked) {
        if (!m_context.workspace)
            return;
        m_context.navigator.show(PageId::Files);
        show(asked.machineId, asked.path);
    });
}

QWidget *FilesModule::makePage()
{
    m_page = new FilesPage(m_context.window);
    connect(m_page, &FilesPage::machinesRequested, this, [this] { m_context.navigator.show(PageId::Machines); });
    return m_page;
}

void FilesModule::join(Workspace &workspace)
{
    m_control = new FileController(workspace.services, workspace.fleet, m_page->browser(), m_context.window);
    connectRequests(m_control);
}

void FilesModule::connectRequests(FileController *control)
{
    Navigator &navigator = m_context.navigator;
    connect(control, &FileController::terminalRequested, this, [&navigator](MachineId machineId, const QByteArray &folder) {
        navigator.go(OpenTerminal{machineId, {}, folder});
    });
    connect(control, &FileController::transfersRequested, this, [&navigator] { navigator.show(PageId::Transfers); });
}

void FilesModule::show(MachineId machineId, const QByteArray &path)
{
    const auto machine = m_context.workspace->services.database().machines.find(machineId);
    const bool isAnother = m_control->machineId() != machineId;
    m_control->setMachine(machine ? machineId : MachineId());
    m_page->setMachine(machine ? machine->name : QString(), machine && machine->isSimulated);
    if (machine && (isAnother || !path.isEmpty()))
        m_page->browser()->go(path.isEmpty() ? QByteArrayLiteral("~") : path);
    m_page->browser()->setFocus();
}

void FilesModule::shown()
{
    if (m_control && m_control->machineId().isSet())
        m_page->browser()->setFocus();
}

bool FilesModule::canRefresh() const { return m_control && m_control->machineId().isSet(); }

void FilesModule::refresh() { m_page->browser()->refresh(); }

RunTab *FilesModule::makeRunTab(QWidget *parent)
{
    Workspace &workspace = *m_context.workspace;
    auto *const tab = new RunFilesTab(workspace.services, workspace.fleet, m_context.window, parent);
    connectRequests(tab->control());
    return tab;
}

QList<PaletteSource> FilesModule::paletteSources()
{
    const auto all = [this] { return m_context.workspace ? m_context.workspace->fleet.cards() : QList<MachineCard>(); };
    const auto title = [](const MachineCard &card) { return tr("Files of %1").arg(seenText(card.machine.name)); };
    const auto id = [](const MachineCard &card) { return QStringLiteral("files:%1").arg(card.machine.id.number()); };
    const auto actionOf = [this, title, id](const MachineCard &card) {
        Action action{id(card), title(card), tr("Files"), QStringLiteral("folder")};
        action.run = [this, machineId = card.machine.id] { m_context.navigator.go(ShowFiles{machineId, {}}); };
        return action;
    };
    return {sourceOf<MachineCard>(QStringLiteral("files:"), kMostMachines, kFilesRank, all, title, actionOf, id)};
}

}  // namespace trainyard

#include "moc_filesmodule.cpp"
