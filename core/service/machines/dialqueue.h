// SPDX-License-Identifier: GPL-3.0-or-later
// Runs logins, which block, for links that have no thread. It runs a few at a time, so that a thousand machines flood neither one server
// nor this computer; a login that takes long gives up its place, so that machines which do not answer do not delay the others.
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

    // Any thread; does not block. Jobs that failed before wait behind those that did not.
    void submit(Job job, bool hasFailedBefore);
    // Drops waiting and future jobs; returns when nothing is running except the caller itself.
    void close();

private:
    struct State;
    std::shared_ptr<State> m_state;
};

}  // namespace trainyard
