// SPDX-License-Identifier: GPL-3.0-or-later
// Two networks of their own, the near and the far one, joined by a long line: real TCP from end to end over two TUN
// devices, and between these a relay of packets that delays, limits, loses, shuffles and swallows them. Nothing of it
// is seen outside or outlives the object. Needs root (CAP_SYS_ADMIN, CAP_NET_ADMIN) and /dev/net/tun.
//
// One relay thread of its own; the set functions may be called from any thread.
#pragma once

#include <QByteArray>
#include <QString>

#include <atomic>
#include <thread>

namespace trainyard {

class FarNetwork {
public:
    enum class Side { Near, Far };
    static QString address(Side side);  // as it is at first

    FarNetwork();
    ~FarNetwork();
    FarNetwork(const FarNetwork &) = delete;
    FarNetwork &operator=(const FarNetwork &) = delete;

    QString problem() const { return m_problem; }  // empty: it stands; else what is missing, and what would help

    // While it lives, the calling thread, and what it starts (threads, processes), belong to that side.
    class Visit {
    public:
        Visit(const FarNetwork &network, Side side);
        ~Visit();
        Visit(const Visit &) = delete;
        Visit &operator=(const Visit &) = delete;

    private:
        int m_home = -1;
    };

    // Of the line, each way:
    void setDelay(int milliseconds) { m_delay = milliseconds; }
    void setJitter(int milliseconds) { m_jitter = milliseconds; }     // up to so much more: packets overtake others
    void setLoss(double share) { m_loss = share; }                    // of all packets, 0 to 1
    void setRate(qint64 bytesPerSecond) { m_rate = bytesPerSecond; }  // 0 = any
    void setBlackHole(bool towardsNear, bool towardsFar);             // one of them: the link is half open

    // How TCP of both sides answers loss, for connections made from now on: "cubic", "bbr". False where the kernel
    // has no such thing, or there is no `ip`.
    bool setCongestionControl(const QByteArray &name);

    // What this computer notices by itself:
    bool setNearUp(bool isUp);                    // the near device goes away or comes back
    bool setNearAddress(const QString &address);  // and the old one is gone

private:
    void openEnd(Side side);
    void relay();

    QString m_problem;
    int m_namespaces[2] = {-1, -1}, m_devices[2] = {-1, -1}, m_wake = -1;
    std::atomic<int> m_delay = 0, m_jitter = 0;
    std::atomic<double> m_loss = 0;
    std::atomic<qint64> m_rate = 0;
    std::atomic<bool> m_isLost[2] = {false, false};  // what goes towards that side
    std::atomic<bool> m_isEnding = false;
    std::thread m_thread;
};

}  // namespace trainyard
