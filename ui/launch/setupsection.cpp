// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/setupsection.h"

#include "ui/common/fieldrow.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"

namespace trainyard {

SetupSection::SetupSection(QWidget *parent) : FormSection(QStringLiteral("taskSetupSection"), tr("Setup"), 1, setupSummary, parent)
{
    FieldRow *const row = fields()->addScript("taskSetup", tr("Once before the command"), &Task::setup, 4);
    row->setHelp(tr("Shell commands, such as pip install -r requirements.txt. If one of them fails, the command does not start."));
    grid()->addWide(row);
}

}  // namespace trainyard

#include "moc_setupsection.cpp"
