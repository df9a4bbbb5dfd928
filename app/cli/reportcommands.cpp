// SPDX-License-Identifier: GPL-3.0-or-later
// Documents about runs: a report, tables of measurements, a comparison. See docs/report.md.
#include "app/cli/reportcommands.h"

#include "app/cli/costjson.h"
#include "core/base/duration.h"
#include "core/service/runs/runreporter.h"
#include "core/service/runs/runreports.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

namespace trainyard {

namespace {

// If the machine could not be asked, its copy is used and the status shows it.
int statusOf(const std::optional<ErrorCode> &problem) { return problem ? exitStatus(*problem) : 0; }

// A run whose machine was removed is read from its copy, without an error about a machine that cannot be asked.
Result<Run> runToRead(CommandContext &context, const QString &what, std::optional<ErrorCode> *problem)
{
    const auto run = findRun(context.services.database(), what);
    if (!run || context.services.database().machines.find(run->head().machineId))
        return run ? freshRun(context, run->id.text(), problem) : run;
    context.console.say(QCoreApplication::translate("trainyard::ReportCommands",
                                                    "Based on the copy on this computer: the machine %1 was removed from the list.")
                            .arg(run->head().machineName));
    return run;
}

int report(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("-o"), QStringLiteral("--output")}, {QStringLiteral("--force")});
    if (!options)
        return usageError(context, self, options.error().what);
    const QString file = options->has(QStringLiteral("-o")) ? options->value(QStringLiteral("-o"))
                                                            : options->value(QStringLiteral("--output"));
    if (options->rest.size() != 1 || file.isEmpty())
        return usageError(context, self,
                          QCoreApplication::translate("trainyard::ReportCommands", "Name one run, and the file with -o FILE."));
    // Checked before anything is asked or read.
    const bool isForced = options->has(QStringLiteral("--force"));
    if (!isForced && QFileInfo::exists(file))
        return context.console.fail(writeDocument(file, {}, false).error());
    std::optional<ErrorCode> problem;
    const auto run = runToRead(context, options->rest.first(), &problem);
    if (!run)
        return context.console.fail(run.error());
    const auto html = context.console.wait(reportRun(
        context.services, run->id, QStringLiteral("Trainyard ") + QCoreApplication::applicationVersion(), context.console.stop()));
    if (!html)
        return context.console.fail(html.error());
    if (const auto written = writeDocument(file, *html, isForced); !written)
        return context.console.fail(written.error());
    if (context.console.isJson)
        context.console.print(QJsonObject{{QStringLiteral("run"), run->id.text()},
                                          {QStringLiteral("file"), QFileInfo(file).absoluteFilePath()},
                                          {QStringLiteral("bytes"), html->size()}});
    else
        context.console.say(
            QCoreApplication::translate("trainyard::ReportCommands", "Written to %1. Check the log in it before you share it.").arg(file));
    return statusOf(problem);
}

// "2026-11-22T10:00:00Z" and other ISO 8601 forms (local time without an offset), or seconds since 1970.
std::optional<qint64> readTime(const QString &text)
{
    bool isNumber = false;
    const qint64 seconds = text.toLongLong(&isNumber);
    if (isNumber)
        return seconds >= 0 && seconds < 4'000'000'000 ? std::optional(seconds * 1000) : std::nullopt;
    const QDateTime moment = QDateTime::fromString(text, Qt::ISODate);
    return moment.isValid() ? std::optional(moment.toMSecsSinceEpoch()) : std::nullopt;
}

Result<ExportOptions> readExportOptions(const Options &options)
{
    const auto invalid = [](const char *sentence, const QString &text = {}) {
        return Error{ErrorCode::InvalidInput,
                     text.isEmpty() ? QCoreApplication::translate("trainyard::ReportCommands", sentence)
                                    : QCoreApplication::translate("trainyard::ReportCommands", sentence).arg(text),
                     {}};
    };
    ExportOptions request;
    request.isJson = options.has(QStringLiteral("--to-json"));
    request.wantsTraining = options.has(QStringLiteral("--training"));
    for (const auto &[name, moment] :
         {std::pair(QStringLiteral("--from"), &request.range.fromMs), std::pair(QStringLiteral("--to"), &request.range.toMs)}) {
        if (!options.has(name))
            continue;
        *moment = readTime(options.value(name));
        if (!*moment) {
            return invalid(QT_TRANSLATE_NOOP("trainyard::ReportCommands",
                                             "“%1” is not a valid time. Write it as 2026-11-22T10:00:00Z, or as seconds since 1970."),
                           options.value(name));
        }
    }
    if (request.range.fromMs && request.range.toMs && *request.range.fromMs > *request.range.toMs)
        return invalid(QT_TRANSLATE_NOOP("trainyard::ReportCommands", "--from is later than --to."));
    if (options.has(QStringLiteral("--every"))) {
        const QString every = options.value(QStringLiteral("--every"));
        bool isSteps = false;
        const double steps = every.toDouble(&isSteps);
        if (const auto duration = parseDuration(every); duration && duration->count() > 0)
            request.range.everyMs = duration->count() * 1000;
        else if (isSteps && steps >= 1 && steps < 1e15 && request.wantsTraining)
            request.everySteps = steps;
        else
            return invalid(
                QT_TRANSLATE_NOOP("trainyard::ReportCommands",
                                  "“%1” is not a valid interval. Write 10s or 5m for samples, or a number of steps with --training."),
                every);
        if (request.wantsTraining && request.everySteps <= 0)
            return invalid(QT_TRANSLATE_NOOP("trainyard::ReportCommands", "With --training, --every is a number of steps, not %1."), every);
    }
    if (request.wantsTraining && (request.range.fromMs || request.range.toMs))
        return invalid(
            QT_TRANSLATE_NOOP("trainyard::ReportCommands", "--from and --to select samples by time; training series go by steps."));
    return request;
}

