// SPDX-License-Identifier: GPL-3.0-or-later
// Elects the one program on this computer that runs background work, however many are open. The active program holds a lock beside the
// database and updates the lock's time at each attend(). The kernel frees the lock when its holder ends, so that the next program takes
// over at its next attend(). A holder that is alive but no longer calls attend() (stopped, in a debugger, hung) is overtaken after
// kPatience and learns this at its next attend(). Neither clock changes nor a full disk matter. Main thread; never waits.
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
        Candidate,  // holds the lock while it is active
        StandIn,    // is active as long as no candidate is alive
    };
    using Clock = std::function<std::chrono::milliseconds()>;  // time during which this computer was awake

    AgentElection(const QString &file, Role role, Clock clock = {});

    // Whether this program is the active one. It is also if no lock can be created at all (a home directory that is not writable).
    bool attend();
    void resign() { m_lock.unlock(); }

private:
    bool isHolderSilent();

    FileLock m_lock;
    const Role m_role;
    Clock m_clock;
    FileLock::Beat m_seen;
    std::chrono::milliseconds m_since{0};  // when the holder's last beat was seen
    int m_looks = 0;                       // number of our checks since then
};

// The program that is active now, for display.
struct AgentHolder {
    qint64 pid = 0;
    QString program;  // "trainyard", "yard"
};
std::optional<AgentHolder> agentHolder(const QString &file);

}  // namespace trainyard
