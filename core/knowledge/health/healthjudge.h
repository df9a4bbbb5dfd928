// SPDX-License-Identifier: GPL-3.0-or-later
// From what a machine answered to findings. Pure, any thread.
#pragma once

#include "core/knowledge/health/healthcheck.h"
#include "core/knowledge/health/healthfacts.h"
#include "core/knowledge/health/healthreport.h"

namespace trainyard {

// `clock`: nothing when the machine could not be asked for its time.
HealthReport judgeHealth(const CheckAnswer &answer, const HealthRequest &request, const std::optional<ClockReading> &clock,
                         const HealthFacts &facts);

}  // namespace trainyard
