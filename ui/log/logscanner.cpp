// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logscanner.h"

#include "ui/log/ansitext.h"

#include <algorithm>

namespace trainyard {

LogKind kindOf(QByteArrayView head, const LogKind &before)
{
    std::array<char, kLeadBytes> plain;
    if (std::memchr(head.data(), '\x1b', size_t(head.size()))) {
        qsizetype size = 0;
        for (qsizetype i = 0; i < head.size() && size < kLeadBytes;) {
            if (head[i] == '\x1b')
                i = escapeEnd(head, i);
            else
                plain[size_t(size++)] = head[i++];
        }
        head = QByteArrayView(plain.data(), size);
    }
    const LogLead lead = leadOf(head);
    LogKind kind{lead.level, true, qint16(lead.rank)};
    const bool isSameRank = lead.rank < 0 || lead.rank == before.rank;
    if (isSameRank && (lead.isContinuation || (lead.isException && before.level == LogLevel::Error)))
        kind = {before.level, false, before.rank};
    return kind;
}

LogScanned LogScanner::current() const
{
    const QByteArrayView head(m_direct ? m_direct : m_head.data(), qsizetype(m_headSize));
    return {m_begin, m_offset, m_shownBegin, std::max(m_shownBegin, m_shownEnd), kindOf(head, m_before)};
}

void LogScanner::restart(qint64 offset)
{
    m_begin = m_shownBegin = m_shownEnd = offset;
    m_isAfterReturn = false;
    m_direct = nullptr;
    m_headSize = 0;
}

void LogScanner::take(const char *begin, const char *end, qint64 offset, bool isTerminated)
{
    const char *stop = end;  // carriage returns at the end leave the drawn text on a terminal
    while (stop > begin && stop[-1] == '\r')
        --stop;
    const auto *last = static_cast<const char *>(::memrchr(begin, '\r', size_t(stop - begin)));
    if (stop > begin && (last || m_isAfterReturn)) {
        const char *const state = last ? last + 1 : begin;
        m_shownBegin = offset + (state - begin);
        m_headSize = 0;
        m_direct = nullptr;
        begin = state;
        offset = m_shownBegin;
    }
    const bool isWhole = m_headSize == 0 && isTerminated;
    if (stop > begin) {
        m_shownEnd = offset + (stop - begin);
        m_isAfterReturn = stop < end;
        const size_t length = std::min(size_t(stop - begin), kHeadBytes - m_headSize);
        if (isWhole) {
            m_direct = begin;
            m_headSize = length;
        } else {
            std::memcpy(m_head.data() + m_headSize, begin, length);
            m_headSize += length;
        }
    } else if (end > stop) {
        m_isAfterReturn = true;
    }
}

}  // namespace trainyard
