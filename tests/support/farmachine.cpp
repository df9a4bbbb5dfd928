// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/farmachine.h"

#include <QFile>

namespace trainyard {

bool FarMachine::start()
{
    m_problem = m_line.problem();
    if (!m_problem.isEmpty())
        return false;
    {
        m_stay.reset();
        const FarNetwork::Visit there(m_line, FarNetwork::Side::Far);
        m_sshd.addConfig(QStringLiteral("ListenAddress 0.0.0.0"));
        if (!m_sshd.start()) {
            m_problem = m_sshd.errorText();
            return false;
        }
    }
    m_stay.emplace(m_line, FarNetwork::Side::Near);
    QFile known(m_sshd.knownHosts()), own(m_directory.filePath(QStringLiteral("known_hosts")));
    if (!known.open(QIODevice::ReadOnly) || !own.open(QIODevice::WriteOnly))
        return false;
    own.write(known.readAll().replace("127.0.0.1", FarNetwork::address(FarNetwork::Side::Far).toUtf8()));
    return true;
}

SshTarget FarMachine::target() const
{
    SshTarget target = m_sshd.target();
    target.host = FarNetwork::address(FarNetwork::Side::Far);
    target.knownHostsFile = m_directory.filePath(QStringLiteral("known_hosts"));
    return target;
}

}  // namespace trainyard
