// SPDX-License-Identifier: GPL-3.0-or-later
// Version numbers of drivers, CUDA and frameworks: numbers separated by dots and compared one by one, missing ones as zero (so that 12 =
// 12.0, and 535.54.3 = 535.54.03). Value type, any thread.
#pragma once

#include <QList>
#include <QString>

#include <compare>
#include <optional>

namespace trainyard {

class Version {
public:
    Version() = default;
    // Digits and dots only; at most eight numbers below ten million. Trailing dots are ignored if `mayEndInDots`.
    static std::optional<Version> parse(QStringView text, bool mayEndInDots = false);

    bool isNull() const { return m_parts.isEmpty(); }
    qsizetype size() const { return m_parts.size(); }  // how many numbers were written
    int part(qsizetype at) const { return at < m_parts.size() ? m_parts[at] : 0; }
    Version first(qsizetype count) const;    // 12.4 of 12.4.1
    QString text() const { return m_text; }  // as written

    std::strong_ordering operator<=>(const Version &other) const;
    bool operator==(const Version &other) const { return (*this <=> other) == 0; }

private:
    QList<int> m_parts;
    QString m_text;
};

}  // namespace trainyard
