// SPDX-License-Identifier: GPL-3.0-or-later
// One SSH connection to one machine. Outside core/transport/ssh a caller needs only this header, sshtarget.h and sftp.h; libssh does not
// appear in it.
//
// Thread model: the functions below may be called from any thread and block until done, until the deadline, or until stop is requested,
// whichever is first. They are meant for worker threads, never for the ui thread. Inside, one thread owns the libssh session and all its
// channels. Many calls may be in flight at once.
//
// A dead link is detected within 11 s (by probing the machine, and by TCP keepalive and TCP_USER_TIMEOUT); every call in flight then
// fails with ConnectionLost. That does not affect processes on the machine: they keep running when the link is lost.
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
    int exitCode = -1;    // -1 if ended by a signal or not reported by the server
    QString signal;       // "TERM" … when ended by a signal
    QByteArray out, err;  // each truncated at RemoteCommand::outputLimit
    bool isTruncated = false;
};

struct RemoteCommand {
    QString line;      // for the login shell; compose with shellQuoted()
    QByteArray input;  // sent to stdin, which is then closed
    qint64 outputLimit = 16 * 1024
                         * 1024;  // per stream, so that no machine can fill our memory; run() gives up with Corrupt some 16 MiB later
    // For start(): if set and true, another command may take its place if the server allows few sessions; the stream then fails with
    // ConnectionLost. Called on the session's thread; must not wait.
    std::function<bool()> mayGiveWay;
};

class Reactor;
class Sftp;

// A running command whose output is read as it arrives. Destroying it closes the channel; the process on the machine is not signalled.
class RemoteStream {
public:
    virtual ~RemoteStream() = default;
    struct Chunk {
        QByteArray out, err;
        bool isEnd = false;  // the command has ended and both streams are drained
    };
    // Waits for the next bytes. TimedOut if the deadline passes (the stream stays usable).
    virtual Result<Chunk> read(QDeadlineTimer deadline, std::stop_token stop = {}) = 0;
    virtual Result<void> write(const QByteArray &bytes, QDeadlineTimer deadline, std::stop_token stop = {}) = 0;
    virtual void closeInput() = 0;
    virtual CommandResult exitStatus() const = 0;  // valid after isEnd; out and err are empty
};

// Receives the output of a command without a waiting thread. Both are called on a thread that serves many connections, one at a time, and
// must not wait.
struct FeedEvents {
    std::function<void(QByteArrayView)> output;                // standard output, as it arrives
    std::function<void(const Result<CommandResult> &)> ended;  // once; out is empty, err truncated at 64 KiB
};

// Destroying it closes the channel; a call in progress continues, so the events own what they use.
class RemoteFeed {
public:
    virtual ~RemoteFeed() = default;
};

class SshConnection {
public:
    // Resolves, dials (through jump hosts or a proxy command if configured), checks the host key before any authentication, and logs in
    // (identity files, agent, default keys, keyboard-interactive, password). The deadline does not cover the time a person takes to
    // answer. Fails with Unreachable, TimedOut, HostKeyUnknown, HostKeyChanged (detail: both fingerprints), AuthenticationFailed,
    // Cancelled, InvalidInput (unreadable key file), Unsupported. An error of a jump host names it. With a reactor, the connection shares
    // its thread with others; without one, it has a thread of its own.
    static Result<std::shared_ptr<SshConnection>> open(const SshTarget &target, const SshQuestions &questions, QDeadlineTimer deadline,
                                                       std::stop_token stop = {}, std::shared_ptr<Reactor> reactor = {});
    virtual ~SshConnection() = default;

    // A command that ran counts as a success, whatever its exit code. The deadline covers all of it.
    virtual Result<CommandResult> run(const RemoteCommand &command, QDeadlineTimer deadline, std::stop_token stop = {}) = 0;
    virtual Result<std::unique_ptr<RemoteStream>> start(const RemoteCommand &command, QDeadlineTimer deadline,
                                                        std::stop_token stop = {}) = 0;
    // Returns immediately; any thread. Fails only with InvalidInput and ConnectionLost.
    virtual Result<std::unique_ptr<RemoteFeed>> follow(const RemoteCommand &command, FeedEvents events) = 0;
    // The file channel, opened at first use and shared; it uses shell commands if the server has no usable SFTP.
    virtual Result<std::shared_ptr<Sftp>> sftp(QDeadlineTimer deadline, std::stop_token stop = {}) = 0;

    // A stream to a server that the machine can reach. Returns immediately with a socket that is still opening. `changed` is called
    // whenever the socket may have something new, on a thread of the connection, and must not wait. It may still be called shortly after
    // the socket is destroyed.
    virtual Result<std::unique_ptr<RemoteSocket>> openSocket(const RemoteEndpoint &endpoint, std::function<void()> changed) = 0;

    virtual bool isAlive() const = 0;
    // The server refused another session (MaxSessions) while lasting ones were open: another connection is needed.
    virtual bool isFull() const = 0;
    virtual std::chrono::milliseconds silence() const = 0;  // since data was last received from the machine; any thread
    virtual HostKey hostKey() const = 0;
    virtual void close() = 0;  // idempotent; calls in flight fail with ConnectionLost
};

}  // namespace trainyard
