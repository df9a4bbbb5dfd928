// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks on few threads: in order, at their time, each once; one that hangs delays no other, and nothing runs after the end.
#include "core/base/executor.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSemaphore>
#include <QTest>

#include <atomic>
#include <latch>
#include <mutex>
#include <thread>
#include <vector>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

constexpr int kSoonMs = 10'000;

// What tasks did, from any thread.
class Notes {
public:
    void add(int number)
    {
        const std::lock_guard lock(m_guard);
        m_all.push_back(number);
    }
    std::vector<int> all() const
    {
        const std::lock_guard lock(m_guard);
        return m_all;
    }

private:
    mutable std::mutex m_guard;
    std::vector<int> m_all;
};

Executor::Options options(int maxThreads, std::chrono::milliseconds patience = 20ms, std::chrono::milliseconds idle = 5s)
{
    Executor::Options wanted;
    wanted.maxThreads = maxThreads;
    wanted.patience = patience;
    wanted.idle = idle;
    return wanted;
}

int threadsNamed(const QByteArray &name)
{
    int count = 0;
    for (const QString &one : QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(QStringLiteral("/proc/self/task/%1/comm").arg(one));
        count += file.open(QIODevice::ReadOnly) && file.readAll().trimmed() == name;
    }
    return count;
}

}  // namespace

