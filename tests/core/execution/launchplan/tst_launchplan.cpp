// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/eventplaces.h"
#include "core/execution/launchplan/launchplan.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace trainyard;

namespace {

LaunchInput processInput()
{
    LaunchInput input;
    input.lineage = QStringLiteral("bert-abc234");
    input.runId = RunId(QStringLiteral("bert-abc234-a2"));
    input.attempt = 2;
    input.task.run = QStringLiteral("python train.py\n");
    return input;
}

LaunchInput containerInput(EngineKind engine = EngineKind::Docker)
{
    LaunchInput input = processInput();
    input.engine = engine;
    input.task.image = QStringLiteral("nvcr.io/nvidia/pytorch:24.01-py3");
    input.useGpus = true;
    input.task.checkpoints = CheckpointPlan{QStringLiteral("/checkpoints"), {}, QStringLiteral("--resume {path} --step {step}"), 0};
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

bool has(const Result<LaunchPlan> &plan, const char *name) { return content(plan, name) != "(no such file)"; }

}  // namespace

class LaunchPlanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hasEveryFileOfTheRunDirectory();
    void dockerScriptIsWhatTheDocumentSays();
    void previewShowsTheCommandAndNoSecret();
    void previewSaysWhatTheGuardWillDo();
    void podmanAsksForGpusItsOwnWay();
    void imageTextIsNeverShell();
    void sameInputGivesTheSameBytes();
    void chosenGpusReachEveryEngineByTheirUuid();
    void specHasPlainWords();
    void pythonPrintsAtOnce();
    void gpusThatTheTaskNamesAreItsOwn_data();
    void gpusThatTheTaskNamesAreItsOwn();
    void resumeReachesASingleCommand();
    void resumeLeavesACommandAloneThatUsesTheVariable();
    void resumeWithSeveralCommandsIsRefused();
    void resumeKnowsFolderNameAndFurtherWords();
    void oddCheckpointPathsStayOneWord();
    void foldersOfEventFilesOutliveTheContainer();
    void foldersOfTheMachineAreMounted();
    void whatAContainerGetsOfItsMachineIsSeenInThePreview();
    void theContainerRunsAsThePerson();
    void theContainerRunsAsANumberedUser();
    void theLauncherIsSeenInTheCommand();
    void processKeepsCheckpointsWhereTheTaskSays();
    void refusesWhatCannotRun_data();
    void refusesWhatCannotRun();
    void lineageIsSafeForPaths_data();
    void lineageIsSafeForPaths();
};

void LaunchPlanTest::hasEveryFileOfTheRunDirectory()
{
    LaunchInput input = processInput();
    input.task.setup = QStringLiteral("pip install x\n");
    const auto plan = makeLaunchPlan(input);
    QVERIFY(plan.has_value());
    for (const char *name : {"env.sh", "setup.sh", "run.sh", "argv", "launch.sh", "spec.sh", "starter.sh", "supervise.sh", "sample.sh",
                             "guard.sh", "gpus.sh", "lease"})
        QVERIFY2(has(plan, name) && !content(plan, name).isEmpty(), name);
    for (const RunFile &file : plan->files)
        QVERIFY2(file.mode == 0600 || file.mode == 0700, qPrintable(file.name));
    QCOMPARE(content(plan, "setup.sh"), QByteArray("pip install x\n"));
    QCOMPARE(content(plan, "run.sh"), QByteArray("python train.py\n"));
    QCOMPARE(content(plan, "argv"), QByteArray("python\0train.py\0", 16));
    QCOMPARE(plan->checkpointDir, QString());
    input.task.setup.clear();
    input.task.run = QStringLiteral("a | b");
    QVERIFY(!has(makeLaunchPlan(input), "setup.sh"));
    QVERIFY(!has(makeLaunchPlan(input), "argv"));
}

void LaunchPlanTest::dockerScriptIsWhatTheDocumentSays()
{
    const auto plan = makeLaunchPlan(containerInput());
    QVERIFY(plan.has_value());
    const QByteArray expected = R"sh(    docker run $label \
        --detach \
        --name ty-bert-abc234-a2 \
        --label trainyard.run=bert-abc234-a2 \
        --user 0:0 \
        --network host \
        --ipc host \
        --gpus all \
        --mount "type=bind,source=$dir,target="/trainyard \
        --mount "type=bind,source=$checkpoints,target="/checkpoints \
        --entrypoint "$entrypoint" \
        nvcr.io/nvidia/pytorch:24.01-py3 "$@"
)sh";
    QVERIFY2(content(plan, "launch.sh").contains(expected), content(plan, "launch.sh").constData());
    QVERIFY(!content(plan, "launch.sh").contains("--rm"));
    QVERIFY(content(plan, "launch.sh").contains("checkpoints=\"$HOME\"/.trainyard/checkpoints/bert-abc234\n"));
    QCOMPARE(plan->checkpointDir, QStringLiteral("~/.trainyard/checkpoints/bert-abc234"));
}

