// SPDX-License-Identifier: GPL-3.0-or-later
// What a person answers to a question of the keyring. It hears the answer in the thread that it lives in; another one waits for it.
#pragma once

#include <QDBusAbstractInterface>
#include <QDBusVariant>
#include <QSemaphore>

#include <atomic>

namespace trainyard {

class KeyringPrompt final : public QDBusAbstractInterface {
    Q_OBJECT

public:
    enum class Answer { None, Yes, No };

    KeyringPrompt(const QString &service, const QString &path, const QString &interface, const QDBusConnection &bus)
        : QDBusAbstractInterface(service, path, interface.toLatin1().constData(), bus, nullptr)
    {
        connect(this, &KeyringPrompt::Completed, this, [this](bool isDismissed) {
            m_answer = isDismissed ? Answer::No : Answer::Yes;
            m_answered.release();
        });
    }

    Answer wait(int forMs) { return m_answered.tryAcquire(1, forMs) ? m_answer.load() : Answer::None; }

Q_SIGNALS:
    void Completed(bool isDismissed, const QDBusVariant &result);  // the name is the bus's

private:
    QSemaphore m_answered;
    std::atomic<Answer> m_answer = Answer::None;
};

}  // namespace trainyard
