// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/watch/sandboxtrial.h"

#include "core/provider/sandbox/sandbox.h"
#include "core/service/runs/services.h"
#include "tests/support/processtree.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QTest>

#include <csignal>

namespace trainyard {

namespace {

constexpr int kStartMs = 120'000;
constexpr int kCommandMs = 120'000;  // a launch on a computer that compiles at the same time

// Processes with this path in their command line.
void killAllWith(const QString &path)
{
    const QStringList entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString &entry : entries) {
        const qint64 pid = entry.toLongLong();
        QFile commandLine(QStringLiteral("/proc/%1/cmdline").arg(entry));
        if (pid > 0 && pid != QCoreApplication::applicationPid() && commandLine.open(QIODevice::ReadOnly)
            && commandLine.readAll().contains(path.toUtf8()))
            ::kill(pid_t(pid), SIGKILL);
    }
}

}  // namespace

bool waitFor(const std::function<bool()> &isSo, int timeoutMs)
{
    const QDeadlineTimer deadline(timeoutMs);
    while (!isSo()) {
        if (deadline.hasExpired())
            return false;
        QTest::qWait(50);
    }
    return true;
}

SandboxTrial::SandboxTrial() : m_yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_folder.path())
{
    qputenv("TRAINYARD_HOME", m_folder.path().toUtf8());
    m_paths = Paths::standard();
}

SandboxTrial::~SandboxTrial()
{
    setServerStopped(false);
    crash();
    if (!m_home.isEmpty())
        killAllWith(m_home + QStringLiteral("/.trainyard/runs/"));
    if (const auto stopped = stopSandbox(m_paths); !stopped)
        qWarning("%s", qPrintable(stopped.error().what));
    qunsetenv("TRAINYARD_HOME");
}

QString SandboxTrial::start()
{
    auto services = Services::open(m_paths, {});
    if (!services)
        return services.error().what;
    SandboxOptions options;
    options.engine = EngineKind::Process;
    const auto machine = (*services)->sandbox.start(options, [](const QString &) {});
    if (!waitFor([&] { return machine.isFinished(); }, kStartMs))
        return QStringLiteral("The sandbox did not start in time.");
    if (!machine.result())
        return machine.result().error().what;
    const SandboxStatus status = trainyard::sandboxStatus(m_paths);
    m_home = status.home;
    m_server = status.pid;
    return {};
}

RunId SandboxTrial::started(const YardCommand::Answer &answer)
{
    const QString id = answer.object().value(QStringLiteral("id")).toString();
    m_problem = answer.status == 0 && !id.isEmpty() ? QString() : QString::fromUtf8(answer.told());
    return m_problem.isEmpty() ? RunId(id) : RunId();
}

RunId SandboxTrial::launch(const QString &name, const QString &options)
{
    QFile file(m_folder.filePath(name + QStringLiteral(".yaml")));
    const QString text = QStringLiteral(
                             "name: %1\nengine: process\nrun: |\n  \"$HOME/bin/yard-demotrainer\" --steps 1000000 %2\n"
                             "checkpoints:\n  dir: %3/checkpoints/%1\n  pattern: step-*.safetensors\n  resume: --resume {path}\n")
                             .arg(name, options, m_home);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0 || !file.flush()) {
        m_problem = file.errorString();
        return {};
    }
    return started(m_yard.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"),
                               QStringLiteral("sandbox"), file.fileName()},
                              kCommandMs));
}

RunId SandboxTrial::resume(const RunId &runId, const QString &checkpoint, const QString &added)
{
    QStringList words{QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("resume"), QStringLiteral("--checkpoint"),
                      checkpoint};
    if (!added.isEmpty())
        words << QStringLiteral("--add") << added;
    return started(m_yard.run(words << runId.text(), kCommandMs));
}

void SandboxTrial::stop(const RunId &runId) { m_yard.run({QStringLiteral("run"), QStringLiteral("stop"), runId.text()}, kCommandMs); }

void SandboxTrial::crash()
{
    if (!m_home.isEmpty())
        killAllWith(m_home + QStringLiteral("/bin/yard-demotrainer"));
}

QString SandboxTrial::directory(const RunId &runId) const { return m_home + QStringLiteral("/.trainyard/runs/") + runId.text(); }

void SandboxTrial::setServerStopped(bool isStopped)
{
    if (isStopped)
        m_stopped = QList<qint64>{m_server} + descendants(m_server, "sshd");
    for (const qint64 pid : std::as_const(m_stopped)) {
        if (pid > 0)
            ::kill(pid_t(pid), isStopped ? SIGSTOP : SIGCONT);
    }
    if (!isStopped)
        m_stopped.clear();
}

}  // namespace trainyard
