// SPDX-License-Identifier: GPL-3.0-or-later
// One stop source that either of two tokens triggers. Any thread.
#pragma once

#include <functional>
#include <stop_token>

namespace trainyard {

struct StopTokenJoin {
    StopTokenJoin(const std::stop_token &first, const std::stop_token &second)
        : onFirst(first, [this] { source.request_stop(); }), onSecond(second, [this] { source.request_stop(); })
    {
    }
    std::stop_source source;
    std::stop_callback<std::function<void()>> onFirst, onSecond;
};

}  // namespace trainyard
