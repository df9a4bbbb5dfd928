// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/stopquestion.h"

#include "core/base/format.h"
#include "core/base/sentences.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StopQuestion)
};

}  // namespace

QString stopText(const Run &run, const StopFacts &facts)
{
    if (run.state == RunState::Waiting && !run.pipeline)
        return Words::tr("Its job is taken out of the cluster's queue.");
    if (run.state == RunState::Waiting)
        return Words::tr("This step of the pipeline will not start, nor will those after it.");
    const bool hasLater = run.pipeline && run.pipeline->number < run.pipeline->count;
    const QString later = hasLater ? Words::tr("The steps of the pipeline after it will not start.") : QString();
    if (run.checkpointDir.isEmpty()) {
        const QString asks =
            Words::tr(
                "Asks the run on %1 to end and kills it after its grace period. This task saves no checkpoints, so its progress is lost.")
                .arg(run.head().machineName);
        return hasLater ? joinedSentences({asks, later}) : asks;
    }
    QStringList sentences{
        Words::tr("Asks the run on %1 to save and end, and kills it after its grace period.").arg(run.head().machineName)};
    if (!facts.goodStep) {
        sentences << Words::tr("No complete checkpoint is known yet: if none is saved now, the run has to start over.");
    } else {
        sentences << Words::tr("The latest good checkpoint is at step %1.").arg(formatCount(*facts.goodStep));
        if (facts.lastStep && *facts.lastStep > *facts.goodStep)
            sentences << Words::tr("If none is saved now, resuming repeats %1 steps.").arg(formatCount(*facts.lastStep - *facts.goodStep));
    }
    if (hasLater)
        sentences << later;
    return joinedSentences(sentences);
}

ConfirmDialog *makeStopQuestion(const Run &run, const StopFacts &facts, QWidget *parent)
{
    return new ConfirmDialog(
        QStringLiteral("runStop"),
        {Words::tr("Stop %1?").arg(run.name), stopText(run, facts), Words::tr("Keep running"), Words::tr("Stop the run")}, parent);
}

ConfirmDialog *makeRunAgainQuestion(const Run &run, const StopFacts &facts, QWidget *parent)
{
    return new ConfirmDialog(QStringLiteral("runAgain"),
                             {Words::tr("Stop %1 and run it again?").arg(run.name),
                              joinedSentences({stopText(run, facts), Words::tr("The next attempt starts from the beginning.")}),
                              Words::tr("Keep running"), Words::tr("Stop and run again"), Words::tr("Don't ask again")},
                             parent);
}

}  // namespace trainyard
