// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types as a location of checkpoints in a dialog.
#pragma once

#include "core/model/location.h"
#include "core/model/objectstoreconfig.h"

#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

// A folder on this computer; "~" is the home directory, an empty text stays empty.
Location typedFolder(const QString &text);
// In the bucket of the store of that name; slashes around the prefix are left out. Nothing where there is no such store.
std::optional<Location> typedPrefix(const QList<ObjectStoreConfig> &stores, const QString &store, const QString &prefix);

}  // namespace trainyard
