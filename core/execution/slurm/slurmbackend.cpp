// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/slurm/slurmbackend.h"

#include "core/execution/launchplan/onboxfiles.h"
#include "core/execution/slurm/slurmadvice.h"
#include "core/execution/slurm/slurmjob.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Slurm)
};

Result<void> checkJob(const LaunchInput &input)
{
    if (!input.task.image.isEmpty())
        return invalidInput(
            Words::tr("A job of Slurm runs without a container so far: remove image_id, and load what it needs in 'setup'."));
    if (input.step)
        return invalidInput(Words::tr("A pipeline cannot be submitted to Slurm so far: submit its tasks one by one."));
    if (!input.stores.isEmpty())
        return invalidInput(Words::tr("Object stores cannot be mounted on a cluster's nodes so far: write 'mode: COPY' in file_mounts."));
    if (!input.task.gpus.isEmpty())
        return invalidInput(Words::tr("Slurm chooses the GPUs: remove 'gpus', and say how many in 'accelerators'."));
    if (!input.task.limits.shutdown.isEmpty())
        return invalidInput(Words::tr("A cluster's node is not yours to switch off: remove limits.shutdown."));
    return {};
}

QString waitText(const SupervisorAnswer &answer)
{
    ClusterJob job;
    job.reason = answer.reason;
    QString text = answer.message.isEmpty() ? slurmWhy(job, 0) : Words::tr("Slurm does not answer: %1").arg(answer.message);
    if (answer.expectedStart.isValid())
        text += u' '
                + Words::tr("Slurm expects it to start about %1.", "a date and a time")
                      .arg(answer.expectedStart.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")));
    return text;
}

}  // namespace

Result<LaunchPlan> SlurmBackend::plan(const LaunchInput &input) const
{
    TRY_DO(checkJob(input));
    TRY(const auto job, slurmJobScript(input));
    // On its node, the run is a process.
    LaunchInput onNode = input;
    onNode.engine = EngineKind::Process;
    TRY(auto plan, makeLaunchPlan(onNode));
    const auto spec = std::find_if(plan.files.begin(), plan.files.end(),
                                   [](const RunFile &file) { return file.name == QLatin1String("spec.sh"); });
    Q_ASSERT(spec != plan.files.end());
    spec->content += "SCHEDULER=slurm\n";
    plan.files << RunFile{QStringLiteral("job.sh"), job, 0700}
               << RunFile{QStringLiteral("slurm.sh"), onboxFile(QStringLiteral("slurm.sh")), 0700};
    plan.commandPreview = QStringLiteral("sbatch --parsable --chdir=~/.trainyard/runs/%1 ./job.sh\n\n# job.sh:\n%2\n# what it runs:\n%3")
                              .arg(input.runId.text(), QString::fromUtf8(job), plan.commandPreview);
    return plan;
}

Result<SupervisorAnswer> SlurmBackend::poll(const Run &run, SshConnection &connection, std::stop_token stop) const
{
    auto answer = SupervisedBackend::poll(run, connection, stop);
    if (answer && answer->state == QLatin1String("waiting"))
        answer->why = waitText(*answer);
    return answer;
}

}  // namespace trainyard
