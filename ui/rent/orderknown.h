// SPDX-License-Identifier: GPL-3.0-or-later
// What every order of a machine needs to know of this computer. Reads the database and the keys. Main thread.
#pragma once

#include "ui/rent/machinepart.h"

namespace trainyard {

class Services;

// With the keys that a login can use, and the names that are taken by machines and by what comes up. Errors of the database.
Result<RentMachinePart::Known> knownForOrders(Services &services, const QList<AccountRecord> &accounts);

}  // namespace trainyard
