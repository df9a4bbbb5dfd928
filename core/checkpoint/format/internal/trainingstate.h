// SPDX-License-Identifier: GPL-3.0-or-later
// What the small files beside a model say of the training. Private to this room; pure.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <QPair>

namespace trainyard {

struct TrainingState {
    std::optional<qint64> step;
    std::optional<double> epoch, loss;
    QMap<QString, double> metrics;          // of the latest step alone; at most 64
    QList<QPair<QString, QString>> values;  // the numbers and texts at its top level, as stored
    bool isCutOff = false;                  // it ends before its end
};

// A JSON state: {"step": …, "loss": …} or Hugging Face's trainer_state.json. A large one is read at its head and tail only,
// which is where the numbers of the latest step stand.
TrainingState readTrainingState(const CheckpointFile &file, FileSource &source);

constexpr qsizetype kMaxMetrics = 64;
// A name that could be of something measured: not the step, and short.
bool isMetric(const QString &name);

std::optional<qint64> stepFrom(double value);

// The names in the weight_map of a *.index.json, each once; nullopt when it is none. `tensors` gets tensor → file.
std::optional<QStringList> shardsOfIndex(const QByteArray &json, QList<QPair<QString, QString>> *tensors = nullptr);

// A whole number that a pickle keeps under a key; nullopt when it is not found or stands there twice, unequal.
std::optional<qint64> pickledNumber(QByteArrayView pickle, QByteArrayView key);

}  // namespace trainyard
