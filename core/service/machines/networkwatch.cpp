// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/networkwatch.h"

#include <array>
#include <chrono>
#include <ctime>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <list>
#include <mutex>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <vector>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kPause = 2s;        // a change comes as a burst of messages: link, address, several routes
constexpr auto kSettling = 200ms;  // an address is announced a little before packets pass
constexpr auto kSlept = 1s;        // less is clock imprecision, not sleep

// Messages about something that disappeared matter as well: connections over it must be given up.
int openNetlink()
{
    const int fd = ::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    sockaddr_nl address = {};
    address.nl_family = AF_NETLINK;
    address.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE;
    if (fd >= 0 && ::bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0) {
        ::close(fd);
        return -1;
    }
    return fd;
}

// The kernel cancels this timer whenever the wall clock jumps, which it does on every resume.
int openClockAlarm()
{
    const int fd = ::timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    itimerspec never = {};
    never.it_value.tv_sec = 0x7fffffff;
    if (fd >= 0 && ::timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, nullptr) != 0) {
        ::close(fd);
        return -1;
    }
    return fd;
}

std::chrono::nanoseconds sleptInTotal()
{
    timespec boot = {}, awake = {};
    ::clock_gettime(CLOCK_BOOTTIME, &boot);
    ::clock_gettime(CLOCK_MONOTONIC, &awake);
    return std::chrono::seconds(boot.tv_sec - awake.tv_sec) + std::chrono::nanoseconds(boot.tv_nsec - awake.tv_nsec);
}

}  // namespace

struct NetworkWatch::State : std::enable_shared_from_this<State> {
    std::weak_ptr<Reactor> reactor;
    std::mutex guard;
    std::list<std::weak_ptr<std::function<void()>>> listeners;
    bool isDue = false;  // the reactor's thread only, like the rest
    Reactor::Clock::time_point last = Reactor::Clock::now() - kPause;
    std::chrono::nanoseconds slept = sleptInTotal();
    std::vector<std::uint64_t> sources;

    void changed()
    {
        if (std::exchange(isDue, true))
            return;
        const auto present = reactor.lock();
        if (!present)
            return;
        const auto wait = std::max<Reactor::Clock::duration>(kSettling, last + kPause - Reactor::Clock::now());
        present->after(std::chrono::ceil<std::chrono::milliseconds>(wait), [weak = weak_from_this()] {
            if (const auto self = weak.lock())
                self->tell();
        });
    }

    void tell()
    {
        isDue = false;
        last = Reactor::Clock::now();
        std::vector<std::shared_ptr<std::function<void()>>> present;
        {
            const std::lock_guard lock(guard);
            listeners.remove_if([](const auto &listener) { return listener.expired(); });
            for (const auto &listener : listeners) {
                if (auto alive = listener.lock())
                    present.push_back(std::move(alive));
            }
        }
        for (const auto &listener : present)
            (*listener)();
    }
};

class NetworkWatch::Descriptor : public Reactor::Source {
public:
    Descriptor(int fd, bool isClock, std::weak_ptr<State> state) : m_fd(fd), m_isClock(isClock), m_state(std::move(state)) {}
    ~Descriptor() override { ::close(m_fd); }

    void ready(std::uint32_t) override
    {
        std::array<char, 8192> messages;
        while (::read(m_fd, messages.data(), messages.size()) > 0) {}  // connecting again finds out what changed
        const auto state = m_state.lock();
        if (!state)
            return;
        if (m_isClock) {
            itimerspec never = {};
            never.it_value.tv_sec = 0x7fffffff;
            ::timerfd_settime(m_fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, nullptr);
            const auto slept = sleptInTotal();
            if (slept - std::exchange(state->slept, slept) < kSlept)
                return;  // the clock was merely set
        }
        state->changed();
    }

private:
    const int m_fd;
    const bool m_isClock;
    const std::weak_ptr<State> m_state;
};

NetworkWatch::NetworkWatch(std::shared_ptr<Reactor> reactor) : m_reactor(std::move(reactor)), m_state(std::make_shared<State>())
{
    m_state->reactor = m_reactor->weak_from_this();
    for (const bool isClock : {false, true}) {
        const int fd = isClock ? openClockAlarm() : openNetlink();
        if (fd < 0)
            continue;  // containers may forbid it; links then retry at their own pace
        const auto source = std::make_shared<Descriptor>(fd, isClock, m_state);
        m_reactor->post([source, fd, state = m_state] {
            if (const auto present = state->reactor.lock())
                state->sources.push_back(present->add(fd, EPOLLIN, source));
        });
    }
}

NetworkWatch::~NetworkWatch()
{
    m_reactor->post([state = m_state] {
        const auto present = state->reactor.lock();
        for (const std::uint64_t id : state->sources)
            if (present)
                present->remove(id);
    });
}

NetworkWatch::Token NetworkWatch::subscribe(std::function<void()> changed)
{
    auto listener = std::make_shared<std::function<void()>>(std::move(changed));
    const std::lock_guard lock(m_state->guard);
    m_state->listeners.remove_if([](const auto &one) { return one.expired(); });
    m_state->listeners.push_back(listener);
    return listener;
}

void NetworkWatch::announce()
{
    m_reactor->post([state = m_state] { state->changed(); });
}

}  // namespace trainyard
