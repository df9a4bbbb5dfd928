// SPDX-License-Identifier: GPL-3.0-or-later
// Things in the accounts that a person wants to keep although they cost money and belong to no machine, each with a note, in a file
// (Paths::keptItems()). Blocking, short; any thread, several programs at a time.
#pragma once

#include "core/base/paths.h"
#include "core/service/clouds/cloudsweep.h"

#include <QHash>

namespace trainyard {

// By what keptKey() says, with the note; a file that cannot be read is an error, a missing one means nothing is kept.
Result<QHash<QString, QString>> loadKeptItems(const Paths &paths);
QString keptKey(const SweepItem &item);                                                 // account, region and id
Result<void> keepItem(const Paths &paths, const SweepItem &item, const QString &note);  // InvalidInput: a note of over 200 characters
Result<void> unkeepItem(const Paths &paths, const SweepItem &item);

}  // namespace trainyard
