#include "ui/run/runmenu.h"

#include <QClipboard>
#include <QGuiApplication>

namespace trainyard {

RunMenu::RunMenu(bool isOfList, QWidget *parent) : QMenu(parent), m_isOfList(isOfList)
{
    setToolTipsVisible(true);
    m_open = add("runMenuOpen", tr("Open"));
    m_resume = add("runMenuResume", tr("Resume…"));
    m_stop = add("runMenuStop", tr("Stop…"));
    m_again = add("runMenuAgain", tr("Launch again with changes…"));
    addSeparator();
    m_rename = add("runMenuRename", tr("Rename…"));
    m_note = add("runMenuNote", tr("Note…"));
    addSeparator();
    m_copy = add("runMenuCopy", tr("Copy command"));
    m_report = add("runExportReport", tr("Export report…"));
    addSeparator();
    m_archive = add("runMenuArchive", tr("Archive"));
    for (QAction *action : {m_open, m_resume, m_stop, m_copy})
        action->setVisible(isOfList);
    connect(m_open, &QAction::triggered, this, [this] { Q_EMIT openRequested(m_run.id); });
    connect(m_resume, &QAction::triggered, this, [this] { Q_EMIT resumeRequested(m_run.id); });
    connect(m_stop, &QAction::triggered, this, [this] { Q_EMIT stopRequested(m_run.id); });
    connect(m_again, &QAction::triggered, this, [this] { Q_EMIT launchAgainRequested(m_run.id); });
    connect(m_rename, &QAction::triggered, this, [this] { Q_EMIT editRequested(m_run.id, false); });
    connect(m_note, &QAction::triggered, this, [this] { Q_EMIT editRequested(m_run.id, true); });
    connect(m_copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(m_run.command); });
    connect(m_report, &QAction::triggered, this, [this] { Q_EMIT reportRequested(m_run.id); });
    connect(m_archive, &QAction::triggered, this, [this] { Q_EMIT archiveRequested(m_run.lineage, !m_run.isArchived); });
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
    const bool isOver = hasEnded(run.state);
    m_resume->setVisible(m_isOfList && isOver);
    m_resume->setEnabled(!isMachineRemoved && !run.checkpointDir.isEmpty());
    m_resume->setToolTip(isMachineRemoved             ? tr("Its machine was removed from the list.")
                         : run.checkpointDir.isEmpty() ? tr("The task has no checkpoints section, so there is nothing to go on from.")
                                                       : QString());
    m_stop->setVisible(m_isOfList && !isOver);
    m_stop->setEnabled(run.state != RunState::Stopping);
    m_copy->setEnabled(!run.command.isEmpty());
    m_archive->setText(run.isArchived ? tr("Unarchive") : tr("Archive"));
    m_archive->setEnabled(isOver || run.isArchived);
    m_archive->setToolTip(m_archive->isEnabled() ? tr("Hides it from the lists. Nothing is deleted.") : tr("It is still running."));
}

void RunMenu::setReporting(bool isReporting) { m_report->setEnabled(!isReporting); }

}  // namespace trainyard
