// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the checkpoints found, inspects them, and resumes a run from one of them.
#pragma once

#include "core/model/ids.h"
#include "core/service/runs/resumeplan.h"

#include <QObject>
#include <QPointer>

#include <stop_token>

class QWidget;

namespace trainyard {

class CheckpointFinder;
class CheckpointsPage;
class ResumeDialog;
class Services;

class ResumeController : public QObject {
    Q_OBJECT
public:
    ResumeController(Services &services, CheckpointFinder &finder, QWidget *window);
    ~ResumeController() override;

    // Call once the page exists; shows it what is known by then.
    void setPage(CheckpointsPage *page);

    void resume(const FoundCheckpoint &from);
    void resumeRun(const RunId &runId);  // scans for its checkpoints first

Q_SIGNALS:
    void launched(const trainyard::Run &run);
    void failed(const trainyard::Error &error);

private:
    void openDialog(const Run &run, const QList<FoundCheckpoint> &checkpoints, const QString &chosen);
    void planResume(const ResumeRequest &request);
    void confirm(const LaunchRequest &request);
    void inspect(const FoundCheckpoint &found);
    void verify(const FoundCheckpoint &found);

    Services &m_services;
    CheckpointFinder &m_finder;
    CheckpointsPage *m_page = nullptr;
    QWidget *m_window;
    QPointer<ResumeDialog> m_dialog;
    int m_plans = 0;
    std::stop_source m_launchStop, m_planStop, m_inspectStop;
};

}  // namespace trainyard
