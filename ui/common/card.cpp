// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/card.h"

#include "ui/theme/stylepaint.h"

#include <QGridLayout>
#include <QPainter>
#include <QTabBar>

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

QWidget *onLine(QTabBar *tabs, int inset)
{
    auto *const row = new QWidget;
    auto *const grid = new QGridLayout(row);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    grid->setColumnMinimumWidth(0, inset);
    grid->setColumnStretch(1, 1);
    grid->addWidget(new Hairline, 0, 0, 1, 2, Qt::AlignBottom);
    grid->addWidget(tabs, 0, 1, Qt::AlignLeft);
    tabs->raise();
    return row;
}

}  // namespace trainyard

#include "moc_card.cpp"
