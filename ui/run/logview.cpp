#include "ui/run/logview.h"

#include "ui/run/markedscrollbar.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard {
namespace {

constexpr int kPaintInterval = 33;      // ms: 30 pictures a second
constexpr int kTextPadding = 12;
constexpr qint64 kMostCopiedLines = 200'000;   // about 20 MB; more does not belong on a clipboard
constexpr size_t kMostMarks = 4000;            // more hits than pixels of any scroll bar

}  // namespace

LogView::LogView(QWidget *parent) : QAbstractScrollArea(parent), m_rows(m_index)
{
    setObjectName(QStringLiteral("logView"));
    setAccessibleName(tr("Log"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBar(new MarkedScrollBar(this));
    viewport()->setCursor(Qt::IBeamCursor);
    m_emptyText = tr("Nothing written yet");
    m_paintTimer.setSingleShot(true);
    m_paintTimer.setInterval(kPaintInterval);
    connect(&m_paintTimer, &QTimer::timeout, this, &LogView::applyGrowth);
    m_scrollTimer.setInterval(kPaintInterval);
    connect(&m_scrollTimer, &QTimer::timeout, this, [this] {   // dragging a selection beyond the edge
        const int step = m_dragPoint.y() < 0 ? -1 : m_dragPoint.y() >= viewport()->height() ? 1 : 0;
        verticalScrollBar()->setValue(verticalScrollBar()->value() + step);
        m_caret = placeAt(m_dragPoint);
        viewport()->update();
    });
    connect(&m_index, &LogIndex::grew, this, &LogView::scheduleUpdate);
    connect(&m_index, &LogIndex::wasReset, this, [this] {
        m_rows.clear();
        m_anchor = m_caret = {};
        m_widestColumns = 0;
        m_currentHit = -1;
        if (!m_search.needle().isEmpty())
            m_search.start(m_index.fileName(), m_search.needle(), m_search.isCaseSensitive());
        scheduleUpdate();
    });
    connect(&m_search, &LogSearch::hitsChanged, this, [this] {
        const auto &hits = m_search.hits();
        QList<double> marks;
        const double lines = double(std::max<qint64>(1, m_index.lineCount()));
        const size_t step = std::max<size_t>(1, hits.size() / kMostMarks);
        // With many hits their bytes stand for their lines: the same place on the bar, without a look into the file.
        for (size_t i = 0; i < hits.size(); i += step)
            marks.append(hits.size() > kMostMarks ? double(hits[i]) / double(std::max<qint64>(1, m_index.byteCount()))
                                                  : double(m_index.lineAt(hits[i])) / lines);
        static_cast<MarkedScrollBar *>(verticalScrollBar())->setMarks(marks);
        viewport()->update();
        Q_EMIT searchChanged();
    });
    measure();
}

void LogView::setFile(const QString &fileName)
{
    m_search.start(fileName, m_search.needle(), m_search.isCaseSensitive());
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

std::optional<LogMoment> LogView::timeOf(qint64 number) const { return m_clock.timeAt(m_rows.row(number).begin); }

void LogView::showMoment(qint64 ms)
{
    const auto offset = m_clock.offsetAt(ms);
    goToLine(m_index.lineAt(std::max<qint64>(0, offset.value_or(0) - 1)));
}

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

void LogView::scheduleUpdate()
{
    if (!m_paintTimer.isActive())
        m_paintTimer.start();
}

void LogView::applyGrowth()
{
    if (!m_search.hits().empty()) {
        // A progress bar at the end has moved on since its hits were found.
        const LogIndex::Line line = m_index.line(m_index.lineAt(m_search.hits().back()));
        m_search.dropHits(line.begin, m_index.shown(line).begin);
        m_currentHit = std::min(m_currentHit, hitCount() - 1);
    }
    m_search.extendTo(m_index.byteCount());
    updateBars();
    viewport()->update();
    Q_EMIT contentChanged();
}

void LogView::setFollowing(bool isFollowing)
{
    const bool hasChanged = m_isFollowing != isFollowing;
    m_isFollowing = isFollowing;
    m_linesAtUnfollow = m_index.lineCount();
    if (isFollowing) {
        m_isAdjusting = true;
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
        m_isAdjusting = false;
    }
    if (hasChanged) {
        Q_EMIT followingChanged(isFollowing);
        Q_EMIT contentChanged();
    }
}

qint64 LogView::newLines() const
{
    return m_isFollowing ? 0 : std::max<qint64>(0, m_index.lineCount() - m_linesAtUnfollow);
}

// --- search

void LogView::find(const QString &needle, bool isCaseSensitive)
{
    m_currentHit = -1;
    m_search.start(m_index.fileName(), needle.toUtf8(), isCaseSensitive);
    m_search.extendTo(m_index.byteCount());
    viewport()->update();
}

void LogView::findNext()
{
    const auto &hits = m_search.hits();
    if (hits.empty())
        return;
    if (m_currentHit < 0) {      // the first one from what is on the screen
        const qint64 from = m_index.line(firstVisibleLine()).begin;
        const auto hit = std::lower_bound(hits.begin(), hits.end(), from);
        showHit(hit == hits.end() ? 0 : hit - hits.begin());
    } else {
        showHit((m_currentHit + 1) % qint64(hits.size()));
    }
}

void LogView::findPrevious()
{
    const auto &hits = m_search.hits();
    if (hits.empty())
        return;
    const qint64 count = qint64(hits.size());
    showHit(m_currentHit < 0 ? count - 1 : (m_currentHit + count - 1) % count);
}

void LogView::showHit(qint64 hit)
{
    m_currentHit = hit;
    const qint64 line = m_index.lineAt(m_search.hits()[size_t(hit)]);
    static_cast<MarkedScrollBar *>(verticalScrollBar())
        ->setCurrent(double(line) / double(std::max<qint64>(1, m_index.lineCount())));
    goToLine(line);
    // Bring a hit far to the right into sight.
    const LogRow row = m_rows.row(line);
    const qsizetype at = row.content.text.indexOf(QString::fromUtf8(m_search.needle()), 0,
        m_search.isCaseSensitive() ? Qt::CaseSensitive : Qt::CaseInsensitive);
    const int x = at < 0 ? 0 : int(columnOf(row.content.text, at) * m_cell);
    const int width = viewport()->width() - textLeft();
    const int scrolled = horizontalScrollBar()->value();
    if (x < scrolled || x > scrolled + width - int(20 * m_cell))
        horizontalScrollBar()->setValue(std::max(0, x - width / 2));
    viewport()->update();
    Q_EMIT searchChanged();
}

void LogView::goToLine(qint64 number)
{
    const qint64 first = std::clamp<qint64>(number - visibleRows() / 2, 0, verticalScrollBar()->maximum());
    verticalScrollBar()->setValue(int(first));
    if (first < verticalScrollBar()->maximum())
        setFollowing(false);
}

// --- geometry

void LogView::measure()
{
    const QFont font = textFont(TextRole::Log);
    const QFontMetricsF metrics(font);
    m_rowHeight = lineHeight(TextRole::Log);
    m_cell = metrics.horizontalAdvance(QLatin1Char('0'));
    m_ascent = int(std::round((m_rowHeight - metrics.height()) / 2 + metrics.ascent()));
    updateBars();
}

int LogView::visibleRows() const { return std::max(1, viewport()->height() / m_rowHeight); }
int LogView::textLeft() const { return m_gutter + dp(kTextPadding); }
qint64 LogView::firstVisibleLine() const { return verticalScrollBar()->value(); }

void LogView::updateBars()
{
    const qint64 lines = m_index.lineCount();
    const auto digits = QString::number(std::max<qint64>(lines, 99'999)).size();
    m_timeWidth = m_clock.isEmpty() ? 0 : int(std::ceil(m_cell * 8)) + dp(12);
    m_gutter = m_timeWidth + int(std::ceil(m_cell * double(digits))) + dp(14) + dp(16);
    m_isAdjusting = true;
    const qint64 most = std::clamp<qint64>(lines - visibleRows(), 0, std::numeric_limits<int>::max());
    verticalScrollBar()->setRange(0, int(most));
    verticalScrollBar()->setPageStep(visibleRows());
    if (m_isFollowing)
        verticalScrollBar()->setValue(int(most));
    const int textWidth = int(m_cell * (m_widestColumns + 4));
    horizontalScrollBar()->setRange(0, std::max(0, textWidth - (viewport()->width() - textLeft())));
    horizontalScrollBar()->setPageStep(viewport()->width() - textLeft());
    horizontalScrollBar()->setSingleStep(int(m_cell * 4));
    m_isAdjusting = false;
}

void LogView::resizeEvent(QResizeEvent *) { updateBars(); }

void LogView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

void LogView::scrollContentsBy(int, int dy)
{
    // A person scrolled: up leaves the end, reaching the end follows again.
    if (!m_isAdjusting && dy != 0) {
        const bool isAtEnd = verticalScrollBar()->value() >= verticalScrollBar()->maximum();
        if (isAtEnd != m_isFollowing)
            setFollowing(isAtEnd);
    }
    viewport()->update();
}

LogView::Place LogView::placeAt(QPoint point) const
{
    const qint64 lines = m_index.lineCount();
    if (lines == 0)
        return {};
    Place place;
    place.line = std::clamp<qint64>(firstVisibleLine() + int(std::floor(double(point.y()) / m_rowHeight)), 0, lines - 1);
    const double x = point.x() - textLeft() + horizontalScrollBar()->value();
    place.position = positionAt(m_rows.row(place.line).content.text, std::max(0, int(x / m_cell + 0.5)));
    return place;
}

// --- input

void LogView::keyPressEvent(QKeyEvent *event)
{
    QScrollBar *const bar = verticalScrollBar();
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (event->matches(QKeySequence::Find))
        Q_EMIT searchRequested();
    else if (event->matches(QKeySequence::FindPrevious))
        findPrevious();
    else if (event->matches(QKeySequence::FindNext))
        findNext();
    else if (event->key() == Qt::Key_Home)
        event->modifiers() & Qt::ControlModifier ? bar->setValue(0) : horizontalScrollBar()->setValue(0);
    else if (event->key() == Qt::Key_End)
        event->modifiers() & Qt::ControlModifier ? setFollowing(true)
                                                 : horizontalScrollBar()->setValue(horizontalScrollBar()->maximum());
    else if (event->key() == Qt::Key_PageUp)
        bar->triggerAction(QAbstractSlider::SliderPageStepSub);
    else if (event->key() == Qt::Key_PageDown)
        bar->triggerAction(QAbstractSlider::SliderPageStepAdd);
    else if (event->key() == Qt::Key_Up)
        bar->triggerAction(QAbstractSlider::SliderSingleStepSub);
    else if (event->key() == Qt::Key_Down)
        bar->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    else if (event->key() == Qt::Key_Left)
        horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    else if (event->key() == Qt::Key_Right)
        horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    else
        QAbstractScrollArea::keyPressEvent(event);
}

void LogView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_caret = placeAt(event->pos());
    if (!(event->modifiers() & Qt::ShiftModifier))
        m_anchor = m_caret;
    m_isSelecting = true;
    m_dragPoint = event->pos();
    viewport()->update();
}

void LogView::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_isSelecting)
        return;
    m_dragPoint = event->pos();
    m_caret = placeAt(m_dragPoint);
    const bool isOutside = m_dragPoint.y() < 0 || m_dragPoint.y() >= viewport()->height();
    if (isOutside && !m_scrollTimer.isActive())
        m_scrollTimer.start();
    else if (!isOutside)
        m_scrollTimer.stop();
    viewport()->update();
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
    m_caret = {place.line, end};
    viewport()->update();
}

void LogView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *const copyAction = menu->addAction(tr("Copy"), QKeySequence::Copy, this, &LogView::copy);
    copyAction->setEnabled(m_anchor != m_caret);
    menu->addAction(tr("Select all"), QKeySequence::SelectAll, this, &LogView::selectAll);
    const qint64 line = placeAt(event->pos()).line;
    QAction *const charts = menu->addAction(tr("Show in the charts"), this, [this, line] {
        if (const auto moment = timeOf(line))
            Q_EMIT momentChosen(moment->toMs);
    });
    charts->setEnabled(line < m_index.lineCount() && timeOf(line).has_value());
    menu->popup(event->globalPos());
}

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
    QString text;
    const qint64 last = std::min(to.line, from.line + kMostCopiedLines - 1);
    for (qint64 number = from.line; number <= last && number < m_index.lineCount(); ++number) {
        const QString line = m_rows.row(number).content.text;
        const qsizetype begin = number == from.line ? from.position : 0;
        const qsizetype end = number == to.line ? to.position : line.size();
        text += QStringView(line).mid(begin, std::max<qsizetype>(0, end - begin));
        if (number != to.line)
            text += QLatin1Char('\n');
    }
    return text;
}

void LogView::copy() const
{
    if (m_anchor != m_caret)
        QApplication::clipboard()->setText(selectedText());
}

}  // namespace trainyard
