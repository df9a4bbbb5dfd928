// SPDX-License-Identifier: GPL-3.0-or-later
// The machines that a person entered. A part of StateDatabase (statedatabase.h), which documents threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/model/machine.h"

#include <QList>

namespace trainyard {

class Database;

class MachineTable {
public:
    explicit MachineTable(Database &database) : m_database(database) {}

    Result<Machine> add(Machine machine);         // AlreadyExists if the name is taken
    Result<void> update(const Machine &machine);  // by id; its runs adopt a new name
    Result<void> remove(MachineId id);            // its runs stay, with machineName
    Result<QList<Machine>> all() const;           // by name
    Result<Machine> find(const QString &name) const;
    Result<Machine> find(MachineId id) const;

private:
    Database &m_database;
};

}  // namespace trainyard
