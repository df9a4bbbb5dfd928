// From a target to a logged-in libssh session: configuration, dial, key exchange, host key, authentication.
// Runs on the calling thread. Internal to core/ssh.
#pragma once

#include "core/base/result.h"
#include "core/ssh/sshconnection.h"

#include <QDeadlineTimer>

#include <libssh/libssh.h>

#include <memory>
#include <stop_token>

namespace trainyard {

struct SessionDeleter {
    void operator()(ssh_session session) const;
};
using SessionHandle = std::unique_ptr<ssh_session_struct, SessionDeleter>;

struct Login {
    SessionHandle session;   // authenticated, non-blocking; may move to another thread now
    HostKey hostKey;
};

// Errors as SshConnection::open().
Result<Login> logIn(const SshTarget &target, const SshQuestions &questions, QDeadlineTimer deadline,
                    std::stop_token stop);

}  // namespace trainyard
