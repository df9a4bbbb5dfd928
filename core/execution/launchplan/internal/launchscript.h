// SPDX-License-Identifier: GPL-3.0-or-later
// launch.sh of a run directory and what a person is shown of it. Pure.
#pragma once

#include "core/execution/launchplan/launchplan.h"
#include "core/model/ids.h"

namespace trainyard {

// `checkpointDir` on the machine, "~/…" when under the home; empty = none.
QByteArray launchScript(const LaunchInput &input, const QString &checkpointDir);

// The command of launch.sh with the places it fills in, then the text of setup and run. Secrets appear as names.
QString launchPreview(const LaunchInput &input, const QString &checkpointDir, const QString &runText);

QString containerName(const RunId &runId);  // "ty-<run id>"

}  // namespace trainyard
