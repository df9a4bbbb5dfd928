// SPDX-License-Identifier: GPL-3.0-or-later
// The rights that this room's calls need. Pure, any thread.
#pragma once

#include <QJsonArray>
#include <QString>
#include <QStringList>

namespace trainyard {

QStringList azureRights();  // sorted
QString azurePolicy();      // a custom role, as `az role definition create` takes it

// Those of azureRights() that the answer of the permissions API does not give. Its entries are roles: a right that one takes back may still
// be given by another.
QStringList azureMissingRights(const QJsonArray &permissions);

}  // namespace trainyard
