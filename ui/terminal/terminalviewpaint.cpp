// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminalcolours.h"
#include "ui/terminal/terminalview.h"

#include <QPaintEvent>
#include <QPainter>

namespace trainyard {

namespace {

constexpr double kSelectedShare = 0.25;  // of the accent over the background

bool isPlainGlyph(const TerminalCell &cell) { return cell.width == 1 && (cell.glyph == 0 || (cell.glyph >= 0x20 && cell.glyph < 0x7f)); }

}  // namespace

void TerminalView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    const Theme theme = themeOf(this);
    const QColor paper = cellColours(theme, {}, m_modes.isReverse).paper;
    painter.setFont(m_font);
    const QRegion dirty = event->region();
    for (const QRect &part : dirty)
        painter.fillRect(part, paper);
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        const QRect place(0, cellRect({row, 0}).top(), viewport()->width(), m_cellHeight);
        if (dirty.intersects(place))
            paintRow(&painter, row, theme);
    }
    paintCursor(&painter, theme);
}

void TerminalView::paintRow(QPainter *painter, int row, const Theme &theme) const
{
    const TerminalLine &line = m_rows[static_cast<std::size_t>(row)];
    const qint64 number = m_firstShown + row;
    const auto isSelected = [&](int column) {
        const Place place{number, column};
        return m_selection && place >= m_selection->from && place < m_selection->to;
    };
    for (int from = 0; from < m_size.columns;) {
        const TerminalPen pen = line.at(from).pen;
        const bool isChosen = isSelected(from);
        int to = from + 1;
        while (to < m_size.columns && line.at(to).pen == pen && isSelected(to) == isChosen)
            ++to;
        paintCells(painter, line, row, from, to, theme, isChosen);
        from = to;
    }
}

// Cells of one pen.
void TerminalView::paintCells(QPainter *painter, const TerminalLine &line, int row, int from, int to, const Theme &theme,
                              bool isSelected) const
{
    const TerminalPen pen = line.at(from).pen;
    CellColours colours = cellColours(theme, pen, m_modes.isReverse);
    if (isSelected)
        colours.paper = mixed(colours.paper, theme.accent, kSelectedShare);
    const QRect box = cellRect({row, from}).united(cellRect({row, to - 1}));
    if (isSelected || pen.paper != TerminalColor{} || pen.isReverse)
        painter->fillRect(box, colours.paper);
    painter->setPen(isSelected && contrastRatio(colours.ink, colours.paper) < 3 ? theme.text1 : colours.ink);
    QFont font = m_font;
    font.setBold(pen.isBold);
    font.setItalic(pen.isItalic);
    painter->setFont(font);
    paintGlyphs(painter, line, row, from, to);
    const int base = box.top() + m_ascent + 1;
    if (pen.underline > 0) {
        painter->drawLine(box.left(), base, box.right(), base);
        if (pen.underline == 2)
            painter->drawLine(box.left(), base + 2, box.right(), base + 2);
    }
    if (pen.isStruck)
        painter->drawLine(box.left(), box.center().y(), box.right(), box.center().y());
}

void TerminalView::paintGlyphs(QPainter *painter, const TerminalLine &line, int row, int from, int to) const
{
    for (int column = from; column < to;) {
        const TerminalCell cell = line.at(column);
        const QRect box = cellRect({row, column});
        if (!isPlainGlyph(cell)) {
            if (cell.width > 0) {
                // In its own place, whatever the width that another font gives it.
                const QRect place(box.left(), box.top(), m_cellWidth * cell.width, m_cellHeight);
                painter->save();
                painter->setClipRect(place.adjusted(-1, 0, 1, 0), Qt::IntersectClip);
                painter->drawText(QPoint(place.left(), place.top() + m_ascent), line.glyphText(cell));
                painter->restore();
            }
            ++column;
            continue;
        }
        QString run;
        int end = column;
        for (; end < to && isPlainGlyph(line.at(end)); ++end)
            run += line.at(end).glyph ? QChar(static_cast<char16_t>(line.at(end).glyph)) : QChar(u' ');
        if (!run.trimmed().isEmpty())
            painter->drawText(QPoint(box.left(), box.top() + m_ascent), run);
        column = end;
    }
}

void TerminalView::paintCursor(QPainter *painter, const Theme &theme) const
{
    const int row = static_cast<int>(m_topLine - m_firstShown) + m_cursor.at.row;
    if (!m_cursor.isVisible || isOver() || row < 0 || row >= static_cast<int>(m_rows.size()))
        return;
    if (!m_notice.isEmpty()) {
        painter->setFont(m_font);
        painter->setPen(theme.text3);
        painter->drawText(cellRect({row, 0}).topLeft() + QPoint(0, m_ascent), m_notice);
        return;
    }
    const TerminalLine &line = m_rows[static_cast<std::size_t>(row)];
    const TerminalCell cell = line.at(m_cursor.at.column);
    QRect box = cellRect({row, m_cursor.at.column});
    box.setWidth(m_cellWidth * std::max<int>(cell.width, 1));
    if (!m_preedit.isEmpty()) {
        QFont font = m_font;
        font.setUnderline(true);
        painter->setFont(font);
        box.setWidth(QFontMetrics(font).horizontalAdvance(m_preedit));
        painter->fillRect(box, theme.selected);
        painter->setPen(theme.text1);
        painter->drawText(QPoint(box.left(), box.top() + m_ascent), m_preedit);
    } else if (!hasFocus()) {
        painter->setPen(theme.accent);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(box.adjusted(0, 0, -1, -1));
    } else if (m_cursor.shape == TerminalCursor::Bar) {
        painter->fillRect(QRect(box.left(), box.top(), std::max(dp(2), 1), box.height()), theme.accent);
    } else if (m_cursor.shape == TerminalCursor::Underline) {
        painter->fillRect(QRect(box.left(), box.bottom() - dp(2) + 1, box.width(), dp(2)), theme.accent);
    } else {
        painter->fillRect(box, theme.accentFill);
        painter->setPen(theme.onAccentFill);
        painter->setFont(m_font);
        painter->drawText(QPoint(box.left(), box.top() + m_ascent), line.glyphText(cell));
    }
}

}  // namespace trainyard
