// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/copyturn.h"

#include <chrono>
#include <utility>

namespace trainyard {

Result<bool> CopyTurn::look(std::stop_token stop)
{
    auto mine = lookOn(std::move(stop));
    m_isWaiting = mine && !*mine;
    return mine;
}

Result<bool> CopyTurn::lookOn(std::stop_token stop)
{
    if (!m_isWaiting) {
        begin();
    } else {
        RunSync::Progress progress;
        const qint64 log = m_copy.size(QStringLiteral("log")), metrics = m_copy.size(QStringLiteral("metrics"));
        progress.hasNewLog = std::exchange(m_log, log) != log;
        progress.hasNewMetrics = std::exchange(m_metrics, metrics) != metrics;
        progress.hasNewRun = true;
        bool isHeard = progress.hasNewLog || progress.hasNewMetrics;
        if (!isHeard && m_sinceHeard.hasExpired(std::chrono::milliseconds(kHolderSilence).count())) {
            TRY(const auto isBehind, m_events.isBehind(stop));
            isHeard = isBehind.has_value();
            if (isBehind.value_or(false) && !m_copy.takeOver())
                return m_copy.lockProblem().value_or(cancelledError());
        }
        if (isHeard) {
            m_sinceHeard.start();
            show(LinkState::Live);
        }
        m_events.looked(progress, isHeard);
    }
    if (m_copy.tryLock()) {
        show(LinkState::Connecting);
        return true;
    }
    if (const auto problem = m_copy.lockProblem())
        return *problem;
    return false;
}

void CopyTurn::begin()
{
    m_log = m_copy.size(QStringLiteral("log"));
    m_metrics = m_copy.size(QStringLiteral("metrics"));
    m_sinceHeard.start();
    m_shown = LinkState::Connecting;
}

void CopyTurn::show(LinkState state)
{
    if (std::exchange(m_shown, state) != state)
        m_events.changed(state);
}

}  // namespace trainyard
