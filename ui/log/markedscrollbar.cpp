// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/markedscrollbar.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace trainyard {

void MarkedScrollBar::setMarks(const QList<double> &marks)
{
    m_marks = marks;
    if (m_marks.isEmpty())
        m_current = -1;
    update();
}

void MarkedScrollBar::setCurrent(double position)
{
    m_current = position;
    update();
}

void MarkedScrollBar::paintEvent(QPaintEvent *event)
{
    QScrollBar::paintEvent(event);
    if (m_marks.isEmpty())
        return;
    const Theme theme = themeOf(this);
    QPainter painter(this);
    const auto draw = [&](double position, const QColor &color) {
        painter.fillRect(QRectF(2, position * (height() - 3), width() - 4, 2), color);
    };
    for (const double mark : m_marks)
        draw(mark, theme.warning.ink);
    if (m_current >= 0)
        draw(m_current, theme.accent);
}

}  // namespace trainyard

#include "moc_markedscrollbar.cpp"
