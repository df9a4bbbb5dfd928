// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/internal/linescan.h"

#include "core/observe/trainlog/internal/numbertext.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr int kDeepestDict = 2;
constexpr qsizetype kMaxValues = 64;  // per line
constexpr size_t kMaxKey = 64;

// Characters that may precede a key: not '?' or '&' of an address, not the dashes of an option.
bool mayPrecedeKey(char c)
{
    return isBlank(c) || c == ',' || c == ';' || c == '|' || c == '(' || c == '[' || c == '{' || c == '\'' || c == '"' || c == '/'
           || c == ')' || c == ']' || c == '>' || c == ':' || c == '*';
}

bool isCount(double value) { return value >= 0 && value <= 9e15 && value == std::floor(value); }

}  // namespace

void LineScan::add(const SeriesWord &word, double value)
{
    if (m_line.values.size() >= kMaxValues)
        return;
    double scaled = value * word.factor;
    if (word.isInverse) {
        if (!(value > 0) || !std::isfinite(value))
            return;
        scaled = 1 / scaled;
    }
    if (word.name == QLatin1String("step_time") && !(scaled > 0 && std::isfinite(scaled)))
        return;
    for (const TrainingValue &said : std::as_const(m_line.values)) {
        if (said.name == word.name)
            return;
    }
    m_line.values.append({word.name, scaled});
    m_isKnown = m_isKnown || word.kind == WordKind::Known;
}

void LineScan::assign(std::string_view key, double value, bool isWhole, std::optional<double> total, std::string_view unit)
{
    if (key.size() > kMaxKey)
        return;
    const SeriesWord &word = m_words.word(key, m_nextSplit.value_or(m_split));
    m_nextSplit.reset();
    // Totals of a whole training or epoch, logged at its end: not a moment of it.
    if (key == "train_runtime" || key == "train_num_updates")
        m_isSummary = true;
    switch (word.kind) {
    case WordKind::None: return;
    case WordKind::Step:
    case WordKind::StepInEpoch:
        if (!m_line.step && isWhole && isCount(value)) {
            m_line.step = value;
            if (total && isCount(*total))
                m_line.totalSteps = total;
            if (word.kind == WordKind::StepInEpoch)
                m_line.counting = TrainingLine::Counting::InEpoch;
        }
        return;
    case WordKind::Epoch:
        if (!m_line.epoch && std::isfinite(value) && value >= 0) {
            m_line.epoch = value;
            m_line.totalEpochs = total;
        }
        return;
    case WordKind::Other:
        if (total)
            return;
        break;
    case WordKind::Known:
    case WordKind::Setting:
        if (total && *total > 0)
            value /= *total;  // "Accuracy: 9166/10000"
        if (unit == "k" || unit == "K" || unit == "M")
            value *= unit == "M" ? 1e6 : 1e3;
        if (unit == "ms" && word.factor == 1 && word.name == QLatin1String("step_time"))
            value *= 1e-3;
        break;
    }
    add(word, value);
}

// "12.5k tok/s", "2.62s/it"; returns the end of the text that was understood or skipped.
size_t LineScan::readNumberWithUnit(std::string_view text, size_t at)
{
    const auto number = numberAt(text.substr(at));
    if (!number)
        return at + 1;
    size_t end = at + number->length;
    double value = number->value;
    if (end < text.size() && (text[end] == 'k' || text[end] == 'K' || text[end] == 'M')
        && (end + 1 == text.size() || !isLetter(text[end + 1]))) {
        value *= text[end] == 'M' ? 1e6 : 1e3;
        ++end;
    }
    const size_t begin = skipBlanks(text, end);
    size_t wordEnd = begin;
    while (wordEnd < text.size() && isWordPart(text[wordEnd]))
        ++wordEnd;
    const std::string_view unit = text.substr(begin, wordEnd - begin);
    if (unit.find('/') != std::string_view::npos && unit.size() <= kMaxKey) {
        const SeriesWord &word = m_words.word(unit, m_nextSplit.value_or(m_split));
        if (word.kind == WordKind::Setting && word.name != QLatin1String("lr")) {
            add(word, value);
            return wordEnd;
        }
    }
    // The rest of something like "3d7f": no key begins inside it.
    while (end < text.size() && isWordPart(text[end]))
        ++end;
    return end;
}

