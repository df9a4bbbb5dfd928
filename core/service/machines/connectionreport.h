// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a connection test: its steps, how each went, and what to do. Values; see connectiontest.h.
#pragma once

#include "core/base/error.h"

#include <QList>
#include <QString>

#include <array>
#include <utility>

namespace trainyard {

enum class ConnectionStep { Name, Port, HostKey, Login, Shell, Sftp, Engine, Gpu };
inline constexpr std::array kConnectionSteps{ConnectionStep::Name,  ConnectionStep::Port, ConnectionStep::HostKey, ConnectionStep::Login,
                                             ConnectionStep::Shell, ConnectionStep::Sftp, ConnectionStep::Engine,  ConnectionStep::Gpu};
QString connectionStepName(ConnectionStep step);   // stable, for JSON: "name" "port" "host-key" …
QString connectionStepTitle(ConnectionStep step);  // translated: "Name", "Port", "Host key" …

enum class StepState {
    Waiting,
    Running,
    Ok,
    Note,  // works, but worth knowing
    Failed,
    NotReached,  // a step before it failed, or the test was cancelled
};
QString stepStateName(StepState state);  // stable, for JSON: "ok" "note" "failed" "not-reached" …

struct StepFinding {
    StepFinding() = default;
    StepFinding(ConnectionStep which, StepState how, QString said, QString toDo = {}, QString toCopy = {}, QString raw = {},
                ErrorCode why = ErrorCode::Io)
        : step(which), state(how), sentence(std::move(said)), remedy(std::move(toDo)), command(std::move(toCopy)), detail(std::move(raw)),
          code(why)
    {
    }

    ConnectionStep step = ConnectionStep::Name;
    StepState state = StepState::Waiting;
    QString sentence;                // one, translated; empty while waiting
    QString remedy;                  // what to do, translated; only with Note and Failed, may be empty
    QString command;                 // to be copied to a terminal, after the remedy; may be empty
    QString detail;                  // raw text of system or machine, untrusted; may be empty
    ErrorCode code = ErrorCode::Io;  // meaningful when it failed
    qint64 elapsedMs = 0;            // once it has ended
    bool operator==(const StepFinding &) const = default;
};

struct ConnectionReport {
    QList<StepFinding> steps;  // all of them, in order
    bool isCancelled = false;
    qint64 elapsedMs = 0;

    const StepFinding *failure() const;  // the first failed step; nullptr = none
    bool isOk() const { return !isCancelled && !failure(); }
    // The exit status of `yard machine test`: 0, 1 (the machine lacks something), 3 (not reached), 4 (host key or login), 130 (cancelled).
    int exitStatus() const;
};

}  // namespace trainyard
