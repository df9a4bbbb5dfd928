// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of the run menu, on any page: stop, rename, note, archive, delete, report. Dialogs belong to the window.
#pragma once

#include "core/base/error.h"
#include "core/model/lineageedit.h"
#include "core/model/run.h"

#include "ui/run/stopquestion.h"

#include <QObject>
#include <QSet>

#include <stop_token>

class QWidget;

namespace trainyard {

class RunMenu;
class Services;

class RunActions : public QObject {
    Q_OBJECT
public:
    RunActions(Services &services, QWidget *window);
    ~RunActions() override;

    // Handles all requests of the menu except opening, and except those that the page with the menu handles itself.
    void serve(RunMenu *menu);
    // Sends what changed and starts the next attempt; asks first if one is still running, unless the person chose not to be asked.
    void runAgain(const RunId &runId);
    void stop(const RunId &runId);  // immediately; the caller has confirmed it
    void askToStop(const RunId &runId);
    void launchAgain(const RunId &runId);
    void apply(const QList<LineageEdit> &edits);  // without changed(): for undoing

Q_SIGNALS:
    void failed(const RunId &runId, const trainyard::Error &error);  // never Cancelled
    void reporting(const RunId &runId, bool isReporting);
    void deleted(const QStringList &lineages);
    // Several runs, or one, have other tags, or were pinned or archived. `undo` restores what they had.
    void changed(const QString &sentence, const QList<trainyard::LineageEdit> &undo);
    void runningAgain(const RunId &runId, const QString &step);    // what is being done; empty: it is over
    void startedAgain(const RunId &runId, const QString &synced);  // the new attempt, and what was sent
    void launchAgainRequested(const QByteArray &task, MachineId machineId, const QString &runName);
    void templateRequested(const QByteArray &task, const QString &name);

private:
    void beginAgain(const RunId &runId, bool stopsFormer);
    StopFacts stopFactsOf(const Run &run);
    void edit(const RunId &runId, bool isNote);
    void archive(const QStringList &lineages, bool isArchived);
    void pin(const QStringList &lineages, bool isPinned);
    void editTags(const QStringList &lineages);
    QList<Run> newestOf(const QStringList &lineages);
    // All of them, or none; returns what undoes them.
    Result<void> carryOut(const QList<LineageEdit> &edits, QList<LineageEdit> &undo);
    void change(const QList<LineageEdit> &edits, const QString &sentence);
    void askToDelete(const QStringList &lineages);
    void restore(const QStringList &lineages);
    void askToErase(const QStringList &lineages);
    void saveAsTemplate(const RunId &runId);
    void askForReport(const RunId &runId);
    void writeReport(const RunId &runId, const QString &file);

    Services &m_services;
    QWidget *m_window;
    QSet<RunId> m_again;      // being started again
    std::stop_source m_stop;  // of the reports being made
};

}  // namespace trainyard
