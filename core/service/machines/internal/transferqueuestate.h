// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a TransferQueue. Its thread only. Internal to core/service/machines.
#pragma once

#include "core/base/filelock.h"
#include "core/model/ids.h"
#include "core/service/machines/internal/copyjob.h"
#include "core/service/machines/transferqueue.h"

#include <QElapsedTimer>
#include <QTimer>

#include <list>
#include <thread>

namespace trainyard {

// Whether both are about the same files.
inline bool isSame(const TransferSpec &a, const TransferSpec &b)
{
    return a.direction == b.direction && a.local == b.local && a.remote == b.remote && a.storeAddress == b.storeAddress;
}

// A job on a thread of its own.
struct RunningTransfer {
    RunningTransfer(MachineId ofMachine, const TransferSpec &theSpec, std::unique_ptr<CopyJob> theJob)
        : machineId(ofMachine), spec(theSpec), job(std::move(theJob))
    {
    }

    const MachineId machineId;
    const TransferSpec spec;
    const std::unique_ptr<CopyJob> job;
    QElapsedTimer clock;  // since it was last resumed
    bool isHeld = false;  // told to pause
    std::jthread thread;  // last: joined before the job goes
};

struct TransferEntry {
    TransferRecord record;
    std::unique_ptr<RunningTransfer> running;
    TransferProgress progress;  // as last shown
    bool isPaused = false, isInterrupted = false;

    bool hasEnded() const { return record.hasEnded(); }
    QueuedTransfer shown() const;
    qint64 milliseconds() const;
    void hold();
    void letGo();
    // Records what must be known of the job after it is gone.
    void note();
};

struct TransferQueue::State {
    State(TransferQueue &owner, const QString &folder, StateDatabase &theStore, LinksTo theLinks);

    void load();
    void save(TransferEntry &entry);
    void schedule();
    void start(TransferEntry &entry);
    Result<std::unique_ptr<CopyJob>> makeJob(const TransferEntry &entry);
    void finish(RunningTransfer *running, const Result<TransferOutcome> &outcome);
    void refused(MachineId machineId);
    void abandon(TransferEntry &entry);  // its job ends later by itself
    void tick();
    void told(TransferEntry &entry);  // shows the entry again
    TransferEntry *find(TransferId id);
    int goingOn(MachineId machineId) const;
    bool isLeaving(const TransferRecord &record) const;

    TransferQueue &queue;
    const QString directory;
    StateDatabase &store;
    const LinksTo linksTo;
    StoreOf storeOf;
    QString stateFolder;
    int perMachine = kPerMachine;
    bool isStopped = false;
    QString keeper;
    std::unique_ptr<FileLock> lock;
    std::list<TransferEntry> entries;  // in order
    std::list<std::unique_ptr<RunningTransfer>> leaving;
    QTimer timer;
    QElapsedTimer sinceSaved;
};

}  // namespace trainyard
