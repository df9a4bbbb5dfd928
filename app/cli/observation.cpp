// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/observation.h"

#include "app/cli/costjson.h"
#include "app/cli/jsonvalues.h"
#include "core/observe/diagnosis/elsewhere.h"
#include "core/observe/diagnosis/progresswords.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

constexpr qint64 kShownLog = 64 << 20;  // bytes; hundreds of thousands of steps

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Observation)
};

QString s(const char *text) { return QString::fromUtf8(text); }

QJsonValue secondsJson(std::optional<qint64> ms) { return ms ? QJsonValue(double(*ms) / 1000) : QJsonValue(); }

QJsonValue secondsJson(const std::optional<SpanRange> &range)
{
    if (!range)
        return {};
    return QJsonObject{{s("least"), double(range->leastMs) / 1000},
                       {s("likely"), double(range->likelyMs) / 1000},
                       {s("most"), double(range->mostMs) / 1000}};
}

QJsonValue toJson(const std::optional<MoneyRange> &range)
{
    if (!range)
        return {};
    return QJsonObject{{s("least"), amountJson(range->least)},
                       {s("likely"), amountJson(range->likely)},
                       {s("most"), amountJson(range->most)},
                       {s("currency"), currencyCode(range->likely.currency())}};
}

QJsonObject toJson(const ProgressVerdict &verdict, const RunObservation &seen)
{
    QJsonValue gpus;
    if (verdict.gpus.working > 0) {
        gpus = QJsonObject{{s("working"), verdict.gpus.working},
                           {s("spinning"), verdict.gpus.spinning},
                           {s("idle"), verdict.gpus.idle},
                           {s("watts"), orNull(verdict.gpus.watts)},
                           {s("usual_watts"), orNull(verdict.gpus.usualWatts)}};
    }
    return {{s("state"), progressStateName(verdict.state)},
            {s("reason"), verdict.reason},
            {s("step"), orNull(verdict.lastStep)},
            {s("total_steps"), orNull(seen.totalSteps)},
            {s("since_step_seconds"), secondsJson(verdict.sinceStepMs)},
            {s("since_line_seconds"), secondsJson(verdict.sinceSaidMs)},
            {s("median_step_seconds"), orNull(verdict.medianStepSeconds)},
            {s("recent_step_seconds"), orNull(verdict.recentStepSeconds)},
            {s("longest_pause_seconds"), secondsJson(verdict.longestPauseMs)},
            {s("gpus"), gpus}};
}

QJsonObject toJson(const ExplainCard &card)
{
    QJsonArray ranks;
    for (const int rank : card.ranks)
        ranks << rank;
    return {{s("rule"), card.rule},
            {s("severity"), card.severity == ExplainSeverity::Error ? s("error") : s("warning")},
            {s("what"), card.what},
            {s("why"), card.why},
            {s("do"), card.todo},
            {s("command"), card.command},
            {s("offset"), card.offset >= 0 ? QJsonValue(card.offset) : QJsonValue()},
            {s("line"), card.line},
            {s("count"), card.count},
            {s("ranks"), ranks},
            {s("source"), QJsonObject{{s("title"), card.source}, {s("link"), card.link}}}};
}

QJsonArray toJson(const QList<int> &numbers)
{
    QJsonArray array;
    for (const int number : numbers)
        array << number;
    return array;
}

QString listText(const QList<int> &numbers)
{
    QStringList words;
    for (const int number : numbers)
        words << QString::number(number);
    return words.join(s(", "));
}

// "0, 1 (others use 2)"
QString gpusText(const GpuUse &use)
{
    const QString own = !use.own().isEmpty() ? listText(use.own()) : use.isOpen() ? Words::tr("not using a GPU yet") : Words::tr("none");
    return use.others().isEmpty() ? own : Words::tr("%1 (other processes use %2)").arg(own, listText(use.others()));
}

QString moneyText(const MoneyRange &range)
{
    const QString least = range.least.roundedToCents().decimal(), most = range.most.roundedToCents().text();
    return least == range.most.roundedToCents().decimal() ? Words::tr("about %1").arg(most) : Words::tr("about %1 to %2").arg(least, most);
}

}  // namespace

RunObservation observe(CommandContext &context, const Run &run, bool isWhole)
{
    return observeCopy(run, context.services.paths(), isWhole ? std::nullopt : std::optional(kShownLog));
}

