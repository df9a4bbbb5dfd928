// What one line of a training log says about progress. Pure; linear in the line's length, which is cut at 4 KiB.
// Understood: "step=120 loss=2.34 lr=1e-3 tok/s=512" (also with ':' or a blank), Python dicts as the Hugging Face
// trainer prints them, JSON lines, "Epoch 3/10 … loss: 0.34", and tqdm's bars.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace trainyard {

struct TrainingLine {
    std::optional<qint64> step, totalSteps;
    std::optional<double> epoch, totalEpochs;
    std::optional<double> loss;               // of training, not of validation; NaN when the log says nan
    std::optional<double> learningRate;
    std::optional<double> stepsPerSecond;
    std::optional<double> throughput;         // in throughputUnit
    QString throughputUnit;                   // "tok/s", "samples/s"

    bool isEmpty() const
    {
        return !step && !epoch && !loss && !learningRate && !stepsPerSecond && !throughput;
    }
};

// Without the line's end. Of text overwritten by carriage returns the last version counts; escape sequences are left
// out. Empty result: the line says nothing of this.
TrainingLine parseTrainingLine(const QByteArray &line);

}  // namespace trainyard
