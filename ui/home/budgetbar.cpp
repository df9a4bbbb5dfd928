// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/budgetbar.h"

#include "core/base/format.h"
#include "ui/common/accessiblerole.h"

#include <QPainter>

#include <algorithm>

namespace trainyard {

void paintBudgetBar(QPainter *painter, const QRectF &bar, const BudgetUse &use, const Theme &theme)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    const double radius = bar.height() / 2;
    painter->setBrush(theme.hover);
    painter->drawRoundedRect(bar, radius, radius);
    const double part = std::min(1.0, double(use.permille) / 1000);
    if (part > 0) {
        QRectF filled = bar;
        filled.setWidth(std::max(bar.height(), bar.width() * part));
        painter->setBrush(use.step == BudgetStep::Stop ? theme.bad.ink : use.step == BudgetStep::Save ? theme.warning.ink : theme.accent);
        painter->drawRoundedRect(filled, radius, radius);
        if (use.step == BudgetStep::Stop) {
            painter->setBrush(QBrush(theme.surface, Qt::BDiagPattern));
            painter->drawRoundedRect(filled, radius, radius);
        }
    }
    painter->restore();
}

BudgetBar::BudgetBar(QWidget *parent) : QWidget(parent)
{
    setFixedHeight(dp(8));
    setMinimumWidth(dp(60));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleRole(this, QAccessible::Graphic);
}

void BudgetBar::setUse(const BudgetUse &use)
{
    m_use = use;
    setAccessibleName(tr("%1 spent").arg(formatPercent(double(use.permille / 10))));
    update();
}

void BudgetBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintBudgetBar(&painter, QRectF(0, 1, width(), height() - 2), m_use, themeOf(this));
}

}  // namespace trainyard

#include "moc_budgetbar.cpp"
