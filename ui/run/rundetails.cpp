// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/rundetails.h"

#include "ui/run/runevents.h"

#include <algorithm>

namespace trainyard {

RunDetails readRunDetails(const Run &run, const Paths &paths)
{
    RunDetails details;
    details.checkpoints = seenCheckpoints(run.id, paths);
    std::reverse(details.checkpoints.begin(), details.checkpoints.end());
    RunEvents events;
    events.read(paths.runs() + u'/' + run.id.text() + QStringLiteral("/events"));
    details.events = events.list(run, {});
    details.events.removeIf(
        [](const ChartEvent &event) { return event.kind == ChartEventKind::Checkpoint || event.kind == ChartEventKind::BadCheckpoint; });
    return details;
}

}  // namespace trainyard
