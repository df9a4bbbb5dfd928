// SPDX-License-Identifier: GPL-3.0-or-later
// A machine that is being rented or given back, as the window shows it. A value.
#pragma once

#include "core/base/error.h"
#include "core/knowledge/cost/meter.h"
#include "core/model/ids.h"
#include "core/service/clouds/rentchecks.h"
#include "core/service/clouds/rentorder.h"

#include <QDateTime>
#include <QMap>
#include <QMetaType>

#include <optional>

namespace trainyard {

struct RentGoing {
    enum class Phase { ComingUp, Ready, Failed, GivingBack, GivenBack };

    int number = 0;  // of this window
    RentOrder order;
    QString draft = {};  // the task that it is for
    QString what;        // "AWS g6e.xlarge · 1 × L40S 48 GB · eu-north-1 · on demand"
    bool isSimulated = false;
    Phase phase = Phase::ComingUp;
    QDateTime began, ended;  // UTC
    RentStage stage = RentStage::Request;
    QMap<RentStage, RentStep> steps;  // the last one of each
    QString refusal;                  // why the last place had none
    std::optional<Error> failure;
    InstanceId instanceId;           // not set: it is not written down yet
    bool isFollowed = false;         // another window or program works on it; this one only looks
    std::optional<ReadyTime> usual;  // how long earlier ones of this type took
    bool canRepeat = false;          // its offer is known
    bool isLeft = false;             // it failed, and something of it may still be at the provider
    MachineId machineId;             // set when it is ready, or was given back
    std::optional<Money> cost;       // of one that was given back
    bool isVerified = true;          // the provider lists nothing of it any more
    bool opensLaunch = true;         // when it is ready and the dialog is still open

    bool isOver() const { return phase != Phase::ComingUp && phase != Phase::GivingBack; }
    // Counted from the request by the meter, with the provider's steps and minimum.
    Money costAt(const QDateTime &now) const
    {
        const RentPlace place = order.places.value(0);
        const qint64 until = (ended.isValid() ? ended : now).toSecsSinceEpoch();
        MeteredRental rental;
        rental.span = {began.toSecsSinceEpoch(), until};
        rental.perHour = place.perHour.value_or(Money());
        rental.billing.step = place.billingStep;
        rental.billing.minimum = place.billingMinimum;
        return accrued(rental, until).value_or(Money());
    }
};

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::RentGoing)
