// SPDX-License-Identifier: GPL-3.0-or-later
// The day a price was seen, as precisely as its source states it: a day, a month or only a year. Value type, any thread.
#pragma once

#include <QByteArrayView>
#include <QDate>
#include <QString>

#include <compare>
#include <optional>

namespace trainyard {

class AsOf {
public:
    AsOf() = default;  // unknown
    explicit AsOf(QDate day) : AsOf(day.year(), day.month(), day.day()) {}
    // "2026", "2026-08" or "2026-08-03", from the year 2000 on; nullopt for anything else.
    static std::optional<AsOf> parse(QByteArrayView text);
    static AsOf fromNumber(quint32 number);  // the inverse of number()

    bool isKnown() const { return m_number != 0; }
    QDate firstDay() const;                      // the earliest it may mean
    QString text() const;                        // as parse() accepts it; empty if unknown
    quint32 number() const { return m_number; }  // 20260803; 20260800 for a month, 20260000 for a year
    auto operator<=>(const AsOf &) const = default;

private:
    AsOf(int year, int month, int day);

    quint32 m_number = 0;
};

}  // namespace trainyard
