// SPDX-License-Identifier: GPL-3.0-or-later
// Carries results from a worker to an object of another thread, as long as that object exists: its owner closes the box before destroying
// it. Any thread.
#pragma once

#include <QObject>

#include <mutex>
#include <utility>

namespace trainyard {

class Mailbox {
public:
    explicit Mailbox(QObject *receiver) : m_receiver(receiver) {}

    // Runs `take` on the receiver's thread.
    template <typename F>
    void post(F take)
    {
        const std::lock_guard lock(m_guard);
        if (m_receiver)
            QMetaObject::invokeMethod(m_receiver, std::move(take), Qt::QueuedConnection);
    }
    void close()
    {
        const std::lock_guard lock(m_guard);
        m_receiver = nullptr;
    }
    bool isOpen()
    {
        const std::lock_guard lock(m_guard);
        return m_receiver;
    }

private:
    std::mutex m_guard;
    QObject *m_receiver;
};

}  // namespace trainyard
