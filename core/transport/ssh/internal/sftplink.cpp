// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/sftplink.h"

#include "core/transport/ssh/internal/waiting.h"
#include "core/transport/ssh/ssherrors.h"

#include <QCoreApplication>

namespace trainyard {

std::shared_ptr<SftpLink> SftpLink::open(SessionLoop &loop)
{
    auto link = std::make_shared<SftpLink>();
    ChannelRequest request;
    request.kind = ChannelRequest::Subsystem;
    request.text = "sftp";
    request.keepLimit = 64 * 1024;  // what the server writes to stderr, in case it is requested
    request.mayGiveWay = [weak = std::weak_ptr(link)] {
        const auto self = weak.lock();
        return self && self->isIdle();
    };
    // Weak: the link owns the channel, not vice versa.
    request.onOutput = [weak = std::weak_ptr(link)](QByteArrayView bytes) {
        if (const auto self = weak.lock())
            self->received(bytes);
    };
    request.onEnd = [weak = std::weak_ptr(link)](const Error &error) {
        if (const auto self = weak.lock())
            self->fail(error);
    };
    link->m_channel = loop.prepare(std::move(request));
    link->m_channel->post(SftpRequest::init());
    loop.open(link->m_channel);
    return link;
}

bool SftpLink::isIdle() const
{
    const std::lock_guard guard(m_mutex);
    return m_isReady && m_exchanges == 0 && m_pending.empty();
}

SftpLink::~SftpLink()
{
    if (m_channel)
        m_channel->close();
}

Result<void> SftpLink::waitReady(QDeadlineTimer deadline, const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    const WaitEnd end = waitFor(m_changed, lock, deadline, stop, [&] { return m_isReady || m_failure; });
    if (end != WaitEnd::Ready)
        return end == WaitEnd::Stopped ? cancelledError() : timedOutError(QStringLiteral("sftp"));
    if (m_failure)
        return *m_failure;
    return {};
}

bool SftpLink::isOver() const
{
    const std::lock_guard guard(m_mutex);
    return m_failure.has_value();
}

bool SftpLink::has(const char *extension) const
{
    const std::lock_guard guard(m_mutex);
    return m_extensions.contains(QByteArray(extension));
}

void SftpLink::closeHandle(const QByteArray &handle)
{
    send(SftpType::Close, nullptr, 0, [&](SftpRequest &request) { request.string(handle); });
}

quint32 SftpLink::reserve(const std::shared_ptr<ReplyQueue> &mailbox, quint64 tag)
{
    const std::lock_guard guard(m_mutex);
    if (m_failure) {
        if (mailbox) {
            const std::lock_guard inner(mailbox->mutex);
            mailbox->failure = m_failure;
        }
        return 0;  // dropped: the channel has ended
    }
    while (m_nextId == 0 || m_pending.contains(m_nextId))
        ++m_nextId;
    m_pending.emplace(m_nextId, Pending{mailbox, tag});
    return m_nextId++;
}

void SftpLink::received(QByteArrayView bytes)
{
    m_framer.append(bytes);
    for (;;) {
        auto packet = m_framer.next();
        if (!packet) {
            fail(packet.error());
            return;
        }
        if (!packet->has_value())
            return;
        auto reply = decodeSftpReply(**packet);
        if (!reply) {
            fail(reply.error());
            return;
        }
        dispatch(std::move(*reply));
    }
}

void SftpLink::dispatch(SftpReply reply)
{
    std::unique_lock lock(m_mutex);
    if (m_failure)
        return;
    if (reply.type == SftpType::Version) {
        if (m_isReady || reply.id != 3) {
            lock.unlock();
            fail(sftpBrokenError(QStringLiteral("version %1").arg(reply.id)));
            return;
        }
        m_extensions = reply.extensions;
        m_isReady = true;
        m_changed.notify_all();
        return;
    }
    const auto found = m_pending.find(reply.id);
    if (found == m_pending.end()) {
        lock.unlock();
        fail(sftpBrokenError(QStringLiteral("reply to no request")));
        return;
    }
    const Pending pending = std::move(found->second);
    m_pending.erase(found);
    lock.unlock();
    if (!pending.mailbox)
        return;

    std::unique_lock boxLock(pending.mailbox->mutex);
    if (!pending.mailbox->isAbandoned) {
        pending.mailbox->letters.push_back({pending.tag, std::move(reply)});
        pending.mailbox->arrived.notify_all();
        return;
    }
    boxLock.unlock();
    // The call that requested this handle has ended; the server has a limited number.
    if (reply.type == SftpType::Handle)
        closeHandle(reply.bytes);
}

void SftpLink::fail(const Error &error)
{
    std::unordered_map<quint32, Pending> pending;
    {
        const std::lock_guard guard(m_mutex);
        if (m_failure)
            return;
        m_failure = error;
        pending.swap(m_pending);
        m_changed.notify_all();
    }
    for (const auto &[id, entry] : pending) {
        if (!entry.mailbox)
            continue;
        const std::lock_guard guard(entry.mailbox->mutex);
        entry.mailbox->failure = error;
        entry.mailbox->arrived.notify_all();
    }
    // Ended by the server or by us: either way the channel is no longer needed.
    if (error.code == ErrorCode::Corrupt)
        m_channel->close();
}

void ReplyQueue::abandon(SftpLink &link)
{
    QList<QByteArray> handles;
    {
        const std::lock_guard guard(mutex);
        isAbandoned = true;
        for (const auto &letter : letters) {
            if (letter.reply.type == SftpType::Handle)
                handles << letter.reply.bytes;
        }
    }
    for (const QByteArray &handle : handles)
        link.closeHandle(handle);
}

Result<ReplyQueue::Letter> ReplyQueue::next(QDeadlineTimer deadline, const std::stop_token &stop)
{
    std::unique_lock lock(mutex);
    const WaitEnd end = waitFor(arrived, lock, deadline, stop, [&] { return !letters.empty() || failure; });
    if (end != WaitEnd::Ready)
        return end == WaitEnd::Stopped ? cancelledError() : timedOutError(QStringLiteral("sftp"));
    if (letters.empty())
        return *failure;
    Letter letter = std::move(letters.front());
    letters.pop_front();
    return letter;
}

Error sftpError(const SftpReply &reply, const QString &path)
{
    const QString detail = QString::fromUtf8(reply.bytes);
    if (reply.type != SftpType::Status)
        return sftpBrokenError(QStringLiteral("unexpected reply type %1").arg(static_cast<int>(reply.type)));
    switch (static_cast<SftpStatus>(reply.status)) {
    case SftpStatus::NoSuchFile:
        return {ErrorCode::NotFound, QCoreApplication::translate("trainyard::Ssh", "%1 does not exist on the machine.").arg(path), detail};
    case SftpStatus::PermissionDenied:
        return {ErrorCode::PermissionDenied,
                QCoreApplication::translate("trainyard::Ssh", "The machine does not permit this on %1. Check its owner and permissions.")
                    .arg(path),
                detail};
    case SftpStatus::Unsupported:
        return {ErrorCode::Unsupported,
                QCoreApplication::translate("trainyard::Ssh", "The machine's file transfer (SFTP) cannot do this with %1.").arg(path),
                detail};
    case SftpStatus::NoConnection:
    case SftpStatus::ConnectionLost: return connectionLostError(detail);
    default:
        return {ErrorCode::Io,
                QCoreApplication::translate("trainyard::Ssh", "The machine could not do this with %1. Check the path and the disk there.")
                    .arg(path),
                detail};
    }
}

Result<void> sftpChecked(const SftpReply &reply, const QString &path)
{
    if (reply.type == SftpType::Status && reply.status == static_cast<quint32>(SftpStatus::Ok))
        return {};
    return sftpError(reply, path);
}

}  // namespace trainyard
