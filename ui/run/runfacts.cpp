// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runfacts.h"

#include "core/base/format.h"
#include "core/observe/diagnosis/progresswords.h"
#include "core/service/machines/gputrouble.h"
#include "core/service/runs/runfeed.h"
#include "ui/charts/stepcharts.h"
#include "ui/page/runcost.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr qint64 kFreshSample = 15'000;  // ms: older samples do not describe the current state
constexpr double kBusy = 5;              // percent: below it a GPU is waiting
constexpr double kFull = 90;             // percent
constexpr double kLowPower = 25;         // percent of the limit: at 100 % busy below this, a GPU is waiting, not computing

class RunFacts {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RunFacts)
};

QString heardText(const RunView &view, const QDateTime &now)
{
    return view.lastHeard.isValid() ? RunFacts::tr("last contact %1").arg(formatAge(view.lastHeard, now))
                                    : RunFacts::tr("not connected yet");
}

// A fact from the machine's last answer, whose current value is unknown.
Fact unheard(Fact fact, const QString &heard)
{
    fact.lamp = Lamp::Unknown;
    fact.value = RunFacts::tr("Unknown");
    fact.suffix.clear();
    fact.context = heard;
    fact.detail = RunFacts::tr("Not connected to the machine, so the current value is unknown.");
    return fact;
}

Fact busyFact(const RunMetrics &metrics, bool isLive, qint64 now)
{
    Fact fact{RunFacts::tr("GPU busy"), {}, {}, {}, Lamp::Unknown, -1, -1, Lamp::None, 20, {}};
    if (!isLive) {
        fact.lamp = Lamp::None;
        fact.value = QStringLiteral("–");
        fact.context = RunFacts::tr("the run has ended");
        return fact;
    }
    if (metrics.count() > 0 && metrics.gpus().isEmpty()) {
        fact.lamp = Lamp::None;
        fact.value = gpuAbsenceText(metrics.gpuAbsence());
        fact.context = RunFacts::tr("on this machine");
        return fact;
    }
    if (metrics.count() == 0 || now - metrics.lastTime() > kFreshSample) {
        fact.value = RunFacts::tr("Unknown");
        fact.context = metrics.count() == 0 ? RunFacts::tr("no samples yet")
                                            : RunFacts::tr("no samples for %1").arg(formatDuration(now - metrics.lastTime()));
        return fact;
    }
    const QList<qsizetype> own = metrics.ownGpus();
    if (own.isEmpty()) {
        fact.value = metrics.use().isOpen() ? RunFacts::tr("Unknown") : RunFacts::tr("No GPU");
        fact.context = metrics.use().isOpen() ? RunFacts::tr("no GPU in use yet") : RunFacts::tr("for this run");
        fact.lamp = metrics.use().isOpen() ? Lamp::Unknown : Lamp::None;
        fact.detail = RunFacts::tr("No process of this run has used a GPU of the machine so far.");
        return fact;
    }
    const int there = metrics.use().ownCount(int(own.size()));
    int busy = 0, known = 0, low = 0;
    double limit = 0;
    std::vector<double> watts;
    for (const qsizetype gpu : own) {
        const float percent = metrics.last(GpuMetric::BusyPercent, gpu);
        const float power = metrics.last(GpuMetric::PowerWatts, gpu);
        known += !std::isnan(percent);
        const bool isBusy = !std::isnan(percent) && double(percent) >= kBusy;
        busy += isBusy;
        if (std::isnan(power))
            continue;
        watts.push_back(double(power));
        const double most = metrics.gpus()[gpu].powerLimitWatts;
        limit = std::max(limit, most);
        low += isBusy && double(percent) >= kFull && most > 0 && double(power) < most * kLowPower / 100;
    }
    if (known == 0) {
        fact.value = RunFacts::tr("Unknown");
        fact.context = RunFacts::tr("not reported by the driver");
        return fact;
    }
    fact.lamp = busy > 0 ? Lamp::On : Lamp::Attention;
    fact.value = (busy > 0 ? RunFacts::tr("Yes, %1 of %2") : RunFacts::tr("No, %1 of %2")).arg(busy).arg(std::max(known, there));
    if (!watts.empty()) {
        std::nth_element(watts.begin(), watts.begin() + qsizetype(watts.size() / 2), watts.end());
        const double middle = watts[watts.size() / 2];
        fact.context = limit > 0
                           ? RunFacts::tr("%1 W median, %2 of limit").arg(formatNumber(middle, 0), formatPercent(middle / limit * 100))
                           : RunFacts::tr("%1 W median").arg(formatNumber(middle, 0));
    }
    known = std::max(known, there);
    fact.detail = RunFacts::tr("Busy only means that a kernel is on the GPU; power draw shows whether it computes.");
    if (low > 0 && 2 * low > busy) {
        fact.lamp = Lamp::Attention;
        fact.value = RunFacts::tr("Waiting, %1 of %2").arg(low).arg(known);
        fact.detail = RunFacts::tr(
                          "%1 of %2 GPUs report busy but draw less than %3 of their power limit: a kernel is waiting, not computing.")
                          .arg(QString::number(low), QString::number(known), formatPercent(kLowPower));
    }
    return fact;
}

