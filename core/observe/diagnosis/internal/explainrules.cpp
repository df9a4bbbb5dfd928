// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/internal/explainrules.h"

namespace trainyard {

const std::vector<ExplainRule> &explainRules()
{
    static const std::vector<ExplainRule> rules = [] {
        std::vector<ExplainRule> all;
        for (auto *const part : {memoryRules, gpuRules, distributedRules, systemRules}) {
            for (ExplainRule &rule : part())
                all.push_back(std::move(rule));
        }
        Q_ASSERT(all.size() < 63);
        return all;
    }();
    return rules;
}

void setSource(ExplainCard &card, const QString &title, const QString &link)
{
    card.source = title;
    card.link = link;
}

QString withLine(const QString &text, const QString &part) { return part.isEmpty() ? text : text.isEmpty() ? part : text + u' ' + part; }

ExplainCard endCard(const ExplainEnd &end)
{
    ExplainCard card;
    const bool isKilled = end.exitSignal == 9 || end.exitCode == 137;
    if (end.isOutOfMemory) {
        card.rule = QStringLiteral("killed-out-of-memory");
        card.what = Explained::tr("The kernel killed the run because memory ran out.");
        card.why = Explained::tr(
            "According to the container engine, the machine's memory (not the GPU's) was full, or the container's limit was reached.");
        card.todo = Explained::tr("Use fewer data loader workers, load the data in parts, or use a machine with more memory.");
        setSource(card, QStringLiteral("Linux kernel: out-of-memory handling"),
                  QStringLiteral("https://docs.kernel.org/admin-guide/mm/concepts.html#oom-killer"));
    } else if (isKilled) {
        card.rule = QStringLiteral("killed");
        card.severity = ExplainSeverity::Warning;
        card.what = Explained::tr("The run was killed with signal 9.");
        card.why = Explained::tr("If it was not killed by hand, it was usually the kernel, because memory ran out.");
        card.todo = Explained::tr("Check the kernel log on the machine.");
        card.command = QStringLiteral("sudo dmesg -T | grep -i 'killed process'");
        setSource(card, QStringLiteral("Linux kernel: out-of-memory handling"),
                  QStringLiteral("https://docs.kernel.org/admin-guide/mm/concepts.html#oom-killer"));
    }
    return card;
}

}  // namespace trainyard
