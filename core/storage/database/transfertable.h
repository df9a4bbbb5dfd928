// SPDX-License-Identifier: GPL-3.0-or-later
// File transfers. Each belongs to one running program; those of programs that have ended are taken over. A part of StateDatabase
// (statedatabase.h), which documents threads and errors.
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

    Result<TransferRecord> add(TransferRecord record);  // last in the order; assigns its id
    Result<void> update(const TransferRecord &record);  // by id; fine if it no longer exists
    Result<void> order(const QList<TransferId> &ids);   // reorders these among the places they occupy
    Result<void> remove(const QList<TransferId> &ids);
    // Makes `keeper` the keeper of every transfer whose keeper `isGone`, and returns these, in order. `isGone` must not call the database.
    Result<QList<TransferRecord>> take(const QString &keeper, const std::function<bool(const QString &)> &isGone);

private:
    Database &m_database;
};

}  // namespace trainyard
