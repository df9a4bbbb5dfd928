// SPDX-License-Identifier: GPL-3.0-or-later
// The table of prices that were seen. Internal to core/store.
#pragma once

#include "core/catalog/seenprice.h"
#include "core/store/database.h"

#include <QList>

namespace trainyard {

Result<void> insertPrices(Database &database, const QList<SeenPrice> &prices);  // inside Database::write()
Result<QList<SeenPrice>> selectPrices(const Database &database, const QString &provider, const QString &type);

}  // namespace trainyard
