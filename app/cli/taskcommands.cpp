// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/environment/linter.h"
#include "core/model/taskimport.h"
#include "core/service/runs/taskplaces.h"
#include "core/storage/database/tasktemplates.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

#include <unistd.h>

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

// The task goes to standard output, what it lacks to standard error.
int importTaskFile(BareContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1,
                                 QCoreApplication::translate("trainyard::TaskCommands", "Name one file with a command or script, or - ."));
    if (!words)
        return usageError(context, self, words.error().what);
    const bool isInput = words->first() == QLatin1String("-");
    const auto text = readTaskFile(isInput ? QStringLiteral("/dev/stdin") : words->first(), context.console.stop());
    if (!text)
        return context.console.fail(text.error());
    const auto imported = importedTask(*text);
    if (!imported)
        return context.console.fail(imported.error());
    if (context.console.isJson) {
        QJsonArray notes;
        for (const ImportNote &note : imported->notes)
            notes << QJsonObject{{QStringLiteral("line"), note.line}, {QStringLiteral("what"), note.what}};
        context.console.print(QJsonObject{{QStringLiteral("task"), QString::fromUtf8(imported->yaml)}, {QStringLiteral("notes"), notes}});
        return 0;
    }
    // In a file, every character stays; a terminal is shown none that would steer it.
    if (::isatty(STDOUT_FILENO) == 1)
        context.console.print(QString::fromUtf8(imported->yaml).chopped(1));
    else
        context.console.printBytes(imported->yaml);
    const QString name = isInput ? QStringLiteral("-") : words->first();
    for (const ImportNote &note : imported->notes)
        context.console.say((note.line > 0 ? QStringLiteral("%1:%2: ").arg(name).arg(note.line) : name + QStringLiteral(": ")) + note.what);
    return 0;
}

void printTemplates(Console &console, const QStringList &names)
{
    if (console.isJson)
        return console.print(QJsonArray::fromStringList(names));
    QList<QStringList> rows{{QStringLiteral("TEMPLATE")}};
    for (const QString &name : names)
        rows << QStringList{name};
    console.printTable(rows);
}

int taskTemplates(BareContext &context, const Command &self)
{
    const QString show = QStringLiteral("--show"), save = QStringLiteral("--save"), remove = QStringLiteral("--delete"),
                  replace = QStringLiteral("--replace");
    const auto options = readOptions(context.arguments, {show, save, remove}, {replace});
    if (!options)
        return usageError(context, self, options.error().what);
    const bool isSaving = options->has(save);
    if (options->rest.size() != (isSaving ? 1 : 0) || int(options->has(show)) + int(isSaving) + int(options->has(remove)) > 1
        || (options->has(replace) && !isSaving))
        return usageError(context, self,
                          QCoreApplication::translate("trainyard::TaskCommands",
                                                      "Name at most one action for templates; --save takes a name and a task file."));
    const Paths paths = Paths::standard();
    if (options->has(show)) {
        const auto text = readTemplate(paths, options->value(show));
        if (!text)
            return context.console.fail(text.error());
        if (::isatty(STDOUT_FILENO) == 1)
            context.console.print(QString::fromUtf8(text->endsWith('\n') ? text->chopped(1) : *text));
        else
            context.console.printBytes(*text);
        return 0;
    }
    Result<void> done;
    if (isSaving) {
        const auto text = readTaskFile(options->rest.first(), context.console.stop());
        if (!text)
            return context.console.fail(text.error());
        if (const auto task = readTasks(*text, options->rest.first()); !task)
            return context.console.fail(task.error());
        done = saveTemplate(paths, options->value(save), withPlacesWritten(*text, taskDirectoryOf(options->rest.first())),
                            options->has(replace));
    } else if (options->has(remove)) {
        done = removeTemplate(paths, options->value(remove));
    }
    if (!done)
        return context.console.fail(done.error());
    printTemplates(context.console, templateNames(paths));
    return 0;
}

}  // namespace

void addTaskCommands(Commands &commands)
{
    Command &checking = commands[QStringLiteral("task check")];
    checking = {QStringLiteral("task check FILE"),
                QCoreApplication::translate("trainyard::TaskCommands", "Checks a task file and reports errors."),
                {},
                [&checking](BareContext &context) { return checkTaskFile(context, checking); }};
    Command &importing = commands[QStringLiteral("task import")];
    importing = {QStringLiteral("task import (FILE | -)"),
                 QCoreApplication::translate("trainyard::TaskCommands",
                                             "Makes a task file from a docker run command, an sbatch script or a dstack file."),
                 {},
                 [&importing](BareContext &context) { return importTaskFile(context, importing); }};
    Command &templates = commands[QStringLiteral("task template")];
    templates = {QStringLiteral("task template [--show NAME|--save NAME [--replace] FILE|--delete NAME]"),
                 QCoreApplication::translate("trainyard::TaskCommands",
                                             "Lists your own templates, prints one, saves a task file as one, or deletes one."),
                 {},
                 [&templates](BareContext &context) { return taskTemplates(context, templates); }};
}

}  // namespace trainyard
