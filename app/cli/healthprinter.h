// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the results of a machine check: as JSON (docs/yard-json.md), or as a table by section.
#pragma once

#include "app/cli/console.h"
#include "core/knowledge/health/healthfacts.h"
#include "core/knowledge/health/healthreport.h"

namespace trainyard {

void printHealth(Console &console, const QString &machine, const HealthReport &report, const HealthFacts &facts);

}  // namespace trainyard
