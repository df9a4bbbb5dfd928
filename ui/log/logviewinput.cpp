// SPDX-License-Identifier: GPL-3.0-or-later
// Keyboard, mouse and wheel handling of LogView.
#include "ui/common/keytable.h"
#include "ui/log/logview.h"

#include "ui/theme/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>

namespace trainyard {

void LogView::setCursor(Place place, bool isSelecting)
{
    const bool isOther = !m_hasCursor || place.line != m_caret.line;
    m_caret = place;
    m_hasCursor = true;
    if (!isSelecting)
        m_anchor = m_caret;
    viewport()->update();
    if (!isOther)
        return;
    Q_EMIT cursorMoved(place.line);
    if (QAccessible::isActive()) {
        const QString said = spokenLine(place.line);
        QAccessibleTextUpdateEvent changed(this, 0, QString(), said);
        QAccessible::updateAccessibility(&changed);
        QAccessibleTextCursorEvent moved(this, 0);
        QAccessible::updateAccessibility(&moved);
    }
}

void LogView::moveCursor(qint64 rows, bool isSelecting)
{
    if (rowCount() == 0)
        return;
    const qint64 start = verticalScrollBar()->value();
    const qint64 from = m_hasCursor ? rowOfLine(m_caret.line) : m_isFollowing ? rowCount() : rows > 0 ? start - 1 : start + 1;
    const qint64 row = std::clamp<qint64>(from + rows, 0, rowCount() - 1);
    const qint64 line = lineOfRow(row);
    if (line < 0)
        return;
    // Scroll it into view by the least distance.
    const Spot end = endSpot();
    const Spot top{start, m_topPart};
    Spot wanted = top;
    if (Spot{row, 0} < top)
        wanted = {row, 0};
    else if (const Spot lowest = moved({row, heightOf(row) - 1}, 1 - visibleRows()); lowest > top)
        wanted = std::min(lowest, Spot{row, 0});
    setTop(std::min(wanted, end));
    if ((std::min(wanted, end) == end && row == rowCount() - 1) != m_isFollowing)
        setFollowing(!m_isFollowing);
    const qsizetype size = m_rows.row(line).content.text.size();
    setCursor({line, isSelecting ? (Place{line, 0} < m_anchor ? 0 : size) : 0}, isSelecting);
}

void LogView::keyPressEvent(QKeyEvent *event)
{
    const bool isControl = event->modifiers() & Qt::ControlModifier, isShift = event->modifiers() & Qt::ShiftModifier;
    const int page = std::max(1, visibleRows() - 1);
    if (isControl && isShift && event->key() == Qt::Key_C)
        copyLine();
    else if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (event->matches(QKeySequence::Find))
        Q_EMIT searchRequested();
    else if (event->matches(QKeySequence::Save))
        Q_EMIT saveRequested();
    else if (isControl && event->key() == Qt::Key_G)
        Q_EMIT jumpRequested();
    else if (event->key() == Qt::Key_Z && event->modifiers() & Qt::AltModifier) {
        LogLook look = m_look;
        look.isWrapped = !look.isWrapped;
        setLook(look);
    } else if (event->key() == Qt::Key_F3)
        isShift ? findPrevious() : findNext();
    else if (event->key() == Qt::Key_F8)
        goToError(!isShift);
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_hasCursor) {
        if (!isShift)
            toggleFold(m_caret.line);
        else if (const auto moment = timeOf(m_caret.line))
            Q_EMIT momentChosen(moment->toMs);
    } else if (event->key() == Qt::Key_Home && isControl)
        moveCursor(-rowCount(), isShift);
    else if (event->key() == Qt::Key_End && isControl) {
        moveCursor(rowCount(), isShift);
        setFollowing(true);
    } else if (event->key() == Qt::Key_Home)
        horizontalScrollBar()->setValue(0);
    else if (event->key() == Qt::Key_End)
        horizontalScrollBar()->setValue(horizontalScrollBar()->maximum());
    else if (event->key() == Qt::Key_PageUp)
        m_hasCursor || isShift ? moveCursor(-page, isShift) : scrollParts(-page);
    else if (event->key() == Qt::Key_PageDown)
        m_hasCursor || isShift ? moveCursor(page, isShift) : scrollParts(page);
    else if (event->key() == Qt::Key_Up)
        isControl ? scrollParts(-1) : moveCursor(-1, isShift);
    else if (event->key() == Qt::Key_Down)
        isControl ? scrollParts(1) : moveCursor(1, isShift);
    else if (isShift && m_hasCursor && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
        const qsizetype size = m_rows.row(m_caret.line).content.text.size();
        const qsizetype step = event->key() == Qt::Key_Left ? -1 : 1;
        setCursor({m_caret.line, std::clamp<qsizetype>(m_caret.position + step, 0, size)}, true);
    } else if (event->key() == Qt::Key_Left)
        horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    else if (event->key() == Qt::Key_Right)
        horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    else
        QAbstractScrollArea::keyPressEvent(event);
}

