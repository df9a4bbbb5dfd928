// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/earlierloss.h"

#include "core/service/runs/resumeplan.h"
#include "core/service/runs/runrecord.h"

#include <algorithm>
#include <limits>

namespace trainyard {

Result<EarlierLoss> readEarlierLoss(const Run &run, const QList<Run> &attempts, const Paths &paths, std::stop_token stop)
{
    constexpr qsizetype kMaxAttempts = 8;          // a log each; anything older has been repeated since
    constexpr int kCurve = 2000, kFine = 100'000;  // wider than any chart; every value
    constexpr qsizetype kMaxCurves = 48;           // so many are charts
    const QString kLoss = QStringLiteral("loss"), kHeldLoss = QStringLiteral("val_loss");
    constexpr double kBefore = 200, kAfter = 400;  // values on each side of the checkpoint
    EarlierLoss earlier;
    const auto facts = launchFactsOfRun(run.id, paths);
    if (run.resumedFrom.isEmpty() || !facts || !facts->resumedStep)
        return earlier;
    earlier.resumeStep = facts->resumedStep;
    QList<Run> before;
    for (const Run &other : attempts) {
        if (other.lineage == run.lineage && other.attempt < run.attempt)
            before << other;
    }
    std::sort(before.begin(), before.end(), [](const Run &a, const Run &b) { return a.attempt < b.attempt; });
    if (before.size() > kMaxAttempts)
        before.remove(0, before.size() - kMaxAttempts);
    if (!before.isEmpty() && before.last().ended.isValid())
        earlier.endedMs = before.last().ended.toMSecsSinceEpoch();
    QHash<QString, TrainingSeries> all;
    for (const Run &other : std::as_const(before)) {
        const auto record = readRunRecord(other, paths, stop);
        if (!record && record.error().isCancelled())
            return record.error();
        if (!record)
            continue;  // another attempt may still have values
        const TrainingCurve &training = *record->training;
        const auto join = [&all](const QString &name, const TrainingSeries &series) {
            if (series.isEmpty() || (all.size() >= kMaxCurves && !all.contains(name)))
                return;
            TrainingSeries &joined = all[name];
            for (const QPointF &point : series.line(kFine))
                joined.put({point.x(), point.y(), -1, std::nullopt});
        };
        join(kLoss, training.loss());
        join(kHeldLoss, training.validationLoss());
        for (const QString &name : training.names()) {
            if (name != kLoss && name != kHeldLoss)
                join(name, *training.series(name));
        }
    }
    const TrainingSeries joined = all.value(kLoss);
    for (auto one = all.begin(); one != all.end(); ++one)
        earlier.curves.insert(one.key(), one->line(kCurve));
    if (joined.count() < 2)
        return earlier;
    const double middle = double(*earlier.resumeStep);
    const double every = (joined.lastStep() - joined.firstStep()) / double(joined.count() - 1);
    earlier.values = joined.line(middle - kBefore * every, middle + kAfter * every, 4000);
    return earlier;
}

ContinuationVerdict continuationOf(const EarlierLoss &earlier, const TrainingSeries &loss)
{
    constexpr double kFirst = 80;  // steps' worth of the run's beginning
    if (!earlier.resumeStep || loss.isEmpty())
        return {};
    const double step = double(*earlier.resumeStep);
    const double every = loss.count() > 1 ? (loss.lastStep() - loss.firstStep()) / double(loss.count() - 1) : 0;
    QList<QPointF> now = loss.line(loss.firstStep(), std::max(loss.firstStep(), step) + kFirst * every, 4000);
    // The line leaves out values that are not numbers.
    if (const auto last = loss.last(); now.size() < 3 && last && loss.brokenCount() >= 3) {
        for (int i = 0; i < 3; ++i)
            now << QPointF(last->step, std::numeric_limits<double>::quiet_NaN());
    }
    return compareContinuation(earlier.values, now, step);
}

Result<ResumedLoss> readResumedLoss(const Run &run, const QList<Run> &attempts, const Paths &paths, std::stop_token stop)
{
    TRY(const auto earlier, readEarlierLoss(run, attempts, paths, stop));
    if (!earlier.resumeStep)
        return ResumedLoss{};
    TRY(const auto record, readRunRecord(run, paths, stop));
    return ResumedLoss{earlier.resumeStep, continuationOf(earlier, record.training->loss())};
}

}  // namespace trainyard
