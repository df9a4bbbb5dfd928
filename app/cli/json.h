// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON that `yard --json` prints. Keys are stable and documented in docs/yard-json.md; absent values are null.
#pragma once

#include "core/model/machine.h"
#include "core/model/run.h"
#include "core/model/sandbox.h"
#include "core/observe/metrics/sample.h"
#include "core/service/machines/connectionreport.h"
#include "core/service/machines/machinefacts.h"
#include "core/service/runs/checkpointscan.h"

#include <QJsonObject>

#include <optional>

namespace trainyard {

QJsonObject toJson(const Machine &machine);
QJsonObject toJson(const MachineFacts &facts);
QJsonObject toJson(const ConnectionReport &report);
// `problem`: why its machine could not be asked just now; then the state is only the last known one.
QJsonObject toJson(const Run &run, std::optional<ErrorCode> problem = {});
QJsonObject toJson(const MachineSample &sample);
QJsonObject toJson(const Checkpoint &checkpoint, bool isLatestGood);
QJsonObject toJson(const FoundCheckpoint &found);
QJsonValue toJson(const std::optional<DiskSpaceForecast> &room);
QJsonObject toJson(const SandboxStatus &status);
QJsonObject toJson(const TaskCheck &check);

}  // namespace trainyard
