// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/fuzzymatch.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace trainyard {

namespace {

constexpr qsizetype kMaxTyped = 64, kMaxText = 240;
// The score of a matched letter, in the first line and after it, and the bonus for its position: a consecutive letter scores as much as the
// start of a word.
constexpr int kLetter = 16, kLetterBehind = 8, kWordStart = 8, kInRow = 8, kTextStart = 4;
constexpr int kGap = 3, kGapGoesOn = 1;  // letters between two matched ones
constexpr int kNoMatch = std::numeric_limits<int>::min() / 2;
// Of equal matches the shorter text is better, by at most one point of the match.
constexpr int kScale = 8, kLettersPerPoint = 32;

struct Letter {
    char16_t folded = 0;
    int worth = 0;         // score of a match here, without those before
    bool isStart = false;  // of a word
    bool isSecondHalf = false;
};

using Letters = std::array<Letter, kMaxText>;
using Row = std::array<int, kMaxText>;

char16_t folded(QChar one)
{
    const char16_t code = one.unicode();
    if (code < 0x80)
        return code >= u'A' && code <= u'Z' ? char16_t(code + 32) : code;
    return one.toCaseFolded().unicode();
}

bool isWordStart(QChar before, QChar one)
{
    if (!one.isLetterOrNumber())
        return false;
    if (!before.isLetterOrNumber() || one.script() == QChar::Script_Han)
        return true;
    return (before.isLower() && one.isUpper()) || before.isDigit() != one.isDigit();
}

bool mayMatch(QStringView word, QStringView text)
{
    qsizetype at = 0;
    for (const QChar one : text) {
        if (at < word.size() && folded(one) == folded(word[at]))
            ++at;
    }
    return at == word.size();
}

void weigh(QStringView text, Letters *letters)
{
    bool isBehind = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        Letter &letter = (*letters)[size_t(i)];
        isBehind = isBehind || text[i] == u'\n';
        letter.folded = folded(text[i]);
        letter.isSecondHalf = text[i].isLowSurrogate();
        letter.isStart = i == 0 || isWordStart(text[i - 1], text[i]);
        letter.worth = (isBehind ? kLetterBehind : kLetter) + (letter.isStart ? kWordStart : 0) + (i == 0 ? kTextStart : 0);
    }
}

// The best place where the word stands in one piece: its score and where it ends; kNoMatch: none.
std::pair<int, qsizetype> wholeScoreOf(QStringView word, const Letters &letters, qsizetype size)
{
    std::pair<int, qsizetype> best{kNoMatch, -1};
    for (qsizetype from = 0; from + word.size() <= size; ++from) {
        int score = -kInRow;
        for (qsizetype i = 0; i < word.size() && score > kNoMatch; ++i) {
            const Letter &letter = letters[size_t(from + i)];
            score = letter.folded == folded(word[i]) ? score + letter.worth + kInRow : kNoMatch;
        }
        if (score > best.first)
            best = {score, from + word.size() - 1};
    }
    return best;
}

// The best way to find the word in the text from the start of a word on; kNoMatch: none. `rows`, if given, receives the score up to each
// letter, one row per letter of the word.
int spreadScoreOf(QStringView word, const Letters &letters, qsizetype size, std::vector<Row> *rows)
{
    Row before{}, now{};
    for (qsizetype i = 0; i < word.size(); ++i) {
        const char16_t wanted = folded(word[i]);
        int behindGap = kNoMatch;  // the best of those before, less the gap from there
        for (qsizetype j = 0; j < size; ++j) {
            if (i > 0 && j > 1)
                behindGap = std::max(behindGap - kGapGoesOn, before[size_t(j - 2)] - kGap);
            int &best = now[size_t(j)];
            best = kNoMatch;
            const Letter &letter = letters[size_t(j)];
            if (letter.folded != wanted)
                continue;
            if (i == 0) {
                best = letter.isStart ? letter.worth : kNoMatch;
                continue;
            }
            const int inRow = j > 0 ? before[size_t(j - 1)] + kInRow : kNoMatch;
            // Half of a surrogate pair does not match alone.
            const int reached = letter.isSecondHalf ? inRow : std::max(inRow, behindGap);
            if (reached > kNoMatch / 2)
                best = reached + letter.worth;
        }
        if (rows)
            rows->push_back(now);
        before = now;
    }
    const int best = *std::max_element(before.begin(), before.begin() + size);
    return best > kNoMatch / 2 ? best : kNoMatch;
}

