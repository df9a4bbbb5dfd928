// SPDX-License-Identifier: GPL-3.0-or-later
// The user's machines: added, changed, tested, checked, measured and watched. Main thread; what waits is done on the context's pool and
// comes back as a QFuture.
#pragma once

#include "core/model/ids.h"
#include "core/model/remotefile.h"
#include "core/service/machines/connectiontest.h"
#include "core/service/machines/machinechecker.h"
#include "core/service/machines/machinewatch.h"
#include "core/service/machines/probeadvisor.h"
#include "core/service/machines/proberunner.h"
#include "core/service/machines/servicecontext.h"

#include <QObject>

#include <map>

namespace trainyard {

class TransferService;
class TunnelManager;

struct RemoteFolder {
    QString path;  // absolute
    QList<RemoteFile> files;
};

struct ProbedMachine {
    JudgedProbe judged;
    QString leftBehind;  // a folder on the machine that could not be removed; empty: nothing is left
};

class MachineService : public QObject {
    Q_OBJECT
public:
    MachineService(ServiceContext &context, TunnelManager &tunnels, TransferService &transfers);
    ~MachineService() override;

    // Connects first, so that a wrong address is found immediately; nothing is stored on failure.
    QFuture<Result<Machine>> add(const QString &name, const SshTarget &target, std::stop_token stop = {});
    QFuture<Result<Machine>> add(const Machine &machine, std::stop_token stop = {});
    // By id; connects to nothing, so that a machine that is off can be changed too. Runs and watches follow.
    Result<void> update(const Machine &machine);
    // AlreadyExists while a run on it has not ended, and for a rented machine that is not given back. With `isGone` the machine will never report an end: its runs then count as ended now,
    // with an unknown outcome.
    Result<void> remove(MachineId id, bool isGone = false);
    // Tests the connection step by step (connectiontest.h); `report` is called on a worker thread. The connection it opened serves the
    // machine's watches afterwards.
    QFuture<Result<ConnectionReport>> test(MachineId machineId, const ConnectionTest::Report &report, std::stop_token stop = {});
    QFuture<Result<MachineFacts>> inspect(MachineId machineId, std::stop_token stop = {});
    // Whether it is fit to train on (docs/machine-check.md); takes some seconds, or minutes where things hang. What cannot be determined is
    // a finding, not an error. `step` is called on a worker thread. The database keeps the answers.
    QFuture<Result<HealthReport>> check(MachineId machineId, const HealthRequest &request, const CheckStep &step,
                                        std::stop_token stop = {});
    // A check that the database keeps, judged by what is known today.
    Result<HealthReport> keptCheck(CheckId checkId) const;
    // Measures its GPUs (docs/probe.md), keeps the report and judges it; 0 means this computer. `progress` is called on a worker
    // thread.
    QFuture<Result<ProbedMachine>> probe(MachineId machineId, const ProbeOptions &options, const ProbeRunner::Progress &progress,
                                         std::stop_token stop = {});
    // What is in a folder of a machine; a relative path starts at the login directory.
    QFuture<Result<RemoteFolder>> listFolder(MachineId machineId, const QString &path, std::stop_token stop = {});
    QStringList configuredHosts() const;       // the host names in ~/.ssh/config, to choose from; reads files
    MachineWatch *watch(MachineId machineId);  // owned by the service, started on first use
    void stopWatching();                       // before the context ends

Q_SIGNALS:
    void changed();                     // a machine was added, changed or removed, by this program or another
    void checked(MachineId machineId);  // by this program; the result is in the database

private:
    ServiceContext &m_context;
    TunnelManager &m_tunnels;
    TransferService &m_transfers;
    std::map<MachineId, std::unique_ptr<MachineWatch>> m_watches;
};

}  // namespace trainyard
