// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logmatcher.h"

#include <QCoreApplication>

#include <re2/re2.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#if defined(__x86_64__)
#  include <immintrin.h>
#endif

namespace trainyard {
namespace {

constexpr qint64 kExpressionMemory = 8 << 20;  // RE2's own default: enough for its automata to stay fast
constexpr qsizetype kTunedBytes = 32;          // of a text; two of them are chosen, among 496 pairs
constexpr qsizetype kMaxSample = 32 * 1024;    // takes 0.3 ms to analyse

// How common a byte is in logs, by kind; rarer bytes give fewer places to verify.
int commonness(uchar c)
{
    if (c == ' ' || c == 'e' || c == '0' || c == '1' || c == '.' || c == 't')
        return 9;
    if ((c >= '2' && c <= '9') || c == '=' || c == 's' || c == 'a' || c == 'o' || c == 'i' || c == 'n' || c == 'r')
        return 8;
    if (c >= 'a' && c <= 'z')
        return c == 'z' || c == 'q' || c == 'j' || c == 'x' ? 2 : 6;
    if (c == ':' || c == '-' || c == '/' || c == ',' || c == '_' || c == '[' || c == ']')
        return 5;
    return c >= 0x80 ? 4 : 3;
}

uchar folded(uchar c) { return c >= 'A' && c <= 'Z' ? uchar(c | 0x20) : c; }

#if defined(__x86_64__)
struct Pair {
    char first, second, firstFold, secondFold;
    qint64 firstAt, secondAt;
};

// The first position from `from` on where both bytes match. Stops without a candidate when less than a vector is left before `end`: the
// caller searches the rest.
__attribute__((target("avx2"))) qint64 candidateWide(const char *bytes, qint64 from, qint64 end, const Pair &pair)
{
    const __m256i first = _mm256_set1_epi8(pair.first), second = _mm256_set1_epi8(pair.second);
    const __m256i firstFold = _mm256_set1_epi8(pair.firstFold), secondFold = _mm256_set1_epi8(pair.secondFold);
    for (; from + 64 <= end; from += 64) {
        const char *const a = bytes + from + pair.firstAt, *const b = bytes + from + pair.secondAt;
        const auto *const firsts = reinterpret_cast<const __m256i *>(a), *const seconds = reinterpret_cast<const __m256i *>(b);
        const __m256i low = _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_or_si256(_mm256_loadu_si256(firsts), firstFold), first),
                                             _mm256_cmpeq_epi8(_mm256_or_si256(_mm256_loadu_si256(seconds), secondFold), second));
        const __m256i high = _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_or_si256(_mm256_loadu_si256(firsts + 1), firstFold), first),
                                              _mm256_cmpeq_epi8(_mm256_or_si256(_mm256_loadu_si256(seconds + 1), secondFold), second));
        if (_mm256_testz_si256(_mm256_or_si256(low, high), _mm256_set1_epi8(-1)))
            continue;
        const quint64 mask = quint64(quint32(_mm256_movemask_epi8(low))) | quint64(quint32(_mm256_movemask_epi8(high))) << 32;
        return from + __builtin_ctzll(mask);
    }
    return from;
}

qint64 candidateNarrow(const char *bytes, qint64 from, qint64 end, const Pair &pair)
{
    const __m128i first = _mm_set1_epi8(pair.first), second = _mm_set1_epi8(pair.second);
    const __m128i firstFold = _mm_set1_epi8(pair.firstFold), secondFold = _mm_set1_epi8(pair.secondFold);
    for (; from + 16 <= end; from += 16) {
        const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + from + pair.firstAt));
        const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + from + pair.secondAt));
        const int mask = _mm_movemask_epi8(
            _mm_and_si128(_mm_cmpeq_epi8(_mm_or_si128(a, firstFold), first), _mm_cmpeq_epi8(_mm_or_si128(b, secondFold), second)));
        if (mask)
            return from + __builtin_ctz(unsigned(mask));
    }
    return from;
}
#endif

