// SPDX-License-Identifier: GPL-3.0-or-later
// The libssh side of one channel: opens it, requests the command or subsystem, moves bytes, notices the end. Lives on the session's
// thread and is used only there. Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/internal/channelstate.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

#include <memory>

namespace trainyard {

// What the channels of one session share.
struct PumpContext {
    ssh_session session = nullptr;
    int fd = -1;
    const ssh_counter_struct *socketBytes = nullptr;  // in_bytes moves when anything was read
    quint32 window = 0;                               // receive window to keep open
    QByteArray *scratch = nullptr;                    // at least `window` bytes
};

class ChannelPump {
public:
    ChannelPump(const PumpContext &context, std::shared_ptr<ChannelState> state);
    ~ChannelPump();
    ChannelPump(const ChannelPump &) = delete;
    ChannelPump &operator=(const ChannelPump &) = delete;

    // Does whatever is possible without waiting; true if anything moved.
    bool step();

    bool isDone() const { return m_stage == Stage::Done; }
    bool isOpening() const { return m_stage == Stage::Opening || m_stage == Stage::Requesting; }
    // The server allows no further channel at present. Retries, and gives up when no change is in sight: for kPatience no other channel
    // has been open, or only lasting ones.
    bool isParked() const { return m_stage == Stage::Parked; }
    bool unpark(bool isAlone);  // false: no change is in sight; call refuse()
    void refuse();
    bool wantsToWrite() const { return m_wantsToWrite; }
    // Uses up one of the sessions that the server allows.
    bool isSessionOpen() const { return m_stage == Stage::Running && m_state->request().isSession(); }
    bool hadSession() const { return m_hadSession; }
    bool giveWay();  // closes if the owner does not need it now
    bool isLasting() const { return m_state->request().isLasting || m_state->request().kind == ChannelRequest::Subsystem; }
    void fail(const Error &error);

private:
    enum class Stage { Opening, Parked, Requesting, Running, Done };

    bool open();
    int tryOpen();
    Error refusedSocket(const QString &detail) const;
    bool request();
    int tryRequest();
    void resizeTerminal();
    bool moveInput();
    bool moveOutput();
    int read(bool isError);
    void release();

    PumpContext m_context;
    std::shared_ptr<ChannelState> m_state;
    ssh_channel m_channel = nullptr;
    ssh_channel_callbacks_struct m_callbacks = {};
    Stage m_stage = Stage::Opening;
    quint32 m_consumed = 0;  // bytes read since the window was last opened
    bool m_isWindowOpen = false;
    bool m_hadSession = false;  // the server granted one, if only briefly
    bool m_hasTerminal = false;
    bool m_isEofSent = false;
    bool m_isClosedByServer = false;
    int m_closedEarly = 0;  // sessions that were closed before the request was answered
    bool m_wantsToWrite = false;
    int m_exitCode = -1;
    QString m_signal;
    QString m_refusal;
    QDeadlineTimer m_patience = QDeadlineTimer::Forever;
};

}  // namespace trainyard
