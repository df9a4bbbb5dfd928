// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/alertssection.h"

#include "ui/common/label.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/tasksummary.h"

namespace trainyard {

AlertsSection::AlertsSection(QWidget *parent)
    : FormSection(QStringLiteral("taskAlertsSection"), tr("Alerts"), 1, alertsSummary, parent),
      m_texts(makeSelectableProse({}, TextRole::Body, Ink::Text1))
{
    m_texts->setObjectName(QStringLiteral("taskAlertTexts"));
    grid()->addWide(m_texts);
    grid()->addWide(
        makeProse(tr("What is different for this run is only in the task file, in its section “alerts”."), TextRole::Small, Ink::Text3));
}

void AlertsSection::refresh(const Task &task)
{
    FormSection::refresh(task);
    const QStringList lines = alertTexts(task);
    m_texts->setText(lines.isEmpty() ? tr("All alerts are as in the settings.") : lines.join(u'\n'));
}

}  // namespace trainyard

#include "moc_alertssection.cpp"
