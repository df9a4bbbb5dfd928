// SPDX-License-Identifier: GPL-3.0-or-later
// launch.sh of a run directory and the preview shown to a person. Pure.
#pragma once

#include "core/execution/launchplan/launchplan.h"
#include "core/model/ids.h"

namespace trainyard {

// `checkpointDir` on the machine, "~/…" if under the home; empty = none.
QByteArray launchScript(const LaunchInput &input, const QString &checkpointDir);

// The command of launch.sh with its paths filled in, then the text of setup and run. Secrets appear as names.
QString launchPreview(const LaunchInput &input, const QString &checkpointDir, const QString &runText);

// What the starter links below the home of the run: file_mounts of a container there, and SkyPilot's ~/sky_workdir if a script names it.
struct HomeLink {
    QString belowHome, belowRun;  // "data", and "mounts/0" in the run directory
};
QList<HomeLink> homeLinks(const LaunchInput &input);

}  // namespace trainyard
