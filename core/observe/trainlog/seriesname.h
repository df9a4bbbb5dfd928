// SPDX-License-Identifier: GPL-3.0-or-later
// Maps the words of a training log to series names. The same quantity has the same name whichever trainer writes it: "loss", "val_loss",
// "lr", "grad_norm", "accuracy", "perplexity", "mfu", "step_time" (seconds), "throughput (tok/s)" and other units. Names of values measured
// on held-out data begin with "val_" or "test_". Everything else keeps its name. Pure.
#pragma once

#include <QString>

#include <string_view>

namespace trainyard {

enum class WordKind {
    None,  // a number that is not a measurement: a time, a port, a version
    Step,
    StepInEpoch,
    Epoch,
    Known,    // a measurement that every training has; it alone makes a line a training line
    Setting,  // learning rate: known, but also appears where options are listed
    Other,
};
enum class DataSplit { Train, Validation, Test };

struct SeriesWord {
    WordKind kind = WordKind::None;
    QString name;
    double factor = 1;       // converts to the unit of the name
    bool isInverse = false;  // steps per second, not seconds per step
};

// `key` as written, including case; `split` is what the surrounding words indicate, which a prefix of the key overrides.
SeriesWord seriesWord(std::string_view key, DataSplit split);

// "val", "eval", "dev" …, "test", "train"; nothing else.
bool isSplitWord(std::string_view word, DataSplit *split);

// Series of event files are named "events:folder/tag", because a trainer that writes both rarely counts the same way in both.
QString eventSeries(const QString &folder, const QString &tag);
// What such a name means: "events:validation/epoch_loss" → "val_loss"; empty if it is not such a name.
QString eventSeriesMeaning(const QString &name);

}  // namespace trainyard
