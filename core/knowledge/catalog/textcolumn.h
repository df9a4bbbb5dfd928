// SPDX-License-Identifier: GPL-3.0-or-later
// A column of texts of which many are the same: each different one is kept once. Not for two threads while it grows.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trainyard {

class TextColumn {
public:
    TextColumn() = default;
    TextColumn(const TextColumn &other);
    TextColumn(TextColumn &&other) = default;
    TextColumn &operator=(TextColumn other);

    void append(QByteArrayView utf8);
    void append(const TextColumn &other);
    void append(const TextColumn &other, const std::vector<quint32> &rows);  // these, in this order
    void reserve(size_t rows) { m_ids.reserve(rows); }

    // A number for each different text, counted from 0 in the order in which they came.
    quint32 id(size_t row) const { return m_ids[row]; }
    size_t idCount() const { return m_values.size(); }
    const QString &value(quint32 id) const { return m_values[id]; }
    const QString &at(size_t row) const { return m_values[m_ids[row]]; }

private:
    quint32 idOf(QByteArrayView utf8);

    std::vector<quint32> m_ids;
    std::vector<QString> m_values;
    std::deque<QByteArray> m_bytes;  // what the keys below look at; never moved
    std::unordered_map<std::string_view, quint32> m_known;
};

}  // namespace trainyard
