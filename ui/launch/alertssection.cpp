// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/alertssection.h"

#include "ui/common/fieldrow.h"
#include "ui/launch/alertrows.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"

namespace trainyard {

AlertsSection::AlertsSection(QWidget *parent) : FormSection(QStringLiteral("taskAlertsSection"), tr("Alerts"), 1, alertsSummary, parent)
{
    FieldRow *const row = fields()->addAlerts(new AlertRows(QStringLiteral("taskAlerts")), tr("Different for this run"));
    row->setHelp(tr("Everything else is as in the settings."));
    grid()->addWide(row);
}

}  // namespace trainyard

#include "moc_alertssection.cpp"
