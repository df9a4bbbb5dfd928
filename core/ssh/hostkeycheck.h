// Decides whether a server's host key is trusted, before anything secret is sent. Internal to core/ssh.
#pragma once

#include "core/base/result.h"
#include "core/ssh/sshconnection.h"

#include <libssh/libssh.h>

namespace trainyard {

class HostKeyCheck {
public:
    // `knownHostsFile` empty: ~/.ssh/known_hosts, and /etc/ssh/ssh_known_hosts is consulted too.
    HostKeyCheck(const SshTarget &target, const QString &host, int port, const QString &knownHostsFile);

    QString file() const { return m_file; }
    QString globalFile() const { return m_globalFile; }

    // After key exchange. HostKeyUnknown, HostKeyChanged, or Io when an accepted key cannot be remembered.
    Result<HostKey> check(ssh_session session, const SshQuestions &questions) const;

private:
    Result<void> remember(const QByteArray &key) const;

    SshTarget m_target;
    QString m_host;
    int m_port;
    QString m_file, m_globalFile;
};

}  // namespace trainyard