// After "Epoch": "[0]  [ 10/100]", " 1 [0/60000 (0%)]"; the step's place within the epoch.
size_t LineScan::readEpochGroup(std::string_view text, size_t at)
{
    size_t open = skipBlanks(text, at);
    if (open < text.size() && text[open] == ']')
        open = skipBlanks(text, open + 1);
    if (open >= text.size() || text[open] != '[')
        return at;
    size_t inner = skipBlanks(text, open + 1);
    const auto done = numberAt(text.substr(inner));
    if (!done || !done->isWhole)
        return at;
    inner = skipBlanks(text, inner + done->length);
    if (inner >= text.size() || text[inner] != '/')
        return at;
    inner = skipBlanks(text, inner + 1);
    const auto total = numberAt(text.substr(inner));
    const size_t close = text.find(']', inner);
    if (!total || !total->isWhole || close == std::string_view::npos)
        return at;
    // Held-out data: not the training's position, and only the last line has a result.
    if (m_split != DataSplit::Train)
        m_isSummary = m_isSummary || done->value < total->value;
    else if (isCount(done->value) && isCount(total->value)) {
        m_line.step = done->value;
        m_line.totalSteps = total->value;
        m_line.counting = TrainingLine::Counting::InEpoch;
        m_isStepSure = true;
    }
    return close + 1;
}

size_t LineScan::readValue(std::string_view text, size_t at, std::string_view key)
{
    size_t next = at;
    while (next < text.size() && (text[next] == '"' || text[next] == '\''))
        ++next;
    next = skipBlanks(text, next);
    const bool isExplicit = next < text.size() && (text[next] == '=' || text[next] == ':');
    const bool isAssigned = isExplicit && text[next] == '=';
    if (isExplicit)
        next = skipBlanks(text, next + 1);
    while (next < text.size() && (text[next] == '"' || text[next] == '\'' || text[next] == '['))
        next = skipBlanks(text, next + 1);
    const auto number = next < text.size() ? numberAt(text.substr(next)) : std::nullopt;
    if (!number)
        return at;
    size_t end = next + number->length;
    const auto unit = unitAfter(text.substr(end));
    const SeriesWord kind = m_words.word(key, m_nextSplit.value_or(m_split));
    if (!unit)
        return end;
    const bool isTime = kind.name.endsWith(QLatin1String("step_time"));
    if (!isExplicit && (kind.kind == WordKind::Other || kind.kind == WordKind::None || (isTime && *unit != "ms" && *unit != "s")))
        return at;
    end += unit->size();
    std::optional<double> total;
    if (size_t slash = skipBlanks(text, end); unit->empty() && slash < text.size() && text[slash] == '/') {
        slash = skipBlanks(text, slash + 1);
        if (const auto over = numberAt(text.substr(slash)); over && unitAfter(text.substr(slash + over->length))) {
            total = over->value;
            end = slash + over->length;
        }
    }
    ++m_pairs;
    // "throughput: 5457.3 samples/sec"
    if (kind.kind == WordKind::Other && !total && unit->empty() && end < text.size() && text[end] == ' ') {
        const size_t values = size_t(m_line.values.size());
        const size_t after = readNumberWithUnit(text, next);
        if (size_t(m_line.values.size()) > values)
            return after;
    }
    if (kind.kind == WordKind::Step && !m_line.step)
        m_isStepSure = m_isStepSure || isAssigned || (isExplicit && !total);
    assign(key, number->value, number->isWhole, total, *unit);
    return kind.kind == WordKind::Epoch ? readEpochGroup(text, end) : end;
}

