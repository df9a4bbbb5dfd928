// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/gpuraster.h"

#include "core/base/format.h"
#include "ui/charts/internal/chartlimits.h"
#include "ui/common/accessiblerole.h"

#include <QDateTime>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr int kCellWidth = 118, kCellHeight = 46, kCellHead = 15, kCellGap = 12;
constexpr int kCellFoot = 15;               // for the times below the last row of small plots
constexpr int kStrip = 16, kThinStrip = 5;  // up to 16 GPUs, each with its label; and for more GPUs
constexpr int kTimeLabel = 90;
constexpr qsizetype kManyStrips = 16;
constexpr double kBandPart = 0.28;
constexpr int kHatch = 5;

}  // namespace

GpuRaster::GpuRaster(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleRole(this, QAccessible::Chart);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void GpuRaster::setContent(const RasterContent &content)
{
    const bool isOtherShape = content.kind != m_content.kind || content.cells.size() != m_content.cells.size();
    const auto isSameWord = [](const RasterCell &a, const RasterCell &b) { return a.label == b.label; };
    const auto isSameTick = [](const ScaleTick &a, const ScaleTick &b) { return a.label == b.label; };
    const bool isOtherTime = content.kind == RasterContent::Small
                             && (content.x.low != m_content.x.low || content.x.high != m_content.x.high);
    m_areWordsStale = m_areWordsStale || isOtherShape || isOtherTime
                      || !std::equal(content.cells.begin(), content.cells.end(), m_content.cells.begin(), isSameWord)
                      || !std::equal(content.y.ticks.begin(), content.y.ticks.end(), m_content.y.ticks.begin(), m_content.y.ticks.end(),
                                     isSameTick);
    QList<RasterCell> before;
    std::swap(before, m_content.cells);
    m_content = content;
    // Values are set separately, with every move of the cursor.
    for (qsizetype i = 0; !isOtherShape && i < before.size(); ++i)
        m_content.cells[i].value = before[i].value;
    if (m_content.x.high <= m_content.x.low)
        m_content.x.high = m_content.x.low + 1;
    m_isStale = true;
    if (isOtherShape)
        updateGeometry();
    update();
}

void GpuRaster::setValues(const QStringList &values)
{
    bool isOther = false;
    for (qsizetype i = 0; i < std::min(values.size(), m_content.cells.size()); ++i) {
        isOther = isOther || m_content.cells[i].value != values[i];
        m_content.cells[i].value = values[i];
    }
    if (!isOther || m_content.kind == RasterContent::Heat)
        return;
    m_isStale = m_areWordsStale = true;
    update();
}

int GpuRaster::columnsOfGrid(qsizetype cells, int width)
{
    const int count = std::max(1, int(cells)), room = std::max(1, width - PlotChart::leftMargin() - PlotChart::rightMargin());
    const int most = std::clamp(count, 1, std::max(1, room / dp(kCellWidth)));
    // Rows of equal length if possible.
    for (int columns = most; columns > most * 2 / 3; --columns) {
        if (count % columns == 0)
            return columns;
    }
    const int rows = (count + most - 1) / most;
    return (count + rows - 1) / rows;
}

int GpuRaster::smallWidth(qsizetype cells, int width) const
{
    const int room = std::max(1, width - PlotChart::leftMargin() - PlotChart::rightMargin());
    return int(((room + dp(kCellGap)) / double(columnsOfGrid(cells, width)) - dp(kCellGap)) * devicePixelRatioF());
}

QSize GpuRaster::sizeHint() const
{
    const auto count = int(std::max<qsizetype>(1, m_content.cells.size()));
    if (m_content.kind == RasterContent::Heat)
        return {dp(400), dp(8) + count * dp(count > kManyStrips ? kThinStrip : kStrip)};
    const int columns = columnsOfGrid(count, width());
    return {dp(400), dp(6 + kCellFoot) + (count + columns - 1) / columns * dp(kCellHeight)};
}

QRectF GpuRaster::box(qsizetype cell) const
{
    const double left = PlotChart::leftMargin(), room = std::max(1, width() - PlotChart::leftMargin() - PlotChart::rightMargin());
    const auto count = double(std::max<qsizetype>(1, m_content.cells.size()));
    if (m_content.kind == RasterContent::Heat) {
        const double row = std::min(double(height() - dp(8)) / count, double(dp(20)));
        const double gap = row >= 5 ? 1 : 0;
        return {left, dp(4) + double(cell) * row, room, std::max(1.0, row - gap)};
    }
    const int columns = columnsOfGrid(m_content.cells.size(), width());
    const double wide = (room + dp(kCellGap)) / columns, high = double(height() - dp(6 + kCellFoot)) / std::ceil(count / columns);
    return {left + double(cell % columns) * wide, dp(kCellHead) + double(cell / columns) * high, wide - dp(kCellGap),
            std::max(4.0, high - dp(kCellHead) - dp(5))};
}

// One value for every pixel column: a known value, or one interpolated between two joined points.
GpuRaster::Columns GpuRaster::columnsOf(const RasterCell &cell, int width) const
{
    Columns c{std::vector<float>(size_t(width), kNone), std::vector<float>(size_t(width), kNone), std::vector<float>(size_t(width), kNone)};
    const QList<QPointF> &points = cell.line.mean;
    const bool hasBand = cell.line.low.size() == points.size() && cell.line.high.size() == points.size();
    const double scale = width / (m_content.x.high - m_content.x.low);
    // Points outside of the visible range have columns outside of the picture, where the line starts or ends.
    qint64 before = 0;
    std::array<float, 3> beforeY{};
    double beforeX = 0;
    bool hasBefore = false;
    for (qsizetype i = 0; i < points.size(); ++i) {
        const auto column = qint64(std::floor((points[i].x() - m_content.x.low) * scale));
        const auto low = float(hasBand ? cell.line.low[i].y() : points[i].y());
        const auto high = float(hasBand ? cell.line.high[i].y() : points[i].y());
        const std::array<float, 3> y{low, float(points[i].y()), high};
        if (column >= 0 && column <= width) {
            const auto at = size_t(std::min<qint64>(column, width - 1));
            c.mean[at] = y[1];
            c.low[at] = std::isnan(c.low[at]) ? low : std::min(c.low[at], low);
            c.high[at] = std::isnan(c.high[at]) ? high : std::max(c.high[at], high);
        }
        if (hasBefore && column - before > 1 && points[i].x() - beforeX <= m_content.joinWithin) {
            for (qint64 k = std::max<qint64>(0, before + 1); k < std::min<qint64>(column, width); ++k) {
                const float part = float(k - before) / float(column - before);
                c.low[size_t(k)] = beforeY[0] + (y[0] - beforeY[0]) * part;
                c.mean[size_t(k)] = beforeY[1] + (y[1] - beforeY[1]) * part;
                c.high[size_t(k)] = beforeY[2] + (y[2] - beforeY[2]) * part;
            }
        }
        before = column;
        beforeY = y;
        beforeX = points[i].x();
        hasBefore = true;
    }
    return c;
}

void GpuRaster::drawSmall(const Columns &columns, const QRect &box, const Theme &theme, const QColor &ink, int silentTo)
{
    const QRgb line = ink.rgb(), band = mixed(theme.surface, ink, kBandPart).rgb(), background = theme.sunken.rgb(),
               hatch = theme.line2.rgb();
    const int thick = std::max(1, int(std::lround(m_image.devicePixelRatio())));
    const double scale = (box.height() - 1) / (m_content.y.high - m_content.y.low);
    const auto yOf = [&](float v) {
        return std::clamp(box.bottom() - int((double(v) - m_content.y.low) * scale + 0.5), box.top(), box.bottom());
    };
    const qsizetype stride = m_image.bytesPerLine() / qsizetype(sizeof(QRgb));
    auto *const pixels = reinterpret_cast<QRgb *>(m_image.bits());
    for (int y = box.top(); y <= box.bottom(); ++y)
        std::fill_n(pixels + qsizetype(y) * stride + box.left(), box.width(), background);
    const auto fill = [&](int x, int top, int bottom, QRgb colour) {
        for (int y = top; y <= bottom; ++y)
            pixels[qsizetype(y) * stride + x] = colour;
    };
    int before = -1;
    for (int i = 0; i < box.width(); ++i) {
        const int x = box.left() + i;
        const float mean = columns.mean[size_t(i)];
        if (std::isnan(mean)) {  // a missing sample is not zero
            for (int y = box.top(); i <= silentTo && y <= box.bottom(); ++y) {
                if ((x + y) % (kHatch * thick) < thick)
                    pixels[qsizetype(y) * stride + x] = hatch;
            }
            before = -1;
            continue;
        }
        fill(x, yOf(columns.high[size_t(i)]), yOf(columns.low[size_t(i)]), band);
        const int y = yOf(mean);
        const int from = before < 0 ? y : before;
        fill(x, std::max(box.top(), std::min(from, y) - thick / 2), std::min(box.bottom(), std::max(from, y) + (thick - 1) / 2), line);
        before = y;
    }
}

void GpuRaster::drawHeat(const Columns &columns, const QRect &box, const Theme &theme, bool isOthers, int silentTo)
{
    const double full = m_content.y.high;
    std::array<QRgb, 6> heat{};
    for (size_t i = 0; i < heat.size(); ++i)
        heat[i] = isOthers ? mixed(theme.hover, theme.series.back(), double(i) / 8).rgb() : theme.heat[i].rgb();
    const QRgb background = theme.hover.rgb(), hatch = theme.line2.rgb();
    const int thick = std::max(1, int(std::lround(m_image.devicePixelRatio())));
    // All rows are alike, except for the hatching where samples are missing.
    std::vector<QRgb> colours(size_t(box.width()), background);
    std::vector<int> silent;
    for (int i = 0; i < box.width(); ++i) {
        const float v = columns.mean[size_t(i)];
        if (std::isnan(v)) {
            if (i <= silentTo)
                silent.push_back(box.left() + i);
            continue;
        }
        const double percent = full > 0 ? double(v) / full * 100 : 0;
        colours[size_t(i)] = heat[percent <= 0 ? 0 : size_t(std::clamp(int(std::ceil(percent / 20)), 1, 5))];
    }
    for (int y = box.top(); y <= box.bottom(); ++y) {
        auto *const row = reinterpret_cast<QRgb *>(m_image.scanLine(y));
        std::copy(colours.begin(), colours.end(), row + box.left());
        for (const int x : silent) {
            if ((x + y) % (kHatch * thick) < thick)
                row[x] = hatch;
        }
    }
}

// The labels around the plots: GPUs, latest values, the ends of the scale.
void GpuRaster::drawWords(const Theme &theme)
{
    m_image.fill(theme.surface);
    QPainter painter(&m_image);
    painter.setFont(textFont(TextRole::Label));
    const QFontMetrics metrics = painter.fontMetrics();
    const bool isHeat = m_content.kind == RasterContent::Heat;
    double labelledTo = -metrics.height();
    for (qsizetype i = 0; i < m_content.cells.size(); ++i) {
        const RasterCell &cell = m_content.cells[i];
        const QRectF at = box(i);
        painter.setPen(theme.text3);
        if (isHeat) {
            const double top = at.center().y() - metrics.height() / 2.0;
            if (top >= labelledTo) {
                painter.drawText(QRectF(0, top, at.left() - dp(8), metrics.height()), Qt::AlignRight | Qt::AlignVCenter, cell.label);
                labelledTo = top + metrics.height();
            }
            continue;
        }
        const QRectF head(at.left(), at.top() - dp(kCellHead), at.width(), dp(kCellHead));
        painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, cell.label);
        painter.setPen(theme.text1);
        painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, cell.value);
    }
    if (isHeat || m_content.cells.isEmpty() || m_content.y.ticks.isEmpty())
        return;
    // Each column of plots has its own time axis; the one below all charts spans the page.
    const auto columns = columnsOfGrid(m_content.cells.size(), width());
    painter.setPen(theme.text3);
    for (qsizetype i = std::max<qsizetype>(0, m_content.cells.size() - columns); i < m_content.cells.size(); ++i) {
        const QRectF plot = box(i);
        const Scale times = timeScale(qint64(m_content.x.low), qint64(m_content.x.high), std::max(1, int(plot.width()) / dp(kTimeLabel)));
        for (const ScaleTick &tick : times.ticks) {
            const double x = plot.left() + (tick.position - times.low) / (times.high - times.low) * plot.width();
            const int half = metrics.horizontalAdvance(tick.label) / 2 + 1;
            if (x - half >= plot.left() && x + half <= plot.right() + 1)
                painter.drawText(QRectF(x - half, plot.bottom() + 1, 2 * half, dp(kCellFoot)), Qt::AlignCenter, tick.label);
        }
    }
    // Once, beside the first row.
    const QRectF at = box(0);
    painter.setPen(theme.text3);
    const auto write = [&](double y, const QString &text) {
        painter.drawText(QRectF(0, y - metrics.height() / 2.0, at.left() - dp(8), metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                         text);
    };
    write(at.top() + 3, m_content.y.ticks.last().label);
    write(at.bottom() - 3, m_content.y.ticks.first().label);
}

