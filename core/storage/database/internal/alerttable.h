// SPDX-License-Identifier: GPL-3.0-or-later
// The table of alerts. Those that change it are for inside Database::write(). Internal to core/storage/database.
#pragma once

#include "core/observe/alert/alert.h"
#include "core/storage/database/internal/database.h"

#include <QList>

#include <optional>

namespace trainyard {

Result<Alert> putAlert(Database &database, Alert alert);  // statedatabase.h says how
Result<std::optional<Alert>> endAlert(Database &database, const QString &key, const QDateTime &when);
Result<void> setAlertNoData(Database &database, const QString &key);
Result<void> setAlertSeen(Database &database, qint64 id, const QDateTime &when);
Result<QList<qint64>> takeAlerts(Database &database, const QList<qint64> &ids, const QDateTime &when);
Result<QList<Alert>> selectAlerts(const Database &database, const char *rest, const QVariantList &values);

}  // namespace trainyard
