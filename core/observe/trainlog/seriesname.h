// SPDX-License-Identifier: GPL-3.0-or-later
// What a training's words stand for. The same thing has the same name whichever trainer says it: "loss", "val_loss",
// "lr", "grad_norm", "accuracy", "perplexity", "mfu", "step_time" (seconds), "throughput (tok/s)" and other units.
// What is measured on held-out data begins with "val_" or "test_". Everything else keeps the name it was given. Pure.
#pragma once

#include <QString>

#include <string_view>

namespace trainyard {

enum class WordKind {
    None,  // a number that is no measurement: a time, a port, a version
    Step,
    StepInEpoch,
    Epoch,
    Known,    // a measurement that every training has; on its own it makes a line one of training
    Setting,  // learning rate: known, but also said where options are listed
    Other,
};
enum class DataSplit { Train, Validation, Test };

struct SeriesWord {
    WordKind kind = WordKind::None;
    QString name;
    double factor = 1;       // to the unit of the name
    bool isInverse = false;  // steps a second, not seconds a step
};

// `key` as written, case and all; `split` is what the words around say, which a prefix of the key overrides.
SeriesWord seriesWord(std::string_view key, DataSplit split);

// "val", "eval", "dev" …, "test", "train": nothing else.
bool isSplitWord(std::string_view word, DataSplit *split);

// Series of event files are named "events:folder/tag", because a trainer that writes both rarely counts alike.
QString eventSeries(const QString &folder, const QString &tag);
// What such a name stands for: "events:validation/epoch_loss" → "val_loss"; empty when it is no such name.
QString eventSeriesMeaning(const QString &name);

}  // namespace trainyard
