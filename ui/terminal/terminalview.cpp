// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminalview.h"

#include "ui/theme/theme.h"

#include <QAccessible>
#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QScrollBar>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

constexpr int kFrame = 16;    // ms between two frames, as screens show them
constexpr int kMargin = 6;    // design pixels around the text
constexpr int kMaxZoom = 12;  // steps of one design pixel

bool isWordPart(QChar c) { return c.isLetterOrNumber() || QStringLiteral("_-./~:@%+#?&=").contains(c); }

}  // namespace

TerminalView::TerminalView(QWidget *parent) : QAbstractScrollArea(parent)
{
    installTerminalAccessibility();
    setObjectName(QStringLiteral("terminalView"));
    setAccessibleName(tr("Terminal"));
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_InputMethodEnabled);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setFrameShape(QFrame::NoFrame);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->setMouseTracking(true);
    verticalScrollBar()->setAccessibleName(tr("History of the terminal"));
    m_frame.setSingleShot(true);
    connect(&m_frame, &QTimer::timeout, this, [this] {
        if (std::exchange(m_isFrameDue, false))
            takeFrame();
    });
    measure();
}

void TerminalView::setSession(TerminalSession *session)
{
    if (m_session)
        disconnect(m_session, nullptr, this, nullptr);
    m_session = session;
    if (!m_session)
        return;
    connect(m_session, &TerminalSession::screenChanged, this, [this] {
        m_isFrameDue = true;
        if (!m_frame.isActive()) {
            m_isFrameDue = false;
            takeFrame();
        }
    });
    connect(m_session, &TerminalSession::stateChanged, this, [this] { viewport()->update(); });
    m_session->resize(terminalSize());
    takeFrame();
}

void TerminalView::measure()
{
    m_font = textFont(TextRole::Code);
    m_font.setPixelSize(std::max(m_font.pixelSize() + m_zoom * dp(1), dp(6)));
    m_font.setKerning(false);
    const QFontMetricsF metrics(m_font);
    // Cells are whole pixels, so that boxes drawn with characters close.
    m_cellWidth = std::max(1, static_cast<int>(std::lround(metrics.horizontalAdvance(u'0'))));
    m_font.setLetterSpacing(QFont::AbsoluteSpacing, m_cellWidth - metrics.horizontalAdvance(u'0'));
    m_ascent = static_cast<int>(std::ceil(metrics.ascent()));
    m_cellHeight = std::max(m_ascent + static_cast<int>(std::ceil(metrics.descent())), 1);
    verticalScrollBar()->setSingleStep(1);
    if (m_session)
        m_session->resize(terminalSize());
    viewport()->update();
}

TerminalSize TerminalView::terminalSize() const
{
    const QSize room = viewport()->size() - QSize(2 * dp(kMargin), 2 * dp(kMargin));
    return {std::clamp(room.height() / m_cellHeight, kLeastTerminal.rows, kLargestTerminal.rows),
            std::clamp(room.width() / m_cellWidth, kLeastTerminal.columns, kLargestTerminal.columns)};
}

void TerminalView::zoom(int steps)
{
    m_zoom = steps == 0 ? 0 : std::clamp(m_zoom + steps, -kMaxZoom / 2, kMaxZoom);
    measure();
}

void TerminalView::setNotice(const QString &notice)
{
    m_notice = notice;
    setAccessibleDescription(notice);
    viewport()->update();
}

