// SPDX-License-Identifier: GPL-3.0-or-later
// Pruning from the window: pins, dry run, trash and restore, and how many more checkpoints fit on a disk. Main thread.
#pragma once

#include "core/service/runs/checkpointrequests.h"
#include "core/service/runs/checkpointscan.h"

#include <QObject>
#include <QPointer>

#include <stop_token>

class QWidget;

namespace trainyard {

class CheckpointsPage;
class PruneDialog;
class Services;

class PruneController : public QObject {
    Q_OBJECT
public:
    PruneController(Services &services, QWidget *window);
    ~PruneController() override;

    void setPage(CheckpointsPage *page);

Q_SIGNALS:
    void changed();  // something was moved to the trash or restored: scan again

private:
    void open(const CheckpointRef &where, const QString &title);
    void plan(const CheckpointRef &where, const PruneOptions &options, bool isCarriedOut);
    void handleTrash(const CheckpointRef &where, TrashAction action, const QStringList &ids);
    void pin(const FoundCheckpoint &found, bool isPinned);
    void forecast(const CheckpointRef &where, const QString &lineage);

    Services &m_services;
    QWidget *m_window;
    QPointer<CheckpointsPage> m_page;
    QPointer<PruneDialog> m_dialog;
    std::stop_source m_stop, m_forecastStop;
};

}  // namespace trainyard