const QImage &GpuRaster::image()
{
    const double ratio = devicePixelRatioF();
    const QSize wanted(std::max(1, int(std::ceil(width() * ratio))), std::max(1, int(std::ceil(height() * ratio))));
    if (!m_isStale && m_image.size() == wanted)
        return m_image;
    const Theme theme = themeOf(this);
    if (m_areWordsStale || m_image.size() != wanted) {
        if (m_image.size() != wanted)
            m_image = QImage(wanted, QImage::Format_RGB32);
        m_image.setDevicePixelRatio(ratio);
        drawWords(theme);
    }
    m_isStale = m_areWordsStale = false;
    const QRect all(QPoint(0, 0), wanted);
    for (qsizetype i = 0; i < m_content.cells.size(); ++i) {
        const QRectF logical = box(i);
        const QRect device = QRect(QPoint(int(std::lround(logical.left() * ratio)), int(std::lround(logical.top() * ratio))),
                                   QPoint(int(std::lround(logical.right() * ratio)) - 1, int(std::lround(logical.bottom() * ratio)) - 1))
                                 .intersected(all);
        if (device.isEmpty())
            continue;
        const Columns columns = columnsOf(m_content.cells[i], device.width());
        const double part = (m_content.silentTo - m_content.x.low) / (m_content.x.high - m_content.x.low);
        const int silentTo = int(std::floor(std::clamp(part, -1.0, 2.0) * device.width()));
        if (m_content.kind == RasterContent::Heat)
            drawHeat(columns, device, theme, m_content.cells[i].isOthers, silentTo);
        else
            drawSmall(columns, device, theme,
                      m_content.cells[i].isOthers ? theme.series.back() : theme.series[size_t(m_content.series) % theme.series.size()],
                      silentTo);
    }
    return m_image;
}

