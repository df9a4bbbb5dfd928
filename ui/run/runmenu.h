// SPDX-License-Identifier: GPL-3.0-or-later
// The actions for a run: the menu of its row in the list and of its page. The menu copies the command itself; everything else is a request.
// objectNames of its actions: "runMenuOpen", "runMenuResume", "runMenuStop", "runMenuSync", "runMenuAgain", "runMenuTemplate", "runMenuTerminal", "runMenuRename",
// "runMenuNote", "runMenuTags", "runMenuPin", "runMenuCopy", "runExportReport", "runMenuArchive", "runMenuDelete"; of runs in the trash
// "runMenuRestore", "runMenuErase".
#pragma once

#include "core/model/run.h"

#include <QMenu>

namespace trainyard {

class RunMenu : public QMenu {
    Q_OBJECT
public:
    // For a list: all entries. The run's own page has buttons for opening, resuming, stopping and copying.
    explicit RunMenu(bool isOfList, QWidget *parent = nullptr);

    void setRun(const Run &run, bool isMachineRemoved);
    // The runs that its last entries apply to: the run itself, or those selected with it.
    void setChosen(const QStringList &lineages, bool isOneGoingOn);
    void setReporting(bool isReporting);  // one at a time

Q_SIGNALS:
    void openRequested(const RunId &runId);
    void resumeRequested(const RunId &runId);
    void stopRequested(const RunId &runId);      // not confirmed yet
    void runAgainRequested(const RunId &runId);  // with what changed, on the same machine
    void launchAgainRequested(const RunId &runId);
    void templateRequested(const RunId &runId);
    void terminalRequested(const RunId &runId);
    void editRequested(const RunId &runId, bool isNote);  // false: edit its name
    void reportRequested(const RunId &runId);
    void tagsRequested(const QStringList &lineages);
    void pinRequested(const QStringList &lineages, bool isPinned);
    void archiveRequested(const QStringList &lineages, bool isArchived);
    void deleteRequested(const QStringList &lineages);  // not confirmed yet
    void restoreRequested(const QStringList &lineages);
    void eraseRequested(const QStringList &lineages);  // not confirmed yet

private:
    QAction *add(const char *name, const QString &text);

    bool m_isOfList;
    Run m_run;
    QStringList m_chosen;  // lineages
    QAction *m_open, *m_resume, *m_stop, *m_sync, *m_again, *m_template, *m_terminal, *m_rename, *m_note, *m_tags, *m_pin, *m_copy,
        *m_report, *m_archive, *m_delete, *m_restore, *m_erase;
};

}  // namespace trainyard