// The matched letters, traced from the last one back.
QList<int> marksOf(const std::vector<Row> &rows, qsizetype size)
{
    QList<int> marks;
    qsizetype at = std::max_element(rows.back().begin(), rows.back().begin() + size) - rows.back().begin();
    for (size_t i = rows.size(); i-- > 0;) {
        marks.prepend(int(at));
        if (i == 0)
            break;
        const Row &before = rows[i - 1];
        qsizetype from = -1;
        int best = kNoMatch;
        for (qsizetype k = at; k-- > 0;) {
            const qsizetype gap = at - 1 - k;
            const int reached = before[size_t(k)] + (gap == 0 ? kInRow : -kGap - int(gap - 1) * kGapGoesOn);
            if (before[size_t(k)] > kNoMatch / 2 && reached > best) {
                best = reached;
                from = k;
            }
        }
        at = from;
    }
    return marks;
}

// The score of all words together; `marks` may be null.
std::optional<int> scoreOf(const QList<QStringView> &words, QStringView text, QList<int> *marks)
{
    text = text.first(std::min(text.size(), kMaxText));
    for (const QStringView word : words) {
        if (!mayMatch(word, text))
            return std::nullopt;
    }
    Letters letters;
    weigh(text, &letters);
    int score = 0;
    for (const QStringView word : words) {
        std::vector<Row> rows;
        const int spread = spreadScoreOf(word, letters, text.size(), marks ? &rows : nullptr);
        const auto [whole, end] = wholeScoreOf(word, letters, text.size());
        const bool isWhole = whole > spread;
        if (!isWhole && spread == kNoMatch)
            return std::nullopt;
        score += std::max(whole, spread);
        if (!marks)
            continue;
        if (!isWhole)
            *marks += marksOf(rows, text.size());
        for (qsizetype i = end - word.size() + 1; isWhole && i <= end; ++i)
            marks->append(int(i));
    }
    if (marks) {
        std::sort(marks->begin(), marks->end());
        marks->erase(std::unique(marks->begin(), marks->end()), marks->end());
    }
    return score * kScale - int(text.size() / kLettersPerPoint);
}

QList<QStringView> wordsOf(QStringView typed)
{
    QList<QStringView> words;
    for (const QStringView word : typed.first(std::min(typed.size(), kMaxTyped)).split(u' ', Qt::SkipEmptyParts))
        words << word.trimmed();
    words.removeIf([](QStringView word) { return word.isEmpty(); });
    return words;
}

}  // namespace

std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView text)
{
    FuzzyMatch match;
    const auto score = scoreOf(wordsOf(typed), text, &match.marks);
    if (!score)
        return std::nullopt;
    match.score = *score;
    return match;
}

QList<FuzzyHit> fuzzyBest(QStringView typed, const QStringList &texts, qsizetype max)
{
    const QList<QStringView> words = wordsOf(typed);
    QList<FuzzyHit> hits;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        if (const auto score = scoreOf(words, texts[i], nullptr))
            hits.append(FuzzyHit{i, {*score, {}}});
    }
    const qsizetype kept = std::clamp<qsizetype>(max, 0, hits.size());
    std::partial_sort(hits.begin(), hits.begin() + kept, hits.end(), [](const FuzzyHit &a, const FuzzyHit &b) {
        return a.match.score != b.match.score ? a.match.score > b.match.score : a.index < b.index;
    });
    hits.resize(kept);
    // Only for those that are shown.
    for (FuzzyHit &hit : hits)
        scoreOf(words, texts[hit.index], &hit.match.marks);
    return hits;
}

}  // namespace trainyard
