// SPDX-License-Identifier: GPL-3.0-or-later
// Shows clusters over the window, and asks their login nodes for it. Main thread.
#pragma once

#include "core/model/ids.h"

#include <QObject>
#include <QPointer>

#include <stop_token>

class QWidget;

namespace trainyard {

class ClusterDialog;
class Services;

class ClusterController : public QObject {
    Q_OBJECT
public:
    ClusterController(Services &services, QWidget *window);
    ~ClusterController() override;  // cancels the question in progress

    void show(MachineId loginMachine);

private:
    void look(MachineId loginMachine);

    Services &m_services;
    QWidget *m_window;
    QPointer<ClusterDialog> m_dialog;
    std::stop_source m_stop;
};

}  // namespace trainyard
