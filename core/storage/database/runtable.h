// SPDX-License-Identifier: GPL-3.0-or-later
// Runs, those in the trash, and what is kept of erased ones. A part of StateDatabase (statedatabase.h), which documents threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/model/lineageedit.h"
#include "core/model/run.h"

#include <QList>

#include <functional>

namespace trainyard {

class Database;

class RunTable {
public:
    explicit RunTable(Database &database) : m_database(database) {}

    Result<void> add(const Run &run);  // AlreadyExists for the same id
    // Applies `change` to the row inside one transaction, so that two programs never undo each other's changes. `change` runs at most
    // once and must not call the database; the id cannot change.
    Result<Run> update(const RunId &id, const std::function<void(Run &)> &change);
    Result<QList<Run>> all() const;                                  // newest first; without those in the trash
    Result<QList<Run>> running() const;                              // those of all() whose state is Running
    Result<Run> find(const RunId &id) const;                         // also from the trash
    Result<int> nextAttempt(const QString &lineage) const;           // highest attempt + 1
    Result<QList<Run>> attempts(const QString &lineage) const;       // newest first; empty if there is no such run
    Result<QList<Run>> steps(const RunId &first) const;              // of the pipeline with that first run, by number
    Result<void> edit(const QString &lineage, const RunEdit &edit);  // NotFound; InvalidInput as checkRunEdit()
    Result<void> edit(const QList<LineageEdit> &edits);              // all of them, or none if one is refused
    // Runs move to the trash and back with all their attempts; AlreadyExists, and none is moved, if one of them has not ended. Erasing
    // keeps only the data for the run's cost: money that was spent stays spent.
    Result<void> moveToTrash(const QStringList &lineages);
    Result<void> restore(const QStringList &lineages);
    Result<void> erase(const QStringList &lineages);  // only from the trash
    Result<QList<Run>> inTrash() const;               // in the trash, newest first
    Result<QList<Run>> metered() const;               // all that ever existed

private:
    Database &m_database;
};

}  // namespace trainyard
