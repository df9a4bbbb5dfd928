// SPDX-License-Identifier: GPL-3.0-or-later
// The painting of LogView: every character is on a cell of a terminal grid, so that columns stay aligned whatever font a character comes
// from, and only the visible cells cost time.
#include "ui/log/logview.h"

#include "core/base/format.h"
#include "ui/theme/theme.h"

#include <QLocale>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr int kSignWidth = 18;      // between the gutter line and the level
constexpr int kMaxHitsInRow = 500;  // more than fit on any screen

QColor inkOf(const Theme &theme, AnsiColor color, const QColor &otherwise)
{
    switch (color) {
    case AnsiColor::Default: return otherwise;
    case AnsiColor::Black:
    case AnsiColor::BrightBlack: return theme.text3;
    case AnsiColor::Red:
    case AnsiColor::BrightRed: return theme.bad.ink;
    case AnsiColor::Green:
    case AnsiColor::BrightGreen: return theme.ok.ink;
    case AnsiColor::Yellow:
    case AnsiColor::BrightYellow: return theme.warning.ink;
    case AnsiColor::Blue:
    case AnsiColor::BrightBlue: return theme.accent;
    case AnsiColor::Magenta:
    case AnsiColor::BrightMagenta: return theme.simulated.ink;
    case AnsiColor::Cyan:
    case AnsiColor::BrightCyan: return theme.series[2];
    case AnsiColor::White: return theme.text2;
    case AnsiColor::BrightWhite: return theme.text1;
    }
    return otherwise;
}

QColor fillOf(const Theme &theme, AnsiColor color)
{
    switch (color) {
    case AnsiColor::Red:
    case AnsiColor::BrightRed: return theme.bad.tint;
    case AnsiColor::Green:
    case AnsiColor::BrightGreen: return theme.ok.tint;
    case AnsiColor::Yellow:
    case AnsiColor::BrightYellow: return theme.warning.tint;
    case AnsiColor::Magenta:
    case AnsiColor::BrightMagenta: return theme.simulated.tint;
    case AnsiColor::Blue:
    case AnsiColor::BrightBlue:
    case AnsiColor::Cyan:
    case AnsiColor::BrightCyan: return theme.info.tint;
    default: return theme.hover;
    }
}

QString byteText(qint64 bytes) { return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeTraditionalFormat); }

}  // namespace

void LogView::paintEvent(QPaintEvent *event)
{
    const Theme theme = themeOf(this);
    QPainter painter(viewport());
    painter.fillRect(event->rect(), theme.sunken);
    m_chips.clear();
    const qint64 rows = rowCount();
    if (rows == 0) {
        painter.setPen(theme.text3);
        painter.setFont(textFont(TextRole::Body));
        QString text = m_emptyText;
        if (m_filter.isActive() && m_index.lineCount() > 0)
            text = m_filter.isBusy() ? tr("Filtering…") : tr("No lines match. Choose other ranks or levels above.");
        painter.drawText(viewport()->rect(), Qt::AlignCenter, text);
        return;
    }
    painter.setPen(theme.line);
    painter.drawLine(m_gutter, 0, m_gutter, viewport()->height());
    const int widest = m_widestColumns;
    const bool hadOwnTimes = m_hasOwnTimes;
    int number = m_topPart;
    int y = 0;
    for (qint64 row = verticalScrollBar()->value(); y < viewport()->height() && row < rows; ++row, number = 0) {
        Part part = partsOf(row);
        if (part.line < 0)
            break;
        m_widestColumns = std::max(m_widestColumns, part.row.columns);
        m_hasOwnTimes = m_hasOwnTimes || part.row.lead.timeLength > 0;
        const int height = part.states + int(part.begins.size());
        for (part.number = number; part.number < height && y < viewport()->height(); ++part.number, y += m_rowHeight)
            paintRow(painter, theme, part, y);
    }
    // Scroll bar ranges and columns are updated after painting, never during it.
    if (m_widestColumns > widest || m_hasOwnTimes != hadOwnTimes)
        QMetaObject::invokeMethod(
            this,
            [this] {
                updateBars();
                viewport()->update();
            },
            Qt::QueuedConnection);
}

