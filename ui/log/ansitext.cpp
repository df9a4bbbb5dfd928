// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/ansitext.h"

#include "core/base/seentext.h"

#include <QChar>

#include <algorithm>
#include <array>

namespace trainyard {
namespace {

constexpr int kTabColumns = 8;
constexpr qsizetype kMaxParameters = 64;  // longer escape sequences are not colours

AnsiColor basic(int index)  // 0–15
{
    return AnsiColor(index + 1);
}

AnsiColor fromRgb(int red, int green, int blue)
{
    const int high = std::max({red, green, blue}), low = std::min({red, green, blue});
    if (high - low < 40)  // grey
        return high < 64 ? AnsiColor::Black : high < 160 ? AnsiColor::BrightBlack : high < 224 ? AnsiColor::White : AnsiColor::BrightWhite;
    const int half = (high + low) / 2;
    const int bits = (red > half ? 1 : 0) | (green > half ? 2 : 0) | (blue > half ? 4 : 0);
    return basic(bits + (high > 200 ? 8 : 0));
}

AnsiColor from256(int index)
{
    if (index < 16)
        return basic(index);
    if (index >= 232) {
        const int grey = 8 + (index - 232) * 10;
        return fromRgb(grey, grey, grey);
    }
    static constexpr std::array<int, 6> kLevels = {0, 95, 135, 175, 215, 255};
    const int cube = index - 16;
    return fromRgb(kLevels[size_t(cube / 36)], kLevels[size_t(cube / 6 % 6)], kLevels[size_t(cube % 6)]);
}

// 38 or 48 with its parameters; leaves `at` on the last parameter used.
AnsiColor extendedColor(const QList<int> &codes, qsizetype &at, AnsiColor otherwise)
{
    const auto byte = [&codes](qsizetype i) { return std::clamp(codes[i], 0, 255); };
    if (at + 2 < codes.size() && codes[at + 1] == 5) {
        at += 2;
        return from256(byte(at));
    }
    if (at + 4 < codes.size() && codes[at + 1] == 2) {
        at += 4;
        return fromRgb(byte(at - 2), byte(at - 1), byte(at));
    }
    at = codes.size();  // incomplete: the rest belongs to it
    return otherwise;
}

void applySgr(QByteArrayView parameters, AnsiStyle &style)
{
    QList<int> codes;
    int code = 0;
    for (const char c : parameters) {
        if (c >= '0' && c <= '9')
            code = std::min(code * 10 + (c - '0'), 9999);
        else if (c == ';' || c == ':') {
            codes.append(code);
            code = 0;
        } else {
            return;  // private sequence, not a colour
        }
    }
    codes.append(code);
    for (qsizetype i = 0; i < codes.size(); ++i) {
        const int c = codes[i];
        if (c == 0)
            style = {};
        else if (c == 1)
            style.isBold = true;
        else if (c == 2)
            style.isFaint = true;
        else if (c == 4)
            style.isUnderlined = true;
        else if (c == 7)
            style.isInverse = true;
        else if (c == 22)
            style.isBold = style.isFaint = false;
        else if (c == 24)
            style.isUnderlined = false;
        else if (c == 27)
            style.isInverse = false;
        else if (c >= 30 && c <= 37)
            style.foreground = basic(c - 30);
        else if (c == 38)
            style.foreground = extendedColor(codes, i, style.foreground);
        else if (c == 39)
            style.foreground = AnsiColor::Default;
        else if (c >= 40 && c <= 47)
            style.background = basic(c - 40);
        else if (c == 48)
            style.background = extendedColor(codes, i, style.background);
        else if (c == 49)
            style.background = AnsiColor::Default;
        else if (c >= 90 && c <= 97)
            style.foreground = basic(c - 90 + 8);
        else if (c >= 100 && c <= 107)
            style.background = basic(c - 100 + 8);
    }
}

// SGR changes the style.
qsizetype skipEscape(QByteArrayView bytes, qsizetype at, AnsiStyle &style)
{
    qsizetype i = at + 1;
    if (i >= bytes.size())
        return i;
    const char kind = bytes[i++];
    if (kind == '[') {
        const qsizetype begin = i;
        while (i < bytes.size() && bytes[i] >= 0x20 && bytes[i] <= 0x3f)
            ++i;
        if (i < bytes.size() && bytes[i] == 'm' && i - begin <= kMaxParameters)
            applySgr(bytes.sliced(begin, i - begin), style);
        // A byte that cannot end a sequence is text again.
        return i < bytes.size() && bytes[i] >= 0x40 && bytes[i] <= 0x7e ? i + 1 : i;
    }
    if (kind == ']' || kind == 'P' || kind == '^' || kind == '_' || kind == 'X') {
        for (; i < bytes.size(); ++i) {
            if (bytes[i] == '\a')
                return i + 1;
            if (bytes[i] == '\x1b')
                return i + 1 < bytes.size() && bytes[i + 1] == '\\' ? i + 2 : i;
        }
        return i;
    }
    while (i < bytes.size() && bytes[i - 1] >= 0x20 && bytes[i - 1] <= 0x2f)
        ++i;  // intermediate bytes
    return i;
}

// Length of the character at `at` and its code; 1 and the replacement character if the bytes are not valid UTF-8. Source: Unicode 15, table
// 3-7.
int decode(QByteArrayView bytes, qsizetype at, char32_t &code)
{
    const auto byte = [&](qsizetype i) { return at + i < bytes.size() ? uchar(bytes[at + i]) : uchar(0); };
    const auto isTail = [&](qsizetype i, uchar low = 0x80, uchar high = 0xbf) { return byte(i) >= low && byte(i) <= high; };
    const uchar first = byte(0);
    if (first < 0x80) {
        code = first;
        return 1;
    }
    if (first >= 0xc2 && first <= 0xdf && isTail(1)) {
        code = char32_t((first & 0x1f) << 6 | (byte(1) & 0x3f));
        return 2;
    }
    if (first >= 0xe0 && first <= 0xef && isTail(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf) && isTail(2)) {
        code = char32_t((first & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f));
        return 3;
    }
    if (first >= 0xf0 && first <= 0xf4 && isTail(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf) && isTail(2) && isTail(3)) {
        code = char32_t((first & 0x07) << 18 | (byte(1) & 0x3f) << 12 | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f));
        return 4;
    }
    code = QChar::ReplacementCharacter;
    return 1;
}

struct Builder {
    QString &text;
    std::vector<int> &origins;
    int column = 0;
    bool isAlike = true;  // unit n comes from byte n, throughout

