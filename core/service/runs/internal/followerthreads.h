// SPDX-License-Identifier: GPL-3.0-or-later
// The threads that read the local files of all followed runs: two, named, which handle the work of many runs in turns. Work for a page that
// a person is viewing comes first. Any thread.
#pragma once

#include <QObject>
#include <QThread>

#include <array>
#include <atomic>
#include <functional>

namespace trainyard {

class FollowerThreads {
public:
    FollowerThreads();
    ~FollowerThreads();  // stops and joins them: must not be called on one of them
    FollowerThreads(const FollowerThreads &) = delete;
    FollowerThreads &operator=(const FollowerThreads &) = delete;

    QThread *next() { return &m_threads[m_next++ % m_threads.size()]; }
    bool isEnding() const { return m_isEnding; }

    // Receives work, in the order of its priority, on the thread where it lives.
    class Target : public QObject {
    public:
        void post(std::function<void()> work, Qt::EventPriority priority = Qt::NormalEventPriority);

    protected:
        bool event(QEvent *event) override;
    };
    // For work that belongs to no object.
    void post(std::function<void()> work) { m_target.post(std::move(work)); }

private:
    std::array<QThread, 2> m_threads;
    Target m_target;
    std::atomic<size_t> m_next = 0;
    std::atomic<bool> m_isEnding = false;
};

}  // namespace trainyard
