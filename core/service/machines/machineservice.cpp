// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/machineservice.h"

#include "core/base/shellquote.h"
#include "core/service/machines/checkkeeper.h"
#include "core/service/machines/loginmemory.h"
#include "core/service/machines/machineinspector.h"
#include "core/service/machines/transferservice.h"
#include "core/service/machines/tunnelmanager.h"
#include "core/transport/ssh/sftp.h"
#include "core/transport/ssh/sshhosts.h"

namespace trainyard {

namespace {

constexpr std::chrono::seconds kCheckDeadline{300};  // a healthy machine answers in ten; each question has its own limit

}  // namespace

MachineService::MachineService(ServiceContext &context, TunnelManager &tunnels, TransferService &transfers)
    : m_context(context), m_tunnels(tunnels), m_transfers(transfers)
{
}

MachineService::~MachineService() = default;

QFuture<Result<Machine>> MachineService::add(const QString &name, const SshTarget &target, std::stop_token stop)
{
    Machine machine;
    machine.name = name;
    machine.target = target;
    return add(machine, stop);
}

QFuture<Result<Machine>> MachineService::add(const Machine &machine, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, machine](std::stop_token token) -> Result<Machine> {
        TRY_DO(checkMachineName(machine.name));
        if (context->database->machines.find(machine.name)) {
            return Error{ErrorCode::AlreadyExists, tr("There is already a machine named “%1”: choose another name.").arg(machine.name), {}};
        }
        LoginMemory memory;
        TRY(const auto connection, SshConnection::open(machine.target, memory.listening(context->questions), QDeadlineTimer(kDialDeadline),
                                                       token, context->connections->services().reactor));
        TRY_DO(inspectMachine(*connection, QDeadlineTimer(kInspectDeadline), token));
        const auto added = context->database->machines.add(machine);
        if (added)
            context->connections->offer(*added, connection, memory);
        return added;
    });
}

Result<void> MachineService::update(const Machine &machine)
{
    TRY(const auto before, m_context.database->machines.find(machine.id));
    TRY_DO(m_context.database->machines.update(machine));
    if (before.target == machine.target)
        return {};
    m_watches.erase(machine.id);
    m_context.connections->drop(machine.id);
    m_context.forgetFacts(machine.id);
    return {};
}

QFuture<Result<ConnectionReport>> MachineService::test(MachineId machineId, const ConnectionTest::Report &report, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, machineId, report](std::stop_token token) -> Result<ConnectionReport> {
        TRY(const auto machine, context->database->machines.find(machineId));
        LoginMemory memory;
        ConnectionTest test(machine.target, memory.listening(context->questions), report);
        const auto instance = context->database->instances.find(machine.instanceId);
        if (instance && context->providers.capabilitiesOf(instance->request.providerKind).canLetIn) {
            test.setSilenceRemedy(tr("SSH is allowed from %1 only. If you are somewhere else by now, let your present address in:")
                                      .arg(instance->request.settings.value(QLatin1String(kOwnAddressSetting))),
                                  QStringLiteral("yard machine let-me-in ") + shellQuoted(machine.name));
        }
        const ConnectionReport result = test.run(token);
        if (test.connection() && test.connection()->isAlive())
            context->connections->offer(machine, test.connection(), memory);
        return result;
    });
}

Result<void> MachineService::remove(MachineId id, bool isGone)
{
    TRY(const auto machine, m_context.database->machines.find(id));
    const auto instance = m_context.database->instances.find(machine.instanceId);
    if (instance && instance->request.end.isSet() && instance->state != InstanceState::Gone) {
        return Error{
            ErrorCode::AlreadyExists,
            tr("%1 is rented and costs money: give it back with `yard machine give-back`, which removes it too.").arg(machine.name),
            {}};
    }
    TRY(const auto runs, m_context.database->runs.all());
    for (const Run &run : runs) {
        if (run.isOn(id) && !hasEnded(run.state) && !isGone) {
            return Error{ErrorCode::AlreadyExists, tr("%1 is still running there. Stop it first.").arg(run.name), run.id.text()};
        }
    }
    for (const OpenTunnel &tunnel : m_tunnels.tunnels()) {
        if (tunnel.machineId == id)
            m_tunnels.close(tunnel.record.localPort);
    }
    m_transfers.cancelAllOf(id);
    m_watches.erase(id);
    m_context.connections->drop(id);
    for (const Run &run : runs) {
        // A run continues without one of its other nodes, if its launcher can; without the leading one, nothing is known of it.
        if (run.head().machineId != id || hasEnded(run.state))
            continue;
        const auto ended = m_context.database->runs.update(run.id, [](Run &lost) {
            if (hasEnded(lost.state))
                return;
            lost.state = RunState::Unknown;
            lost.message = tr("Its machine was removed while it was running.");
            lost.ended = QDateTime::currentDateTimeUtc();
        });
        if (!ended)
            return ended.error();
    }
    return m_context.database->machines.remove(id);
}

