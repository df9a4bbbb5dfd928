// SPDX-License-Identifier: GPL-3.0-or-later
// A terminal on a machine or in a run's container: its screen, and the connection that fills it. The screen outlives the connection, which
// can be made again. Main thread.
//
// What arrives is interpreted on a thread of the terminals, in slices that last milliseconds at most; reading() waits for no more than one.
// The program on the machine waits while this computer is behind.
#pragma once

#include "core/base/error.h"
#include "core/model/ids.h"
#include "core/terminal/terminalscreen.h"

#include <QObject>

#include <functional>
#include <memory>

namespace trainyard {

class TerminalLink;

struct TerminalPlace {
    MachineId machineId;
    RunId runId;             // set: in the container of this run, or in its directory where it has none
    QByteArray folder = {};  // on the machine, absolute; empty: where a login starts

    bool operator==(const TerminalPlace &) const = default;
};

struct TerminalState {
    enum Stage {
        Connecting,
        Open,
        Ended,   // the program ended; exitCode and signal say how, as far as the server reported it
        Lost,    // the connection broke; whether the program still runs is unknown
        Failed,  // it could not be opened
    };
    Stage stage = Connecting;
    int exitCode = -1;
    QString signal;
    Error error;  // of Lost and Failed

    bool isOver() const { return stage >= Ended; }
};

class TerminalSession : public QObject {
    Q_OBJECT
public:
    explicit TerminalSession(std::shared_ptr<TerminalLink> link);
    ~TerminalSession() override;  // closes the terminal, as hanging up does

    TerminalState state() const;
    void connectAgain();             // when it is over; the screen's lines stay as history
    void resize(TerminalSize size);  // soon
    // Bytes of TerminalScreen's key(), typed() and the like. False: the machine has not read so much for a while, and they were dropped.
    bool send(const QByteArray &bytes);
    // Calls `look` with the screen, which nothing changes meanwhile. Keep it short.
    void reading(const std::function<void(const TerminalScreen &)> &look) const;
    // As reading(), for the functions that say what keys are; sends what `press` returns.
    bool press(const std::function<QByteArray(TerminalScreen &)> &press);

Q_SIGNALS:
    void screenChanged();  // at most one is waiting in the event queue
    void stateChanged();

private:
    void lookForNews();

    const std::shared_ptr<TerminalLink> m_link;
    TerminalState::Stage m_told = TerminalState::Connecting;
};

}  // namespace trainyard
