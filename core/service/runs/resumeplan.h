// SPDX-License-Identifier: GPL-3.0-or-later
// What resuming would do and whether the run would continue correctly: asks the machine, compares with what was recorded at the last
// launch, and builds the exact command. Blocking; worker threads.
#pragma once

#include "core/checkpoint/resume/resumecheck.h"
#include "core/checkpoint/resume/resumecost.h"
#include "core/checkpoint/resume/resumepreset.h"
#include "core/model/machine.h"
#include "core/service/runs/checkpointscan.h"
#include "core/service/runs/launcher.h"

#include <stop_token>

namespace trainyard {

struct ResumeRequest {
    FoundCheckpoint from;                // of a run, never of a place; with `origin` only the run counts
    MachineId machineId;                 // where it continues; 0 = where the run was
    std::optional<Location> origin;      // the checkpoint is a copy, in a bucket or on this computer
    QString preset;                      // of resumePresets(); empty = as last time, else the one that fits
    QString pattern;                     // with kOwnPreset
    std::optional<QStringList> words;    // further arguments; nullopt = those of the last attempt
    std::optional<ResumeLimits> limits;  // nullopt = those of the task
};

struct ResumePlan {
    LaunchRequest request;  // what to launch, when there is a command
    FoundCheckpoint from;
    QString preset, pattern;
    QStringList words;
    ResumeLimits limits;
    ResumePace pace;
    ResumeCost cost;
    QList<ResumeLine> lines;
    Safety safety = Safety::Unknown;                                         // of the checkpoint
    Result<LaunchPreview> preview = Error{ErrorCode::InvalidInput, {}, {}};  // or why there is no command
};

// Fills in what the request leaves open. `before` is what the last attempt recorded, if anything.
ResumePlan completeRequest(const ResumeRequest &asked, const Task &task, const std::optional<LaunchFacts> &before);

// The facts that a launch records. `known`: files of the workdir as an earlier attempt recorded them, which saves reading them again.
LaunchFacts launchFactsOf(const LaunchRequest &request, EngineKind engine, const MachineFacts &facts, SshConnection &connection,
                          std::stop_token stop, const CodeManifest *known = nullptr);

// What was checked before planResume().
struct ResumeContext {
    Task task;                             // of the run in question
    Machine machine;                       // where it continues
    MachineFacts facts;                    // of that machine
    std::optional<Inspection> inspection;  // adds what only an inspection can find
    std::optional<CheckpointCopy> copy;    // set when the checkpoint is stored elsewhere
    std::optional<Run> running;            // an attempt of this run that has not ended, as far as known
};
Result<ResumePlan> planResume(const ResumeRequest &asked, const ResumeContext &context, const Paths &paths, StateDatabase &store,
                              SshConnection &connection, std::stop_token stop);

// AlreadyExists: an attempt is active where the next one would write too.
Result<void> checkNotWriting(const std::optional<Run> &running, MachineId machineId);

// What the launch of an attempt recorded; nullopt when it did not, or when the record cannot be read.
std::optional<LaunchFacts> launchFactsOfRun(const RunId &runId, const Paths &paths);

}  // namespace trainyard
