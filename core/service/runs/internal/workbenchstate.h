// SPDX-License-Identifier: GPL-3.0-or-later
// What a Workbench is made of. Internal to workbench*.cpp.
#pragma once

#include "core/service/checkpoints/ratingcache.h"
#include "core/service/machines/connectionpool.h"
#include "core/service/machines/machinechecker.h"
#include "core/service/machines/machineinspector.h"
#include "core/service/machines/transferqueue.h"
#include "core/service/machines/tunnelmanager.h"
#include "core/service/runs/internal/checkpointlock.h"
#include "core/service/runs/internal/eventsync.h"
#include "core/service/runs/internal/kernellines.h"
#include "core/service/runs/internal/maintenancescheduler.h"
#include "core/service/runs/internal/protectedcheckpoints.h"
#include "core/service/runs/internal/runsync.h"
#include "core/service/runs/runwatch.h"
#include "core/service/runs/workbench.h"

#include <QCoreApplication>
#include <QHash>
#include <QThreadPool>
#include <QTimer>
#include <QtConcurrentRun>

#include <map>
#include <mutex>

namespace trainyard {

inline constexpr std::chrono::seconds kDialDeadline{30};
inline constexpr std::chrono::seconds kInspectDeadline{60};  // docker and podman may take 10 and 20 s to say that they are stuck
inline constexpr std::chrono::seconds kCheckDeadline{300};   // a healthy machine answers in ten; each question has its own limit
inline constexpr std::chrono::seconds kFactsAge{60};         // an engine installed a minute ago is seen

// One stop source that both the caller's token and the workbench's end can trigger.
struct StopTokenJoin {
    StopTokenJoin(const std::stop_token &first, const std::stop_token &second)
        : onFirst(first, [this] { source.request_stop(); }), onSecond(second, [this] { source.request_stop(); })
    {
    }
    std::stop_source source;
    std::stop_callback<std::function<void()>> onFirst, onSecond;
};

struct Workbench::State {
    Paths paths;
    std::unique_ptr<StateDatabase> store;
    std::shared_ptr<ConnectionPool> pool;
    SshQuestions questions;
    std::stop_source end;
    QThreadPool threads;
    QTimer databasePoll, leasePoll;
    QFuture<void> leaseRound;  // the one on its way
    std::unique_ptr<LeaseService> leases;
    qint64 changeCounter = 0;
    std::map<qint64, std::unique_ptr<MachineWatch>> machineWatches;
    std::map<QString, std::unique_ptr<RunWatch>> runWatches;
    std::unique_ptr<MaintenanceScheduler> care;
    std::mutex untoldGuard;
    QHash<QString, QByteArrayList> untold;  // events of runs that found no room on their machine yet
    std::unique_ptr<TunnelManager> tunnels;
    std::unique_ptr<TransferQueue> transfers;

    std::mutex factsGuard;
    struct Known {
        MachineFacts facts;
        QDeadlineTimer until;
    };
    QHash<qint64, Known> facts;

    // Runs `work(stop)` on the pool; the program's end cancels it.
    template <typename Work>
    auto async(std::stop_token stop, Work work)
    {
        return QtConcurrent::run(&threads, [this, stop, work = std::move(work)] {
            StopTokenJoin joined(stop, end.get_token());
            return work(joined.source.get_token());
        });
    }

    Result<std::shared_ptr<SshConnection>> connect(const Machine &machine, Interaction asking, std::stop_token stop)
    {
        return pool->get(machine, asking, QDeadlineTimer(kDialDeadline), stop);
    }

    // By id; questions are asked.
    Result<std::shared_ptr<SshConnection>> connectTo(qint64 machineId, std::stop_token stop)
    {
        const auto machine = store->machine(machineId);
        if (!machine)
            return machine.error();
        return connect(*machine, Interaction::Allowed, stop);
    }

    Result<MachineFacts> inspect(const Machine &machine, SshConnection &connection, bool mayBeOld, std::stop_token stop)
    {
        if (mayBeOld) {
            const std::lock_guard lock(factsGuard);
            const auto known = facts.constFind(machine.id);
            if (known != facts.constEnd() && !known->until.hasExpired())
                return known->facts;
        }
        auto asked = inspectMachine(connection, QDeadlineTimer(kInspectDeadline), stop);
        if (asked) {
            const std::lock_guard lock(factsGuard);
            facts[machine.id] = Known{*asked, QDeadlineTimer(kFactsAge)};
        }
        return asked;
    }

    Result<Inspection> inspect(const FoundCheckpoint &found, std::stop_token stop);

    // Runs `work(run, connection, stop)` on the pool, connected to the run's machine.
    template <typename Work>
    auto onMachineOf(const QString &runId, Interaction asking, std::stop_token stop, Work work)
    {
        using Answer = std::invoke_result_t<Work, const Run &, SshConnection &, std::stop_token>;
        return async(stop, [this, runId, asking, work = std::move(work)](std::stop_token token) -> Answer {
            const auto run = store->run(runId);
            if (!run)
                return run.error();
            const auto machine = store->machine(run->machineId);
            if (!machine)
                return machine.error();
            const auto connection = connect(*machine, asking, token);
            if (!connection)
                return connection.error();
            return work(*run, **connection, token);
        });
    }

    // Polls until nothing new comes, or only until the state is known: a log of any length must not hold up a list. Whoever
    // else holds the copy and keeps it fresh is believed; one that does not answer is overtaken. Where the copy cannot be
    // written, the machine is asked all the same.
    Result<RunSnapshot> look(const Run &run, Interaction asking, RunSync::Reach reach, std::stop_token stop);

    RatingCache ratings;
    static QString ratingPlaceOf(qint64 machineId, const QString &folder) { return QStringLiteral("%1 %2").arg(machineId).arg(folder); }
    void rate(QList<FoundCheckpoint> &found, const QString &metric, SshConnection &connection, std::stop_token stop);

    // For those who remove checkpoints in a folder (of that machine; 0: of this computer): what runs and programs need there now, and
    // whether one may go, asked again right before it does (PruneOptions::hold).
    Result<ProtectedCheckpoints> neededIn(qint64 machineId, const FolderNames &folder) const;
    std::function<Result<std::shared_ptr<void>>(const Removal &)> removalGuard(qint64 machineId, const FolderNames &folder,
                                                                               std::stop_token stop) const;
    // With what the machine itself calls them; where it does not answer, these alone.
    FolderNames namesOf(qint64 machineId, const QStringList &names, SshConnection &connection, std::stop_token stop) const;

    // Before a launch that goes on from a checkpoint: nobody else writes there, and the checkpoint lies there and is whole. What is
    // given stays where it is as long as that is held.
    Result<CheckpointUses> prepareResume(const LaunchRequest &request, const Machine &machine, const MachineFacts &known,
                                         SshConnection &connection, const StepReport &report, std::stop_token stop);

    Result<Task> taskOf(const QString &runId) const
    {
        const LocalCopy copy(paths.runs() + u'/' + runId);
        if (!copy.has(QStringLiteral("task.yaml"))) {
            return Error{ErrorCode::NotFound,
                         QCoreApplication::translate("trainyard::Workbench",
                                                     "The task of this run is not on this computer. Launch it from its task file."),
                         runId};
        }
        return readTask(copy.read(QStringLiteral("task.yaml"), 0, 1 << 20), copy.path(QStringLiteral("task.yaml")));
    }
};

}  // namespace trainyard
