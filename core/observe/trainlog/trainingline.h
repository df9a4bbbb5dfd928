// SPDX-License-Identifier: GPL-3.0-or-later
// What one line of a training log reports about progress. Pure; linear in the line's length, which is cut at 4 KiB.
// Supported: "step=120 loss=2.34 lr=1e-3 tok/s=512" (also with ':' or a blank), dicts as the Hugging Face trainer prints them, JSON objects
// (also after a logger's words), segments between '|' (Megatron), "Epoch(train) [1][10/1563] …" (MMEngine), tqdm's and Keras' bars, rows
// "[12]\ttrain-logloss:0.3" of gradient boosters, prefixes that name a rank.
// A line counts only if it has a step, an epoch or a measurement that every training has; numbers next to other words (times, addresses,
// versions, options) are ignored.
#pragma once

#include "core/observe/trainlog/seriesname.h"
#include "core/observe/trainlog/trainingrecord.h"

#include <QByteArrayView>

#include <string>
#include <string_view>
#include <unordered_map>

namespace trainyard {

struct TrainingLine {
    std::optional<double> step, totalSteps, epoch, totalEpochs;
    std::optional<int> rank;
    // How certain it is that the steps start over in each epoch.
    enum class Counting { Overall, MaybeInEpoch, InEpoch } counting = Counting::Overall;
    bool isBar = false, isKerasBar = false;
    QList<TrainingValue> values;

    bool isEmpty() const { return !step && !epoch && values.isEmpty(); }
    std::optional<double> value(QLatin1String name) const;
};

// Caches the meaning of words, so that each is looked up once.
class LineParser {
public:
    // Without the line end; escape sequences are removed. Several results if bars were written after each other.
    QList<TrainingLine> parse(QByteArrayView line);

    const SeriesWord &word(std::string_view key, DataSplit split);
    // A buffer with the line without escape sequences and trailing blanks; valid until the next call.
    std::string_view visible(QByteArrayView line);

private:
    struct Hash {
        using is_transparent = void;
        size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using SeriesWords = std::unordered_map<std::string, SeriesWord, Hash, std::equal_to<>>;
    SeriesWords m_words[3];
    SeriesWord m_last;
    std::string m_clean;
};

}  // namespace trainyard