void TerminalView::takeFrame()
{
    if (!m_session)
        return;
    m_frame.start(kFrame);
    QList<int> changed;
    const TerminalCursor before = m_cursor;
    const int cursorRowBefore = static_cast<int>(m_topLine - m_firstShown) + before.at.row;
    const TerminalSize sizeBefore = m_size;
    const bool wasReverse = m_modes.isReverse;
    QString title;
    m_session->reading([&](const TerminalScreen &screen) {
        const TerminalGrid &grid = screen.grid();
        m_firstLine = grid.firstLine();
        m_topLine = grid.topLine();
        m_size = grid.size();
        m_cursor = screen.cursor();
        m_modes = screen.modes();
        title = screen.title();
        if (m_size.columns != sizeBefore.columns)
            m_isFollowing = true;  // the lines have other numbers now
        m_firstShown = m_isFollowing ? m_topLine : std::clamp(m_firstShown, m_firstLine, m_topLine);
        m_rows.resize(static_cast<std::size_t>(m_size.rows));
        for (int row = 0; row < m_size.rows; ++row) {
            const TerminalLine &line = grid.line(m_firstShown + row);
            TerminalLine &shown = m_rows[static_cast<std::size_t>(row)];
            if (shown.stamp == line.stamp)
                continue;
            shown = line;
            changed << row;
        }
    });
    if (m_size != sizeBefore || m_modes.isReverse != wasReverse)
        viewport()->update();
    for (const int row : changed)
        updateRow(row);
    const int cursorRow = static_cast<int>(m_topLine - m_firstShown) + m_cursor.at.row;
    if (m_cursor != before || cursorRow != cursorRowBefore) {
        updateRow(cursorRowBefore);
        updateRow(cursorRow);
        updateMicroFocus(Qt::ImCursorRectangle);
    }
    if (m_size.columns != sizeBefore.columns || (m_selection && m_selection->from.line < m_firstLine))
        setSelection(std::nullopt);
    showScroll(m_firstLine, m_topLine);
    if (title != m_title) {
        m_title = title;
        Q_EMIT titleChanged(m_title);
    }
    if (QAccessible::isActive() && (!changed.isEmpty() || m_cursor != before)) {
        QAccessibleTextCursorEvent moved(this, cursorOffset());
        QAccessible::updateAccessibility(&moved);
    }
}

void TerminalView::showScroll(qint64 first, qint64 top)
{
    m_isScrolling = true;
    verticalScrollBar()->setPageStep(m_size.rows);
    verticalScrollBar()->setRange(0, static_cast<int>(top - first));
    verticalScrollBar()->setValue(static_cast<int>(m_firstShown - first));
    m_isScrolling = false;
}

void TerminalView::scrollContentsBy(int, int)
{
    if (m_isScrolling)
        return;
    m_firstShown = m_firstLine + verticalScrollBar()->value();
    m_isFollowing = m_firstShown >= m_topLine;
    takeFrame();
}

void TerminalView::follow()
{
    if (m_isFollowing)
        return;
    m_isFollowing = true;
    takeFrame();
}

void TerminalView::updateRow(int row)
{
    if (row >= 0 && row < m_size.rows)
        viewport()->update(QRect(0, dp(kMargin) + row * m_cellHeight, viewport()->width(), m_cellHeight));
}

QRect TerminalView::cellRect(TerminalPosition at) const
{
    return {dp(kMargin) + at.column * m_cellWidth, dp(kMargin) + at.row * m_cellHeight, m_cellWidth, m_cellHeight};
}

TerminalPosition TerminalView::positionAt(const QPoint &point) const
{
    return {std::clamp((point.y() - dp(kMargin)) / m_cellHeight, 0, m_size.rows - 1),
            std::clamp((point.x() - dp(kMargin)) / m_cellWidth, 0, m_size.columns - 1)};
}

// Between two cells when `isNearest`, else the cell itself.
TerminalView::Place TerminalView::placeAt(const QPoint &point, bool isNearest) const
{
    const int x = point.x() - dp(kMargin) + (isNearest ? m_cellWidth / 2 : 0);
    return {m_firstShown + positionAt(point).row, std::clamp(x / m_cellWidth, 0, m_size.columns)};
}

void TerminalView::select(const Place &to)
{
    Selection chosen{std::min(m_anchor, to), std::max(m_anchor, to)};
    if (m_unit != Unit::Cell)
        chosen = widened(chosen.from, chosen.to);
    setSelection(chosen.from == chosen.to ? std::nullopt : std::optional(chosen));
}

