// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle/picklereading.h"

#include <charconv>
#include <limits>

namespace trainyard {

namespace {

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

QByteArrayView trimmed(QByteArrayView text)
{
    while (!text.isEmpty() && isSpace(text.front()))
        text = text.sliced(1);
    while (!text.isEmpty() && isSpace(text.back()))
        text.chop(1);
    return text;
}

int hexDigit(char c)
{
    const char lower = char(c | 0x20);
    return c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

void appendUtf8(QByteArray &out, char32_t c)
{
    // Lone surrogates too, as with "surrogatepass".
    if (c < 0x80) {
        out += char(c);
    } else if (c < 0x800) {
        out += char(0xc0 | (c >> 6));
        out += char(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        out += char(0xe0 | (c >> 12));
        out += char(0x80 | ((c >> 6) & 0x3f));
        out += char(0x80 | (c & 0x3f));
    } else {
        out += char(0xf0 | (c >> 18));
        out += char(0x80 | ((c >> 12) & 0x3f));
        out += char(0x80 | ((c >> 6) & 0x3f));
        out += char(0x80 | (c & 0x3f));
    }
}

}  // namespace

std::optional<qint64> pickleInteger(QByteArrayView text, int base)
{
    text = trimmed(text);
    const bool isNegative = text.startsWith('-');
    if (isNegative || text.startsWith('+'))
        text = text.sliced(1);
    int radix = 10;
    if (base == 0 && text.size() > 1 && text[0] == '0') {
        const char letter = char(text[1] | 0x20);
        radix = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 8;
        text = text.sliced(letter == 'x' || letter == 'o' || letter == 'b' ? 2 : 1);
    }
    quint64 value = 0;
    bool hasDigit = false;
    for (const char c : text) {
        if (c == '_' && hasDigit)
            continue;
        const char lower = char(c | 0x20);
        const int digit = c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
        if (digit >= radix || __builtin_mul_overflow(value, quint64(radix), &value)
            || __builtin_add_overflow(value, quint64(digit), &value))
            return std::nullopt;
        hasDigit = true;
    }
    if (!hasDigit || value > quint64(std::numeric_limits<qint64>::max()))
        return std::nullopt;
    return isNegative ? -qint64(value) : qint64(value);
}

std::optional<double> pickleReal(QByteArrayView text)
{
    text = trimmed(text);
    const char *first = text.data(), *last = first + text.size();
    if (first != last && *first == '+')
        ++first;
    double value = 0;
    const auto [end, error] = std::from_chars(first, last, value);
    if (error == std::errc::result_out_of_range)
        return text.startsWith('-') ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    if (error != std::errc() || end != last)
        return std::nullopt;
    return value;
}

bool appendUnescaped(QByteArray &out, QByteArrayView text)
{
    constexpr QByteArrayView letters = "\\'\"abfnrtv", meant = "\\'\"\a\b\f\n\r\t\v";
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            out += text[i];
            continue;
        }
        if (++i == text.size())
            return false;
        const char c = text[i];
        if (const qsizetype which = letters.indexOf(c); which >= 0) {
            out += meant[which];
        } else if (c == 'x') {
            const int high = i + 1 < text.size() ? hexDigit(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? hexDigit(text[i + 2]) : -1;
            if (high < 0 || low < 0)
                return false;
            out += char(high * 16 + low);
            i += 2;
        } else if (c >= '0' && c <= '7') {
            int value = 0;
            for (int digits = 0; digits < 3 && i < text.size() && text[i] >= '0' && text[i] <= '7'; ++digits, ++i)
                value = value * 8 + text[i] - '0';
            --i;
            out += char(value);
        } else {
            out += '\\';
            out += c;
        }
    }
    return true;
}

bool appendRawUnicode(QByteArray &out, QByteArrayView text)
{
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size() || (text[i + 1] | 0x20) != 'u') {
            appendUtf8(out, quint8(text[i]));
            // In a pair of backslashes the second one does not start an escape.
            if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\\')
                appendUtf8(out, quint8(text[++i]));
            continue;
        }
        const qsizetype digits = text[i + 1] == 'u' ? 4 : 8;
        if (text.size() - i - 2 < digits)
            return false;
        quint32 value = 0;
        for (qsizetype k = 0; k < digits; ++k) {
            const int digit = hexDigit(text[i + 2 + k]);
            if (digit < 0 || value > 0x10ffff)
                return false;
            value = value * 16 + quint32(digit);
        }
        if (value > 0x10ffff)
            return false;
        appendUtf8(out, value);
        i += 1 + digits;
    }
    return true;
}

}  // namespace trainyard
