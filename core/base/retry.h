// SPDX-License-Identifier: GPL-3.0-or-later
// How long to wait before something that failed is tried again, and the waiting. The pause doubles with each failure, so that what is
// away for long is asked rarely, up to a longest one, which bounds how long a return goes unnoticed. Each is shorter by chance, so that
// those who failed together do not come back together.
#pragma once

#include <chrono>
#include <stop_token>

namespace trainyard {

struct RetryPolicy {
    std::chrono::milliseconds first{1000};
    std::chrono::milliseconds longest{30'000};
    double spread = 0.25;  // the part of a pause by which it may be shorter

    std::chrono::milliseconds pauseAfter(int failures) const;  // 1 or more, one after the other
};

// Counts the failures. Links use the policy as it is: a server that restarts is usually back after a second, and one that refuses some
// of many callers (MaxStartups) is not met by the same crowd again.
class Backoff {
public:
    explicit Backoff(const RetryPolicy &policy = {}) : m_policy(policy) {}
    std::chrono::milliseconds next() { return m_policy.pauseAfter(++m_failures); }
    void reset() { m_failures = 0; }

private:
    RetryPolicy m_policy;
    int m_failures = 0;
};

// Blocks for so long, or until `stop` asks; false when it did. For a thread that has nothing else to do: what shares its thread with
// others puts itself back instead (executor.h).
bool pauseFor(std::chrono::milliseconds length, const std::stop_token &stop = {});

}  // namespace trainyard