void GpuRaster::paintEvent(QPaintEvent *)
{
    const Theme theme = themeOf(this);
    QPainter painter(this);
    painter.drawImage(QPointF(0, 0), image());
    if (m_content.cells.isEmpty()) {
        painter.setFont(textFont(TextRole::Label));
        painter.setPen(theme.text3);
        painter.drawText(rect(), Qt::AlignCenter, m_content.emptyWords);
    }
    if (!m_cursor || *m_cursor < m_content.x.low || *m_cursor > m_content.x.high)
        return;
    painter.setPen(theme.text1);
    for (qsizetype i = 0; i < m_content.cells.size(); ++i) {
        const QRectF at = box(i);
        const int x = int(std::round(at.left() + (*m_cursor - m_content.x.low) / (m_content.x.high - m_content.x.low) * at.width()));
        painter.drawLine(x, int(at.top()), x, int(at.bottom()) - (m_content.kind == RasterContent::Heat ? 0 : 1));
    }
}

bool GpuRaster::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    const int cell = cellAt(help->pos());
    if (cell < 0) {
        QToolTip::hideText();
        return true;
    }
    const double x = valueAt(help->pos(), cell);
    const QList<QPointF> &points = m_content.cells[cell].line.mean;
    const auto after = std::lower_bound(points.begin(), points.end(), x, [](const QPointF &p, double at) { return p.x() < at; });
    const QPointF *nearest = after != points.end() ? &*after : nullptr;
    if (after != points.begin() && (!nearest || x - (after - 1)->x() < nearest->x() - x))
        nearest = &*(after - 1);
    const bool isKnown = nearest && std::abs(nearest->x() - x) <= m_content.joinWithin;
    const QString time = QDateTime::fromMSecsSinceEpoch(qint64(x)).toString(QStringLiteral("HH:mm:ss"));
    QToolTip::showText(help->globalPos(),
                       isKnown ? tr("GPU %1, %2: %3").arg(m_content.cells[cell].label, time, formatNumber(nearest->y(), 1))
                               : tr("GPU %1, %2: not sampled").arg(m_content.cells[cell].label, time),
                       this);
    return true;
}

