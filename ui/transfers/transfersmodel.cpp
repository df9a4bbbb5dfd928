// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transfers/transfersmodel.h"

#include <algorithm>

namespace trainyard {

void TransfersModel::setTransfers(const QList<QueuedTransfer> &transfers)
{
    const bool isSameRows = std::equal(m_transfers.cbegin(), m_transfers.cend(), transfers.cbegin(), transfers.cend(),
                                       [](const QueuedTransfer &a, const QueuedTransfer &b) { return a.id == b.id; });
    if (isSameRows) {
        m_transfers = transfers;
        if (!m_transfers.isEmpty())
            Q_EMIT dataChanged(index(0), index(static_cast<int>(m_transfers.size()) - 1));
        return;
    }
    beginResetModel();
    m_transfers = transfers;
    endResetModel();
}

void TransfersModel::setTransfer(const QueuedTransfer &transfer)
{
    const int row = rowOf(transfer.id);
    if (row < 0)
        return;
    m_transfers[row] = transfer;
    Q_EMIT dataChanged(index(row), index(row));
}

int TransfersModel::rowOf(TransferId id) const
{
    const auto found = std::find_if(m_transfers.cbegin(), m_transfers.cend(),
                                    [id](const QueuedTransfer &transfer) { return transfer.id == id; });
    return found == m_transfers.cend() ? -1 : static_cast<int>(found - m_transfers.cbegin());
}

int TransfersModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_transfers.size()); }

QVariant TransfersModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_transfers.size())
        return {};
    const TransferView view = viewOf(m_transfers[index.row()]);
    switch (role) {
    case ViewRole: return QVariant::fromValue(view);
    case Qt::DisplayRole: return view.name;
    case Qt::AccessibleTextRole: return spokenView(view);
    default: return {};
    }
}

}  // namespace trainyard

#include "moc_transfersmodel.cpp"
