// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the nearest working alternatives to a question: each proposal is judged by the same rules before it is made. Pure; internal to
// core/knowledge/compat.
#pragma once

#include "core/knowledge/compat/compatjudge.h"

namespace trainyard {

QList<CompatRemedy> remediesFor(const CompatQuestion &question, const CompatAnswer &answer, const CompatJudge &judge,
                                const CompatFacts &facts);

}  // namespace trainyard
