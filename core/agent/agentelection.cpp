// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/agentelection.h"

namespace trainyard {

namespace {

// The holder must have had its chance while this program was awake: a program that was itself stopped has looked too rarely to judge.
constexpr int kMinLooks = 4;

std::chrono::milliseconds awakeTime()
{
    // CLOCK_MONOTONIC on Linux, which stops while the computer sleeps.
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

AgentElection::AgentElection(const QString &file, Role role, Clock clock)
    : m_lock(file), m_role(role), m_clock(clock ? std::move(clock) : Clock(&awakeTime))
{
}

bool AgentElection::attend()
{
    if (m_lock.tryLock()) {
        if (m_role == Role::Candidate)
            m_lock.beat();
        else
            m_lock.unlock();
        m_looks = 0;
        return true;
    }
    if (m_lock.systemError() != 0)
        return true;
    if (!isHolderSilent())
        return false;
    return m_role == Role::StandIn || m_lock.takeOver();
}

bool AgentElection::isHolderSilent()
{
    const FileLock::Beat beat = m_lock.lastBeat();
    const auto now = m_clock();
    if (beat != m_seen || m_looks == 0) {
        m_seen = beat;
        m_since = now;
        m_looks = 1;
        return false;
    }
    ++m_looks;
    return m_looks >= kMinLooks && now - m_since >= kPatience;
}

std::optional<AgentHolder> agentHolder(const QString &file)
{
    FileLock lock(file);
    // A free lock leaves nothing but a file.
    if (lock.tryLock() || lock.systemError() != 0)
        return std::nullopt;
    return AgentHolder{lock.holder(), lock.holderProgram()};
}

}  // namespace trainyard
