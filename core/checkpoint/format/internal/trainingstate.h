// SPDX-License-Identifier: GPL-3.0-or-later
// Training facts from the small files next to a model. Private to this folder; pure.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <QPair>

namespace trainyard {

struct TrainingState {
    std::optional<qint64> step;
    std::optional<double> epoch, loss;
    QMap<QString, double> metrics;          // of the latest step only; at most 64
    QList<QPair<QString, QString>> values;  // the numbers and texts at its top level, as stored
    bool isCutOff = false;                  // the file is truncated
};

// A JSON state: {"step": …, "loss": …} or Hugging Face's trainer_state.json. A large one is read at its head and tail only, which is where
// the numbers of the latest step are.
TrainingState readTrainingState(const CheckpointFile &file, FileSource &source);

constexpr qsizetype kMaxMetrics = 64;
// Whether a name could be that of a measurement: not the step, and short.
bool isMetric(const QString &name);

std::optional<qint64> stepFrom(double value);

// The file names in the weight_map of a *.index.json, each once; nullopt if it is not one. `tensors` gets tensor → file.
std::optional<QStringList> shardsOfIndex(const QByteArray &json, QList<QPair<QString, QString>> *tensors = nullptr);

// A whole number that a pickle stores under a key; nullopt if it is not found, or found twice with different values.
std::optional<qint64> pickledNumber(QByteArrayView pickle, QByteArrayView key);

}  // namespace trainyard
