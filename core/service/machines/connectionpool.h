// SPDX-License-Identifier: GPL-3.0-or-later
// One SSH connection per machine, shared by all of this program; a second one only where the server does not allow enough sessions on one.
// Any thread; blocking.
//
// Only interactive callers raise questions; background callers (watches that reconnect) never open a dialog and fail with
// AuthenticationFailed or HostKeyUnknown instead. A secret that worked is kept for reconnects, in memory only; a one-time code is never
// kept.
#pragma once

#include "core/model/machine.h"
#include "core/service/machines/linkservices.h"
#include "core/service/machines/loginmemory.h"
#include "core/transport/ssh/sshconnection.h"

#include <memory>

namespace trainyard {

enum class Interaction { Allowed, None };

class ConnectionPool {
public:
    explicit ConnectionPool(SshQuestions questions);
    ~ConnectionPool();

    // The live connection, or a new one; callers for the same machine wait for one dial. The deadline does not cover
    // the time a person takes to answer a question.
    Result<std::shared_ptr<SshConnection>> get(const Machine &machine, Interaction asking, QDeadlineTimer deadline,
                                               std::stop_token stop = {});
    // Takes over a connection that was opened elsewhere, unless there is a live one to the same target, along with the answers given for
    // it.
    void offer(const Machine &machine, const std::shared_ptr<SshConnection> &connection, const LoginMemory &memory);
    // For a further connection to a machine that already has one: uses the answers given before and asks the user nothing.
    SshQuestions rememberedAnswers(const Machine &machine);
    void drop(MachineId machineId);  // closes it; the next get() dials again
    void closeAll();                 // permanently; stop the links first; waits for their logins
    const LinkServices &services() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
