// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/reactor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <openssl/crypto.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

namespace trainyard {

namespace {

// Two descriptors per connection: the usual soft limit of 1024 would be reached at 500 machines. Not higher, because some programs
// started from here close every possible descriptor one by one.
constexpr rlim_t kDescriptors = 16 * 1024;

void allowManyDescriptors()
{
    rlimit limit = {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= kDescriptors)
        return;
    limit.rlim_cur = std::min(limit.rlim_max, kDescriptors);
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

// The threads of all reactors. A job may hold the last copy of its own reactor, and then no other thread is left to wait for it. A
// program that ends waits here, because the thread may still be in a library that is unloaded at exit.
class ReactorThreads {
public:
    struct Running {
        std::shared_ptr<Reactor> reactor;
        std::thread thread;
        std::atomic<bool> hasEnded = false;
    };

    // Never destroyed, because other objects destroyed at exit may still hold a reactor.
    static ReactorThreads &all()
    {
        static ReactorThreads *const threads = [] {
            OPENSSL_init_crypto(OPENSSL_INIT_ADD_ALL_DIGESTS, nullptr);  // makes OpenSSL clean up after our threads, which use it
            std::atexit([] { all().endAll(); });
            return new ReactorThreads;
        }();
        return *threads;
    }

    std::shared_ptr<Running> start(const std::shared_ptr<Reactor> &reactor)
    {
        const auto running = std::make_shared<Running>();
        running->reactor = reactor;
        running->thread = std::thread([one = running.get()] {
            one->reactor->run();
            one->hasEnded = true;
        });
        const std::lock_guard guard(m_mutex);
        m_running.push_back(running);
        return running;
    }

    // Waits for the thread, unless called on it.
    void end(const std::shared_ptr<Running> &running)
    {
        running->reactor->stop();
        const bool isOwn = running->reactor->isOwnThread();
        for (const auto &one : take([&](const Running &other) { return other.hasEnded || (!isOwn && &other == running.get()); }))
            one->thread.join();
    }

private:
    using List = std::vector<std::shared_ptr<Running>>;

    void endAll()
    {
        for (const auto &running : take([](const Running &) { return true; })) {
            running->reactor->stop();
            running->thread.join();
        }
    }

    template <typename Which>
    List take(Which which)
    {
        const std::lock_guard guard(m_mutex);
        const auto first = std::partition(m_running.begin(), m_running.end(), [&](const auto &one) { return !which(*one); });
        List taken{first, m_running.end()};
        m_running.erase(first, m_running.end());
        return taken;
    }

    std::mutex m_mutex;
    List m_running;
};

std::shared_ptr<Reactor> Reactor::start()
{
    allowManyDescriptors();
    const auto running = ReactorThreads::all().start(std::make_shared<Reactor>(Private{}));
    return std::shared_ptr<Reactor>(running->reactor.get(), [running](Reactor *) { ReactorThreads::all().end(running); });
}

Reactor::Reactor(Private) : m_epoll(::epoll_create1(EPOLL_CLOEXEC)), m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.u64 = 0;
    ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, m_wake, &event);
}

Reactor::~Reactor()
{
    ::close(m_wake);
    ::close(m_epoll);
}

void Reactor::wake() const
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(m_wake, &one, sizeof one);
}

void Reactor::stop()
{
    m_isStopping = true;
    wake();
}

void Reactor::post(Job job)
{
    bool wasEmpty = false;
    {
        const std::lock_guard guard(m_mutex);
        wasEmpty = m_jobs.empty();
        m_jobs.push_back(std::move(job));
    }
    if (wasEmpty && !isOwnThread())
        wake();
}

void Reactor::after(std::chrono::milliseconds delay, Job job)
{
    bool isNext = false;
    {
        const std::lock_guard guard(m_mutex);
        const auto added = m_timers.emplace(Clock::now() + delay, std::move(job));
        isNext = added == m_timers.begin();
    }
    if (isNext && !isOwnThread())
        wake();
}

std::uint64_t Reactor::add(int fd, std::uint32_t events, std::shared_ptr<Source> source)
{
    const std::uint64_t id = m_nextId++;
    epoll_event event = {};
    event.events = events;
    event.data.u64 = id;
    ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, fd, &event);
    m_entries.emplace(id, Entry{fd, events, std::move(source)});
    return id;
}

void Reactor::setEvents(std::uint64_t id, std::uint32_t events)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end() || found->second.events == events)
        return;
    found->second.events = events;
    epoll_event event = {};
    event.events = events;
    event.data.u64 = id;
    ::epoll_ctl(m_epoll, EPOLL_CTL_MOD, found->second.fd, &event);
}

void Reactor::remove(std::uint64_t id)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end())
        return;
    ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, found->second.fd, nullptr);
    m_entries.erase(found);
}

QByteArray &Reactor::scratch(qsizetype size)
{
    if (m_scratch.size() < size)
        m_scratch = QByteArray(size, Qt::Uninitialized);
    return m_scratch;
}

int Reactor::untilNextTimer()
{
    const std::lock_guard guard(m_mutex);
    if (!m_jobs.empty())
        return 0;
    if (m_timers.empty())
        return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_timers.begin()->first - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

void Reactor::runJobs()
{
    std::vector<Job> jobs;
    {
        const std::lock_guard guard(m_mutex);
        jobs.swap(m_jobs);
    }
    for (Job &job : jobs) {
        job();
        job = nullptr;
    }
}

void Reactor::runTimers()
{
    const auto now = Clock::now();
    for (;;) {
        Job job;
        {
            const std::lock_guard guard(m_mutex);
            if (m_timers.empty() || m_timers.begin()->first > now)
                return;
            job = std::move(m_timers.begin()->second);
            m_timers.erase(m_timers.begin());
        }
        job();
    }
}

void Reactor::run()
{
    m_threadId = std::this_thread::get_id();
    std::array<epoll_event, 128> events;
    while (!m_isStopping) {
        const int count = ::epoll_wait(m_epoll, events.data(), static_cast<int>(events.size()), untilNextTimer());
        for (int i = 0; i < count; ++i) {
            const epoll_event &event = events[static_cast<std::size_t>(i)];
            if (event.data.u64 == 0) {
                std::uint64_t told = 0;
                [[maybe_unused]] const ssize_t got = ::read(m_wake, &told, sizeof told);
                continue;
            }
            const auto found = m_entries.find(event.data.u64);  // an earlier event may have removed it
            if (found == m_entries.end())
                continue;
            const std::shared_ptr<Source> source = found->second.source;
            source->ready(event.events);
        }
        runJobs();
        runTimers();  // after the events: count received data before judging a silence
    }
    while (!m_entries.empty()) {
        const auto first = m_entries.begin();
        const std::shared_ptr<Source> source = first->second.source;
        const std::uint64_t id = first->first;
        source->stopped();
        remove(id);
    }
    std::vector<Job> jobs;
    std::multimap<Clock::time_point, Job> timers;
    const std::unique_lock lock(m_mutex);
    jobs.swap(m_jobs);  // destroyed without the lock: they may own objects that post again
    timers.swap(m_timers);
}

}  // namespace trainyard
