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

constexpr int kMinWords = 8;   // if narrower, a text is left out
constexpr int kMinTitle = 60;  // so much of the title stays

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
    const auto draw = [&](const QString &text, TextRole role, const QColor &color, int most = QWIDGETSIZE_MAX) {
        painter.setFont(textFont(role));
        painter.setPen(color);
        // One pixel more: widths are rounded, and a text must not be elided because of half a pixel.
        const int width = std::min(painter.fontMetrics().horizontalAdvance(text) + 1, std::clamp(right - x, 0, most));
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
    // The keys of the lines are needed to read the chart: all else gives way to them, the least important first.
    const auto widthOf = [](const QString &text, TextRole role) {
        return text.isEmpty() ? 0 : QFontMetrics(textFont(role)).horizontalAdvance(text) + 1;
    };
    const int title = widthOf(m_head.title, TextRole::Body), unit = widthOf(m_head.unit, TextRole::Label);
    QList<const PlotLine *> named;
    int keys = 0, values = 0;
    for (const PlotLine &line : content().lines) {
        if (m_isRaster || line.label.isEmpty())
            continue;
        const QString value = m_head.keyValues.value(named.size());
        keys += dp(19) + widthOf(line.label, TextRole::Label) + dp(12);
        values += value.isEmpty() ? 0 : dp(5) + widthOf(value, TextRole::Label);
        named.append(&line);
    }
    BadgeLook chip = simulatedBadge();
    const int word = badgeSize(chip).width();
    chip.text.clear();
    const int flask = badgeSize(chip).width();
    int room = right - x - dp(18) - title - keys - (m_head.isSimulated ? flask + dp(12) : 0);
    const auto take = [&room](int wanted) {
        const bool hasRoom = room >= wanted;
        room -= hasRoom ? wanted : 0;
        return hasRoom;
    };
    const bool hasValues = take(values), hasUnit = take(unit);
    if (m_head.isSimulated && take(word - flask))
        chip = simulatedBadge();
    draw(m_head.title, TextRole::Body, theme.text1, std::max(dp(kMinTitle), title + std::min(0, room)));
    // Whole or not at all: the beginning of a word says nothing. The first of two facts may fit alone.
    const auto isFitting = [&](const QString &text) { return widthOf(text, TextRole::Small) <= room - dp(8); };
    QString context = m_head.context;
    if (!isFitting(context))
        context = context.left(std::max<qsizetype>({0, context.indexOf(QStringLiteral(", ")), context.indexOf(QStringLiteral("，"))}));
    if (isFitting(context))
        drawRight(context, TextRole::Small, theme.text3, room - dp(8));
    x += dp(8);
    draw(hasUnit ? m_head.unit : QString(), TextRole::Label, theme.text3);
    x += dp(10);
    if (m_head.isSimulated)
        x = paintBadge(&painter, QRect(x, 0, std::max(0, right - x), height), chip, theme).right() + dp(12);
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
    for (qsizetype i = 0; i < named.size(); ++i) {
        const PlotLine &line = *named[i];
        const QString value = hasValues ? m_head.keyValues.value(i) : QString();
        const QString more = QStringLiteral("+%1").arg(named.size() - i);
        const int wanted = dp(19) + widthOf(line.label, TextRole::Label) + (value.isEmpty() ? 0 : dp(5) + widthOf(value, TextRole::Label));
        if (right - x < wanted + (i + 1 < named.size() ? dp(12) + widthOf(more, TextRole::Label) : 0)) {
            draw(more, TextRole::Label, theme.text3);
            break;
        }
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
