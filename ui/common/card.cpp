// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/card.h"

#include "ui/theme/stylepaint.h"

#include <QPainter>

namespace trainyard {

Card::Card(QWidget *parent) : QFrame(parent)
{
    // Keeps the content off the painted edge, and square content, such as a table, inside the round corners.
    const int edge = dp(2);
    setContentsMargins(edge, edge, edge, edge);
}

void Card::setOutline(std::optional<Tone> tone, bool isDashed)
{
    m_outline = tone;
    m_isDashed = isDashed;
    update();
}

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme theme = themeOf(this);
    paintBox(&painter, rect(), dp(8), theme.surface, m_outline ? theme.tone(*m_outline).ink : theme.line,
             m_isDashed ? Qt::DashLine : Qt::SolidLine);
}

Hairline::Hairline(Qt::Orientation orientation, QWidget *parent) : QWidget(parent)
{
    if (orientation == Qt::Horizontal)
        setFixedHeight(1);
    else
        setFixedWidth(1);
}

void Hairline::paintEvent(QPaintEvent *) { QPainter(this).fillRect(rect(), themeOf(this).line); }

}  // namespace trainyard

#include "moc_card.cpp"
