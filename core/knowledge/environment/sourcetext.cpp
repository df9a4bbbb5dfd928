// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/sourcetext.h"

#include <QStringDecoder>

#include <algorithm>

namespace trainyard {

SourceText::SourceText(const QByteArray &bytes) : m_lines{0}
{
    if (bytes.size() > kMaxSource) {
        m_fault = Fault::TooLong;
        return;
    }
    QStringDecoder decoder(QStringDecoder::Utf8);
    m_text = decoder.decode(bytes);
    if (decoder.hasError() || m_text.contains(QChar(u'\0'))) {
        m_fault = Fault::NotText;
        m_text.clear();
        return;
    }
    m_text.replace(QLatin1String("\r\n"), QLatin1String("\n"));
    for (qsizetype i = 0; i < m_text.size(); ++i) {
        if (m_text[i] == u'\n')
            m_lines << i + 1;
    }
}

qsizetype SourceText::lineAt(qsizetype offset) const
{
    return std::upper_bound(m_lines.begin(), m_lines.end(), offset) - m_lines.begin() - 1;
}

int SourceText::line(qsizetype offset) const { return static_cast<int>(lineAt(offset)) + 1; }

int SourceText::column(qsizetype offset) const
{
    const qsizetype begin = m_lines[lineAt(offset)];
    qsizetype column = 1;
    for (qsizetype i = begin; i < offset && i < m_text.size(); ++i)
        column += m_text[i].isLowSurrogate() ? 0 : 1;
    return static_cast<int>(column);
}

TextRange SourceText::lineAround(qsizetype offset) const
{
    const qsizetype at = lineAt(offset);
    return {m_lines[at], at + 1 < m_lines.size() ? m_lines[at + 1] - 1 : m_text.size()};
}

}  // namespace trainyard
