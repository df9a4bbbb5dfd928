// SPDX-License-Identifier: GPL-3.0-or-later
// Extracts pairs of a word and a number from a line's text. Pure; internal to this folder.
#pragma once

#include "core/observe/trainlog/trainingline.h"

namespace trainyard {

class LineScan {
public:
    explicit LineScan(LineParser &words) : m_words(words) {}

    void setSplit(DataSplit split) { m_split = split; }
    // "key=v", "key: v", known "key v", "v unit", from left to right.
    void readPairs(std::string_view text);
    // "name of several words: v", between bars.
    void readSegments(std::string_view text);
    // {'key': v, "key": {"inner": v}}; false if the text is something else.
    bool readDict(std::string_view text);
    // Nothing is kept unless the line is about training.
    TrainingLine result();

    TrainingLine &line() { return m_line; }

private:
    void assign(std::string_view key, double value, bool isWhole, std::optional<double> total, std::string_view unit);
    void add(const SeriesWord &word, double value);
    size_t readNumberWithUnit(std::string_view text, size_t at);
    size_t readValue(std::string_view text, size_t at, std::string_view key);
    size_t readEpochGroup(std::string_view text, size_t at);
    size_t skipNested(std::string_view text, size_t at) const;
    size_t readDictValue(std::string_view text, size_t at, const std::string &key, int depth);
    size_t readDictLevel(std::string_view text, size_t at, const std::string &prefix, int depth);

    LineParser &m_words;
    TrainingLine m_line;
    DataSplit m_split = DataSplit::Train;  // of the whole line
    std::optional<DataSplit> m_nextSplit;  // of the next word only
    bool m_isKnown = false;                // a measurement that every training has
    bool m_isStepSure = false;
    bool m_isSummary = false;
    int m_pairs = 0;
};

}  // namespace trainyard
