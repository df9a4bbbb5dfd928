// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/internal/connectionjudge.h"

#include "core/service/machines/gputrouble.h"

#include "core/base/shellquote.h"
#include "core/execution/registry/executionbackends.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ConnectionTest)
};

// A key file as typed in a terminal: the tilde stays outside the quotes, or no shell would expand it.
QString quotedKey(const QString &file)
{
    return file.startsWith(QLatin1String("~/")) ? QStringLiteral("~/") + shellQuoted(file.mid(2)) : shellQuoted(file);
}

}  // namespace

StepFinding judgeHostKey(const Error &error, const SshTarget &target, const LoginPlace &place)
{
    StepFinding report{ConnectionStep::HostKey, StepState::Failed, error.what, {}, {}, error.detail, error.code};
    if (error.code == ErrorCode::HostKeyUnknown) {
        report.remedy = Words::tr(
            "Ask the machine's administrator for its fingerprint, or read it in the provider's console with this command; test again "
            "and accept the key if they match.");
        report.command = QStringLiteral("ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub");
        return report;
    }
    // A revoked key has no remedy on this computer.
    if (error.detail.startsWith(QLatin1String("revoked")))
        return report;
    const QString name = place.port == 22 ? place.host : QStringLiteral("[%1]:%2").arg(place.host).arg(place.port);
    report.remedy = Words::tr(
        "Only if you know that the machine was reinstalled, or that its address now belongs to another of your machines, remove the "
        "old key and test again:");
    report.command = QStringLiteral("ssh-keygen -R ") + shellQuoted(name);
    if (!target.knownHostsFile.isEmpty())
        report.command += QStringLiteral(" -f ") + quotedKey(target.knownHostsFile);
    return report;
}

StepFinding judgeRefusedLogin(const Error &error, const SshTarget &target, const LoginPlace &place)
{
    StepFinding report{ConnectionStep::Login, StepState::Failed, error.what, {}, {}, error.detail, error.code};
    const QString key = quotedKey(target.identityFiles.isEmpty() ? QStringLiteral("~/.ssh/id_ed25519") : target.identityFiles.first())
                        + QStringLiteral(".pub");
    const QString offered = error.detail.section(u'\n', 0, 0);
    if (offered.contains(QLatin1String("password")) || offered.contains(QLatin1String("keyboard-interactive"))) {
        report.remedy = Words::tr("Check the user name. To log in with your key from now on, copy it to the machine:");
        report.command = QStringLiteral("ssh-copy-id -i ") + key + (place.port == 22 ? QString() : QStringLiteral(" -p %1").arg(place.port))
                         + u' ' + shellQuoted(place.user + u'@' + place.host);
        return report;
    }
    report.remedy = Words::tr(
                        "Check the user name and the key. Ask the machine's administrator to append the line printed by this command to "
                        "~/.ssh/authorized_keys of %1:")
                        .arg(place.user);
    report.command = QStringLiteral("cat ") + key;
    return report;
}

StepFinding judgeEngines(const MachineFacts &facts)
{
    QStringList usable, problems;
    bool isForbidden = false, isStopped = false;
    for (const EngineFact &fact : facts.engines) {
        const ExecutionCapabilities engine = capabilitiesOf(fact.engine);
        if (!engine.isContainer)
            continue;
        if (fact.isUsable) {
            usable << engineName(fact.engine) + u' ' + fact.version;
            continue;
        }
        problems << engineName(fact.engine) + QStringLiteral(": ") + fact.problem;
        isForbidden = isForbidden
                      || (!engine.accessGroup.isEmpty() && fact.problem.contains(QLatin1String("permission denied"), Qt::CaseInsensitive));
        isStopped = isStopped || (engine.hasDaemon && !isForbidden && fact.problem.contains(QLatin1String("daemon"), Qt::CaseInsensitive));
    }
    const QString detail = problems.join(u'\n');
    if (!usable.isEmpty()) {
        return {ConnectionStep::Engine,
                StepState::Ok,
                Words::tr("%2 can use %1.").arg(usable.join(QStringLiteral(", ")), facts.user),
                {},
                {},
                detail};
    }
    if (isForbidden) {
        return {ConnectionStep::Engine,
                StepState::Note,
                Words::tr("Docker is installed, but %1 has no permission to use it; tasks without an image run.").arg(facts.user),
                Words::tr("Add the account to the group docker on the machine, then log in again:"),
                QStringLiteral("sudo usermod -aG docker ") + shellQuoted(facts.user),
                detail};
    }
    if (isStopped) {
        return {ConnectionStep::Engine,
                StepState::Note,
                Words::tr("Docker is installed but not running; tasks without an image run."),
                Words::tr("Start it on the machine:"),
                QStringLiteral("sudo systemctl start docker"),
                detail};
    }
    if (!problems.isEmpty()) {
        return {ConnectionStep::Engine,
                StepState::Note,
                Words::tr("A container engine is installed but does not work; tasks without an image run."),
                Words::tr("See its output on the machine:"),
                QStringLiteral("podman info"),
                detail};
    }
    return {ConnectionStep::Engine, StepState::Note, Words::tr("Neither Docker nor Podman; tasks without an image run."),
            Words::tr("For tasks with an image, install one of them on the machine, for example:"),
            QStringLiteral("sudo apt-get install podman")};
}

StepFinding judgeGpus(const MachineFacts &facts)
{
    if (!facts.gpus.isEmpty()) {
        QStringList names, parts;
        for (const MachineFacts::Gpu &gpu : facts.gpus)
            names << (gpu.health == SmiValue::Told && !gpu.name.isEmpty() ? gpu.name : QStringLiteral("?"));
        const auto broken = std::find_if(facts.gpus.begin(), facts.gpus.end(),
                                         [](const MachineFacts::Gpu &gpu) { return gpu.health != SmiValue::Told; });
        if (broken != facts.gpus.end()) {
            return {ConnectionStep::Gpu,
                    StepState::Failed,
                    Words::tr("GPU %1: %2.").arg(broken->index).arg(gpuText(*broken)),
                    Words::tr("See its output on the machine; after a driver update, restart the machine."),
                    QStringLiteral("nvidia-smi"),
                    facts.gpuProblem,
                    ErrorCode::Unsupported};
        }
        QStringList kinds = names;
        kinds.removeDuplicates();
        for (const QString &kind : std::as_const(kinds))
            parts << QStringLiteral("%1 × %2").arg(names.count(kind)).arg(kind);
        const QString list = parts.join(QStringLiteral(", "));
        return {ConnectionStep::Gpu, StepState::Ok,
                !facts.hasRealGpus()            ? Words::tr("%1, simulated.").arg(list)
                : facts.driverVersion.isEmpty() ? Words::tr("%1.").arg(list)
                                                : Words::tr("%1, driver %2.").arg(list, facts.driverVersion)};
    }
    if (const QString trouble = gpuTroubleText(facts); !trouble.isEmpty()) {
        return {ConnectionStep::Gpu,
                StepState::Failed,
                trouble,
                Words::tr("See its output on the machine; after a driver update, restart the machine."),
                QStringLiteral("nvidia-smi"),
                facts.gpuProblem,
                ErrorCode::Unsupported};
    }
    return {ConnectionStep::Gpu, StepState::Note, Words::tr("No NVIDIA GPU; tasks run on the CPUs.")};
}

}  // namespace trainyard