QString problemOf(const re2::RE2 &expression)
{
    const QString piece = QString::fromStdString(expression.error_arg()).left(40);
    switch (expression.error_code()) {
    case re2::RE2::ErrorMissingBracket:
        return QCoreApplication::translate("trainyard::LogMatcher", "A [ is not closed in this expression.");
    case re2::RE2::ErrorMissingParen: return QCoreApplication::translate("trainyard::LogMatcher", "A ( is not closed in this expression.");
    case re2::RE2::ErrorUnexpectedParen:
        return QCoreApplication::translate("trainyard::LogMatcher", "A ) has no ( before it in this expression.");
    case re2::RE2::ErrorTrailingBackslash:
        return QCoreApplication::translate("trainyard::LogMatcher", "Nothing follows the \\ at the end of this expression.");
    case re2::RE2::ErrorRepeatArgument:
        return QCoreApplication::translate("trainyard::LogMatcher", "There is nothing before “%1” to repeat.").arg(piece);
    case re2::RE2::ErrorRepeatSize:
    case re2::RE2::ErrorPatternTooLarge:
        return QCoreApplication::translate("trainyard::LogMatcher", "This expression repeats too much; use smaller numbers.");
    case re2::RE2::ErrorBadCharRange:
        return QCoreApplication::translate("trainyard::LogMatcher", "The range “%1” runs backwards.").arg(piece);
    case re2::RE2::ErrorBadEscape:
    case re2::RE2::ErrorBadPerlOp:
        return QCoreApplication::translate("trainyard::LogMatcher",
                                           "“%1” is not supported: look-around and back references are left out so that "
                                           "every search ends.")
            .arg(piece);
    default: return QCoreApplication::translate("trainyard::LogMatcher", "This is not a valid regular expression: check “%1”.").arg(piece);
    }
}

}  // namespace

LogMatcher::LogMatcher(const LogQuery &query) : m_query(query)
{
    m_query.text.truncate(kMaxQuery);
    if (isEmpty())
        return;
    if (query.isExpression) {
        re2::RE2::Options options;
        options.set_max_mem(kExpressionMemory);
        options.set_log_errors(false);
        options.set_case_sensitive(query.isCaseSensitive);
        options.set_never_nl(true);
        const QByteArray pattern = "(?m)" + m_query.text.toUtf8();
        m_expression = std::make_unique<re2::RE2>(re2::StringPiece(pattern.constData(), size_t(pattern.size())), options);
        if (!m_expression->ok())
            m_problem = problemOf(*m_expression);
        return;
    }
    m_needle = m_query.text.toUtf8();
    m_staysInState = !m_needle.contains('\n') && !m_needle.contains('\r');
    m_folds = QByteArray(m_needle.size(), '\0');
    if (!query.isCaseSensitive) {
        for (qsizetype i = 0; i < m_needle.size(); ++i) {
            m_needle[i] = char(folded(uchar(m_needle[i])));
            if (m_needle[i] >= 'a' && m_needle[i] <= 'z')
                m_folds[i] = 0x20;
        }
    }
    for (qsizetype i = 0; i < m_needle.size(); ++i) {
        if (commonness(uchar(m_needle[i])) < commonness(uchar(m_needle[m_first])))
            m_first = i;
    }
    m_second = m_first == 0 && m_needle.size() > 1 ? 1 : 0;
    for (qsizetype i = 0; i < m_needle.size(); ++i) {
        if (i != m_first && m_needle[i] != m_needle[m_first]
            && (m_needle[m_second] == m_needle[m_first] || commonness(uchar(m_needle[i])) < commonness(uchar(m_needle[m_second]))))
            m_second = i;
    }
#if defined(__x86_64__)
    m_hasWideVectors = __builtin_cpu_supports("avx2");
#endif
}

