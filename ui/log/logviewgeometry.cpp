// SPDX-License-Identifier: GPL-3.0-or-later
// The geometry of LogView: visible rows, their screen lines, columns in front of the text.
#include "ui/log/logview.h"

#include "ui/theme/theme.h"

#include <QDateTime>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard {
namespace {

constexpr int kTextPadding = 12;
constexpr int kFewestColumns = 20;                            // a wrapped line is never narrower
constexpr qint64 kSecondsSpan = 2500, kMinutesSpan = 90'000;  // ms of uncertainty up to which a time shows seconds, or minutes

}  // namespace

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
int LogView::textLeft() const { return m_gutter + dp(kTextPadding) + dp(10) + m_levelWidth; }

qint64 LogView::rowCount() const { return m_filter.isActive() ? m_filter.lineCount() : m_index.lineCount(); }
qint64 LogView::lineOfRow(qint64 row) const { return m_filter.isActive() ? m_filter.lineAt(row) : row; }
qint64 LogView::rowOfLine(qint64 line) const { return m_filter.isActive() ? m_filter.ordinalOf(line) : line; }

qint64 LogView::firstVisibleLine() const { return std::max<qint64>(0, lineOfRow(verticalScrollBar()->value())); }

std::vector<qsizetype> LogView::piecesOf(const LogRow &row) const
{
    const QString &text = row.content.text;
    std::vector<qsizetype> begins{std::min(textBegin(row), text.size())};
    if (!m_look.isWrapped)
        return begins;
    const int columns = std::max(kFewestColumns, int((viewport()->width() - textLeft() - dp(8)) / m_cell));
    int column = 0;
    for (qsizetype i = begins.front(); i < text.size();) {
        const bool isPair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        const int cells = cellWidth(isPair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : char32_t(text[i].unicode()));
        if (column + cells > columns) {
            begins.push_back(i);
            column = 0;
        }
        column += cells;
        i += isPair ? 2 : 1;
    }
    return begins;
}

LogView::Part LogView::partsOf(qint64 row) const
{
    Part part;
    part.line = lineOfRow(row);
    if (part.line < 0)
        return part;
    part.row = m_rows.row(part.line);
    part.states = m_unfolded.contains(part.line) ? LogRows::stateCount(part.row) : 0;
    part.begins = piecesOf(part.row);
    return part;
}

int LogView::heightOf(qint64 row) const
{
    if (isFlat())
        return 1;
    if (!m_look.isWrapped && !m_unfolded.contains(lineOfRow(row)))
        return 1;
    const Part part = partsOf(row);
    return part.states + std::max(1, int(part.begins.size()));
}

// Goes row by row, so use it for a screenful or two; without wrapping and unfolded bars any distance is cheap.
LogView::Spot LogView::moved(Spot spot, qint64 parts) const
{
    if (isFlat())
        return {std::clamp<qint64>(spot.row + parts, 0, std::max<qint64>(0, rowCount() - 1)), 0};
    for (; parts > 0; --parts) {
        const qint64 left = heightOf(spot.row) - 1 - spot.part;
        if (left >= parts) {
            spot.part += int(parts);
            return spot;
        }
        if (spot.row + 1 >= rowCount())
            return {spot.row, spot.part + int(left)};
        parts -= left;
        spot = {spot.row + 1, 0};
    }
    for (; parts < 0; ++parts) {
        if (spot.part >= -parts) {
            spot.part += int(parts);
            return spot;
        }
        if (spot.row == 0)
            return {};
        parts += spot.part;
        --spot.row;
        spot.part = heightOf(spot.row) - 1;
    }
    return spot;
}

LogView::Spot LogView::endSpot() const
{
    const qint64 rows = rowCount();
    if (rows == 0)
        return {};
    if (isFlat())
        return {std::clamp<qint64>(rows - visibleRows(), 0, std::numeric_limits<int>::max()), 0};
    return moved({rows - 1, heightOf(rows - 1) - 1}, 1 - visibleRows());
}

void LogView::setTop(Spot spot)
{
    m_isAdjusting = true;
    m_topPart = spot.part;
    verticalScrollBar()->setRange(0, int(std::max(spot.row, endSpot().row)));
    verticalScrollBar()->setValue(int(spot.row));
    m_isAdjusting = false;
    viewport()->update();
}