QString forText(qint64 ms) { return RunFacts::tr("for %1").arg(formatDuration(ms)); }

Fact advancesFact(const ProgressVerdict &progress, bool isLive)
{
    Fact fact{RunFacts::tr("Training speed"), {}, {}, {}, Lamp::Unknown, -1, -1, Lamp::None, 19, {}};
    fact.detail = progress.reason;
    if (!isLive) {
        fact.lamp = Lamp::None;
        fact.value = QStringLiteral("–");
        fact.context = RunFacts::tr("the run has ended");
        return fact;
    }
    const qint64 since = progress.sinceStepMs.value_or(0);
    const auto pace = progress.medianStepSeconds;
    switch (progress.state) {
    case ProgressState::Advancing:
        fact.lamp = Lamp::On;
        fact.value = !pace        ? RunFacts::tr("Advancing")
                     : *pace >= 1 ? RunFacts::tr("%1 s/step").arg(formatNumber(*pace, 2))
                                  : RunFacts::tr("%1 steps/s").arg(formatNumber(1 / *pace, 1));
        fact.context = RunFacts::tr("last step %1 ago").arg(formatDuration(since));
        break;
    case ProgressState::Slow:
        fact.lamp = Lamp::Attention;
        fact.value = RunFacts::tr("Slow, up to %1").arg(stepTimeText(progress.recentStepSeconds.value_or(0)));
        fact.context = RunFacts::tr("usually %1 per step").arg(stepTimeText(pace.value_or(0)));
        break;
    case ProgressState::Hung:
        fact.lamp = Lamp::Attention;
        fact.value = RunFacts::tr("Hung");
        fact.context = forText(since);
        break;
    case ProgressState::Silent:
        fact.lamp = Lamp::Attention;
        fact.value = RunFacts::tr("No step");
        fact.context = forText(since);
        break;
    case ProgressState::Unknown:
    case ProgressState::Finished:
    case ProgressState::Dead:
        fact.value = RunFacts::tr("Unknown");
        fact.context = !progress.lastStep ? RunFacts::tr("no step found in the log yet") : RunFacts::tr("no data from the machine");
        break;
    }
    return fact;
}

QString causeText(IdleCause cause)
{
    switch (cause) {
    case IdleCause::Starting: return RunFacts::tr("Until the first step");
    case IdleCause::Saving: return RunFacts::tr("Saving checkpoints");
    case IdleCause::Pausing: return RunFacts::tr("Other pauses");
    case IdleCause::Repeating: return RunFacts::tr("Steps done again");
    case IdleCause::Ending: return RunFacts::tr("After the last step");
    }
    return {};
}