QFuture<Result<MachineFacts>> MachineService::inspect(MachineId machineId, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, machineId](std::stop_token token) -> Result<MachineFacts> {
        TRY(const auto machine, context->database->machines.find(machineId));
        TRY(const auto connection, context->connect(machine, Interaction::Allowed, token));
        return context->inspect(machine, *connection, false, token);
    });
}

QFuture<Result<HealthReport>> MachineService::check(MachineId machineId, const HealthRequest &request, const CheckStep &step,
                                                    std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [this, context, machineId, request, step](std::stop_token token) -> Result<HealthReport> {
        TRY_DO(request.check());
        TRY(const auto facts, HealthFacts::builtIn());
        TRY(const auto connection, context->connectTo(machineId, token));
        TRY(const auto asked, askForCheck(*connection, request, step, QDeadlineTimer(kCheckDeadline), token));
        // A check that could not be stored is just as valid now.
        if (keepCheck(*context->database, machineId, asked))
            QMetaObject::invokeMethod(
                this, [this, machineId] { Q_EMIT checked(machineId); }, Qt::QueuedConnection);
        return judgedCheck(asked, facts);
    });
}

Result<HealthReport> MachineService::keptCheck(CheckId checkId) const
{
    TRY(const auto facts, HealthFacts::builtIn());
    TRY(const auto record, m_context.database->checks.find(checkId));
    const auto asked = askedCheck(record);
    return asked ? judgedCheck(*asked, facts) : Result<HealthReport>(asked.error());
}

QFuture<Result<ProbedMachine>> MachineService::probe(MachineId machineId, const ProbeOptions &options,
                                                     const ProbeRunner::Progress &progress, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, machineId, options, progress](std::stop_token token) -> Result<ProbedMachine> {
        const ProbeRunner runner(ProbePrograms::standard());
        auto answer = Result<ProbeAnswer>(Error{});
        if (!machineId.isSet()) {
            answer = runner.runHere(options, progress, token);
        } else {
            TRY(const auto connection, context->connectTo(machineId, token));
            answer = runner.runOn(*connection, options, progress, token);
        }
        if (!answer)
            return answer.error();
        TRY(const auto record, keepProbe(*context->database, machineId, answer->report, QDateTime::currentDateTimeUtc()));
        TRY(const auto advisor, ProbeAdvisor::builtIn());
        TRY(auto judged, advisor->judge(*context->database, record.id));
        return ProbedMachine{std::move(judged), answer->leftBehind};
    });
}

QFuture<Result<RemoteFolder>> MachineService::listFolder(MachineId machineId, const QString &path, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, machineId, path](std::stop_token token) -> Result<RemoteFolder> {
        TRY(const auto connection, context->connectTo(machineId, token));
        TRY(const auto sftp, connection->sftp(QDeadlineTimer(kDialDeadline), token));
        RemoteFolder folder;
        TRY(const auto real, sftp->realPath(QString::fromUtf8(remotePathOf(path)), QDeadlineTimer(kInspectDeadline), token));
        folder.path = real;
        TRY(auto files, sftp->list(folder.path, QDeadlineTimer(kInspectDeadline), token));
        folder.files = std::move(files);
        return folder;
    });
}

QStringList MachineService::configuredHosts() const { return sshConfigHosts(); }

MachineWatch *MachineService::watch(MachineId machineId)
{
    const auto machine = m_context.database->machines.find(machineId);
    std::unique_ptr<MachineWatch> &watch = m_watches[machineId];
    // A sandbox that was restarted may listen elsewhere.
    if (machine && (!watch || !(watch->machine().target == machine->target))) {
        watch = std::make_unique<MachineWatch>(*machine, m_context.connections);
        watch->start();
    }
    return watch.get();
}

void MachineService::stopWatching() { m_watches.clear(); }

}  // namespace trainyard

#include "moc_machineservice.cpp"
