// The facts under a run's title, as sentences. Pure, so that what the lamps say can be tested.
#pragma once

#include "ui/run/factsbar.h"
#include "ui/run/runpage.h"

#include <optional>

namespace trainyard {

// What is known about the pace of training from watching it; nothing known without steps that were seen to come.
struct StepPace {
    std::optional<qint64> sinceLastStepMs;
    std::optional<double> secondsPerStep;
};

QList<Fact> runFacts(const RunView &view, const RunMetrics &metrics, const TrainingCurve &training,
                     const StepPace &pace, qint64 machineNowMs, const QDateTime &now);

// "Finished with code 0", "Killed by signal 9", with the reason in `message` of the run.
QString endSentence(const Run &run);

}  // namespace trainyard
