// SPDX-License-Identifier: GPL-3.0-or-later
// A column of texts with many repetitions: each distinct one is stored once. Not for two threads while it grows.
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
    void append(const TextColumn &other, const std::vector<quint32> &rows);  // these rows, in this order
    void reserve(size_t rows) { m_ids.reserve(rows); }

    // A number for each distinct text, from 0 in order of first appearance.
    quint32 id(size_t row) const { return m_ids[row]; }
    size_t idCount() const { return m_values.size(); }
    const QString &value(quint32 id) const { return m_values[id]; }
    const QString &at(size_t row) const { return m_values[m_ids[row]]; }

private:
    quint32 idOf(QByteArrayView utf8);

    std::vector<quint32> m_ids;
    std::vector<QString> m_values;
    std::deque<QByteArray> m_bytes;  // the storage behind the keys below; never moved
    std::unordered_map<std::string_view, quint32> m_known;
};

}  // namespace trainyard
