// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/textfinder.h"

namespace trainyard {

TextFinder::TextFinder(const QList<std::pair<QByteArray, int>> &texts)
{
    for (const auto &[text, set] : texts) {
        for (const char c : text.toLower()) {
            if (m_class[quint8(c)] == 0)
                m_class[quint8(c)] = quint8(m_classes++);
        }
    }
    m_next.assign(m_classes, 0);
    m_found.assign(1, 0);
    for (const auto &[text, set] : texts) {
        quint32 state = 0;
        for (const char c : text.toLower()) {
            const size_t at = state * m_classes + m_class[quint8(c)];
            if (m_next[at] == 0) {
                m_next[at] = quint32(m_found.size());
                m_found.push_back(0);
                m_next.resize(m_next.size() + m_classes, 0);
            }
            state = m_next[at];
        }
        m_found[state] |= quint64(1) << set;
    }
    // Where a text continues differently, continue with the longest suffix that is also a prefix; level by level.
    std::vector<quint32> fallback(m_found.size(), 0), level;
    for (size_t c = 0; c < m_classes; ++c) {
        if (m_next[c] != 0)
            level.push_back(m_next[c]);
    }
    for (size_t i = 0; i < level.size(); ++i) {
        const quint32 state = level[i];
        m_found[state] |= m_found[fallback[state]];
        for (size_t c = 0; c < m_classes; ++c) {
            quint32 &to = m_next[state * m_classes + c];
            const quint32 other = m_next[fallback[state] * m_classes + c];
            if (to == 0) {
                to = other;
            } else {
                fallback[to] = other;
                level.push_back(to);
            }
        }
    }
    for (char c = 'A'; c <= 'Z'; ++c)
        m_class[quint8(c)] = m_class[quint8(c - 'A' + 'a')];
}

}  // namespace trainyard
