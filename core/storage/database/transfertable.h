// SPDX-License-Identifier: GPL-3.0-or-later
// Transfers of files. Each is kept by one running program; those of programs that are gone are taken over. A part of StateDatabase (statedatabase.h), which says
// about threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/model/ids.h"
#include "core/storage/database/transferrecord.h"

#include <QList>

#include <functional>

namespace trainyard {

class Database;

class TransferTable {
public:
    explicit TransferTable(Database &database) : m_database(database) {}

    Result<TransferRecord> add(TransferRecord record);  // last in the order; gives it its id
    Result<void> update(const TransferRecord &record);  // by id; fine when it is gone
    Result<void> order(const QList<TransferId> &ids);   // these, in the places they have among themselves
    Result<void> remove(const QList<TransferId> &ids);
    // Makes `keeper` the keeper of all whose keeper `isGone`, and returns these, in order. `isGone` must not call the
    // database.
    Result<QList<TransferRecord>> take(const QString &keeper, const std::function<bool(const QString &)> &isGone);

private:
    Database &m_database;
};

}  // namespace trainyard
