// SPDX-License-Identifier: GPL-3.0-or-later
// Work on many things side by side, never more at once than wanted, and over when the call returns. For work that waits for a
// machine or a disk, and that is not worth a thread for longer (executor.h is for that). Any thread.
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

// How the other of two things that are done side by side is doing.
class OtherWork {
public:
    // Waits for so long, less where it ends before: true when it has.
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

// Calls other() on a thread of its own and here() on this one, and returns what other() returned when both are over. `here` may take
// an OtherWork, to show how far the other has come for as long as it lasts.
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
