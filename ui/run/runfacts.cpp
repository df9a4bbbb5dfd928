#include "ui/run/runfacts.h"

#include "ui/common/format.h"
#include "ui/run/stepcharts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr qint64 kFreshSample = 15'000;      // ms: older samples say nothing about now
constexpr double kBusy = 5;                  // percent: below it a GPU is waiting
constexpr qint64 kSlowSteps = 5;             // times the usual pace before the lamp goes out
constexpr qint64 kShortestWait = 60'000;     // ms: an evaluation or a save may take that long

class RunFacts {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RunFacts)
};

Fact busyFact(const RunMetrics &metrics, bool isLive, qint64 now)
{
    Fact fact{RunFacts::tr("GPU busy"), {}, {}, {}, Lamp::Unknown, -1, 17};
    if (!isLive) {
        fact.lamp = Lamp::None;
        fact.value = QStringLiteral("–");
        fact.context = RunFacts::tr("the run has ended");
        return fact;
    }
    if (metrics.count() > 0 && metrics.gpus().isEmpty()) {
        fact.lamp = Lamp::None;
        fact.value = RunFacts::tr("No GPU");
        fact.context = RunFacts::tr("on this machine");
        return fact;
    }
    if (metrics.count() == 0 || now - metrics.lastTime() > kFreshSample) {
        fact.value = RunFacts::tr("Unknown");
        fact.context = metrics.count() == 0 ? RunFacts::tr("no samples yet")
                                            : RunFacts::tr("no samples for %1").arg(formatDuration(now - metrics.lastTime()));
        return fact;
    }
    int busy = 0, known = 0;
    std::vector<double> watts;
    for (qsizetype gpu = 0; gpu < metrics.gpus().size(); ++gpu) {
        const float percent = metrics.last(GpuMetric::BusyPercent, gpu);
        const float power = metrics.last(GpuMetric::PowerWatts, gpu);
        known += !std::isnan(percent);
        busy += !std::isnan(percent) && double(percent) >= kBusy;
        if (!std::isnan(power))
            watts.push_back(double(power));
    }
    if (known == 0) {
        fact.value = RunFacts::tr("Unknown");
        fact.context = RunFacts::tr("the driver does not say");
        return fact;
    }
    fact.lamp = busy > 0 ? Lamp::On : Lamp::Attention;
    fact.value = (busy > 0 ? RunFacts::tr("Yes, %1 of %2") : RunFacts::tr("No, %1 of %2")).arg(busy).arg(known);
    if (!watts.empty()) {
        std::nth_element(watts.begin(), watts.begin() + qsizetype(watts.size() / 2), watts.end());
        fact.context = RunFacts::tr("%1 W median").arg(formatNumber(watts[watts.size() / 2], 0));
    }
    return fact;
}

Fact advancesFact(const TrainingCurve &training, const StepPace &pace, bool isLive)
{
    Fact fact{RunFacts::tr("Training advances"), {}, {}, {}, Lamp::Unknown, -1, 19};
    if (!isLive) {
        fact.lamp = Lamp::None;
        fact.value = QStringLiteral("–");
        fact.context = RunFacts::tr("the run has ended");
        return fact;
    }
    if (!training.lastStep()) {
        fact.value = RunFacts::tr("Unknown");
        fact.context = RunFacts::tr("no step found in the log yet");
        return fact;
    }
    if (!pace.sinceLastStepMs) {
        fact.value = RunFacts::tr("Unknown");
        fact.context = RunFacts::tr("waiting for the next step");
        return fact;
    }
    const qint64 patience = std::max(kShortestWait,
                                     qint64(pace.secondsPerStep.value_or(0) * 1000) * kSlowSteps);
    if (*pace.sinceLastStepMs > patience) {
        fact.lamp = Lamp::Attention;
        fact.value = RunFacts::tr("No step");
        fact.context = RunFacts::tr("for %1").arg(formatDuration(*pace.sinceLastStepMs));
        return fact;
    }
    fact.lamp = Lamp::On;
    if (pace.secondsPerStep) {
        const double s = *pace.secondsPerStep;
        fact.value = s >= 1 ? RunFacts::tr("Yes, %1 s/step").arg(formatNumber(s, 2)) : RunFacts::tr("Yes, %1 steps/s").arg(formatNumber(1 / s, 1));
    } else {
        fact.value = RunFacts::tr("Yes");
    }
    fact.context = RunFacts::tr("last step %1 s ago").arg(formatNumber(double(*pace.sinceLastStepMs) / 1000, 0));
    return fact;
}

