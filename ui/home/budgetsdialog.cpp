// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/budgetsdialog.h"

#include "core/base/format.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/moneyedit.h"
#include "ui/home/budgetbar.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kThreeFields = 520;  // beside each other

}  // namespace

BudgetsDialog::BudgetsDialog(QWidget *parent)
    : Dialog(parent), m_rows(new QVBoxLayout), m_scope(new QComboBox), m_project(new QLineEdit),
      m_amount(new MoneyEdit(QStringLiteral("budgetAmount"), tr("Amount"))), m_projectRow(new FieldRow(tr("Project"), m_project, this)),
      m_amountRow(new FieldRow(tr("Amount"), m_amount, this)), m_messages(new MessageBar(this))
{
    setObjectName(QStringLiteral("budgetsDialog"));
    setWindowTitle(tr("Budgets"));
    setModal(true);
    m_scope->setObjectName(QStringLiteral("budgetScopeBox"));
    m_scope->addItem(tr("Monthly total"), int(BudgetScope::Month));
    m_scope->addItem(tr("A project, per month"), int(BudgetScope::Project));
    m_project->setObjectName(QStringLiteral("budgetProjectEdit"));
    m_project->setMaxLength(64);
    m_projectRow->setHelp(tr("As in the task file: project: NAME"));

    QVBoxLayout *const column = makeBody(640, 520);
    column->addWidget(new Label(tr("Budgets"), TextRole::PageTitle, Ink::Text1, this));
    auto *prose = makeProse(
        tr("At 50 % you are notified, at 80 % the runs are asked to save, at 100 % they are stopped with time to save. Each month starts from zero."),
        TextRole::Body, Ink::Text2, this);
    column->addWidget(prose);
    column->addWidget(m_messages);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(dp(10));
    m_list = new QWidget(this);
    auto *list = new QVBoxLayout(m_list);
    list->setContentsMargins(0, 0, 0, 0);
    list->addLayout(m_rows);
    list->addStretch(1);
    m_scroll = new QScrollArea(this);
    setAccessibleRole(m_scroll, QAccessible::Pane);
    m_scroll->setAccessibleName(tr("Budgets"));
    m_scroll->setWidget(m_list);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_list->setAutoFillBackground(false);
    column->addWidget(m_scroll, 1);
    column->addWidget(new Hairline(Qt::Horizontal, this));
    auto *fields = new QBoxLayout(hasRoomForColumns(this, kThreeFields) ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    fields->setSpacing(dp(12));
    fields->addWidget(new FieldRow(tr("For"), m_scope, this), 1, Qt::AlignTop);
    fields->addWidget(m_projectRow, 1, Qt::AlignTop);
    fields->addWidget(m_amountRow, 1, Qt::AlignTop);
    column->addLayout(fields);
    auto *close = makeButton(QStringLiteral("closeBudgetsButton"), tr("Close"), ButtonVariant::Normal, {}, this);
    auto *set = makeButton(QStringLiteral("setBudgetButton"), tr("Set budget"), ButtonVariant::Primary, {}, this);
    setFooter({close, set});
    set->setDefault(true);

    const auto showProject = [this] {
        const bool isProject = BudgetScope(m_scope->currentData().toInt()) == BudgetScope::Project;
        m_project->setEnabled(isProject);
        if (!isProject)
            m_project->clear();
        m_projectRow->clearError();
    };
    connect(m_scope, &QComboBox::currentIndexChanged, this, showProject);
    showProject();
    connect(m_project, &QLineEdit::textEdited, m_projectRow, &FieldRow::clearError);
    connect(m_amount, &MoneyEdit::edited, m_amountRow, &FieldRow::clearError);
    connect(set, &QPushButton::clicked, this, &BudgetsDialog::submit);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    m_amount->setFocus();
}

QWidget *BudgetsDialog::makeRow(const Budget &budget, int number)
{
    auto *row = new QWidget(m_list);
    row->setObjectName(QStringLiteral("budgetRow-%1").arg(number));
    const QString name = shownName(budget);
    auto *title = new ElidedLabel(TextRole::Strong, Ink::Text1, Qt::ElideRight, row);
    title->setText(budget.scope == BudgetScope::Run ? tr("Run %1").arg(name) : name);
    auto *figures = new Label(TextRole::Body, Ink::Text2, row);
    figures->setObjectName(QStringLiteral("budgetFigures"));
    figures->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *bar = new BudgetBar(row);
    m_uses << ShownUse{figures, bar};
    auto *grid = new QGridLayout(row);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(dp(8));
    grid->setVerticalSpacing(dp(4));
    grid->addWidget(title, 0, 0);
    grid->addWidget(figures, 0, 1);
    grid->addWidget(bar, 1, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    if (budget.scope == BudgetScope::Run)
        return row;
    auto *change = makeButton(QStringLiteral("changeBudgetButton"), tr("Change"), ButtonVariant::Link, {}, row);
    auto *remove = makeButton(QStringLiteral("removeBudgetButton"), tr("Remove"), ButtonVariant::Link, {}, row);
    for (QPushButton *button : {change, remove}) {
        button->setAccessibleDescription(name);
        button->setAutoDefault(false);
    }
    grid->addWidget(change, 0, 2, 2, 1);
    grid->addWidget(remove, 0, 3, 2, 1);
    connect(change, &QPushButton::clicked, this, [this, budget] { edit(budget); });
    connect(remove, &QPushButton::clicked, this, [this, budget] { Q_EMIT removeRequested(budget.scope, budget.name); });
    return row;
}

void BudgetsDialog::setStates(const QList<BudgetState> &states)
{
    QStringList budgets;
    for (const BudgetState &state : states) {
        const Budget &budget = state.budget;
        budgets << QStringList{budgetScopeName(budget.scope), budget.name, budget.amount.text(), shownName(budget)}.join(u'\n');
    }
    // The rows of unchanged budgets stay, so that their buttons keep the focus.
    if (m_rows->count() == 0 || budgets != m_shown) {
        m_shown = budgets;
        m_uses.clear();
        while (QLayoutItem *item = m_rows->takeAt(0)) {
            if (item->widget())
                item->widget()->deleteLater();
            delete item;
        }
        if (states.isEmpty())
            m_rows->addWidget(new Label(tr("No budget yet. Spending is tracked anyway."), TextRole::Body, Ink::Text3, m_list));
        for (int i = 0; i < states.size(); ++i)
            m_rows->addWidget(makeRow(states[i].budget, i));
        // Hidden ones, as new ones are, count for nothing in the height of the list.
        for (int i = 0; i < m_rows->count(); ++i)
            m_rows->itemAt(i)->widget()->show();
    }
    for (qsizetype i = 0; i < states.size(); ++i)
        showUse(m_uses[i], states[i]);
    m_scroll->setMinimumHeight(std::min(m_list->sizeHint().height(), dp(150)));
}

void BudgetsDialog::showUse(const ShownUse &shown, const BudgetState &state)
{
    const BudgetUse &use = state.use;
    shown.figures->setInk(use.step == BudgetStep::Stop ? Ink::Bad : Ink::Text2);
    //: spent, budget, percent
    shown.figures->setText(
        tr("%1 of %2, %3").arg(formatMoney(use.spent), formatMoney(state.budget.amount), formatPercent(double(use.permille / 10))));
    shown.bar->setUse(use);
}

QString BudgetsDialog::shownName(const Budget &budget) const { return m_nameOf ? m_nameOf(budget) : budget.name; }

void BudgetsDialog::edit(const Budget &budget)
{
    m_scope->setCurrentIndex(m_scope->findData(int(budget.scope)));
    m_project->setText(budget.name);
    m_amount->setMoney(budget.amount);
    m_amount->setFocus();
    m_amount->amount()->selectAll();
}

void BudgetsDialog::submit()
{
    m_messages->clear();
    const auto amount = m_amount->money();
    if (!amount) {
        m_amountRow->setError(amount.error().what);
        m_amount->setFocus();
        return;
    }
    const Budget budget{BudgetScope(m_scope->currentData().toInt()), m_project->text().trimmed(), *amount};
    if (const auto fine = checkBudget(budget); !fine) {
        m_projectRow->setError(fine.error().what);
        m_project->setFocus();
        return;
    }
    Q_EMIT setRequested(budget);
}

void BudgetsDialog::showResult(const Result<void> &changed)
{
    if (!changed) {
        m_messages->post({QStringLiteral("budget"), Tone::Bad, changed.error().what, {}, changed.error().detail, {}});
        return;
    }
    m_project->clear();
    m_amount->amount()->clear();
}

}  // namespace trainyard

#include "moc_budgetsdialog.cpp"
