// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/trainingline.h"

#include "core/observe/trainlog/internal/linescan.h"
#include "core/observe/trainlog/internal/numbertext.h"
#include "core/observe/trainlog/rankprefix.h"

#include <algorithm>
#include <array>

namespace trainyard {
namespace {

using namespace std::string_view_literals;

constexpr size_t kMaxLineBytes = 4096;
constexpr size_t kMaxWords = 2048;  // of each kind; limits the cache for a log that invents words

// Bars of other work, by the word they begin with: their counts are not the training's steps.
bool isOtherWork(std::string_view description)
{
    static constexpr std::array kWords{
        "load"sv,     "download"sv,  "fetch"sv,     "map"sv,       "filter"sv,  "token"sv,           "eval"sv,    "valid"sv,   "test"sv,
        "generat"sv,  "saving"sv,    "upload"sv,    "resolving"sv, "extract"sv, "predict"sv,         "casting"sv, "writing"sv, "scanning"sv,
        "sanity"sv,   "inference"sv, "caching"sv,   "process"sv,   "comput"sv,  "convert"sv,         "collect"sv, "build"sv,   "sampling"sv,
        "pack"sv,     "read"sv,      "class "sv,    "val:"sv,      "val "sv,    "train: scanning"sv, "quantiz"sv, "running"sv, "creating"sv,
        "applying"sv, "adding"sv,    "preparing"sv, "model"sv,     "encod"sv,   "split"sv,           "dataset"sv};
    const size_t begin = description.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos)
        return false;
    std::string low(description.substr(begin));
    std::transform(low.begin(), low.end(), low.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c | 0x20) : c; });
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) { return low.starts_with(word); });
}

struct Bar {
    size_t begin = 0, end = 0;  // of the whole bar in the text
    std::string_view description, inside;
    double done = 0;
    std::optional<double> total;
    bool isPlain = false;  // its counts are plain numbers, without the units of a download
    bool isCut = false;    // overwritten before its bracket closed
};

// "desc:  66%|███   | 9213/14000 [6:42:18<3:29:02,  2.62s/it, loss=1.668]", without the part between the bars on some terminals, without
// percentage if the total is unknown.
std::optional<Bar> findBar(std::string_view text, size_t from)
{
    for (size_t open = text.find('[', from); open != std::string_view::npos; open = text.find('[', open + 1)) {
        // A bar's bracket begins with a time.
        size_t at = open + 1;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        if (at == open + 1 || at >= text.size() || text[at] != ':' || at + 1 >= text.size() || !isDigit(text[at + 1]))
            continue;
        // Backwards over "9213/14000 ".
        size_t end = open;
        while (end > from && isBlank(text[end - 1]))
            --end;
        size_t begin = end;
        while (begin > from && (isWordPart(text[begin - 1]) || text[begin - 1] == '?' || text[begin - 1] == ','))
            --begin;
        const std::string_view counts = text.substr(begin, end - begin);
        const size_t slash = counts.find('/');
        if (slash == std::string_view::npos)
            continue;
        const auto done = numberAt(counts), total = numberAt(counts.substr(slash + 1));
        if (!done)
            continue;
        Bar bar;
        bar.done = done->value;
        bar.isPlain = done->isWhole && done->length == slash;
        if (total && total->isWhole && total->length == counts.size() - slash - 1)
            bar.total = total->value;
        else
            bar.isPlain = bar.isPlain && counts.substr(slash + 1) == "?";
        const size_t percent = text.rfind('%', begin);
        size_t describedTo = begin;
        if (percent != std::string_view::npos && percent >= from && percent < begin) {
            describedTo = percent;
            while (describedTo > from && (isDigit(text[describedTo - 1]) || text[describedTo - 1] == ' '))
                --describedTo;
        } else if (const size_t edge = text.find('|', from); edge != std::string_view::npos && edge < begin) {
            describedTo = edge;
        }
        bar.begin = from;
        bar.description = text.substr(from, describedTo - from);
        size_t close = text.find(']', open);
        const size_t next = text.find("%|", open);
        bar.isCut = close == std::string_view::npos || (next != std::string_view::npos && next < close);
        if (bar.isCut) {
            close = text.size();
            if (next != std::string_view::npos) {  // the next bar's description follows after blanks
                close = text.rfind("  ", next);
                if (close == std::string_view::npos || close <= open)
                    close = next;
            }
        }
        bar.inside = text.substr(open + 1, close - open - 1);
        bar.end = std::min(text.size(), bar.isCut ? close : close + 1);
        return bar;
    }
    return std::nullopt;
}

