// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/textcolumn.h"

namespace trainyard {

TextColumn::TextColumn(const TextColumn &other) { append(other); }

TextColumn &TextColumn::operator=(TextColumn other)
{
    m_ids = std::move(other.m_ids);
    m_values = std::move(other.m_values);
    m_bytes = std::move(other.m_bytes);
    m_known = std::move(other.m_known);
    return *this;
}

void TextColumn::append(QByteArrayView utf8)
{
    // Neighbours are often equal.
    if (!m_ids.empty() && m_bytes[m_ids.back()] == utf8)
        m_ids.push_back(m_ids.back());
    else
        m_ids.push_back(idOf(utf8));
}

void TextColumn::append(const TextColumn &other)
{
    std::vector<quint32> here;
    here.reserve(other.m_bytes.size());
    for (const QByteArray &bytes : other.m_bytes)
        here.push_back(idOf(bytes));
    m_ids.reserve(m_ids.size() + other.m_ids.size());
    for (const quint32 id : other.m_ids)
        m_ids.push_back(here[id]);
}

void TextColumn::append(const TextColumn &other, const std::vector<quint32> &rows)
{
    constexpr quint32 kNotYet = UINT32_MAX;
    std::vector<quint32> here(other.m_bytes.size(), kNotYet);
    m_ids.reserve(m_ids.size() + rows.size());
    for (const quint32 row : rows) {
        quint32 &id = here[other.m_ids[row]];
        if (id == kNotYet)
            id = idOf(other.m_bytes[other.m_ids[row]]);
        m_ids.push_back(id);
    }
}

quint32 TextColumn::idOf(QByteArrayView utf8)
{
    const auto known = m_known.find(std::string_view(utf8.data(), static_cast<size_t>(utf8.size())));
    if (known != m_known.end())
        return known->second;
    const auto id = static_cast<quint32>(m_values.size());
    const QByteArray &kept = m_bytes.emplace_back(utf8.data(), utf8.size());
    m_known.emplace(std::string_view(kept.constData(), static_cast<size_t>(kept.size())), id);
    m_values.push_back(QString::fromUtf8(kept));
    return id;
}

}  // namespace trainyard
