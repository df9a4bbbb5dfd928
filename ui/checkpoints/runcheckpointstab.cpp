// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/runcheckpointstab.h"

#include "core/base/format.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/page/checkpointfinder.h"

#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

RunCheckpointsTab::RunCheckpointsTab(CheckpointFinder &finder, QWidget *parent)
    : RunTab(parent), m_finder(finder), m_page(new CheckpointsPage(this))
{
    setObjectName(QStringLiteral("runCheckpointsTab"));
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_page);
    connect(&finder, &CheckpointFinder::scanned, this, &RunCheckpointsTab::titleChanged);
}

// With the count while it is kept true.
QString RunCheckpointsTab::title() const
{
    if (!isVisible() || m_lineage.isEmpty() || !m_finder.scannedAt().isValid())
        return tr("Checkpoints");
    const QList<FoundCheckpoint> &found = m_finder.lastScan().found;
    const auto isOurs = [this](const FoundCheckpoint &one) { return one.source.key == m_lineage; };
    return tr("Checkpoints %1").arg(formatCount(std::count_if(found.cbegin(), found.cend(), isOurs)));
}

void RunCheckpointsTab::setRun(const Run &run, bool)
{
    if (m_lineage == run.lineage)
        return;
    m_lineage = run.lineage;
    m_page->narrowTo(m_lineage);
    if (m_finder.scannedAt().isValid())
        m_page->setScan(m_finder.lastScan(), m_finder.scannedAt());
    Q_EMIT titleChanged();
}

void RunCheckpointsTab::refresh() { m_finder.scan(); }

void RunCheckpointsTab::showMoment(const QDateTime &when) { m_page->showMoment(when); }

// Checkpoints come and go on machines that send no notification.
void RunCheckpointsTab::showEvent(QShowEvent *event)
{
    RunTab::showEvent(event);
    m_finder.scan();
    Q_EMIT titleChanged();
}

void RunCheckpointsTab::hideEvent(QHideEvent *event)
{
    RunTab::hideEvent(event);
    Q_EMIT titleChanged();
}

}  // namespace trainyard

#include "moc_runcheckpointstab.cpp"
