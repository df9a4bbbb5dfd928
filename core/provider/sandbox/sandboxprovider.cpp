// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/sandboxprovider.h"

#include "core/provider/sandbox/internal/sandboxtext.h"
#include "core/provider/sandbox/sandbox.h"

namespace trainyard {

namespace {

const QString kToken = QStringLiteral("sandbox");
const QString kGpus = QStringLiteral("gpus"), kEngine = QStringLiteral("engine");

SandboxOptions optionsOf(const InstanceRequest &request)
{
    SandboxOptions options;
    options.simulatedGpus = request.settings.value(kGpus, QString::number(options.simulatedGpus)).toInt();
    options.engine = engineFromName(request.settings.value(kEngine)).value_or(options.engine);
    return options;
}

std::optional<InstanceReport> reportOn(const SandboxStatus &status)
{
    if (status.port == 0)
        return std::nullopt;
    InstanceReport report;
    report.providerId = report.clientToken = kToken;
    report.state = status.isRunning ? ProvidedState::Running : ProvidedState::Stopped;
    if (status.hasDied)
        report.reason = SandboxText::tr("The sandbox's SSH server ended without being stopped; start it again.");
    return report;
}

Error noSandbox() { return {ErrorCode::NotFound, SandboxText::tr("The sandbox was never started; start it first."), {}}; }

}  // namespace

InstanceRequest SandboxProvider::request(const SandboxOptions &options)
{
    InstanceRequest request;
    request.providerKind = kKind;
    request.clientToken = kToken;
    request.name = kToken;
    request.settings = {{kGpus, QString::number(options.simulatedGpus)}, {kEngine, engineName(options.engine)}};
    return request;
}

QString SandboxProvider::name() const { return SandboxText::tr("The sandbox"); }

ProviderCapabilities SandboxProvider::capabilities() const
{
    ProviderCapabilities can;
    can.canCreate = can.canStop = can.canTerminate = can.hasConsole = can.isSimulated = true;
    return can;
}

Result<InstanceReport> SandboxProvider::create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const
{
    if (request.clientToken != kToken) {
        return Error{ErrorCode::AlreadyExists, SandboxText::tr("There is one sandbox on this computer; use that one."),
                     request.clientToken};
    }
    TRY(const auto status, startSandbox(m_paths, optionsOf(request), report, stop));
    return reportOn(status).value_or(InstanceReport());
}

Result<InstanceReport> SandboxProvider::describe(const Instance &, std::stop_token) const
{
    const auto report = reportOn(sandboxStatus(m_paths));
    return report ? Result<InstanceReport>(*report) : Result<InstanceReport>(noSandbox());
}

Result<QList<InstanceReport>> SandboxProvider::list(const InstanceFilter &filter, std::stop_token) const
{
    QList<InstanceReport> found;
    const auto report = reportOn(sandboxStatus(m_paths));
    if (report && (filter.clientToken.isEmpty() || filter.clientToken == report->clientToken))
        found << *report;
    return found;
}

Result<void> SandboxProvider::stop(const Instance &, std::stop_token stop) const { return stopSandbox(m_paths, stop); }

Result<void> SandboxProvider::start(const Instance &instance, const StepReport &report, std::stop_token stop) const
{
    const auto status = startSandbox(m_paths, optionsOf(instance.request), report, stop);
    return status ? Result<void>() : Result<void>(status.error());
}

Result<void> SandboxProvider::terminate(const Instance &, std::stop_token stop) const { return endSandbox(m_paths, stop); }

Result<SshTarget> SandboxProvider::sshTarget(const Instance &, std::stop_token) const
{
    const SandboxStatus status = sandboxStatus(m_paths);
    return status.port > 0 ? Result<SshTarget>(status.target) : Result<SshTarget>(noSandbox());
}

Result<QByteArray> SandboxProvider::consoleOutput(const Instance &, qint64 limit, std::stop_token) const
{
    return sandboxLog(m_paths, limit);
}

}  // namespace trainyard
