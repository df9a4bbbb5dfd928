// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints: looks for them, keeps the newest answer, and leads from one of them to a run that goes on.
#pragma once

#include "core/service/runs/resumeplan.h"

#include <QDateTime>
#include <QObject>
#include <QPointer>

#include <optional>
#include <stop_token>

class QWidget;

namespace trainyard {

class CheckpointsPage;
class ResumeDialog;
class Services;

class ResumeController : public QObject {
    Q_OBJECT
public:
    ResumeController(Services &services, QWidget *window);
    ~ResumeController() override;

    // Once, as soon as there is one; shows it what is known by then. Looking works without.
    void setPage(CheckpointsPage *page);

    void scan();
    const CheckpointScan &lastScan() const { return m_scan; }  // nothing in it before the first one
    // The latest good checkpoint of the newest run that has something left to do; nullopt while none is known.
    std::optional<FoundCheckpoint> latestGood() const;
    void resume(const FoundCheckpoint &from);
    void resumeRun(const QString &runId);  // looks for its checkpoints first

Q_SIGNALS:
    void scanned();
    void launched(const trainyard::Run &run);
    void failed(const trainyard::Error &error);

private:
    void openDialog(const Run &run, const QList<FoundCheckpoint> &checkpoints, const QString &chosen);
    void planResume(const ResumeRequest &wish);
    void confirm(const LaunchRequest &request);
    void inspect(const FoundCheckpoint &found);
    void verify(const FoundCheckpoint &found);

    Services &m_services;
    CheckpointsPage *m_page = nullptr;
    QWidget *m_window;
    QPointer<ResumeDialog> m_dialog;
    CheckpointScan m_scan;
    QDateTime m_scanned;  // when m_scan came; invalid before
    bool m_isScanning = false, m_isScanWanted = false;
    int m_outlooks = 0;
    std::stop_source m_scanStop, m_launchStop, m_outlookStop, m_inspectStop;
};

}  // namespace trainyard
