// SPDX-License-Identifier: GPL-3.0-or-later
// What renting and giving back would be in the clouds' own command lines, to copy. Asks no cloud, changes nothing, and contains no
// secrets. Reads files and the database; any thread.
#pragma once

#include "core/base/paths.h"
#include "core/model/instance.h"
#include "core/service/clouds/rentorder.h"

namespace trainyard {

class StateDatabase;

// One line for each place of the order. Errors as checkRentOrder(); Unsupported: this cloud has no such program, or its line needs more
// than the order says.
Result<QStringList> createLines(const Paths &paths, const StateDatabase &database, const RentOrder &order);
// For an address as allowedFrom() gives it.
Result<QString> letInLine(const Paths &paths, const Instance &instance, const QString &address);
// How the prices of its type in its zone moved since it was requested.
Result<QString> spotPricesLine(const Paths &paths, const Instance &instance);
Result<QString> giveBackLine(const Paths &paths, const Instance &instance);

}  // namespace trainyard
