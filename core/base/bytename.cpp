// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytename.h"

#include "core/base/seentext.h"

namespace trainyard {

namespace {

constexpr char32_t kNoCharacter = 0xffffffff;

// The character that begins at `at` in UTF-8 and how many bytes it has; kNoCharacter and 1 where there is none.
char32_t characterOf(const QByteArray &bytes, qsizetype at, qsizetype &length)
{
    const auto byte = [&bytes](qsizetype i) { return i < bytes.size() ? uchar(bytes[i]) : uchar(0); };
    const uchar first = byte(at);
    length = 1;
    if (first < 0x80)
        return first;
    const int more = first >= 0xc2 && first < 0xe0 ? 1 : (first & 0xf0) == 0xe0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : 0;
    if (more == 0)
        return kNoCharacter;
    char32_t character = first & (0x3f >> more);
    for (int i = 1; i <= more; ++i) {
        if ((byte(at + i) & 0xc0) != 0x80)
            return kNoCharacter;
        character = (character << 6) | (byte(at + i) & 0x3f);
    }
    // Longer than needed, half of a pair, or beyond Unicode.
    const char32_t least = more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000;
    if (character < least || (character >= 0xd800 && character < 0xe000) || character > 0x10ffff)
        return kNoCharacter;
    length = more + 1;
    return character;
}

QString escaped(char letter, uint value, int digits)
{
    return QStringLiteral("\\%1%2").arg(QLatin1Char(letter)).arg(value, digits, 16, QLatin1Char('0'));
}

// The value of exactly `digits` hexadecimal digits at `at`; kNoCharacter where there are none.
char32_t hexAt(const QString &text, qsizetype at, int digits)
{
    char32_t value = 0;
    for (int i = 0; i < digits; ++i) {
        const char c = at + i < text.size() ? text[at + i].toLatin1() : '\0';
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            return kNoCharacter;
        value = value * 16 + char32_t(digit);
    }
    return value;
}

}  // namespace

QString shownBytes(const QByteArray &name)
{
    QString shown;
    shown.reserve(name.size());
    for (qsizetype at = 0; at < name.size();) {
        qsizetype length = 0;
        const char32_t character = characterOf(name, at, length);
        if (character == kNoCharacter)
            shown += escaped('x', uchar(name[at]), 2);
        else if (character == U'\\')
            shown += QLatin1String("\\\\");
        else if (character == U'\n')
            shown += QLatin1String("\\n");
        else if (character == U'\t')
            shown += QLatin1String("\\t");
        else if (!isUnseen(character))
            shown += QString::fromUcs4(&character, 1);
        else if (character < 0x80)
            shown += escaped('x', character, 2);
        else if (character < 0x10000)
            shown += escaped('u', character, 4);
        else
            shown += escaped('U', character, 8);
        at += length;
    }
    return shown;
}

QByteArray bytesOfShown(const QString &shown)
{
    QByteArray name;
    qsizetype begin = 0;
    const auto takeUpTo = [&](qsizetype end) { name += QStringView(shown).sliced(begin, end - begin).toUtf8(); };
    for (qsizetype at = shown.indexOf(u'\\'); at >= 0 && at + 1 < shown.size(); at = shown.indexOf(u'\\', at)) {
        const char letter = shown[at + 1].toLatin1();
        const int digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
        const char32_t value = digits > 0 ? hexAt(shown, at + 2, digits) : kNoCharacter;
        const bool isPlain = letter == '\\' || letter == 'n' || letter == 't';
        if (!isPlain && (value == kNoCharacter || value > 0x10ffff)) {
            ++at;
            continue;
        }
        takeUpTo(at);
        if (isPlain)
            name += letter == 'n' ? '\n' : letter == 't' ? '\t' : '\\';
        else if (letter == 'x')
            name += char(value);
        else
            name += QString::fromUcs4(&value, 1).toUtf8();
        begin = at = at + 2 + digits;
    }
    takeUpTo(shown.size());
    return name;
}

}  // namespace trainyard
