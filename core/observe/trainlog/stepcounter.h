// SPDX-License-Identifier: GPL-3.0-or-later
// Where in the whole training a line stands: steps that begin anew in each epoch are counted on, bars of other work are
// told from the training's, lines without a step belong to the last one. Pure; fed in order of the log.
#pragma once

#include "core/observe/trainlog/trainingline.h"

namespace trainyard {

class StepCounter {
public:
    // False when the line is not of the training (an evaluation's bar). Sets step and totalSteps over all epochs.
    bool place(TrainingLine &line);

private:
    bool placeBar(TrainingLine &line);
    bool placeKerasBar(TrainingLine &line);
    void placeInEpoch(TrainingLine &line);
    bool isInEpoch(const TrainingLine &line);
    bool placeWithoutStep(TrainingLine &line);

    struct Bar {
        double total = 0, done = 0, base = 0;
        bool isProven = false;  // measurements came with it
    };
    std::optional<Bar> m_bar;
    std::optional<double> m_epoch, m_totalEpochs, m_firstEpoch;
    double m_epochBase = 0, m_epochSteps = 0;  // for epochs whose length is not said
    std::optional<double> m_countedEpoch;
    bool m_isPerEpoch = false;  // "step n/m" was found to begin anew
    std::optional<double> m_maybeEpoch, m_maybeStep;
    std::optional<double> m_kerasTotal;  // of the epoch's bar that is complete
    std::optional<double> m_step;        // the last one said
    bool m_hasKerasBars = false;
    double m_counted = 0;  // epochs or lines of a log that never says a step
    bool m_isCounted = false;
};

}  // namespace trainyard
