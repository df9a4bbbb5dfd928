// SPDX-License-Identifier: GPL-3.0-or-later
// A FileChannel with an SSH session of its own, served by its caller: no thread, no queue and no copy between the socket and the caller.
// Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/filechannel.h"
#include "core/transport/ssh/internal/login.h"
#include "core/transport/ssh/internal/wakeup.h"

#include <deque>
#include <unordered_map>

namespace trainyard {

class FileConnection : public FileChannel {
public:
    explicit FileConnection(Login login);
    ~FileConnection() override;

    Result<void> start(QDeadlineTimer deadline, const std::stop_token &stop);

    Result<SftpMessage> next(QDeadlineTimer deadline, std::stop_token stop) override;
    bool has(const char *extension) const override { return m_extensions.contains(QByteArray(extension)); }
    SftpLimits limits() const override { return m_limits; }
    qint64 window() const override { return m_window; }
    std::chrono::microseconds roundTrip() const override { return m_roundTrip; }

protected:
    quint32 reserve(quint64 tag) override;
    void post(QByteArray packet) override;

private:
    Result<std::optional<SftpReply>> takeReply();
    bool sendSome();
    bool readSome();
    int read(bool isError);
    Result<void> pump(QDeadlineTimer deadline, const std::stop_token &stop);
    bool isOver() const;

    Login m_login;  // owns what the session runs over
    const ssh_session m_session;
    ssh_channel m_channel = nullptr;
    ssh_counter_struct m_socketBytes = {}, m_rawBytes = {};
    int m_fd = -1;  // a duplicate: libssh closes its own when the link is lost, and the number may then be reused for another file
    const Wakeup m_wakeup;
    std::chrono::microseconds m_roundTrip{0};
    quint32 m_window = 0;

    QByteArray m_in;  // received: [m_inStart, m_inEnd) is not taken yet
    qsizetype m_inStart = 0, m_inEnd = 0;
    quint32 m_consumed = 0;  // bytes read since the window was last opened
    bool m_isWindowOpen = false;

    std::deque<QByteArray> m_out;
    qsizetype m_outOffset = 0;  // sent bytes of the first one
    qsizetype m_outBytes = 0;
    int m_unflushed = 0;
    QByteArray m_piece;
    bool m_wantsToWrite = false;

    std::unordered_map<quint32, quint64> m_pending;  // request → tag
    quint32 m_nextId = 1;
    QList<QByteArray> m_extensions;
    SftpLimits m_limits;
    std::optional<Error> m_failure;
};

}  // namespace trainyard
