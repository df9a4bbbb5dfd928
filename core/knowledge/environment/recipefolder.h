// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a recipe's files to a folder of this computer. Blocks for a few small files; any thread.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/environment/environmentrecipe.h"

namespace trainyard {

// Those of its files that are there already, with their paths as they are (shownpath.h shows them).
QStringList filesInTheWay(const EnvironmentRecipe &recipe, const QString &folder);

// Makes the folder. All or nothing: of what cannot be written as a whole nothing is left, neither files nor the folder, and what was
// there is as it was. InvalidInput.
Result<void> writeRecipe(const EnvironmentRecipe &recipe, const QString &folder, bool mayReplace);

}  // namespace trainyard
