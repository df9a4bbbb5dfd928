// SPDX-License-Identifier: GPL-3.0-or-later
// Calls to providers that make, stop and give back machines. Each is written into the database before it goes out, and its answer after
// it came; in between the program may die. Then the row says what was going to happen, and settle() finds out what did. While a call is
// under way a lock on the instance is held, which the kernel frees with the program, so that no two programs work on one instance and
// none takes a call under way for one that was left behind. Blocking; any thread.
#pragma once

#include "core/base/paths.h"
#include "core/provider/registry/machineproviders.h"
#include "core/storage/database/statedatabase.h"

namespace trainyard {

class InstanceOperations {
public:
    InstanceOperations(StateDatabase &database, const Paths &paths, const MachineProviders &providers)
        : m_database(database), m_paths(paths), m_providers(providers)
    {
    }

    // Asks for a machine. With the client token of one that is not gone the same call is repeated, and one that was stopped is started;
    // its settings become those of this request. On an error that leaves the outcome unknown the provider is asked what became of it,
    // and when that is not known either the row stays Requested. Errors as MachineProvider::create(); AlreadyExists while it is given back.
    Result<Instance> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const;
    // Stopping and starting; AlreadyExists when its state does not allow it.
    Result<Instance> start(InstanceId id, const StepReport &report, std::stop_token stop) const;
    Result<Instance> stop(InstanceId id, std::stop_token stop) const;
    // Gives it back. It is Gone, and its rental ends, when the provider says so; until then it stays Terminating, also after an error,
    // and settle() repeats the call. Fine when it is gone already.
    Result<Instance> terminate(InstanceId id, std::stop_token stop) const;
    // Takes over what the provider says now.
    Result<Instance> refresh(InstanceId id, std::stop_token stop) const;
    // Finds out what became of calls that a program left behind, and repeats those that stop or give back; instances that another
    // program works on are left to it. All that were looked at, as they are now.
    Result<QList<Instance>> settle(std::stop_token stop) const;

    // The machine of an instance, with the address that its provider says: added under this name, or changed where there is one. A
    // price that the request had becomes its rental, from the moment of the request.
    Result<Machine> putMachine(const Instance &instance, const QString &name, std::stop_token stop) const;

private:
    class Work;
    Result<Work> begin(InstanceId id, std::stop_token stop) const;
    Result<void> endRentals(InstanceId id) const;

    StateDatabase &m_database;
    const Paths m_paths;
    const MachineProviders &m_providers;
};

}  // namespace trainyard
