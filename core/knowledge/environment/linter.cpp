// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/linter.h"

#include "core/knowledge/environment/internal/commandrules.h"
#include "core/knowledge/environment/internal/containerrules.h"
#include "core/knowledge/environment/internal/dockerfilerules.h"
#include "core/knowledge/environment/internal/taskplaces.h"
#include "core/knowledge/environment/internal/variablerules.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Linter)
};

void judgeScript(LintCase &lint, const TextRange &range)
{
    InstallPlace place;
    judgeCommands(lint, readShell(lint.source().text(), range, ShellForm::Shell), place);
}

void judgeTask(LintCase &lint)
{
    const TaskPlaces places = taskPlaces(lint.source());
    for (const TaskPlaces::Entry &entry : places.variables)
        lint.variables << VariableUse{
            lint.source().part(entry.name), lint.source().part(entry.value), entry.name, entry.value, VariableUse::Where::Task, 0};
    for (const TextRange &script : places.scripts)
        judgeScript(lint, script);
    if (places.image && places.image->begin < places.image->end) {
        const QString text = lint.source().part(*places.image);
        const auto reference = ImageReference::parse(text);
        if (reference && reference->digest.isEmpty() && (reference->tag.isEmpty() || reference->tag.startsWith(QLatin1String("latest")))) {
            lint.add("image-tag", *places.image,
                     reference->tag.isEmpty() ? Words::tr("The image has no tag, so it is the latest.")
                                              : Words::tr("The tag %1 can change.").arg(reference->tag));
        } else if (reference) {
            CompatQuestion question = lint.question();
            question.image = *reference;
            lint.judge(question, *places.image);
        }
    }
    if (places.checkpointDir && isEphemeral(lint.source().part(*places.checkpointDir)))
        lint.add("ephemeral-checkpoints", *places.checkpointDir,
                 Words::tr("%1 does not outlive a restart of the machine.").arg(lint.source().part(*places.checkpointDir).left(100)));
    if (places.run && !places.hasCheckpoints)
        lint.add("no-checkpoints", *places.run, Words::tr("The task does not set where the run saves checkpoints."));
}

}  // namespace

LintKind Linter::guess(const QString &text)
{
    using Option = QRegularExpression::PatternOption;
    static const QRegularExpression task(
        QStringLiteral("^(run|setup|resources|envs|num_nodes|file_mounts|workdir|checkpoints)[ \\t]*:([ \\t]|$)"), Option::MultilineOption);
    static const QRegularExpression from(
        QStringLiteral("^[ \\t]*FROM[ \\t]+(--platform=\\S+[ \\t]+)?[A-Za-z0-9$]\\S*[ \\t]*(as[ \\t]+\\S+[ \\t]*)?$"),
        Option::MultilineOption | Option::CaseInsensitiveOption);
    static const QRegularExpression variable(QStringLiteral(
        "\\A\\s*((export\\s+)?[A-Za-z_][A-Za-z0-9_]*\\s*=\\s*(\"[^\"]*\"|'[^']*'|\\S*)\\s*|(-e|--env)[\\s=]+\\S+)\\s*\\\\?\\z"));
    const QString start = text.left(64 * 1024);
    if (from.match(start).hasMatch())
        return LintKind::Dockerfile;
    if (task.match(start).hasMatch())
        return LintKind::Task;
    const QStringList lines = start.split(u'\n');
    bool hasOne = false;
    for (const QString &line : lines) {
        const QString content = line.trimmed();
        if (content.isEmpty() || content.startsWith(u'#'))
            continue;
        if (content.size() > 4096 || !variable.match(content).hasMatch())
            return LintKind::Command;
        hasOne = true;
    }
    return hasOne ? LintKind::Variables : LintKind::Command;
}

LintReport Linter::lint(const QByteArray &bytes, std::optional<LintKind> kind, const CompatQuestion &host) const
{
    LintReport report;
    const SourceText source(bytes);
    LintCase current(source, m_facts, m_compat, host, &report);
    report.kind = kind.value_or(LintKind::Command);
    if (source.fault() != SourceText::Fault::None) {
        current.add("unreadable", {},
                    source.fault() == SourceText::Fault::TooLong ? Words::tr("The text is longer than 256 KiB.")
                                                                 : Words::tr("This is not UTF-8 text."));
        return report;
    }
    report.kind = kind.value_or(guess(source.text()));
    switch (report.kind) {
    case LintKind::Dockerfile:
        current.isInImage = true;
        judgeDockerfile(current);
        break;
    case LintKind::Command: judgeScript(current, {0, source.text().size()}); break;
    case LintKind::Variables: readVariableLines(current); break;
    case LintKind::Task: judgeTask(current); break;
    }
    judgeVariables(current);
    judgeConditions(current);
    judgeStatements(current);
    if (current.needsThreads && !current.hasThreads)
        current.add("omp-threads", current.threads, Words::tr("OMP_NUM_THREADS is not set."));
    std::stable_sort(report.findings.begin(), report.findings.end(),
                     [](const LintFinding &a, const LintFinding &b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); });
    return report;
}

}  // namespace trainyard
