// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the programs on this computer acts without a person: one of them, whatever number is open. It holds a lock beside the
// database and moves the lock's time at each attend(). The kernel frees the lock when its holder ends, so that the next program acts
// at its next attend(). A holder that lives and no longer attends (stopped, in a debugger, hung) is overtaken after kPatience, and
// learns so at its next attend(). Neither a clock that was set nor a full disk matters. Main thread; never waits.
#pragma once

#include "core/base/filelock.h"

#include <QString>

#include <chrono>
#include <functional>

namespace trainyard {

class AgentElection {
public:
    static constexpr std::chrono::seconds kBeat{1};  // how often attend() should be called
    static constexpr std::chrono::seconds kPatience{8};
    enum class Role {
        Candidate,  // holds the lock while it acts
        StandIn,    // acts as long as no candidate lives
    };
    using Clock = std::function<std::chrono::milliseconds()>;  // time that passed while this computer was awake

    AgentElection(const QString &file, Role role, Clock clock = {});

    // Whether this program is the one that acts. Where no lock can be had at all (a home that cannot be written) it is.
    bool attend();
    void resign() { m_lock.unlock(); }

private:
    bool isHolderSilent();

    FileLock m_lock;
    const Role m_role;
    Clock m_clock;
    FileLock::Beat m_seen;
    std::chrono::milliseconds m_since{0};  // when the holder's last beat was seen
    int m_looks = 0;                       // of ours since then
};

// The program that acts now, for people to read.
struct AgentHolder {
    qint64 pid = 0;
    QString program;  // "trainyard", "yard"
};
std::optional<AgentHolder> agentHolder(const QString &file);

}  // namespace trainyard
