// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the files of a recipe. Pure; internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/environment/environmentrecipe.h"

namespace trainyard {

// Fills in `files` and `image` from the other members.
void writeFiles(const RecipeOptions &options, EnvironmentRecipe &recipe);

}  // namespace trainyard
