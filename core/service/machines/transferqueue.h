// SPDX-License-Identifier: GPL-3.0-or-later
// The transfers of this program, in the order in which they will run: a few at a time for each machine, the others wait. Each waits for its
// machine for as long as it takes. Transfers that have not ended when the program ends, in whatever way, are kept in the database and are
// listed again, paused, in the next one; those that have ended are listed until they are removed.
//
// Lives in the thread that made it (with an event loop); signals arrive there. Nothing here waits, except stop() and the destructor, which
// cancel and join what is running.
#pragma once

#include "core/model/machine.h"
#include "core/model/objectstoreconfig.h"
#include "core/storage/database/statedatabase.h"
#include "core/transport/transfer/transferjob.h"

#include <QObject>

#include <memory>

namespace trainyard {

struct QueuedTransfer {
    TransferId id;
    MachineId machineId;  // not set: the machine was removed
    QString machineName;
    TransferSpec spec;
    // As TransferJob has it; Waiting, Paused and Cancelled also apply without a job. Failed: trouble holds the reason.
    TransferProgress progress;
    std::optional<TransferOutcome> outcome;  // Done
    bool isPaused = false;                   // by a person, or by the end of the last program; it may still be running
    bool isInterrupted = false;              // the last program ended while it was running
    qint64 milliseconds = 0;                 // time spent on it, excluding pauses
    QDateTime added, ended;                  // UTC

    bool hasEnded() const { return progress.state >= TransferState::Done; }
    bool isGoing() const { return !hasEnded() && !isPaused && progress.state != TransferState::Waiting; }
};

struct TransferTotals {
    int going = 0, waiting = 0, paused = 0, done = 0, failed = 0, cancelled = 0;
    int reconnecting = 0;                  // among the running ones
    qint64 bytesDone = 0, bytesTotal = 0;  // of those neither ended nor paused, as far as known
    double bytesPerSecond = 0;
    std::optional<int> secondsLeft;
    int unfinished() const { return going + waiting + paused; }
};
TransferTotals totalsOf(const QList<QueuedTransfer> &transfers);

class TransferQueue : public QObject {
    Q_OBJECT
public:
    using LinksTo = std::function<TransferLinks(const Machine &)>;

    // `directory` holds a lock for each program with a queue. Loads what earlier programs left. The database must outlive the queue.
    TransferQueue(const QString &directory, StateDatabase &store, LinksTo linksTo, QObject *parent = nullptr);
    ~TransferQueue() override;
    // Permanent: cancels and joins; what has not ended is listed again in the next program.
    void stop();

    // Finds stores by address and name, without which nothing can be copied to or from them; and where unfinished work is kept.
    using StoreOf = std::function<Result<ObjectStoreConfig>(const QString &address, const QString &name)>;
    void setStores(StoreOf storeOf, const QString &stateFolder);

    // Appends it. A copy between this computer and a store has no machine: pass one without id, named like the store. AlreadyExists: the
    // same transfer is already queued. The spec's waitsForMachine is ignored.
    Result<TransferId> add(const Machine &machine, const TransferSpec &spec);

    QList<QueuedTransfer> transfers() const;  // in order
    std::optional<QueuedTransfer> transfer(TransferId id) const;

    void pause(TransferId id);
    void resume(TransferId id);  // a waiting one starts when its turn comes
    void pauseAll();
    void resumeAll();
    void cancel(TransferId id);  // what was copied stays, for another try
    void cancelAllOf(MachineId machineId);
    void retry(TransferId id);  // a failed or cancelled one: continues where it was
    void retryFailed();
    void remove(TransferId id);        // cancels it first
    void removeFinished();             // done and cancelled ones; failed ones stay
    void move(TransferId id, int by);  // earlier is negative

    static constexpr int kPerMachine = 2;  // so that a small one need not wait for a large one
    void setPerMachine(int count);

Q_SIGNALS:
    void transfersChanged();                          // added, removed, moved
    void transferChanged(TransferId id);              // at most five times a second for each, the last state guaranteed
    void ended(TransferId id);                        // done or failed
    void storeFailed(const trainyard::Error &error);  // it continues, but the next program may not know of it

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
