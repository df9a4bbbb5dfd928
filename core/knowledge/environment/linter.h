// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for the classic mistakes in Dockerfiles, launch commands, lists of variables and task files (docs/environment.md).
// Executes nothing, needs no network, and is bounded on any input: what it does not understand it leaves alone. Pure; any thread.
#pragma once

#include "core/knowledge/compat/compatquestion.h"
#include "core/knowledge/environment/lintreport.h"
#include "core/knowledge/environment/recipefacts.h"

#include <QByteArray>

namespace trainyard {

class Linter {
public:
    Linter(const RecipeFacts &facts, const CompatFacts &compat) : m_facts(facts), m_compat(compat) {}  // must outlive it

    // `kind`: guessed when it is not given. `host`: GPUs and driver, where they are known, for the rules of compatibility.
    LintReport lint(const QByteArray &text, std::optional<LintKind> kind = {}, const CompatQuestion &host = {}) const;

    static LintKind guess(const QString &text);

private:
    const RecipeFacts &m_facts;
    const CompatFacts &m_compat;
};

}  // namespace trainyard
