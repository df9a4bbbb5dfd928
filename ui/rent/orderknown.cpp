// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/orderknown.h"

#include "core/service/runs/services.h"

namespace trainyard {

Result<RentMachinePart::Known> knownForOrders(Services &services, const QList<AccountRecord> &accounts)
{
    RentMachinePart::Known known;
    known.accounts = accounts;
    const QList<StoredKey> keys = services.keys.all();
    for (const StoredKey &key : keys) {
        if (!key.isEncrypted && !key.publicLine.isEmpty())
            known.keys << key.name();
    }
    TRY(const auto machines, services.database().machines.all());
    for (const Machine &machine : machines)
        known.names << machine.name;
    TRY(const auto instances, services.database().instances.all());
    for (const Instance &instance : instances) {
        if (instance.state != InstanceState::Gone)
            known.names << instance.request.name;
    }
    known.hasZones = !accounts.isEmpty() && services.clouds.capabilitiesOf(accounts.first()).zones != ZoneUse::None;
    return known;
}

}  // namespace trainyard