void LineScan::readPairs(std::string_view text)
{
    for (size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (isDigit(c)) {
            at = readNumberWithUnit(text, at);
            continue;
        }
        if (!isLetter(c) && c != '_') {
            ++at;
            continue;
        }
        const size_t begin = at;
        while (at < text.size() && isWordPart(text[at]))
            ++at;
        std::string_view key = text.substr(begin, at - begin);
        if (begin > 0 && !mayPrecedeKey(text[begin - 1]) && m_pairs == 0 && text[begin - 1] != '\x1b')
            continue;
        if (begin > 0 && (text[begin - 1] == '-' || text[begin - 1] == '?' || text[begin - 1] == '&' || text[begin - 1] == '%'))
            continue;
        DataSplit split = DataSplit::Train;
        if (isSplitWord(key, &split)) {
            // "Train: 0 [  50/1251 (  4%)]"
            if (split == DataSplit::Train && !m_line.epoch && at < text.size() && text[at] == ':') {
                const size_t numberFrom = skipBlanks(text, at + 1);
                const auto epoch = numberAt(text.substr(numberFrom));
                if (epoch && epoch->isWhole) {
                    const size_t group = readEpochGroup(text, numberFrom + epoch->length);
                    if (group != numberFrom + epoch->length) {
                        m_line.epoch = epoch->value;
                        at = group;
                        continue;
                    }
                }
            }
            m_nextSplit = split;
            if (m_line.values.isEmpty())
                m_split = split;
            continue;
        }
        // "Epoch(train) [1][10/1563]"
        if (at < text.size() && text[at] == '(' && m_words.word(key, DataSplit::Train).kind == WordKind::Epoch) {
            const size_t close = text.find(')', at);
            if (close != std::string_view::npos && isSplitWord(text.substr(at + 1, close - at - 1), &split)) {
                m_split = split;
                at = close + 1;
            }
        }
        const size_t after = readValue(text, at, key);
        m_nextSplit.reset();
        at = std::max(at, after);
    }
}

void LineScan::readSegments(std::string_view text)
{
    for (size_t from = 0; from <= text.size();) {
        size_t to = text.find('|', from);
        if (to == std::string_view::npos)
            to = text.size();
        const std::string_view segment = text.substr(from, to - from);
        from = to + 1;
        // One name of several words before one number.
        const size_t colon = segment.rfind(": ");
        const size_t begin = skipBlanks(segment, 0);
        if (colon != std::string_view::npos && begin < colon && isLetter(segment[begin])) {
            const std::string_view name = segment.substr(begin, colon - begin);
            const bool isName = std::all_of(name.begin(), name.end(),
                                            [](char c) { return isWordPart(c) || c == ' ' || c == '(' || c == ')'; });
            const size_t valueAt = skipBlanks(segment, colon + 1);
            const auto number = isName && name.find(' ') != std::string_view::npos ? numberAt(segment.substr(valueAt)) : std::nullopt;
            if (number) {
                const auto unit = unitAfter(segment.substr(valueAt + number->length));
                const size_t end = valueAt + number->length + (unit ? unit->size() : 0);
                if (unit && skipBlanks(segment, end) >= segment.size()) {
                    DataSplit split = DataSplit::Train;
                    const size_t blank = name.find(' ');
                    if (isSplitWord(name.substr(0, blank), &split)) {
                        m_nextSplit = split;
                        assign(name.substr(blank + 1), number->value, number->isWhole, std::nullopt, *unit);
                    } else {
                        assign(name, number->value, number->isWhole, std::nullopt, *unit);
                    }
                    ++m_pairs;
                    continue;
                }
            }
        }
        readPairs(segment);
    }
}

size_t LineScan::skipNested(std::string_view text, size_t at) const
{
    int depth = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '[' || text[at] == '(' || text[at] == '{') {
            ++depth;
        } else if (text[at] == ']' || text[at] == ')' || text[at] == '}') {
            if (--depth <= 0)
                return at + 1;
        }
    }
    return at;
}

