// SPDX-License-Identifier: GPL-3.0-or-later
// Watches for capacity. A part of StateDatabase (statedatabase.h), which documents threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/model/capacitywatch.h"

#include <QList>

#include <functional>

namespace trainyard {

class Database;

class WatchTable {
public:
    explicit WatchTable(Database &database) : m_database(database) {}

    Result<CapacityWatch> add(CapacityWatch watch);  // as of now. AlreadyExists; InvalidInput as checkWatch()
    Result<CapacityWatch> find(const QString &name) const;
    Result<QList<CapacityWatch>> all() const;  // by name; without those that cannot be read
    Result<QStringList> unreadable() const;    // the names of those; only remove() takes them
    // Applies `change` inside one transaction, so that of two programs that claim a watch one succeeds. `change` runs at most once, must not
    // call the database, and says whether the watch was as it expected: AlreadyExists if not, and nothing is changed.
    Result<CapacityWatch> update(const QString &name, const std::function<bool(CapacityWatch &)> &change);
    Result<void> remove(const QString &name);  // NotFound; AlreadyExists while it is renting

private:
    Database &m_database;
};

}  // namespace trainyard
