// SPDX-License-Identifier: GPL-3.0-or-later
// The painting of CompareChart.
#include "core/observe/report/runvariables.h"
#include "ui/charts/comparechart.h"
#include "ui/charts/internal/curveraster.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace trainyard {

namespace {

constexpr int kTitleGap = 8, kMarkGap = 110, kMostRows = 8;  // design pixels, and values beside the cursor
constexpr int kPlotTop = 40;
constexpr double kMarkRadius = 3.6;
constexpr double kBehind = 0.24, kGrey = 0.5, kBand = 0.10;  // opacities

}  // namespace

void CompareChart::render()
{
    const double ratio = devicePixelRatioF();
    const QRectF area = plotArea();
    const int columns = std::max(1, int(std::lround(area.width() * ratio))), rows = std::max(1, int(std::lround(area.height() * ratio)));
    if (m_raster)
        m_raster->clear(columns, rows);
    else
        m_raster = std::make_unique<CurveRaster>(columns, rows);
    CurveRaster &raster = *m_raster;
    const double yScale = rows / (m_y.high - m_y.low), xScale = columns / (m_to - m_from);
    const auto yOf = [&](double value) { return std::clamp((m_y.high - scaled(value)) * yScale, -16.0 * rows, 17.0 * rows); };
    // Without a colour, it is added to the grey ones.
    const auto draw = [&](const OverlayCurve &curve, double width, const std::optional<QColor> &colour) {
        const auto drawPoints = [&](const std::vector<QPointF> &points, double w) {
            colour ? raster.drawPoints(points, w, *colour) : raster.addPoints(points, w);
        };
        OverlayStroke stroke = curve.stroke(m_content.axis, m_from, m_to, columns);
        if (!stroke.points.empty()) {
            for (QPointF &point : stroke.points)
                point = {(point.x() - m_from) * xScale, yOf(point.y())};
            drawPoints(stroke.points, width);
            if (stroke.points.size() == 1)
                drawPoints({stroke.points[0] - QPointF(3 * ratio, 0), stroke.points[0] + QPointF(3 * ratio, 0)}, 2 * width);
            return;
        }
        std::vector<CurveRaster::Span> spans(size_t(columns), CurveRaster::Span{});
        for (const OverlayStroke::Column &column : stroke.columns) {
            if (column.at < 0 || column.at >= columns)
                continue;
            spans[size_t(column.at)].add(float(yOf(double(column.high))));
            spans[size_t(column.at)].add(float(yOf(double(column.low))));
        }
        colour ? raster.drawSpans(std::move(spans), width, *colour) : raster.addSpans(std::move(spans), width);
    };

    std::vector<CurveRaster::Span> band(size_t(columns), CurveRaster::Span{});
    QColor grey = colourOf(this, -1);
    grey.setAlphaF(float(kGrey));
    int shownLines = 0;
    for (int i = 0; i < m_content.lines.size(); ++i)
        shownLines += shown(i) != nullptr;
    for (int i = kToldApart; i < m_content.lines.size(); ++i) {
        const OverlayCurve *const curve = shown(i);
        if (!curve || i == m_emphasis)
            continue;
        draw(*curve, ratio, std::nullopt);
        for (size_t column = 0; column < band.size(); ++column) {
            const CurveRaster::Span &span = raster.spans()[column];
            if (!span.isEmpty()) {
                band[column].add(span.top);
                band[column].add(span.bottom);
            }
        }
    }
    // Below the lines: they are only counted so far.
    QColor range = grey;
    range.setAlphaF(float(kBand));
    raster.drawSpans(std::move(band), 0, range);
    raster.drawLayer(grey);

    m_marks.clear();
    const auto drawTold = [&](int line, double width) {
        const OverlayCurve *const curve = shown(line);
        if (!curve)
            return;
        QColor colour = line < kToldApart ? colourOf(this, line) : themeOf(this).text1;
        if (const CompareLine &own = m_content.lines[line]; own.smoothed && own.curve && (shownLines <= kToldApart || line == m_emphasis)) {
            QColor faint = colour;
            faint.setAlphaF(float(kBehind));
            draw(*own.curve, ratio, faint);
        }
        draw(*curve, width * ratio, colour);
        if (line >= kToldApart)
            return;
        const double every = dp(kMarkGap) * ratio;
        for (double column = every * (line + 1) / (kToldApart + 1); column < columns; column += every) {
            const CurveRaster::Span &span = raster.spans()[size_t(column)];
            if (!span.isEmpty())
                m_marks.push_back({line, {(double(size_t(column)) + 0.5) / ratio, double(span.top + span.bottom) / 2 / ratio}});
        }
    };
    for (int i = int(std::min<qsizetype>(kToldApart, m_content.lines.size())) - 1; i >= 0; --i) {
        if (i != m_emphasis)
            drawTold(i, 1.8);
    }
    if (m_emphasis >= 0)
        drawTold(m_emphasis, 3);
    raster.writeTo(m_curves);
    m_curves.setDevicePixelRatio(ratio);
    m_isDirty = false;
}