void LogView::scrollParts(qint64 parts)
{
    const Spot end = endSpot();
    const Spot top = std::min(moved({verticalScrollBar()->value(), m_topPart}, parts), end);
    setTop(top);
    if ((top == end) != m_isFollowing)
        setFollowing(top == end);
}

void LogView::updateBars()
{
    const qint64 lines = m_index.lineCount();
    const auto columns = [this](double cells) { return int(std::ceil(m_cell * cells)); };
    m_timeWidth = m_look.hasTimes && (!m_clock.isEmpty() || (m_hasOwnTimes && !m_look.isAsWritten)) ? columns(8) + dp(10) : 0;
    m_numberWidth = m_look.hasNumbers ? columns(double(QString::number(std::max<qint64>(lines, 9'999)).size())) + dp(10) : 0;
    const bool hasColumns = !m_look.isAsWritten;
    m_rankWidth =
        hasColumns && !m_filter.ranks().empty()
            ? QFontMetrics(textFont(TextRole::Label)).horizontalAdvance(QLatin1Char('r') + QString::number(m_filter.ranks().size() - 1))
                  + dp(20)
            : 0;
    m_levelWidth = hasColumns && m_filter.hasLevels() ? columns(5) + dp(10) : 0;
    m_gutter = std::max(dp(10), m_timeWidth + m_numberWidth + m_rankWidth + dp(6));

    m_isAdjusting = true;
    const Spot end = endSpot();
    verticalScrollBar()->setRange(0, int(end.row));
    verticalScrollBar()->setPageStep(visibleRows());
    if (m_isFollowing || Spot{verticalScrollBar()->value(), m_topPart} > end) {
        verticalScrollBar()->setValue(int(end.row));
        m_topPart = end.part;
    }
    const int textWidth = m_look.isWrapped ? 0 : int(m_cell * (m_widestColumns + 4));
    horizontalScrollBar()->setRange(0, std::max(0, textWidth - (viewport()->width() - textLeft())));
    horizontalScrollBar()->setPageStep(std::max(1, viewport()->width() - textLeft()));
    horizontalScrollBar()->setSingleStep(columns(4));
    m_isAdjusting = false;
}

void LogView::resizeEvent(QResizeEvent *) { updateBars(); }

void LogView::scrollContentsBy(int, int dy)
{
    // The user moved the bar: up stops following, reaching the end follows again.
    if (!m_isAdjusting && dy != 0) {
        const Spot end = endSpot();
        const bool isAtEnd = verticalScrollBar()->value() >= end.row;
        m_topPart = isAtEnd ? end.part : 0;
        if (isAtEnd != m_isFollowing)
            setFollowing(isAtEnd);
    }
    viewport()->update();
}

LogView::Place LogView::placeAt(QPoint point) const
{
    if (rowCount() == 0)
        return {};
    const Spot spot = moved({verticalScrollBar()->value(), m_topPart}, int(std::floor(double(point.y()) / m_rowHeight)));
    const Part part = partsOf(spot.row);
    const int piece = std::clamp(spot.part - part.states, 0, int(part.begins.size()) - 1);
    const QString &text = part.row.content.text;
    const qsizetype begin = part.begins[size_t(piece)];
    const double x = point.x() - textLeft() + horizontalScrollBar()->value();
    const qsizetype end = size_t(piece) + 1 < part.begins.size() ? part.begins[size_t(piece) + 1] : text.size();
    const qsizetype position = begin + positionAt(text.mid(begin, end - begin), std::max(0, int(x / m_cell + 0.5)));
    return {part.line, std::min(position, end)};
}

QString LogView::timeText(const LogRow &row) const
{
    if (row.lead.timeLength > 0 && !m_look.isAsWritten)
        return row.content.text.mid(row.lead.timeBegin, row.lead.timeLength);
    const auto moment = m_clock.timeAt(row.begin);
    if (!moment || saysTime(row.content.text))
        return {};
    // As precise as known: after a pause of the sampler only minutes are known, after a long one nothing.
    const qint64 span = moment->toMs - moment->fromMs;
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(moment->toMs);
    return span > kMinutesSpan ? QString() : time.toString(span <= kSecondsSpan ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
}

}  // namespace trainyard
