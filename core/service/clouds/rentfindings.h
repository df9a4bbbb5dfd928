// SPDX-License-Identifier: GPL-3.0-or-later
// What a cloud answers before a machine is rented there. Only asking for the machine shows whether one is free. Blocking; any thread.
#pragma once

#include "core/provider/interface/machineprovider.h"
#include "core/service/clouds/rentorder.h"
#include "core/service/machines/servicecontext.h"

namespace trainyard {

// The cloud answers the first five; the others are known on this computer (rentchecks.h).
enum class RentQuestion { Account, Rights, Quota, Offered, Price, Budget, Image };
inline constexpr int kRentQuestions = int(RentQuestion::Image) + 1;

struct RentFinding {
    enum class State { Asking, Fine, Unknown, Doubtful, Refused };
    RentQuestion question = RentQuestion::Account;
    State state = State::Asking;
    QString sentence;            // translated; empty while asking
    QString value;               // short, for the right edge: "4 of 8 free"; may be empty
    std::optional<Money> price;  // of Price, when it differs from the order's
    QStringList zones = {};      // of Offered: those that have the type, by name; empty: the provider does not tell

    bool operator==(const RentFinding &) const = default;
};

// The three things that can be asked at the same time, and what each of them answers.
enum class RentAsk { SignIn, Quota, Offers };
QList<RentQuestion> answeredBy(RentAsk ask);

// The zones of this region that have the type and are not said to be sold out, by name; the place's own zone does not count. Pure.
QStringList zonesWith(const QList<ProviderOffer> &offers, const RentPlace &place, bool isSpot);

// About the first place of the order; `vcpus` of that type, 0: unknown. A failed call is a finding. `stop` makes all Unknown.
QList<RentFinding> askBeforeRenting(ServiceContext &context, RentAsk ask, const RentOrder &order, int vcpus, const std::stop_token &stop);

}  // namespace trainyard