void GpuRaster::setCursorAt(std::optional<double> x)
{
    if (m_cursor == x)
        return;
    m_cursor = x;
    update();
}

int GpuRaster::cellAt(QPointF at) const
{
    for (qsizetype i = 0; i < m_content.cells.size(); ++i) {
        const QRectF area = box(i);
        const double above = m_content.kind == RasterContent::Heat ? 0 : dp(kCellHead);
        if (at.x() >= area.left() && at.x() <= area.right() && at.y() >= area.top() - above && at.y() <= area.bottom() + 1)
            return int(i);
    }
    return -1;
}

double GpuRaster::valueAt(QPointF at, int cell) const
{
    const QRectF area = box(std::max(0, cell));
    return m_content.x.low + (at.x() - area.left()) / area.width() * (m_content.x.high - m_content.x.low);
}

void GpuRaster::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    Q_EMIT pressed();
    m_pressedAt = event->position();
    m_isDragged = false;
}

void GpuRaster::mouseMoveEvent(QMouseEvent *event)
{
    const int cell = cellAt(event->position());
    if (m_pressedAt) {
        const double by = valueAt(*m_pressedAt, 0) - valueAt(event->position(), 0);
        if (m_isDragged || std::abs(event->position().x() - m_pressedAt->x()) > kClickSlop) {
            m_isDragged = true;
            m_pressedAt = event->position();
            Q_EMIT axisRequested({AxisOptions::Pan, by, 0});
        }
        return;
    }
    Q_EMIT cursorMoved(cell < 0 ? std::nullopt : std::optional(valueAt(event->position(), cell)));
}

void GpuRaster::mouseReleaseEvent(QMouseEvent *event)
{
    const int cell = cellAt(event->position());
    if (m_pressedAt && !m_isDragged && cell >= 0)
        Q_EMIT gpuPicked(cell);
    m_pressedAt.reset();
}

void GpuRaster::mouseDoubleClickEvent(QMouseEvent *) { Q_EMIT axisRequested({AxisOptions::Back, 0, 0}); }

void GpuRaster::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    Q_EMIT cursorMoved(std::nullopt);
}

void GpuRaster::wheelEvent(QWheelEvent *event)
{
    const int cell = cellAt(event->position());
    const auto options = wheelRequest(*event, valueAt(event->position(), cell), m_content.x.high - m_content.x.low);
    if (options)
        Q_EMIT axisRequested(*options);
    event->setAccepted(options.has_value());
}

void GpuRaster::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_isStale = m_areWordsStale = true;
    if (event->oldSize().width() != width())
        updateGeometry();
}

void GpuRaster::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_isStale = m_areWordsStale = true;
        update();
    }
}

}  // namespace trainyard

#include "moc_gpuraster.cpp"
