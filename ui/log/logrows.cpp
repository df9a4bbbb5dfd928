// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logrows.h"

#include <algorithm>

namespace trainyard {
namespace {

// Calls f(position, units, cells) per character; f returns false to stop.
template <typename F>
void eachCharacter(const QString &text, F f)
{
    for (qsizetype i = 0; i < text.size();) {
        const bool isPair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        const char32_t c = isPair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : char32_t(text[i].unicode());
        const qsizetype units = isPair ? 2 : 1;
        if (!f(i, units, cellWidth(c)))
            return;
        i += units;
    }
}

}  // namespace

int columnOf(const QString &text, qsizetype position)
{
    int column = 0;
    eachCharacter(text, [&](qsizetype at, qsizetype, int cells) {
        if (at >= position)
            return false;
        column += cells;
        return true;
    });
    return column;
}

qsizetype positionAt(const QString &text, int column)
{
    qsizetype position = text.size();
    int begin = 0;
    eachCharacter(text, [&](qsizetype at, qsizetype, int cells) {
        if (cells > 0 && begin + cells > column) {
            position = at;
            return false;
        }
        begin += cells;
        return true;
    });
    return position;
}

LogRow LogRows::row(qint64 number)
{
    if (const LogRow *known = m_cache.object(number))
        return *known;
    const LogIndex::Line line = m_index.line(number);
    const LogIndex::Shown shown = m_index.shown(line);
    LogRow row;
    row.begin = shown.begin;
    row.end = shown.end;
    row.foldedUpdates = shown.foldedUpdates;
    row.isTerminated = line.isTerminated;
    const qint64 length = std::min(kShownBytes, shown.end - shown.begin);
    row.cutBytes = shown.end - shown.begin - length;
    row.content = parseAnsi(m_index.read(shown.begin, length));
    row.lead = leadOf(row.content.text.left(kLeadBytes).toLatin1());  // one byte a unit, so positions are kept
    row.columns = columnOf(row.content.text, row.content.text.size());
    if (line.isTerminated)
        m_cache.insert(number, new LogRow(row));
    return row;
}

AnsiText LogRows::state(qint64 number, int index)
{
    const LogIndex::Line line = m_index.line(number);
    const LogIndex::Shown shown = m_index.shown(line);
    const qint64 count = std::min(shown.foldedUpdates, kMaxStates);
    const LogIndex::Shown state = m_index.stateBefore(line, shown, count - index);
    return parseAnsi(m_index.read(state.begin, std::min(kShownBytes, state.end - state.begin)));
}

QString LogRows::fullText(qint64 number) const
{
    const LogIndex::Shown shown = m_index.shown(m_index.line(number));
    return parseAnsi(m_index.read(shown.begin, std::min(kMaxText, shown.end - shown.begin))).text;
}

}  // namespace trainyard