QJsonObject withObservation(QJsonObject object, CommandContext &context, const Run &run, const RunObservation &seen, const MeterNow &meter)
{
    object[s("progress")] = toJson(seen.progress, seen);
    object[s("gpus")] = seen.gpus.isKnown() ? QJsonObject{{s("own"), seen.gpus.isOpen() ? QJsonValue() : toJson(seen.gpus.own())},
                                                          {s("others"), toJson(seen.gpus.others())}}
                                            : QJsonValue();
    QJsonValue forecast;
    if (seen.forecast) {
        const std::optional<Money> rate = meter.rateOf(run.id);
        const Forecast &ahead = *seen.forecast;
        const bool goesOn = !hasEnded(run.state);
        const auto steps = [&](std::optional<double> count) {
            const auto cost = rate && count ? costOfSteps(ahead.secondsPerStep, *count, *rate) : std::nullopt;
            return cost ? amountJson(*cost) : QJsonValue();
        };
        QJsonArray others;
        if (goesOn && ahead.remaining) {
            const QList<Elsewhere> found = elsewhere(context.services.database().probes.figures().value_or({}), run.head().machineId,
                                                     *ahead.remaining);
            for (const Elsewhere &other : found) {
                const auto machine = context.services.database().machines.find(other.machineId);
                if (!machine)
                    continue;
                const RentedMachine *rented = meter.machine(other.machineId);
                others << QJsonObject{{s("machine"), machine->name},
                                      {s("gpu"), other.gpu},
                                      {s("estimate"), true},
                                      {s("times"), QJsonObject{{s("least"), other.leastTimes}, {s("most"), other.mostTimes}}},
                                      {s("remaining_seconds"), secondsJson(std::optional(other.remaining))},
                                      {s("cost"), rented ? toJson(costOf(other.remaining, rented->perHour)) : QJsonValue()}};
            }
        }
        forecast = QJsonObject{{s("seconds_per_step"), ahead.secondsPerStep},
                               {s("steps_per_epoch"), orNull(seen.stepsPerEpoch)},
                               {s("remaining_seconds"), goesOn ? secondsJson(ahead.remaining) : QJsonValue()},
                               {s("per_hour"), rate ? amountJson(*rate) : QJsonValue()},
                               {s("currency"), rate ? QJsonValue(currencyCode(rate->currency())) : QJsonValue()},
                               {s("cost"), goesOn && rate && ahead.remaining ? toJson(costOf(*ahead.remaining, *rate)) : QJsonValue()},
                               {s("cost_of_1000_steps"), steps(1000)},
                               {s("cost_of_epoch"), steps(seen.stepsPerEpoch)},
                               {s("elsewhere"), others}};
    }
    object[s("forecast")] = forecast;
    return object;
}

QList<QStringList> observationRows(const Run &run, const RunObservation &seen, const MeterNow &meter)
{
    QList<QStringList> rows;
    const QString state = progressStateName(seen.progress.state);
    if (seen.gpus.isKnown())
        rows << QStringList{Words::tr("GPUs"), gpusText(seen.gpus)};
    if (!hasEnded(run.state))
        rows << QStringList{Words::tr("Progress"), seen.progress.reason.isEmpty() ? state : state + s(": ") + seen.progress.reason};
    if (!hasEnded(run.state) && seen.forecast && seen.forecast->remaining) {
        rows << QStringList{Words::tr("Remaining"), rangeText(*seen.forecast->remaining)};
        if (const auto rate = meter.rateOf(run.id)) {
            if (const auto cost = costOf(*seen.forecast->remaining, *rate))
                rows << QStringList{Words::tr("Time left"), moneyText(*cost)};
        }
    }
    return rows;
}

int explainRun(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, Words::tr("Name one run."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto found = findRun(context.services.database(), words->first());
    if (!found)
        return context.console.fail(found.error());
    const auto synced = context.console.wait(context.services.runs.sync(found->id, context.console.stop()));
    if (!synced && synced.error().isCancelled())
        return context.console.fail(synced.error());
    if (!synced) {
        context.console.say(s("yard: ") + synced.error().what);
        context.console.say(Words::tr("This is the copy on this computer."));
    }
    const RunObservation seen = observe(context, synced ? *synced : *found, true);
    if (context.console.isJson) {
        QJsonArray cards;
        for (const ExplainCard &card : seen.cards)
            cards << toJson(card);
        context.console.print(QJsonObject{{s("run"), found->id.text()}, {s("cards"), cards}});
        return seen.cards.isEmpty() ? 0 : 1;
    }
    if (seen.cards.isEmpty())
        context.console.print(Words::tr("No known problem found in the log."));
    for (const ExplainCard &card : seen.cards) {
        context.console.print((card.severity == ExplainSeverity::Error ? s("✗ ") : s("△ ")) + card.what);
        const auto part = [&](const QString &name, const QString &text) {
            if (!text.isEmpty())
                context.console.print(s("    ") + name + u' ' + text);
        };
        part(Words::tr("Why:"), card.why);
        part(Words::tr("Fix:"), card.todo);
        part(QStringLiteral("$"), card.command);
        part(card.offset >= 0 ? Words::tr("Byte %1:").arg(card.offset) : Words::tr("Line:"), card.line);
        part(Words::tr("Source:"), card.source + (card.link.isEmpty() ? QString() : s(" <") + card.link + u'>'));
        context.console.print(QString());
    }
    return seen.cards.isEmpty() ? 0 : 1;
}

int stacksOfRun(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, Words::tr("Name one run."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto run = findRun(context.services.database(), words->first());
    if (!run)
        return context.console.fail(run.error());
    const auto text = context.console.wait(context.services.runs.stacks(run->id, context.console.stop()));
    if (!text)
        return context.console.fail(text.error());
    if (context.console.isJson)
        context.console.print(QJsonObject{{s("run"), run->id.text()}, {s("text"), *text}});
    else
        context.console.print(*text);
    return 0;
}

}  // namespace trainyard