// The share of the time in which it trained, and in the detail what the rest was spent on.
void addTimeUse(Fact &elapsed, const RunView &view, const RunObservation &seen)
{
    const bool isLive = !hasEnded(view.run.state);
    RunSpan span = spanOf(view.run, seen.machineMs);
    for (const ChartEvent &event : view.events) {
        if (event.kind == ChartEventKind::Checkpoint)
            span.saved.append(event.ms);
    }
    if (const QList<QPointF> before = view.earlier.curves.value(QStringLiteral("loss")); !before.isEmpty())
        span.doneBefore = before.last().x();
    const auto use = seen.steps ? timeUse(*seen.steps, span) : std::nullopt;
    if (!use)
        return;
    const auto &rate = isLive && view.perHour ? view.perHour : view.run.price;
    const auto price = [&rate](qint64 ms) {
        const auto cost = rate ? costOfSteps(1, double(ms) / 1000, *rate) : std::nullopt;
        return cost ? RunFacts::tr(", %1", "the cost of a time, after it").arg(formatMoney(cost->roundedToCents())) : QString();
    };
    elapsed.context = RunFacts::tr("%1 useful").arg(formatPercent(std::floor(use->percent())));
    QStringList lines{
        RunFacts::tr("Started %1.").arg(formatMoment(view.run.started, QDateTime::fromMSecsSinceEpoch(span.endMs))),
        RunFacts::tr("Training: %1 of %2, %3%4")
            .arg(formatDuration(use->usefulMs), formatDuration(use->totalMs), formatPercent(use->percent()), price(use->usefulMs))};
    for (const TimeUse::Part &part : use->parts) {
        const QString cause = part.times > 1 ? RunFacts::tr("%1 (%2 times)").arg(causeText(part.cause)).arg(part.times)
                                             : causeText(part.cause);
        lines << RunFacts::tr("%1: %2, %3%4", "a cause, its time, its share, its cost")
                     .arg(cause, formatDuration(part.ms), formatPercent(double(part.ms) / double(use->totalMs) * 100), price(part.ms));
    }
    elapsed.detail = lines.join(u'\n');
}

Fact costFact(const RunView &view)
{
    const Run &run = view.run;
    Fact fact{hasEnded(run.state) ? RunFacts::tr("Cost") : RunFacts::tr("Cost so far"), {}, {}, {}, Lamp::None, -1, -1, Lamp::None, 17, {}};
    if (run.isSimulated) {
        fact.value = RunFacts::tr("No cost");
        fact.context = RunFacts::tr("simulated");
        fact.detail = RunFacts::tr("simulated on this computer");
        return fact;
    }
    if (view.costs.isEmpty() && view.ownCosts.isEmpty()) {
        fact.value = RunFacts::tr("Unknown");
        fact.context = RunFacts::tr("no price set");
        return fact;
    }
    if (view.costs.isEmpty()) {
        fact.value = runCostText(view.ownCosts, {});
        fact.context = RunFacts::tr("by your own figures");
        fact.detail = RunFacts::tr("Electricity and wear of your own machine. It is not billed, and it counts in no budget.");
        return fact;
    }
    fact.value = runCostText(view.costs, view.ownCosts);
    if (run.budget && view.costs.size() == 1 && view.costs.first().currency() == run.budget->currency() && run.budget->nanos() > 0) {
        const double percent = std::floor(double(view.costs.first().nanos()) / double(run.budget->nanos()) * 100);
        //: percent, budget
        fact.context = RunFacts::tr("%1 of %2").arg(formatPercent(percent), formatMoney(*run.budget));
    } else if (run.price) {
        fact.context = RunFacts::tr("%1 per hour at launch").arg(formatMoney(*run.price));
    }
    return fact;
}

