// SPDX-License-Identifier: GPL-3.0-or-later
// The table of prices that were seen. Internal to core/storage/database.
#pragma once

#include "core/knowledge/catalog/seenprice.h"
#include "core/storage/database/internal/database.h"

#include <QList>

namespace trainyard {

Result<void> insertPrices(Database &database, const QList<SeenPrice> &prices);  // inside Database::write()
Result<QList<SeenPrice>> selectPrices(const Database &database, const QString &provider, const QString &type);

}  // namespace trainyard