Fact costFact(const RunView &view)
{
    const Run &run = view.run;
    Fact fact{hasEnded(run.state) ? RunFacts::tr("Cost") : RunFacts::tr("Cost so far"), {}, {}, {}, Lamp::None, -1, 17};
    if (run.isSimulated) {
        fact.value = RunFacts::tr("No cost");
        fact.context = RunFacts::tr("simulated on this computer");
        return fact;
    }
    if (view.costs.isEmpty()) {
        fact.value = RunFacts::tr("Unknown");
        fact.context = RunFacts::tr("no price was entered");
        return fact;
    }
    QStringList costs;
    for (const Money &cost : view.costs)
        costs << formatMoney(cost);
    fact.value = costs.join(QStringLiteral(" + "));
    if (run.budget && view.costs.size() == 1 && view.costs.first().currency() == run.budget->currency() && run.budget->nanos() > 0) {
        const double percent = std::floor(double(view.costs.first().nanos()) / double(run.budget->nanos()) * 100);
        //: percent, budget
        fact.context = RunFacts::tr("%1 of %2").arg(formatPercent(percent), formatMoney(*run.budget));
    } else if (run.price) {
        fact.context = RunFacts::tr("%1 an hour at launch").arg(formatMoney(*run.price));
    }
    return fact;
}

}  // namespace

QString endSentence(const Run &run)
{
    if (run.isOutOfMemory)
        return RunFacts::tr("out of memory");
    if (run.exitSignal)
        return RunFacts::tr("ended by signal %1").arg(*run.exitSignal);
    if (!run.message.isEmpty())
        return run.message;
    if (run.state == RunState::Unknown)
        return RunFacts::tr("nobody knows how it ended");
    return {};
}

QList<Fact> runFacts(const RunView &view, const RunMetrics &metrics, const TrainingCurve &training,
                     const StepPace &pace, qint64 machineNowMs, const QDateTime &now)
{
    const Run &run = view.run;
    const bool isLive = !hasEnded(run.state);
    QList<Fact> facts{busyFact(metrics, isLive, machineNowMs), advancesFact(training, pace, isLive)};

    Fact progress{RunFacts::tr("Progress"), {}, {}, {}, Lamp::None, -1, 20};
    if (const auto step = training.lastStep()) {
        progress.value = formatCount(qint64(*step));
        if (const auto total = training.totalSteps(); total && *total > 0) {
            progress.suffix = RunFacts::tr("/ %1 steps · %2").arg(formatCount(qint64(*total)), formatPercent(*step / *total * 100));
            progress.progress = *step / *total;
        } else {
            progress.suffix = *step == 1 ? RunFacts::tr("step") : RunFacts::tr("steps");
            progress.context = RunFacts::tr("the log does not say of how many");
        }
    } else {
        progress.value = RunFacts::tr("Unknown");
        progress.context = RunFacts::tr("no step found in the log");
    }
    facts << progress;

    Fact loss{RunFacts::tr("Loss"), {}, {}, {}, Lamp::None, -1, 15};
    if (const auto last = training.lastLoss()) {
        loss.value = formatNumber(*last, 4);
        // A loss that is no number any more must not hide behind the last one that was.
        if (const auto latest = training.loss().last(); latest && !std::isfinite(latest->value))
            loss.value = stepValueText(latest->value);
        if (const auto lowest = training.lowestLoss())
            loss.context = RunFacts::tr("lowest %1").arg(formatNumber(lowest->y(), 4));
    } else {
        loss.value = RunFacts::tr("Unknown");
        loss.context = RunFacts::tr("not found in the log");
    }
    facts << loss;

    Fact elapsed{isLive ? RunFacts::tr("Elapsed") : RunFacts::tr("Ran for"), {}, {}, {}, Lamp::None, -1, 15};
    if (run.started.isValid()) {
        const QDateTime end = run.ended.isValid() ? run.ended : now;
        elapsed.value = isLive || run.ended.isValid() ? formatDuration(run.started.msecsTo(end)) : RunFacts::tr("Unknown");
        elapsed.context = RunFacts::tr("since %1").arg(formatMoment(run.started, now));
    } else {
        elapsed.value = QStringLiteral("–");
        elapsed.context = isLive ? RunFacts::tr("not started yet") : RunFacts::tr("was never started");
    }
    facts << elapsed;

    if (isLive) {
        Fact remaining{RunFacts::tr("Remaining"), RunFacts::tr("Unknown"), {}, {}, Lamp::None, -1, 18};
        const auto step = training.lastStep(), total = training.totalSteps();
        if (step && total && pace.secondsPerStep && *total > *step) {
            const auto left = qint64((*total - *step) * *pace.secondsPerStep * 1000);
            remaining.value = RunFacts::tr("about %1").arg(formatDuration(left));
            remaining.context = RunFacts::tr("ends about %1").arg(formatMoment(now.addMSecs(left), now));
        } else {
            remaining.context = step && total && *total <= *step ? RunFacts::tr("all steps are done") : RunFacts::tr("no pace known yet");
        }
        facts << remaining;
    } else {
        Fact exit{RunFacts::tr("Exit"), {}, {}, {}, Lamp::None, -1, 15};
        exit.value = run.exitCode ? RunFacts::tr("Code %1").arg(*run.exitCode)
                     : run.exitSignal ? RunFacts::tr("Signal %1").arg(*run.exitSignal) : RunFacts::tr("Unknown");
        exit.context = endSentence(run);
        if (exit.context.isEmpty() && run.ended.isValid())
            exit.context = RunFacts::tr("ended %1").arg(formatMoment(run.ended, now));
        facts << exit;
    }
    facts << costFact(view);
    return facts;
}

}  // namespace trainyard
