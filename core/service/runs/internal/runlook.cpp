// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/runlook.h"

#include "core/service/runs/internal/eventsync.h"
#include "core/service/runs/internal/kernellines.h"
#include "core/service/runs/localcopy.h"
#include "core/service/runs/remotelease.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

bool isAboutKeeping(ErrorCode code) { return code == ErrorCode::NoSpace || code == ErrorCode::Io; }

}  // namespace

Result<RunSnapshot> lookAtRun(ServiceContext &context, const Run &run, Interaction asking, RunSync::Reach reach, std::stop_token stop)
{
    TRY(const auto machine, context.database->machines.find(run.head().machineId));
    LocalCopy copy(context.paths.runs() + u'/' + run.id.text());
    const auto created = copy.create();
    RunSnapshot look;
    look.run = run;
    if (!created)
        look.unkept = created.error();
    else if (!copy.tryLock())
        look.unkept = copy.lockProblem();
    bool mayWrite = !look.unkept && copy.isHeld();
    // The launching program holds the copy too, and nothing in it can be judged yet.
    if (!mayWrite && !look.unkept && (run.state == RunState::Preparing || copy.sinceGrowth() < kHolderSilence))
        return look;
    TRY(const auto connection, context.connect(machine, asking, stop));
    if (!mayWrite && !look.unkept) {
        TRY(const auto isBehind, isCopyBehind(run, copy, *connection, stop));
        if (isBehind && !(mayWrite = copy.takeOver()))
            look.unkept = copy.lockProblem();
    }
    if (run.state == RunState::Running && isRenewalDue(copy))
        static_cast<void>(renewLease(run, copy, *connection, stop));  // there is time for several more attempts
    if (!mayWrite)
        reach = RunSync::Reach::State;
    RunSync sync(run, copy, *context.database);
    // An end is trusted only at the second poll, so at least two are needed.
    for (int polls = 1;; ++polls) {
        const auto progress = sync.poll(*connection, stop, reach);
        // The state of the run can be reported without space for its log.
        if (!progress && mayWrite && isAboutKeeping(progress.error().code)) {
            look.unkept = progress.error();
            mayWrite = false;
            reach = RunSync::Reach::State;
            continue;
        }
        if (!progress)
            return progress.error();
        const bool isEnough = reach == RunSync::Reach::State || (polls >= 2 && (progress->isCaughtUp || reach == RunSync::Reach::Look));
        if (!progress->isComplete && !isEnough)
            continue;
        if (mayWrite) {
            // A complete run is not asked about again; a run without event files lacks nothing.
            if (progress->isComplete || reach == RunSync::Reach::All)
                static_cast<void>(EventSync(run, copy).finish(*connection, stop));
            if (progress->isComplete)
                static_cast<void>(fetchKernelLines(sync.run(), copy, *connection, stop));
        }
        look.run = sync.run();
        look.behindBytes = progress->behindBytes;
        if (!look.unkept)
            look.unkept = sync.unrecorded();
        return look;
    }
}

}  // namespace trainyard
