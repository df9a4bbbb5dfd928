// SPDX-License-Identifier: GPL-3.0-or-later
// Runs many pieces of work side by side, with a limit on how many run at the same time, and returns when all have finished. For work that
// waits for a machine or a disk and does not justify a long-lived thread (executor.h is for that). Any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <vector>

namespace trainyard {

// Calls work(0) … work(count - 1), each once, at most `atOnce` (1 or more) at a time; the calling thread is one of them. `work` has to
// return early by itself when it should stop.
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

// The state of the other of two pieces of work that run side by side.
class OtherWork {
public:
    // Waits up to `length`, or until the other has ended; true if it has.
    bool isOverWithin(std::chrono::milliseconds length) const
    {
        std::unique_lock lock(m_guard);
        return m_ended.wait_for(lock, length, [this] { return m_isOver; });
    }
    void end()
    {
        const std::lock_guard lock(m_guard);
        m_isOver = true;
        m_ended.notify_all();
    }

private:
    mutable std::mutex m_guard;
    mutable std::condition_variable m_ended;
    bool m_isOver = false;
};

// Calls other() on a thread of its own and here() on this one, and returns the result of other() when both have finished. `here` may take
// an OtherWork to show the other's progress while it runs.
template <typename Other, typename Here>
auto sideBySide(const Other &other, const Here &here)
{
    using Answer = std::invoke_result_t<const Other &>;
    std::optional<std::conditional_t<std::is_void_v<Answer>, bool, Answer>> answer;
    OtherWork work;
    {
        const std::jthread thread([&] {
            if constexpr (std::is_void_v<Answer>)
                other();
            else
                answer.emplace(other());
            work.end();
        });
        if constexpr (std::is_invocable_v<const Here &, const OtherWork &>)
            here(work);
        else
            here();
    }
    if constexpr (!std::is_void_v<Answer>)
        return Answer(*std::move(answer));
}

}  // namespace trainyard
