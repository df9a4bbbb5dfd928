#include "core/watch/rankprefix.h"

namespace trainyard {
namespace {

constexpr qsizetype kLooked = 64;
constexpr int kMostRanks = 65536;

struct Prefix {
    std::optional<int> rank;
    qsizetype size = 0;
};

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

Prefix prefixOf(const QByteArray &line)
{
    const QByteArrayView text = QByteArrayView(line).first(std::min(line.size(), kLooked));
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
            return {rank, at};
        }
    }
    if (text.startsWith("[1,")) {
        qsizetype at = 3;
        const int rank = numberAt(text, at);
        const qsizetype end = text.indexOf(">:");
        if (rank >= 0 && text.sliced(at).startsWith("]<std") && end > 0)
            return {rank, end + 2};
    }
    if (!text.isEmpty() && isDigit(text[0])) {
        qsizetype at = 0;
        const int rank = numberAt(text, at);
        // "12: text", but no time of day and no "0:35".
        if (rank >= 0 && at <= 5 && text.sliced(at).startsWith(": "))
            return {rank, at + 2};
    }
    return {};
}

}  // namespace

std::optional<int> rankOf(const QByteArray &line)
{
    if (const Prefix prefix = prefixOf(line); prefix.rank)
        return prefix.rank;
    const QByteArrayView text = QByteArrayView(line).first(std::min(line.size(), kLooked));
    const qsizetype word = text.indexOf("[Rank ");
    if (word < 0)
        return std::nullopt;
    qsizetype at = word + 6;
    const int rank = numberAt(text, at);
    return rank >= 0 && at < text.size() && text[at] == ']' ? std::optional(rank) : std::nullopt;
}

QByteArray withoutRank(const QByteArray &line) { return line.mid(prefixOf(line).size); }

}  // namespace trainyard
