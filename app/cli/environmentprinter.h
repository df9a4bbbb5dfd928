// SPDX-License-Identifier: GPL-3.0-or-later
// Shows recipes and what the linter found: as JSON (docs/yard-json.md), or in words.
#pragma once

#include "app/cli/console.h"
#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/environment/lintreport.h"
#include "core/knowledge/environment/recipemaker.h"

namespace trainyard {

struct EnvironmentSources {
    const RecipeFacts &facts;
    const CompatFacts &compat;

    FactSource source(const QString &code) const;
};

// `folder`: where the files were written; empty: they were not written, so they are printed.
void printRecipe(Console &console, const EnvironmentRecipe &recipe, const QString &folder, const EnvironmentSources &sources);
void printRefusal(Console &console, const RecipeOutcome &outcome, const EnvironmentSources &sources);
void printLint(Console &console, const QString &name, const LintReport &report, const EnvironmentSources &sources);

}  // namespace trainyard
