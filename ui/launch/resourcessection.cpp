// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/resourcessection.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/fieldvalues.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"

#include <QLineEdit>

namespace trainyard {

ResourcesSection::ResourcesSection(QWidget *parent)
    : FormSection(QStringLiteral("taskResourcesSection"), tr("GPUs and project"), 3, resourcesSummary, parent)
{
    const auto putModel = [](Task &task, const QString &text) {
        if (text.isEmpty())
            task.accelerators.reset();
        else if (task.accelerators)
            task.accelerators->model = text;
        else
            task.accelerators = Accelerators{text, 1};
    };
    FieldRow *const model = fields()->addLine({"taskGpuModel", tr("GPU model"),
                                               [](const Task &task) { return task.accelerators ? task.accelerators->model : QString(); },
                                               putModel});
    model->setHelp(tr("Leave empty to take any."));
    qobject_cast<QLineEdit *>(model->control())->setPlaceholderText(QStringLiteral("H100"));
    const auto putCount = [](Task &task, const QString &text) {
        if (task.accelerators)
            task.accelerators->count = text.isEmpty() ? 1 : countOf(text);
    };
    FieldRow *const count = fields()->addLine(
        {"taskGpuCount", tr("Number of GPUs"),
         [](const Task &task) { return task.accelerators ? QString::number(task.accelerators->count) : QString(); }, putCount, numberIn});
    m_count = count->control();
    FieldRow *const project = fields()->addLine({"taskProject", tr("Project"), [](const Task &task) { return task.project; },
                                                 [](Task &task, const QString &text) { task.project = text; }});
    project->setHelp(tr("The cost of the run counts towards its budget."));
    m_others = makeProse({}, TextRole::Small, Ink::Text2);
    m_others->setObjectName(QStringLiteral("taskGpuOthers"));
    grid()->addWidget(model);
    grid()->addWidget(count);
    grid()->addWidget(project);
    grid()->addWide(m_others);
}

void ResourcesSection::refresh(const Task &task)
{
    FormSection::refresh(task);
    setDisabledReason(m_count, task.accelerators ? QString() : tr("Enter the GPU model first."));
    const QString others = task.accelerators ? alternativesText(task) : QString();
    m_others->setText(others.isEmpty() ? QString() : tr("%1 (only in the task file)").arg(others));
    m_others->setVisible(!others.isEmpty());
}

}  // namespace trainyard

#include "moc_resourcessection.cpp"
