// SPDX-License-Identifier: GPL-3.0-or-later
// One text while it is looked at: what is known about it so far, and what has been found. Internal to core/knowledge/environment.
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
    std::optional<QString> value;  // nothing: handed on from outside
    TextRange nameRange, valueRange;
    Where where = Where::Shell;
    int group = 0;  // those of one command have the same
};

// Of a finding, where it is not as the rule says.
struct LintMore {
    std::optional<QString> replacement = {};
    std::optional<LintSeverity> severity = {};  // than the rule's
    QString fix = {};
    QStringList sources = {};
    std::optional<QString> shown = {};  // in place of what stands there: for secrets
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
    const CompatQuestion &host() const { return m_host; }  // GPUs and driver, where they are known

    QList<VariableUse> variables;
    int lastGroup = 0;          // of them
    bool isInImage = false;     // a Dockerfile
    int nodes = 1;              // the most that anything in the text speaks of
    bool needsThreads = false;  // torchrun starts several processes
    bool hasThreads = false;    // somewhere OMP_NUM_THREADS is set
    TextRange threads;          // the torchrun it is about

    using More = LintMore;
    void add(const char *rule, const TextRange &found, const QString &what, const More &more = {});

    // Judges an image or a framework with the GPUs and the driver that were named; says nothing where either is not known.
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

// Distance in letters to add, drop or change, at most 3.
int distance(const QString &a, const QString &b);

}  // namespace trainyard
