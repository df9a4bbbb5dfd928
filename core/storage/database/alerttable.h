// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts, open ones and those that are over; the oldest are forgotten beyond 5000. A part of StateDatabase (statedatabase.h), which says
// about threads and errors.
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

    // Opening one that is open already (Alert::key()) adds its GPUs to that one; one that another program saw open and
    // clear at the same time stays cleared. What comes back is how it stands then.
    Result<Alert> open(const Alert &alert);
    Result<std::optional<Alert>> clear(const QString &key, const QDateTime &when);  // nothing when none was open
    Result<void> markNoData(const QString &key);
    Result<void> acknowledge(AlertId id);  // a failed run and a budget are over with that; fine when it is gone
    // The ones among these that are this program's to tell of: each is once, whichever program asks first.
    Result<QList<AlertId>> claim(const QList<AlertId> &ids, const QDateTime &when);
    Result<QList<Alert>> newest(int most, const RunId &runId = {}) const;  // newest first; of all runs when `runId` is not set
    Result<QList<Alert>> allOpen() const;                                  // newest first
    Result<QList<Alert>> due(const QDateTime &toldSince) const;            // those to tell of, and those told since then

private:
    Database &m_database;
};

}  // namespace trainyard
