// SPDX-License-Identifier: GPL-3.0-or-later
// A distant machine: a private sshd at the other end of a FarNetwork's line. From start() until the object is destroyed, the thread that
// created it, and what that thread starts, are on the near side.
#pragma once

#include "tests/support/farnetwork.h"
#include "tests/support/sshdfixture.h"

#include <QTemporaryDir>

#include <optional>

namespace trainyard {

class FarMachine {
public:
    bool start();  // after sshd().stop(): again on the same port
    QString problem() const { return m_problem; }

    FarNetwork &line() { return m_line; }
    SshdFixture &sshd() { return m_sshd; }
    SshTarget target() const;  // its address, and a known_hosts that holds its key

private:
    FarNetwork m_line;
    SshdFixture m_sshd;
    QTemporaryDir m_directory;
    QString m_problem;
    std::optional<FarNetwork::Visit> m_stay;
};

}  // namespace trainyard
