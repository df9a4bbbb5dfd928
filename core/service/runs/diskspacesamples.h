// SPDX-License-Identifier: GPL-3.0-or-later
// How much disk space a run's checkpoints had at the latest scans of their folder, kept beside its local copy for the alert rule. Any
// thread.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/checkpoint/retention/diskspaceforecast.h"
#include "core/model/ids.h"

namespace trainyard {

QString diskSpaceFile(const RunId &runId, const Paths &paths);
// Oldest first. Empty when the file is missing or damaged.
QList<DiskSpaceSample> readDiskSpaceSamples(const QString &file);
Result<void> recordDiskSpace(const RunId &runId, const DiskSpaceSample &sample, const Paths &paths);

}  // namespace trainyard
