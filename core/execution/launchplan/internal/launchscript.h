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

}  // namespace trainyard
