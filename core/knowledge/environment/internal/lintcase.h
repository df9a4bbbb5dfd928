// SPDX-License-Identifier: GPL-3.0-or-later
// One text being linted: the facts known so far, and the findings. Internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/compat/compatjudge.h"
#include "core/knowledge/environment/internal/lintrules.h"
#include "core/knowledge/environment/internal/shellreader.h"
#include "core/knowledge/environment/recipefacts.h"

namespace trainyard {

struct VariableUse {
    enum class Where {
        Image,          // ENV
        BuildArgument,  // ARG
        Argument,       // -e of an engine
        Shell,          // export, or before a command
        File,           // a line of an env file
        Task,           // envs of a task
    };
    QString name;
    std::optional<QString> value;  // nullopt: passed through from outside
    TextRange nameRange, valueRange;
    Where where = Where::Shell;
    int group = 0;  // variables of one command share it
};

// Parts of a finding that differ from the rule.
struct LintMore {
    std::optional<QString> replacement = {};
    std::optional<LintSeverity> severity = {};  // instead of the rule's
    QString fix = {};
    QStringList sources = {};
    std::optional<QString> shown = {};  // instead of the text itself: for secrets
};

class LintCase {
public:
    LintCase(const SourceText &text, const RecipeFacts &facts, const CompatFacts &compat, const CompatQuestion &host, LintReport *report)
        : m_source(text), m_facts(facts), m_compat(compat), m_host(host), m_report(report)
    {
    }

    const SourceText &source() const { return m_source; }
    const RecipeFacts &facts() const { return m_facts; }
    const CompatFacts &compat() const { return m_compat; }
    const CompatQuestion &host() const { return m_host; }  // GPUs and driver, if known

    QList<VariableUse> variables;
    int lastGroup = 0;          // of them
    bool isInImage = false;     // a Dockerfile
    int nodes = 1;              // the highest number mentioned in the text
    bool needsThreads = false;  // torchrun starts several processes
    bool hasThreads = false;    // OMP_NUM_THREADS is set somewhere
    TextRange threads;          // the torchrun in question

    using More = LintMore;
    void add(const char *rule, const TextRange &found, const QString &what, const More &more = {});

    // Judges an image or a framework with the given GPUs and driver; adds nothing if either is unknown.
    void judge(const CompatQuestion &question, const TextRange &found);
    // A CompatQuestion with the host's part filled in.
    CompatQuestion question() const { return m_host; }

private:
    const SourceText &m_source;
    const RecipeFacts &m_facts;
    const CompatFacts &m_compat;
    const CompatQuestion &m_host;
    LintReport *m_report;
};

// Edit distance (letters to add, drop or change), at most 3.
int distance(const QString &a, const QString &b);

}  // namespace trainyard
