// SPDX-License-Identifier: GPL-3.0-or-later
// The stand-ins for clouds behind one face, for the tests that every cloud has to pass. Nothing of them exists anywhere, and no price is real.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/interface/machineprovider.h"

#include <memory>

namespace trainyard {

// What goes wrong there. Of creating a machine unless it says otherwise, and once.
enum class CloudTrouble {
    MissingRight,
    NoCapacity,  // from now on
    NoQuota,
    Suspended,        // or not paid
    LowSpotPrice,     // than the one that is asked for
    Throttled,        // and then not any more
    FailsAfterwards,  // the machine is made, and a failure is answered
    LosesAnswer,      // the machine is made, and the connection breaks
    ListsLate,        // a new machine is missing in the first two lists
    WrongClock,       // it is an hour later there
    SessionEnds,      // of whoever has signed in
    ShortPages        // lists come in many pages
};

class CloudPlace {
public:
    virtual ~CloudPlace() = default;
    virtual CloudCredentials credentials() const = 0;  // with the address of the stand-in; good for another process too
    virtual qsizetype requests() const = 0;            // that reached it so far, refused ones included
    virtual bool cause(CloudTrouble trouble) = 0;      // false: this cloud has nothing of the kind
    virtual void vanish(const InstanceReport &machine) = 0;
};

QStringList cloudPlaces();         // "aws", "alibaba", "tencent", "azure", "gcp", "openstack"
QStringList smallerCloudPlaces();  // "runpod", "lambda", "vast"

// Null: `problem` says what is missing on this computer.
std::unique_ptr<CloudPlace> openCloudPlace(const QString &kind, QString &problem);
std::unique_ptr<MachineProvider> providerFor(const QString &kind, const CloudCredentials &credentials, const CloudLimits &limits);
CloudLimits quickCloudLimits();
// A machine that the stand-in has, without token and owner.
InstanceRequest requestFor(const QString &kind);

}  // namespace trainyard
