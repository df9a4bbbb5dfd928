// SPDX-License-Identifier: GPL-3.0-or-later
// A file transfer as stored in the database: the request and its last known state.
#pragma once

#include "core/model/ids.h"
#include "core/model/transfer.h"

#include <QDateTime>

namespace trainyard {

struct TransferRecord {
    enum class State { Waiting, Paused, Done, Failed, Cancelled };

    TransferId id;        // not set: not stored yet
    QString keeper;       // the program that has it in its queue
    MachineId machineId;  // not set: the machine was removed
    QString machineName;  // kept when the machine is removed
    TransferSpec spec;
    State state = State::Waiting;  // Waiting also while it is running
    qint64 bytesDone = 0, bytesTotal = 0;
    int filesDone = 0, filesTotal = 0;
    qint64 milliseconds = 0;                 // spent on it, without pauses
    std::optional<TransferOutcome> outcome;  // Done
    std::optional<Error> error;              // Failed
    QDateTime added, ended;                  // UTC

    bool hasEnded() const { return state == State::Done || state == State::Failed || state == State::Cancelled; }
};

QString transferStateName(TransferRecord::State state);            // stable
TransferRecord::State transferStateFromName(const QString &name);  // Failed if unknown

}  // namespace trainyard
