// SPDX-License-Identifier: GPL-3.0-or-later
// Finds texts by a few of their letters, as typed: "rch" finds "Runs: char-lm". Each typed word must occur in the text with its letters in
// order, and either begin where a word of the text begins or be found in one piece: "stop" is not found in "westeurope". The order of the
// words and the case do not matter. Letters at the starts of words, consecutive letters, early letters and short texts score higher. Each
// Chinese character is a word of its own. Pure, any thread.
//
// The time grows with the number of texts, and for matching texts with the typed letters times the letters of the text. Only the first 240
// letters of a text and the first 64 typed ones are used, so that no foreign text makes it slow.
#pragma once

#include <QList>
#include <QStringList>
#include <QStringView>

#include <optional>

namespace trainyard {

struct FuzzyMatch {
    int score = 0;     // comparable only among results for the same typed text
    QList<int> marks;  // letters of the text that matched, ascending
};

// Text after the first line break is searched too but scores less. Empty input matches everything.
std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView text);

struct FuzzyHit {
    qsizetype index = 0;
    FuzzyMatch match;
};

// Best first; with equal scores, in the given order.
QList<FuzzyHit> fuzzyBest(QStringView typed, const QStringList &texts, qsizetype max);

}  // namespace trainyard
