// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/launchmodule.h"

#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/launch/launchcontroller.h"
#include "ui/launch/launchdrafts.h"
#include "ui/launch/launchpage.h"
#include "ui/launch/shelfdialog.h"
#include "ui/launch/taskshelf.h"
#include "ui/launch/templatenamedialog.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/workspace.h"

namespace trainyard {

LaunchModule::LaunchModule(PageContext &context) : PageModule(PageId::Launch, context)
{
    context.navigator.answer<LaunchOn>([this](const LaunchOn &asked) {
        if (m_drafts && !asked.draft.isEmpty())
            m_drafts->goOn(asked.draft);  // which may name another machine
        launchOn(asked.machineId);
    });
    context.navigator.answer<LaunchAgain>([this](const LaunchAgain &asked) {
        launchOn(asked.machineId);
        if (m_page)
            m_page->setTaskOfRun(asked.runName, asked.task);
    });
    context.navigator.answer<SaveAsTemplate>([this](const SaveAsTemplate &asked) { nameTemplate(asked.task, asked.name); });
}

QWidget *LaunchModule::makePage()
{
    m_page = new LaunchPage(m_context.window);
    connect(m_page, &LaunchPage::addMachineRequested, this, [this] { m_context.navigator.go(AddMachine{}); });
    connect(m_page, &LaunchPage::rentMachineRequested, this, &LaunchModule::rentForTask);
    connect(m_page, &LaunchPage::runsRequested, this, [this] { m_context.navigator.show(PageId::Runs); });
    return m_page;
}

void LaunchModule::begin(Workspace &workspace)
{
    m_shelf = new TaskShelf(workspace.services.paths(), this);
    connect(&workspace.sandbox, &SandboxController::viewChanged, this, &LaunchModule::showDemoTask);
}

void LaunchModule::join(Workspace &workspace)
{
    m_control = new LaunchController(workspace.services, m_page, this);
    m_drafts = new LaunchDrafts(*m_shelf, m_page, this);
    connect(m_drafts, &LaunchDrafts::nothingOpen, m_control, &LaunchController::beginAsLast);
    connect(m_control, &LaunchController::launched, this, [this](const Run &run) {
        m_drafts->launched();
        m_context.navigator.go(OpenRun{run.id});
    });
    connect(m_page, &LaunchPage::estimateRequested, this, [this] { m_context.navigator.go(ShowEstimate{}); });
    connect(m_page, &LaunchPage::budgetsRequested, this, [this] { m_context.navigator.go(ShowBudgets{}); });
    connect(m_page, &LaunchPage::templateChosen, this, &LaunchModule::useTemplate);
    connect(m_page, &LaunchPage::shelfRequested, this, &LaunchModule::openShelf);
    connect(m_page, &LaunchPage::saveTemplateRequested, this, [this] {
        nameTemplate(m_page->templateText(), draftName({{}, m_page->taskText()}));
    });
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

void LaunchModule::rentForTask()
{
    const QByteArray task = m_page->taskText();
    if (m_drafts && !task.trimmed().isEmpty())
        m_context.navigator.go(RentForTask{task, m_drafts->keep()});
    else
        m_context.navigator.go(ChooseOffer{});
}

void LaunchModule::useTemplate(const QString &name)
{
    whenDone(m_shelf->readTemplate(name), m_page, [this](const Result<QByteArray> &text) {
        if (text)
            m_page->beginTask(*text);
        else
            m_page->showFailure(text.error());
    });
}

void LaunchModule::openShelf()
{
    auto *const dialog = new ShelfDialog(*m_shelf, m_page);
    connect(dialog, &ShelfDialog::draftChosen, m_drafts, &LaunchDrafts::goOn);
    connect(dialog, &ShelfDialog::templateChosen, this, &LaunchModule::useTemplate);
    dialog->open();
}

void LaunchModule::nameTemplate(const QByteArray &task, const QString &proposal)
{
    if (!m_shelf)
        return;
    QString name = proposal;
    name.replace(u'/', u' ');
    auto *const dialog = new TemplateNameDialog(*m_shelf, task, name.trimmed().left(60), m_context.window);
    dialog->open();
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
