// SPDX-License-Identifier: GPL-3.0-or-later
// What of the runs on a machine is nowhere else, and would be lost with it: their newest checkpoint, what of the log is not on this computer,
// and the files that they made in their `workdir`. Copies are known from copynotes.h and, where they are on this computer, looked for.
#pragma once

#include "core/base/result.h"
#include "core/model/ids.h"
#include "core/service/machines/servicecontext.h"

#include <QFuture>
#include <QStringList>

#include <chrono>
#include <optional>

namespace trainyard {

struct UnsavedRun {
    RunId id;
    QString name;
    bool isActive = false;
    // The newest whole checkpoint, if it has no copy; empty: it has one, or there is none.
    QString checkpoint, checkpointPath;  // its name, and where it is on the machine
    std::optional<qint64> checkpointBytes;
    int olderCheckpoints = 0;  // whole ones without a copy
    qint64 logBytes = 0;       // of its log that are only there
    int files = 0;             // that it made or changed
    qint64 fileBytes = 0;
    QString file, filesPath;  // one of them, from its `workdir`; where that is on the machine

    bool isAnything() const { return !checkpoint.isEmpty() || logBytes > 0 || files > 0; }
};

struct UnsavedReport {
    QString machineName;
    QList<UnsavedRun> runs;    // with anything unsaved; newest first
    bool isLastKnown = false;  // the machine did not answer in time
    bool hadRuns = false;      // otherwise there is nothing to say

    bool isAnything() const { return !runs.isEmpty(); }
};

// One or two sentences; empty: there is nothing to say.
QString unsavedText(const UnsavedReport &report);
// The lines of `yard` that copy it.
QStringList unsavedCommands(const UnsavedReport &report);

class UnsavedService {
public:
    explicit UnsavedService(ServiceContext &context) : m_context(context) {}

    // Asks the machine, for at most that time; then it is what was last known. NotFound; database errors. Asks nothing of the user.
    QFuture<Result<UnsavedReport>> look(MachineId machineId, std::stop_token stop = {},
                                        std::chrono::milliseconds limit = std::chrono::seconds(6));

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
