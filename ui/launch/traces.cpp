// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/traces.h"

#include "ui/common/iconlabel.h"
#include "ui/common/label.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace trainyard {
namespace {

class Traces {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Traces)
};

void addRow(QVBoxLayout *column, const QString &iconName, const QString &text)
{
    auto *const row = new QWidget;
    auto *const layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(dp(8));
    layout->addWidget(new IconLabel(iconName, Ink::Text3, 15), 0, Qt::AlignTop);
    auto *const label = makeProse(text, TextRole::Small, Ink::Text2);
    layout->addWidget(label, 1);
    column->addWidget(row);
}

}  // namespace

void fillTraces(QWidget *list, const Task *task)
{
    auto *column = qobject_cast<QVBoxLayout *>(list->layout());
    if (!column) {
        column = new QVBoxLayout(list);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(dp(6));
    }
    while (QLayoutItem *const item = column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    addRow(column, QStringLiteral("folder"), Traces::tr("one folder with the log, the metrics and the exit status"));
    if (!task)
        return;
    if (!task->image.isEmpty())
        addRow(column, QStringLiteral("machines"), Traces::tr("one container, and its image if it is not there yet"));
    if (task->checkpoints)
        addRow(column, QStringLiteral("checkpoints"), Traces::tr("the checkpoints it saves, until you delete them"));
    if (task->limits.hours)
        addRow(column, QStringLiteral("clock"),
               Traces::tr("a limit: the machine itself stops the run after %1 h").arg(*task->limits.hours));
    if (task->limits.lease || task->limits.budget || task->limits.idle) {
        addRow(column, QStringLiteral("clock"),
               Traces::tr("a guard: the machine saves and stops the run by itself when its lease or budget runs out or it is idle"));
    }
    if (!task->limits.shutdown.isEmpty()) {
        addRow(column, QStringLiteral("clock"),
               Traces::tr("after ending the run by itself, the machine runs: %1").arg(task->limits.shutdown.simplified()));
    }
}

}  // namespace trainyard
