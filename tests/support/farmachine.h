// SPDX-License-Identifier: GPL-3.0-or-later
// A machine far away: a private sshd at the other end of a FarNetwork's line. From start() to the end of its life the
// thread that made it, and what that thread starts, are on the near side.
#pragma once

#include "tests/support/farnetwork.h"
#include "tests/support/sshdfixture.h"

#include <QTemporaryDir>

#include <optional>

namespace trainyard {

class FarMachine {
public:
    bool start();  // again after sshd().stop(): the same port
    QString problem() const { return m_problem; }

    FarNetwork &line() { return m_line; }
    SshdFixture &sshd() { return m_sshd; }
    SshTarget target() const;  // its address, and a known_hosts that knows its key

private:
    FarNetwork m_line;
    SshdFixture m_sshd;
    QTemporaryDir m_directory;
    QString m_problem;
    std::optional<FarNetwork::Visit> m_stay;
};

}  // namespace trainyard