void LaunchPlanTest::previewShowsTheCommandAndNoSecret()
{
    LaunchInput input = containerInput();
    input.task.envs = {{QStringLiteral("LR"), QStringLiteral("0.1")}};
    input.task.secrets = {{QStringLiteral("HF_TOKEN"), std::nullopt}};
    input.secretValues = {{QStringLiteral("HF_TOKEN"), QStringLiteral("hf_verysecret")}};
    const auto plan = makeLaunchPlan(input);
    QVERIFY(plan.has_value());
    QCOMPARE(plan->commandPreview,
             QStringLiteral("docker run \\\n"
                            "    --detach \\\n"
                            "    --name ty-bert-abc234-a2 \\\n"
                            "    --label trainyard.run=bert-abc234-a2 \\\n"
                            "    --user 0:0 \\\n"
                            "    --network host \\\n"
                            "    --ipc host \\\n"
                            "    --gpus all \\\n"
                            "    --mount type=bind,source=~/.trainyard/runs/bert-abc234-a2,target=/trainyard \\\n"
                            "    --mount type=bind,source=~/.trainyard/checkpoints/bert-abc234,target=/checkpoints \\\n"
                            "    --entrypoint /bin/sh \\\n"
                            "    nvcr.io/nvidia/pytorch:24.01-py3 /trainyard/starter.sh /trainyard\n"
                            "\n"
                            "# env.sh: LR, HF_TOKEN (secret)\n"
                            "# run.sh:\n"
                            "python train.py\n"));
    for (const RunFile &file : plan->files)
        QCOMPARE(file.content.contains("hf_verysecret"), file.name == QLatin1String("env.sh"));
}

void LaunchPlanTest::previewSaysWhatTheGuardWillDo()
{
    LaunchInput input = processInput();
    QVERIFY(!makeLaunchPlan(input)->commandPreview.contains(QLatin1String("guard.sh")));
    QVERIFY(!has(makeLaunchPlan(input), "shutdown.sh"));
    input.task.limits.lease = std::chrono::hours(12);
    input.task.limits.budget = *Money::parse("40", Currency::USD);
    QVERIFY(!makeLaunchPlan(input));  // it is unknown how much time it buys
    input.task.limits.price = *Money::parse("2.49", Currency::USD);
    input.task.limits.idle = IdleLimit{};
    input.task.limits.shutdown = QStringLiteral("sudo shutdown -h now");
    const auto plan = makeLaunchPlan(input);
    QVERIFY(plan);
    QVERIFY2(plan->commandPreview.endsWith(QStringLiteral("# guard.sh saves and stops the run by itself:\n"
                                                          "#   12h after the last time this computer renewed the lease\n"
                                                          "#   when 40.00 USD are spent, which is after 16h3m51s at 2.49 USD an hour\n"
                                                          "#   after 30m with all GPUs below 30 % and nothing new in log and checkpoints\n"
                                                          "#   when the machine's cloud announces that it takes a spot machine back\n"
                                                          "# shutdown.sh, when the machine ended the run by itself:\n"
                                                          "sudo shutdown -h now\n")),
             qPrintable(plan->commandPreview));
    QCOMPARE(content(plan, "shutdown.sh"), QByteArray("sudo shutdown -h now"));
}

void LaunchPlanTest::podmanAsksForGpusItsOwnWay()
{
    const auto plan = makeLaunchPlan(containerInput(EngineKind::Podman));
    QVERIFY(plan.has_value());
    QVERIFY(plan->commandPreview.startsWith(QLatin1String("podman run \\\n")));
    QVERIFY(plan->commandPreview.contains(QLatin1String("--device nvidia.com/gpu=all \\\n")));
    QVERIFY(!plan->commandPreview.contains(QLatin1String("--gpus")));
    QVERIFY(!content(plan, "launch.sh").contains("docker"));
    LaunchInput without = containerInput(EngineKind::Podman);
    without.useGpus = false;
    QVERIFY(!makeLaunchPlan(without)->commandPreview.contains(QLatin1String("gpu")));
}

