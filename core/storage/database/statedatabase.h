// SPDX-License-Identifier: GPL-3.0-or-later
// The state on this computer: SQLite in WAL mode, shared by the window and `yard`, which may run at the same
// time. Schema versions in PRAGMA user_version; a database of a newer Trainyard is refused, not touched.
// Any thread (a connection per thread inside). All times UTC. Errors: Io, NoSpace, PermissionDenied, Corrupt,
// Unsupported (a newer database), NotFound, AlreadyExists, InvalidInput (a machine's name, group or notes). Holds no
// secret.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/benchmark/probefigure.h"
#include "core/knowledge/catalog/seenprice.h"
#include "core/model/machine.h"
#include "core/model/run.h"
#include "core/observe/alert/alert.h"
#include "core/storage/database/checkrecord.h"
#include "core/storage/database/proberecord.h"
#include "core/storage/database/rentalrecord.h"
#include "core/storage/database/transferrecord.h"

#include <QList>

#include <functional>
#include <memory>

namespace trainyard {

class StateDatabase {
public:
    // Creates directories (0700) and file. One that is there and cannot be written opens for reading, and what is to be
    // written fails until it can be. Corrupt also for a file of no bytes beside copies of runs, which is no new one.
    static Result<std::unique_ptr<StateDatabase>> open(const QString &file);
    std::optional<Error> unwritable() const;  // why nothing can be written
    // Moves a database aside that cannot be opened, for one without anything in it to be made in its place; where it went.
    static Result<QString> moveAway(const QString &file);
    ~StateDatabase();

    Result<Machine> addMachine(Machine machine);         // AlreadyExists when the name is taken
    Result<void> updateMachine(const Machine &machine);  // by id; its runs take over a new name
    Result<void> removeMachine(qint64 id);               // its runs stay, with machineName
    Result<QList<Machine>> machines() const;             // by name
    Result<Machine> machine(const QString &name) const;
    Result<Machine> machine(qint64 id) const;

    Result<void> addRun(const Run &run);  // AlreadyExists on the same id
    // Applies `change` to the row inside one transaction, so that two programs never undo each other. `change` runs
    // at most once and must not call the store; the id stays what it was.
    Result<Run> updateRun(const QString &id, const std::function<void(Run &)> &change);
    Result<QList<Run>> runs() const;                                    // newest first; without those in the trash
    Result<Run> run(const QString &id) const;                           // also from the trash
    Result<int> nextAttempt(const QString &lineage) const;              // highest attempt + 1
    Result<QList<Run>> attempts(const QString &lineage) const;          // newest first; empty when there is no such run
    Result<void> editRun(const QString &lineage, const RunEdit &edit);  // NotFound; InvalidInput as checkRunEdit()

    // Runs with all their attempts go to the trash and come back from it; AlreadyExists, and none goes, when one of them has not
    // ended. What is erased keeps what its cost is made of and nothing else: money that was spent stays spent.
    Result<void> deleteRuns(const QStringList &lineages);
    Result<void> restoreRuns(const QStringList &lineages);
    Result<void> eraseRuns(const QStringList &lineages);  // only from the trash
    Result<QList<Run>> deletedRuns() const;               // in the trash, newest first
    Result<QList<Run>> meteredRuns() const;               // all that ever were

    // Transfers of files. Each is kept by one running program; those of programs that are gone are taken over.
    Result<TransferRecord> addTransfer(TransferRecord record);  // last in the order; gives it its id
    Result<void> updateTransfer(const TransferRecord &record);  // by id; fine when it is gone
    Result<void> orderTransfers(const QList<qint64> &ids);      // these, in the places they have among themselves
    Result<void> removeTransfers(const QList<qint64> &ids);
    // Makes `keeper` the keeper of all whose keeper `isGone`, and returns these, in order. `isGone` must not call the
    // store.
    Result<QList<TransferRecord>> takeTransfers(const QString &keeper, const std::function<bool(const QString &)> &isGone);

    // What offers cost before, a day at a time; the oldest are forgotten beyond 64 for an offer and 200,000 in all.
    // Prices like the last known one of the same offer are passed over.
    Result<void> addPrices(const QList<SeenPrice> &prices);
    // Oldest first. An empty type means all of the provider's.
    Result<QList<SeenPrice>> prices(const QString &provider, const QString &type = {}) const;

    // What machines cost: one rental at a time each. Began now unless it says otherwise; AlreadyExists while another
    // goes on, InvalidInput as checkRental() and for the sandbox. Ends with the machine's removal at the latest.
    Result<Rental> beginRental(Rental rental);
    Result<Rental> endRental(qint64 machineId);  // now; NotFound when it is not rented
    Result<QList<Rental>> rentals() const;       // newest first

    Result<void> setBudget(const Budget &budget);                       // takes the place of the one of this scope and name
    Result<void> removeBudget(BudgetScope scope, const QString &name);  // NotFound
    Result<QList<Budget>> budgets() const;
    // True once for each step of a budget in a period, whichever program asks first; then it is that program's to act.
    Result<bool> reachStep(const Budget &budget, const QString &period, BudgetStep step);

    // What probes reported; the oldest are forgotten beyond 40 for a machine. `figures` are those of the report that later
    // ones are compared with; a simulated record leaves none. Its machine's name is filled in; machineId 0: this computer.
    Result<ProbeRecord> addProbe(ProbeRecord record, const QList<ProbeFigure> &figures);
    Result<QList<ProbeRecord>> probes() const;        // newest first, without the reports themselves
    Result<ProbeRecord> probe(qint64 id) const;       // NotFound
    Result<QList<ProbeFigure>> probeFigures() const;  // of all of them, oldest first

    // What checks of machines were answered, as it came; the oldest are forgotten beyond 20 for a machine.
    Result<CheckRecord> addCheck(CheckRecord record);
    Result<QList<CheckRecord>> checks(qint64 machineId) const;  // newest first, without the answers themselves
    Result<CheckRecord> check(qint64 id) const;                 // NotFound

    // Alerts. Opening one that is open already (Alert::key()) adds its GPUs to that one; one that another program saw open and
    // clear at the same time stays cleared. What comes back is how it stands then; the oldest are forgotten beyond 5000.
    Result<Alert> openAlert(const Alert &alert);
    Result<std::optional<Alert>> clearAlert(const QString &key, const QDateTime &when);  // nothing when none was open
    Result<void> markAlertNoData(const QString &key);
    Result<void> acknowledgeAlert(qint64 id);  // a failed run and a budget are over with that; fine when it is gone
    // The ones among these that are this program's to tell of: each is once, whichever program asks first.
    Result<QList<qint64>> claimAlerts(const QList<qint64> &ids, const QDateTime &when);
    Result<QList<Alert>> alerts(int most, const QString &runId = {}) const;  // newest first; of all runs when it is empty
    Result<QList<Alert>> openAlerts() const;                                 // newest first
    Result<QList<Alert>> dueAlerts(const QDateTime &toldSince) const;        // those to tell of, and those told since then

    // Grows whenever any program changed the database; cheap enough to ask several times a second.
    qint64 changeCounter() const;

private:
    struct State;
    explicit StateDatabase(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
