// SPDX-License-Identifier: GPL-3.0-or-later
// The state on this computer: SQLite in WAL mode, shared by the window and `yard`, which may run at the same
// time. Schema versions in PRAGMA user_version; a database of a newer Trainyard is refused, not touched.
// Any thread (a connection per thread inside). All times UTC. Errors: Io, NoSpace, PermissionDenied, Corrupt,
// Unsupported (a newer database), NotFound, AlreadyExists, InvalidInput (a machine's name, group or notes). Holds no
// secret.
#pragma once

#include "core/base/result.h"
#include "core/storage/database/alerttable.h"
#include "core/storage/database/checktable.h"
#include "core/storage/database/instancetable.h"
#include "core/storage/database/machinetable.h"
#include "core/storage/database/pricetable.h"
#include "core/storage/database/probetable.h"
#include "core/storage/database/rentaltable.h"
#include "core/storage/database/runtable.h"
#include "core/storage/database/transfertable.h"

#include <memory>
#include <optional>

namespace trainyard {

class Database;

class StateDatabase {
public:
    // Creates directories (0700) and file. One that is there and cannot be written opens for reading, and what is to be
    // written fails until it can be. Corrupt also for a file of no bytes beside copies of runs, which is no new one.
    static Result<std::unique_ptr<StateDatabase>> open(const QString &file);
    std::optional<Error> unwritable() const;  // why nothing can be written
    // Unsupported when a newer Trainyard has opened the file since: this program should end. As cheap as changeCounter().
    std::optional<Error> outdated() const;
    // Moves a database aside that cannot be opened, for one without anything in it to be made in its place; where it went.
    static Result<QString> moveAway(const QString &file);
    ~StateDatabase();

    // Grows whenever any program changed the database; cheap enough to ask several times a second.
    qint64 changeCounter() const;

private:
    explicit StateDatabase(std::unique_ptr<Database> database);
    std::unique_ptr<Database> m_database;

public:
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
};

}  // namespace trainyard