int exportTables(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments,
        {QStringLiteral("-o"), QStringLiteral("--output"), QStringLiteral("--from"), QStringLiteral("--to"), QStringLiteral("--every")},
        {QStringLiteral("--csv"), QStringLiteral("--training"), QStringLiteral("--force")});
    if (!options)
        return usageError(context, self, options.error().what);
    // --json means the same as everywhere: the result as JSON.
    Options all = *options;
    if (context.console.isJson)
        all.values[QStringLiteral("--to-json")] = QString();
    if (all.rest.size() != 1 || context.console.isJson == all.has(QStringLiteral("--csv")))
        return usageError(context, self, QCoreApplication::translate("trainyard::ReportCommands", "Name one run, and --csv or --json."));
    const auto request = readExportOptions(all);
    if (!request)
        return usageError(context, self, request.error().what);
    const QString file = all.has(QStringLiteral("-o")) ? all.value(QStringLiteral("-o")) : all.value(QStringLiteral("--output"));
    const bool isToFile = !file.isEmpty() && file != QLatin1String("-");
    if (isToFile && !all.has(QStringLiteral("--force")) && QFileInfo::exists(file))
        return context.console.fail(writeDocument(file, {}, false).error());
    std::optional<ErrorCode> problem;
    const auto run = runToRead(context, all.rest.first(), &problem);
    if (!run)
        return context.console.fail(run.error());
    QSaveFile out(file);
    if (isToFile && !out.open(QIODevice::WriteOnly))
        return context.console.fail({ErrorCode::Io,
                                     QCoreApplication::translate("trainyard::ReportCommands", "%1 cannot be written.").arg(file),
                                     out.errorString()});
    const auto exported = exportRun(
        *run, context.services.paths(), *request,
        [&](const QByteArray &bytes) -> Result<void> {
            if (!isToFile) {
                context.console.printBytes(bytes);
                // The reader has closed the pipe, as `| head` does.
                return context.console.isOutputOpen() ? Result<void>() : Result<void>(cancelledError());
            }
            if (out.write(bytes) == bytes.size())
                return {};
            return Error{ErrorCode::Io, QCoreApplication::translate("trainyard::ReportCommands", "%1 cannot be written.").arg(file),
                         out.errorString()};
        },
        context.console.stop());
    if (!exported && !isToFile && !context.console.isOutputOpen())
        return statusOf(problem);
    if (!exported)
        return context.console.fail(exported.error());
    if (isToFile && (!out.flush() || !out.commit()))  // commit() ignores a flush that failed
        return context.console.fail({ErrorCode::Io,
                                     QCoreApplication::translate("trainyard::ReportCommands", "%1 cannot be written.").arg(file),
                                     out.errorString()});
    return statusOf(problem);
}

QJsonValue numberJson(const std::optional<double> &value) { return value ? QJsonValue(*value) : QJsonValue(); }

