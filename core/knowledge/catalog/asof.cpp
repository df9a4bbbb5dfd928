// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/asof.h"

#include <algorithm>

namespace trainyard {

AsOf::AsOf(int year, int month, int day) : m_number(static_cast<quint32>(year * 10000 + month * 100 + day)) {}

std::optional<AsOf> AsOf::parse(QByteArrayView text)
{
    constexpr QByteArrayView kForm = "0000-00-00";
    if (text.size() != 4 && text.size() != 7 && text.size() != 10)
        return std::nullopt;
    int parts[3] = {0, 0, 0};
    for (qsizetype i = 0, part = 0; i < text.size(); ++i) {
        if (kForm[i] == '-') {
            if (text[i] != '-')
                return std::nullopt;
            ++part;
        } else if (text[i] >= '0' && text[i] <= '9') {
            parts[part] = parts[part] * 10 + (text[i] - '0');
        } else {
            return std::nullopt;
        }
    }
    const auto [year, month, day] = parts;
    const bool hasMonth = text.size() > 4, hasDay = text.size() > 7;
    if (year < 2000 || !QDate::isValid(year, hasMonth ? month : 1, hasDay ? day : 1))
        return std::nullopt;
    return AsOf(year, month, day);
}

AsOf AsOf::fromNumber(quint32 number)
{
    AsOf made;
    made.m_number = number;
    return made;
}

QDate AsOf::firstDay() const
{
    const int number = static_cast<int>(m_number);
    return isKnown() ? QDate(number / 10000, std::max(number / 100 % 100, 1), std::max(number % 100, 1)) : QDate();
}

QString AsOf::text() const
{
    if (!isKnown())
        return {};
    const QString day = firstDay().toString(Qt::ISODate);
    return m_number % 10000 == 0 ? day.left(4) : m_number % 100 == 0 ? day.left(7) : day;
}

}  // namespace trainyard
