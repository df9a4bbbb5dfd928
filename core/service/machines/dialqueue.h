// SPDX-License-Identifier: GPL-3.0-or-later
// Runs logins, which block, for links that have no thread. A few at a time, so that a thousand machines neither
// flood one server nor this computer; a login that takes long gives its place away, so that machines which do not
// answer do not delay the others.
#pragma once

#include "core/transport/ssh/reactor.h"

#include <functional>
#include <memory>

namespace trainyard {

class DialQueue {
public:
    using Job = std::function<void()>;

    explicit DialQueue(const std::shared_ptr<Reactor> &reactor);
    ~DialQueue();  // closes

    // Any thread; returns at once. What has failed before waits behind what has not.
    void submit(Job job, bool hasFailedBefore);
    // Drops what waits and what comes; returns when nothing runs any more but the caller itself.
    void close();

private:
    struct State;
    std::shared_ptr<State> m_state;
};

}  // namespace trainyard
