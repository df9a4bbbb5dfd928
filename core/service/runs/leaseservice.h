// SPDX-License-Identifier: GPL-3.0-or-later
// The leases of all runs that this computer knows: requested by a person, and renewed by the agent. Blocking; worker threads, any number of
// them concurrently except for renewDue().
#pragma once

#include "core/base/paths.h"
#include "core/service/machines/connectionpool.h"
#include "core/service/runs/remotelease.h"
#include "core/storage/database/statedatabase.h"

#include <QDeadlineTimer>
#include <QHash>

namespace trainyard {

struct LeaseRequest {
    bool isRenewed = false;
    std::chrono::seconds extendedBy{0};  // 0 = not extended
};

class LeaseService {
public:
    LeaseService(const Paths &paths, StateDatabase &store, ConnectionPool &pool) : m_paths(paths), m_store(store), m_pool(pool) {}

    // The lease after the request. InvalidInput when the run has ended; may raise questions.
    Result<LeaseState> ask(const RunId &runId, const LeaseRequest &request, std::stop_token stop);

    // Renews the due leases of these runs (empty: of all), machine after machine; a machine that does not answer is skipped for a minute.
    // Asks no questions.
    void renewDue(const QList<RunId> &only, std::stop_token stop);

private:
    const Paths &m_paths;
    StateDatabase &m_store;
    ConnectionPool &m_pool;
    QHash<RunId, QDeadlineTimer> m_retries;  // only for renewDue()
};

}  // namespace trainyard