class TestExecutor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tasksBeginInTheirOrder()
    {
        Executor executor("order", options(1));
        QCOMPARE(executor.threads(), 0);
        Notes notes;
        for (int i = 0; i < 500; ++i)
            executor.post([&notes, i](std::stop_token) { notes.add(i); });
        QTRY_COMPARE_WITH_TIMEOUT(notes.all().size(), size_t(500), kSoonMs);
        for (int i = 0; i < 500; ++i)
            QCOMPARE(notes.all()[size_t(i)], i);
        QCOMPARE(executor.threads(), 1);
        QCOMPARE(threadsNamed("order"), 2);  // including the one that keeps the time
    }

    void aTaskComesWhenItIsDueAndNotBefore()
    {
        Executor executor("delay", options(1));
        Notes notes;
        QElapsedTimer clock;
        clock.start();
        std::atomic<qint64> last = 0;
        executor.after(300ms, [&](std::stop_token) {
            notes.add(300);
            last = clock.elapsed();
        });
        executor.after(20ms, [&](std::stop_token) { notes.add(20); });
        executor.after(120ms, [&](std::stop_token) { notes.add(120); });
        executor.post([&](std::stop_token) { notes.add(0); });
        QTRY_COMPARE_WITH_TIMEOUT(notes.all(), (std::vector<int>{0, 20, 120, 300}), kSoonMs);
        QVERIFY2(last >= 300 && last < 2000, qPrintable(QString::number(last)));
    }

    void aTaskPutsItsSuccessorBack()
    {
        Executor executor("steps", options(4));
        std::atomic<int> steps = 0;
        std::function<void(std::stop_token)> step = [&](std::stop_token) {
            if (++steps < 20)
                executor.after(1ms, step);
        };
        executor.post(step);
        QTRY_COMPARE_WITH_TIMEOUT(steps.load(), 20, kSoonMs);
        QCOMPARE(executor.threads(), 1);
    }

    void shortTasksShareOneThread()
    {
        Executor executor("shared", options(8, 5s));
        std::atomic<int> done = 0;
        for (int i = 0; i < 200; ++i)
            executor.after(std::chrono::milliseconds(i), [&done](std::stop_token) { ++done; });
        QTRY_COMPARE_WITH_TIMEOUT(done.load(), 200, kSoonMs);
        QCOMPARE(executor.threads(), 1);
    }

    void oneThatHangsHoldsBackNoOther()
    {
        Executor executor("hang", options(3));
        QSemaphore gate;
        std::atomic<int> hung = 0, done = 0;
        for (int i = 0; i < 2; ++i) {
            executor.post([&](std::stop_token) {
                ++hung;
                gate.acquire();
            });
        }
        for (int i = 0; i < 50; ++i)
            executor.post([&done](std::stop_token) { ++done; });
        QTRY_COMPARE_WITH_TIMEOUT(done.load(), 50, kSoonMs);
        QCOMPARE(hung.load(), 2);
        QCOMPARE(executor.threads(), 3);
        gate.release(2);
    }

    void neverMoreThanWanted()
    {
        Executor executor("limit", options(3, 1ms));
        QSemaphore gate;
        std::atomic<int> begun = 0;
        for (int i = 0; i < 10; ++i) {
            executor.post([&](std::stop_token) {
                ++begun;
                gate.acquire();
            });
        }
        QTRY_COMPARE_WITH_TIMEOUT(begun.load(), 3, kSoonMs);
        QTest::qWait(100);
        QCOMPARE(begun.load(), 3);
        QCOMPARE(executor.threads(), 3);
        // Tasks that waited for a thread run on those that become free.
        gate.release(10);
        QTRY_COMPARE_WITH_TIMEOUT(begun.load(), 10, kSoonMs);
        QCOMPARE(executor.threads(), 3);
    }

    void readyThreadsBeginAtOnce()
    {
        Executor::Options wanted = options(4, 1h);
        wanted.readyThreads = 4;
        Executor executor("ready", wanted);
        std::latch together(4);
        std::atomic<int> done = 0;
        for (int i = 0; i < 4; ++i) {
            executor.post([&](std::stop_token) {
                together.arrive_and_wait();  // none ends before all have begun
                ++done;
            });
        }
        QTRY_COMPARE_WITH_TIMEOUT(done.load(), 4, kSoonMs);
    }

    void threadsWithoutWorkEnd()
    {
        Executor executor("idle", options(4, 10ms, 200ms));
        QSemaphore gate;
        std::atomic<int> begun = 0;
        for (int i = 0; i < 4; ++i) {
            executor.post([&](std::stop_token) {
                ++begun;
                gate.acquire();
            });
        }
        QTRY_COMPARE_WITH_TIMEOUT(begun.load(), 4, kSoonMs);
        gate.release(4);
        // With little work left, the same thread does it, and the others end.
        std::atomic<bool> isOver = false;
        std::function<void(std::stop_token)> step = [&](std::stop_token) {
            if (!isOver)
                executor.after(20ms, step);
        };
        executor.post(step);
        QTRY_COMPARE_WITH_TIMEOUT(executor.threads(), 1, kSoonMs);
        QTest::qWait(500);
        QCOMPARE(executor.threads(), 1);
        isOver = true;
        QTRY_COMPARE_WITH_TIMEOUT(executor.threads(), 0, kSoonMs);
        QTRY_COMPARE_WITH_TIMEOUT(threadsNamed("idle"), 0, kSoonMs);  // nor the one that keeps the time
        std::atomic<bool> isDone = false;
        executor.post([&](std::stop_token) { isDone = true; });
        QTRY_VERIFY_WITH_TIMEOUT(isDone.load(), kSoonMs);
    }

    void noTaskIsLostAndNoneComesTwice()
    {
        constexpr int kPosters = 4, kEach = 2500;
        std::vector<std::atomic<int>> done(kPosters * kEach);
        Executor executor("many", options(6, 1ms, 1ms));
        {
            std::vector<std::jthread> posters;
            for (int poster = 0; poster < kPosters; ++poster) {
                posters.emplace_back([&, poster] {
                    for (int i = 0; i < kEach; ++i) {
                        const auto number = size_t(poster * kEach + i);
                        executor.after(std::chrono::milliseconds(i % 3), [&done, number](std::stop_token) {
                            if (number % 500 == 0)
                                std::this_thread::sleep_for(5ms);
                            ++done[number];
                        });
                        if (i % 100 == 0)
                            std::this_thread::sleep_for(2ms);  // so that threads end and begin again
                    }
                });
            }
        }
        const auto areAllDone = [&] { return std::all_of(done.begin(), done.end(), [](const auto &one) { return one == 1; }); };
        QTRY_VERIFY_WITH_TIMEOUT(areAllDone(), kSoonMs);
        QVERIFY(executor.threads() <= 6);
    }

    void theEndStopsWhatRunsAndDropsWhatWaits()
    {
        std::atomic<bool> hasBegun = false, wasStopped = false, cameLater = false;
        const auto owned = std::make_shared<int>(0);
        {
            Executor executor("end", options(1));
            executor.post([&](std::stop_token stop) {
                hasBegun = true;
                while (!stop.stop_requested())
                    std::this_thread::yield();
                wasStopped = true;
            });
            executor.post([&cameLater, owned](std::stop_token) { cameLater = true; });
            executor.after(1h, [&cameLater, owned](std::stop_token) { cameLater = true; });
            QTRY_VERIFY_WITH_TIMEOUT(hasBegun.load(), kSoonMs);
            executor.close();
            QVERIFY(wasStopped);
            QCOMPARE(owned.use_count(), 1L);
            executor.post([&cameLater, owned](std::stop_token) { cameLater = true; });
            QCOMPARE(owned.use_count(), 1L);
        }
        QVERIFY(!cameLater);
        QCOMPARE(threadsNamed("end"), 0);
    }

    void aTaskMayHoldTheLastReference()
    {
        std::atomic<bool> isOver = false;
        auto executor = std::make_shared<Executor>("last", options(2));
        QSemaphore gate;
        executor->post([&, own = executor](std::stop_token) mutable {
            gate.acquire();
            own.reset();
            isOver = true;
        });
        executor.reset();
        gate.release();
        QTRY_VERIFY_WITH_TIMEOUT(isOver.load(), kSoonMs);
        QTRY_COMPARE_WITH_TIMEOUT(threadsNamed("last"), 0, kSoonMs);
    }
};

QTEST_GUILESS_MAIN(TestExecutor)

#include "tst_executor.moc"
