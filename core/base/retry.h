// SPDX-License-Identifier: GPL-3.0-or-later
// How long to wait before something that failed is tried again, and the waiting itself. The pause doubles with each failure, so that a
// server that is away for long is polled rarely, up to a maximum that bounds how long its return goes unnoticed. Each pause is shortened by
// a random amount, so that callers that failed together do not come back together.
#pragma once

#include <chrono>
#include <stop_token>

namespace trainyard {

struct RetryPolicy {
    std::chrono::milliseconds first{1000};
    std::chrono::milliseconds longest{30'000};
    double spread = 0.25;  // the largest part of a pause by which it is shortened

    std::chrono::milliseconds pauseAfter(int failures) const;  // 1 or more consecutive failures
};

// Counts the failures. Links use the policy as it is: a server that restarts is usually back after a second, and the random amount keeps
// the same crowd from meeting a server that refuses some of many callers (MaxStartups).
class Backoff {
public:
    explicit Backoff(const RetryPolicy &policy = {}) : m_policy(policy) {}
    std::chrono::milliseconds next() { return m_policy.pauseAfter(++m_failures); }
    void reset() { m_failures = 0; }

private:
    RetryPolicy m_policy;
    int m_failures = 0;
};

// Blocks for `length`, or until `stop` is requested; false in that case. For a thread that has nothing else to do: work on a shared thread
// puts itself back instead (executor.h).
bool pauseFor(std::chrono::milliseconds length, const std::stop_token &stop = {});

}  // namespace trainyard
