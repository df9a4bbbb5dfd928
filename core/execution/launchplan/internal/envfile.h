// SPDX-License-Identifier: GPL-3.0-or-later
// env.sh of a run directory: `export NAME='value'` lines that a POSIX shell and the static starter both read. Pure.
#pragma once

#include "core/execution/launchplan/launchplan.h"

namespace trainyard {

// The resume template of the task with {path}, {dir}, {name} and {step} filled in, and the further words behind it, as
// shell text; empty when the run starts fresh or there is neither. A path in the home ("~/…") stays one the shell
// expands. InvalidInput when the template needs a step that is unknown.
Result<QString> resumeArguments(const LaunchInput &input);

// A path as one word for a POSIX shell; "~/x" becomes "$HOME"/x.
QString shellPath(const QString &path);

struct EnvFiles {
    QByteArray text;
    QByteArray keptAfterwards;  // takes its place when the run has ended: without the values of secrets. Empty: there are none
};

// InvalidInput for names no shell variable can have, values with NUL and missing secrets.
Result<EnvFiles> envFiles(const LaunchInput &input, const QString &checkpointDirInRun, const QString &resumeArguments);

}  // namespace trainyard
