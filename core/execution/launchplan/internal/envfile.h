// SPDX-License-Identifier: GPL-3.0-or-later
// env.sh of a run directory: `export NAME='value'` lines that both a POSIX shell and the static starter read. Pure.
#pragma once

#include "core/execution/launchplan/launchplan.h"

namespace trainyard {

// The task's resume template with {path}, {dir}, {name} and {step} filled in, followed by the further words, as shell text; empty if the
// run starts fresh or there is neither. A path in the home ("~/…") is left for the shell to expand. InvalidInput if the template needs a
// step that is unknown.
Result<QString> resumeArguments(const LaunchInput &input);

// A path as one word for a POSIX shell; "~/x" becomes "$HOME"/x.
QString shellPath(const QString &path);

struct EnvFiles {
    QByteArray text;
    QByteArray keptAfterwards;  // replaces it after the run has ended: without the values of secrets. Empty: there are none
};

// InvalidInput for names that are not valid shell variables, values with NUL and missing secrets.
Result<EnvFiles> envFiles(const LaunchInput &input, const QString &checkpointDirInRun, const QString &resumeArguments);

}  // namespace trainyard