// Its pictures take 12 bytes a pixel.
void CompareChart::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_raster.reset();
    m_curves = {};
    m_isDirty = true;
}

void CompareChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = themeOf(this);
    painter.setPen(theme.text1);
    painter.setFont(textFont(TextRole::Strong));
    const int head = dp(kPlotTop) - dp(10);
    painter.drawText(QRect(dp(14), 0, width(), head), Qt::AlignVCenter | Qt::AlignLeft, m_content.title);
    const int titleWidth = painter.fontMetrics().horizontalAdvance(m_content.title);
    painter.setPen(theme.text3);
    painter.setFont(textFont(TextRole::Label));
    painter.drawText(QRect(dp(14) + titleWidth + dp(kTitleGap), 0, width(), head), Qt::AlignVCenter | Qt::AlignLeft, m_content.unit);
    bool isEmpty = true;
    for (int i = 0; i < m_content.lines.size() && isEmpty; ++i)
        isEmpty = !shown(i);
    if (isEmpty) {
        painter.setFont(textFont(TextRole::Body));
        painter.drawText(rect().adjusted(dp(40), 0, -dp(40), 0), Qt::AlignCenter | Qt::TextWordWrap, m_content.emptyWords);
    } else {
        if (m_isDirty || m_curves.devicePixelRatio() != devicePixelRatioF())
            render();
        paintGrid(painter);
        const QRectF area = plotArea();
        painter.drawImage(area.topLeft(), m_curves);
        for (const Mark &mark : m_marks) {
            painter.setPen(QPen(theme.surface, 1));
            painter.setBrush(colourOf(this, mark.line));
            if (area.contains(mark.at + area.topLeft()))
                paintMark(painter, mark.line, mark.at + area.topLeft(), dp(4) * kMarkRadius / 4);
        }
        if (width() - area.right() > dp(60))
            paintLabels(painter);
        if (m_cursor)
            paintCursor(painter);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), dp(6), dp(6));
    }
}

void CompareChart::paintGrid(QPainter &painter) const
{
    const Theme theme = themeOf(this);
    const QRectF area = plotArea();
    painter.setFont(textFont(TextRole::Label));
    for (const ScaleTick &tick : m_y.ticks) {
        const double y = area.bottom() - (tick.position - m_y.low) / (m_y.high - m_y.low) * area.height();
        painter.setPen(QPen(theme.line, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme.text3);
        painter.drawText(QRectF(0, y - dp(8), area.left() - dp(8), dp(16)), Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    for (const ScaleTick &tick : m_x.ticks) {
        const double x = pixelX(tick.position);
        if (x < area.left() - 1 || x > area.right() + 1)
            continue;
        painter.setPen(QPen(theme.line2, 1));
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + dp(4)));
        painter.setPen(theme.text3);
        painter.drawText(QRectF(x - dp(50), area.bottom() + dp(5), dp(100), dp(16)), Qt::AlignHCenter | Qt::AlignVCenter, tick.label);
    }
}

// At the ends of the lines that are told apart, or at the edge for those that go on beyond it.
void CompareChart::paintLabels(QPainter &painter) const
{
    const Theme theme = themeOf(this);
    const QRectF area = plotArea();
    struct PlacedLabel {
        double wanted, y;
        int line;
        double value;
    };
    std::vector<PlacedLabel> labels;
    for (int i = 0; i < m_content.lines.size(); ++i) {
        const OverlayCurve *const curve = i < kToldApart || i == m_emphasis ? shown(i) : nullptr;
        if (!curve)
            continue;
        const double last = curve->value(curve->size() - 1);
        const double y = std::clamp(pixelY(curve->at(m_content.axis, m_to).value_or(last)), area.top(), area.bottom());
        labels.push_back({y, y, i, last});
    }
    std::sort(labels.begin(), labels.end(), [](const PlacedLabel &a, const PlacedLabel &b) { return a.wanted < b.wanted; });
    const double distance = dp(18);
    double lowest = area.top();
    for (PlacedLabel &label : labels) {
        label.y = std::max(label.y, lowest);
        lowest = label.y + distance;
    }
    double highest = area.bottom();
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
        label->y = std::min(label->y, highest);
        highest = label->y - distance;
    }
    for (const PlacedLabel &label : labels) {
        const double left = area.right() + dp(12);
        const QColor colour = label.line < kToldApart ? colourOf(this, label.line) : theme.text1;
        painter.setPen(QPen(colour, dp(2)));
        painter.drawLine(QPointF(left, label.y), QPointF(left + dp(16), label.y));
        painter.setPen(QPen(theme.surface, 1));
        painter.setBrush(colour);
        paintMark(painter, label.line, QPointF(left + dp(8), label.y), dp(4));
        painter.setPen(theme.text1);
        painter.setFont(textFont(TextRole::Strong));
        const QString value = resultText(label.value);
        const int valueWidth = painter.fontMetrics().horizontalAdvance(value);
        const double room = width() - left - dp(22) - dp(10) - valueWidth - dp(6);
        painter.setFont(textFont(TextRole::Small));
        const QString name = painter.fontMetrics().elidedText(m_content.lines[label.line].label, Qt::ElideMiddle, int(room));
        painter.drawText(QRectF(left + dp(22), label.y - dp(9), room, dp(18)), Qt::AlignVCenter | Qt::AlignLeft, name);
        const double after = left + dp(22) + painter.fontMetrics().horizontalAdvance(name) + dp(6);
        painter.setFont(textFont(TextRole::Strong));
        painter.drawText(QRectF(after, label.y - dp(9), valueWidth + dp(4), dp(18)), Qt::AlignVCenter | Qt::AlignLeft, value);
    }
}

