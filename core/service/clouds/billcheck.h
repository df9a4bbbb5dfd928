// SPDX-License-Identifier: GPL-3.0-or-later
// A cloud's bill beside what this computer has counted, machine by machine. Pure; money in two currencies is never added or compared.
#pragma once

#include "core/model/accountrecord.h"
#include "core/model/instance.h"
#include "core/provider/interface/cloudbill.h"
#include "core/storage/database/rentalrecord.h"

#include <QList>

#include <optional>

namespace trainyard {

struct BillCheckLine {
    enum class Finding {
        Agrees,        // to the cent, as far as the bill goes
        Differs,       // `why` says how
        NotBilledYet,  // counted here; the bill does not go so far yet
        NotCounted,    // charged, and no machine of this installation: `why` is what for
        Unattributed,  // the bill does not say what each machine cost: everything counted here against everything charged for machines
    };
    Finding finding = Finding::Agrees;
    QString machine, id;           // by name, and at the cloud; hostile where the cloud wrote it
    std::optional<Money> counted;  // here, until now, in that month; nullopt: nothing
    std::optional<Money> billed;   // for the machine itself
    std::optional<Money> extras;   // for its disks, addresses and traffic, which are not counted here
    std::optional<Money> pending;  // counted, and not in the bill yet
    QString why;
};
QString billFindingName(BillCheckLine::Finding finding);  // "agrees", "differs", …; stable

struct BillCheck {
    CloudBill bill;
    QList<BillCheckLine> lines;  // what differs first
    QList<Money> total;          // of the bill, by currency
    bool agrees() const;         // nothing differs
};

// `instances` and `rentals`: all that are known; only those of the account are compared.
Result<BillCheck> checkBillAgainst(const CloudBill &bill, const AccountRecord &account, const QList<Instance> &instances,
                                   const QList<Rental> &rentals, const QDateTime &now);

}  // namespace trainyard
