// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/rankprefix.h"

#include "core/observe/trainlog/internal/numbertext.h"

#include <algorithm>
#include <initializer_list>

namespace trainyard {
namespace {

constexpr qsizetype kLooked = 64;
constexpr int kMaxDigits = 6;
constexpr qsizetype kMaxBlanks = 4;  // srun aligns the numbers

// Reads from the front of a text; a failed match consumes nothing.
struct Reader {
    QByteArrayView rest;

    char peek() const { return rest.isEmpty() ? '\0' : rest.front(); }
    bool take(QByteArrayView word)
    {
        if (!rest.startsWith(word))
            return false;
        rest = rest.sliced(word.size());
        return true;
    }
    bool takeAny(std::initializer_list<QByteArrayView> words)
    {
        return std::any_of(words.begin(), words.end(), [this](QByteArrayView word) { return take(word); });
    }
    bool number(int &value)
    {
        int digits = 0;
        value = 0;
        for (; isDigit(peek()) && digits < kMaxDigits; ++digits) {
            value = value * 10 + (peek() - '0');
            rest = rest.sliced(1);
        }
        return digits > 0;
    }
};

// "[rank3]:" and similar, after the bracket.
bool takeNamed(Reader &reader, int &rank)
{
    if (!reader.takeAny({"rank", "Rank", "RANK", "default", "trainer", "worker"}))
        return false;
    reader.take(" ");
    if (!reader.number(rank) || !reader.take("]"))
        return false;
    reader.take(":");
    return true;
}

// "[1,0]<stdout>:", and since version 5 "[name@1,0]<stdout>:"; after the bracket.
bool takeTagged(Reader &reader, int &rank)
{
    int job = 0;
    if (!isDigit(reader.peek())) {
        const qsizetype at = reader.rest.indexOf('@');
        if (at < 0)
            return false;
        reader.rest = reader.rest.sliced(at + 1);
    }
    return reader.number(job) && reader.take(",") && reader.number(rank) && reader.take("]<std")
           && reader.takeAny({"out>:", "err>:", "diag>:"});
}

}  // namespace

std::optional<RankPrefix> rankPrefixOf(QByteArrayView line, bool isFirst)
{
    Reader reader{line.first(std::min(line.size(), kLooked))};
    int rank = -1;
    bool isOne = false;
    switch (reader.peek()) {
    case '[': {
        reader.take("[");
        Reader tagged = reader;
        isOne = takeNamed(reader, rank);
        if (!isOne && takeTagged(tagged, rank)) {
            reader = tagged;
            isOne = true;
        }
        break;
    }
    case 'r':
    case 'R':
        if (reader.takeAny({"rank", "Rank", "RANK"})) {
            reader.take(" ");
            isOne = reader.number(rank) && reader.take(":");
        }
        break;
    default:
        if (!isFirst || !(isDigit(reader.peek()) || reader.peek() == ' '))
            return std::nullopt;
        for (qsizetype blanks = 0; blanks < kMaxBlanks && reader.take(" "); ++blanks) {}
        // "12: text", but not a time of day or "0:35".
        isOne = reader.number(rank) && reader.take(":") && reader.peek() == ' ';
        break;
    }
    if (!isOne || rank >= RankPrefix::kMaxRanks)
        return std::nullopt;
    reader.take(" ");  // only one, to preserve indentation
    return RankPrefix{rank, std::min(line.size(), kLooked) - reader.rest.size()};
}

std::optional<int> rankOf(QByteArrayView line)
{
    if (const auto prefix = rankPrefixOf(line))
        return prefix->rank;
    const QByteArrayView text = line.first(std::min(line.size(), kLooked));
    const qsizetype word = text.indexOf("[Rank ");
    if (word < 0)
        return std::nullopt;
    Reader reader{text.sliced(word + 6)};
    int rank = -1;
    return reader.number(rank) && reader.take("]") && rank < RankPrefix::kMaxRanks ? std::optional(rank) : std::nullopt;
}

QByteArrayView withoutRank(QByteArrayView line)
{
    const auto prefix = rankPrefixOf(line);
    return prefix ? line.sliced(prefix->size) : line;
}

}  // namespace trainyard
