// SPDX-License-Identifier: GPL-3.0-or-later
// Gives a rented machine back, and asks the provider whether anything of it is left. Blocking; any thread.
#pragma once

#include "core/model/instance.h"
#include "core/service/clouds/rentorder.h"
#include "core/service/machines/servicecontext.h"
#include "core/storage/database/rentalrecord.h"

namespace trainyard {

struct GivenBack {
    Instance instance;          // Gone
    bool isVerified = false;    // the provider listed the account, and nothing of the machine is left; false: it could not be listed
    std::optional<Money> cost;  // from the request until it was gone; nullopt: no price is known
};

// A setting of a request: a person has confirmed that it is given back. It is written before anything else happens, so that whichever
// program runs next does it, and never takes the machine for one that is still wanted.
inline constexpr char kAskedBackSetting[] = "give-back";
bool isAskedBack(const Instance &instance);
// Succeeds also where nothing can be written, on a full disk say: a machine that costs money does not wait for that.
Result<Instance> askBack(StateDatabase &database, InstanceId id);

// Of all its rentals: a machine that is stopped and started has several. nullopt: no price is known, or they are in several currencies.
std::optional<Money> costOfInstance(const QList<Rental> &rentals, InstanceId id, const QDateTime &now);

// When it is given back at the latest, at its time or when it has cost as much as it may; invalid: that depends on its runs. `perHour`: what it
// costs from `now` on.
QDateTime latestGiveBack(const Instance &instance, const QList<Rental> &rentals, const std::optional<Money> &perHour, const QDateTime &now);

// Succeeds only when the provider confirms it, also if the machine was gone before. On an error it stays Terminating, and the agent
// repeats the call; TimedOut if the provider accepted it and is not done within RentTimes::giveBack. `stop` ends the waiting, not the call
// that was made.
Result<GivenBack> giveBackInstance(ServiceContext &context, InstanceId id, const RentTimes &times, const RentReport &report,
                                   std::stop_token stop);

}  // namespace trainyard
