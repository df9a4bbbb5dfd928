// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/setupsection.h"

#include "ui/common/fieldrow.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"

namespace trainyard {

SetupSection::SetupSection(QWidget *parent) : FormSection(QStringLiteral("taskSetupSection"), tr("Setup"), 2, setupSummary, parent)
{
    FieldRow *const row = fields()->addScript("taskSetup", tr("Once before the command"), &Task::setup, 4);
    row->setHelp(tr("Shell commands, such as pip install -r requirements.txt. If one of them fails, the command does not start."));
    FieldRow *const launcher = fields()->addChoice(
        "taskLauncher", tr("Launcher"), {tr("None"), QStringLiteral("torchrun"), QStringLiteral("Accelerate"), QStringLiteral("DeepSpeed")},
        [](const Task &task) { return int(task.launcher); }, [](Task &task, int index) { task.launcher = LauncherKind(index); });
    launcher->setHelp(tr("Starts the Python command once for each GPU. The preview shows the line."));
    grid()->addWide(row);
    grid()->addWidget(launcher);
}

}  // namespace trainyard

#include "moc_setupsection.cpp"