void LaunchPlanTest::imageTextIsNeverShell()
{
    LaunchInput input = containerInput();
    input.task.image = QStringLiteral("a; touch \"$HOME\"/owned '`id`' 数据");
    const auto plan = makeLaunchPlan(input);
    QVERIFY(plan.has_value());
    QTemporaryDir dir;
    QProcess sh;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), dir.path());
    environment.insert(QStringLiteral("PATH"), dir.path() + QStringLiteral(":/usr/bin:/bin"));
    sh.setProcessEnvironment(environment);
    const auto put = [&dir](const char *name, const QByteArray &text) {
        QFile file(dir.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    put("docker", "#!/bin/sh\nfor word; do printf '<%s>' \"$word\"; done\n");
    put("launch.sh", content(plan, "launch.sh"));
    sh.start(QStringLiteral("sh"), {dir.filePath(QStringLiteral("launch.sh"))});
    QVERIFY(sh.waitForFinished());
    const QByteArray out = sh.readAllStandardOutput();
    QVERIFY2(out.contains("<--entrypoint></bin/sh><a; touch \"$HOME\"/owned '`id`' 数据></trainyard/starter.sh></trainyard>"),
             out.constData());
    QVERIFY(!QFile::exists(dir.filePath(QStringLiteral("owned"))));
}

void LaunchPlanTest::sameInputGivesTheSameBytes()
{
    const auto one = makeLaunchPlan(containerInput()), two = makeLaunchPlan(containerInput());
    QCOMPARE(one->commandPreview, two->commandPreview);
    QCOMPARE(one->files.size(), two->files.size());
    for (qsizetype i = 0; i < one->files.size(); ++i)
        QCOMPARE(one->files[i].content, two->files[i].content);
}

void LaunchPlanTest::pythonPrintsAtOnce()
{
    LaunchInput input = processInput();
    QVERIFY(content(makeLaunchPlan(input), "env.sh").contains("export PYTHONUNBUFFERED='1'\n"));
    QVERIFY(content(makeLaunchPlan(containerInput()), "env.sh").contains("export PYTHONUNBUFFERED='1'\n"));
    input.task.envs.insert(QStringLiteral("PYTHONUNBUFFERED"), QString());
    QCOMPARE(content(makeLaunchPlan(input), "env.sh").count("PYTHONUNBUFFERED"), 1);
    QVERIFY(content(makeLaunchPlan(input), "env.sh").contains("export PYTHONUNBUFFERED=''\n"));
    QVERIFY(!has(makeLaunchPlan(input), "env-kept.sh"));
    input.task.secrets.insert(QStringLiteral("TOKEN"), std::nullopt);
    input.secretValues.insert(QStringLiteral("TOKEN"), QStringLiteral("hunter2"));
    QVERIFY(content(makeLaunchPlan(input), "env.sh").contains("export TOKEN='hunter2'\n"));
    const QByteArray kept = content(makeLaunchPlan(input), "env-kept.sh");
    QVERIFY(!kept.contains("hunter2") && kept.contains("# TOKEN was a secret\n") && kept.contains("export PYTHONUNBUFFERED=''\n"));
}

void LaunchPlanTest::gpusThatTheTaskNamesAreItsOwn_data()
{
    QTest::addColumn<EngineKind>("engine");
    QTest::addColumn<QString>("devices");
    QTest::addColumn<QString>("seen");
    QTest::addColumn<QByteArray>("option");   // of the engine
    QTest::addColumn<QByteArray>("visible");  // what the machine looks up
    const QString none;
    const QString absent = QStringLiteral("-");
    QTest::newRow("process, numbers") << EngineKind::Process << absent << QStringLiteral("2,3") << QByteArray() << QByteArray("2,3");
    QTest::newRow("process, the container's variable means nothing")
        << EngineKind::Process << QStringLiteral("1") << absent << QByteArray() << QByteArray("all");
    QTest::newRow("docker, all") << EngineKind::Docker << QStringLiteral("all") << absent << QByteArray("--gpus all \\\n")
                                 << QByteArray("all");
    QTest::newRow("docker, one") << EngineKind::Docker << QStringLiteral("3") << absent << QByteArray("--gpus '\"device=3\"' \\\n")
                                 << QByteArray("3");
    QTest::newRow("docker, two") << EngineKind::Docker << QStringLiteral("1, GPU-8932f937-d72c") << absent
                                 << QByteArray("--gpus '\"device=1,GPU-8932f937-d72c\"' \\\n") << QByteArray("1,GPU-8932f937-d72c");
    QTest::newRow("docker, one of two") << EngineKind::Docker << QStringLiteral("4,6") << QStringLiteral("1")
                                        << QByteArray("--gpus '\"device=4,6\"' \\\n") << QByteArray("6");
    QTest::newRow("docker, seen among all") << EngineKind::Docker << absent << QStringLiteral("0,1") << QByteArray("--gpus all \\\n")
                                            << QByteArray("0,1");
    QTest::newRow("podman, two") << EngineKind::Podman << QStringLiteral("0,1") << absent
                                 << QByteArray("--device nvidia.com/gpu=0 \\\n        --device nvidia.com/gpu=1 \\\n") << QByteArray("0,1");
    QTest::newRow("docker, none") << EngineKind::Docker << QStringLiteral("void") << absent << QByteArray() << QByteArray("''");
    QTest::newRow("what no GPU is called") << EngineKind::Docker << QStringLiteral("$(reboot)") << QStringLiteral("1,`x`")
                                           << QByteArray("--gpus all \\\n") << QByteArray("1");
    QTest::newRow("none to be seen") << EngineKind::Process << absent << none << QByteArray() << QByteArray("''");
}

void LaunchPlanTest::gpusThatTheTaskNamesAreItsOwn()
{
    QFETCH(EngineKind, engine);
    QFETCH(QString, devices);
    QFETCH(QString, seen);
    QFETCH(QByteArray, option);
    QFETCH(QByteArray, visible);
    LaunchInput input = engine == EngineKind::Process ? processInput() : containerInput(engine);
    input.task.accelerators = Accelerators{QStringLiteral("H100"), 2};
    if (devices != QLatin1String("-"))
        input.task.envs.insert(QStringLiteral("NVIDIA_VISIBLE_DEVICES"), devices);
    if (seen != QLatin1String("-"))
        input.task.envs.insert(QStringLiteral("CUDA_VISIBLE_DEVICES"), seen);
    const auto plan = makeLaunchPlan(input);
    QVERIFY(plan.has_value());
    QVERIFY2(content(plan, "spec.sh").contains("GPUS=2\nVISIBLE=" + visible + '\n'), content(plan, "spec.sh").constData());
    const QByteArray launch = content(plan, "launch.sh");
    QVERIFY2(option.isEmpty() ? !launch.contains("--gpus") && !launch.contains("nvidia.com") : launch.contains("        " + option),
             launch.constData());
}

void LaunchPlanTest::chosenGpusReachEveryEngineByTheirUuid()
{
    const QStringList chosen{QStringLiteral("GPU-aa"), QStringLiteral("MIG-bb")};
    LaunchInput process = processInput();
    process.task.accelerators = Accelerators{QStringLiteral("H100"), 8};
    process.task.gpus = chosen;
    const auto plain = makeLaunchPlan(process);
    QVERIFY(content(plain, "env.sh").contains("export CUDA_VISIBLE_DEVICES='GPU-aa,MIG-bb'\n"));
    QVERIFY(content(plain, "env.sh").contains("export SKYPILOT_NUM_GPUS_PER_NODE='2'\n"));
    QVERIFY(content(plain, "spec.sh").contains("GPUS=2\nVISIBLE=GPU-aa,MIG-bb\n"));
    QVERIFY(plain->commandPreview.contains(QStringLiteral("CUDA_VISIBLE_DEVICES=GPU-aa,MIG-bb")));

    process.task.envs.insert(QStringLiteral("CUDA_VISIBLE_DEVICES"), QStringLiteral("0"));
    QVERIFY(!makeLaunchPlan(process));

    for (const EngineKind engine : {EngineKind::Docker, EngineKind::Podman}) {
        LaunchInput input = containerInput(engine);
        input.useGpus = true;
        input.task.gpus = chosen;
        const auto plan = makeLaunchPlan(input);
        const QByteArray wanted = engine == EngineKind::Docker
                                      ? QByteArray("--gpus '\"device=GPU-aa,MIG-bb\"' ")
                                      : QByteArray("--device nvidia.com/gpu=GPU-aa \\\n        --device nvidia.com/gpu=MIG-bb ");
        QVERIFY2(content(plan, "launch.sh").contains(wanted), content(plan, "launch.sh").constData());
        QVERIFY(plan->commandPreview.contains(QStringLiteral("GPU-aa")));
        // Inside, the numbers begin at 0 again, so that nothing more needs to be said.
        QVERIFY(!content(plan, "env.sh").contains("CUDA_VISIBLE_DEVICES"));
        QVERIFY(content(plan, "env.sh").contains("export SKYPILOT_NUM_GPUS_PER_NODE='2'\n"));
    }
}

void LaunchPlanTest::specHasPlainWords()
{
    LaunchInput input = containerInput();
    input.task.graceSeconds = 45;
    input.task.limits.hours = 1.5;
    input.sampleSeconds = 0.5;
    QCOMPARE(
        content(makeLaunchPlan(input), "spec.sh"),
        QByteArray(
            "RUN_ID=bert-abc234-a2\nENGINE=docker\nCONTAINER=ty-bert-abc234-a2\nGRACE=45\nSAMPLE_SECONDS=0.5\nMAX_SECONDS=5400\nGPUS=0\nVISIBLE=all\n"
            "CHECKPOINTS=\"$HOME\"/.trainyard/checkpoints/bert-abc234\nPATTERN=''\nSIGNAL=''\n"));
    QCOMPARE(
        content(makeLaunchPlan(processInput()), "spec.sh"),
        QByteArray("RUN_ID=bert-abc234-a2\nENGINE=process\nCONTAINER=\nGRACE=30\nSAMPLE_SECONDS=1\nMAX_SECONDS=0\nGPUS=0\nVISIBLE=all\n"));
    input.sampleSeconds = 10;
    QVERIFY(content(makeLaunchPlan(input), "spec.sh").contains("SAMPLE_SECONDS=10\n"));
}

void LaunchPlanTest::resumeReachesASingleCommand()
{
    LaunchInput input = containerInput();
    input.resumePath = QStringLiteral("/checkpoints/step-5.pt");
    input.resumeStep = 5;
    const auto plan = makeLaunchPlan(input);
    QVERIFY(plan.has_value());
    QCOMPARE(content(plan, "run.sh"), QByteArray("python train.py --resume /checkpoints/step-5.pt --step 5\n"));
    QVERIFY(plan->commandPreview.contains(QLatin1String("python train.py --resume /checkpoints/step-5.pt --step 5\n")));
    QVERIFY(content(plan, "env.sh").contains("export TRAINYARD_RESUME='/checkpoints/step-5.pt'\n"));
    QVERIFY(content(plan, "env.sh").contains("export TRAINYARD_RESUME_ARGS='--resume /checkpoints/step-5.pt --step 5'\n"));
    input.resumeStep = -1;
    QCOMPARE(makeLaunchPlan(input).error().code, ErrorCode::InvalidInput);
}

void LaunchPlanTest::resumeLeavesACommandAloneThatUsesTheVariable()
{
    LaunchInput input = containerInput();
    input.resumePath = QStringLiteral("/checkpoints/step-5.pt");
    input.resumeStep = 5;
    input.task.run = QStringLiteral("nvidia-smi\npython train.py $TRAINYARD_RESUME_ARGS | tee x\n");
    QCOMPARE(content(makeLaunchPlan(input), "run.sh"), input.task.run.toUtf8());
}

void LaunchPlanTest::resumeKnowsFolderNameAndFurtherWords()
{
    LaunchInput input = containerInput();
    input.resumePath = QStringLiteral("/checkpoints/it's/global_step5");
    input.resumeWords = QStringList{QStringLiteral("--note"), QStringLiteral("{path}; rm")};
    input.task.checkpoints->resume = QStringLiteral("--load_dir {dir} --tag {name}");
    const auto plan = makeLaunchPlan(input);
    QVERIFY(plan);
    QCOMPARE(plan->added, QStringLiteral("--load_dir '/checkpoints/it'\\''s' --tag global_step5 --note '{path}; rm'"));
    QCOMPARE(content(plan, "run.sh"), "python train.py " + plan->added.toUtf8() + '\n');
    // The variable includes the template; any further arguments must still reach the command.
    input.task.run = QStringLiteral("python train.py --from $TRAINYARD_RESUME");
    QCOMPARE(makeLaunchPlan(input)->added, QStringLiteral("--note '{path}; rm'"));
    input.task.run = QStringLiteral("python train.py $TRAINYARD_RESUME_ARGS");
    QCOMPARE(makeLaunchPlan(input).error().code, ErrorCode::InvalidInput);  // a shell would split the second word
    input.resumeWords = QStringList{QStringLiteral("--lr"), QStringLiteral("1e-5")};
    QCOMPARE(makeLaunchPlan(input)->added, QString());
    QVERIFY(content(makeLaunchPlan(input), "env.sh").contains("global_step5 --lr 1e-5"));
}

void LaunchPlanTest::resumeWithSeveralCommandsIsRefused()
{
    LaunchInput input = containerInput();
    input.task.run = QStringLiteral("nvidia-smi\npython train.py\n");
    QVERIFY(makeLaunchPlan(input).has_value());  // starting fresh is fine
    input.resumePath = QStringLiteral("/checkpoints/step-5.pt");
    input.resumeStep = 5;
    const auto plan = makeLaunchPlan(input);
    QCOMPARE(plan.error().code, ErrorCode::InvalidInput);
    QVERIFY(plan.error().what.contains(QLatin1String("$TRAINYARD_RESUME_ARGS")));
    input.task.checkpoints->resume.clear();  // only the variables: the script may read them itself
    QVERIFY(makeLaunchPlan(input).has_value());
}

void LaunchPlanTest::oddCheckpointPathsStayOneWord()
{
    LaunchInput input = containerInput();
    input.resumePath = QStringLiteral("/checkpoints/it's {step}; $(rm)");
    input.resumeStep = 7;
    QCOMPARE(content(makeLaunchPlan(input), "run.sh"),
             QByteArray("python train.py --resume '/checkpoints/it'\\''s {step}; $(rm)' --step 7\n"));
    input.resumePath = QStringLiteral("/a\nb");
    QCOMPARE(makeLaunchPlan(input).error().code, ErrorCode::InvalidInput);
}

void LaunchPlanTest::foldersOfEventFilesOutliveTheContainer()
{
    LaunchInput input = containerInput();
    input.task.fileMounts = {{QStringLiteral("/data"), QStringLiteral("./data")}};
    input.task.tensorboard = {QStringLiteral("/it's/logs"), QStringLiteral("/checkpoints/tb"), QStringLiteral("/data/tb"),
                              QStringLiteral("/trainyard/workdir/tb"), QStringLiteral("/datasets")};
    const QByteArray script = content(makeLaunchPlan(input), "launch.sh");
    QVERIFY2(script.contains("mkdir -p -- \"$dir/tensorboard/0\" || exit 1\nmkdir -p -- \"$dir/tensorboard/4\" || exit 1\n"),
             script.constData());
    QVERIFY2(script.contains("--mount \"type=bind,source=$dir/tensorboard/0,target=\"'/it'\\''s/logs' \\\n"), script.constData());
    QCOMPARE(script.count("source=$dir/tensorboard/"), 2);
    QStringList places;
    for (const EventPlace &place : eventPlaces(input.task, input.engine, QStringLiteral("/run"), QStringLiteral("/ck")))
        places << place.onMachine;
    QCOMPARE(places, (QStringList{QStringLiteral("/run/tensorboard/0"), QStringLiteral("/ck/tb"), QStringLiteral("/run/mounts/0/tb"),
                                  QStringLiteral("/run/workdir/tb"), QStringLiteral("/run/tensorboard/4")}));
    input = processInput();
    input.task.tensorboard = {QStringLiteral("/logs")};
    QVERIFY(!content(makeLaunchPlan(input), "launch.sh").contains("tensorboard"));
    QCOMPARE(eventPlaces(input.task, input.engine, QStringLiteral("/run"), {}).first().onMachine, QStringLiteral("/logs"));
}

void LaunchPlanTest::foldersOfTheMachineAreMounted()
{
    LaunchInput input = containerInput();
    input.task.mounts = {{QStringLiteral("/it's"), {QStringLiteral("/srv/$(reboot) x"), true}},
                         {QStringLiteral("/sets"), {QStringLiteral("~/my sets"), false}}};
    input.task.tensorboard = {QStringLiteral("/sets/tb")};
    auto plan = makeLaunchPlan(input);
    const QByteArray script = content(plan, "launch.sh");
    QVERIFY2(script.contains("--mount type=bind,source='/srv/$(reboot) x',target='/it'\\''s',readonly \\\n"), script.constData());
    QVERIFY2(script.contains("--mount type=bind,source=\"$HOME\"'/my sets',target=/sets \\\n"), script.constData());
    QVERIFY2(script.contains("if [ ! -e '/srv/$(reboot) x' ]; then\n"), script.constData());
    QVERIFY(!script.contains("/tensorboard/"));  // it is the mounted folder
    QCOMPARE(eventPlaces(input.task, input.engine, QStringLiteral("/home/a/.trainyard/runs/r"), {}).first().onMachine,
             QStringLiteral("/home/a/my sets/tb"));
    QVERIFY2(plan->commandPreview.contains(QLatin1String("--mount type=bind,source='~/my sets',target=/sets \\\n")),
             qPrintable(plan->commandPreview));

    input = processInput();
    input.task.mounts = {{QStringLiteral("/srv/data"), {QStringLiteral("/srv/data/"), false}}};
    QVERIFY(makeLaunchPlan(input));  // where it is anyway
    input.task.mounts[QStringLiteral("/srv/data")].isReadOnly = true;
    plan = makeLaunchPlan(input);
    QVERIFY(!plan && plan.error().what.contains(QLatin1String("cannot mount folders at /srv/data")));
}

void LaunchPlanTest::whatAContainerGetsOfItsMachineIsSeenInThePreview()
{
    LaunchInput input = containerInput();
    QVERIFY(makeLaunchPlan(input)->commandPreview.contains(QLatin1String("    --network host \\\n    --ipc host \\\n")));
    input.task.sharedMemory = qint64(16) << 30;
    input.task.ports = {QStringLiteral("8888"), QStringLiteral("0.0.0.0:8080:80")};
    for (const bool isNamed : {false, true}) {
        input.task.network = isNamed ? std::optional(NetworkKind::Bridge) : std::nullopt;
        const auto plan = makeLaunchPlan(input);
        const QString wanted = QStringLiteral("    --network bridge \\\n    --publish 127.0.0.1:8888:8888 \\\n"
                                              "    --publish 0.0.0.0:8080:80 \\\n    --shm-size 17179869184 \\\n");
        QVERIFY2(plan->commandPreview.contains(wanted), qPrintable(plan->commandPreview));
        QVERIFY(!plan->commandPreview.contains(QLatin1String("--ipc")));
        QVERIFY(
            content(plan, "launch.sh").contains(QString(wanted).replace(QLatin1String("    --"), QLatin1String("        --")).toUtf8()));
    }
    input.task.network = NetworkKind::Host;
    const QString preview = makeLaunchPlan(input)->commandPreview;
    QVERIFY(!preview.contains(QLatin1String("--publish")) && preview.contains(QLatin1String("# ports: ")));

    input = processInput();
    input.task.sharedMemory = qint64(1) << 30;
    input.task.ports = {QStringLiteral("8888")};
    const auto plan = makeLaunchPlan(input);
    QVERIFY(plan && plan->commandPreview.contains(QLatin1String("# shm: ")) && plan->commandPreview.contains(QLatin1String("# ports: ")));
    for (const NetworkKind network : {NetworkKind::Bridge, NetworkKind::None}) {
        input.task.network = network;
        QCOMPARE(makeLaunchPlan(input).error().code, ErrorCode::InvalidInput);
    }
}

void LaunchPlanTest::theContainerRunsAsThePerson()
{
    LaunchInput input = containerInput();
    QVERIFY(makeLaunchPlan(input)->commandPreview.contains(QLatin1String("--user 0:0")));
    input.task.user = UserKind::Host;
    for (const EngineKind engine : {EngineKind::Docker, EngineKind::Podman}) {
        input.engine = engine;
        const auto plan = makeLaunchPlan(input);
        const QByteArray script = content(plan, "launch.sh");
        QVERIFY2(script.contains("--user \"$user\" \\\n") && script.contains("user=$(id -u):$(id -g)\n"), script.constData());
        QCOMPARE(script.contains("--userns keep-id"), engine == EngineKind::Podman);
        QVERIFY(plan->commandPreview.contains(QLatin1String("    --user \"$(id -u):$(id -g)\" \\\n")));
        QVERIFY(plan->commandPreview.contains(QLatin1String("--env HOME=/trainyard/home")));
    }
    input = processInput();
    input.task.user = UserKind::Host;
    QVERIFY(makeLaunchPlan(input));  // it always does
}

void LaunchPlanTest::theContainerRunsAsANumberedUser()
{
    LaunchInput input = containerInput();
    input.task.user = UserKind::Ids;
    input.task.userIds = QStringLiteral("1001:100");
    for (const EngineKind engine : {EngineKind::Docker, EngineKind::Podman}) {
        input.engine = engine;
        const auto plan = makeLaunchPlan(input);
        const QByteArray script = content(plan, "launch.sh");
        QVERIFY2(script.contains("--user 1001:100 \\\n") && script.contains("user=1001:100\n"), script.constData());
        QVERIFY(script.contains("find . -path ./stores -prune -o -exec chown -h -- \"$user\" {} +"));
        QCOMPARE(script.contains("--userns keep-id:uid="), engine == EngineKind::Podman);
        QVERIFY(plan->commandPreview.contains(QLatin1String("    --user 1001:100 \\\n")));
        QVERIFY(plan->commandPreview.contains(QLatin1String("--env HOME=/trainyard/home")));
        QProcess shell;  // reads it, runs nothing
        shell.start(QStringLiteral("sh"), {QStringLiteral("-n")});
        shell.write(script);
        shell.closeWriteChannel();
        QVERIFY(shell.waitForFinished() && shell.exitCode() == 0);
    }
    // A process is who logs in: the script compares.
    input = processInput();
    input.task.user = UserKind::Ids;
    input.task.userIds = QStringLiteral("%1:%2").arg(getuid() + 1).arg(getgid());
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("launch.sh"));
    const auto start = [&] {
        QFile script(file);
        if (!script.open(QIODevice::WriteOnly))
            return QByteArray("not written");
        script.write(content(makeLaunchPlan(input), "launch.sh"));
        script.close();
        QProcess shell;
        shell.start(QStringLiteral("sh"), {file});
        shell.waitForFinished();
        return QByteArray::number(shell.exitCode()) + ' ' + shell.readAllStandardError();
    };
    const QByteArray refused = start();
    QVERIFY2(refused.startsWith("1 Without a container, this run is user ") && refused.contains("remove user from the task"),
             refused.constData());
    // As the same user, it goes on: here, to the missing starter.
    input.task.userIds = QStringLiteral("%1:%2").arg(getuid()).arg(getgid());
    const QByteArray same = start();
    QVERIFY2(!same.contains("Without a container"), same.constData());
}

