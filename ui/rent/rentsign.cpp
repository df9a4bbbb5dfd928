// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/rentsign.h"

#include <QPainter>

namespace trainyard {

RentSign::RentSign(QWidget *parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

RentSign::RentSign(const QString &iconName, Ink ink, QWidget *parent) : RentSign(parent) { setSign(iconName, ink); }

void RentSign::setSign(const QString &iconName, Ink ink)
{
    m_icon = iconName;
    m_ink = ink;
    update();
}

QSize RentSign::sizeHint() const { return {dp(16), lineHeight(TextRole::Small)}; }

void RentSign::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    const int side = dp(14);
    paintIcon(&p, m_icon, QRectF(0, (height() - side) / 2.0, side, side), inkColour(themeOf(this), m_ink));
}

}  // namespace trainyard

#include "moc_rentsign.cpp"
