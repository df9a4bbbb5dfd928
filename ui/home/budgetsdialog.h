// SPDX-License-Identifier: GPL-3.0-or-later
// The budgets with how far each is used; sets and removes those of the month and of projects. A run's own budget is part of its task and is
// only shown. The window stores them: the dialog emits a request and is notified of the result.
//
// Object names: budgetsDialog, budgetRow-<n> with budgetFigures, changeBudgetButton and removeBudgetButton, budgetScopeBox,
// budgetProjectEdit, budgetAmountAmount, budgetAmountCurrency, setBudgetButton, closeBudgetsButton.
#pragma once

#include "core/base/error.h"
#include "core/service/runs/meternow.h"
#include "ui/common/dialog.h"

#include <QList>
#include <QStringList>

#include <functional>

class QComboBox;
class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace trainyard {

class BudgetBar;
class FieldRow;
class Label;
class MessageBar;
class MoneyEdit;

class BudgetsDialog : public Dialog {
    Q_OBJECT
public:
    explicit BudgetsDialog(QWidget *parent = nullptr);

    void setNames(std::function<QString(const Budget &)> nameOf) { m_nameOf = std::move(nameOf); }
    void setStates(const QList<BudgetState> &states);
    void showResult(const Result<void> &changed);

Q_SIGNALS:
    void setRequested(const trainyard::Budget &budget);
    void removeRequested(trainyard::BudgetScope scope, const QString &name);

private:
    // The parts of a row that change while its budget stays the same.
    struct ShownUse {
        Label *figures;
        BudgetBar *bar;
    };

    QWidget *makeRow(const Budget &budget, int number);
    static void showUse(const ShownUse &shown, const BudgetState &state);
    QString shownName(const Budget &budget) const;
    void submit();
    void edit(const Budget &budget);

    std::function<QString(const Budget &)> m_nameOf;
    QStringList m_shown;
    QList<ShownUse> m_uses;  // by row
    QWidget *m_list = nullptr;
    QScrollArea *m_scroll = nullptr;
    QVBoxLayout *m_rows;
    QComboBox *m_scope;
    QLineEdit *m_project;
    MoneyEdit *m_amount;
    FieldRow *m_projectRow, *m_amountRow;
    MessageBar *m_messages;
};

}  // namespace trainyard
