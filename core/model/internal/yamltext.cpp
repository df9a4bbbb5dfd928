// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/yamltext.h"

#include <QStringList>

#include <algorithm>

namespace trainyard {

namespace {

// Null or a truth value to some YAML reader.
bool isWord(const QString &text)
{
    static const QStringList kWords{QStringLiteral("null"), QStringLiteral("true"), QStringLiteral("false"), QStringLiteral("yes"),
                                    QStringLiteral("no"),   QStringLiteral("on"),   QStringLiteral("off"),   QStringLiteral("y"),
                                    QStringLiteral("n"),    QStringLiteral("~")};
    return kWords.contains(text.toLower());
}

bool isSeen(QChar c) { return (c >= u' ' && c.unicode() < 0x7f) || (c.isPrint() && c.unicode() > 0xa0 && c.unicode() < 0xd800); }

bool isPlain(const QString &text)
{
    static const QString kSafe = QStringLiteral("_./@+-:");
    const auto isAsciiLetter = [](QChar c) { return c.unicode() < 128 && c.isLetter(); };
    if (text.isEmpty() || text.endsWith(u':') || isWord(text))
        return false;
    if (!isAsciiLetter(text[0]) && text[0] != u'/' && text[0] != u'_')
        return false;
    return std::all_of(text.begin(), text.end(),
                       [&](QChar c) { return isAsciiLetter(c) || (c >= u'0' && c <= u'9') || kSafe.contains(c); });
}

}  // namespace

QByteArray doubleQuoted(const QString &text)
{
    QString quoted = QStringLiteral("\"");
    for (const char32_t c : text.toUcs4()) {
        if (c == U'"' || c == U'\\')
            quoted += u'\\' + QString(QChar(char16_t(c)));
        else if (c == U'\n')
            quoted += QStringLiteral("\\n");
        else if (c == U'\t')
            quoted += QStringLiteral("\\t");
        else if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xfeff || c == 0xfffe || c == 0xffff)
            quoted += QStringLiteral("\\u%1").arg(uint(c), 4, 16, QLatin1Char('0'));
        else
            quoted += QString::fromUcs4(&c, 1);
    }
    return (quoted + u'"').toUtf8();
}

QByteArray inlineText(const QString &text) { return isPlain(text) ? text.toUtf8() : doubleQuoted(text); }

bool readsAsPlain(const QString &text, bool isInBrackets)
{
    static const QString kStarts = QStringLiteral("/_.$"), kBrackets = QStringLiteral(",[]{}?");
    if (text.isEmpty() || isWord(text) || text.endsWith(u' ') || text.endsWith(u':') || text.contains(QLatin1String(": "))
        || text.contains(QLatin1String(" #")))
        return false;
    const bool startsWell = text[0].isLetterOrNumber() || kStarts.contains(text[0])
                            || (text.size() > 1 && (text[0] == u'-' || text[0] == u'~') && text[1] != u' ');
    return startsWell && std::all_of(text.begin(), text.end(), [isInBrackets](QChar c) {
               return isSeen(c) && !(isInBrackets && (kBrackets.contains(c) || c == u':'));
           });
}

QByteArray singleQuoted(const QString &text)
{
    if (!std::all_of(text.begin(), text.end(), isSeen))
        return doubleQuoted(text);
    return '\'' + QString(text).replace(u'\'', QLatin1String("''")).toUtf8() + '\'';
}

bool fitsLiteralBlock(const QString &text)
{
    return !text.isEmpty() && text.trimmed().size() > 0 && text[0] != u' ' && text[0] != u'\n' && !text.endsWith(QLatin1String("\n\n"))
           && !text.endsWith(QLatin1String(" \n"))
           && std::all_of(text.begin(), text.end(), [](QChar c) { return c == u'\n' || isSeen(c); });
}

QByteArray literalLines(const QString &text, qsizetype indent)
{
    QStringList lines = text.split(u'\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    QByteArray block;
    for (const QString &line : std::as_const(lines))
        block += line.isEmpty() ? QByteArray("\n") : QByteArray(indent, ' ') + line.toUtf8() + '\n';
    return block;
}

}  // namespace trainyard
