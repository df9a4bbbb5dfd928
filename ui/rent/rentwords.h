// SPDX-License-Identifier: GPL-3.0-or-later
// The texts for renting. Pure; in the default QLocale.
#pragma once

#include "core/service/clouds/cloudsweep.h"
#include "core/service/clouds/rentableoffer.h"
#include "core/service/clouds/rentchecks.h"
#include "core/service/clouds/rentfindings.h"

namespace trainyard {

QString rentableText(const RentableOffer &offer);        // "1 × L40S 48 GB, 4 vCPUs, 32 GiB of memory"
QString proposedName(const RentableOffer &offer);        // "aws-l40s"
QString questionWord(RentQuestion question);             // while it is asked: "Quota"
QString usualReadyText(const ReadyTime &usual);          // how long earlier machines of this type took
QString hourText(const Money &perHour);                  // "1.974 USD/h"
bool isStandIn(const AccountRecord &account);            // its requests go to this computer: no cloud, nothing costs
QString resourceWord(CloudResource::Kind kind);          // "Disk"
QString resourceText(const CloudResource &resource);     // "Disk 500 GiB, left-over"
QString sweepReason(const SweepItem &item);              // why it is listed
QString perDayText(const std::optional<Money> &perDay);  // "1.50 USD", "unknown"
QString totalPerDay(const QList<SweepItem> &items);      // "3.20 USD + 4.00 CNY a day"; says if some are unknown

}  // namespace trainyard
