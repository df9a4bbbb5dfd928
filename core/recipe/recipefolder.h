// Writes a recipe's files to a folder of this computer. Blocks for a few small files; any thread.
#pragma once

#include "core/base/result.h"
#include "core/recipe/environmentrecipe.h"

namespace trainyard {

// Those of its files that are there already, with their paths.
QStringList filesInTheWay(const EnvironmentRecipe &recipe, const QString &folder);

// Makes the folder. All or nothing where something is in the way and may not be replaced. InvalidInput.
Result<void> writeRecipe(const EnvironmentRecipe &recipe, const QString &folder, bool mayReplace);

}  // namespace trainyard
