// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/version.h"

#include <QStringList>

namespace trainyard {

namespace {

constexpr qsizetype kMaxParts = 8;
constexpr qsizetype kMaxDigits = 7;  // NGC tags and driver numbers are all shorter

}  // namespace

std::optional<Version> Version::parse(QStringView text, bool mayEndInDots)
{
    const QStringView whole = text;
    while (mayEndInDots && text.endsWith(u'.'))
        text.chop(1);
    if (text.size() > kMaxParts * (kMaxDigits + 1))
        return std::nullopt;
    Version version;
    const auto parts = text.split(u'.');
    for (const QStringView part : parts) {
        qsizetype digits = part.size();
        int value = 0;
        for (const QChar c : part) {
            if (c < u'0' || c > u'9')
                return std::nullopt;
            if (value == 0 && c == u'0')
                --digits;
            if (digits > kMaxDigits)
                return std::nullopt;
            value = value * 10 + (c.unicode() - u'0');
        }
        if (part.isEmpty() || version.m_parts.size() == kMaxParts)
            return std::nullopt;
        version.m_parts << value;
    }
    version.m_text = whole.toString();
    return version;
}

Version Version::first(qsizetype count) const
{
    Version version;
    version.m_parts = m_parts.mid(0, count);
    QStringList parts;
    for (const int part : std::as_const(version.m_parts))
        parts << QString::number(part);
    version.m_text = parts.join(u'.');
    return version;
}

std::strong_ordering Version::operator<=>(const Version &other) const
{
    for (qsizetype i = 0; i < std::max(m_parts.size(), other.m_parts.size()); ++i) {
        if (const auto order = part(i) <=> other.part(i); order != 0)
            return order;
    }
    return std::strong_ordering::equal;
}

}  // namespace trainyard
