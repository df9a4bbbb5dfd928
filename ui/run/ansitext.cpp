#include "ui/run/ansitext.h"

#include <QChar>

#include <algorithm>
#include <array>

namespace trainyard {
namespace {

constexpr int kTabColumns = 8;
constexpr qsizetype kLevelSearch = 80;      // levels stand at the beginning, after time and logger name
constexpr qsizetype kLongestParameters = 64;   // longer escape sequences are not colours

AnsiColor basic(int index)      // 0–15
{
    return AnsiColor(index + 1);
}

AnsiColor fromRgb(int red, int green, int blue)
{
    const int high = std::max({red, green, blue}), low = std::min({red, green, blue});
    if (high - low < 40)      // grey
        return high < 64 ? AnsiColor::Black : high < 160 ? AnsiColor::BrightBlack
                                                         : high < 224 ? AnsiColor::White : AnsiColor::BrightWhite;
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

// 38 or 48 with what follows; leaves `at` on the last parameter used.
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
    at = codes.size();      // torn: the rest belongs to it
    return otherwise;
}

void applySgr(const QByteArray &parameters, AnsiStyle &style)
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
            return;      // private sequence, not a colour
        }
    }
    codes.append(code);
    for (qsizetype i = 0; i < codes.size(); ++i) {
        const int c = codes[i];
        if (c == 0) style = {};
        else if (c == 1) style.isBold = true;
        else if (c == 2) style.isFaint = true;
        else if (c == 4) style.isUnderlined = true;
        else if (c == 7) style.isInverse = true;
        else if (c == 22) style.isBold = style.isFaint = false;
        else if (c == 24) style.isUnderlined = false;
        else if (c == 27) style.isInverse = false;
        else if (c >= 30 && c <= 37) style.foreground = basic(c - 30);
        else if (c == 38) style.foreground = extendedColor(codes, i, style.foreground);
        else if (c == 39) style.foreground = AnsiColor::Default;
        else if (c >= 40 && c <= 47) style.background = basic(c - 40);
        else if (c == 48) style.background = extendedColor(codes, i, style.background);
        else if (c == 49) style.background = AnsiColor::Default;
        else if (c >= 90 && c <= 97) style.foreground = basic(c - 90 + 8);
        else if (c >= 100 && c <= 107) style.background = basic(c - 100 + 8);
    }
}

// Position after the escape sequence that begins at `at`; SGR changes the style.
qsizetype skipEscape(const QByteArray &bytes, qsizetype at, AnsiStyle &style)
{
    qsizetype i = at + 1;
    if (i >= bytes.size())
        return i;
    const char kind = bytes[i++];
    if (kind == '[') {
        const qsizetype begin = i;
        while (i < bytes.size() && bytes[i] >= 0x20 && bytes[i] <= 0x3f)
            ++i;
        if (i < bytes.size() && bytes[i] == 'm' && i - begin <= kLongestParameters)
            applySgr(bytes.mid(begin, i - begin), style);
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
        ++i;      // intermediate bytes
    return i;
}

void appendSafe(QString &text, int &column, const QByteArray &piece)
{
    const QString decoded = QString::fromUtf8(piece);
    for (qsizetype i = 0; i < decoded.size(); ++i) {
        const QChar c = decoded[i];
        const ushort u = c.unicode();
        if (u == '\t') {
            const int blanks = kTabColumns - column % kTabColumns;
            text.append(QString(blanks, QLatin1Char(' ')));
            column += blanks;
            continue;
        }
        if (u < 0x20)
            text.append(QChar(ushort(0x2400 + u)));
        else if (u == 0x7f)
            text.append(QChar(ushort(0x2421)));
        else if ((u >= 0x80 && u < 0xa0) || (u >= 0x202a && u <= 0x202e) || (u >= 0x2066 && u <= 0x2069)
                 || u == 0x2028 || u == 0x2029 || u == 0xfeff)
            text.append(QChar(QChar::ReplacementCharacter));
        else
            text.append(c);
        ++column;
    }
}

}  // namespace

AnsiText parseAnsi(const QByteArray &bytes)
{
    AnsiText result;
    AnsiStyle style;
    bool isStyled = false;
    int column = 0;
    qsizetype begin = 0;
    const auto flush = [&](qsizetype end) {
        if (end <= begin)
            return;
        const qsizetype from = result.text.size();
        appendSafe(result.text, column, bytes.mid(begin, end - begin));
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
    return result;
}

LogLevel logLevel(const QString &text)
{
    static const std::array<std::pair<QLatin1String, LogLevel>, 9> kWords = {{
        {QLatin1String("ERROR"), LogLevel::Error},     {QLatin1String("CRITICAL"), LogLevel::Error},
        {QLatin1String("FATAL"), LogLevel::Error},     {QLatin1String("Traceback"), LogLevel::Error},
        {QLatin1String("ERR"), LogLevel::Error},       {QLatin1String("WARNING"), LogLevel::Warning},
        {QLatin1String("WARN"), LogLevel::Warning},    {QLatin1String("UserWarning"), LogLevel::Warning},
        {QLatin1String("FutureWarning"), LogLevel::Warning},
    }};
    const QString head = text.left(kLevelSearch);
    LogLevel found = LogLevel::None;
    qsizetype first = head.size();
    for (const auto &[word, level] : kWords) {
        const qsizetype at = head.indexOf(word);
        if (at < 0 || at >= first)
            continue;
        const qsizetype after = at + word.size();
        const auto isWordCharacter = [](QChar c) { return c.isLetterOrNumber() || c == QLatin1Char('_'); };
        if ((at > 0 && isWordCharacter(head[at - 1])) || (after < head.size() && isWordCharacter(head[after])))
            continue;
        first = at;
        found = level;
    }
    return found;
}

int cellWidth(char32_t c)
{
    if (c < 0x300)
        return 1;
    const QChar::Category category = QChar::category(c);
    if (category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing || category == QChar::Other_Format)
        return 0;
    const bool isWide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0x303e) || (c >= 0x3041 && c <= 0xa4cf)
                        || (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff)
                        || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60)
                        || (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff)
                        || (c >= 0x20000 && c <= 0x3fffd);
    return isWide ? 2 : 1;
}

}  // namespace trainyard
