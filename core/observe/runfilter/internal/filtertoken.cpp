// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/runfilter/internal/filtertoken.h"

#include <optional>

namespace trainyard {

namespace {

QChar plainSign(QChar c)
{
    switch (c.unicode()) {
    case 0xFF1A: return u':';
    case 0xFF1C: return u'<';
    case 0xFF1D: return u'=';
    case 0xFF1E: return u'>';
    case 0xFF0D: return u'-';
    case 0xFF02:
    case 0x201C:
    case 0x201D: return u'"';
    default: return c;
    }
}

bool isNamePart(QChar c) { return c.isLetterOrNumber() || c == u'_'; }

// Moves `at` behind the sign.
std::optional<FilterSign> readSign(QStringView text, qsizetype &at)
{
    if (at >= text.size())
        return std::nullopt;
    const QChar sign = plainSign(text[at]);
    if (sign != u':' && sign != u'=' && sign != u'<' && sign != u'>')
        return std::nullopt;
    ++at;
    if (sign == u':')
        return FilterSign::Has;
    if (sign == u'=')
        return FilterSign::Equal;
    const bool isWithEqual = at < text.size() && plainSign(text[at]) == u'=';
    if (isWithEqual)
        ++at;
    return sign == u'<' ? (isWithEqual ? FilterSign::AtMost : FilterSign::Below) : (isWithEqual ? FilterSign::AtLeast : FilterSign::Above);
}

}  // namespace

FilterToken nextToken(QStringView text, qsizetype from)
{
    FilterToken token;
    qsizetype at = from;
    while (at < text.size() && text[at].isSpace())
        ++at;
    token.position = token.valueAt = at;
    if (at >= text.size())
        return token;
    if (plainSign(text[at]) == u'-') {
        token.isExcluded = true;
        ++at;
    }
    qsizetype behindName = at;
    if (behindName < text.size() && (text[behindName].isLetter() || text[behindName] == u'_')) {
        while (behindName < text.size() && isNamePart(text[behindName]))
            ++behindName;
    }
    qsizetype behindSign = behindName;
    if (const auto sign = behindName > at ? readSign(text, behindSign) : std::nullopt) {
        token.name = text.sliced(at, behindName - at).toString();
        token.sign = *sign;
        at = behindSign;
    }
    token.valueAt = at;
    for (; at < text.size() && (token.isOpen || !text[at].isSpace()); ++at) {
        if (plainSign(text[at]) == u'"') {
            token.isQuoted = true;
            token.isOpen = !token.isOpen;
        } else {
            token.value += text[at];
        }
    }
    token.length = at - token.position;
    return token;
}

QString signText(FilterSign sign)
{
    switch (sign) {
    case FilterSign::Has: return QStringLiteral(":");
    case FilterSign::Equal: return QStringLiteral("=");
    case FilterSign::Below: return QStringLiteral("<");
    case FilterSign::AtMost: return QStringLiteral("<=");
    case FilterSign::Above: return QStringLiteral(">");
    case FilterSign::AtLeast: return QStringLiteral(">=");
    }
    return {};
}

}  // namespace trainyard
