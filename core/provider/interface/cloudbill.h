// SPDX-License-Identifier: GPL-3.0-or-later
// What a cloud says it has charged. Value types, pure.
#pragma once

#include "core/base/money.h"

#include <QDate>
#include <QList>
#include <QString>

namespace trainyard {

// One line of a bill, as fine as the cloud gives it. All texts are the cloud's own: hostile.
struct CloudBillLine {
    QDate day;               // in the cloud's own time zone; invalid: the whole month
    QString resourceId;      // of the machine, disk or address; empty: the cloud does not say
    QString clientToken;     // of the tag of Trainyard; empty: none, or the cloud does not say
    QString item;            // "BoxUsage:g6.2xlarge", "system disk"
    bool isMachine = false;  // the machine itself, and not its disk, address or traffic
    Money amount;            // before what is credited to the account; may be negative for a refund

    bool operator==(const CloudBillLine &) const = default;
};

struct CloudBill {
    QDate month;                  // its first day
    QDate billedTo;               // the last day that the cloud has charged for; invalid: none so far
    int utcOffset = 0;            // in seconds: where the cloud's days begin
    bool isFinal = false;         // the cloud will not change it any more
    bool hasResourceIds = false;  // whether lines can be attributed to machines at all
    QList<CloudBillLine> lines;
    int requests = 0;  // that reading it took
};

}  // namespace trainyard
