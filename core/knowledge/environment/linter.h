// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the classic mistakes in Dockerfiles, launch commands, lists of variables and task files (docs/environment.md). Executes nothing,
// needs no network, and is bounded on any input; it ignores anything it does not understand. Pure; any thread.
#pragma once

#include "core/knowledge/compat/compatquestion.h"
#include "core/knowledge/environment/lintreport.h"
#include "core/knowledge/environment/recipefacts.h"

#include <QByteArray>

namespace trainyard {

class Linter {
public:
    Linter(const RecipeFacts &facts, const CompatFacts &compat) : m_facts(facts), m_compat(compat) {}  // must outlive it

    // `kind`: guessed if not given. `host`: GPUs and driver, if known, for the compatibility rules.
    LintReport lint(const QByteArray &text, std::optional<LintKind> kind = {}, const CompatQuestion &host = {}) const;

    static LintKind guess(const QString &text);

private:
    const RecipeFacts &m_facts;
    const CompatFacts &m_compat;
};

}  // namespace trainyard
