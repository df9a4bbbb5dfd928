// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/watch/delaymeter.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr std::chrono::milliseconds kNap{20};
constexpr std::chrono::seconds kKept{20};

}  // namespace

DelayMeter::DelayMeter()
    : m_thread([this](std::stop_token stop) {
          while (!stop.stop_requested()) {
              const auto wanted = Clock::now() + kNap;
              std::this_thread::sleep_until(wanted);
              const auto now = Clock::now();
              const std::lock_guard lock(m_guard);
              m_late.emplace_back(now, now - wanted);
              while (m_late.front().first < now - kKept)
                  m_late.pop_front();
          }
      })
{
}

std::chrono::milliseconds DelayMeter::worst(std::chrono::milliseconds span) const
{
    const std::lock_guard lock(m_guard);
    Clock::duration worst{};
    for (const auto &[when, late] : m_late) {
        if (when > Clock::now() - span)
            worst = std::max(worst, late);
    }
    return std::chrono::ceil<std::chrono::milliseconds>(worst);
}

}  // namespace trainyard
