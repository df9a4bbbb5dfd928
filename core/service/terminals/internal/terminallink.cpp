// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/terminals/internal/terminallink.h"

#include "core/base/executor.h"
#include "core/transport/ssh/sshconnection.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kSlice = 16 * 1024;            // plain text is interpreted in about a millisecond
constexpr qsizetype kStep = 128;                   // three bytes can fill a whole screen
constexpr qint64 kTurn = 5;                        // ms that a slice lasts
constexpr qsizetype kMaxUnsent = 4 * 1024 * 1024;  // a large paste; more would only fill memory

}  // namespace

TerminalLink::TerminalLink(Executor &executor, Opener opener, TerminalSize size, int historyLimit)
    : m_executor(executor), m_opener(std::move(opener)), m_screen(size, historyLimit), m_size(size)
{
}

void TerminalLink::start()
{
    {
        const std::lock_guard guard(m_guard);
        if (m_isClosed)
            return;
        m_state = {};
        m_shell.reset();
        m_connection.reset();
        m_unsent.clear();
        m_executor.post([weak = weak_from_this()](std::stop_token stop) {
            if (const auto self = weak.lock())
                self->open(std::move(stop));
        });
    }
    tell();
}

void TerminalLink::open(std::stop_token stop)
{
    std::stop_source either;
    const std::stop_callback ofExecutor(stop, [&either] { either.request_stop(); });
    const std::stop_callback ofLink(m_end.get_token(), [&either] { either.request_stop(); });
    TerminalSize size;
    {
        const std::lock_guard guard(m_guard);
        size = m_size;
        m_isSizeNew = true;  // of the screen, and of the shell where it changes meanwhile
    }
    auto opened = m_opener(size, either.get_token(), [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->wake();
    });
    if (!opened) {
        TerminalState state;
        state.stage = TerminalState::Failed;
        state.error = opened.error();
        setState(state);
        return;
    }
    withScreen([](TerminalScreen &screen) { screen.restart(); });
    {
        const std::lock_guard guard(m_guard);
        if (m_isClosed)
            return;
        m_connection = std::move(opened->connection);
        m_shell = std::move(opened->shell);
    }
    wake();
}

void TerminalLink::close()
{
    std::shared_ptr<RemoteShell> shell;
    std::shared_ptr<SshConnection> connection;
    {
        const std::lock_guard guard(m_guard);
        m_isClosed = true;
        m_news = {};
        shell = std::move(m_shell);
        connection = std::move(m_connection);
    }
    m_end.request_stop();
}

void TerminalLink::wake()
{
    if (m_isScheduled.exchange(true))
        return;
    // After close(), the executor may be gone.
    const std::lock_guard guard(m_guard);
    if (m_isClosed)
        return;
    m_executor.post([weak = weak_from_this()](const std::stop_token &stop) {
        if (const auto self = weak.lock())
            self->serve(stop);
    });
}

std::shared_ptr<RemoteShell> TerminalLink::shell() const
{
    const std::lock_guard guard(m_guard);
    return m_shell;
}

void TerminalLink::serve(const std::stop_token &stop)
{
    const std::lock_guard serving(m_serving);
    m_isScheduled = false;  // news from here on are another turn
    const auto shell = this->shell();
    applySize(shell.get());
    if (!shell)
        return;
    writeUnsent(*shell);
    const bool isMore = !stop.stop_requested() && readOnce(*shell, stop);
    noteStage(*shell);
    tell();
    if (isMore)
        wake();  // another turn: the size may be new, or the terminal closed
}

void TerminalLink::applySize(RemoteShell *shell)
{
    TerminalSize size;
    {
        const std::lock_guard guard(m_guard);
        if (!m_isSizeNew)
            return;
        m_isSizeNew = !shell;  // a shell that is still being opened is told then
        size = m_size;
    }
    withScreen([size](TerminalScreen &screen) { screen.resize(size); });
    if (shell)
        shell->resize(size);
    tell();
}

