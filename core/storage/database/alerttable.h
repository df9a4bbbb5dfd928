// SPDX-License-Identifier: GPL-3.0-or-later
// Open and past alerts; the oldest are deleted beyond 5000. A part of StateDatabase (statedatabase.h), which documents threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/model/ids.h"
#include "core/observe/alert/alert.h"

#include <QList>

#include <optional>

namespace trainyard {

class Database;

class AlertTable {
public:
    explicit AlertTable(Database &database) : m_database(database) {}

    // Opening an alert that is already open (Alert::key()) adds its GPUs to that one; one that another program saw open and clear at the
    // same time stays cleared. Returns the resulting alert.
    Result<Alert> open(const Alert &alert);
    Result<std::optional<Alert>> clear(const QString &key, const QDateTime &when);  // nullopt if none was open
    Result<void> markNoData(const QString &key);
    Result<void> acknowledge(AlertId id);  // this also closes a failed run and a budget; fine if it no longer exists
    // Those of `ids` that this program has to report: each goes to the program that asks first.
    Result<QList<AlertId>> claim(const QList<AlertId> &ids, const QDateTime &when);
    Result<QList<Alert>> newest(int most, const RunId &runId = {}) const;  // newest first; of all runs if `runId` is not set
    Result<QList<Alert>> allOpen() const;                                  // newest first
    Result<QList<Alert>> due(const QDateTime &reportedSince) const;        // those to report, and those reported since then

private:
    Database &m_database;
};

}  // namespace trainyard
