// SPDX-License-Identifier: GPL-3.0-or-later
// Lets SSH of a rented machine in from another address than before, as after its person has moved. Any thread.
#pragma once

#include "core/model/instance.h"
#include "core/model/providercapabilities.h"
#include "core/model/stepreport.h"
#include "core/service/machines/servicecontext.h"

#include <QDateTime>
#include <QStringList>

namespace trainyard {

struct LetIn {
    InstanceId id;
    QString name;
    QString before, now;  // "203.0.113.7/32"
    QDateTime since;      // UTC: when the former one was let in
    QStringList others;   // machines that share the rule, by name

    bool isSame() const { return before == now; }
};

// What letIn() would do; asks no cloud. InvalidInput: an address that cannot be let in, or the machine is not there. Unsupported: its
// provider has no firewall, or no address was allowed when it was rented.
Result<LetIn> planLetIn(const StateDatabase &database, const MachineProviders &providers, InstanceId id, const QString &address);
// Does it, also if nothing seems to change, and notes it with the machines. Blocks. Errors as planLetIn() and MachineProvider::letIn().
Result<LetIn> letIn(ServiceContext &context, InstanceId id, const QString &address, const StepReport &report, std::stop_token stop);
// Notes with each machine that shares the rule of this one from where SSH is let in now.
Result<void> noteLetIn(StateDatabase &database, const ProviderCapabilities &capabilities, const Instance &instance, const QString &address);

}  // namespace trainyard
