// SPDX-License-Identifier: GPL-3.0-or-later
// Derives findings from a machine's answers. Pure, any thread.
#pragma once

#include "core/knowledge/health/healthcheck.h"
#include "core/knowledge/health/healthfacts.h"
#include "core/knowledge/health/healthreport.h"

namespace trainyard {

// `clock`: nullopt if the machine's time could not be read.
HealthReport judgeHealth(const CheckAnswer &answer, const HealthRequest &request, const std::optional<ClockReading> &clock,
                         const HealthFacts &facts);

}  // namespace trainyard
