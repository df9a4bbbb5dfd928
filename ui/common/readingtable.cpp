// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/readingtable.h"

#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QTableView>

namespace trainyard {

void makeReadingTable(QTableView *table, const QString &objectName, const QString &accessibleName)
{
    table->setObjectName(objectName);
    table->setAccessibleName(accessibleName);
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);  // avoids measuring the heights of 60,000 rows
    table->verticalHeader()->setMinimumSectionSize(dp(20));
    table->horizontalHeader()->setSectionsClickable(false);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

}  // namespace trainyard
