// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/stackedbar.h"

#include "ui/common/accessiblerole.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>

namespace trainyard {

StackedBar::StackedBar(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleRole(this, QAccessible::Chart);
}

void StackedBar::setParts(const QList<BarPart> &parts, const QString &spoken)
{
    m_parts = parts;
    setAccessibleName(spoken);
    update();
}

QSize StackedBar::sizeHint() const { return {dp(200), dp(14)}; }
QSize StackedBar::minimumSizeHint() const { return {dp(60), dp(14)}; }

QList<QRectF> StackedBar::boxes() const
{
    QList<QRectF> boxes;
    double x = 0;
    for (const BarPart &part : m_parts) {
        // A part stays visible, however small it is.
        const double wide = part.share > 0 ? std::max<double>(dp(3), part.share * width()) : 0;
        boxes << QRectF(x, 0, std::min(wide, width() - x), height());
        x += boxes.last().width();
    }
    return boxes;
}

bool StackedBar::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QList<QRectF> all = boxes();
        for (qsizetype i = 0; i < all.size(); ++i) {
            if (all[i].contains(help->pos())) {
                QToolTip::showText(help->globalPos(), m_parts[i].toolTip.toHtmlEscaped(), this);
                return true;
            }
        }
    }
    return QWidget::event(event);
}

void StackedBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme theme = themeOf(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath shape;
    shape.addRoundedRect(rect(), dp(3), dp(3));
    painter.setClipPath(shape);
    painter.fillRect(rect(), theme.hover);
    const QList<QRectF> all = boxes();
    for (qsizetype i = 0; i < all.size(); ++i) {
        const QColor colour = theme.series[static_cast<size_t>(m_parts[i].series)];
        // A gap in the surface's colour separates neighbours, also for users who cannot distinguish the colours.
        const QRectF box = all[i].adjusted(i == 0 ? 0 : 1, 0, 0, 0);
        painter.fillRect(box, m_parts[i].isHatched ? mixed(theme.surface, colour, 0.25) : colour);
        if (i > 0)
            painter.fillRect(QRectF(all[i].left(), 0, 1, height()), theme.surface);
        if (m_parts[i].isHatched)
            painter.fillRect(box, QBrush(colour, Qt::BDiagPattern));
    }
}

SeriesMark::SeriesMark(int series, QWidget *parent) : QWidget(parent), m_series(series) { setFixedSize(dp(9), dp(9)); }

void SeriesMark::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeOf(this).series[static_cast<size_t>(m_series)]);
    painter.drawRoundedRect(rect(), dp(2), dp(2));
}

}  // namespace trainyard

#include "moc_stackedbar.cpp"
