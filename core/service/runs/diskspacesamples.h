// SPDX-License-Identifier: GPL-3.0-or-later
// How much room a run's checkpoints had at the last looks at their folder, kept beside its local copy for the rule of alerts. Any thread.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/checkpoint/retention/diskspaceforecast.h"
#include "core/model/ids.h"

namespace trainyard {

QString roomFile(const RunId &runId, const Paths &paths);
// Oldest first. A file that is missing or spoilt holds none.
QList<DiskSpaceSample> readRoomLooks(const QString &file);
Result<void> rememberRoom(const RunId &runId, const DiskSpaceSample &look, const Paths &paths);

}  // namespace trainyard
