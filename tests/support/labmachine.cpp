// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/labmachine.h"

#include "core/base/shellquote.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QDirIterator>
#include <QFile>

#include <csignal>
#include <unistd.h>

namespace trainyard {

LabMachine::LabMachine(std::optional<ContainerEngine::Kind> engine)
{
    if (engine)
        m_engine = std::make_unique<ContainerEngine>(*engine);
}

LabMachine::~LabMachine()
{
    // Kills processes that runs of this machine left behind: their commands name the home. Repeated, because they may have started others.
    const QDeadlineTimer deadline(10'000);
    for (auto left = processesWith(m_home.path()); !left.isEmpty() && !deadline.hasExpired(); left = processesWith(m_home.path()))
        kill(left);
}

bool LabMachine::start()
{
    m_problem = SshdFixture::missingPart();
    if (m_problem.isEmpty() && m_engine)
        m_problem = m_engine->problem();
    if (!m_problem.isEmpty())
        return false;
    m_sshd.setEnvironment(QStringLiteral("HOME"), m_home.path());
    if (m_engine) {
        for (const auto &[name, value] : m_engine->environment())
            m_sshd.setEnvironment(name, value);
    }
    if (!m_sshd.start()) {
        m_problem = m_sshd.errorText();
        return false;
    }
    return true;
}

QString LabMachine::runDirectory(const RunId &runId) const { return m_home.path() + QStringLiteral("/.trainyard/runs/") + runId.text(); }

QString LabMachine::sshCommand() const
{
    return QStringLiteral("ssh -p %1 -i %2 -o UserKnownHostsFile=%3 %4@127.0.0.1")
        .arg(m_sshd.port())
        .arg(shellQuoted(m_sshd.clientKey()), shellQuoted(m_sshd.knownHosts()), m_sshd.user());
}

QList<qint64> LabMachine::processesWith(const QString &text)
{
    QList<qint64> pids;
    for (const QString &entry : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        bool isPid = false;
        const qint64 pid = entry.toLongLong(&isPid);
        QFile commandLine(QStringLiteral("/proc/%1/cmdline").arg(entry));
        if (isPid && pid != getpid() && commandLine.open(QIODevice::ReadOnly) && commandLine.readAll().contains(text.toUtf8()))
            pids << pid;
    }
    return pids;
}

void LabMachine::kill(const QList<qint64> &pids)
{
    for (const qint64 pid : pids)
        ::kill(static_cast<pid_t>(pid), SIGKILL);
}

QStringList LabMachine::findFiles(const QString &directory, const QString &name)
{
    QStringList found;
    QDirIterator files(directory, {name}, QDir::AllEntries | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext())
        found << files.next();
    return found;
}

}  // namespace trainyard
