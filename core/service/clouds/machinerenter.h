// SPDX-License-Identifier: GPL-3.0-or-later
// Rents a machine: asks for it, waits stage by stage until it is ready, and gives it back if it does not get there. While it works on a
// machine it holds the lock of its renting (InstanceOperations::rentingLock). If its program ends, resume() goes on. Blocking; a worker
// thread.
#pragma once

#include "core/model/accountrecord.h"
#include "core/model/instance.h"
#include "core/model/machine.h"
#include "core/model/storedkey.h"
#include "core/service/clouds/rentorder.h"
#include "core/service/machines/servicecontext.h"

#include <QElapsedTimer>

namespace trainyard {

class InstanceOperations;

// The key that is named, or the one for rented machines. NotFound: there is none yet.
Result<StoredKey> rentKey(const Paths &paths, const QString &name);

class MachineRenter {
public:
    MachineRenter(ServiceContext &context, const RentTimes &times, RentReport report)
        : m_context(context), m_times(times), m_report(std::move(report))
    {
    }

    // Errors as checkRentOrder() and MachineProvider::create(); TimedOut, HostKeyChanged and others of a stage that failed, Cancelled by
    // `stop`. After an error nothing is left that costs money, or the error's sentence says what is, and the agent goes on giving it back.
    // When the program ends, nothing is given back.
    Result<Machine> rent(const RentOrder &asked, std::stop_token stop);
    // Goes on with a machine whose program ended before it was ready, from what the database says. The time limit of a stage counts from
    // when the machine entered it, but each gets kResumedLeast or its limit, whichever is shorter. A request that never reached the
    // provider is not repeated. Of one that is ready, only its host key is looked at (settleHostKey()). Errors as rent(); AlreadyExists, and nothing was touched, while another program works on it; NotFound if
    // the provider has no such machine; InvalidInput if its state allows no renting.
    Result<Machine> resume(InstanceId id, std::stop_token stop);
    static constexpr std::chrono::minutes kResumedLeast{2};  // networks of a computer that slept come back within that

private:
    struct Job;
    Result<void> settled(Job &job, const std::stop_token &stop);
    Result<void> freshHostKey(Job &job, const SshTarget &target, std::shared_ptr<SshConnection> &connection, const std::stop_token &stop);
    Result<Instance> request(const RentOrder &order, Job &job, const std::stop_token &stop);
    Result<Machine> climb(Job &job, const std::stop_token &stop);
    Result<SshTarget> booted(Job &job, const std::stop_token &stop);
    Result<void> answersSsh(Job &job, const SshTarget &target, const std::stop_token &stop);
    Result<void> putHostKeys(Job &job, const std::stop_token &stop);
    Result<std::shared_ptr<SshConnection>> logIn(Job &job, const SshTarget &target, const std::stop_token &stop);
    Result<void> gpusAnswer(Job &job, const Machine &machine, std::shared_ptr<SshConnection> &connection, const std::stop_token &stop);
    Result<void> checked(Job &job, const Machine &machine, std::shared_ptr<SshConnection> &connection, const std::stop_token &stop);
    Result<void> moveTo(Job &job, InstanceState state);
    static Result<void> trustOnlyTheServers(const Job &job, const SshConnection &connection);
    std::shared_ptr<SshConnection> reconnected(const Job &job, const SshTarget &target, const std::stop_token &stop) const;
    Result<Machine> gaveUp(const Job &job, const Error &why);
    void tell(Job &job, RentStage stage, bool isDone, const QString &evidence = {}, bool isRefused = false);
    template <typename T, typename Look>
    Result<T> waitFor(Job &job, RentStage stage, std::chrono::milliseconds limit, const std::stop_token &stop, Look look);

    ServiceContext &m_context;
    const RentTimes m_times;
    const RentReport m_report;
};

}  // namespace trainyard
