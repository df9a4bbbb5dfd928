// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/channelstate.h"

#include "core/transport/ssh/internal/waiting.h"
#include "core/transport/ssh/ssherrors.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr qint64 kMaxDropped = 16 * 1024 * 1024;  // an honest command exceeds its limit by little

Error giveUp(WaitEnd end) { return end == WaitEnd::Stopped ? cancelledError() : timedOutError(); }

}  // namespace

ChannelState::ChannelState(ChannelRequest request, std::shared_ptr<SessionWaker> wakeup)
    : m_request(std::move(request)), m_wakeup(std::move(wakeup))
{
}

Result<void> ChannelState::waitOpen(QDeadlineTimer deadline, const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    const WaitEnd end = waitFor(m_changed, lock, deadline, stop, [&] { return m_stage != Stage::Opening; });
    if (end != WaitEnd::Ready)
        return giveUp(end);
    if (m_stage == Stage::Failed)
        return m_error;
    return {};
}

Result<void> ChannelState::waitEnd(QDeadlineTimer deadline, const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    const WaitEnd end = waitFor(m_changed, lock, deadline, stop, [&] { return isOver(); });
    if (end != WaitEnd::Ready)
        return giveUp(end);
    if (m_stage == Stage::Failed)
        return m_error;
    return {};
}

Result<ChannelState::Output> ChannelState::takeOutput(QDeadlineTimer deadline, const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    const WaitEnd end = waitFor(m_changed, lock, deadline, stop, [&] { return isOver() || !m_out.isEmpty() || !m_err.isEmpty(); });
    if (end != WaitEnd::Ready)
        return giveUp(end);
    const bool wasPaused = m_request.pauseLimit >= 0 && m_out.size() + m_err.size() >= m_request.pauseLimit;
    Output output{std::exchange(m_out, {}), std::exchange(m_err, {}), m_stage == Stage::Ended};
    const bool isEmpty = output.out.isEmpty() && output.err.isEmpty();
    if (m_stage == Stage::Failed && isEmpty)
        return m_error;
    lock.unlock();
    if (wasPaused)
        m_wakeup->signal();
    return output;
}

Result<void> ChannelState::send(const QByteArray &bytes, QDeadlineTimer deadline, const std::stop_token &stop)
{
    if (bytes.isEmpty())
        return {};
    std::unique_lock lock(m_mutex);
    const quint64 id = m_nextPiece++;
    m_input.push_back({id, bytes});
    m_wakeup->signal();
    const auto queued = [&] { return std::find_if(m_input.begin(), m_input.end(), [&](const Piece &piece) { return piece.id == id; }); };
    const WaitEnd end = waitFor(m_changed, lock, deadline, stop, [&] { return isOver() || m_isInputRefused || queued() == m_input.end(); });
    const auto piece = queued();
    if (m_stage == Stage::Failed)
        return m_error;
    if (piece == m_input.end() && !m_isInputRefused)
        return {};
    if (piece != m_input.end()) {
        if (piece == m_input.begin())
            m_inputOffset = 0;
        m_input.erase(piece);
    }
    if (end != WaitEnd::Ready)
        return giveUp(end);
    return Error{ErrorCode::RemoteCommandFailed,
                 QCoreApplication::translate("trainyard::Ssh", "The command ended before it had read all its input."),
                 {}};
}

void ChannelState::post(QByteArray bytes)
{
    {
        const std::lock_guard guard(m_mutex);
        if (isOver() || m_isInputRefused)
            return;
        m_input.push_back({m_nextPiece++, std::move(bytes)});
    }
    m_wakeup->signal();
}

void ChannelState::closeInput()
{
    {
        const std::lock_guard guard(m_mutex);
        m_isInputClosed = true;
    }
    m_wakeup->signal();
}

void ChannelState::close()
{
    {
        const std::lock_guard guard(m_mutex);
        m_isClosing = true;
    }
    m_wakeup->signal();
}

void ChannelState::resizeTerminal(TerminalSize size)
{
    {
        const std::lock_guard guard(m_mutex);
        m_terminal = size;
    }
    m_wakeup->signal();
}

std::optional<TerminalSize> ChannelState::takeTerminalSize()
{
    const std::lock_guard guard(m_mutex);
    return std::exchange(m_terminal, std::nullopt);
}

ChannelState::Exit ChannelState::exit() const
{
    const std::lock_guard guard(m_mutex);
    return m_exit;
}

QByteArray ChannelState::takeAll(bool isError)
{
    QByteArray taken;
    {
        const std::lock_guard guard(m_mutex);
        taken = std::exchange(isError ? m_err : m_out, {});
    }
    if (!taken.isEmpty() && m_request.pauseLimit >= 0)
        m_wakeup->signal();  // reading may go on
    return taken;
}

ChannelState::Stage ChannelState::stage() const
{
    const std::lock_guard guard(m_mutex);
    return m_stage;
}

Error ChannelState::error() const
{
    const std::lock_guard guard(m_mutex);
    return m_error;
}

