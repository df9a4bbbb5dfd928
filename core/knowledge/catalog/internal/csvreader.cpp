// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/internal/csvreader.h"

#include <algorithm>
#include <cstring>

namespace trainyard {

CsvReader::CsvReader(QByteArrayView bytes, char separator) : m_bytes(bytes), m_separator(separator)
{
    if (m_bytes.startsWith("\xef\xbb\xbf"))
        m_at = 3;
}

char CsvReader::guessSeparator(QByteArrayView bytes)
{
    while (bytes.startsWith('\n') || bytes.startsWith('\r'))
        bytes = bytes.sliced(1);
    const qsizetype end = bytes.indexOf('\n');
    const QByteArrayView first = bytes.first(std::min<qsizetype>(end < 0 ? bytes.size() : end, 4096));
    const qsizetype commas = first.count(','), semicolons = first.count(';'), tabs = first.count('\t');
    return tabs > commas && tabs > semicolons ? '\t' : semicolons > commas ? ';' : ',';
}

bool CsvReader::fail(Fault fault)
{
    m_fault = fault;
    m_fields.clear();
    return false;
}

bool CsvReader::next()
{
    while (m_fault == Fault::None && !isAtEnd()) {
        if (!readRow())
            return false;
        if (m_fields.size() > 1 || !m_fields.front().isEmpty())
            return true;
    }
    m_fields.clear();
    return false;
}

bool CsvReader::readRow()
{
    m_fields.clear();
    m_unescaped.clear();
    ++m_row;
    for (;;) {
        if (m_fields.size() == kMaxFields)
            return fail(Fault::TooManyFields);
        if (!isAtEnd() && m_bytes[m_at] == '"') {
            if (!readQuoted())
                return false;
        } else {
            readPlain();
        }
        const QByteArrayView field = m_fields.back();
        if (field.contains('\0'))
            return fail(Fault::NulByte);
        bool isAscii = true;
        for (const char c : field)
            isAscii = isAscii && (c & '\x80') == 0;
        if (!isAscii && !field.isValidUtf8())
            return fail(Fault::NotUtf8);
        if (isAtEnd())
            return true;
        if (m_bytes[m_at++] == '\n')
            return true;
    }
}

void CsvReader::readPlain()
{
    const qsizetype start = m_at;
    while (!isAtEnd() && m_bytes[m_at] != m_separator && m_bytes[m_at] != '\n')
        ++m_at;
    m_fields.push_back(m_bytes.sliced(start, m_at - start).trimmed());
}

bool CsvReader::readQuoted()
{
    const qsizetype start = ++m_at;
    bool isDoubled = false;
    for (;; ++m_at) {
        const char *quote = isAtEnd() ? nullptr
                                      : static_cast<const char *>(
                                          std::memchr(m_bytes.data() + m_at, '"', static_cast<size_t>(m_bytes.size() - m_at)));
        if (!quote)
            return fail(Fault::UnfinishedQuote);
        m_at = quote - m_bytes.data() + 1;
        if (isAtEnd() || m_bytes[m_at] != '"')
            break;
        isDoubled = true;
    }
    QByteArrayView field = m_bytes.sliced(start, m_at - 1 - start);
    if (isDoubled)
        field = m_unescaped.emplace_back(field.toByteArray().replace("\"\"", "\""));
    if (!isAtEnd() && m_bytes[m_at] == '\r' && (m_at + 1 == m_bytes.size() || m_bytes[m_at + 1] == '\n'))
        ++m_at;
    if (!isAtEnd() && m_bytes[m_at] != m_separator && m_bytes[m_at] != '\n')
        return fail(Fault::TextBesideQuote);
    m_fields.push_back(field);
    return true;
}

}  // namespace trainyard
