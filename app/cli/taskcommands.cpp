// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/environment/linter.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

// The linter's findings for a valid task, except hints; none if its facts cannot be read.
void sayMistakes(Console &console, const QString &name, const QByteArray &yaml)
{
    const auto compat = CompatFacts::parse(builtInCompatFiles());
    const auto facts = RecipeFacts::parse(builtInRecipeFiles());
    if (!compat || !facts)
        return;
    const LintReport report = Linter(*facts, *compat).lint(yaml, LintKind::Task);
    for (const LintFinding &finding : report.findings) {
        if (finding.severity != LintSeverity::Hint)
            console.say(QStringLiteral("%1:%2:%3: %4: %5 %6 [%7]")
                            .arg(name)
                            .arg(finding.line)
                            .arg(finding.column)
                            .arg(severityName(finding.severity), finding.what, finding.fix, finding.rule));
    }
}

int checkTaskFile(BareContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, QCoreApplication::translate("trainyard::TaskCommands", "Name one task file."));
    if (!words)
        return usageError(context, self, words.error().what);
    const QString &name = words->first();
    const auto yaml = readTaskFile(name, context.console.stop());
    if (!yaml)
        return context.console.fail(yaml.error());
    const TaskCheck result = parseTask(*yaml);
    if (context.console.isJson)
        context.console.print(toJson(result));
    const auto place = [&](const TaskIssue &issue) {
        return issue.line > 0 ? QStringLiteral("%1:%2:%3: ").arg(name).arg(issue.line).arg(issue.column) : name + QStringLiteral(": ");
    };
    for (const TaskIssue &issue : result.errors)
        context.console.say(place(issue) + issue.what);
    for (const TaskIssue &issue : result.warnings)
        context.console.say(place(issue) + QCoreApplication::translate("trainyard::TaskCommands", "note: ") + issue.what);
    if (result.errors.isEmpty())
        sayMistakes(context.console, name, *yaml);
    if (!context.console.isJson && result.errors.isEmpty())
        context.console.print(QCoreApplication::translate("trainyard::TaskCommands", "%1 is valid.").arg(name));
    return result.errors.isEmpty() ? 0 : 2;
}

}  // namespace

void addTaskCommands(Commands &commands)
{
    Command &checking = commands[QStringLiteral("task check")];
    checking = {QStringLiteral("task check FILE"),
                QCoreApplication::translate("trainyard::TaskCommands", "Checks a task file and reports errors."),
                {},
                [&checking](BareContext &context) { return checkTaskFile(context, checking); }};
}

}  // namespace trainyard
