// SPDX-License-Identifier: GPL-3.0-or-later
// SFTP as it is on the wire: many requests in flight, replies in any order, paths as bytes. For callers that move many or large files;
// all others should use sftp.h. One thread at a time uses a channel.
//
// A channel is either part of a shared connection (Sftp::channel(), suited to few bytes) or a connection of its own
// (openFileConnection()), whose bytes never delay logs and samples.
#pragma once

#include "core/model/sshtarget.h"
#include "core/transport/ssh/sftpcodec.h"

#include <QDeadlineTimer>

#include <chrono>
#include <memory>
#include <stop_token>

namespace trainyard {

struct SshQuestions;

struct SftpMessage {
    quint64 tag = 0;
    SftpReply reply;  // the bytes of a Data reply are valid until the next call of next()
};

class FileChannel {
public:
    virtual ~FileChannel() = default;

    // `fill` adds the fields after the request's number; `expected` is their approximate size in bytes.
    template <typename Fill>
    void send(SftpType type, quint64 tag, Fill fill, qsizetype expected = 0)
    {
        SftpRequest request(type, reserve(tag), expected);
        fill(request);
        post(request.packet());
    }
    // The next reply to anything sent here. TimedOut leaves the channel usable; after ConnectionLost or Corrupt no more replies come.
    virtual Result<SftpMessage> next(QDeadlineTimer deadline, std::stop_token stop) = 0;

    // Sends one request and waits for its reply; only while nothing else is outstanding.
    template <typename Fill>
    Result<SftpReply> ask(SftpType type, Fill fill, QDeadlineTimer deadline, std::stop_token stop)
    {
        send(type, 0, fill);
        TRY(auto letter, next(deadline, stop));
        return std::move(letter.reply);
    }

    virtual bool has(const char *extension) const = 0;
    virtual SftpLimits limits() const = 0;
    virtual qint64 window() const = 0;                        // bytes worth having in flight
    virtual std::chrono::microseconds roundTrip() const = 0;  // as TCP measured it; 0 = unknown

protected:
    virtual quint32 reserve(quint64 tag) = 0;
    virtual void post(QByteArray packet) = 0;
};

// Logs in and opens the file subsystem. Errors as SshConnection::open(), and Unsupported without SFTP. Blocking.
Result<std::unique_ptr<FileChannel>> openFileConnection(const SshTarget &target, const SshQuestions &questions, QDeadlineTimer deadline,
                                                        std::stop_token stop = {});

// The Error that a reply means: a status other than Ok, or a reply of the wrong type (Corrupt).
Error sftpError(const SftpReply &reply, const QString &path);
// Succeeds if the reply is the status Ok.
Result<void> sftpChecked(const SftpReply &reply, const QString &path);

}  // namespace trainyard