void LogView::paintRow(QPainter &painter, const Theme &theme, const Part &part, int y)
{
    const LogRow &row = part.row;
    const int width = viewport()->width();
    const bool isLiveRow = m_isLive && !row.isTerminated;
    const LogKind kind = m_filter.kindOf(part.line);
    const LogLevel level = std::max(kind.level, row.lead.level);
    const qint64 hitOffset = m_currentHit >= 0 && m_currentHit < hitCount() ? m_search.hits()[size_t(m_currentHit)].offset() : -1;
    const bool isState = part.number < part.states;
    if (!isState && hitOffset >= row.begin && hitOffset < std::max(row.end, row.begin + 1))
        painter.fillRect(0, y, width, m_rowHeight, theme.selected);
    else if (!isState && level >= LogLevel::Warning)
        painter.fillRect(0, y, width, m_rowHeight, level == LogLevel::Error ? theme.bad.tint : theme.warning.tint);

    const int piece = part.number - part.states;
    if (part.number == 0 || piece == 0)
        paintHead(painter, theme, part, kind, y);

    painter.save();
    painter.setClipRect(m_gutter + dp(kSignWidth), y, width - m_gutter - dp(kSignWidth), m_rowHeight);
    const int left = textLeft() - horizontalScrollBar()->value();
    if (isState) {
        const AnsiText state = m_rows.state(part.line, part.number);
        paintSpan(painter, theme, state, 0, state.text.size(), left, y, theme.text3, {-1, -1});
        if (part.number == 0 && row.foldedUpdates > part.states) {
            const int x = left + int(columnOf(state.text, state.text.size()) * m_cell) + dp(10);
            paintChip(painter, theme, tr("%1 older ones not shown").arg(formatCount(row.foldedUpdates - part.states)), x, y);
        }
        painter.restore();
        return;
    }
    const QString &text = row.content.text;
    const qsizetype from = part.begins[size_t(piece)];
    const bool isLastPiece = size_t(piece) + 1 == part.begins.size();
    const qsizetype to = isLastPiece ? text.size() : part.begins[size_t(piece) + 1];
    const auto [begin, end] = std::minmax(m_anchor, m_caret);
    if (begin != end && part.line >= begin.line && part.line <= end.line) {
        const auto columnIn = [&](qsizetype position) {
            return columnOf(text.mid(from, to - from), std::clamp(position, from, to) - from);
        };
        const int first = part.line == begin.line ? columnIn(begin.position) : 0;
        const int last = part.line == end.line ? columnIn(end.position) : columnIn(to) + (isLastPiece ? 1 : 0);
        painter.fillRect(QRectF(left + first * m_cell, y, (last - first) * m_cell, m_rowHeight), palette().color(QPalette::Highlight));
    }
    const auto inverted = paintHits(painter, theme, row, from, to, left, y);
    paintSpan(painter, theme, row.content, from, to, left, y, isLiveRow ? theme.accent : theme.text1, inverted);
    if (isLastPiece) {
        int x = left + int(columnOf(text.mid(from), text.size() - from) * m_cell) + dp(10);
        if (row.cutBytes > 0)
            x = paintChip(painter, theme, tr("%1 more in this line").arg(byteText(row.cutBytes)), x, y);
        if (row.foldedUpdates > 0) {
            const int count = int(std::min<qint64>(row.foldedUpdates, 1'000'000'000));
            const QString words = part.states > 0 ? tr("collapse %n update(s)", nullptr, count)
                                                  : tr("%n update(s) collapsed", nullptr, count);
            const int after = paintChip(painter, theme, words, x, y);
            m_chips.append({QRect(x, y, after - x, m_rowHeight), part.line});
        }
    }
    painter.restore();
    if (m_hasCursor && part.line == m_caret.line && hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.drawLine(0, y, 0, y + m_rowHeight - 1);
        painter.drawLine(1, y, 1, y + m_rowHeight - 1);
        if (piece == 0)
            painter.drawLine(0, y, width, y);
        if (isLastPiece)
            painter.drawLine(0, y + m_rowHeight - 1, width, y + m_rowHeight - 1);
    }
}

// The columns in front of the text.
void LogView::paintHead(QPainter &painter, const Theme &theme, const Part &part, const LogKind &kind, int y) const
{
    const LogRow &row = part.row;
    const bool isLiveRow = m_isLive && !row.isTerminated;
    painter.setFont(textFont(TextRole::Log));
    const auto write = [&](int x, int width, Qt::Alignment alignment, const QColor &ink, const QString &text) {
        painter.setPen(ink);
        painter.drawText(QRect(x, y, width, m_rowHeight), alignment | Qt::AlignVCenter, text);
    };
    int x = dp(6);
    if (m_timeWidth > 0)
        write(x, m_timeWidth, Qt::AlignLeft, theme.text3, timeText(row));
    x += m_timeWidth;
    if (m_numberWidth > 0)
        write(x, m_numberWidth - dp(10), Qt::AlignRight, isLiveRow ? theme.accent : theme.text3, QString::number(part.line + 1));
    x += m_numberWidth;
    if (m_rankWidth > 0 && kind.rank >= 0 && (kind.isStart || row.lead.rank >= 0)) {
        // The last series colour means "other".
        const QColor ink = theme.series[size_t(kind.rank) % (theme.series.size() - 1)];
        const QString name = QLatin1Char('r') + QString::number(kind.rank);
        painter.setFont(textFont(TextRole::Label));
        const int width = painter.fontMetrics().horizontalAdvance(name) + dp(8);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(ink, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(x + 0.5, y + 2.5, width, m_rowHeight - 6), 4, 4);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.drawText(QRectF(x + 0.5, y + 2.5, width, m_rowHeight - 6), Qt::AlignCenter, name);
        painter.setFont(textFont(TextRole::Log));
    }
    const double middle = y + m_rowHeight / 2.0, sign = m_gutter + dp(6);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isLiveRow) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.accent);
        painter.drawPolygon(QPolygonF({{sign, middle - 4}, {sign + 6, middle}, {sign, middle + 4}}));
    } else if (row.foldedUpdates > 0) {
        painter.setPen(QPen(theme.text3, 1.3));
        painter.setBrush(Qt::NoBrush);
        if (part.states > 0)
            painter.drawPolyline(QPolygonF({{sign, middle - 1.5}, {sign + 3, middle + 1.5}, {sign + 6, middle - 1.5}}));
        else
            painter.drawPolyline(QPolygonF({{sign + 1, middle - 3}, {sign + 4, middle}, {sign + 1, middle + 3}}));
    } else if (row.lead.level >= LogLevel::Warning && m_levelWidth == 0) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(row.lead.level == LogLevel::Error ? theme.bad.ink : theme.warning.ink);
        painter.drawPolygon(QPolygonF({{sign, middle + 3.5}, {sign + 4, middle - 3.5}, {sign + 8, middle + 3.5}}));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (m_levelWidth > 0 && kind.isStart && row.lead.level != LogLevel::None) {
        const LogLevel level = row.lead.level;
        const QString word = level == LogLevel::Error     ? QStringLiteral("ERROR")
                             : level == LogLevel::Warning ? QStringLiteral("WARN")
                             : level == LogLevel::Info    ? QStringLiteral("INFO")
                                                          : QStringLiteral("DEBUG");
        const QColor ink = level == LogLevel::Error ? theme.bad.ink : level == LogLevel::Warning ? theme.warning.ink : theme.text3;
        write(m_gutter + dp(kSignWidth) + dp(4), m_levelWidth, Qt::AlignLeft, ink, word);
    }
}

