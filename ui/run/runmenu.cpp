// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runmenu.h"

#include "ui/common/keytable.h"

#include <QClipboard>
#include <QGuiApplication>

#include <utility>

namespace trainyard {

RunMenu::RunMenu(bool isOfList, QWidget *parent) : QMenu(parent), m_isOfList(isOfList)
{
    setToolTipsVisible(true);
    m_open = add("runMenuOpen", tr("Open"));
    m_resume = add("runMenuResume", tr("Resume…"));
    m_stop = add("runMenuStop", tr("Stop…"));
    m_sync = add("runMenuSync", tr("Sync and run again"));
    m_again = add("runMenuAgain", tr("Launch again with changes…"));
    m_template = add("runMenuTemplate", tr("Use as template…"));
    m_terminal = add("runMenuTerminal", tr("Open a terminal"));
    addSeparator();
    m_rename = add("runMenuRename", tr("Rename…"));
    m_note = add("runMenuNote", tr("Note…"));
    m_tags = add("runMenuTags", tr("Tags…"));
    m_pin = add("runMenuPin", tr("Pin"));
    addSeparator();
    m_copy = add("runMenuCopy", tr("Copy command"));
    m_report = add("runExportReport", tr("Export report…"));
    addSeparator();
    m_archive = add("runMenuArchive", tr("Archive"));
    m_delete = add("runMenuDelete", {});
    // Shown only: the pages handle the keys.
    m_sync->setShortcut(keyFor(KeyFor::RunAgain));
    m_sync->setShortcutContext(Qt::WidgetShortcut);
    for (const auto &[action, key] :
         {std::pair(m_delete, KeyFor::DeleteRuns), {m_tags, KeyFor::TagRuns}, {m_pin, KeyFor::PinRuns}, {m_archive, KeyFor::ArchiveRuns}}) {
        if (!isOfList)
            continue;
        action->setShortcut(keyFor(key));
        action->setShortcutContext(Qt::WidgetShortcut);
    }
    m_restore = add("runMenuRestore", {});
    m_erase = add("runMenuErase", {});
    for (QAction *action : {m_delete, m_restore, m_erase})
        action->setVisible(false);
    for (QAction *action : {m_open, m_resume, m_stop, m_copy})
        action->setVisible(isOfList);
    connect(m_open, &QAction::triggered, this, [this] { Q_EMIT openRequested(m_run.id); });
    connect(m_resume, &QAction::triggered, this, [this] { Q_EMIT resumeRequested(m_run.id); });
    connect(m_stop, &QAction::triggered, this, [this] { Q_EMIT stopRequested(m_run.id); });
    connect(m_sync, &QAction::triggered, this, [this] { Q_EMIT runAgainRequested(m_run.id); });
    connect(m_again, &QAction::triggered, this, [this] { Q_EMIT launchAgainRequested(m_run.id); });
    connect(m_template, &QAction::triggered, this, [this] { Q_EMIT templateRequested(m_run.id); });
    connect(m_terminal, &QAction::triggered, this, [this] { Q_EMIT terminalRequested(m_run.id); });
    connect(m_rename, &QAction::triggered, this, [this] { Q_EMIT editRequested(m_run.id, false); });
    connect(m_note, &QAction::triggered, this, [this] { Q_EMIT editRequested(m_run.id, true); });
    connect(m_copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(m_run.command); });
    connect(m_report, &QAction::triggered, this, [this] { Q_EMIT reportRequested(m_run.id); });
    connect(m_archive, &QAction::triggered, this, [this] { Q_EMIT archiveRequested(m_chosen, !m_run.isArchived); });
    connect(m_tags, &QAction::triggered, this, [this] { Q_EMIT tagsRequested(m_chosen); });
    connect(m_pin, &QAction::triggered, this, [this] { Q_EMIT pinRequested(m_chosen, !m_run.isPinned); });
    connect(m_delete, &QAction::triggered, this, [this] { Q_EMIT deleteRequested(m_chosen); });
    connect(m_restore, &QAction::triggered, this, [this] { Q_EMIT restoreRequested(m_chosen); });
    connect(m_erase, &QAction::triggered, this, [this] { Q_EMIT eraseRequested(m_chosen); });
}

QAction *RunMenu::add(const char *name, const QString &text)
{
    QAction *const action = addAction(text);
    action->setObjectName(QLatin1String(name));
    return action;
}

