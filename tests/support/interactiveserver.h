// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in SSH server on 127.0.0.1 for what a private sshd cannot do without changes to the system: it asks the given questions by
// keyboard-interactive, and runs nothing afterwards. It is built on libssh's server side and has one thread, which serves one client after
// the other.
#pragma once

#include "core/model/sshtarget.h"

#include <QList>
#include <QString>
#include <QTemporaryDir>

#include <atomic>
#include <thread>

namespace trainyard {

class InteractiveServer {
public:
    struct Prompt {
        QString text;
        bool isEchoed = false;
        QString rightAnswer;
    };
    // The rounds of one login. Every answer must be right; an empty round only shows its text.
    explicit InteractiveServer(QList<QList<Prompt>> rounds, bool alsoTakesPasswords = false);
    ~InteractiveServer();
    InteractiveServer(const InteractiveServer &) = delete;
    InteractiveServer &operator=(const InteractiveServer &) = delete;

    bool start();
    SshTarget target() const;  // its key is in the target's known_hosts; no identity files
    int connections() const { return m_connections; }
    int logins() const { return m_logins; }

private:
    void main();
    void serve(void *session);

    const QList<QList<Prompt>> m_rounds;
    const bool m_takesPasswords;
    QTemporaryDir m_directory;
    void *m_bind = nullptr;  // ssh_bind
    int m_port = 0;
    std::atomic<bool> m_isClosing = false;
    std::atomic<int> m_connections = 0, m_logins = 0;
    std::thread m_thread;
};

}  // namespace trainyard
