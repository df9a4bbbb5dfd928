// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for installations: pip, conda, apt. Pure; internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/compat/imagecontents.h"
#include "core/knowledge/environment/internal/lintcase.h"

namespace trainyard {

// The earlier instructions of a Dockerfile.
struct InstallPlace {
    ImageContents base;           // of the stage, as far as its name shows
    bool hasPipCacheOff = false;  // PIP_NO_CACHE_DIR
    bool hasConstraints = false;  // PIP_CONSTRAINT
    bool hasTorch = false;        // installed by an earlier command
    QList<ShellWord> mounts;      // --mount of the RUN
};

void judgePip(LintCase &lint, const ShellCommand &command, InstallPlace &place);
void judgeConda(LintCase &lint, const ShellCommand &command);
// `all`: the commands of the same RUN, in order.
void judgeApt(LintCase &lint, const ShellCommand &command, const QList<ShellCommand> &all, const InstallPlace &place);

}  // namespace trainyard
