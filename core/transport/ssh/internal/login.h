// SPDX-License-Identifier: GPL-3.0-or-later
// Logs in to a target and returns the libssh session: configuration, route, key exchange, host key, authentication. Runs on the calling
// thread. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"
#include "core/transport/ssh/internal/liveness.h"
#include "core/transport/ssh/sshconnection.h"

#include <QDeadlineTimer>

#include <libssh/libssh.h>

#include <memory>
#include <stop_token>

namespace trainyard {

class Transport;

// Ends the session, then what it runs over, if anything (a jump host's session, a proxy command).
struct SessionDeleter {
    std::shared_ptr<Transport> carrier = nullptr;
    void operator()(ssh_session session);
};
using SessionHandle = std::unique_ptr<ssh_session_struct, SessionDeleter>;

struct Login {
    SessionHandle session;  // authenticated, non-blocking; may move to another thread now
    HostKey hostKey;
    Liveness liveness;  // with the settings of ServerAliveInterval and ServerAliveCountMax
};

// Errors as SshConnection::open(). If the server hangs up while the person is thinking, it is dialled again, and answered questions are
// not repeated.
Result<Login> logIn(const SshTarget &target, const SshQuestions &questions, QDeadlineTimer deadline, std::stop_token stop);

// The ciphers to offer, best first. Omits AES-GCM unless this libssh is known to check its tags (fixed upstream in 0.11.5 and 0.12.1;
// CVE-2026-59847). Exposed for its test.
QByteArray offeredCiphers(const QByteArray &libsshVersion);

}  // namespace trainyard
