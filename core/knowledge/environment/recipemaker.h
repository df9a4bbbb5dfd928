// SPDX-License-Identifier: GPL-3.0-or-later
// Creates environments. Proposes only combinations that run according to the compatibility rules, and otherwise says what prevents it.
// Pure; any thread.
#pragma once

#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/environment/environmentrecipe.h"
#include "core/knowledge/environment/recipefacts.h"

namespace trainyard {

struct RecipeOutcome {
    std::optional<EnvironmentRecipe> recipe;
    QString refusal;      // one sentence, if there is no recipe
    CompatAnswer answer;  // the reasons, and the nearest that works
};

class RecipeMaker {
public:
    RecipeMaker(const RecipeFacts &facts, const CompatFacts &compat) : m_facts(facts), m_compat(compat) {}  // must outlive it

    // InvalidInput names the first invalid option: a package without a version, an invalid user, …
    Result<RecipeOutcome> make(const RecipeOptions &options) const;

private:
    const RecipeFacts &m_facts;
    const CompatFacts &m_compat;
};

}  // namespace trainyard
