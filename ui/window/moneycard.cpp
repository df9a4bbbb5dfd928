// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/moneycard.h"

#include "core/base/format.h"
#include "core/service/runs/meternow.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

MoneyCard::MoneyCard(QWidget *parent) : Card(parent), m_spent(new Label(TextRole::Body, Ink::Text1, this))
{
    setObjectName(QStringLiteral("moneyCard"));
    m_spent->setObjectName(QStringLiteral("moneySpent"));
    m_spent->setWordWrap(true);
    auto *prose = makeProse(
        tr("Budgets limit what a month or a project may cost: at 50 % you are notified, at 80 % the runs are asked to save, "
           "at 100 % they are stopped with time to save. A machine counts as soon as it has a price."),
        TextRole::Body, Ink::Text2, this);
    auto *budgets = makeButton(QStringLiteral("settingsBudgetsButton"), tr("Budgets…"), ButtonVariant::Normal, QStringLiteral("tag"), this);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(20), dp(16), dp(20), dp(16));
    column->setSpacing(dp(10));
    column->addWidget(new Label(tr("Money"), TextRole::Section, Ink::Text1, this));
    column->addWidget(m_spent);
    column->addWidget(prose);
    column->addWidget(budgets, 0, Qt::AlignLeft);
    connect(budgets, &QPushButton::clicked, this, &MoneyCard::budgetsRequested);
    m_spent->hide();  // until the value is known
}

void MoneyCard::setMeter(const MeterNow &meter)
{
    m_spent->show();
    QStringList spent, budgets;
    for (const MeterReading &reading : meter.readings) {
        if (reading.month.total.nanos() > 0)
            spent << formatMoney(reading.month.total);
    }
    for (const BudgetState &state : meter.budgets) {
        if (state.budget.scope == BudgetScope::Month)
            budgets << formatMoney(state.budget.amount);
    }
    const QString sum = spent.isEmpty() ? tr("Nothing was billed this month.")
                                        : tr("Billed this month: %1.").arg(spent.join(QStringLiteral(" + ")));
    QString text = budgets.isEmpty() ? tr("%1 No budget is set for a month.").arg(sum)
                                     : tr("%1 Budget for a month: %2.").arg(sum, budgets.join(QStringLiteral(" + ")));
    QStringList own;
    for (const MeterReading &reading : meter.own.readings) {
        if (reading.month.total.nanos() > 0)
            own << formatMoney(reading.month.total);
    }
    if (!own.isEmpty())
        text += u'\n' + tr("Your own machines, by your own figures: %1 this month, not in the above.").arg(own.join(QStringLiteral(" + ")));
    m_spent->setText(text);
}

}  // namespace trainyard

#include "moc_moneycard.cpp"