TerminalView::Selection TerminalView::widened(Place from, Place to) const
{
    if (m_unit == Unit::Line)
        return {{from.line, 0}, {to.line, m_size.columns}};
    const auto characterAt = [this](qint64 line, int column) {
        const qint64 row = line - m_firstShown;
        if (row < 0 || row >= m_size.rows || column < 0 || column >= m_size.columns)
            return QChar(u' ');
        const TerminalLine &shown = m_rows[static_cast<std::size_t>(row)];
        const TerminalCell cell = shown.at(column);
        return cell.width == 0 ? QChar(u'x') : shown.glyphText(cell).at(0);
    };
    while (from.column > 0 && isWordPart(characterAt(from.line, from.column - 1)) && isWordPart(characterAt(from.line, from.column)))
        --from.column;
    if (to.column < m_size.columns)
        ++to.column;
    while (to.column < m_size.columns && isWordPart(characterAt(to.line, to.column)) && isWordPart(characterAt(to.line, to.column - 1)))
        ++to.column;
    return {from, to};
}

void TerminalView::setSelection(const std::optional<Selection> &selection)
{
    if (!m_selection && !selection)
        return;
    m_selection = selection;
    viewport()->update();
}

QString TerminalView::selectedText() const
{
    if (!m_selection || !m_session)
        return {};
    QString all;
    m_session->reading([&](const TerminalScreen &screen) {
        const TerminalGrid &grid = screen.grid();
        const qint64 last = std::min(m_selection->to.line, grid.endLine() - 1);
        for (qint64 number = std::max(m_selection->from.line, grid.firstLine()); number <= last; ++number) {
            const TerminalLine &line = grid.line(number);
            const int from = number == m_selection->from.line ? m_selection->from.column : 0;
            const int to = number == m_selection->to.line ? m_selection->to.column : m_size.columns;
            all += line.text(from, to);
            if (number < last && !line.isWrapped)
                all += u'\n';
        }
    });
    return all;
}

void TerminalView::copy() const
{
    const QString text = selectedText();
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void TerminalView::paste(const QString &text)
{
    if (isOver())
        return;
    follow();
    if (!m_session->press([&text](TerminalScreen &screen) { return screen.pasted(text); }))
        Q_EMIT pasteRefused();
}

bool TerminalView::find(const QString &text, bool isUpwards)
{
    if (text.isEmpty() || !m_session)
        return false;
    std::optional<Selection> found;
    m_session->reading([&](const TerminalScreen &screen) {
        const TerminalGrid &grid = screen.grid();
        const int step = isUpwards ? -1 : 1;
        const qint64 start = m_selection ? m_selection->from.line + step : isUpwards ? grid.endLine() - 1 : grid.firstLine();
        for (qint64 number = start; number >= grid.firstLine() && number < grid.endLine() && !found; number += step) {
            const TerminalLine &line = grid.line(number);
            const qsizetype at = line.text(0, m_size.columns).indexOf(text, 0, Qt::CaseInsensitive);
            if (at < 0)
                continue;
            // Text counts characters, a selection cells.
            int from = 0;
            while (from < m_size.columns && line.text(0, from).size() < at)
                ++from;
            int to = from;
            while (to < m_size.columns && line.text(from, to).size() < text.size())
                ++to;
            found = Selection{{number, from}, {number, to}};
        }
    });
    if (!found)
        return false;
    if (found->from.line < m_firstShown || found->from.line >= m_firstShown + m_size.rows) {
        m_firstShown = std::clamp(found->from.line - m_size.rows / 2, m_firstLine, m_topLine);
        m_isFollowing = m_firstShown >= m_topLine;
        takeFrame();
    }
    setSelection(found);
    return true;
}

QString TerminalView::screenText() const
{
    QStringList lines;
    for (const TerminalLine &line : m_rows)
        lines << line.text(0, m_size.columns);
    return lines.join(u'\n');
}

int TerminalView::cursorOffset() const
{
    qsizetype offset = 0;
    const int row = static_cast<int>(m_topLine - m_firstShown) + m_cursor.at.row;
    for (int i = 0; i < std::min(row, static_cast<int>(m_rows.size())); ++i)
        offset += m_rows[static_cast<std::size_t>(i)].text(0, m_size.columns).size() + 1;
    if (row < static_cast<int>(m_rows.size()))
        offset += m_rows[static_cast<std::size_t>(row)].text(0, m_cursor.at.column).size();
    return static_cast<int>(offset);
}

void TerminalView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (m_session)
        m_session->resize(terminalSize());
}

void TerminalView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        measure();
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

}  // namespace trainyard

#include "moc_terminalview.cpp"
