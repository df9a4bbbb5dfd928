// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/loglead.h"

#include "core/observe/trainlog/rankprefix.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace trainyard {
namespace {

constexpr qsizetype kLevelSearch = 80;  // levels are at the beginning, after time and logger name
constexpr int kMaxParts = 5;
constexpr qsizetype kTimeSearch = 48;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isWord(char c) { return isLetter(c) || isDigit(c) || c == '_'; }

struct Span {
    const char *at, *end;

    char peek(qsizetype ahead = 0) const { return end - at > ahead ? at[ahead] : '\0'; }
    bool take(char c)
    {
        if (peek() != c)
            return false;
        ++at;
        return true;
    }
    bool take(std::string_view word)
    {
        if (size_t(end - at) < word.size() || std::memcmp(at, word.data(), word.size()) != 0)
            return false;
        at += word.size();
        return true;
    }
    bool digits(qsizetype count)
    {
        for (qsizetype i = 0; i < count; ++i) {
            if (!isDigit(peek(i)))
                return false;
        }
        at += count;
        return true;
    }
    void blanks()
    {
        while (peek() == ' ')
            ++at;
    }
    // The separators between the parts of a line's prefix.
    void separator()
    {
        blanks();
        if ((peek() == '-' || peek() == '|' || peek() == ':') && peek(1) == ' ') {
            at += 2;
            blanks();
        }
    }
};

bool takeRank(Span &span, int &rank, bool isFirst)
{
    const auto prefix = rankPrefixOf(QByteArrayView(span.at, span.end - span.at), isFirst);
    if (!prefix)
        return false;
    rank = prefix->rank;
    span.at += prefix->size;
    return true;
}

bool takeClock(Span &s, const char *&begin)
{
    begin = s.at;
    if (!s.digits(2) || !s.take(':') || !s.digits(2) || !s.take(':') || !s.digits(2))
        return false;
    return s.peek() != '<' && !isDigit(s.peek());  // "12:00:41<3:29:02" is the run time of a progress bar
}

bool takeTime(Span &span, const char *&begin)
{
    if (!isDigit(span.peek()) && span.peek() != '[' && span.peek() != '(')
        return false;
    Span s = span;
    const char open = s.take('[') ? ']' : s.take('(') ? ')' : '\0';
    const Span date = s;
    bool isDated = s.digits(4) && (s.peek() == '-' || s.peek() == '/') && (++s.at, s.digits(2)) && (s.peek() == '-' || s.peek() == '/')
                   && (++s.at, s.digits(2)) && (s.take('T') || s.take(' '));
    if (!isDated) {
        s = date;
        isDated = s.digits(2) && (s.peek() == '-' || s.peek() == '/') && (++s.at, s.digits(2)) && s.take(' ');
    }
    if (!isDated)
        s = date;
    if (!takeClock(s, begin))
        return false;
    if ((s.peek() == '.' || s.peek() == ',') && isDigit(s.peek(1))) {
        ++s.at;
        while (isDigit(s.peek()))
            ++s.at;
    }
    if (!s.take('Z') && (s.peek() == '+' || s.peek() == '-') && isDigit(s.peek(1))) {
        Span zone = s;
        ++zone.at;
        if (zone.digits(2) && (zone.take(':'), zone.digits(2)))
            s = zone;
    }
    if (open && !s.take(open))
        return false;
    if (s.at < s.end && isWord(s.peek()))
        return false;
    s.separator();
    span = s;
    return true;
}

using LevelWord = std::pair<std::string_view, LogLevel>;
constexpr std::array<LevelWord, 16> kLevelWords = {{
    {"ERROR", LogLevel::Error},
    {"CRITICAL", LogLevel::Error},
    {"FATAL", LogLevel::Error},
    {"Traceback", LogLevel::Error},
    {"ERR", LogLevel::Error},
    {"WARNING", LogLevel::Warning},
    {"WARN", LogLevel::Warning},
    {"UserWarning", LogLevel::Warning},
    {"FutureWarning", LogLevel::Warning},
    {"DeprecationWarning", LogLevel::Warning},
    {"RuntimeWarning", LogLevel::Warning},
    {"INFO", LogLevel::Info},
    {"DEBUG", LogLevel::Debug},
    {"NOTICE", LogLevel::Info},
    {"TRACE", LogLevel::Debug},
    {"NOTE", LogLevel::Info},
}};

// A complete level word that begins here.
LogLevel levelWord(const char *at, const char *end, qsizetype &length)
{
    switch (*at) {
    case 'E':
    case 'C':
    case 'F':
    case 'T':
    case 'W':
    case 'U':
    case 'D':
    case 'R':
    case 'I':
    case 'N': break;
    default: return LogLevel::None;
    }
    for (const auto &[word, level] : kLevelWords) {
        const auto size = qsizetype(word.size());
        if (*at == word[0] && end - at >= size && std::memcmp(at, word.data(), word.size()) == 0
            && (end - at == size || !isWord(at[size]))) {
            length = size;
            return level;
        }
    }
    return LogLevel::None;
}

bool takeLevel(Span &span, LogLevel &level, const char *&glogTime)
{
    Span s = span;
    const char open = s.take('[') ? ']' : s.take('(') ? ')' : s.take('<') ? '>' : '\0';
    qsizetype length = 0;
    LogLevel found = s.at < s.end ? levelWord(s.at, s.end, length) : LogLevel::None;
    if (found != LogLevel::None && s.take("Traceback"))
        return false;  // a sentence, not a prefix
    if (found == LogLevel::None && !open) {
        // From compilers and shell tools, only with a colon.
        if (s.take("warning:"))
            found = LogLevel::Warning;
        else if (s.take("error:"))
            found = LogLevel::Error;
        else {
            // glog: "W1122 10:59:22.123456".
            const char letter = s.peek();
            Span g = s;
            ++g.at;
            if ((letter == 'I' || letter == 'W' || letter == 'E' || letter == 'F') && s.at < s.end && g.digits(4) && g.take(' ')
                && takeTime(g, glogTime)) {
                level = letter == 'I' ? LogLevel::Info : letter == 'W' ? LogLevel::Warning : LogLevel::Error;
                span = g;
                return true;
            }
            glogTime = nullptr;
            return false;
        }
        s.blanks();
    } else if (found == LogLevel::None) {
        return false;
    } else {
        s.at += length;
        s.blanks();  // "[WARNING ]"
        if (open && !s.take(open))
            return false;
        if (s.take(':'))
            s.blanks();
        else if (s.at < s.end && s.at - span.at == length && s.peek() != ' ' && s.peek() != '|' && s.peek() != '-' && s.peek() != '\t')
            return false;
        s.separator();
    }
    level = found;
    span = s;
    return true;
}

bool endsWith(const char *begin, const char *end, std::string_view tail)
{
    return size_t(end - begin) >= tail.size() && std::memcmp(end - tail.size(), tail.data(), tail.size()) == 0;
}

// "torch.cuda.OutOfMemoryError: …": the first word, including dots, ends like an exception name.
bool isException(const char *at, const char *end)
{
    const char *word = at;
    while (word < end && (isWord(*word) || *word == '.'))
        ++word;
    if (word == at || (word < end && *word != ':'))
        return false;
    return endsWith(at, word, "Error") || endsWith(at, word, "Exception") || endsWith(at, word, "KeyboardInterrupt");
}

}  // namespace