size_t LineScan::readDictValue(std::string_view text, size_t at, const std::string &key, int depth)
{
    if (at >= text.size())
        return at;
    const char c = text[at];
    if (c == '{')
        return depth < kDeepestDict ? readDictLevel(text, at, key + '/', depth + 1) : skipNested(text, at);
    if (c == '[' || c == '(')
        return skipNested(text, at);
    const bool isQuoted = c == '"' || c == '\'';
    size_t begin = isQuoted ? at + 1 : at;
    size_t end;
    if (isQuoted) {
        end = begin;
        while (end < text.size() && text[end] != c)
            end += text[end] == '\\' ? 2 : 1;
        end = std::min(end, text.size());
    } else {
        // tensor(2.3, device='cuda:0'), np.float64(0.5)
        size_t open = begin;
        while (open < text.size() && (isWordPart(text[open])))
            ++open;
        if (open > begin && isLetter(text[begin]) && open < text.size() && text[open] == '(')
            begin = open + 1;
        end = begin;
        while (end < text.size() && text[end] != ',' && text[end] != '}' && text[end] != ')')
            ++end;
    }
    const std::string_view said = text.substr(begin, end - begin);
    if (const auto number = numberAt(said)) {
        const std::string_view rest = said.substr(number->length);
        std::optional<double> total;
        if (!rest.empty() && rest[0] == '/') {
            if (const auto over = numberAt(rest.substr(1)))
                total = over->value;
        }
        if (total || rest.find_first_not_of(" \t%") == std::string_view::npos) {
            // JSON writers turn whole steps into 120.0.
            assign(key, number->value, number->isWhole || isCount(number->value), total, {});
            m_isStepSure = m_isStepSure || m_line.step.has_value();
        }
    }
    if (isQuoted)
        return std::min(end + 1, text.size());
    return begin != at ? skipNested(text, begin - 1) : end;
}

size_t LineScan::readDictLevel(std::string_view text, size_t at, const std::string &prefix, int depth)
{
    ++at;  // the brace
    while (at < text.size()) {
        while (at < text.size() && (isBlank(text[at]) || text[at] == ','))
            ++at;
        if (at >= text.size())
            return at;
        if (text[at] == '}')
            return at + 1;
        const char quote = text[at];
        if (quote != '"' && quote != '\'')
            return text.size();
        size_t end = at + 1;
        while (end < text.size() && text[end] != quote)
            end += text[end] == '\\' ? 2 : 1;
        if (end >= text.size())
            return text.size();
        const std::string key = prefix + std::string(text.substr(at + 1, end - at - 1));
        at = skipBlanks(text, end + 1);
        if (at >= text.size() || text[at] != ':')
            return text.size();
        at = skipBlanks(text, at + 1);
        ++m_pairs;
        at = readDictValue(text, at, key, depth);
        // Unreadable text is skipped up to the next comma.
        while (at < text.size() && text[at] != ',' && text[at] != '}')
            ++at;
    }
    return at;
}

bool LineScan::readDict(std::string_view text)
{
    const size_t inside = text.size() < 2 ? 0 : skipBlanks(text, 1);
    if (inside == 0 || inside >= text.size() || (text[inside] != '"' && text[inside] != '\''))
        return false;
    readDictLevel(text, 0, {}, 0);
    return m_pairs > 0;
}

TrainingLine LineScan::result()
{
    const bool isOfTraining = m_isKnown || m_line.step || m_line.epoch;
    if (!isOfTraining || m_isSummary)
        m_line.values.clear();
    // "Saved at step 200", "Step 3/7 : RUN pip install": not progress by themselves.
    if (m_line.values.isEmpty() && !m_isStepSure) {
        m_line.step.reset();
        m_line.counting = TrainingLine::Counting::Overall;
    }
    if (!m_line.step)
        m_line.totalSteps.reset();
    else if (m_line.counting == TrainingLine::Counting::Overall && m_line.epoch && m_line.totalSteps && isCount(*m_line.epoch))
        m_line.counting = TrainingLine::Counting::MaybeInEpoch;
    return std::move(m_line);
}

}  // namespace trainyard
