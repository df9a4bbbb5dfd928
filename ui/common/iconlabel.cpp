// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/iconlabel.h"

#include "ui/common/accessiblerole.h"

#include <QPainter>

namespace trainyard {

IconLabel::IconLabel(int side, QWidget *parent) : QWidget(parent), m_side(side)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleRole(this, QAccessible::Graphic);
}

IconLabel::IconLabel(const QString &iconName, Ink ink, int side, QWidget *parent) : IconLabel(side, parent) { setIcon(iconName, ink); }

void IconLabel::setIcon(const QString &iconName, Ink ink)
{
    m_icon = iconName;
    m_ink = ink;
    update();
}

QSize IconLabel::sizeHint() const { return QSize(dp(m_side), dp(m_side)).grownBy(contentsMargins()); }

void IconLabel::paintEvent(QPaintEvent *)
{
    if (m_icon.isEmpty())
        return;
    QPainter painter(this);
    QRect square(0, 0, dp(m_side), dp(m_side));
    square.moveCenter(contentsRect().center());
    paintIcon(&painter, m_icon, square, inkColour(themeOf(this), m_ink));
}

}  // namespace trainyard

#include "moc_iconlabel.cpp"