// "237/422 [=====>....] - ETA: 7s - loss: 0.0398", "313/313 ━━━━ 1s 4ms/step - acc: 0.9890"
bool isKerasBar(std::string_view text, size_t *restAt, double *done, double *total)
{
    const size_t begin = skipBlanks(text, 0);
    const auto first = numberAt(text.substr(begin));
    if (!first || !first->isWhole || first->value < 0)
        return false;
    size_t at = begin + first->length;
    if (at >= text.size() || text[at] != '/')
        return false;
    const auto second = numberAt(text.substr(at + 1));
    if (!second || !second->isWhole)
        return false;
    at = skipBlanks(text, at + 1 + second->length);
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("[=") || rest.starts_with("[>") || rest.starts_with("[.")) {
        const size_t close = rest.find(']');
        if (close == std::string_view::npos)
            return false;
        *restAt = at + close + 1;
    } else if (rest.starts_with("\xe2\x94\x81")) {  // ━
        size_t end = 0;
        while (end < rest.size() && !isBlank(rest[end]))
            ++end;
        *restAt = at + end;
    } else {
        return false;
    }
    *done = first->value;
    *total = second->value;
    return true;
}

std::optional<int> smallNumber(std::string_view text, size_t *end)
{
    const auto number = numberAt(text);
    if (!number || !number->isWhole || number->value < 0 || number->value > 99'999)
        return std::nullopt;
    *end = number->length;
    return int(number->value);
}

// The prefixes of launchers at the beginning, "[Rank 0]" and "rank=0" anywhere.
std::optional<int> takeRank(std::string_view &text)
{
    size_t length = 0;
    const size_t begin = skipBlanks(text, 0);
    // A number is a rank only at the beginning of the line.
    if (begin == 0 || text.substr(begin).starts_with('[')) {
        if (const auto prefix = rankPrefixOf(QByteArrayView(text.data() + begin, qsizetype(text.size() - begin)))) {
            text.remove_prefix(begin + size_t(prefix->size));
            return prefix->rank;
        }
    }
    for (size_t at = text.find("ank"); at != std::string_view::npos; at = text.find("ank", at + 1)) {
        if (at == 0 || (text[at - 1] | 0x20) != 'r' || (at > 1 && (isLetter(text[at - 2]) || text[at - 2] == '_')))
            continue;
        size_t value = at + 3;
        while (value < text.size() && (isBlank(text[value]) || text[value] == '=' || text[value] == ':'))
            ++value;
        if (const auto rank = value > at + 3 ? smallNumber(text.substr(value), &length) : std::nullopt)
            return rank;
    }
    return std::nullopt;
}

TrainingLine parsePlain(LineParser &parser, std::string_view text)
{
    LineScan scan(parser);
    const size_t brace = text.find('{');
    if (brace != std::string_view::npos && text.back() == '}') {
        // "… | valid | {"epoch": 1, …}": the logger's last word names the data split.
        size_t end = brace;
        while (end > 0 && (isBlank(text[end - 1]) || text[end - 1] == '|' || text[end - 1] == ':' || text[end - 1] == ']'))
            --end;
        size_t begin = end;
        while (begin > 0 && isLetter(text[begin - 1]))
            --begin;
        DataSplit split = DataSplit::Train;
        if (isSplitWord(text.substr(begin, end - begin), &split))
            scan.setSplit(split);
        if (scan.readDict(text.substr(brace)))
            return scan.result();
    }
    double done = 0, total = 0;
    size_t rest = 0;
    if (isKerasBar(text, &rest, &done, &total)) {
        scan.readPairs(text.substr(rest));
        TrainingLine &line = scan.line();
        line.step = done;
        line.totalSteps = total;
        TrainingLine found = scan.result();
        found.step = done;
        found.totalSteps = total;
        found.counting = TrainingLine::Counting::InEpoch;
        found.isKerasBar = true;
        return found;
    }
    if (text.find('|') != std::string_view::npos)
        scan.readSegments(text);
    else
        scan.readPairs(text);
    return scan.result();
}

// "[12]\ttrain-logloss:0.3\teval-logloss:0.4", "[1]\ttraining's binary_logloss: 0.71\tvalid_1's auc: 0.9".
std::optional<TrainingLine> parseBooster(LineParser &parser, std::string_view text)
{
    size_t open = text.find('[');
    size_t length = 0;
    for (; open != std::string_view::npos; open = text.find('[', open + 1)) {
        const auto round = smallNumber(text.substr(open + 1), &length);
        size_t at = open + 1 + length;
        if (!round || at >= text.size() || text[at] != ']')
            continue;
        ++at;
        at += at < text.size() && text[at] == ':' ? 1 : 0;
        if (at >= text.size() || !isBlank(text[at]))
            continue;
        TrainingLine line;
        line.step = *round;
        while (at < text.size()) {
            at = skipBlanks(text, at);
            const size_t colon = text.find(':', at);
            if (colon == std::string_view::npos)
                break;
            std::string_view name = text.substr(at, colon - at);
            size_t mark = name.find("'s ");
            const size_t markLength = mark == std::string_view::npos ? 1 : 3;
            if (mark == std::string_view::npos)
                mark = name.find('-');
            const size_t valueAt = skipBlanks(text, colon + 1);
            const auto number = numberAt(text.substr(valueAt));
            if (mark == std::string_view::npos || mark == 0 || !number || name.size() > 64
                || name.substr(mark + markLength).find_first_of(" []") != std::string_view::npos)
                break;
            // valid_1, validation_0: one of several sets of held-out data.
            const std::string_view set = name.substr(0, mark);
            const size_t numbered = set.find('_');
            DataSplit split = DataSplit::Train;
            if (!isSplitWord(set.substr(0, numbered), &split))
                break;
            SeriesWord word = parser.word(name.substr(mark + markLength), split);
            if (numbered != std::string_view::npos && split != DataSplit::Train && !word.name.isEmpty()) {
                const qsizetype prefix = word.name.indexOf(QLatin1Char('_')) + 1;
                word.name.insert(prefix,
                                 QString::fromUtf8(set.data() + numbered + 1, qsizetype(set.size() - numbered - 1)) + QLatin1Char('_'));
            }
            if (!word.name.isEmpty() && line.values.size() < 64)
                line.values.append({word.name, number->value});
            at = valueAt + number->length;
            if (at < text.size() && text[at] == '+')  // the spread of a cross validation
                at = std::min(text.find_first_of(" \t", at), text.size());
        }
        if (!line.values.isEmpty())
            return line;
        return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::optional<double> TrainingLine::value(QLatin1String name) const
{
    const auto found = std::find_if(values.begin(), values.end(), [&](const TrainingValue &v) { return v.name == name; });
    return found == values.end() ? std::nullopt : std::optional(found->value);
}

const SeriesWord &LineParser::word(std::string_view key, DataSplit split)
{
    SeriesWords &words = m_words[size_t(split)];
    if (const auto found = words.find(key); found != words.end())
        return found->second;
    m_last = seriesWord(key, split);
    if (words.size() >= kMaxWords)
        return m_last;
    return words.emplace(std::string(key), m_last).first->second;
}

std::string_view LineParser::visible(QByteArrayView line)
{
    std::string_view text(line.data(), std::min(size_t(line.size()), kMaxLineBytes));
    if (text.find('\x1b') != std::string_view::npos) {
        // ESC [ … letter, ESC ] … BEL
        m_clean.clear();
        for (size_t at = 0; at < text.size(); ++at) {
            if (text[at] != '\x1b') {
                m_clean += text[at];
                continue;
            }
            const bool isTitle = at + 1 < text.size() && text[at + 1] == ']';
            const bool isSequence = isTitle || (at + 1 < text.size() && text[at + 1] == '[');
            at += isSequence ? 2 : 1;
            while (isSequence && at < text.size() && (isTitle ? text[at] != '\a' : !isLetter(text[at])))
                ++at;
        }
        text = m_clean;
    }
    while (!text.empty() && (isBlank(text.back()) || text.back() == '\r' || text.back() == '\n'))
        text.remove_suffix(1);
    return text;
}

QList<TrainingLine> LineParser::parse(QByteArrayView bytes)
{
    std::string_view text = visible(bytes);
    QList<TrainingLine> found;
    // Without a digit there is no number, without one of these no pair.
    if (text.find_first_of("0123456789") == std::string_view::npos)
        return found;
    const std::optional<int> rank = takeRank(text);
    const auto keep = [&](TrainingLine &&line) {
        line.rank = rank;
        if (!line.isEmpty())
            found.append(std::move(line));
    };
    if (text.empty())
        return found;
    if (auto row = parseBooster(*this, text)) {
        keep(std::move(*row));
        return found;
    }
    size_t at = 0;
    while (const auto bar = findBar(text, at)) {
        at = std::max(bar->end, at + 1);
        if (!bar->isPlain || isOtherWork(bar->description))
            continue;
        LineScan scan(*this);
        scan.readPairs(bar->description);
        TrainingLine said = scan.result();
        LineScan inside(*this);
        std::string_view pairs = bar->inside;
        const size_t comma = pairs.find(',');
        pairs = comma == std::string_view::npos ? std::string_view() : pairs.substr(comma + 1);
        // A number at the cut may be incomplete.
        if (const size_t last = pairs.rfind(','); bar->isCut)
            pairs = last == std::string_view::npos ? std::string_view() : pairs.substr(0, last);
        inside.line().step = bar->done;
        inside.readPairs(pairs);
        TrainingLine line = inside.result();
        line.step = bar->done;
        line.totalSteps = bar->total;
        line.epoch = said.epoch;
        line.totalEpochs = said.totalEpochs;
        line.counting = said.epoch ? TrainingLine::Counting::InEpoch : TrainingLine::Counting::Overall;
        line.isBar = true;
        keep(std::move(line));
    }
    if (at < text.size())
        keep(parsePlain(*this, at == 0 ? text : text.substr(at)));
    return found;
}

}  // namespace trainyard
