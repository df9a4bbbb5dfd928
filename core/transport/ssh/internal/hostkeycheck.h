// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether a server's host key is trusted, before anything secret is sent. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"
#include "core/transport/ssh/internal/loginquestions.h"
#include "core/transport/ssh/internal/sshplace.h"

#include <libssh/libssh.h>

namespace trainyard {

class HostKeyCheck {
public:
    // If place.knownHostsFile is empty: ~/.ssh/known_hosts, and also /etc/ssh/ssh_known_hosts.
    HostKeyCheck(const SshTarget &target, const SshPlace &place);

    // The algorithms to offer, for SSH_OPTIONS_HOSTKEYS: the types of known keys come first.
    QByteArray algorithms() const;

    // Call after key exchange. HostKeyUnknown, HostKeyChanged, or Io if an accepted key cannot be saved.
    Result<HostKey> check(ssh_session session, LoginQuestions &questions) const;

private:
    Result<void> remember(const QByteArray &key) const;

    SshTarget m_target;
    QString m_place;    // for people
    QByteArray m_name;  // for the file
    QString m_file;     // where an accepted key goes
    QStringList m_files;
};

}  // namespace trainyard
