// SPDX-License-Identifier: GPL-3.0-or-later
// The page as a part of a run's page.
#include "ui/checkpoints/checkpointspage.h"
#include "ui/common/pageheader.h"
#include "ui/common/searchfield.h"

#include <QLayout>
#include <QPushButton>
#include <QTreeView>

#include <cstdlib>

namespace trainyard {

void CheckpointsPage::narrowTo(const QString &lineage)
{
    if (m_lineage == lineage)
        return;
    m_lineage = lineage;
    setObjectName(QStringLiteral("runCheckpoints"));
    m_view->setObjectName(QStringLiteral("runCheckpointsTable"));
    m_view->setAccessibleName(tr("Checkpoints of this run"));
    m_header->setTitle({});
    m_header->parentWidget()->layout()->setContentsMargins(0, 0, 0, 0);
    m_addPlace->hide();
    m_scan = {};
    m_hasScan = false;
    m_filter->clear();
    applyFilter();
}

void CheckpointsPage::showMoment(const QDateTime &when)
{
    const FoundCheckpoint *nearest = nullptr;
    const auto distance = [&when](const FoundCheckpoint &found) {
        return std::abs(QDateTime::fromSecsSinceEpoch(found.checkpoint.modified).msecsTo(when));
    };
    for (const FoundCheckpoint &found : std::as_const(m_scan.found)) {
        if (!nearest || distance(found) < distance(*nearest))
            nearest = &found;
    }
    if (nearest)
        showCheckpoint(nearest->source.key, nearest->path);
}

}  // namespace trainyard
