// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster/clustercontroller.h"

#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/cluster/clusterdialog.h"

#include <QWidget>

namespace trainyard {

ClusterController::ClusterController(Services &services, QWidget *window) : QObject(window), m_services(services), m_window(window) {}

ClusterController::~ClusterController() { m_stop.request_stop(); }

void ClusterController::show(MachineId loginMachine)
{
    if (m_dialog)
        return;
    const auto machine = m_services.database().machines.find(loginMachine);
    m_dialog = new ClusterDialog(machine ? machine->name : QString(), m_window);
    connect(m_dialog, &ClusterDialog::lookRequested, this, [this, loginMachine] { look(loginMachine); });
    connect(m_dialog, &QDialog::finished, this, [this] { m_stop.request_stop(); });
    m_dialog->open();
    look(loginMachine);
}

void ClusterController::look(MachineId loginMachine)
{
    m_stop = std::stop_source();
    m_dialog->setLooking();
    whenDone(m_services.clusters.look(loginMachine, m_stop.get_token()), m_dialog, [dialog = m_dialog](const Result<Cluster> &cluster) {
        if (cluster)
            dialog->setCluster(*cluster);
        else if (!cluster.error().isCancelled())
            dialog->setFailure(cluster.error());
    });
}

}  // namespace trainyard

#include "moc_clustercontroller.cpp"