bool TerminalLink::readOnce(RemoteShell &shell, const std::stop_token &stop)
{
    const QByteArray bytes = shell.read();
    for (qsizetype done = 0; done < bytes.size() && !m_end.stop_requested() && !stop.stop_requested();) {
        QByteArray answers;
        withScreen([&](TerminalScreen &screen) {
            const qsizetype end = std::min(done + kSlice, bytes.size());
            const QDeadlineTimer turn(kTurn, Qt::PreciseTimer);
            do {
                const qsizetype next = std::min(done + kStep, end);
                screen.feed(QByteArrayView(bytes).sliced(done, next - done));
                done = next;
            } while (done < end && !turn.hasExpired());
            answers = screen.takeAnswers();
        });
        if (!answers.isEmpty()) {
            const std::lock_guard guard(m_guard);
            if (m_unsent.size() < TerminalScreen::kMaxAnswers)  // a machine that asks without reading gets no answers
                m_unsent += answers;
        }
        tell();
    }
    return !bytes.isEmpty();
}

bool TerminalLink::writeUnsent(RemoteShell &shell)
{
    const std::lock_guard guard(m_guard);
    while (!m_unsent.isEmpty()) {
        const qsizetype taken = shell.write(m_unsent);
        if (taken <= 0)
            return false;
        m_unsent.remove(0, taken);
    }
    return true;
}

void TerminalLink::noteStage(const RemoteShell &shell)
{
    TerminalState state = this->state();
    switch (shell.stage()) {
    case RemoteSocket::Stage::Opening: return;
    case RemoteSocket::Stage::Open: state.stage = TerminalState::Open; break;
    case RemoteSocket::Stage::Closed: {
        if (!shell.isAtEnd())
            return;  // it is read first
        const ShellExit exit = shell.exit();
        state.stage = TerminalState::Ended;
        state.exitCode = exit.code;
        state.signal = exit.signal;
        break;
    }
    case RemoteSocket::Stage::Failed:
        if (!shell.isAtEnd())
            return;  // it is read first
        state.error = shell.error();
        state.stage = state.stage == TerminalState::Connecting ? TerminalState::Failed : TerminalState::Lost;
        break;
    }
    setState(state);
}

void TerminalLink::setState(const TerminalState &state)
{
    std::shared_ptr<RemoteShell> over;
    {
        const std::lock_guard guard(m_guard);
        if (m_isClosed || m_state.isOver())
            return;
        m_state = state;
        if (state.isOver()) {
            over = std::move(m_shell);
            m_connection.reset();
            m_unsent.clear();
        }
    }
    tell();
}

void TerminalLink::resize(TerminalSize size)
{
    {
        const std::lock_guard guard(m_guard);
        if (m_size == size)
            return;
        m_size = size;
        m_isSizeNew = true;
    }
    wake();
}

bool TerminalLink::send(const QByteArray &bytes)
{
    {
        const std::lock_guard guard(m_guard);
        if (!m_shell || m_unsent.size() + bytes.size() > kMaxUnsent)
            return false;
        m_unsent += bytes;
    }
    if (const auto open = shell())
        writeUnsent(*open);  // what does not fit goes when the shell has news
    return true;
}

TerminalState TerminalLink::state() const
{
    const std::lock_guard guard(m_guard);
    return m_state;
}

void TerminalLink::setListener(std::function<void()> news)
{
    const std::lock_guard guard(m_guard);
    m_news = std::move(news);
}

void TerminalLink::tell()
{
    if (m_isTold.exchange(true))
        return;
    const std::lock_guard guard(m_guard);
    if (m_news)
        m_news();
}

void TerminalLink::withScreen(const std::function<void(TerminalScreen &)> &use)
{
    std::unique_lock next(m_next);
    const std::lock_guard guard(m_screenGuard);
    next.unlock();
    use(m_screen);
}

}  // namespace trainyard