std::pair<qsizetype, qsizetype> LogView::paintHits(QPainter &painter, const Theme &theme, const LogRow &row, qsizetype from, qsizetype to,
                                                   int left, int y) const
{
    std::pair<qsizetype, qsizetype> inverted{-1, -1};  // text on the solid current hit
    const auto &hits = m_search.hits();
    const QString text = row.content.text.mid(from, to - from);
    int column = 0;
    qsizetype counted = 0;  // columns are counted from the last hit, not from the beginning
    int drawn = 0;
    for (size_t i = m_search.firstFrom(row.begin); i < hits.size() && hits[i].offset() < row.end && drawn < kMaxHitsInRow; ++i) {
        const qsizetype first = row.content.positionOf(hits[i].offset() - row.begin);
        const qsizetype last = row.content.positionOf(hits[i].offset() + hits[i].length() - row.begin);
        if (first >= to)
            break;
        const qsizetype begin = std::max(first, from) - from, end = std::min(last, to) - from;
        if (end <= begin)
            continue;
        column += columnOf(text.mid(counted, begin - counted), begin - counted);
        counted = begin;
        const int cells = columnOf(text.mid(begin, end - begin), end - begin);
        const bool isCurrent = qint64(i) == m_currentHit;
        const QRectF box(left + column * m_cell - 1, y + 3, cells * m_cell + 2, m_rowHeight - 6);
        if (box.left() > viewport()->width())
            break;
        ++drawn;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(isCurrent ? QPen(Qt::NoPen) : QPen(mixed(theme.warning.ink, theme.sunken, 0.4), 1));
        painter.setBrush(isCurrent ? theme.warning.ink : theme.warning.tint);
        painter.drawRoundedRect(isCurrent ? box : box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.setRenderHint(QPainter::Antialiasing, false);
        if (isCurrent)
            inverted = {begin + from, end + from};
    }
    return inverted;
}

int LogView::paintChip(QPainter &painter, const Theme &theme, const QString &text, int x, int y) const
{
    const QFont font = textFont(TextRole::Label);
    const int width = QFontMetrics(font).horizontalAdvance(text) + dp(12);
    const QRectF box(x + 0.5, y + 2.5, width, m_rowHeight - 6);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.line2);
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(box, 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(font);
    painter.setPen(theme.text2);
    painter.drawText(box, Qt::AlignCenter, text);
    return x + width + dp(6);
}

// Paints the text from `from` to `to`, each character on its cell.
void LogView::paintSpan(QPainter &painter, const Theme &theme, const AnsiText &content, qsizetype from, qsizetype to, int left, int y,
                        const QColor &plain, std::pair<qsizetype, qsizetype> inverted) const
{
    const QString &text = content.text;
    QList<AnsiRun> runs = content.runs;
    if (runs.isEmpty())
        runs.append({0, text.size(), {}});
    const double sightEnd = viewport()->width(), sightBegin = m_gutter;
    const QFont font = textFont(TextRole::Log);
    const auto isInverted = [&inverted](qsizetype i) { return i >= inverted.first && i < inverted.second; };
    int column = 0;
    for (const AnsiRun &run : runs) {
        const qsizetype runBegin = std::max(run.begin, from), runEnd = std::min(run.begin + run.length, to);
        if (runEnd <= runBegin)
            continue;
        AnsiStyle style = run.style;
        QColor ink = inkOf(theme, style.foreground, plain);
        if (style.isFaint)
            ink = theme.text3;
        QFont runFont = font;
        if (style.isBold)
            runFont.setWeight(QFont::DemiBold);
        runFont.setUnderline(style.isUnderlined);
        painter.setFont(runFont);
        if (style.isInverse && style.background == AnsiColor::Default)
            style.background = AnsiColor::White;
        if (style.background != AnsiColor::Default && style.background != AnsiColor::Black) {
            const int cells = columnOf(text.mid(runBegin, runEnd - runBegin), runEnd - runBegin);
            painter.fillRect(QRectF(left + column * m_cell, y + 1, cells * m_cell, m_rowHeight - 2), fillOf(theme, style.background));
        }
        // Plain one-cell characters are drawn together, every other one on its own cell.
        for (qsizetype i = runBegin; i < runEnd;) {
            const bool isSolid = isInverted(i);
            painter.setPen(isSolid ? theme.sunken : ink);
            const double x = left + column * m_cell;
            if (x > sightEnd)
                return;
            const ushort unit = text[i].unicode();
            const auto isPlain = [&text](qsizetype at) { return text[at].unicode() >= 0x20 && text[at].unicode() < 0x7f; };
            if (isPlain(i)) {
                qsizetype end = i + 1;
                while (end < runEnd && isPlain(end) && isInverted(end) == isSolid)
                    ++end;
                const qsizetype skipped = std::clamp<qsizetype>(qsizetype((sightBegin - x) / m_cell), 0, end - i);
                const qsizetype shown = std::min<qsizetype>(end - i - skipped, qsizetype(sightEnd / m_cell) + 2);
                painter.drawText(QPointF(x + double(skipped) * m_cell, y + m_ascent), text.mid(i + skipped, shown));
                column += int(end - i);
                i = end;
                continue;
            }
            if (unit >= 0x2588 && unit <= 0x258f) {  // progress bar blocks are joined without gaps
                painter.fillRect(QRectF(x, y + 4, m_cell * (8 - (unit - 0x2588)) / 8.0 + 0.3, m_rowHeight - 8),
                                 isSolid ? theme.sunken : ink);
                ++column;
                ++i;
                continue;
            }
            const bool isPair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
            const qsizetype units = isPair ? 2 : 1;
            const int cells = cellWidth(isPair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : char32_t(unit));
            qsizetype end = i + units;  // including its combining marks
            while (end < runEnd && !text[end].isHighSurrogate() && cellWidth(text[end].unicode()) == 0 && end - i < 8)
                ++end;
            if (x + 2 * m_cell >= sightBegin)
                painter.drawText(QPointF(x, y + m_ascent), text.mid(i, end - i));
            column += cells;
            i = end;
        }
    }
}

}  // namespace trainyard
