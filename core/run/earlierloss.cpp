#include "core/run/earlierloss.h"

#include "core/run/resumeoutlook.h"
#include "core/run/runrecord.h"

#include <algorithm>

namespace trainyard {

Result<EarlierLoss> readEarlierLoss(const Run &run, const QList<Run> &attempts, const Paths &paths, std::stop_token stop)
{
    constexpr qsizetype kMostAttempts = 8;         // a log each; what lies further back has been done again since
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
    if (before.size() > kMostAttempts)
        before.remove(0, before.size() - kMostAttempts);
    TrainingSeries joined;
    for (const Run &other : std::as_const(before)) {
        const auto record = readRunRecord(other, paths, stop);
        if (!record && record.error().isCancelled())
            return record.error();
        if (!record)
            continue;                              // another attempt may still say something
        const TrainingSeries &loss = record->training->loss();
        for (const QPointF &point : loss.line(loss.firstStep(), loss.lastStep(), 100'000))
            joined.put({point.x(), point.y(), -1, std::nullopt});
    }
    if (joined.count() < 2)
        return earlier;
    const double middle = double(*earlier.resumeStep);
    const double every = (joined.lastStep() - joined.firstStep()) / double(joined.count() - 1);
    earlier.values = joined.line(middle - kBefore * every, middle + kAfter * every, 4000);
    return earlier;
}

}  // namespace trainyard
