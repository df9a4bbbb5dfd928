// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of a window's thread and of its program: for benchmarks with a window.
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QThread>
#include <QTimer>

#include <atomic>
#include <ctime>
#include <functional>

namespace trainyard {

inline double milliseconds(const QElapsedTimer &timer) { return double(timer.nsecsElapsed()) / 1e6; }

inline double cpuMilliseconds(clockid_t clock)
{
    timespec spent{};
    clock_gettime(clock, &spent);
    return double(spent.tv_sec) * 1e3 + double(spent.tv_nsec) / 1e6;
}

inline void spin(int forMs)
{
    QEventLoop loop;
    QTimer::singleShot(forMs, &loop, &QEventLoop::quit);
    loop.exec();
}

// Waits asleep, as a program does; processEvents() with a time limit does not sleep.
inline bool waitFor(const std::function<bool()> &isDone, int limitMs = 120'000)
{
    QElapsedTimer timer;
    timer.start();
    QTimer wake;
    wake.start(50);
    while (!isDone() && timer.elapsed() < limitMs)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return isDone();
}

// Observes every event of the window's thread: the CPU time of the longest one, so that other programs on a busy computer do not count, and
// the total.
class UiClock : public QApplication {
public:
    UiClock(int &argc, char **argv) : QApplication(argc, argv) { restart(); }
    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_depth++ > 0 || thread() != QThread::currentThread()) {
            const bool isTaken = QApplication::notify(receiver, event);
            --m_depth;
            return isTaken;
        }
        const double begin = cpuMilliseconds(CLOCK_THREAD_CPUTIME_ID);
        const bool isTaken = QApplication::notify(receiver, event);
        m_longest = std::max(m_longest, cpuMilliseconds(CLOCK_THREAD_CPUTIME_ID) - begin);
        --m_depth;
        return isTaken;
    }
    void restart()
    {
        m_longest = 0;
        m_cpu = cpuMilliseconds(CLOCK_THREAD_CPUTIME_ID);
        m_processCpu = cpuMilliseconds(CLOCK_PROCESS_CPUTIME_ID);
        m_wall.start();
    }
    double longest() const { return m_longest; }
    double cpuPercent() const { return 100 * (cpuMilliseconds(CLOCK_THREAD_CPUTIME_ID) - m_cpu) / milliseconds(m_wall); }
    double processPercent() const { return 100 * (cpuMilliseconds(CLOCK_PROCESS_CPUTIME_ID) - m_processCpu) / milliseconds(m_wall); }

private:
    std::atomic<int> m_depth = 0;
    double m_longest = 0, m_cpu = 0, m_processCpu = 0;
    QElapsedTimer m_wall;
};

}  // namespace trainyard
