// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/sweepmodel.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "ui/common/plaintip.h"
#include "ui/rent/rentwords.h"

namespace trainyard {

void SweepModel::setItems(const QList<SweepItem> &items, const QDateTime &now)
{
    beginResetModel();
    m_items = items;
    m_now = now;
    endResetModel();
}

int SweepModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_items.size()); }

int SweepModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant SweepModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_items.size())
        return {};
    const SweepItem &item = m_items[index.row()];
    if (role == Qt::TextAlignmentRole && index.column() == PerDayColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return plainTip(data(index, Qt::DisplayRole).toString());
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case WhatColumn: return resourceText(item.resource);
    case IdColumn: return seenText(item.resource.providerId);
    //: an account, a region
    case AccountColumn: return item.resource.region.isEmpty() ? item.account : tr("%1, %2").arg(item.account, item.resource.region);
    case SinceColumn: return item.resource.created.isValid() ? formatMoment(item.resource.created, m_now) : unknownWord();
    case WhyColumn: return sweepReason(item);
    case PerDayColumn: return perDayText(item.resource.perDay);
    default: return {};
    }
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == PerDayColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case WhatColumn: return tr("What");
    case IdColumn: return tr("Id");
    case AccountColumn: return tr("Account");
    case SinceColumn: return tr("Since");
    case WhyColumn: return tr("Why it is here");
    case PerDayColumn: return tr("Per day");
    default: return {};
    }
}

}  // namespace trainyard

#include "moc_sweepmodel.cpp"
