// SPDX-License-Identifier: GPL-3.0-or-later
// Finds texts by a few of their letters, as a person types them: "rch" finds "Runs: char-lm". Each word that is typed occurs in the text
// with its letters in order; in which order the words stand does not matter, nor do capitals. Letters at the starts of words and letters
// that follow each other count more, so do early ones and short texts. Chinese characters are words of their own. Pure, any thread.
//
// The time grows with the number of texts, and for those that match with the letters typed times the letters of the text. Of a text
// only the first 240 are looked at, and of what was typed the first 64, so that no text of others makes it slow.
#pragma once

#include <QList>
#include <QStringList>
#include <QStringView>

#include <optional>

namespace trainyard {

struct FuzzyMatch {
    int score = 0;     // only to be compared with those of the same typed text
    QList<int> marks;  // the letters of the text that were found, ascending
};

// What stands behind the first line break is searched too, and counts less. Nothing typed matches everything.
std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView text);

struct FuzzyHit {
    qsizetype index = 0;
    FuzzyMatch match;
};

// The best ones first; of the same score the one that stands first.
QList<FuzzyHit> fuzzyBest(QStringView typed, const QStringList &texts, qsizetype max);

}  // namespace trainyard
