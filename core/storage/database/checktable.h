// SPDX-License-Identifier: GPL-3.0-or-later
// What checks of machines were answered, as it came; the oldest are forgotten beyond 20 for a machine. A part of StateDatabase (statedatabase.h), which says
// about threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/model/ids.h"
#include "core/storage/database/checkrecord.h"

#include <QList>

namespace trainyard {

class Database;

class CheckTable {
public:
    explicit CheckTable(Database &database) : m_database(database) {}

    Result<CheckRecord> add(CheckRecord record);
    Result<QList<CheckRecord>> all(MachineId machineId) const;  // newest first, without the answers themselves
    Result<CheckRecord> find(CheckId id) const;                 // NotFound

private:
    Database &m_database;
};

}  // namespace trainyard
