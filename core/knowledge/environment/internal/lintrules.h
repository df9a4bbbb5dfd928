// SPDX-License-Identifier: GPL-3.0-or-later
// The linter's rules: severity, reason, fix and source (docs/environment.md). Pure, any thread.
#pragma once

#include "core/knowledge/environment/lintreport.h"

namespace trainyard {

struct LintRule {
    const char *id;
    LintSeverity severity;
    const char *why, *fix;  // one sentence each, to be translated in the context "trainyard::LintRules"
    const char *sources;    // codes separated by blanks
};

const QList<LintRule> &lintRules();
const LintRule &lintRule(const char *id);  // must exist

}  // namespace trainyard
