// SPDX-License-Identifier: GPL-3.0-or-later
// The start options and the variables of a recipe, each with its reason. Pure; internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/environment/environmentrecipe.h"

namespace trainyard {

QList<RecipeOption> recipeOptions(const RecipeOptions &options);
QList<RecipeVariable> recipeVariables(const RecipeOptions &options, const EnvironmentRecipe &recipe);

}  // namespace trainyard
