// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a budget is spent, as a thin bar: in the accent colour, amber from 80 %, hatched in the error colour when it is used up.
// Screen readers get the same in words.
#pragma once

#include "core/knowledge/cost/budget.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QPainter;

namespace trainyard {

void paintBudgetBar(QPainter *painter, const QRectF &bar, const BudgetUse &use, const Theme &theme);

class BudgetBar : public QWidget {
    Q_OBJECT
public:
    explicit BudgetBar(QWidget *parent = nullptr);

    void setUse(const BudgetUse &use);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    BudgetUse m_use;
};

}  // namespace trainyard