void LaunchPlanTest::theLauncherIsSeenInTheCommand()
{
    LaunchInput input = containerInput();
    input.task.run = QStringLiteral("python train.py");
    input.task.launcher = LauncherKind::Torchrun;
    input.task.accelerators = Accelerators{QStringLiteral("H100"), 8};
    input.resumePath = QStringLiteral("/checkpoints/step-5");
    input.resumeStep = 5;
    input.task.checkpoints->resume = QStringLiteral("--resume {path}");
    auto plan = makeLaunchPlan(input);
    QVERIFY(plan);
    QCOMPARE(content(plan, "run.sh"), QByteArray("torchrun --standalone --nproc-per-node=8 train.py --resume /checkpoints/step-5"));
    QVERIFY(plan->commandPreview.contains(QLatin1String("# run.sh:\ntorchrun --standalone --nproc-per-node=8 train.py")));
    QVERIFY(content(plan, "argv").startsWith(QByteArray("torchrun\0--standalone\0", 22)));
    input.task.envs.insert(QStringLiteral("CUDA_VISIBLE_DEVICES"), QStringLiteral("2,3"));
    QVERIFY(content(makeLaunchPlan(input), "run.sh").contains("--nproc-per-node=2 "));
    input.task.run = QStringLiteral("./train");
    QCOMPARE(makeLaunchPlan(input).error().code, ErrorCode::InvalidInput);
}

