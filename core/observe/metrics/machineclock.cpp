// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/machineclock.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr qint64 kLateLine = 5000;    // ms back: lines of two samplers may swap places; more means that the clock was set
constexpr qint64 kDriftOneIn = 1000;  // two clocks without NTP drift apart by less than a second in a thousand

}  // namespace

void MachineClock::take(qint64 machineMs, qint64 heardLocalMs)
{
    const qint64 ahead = machineMs - heardLocalMs;
    const qint64 since = std::max<qint64>(0, heardLocalMs - m_lastLocal);
    const bool isSetBack = m_isKnown && machineMs < m_lastMachine - kLateLine;
    m_ahead = m_isKnown && !isSetBack ? std::max(ahead, m_ahead - since / kDriftOneIn) : ahead;
    m_isKnown = true;
    m_lastMachine = machineMs;
    m_lastLocal = heardLocalMs;
}

}  // namespace trainyard
