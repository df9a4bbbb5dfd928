// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/checkpointsection.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/fieldvalues.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"
#include "ui/theme/theme.h"

#include <QLineEdit>

#include <algorithm>
#include <iterator>
#include <utility>

namespace trainyard {
namespace {

const QStringList kSignals{QString(), QStringLiteral("HUP"), QStringLiteral("USR1"), QStringLiteral("USR2")};
constexpr ManifestPolicy kManifests[] = {ManifestPolicy::Auto, ManifestPolicy::Off, ManifestPolicy::All};

// Keys of the section have no place in a task without checkpoints; their fields keep what was typed until there is one.
TaskFields::Line planCount(const char *objectName, const QString &label, int CheckpointPlan::*key)
{
    return {objectName, label,
            [key](const Task &task) {
                const int count = task.checkpoints ? (*task.checkpoints).*key : 0;
                return count > 0 ? QString::number(count) : QString();
            },
            [key](Task &task, const QString &text) {
                if (task.checkpoints)
                    (*task.checkpoints).*key = countOf(text);
            },
            numberIn};
}

TaskFields::Line planText(const char *objectName, const QString &label, QString CheckpointPlan::*key)
{
    return {objectName, label, [key](const Task &task) { return task.checkpoints ? (*task.checkpoints).*key : QString(); },
            [key](Task &task, const QString &text) {
                if (task.checkpoints)
                    (*task.checkpoints).*key = text;
            }};
}

}  // namespace

CheckpointSection::CheckpointSection(QWidget *parent)
    : FormSection(QStringLiteral("taskCheckpointSection"), tr("Checkpoint rules"), 3, checkpointSummary, parent)
{
    FieldRow *const last = fields()->addLine(planCount("taskKeepLast", tr("Keep the newest"), &CheckpointPlan::keep));
    FieldRow *const best = fields()->addLine(planCount("taskKeepBest", tr("Keep the best"), &CheckpointPlan::keepBest));
    FieldRow *const every = fields()->addLine(planCount("taskKeepEvery", tr("Keep every (steps)"), &CheckpointPlan::keepEvery));
    FieldRow *const by = fields()->addLine(planText("taskKeepBy", tr("The best by"), &CheckpointPlan::keepBy));
    qobject_cast<QLineEdit *>(by->control())->setPlaceholderText(tr("the lowest loss"));
    FieldRow *const better = fields()->addChoice(
        "taskKeepBetter", tr("Which is better"), {tr("Lower"), tr("Higher")},
        [](const Task &task) { return task.checkpoints && task.checkpoints->isHigherBetter ? 1 : 0; },
        [](Task &task, int index) {
            if (task.checkpoints)
                task.checkpoints->isHigherBetter = index == 1;
        });
    FieldRow *const pattern = fields()->addLine(planText("taskPattern", tr("Names"), &CheckpointPlan::pattern));
    qobject_cast<QLineEdit *>(pattern->control())->setPlaceholderText(tr("any known format"));
    FieldRow *const signal = fields()->addChoice(
        "taskSignal", tr("Signal that makes it save"), QStringList{tr("None")} + kSignals.mid(1),
        [](const Task &task) { return task.checkpoints ? int(std::max<qsizetype>(0, kSignals.indexOf(task.checkpoints->signal))) : 0; },
        [](Task &task, int index) {
            if (task.checkpoints)
                task.checkpoints->signal = kSignals.value(index);
        });
    FieldRow *const manifests = fields()->addChoice(
        "taskManifests", tr("SHA-256 next to them"), {tr("Up to 64 GiB"), tr("Never"), tr("For all")},
        [](const Task &task) {
            const auto policy = task.checkpoints ? task.checkpoints->manifests : ManifestPolicy::Auto;
            return int(std::find(std::begin(kManifests), std::end(kManifests), policy) - std::begin(kManifests));
        },
        [](Task &task, int index) {
            if (task.checkpoints)
                task.checkpoints->manifests = kManifests[index];
        });
    last->setHelp(tr("Without any rule, all are kept."));
    for (FieldRow *const row : {by, pattern})
        row->control()->setFont(textFont(TextRole::Code));
    for (FieldRow *const row : {last, best, every, by, better, pattern, signal, manifests}) {
        grid()->addWidget(row);
        m_controls << row->control();
    }
}

void CheckpointSection::refresh(const Task &task)
{
    FormSection::refresh(task);
    const QString reason = task.checkpoints ? QString() : tr("Enter the checkpoint directory first.");
    for (QWidget *const control : std::as_const(m_controls))
        setDisabledReason(control, reason);
}

}  // namespace trainyard

#include "moc_checkpointsection.cpp"
