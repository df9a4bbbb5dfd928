// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartpanel.h"

#include "ui/common/badge.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QResizeEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kMinWords = 8;  // if narrower, a text is left out

}  // namespace

ChartPanel::ChartPanel(QWidget *parent) : QWidget(parent), m_plot(new PlotChart(this)), m_raster(new GpuRaster(this))
{
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, headHeight(), 0, 0);
    column->setSpacing(0);
    column->addWidget(m_plot);
    column->addWidget(m_raster);
    m_raster->hide();
}

int ChartPanel::headHeight() { return dp(24); }

void ChartPanel::setHead(const ChartHead &head)
{
    m_head = head;
    setAccessibleName(head.value.isEmpty() ? head.title : QStringLiteral("%1, %2").arg(head.title, head.value));
    setAccessibleDescription(head.keyValues.join(QStringLiteral(", ")));
    for (QWidget *const drawing : {static_cast<QWidget *>(m_plot), static_cast<QWidget *>(m_raster)})
        drawing->setAccessibleName(tr("Chart: %1").arg(head.title));
    update(0, 0, width(), headHeight());
}

void ChartPanel::setContent(const PlotContent &content)
{
    m_isRaster = false;
    m_raster->setVisible(false);
    m_plot->setVisible(true);
    m_plot->setContent(content);
    update(0, 0, width(), headHeight());
}

void ChartPanel::setContent(const RasterContent &content)
{
    m_isRaster = true;
    m_plot->setVisible(false);
    m_raster->setContent(content);
    m_raster->setVisible(true);
    update(0, 0, width(), headHeight());
}

void ChartPanel::setCursorAt(std::optional<double> x)
{
    m_plot->setCursorAt(x);
    m_raster->setCursorAt(x);
}

void ChartPanel::setCurrent(bool isCurrent)
{
    if (m_isCurrent == isCurrent)
        return;
    m_isCurrent = isCurrent;
    update(0, 0, width(), headHeight());
}

QList<ValueColumn> ChartPanel::columns() const
{
    QList<ValueColumn> columns;
    const auto titled = [this](const QString &label) { return label.isEmpty() ? m_head.title : m_head.title + QLatin1Char(' ') + label; };
    if (m_isRaster) {
        for (const RasterCell &cell : m_raster->content().cells)
            columns.append({titled(cell.label), m_head.unit, cell.line.mean});
        return columns;
    }
    for (const PlotLine &line : content().lines) {
        columns.append({titled(line.label), m_head.unit, line.points});
        if (line.low.isEmpty())
            continue;
        columns.append({titled(tr("lowest")), m_head.unit, line.low});
        columns.append({titled(tr("highest")), m_head.unit, line.high});
    }
    return columns;
}

void ChartPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != width())
        Q_EMIT widthChanged();
}

void ChartPanel::paintEvent(QPaintEvent *)
{
    const Theme theme = themeOf(this);
    QPainter painter(this);
    const int height = headHeight();
    int x = dp(14), right = width() - PlotChart::rightMargin();
    if (m_isCurrent)
        painter.fillRect(QRect(dp(5), dp(5), dp(3), height - dp(9)), theme.accent);
    const auto draw = [&](const QString &text, TextRole role, const QColor &color) {
        painter.setFont(textFont(role));
        painter.setPen(color);
        // One pixel more: widths are rounded, and a text must not be elided because of half a pixel.
        const int width = std::min(painter.fontMetrics().horizontalAdvance(text) + 1, std::max(0, right - x));
        painter.drawText(QRect(x, 0, width, height), Qt::AlignVCenter, painter.fontMetrics().elidedText(text, Qt::ElideRight, width));
        x += width;
    };
    const auto drawRight = [&](const QString &text, TextRole role, const QColor &color, int room) {
        if (text.isEmpty())
            return;
        painter.setFont(textFont(role));
        painter.setPen(color);
        const int wide = std::min(painter.fontMetrics().horizontalAdvance(text) + 1, room);
        if (wide < dp(kMinWords))
            return;
        painter.drawText(QRect(right - wide, 0, wide, height), Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, wide));
        right -= wide + dp(8);
    };
    drawRight(m_head.value, TextRole::Strong, theme.text1, right - x);
    draw(m_head.title, TextRole::Body, theme.text1);
    drawRight(m_head.context, TextRole::Small, theme.text3, right - x - dp(8));
    x += dp(8);
    draw(m_head.unit, TextRole::Label, theme.text3);
    x += dp(10);
    if (m_head.isSimulated && right - x > badgeSize(simulatedBadge()).width())
        x = paintBadge(&painter, QRect(x, 0, right - x, height), simulatedBadge(), theme).right() + dp(12);
    if (m_isRaster) {
        const RasterContent &raster = m_raster->content();
        if (raster.kind != RasterContent::Heat || raster.y.ticks.isEmpty() || right - x < dp(220))
            return;
        draw(raster.y.ticks.first().label, TextRole::Label, theme.text3);
        x += dp(6);
        for (const QColor &heat : theme.heat) {
            painter.fillRect(QRect(x, height / 2 - dp(4), dp(16), dp(9)), heat);
            x += dp(17);
        }
        x += dp(5);
        draw(raster.y.ticks.last().label, TextRole::Label, theme.text3);
        return;
    }
    qsizetype key = 0;
    for (const PlotLine &line : content().lines) {
        if (line.label.isEmpty())
            continue;
        const QString value = m_head.keyValues.value(key++);
        if (right - x < dp(60))
            break;
        QPen pen(theme.series[size_t(line.series) % theme.series.size()], dp(2), line.isDashed ? Qt::DashLine : Qt::SolidLine);
        pen.setCapStyle(Qt::FlatCap);
        if (line.isDashed)
            pen.setDashPattern({2, 1});
        painter.setPen(pen);
        painter.drawLine(x, height / 2 + 1, x + dp(14), height / 2 + 1);
        x += dp(19);
        draw(line.label, TextRole::Label, theme.text2);
        if (!value.isEmpty()) {
            x += dp(5);
            draw(value, TextRole::Label, theme.text1);
        }
        x += dp(12);
    }
}

}  // namespace trainyard

#include "moc_chartpanel.cpp"
