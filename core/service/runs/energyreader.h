// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up the power that the GPUs of a machine drew during a run, from the copy of its samples on this computer, for machines with figures of
// their own. The database keeps the sum and how far the copy was read. Any thread, one at a time for a run.
#pragma once

#include "core/base/paths.h"
#include "core/model/run.h"
#include "core/observe/metrics/sample.h"
#include "core/storage/database/statedatabase.h"

#include <QFuture>

#include <stop_token>

namespace trainyard {

// Blocking. At most `mostBytes` of the copy; true if that was all of it. Nothing is read for a run on machines without figures, or with simulated GPUs.
Result<bool> readEnergy(const Run &run, const QString &metricsFile, StateDatabase &store, qint64 mostBytes);

// All of the copies of the runs on a machine whose figures have just been entered, on a thread and a connection of its own.
QFuture<Result<void>> readEnergies(const Paths &paths, MachineId machineId, std::stop_token stop = {});

// Pure: adds the samples to the sum. `last` is the time of the sample before them, 0: none, and that of the last one afterwards.
void addEnergy(GpuEnergy &energy, const QList<MachineSample> &samples, qint64 &last);

}  // namespace trainyard