void LaunchPlanTest::processKeepsCheckpointsWhereTheTaskSays()
{
    LaunchInput input = processInput();
    input.task.checkpoints = CheckpointPlan{};
    auto plan = makeLaunchPlan(input);
    QCOMPARE(plan->checkpointDir, QStringLiteral("~/.trainyard/checkpoints/bert-abc234"));
    QVERIFY(content(plan, "env.sh").contains("export TRAINYARD_CHECKPOINT_DIR=\"$HOME\"'/.trainyard/checkpoints/bert-abc234'\n"));
    input.task.checkpoints->dir = QStringLiteral("/data/my ckpt");
    plan = makeLaunchPlan(input);
    QCOMPARE(plan->checkpointDir, QStringLiteral("/data/my ckpt"));
    QVERIFY(content(plan, "launch.sh").contains("checkpoints='/data/my ckpt'\n"));
}

void LaunchPlanTest::refusesWhatCannotRun_data()
{
    QTest::addColumn<LaunchInput>("input");
    LaunchInput input = processInput();
    input.task.image = QStringLiteral("x");
    QTest::newRow("image for a process") << input;
    input = containerInput();
    input.task.image.clear();
    QTest::newRow("container without image") << input;
    input.task.image = QStringLiteral("--privileged");
    QTest::newRow("image that is an option") << input;
    input.task.image = QStringLiteral("a\nb");
    QTest::newRow("image over two lines") << input;
    input = containerInput();
    input.engine = EngineKind::Auto;
    QTest::newRow("undecided engine") << input;
    input = processInput();
    input.runId = RunId(QStringLiteral("../x"));
    QTest::newRow("run id that is a path") << input;
    input = processInput();
    input.task.run = QStringLiteral(" \n");
    QTest::newRow("nothing to run") << input;
    input = processInput();
    input.task.envs = {{QStringLiteral("A B"), QString()}};
    QTest::newRow("impossible variable") << input;
    input.task.envs = {{QStringLiteral("TRAINYARD_RUN_ID"), QString()}};
    QTest::newRow("variable of ours") << input;
    input = processInput();
    input.task.secrets = {{QStringLiteral("TOKEN"), std::nullopt}};
    QTest::newRow("secret without value") << input;
    input = containerInput();
    input.task.checkpoints->dir = QStringLiteral("relative");
    QTest::newRow("relative checkpoint directory") << input;
    input.task.checkpoints->dir = QStringLiteral("/a,readonly");
    QTest::newRow("checkpoint directory with a comma") << input;
    input = containerInput();
    input.task.tensorboard = {QStringLiteral("/a,readonly")};
    QTest::newRow("folder of event files with a comma") << input;
    input = containerInput();
    input.task.mounts = {{QStringLiteral("/d"), {QStringLiteral("/a,readonly"), false}}};
    QTest::newRow("mounted folder with a comma") << input;
    input.task.mounts = {{QStringLiteral("/d,source=/etc"), {QStringLiteral("/a"), false}}};
    QTest::newRow("mounted at a comma") << input;
}