void RunMenu::setRun(const Run &run, bool isMachineRemoved)
{
    m_run = run;
    m_chosen = {run.lineage};
    const bool isOver = hasEnded(run.state);
    for (QAction *action : actions())
        action->setVisible(action == m_open || action == m_copy ? m_isOfList
                                                                : action != m_delete && action != m_restore && action != m_erase);
    m_resume->setVisible(m_isOfList && isOver);
    m_resume->setEnabled(!isMachineRemoved && !run.checkpointDir.isEmpty());
    m_resume->setToolTip(isMachineRemoved              ? tr("Its machine was removed from the list.")
                         : run.checkpointDir.isEmpty() ? tr("The task has no checkpoints section, so there is nothing to resume from.")
                                                       : QString());
    m_stop->setVisible(m_isOfList && !isOver);
    m_stop->setEnabled(run.state != RunState::Stopping);
    m_sync->setEnabled(!isMachineRemoved && run.state != RunState::Preparing && run.state != RunState::Stopping);
    m_sync->setToolTip(isMachineRemoved                   ? tr("Its machine was removed from the list.")
                       : run.state == RunState::Preparing ? tr("It is still being launched.")
                       : run.state == RunState::Stopping  ? tr("It is being stopped. Try again when it has ended.")
                                                         : tr("Sends the files that changed, and starts the next attempt on its machine."));
    const bool isContainerGone = isOver && !run.image.isEmpty();
    m_terminal->setEnabled(!isMachineRemoved && !isContainerGone && !run.head().directory.isEmpty());
    m_terminal->setToolTip(isMachineRemoved  ? tr("Its machine was removed from the list.")
                           : isContainerGone ? tr("Its container has ended. Open a terminal on its machine instead.")
                                             : tr("In the run's container, or in its directory where it has none."));
    m_copy->setEnabled(!run.command.isEmpty());
    m_pin->setText(run.isPinned ? tr("Unpin") : tr("Pin"));
    m_pin->setToolTip(tr("Pinned runs stay at the top of the list."));
    m_archive->setText(run.isArchived ? tr("Unarchive") : tr("Archive"));
    m_archive->setEnabled(isOver || run.isArchived);
    m_archive->setToolTip(m_archive->isEnabled() ? tr("Hides it from the lists. Nothing is deleted.") : tr("It is still running."));
}

void RunMenu::setChosen(const QStringList &lineages, bool isOneGoingOn)
{
    m_chosen = lineages;
    const bool isInTrash = m_run.deleted.isValid();
    const int count = int(lineages.size());
    for (QAction *action : actions()) {
        if (isInTrash)
            action->setVisible(action == m_restore || action == m_erase);
    }
    if (count > 1) {
        m_pin->setText((m_run.isPinned ? tr("Unpin %n run(s)", nullptr, count) : tr("Pin %n run(s)", nullptr, count)));
        m_tags->setText(tr("Tags of %n run(s)…", nullptr, count));
        m_archive->setText(m_run.isArchived ? tr("Unarchive %n run(s)", nullptr, count) : tr("Archive %n run(s)", nullptr, count));
        m_archive->setEnabled(!isOneGoingOn || m_run.isArchived);
        m_archive->setToolTip(m_archive->isEnabled() ? tr("Hides them from the lists. Nothing is deleted.")
                                                     : tr("One of them is still running."));
    } else {
        m_tags->setText(tr("Tags…"));
    }
    m_delete->setVisible(!isInTrash);
    m_restore->setVisible(isInTrash);
    m_erase->setVisible(isInTrash);
    m_delete->setText(count > 1 ? tr("Delete %n run(s)…", nullptr, count) : tr("Delete…"));
    m_delete->setEnabled(!isOneGoingOn);
    m_delete->setToolTip(!isOneGoingOn ? QString()
                         : count > 1   ? tr("One of them is still running. Stop it first.")
                                       : tr("It is still running. Stop it first."));
    m_restore->setText(count > 1 ? tr("Restore %n run(s)", nullptr, count) : tr("Restore"));
    m_erase->setText(count > 1 ? tr("Erase %n run(s)…", nullptr, count) : tr("Erase…"));
}

void RunMenu::setReporting(bool isReporting) { m_report->setEnabled(!isReporting); }

}  // namespace trainyard

#include "moc_runmenu.cpp"
