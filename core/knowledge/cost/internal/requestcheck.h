// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with an estimate's request, before anything is counted. Pure, any thread.
#pragma once

#include "core/knowledge/cost/estimate.h"

namespace trainyard {

// InvalidInput: the first thing that is negative, missing or absurd, in one sentence.
std::optional<Error> problemOf(const EstimateRequest &request);

}  // namespace trainyard
