// SPDX-License-Identifier: GPL-3.0-or-later
// Multiplexes the SFTP channel: sends the requests of many callers and delivers replies by request number. Internal to
// core/transport/ssh.
#pragma once

#include "core/transport/ssh/filechannel.h"
#include "core/transport/ssh/internal/sessionloop.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace trainyard {

class SftpLink;

// Where the replies of one caller arrive.
struct ReplyQueue {
    struct Letter {
        quint64 tag = 0;
        SftpReply reply;
    };
    std::mutex mutex;
    std::condition_variable_any arrived;
    std::deque<Letter> letters;
    std::optional<Error> failure;  // the link has ended; nothing more comes
    bool isAbandoned = false;

    Result<Letter> next(QDeadlineTimer deadline, const std::stop_token &stop);
    void abandon(SftpLink &link);  // closes handles that have lost their owner
};

class SftpLink : public std::enable_shared_from_this<SftpLink> {
public:
    // Opens the subsystem; returns immediately.
    static std::shared_ptr<SftpLink> open(SessionLoop &loop);
    ~SftpLink();

    Result<void> waitReady(QDeadlineTimer deadline, const std::stop_token &stop);
    bool isOver() const;
    bool has(const char *extension) const;  // after waitReady()

    // `fill` adds the fields after the request's number. Without a reply queue the reply is dropped.
    template <typename Fill>
    void send(SftpType type, const std::shared_ptr<ReplyQueue> &mailbox, quint64 tag, Fill fill)
    {
        SftpRequest request(type, reserve(mailbox, tag));
        fill(request);
        m_channel->post(request.packet());
    }
    void closeHandle(const QByteArray &handle);
    quint32 reserve(const std::shared_ptr<ReplyQueue> &mailbox, quint64 tag);
    void post(QByteArray packet) { m_channel->post(std::move(packet)); }
    // While an exchange is attached, the channel does not give way to others.
    void attach() { m_exchanges.fetch_add(1); }
    void detach() { m_exchanges.fetch_sub(1); }

private:
    struct Pending {
        std::shared_ptr<ReplyQueue> mailbox;
        quint64 tag = 0;
    };

    bool isIdle() const;                  // no exchange, nothing outstanding
    void received(QByteArrayView bytes);  // on the session's thread
    void dispatch(SftpReply reply);
    void fail(const Error &error);

    std::shared_ptr<ChannelState> m_channel;
    std::atomic<int> m_exchanges = 0;
    SftpFramer m_framer;  // the session's thread only

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::unordered_map<quint32, Pending> m_pending;
    quint32 m_nextId = 1;
    bool m_isReady = false;
    std::optional<Error> m_failure;
    QList<QByteArray> m_extensions;
};

// One caller's conversation: sends and waits for its own replies; it may end early without disturbing others.
class SftpExchange {
public:
    SftpExchange(std::shared_ptr<SftpLink> link, QDeadlineTimer deadline, std::stop_token stop)
        : m_link(std::move(link)), m_deadline(deadline), m_stop(std::move(stop))
    {
        m_link->attach();
    }
    ~SftpExchange()
    {
        m_mailbox->abandon(*m_link);
        m_link->detach();
    }
    SftpExchange(const SftpExchange &) = delete;
    SftpExchange &operator=(const SftpExchange &) = delete;

    template <typename Fill>
    void send(SftpType type, quint64 tag, Fill fill)
    {
        m_link->send(type, m_mailbox, tag, fill);
    }
    Result<ReplyQueue::Letter> next() { return m_mailbox->next(m_deadline, m_stop); }

    // One request and its reply; only while nothing else is outstanding. Sends nothing if the caller's stop was requested.
    template <typename Fill>
    Result<SftpReply> ask(SftpType type, Fill fill)
    {
        if (m_stop.stop_requested())
            return cancelledError();
        send(type, 0, fill);
        TRY(auto letter, next());
        return std::move(letter.reply);
    }
    SftpLink &link() { return *m_link; }

private:
    const std::shared_ptr<SftpLink> m_link;
    const QDeadlineTimer m_deadline;
    const std::stop_token m_stop;
    const std::shared_ptr<ReplyQueue> m_mailbox = std::make_shared<ReplyQueue>();
};

}  // namespace trainyard
