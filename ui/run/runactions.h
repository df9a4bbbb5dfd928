// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of the run menu, on any page: stop, rename, note, archive, delete, report. Dialogs belong to the window.
#pragma once

#include "core/base/error.h"
#include "core/model/run.h"

#include <QObject>

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
    void stop(const RunId &runId);  // immediately; the caller has confirmed it
    void askToStop(const RunId &runId);

Q_SIGNALS:
    void failed(const RunId &runId, const trainyard::Error &error);  // never Cancelled
    void reporting(const RunId &runId, bool isReporting);
    void deleted(const QStringList &lineages);
    void launchAgainRequested(const QByteArray &task, MachineId machineId, const QString &runName);

private:
    void edit(const RunId &runId, bool isNote);
    void archive(const QString &lineage, bool isArchived);
    void askToDelete(const QStringList &lineages);
    void restore(const QStringList &lineages);
    void askToErase(const QStringList &lineages);
    void launchAgain(const RunId &runId);
    void askForReport(const RunId &runId);
    void writeReport(const RunId &runId, const QString &file);

    Services &m_services;
    QWidget *m_window;
    std::stop_source m_stop;  // of the reports being made
};

}  // namespace trainyard
