// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/dialqueue.h"

#include "core/base/executor.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <thread>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kQuick = 2s;         // a login over a poor link takes about that; longer ones mostly never succeed
constexpr std::size_t kAtOnce = 8;  // sshd refuses some above 10 unauthenticated ones (MaxStartups 10:30:100)
constexpr int kDialThreads = 48;    // including waiting ones; each costs some ten KiB

}  // namespace

struct DialQueue::State : std::enable_shared_from_this<State> {
    struct Running {
        std::thread::id thread;
        Reactor::Clock::time_point since;
    };

    static Executor::Options threads()
    {
        Executor::Options options;
        options.maxThreads = options.readyThreads = kDialThreads;  // starting times are decided here
        return options;
    }

    std::weak_ptr<Reactor> reactor;
    Executor executor{"logins", threads()};
    std::mutex guard;
    std::condition_variable changed;
    std::deque<Job> fresh, failed;
    std::list<Running> running;
    bool isClosing = false;
    bool isLookPlanned = false;

    void startSome()
    {
        const std::lock_guard lock(guard);
        const auto now = Reactor::Clock::now();
        auto quick = static_cast<std::size_t>(
            std::count_if(running.begin(), running.end(), [&](const Running &one) { return now - one.since < kQuick; }));
        while (quick < kAtOnce && running.size() < std::size_t(kDialThreads) && !(fresh.empty() && failed.empty())) {
            std::deque<Job> &queue = fresh.empty() ? failed : fresh;
            const auto place = running.insert(running.end(), {{}, now});
            executor.post([self = shared_from_this(), place, job = std::move(queue.front())](std::stop_token) mutable {
                {
                    const std::lock_guard inner(self->guard);
                    place->thread = std::this_thread::get_id();
                }
                job();
                job = nullptr;
                {
                    const std::lock_guard inner(self->guard);
                    self->running.erase(place);
                    self->changed.notify_all();
                }
                self->startSome();
            });
            queue.pop_front();
            ++quick;
        }
        if (isLookPlanned || (fresh.empty() && failed.empty()))
            return;
        // Check again when the first of those running now may have become a slow one.
        if (const auto present = reactor.lock()) {
            isLookPlanned = true;
            present->after(kQuick / 4, [weak = weak_from_this()] {
                const auto self = weak.lock();
                if (!self)
                    return;
                {
                    const std::lock_guard inner(self->guard);
                    self->isLookPlanned = false;
                }
                self->startSome();
            });
        }
    }
};

DialQueue::DialQueue(const std::shared_ptr<Reactor> &reactor) : m_state(std::make_shared<State>())
{
    m_state->reactor = reactor->weak_from_this();
}

DialQueue::~DialQueue() { close(); }

void DialQueue::close()
{
    std::deque<Job> fresh, failed;  // destroyed without the lock: they may hold something that calls back here
    std::unique_lock lock(m_state->guard);
    m_state->isClosing = true;
    fresh.swap(m_state->fresh);
    failed.swap(m_state->failed);
    m_state->changed.wait(lock, [this] {
        return std::all_of(m_state->running.begin(), m_state->running.end(),
                           [](const State::Running &one) { return one.thread == std::this_thread::get_id(); });
    });
}

void DialQueue::submit(Job job, bool hasFailedBefore)
{
    {
        const std::lock_guard lock(m_state->guard);
        if (m_state->isClosing)
            return;
        (hasFailedBefore ? m_state->failed : m_state->fresh).push_back(std::move(job));
    }
    m_state->startSome();
}

}  // namespace trainyard
