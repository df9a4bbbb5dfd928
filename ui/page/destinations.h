// SPDX-License-Identifier: GPL-3.0-or-later
// Requests from one page to another, as values for Navigator::go(). The page that a value belongs to answers it, and brings itself to the
// front if the user needs to see it.
#pragma once

#include "core/knowledge/cost/offerprices.h"
#include "core/model/ids.h"
#include "core/model/transfer.h"
#include "core/service/clouds/rentableoffer.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

// The parts of a run's page that another page adds.
enum class RunPart { None, Checkpoints, Files };
struct OpenRun {
    RunId runId;
    RunPart part = RunPart::None;  // brought to the front; None: as the page is
};
struct CompareRuns {
    QList<RunId> runIds;
};
struct LaunchOn {
    MachineId machineId;  // not set: the user chooses
    QString draft = {};   // is shown, if it is still there
};
struct LaunchAgain {
    QByteArray task;
    MachineId machineId;
    QString runName;  // whose task it is
};
struct LaunchRunAgain {  // with changes
    RunId runId;
};
struct SaveAsTemplate {
    QByteArray task;
    QString name;  // proposed
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
struct RentOffer {
    RentableOffer offer;
};
struct ChooseOffer {};  // to rent a machine
struct RentForTask {    // at the offer that its `resources` choose
    QByteArray task;
    QString draft;  // that it stands in
};
struct AccountsChanged {};
struct ShowAccounts {};  // at clouds
struct ShowWatches {};   // for capacity
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
    MachineId machineId;     // not set: that of the run
    RunId runId = {};        // set: in its container, or in its directory
    QByteArray folder = {};  // on the machine; empty: where a login starts
};
struct ShowFiles {
    MachineId machineId;
    QByteArray path = {};  // a folder or a file; empty: where a login starts
};
struct StartSandbox {};
struct ShowBudgets {};
struct ShowEstimate {};  // of a run, before there is one
struct ShowAlertSettings {};
struct ShowHelp {};  // about the page at the front

}  // namespace trainyard