// Time and cost to the end. The value includes the range if there is space for it.
Fact remainingFact(const RunObservation &seen, const QDateTime &now)
{
    Fact fact{RunFacts::tr("Remaining"), RunFacts::tr("Unknown"), {}, {}, Lamp::None, -1, -1, Lamp::None, 24, {}};
    if (!seen.forecast) {
        fact.context = RunFacts::tr("pace not known yet");
        return fact;
    }
    if (seen.totalSteps && seen.progress.lastStep && *seen.totalSteps <= *seen.progress.lastStep) {
        fact.context = RunFacts::tr("all steps are done");
        return fact;
    }
    if (const auto &range = seen.forecast->remaining) {
        fact.value = rangeText(*range);
        fact.context = RunFacts::tr("ends about %1").arg(formatMoment(now.addMSecs(range->likelyMs), now));
        fact.detail = RunFacts::tr("From the spread of this run's own step times, pauses included.");
    } else if (seen.forecast->isUneven) {
        fact.context = RunFacts::tr("the pace varies too much yet");
    } else if (seen.totalSteps && seen.progress.lastStep) {
        const auto left = qint64((*seen.totalSteps - *seen.progress.lastStep) * seen.forecast->secondsPerStep * 1000);
        fact.value = RunFacts::tr("about %1").arg(formatDuration(left));
        fact.context = RunFacts::tr("as the program reports");
    } else {
        fact.context = RunFacts::tr("the log gives no total");
    }
    return fact;
}

std::optional<Fact> endCostFact(const RunView &view, const RunObservation &seen)
{
    if (view.run.isSimulated || !view.perHour || !seen.forecast)
        return std::nullopt;
    const Money &rate = *view.perHour;
    const auto spent = std::find_if(view.costs.begin(), view.costs.end(),
                                    [&](const Money &cost) { return cost.currency() == rate.currency(); });
    const auto range = seen.forecast->remaining ? costOf(*seen.forecast->remaining, rate) : std::nullopt;
    if (spent == view.costs.end() || !range)
        return std::nullopt;
    const auto least = spent->plus(range->least), likely = spent->plus(range->likely), most = spent->plus(range->most);
    if (!least || !likely || !most)
        return std::nullopt;
    Fact fact{
        RunFacts::tr("Final cost"), RunFacts::tr("about %1").arg(formatMoney(*likely)), {}, {}, Lamp::None, -1, -1, Lamp::None, 22, {}};
    fact.context = RunFacts::tr("%1 to %2").arg(formatAmount(least->roundedToCents()), formatMoney(most->roundedToCents()));
    QStringList details{RunFacts::tr("%1 to %2 in total, at %3 per hour.")
                            .arg(formatMoney(least->roundedToCents()), formatMoney(most->roundedToCents()), formatMoney(rate))};
    if (const auto cost = costOfSteps(seen.forecast->secondsPerStep, 1000, rate))
        details << RunFacts::tr("1,000 steps cost %1.").arg(formatMoney(cost->roundedToCents()));
    if (const auto cost = seen.stepsPerEpoch ? costOfSteps(seen.forecast->secondsPerStep, *seen.stepsPerEpoch, rate) : std::nullopt)
        details << RunFacts::tr("An epoch costs %1.").arg(formatMoney(cost->roundedToCents()));
    for (const QString &other : view.elsewhere)
        details << other;
    fact.detail = details.join(u'\n');
    const auto &budget = view.run.budget;
    if (budget && budget->currency() == rate.currency() && budget->nanos() > 0) {
        fact.suffix = RunFacts::tr("of %1 budget").arg(formatMoney(*budget));
        fact.progress = double(spent->nanos()) / double(budget->nanos());
        fact.forecast = double(likely->nanos()) / double(budget->nanos());
        if (most->nanos() > budget->nanos())
            fact.barTone = Lamp::Attention;
    }
    return fact;
}

}  // namespace

bool isOutOfTouch(const RunView &view, const QDateTime &now)
{
    return !hasEnded(view.run.state) && isOutOfTouch(view.link, view.lastHeard, now);
}

QString endSentence(const Run &run)
{
    if (run.isOutOfMemory)
        return RunFacts::tr("out of memory");
    if (run.exitSignal)
        return RunFacts::tr("ended by signal %1").arg(*run.exitSignal);
    if (!run.message.isEmpty())
        return run.message;
    if (run.state == RunState::Unknown)
        return RunFacts::tr("how it ended is unknown");
    return {};
}

