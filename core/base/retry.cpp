// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/retry.h"

#include <QRandomGenerator>

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace trainyard {

std::chrono::milliseconds RetryPolicy::pauseAfter(int failures) const
{
    constexpr int kMaxDoublings = 20;  // more would overflow, and no pause is as long
    const auto length = std::min(first * (1 << std::clamp(failures - 1, 0, kMaxDoublings)), longest);
    const double shorter = spread * QRandomGenerator::global()->generateDouble();
    return std::chrono::milliseconds(static_cast<qint64>(static_cast<double>(length.count()) * (1 - shorter)));
}

bool pauseFor(std::chrono::milliseconds length, const std::stop_token &stop)
{
    std::mutex guard;
    std::condition_variable_any wake;
    std::unique_lock lock(guard);
    wake.wait_for(lock, stop, length, [] { return false; });
    return !stop.stop_requested();
}

}  // namespace trainyard
