// SPDX-License-Identifier: GPL-3.0-or-later
// Work on many things side by side, never more at once than wanted, and over when the call returns. For work that waits for a
// machine or a disk. Any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace trainyard {

// Calls work(0) … work(count - 1), each once, at most `atOnce` (1 or more) at a time; the calling thread is one of them. `work` stops
// early by itself where it should.
template <typename Work>
void fanOut(std::size_t count, std::size_t atOnce, const Work &work)
{
    std::atomic<std::size_t> next = 0;
    const auto takeTurns = [&] {
        for (std::size_t index = next++; index < count; index = next++)
            work(index);
    };
    std::vector<std::jthread> crew;
    for (std::size_t i = 1; i < std::min(atOnce, count); ++i)
        crew.emplace_back(takeTurns);
    takeTurns();
}

}  // namespace trainyard
