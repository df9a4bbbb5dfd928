// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/seentext.h"

namespace trainyard {

namespace {

// Where the character that begins at `at` ends, and what it is.
qsizetype characterAt(const QString &text, qsizetype at, char32_t &character)
{
    const bool isPair = text[at].isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate();
    character = isPair ? QChar::surrogateToUcs4(text[at], text[at + 1]) : text[at].unicode();
    return at + (isPair ? 2 : 1);
}

// Unicode 15, 9.2 and 14.10: signs that enclose or span the digits that follow.
bool isSign(char32_t c)
{
    return (c >= 0x600 && c <= 0x605) || c == 0x6dd || c == 0x70f || c == 0x890 || c == 0x891 || c == 0x8e2 || c == 0x110bd || c == 0x110cd;
}

// Letters and marks of Unicode's Default_Ignorable_Code_Point, except the selectors that choose the form of an emoji.
bool isBlank(char32_t c)
{
    return c == 0x34f || c == 0x115f || c == 0x1160 || c == 0x17b4 || c == 0x17b5 || c == 0x3164 || c == 0xffa0
           || (c >= 0xe0000 && c <= 0xe0fff);
}

}  // namespace

bool isUnseen(char32_t character)
{
    if (character >= 0x20 && character < 0x7f)
        return false;
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return true;
    case QChar::Other_Format: return !isSign(character);
    default: return isBlank(character);
    }
}

bool hasUnseen(const QString &text, QStringView kept)
{
    for (qsizetype at = 0; at < text.size();) {
        const QChar unit = text[at];
        char32_t character = 0;
        at = characterAt(text, at, character);
        if (isUnseen(character) && !kept.contains(unit))
            return true;
    }
    return false;
}

QString seenText(const QString &text, QStringView kept, QChar mark)
{
    if (!hasUnseen(text, kept))
        return text;
    QString seen;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype begin = at;
        char32_t character = 0;
        at = characterAt(text, at, character);
        if (isUnseen(character) && !kept.contains(text[begin]))
            seen += mark;
        else
            seen += QStringView(text).sliced(begin, at - begin);
    }
    return seen;
}

}  // namespace trainyard
