// SPDX-License-Identifier: GPL-3.0-or-later
// Two networks, a near and a far one, joined by a long line: real TCP from end to end over two TUN devices, and between these a relay of
// packets that delays, limits, loses, shuffles and swallows them. None of it is visible outside or outlives the object. Needs root
// (CAP_SYS_ADMIN, CAP_NET_ADMIN) and /dev/net/tun.
//
// It has one relay thread; the set functions may be called from any thread.
#pragma once

#include <QByteArray>
#include <QString>

#include <atomic>
#include <thread>

namespace trainyard {

class FarNetwork {
public:
    enum class Side { Near, Far };
    static QString address(Side side);  // the initial one

    FarNetwork();
    ~FarNetwork();
    FarNetwork(const FarNetwork &) = delete;
    FarNetwork &operator=(const FarNetwork &) = delete;

    QString problem() const { return m_problem; }  // empty: it works; else what is missing, and a remedy

    // While it exists, the calling thread, and what it starts (threads, processes), belong to that side.
    class Visit {
    public:
        Visit(const FarNetwork &network, Side side);
        ~Visit();
        Visit(const Visit &) = delete;
        Visit &operator=(const Visit &) = delete;

    private:
        int m_home = -1;
    };

    // Properties of the line, in each direction:
    void setDelay(int milliseconds) { m_delay = milliseconds; }
    void setJitter(int milliseconds) { m_jitter = milliseconds; }     // up to this much more: packets overtake others
    void setLoss(double share) { m_loss = share; }                    // of all packets, 0 to 1
    void setRate(qint64 bytesPerSecond) { m_rate = bytesPerSecond; }  // 0 = any
    void setBlackHole(bool towardsNear, bool towardsFar);             // one of them: the link is half open

    // How TCP of both sides reacts to loss, for new connections: "cubic", "bbr". False if the kernel does not have it, or there is no `ip`.
    bool setCongestionControl(const QByteArray &name);

    // Events that this computer itself notices:
    bool setNearUp(bool isUp);                    // the near device goes away or comes back
    bool setNearAddress(const QString &address);  // the old one is removed

private:
    void openEnd(Side side);
    void relay();

    QString m_problem;
    int m_namespaces[2] = {-1, -1}, m_devices[2] = {-1, -1}, m_wake = -1;
    std::atomic<int> m_delay = 0, m_jitter = 0;
    std::atomic<double> m_loss = 0;
    std::atomic<qint64> m_rate = 0;
    std::atomic<bool> m_isLost[2] = {false, false};  // packets towards that side
    std::atomic<bool> m_isEnding = false;
    std::thread m_thread;
};

}  // namespace trainyard
