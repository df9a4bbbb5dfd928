// SPDX-License-Identifier: GPL-3.0-or-later
// Everything in the accounts that may cost money, and whose it is. What Trainyard did not make is listed and never touched unless a person
// names it. Blocking; any thread.
#pragma once

#include "core/provider/interface/cloudresource.h"
#include "core/service/clouds/rentorder.h"
#include "core/service/machines/servicecontext.h"

#include <QHash>

namespace trainyard {

enum class SweepOwner {
    Live,     // of a machine that is rented now
    Orphan,   // this installation made it, and no machine of its needs it
    Other,    // another installation of Trainyard made it
    Stranger  // Trainyard did not make it
};
QString sweepOwnerName(SweepOwner owner);            // "live", "orphan", "other-installation", "not-trainyard"; stable
QString resourceKindName(CloudResource::Kind kind);  // "instance", "disk", …; stable

struct SweepItem {
    QString account;
    CloudResource resource;
    SweepOwner owner = SweepOwner::Stranger;
    std::optional<QString> kept = std::nullopt;  // a person wants to keep it; their note (keptitems.h)
};

struct SweepReport {
    QDateTime when;                    // UTC
    QList<SweepItem> items;            // orphans first, then by account
    QHash<QString, Error> unanswered;  // by account: what was not looked at is not empty
    QList<SweepItem> orphans() const;  // without those that are kept
};

// `accounts`: which ones, by name; empty: all. An account that fails is in the report, not an error.
Result<SweepReport> sweepAccounts(ServiceContext &context, const QStringList &accounts, const std::stop_token &stop);

// Gives these back and looks whether they are gone. Looks first whether each is still an orphan, and refuses with AlreadyExists if it has
// become part of a machine, and with PermissionDenied what this installation did not make unless `mayBeOthers`. TimedOut: still there.
Result<void> releaseItem(ServiceContext &context, const SweepItem &item, bool mayBeOthers, const RentTimes &times,
                         const std::stop_token &stop);

}  // namespace trainyard
