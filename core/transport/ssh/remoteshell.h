// SPDX-License-Identifier: GPL-3.0-or-later
// A program in a terminal on the machine: an SSH session with a pty (RFC 4254 6.2). What the program prints is read and what a person types
// is written as of any RemoteSocket: any thread, nothing waits, and a program that prints faster than it is read has to wait itself.
// Destroying it closes the terminal, which ends its program as a hangup does.
#pragma once

#include "core/base/result.h"
#include "core/model/terminalsize.h"
#include "core/transport/ssh/remotesocket.h"

#include <QString>

#include <functional>
#include <memory>

namespace trainyard {

class SshConnection;

struct ShellExit {
    int code = -1;   // -1 if ended by a signal or not reported by the server
    QString signal;  // "KILL" … when ended by a signal
};

class RemoteShell : public RemoteSocket {
public:
    virtual void resize(TerminalSize size) = 0;  // the program is told (SIGWINCH)
    virtual ShellExit exit() const = 0;          // of Stage::Closed
};

// Opens one on the connection, with TERM=xterm-256color. `line` is for the login shell, composed with shellQuoted(); empty: the login shell
// itself, as `ssh` starts it. Returns immediately; `changed` as of SshConnection::openSocket(). InvalidInput: as of SshConnection::run().
// Unsupported: the connection is of a kind that has no terminals. Later, error() is PermissionDenied when the server allows no pty or no
// further session.
Result<std::unique_ptr<RemoteShell>> openShell(SshConnection &connection, const QString &line, TerminalSize size,
                                               std::function<void()> changed);

}  // namespace trainyard
