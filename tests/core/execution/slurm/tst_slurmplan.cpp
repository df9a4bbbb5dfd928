// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a run that Slurm starts, and its batch script.
#include "core/execution/launchplan/onboxfiles.h"
#include "core/execution/slurm/slurmbackend.h"

#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

LaunchInput jobInput()
{
    LaunchInput input;
    input.lineage = s("bert-abc234");
    input.runId = RunId(s("bert-abc234-a1"));
    input.engine = EngineKind::Slurm;
    input.task.run = s("python train.py\n");
    return input;
}

QByteArray content(const Result<LaunchPlan> &plan, const char *name)
{
    for (const RunFile &file : plan->files) {
        if (file.name == QLatin1String(name))
            return file.content;
    }
    return "(no such file)";
}

QByteArrayList directives(const LaunchInput &input)
{
    const auto plan = SlurmBackend().plan(input);
    if (!plan)
        return {plan.error().what.toUtf8()};
    QByteArrayList lines;
    for (const QByteArray &line : content(plan, "job.sh").split('\n')) {
        if (line.startsWith("#SBATCH "))
            lines << line.mid(8);
    }
    return lines;
}

}  // namespace

class SlurmPlanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void jobAsksForWhatTheTaskSays();
    void ownOptionsReplaceThoseOfTheTask();
    void namesOfGpusAreThoseOfMostSites_data();
    void namesOfGpusAreThoseOfMostSites();
    void shortJobsAreNotToldToEndAtOnce();
    void secretsStayOutOfTheJob();
    void previewShowsTheBatchScript();
    void nodeRunsAProcess();
    void refusesWhatAJobCannotHave_data();
    void refusesWhatAJobCannotHave();
};

void SlurmPlanTest::jobAsksForWhatTheTaskSays()
{
    LaunchInput input = jobInput();
    QCOMPARE(directives(input), (QByteArrayList{"--job-name=ty-bert-abc234-a1", "--comment=trainyard:bert-abc234-a1", "--nodes=1",
                                                "--output=slurm.out", "--open-mode=append", "--no-requeue", "--signal=B:TERM@60"}));
    input.task.accelerators = Accelerators{s("A100-80GB"), 2};
    input.task.limits.hours = 1.51;
    input.task.graceSeconds = 90;
    input.task.slurm = {s("gpu,short"), s("physics"), s("high"), 8, (qint64(64) << 30) + 1, {s("--constraint=\"a&b\""), s("--exclusive")}};
    const QByteArrayList lines = directives(input);
    QCOMPARE(lines.mid(6),
             (QByteArrayList{"--signal=B:TERM@120", "--partition=gpu,short", "--account=physics", "--qos=high", "--gres=gpu:a100:2",
                             "--cpus-per-task=8", "--mem=65537M", "--time=91", "--constraint=\"a&b\"", "--exclusive"}));
}

void SlurmPlanTest::ownOptionsReplaceThoseOfTheTask()
{
    LaunchInput input = jobInput();
    input.task.accelerators = Accelerators{s("H100"), 8};
    input.task.limits.hours = 1;
    input.task.slurm.memory = 1 << 30;
    input.task.slurm.options = QStringList{s("--gpus-per-node=nvidia_h100_80gb:8"), s("--time 2-0"), s("--mem-per-gpu=8G")};
    QCOMPARE(directives(input).mid(7), (QByteArrayList{"--gpus-per-node=nvidia_h100_80gb:8", "--time 2-0", "--mem-per-gpu=8G"}));
}

void SlurmPlanTest::namesOfGpusAreThoseOfMostSites_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("memory") << s("V100-32GB") << QByteArray("--gres=gpu:v100:1");
    QTest::newRow("form") << s("H100-SXM") << QByteArray("--gres=gpu:h100:1");
    QTest::newRow("card") << s("RTX4090") << QByteArray("--gres=gpu:rtx4090:1");
    QTest::newRow("any") << s("GPU") << QByteArray("--gres=gpu:1");
    QTest::newRow("hostile") << s("a1 $(x)\n#SBATCH --uid=0") << QByteArray("--gres=gpu:a1xsbatch:1");
}

void SlurmPlanTest::namesOfGpusAreThoseOfMostSites()
{
    QFETCH(QString, model);
    QFETCH(QByteArray, line);
    LaunchInput input = jobInput();
    input.task.accelerators = Accelerators{model, 1};
    QCOMPARE(directives(input).value(7), line);
}

