// SPDX-License-Identifier: GPL-3.0-or-later
// What the person's own machines cost by their figures, and the power that was measured during runs. A part of StateDatabase
// (statedatabase.h), which documents threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/cost/ownfigures.h"
#include "core/model/ids.h"

#include <QByteArray>
#include <QHash>

namespace trainyard {

class Database;

// How far the samples of a run were read, and what they add up to.
struct RunEnergy {
    GpuEnergy gpus;
    qint64 bytes = 0;      // of the copy of its samples
    QByteArray gpuFields;  // the line of field names in effect there
};

class OwnTable {
public:
    explicit OwnTable(Database &database) : m_database(database) {}

    // nullopt: the machine has no cost of its own any more. InvalidInput as checkOwn(), and for the sandbox. The figures go with the machine.
    Result<void> set(MachineId machineId, const std::optional<OwnHardware> &figures);
    Result<QHash<MachineId, OwnHardware>> all() const;  // without the power of their GPUs

    Result<void> setEnergy(const RunId &runId, const RunEnergy &energy);
    Result<RunEnergy> energy(const RunId &runId) const;  // nothing, if none was read
    Result<QHash<RunId, GpuEnergy>> energies() const;

private:
    Database &m_database;
};

}  // namespace trainyard
