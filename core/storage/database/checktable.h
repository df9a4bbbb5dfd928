// SPDX-License-Identifier: GPL-3.0-or-later
// What checks of machines were answered, as it came; the oldest are forgotten beyond 20 for a machine. A part of StateDatabase (statedatabase.h), which says
// about threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/storage/database/checkrecord.h"

#include <QList>

namespace trainyard {

class Database;

class CheckTable {
public:
    explicit CheckTable(Database &database) : m_database(database) {}

    Result<CheckRecord> add(CheckRecord record);
    Result<QList<CheckRecord>> all(qint64 machineId) const;  // newest first, without the answers themselves
    Result<CheckRecord> find(qint64 id) const;               // NotFound

private:
    Database &m_database;
};

}  // namespace trainyard
