// SPDX-License-Identifier: GPL-3.0-or-later
// Finds many short texts in one pass, ignoring the case of ASCII letters (Aho and Corasick, 1975, https://doi.org/10.1145/360825.360855).
// Pure; build once, then use from any thread.
#pragma once

#include <QByteArray>
#include <QList>

#include <array>
#include <vector>

namespace trainyard {

class TextFinder {
public:
    // Each text belongs to a set, 0 to 63; no text is empty or contains a line end.
    explicit TextFinder(const QList<std::pair<QByteArray, int>> &texts);

    // The state after one more byte; 0 is the start. A line end leads back to it.
    quint32 next(quint32 state, char byte) const { return m_next[state * m_classes + m_class[quint8(byte)]]; }
    // The sets with a text that ends here, one bit each.
    quint64 found(quint32 state) const { return m_found[state]; }

private:
    std::array<quint8, 256> m_class{};  // bytes that are in no text share class 0
    size_t m_classes = 1;
    std::vector<quint32> m_next;
    std::vector<quint64> m_found;
};

}  // namespace trainyard
