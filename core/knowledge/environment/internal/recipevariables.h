// SPDX-License-Identifier: GPL-3.0-or-later
// The options of a start and the variables of a recipe, each with its reason. Pure; internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/environment/environmentrecipe.h"

namespace trainyard {

QList<RecipeOption> recipeOptions(const RecipeOptions &wish);
QList<RecipeVariable> recipeVariables(const RecipeOptions &wish, const EnvironmentRecipe &recipe);

}  // namespace trainyard
