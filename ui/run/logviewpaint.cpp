// How LogView draws: every character on the cells of a terminal grid, so that columns stay columns whatever
// font a character comes from, and only the cells in sight cost anything.
#include "ui/run/logview.h"

#include "ui/theme/theme.h"

#include <QDateTime>
#include <QLocale>
#include <QPainter>
#include <QPaintEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

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

QString byteText(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeTraditionalFormat);
}

}  // namespace

void LogView::paintEvent(QPaintEvent *event)
{
    const Theme theme = themeOf(this);
    QPainter painter(viewport());
    painter.fillRect(event->rect(), theme.sunken);
    const qint64 lines = m_index.lineCount();
    if (lines == 0) {
        painter.setPen(theme.text3);
        painter.setFont(textFont(TextRole::Body));
        painter.drawText(viewport()->rect(), Qt::AlignCenter, m_emptyText);
        return;
    }
    painter.setPen(theme.line);
    painter.drawLine(m_gutter, 0, m_gutter, viewport()->height());
    const int widest = m_widestColumns;
    qint64 number = firstVisibleLine();
    for (int y = 0; y < viewport()->height() && number < lines; y += m_rowHeight, ++number) {
        const LogRow row = m_rows.row(number);
        m_widestColumns = std::max(m_widestColumns, row.columns);
        paintRow(painter, theme, number, row, y);
    }
    if (m_widestColumns > widest)      // the bar's range follows after the picture, never while it is painted
        QMetaObject::invokeMethod(this, [this] { updateBars(); }, Qt::QueuedConnection);
}

