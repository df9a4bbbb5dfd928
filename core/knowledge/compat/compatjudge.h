// SPDX-License-Identifier: GPL-3.0-or-later
// Judges whether driver, CUDA, image, framework and GPU fit together (docs/compat.md). Nothing is guessed: anything not in a source is
// Unknown, and a driver newer than the facts is never refused for being new. Pure; any thread.
#pragma once

#include "core/knowledge/compat/compatquestion.h"
#include "core/knowledge/compat/compatverdict.h"

namespace trainyard {

class CompatJudge {
public:
    explicit CompatJudge(const CompatFacts &facts) : m_facts(facts) {}  // must outlive it

    // With the nearest working alternatives, if the verdict is Fails or Refused, or Unknown although nothing is missing.
    CompatAnswer check(const CompatQuestion &question) const;
    // Without remedies: at most a tenth of the work.
    CompatAnswer verdict(const CompatQuestion &question) const;

private:
    const CompatFacts &m_facts;
};

}  // namespace trainyard
