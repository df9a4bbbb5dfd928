// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logview.h"

#include "ui/log/markedscrollbar.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDateTime>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kPaintInterval = 33;           // ms: 30 frames a second
constexpr qint64 kMaxCopiedLines = 200'000;  // about 20 MB; more does not belong on a clipboard
constexpr size_t kMaxMarks = 4000;           // more hits than pixels of any scroll bar
constexpr size_t kMaxExactMarks = 200;       // hits whose lines are looked up; each lookup reads a block of the file

}  // namespace

LogView::LogView(QWidget *parent) : QAbstractScrollArea(parent), m_filter(m_index), m_rows(m_index)
{
    installLogAccessibility();
    setObjectName(QStringLiteral("logView"));
    setAccessibleName(tr("Log"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBar(new MarkedScrollBar(this));
    viewport()->setCursor(Qt::IBeamCursor);
    m_emptyText = tr("No output yet");
    m_paintTimer.setSingleShot(true);
    m_paintTimer.setInterval(kPaintInterval);
    connect(&m_paintTimer, &QTimer::timeout, this, &LogView::applyGrowth);
    m_scrollTimer.setInterval(kPaintInterval);
    connect(&m_scrollTimer, &QTimer::timeout, this, [this] {  // a selection dragged beyond the edge
        scrollParts(m_dragPoint.y() < 0 ? -1 : m_dragPoint.y() >= viewport()->height() ? 1 : 0);
        setCursor(placeAt(m_dragPoint), true);
    });
    connect(&m_index, &LogIndex::grew, this, [this] {
        m_filter.extendTo(m_index.byteCount());  // immediately: so that levels are known before the first paint
        scheduleUpdate();
    });
    connect(&m_index, &LogIndex::wasReset, this, [this] {
        m_rows.clear();
        m_unfolded.clear();
        m_anchor = m_caret = {};
        m_hasCursor = m_hasOwnTimes = false;
        m_widestColumns = 0;
        m_topPart = 0;
        m_currentHit = m_wantedLine = -1;
        m_filter.forget();
        m_search.start(m_search.matcher().query(), m_filter.choice());
        scheduleUpdate();
    });
    connect(&m_filter, &LogFilter::grew, this, &LogView::scheduleUpdate);
    connect(&m_search, &LogSearch::hitsChanged, this, [this] {
        m_currentHit = std::min(m_currentHit, hitCount() - 1);
        showMarks();
        viewport()->update();
        Q_EMIT searchChanged();
    });
    measure();
}

void LogView::setFile(const QString &fileName)
{
    m_clock.clear();
    m_index.open(fileName);
    setFollowing(true);
}

void LogView::addSizes(const QList<LogSize> &sizes)
{
    for (const LogSize &size : sizes)
        m_clock.append(size);
    scheduleUpdate();
}

void LogView::noteSeen(qint64 bytes, qint64 ms) { m_clock.seen(bytes, ms); }

std::optional<LogMoment> LogView::timeOf(qint64 number) const { return m_clock.timeAt(m_rows.row(number).begin); }

void LogView::showMoment(qint64 ms)
{
    const auto offset = m_clock.offsetAt(ms);
    goToLine(m_index.lineAt(std::max<qint64>(0, offset.value_or(0) - 1)));
}

void LogView::showOffset(qint64 offset) { goToLine(m_index.lineAt(std::max<qint64>(0, offset))); }

void LogView::refresh() { m_index.refresh(); }

void LogView::setLive(bool isLive)
{
    m_isLive = isLive;
    viewport()->update();
}

void LogView::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

void LogView::setLook(const LogLook &look)
{
    if (look == m_look)
        return;
    m_look = look;
    m_widestColumns = m_topPart = 0;
    horizontalScrollBar()->setValue(0);
    updateBars();
    viewport()->update();
}

void LogView::setChoice(const LogChoice &choice)
{
    if (choice == m_filter.choice())
        return;
    const qint64 line = m_hasCursor ? m_caret.line : m_isFollowing ? -1 : firstVisibleLine();
    m_filter.restart(choice);
    m_search.start(m_search.matcher().query(), choice);
    m_currentHit = -1;
    m_wantedLine = m_isFollowing ? -1 : line;
    m_topPart = 0;
    applyGrowth();
}

void LogView::scheduleUpdate()
{
    if (!m_paintTimer.isActive())
        m_paintTimer.start();
}

void LogView::applyGrowth()
{
    if (!m_search.hits().empty()) {
        // A progress bar at the end has changed since its hits were found.
        const LogIndex::Line line = m_index.line(m_index.lineAt(m_search.hits().back().offset()));
        m_search.dropHits(line.begin, m_index.shown(line).begin);
    }
    m_filter.extendTo(m_index.byteCount());
    m_search.extendTo(m_index.file(), m_index.byteCount());
    updateBars();
    if (m_wantedLine >= 0 && (!m_filter.isActive() || m_filter.scannedBytes() > m_index.line(m_wantedLine).begin || !m_filter.isBusy())) {
        const qint64 row = rowOfLine(m_wantedLine);
        m_wantedLine = -1;
        setTop(std::min(Spot{std::max<qint64>(0, row - visibleRows() / 2), 0}, endSpot()));
    }
    viewport()->update();
    Q_EMIT contentChanged();
}

void LogView::setFollowing(bool isFollowing)
{
    const bool hasChanged = m_isFollowing != isFollowing;
    m_isFollowing = isFollowing;
    m_rowsAtUnfollow = rowCount();
    if (isFollowing)
        setTop(endSpot());
    if (hasChanged) {
        Q_EMIT followingChanged(isFollowing);
        Q_EMIT contentChanged();
    }
}

qint64 LogView::newLines() const { return m_isFollowing ? 0 : std::max<qint64>(0, rowCount() - m_rowsAtUnfollow); }

// --- search

void LogView::find(const LogQuery &query)
{
    m_currentHit = -1;
    m_search.start(query, m_filter.choice());
    m_search.extendTo(m_index.file(), m_index.byteCount());
    viewport()->update();
}

void LogView::showMarks()
{
    const auto &hits = m_search.hits();
    QList<double> marks;
    const double lines = double(std::max<qint64>(1, rowCount())), bytes = double(std::max<qint64>(1, m_index.byteCount()));
    const size_t step = std::max<size_t>(1, hits.size() / kMaxMarks);
    // With many hits, byte positions replace line positions: nearly the same place on the bar, without reading the file.
    const bool isExact = hits.size() <= kMaxExactMarks;
    for (size_t i = 0; i < hits.size(); i += step)
        marks.append(isExact ? double(rowOfLine(m_index.lineAt(hits[i].offset()))) / lines : double(hits[i].offset()) / bytes);
    static_cast<MarkedScrollBar *>(verticalScrollBar())->setMarks(marks);
}

void LogView::findNext()
{
    if (hitCount() == 0)
        return;
    if (m_currentHit < 0) {  // the first one from the visible lines on
        const auto from = qint64(m_search.firstFrom(m_index.line(firstVisibleLine()).begin));
        showHit(from < hitCount() ? from : 0);
    } else {
        showHit((m_currentHit + 1) % hitCount());
    }
}

void LogView::findPrevious()
{
    if (const qint64 count = hitCount())
        showHit(m_currentHit < 0 ? count - 1 : (m_currentHit + count - 1) % count);
}

void LogView::showHit(qint64 hit)
{
    m_currentHit = hit;
    const LogHit found = m_search.hits()[size_t(hit)];
    const qint64 line = m_index.lineAt(found.offset());
    static_cast<MarkedScrollBar *>(verticalScrollBar())->setCurrent(double(rowOfLine(line)) / double(std::max<qint64>(1, rowCount())));
    goToLine(line);
    // Scroll a hit far to the right into view.
    const LogRow row = m_rows.row(line);
    const int before = columnOf(row.content.text, textBegin(row));
    const int x = int((columnOf(row.content.text, row.content.positionOf(found.offset() - row.begin)) - before) * m_cell);
    const int width = viewport()->width() - textLeft();
    const int scrolled = horizontalScrollBar()->value();
    if (x < scrolled || x > scrolled + width - int(20 * m_cell))
        horizontalScrollBar()->setValue(std::max(0, x - width / 2));
    viewport()->update();
    Q_EMIT searchChanged();
}

void LogView::goToLine(qint64 number)
{
    if (m_index.lineCount() == 0)
        return;
    // For a hidden line, use the next visible one.
    const qint64 row = std::min(rowOfLine(std::clamp<qint64>(number, 0, m_index.lineCount() - 1)), rowCount() - 1);
    if (row < 0)
        return;
    setFollowing(false);
    setTop(std::min(moved({row, 0}, -visibleRows() / 2), endSpot()));
    setCursor({lineOfRow(row), 0}, false);
}

void LogView::goToError(bool isForward)
{
    const qint64 from = m_hasCursor ? m_caret.line : isForward ? firstVisibleLine() - 1 : m_index.lineCount();
    const qint64 line = isForward ? m_filter.nextError(from) : m_filter.previousError(from);
    if (line >= 0)
        goToLine(line);
}

void LogView::toggleFold(qint64 line)
{
    if (!m_unfolded.remove(line) && m_rows.row(line).foldedUpdates > 0) {
        constexpr qsizetype kMaxUnfolded = 32;  // heights of rows are counted one by one
        if (m_unfolded.size() >= kMaxUnfolded)
            m_unfolded.clear();
        m_unfolded.insert(line);
    }
    updateBars();
    viewport()->update();
}

// --- selection

void LogView::selectAll()
{
    if (const qint64 lines = m_index.lineCount()) {
        m_anchor = {};
        m_caret = {lines - 1, m_rows.row(lines - 1).content.text.size()};
    }
    viewport()->update();
}

QString LogView::selectedText() const
{
    const auto [from, to] = std::minmax(m_anchor, m_caret);
    QStringList lines;
    const qint64 first = rowOfLine(from.line), last = std::min(rowCount(), first + kMaxCopiedLines);
    for (qint64 row = first; row < last; ++row) {
        const qint64 number = lineOfRow(row);
        if (number < 0 || number > to.line)
            break;
        const LogRow shown = m_rows.row(number);
        const bool isWhole = number > from.line && number < to.line;
        const QString line = isWhole && shown.cutBytes > 0 ? m_rows.fullText(number) : shown.content.text;
        const qsizetype begin = number == from.line ? from.position : 0;
        const qsizetype end = number == to.line ? to.position : line.size();
        lines += line.mid(begin, std::max<qsizetype>(0, end - begin));
    }
    return lines.join(QLatin1Char('\n'));
}

void LogView::copy() const
{
    if (m_anchor != m_caret)
        QApplication::clipboard()->setText(selectedText());
}

void LogView::copyLine() const
{
    if (m_hasCursor && m_caret.line < m_index.lineCount())
        QApplication::clipboard()->setText(m_rows.fullText(m_caret.line));
}

QString LogView::spokenLine(qint64 number) const
{
    if (number < 0 || number >= m_index.lineCount())
        return {};
    const LogRow row = m_rows.row(number);
    QStringList parts{tr("Line %1").arg(number + 1)};
    if (const QString time = timeText(row); !time.isEmpty())
        parts << time;
    if (row.lead.rank >= 0)
        parts << tr("rank %1").arg(row.lead.rank);
    if (row.lead.level == LogLevel::Warning)
        parts << tr("warning");
    else if (row.lead.level == LogLevel::Error)
        parts << tr("error");
    parts << row.content.text.mid(textBegin(row));
    return parts.join(tr(", ", "between parts of a spoken line"));
}

}  // namespace trainyard

#include "moc_logview.cpp"