LogMatcher::~LogMatcher() = default;

void LogMatcher::tuneTo(QByteArrayView sample)
{
    const qsizetype count = std::min(m_needle.size(), kTunedBytes);
    const qsizetype words = (std::min(sample.size(), kMaxSample) - count) / 64;
    if (m_expression || count < 2 || words < 1)
        return;
    // One bit per sample position and byte of the text: whether the byte would match there.
    std::vector<quint64> bits(size_t(count * words));
    for (qsizetype i = 0; i < count; ++i) {
        for (qsizetype word = 0; word < words; ++word) {
            quint64 found = 0;
            for (qsizetype bit = 0; bit < 64; ++bit)
                found |= quint64((sample[word * 64 + bit + i] | m_folds[i]) == m_needle[i]) << bit;
            bits[size_t(i * words + word)] = found;
        }
    }
    qsizetype fewest = -1;
    int mostCommon = 0;
    for (qsizetype i = 0; i < count; ++i) {
        for (qsizetype k = i + 1; k < count; ++k) {
            qsizetype both = 0;
            for (qsizetype word = 0; word < words; ++word)
                both += std::popcount(bits[size_t(i * words + word)] & bits[size_t(k * words + word)]);
            const int common = commonness(uchar(m_needle[i])) + commonness(uchar(m_needle[k]));
            if (fewest >= 0 && (both > fewest || (both == fewest && common >= mostCommon)))
                continue;
            fewest = both;
            mostCommon = common;
            m_first = i;
            m_second = k;
        }
    }
}

bool LogMatcher::isAt(const char *bytes) const
{
    if (m_query.isCaseSensitive)
        return std::memcmp(bytes, m_needle.constData(), size_t(m_needle.size())) == 0;
    for (qsizetype i = 0; i < m_needle.size(); ++i) {
        if ((bytes[i] | m_folds[i]) != m_needle[i])
            return false;
    }
    return true;
}

qint64 LogMatcher::findText(const char *bytes, qint64 size, qint64 from) const
{
    const qint64 end = size - m_needle.size() + 1;  // no match begins here or later
    if (m_needle.size() == 1 && !m_folds[0]) {
        const void *const at = from < end ? std::memchr(bytes + from, m_needle[0], size_t(end - from)) : nullptr;
        return at ? static_cast<const char *>(at) - bytes : -1;
    }
#if defined(__x86_64__)
    const Pair pair{m_needle[m_first], m_needle[m_second], m_folds[m_first], m_folds[m_second], m_first, m_second};
    while (from < end) {
        const qint64 at = m_hasWideVectors ? candidateWide(bytes, from, end, pair) : candidateNarrow(bytes, from, end, pair);
        if (at + (m_hasWideVectors ? 64 : 16) > end) {
            from = at;  // the rest is shorter than a vector, or contains the candidate
            break;
        }
        if (isAt(bytes + at))
            return at;
        from = at + 1;
    }
#endif
    for (; from < end; ++from) {
        if ((bytes[from + m_first] | m_folds[m_first]) == m_needle[m_first] && isAt(bytes + from))
            return from;
    }
    return -1;
}

LogMatcher::Match LogMatcher::next(const char *bytes, qint64 size, qint64 from) const
{
    if (!isUsable())
        return {};
    if (!m_expression) {
        const qint64 at = findText(bytes, size, from);
        return at < 0 ? Match{} : Match{at, m_needle.size()};
    }
    const re2::StringPiece text(bytes, size_t(size));
    while (from < size) {
        re2::StringPiece found;
        if (!m_expression->Match(text, size_t(from), size_t(size), re2::RE2::UNANCHORED, &found, 1))
            return {};
        const qint64 begin = found.data() - bytes;
        if (!found.empty())
            return {begin, qint64(found.size())};
        from = begin + 1;  // an expression that can also match the empty string
    }
    return {};
}

}  // namespace trainyard