    void put(char32_t c, qsizetype origin)
    {
        isAlike = isAlike && origin == text.size();
        if (QChar::requiresSurrogates(c)) {
            text.append(QChar(QChar::highSurrogate(c)));
            text.append(QChar(QChar::lowSurrogate(c)));
            origins.insert(origins.end(), 2, int(origin));
        } else {
            text.append(QChar(ushort(c)));
            origins.push_back(int(origin));
        }
        ++column;
    }

    void append(QByteArrayView bytes, qsizetype from, qsizetype to)
    {
        for (qsizetype i = from; i < to;) {
            char32_t c = 0;
            const qsizetype at = i;
            i += decode(bytes.first(to), i, c);
            if (c == U'\t') {
                for (int blanks = kTabColumns - column % kTabColumns; blanks > 0; --blanks)
                    put(U' ', at);
            } else if (c < 0x20) {
                put(0x2400 + c, at);
            } else if (c == 0x7f) {
                put(0x2421, at);
            } else if (isUnseen(c)) {
                put(QChar::ReplacementCharacter, at);
            } else {
                put(c, at);
            }
        }
    }
};

}  // namespace

qsizetype escapeEnd(QByteArrayView bytes, qsizetype at)
{
    AnsiStyle style;
    return skipEscape(bytes, at, style);
}

qsizetype AnsiText::positionOf(qsizetype byte) const
{
    if (origins.empty())
        return std::clamp<qsizetype>(byte, 0, text.size());
    return std::lower_bound(origins.begin(), origins.end(), byte) - origins.begin();
}

AnsiText parseAnsi(const QByteArray &bytes)
{
    AnsiText result;
    AnsiStyle style;
    bool isStyled = false;
    Builder builder{result.text, result.origins, 0, true};
    result.text.reserve(bytes.size());
    result.origins.reserve(size_t(bytes.size()));
    qsizetype begin = 0;
    const auto flush = [&](qsizetype end) {
        if (end <= begin)
            return;
        const qsizetype from = result.text.size();
        builder.append(bytes, begin, end);
        if (!result.runs.isEmpty() && result.runs.last().style == style)
            result.runs.last().length += result.text.size() - from;
        else
            result.runs.append({from, result.text.size() - from, style});
        isStyled = isStyled || style != AnsiStyle{};
    };
    for (qsizetype i = bytes.indexOf('\x1b'); i >= 0; i = bytes.indexOf('\x1b', begin)) {
        flush(i);
        begin = skipEscape(bytes, i, style);
    }
    flush(bytes.size());
    if (!isStyled)
        result.runs.clear();
    // Text with one byte per unit, as in most lines, needs no map.
    if (builder.isAlike && result.text.size() == bytes.size())
        std::vector<int>().swap(result.origins);
    return result;
}

int cellWidth(char32_t c)
{
    if (c < 0x300)
        return 1;
    const QChar::Category category = QChar::category(c);
    if (category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing || category == QChar::Other_Format)
        return 0;
    const bool isWide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0x303e) || (c >= 0x3041 && c <= 0xa4cf)
                        || (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f)
                        || (c >= 0xff00 && c <= 0xff60) || (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff)
                        || (c >= 0x20000 && c <= 0x3fffd);
    return isWide ? 2 : 1;
}

}  // namespace trainyard