void LogView::paintRow(QPainter &painter, const Theme &theme, qint64 number, const LogRow &row, int y) const
{
    const int width = viewport()->width();
    const bool isLiveRow = m_isLive && !row.isTerminated;
    const bool isHitRow = m_currentHit >= 0 && m_currentHit < hitCount()
                          && m_index.lineAt(m_search.hits()[size_t(m_currentHit)]) == number;
    if (isHitRow)
        painter.fillRect(0, y, width, m_rowHeight, theme.selected);
    else if (row.level != LogLevel::None)
        painter.fillRect(0, y, width, m_rowHeight,
                         row.level == LogLevel::Error ? theme.bad.tint : theme.warning.tint);

    painter.setFont(textFont(TextRole::Log));
    painter.setPen(isLiveRow ? theme.accent : theme.text3);
    painter.drawText(QRect(0, y, m_gutter - dp(8) - dp(16), m_rowHeight), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(number + 1));
    if (const auto moment = m_timeWidth > 0 ? m_clock.timeAt(row.begin) : std::nullopt) {
        // As exact as it is known: a pause of the sampler leaves minutes, a long one nothing.
        const qint64 span = moment->toMs - moment->fromMs;
        const QDateTime time = QDateTime::fromMSecsSinceEpoch(moment->toMs);
        if (span <= 90'000)
            painter.drawText(QRect(dp(8), y, m_timeWidth, m_rowHeight), Qt::AlignLeft | Qt::AlignVCenter,
                             time.toString(span <= 2500 ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm")));
    }
    const double middle = y + m_rowHeight / 2.0;
    const double sign = m_gutter - dp(13);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isLiveRow) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.accent);
        painter.drawPolygon(QPolygonF({{sign, middle - 4}, {sign + 6, middle}, {sign, middle + 4}}));
    } else if (row.foldedUpdates > 0) {
        painter.setPen(QPen(theme.text3, 1.3));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(QPolygonF({{sign + 1, middle - 3}, {sign + 4, middle}, {sign + 1, middle + 3}}));
    } else if (row.level != LogLevel::None) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(row.level == LogLevel::Error ? theme.bad.ink : theme.warning.ink);
        painter.drawPolygon(QPolygonF({{sign, middle + 3.5}, {sign + 4, middle - 3.5}, {sign + 8, middle + 3.5}}));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);

    painter.save();
    painter.setClipRect(m_gutter + 1, y, width - m_gutter - 1, m_rowHeight);
    const int left = textLeft() - horizontalScrollBar()->value();
    const auto [from, to] = std::minmax(m_anchor, m_caret);
    if (from != to && number >= from.line && number <= to.line) {
        const QString &text = row.content.text;
        const int begin = number == from.line ? columnOf(text, from.position) : 0;
        const int end = number == to.line ? columnOf(text, to.position) : row.columns + 1;
        painter.fillRect(QRectF(left + begin * m_cell, y, (end - begin) * m_cell, m_rowHeight),
                         palette().color(QPalette::Highlight));
    }
    paintHits(painter, theme, row, left, y);
    paintText(painter, theme, row, left, y, isLiveRow);
    int x = left + int(row.columns * m_cell) + dp(10);
    if (row.cutBytes > 0)
        x = paintChip(painter, theme, tr("%1 more in this line").arg(byteText(row.cutBytes)), x, y);
    if (row.foldedUpdates > 0)
        paintChip(painter, theme, tr("%n update(s) folded", nullptr,
                                     int(std::min<qint64>(row.foldedUpdates, 1'000'000'000))), x, y);
    painter.restore();
}

void LogView::paintHits(QPainter &painter, const Theme &theme, const LogRow &row, int left, int y) const
{
    const QByteArray &needle = m_search.needle();
    if (needle.isEmpty())
        return;
    const QString wanted = QString::fromUtf8(needle);
    const Qt::CaseSensitivity sensitivity = m_search.isCaseSensitive() ? Qt::CaseSensitive : Qt::CaseInsensitive;
    const auto &hits = m_search.hits();
    // The current hit is told from its neighbours in the row by its place among the row's bytes.
    const auto first = std::lower_bound(hits.begin(), hits.end(), row.begin);
    const qint64 currentInRow = m_currentHit - (first - hits.begin());
    qint64 ordinal = 0;
    for (qsizetype at = row.content.text.indexOf(wanted, 0, sensitivity); at >= 0;
         at = row.content.text.indexOf(wanted, at + wanted.size(), sensitivity), ++ordinal) {
        const int begin = columnOf(row.content.text, at);
        const int end = columnOf(row.content.text, at + wanted.size());
        const bool isCurrent = m_currentHit >= 0 && ordinal == currentInRow;
        const QRectF box(left + begin * m_cell - 1, y + 3, (end - begin) * m_cell + 2, m_rowHeight - 6);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(isCurrent ? Qt::NoPen : QPen(mixed(theme.warning.ink, theme.sunken, 0.4), 1));
        painter.setBrush(isCurrent ? theme.warning.ink : theme.warning.tint);
        painter.drawRoundedRect(isCurrent ? box : box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
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

void LogView::paintText(QPainter &painter, const Theme &theme, const LogRow &row, int left, int y,
                        bool isLiveRow) const
{
    const QString &text = row.content.text;
    QList<AnsiRun> runs = row.content.runs;
    if (runs.isEmpty())
        runs.append({0, text.size(), {}});
    const QColor plain = isLiveRow ? theme.accent : theme.text1;
    const double sightEnd = viewport()->width();
    const QFont font = textFont(TextRole::Log);
    const auto &hits = m_search.hits();
    const qint64 currentOffset = m_currentHit >= 0 && m_currentHit < hitCount() ? hits[size_t(m_currentHit)] : -1;
    qsizetype invertedBegin = -1, invertedEnd = -1;      // text on the solid current hit
    if (currentOffset >= row.begin && currentOffset < row.end) {
        const QString wanted = QString::fromUtf8(m_search.needle());
        qint64 ordinal = m_currentHit - (std::lower_bound(hits.begin(), hits.end(), row.begin) - hits.begin());
        invertedBegin = -1;
        do {
            invertedBegin = text.indexOf(wanted, invertedBegin < 0 ? 0 : invertedBegin + wanted.size(),
                                         m_search.isCaseSensitive() ? Qt::CaseSensitive : Qt::CaseInsensitive);
        } while (invertedBegin >= 0 && ordinal-- > 0);
        invertedEnd = invertedBegin < 0 ? -1 : invertedBegin + wanted.size();
    }

    int column = 0;
    for (const AnsiRun &run : runs) {
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
            const int end = columnOf(text.mid(run.begin, run.length), run.length);
            painter.fillRect(QRectF(left + column * m_cell, y + 1, end * m_cell, m_rowHeight - 2),
                             fillOf(theme, style.background));
        }
        // Plain one-cell characters are drawn together, everything else on its own cell.
        qsizetype i = run.begin;
        const qsizetype runEnd = run.begin + run.length;
        while (i < runEnd) {
            const bool isInverted = i >= invertedBegin && i < invertedEnd;
            painter.setPen(isInverted ? theme.sunken : ink);
            const double x = left + column * m_cell;
            if (x > sightEnd)
                return;
            const ushort unit = text[i].unicode();
            if (unit >= 0x20 && unit < 0x7f) {
                qsizetype end = i + 1;
                while (end < runEnd && text[end].unicode() >= 0x20 && text[end].unicode() < 0x7f
                       && (end >= invertedBegin && end < invertedEnd) == isInverted)
                    ++end;
                const qsizetype skipped = std::clamp<qsizetype>(qsizetype((m_gutter - x) / m_cell), 0, end - i);
                const qsizetype shownLength = std::min<qsizetype>(end - i - skipped,
                                                                  qsizetype(sightEnd / m_cell) + 2);
                painter.drawText(QPointF(x + double(skipped) * m_cell, y + m_ascent),
                                 text.mid(i + skipped, shownLength));
                column += int(end - i);
                i = end;
                continue;
            }
            if (unit >= 0x2588 && unit <= 0x258f) {      // blocks of progress bars join without seams
                painter.fillRect(QRectF(x, y + 4, m_cell * (8 - (unit - 0x2588)) / 8.0 + 0.3, m_rowHeight - 8),
                                 isInverted ? theme.sunken : ink);
                ++column;
                ++i;
                continue;
            }
            const bool isPair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
            const qsizetype units = isPair ? 2 : 1;
            const int cells = cellWidth(isPair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : char32_t(unit));
            qsizetype end = i + units;      // with its combining marks
            while (end < runEnd && !text[end].isHighSurrogate() && cellWidth(text[end].unicode()) == 0
                   && end - i < 8)
                ++end;
            if (x + 2 * m_cell >= m_gutter)
                painter.drawText(QPointF(x, y + m_ascent), text.mid(i, end - i));
            column += cells;
            i = end;
        }
    }
}

}  // namespace trainyard
