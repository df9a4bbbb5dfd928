// SPDX-License-Identifier: GPL-3.0-or-later
// What one channel has received and still has to send. The session's thread moves the bytes; the callers wait here. Internal to
// core/transport/ssh.
#pragma once

#include "core/base/result.h"
#include "core/model/terminalsize.h"
#include "core/transport/ssh/internal/sessionwaker.h"

#include <QByteArray>
#include <QDeadlineTimer>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace trainyard {

struct ChannelRequest {
    enum Kind { Exec, Shell, Subsystem, Tcp, Unix };
    Kind kind = Exec;
    QByteArray text;         // the command line, the subsystem's name, the host, the socket's path; Shell: may be empty
    TerminalSize terminal;   // Shell: of its pty
    quint16 port = 0;        // Tcp
    qint64 keepLimit = -1;   // per stream: bytes beyond are read, dropped and counted, up to a limit; -1 = no limit
    qint64 pauseLimit = -1;  // both streams: above this, reading from the channel pauses; -1 = never
    bool isLasting = false;  // will not end soon by itself, so others should not wait for its place
    // If set and true on the session's thread, the channel may be closed when another one needs its place.
    std::function<bool()> mayGiveWay;
    // If set, stdout is passed here on the session's thread and is not kept.
    std::function<void(QByteArrayView)> onOutput;
    // Called once on the session's thread when the channel has ended or failed.
    std::function<void(const Error &)> onEnd;
    // Called on the session's thread after anything that changes what takeNow(), offer() or stage() returns.
    std::function<void()> onChange;

    bool isSession() const { return kind == Exec || kind == Shell || kind == Subsystem; }  // counts towards the server's MaxSessions
};

class ChannelState {
public:
    enum class Stage { Opening, Open, Ended, Failed };
    struct Output {
        QByteArray out, err;
        bool isEnd = false;
    };
    struct Exit {
        int code = -1;
        QString signal;
        bool isTruncated = false;
    };

    ChannelState(ChannelRequest request, std::shared_ptr<SessionWaker> wakeup);

    // --- callers, any thread
    Result<void> waitOpen(QDeadlineTimer deadline, const std::stop_token &stop);
    Result<void> waitEnd(QDeadlineTimer deadline, const std::stop_token &stop);
    Result<Output> takeOutput(QDeadlineTimer deadline, const std::stop_token &stop);
    // Returns once the bytes have been handed to the transport; on failure, unsent bytes are taken back.
    Result<void> send(const QByteArray &bytes, QDeadlineTimer deadline, const std::stop_token &stop);
    void post(QByteArray bytes);  // without waiting
    void closeInput();
    void close();  // the caller has no further interest; the channel is closed soon
    void resizeTerminal(TerminalSize size);
    Exit exit() const;
    QByteArray takeAll(bool isError);  // everything kept of one stream
    // Without waiting, for callers that onChange notifies:
    Stage stage() const;
    Error error() const;  // of Stage::Failed
    QByteArray takeNow();
    qsizetype offer(QByteArrayView bytes, qsizetype queueLimit);
    bool isOutputFinished() const;  // the other side has ended its stream, and all of it was taken

    // --- the session's thread
    const ChannelRequest &request() const { return m_request; }
    void setOpen();
    void setFailed(const Error &error);
    void setEnded(int exitCode, const QString &signal);
    void deliver(QByteArrayView bytes, bool isError);
    std::optional<TerminalSize> takeTerminalSize();  // a new one, once
    void setOutputEnd();                             // end of file from the other side; input may continue
    bool isPaused() const;
    bool isFlooded() const;  // far more came than keepLimit allows
    bool isClosing() const;
    bool hasInput() const;
    QByteArray nextInput(qsizetype limit) const;
    void inputSent(qsizetype count);
    void dropInput();              // the other side has stopped reading
    bool isInputFinished() const;  // closed and all sent

private:
    struct Piece {
        quint64 id;
        QByteArray bytes;
    };
    void changed() const
    {
        if (m_request.onChange)
            m_request.onChange();
    }
    bool isOver() const { return m_stage == Stage::Ended || m_stage == Stage::Failed; }
    Result<void> waited(bool isReady) const;

    const ChannelRequest m_request;
    const std::shared_ptr<SessionWaker> m_wakeup;

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    Stage m_stage = Stage::Opening;
    Error m_error;
    QByteArray m_out, m_err;
    qint64 m_dropped = 0;  // bytes beyond keepLimit, of both streams
    std::deque<Piece> m_input;
    qsizetype m_offered = 0;      // bytes that offer() accepted and that are not sent yet
    qsizetype m_inputOffset = 0;  // sent bytes of the first piece
    quint64 m_nextPiece = 1;
    bool m_isInputClosed = false;
    bool m_isInputRefused = false;
    bool m_isOutputEnded = false;
    bool m_isClosing = false;
    std::optional<TerminalSize> m_terminal;
    Exit m_exit;
};

}  // namespace trainyard
