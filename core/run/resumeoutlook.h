// What resuming would do and whether it goes on correctly: asks the machine, compares with what was recorded at the last
// launch, makes the exact command. Blocking; worker threads.
#pragma once

#include "core/resume/resumecheck.h"
#include "core/resume/resumepreset.h"
#include "core/run/checkpointscan.h"
#include "core/run/launcher.h"

#include <stop_token>

namespace trainyard {

struct ResumeWish {
    FoundCheckpoint from;
    QString preset;                       // of resumePresets(); empty = as last time, else the one that fits
    QString pattern;                      // with kOwnPreset
    std::optional<QStringList> words;     // further arguments; nothing = those of the last attempt
};

struct ResumeOutlook {
    LaunchRequest request;                // what to launch, when there is a command
    QString preset, pattern;
    QStringList words;
    QList<ResumeLine> lines;
    Safety safety = Safety::Unknown;      // of the checkpoint
    Result<LaunchPreview> preview = Error{ErrorCode::InvalidInput, {}, {}};   // or why there is no command
};

// Fills in what the wish leaves open. `before` is what the last attempt recorded, if it did.
ResumeOutlook resolveWish(const ResumeWish &wish, const Task &task, const std::optional<LaunchFacts> &before);

// What a launch records.
LaunchFacts launchFactsOf(const LaunchRequest &request, const MachineFacts &facts, std::stop_token stop);

// `task` is that of the run of the wish. An inspection adds what only a look inside tells.
Result<ResumeOutlook> lookAhead(const ResumeWish &wish, const Task &task, const Paths &paths, Store &store, const MachineFacts &facts,
                                SshConnection &connection, const std::optional<Inspection> &inspection, std::stop_token stop);

// What the launch of an attempt recorded; nothing when it did not, or when it cannot be read.
std::optional<LaunchFacts> launchFactsOfRun(const QString &runId, const Paths &paths);

}  // namespace trainyard
