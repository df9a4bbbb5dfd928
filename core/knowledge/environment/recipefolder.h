// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a recipe's files to a folder on this computer. Blocks while writing a few small files; any thread.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/environment/environmentrecipe.h"

namespace trainyard {

// The files that already exist, with their raw paths (show them with shownpath.h).
QStringList filesInTheWay(const EnvironmentRecipe &recipe, const QString &folder);

// Creates the folder. All or nothing: if writing fails, no files and no folder are left behind, and existing files are unchanged.
// InvalidInput.
Result<void> writeRecipe(const EnvironmentRecipe &recipe, const QString &folder, bool mayReplace);

}  // namespace trainyard
