// SPDX-License-Identifier: GPL-3.0-or-later
// What lies in an account and may cost money, whether or not a program knows of it. Value types, pure.
#pragma once

#include "core/base/money.h"

#include <QDateTime>
#include <QString>

#include <optional>

namespace trainyard {

struct CloudResource {
    enum class Kind { Instance, Disk, Address, Snapshot, SpotRequest, KeyPair, SecurityGroup };
    Kind kind = Kind::Instance;
    QString providerId, region;
    QString name;                 // of the provider or of its tag; may be empty
    QString owner;                // of its tag: the installation that made it; empty: Trainyard did not make it
    QString clientToken;          // of its tag; may be empty
    QString state;                // in the provider's words: "available"
    bool isInUse = false;         // a disk or an address of an instance that exists
    QDateTime created;            // UTC; invalid: the provider does not say
    double gibibytes = -1;        // of disks and snapshots; −1: not known
    std::optional<Money> perDay;  // nullopt: not known here

    bool operator==(const CloudResource &) const = default;
};

}  // namespace trainyard