void CompareChart::paintCursor(QPainter &painter) const
{
    const Theme theme = themeOf(this);
    const QRectF area = plotArea();
    const double x = pixelX(*m_cursor);
    if (x < area.left() || x > area.right())
        return;
    painter.setPen(QPen(theme.text3, 1));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const QList<Reading> all = readings();
    QList<Reading> rows = all.mid(0, kMostRows);
    // The emphasised one is always among them.
    const auto emphasised = std::find_if(all.begin(), all.end(), [this](const Reading &one) { return one.line == m_emphasis; });
    if (emphasised != all.end() && emphasised - all.begin() >= kMostRows)
        rows.last() = *emphasised;
    painter.setFont(textFont(TextRole::Small));
    const QFontMetrics metrics = painter.fontMetrics();
    const QString more = all.size() > rows.size() ? tr("%n more in the list", nullptr, int(all.size() - rows.size())) : QString();
    QStringList names, values;
    int widest = std::max(metrics.horizontalAdvance(xText(*m_cursor)), metrics.horizontalAdvance(more)), valueWidth = 0;
    for (const Reading &row : std::as_const(rows)) {
        names << metrics.elidedText(m_content.lines[row.line].label, Qt::ElideMiddle, dp(160));
        values << resultText(row.value);
        valueWidth = std::max(valueWidth, metrics.horizontalAdvance(values.last()));
        widest = std::max(widest, metrics.horizontalAdvance(names.last()) + dp(26 + 14) + valueWidth);
    }
    for (const Reading &row : std::as_const(rows)) {
        painter.setPen(QPen(theme.surface, dp(2)));
        painter.setBrush(row.line == m_emphasis && row.line >= kToldApart ? theme.text1 : colourOf(this, row.line));
        if (const QPointF at(x, pixelY(row.value)); area.contains(at))
            painter.drawEllipse(at, dp(4), dp(4));
    }
    const int lines = int(rows.size()) + 1 + !more.isEmpty();
    const double width = widest + dp(24), height = dp(20) * double(lines) + dp(12);
    const double left = x + dp(12) + width > area.right() ? x - dp(12) - width : x + dp(12);
    const QRectF box(std::max(area.left(), left), area.top() + dp(4), width, height);
    painter.setPen(QPen(theme.line2, 1));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(box, dp(6), dp(6));
    const auto line = [&](int at) { return QRectF(box.left() + dp(12), box.top() + dp(6) + dp(20) * at, width - dp(24), dp(20)); };
    painter.setPen(theme.text3);
    painter.drawText(line(0), Qt::AlignVCenter | Qt::AlignLeft, xText(*m_cursor));
    for (int i = 0; i < rows.size(); ++i) {
        const QRectF row = line(i + 1);
        const bool isOwn = rows[i].line == m_emphasis;
        painter.setPen(QPen(isOwn && rows[i].line >= kToldApart ? theme.text1 : colourOf(this, rows[i].line), dp(2)));
        painter.drawLine(QPointF(row.left(), row.center().y()), QPointF(row.left() + dp(16), row.center().y()));
        painter.setBrush(painter.pen().color());
        painter.setPen(QPen(theme.surface, 1));
        paintMark(painter, rows[i].line, QPointF(row.left() + dp(8), row.center().y()), dp(3));
        painter.setPen(isOwn ? theme.text1 : theme.text2);
        painter.drawText(row.adjusted(dp(26), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, names[i]);
        painter.setPen(theme.text1);
        painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight, values[i]);
    }
    if (!more.isEmpty()) {
        painter.setPen(theme.text3);
        painter.drawText(line(lines - 1), Qt::AlignVCenter | Qt::AlignLeft, more);
    }
}

}  // namespace trainyard