void LogView::wheelEvent(QWheelEvent *event)
{
    if (std::abs(event->angleDelta().x()) > std::abs(event->angleDelta().y())) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    m_wheelRest -= event->angleDelta().y() * QApplication::wheelScrollLines();
    constexpr int kNotch = 120;
    if (const int parts = m_wheelRest / kNotch) {
        m_wheelRest -= parts * kNotch;
        scrollParts(parts);
    }
    event->accept();
}

QList<QRect> LogView::chipAreas() const
{
    QList<QRect> areas;
    for (const Chip &chip : m_chips)
        areas.append(chip.area);
    return areas;
}

void LogView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    for (const Chip &chip : std::as_const(m_chips)) {
        if (chip.area.contains(event->pos())) {
            toggleFold(chip.line);
            return;
        }
    }
    setCursor(placeAt(event->pos()), event->modifiers() & Qt::ShiftModifier);
    m_isSelecting = true;
    m_dragPoint = event->pos();
}

void LogView::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_isSelecting)
        return;
    m_dragPoint = event->pos();
    setCursor(placeAt(m_dragPoint), true);
    const bool isOutside = m_dragPoint.y() < 0 || m_dragPoint.y() >= viewport()->height();
    if (isOutside && !m_scrollTimer.isActive())
        m_scrollTimer.start();
    else if (!isOutside)
        m_scrollTimer.stop();
}

void LogView::mouseReleaseEvent(QMouseEvent *)
{
    m_isSelecting = false;
    m_scrollTimer.stop();
    QClipboard *const clipboard = QApplication::clipboard();
    if (clipboard->supportsSelection() && m_anchor != m_caret)
        clipboard->setText(selectedText(), QClipboard::Selection);
}

void LogView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const Place place = placeAt(event->pos());
    const QString text = m_rows.row(place.line).content.text;
    const auto isWord = [&text](qsizetype i) { return !text[i].isSpace(); };
    qsizetype begin = place.position, end = place.position;
    while (begin > 0 && isWord(begin - 1))
        --begin;
    while (end < text.size() && isWord(end))
        ++end;
    m_anchor = {place.line, begin};
    setCursor({place.line, end}, true);
}

void LogView::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse && m_anchor == m_caret && rowCount() > 0)
        setCursor(placeAt(event->pos()), false);
    auto *const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("logMenu"));
    menu->addAction(tr("Copy"), keyFor(KeyFor::CopyText), this, &LogView::copy)->setEnabled(m_anchor != m_caret);
    menu->addAction(tr("Copy line"), keyFor(KeyFor::CopyLine), this, &LogView::copyLine)->setEnabled(m_hasCursor);
    menu->addAction(tr("Select all"), keyFor(KeyFor::SelectAll), this, &LogView::selectAll);
    menu->addSeparator();
    const qint64 line = m_hasCursor ? m_caret.line : -1;
    QAction *const charts = menu->addAction(tr("Show in the charts"), keyFor(KeyFor::ShowInCharts), this, [this, line] {
        if (const auto moment = timeOf(line))
            Q_EMIT momentChosen(moment->toMs);
    });
    charts->setEnabled(line >= 0 && line < m_index.lineCount() && timeOf(line).has_value());
    if (line >= 0 && m_rows.row(line).foldedUpdates > 0)
        menu->addAction(m_unfolded.contains(line) ? tr("Collapse earlier updates") : tr("Show earlier updates"), keyFor(KeyFor::FoldLine),
                        this, [this, line] { toggleFold(line); });
    menu->addSeparator();
    menu->addAction(tr("Next error"), keyFor(KeyFor::NextError), this, [this] { goToError(true); });
    menu->addAction(tr("Previous error"), keyFor(KeyFor::ErrorBefore), this, [this] { goToError(false); });
    menu->popup(event->globalPos());
}

void LogView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

void LogView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void LogView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

}  // namespace trainyard
