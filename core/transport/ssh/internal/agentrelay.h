// SPDX-License-Identifier: GPL-3.0-or-later
// Relays between libssh and ssh-agent, because libssh waits for an agent indefinitely and offers every key it holds. Here a stop request
// or the deadline ends the wait, requested keys come first, and with IdentitiesOnly no other key is shown. The protocol:
// draft-ietf-sshm-ssh-agent (lists and signatures only). Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/internal/wakeup.h"

#include <QByteArray>
#include <QDeadlineTimer>
#include <QList>
#include <QString>

#include <memory>
#include <stop_token>
#include <thread>

namespace trainyard {

class AgentRelay {
public:
    // nullptr when no agent answers at `socket`. `wanted`: public keys in SSH wire format, the first one first.
    static std::unique_ptr<AgentRelay> start(const QString &socket, QList<QByteArray> wanted, bool isOnlyWanted, QDeadlineTimer deadline,
                                             std::stop_token stop);
    ~AgentRelay();
    AgentRelay(const AgentRelay &) = delete;
    AgentRelay &operator=(const AgentRelay &) = delete;

    int takeFd();  // libssh's end; the caller owns it

private:
    AgentRelay() = default;
    void main(const std::stop_token &stop);
    bool forward(const QByteArray &request, QByteArray *answer, const std::stop_token &stop);
    bool move(int fd, char *bytes, qsizetype size, bool isWrite, const std::stop_token &stop);
    bool readPacket(int fd, QByteArray *packet, const std::stop_token &stop);
    bool writePacket(int fd, const QByteArray &packet, const std::stop_token &stop);
    bool isAllowed(const QByteArray &key) const;
    QByteArray filtered(const QByteArray &list) const;

    int m_agent = -1, m_near = -1, m_far = -1;  // the agent, our end, libssh's end
    QList<QByteArray> m_wanted;
    bool m_isOnlyWanted = false;
    QDeadlineTimer m_deadline;
    Wakeup m_wakeup;
    std::jthread m_thread;
};

}  // namespace trainyard