QList<Fact> runFacts(const RunView &view, const RunMetrics &metrics, const TrainingCurve &training, const RunObservation &seen,
                     qint64 machineNowMs, const QDateTime &now)
{
    const Run &run = view.run;
    const bool isLive = !hasEnded(run.state);
    const bool isUnheard = isOutOfTouch(view, now);
    QList<Fact> facts{busyFact(metrics, isLive, machineNowMs), advancesFact(seen.progress, isLive)};
    if (isUnheard) {
        for (Fact &lamp : facts)
            lamp = unheard(lamp, heardText(view, now));
    }

    Fact progress{RunFacts::tr("Progress"), {}, {}, {}, Lamp::None, -1, -1, Lamp::None, 20, {}};
    if (const auto step = training.lastStep()) {
        progress.value = formatCount(qint64(*step));
        if (const auto total = training.totalSteps(); total && *total > 0) {
            progress.suffix = RunFacts::tr("/ %1 steps · %2").arg(formatCount(qint64(*total)), formatPercent(*step / *total * 100));
            progress.progress = *step / *total;
            progress.barTone = isLive ? Lamp::None : Lamp::Unknown;
        } else {
            progress.suffix = *step == 1 ? RunFacts::tr("step") : RunFacts::tr("steps");
            progress.context = RunFacts::tr("no total in the log");
        }
    } else {
        progress.value = RunFacts::tr("Unknown");
        progress.context = RunFacts::tr("no step found in the log");
    }
    facts << progress;

    Fact loss{RunFacts::tr("Loss"), {}, {}, {}, Lamp::None, -1, -1, Lamp::None, 15, {}};
    if (const auto last = training.lastLoss()) {
        loss.value = formatNumber(*last, 4);
        // A loss that has become NaN or infinite must not be hidden by the last valid one.
        if (const auto latest = training.loss().last(); latest && !std::isfinite(latest->value))
            loss.value = stepValueText(latest->value);
        if (const auto lowest = training.lowestLoss())
            loss.context = RunFacts::tr("lowest %1").arg(formatNumber(lowest->y(), 4));
    } else {
        loss.value = RunFacts::tr("Unknown");
        loss.context = RunFacts::tr("not found in the log");
    }
    facts << loss;

    Fact elapsed{isLive ? RunFacts::tr("Elapsed") : RunFacts::tr("Ran for"), {}, {}, {}, Lamp::None, -1, -1, Lamp::None, 15, {}};
    if (run.started.isValid()) {
        const QDateTime end = run.ended.isValid() ? run.ended : now;
        elapsed.value = isLive || run.ended.isValid() ? formatDuration(run.started.msecsTo(end)) : RunFacts::tr("Unknown");
        elapsed.context = RunFacts::tr("since %1").arg(formatMoment(run.started, now));
    } else {
        elapsed.value = QStringLiteral("–");
        elapsed.context = isLive ? RunFacts::tr("not started yet") : RunFacts::tr("never started");
    }
    addTimeUse(elapsed, view, seen);
    facts << elapsed;

    for (Fact &fact : facts)
        fact.isPast = isUnheard;
    if (isLive) {
        facts << remainingFact(seen, now);
        facts.last().isPast = isUnheard;
    } else {
        Fact exit{RunFacts::tr("Exit"), {}, {}, {}, Lamp::None, -1, -1, Lamp::None, 15, {}};
        exit.value = run.exitCode     ? RunFacts::tr("Code %1").arg(*run.exitCode)
                     : run.exitSignal ? RunFacts::tr("Signal %1").arg(*run.exitSignal)
                                      : RunFacts::tr("Unknown");
        exit.context = endSentence(run);
        if (exit.context.isEmpty() && run.ended.isValid())
            exit.context = RunFacts::tr("ended %1").arg(formatMoment(run.ended, now));
        facts << exit;
    }
    facts << costFact(view);
    if (const auto end = isLive ? endCostFact(view, seen) : std::nullopt) {
        // There is no space for both, and the loss has its chart.
        facts.removeIf([](const Fact &fact) { return fact.label == RunFacts::tr("Loss"); });
        facts << *end;
    }
    return facts;
}

}  // namespace trainyard
