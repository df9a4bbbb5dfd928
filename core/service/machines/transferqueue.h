// SPDX-License-Identifier: GPL-3.0-or-later
// The transfers of this program, in the order in which they are to be made: a few at a time for each machine, the others
// wait. Each waits for its machine for as long as it takes. What has not ended when the program ends, however that ends,
// is kept in the store and is there again, paused, in the next one; what has ended is listed until it is removed.
//
// Lives in the thread that made it (with an event loop); signals arrive there. Nothing here waits, except stop() and the
// destructor, which cancel what goes on and join it.
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
    // As TransferJob has it; Waiting, Paused and Cancelled also while no job is there. Failed: trouble says why.
    TransferProgress progress;
    std::optional<TransferOutcome> outcome;  // Done
    bool isPaused = false;                   // a person, or the end of the last program, wants it to; it may still be on its way
    bool isInterrupted = false;              // the last program ended while it was on
    qint64 milliseconds = 0;                 // spent on it, pauses left out
    QDateTime added, ended;                  // UTC

    bool hasEnded() const { return progress.state >= TransferState::Done; }
    bool isGoing() const { return !hasEnded() && !isPaused && progress.state != TransferState::Waiting; }
};

struct TransferTotals {
    int going = 0, waiting = 0, paused = 0, done = 0, failed = 0, cancelled = 0;
    int reconnecting = 0;                  // of those going
    qint64 bytesDone = 0, bytesTotal = 0;  // of those that are neither ended nor paused, as far as it is known
    double bytesPerSecond = 0;
    std::optional<int> secondsLeft;
    int unfinished() const { return going + waiting + paused; }
};
TransferTotals totalsOf(const QList<QueuedTransfer> &transfers);

class TransferQueue : public QObject {
    Q_OBJECT
public:
    using LinksTo = std::function<TransferLinks(const Machine &)>;

    // `directory` holds a lock for each program with a queue. Loads what earlier programs left. The store must outlive it.
    TransferQueue(const QString &directory, StateDatabase &store, LinksTo linksTo, QObject *parent = nullptr);
    ~TransferQueue() override;
    // For good: cancels and joins; what has not ended is there again in the next program.
    void stop();

    // How stores are known by address and name, without which none can be copied to; and where is kept what is half done.
    using StoreOf = std::function<Result<ObjectStoreConfig>(const QString &address, const QString &name)>;
    void setStores(StoreOf storeOf, const QString &stateFolder);

    // Last in the order. A copy between this computer and a store has no machine: one without id, called like the store. AlreadyExists: the same is on its way already. The spec's waitsForMachine is not regarded.
    Result<TransferId> add(const Machine &machine, const TransferSpec &spec);

    QList<QueuedTransfer> transfers() const;  // in order
    std::optional<QueuedTransfer> transfer(TransferId id) const;

    void pause(TransferId id);
    void resume(TransferId id);  // what waits for its turn starts when that comes
    void pauseAll();
    void resumeAll();
    void cancel(TransferId id);  // what has come over stays, for another try
    void cancelAllOf(MachineId machineId);
    void retry(TransferId id);  // of what failed or was cancelled: from where it was
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
    void storeFailed(const trainyard::Error &error);  // it goes on, but the next program may not know of it

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
