// SPDX-License-Identifier: GPL-3.0-or-later
// The connections that move the files of one transfer: chooses their number and redials lost ones. Internal to core/transport/transfer.
//
// A connection carries about its window per round trip, however fast the link is. For a distant machine several are therefore dialled at
// once; for a near one another is added only while that makes the transfer faster.
#pragma once

#include "core/base/retry.h"
#include "core/transport/transfer/internal/transferworker.h"
#include "core/transport/transfer/transferjob.h"

#include <QElapsedTimer>

#include <atomic>
#include <list>
#include <thread>

namespace trainyard {

class TransferConnections {
public:
    TransferConnections(WorkList &list, const TransferSides &sides, const TransferLinks &links, const TransferSpec &spec,
                        std::stop_token stop);
    ~TransferConnections();  // stops and joins

    // isSmall: only the shared connection is used. `roundTrip`: as measured on the shared connection, 0 = unknown.
    void start(bool isSmall, std::chrono::microseconds roundTrip);
    void tick();  // about ten times a second

    int connected() const { return m_connected; }
    double bytesPerSecond() const { return m_speed; }
    std::optional<Error> trouble() const;  // while there is no connection

private:
    struct Member {
        std::jthread thread;
        std::atomic<bool> isRetired = false, isOver = false;
    };
    void add(bool isFirst, bool isShared);
    void work(Member &member, bool isFirst, bool isShared);
    Result<std::unique_ptr<FileChannel>> channel(bool isShared);
    int members() const;
    void measure();
    bool isWorthSeveral() const;

    WorkList &m_list;
    const TransferSides &m_sides;
    const TransferLinks &m_links;
    const int m_most;
    const bool m_reconnects;
    std::stop_source m_stop;
    std::stop_callback<std::function<void()>> m_follow;

    std::list<Member> m_members;
    std::atomic<int> m_connected = 0;
    std::atomic<qint64> m_roundTrip = 0, m_dialTime = 0;  // microseconds, milliseconds
    mutable std::mutex m_mutex;
    std::optional<Error> m_trouble;

    QElapsedTimer m_clock;
    std::deque<std::pair<qint64, qint64>> m_samples;  // ms, bytes
    double m_speed = 0, m_aloneSpeed = 0, m_speedBefore = 0;
    qint64 m_lastAdd = 0;
    int m_connectedBefore = 0;
    bool m_isSettled = false;
};

// A failure of the connection, not of a file: worth redialling.
bool isLinkTrouble(const Error &error);

// A copy resumes soon after a short interruption.
constexpr RetryPolicy kRedial{std::chrono::milliseconds(300), std::chrono::seconds(15), 0.33};

}  // namespace trainyard
