// SPDX-License-Identifier: GPL-3.0-or-later
// Runs pieces of work on a few threads of its own, immediately or later. It is for work that repeats for as long as a program runs, such as
// polling sixty machines once a second: a thread for each would mean sixty threads that sleep nearly all the time.
//
// A piece of work is called a task: a function that does something, may wait for a machine or a disk, and returns. A task that should run
// again puts itself, or its successor, back with after(). It never sleeps, because a sleeping thread serves nothing. Tasks start in the
// order in which they are due, and with several threads they run side by side. A task that must not overlap with itself puts itself back
// only when it has finished.
//
// The number of threads follows the work. There is none before the first task. Another thread starts when a task has been due for
// `patience` and all threads are busy. So many short tasks share one thread, and one task that hangs does not hold up the others for long.
// The more threads there are, the longer it takes until another starts, but less long if no task has started meanwhile. There are never
// more than `maxThreads`; beyond that, tasks wait. Among the free threads, the one that worked last takes the next task, so that the others
// stay free for `idle` and then end.
//
// One more thread keeps the time while there is anything to do. All threads are named after the executor, as debuggers and `top -H` show
// them. A task must not throw.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard {

class Executor {
public:
    using Task = std::function<void(std::stop_token)>;
    struct Options {
        int maxThreads = 64;
        int readyThreads = 1;  // up to this many start without patience
        std::chrono::milliseconds patience{200};
        std::chrono::milliseconds idle{5000};
    };

    Executor(const char *name, const Options &options);  // the first 15 characters of the name are shown
    // Closes. If a task holds the last reference to its executor, the thread of that task ends by itself later.
    ~Executor();
    Executor(const Executor &) = delete;
    Executor &operator=(const Executor &) = delete;

    // Any thread, also from a task. The token requests stop when the executor is closed; the task should then return early.
    void post(Task task) { after(std::chrono::milliseconds(0), std::move(task)); }
    void after(std::chrono::milliseconds delay, Task task);

    // Asks the running tasks to stop and waits for them, unless the caller is one of them. Drops waiting tasks and those posted later.
    void close();

    int threads() const;  // the current number, without the thread that keeps the time

private:
    struct State;
    const std::shared_ptr<State> m_state;
};

}  // namespace trainyard