void SlurmPlanTest::shortJobsAreNotToldToEndAtOnce()
{
    LaunchInput input = jobInput();
    input.task.limits.hours = 1.0 / 60;
    input.task.graceSeconds = 600;
    QVERIFY(directives(input).contains("--signal=B:TERM@30"));
}

void SlurmPlanTest::secretsStayOutOfTheJob()
{
    LaunchInput input = jobInput();
    input.task.name = s("it's \"odd\"\n#SBATCH --uid=0 $(touch pwned)");
    input.task.envs.insert(s("TOKEN"), s("plain-value"));
    input.task.secrets.insert(s("KEY"), std::nullopt);
    input.secretValues.insert(s("KEY"), s("hidden-value"));
    const auto plan = SlurmBackend().plan(input);
    QVERIFY2(plan.has_value(), plan ? "" : qPrintable(plan.error().what));
    QVERIFY(content(plan, "env.sh").contains("hidden-value"));
    for (const char *name : {"job.sh", "spec.sh", "slurm.sh"}) {
        for (const char *text : {"hidden-value", "plain-value", "uid=0", "pwned"})
            QVERIFY2(!content(plan, name).contains(text), name);
    }
    QVERIFY(!plan->commandPreview.contains(s("hidden-value")));
}

void SlurmPlanTest::previewShowsTheBatchScript()
{
    const auto plan = SlurmBackend().plan(jobInput());
    QVERIFY(plan.has_value());
    QVERIFY(plan->commandPreview.startsWith(s("sbatch --parsable --chdir=~/.trainyard/runs/bert-abc234-a1 ./job.sh\n")));
    QVERIFY(plan->commandPreview.contains(QString::fromUtf8(content(plan, "job.sh"))));
    QVERIFY(plan->commandPreview.contains(s("python train.py")));
}

void SlurmPlanTest::nodeRunsAProcess()
{
    const auto plan = SlurmBackend().plan(jobInput());
    QVERIFY(plan.has_value());
    QVERIFY(content(plan, "spec.sh").contains("ENGINE=process\n") && content(plan, "spec.sh").contains("SCHEDULER=slurm\n"));
    QCOMPARE(content(plan, "slurm.sh"), onboxFile(s("slurm.sh")));
    QVERIFY(content(plan, "job.sh").endsWith("exec sh ./supervise.sh job\n"));
    QVERIFY(content(plan, "job.sh").contains("\nTRAINYARD_JOB=bert-abc234-a1\n"));
}

void SlurmPlanTest::refusesWhatAJobCannotHave_data()
{
    QTest::addColumn<LaunchInput>("input");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const char *says, auto change) {
        LaunchInput input = jobInput();
        change(input);
        QTest::newRow(name) << input << s(says);
    };
    row("image", "image_id", [](LaunchInput &input) { input.task.image = s("a:1"); });
    row("pipeline", "one by one", [](LaunchInput &input) { input.step = StepPlace(); });
    row("store", "mode: COPY", [](LaunchInput &input) { input.stores << MountedStore(); });
    row("chosen GPUs", "remove 'gpus'", [](LaunchInput &input) { input.task.gpus << s("0"); });
    row("shutdown", "limits.shutdown", [](LaunchInput &input) { input.task.limits.shutdown = s("poweroff"); });
    row("partition", "'partition'", [](LaunchInput &input) { input.task.slurm.partition = s("a\n#SBATCH --uid=0"); });
    row("account", "'account'", [](LaunchInput &input) { input.task.slurm.account = s("a b"); });
    row("qos", "'qos'", [](LaunchInput &input) { input.task.slurm.qos = s("-x"); });
    row("option", "one long option", [](LaunchInput &input) { input.task.slurm.options << s("--x=1\n#SBATCH --uid=0"); });
    row("own option", "--output", [](LaunchInput &input) { input.task.slurm.options << s("--output=/tmp/x"); });
}

void SlurmPlanTest::refusesWhatAJobCannotHave()
{
    QFETCH(LaunchInput, input);
    QFETCH(QString, says);
    const auto plan = SlurmBackend().plan(input);
    QVERIFY(!plan);
    QCOMPARE(plan.error().code, ErrorCode::InvalidInput);
    QVERIFY2(plan.error().what.contains(says), qPrintable(plan.error().what));
}

QTEST_GUILESS_MAIN(SlurmPlanTest)

#include "tst_slurmplan.moc"
