// SPDX-License-Identifier: GPL-3.0-or-later
// The table of transfers. All are for inside Database::write(). Internal to core/storage/database.
#pragma once

#include "core/storage/database/internal/database.h"
#include "core/storage/database/transferrecord.h"

#include <QList>

#include <functional>

namespace trainyard {

Result<void> insertTransfer(Database &database, TransferRecord &record);  // sets id and added
Result<void> changeTransfer(Database &database, const TransferRecord &record);
Result<void> placeTransfers(Database &database, const QList<qint64> &ids);
Result<void> deleteTransfers(Database &database, const QList<qint64> &ids);
Result<QList<TransferRecord>> adoptTransfers(Database &database, const QString &keeper, const std::function<bool(const QString &)> &isGone);

}  // namespace trainyard