QJsonObject comparisonJson(const QList<ComparedRun> &runs, const RunComparison &comparison)
{
    QJsonArray about, task, values;
    for (const ComparedRun &run : runs) {
        QJsonArray costs;
        for (const Money &cost : run.costs)
            costs << QJsonObject{{QStringLiteral("amount"), amountJson(cost)}, {QStringLiteral("currency"), currencyCode(cost.currency())}};
        about << QJsonObject{{QStringLiteral("id"), run.id},
                             {QStringLiteral("name"), run.name},
                             {QStringLiteral("machine"), run.machine},
                             {QStringLiteral("simulated"), run.isSimulated},
                             {QStringLiteral("task_known"), run.task.has_value()},
                             {QStringLiteral("costs"), costs.isEmpty() ? QJsonValue() : QJsonValue(costs)}};
    }
    for (const ComparedKey &key : comparison.task) {
        QJsonArray array;
        for (const auto &value : key.values)
            array << (value ? QJsonValue(*value) : QJsonValue());
        task << QJsonObject{{QStringLiteral("key"), key.key}, {QStringLiteral("values"), array}};
    }
    for (const ComparedValue &value : comparison.values) {
        if (value.kind == ValueKind::Money)
            continue;  // with their currencies beside the runs
        QJsonArray array;
        for (const auto &number : value.values)
            array << numberJson(number);
        values << QJsonObject{{QStringLiteral("what"), value.id},
                              {QStringLiteral("unit"), value.unit.isEmpty() ? QJsonValue() : QJsonValue(value.unit)},
                              {QStringLiteral("step"), numberJson(value.step)},
                              {QStringLiteral("values"), array}};
    }
    return {{QStringLiteral("runs"), about}, {QStringLiteral("task"), task}, {QStringLiteral("values"), values}};
}

int compare(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments, {}, {},
        {2, kMostComparedRuns, QCoreApplication::translate("trainyard::ReportCommands", "Name two to fifty runs.")});
    if (!options)
        return usageError(context, self, options.error().what);
    std::optional<ErrorCode> problem;
    QList<RunId> ids;
    for (const QString &what : options->rest) {
        const auto run = runToRead(context, what, &problem);
        if (!run)
            return context.console.fail(run.error());
        if (ids.contains(run->id))
            return usageError(context, self,
                              QCoreApplication::translate("trainyard::ReportCommands", "%1 was given twice.").arg(run->id.text()));
        ids << run->id;
    }
    const auto runs = context.console.wait(readForComparison(context.services, ids, context.console.stop()));
    if (!runs)
        return context.console.fail(runs.error());
    const RunComparison comparison = compareRuns(*runs);
    if (context.console.isJson) {
        context.console.print(comparisonJson(*runs, comparison));
        return statusOf(problem);
    }
    QList<QStringList> rows{{QString()}};
    for (const ComparedRun &run : *runs)
        rows.first() << run.id;
    QStringList states{QCoreApplication::translate("trainyard::ReportCommands", "State")},
        machines{QCoreApplication::translate("trainyard::ReportCommands", "Machine")};
    for (const ComparedRun &run : *runs) {
        states << run.state;
        machines << (run.isSimulated ? QCoreApplication::translate("trainyard::ReportCommands", "%1 (simulated)").arg(run.machine)
                                     : run.machine);
    }
    rows << states << machines;
    for (const ComparedValue &value : comparison.values) {
        QStringList row{value.title};
        for (qsizetype i = 0; i < runs->size(); ++i)
            row << valueText(value, i, *runs);
        rows << row;
    }
    context.console.printTable(rows);
    context.console.print(QString());
    if (!comparison.hasAllTasks)
        context.console.say(QCoreApplication::translate(
            "trainyard::ReportCommands", "Some task files are not on this computer; only the available ones were compared."));
    if (comparison.task.isEmpty())
        context.console.print(QCoreApplication::translate("trainyard::ReportCommands", "Their task files are identical."));
    for (const ComparedKey &key : comparison.task) {
        context.console.print(key.key);
        for (qsizetype i = 0; i < runs->size(); ++i) {
            const QStringList lines = key.values[i] ? key.values[i]->split(u'\n') : QStringList{QStringLiteral("–")};
            for (const QString &line : lines)
                context.console.print(QStringLiteral("  %1: %2").arg((*runs)[i].id, line));
        }
    }
    return statusOf(problem);
}

void add(Commands &commands, const char *verb, const char *usage, const QString &help, int (*function)(CommandContext &, const Command &))
{
    Command &command = commands[QStringLiteral("run ") + QLatin1String(verb)];
    command = {QStringLiteral("run ") + QLatin1String(verb) + u' ' + QString::fromUtf8(usage), help,
               [&command, function](CommandContext &context) { return function(context, command); }};
}

}  // namespace

void addReportCommands(Commands &commands)
{
    add(commands, "report", "RUN -o FILE.html [--force]",
        QCoreApplication::translate("trainyard::ReportCommands", "Writes a report of the run as one self-contained HTML file."), report);
    add(commands, "export", "RUN --csv|--json [-o FILE] [--training] [--from TIME] [--to TIME] [--every 10s|STEPS] [--force]",
        QCoreApplication::translate("trainyard::ReportCommands",
                                    "Exports the samples or the training series as a table for other programs."),
        exportTables);
    add(commands, "compare", "RUN RUN [RUN…]",
        QCoreApplication::translate("trainyard::ReportCommands", "Compares two to fifty runs: task files, losses, times, cost."), compare);
}

}  // namespace trainyard
