// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/limitssection.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/moneyedit.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/fieldvalues.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QLocale>

namespace trainyard {
namespace {

constexpr QChar kHours = u'h', kMinutes = u'm';

QString hoursText(const Task &task)
{
    return task.limits.hours ? QString::number(*task.limits.hours, 'g', QLocale::FloatingPointShortest) : QString();
}

void putHours(Task &task, const QString &text)
{
    task.limits.hours = text.isEmpty() ? std::nullopt : std::optional(text.toDouble());  // 0, which is refused, for what is no number
}

void putLease(Task &task, const QString &text) { task.limits.lease = text.isEmpty() ? std::nullopt : std::optional(timeOf(text, kHours)); }

void putIdle(Task &task, const QString &text)
{
    if (text.isEmpty()) {
        task.limits.idle.reset();
        return;
    }
    if (!task.limits.idle)
        task.limits.idle.emplace();
    task.limits.idle->after = timeOf(text, kMinutes);
}

void putIdleBelow(Task &task, const QString &text)
{
    if (task.limits.idle)
        task.limits.idle->belowPercent = text.isEmpty() ? IdleLimit().belowPercent : countOf(text);
}

QString saveText(const Task &task) { return task.limits.save == RunLimits().save ? QString() : timeText(task.limits.save, kMinutes); }

void putSave(Task &task, const QString &text) { task.limits.save = text.isEmpty() ? RunLimits().save : timeOf(text, kMinutes); }

QString graceText(const Task &task) { return task.graceSeconds == Task().graceSeconds ? QString() : QString::number(task.graceSeconds); }

void putGrace(Task &task, const QString &text) { task.graceSeconds = text.isEmpty() ? Task().graceSeconds : countOf(text); }

void setExample(const FieldRow *row, const QString &text) { qobject_cast<QLineEdit *>(row->control())->setPlaceholderText(text); }

}  // namespace

LimitsSection::LimitsSection(QWidget *parent) : FormSection(QStringLiteral("taskLimitsSection"), tr("Limits"), 3, limitsSummary, parent)
{
    FieldRow *const hours = fields()->addLine({"taskHours", tr("At most (h)"), hoursText, putHours, numberIn});
    FieldRow *const budget = fields()->addMoney("taskBudget", tr("Budget"), &RunLimits::budget);
    auto *const budgetEdit = qobject_cast<MoneyEdit *>(budget->control());
    FieldRow *const price = fields()->addMoney("taskPrice", tr("Price per hour"), &RunLimits::price, [budgetEdit](const Money &amount) {
        const auto limit = budgetEdit->money();
        if (!limit || limit->currency() == amount.currency())
            return TaskFields::Fault();
        const QString currency = currencyCode(limit->currency());
        return TaskFields::Fault{tr("Must be in %1, like the budget.").arg(currency), amount.decimal() + u' ' + currency};
    });
    m_price = qobject_cast<MoneyEdit *>(price->control());
    FieldRow *const idle = fields()->addLine(
        {"taskIdle", tr("If idle for (min)"),
         [](const Task &task) { return task.limits.idle ? timeText(task.limits.idle->after, kMinutes) : QString(); }, putIdle, numberIn});
    FieldRow *const below = fields()->addLine(
        {"taskIdleBelow", tr("Idle means below (%)"),
         [](const Task &task) { return task.limits.idle ? QString::number(task.limits.idle->belowPercent) : QString(); }, putIdleBelow,
         numberIn});
    m_idleBelow = below->control();
    FieldRow *const lease = fields()->addLine(
        {"taskLease", tr("Lease (h)"),
         [](const Task &task) { return task.limits.lease ? timeText(*task.limits.lease, kHours) : QString(); }, putLease, numberIn});
    FieldRow *const save = fields()->addLine({"taskSave", tr("Time to save (min)"), saveText, putSave, numberIn});
    FieldRow *const grace = fields()->addLine({"taskGrace", tr("Time to end (s)"), graceText, putGrace, numberIn});
    QCheckBox *const spot = fields()->addCheck("taskSpot", tr("Save when a spot machine is reclaimed"), &RunLimits::heedsSpotNotice);
    FieldRow *const shutdown = fields()->addLine({"taskShutdown", tr("Command after the run was ended"),
                                                  [](const Task &task) { return task.limits.shutdown; },
                                                  [](Task &task, const QString &text) { task.limits.shutdown = text; }});
    lease->setHelp(tr("Stops if no computer renews it for this long."));
    shutdown->setHelp(tr("To switch the machine off, for example. It runs with your permissions, if none of your other runs is active."));
    shutdown->control()->setFont(textFont(TextRole::Code));
    setExample(save, timeText(RunLimits().save, kMinutes));
    setExample(grace, QString::number(Task().graceSeconds));
    setExample(shutdown, QStringLiteral("sudo poweroff"));
    for (FieldRow *const row : {hours, budget, price, idle, below, lease, save, grace})
        grid()->addWidget(row);
    grid()->addWide(spot);
    grid()->addWide(shutdown);
}

void LimitsSection::refresh(const Task &task)
{
    FormSection::refresh(task);
    setDisabledReason(m_idleBelow, task.limits.idle ? QString() : tr("Enter the idle time first."));
    // An amount that is still to come is in the budget's currency.
    if (task.limits.budget && m_price->amount()->text().isEmpty())
        m_price->setCurrency(task.limits.budget->currency());
}

}  // namespace trainyard

#include "moc_limitssection.cpp"
