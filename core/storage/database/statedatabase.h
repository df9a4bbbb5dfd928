// SPDX-License-Identifier: GPL-3.0-or-later
// The state on this computer: SQLite in WAL mode, shared by the window and `yard`, which may run at the same time. Schema versions in
// PRAGMA user_version; a database of a newer Trainyard is refused and not touched. Any thread (a connection per thread inside). All times
// UTC. Errors: Io, NoSpace, PermissionDenied, Corrupt, Unsupported (a newer database), NotFound, AlreadyExists, InvalidInput (a machine's
// name, group or notes). Contains no secrets.
#pragma once

#include "core/base/result.h"
#include "core/storage/database/accounttable.h"
#include "core/storage/database/alerttable.h"
#include "core/storage/database/checktable.h"
#include "core/storage/database/instancetable.h"
#include "core/storage/database/machinetable.h"
#include "core/storage/database/owntable.h"
#include "core/storage/database/pricetable.h"
#include "core/storage/database/probetable.h"
#include "core/storage/database/rentaltable.h"
#include "core/storage/database/runtable.h"
#include "core/storage/database/transfertable.h"
#include "core/storage/database/watchtable.h"

#include <functional>
#include <memory>
#include <optional>

namespace trainyard {

class Database;

class StateDatabase {
public:
    // Creates directories (0700) and file. An existing file that is not writable is opened for reading, and writes fail until it is
    // writable. Corrupt also for an empty file beside copies of runs, because it cannot be a new one.
    static Result<std::unique_ptr<StateDatabase>> open(const QString &file);
    std::optional<Error> unwritable() const;  // why nothing can be written
    // Unsupported if a newer Trainyard has opened the file since: this program should end. As cheap as changeCounter().
    std::optional<Error> outdated() const;
    // Moves a database that cannot be opened aside, so that an empty one can take its place; returns its new path.
    static Result<QString> moveAway(const QString &file);
    ~StateDatabase();

    // All that `body` writes on this thread is written in one transaction, or nothing of it if the body returns an error. Other programs
    // wait for its end, so it must not ask the user, use the network or do anything slow.
    Result<void> together(const std::function<Result<void>()> &body);

    // Grows whenever any program has changed the database; cheap enough to call several times a second.
    qint64 changeCounter() const;

private:
    explicit StateDatabase(std::unique_ptr<Database> database);
    std::unique_ptr<Database> m_database;

public:
    AccountTable accounts;
    InstanceTable instances;
    MachineTable machines;
    RunTable runs;
    TransferTable transfers;
    PriceTable prices;
    RentalTable rentals;
    BudgetTable budgets;
    ProbeTable probes;
    CheckTable checks;
    AlertTable alerts;
    WatchTable watches;
    OwnTable own;
};

}  // namespace trainyard
