// SPDX-License-Identifier: GPL-3.0-or-later
// A ProxyCommand: a local process whose standard input and output are the connection. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"
#include "core/transport/ssh/internal/transport.h"

#include <memory>
#include <sys/types.h>

namespace trainyard {

class ProxyProcess : public Transport {
public:
    struct Started {
        std::shared_ptr<ProxyProcess> process;
        int fd = -1;  // the caller's
    };
    // Runs `exec command` in /bin/sh, as OpenSSH does, as the leader of a session of its own.
    static Result<Started> start(const QString &command);
    ~ProxyProcess() override;              // ends the whole process group
    QString failureText() const override;  // the beginning of what it wrote to standard error so far

private:
    ProxyProcess(pid_t pid, int errorFd) : m_pid(pid), m_errorFd(errorFd) {}

    const pid_t m_pid;
    const int m_errorFd;
};

}  // namespace trainyard
