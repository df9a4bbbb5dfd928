// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/executor.h"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sys/prctl.h>

namespace trainyard {

using Clock = std::chrono::steady_clock;

struct Executor::State : std::enable_shared_from_this<State> {
    using Moment = std::pair<Clock::time_point, std::uint64_t>;  // when due, and in which order it was posted
    struct Worker {
        std::thread thread;
        std::condition_variable called;
        Task task;  // the task it was woken for
        bool isCalled = false;
    };
    using Workers = std::list<Worker>;

    State(const char *given, const Options &wanted) : name(given), options(wanted) {}

    void nameThread() const { ::prctl(PR_SET_NAME, name.c_str()); }

    Task takeFirst()
    {
        lastTaken = Clock::now();
        return std::move(tasks.extract(tasks.begin()).mapped());
    }
    bool isDue() const { return !tasks.empty() && tasks.begin()->first.first <= Clock::now(); }

    void callFree()
    {
        Worker *const worker = free.back();
        free.pop_back();
        worker->task = takeFirst();
        worker->isCalled = true;
        worker->called.notify_one();
    }

    void startWorker()
    {
        lastStart = Clock::now();
        const auto place = workers.emplace(workers.end());
        place->task = takeFirst();
        place->isCalled = true;
        place->thread = std::thread([self = shared_from_this(), place] { self->work(place); });
    }

    void work(Workers::iterator place)
    {
        nameThread();
        Worker &own = *place;
        std::unique_lock lock(guard);
        while (!isClosed) {
            if (own.isCalled || isDue()) {
                Task task = own.isCalled ? std::move(own.task) : takeFirst();
                own.isCalled = false;
                own.task = nullptr;
                lock.unlock();
                task(ends.get_token());
                task = nullptr;
                lock.lock();
                continue;
            }
            free.push_back(&own);
            if (std::exchange(isHeld, false))
                keeperWake.notify_one();
            own.called.wait_for(lock, options.idle, [&] { return own.isCalled || isClosed; });
            if (own.isCalled)
                continue;
            std::erase(free, &own);
            if (isClosed)
                break;
            ended.push_back(std::move(own.thread));
            workers.erase(place);
            keeperWake.notify_one();
            return;
        }
        const Task dropped = std::exchange(own.task, nullptr);  // destroyed without the lock, because its destructor may call the executor
                                                                // again
        lock.unlock();
    }

    // Keeps the time: passes due tasks to a free thread, and starts another thread if none was free for too long.
    void keep()
    {
        nameThread();
        std::unique_lock lock(guard);
        while (!isClosed) {
            isHeld = false;
            if (!ended.empty()) {
                std::vector<std::thread> over = std::exchange(ended, {});
                lock.unlock();
                for (std::thread &one : over)
                    one.join();
                lock.lock();
            } else if (tasks.empty() && !workers.empty()) {
                keeperWake.wait(lock);
            } else if (tasks.empty()) {
                if (keeperWake.wait_for(lock, options.idle, [this] { return !tasks.empty() || isClosed; }))
                    continue;
                ended.push_back(std::move(keeper));  // another one starts with the next task
                return;
            } else if (const auto due = tasks.begin()->first.first; due > Clock::now()) {
                keeperWake.wait_until(lock, due);
            } else if (!free.empty()) {
                callFree();
            } else if (int(workers.size()) >= options.maxThreads) {
                isHeld = true;
                keeperWake.wait(lock);
            } else if (const auto start = startTime(due); start > Clock::now()) {
                isHeld = true;
                keeperWake.wait_until(lock, start);
            } else {
                startWorker();
            }
        }
    }

    // When another thread starts for a task that has been due since `due`.
    Clock::time_point startTime(Clock::time_point due) const
    {
        if (int(workers.size()) < options.readyThreads)
            return due;
        // If all threads wait for the processor, as when sixty logins start together, many threads would help no more than a few.
        constexpr int kEase = 4;
        const auto present = static_cast<int>(workers.size());
        const auto standing = lastTaken + options.patience * present;
        const auto paced = lastStart + options.patience * present * present / kEase;
        return std::max(due + options.patience, std::min(standing, paced));
    }

    const std::string name;
    const Options options;
    std::stop_source ends;

    mutable std::mutex guard;  // protects the members below
    std::condition_variable keeperWake;
    std::map<Moment, Task> tasks;
    std::uint64_t count = 0;
    Workers workers;
    std::vector<Worker *> free;      // the one that worked last is at the end
    std::vector<std::thread> ended;  // to be joined
    Clock::time_point lastTaken, lastStart;
    bool isHeld = false;  // the keeper waits for a thread to become free
    bool isClosed = false;
    std::thread keeper;
};

Executor::Executor(const char *name, const Options &options) : m_state(std::make_shared<State>(name, options)) {}

Executor::~Executor() { close(); }

void Executor::after(std::chrono::milliseconds delay, Task task)
{
    State &state = *m_state;
    const std::lock_guard lock(state.guard);
    if (state.isClosed)
        return;
    const State::Moment moment{Clock::now() + delay, state.count++};
    const auto place = state.tasks.emplace(moment, std::move(task)).first;
    const bool isFirst = place == state.tasks.begin();
    if (!state.keeper.joinable())
        state.keeper = std::thread([self = m_state] { self->keep(); });
    else if (isFirst && !state.free.empty() && state.isDue())
        state.callFree();
    else if (isFirst)
        state.keeperWake.notify_one();
}

void Executor::close()
{
    State &state = *m_state;
    std::map<State::Moment, Task> dropped;  // destroyed without the lock, as above
    std::vector<std::thread> threads;
    {
        const std::lock_guard lock(state.guard);
        state.isClosed = true;
        dropped.swap(state.tasks);
        threads = std::exchange(state.ended, {});
        threads.push_back(std::move(state.keeper));
        for (State::Worker &worker : state.workers) {
            threads.push_back(std::move(worker.thread));
            worker.called.notify_one();
        }
        state.keeperWake.notify_one();
    }
    state.ends.request_stop();
    for (std::thread &thread : threads) {
        if (thread.get_id() == std::this_thread::get_id())
            thread.detach();
        else if (thread.joinable())
            thread.join();
    }
}

int Executor::threads() const
{
    const std::lock_guard lock(m_state->guard);
    return int(m_state->workers.size());
}

}  // namespace trainyard
