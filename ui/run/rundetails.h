// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of a run tell beside its record, for the panel of the run list. Blocking reads of local files; any thread.
#pragma once

#include "core/base/paths.h"
#include "core/model/run.h"
#include "core/service/runs/seencheckpoints.h"
#include "ui/charts/chartevent.h"

#include <QList>

namespace trainyard {

struct RunDetails {
    QList<SeenCheckpoint> checkpoints;  // newest first
    QList<ChartEvent> events;           // oldest first, without checkpoints
    bool operator==(const RunDetails &) const = default;
};

RunDetails readRunDetails(const Run &run, const Paths &paths);

}  // namespace trainyard
