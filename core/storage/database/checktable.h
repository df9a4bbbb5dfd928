// SPDX-License-Identifier: GPL-3.0-or-later
// The unchanged answers of machine checks; the oldest are deleted beyond 20 per machine. A part of StateDatabase (statedatabase.h), which
// documents threads and errors.
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
