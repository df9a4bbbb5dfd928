// SPDX-License-Identifier: GPL-3.0-or-later
// What every service works on: the state on this computer, the connections, a pool of threads, and the end of the program, which cancels
// all work. Made once, outlives the services. Any thread, except for the destructor.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/model/run.h"
#include "core/provider/registry/machineproviders.h"
#include "core/service/machines/accountreports.h"
#include "core/service/machines/connectionpool.h"
#include "core/service/machines/machinefacts.h"
#include "core/service/machines/stoptokenjoin.h"
#include "core/storage/database/statedatabase.h"
#include "core/transport/ssh/sshconnection.h"

#include <QDeadlineTimer>
#include <QFuture>
#include <QHash>
#include <QThreadPool>
#include <QtConcurrentRun>

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace trainyard {

inline constexpr std::chrono::seconds kDialDeadline{30};
inline constexpr std::chrono::seconds kInspectDeadline{60};  // docker and podman may take 10 and 20 s to report that they are stuck

struct ServiceContext {
    ServiceContext(const Paths &paths, std::unique_ptr<StateDatabase> database, SshQuestions questions);

    Paths paths;
    std::unique_ptr<StateDatabase> database;
    SshQuestions questions;  // asked on worker threads
    std::shared_ptr<ConnectionPool> connections;
    // Connects to a machine: through `connections`, unless a test replaces it.
    std::function<Result<std::shared_ptr<SshConnection>>(const Machine &, Interaction, std::stop_token)> connect;
    AccountReports accountReports;
    MachineProviders providers;  // all providers, unless a test replaces them before they are used
    std::stop_source end;
    QThreadPool threads;  // for blocking work on machines, not for computation

    // Runs `work(stop)` on the pool; the caller's token and the program's end cancel it.
    template <typename Work>
    auto async(std::stop_token stop, Work work)
    {
        return QtConcurrent::run(&threads, [this, stop, work = std::move(work)] {
            StopTokenJoin joined(stop, end.get_token());
            return work(joined.source.get_token());
        });
    }

    // Runs `work(run, connection, stop)` on the pool, connected to the run's machine.
    template <typename Work>
    auto onMachineOf(const RunId &runId, Interaction asking, std::stop_token stop, Work work)
    {
        using Answer = std::invoke_result_t<Work, const Run &, SshConnection &, std::stop_token>;
        return async(stop, [this, runId, asking, work = std::move(work)](std::stop_token token) -> Answer {
            TRY(const auto run, database->runs.find(runId));
            TRY(const auto machine, database->machines.find(run.head().machineId));
            TRY(const auto connection, connect(machine, asking, token));
            return work(run, *connection, token);
        });
    }

    // By id; may ask questions.
    Result<std::shared_ptr<SshConnection>> connectTo(MachineId machineId, std::stop_token stop);

    // The facts of a machine; they may be a minute old with `mayBeOld`.
    Result<MachineFacts> inspect(const Machine &machine, SshConnection &connection, bool mayBeOld, std::stop_token stop);
    void forgetFacts(std::optional<MachineId> machineId = std::nullopt);  // without an id: of all machines

private:
    struct Known {
        MachineFacts facts;
        QDeadlineTimer until;
    };
    std::mutex m_guard;
    QHash<MachineId, Known> m_facts;
};

}  // namespace trainyard
