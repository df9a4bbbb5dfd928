// SPDX-License-Identifier: GPL-3.0-or-later
// Clusters, asked through the machine that their users log in to. Main thread; what waits is done on the context's pool, over the connection
// that the program has to the machine, and comes back as a QFuture.
#pragma once

#include "core/model/cluster.h"
#include "core/service/machines/servicecontext.h"

#include <QFuture>

#include <stop_token>

namespace trainyard {

class ClusterService {
public:
    explicit ClusterService(ServiceContext &context) : m_context(context) {}

    // Its partitions, nodes and queue as they are now. Each call is one login's command and three questions to the cluster's controller: for
    // a person who looks, not for a timer. Errors as of readSlurm() and of a connection. May ask questions.
    QFuture<Result<Cluster>> look(MachineId loginMachine, std::stop_token stop = {});

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
