// SPDX-License-Identifier: GPL-3.0-or-later
// Shows one run at a time on the run page and does what the page asks for.
#pragma once

#include "core/base/error.h"
#include "core/model/ids.h"
#include "core/service/runs/earlierloss.h"
#include "core/service/runs/meternow.h"
#include "ui/charts/chartevent.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard {

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

    // False when there is no such run; failed() said so.
    bool open(const RunId &runId);
    RunId currentRun() const { return m_runId; }
    void setMeter(const MeterNow &meter);
    void setSandbox(const SandboxController &sandbox);
    void retry();       // the link of the run that is shown
    void readAlerts();  // of the run that is shown, for its row of events; they have changed

Q_SIGNALS:
    void failed(const trainyard::Error &error);

private:
    void show();
    void lookForCheckpoints();
    void readEarlierLoss();
    void readRevision();
    void readCheckpoints();  // what was seen of them so far, for the row of events
    // Another program may be the one that looks for them.
    void watchCheckpoints();
    void askForStacks(const RunId &runId);
    void fillForecast(RunView &view) const;
    void connectTunnels();
    void showTunnels();
    // Opens a tunnel to the run's machine, then `arrived` with its port here; errors go to the page.
    void openTunnel(const QString &address, std::function<void(quint16)> arrived);
    void browse(const QString &address);

    Services &m_services;
    RunPage *m_page;
    QPointer<RunWatch> m_watch;
    RunId m_runId;
    QString m_revision;     // of its code when it was launched
    EarlierLoss m_earlier;  // of its attempts before
    MeterNow m_meter;
    QList<ChartEvent> m_alerts, m_checkpoints;
    std::optional<qint64> m_goodStep;  // of the latest good one of these
    QTimer m_nextLook;                 // for one that was being written
    QFileSystemWatcher m_folder;       // of the run's copy
    bool m_isSandboxStopped = false, m_isSandboxRunning = false;
    bool m_isLooking = false, m_looksAgain = false;
    std::stop_source m_stop;                // of looks at the run
    std::unique_ptr<LocalRedirect> m_door;  // of the last page that was opened
};

}  // namespace trainyard