QByteArray ChannelState::takeNow()
{
    QByteArray taken;
    {
        const std::lock_guard guard(m_mutex);
        taken = std::exchange(m_out, {});
    }
    if (!taken.isEmpty())
        m_wakeup->signal();  // a paused channel may continue
    return taken;
}

qsizetype ChannelState::offer(QByteArrayView bytes, qsizetype queueLimit)
{
    qsizetype taken = 0;
    {
        const std::lock_guard guard(m_mutex);
        if (isOver() || m_isInputRefused || m_isInputClosed)
            return 0;
        taken = std::min(bytes.size(), queueLimit - m_offered);
        if (taken <= 0)
            return 0;
        m_input.push_back({m_nextPiece++, bytes.first(taken).toByteArray()});
        m_offered += taken;
    }
    m_wakeup->signal();
    return taken;
}

bool ChannelState::isOutputFinished() const
{
    const std::lock_guard guard(m_mutex);
    return (m_isOutputEnded || isOver()) && m_out.isEmpty();
}

void ChannelState::setOpen()
{
    std::unique_lock lock(m_mutex);
    if (m_stage == Stage::Opening)
        m_stage = Stage::Open;
    m_changed.notify_all();
    lock.unlock();
    changed();
}

void ChannelState::setFailed(const Error &error)
{
    {
        const std::lock_guard guard(m_mutex);
        if (isOver())
            return;
        m_stage = Stage::Failed;
        m_error = error;
        m_changed.notify_all();
    }
    if (m_request.onEnd)
        m_request.onEnd(error);
    changed();
}

void ChannelState::setEnded(int exitCode, const QString &signal)
{
    {
        const std::lock_guard guard(m_mutex);
        if (isOver())
            return;
        m_stage = Stage::Ended;
        m_exit.code = exitCode;
        m_exit.signal = signal;
        m_changed.notify_all();
    }
    if (m_request.onEnd)
        m_request.onEnd(connectionLostError(QStringLiteral("the channel was closed")));
    changed();
}

void ChannelState::deliver(QByteArrayView bytes, bool isError)
{
    if (!isError && m_request.onOutput) {
        m_request.onOutput(bytes);
        return;
    }
    std::unique_lock lock(m_mutex);
    QByteArray &kept = isError ? m_err : m_out;
    const bool wasEmpty = kept.isEmpty();
    if (m_request.keepLimit >= 0 && kept.size() + bytes.size() > m_request.keepLimit) {
        const qsizetype room = static_cast<qsizetype>(m_request.keepLimit) - kept.size();
        kept.append(bytes.first(room));
        m_dropped += bytes.size() - room;
        m_exit.isTruncated = true;
    } else {
        kept.append(bytes);
    }
    if (!wasEmpty)
        return;
    m_changed.notify_all();
    lock.unlock();
    changed();
}

void ChannelState::setOutputEnd()
{
    {
        const std::lock_guard guard(m_mutex);
        if (std::exchange(m_isOutputEnded, true))
            return;
    }
    changed();
}

bool ChannelState::isPaused() const
{
    const std::lock_guard guard(m_mutex);
    return m_request.pauseLimit >= 0 && m_out.size() + m_err.size() >= m_request.pauseLimit;
}

bool ChannelState::isFlooded() const
{
    const std::lock_guard guard(m_mutex);
    return m_dropped > kMaxDropped;
}

bool ChannelState::isClosing() const
{
    const std::lock_guard guard(m_mutex);
    return m_isClosing;
}

bool ChannelState::hasInput() const
{
    const std::lock_guard guard(m_mutex);
    return !m_input.empty();
}

QByteArray ChannelState::nextInput(qsizetype limit) const
{
    const std::lock_guard guard(m_mutex);
    QByteArray next;
    qsizetype offset = m_inputOffset;
    for (const Piece &piece : m_input) {
        next.append(QByteArrayView(piece.bytes).sliced(offset).first(std::min(limit - next.size(), piece.bytes.size() - offset)));
        offset = 0;
        if (next.size() >= limit)
            break;
    }
    return next;
}

void ChannelState::inputSent(qsizetype count)
{
    std::unique_lock lock(m_mutex);
    const bool isOffered = m_offered > 0;
    m_offered -= std::min(m_offered, count);
    while (count > 0 && !m_input.empty()) {
        const qsizetype left = m_input.front().bytes.size() - m_inputOffset;
        if (count < left) {
            m_inputOffset += count;
            break;
        }
        count -= left;
        m_inputOffset = 0;
        m_input.pop_front();
        m_changed.notify_all();
    }
    lock.unlock();
    if (isOffered)
        changed();
}

void ChannelState::dropInput()
{
    const std::lock_guard guard(m_mutex);
    m_isInputRefused = true;
    m_offered = 0;
    m_input.clear();
    m_inputOffset = 0;
    m_changed.notify_all();
}

bool ChannelState::isInputFinished() const
{
    const std::lock_guard guard(m_mutex);
    return m_isInputClosed && m_input.empty();
}

}  // namespace trainyard
