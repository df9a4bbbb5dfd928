#include "ui/run/chartpanel.h"

#include "ui/common/badge.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

ChartPanel::ChartPanel(QWidget *parent) : QWidget(parent), m_plot(new PlotChart(this))
{
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, headHeight(), 0, 0);
    column->addWidget(m_plot);
}

int ChartPanel::headHeight() { return dp(24); }

void ChartPanel::setHead(const ChartHead &head)
{
    m_head = head;
    setAccessibleName(QStringLiteral("%1, %2").arg(head.title, head.value));
    update();
}

void ChartPanel::setContent(const PlotContent &content)
{
    m_content = content;
    m_plot->setContent(content);
    update(0, 0, width(), headHeight());
}

void ChartPanel::paintEvent(QPaintEvent *)
{
    const Theme theme = themeOf(this);
    QPainter painter(this);
    const int height = headHeight();
    int x = dp(14), right = width() - PlotChart::rightMargin();
    const auto draw = [&](const QString &text, TextRole role, const QColor &color) {
        painter.setFont(textFont(role));
        painter.setPen(color);
        // One pixel more: widths are rounded, and a text must not be shortened by half of one.
        const int width = std::min(painter.fontMetrics().horizontalAdvance(text) + 1, std::max(0, right - x));
        painter.drawText(QRect(x, 0, width, height), Qt::AlignVCenter, painter.fontMetrics().elidedText(text, Qt::ElideRight, width));
        x += width;
    };
    const auto drawRight = [&](const QString &text, TextRole role, const QColor &color) {
        painter.setFont(textFont(role));
        painter.setPen(color);
        const int width = painter.fontMetrics().horizontalAdvance(text);
        painter.drawText(QRect(right - width, 0, width, height), Qt::AlignVCenter, text);
        right -= width + dp(8);
    };
    drawRight(m_head.value, TextRole::Strong, theme.text1);
    drawRight(m_head.context, TextRole::Small, theme.text3);
    draw(m_head.title, TextRole::Body, theme.text1);
    x += dp(8);
    draw(m_head.unit, TextRole::Label, theme.text3);
    x += dp(10);
    if (m_head.isSimulated && right - x > badgeSize(simulatedBadge()).width())
        x = paintBadge(&painter, QRect(x, 0, right - x, height), simulatedBadge(), theme).right() + dp(12);
    for (const PlotLine &line : std::as_const(m_content.lines)) {
        if (line.label.isEmpty() || right - x < dp(60))
            continue;
        const QColor color = theme.series[size_t(line.series) % theme.series.size()];
        painter.fillRect(QRect(x, height / 2, dp(14), dp(2)), color);
        x += dp(19);
        draw(line.label, TextRole::Label, theme.text2);
        x += dp(12);
    }
}

}  // namespace trainyard
