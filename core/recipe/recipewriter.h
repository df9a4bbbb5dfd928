// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the files of a recipe. Pure; internal to core/recipe.
#pragma once

#include "core/recipe/environmentrecipe.h"

namespace trainyard {

// Fills in `files` and `image` from all the rest.
void writeFiles(const RecipeOptions &wish, EnvironmentRecipe &recipe);

}  // namespace trainyard
