// SPDX-License-Identifier: GPL-3.0-or-later
// The facts under a run's title, as sentences. Pure, so that the lamps can be tested.
#pragma once

#include "core/observe/diagnosis/runobserver.h"
#include "ui/run/factsbar.h"
#include "ui/run/runpage.h"

namespace trainyard {

QList<Fact> runFacts(const RunView &view, const RunMetrics &metrics, const TrainingCurve &training, const RunObservation &seen,
                     qint64 machineNowMs, const QDateTime &now);

// For an active run: its machine has been silent for so long that the known values are out of date.
bool isOutOfTouch(const RunView &view, const QDateTime &now);

// "Finished with code 0", "Killed by signal 9", with the reason in `message` of the run.
QString endSentence(const Run &run);

}  // namespace trainyard
