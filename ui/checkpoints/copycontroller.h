// SPDX-License-Identifier: GPL-3.0-or-later
// Copies checkpoints from the window: asks for the target, shows its free space, and hands the copies to the transfer queue. Main thread.
#pragma once

#include "core/service/runs/checkpointtransfers.h"

#include <QObject>
#include <QPointer>

#include <stop_token>

class QWidget;

namespace trainyard {

class CheckpointsPage;
class CopyDialog;
class Services;

class CopyController : public QObject {
    Q_OBJECT
public:
    CopyController(Services &services, QWidget *window);
    ~CopyController() override;

    void setPage(CheckpointsPage *page);

Q_SIGNALS:
    void started();

private:
    void open(const FoundCheckpoint &found);
    void look(const FoundCheckpoint &found, const Location &target);
    void start(const FoundCheckpoint &found, const Location &target);
    std::optional<double> lastRate(const FoundCheckpoint &found, const Location &target) const;

    Services &m_services;
    QWidget *m_window;
    QPointer<CopyDialog> m_dialog;
    std::stop_source m_stop;
};

}  // namespace trainyard
