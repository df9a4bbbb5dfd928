// SPDX-License-Identifier: GPL-3.0-or-later
// What a terminal's session and the threads that serve it share. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/service/terminals/terminalsession.h"
#include "core/transport/ssh/remoteshell.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace trainyard {

class Executor;
class SshConnection;

struct OpenedShell {
    std::shared_ptr<SshConnection> connection;
    std::unique_ptr<RemoteShell> shell;
};

class TerminalLink : public std::enable_shared_from_this<TerminalLink> {
public:
    // Connects and opens; blocking, on a worker. The last argument is called by the shell when it has news.
    using Opener = std::function<Result<OpenedShell>(TerminalSize, std::stop_token, std::function<void()>)>;

    TerminalLink(Executor &executor, Opener opener, TerminalSize size, int historyLimit);

    void start();  // when nothing is open
    void close();  // for ever
    void resize(TerminalSize size);
    bool send(const QByteArray &bytes);
    TerminalState state() const;
    void setListener(std::function<void()> news);  // called on any thread; must not wait
    void newsSeen() { m_isTold = false; }
    void withScreen(const std::function<void(TerminalScreen &)> &use);

private:
    void wake();
    void serve(const std::stop_token &stop);
    bool readOnce(RemoteShell &shell, const std::stop_token &stop);
    bool writeUnsent(RemoteShell &shell);
    void noteStage(const RemoteShell &shell);
    void applySize(RemoteShell *shell);
    void open(std::stop_token stop);
    void setState(const TerminalState &state);
    void tell();
    std::shared_ptr<RemoteShell> shell() const;

    Executor &m_executor;
    const Opener m_opener;
    std::stop_source m_end;
    std::atomic<bool> m_isTold = false, m_isScheduled = false;
    std::mutex m_serving;  // one thread at a time serves

    // The thread that interprets takes the screen again at once; who waits for m_next comes first.
    std::mutex m_next, m_screenGuard;
    TerminalScreen m_screen;

    mutable std::mutex m_guard;  // of what follows; held for moments
    std::shared_ptr<SshConnection> m_connection;
    std::shared_ptr<RemoteShell> m_shell;
    TerminalState m_state;
    TerminalSize m_size;
    bool m_isSizeNew = false, m_isClosed = false;
    QByteArray m_unsent;
    std::function<void()> m_news;
};

}  // namespace trainyard
