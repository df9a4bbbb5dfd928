// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the built-in facts about variables and Python versions (docs/environment.md), as compiled into the program. Any thread.
#pragma once

#include <QByteArray>

namespace trainyard {

struct RecipeFiles {
    QByteArray variables, names, sources;
};

RecipeFiles builtInRecipeFiles();

}  // namespace trainyard
