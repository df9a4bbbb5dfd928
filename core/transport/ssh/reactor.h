// SPDX-License-Identifier: GPL-3.0-or-later
// One thread that serves many sources: epoll over their descriptors, timers, and jobs from other threads. One reactor is enough for every
// live connection of the program; a connection that moves bulk data gets one of its own.
//
// Code that runs here must not wait, because that delays all other connections.
#pragma once

#include <QByteArray>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

namespace trainyard {

class Reactor : public std::enable_shared_from_this<Reactor> {
    struct Private {};

public:
    using Clock = std::chrono::steady_clock;
    using Job = std::function<void()>;

    class Source {
    public:
        virtual ~Source() = default;
        virtual void ready(std::uint32_t events) = 0;  // EPOLLIN …
        virtual void stopped() {}                      // the reactor is ending: release everything
    };

    // The thread ends with the last copy of the returned pointer, or with the program; remaining jobs and timers are dropped.
    static std::shared_ptr<Reactor> start();
    explicit Reactor(Private);
    ~Reactor();
    Reactor(const Reactor &) = delete;
    Reactor &operator=(const Reactor &) = delete;

    // --- any thread
    void post(Job job);                                    // in order
    void after(std::chrono::milliseconds delay, Job job);  // once; cannot be cancelled: capture weakly
    bool isOwnThread() const { return m_threadId.load() == std::this_thread::get_id(); }

    // --- the reactor's thread
    std::uint64_t add(int fd, std::uint32_t events, std::shared_ptr<Source> source);
    void setEvents(std::uint64_t id, std::uint32_t events);  // cheap if nothing changes
    void remove(std::uint64_t id);                           // before the descriptor is closed
    QByteArray &scratch(qsizetype size);                     // at least that large; for one job at a time

private:
    friend class ReactorThreads;
    struct Entry {
        int fd;
        std::uint32_t events;
        std::shared_ptr<Source> source;
    };

    void run();
    void stop();
    void wake() const;
    int untilNextTimer();
    void runJobs();
    void runTimers();

    int m_epoll = -1;
    int m_wake = -1;
    std::atomic<std::thread::id> m_threadId;
    std::atomic<bool> m_isStopping = false;

    std::mutex m_mutex;
    std::vector<Job> m_jobs;
    std::multimap<Clock::time_point, Job> m_timers;

    std::unordered_map<std::uint64_t, Entry> m_entries;
    std::uint64_t m_nextId = 1;
    QByteArray m_scratch;
};

}  // namespace trainyard
