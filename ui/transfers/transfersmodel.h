// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the transfer list.
#pragma once

#include "core/model/ids.h"
#include "ui/transfers/transferview.h"

#include <QAbstractListModel>

namespace trainyard {

class TransfersModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { ViewRole = Qt::UserRole };  // TransferView

    using QAbstractListModel::QAbstractListModel;

    void setTransfers(const QList<QueuedTransfer> &transfers);
    void setTransfer(const QueuedTransfer &transfer);  // new values of a known transfer
    const QList<QueuedTransfer> &transfers() const { return m_transfers; }
    int rowOf(TransferId id) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    QList<QueuedTransfer> m_transfers;
};

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::TransferView)
