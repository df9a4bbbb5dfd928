// SPDX-License-Identifier: GPL-3.0-or-later
// A FileChannel over the file channel that a connection shares among its callers. Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/filechannel.h"
#include "core/transport/ssh/internal/sftplink.h"

namespace trainyard {

class SharedFileChannel : public FileChannel {
public:
    // `keeper` keeps the session alive.
    SharedFileChannel(std::shared_ptr<SftpLink> link, std::shared_ptr<void> keeper) : m_keeper(std::move(keeper)), m_link(std::move(link))
    {
        m_link->attach();
    }
    ~SharedFileChannel() override
    {
        m_mailbox->abandon(*m_link);
        m_link->detach();
    }

    Result<SftpMessage> next(QDeadlineTimer deadline, std::stop_token stop) override
    {
        TRY(auto letter, m_mailbox->next(deadline, stop));
        return SftpMessage{letter.tag, std::move(letter.reply)};
    }
    bool has(const char *extension) const override { return m_link->has(extension); }
    SftpLimits limits() const override { return {}; }
    // Small, because it shares the connection with everything else.
    qint64 window() const override { return 512 * 1024; }
    std::chrono::microseconds roundTrip() const override { return std::chrono::microseconds(0); }

protected:
    quint32 reserve(quint64 tag) override { return m_link->reserve(m_mailbox, tag); }
    void post(QByteArray packet) override { m_link->post(std::move(packet)); }

private:
    const std::shared_ptr<void> m_keeper;
    const std::shared_ptr<SftpLink> m_link;
    const std::shared_ptr<ReplyQueue> m_mailbox = std::make_shared<ReplyQueue>();
};

}  // namespace trainyard