LogLead leadOf(QByteArrayView plain)
{
    LogLead lead;
    const char *const begin = plain.data();
    const char *const end = begin + std::min(plain.size(), kLeadBytes);
    Span span{begin, end};
    const char *time = nullptr;
    for (int part = 0; part < kMaxParts && span.at < end; ++part) {
        const char first = *span.at;
        if (!isWord(first) && first != '[' && first != ' ' && first != '(' && first != '<')
            break;
        const char *found = nullptr;
        if (lead.rank < 0 && takeRank(span, lead.rank, part == 0))
            continue;
        if (!time && takeTime(span, found)) {
            time = found;
            continue;
        }
        found = nullptr;
        if (lead.level == LogLevel::None && takeLevel(span, lead.level, found)) {
            if (found && !time)
                time = found;
            continue;
        }
        break;
    }
    if (time) {
        lead.timeBegin = time - begin;
        lead.timeLength = 8;
    }
    const bool isNothingLeft = span.at >= end && plain.size() <= kLeadBytes;
    if (!isNothingLeft)
        lead.textBegin = span.at - begin;
    const char *const text = span.at;
    if (lead.level == LogLevel::None) {
        const char *const stop = std::min(end, text + kLevelSearch);
        lead.isException = isException(text, stop);
        if (lead.isException)
            lead.level = LogLevel::Error;
        for (const char *at = text; at < stop && lead.level == LogLevel::None;) {
            if (!isWord(*at)) {
                ++at;
                continue;
            }
            qsizetype length = 0;
            lead.level = levelWord(at, end, length);
            while (at < stop && isWord(*at))
                ++at;
        }
    }
    lead.isContinuation = lead.level == LogLevel::None && !time && (text >= end || *text == ' ' || *text == '\t');
    return lead;
}

bool saysTime(QStringView text)
{
    const QStringView head = text.first(std::min(text.size(), kTimeSearch));
    const auto digit = [&head](qsizetype i) { return i < head.size() && head[i] >= u'0' && head[i] <= u'9'; };
    for (qsizetype i = 2; i + 5 < head.size(); ++i) {
        if (head[i] == u':' && head[i + 3] == u':' && digit(i - 2) && digit(i - 1) && digit(i + 1) && digit(i + 2) && digit(i + 4)
            && digit(i + 5) && (i + 6 >= text.size() || text[i + 6] != u'<'))
            return true;
    }
    return false;
}

}  // namespace trainyard
