// SPDX-License-Identifier: GPL-3.0-or-later
// Makes environments. Proposes only what the rules of compatibility know to run, and says what stands in the way otherwise.
// Pure; any thread.
#pragma once

#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/environment/environmentrecipe.h"
#include "core/knowledge/environment/recipefacts.h"

namespace trainyard {

struct RecipeOutcome {
    std::optional<EnvironmentRecipe> recipe;
    QString refusal;      // one sentence, where there is none
    CompatAnswer answer;  // the reasons, and the nearest that works
};

class RecipeMaker {
public:
    RecipeMaker(const RecipeFacts &facts, const CompatFacts &compat) : m_facts(facts), m_compat(compat) {}  // must outlive it

    // InvalidInput names the first option that cannot be: a package without a version, a user that is none, …
    Result<RecipeOutcome> make(const RecipeOptions &options) const;

private:
    const RecipeFacts &m_facts;
    const CompatFacts &m_compat;
};

}  // namespace trainyard
