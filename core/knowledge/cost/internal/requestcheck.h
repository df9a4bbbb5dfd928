// SPDX-License-Identifier: GPL-3.0-or-later
// Validates the request for an estimate before anything is computed. Pure, any thread.
#pragma once

#include "core/knowledge/cost/estimate.h"

namespace trainyard {

// InvalidInput: the first thing that is negative, missing or absurd, in one sentence.
std::optional<Error> problemOf(const EstimateRequest &request);

}  // namespace trainyard
