// The JSON that `yard --json` prints. Keys are stable and documented in docs/yard-json.md; absent values are null.
#pragma once

#include "core/machine/machinefacts.h"
#include "core/metrics/sample.h"
#include "core/run/checkpointscan.h"
#include "core/sandbox/sandbox.h"
#include "core/store/records.h"

#include <QJsonObject>

namespace trainyard {

QJsonObject toJson(const Machine &machine);
QJsonObject toJson(const MachineFacts &facts);
QJsonObject toJson(const Run &run);
QJsonObject toJson(const MachineSample &sample);
QJsonObject toJson(const FoundCheckpoint &found);
QJsonObject toJson(const SandboxStatus &status);
QJsonObject toJson(const TaskCheck &check);

}  // namespace trainyard
