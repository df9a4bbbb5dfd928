// SPDX-License-Identifier: GPL-3.0-or-later
// Requests from one page to another, as values for Navigator::go(). The page that a value belongs to answers it, and brings itself to the
// front if the user needs to see it.
#pragma once

#include "core/knowledge/cost/offerprices.h"
#include "core/model/ids.h"
#include "core/model/transfer.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

struct OpenRun {
    RunId runId;
};
struct CompareRuns {
    QList<RunId> runIds;
};
struct LaunchOn {
    MachineId machineId;  // not set: the user chooses
};
struct LaunchAgain {
    QByteArray task;
    MachineId machineId;
    QString runName;  // whose task it is
};
struct ResumeRun {
    RunId runId;
};
struct ResumeLatestGood {};
struct ShowCheckpoint {
    QString lineage;
    QString path;  // empty: the run's latest
};
struct AddMachine {
    std::optional<HourlyOffer> offer;  // rented at that offer
};
struct ShowMachine {
    MachineId machineId;
};
struct TestMachine {
    MachineId machineId;
};
struct RentMachine {
    MachineId machineId;
};
struct CheckMachine {
    MachineId machineId;
};
struct CopyFiles {
    MachineId machineId;
    TransferDirection direction = TransferDirection::Upload;
    QStringList files = {};
};
struct OpenTerminal {
    MachineId machineId;  // not set: that of the run
    RunId runId = {};     // set: in its container, or in its directory
};
struct StartSandbox {};
struct ShowBudgets {};
struct ShowEstimate {};  // of a run, before there is one
struct ShowAlertSettings {};
struct ShowHelp {};  // about the page at the front

}  // namespace trainyard
