// SPDX-License-Identifier: GPL-3.0-or-later
// The checks before a launch: what is known at one moment, as sentences. A problem stops the launch; what is unknown never does. Pure.
#pragma once

#include "core/knowledge/compat/compatverdict.h"
#include "core/observe/metrics/sample.h"
#include "core/service/machines/machinefacts.h"
#include "core/service/runs/launchhistory.h"

namespace trainyard {

// Everything is about the chosen machine. What is missing is not known, or not known yet.
struct LaunchKnowledge {
    Task task;
    QList<Task> later;         // the further steps of a pipeline
    QString taskDirectory;     // where relative paths start; empty: the task is from no file
    bool isSimulated = false;  // the sandbox, which costs nothing
    std::optional<MachineFacts> facts;
    bool isAsking = false;                   // the machine is being asked for them
    QString silence;                         // why it did not answer; empty: it did, or is being asked
    std::optional<QList<GpuSample>> gpuUse;  // live; nullopt: there is no fresh sample
    std::optional<CompatAnswer> fit;         // of the task's image
    std::optional<Money> perHour;
    std::optional<LaunchHistory> history;
};

struct LaunchCheck {
    enum class Subject : quint8 { Gpus, Image, Disk, Folder, Changes, Cost, Checkpoints, Budget };
    enum class State : quint8 { Ok, Warning, Problem, Unknown, Asking };
    enum class Remedy : quint8 { None, AskAgain, UseImage, AddCheckpoints, ChooseFolder, ShowEstimate, ShowBudgets };
    Subject subject = Subject::Gpus;
    State state = State::Unknown;
    QString sentence;
    QString reasons;  // more sentences, for a tooltip
    Remedy remedy = Remedy::None;
    QString value;  // of UseImage: the image

    bool operator==(const LaunchCheck &) const = default;
};
inline constexpr int kLaunchSubjects = int(LaunchCheck::Subject::Budget) + 1;

// Of a pipeline, each check is that of the step with the most serious answer, which the sentence names; the cost is that of all steps.
// In the order of Subject; subjects about which there is nothing to say are left out.
QList<LaunchCheck> launchChecks(const LaunchKnowledge &known);

QString launchObstacle(const QList<LaunchCheck> &checks);  // the sentence of the first problem; empty: there is none

}  // namespace trainyard
