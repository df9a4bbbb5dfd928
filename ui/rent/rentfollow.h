// SPDX-License-Identifier: GPL-3.0-or-later
// Rentings whose reports do not arrive in this window: of the window before it, of the agent, or of another program. What the database says
// about them. Reads the database; main thread.
#pragma once

#include "core/model/instance.h"
#include "core/storage/database/statedatabase.h"
#include "ui/rent/rentgoing.h"

namespace trainyard {

// A machine on its way to being ready, or one that is being given back; both cost money.
bool goesOn(const StateDatabase &database, const Instance &instance);
RentGoing goingOf(const StateDatabase &database, const Instance &instance);
// Takes over how far it is; while it comes up or is given back, and when it is ready or gone. Evidence is what the database has; how long a
// stage took is unknown, and 0.
void takeState(RentGoing &going, const StateDatabase &database, const Instance &now);

}  // namespace trainyard
