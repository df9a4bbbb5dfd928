// SPDX-License-Identifier: GPL-3.0-or-later
// Shows one run at a time on the run page and carries out the page's requests.
#pragma once

#include "core/base/error.h"
#include "core/model/ids.h"
#include "core/observe/alert/alert.h"
#include "core/service/runs/checkpointsave.h"
#include "core/service/runs/earlierloss.h"
#include "core/service/runs/meternow.h"
#include "ui/charts/chartevent.h"

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard {

class EditorLink;
class JupyterLink;
class LocalRedirect;
class RunPage;
struct RunView;
class RunWatch;
class SandboxController;
class Services;

class RunController : public QObject {
    Q_OBJECT
public:
    RunController(Services &services, RunPage *page, QObject *parent = nullptr);
    ~RunController() override;

    // False if there is no such run; failed() has reported it.
    bool open(const RunId &runId);
    RunId currentRun() const { return m_runId; }
    void setSynced(const RunId &runId, const QString &synced);  // what was sent when that run was run again
    void setMeter(const MeterNow &meter);
    void setSandbox(const SandboxController &sandbox);
    void retry();       // reconnects to the machine of the run shown
    void readAlerts();  // the alerts of the run shown and their rules, for its charts; call when either changes

Q_SIGNALS:
    void failed(const trainyard::Error &error);

private:
    void show();
    void lookForCheckpoints();
    void readEarlierLoss();
    void readRevision();
    void readCheckpoints();  // the checkpoints seen so far, for the event row
    // Another program may be the one that scans for them.
    void watchCheckpoints();
    void askForStacks(const RunId &runId);
    void saveNow(const RunId &runId);
    void putSave(const RunId &runId, const std::optional<CheckpointSaveState> &save);
    void fillForecast(RunView &view) const;
    void connectEditors();
    void connectTunnels();
    void connectJupyter();
    void showJupyter();
    void showTunnels();
    // Opens a tunnel to the run's machine, then calls `arrived` with its local port; errors are shown on the page.
    void openTunnel(const QString &address, std::function<void(quint16)> arrived);
    void browse(const QString &address);

    Services &m_services;
    RunPage *m_page;
    EditorLink *m_editors;
    JupyterLink *m_jupyter;
    bool m_isJupyterRunning = false;  // of the run shown
    QPointer<RunWatch> m_watch;
    RunId m_runId;
    QString m_revision;  // of its code when it was launched
    QHash<RunId, QString> m_synced;
    EarlierLoss m_earlier;  // of its earlier attempts
    MeterNow m_meter;
    QList<ChartEvent> m_alerts, m_checkpoints;
    AlertRules m_rules;                         // of the settings
    QList<Alert> m_openAlerts;                  // of the run shown
    std::optional<qint64> m_goodStep;           // of the latest good checkpoint
    QHash<RunId, CheckpointSaveState> m_saves;  // since the program started
    QTimer m_nextLook;                          // for one that was still being written
    QFileSystemWatcher m_folder;                // of the run's copy
    bool m_isSandboxStopped = false, m_isSandboxRunning = false;
    bool m_isLooking = false, m_looksAgain = false;
    std::stop_source m_stop;                // for reads of the run
    std::unique_ptr<LocalRedirect> m_door;  // for the page opened last
};

}  // namespace trainyard
