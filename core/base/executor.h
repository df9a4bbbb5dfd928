// SPDX-License-Identifier: GPL-3.0-or-later
// Runs pieces of work on a few threads of its own, at once or later. It is for work that repeats for as long as a program runs, such
// as asking sixty machines for news once a second: with a thread for each there would be sixty that sleep nearly always.
//
// A piece of work is called a task. It is a function that does something, may wait for a machine or a disk while it does, and returns.
// A task that should come again puts itself, or its successor, back with after(); it never sleeps, because a thread that sleeps serves
// nothing. Tasks begin in the order of the moments at which they are due, and with several threads they run side by side: what must
// not be done twice at the same time is put back only when it is over.
//
// The number of threads follows the work. There is none before the first task. A second one begins when a task has been due for
// `patience` and all threads are busy; so many short tasks share one thread, and one task that hangs holds nothing back for long. The
// more threads there are, the longer it takes until another begins; less long where no task has begun meanwhile. There are never more
// than `maxThreads`; beyond that, tasks wait. Of the free threads the one that worked last takes the next task, so that the others stay
// free for `idle`, and end.
//
// Beside them one thread keeps the time, while there is anything to do. All are named after the executor, as debuggers and `top -H`
// show them. A task must not throw.
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
        int readyThreads = 1;  // up to so many begin without patience
        std::chrono::milliseconds patience{200};
        std::chrono::milliseconds idle{5000};
    };

    Executor(const char *name, const Options &options);  // of a name, 15 characters are shown
    // Closes. A task may hold the last reference to its executor: then its thread ends by itself, later.
    ~Executor();
    Executor(const Executor &) = delete;
    Executor &operator=(const Executor &) = delete;

    // Any thread, also from a task. The token asks the task to return early because the executor is closed.
    void post(Task task) { after(std::chrono::milliseconds(0), std::move(task)); }
    void after(std::chrono::milliseconds delay, Task task);

    // Asks the tasks that run to stop and waits for them, unless the caller is one; drops those that wait, and those to come.
    void close();

    int threads() const;  // that there are now, without the one that keeps the time

private:
    struct State;
    const std::shared_ptr<State> m_state;
};

}  // namespace trainyard
