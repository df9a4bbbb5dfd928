// SPDX-License-Identifier: GPL-3.0-or-later
// Provider calls that create, stop and terminate machines, and the rentals that go with their states. Each is written into the database before it is sent, and its answer after it
// arrived; in between the program may die. Then the row says what was going to happen, and settle() finds out what did. During a call a
// lock on the instance is held, which the kernel releases with the program, so that no two programs work on one instance and none takes a
// call in progress for an abandoned one. Blocking; any thread.
#pragma once

#include "core/base/filelock.h"
#include "core/base/paths.h"
#include "core/provider/registry/machineproviders.h"
#include "core/storage/database/statedatabase.h"

#include <memory>

namespace trainyard {

// Of the database: the disk is full or read-only, or fails.
bool isUnwritable(const Error &error);

class InstanceOperations {
public:
    InstanceOperations(StateDatabase &database, const Paths &paths, const MachineProviders &providers)
        : m_database(database), m_paths(paths), m_providers(providers)
    {
    }

    // Asks for a machine. With the client token of an instance that is not gone, the same call is repeated, and a stopped instance is
    // started with the settings of this request. On an error that leaves the outcome unknown the provider is asked what became of it; if
    // that fails too, the row stays Requested. Errors as MachineProvider::create(); AlreadyExists while it is being terminated.
    Result<Instance> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const;
    // Stopping and starting; AlreadyExists when its state does not allow it.
    Result<Instance> start(InstanceId id, const StepReport &report, std::stop_token stop) const;
    Result<Instance> stop(InstanceId id, std::stop_token stop) const;
    // Terminates it. It becomes Gone, and its rental ends, when the provider confirms it; until then it stays Terminating, also after an
    // error, and settle() repeats the call. Succeeds when it is already gone. The provider is asked also where nothing can be written. One with a RentEnd is not Gone before the disks, addresses
    // and requests that were made for it are, if its provider can list them; they are given back one by one.
    Result<Instance> terminate(InstanceId id, std::stop_token stop) const;
    // Takes over the provider's current state.
    Result<Instance> refresh(InstanceId id, std::stop_token stop) const;
    // Finds out what became of calls that a program abandoned, and repeats those that stop or terminate; a machine that a program rented
    // and did not live to put among the machines is put there, so that it is metered. Instances that another program
    // works on are left to it. Returns the current state of all that were checked.
    Result<QList<Instance>> settle(std::stop_token stop) const;

    // Held from before a rented machine is written down until it is ready or given back, by the program that brings it there; the calls
    // above take their own lock. AlreadyExists while another program holds it.
    Result<std::unique_ptr<FileLock>> rentingLock(const QString &clientToken) const;

    // Where the host keys of a rented machine are kept, in the format of known_hosts, and the name they have there.
    QString hostKeysFile(InstanceId id) const;
    static QString hostKeyAlias(InstanceId id);
    std::optional<Machine> machineOf(InstanceId id) const;
    // The machine of an instance, with the address that its provider reports: added under this name, or changed if it exists. A price in
    // the request becomes its rental, from the moment of the request.
    Result<Machine> putMachine(const Instance &instance, const QString &name, std::stop_token stop) const;

private:
    class Work;
    Result<Work> begin(InstanceId id, std::stop_token stop) const;
    Result<SshTarget> targetOf(const Instance &instance, const MachineProvider &provider, const std::stop_token &stop) const;
    void adopt(const Instance &instance, const MachineProvider &provider, const std::stop_token &stop) const;
    Result<Machine> putMachineAt(const Instance &instance, const SshTarget &target, const QString &name, bool isSimulated) const;
    struct StoppedCost {
        bool isNew = false;            // it has just been stopped
        bool isWhole = false;          // its price goes on
        std::optional<Money> perHour;  // of what else goes on costing; nullopt: not known, or it is metered already
    };
    std::optional<StoppedCost> stoppedCost(const Instance &before, const InstanceReport &report, const MachineProvider &provider,
                                           const std::stop_token &stop) const;
    Result<void> meter(const Instance &instance, const std::optional<StoppedCost> &stopped) const;
    Result<void> endRentals(InstanceId id, const QDateTime &when = {}) const;
    Result<void> beginRental(const Instance &instance, const QDateTime &when, const std::optional<Money> &stopped = {}) const;
    Result<void> resumeRental(const Instance &instance) const;
    Result<void> meterStopped(const Instance &instance, const StoppedCost &cost) const;

    StateDatabase &m_database;
    const Paths m_paths;
    const MachineProviders &m_providers;
};

}  // namespace trainyard
