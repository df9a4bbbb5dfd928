// SPDX-License-Identifier: GPL-3.0-or-later
// Probe reports; the oldest are deleted beyond 40 per machine. A part of StateDatabase (statedatabase.h), which documents threads and
// errors.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/benchmark/probefigure.h"
#include "core/model/ids.h"
#include "core/storage/database/proberecord.h"

#include <QList>

namespace trainyard {

class Database;

class ProbeTable {
public:
    explicit ProbeTable(Database &database) : m_database(database) {}

    // `figures` are those of the report that later ones are compared with; those of a simulated record are not stored. Its machine's name
    // is filled in; machineId 0: this computer.
    Result<ProbeRecord> add(ProbeRecord record, const QList<ProbeFigure> &figures);
    Result<QList<ProbeRecord>> all() const;      // newest first, without the reports themselves
    Result<ProbeRecord> find(ProbeId id) const;  // NotFound
    Result<QList<ProbeFigure>> figures() const;  // of all of them, oldest first

private:
    Database &m_database;
};

}  // namespace trainyard
