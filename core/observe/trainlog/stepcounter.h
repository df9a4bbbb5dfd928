// SPDX-License-Identifier: GPL-3.0-or-later
// The position of a line in the whole training: steps that start over in each epoch are added up, bars of other work are told apart from
// the training's, and lines without a step belong to the last one. Pure; fed in order of the log.
#pragma once

#include "core/observe/trainlog/trainingline.h"

namespace trainyard {

class StepCounter {
public:
    // False if the line is not about training (an evaluation's bar). Sets step and totalSteps over all epochs.
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
    double m_epochBase = 0, m_epochSteps = 0;  // for epochs of unknown length
    std::optional<double> m_countedEpoch;
    bool m_isPerEpoch = false;  // "step n/m" was found to start over
    std::optional<double> m_maybeEpoch, m_maybeStep;
    std::optional<double> m_kerasTotal;  // of the epoch's bar that is complete
    std::optional<double> m_step;        // the last one logged
    bool m_hasKerasBars = false;
    double m_counted = 0;  // epochs or lines, for a log without steps
    bool m_isCounted = false;
};

}  // namespace trainyard
