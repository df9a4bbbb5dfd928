// SPDX-License-Identifier: GPL-3.0-or-later
// One SSH connection to one machine. The only header outside core/transport/ssh that a caller needs besides
// sshtarget.h and sftp.h; libssh does not appear in it.
//
// Thread model: the functions below may be called from any thread and block until done, until the deadline,
// or until stop is requested, whichever is first; they are meant for worker threads, never for the ui thread.
// Inside, one thread owns the libssh session and all its channels. Many calls may be in flight at once.
//
// A dead link is noticed in at most 11 s (the machine is asked for a sign of life; TCP keepalive and
// TCP_USER_TIMEOUT besides); every call in flight then fails with ConnectionLost. Nothing here says anything about processes on the machine: they
// live on when the link is lost.
#pragma once

#include "core/base/result.h"
#include "core/model/sshquestions.h"
#include "core/model/sshtarget.h"
#include "core/transport/ssh/remotesocket.h"

#include <QByteArray>
#include <QDeadlineTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace trainyard {

struct CommandResult {
    int exitCode = -1;    // -1 when ended by a signal or when the server did not say
    QString signal;       // "TERM" … when ended by a signal
    QByteArray out, err;  // each cut at RemoteCommand::outputLimit
    bool isTruncated = false;
};

struct RemoteCommand {
    QString line;      // for the login shell; compose with shellQuoted()
    QByteArray input;  // sent to stdin, which is then closed
    qint64 outputLimit = 16 * 1024
                         * 1024;  // per stream, so that no machine can fill our memory; run() gives up with Corrupt some 16 MiB later
    // Of start(): set, and true, another command may have its place where the server allows few sessions; the stream then fails
    // with ConnectionLost. Asked on the session's thread; must not wait.
    std::function<bool()> mayGiveWay;
};

class Reactor;
class Sftp;

// A running command whose output is consumed as it comes. Destroying it closes the channel; the process on the
// machine is not signalled.
class RemoteStream {
public:
    virtual ~RemoteStream() = default;
    struct Chunk {
        QByteArray out, err;
        bool isEnd = false;  // the command ended and both streams are drained
    };
    // Waits for the next bytes. TimedOut when the deadline passes (the stream stays usable).
    virtual Result<Chunk> read(QDeadlineTimer deadline, std::stop_token stop = {}) = 0;
    virtual Result<void> write(const QByteArray &bytes, QDeadlineTimer deadline, std::stop_token stop = {}) = 0;
    virtual void closeInput() = 0;
    virtual CommandResult exitStatus() const = 0;  // valid after isEnd; out and err are empty
};

// How the output of a command comes that no thread waits for. Both are called on a thread that serves many connections,
// one at a time, and must not wait.
struct FeedEvents {
    std::function<void(QByteArrayView)> output;                // standard output, as it comes
    std::function<void(const Result<CommandResult> &)> ended;  // once; out is empty, err cut at 64 KiB
};

// Destroying it closes the channel; a call that is under way goes on, so the events own what they use.
class RemoteFeed {
public:
    virtual ~RemoteFeed() = default;
};

class SshConnection {
public:
    // Resolves, dials (through jump hosts or a proxy command where asked for), checks the host key before any
    // authentication, logs in (identity files, agent, default keys, keyboard-interactive, password). The deadline
    // does not cover the time a person takes to answer. Fails with Unreachable, TimedOut, HostKeyUnknown,
    // HostKeyChanged (detail: both fingerprints), AuthenticationFailed, Cancelled, InvalidInput (unreadable key
    // file), Unsupported. An error of a jump host names it.
    // On a reactor it shares that one's thread with other connections; without, it has a thread of its own.
    static Result<std::shared_ptr<SshConnection>> open(const SshTarget &target, const SshQuestions &questions, QDeadlineTimer deadline,
                                                       std::stop_token stop = {}, std::shared_ptr<Reactor> reactor = {});
    virtual ~SshConnection() = default;

    // A command that ran is a success here whatever its exit code. The deadline covers the whole of it.
    virtual Result<CommandResult> run(const RemoteCommand &command, QDeadlineTimer deadline, std::stop_token stop = {}) = 0;
    virtual Result<std::unique_ptr<RemoteStream>> start(const RemoteCommand &command, QDeadlineTimer deadline,
                                                        std::stop_token stop = {}) = 0;
    // Returns at once; any thread. Fails only with InvalidInput and ConnectionLost.
    virtual Result<std::unique_ptr<RemoteFeed>> follow(const RemoteCommand &command, FeedEvents events) = 0;
    // The file channel, opened at first use and shared; by shell commands when the server has no usable SFTP.
    virtual Result<std::shared_ptr<Sftp>> sftp(QDeadlineTimer deadline, std::stop_token stop = {}) = 0;

    // A stream to a server that the machine can reach. Returns at once with a socket that is opening; `changed` is
    // called whenever the socket may have something new, on a thread of the connection, and must not wait. It may
    // still be called a moment after the socket is destroyed.
    virtual Result<std::unique_ptr<RemoteSocket>> openSocket(const RemoteEndpoint &endpoint, std::function<void()> changed) = 0;

    virtual bool isAlive() const = 0;
    // The server refused a further session (MaxSessions) while lasting ones were open: another connection is needed.
    virtual bool isFull() const = 0;
    virtual std::chrono::milliseconds silence() const = 0;  // since the machine was last heard; any thread
    virtual HostKey hostKey() const = 0;
    virtual void close() = 0;  // idempotent; calls in flight fail with ConnectionLost
};

}  // namespace trainyard
