// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of this month: the spending so far day by day, the total if everything rented now stays rented, and the budget as a line. One
// currency has the chart, that of the month's budget first; the others are given in words. Hidden while nothing was spent.
//
// Object names: monthCard, monthBudgetsButton.
#pragma once

#include "core/service/runs/meternow.h"
#include "ui/common/card.h"

namespace trainyard {

class ElidedLabel;
class Label;
class MonthChart;

class MonthCard : public Card {
    Q_OBJECT
public:
    explicit MonthCard(QWidget *parent = nullptr);

    void setMeter(const MeterNow &meter);

Q_SIGNALS:
    void budgetsRequested();

private:
    Label *m_month;
    ElidedLabel *m_spent, *m_others;
    Label *m_pace;
    MonthChart *m_chart;
};

}  // namespace trainyard
