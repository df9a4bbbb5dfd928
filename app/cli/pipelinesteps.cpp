// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pipelinesteps.h"

#include "app/cli/runlist.h"
#include "core/base/retry.h"

#include <QCoreApplication>
#include <QDeadlineTimer>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::PipelineSteps)
};

constexpr std::chrono::seconds kTold{10};
constexpr std::chrono::milliseconds kAskAgain{200};

}  // namespace

Result<QList<Run>> stepsWith(CommandContext &context, const Run &run)
{
    if (!run.pipeline)
        return QList<Run>{run};
    return context.services.database().runs.steps(run.pipeline->first);
}

QList<QStringList> pipelineRows(CommandContext &context, const Run &run)
{
    if (!run.pipeline)
        return {};
    QList<QStringList> rows{{Words::tr("Step"), pipelineStepText(*run.pipeline)}};
    const auto steps = stepsWith(context, run);
    for (const Run &step : steps.value_or(QList<Run>())) {
        QStringList words{step.name.simplified(), runStateName(step.state)};
        if (step.exitCode)
            words << runOutcomeText(step);
        words << step.id.text();
        if (!step.message.isEmpty())
            words << step.message;
        rows << QStringList{QStringLiteral("  %1").arg(step.pipeline->number), words.join(QStringLiteral("  "))};
    }
    return rows;
}

int followSteps(CommandContext &context, const Run &run, int (*follow)(CommandContext &, const Run &))
{
    const auto steps = stepsWith(context, run);
    if (!steps)
        return context.console.fail(steps.error());
    int status = 0;
    for (const Run &step : *steps) {
        if (run.pipeline && step.pipeline->number < run.pipeline->number)
            continue;
        if (step.pipeline && !context.console.isJson)
            context.console.say(Words::tr("Step %1: %2").arg(pipelineStepText(*step.pipeline), step.name.simplified()));
        status = follow(context, step);
        if (status != 0 || context.console.stop().stop_requested() || !context.console.isOutputOpen())
            break;
    }
    if (status != 0 && run.pipeline && !context.console.stop().stop_requested())
        tellLaterSteps(context, run);
    return status;
}

void tellLaterSteps(CommandContext &context, const Run &stopped)
{
    const auto steps = stepsWith(context, stopped);
    if (!stopped.pipeline || !steps)
        return;
    for (const Run &step : *steps) {
        if (step.pipeline->number <= stopped.pipeline->number || step.started.isValid())
            continue;
        // The machine tells one step after the other.
        const QDeadlineTimer deadline(kTold);
        Run now = step;
        do {
            const auto looked = context.console.wait(context.services.runs.look(step.id, context.console.stop()));
            if (!looked)
                break;
            now = looked->run;
        } while (!hasEnded(now.state) && !deadline.hasExpired() && pauseFor(kAskAgain, context.console.stop()));
        context.console.say(Words::tr("Step %1 (%2): %3")
                                .arg(QString::number(step.pipeline->number), step.name.simplified(),
                                     now.message.isEmpty() ? runStateName(now.state) : now.message));
    }
}

}  // namespace trainyard
