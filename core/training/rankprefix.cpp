#include "core/training/rankprefix.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr qsizetype kLooked = 64;
constexpr int kMostRanks = 65536;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// The number at `at`, which moves behind it; negative: there is none.
int numberAt(QByteArrayView text, qsizetype &at)
{
    int value = -1;
    while (at < text.size() && isDigit(text[at]) && value < kMostRanks) {
        value = std::max(value, 0) * 10 + (text[at] - '0');
        ++at;
    }
    return value < kMostRanks ? value : -1;
}

}  // namespace

std::optional<RankPrefix> rankPrefixOf(QByteArrayView line)
{
    const QByteArrayView text = line.first(std::min(line.size(), kLooked));
    for (const char *word : {"[rank", "[default", "[trainer"}) {
        if (!text.startsWith(word))
            continue;
        qsizetype at = qsizetype(qstrlen(word));
        const int rank = numberAt(text, at);
        if (rank >= 0 && at < text.size() && text[at] == ']') {
            ++at;
            if (at < text.size() && text[at] == ':')
                ++at;
            if (at < text.size() && text[at] == ' ')
                ++at;
            return RankPrefix{rank, at};
        }
    }
    if (text.startsWith("[1,")) {
        qsizetype at = 3;
        const int rank = numberAt(text, at);
        const qsizetype end = text.indexOf(">:");
        if (rank >= 0 && text.sliced(at).startsWith("]<std") && end > 0)
            return RankPrefix{rank, end + 2};
    }
    if (!text.isEmpty() && isDigit(text[0])) {
        qsizetype at = 0;
        const int rank = numberAt(text, at);
        // "12: text", but no time of day and no "0:35".
        if (rank >= 0 && at <= 5 && text.sliced(at).startsWith(": "))
            return RankPrefix{rank, at + 2};
    }
    return std::nullopt;
}

std::optional<int> rankOf(QByteArrayView line)
{
    if (const auto prefix = rankPrefixOf(line))
        return prefix->rank;
    const QByteArrayView text = line.first(std::min(line.size(), kLooked));
    const qsizetype word = text.indexOf("[Rank ");
    if (word < 0)
        return std::nullopt;
    qsizetype at = word + 6;
    const int rank = numberAt(text, at);
    return rank >= 0 && at < text.size() && text[at] == ']' ? std::optional(rank) : std::nullopt;
}

QByteArrayView withoutRank(QByteArrayView line)
{
    const auto prefix = rankPrefixOf(line);
    return prefix ? line.sliced(prefix->size) : line;
}

}  // namespace trainyard
