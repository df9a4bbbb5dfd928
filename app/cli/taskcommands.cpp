#include "app/cli/commands.h"
#include "app/cli/json.h"

#include <QCoreApplication>
#include <QFile>

namespace trainyard {

namespace {

QString translated(const char *text) { return QCoreApplication::translate("trainyard::TaskCommands", text); }

int check(CommandContext &context, const Command &self)
{
    if (context.arguments.size() != 1)
        return usageError(context, self, translated(QT_TRANSLATE_NOOP("trainyard::TaskCommands", "Name one task file.")));
    QFile file(context.arguments.first());
    if (!file.open(QIODevice::ReadOnly)) {
        return context.console.fail({ErrorCode::InvalidInput,
            translated(QT_TRANSLATE_NOOP("trainyard::TaskCommands", "The task file %1 cannot be read."))
                .arg(file.fileName()), file.errorString()});
    }
    const TaskCheck result = parseTask(file.readAll());
    if (context.console.isJson)
        context.console.print(toJson(result));
    const auto place = [&](const TaskIssue &issue) {
        return issue.line > 0 ? QStringLiteral("%1:%2:%3: ").arg(file.fileName()).arg(issue.line).arg(issue.column)
                              : file.fileName() + QStringLiteral(": ");
    };
    for (const TaskIssue &issue : result.errors)
        context.console.say(place(issue) + issue.what);
    for (const TaskIssue &issue : result.warnings)
        context.console.say(place(issue) + translated(QT_TRANSLATE_NOOP("trainyard::TaskCommands", "note: "))
                            + issue.what);
    if (!context.console.isJson && result.errors.isEmpty())
        context.console.print(translated(QT_TRANSLATE_NOOP("trainyard::TaskCommands", "%1 is fine.")).arg(file.fileName()));
    return result.errors.isEmpty() ? 0 : 2;
}

}  // namespace

void addTaskCommands(Commands &commands)
{
    Command &checking = commands[QStringLiteral("task check")];
    checking = {QStringLiteral("task check FILE"),
                translated(QT_TRANSLATE_NOOP("trainyard::TaskCommands", "Says whether a task file is right, and where not.")),
                [&checking](CommandContext &context) { return check(context, checking); }};
}

}  // namespace trainyard