void LaunchPlanTest::refusesWhatCannotRun()
{
    QFETCH(LaunchInput, input);
    const auto plan = makeLaunchPlan(input);
    QVERIFY(!plan.has_value());
    QCOMPARE(plan.error().code, ErrorCode::InvalidInput);
    QVERIFY(plan.error().what.endsWith(u'.'));
}

void LaunchPlanTest::lineageIsSafeForPaths_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("slug");
    QTest::newRow("plain") << "bert"
                           << "bert";
    QTest::newRow("words") << "  My BERT, v2!  "
                           << "my-bert-v2";
    QTest::newRow("other scripts") << "训练"
                                   << "run";
    QTest::newRow("empty") << ""
                           << "run";
    QTest::newRow("path") << "../../etc"
                          << "etc";
    QTest::newRow("long") << QString(80, u'a') << QString(40, u'a');
}

void LaunchPlanTest::lineageIsSafeForPaths()
{
    QFETCH(QString, name);
    QFETCH(QString, slug);
    const QString lineage = makeLineage(name, 0xdeadbeef);
    QCOMPARE(lineage.chopped(7), slug);
    QVERIFY(QRegularExpression(QStringLiteral("\\A[a-z0-9][a-z0-9-]*-[a-z0-9]{6}\\z")).match(lineage).hasMatch());
    QCOMPARE(lineage, makeLineage(name, 0xdeadbeef));
    QVERIFY(lineage != makeLineage(name, 0xdeadbeee));
}

QTEST_GUILESS_MAIN(LaunchPlanTest)
#include "tst_launchplan.moc"
