// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runlist.h"

#include "app/cli/costjson.h"
#include "app/cli/json.h"
#include "core/observe/runfilter/runmatch.h"
#include "core/service/runs/runfollowers.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace trainyard {

namespace {

const QString kFilter = QStringLiteral("--filter");

bool isKept(CommandContext &context, const RunFilter &filter, const MeterNow &meter, const Run &run)
{
    const RunGlance glance = filter.needsGlance() ? glanceNow(run, context.services.paths()) : RunGlance();
    return matches(filter, {&run, &glance, run.isSimulated ? QList<Money>() : meter.costOf(run.id), meter.when.toMSecsSinceEpoch()});
}

// " (2/3)" of a pipeline.
QString stepOf(const Run &run)
{
    return run.pipeline ? QStringLiteral(" (%1/%2)").arg(run.pipeline->number).arg(run.pipeline->count) : QString();
}

}  // namespace

QString runOutcomeText(const Run &run)
{
    if (!run.exitCode)
        return QStringLiteral("-");
    return QString::number(*run.exitCode) + (run.exitSignal ? QStringLiteral(" (signal %1)").arg(*run.exitSignal) : QString());
}

QString runStateText(const Run &run, std::optional<ErrorCode> problem)
{
    return runStateName(run.state) + (problem ? QStringLiteral(" (%1)").arg(errorCodeName(*problem)) : QString());
}

int listRuns(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments, {kFilter}, {QStringLiteral("--all")},
        {0, 0, QCoreApplication::translate("trainyard::RunCommands", "This command takes no arguments; it lists all runs.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const RunFilter filter = parseRunFilter(options->value(kFilter), QDateTime::currentDateTime());
    if (!filter.problems.isEmpty())
        return context.console.fail({ErrorCode::InvalidInput, filter.problems.first().what, {}});
    const auto refreshed = context.console.wait(context.services.runs.refresh(context.console.stop()));
    if (!refreshed)
        return context.console.fail(refreshed.error());
    const auto problemOf = [&](const Run &run) {
        const auto found = refreshed->constFind(run.id);
        return found == refreshed->constEnd() ? std::nullopt : std::optional(found->code);
    };
    QStringList told;
    for (const Error &problem : *refreshed) {
        if (!told.contains(problem.what))
            context.console.say(QStringLiteral("yard: ") + problem.what);
        told << problem.what;
    }
    auto runs = context.services.database().runs.all();
    if (!runs)
        return context.console.fail(runs.error());
    if (!options->has(QStringLiteral("--all")) && !filter.asksFor(RunField::Archived))
        runs->removeIf([](const Run &run) { return run.isArchived; });
    const bool isMetered = context.console.isJson || !filter.conditions.isEmpty();
    const auto meter = isMetered ? meterNow(context.services.database(), QDateTime::currentDateTimeUtc()) : Result<MeterNow>(MeterNow());
    if (!meter)
        return context.console.fail(meter.error());
    if (!filter.conditions.isEmpty())
        runs->removeIf([&](const Run &run) { return !isKept(context, filter, *meter, run); });
    if (context.console.isJson) {
        QJsonArray array;
        for (const Run &run : *runs)
            array << withCosts(toJson(run, problemOf(run)), *meter, run.id);
        context.console.print(array);
        return 0;
    }
    QList<QStringList> rows{
        {QStringLiteral("RUN"), QStringLiteral("NAME"), QStringLiteral("STATE"), QStringLiteral("EXIT"), QStringLiteral("MACHINE")}};
    for (const Run &run : *runs)
        rows << QStringList{run.id.text(), run.name.simplified() + stepOf(run), runStateText(run, problemOf(run)), runOutcomeText(run),
                            run.head().machineName};
    context.console.printTable(rows);
    return 0;
}

}  // namespace trainyard
