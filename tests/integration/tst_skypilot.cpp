// SPDX-License-Identifier: GPL-3.0-or-later
// Task files in the shapes that SkyPilot's own have, for one machine: each runs as it is written, or `task check` says exactly what is
// missing. Conda and uv are stand-ins on the machine, GPUs are simulated or absent.
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");

bool write(const QString &file, const QByteArray &content)
{
    QFile out(file);
    return QDir().mkpath(QFileInfo(file).path()) && out.open(QIODevice::WriteOnly) && out.write(content) == content.size();
}

}  // namespace

class TestSkyPilot : public QObject {
    Q_OBJECT

    QTemporaryDir m_state, m_project;
    std::unique_ptr<LabMachine> m_machine;

    YardCommand yard() const
    {
        YardCommand command(kYard, m_state.path());
        // Git finds the repository of this test at a public address.
        command.environment.insert(QStringLiteral("GIT_CONFIG_COUNT"), QStringLiteral("1"));
        command.environment.insert(QStringLiteral("GIT_CONFIG_KEY_0"),
                                   QStringLiteral("url.file://%1/repository.insteadOf").arg(m_project.path()));
        command.environment.insert(QStringLiteral("GIT_CONFIG_VALUE_0"), QStringLiteral("https://code.example/lab/train.git"));
        return command;
    }

    QString task(const QByteArray &yaml) const
    {
        const QString file = m_project.filePath(QStringLiteral("task.yaml"));
        return write(file, yaml) ? file : QString();
    }

    QByteArray git(const QStringList &words) const
    {
        QProcess process;
        process.start(QStringLiteral("git"),
                      QStringList{QStringLiteral("-C"), m_project.filePath(QStringLiteral("repository")), QStringLiteral("-c"),
                                  QStringLiteral("user.name=T"), QStringLiteral("-c"), QStringLiteral("user.email=t@example.org"),
                                  QStringLiteral("-c"), QStringLiteral("init.defaultBranch=main")}
                          + words);
        return process.waitForFinished() && process.exitCode() == 0 ? process.readAllStandardOutput().trimmed() : QByteArray("failed");
    }

    bool hasEnded(const QString &id) const
    {
        const auto run = yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), id}).object();
        return run[QLatin1String("state")] == QLatin1String("finished") || run[QLatin1String("state")] == QLatin1String("failed");
    }

private Q_SLOTS:
    void initTestCase();
    void runsAsWritten_data();
    void runsAsWritten();
    void repositoryRunsAtItsCommit();
    void pipelineRunsWhileNoComputerIsConnected();
    void pipelineEndsWithTheStepThatFails();
    void stoppedPipelineSaysWhatDoesNotStart();
    void isRefusedWithWhatIsMissing_data();
    void isRefusedWithWhatIsMissing();
    void anImportIsWrittenByteForByte();
};

void TestSkyPilot::initTestCase()
{
    m_machine = std::make_unique<LabMachine>(std::nullopt);
    if (!m_machine->start()) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(m_machine->problem()));
        QSKIP(qPrintable(m_machine->problem()));
    }
    const auto added = yard().run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), m_machine->sshCommand()});
    QVERIFY2(added.status == 0, added.told().constData());
    const QString home = m_machine->home();
    QVERIFY(write(home + QStringLiteral("/miniconda3/etc/profile.d/conda.sh"), "conda() { echo \"stand-in conda: $*\"; }\n"));
    QVERIFY(write(home + QStringLiteral("/.local/bin/uv"), "#!/bin/sh\necho \"stand-in uv: $*\"\n"));
    QVERIFY(QFile::setPermissions(home + QStringLiteral("/.local/bin/uv"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    for (const char *name : {"code/train.py", "data/mnist/a.txt", "settings.ini"})
        QVERIFY(write(m_project.filePath(QString::fromLatin1(name)), QByteArray(name) + '\n'));
}

void TestSkyPilot::runsAsWritten_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("log");
    const auto row = [](const char *name, const char *yaml, const char *log) {
        QTest::newRow(name) << QByteArray(yaml) << QByteArray(log);
    };
    row("the smallest one with places",
        "name: minimal\nresources:\n  infra: aws/us-east-1\n  cpus: 2+\n  memory: 8gb+\n  use_spot: true\n  disk_size: 100\n"
        "num_nodes: 1\nsetup: |\n  echo setup\nrun: |\n  echo run $SKYPILOT_NODE_RANK of $SKYPILOT_NUM_NODES at $SKYPILOT_NODE_IPS\n",
        "setup\nrun 0 of 1 at 127.0.0.1\n");
    row("conda environment",
        "setup: |\n  conda create -n llm python=3.10 -y\n  conda activate llm\nrun: |\n  conda activate llm\n  echo trained\n",
        "stand-in conda: create -n llm python=3.10 -y\nstand-in conda: activate llm\nstand-in conda: activate llm\ntrained\n");
    row("uv", "setup: uv venv --seed\nrun: uv run train.py\n", "stand-in uv: venv --seed\nstand-in uv: run train.py\n");
    row("working directory by SkyPilot's name", "workdir: ./code\nrun: |\n  cd ~/sky_workdir\n  cat train.py\n", "code/train.py\n");
    row("working directory without a local one", "run: |\n  cd ~/sky_workdir && touch made && ls\n", "made\n");
    row("files by variables",
        "envs:\n  DATASET: mnist\n  WHERE: inputs\nfile_mounts:\n  ~/${WHERE}/$DATASET: ./data/${DATASET}\n  settings/a.ini: ./settings.ini\n"
        "run: |\n  cat ~/inputs/mnist/a.txt ~/settings/a.ini\n",
        "data/mnist/a.txt\nsettings.ini\n");
    row("name and working directory by variables", "name: train-$STEP\nworkdir: ./${DIR}\nenvs: {STEP: one, DIR: code}\nrun: ls\n",
        "train.py\n");
    row("choices of places", "resources:\n  any_of:\n    - infra: gcp\n    - infra: aws\nrun: echo here\n", "here\n");
    row("machine image and recovery",
        "resources:\n  image_id: ami-0123456789abcdef0\n  job_recovery:\n    strategy: FAILOVER\n  autostop: 10\nrun: echo here\n",
        "here\n");
    row("ranks of setup", "setup: |\n  echo setup $SKYPILOT_SETUP_NODE_RANK\nrun: test -n \"$SKYPILOT_TASK_IDS\" && echo run\n",
        "setup 0\nrun\n");
}

void TestSkyPilot::runsAsWritten()
{
    QFETCH(QByteArray, yaml);
    QFETCH(QByteArray, log);
    const auto launched = yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"),
                                      QStringLiteral("--machine"), QStringLiteral("lab"), task(yaml)});
    QVERIFY2(launched.status == 0, launched.told().constData());
    const QString id = launched.object()[QLatin1String("id")].toString();
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded(id), 120000);
    QCOMPARE(yard().run({QStringLiteral("run"), QStringLiteral("logs"), id}).out, log);
}

void TestSkyPilot::repositoryRunsAtItsCommit()
{
    if (QStandardPaths::findExecutable(QStringLiteral("git")).isEmpty())
        QSKIP("git is missing: apt-get install git");
    const QString folder = m_project.filePath(QStringLiteral("repository"));
    QVERIFY(write(folder + QStringLiteral("/train.sh"), "echo first\n"));
    QCOMPARE(git({QStringLiteral("init"), QStringLiteral("-q")}), QByteArray());
    QCOMPARE(git({QStringLiteral("add"), QStringLiteral(".")}), QByteArray());
    QCOMPARE(git({QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"), QStringLiteral("first")}), QByteArray());
    const QByteArray first = git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")});
    QVERIFY(write(folder + QStringLiteral("/train.sh"), "echo second\n"));
    QCOMPARE(git({QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-a"), QStringLiteral("-m"), QStringLiteral("second")}),
             QByteArray());
    const QByteArray second = git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")});
    const auto launch = [&](const QByteArray &ref) {
        return yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"),
                           QStringLiteral("lab"),
                           task("workdir:\n  url: https://code.example/lab/train.git\n" + ref + "run: |\n  sh ./train.sh\n  ls -a\n")});
    };
    const QList<std::pair<QByteArray, QByteArray>> refs{{"  ref: main\n", second}, {"", second}, {"  ref: " + first.left(9) + '\n', first}};
    for (const auto &[ref, commit] : refs) {
        const auto launched = launch(ref);
        QVERIFY2(launched.status == 0, launched.told().constData());
        const QString id = launched.object()[QLatin1String("id")].toString();
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(id), 120000);
        QCOMPARE(yard().run({QStringLiteral("run"), QStringLiteral("logs"), id}).out,
                 QByteArray(commit == first ? "echo first" : "echo second").mid(5) + "\n.\n..\ntrain.sh\n");
        QFile recorded(m_machine->runDirectory(RunId(id)) + QStringLiteral("/task.yaml"));
        QVERIFY(recorded.open(QIODevice::ReadOnly));
        QVERIFY(recorded.readAll().contains("https://code.example/lab/train.git#" + commit));
    }
    const auto refused = launch("  ref: no-such-branch\n");
    QVERIFY2(refused.status != 0 && (refused.out + refused.err).contains("no-such-branch of https://code.example/lab/train.git"),
             refused.told().constData());
}

void TestSkyPilot::pipelineRunsWhileNoComputerIsConnected()
{
    const QString file = task("name: all\n---\nname: prepare\nrun: |\n  sleep 2\n  echo prepared | tee ~/result\n---\nname: train\n"
                              "envs: {EPOCHS: 3}\nworkdir: ./code\nrun: |\n  cat ~/result train.py; echo $EPOCHS\n---\nrun: echo third\n");
    const auto shown = yard().run({QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--dry-run"),
                                   QStringLiteral("--machine"), QStringLiteral("lab"), file});
    QVERIFY2(shown.out.contains("# step 1 of 3: prepare\n") && shown.out.contains("# step 2 of 3, once step 1 has ended with 0: train\n")
                 && shown.out.contains("# step 3 of 3, once step 2 has ended with 0: all 3\n"),
             shown.told().constData());
    const auto launched = yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"),
                                      QStringLiteral("--machine"), QStringLiteral("lab"), file});
    QVERIFY2(launched.status == 0, launched.told().constData());
    const QJsonArray ids = launched.object()[QLatin1String("steps")].toArray();
    QCOMPARE(ids.size(), 3);
    const auto exitOf = [&](int step) {
        QFile exit(m_machine->runDirectory(RunId(ids[step].toString())) + QStringLiteral("/exit"));
        return exit.open(QIODevice::ReadOnly) ? exit.readAll() : QByteArray();
    };
    const auto waiting = yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), ids[1].toString()}).object();
    QCOMPARE(waiting[QLatin1String("state")].toString(), QStringLiteral("waiting"));
    const QJsonObject place = waiting[QLatin1String("pipeline")].toObject();
    QCOMPARE(place[QLatin1String("name")].toString(), QStringLiteral("all"));
    QCOMPARE(place[QLatin1String("step")].toInt(), 2);
    QCOMPARE(place[QLatin1String("steps")].toInt(), 3);
    // Nothing of ours runs here now.
    QTRY_VERIFY_WITH_TIMEOUT(exitOf(2).contains("\"code\":0"), 120000);
    const QByteArrayList logs{"prepared\n", "prepared\ncode/train.py\n3\n", "third\n"};
    for (int step = 0; step < 3; ++step) {
        QCOMPARE(yard().run({QStringLiteral("run"), QStringLiteral("logs"), ids[step].toString()}).out, logs[step]);
        QVERIFY(hasEnded(ids[step].toString()));
    }
    // A step that nobody saw start did not start with the pipeline.
    const auto timeOf = [&](int step, const char *key) {
        const auto run =
            yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), ids[step].toString()}).object();
        return QDateTime::fromString(run[QLatin1String(key)].toString(), Qt::ISODate);
    };
    QVERIFY(timeOf(1, "created").secsTo(timeOf(2, "started")) >= 1);
    const auto text = yard().run({QStringLiteral("run"), QStringLiteral("show"), ids[1].toString()}).out;
    QVERIFY2(text.contains("2 of 3 of pipeline all"), text.constData());
}

void TestSkyPilot::pipelineEndsWithTheStepThatFails()
{
    const auto launched = yard().run({QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--follow"),
                                      QStringLiteral("--machine"), QStringLiteral("lab"),
                                      task("name: bad\nrun: |\n  echo one\n  exit 3\n---\nname: later\nrun: echo two\n")});
    QVERIFY2(launched.status != 0 && launched.out.contains("one\n") && !launched.out.contains("two"), launched.told().constData());
    QVERIFY2(launched.err.contains("Step 2 (later): Not started: step 1 ended with 3."), launched.told().constData());
    const QByteArrayList ids = launched.out.split('\n');
    const auto later =
        yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), QString::fromUtf8(ids[1])}).object();
    QCOMPARE(later[QLatin1String("state")].toString(), QStringLiteral("stopped"));
    QCOMPARE(later[QLatin1String("message")].toString(), QStringLiteral("Not started: step 1 ended with 3."));
    QCOMPARE(later[QLatin1String("ended_by")].toString(), QStringLiteral("skipped"));
}

void TestSkyPilot::stoppedPipelineSaysWhatDoesNotStart()
{
    const auto launched = yard().run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"),
                                      QStringLiteral("--machine"), QStringLiteral("lab"),
                                      task("name: long\nrun: sleep 600\n---\nname: later\nrun: echo two\n")});
    QVERIFY2(launched.status == 0, launched.told().constData());
    const auto stopped = yard().run({QStringLiteral("run"), QStringLiteral("stop"), launched.object()[QLatin1String("id")].toString()});
    QVERIFY2(stopped.status == 0 && stopped.err.contains("Step 2 (later): Not started: step 1 was stopped."), stopped.told().constData());
}

void TestSkyPilot::isRefusedWithWhatIsMissing_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("refusals");
    const auto row = [](const char *name, const char *yaml, const char *refusals) {
        QTest::newRow(name) << QByteArray(yaml) << QByteArray(refusals);
    };
    row("bucket mounted without an address", "file_mounts:\n  /checkpoints:\n    source: ./local\n    mode: MOUNT\nrun: ./train\n",
        "2:3: '/checkpoints' is to be mounted from an object store: write its address, like 'source: s3://BUCKET/KEY'. Files of this computer "
        "are copied, without 'mode'.\n");
    row("copied bucket without an address", "file_mounts:\n  /data:\n    name: sets\n    store: s3\n    mode: COPY\nrun: ./train\n",
        "2:3: '/data' is to be copied from the object store 'sets': write its address, like 'source: s3://BUCKET/KEY'.\n");
    row("bucket of another provider", "file_mounts:\n  /data: gs://sets/a\nrun: ./train\n",
        "2:10: 'gs://sets/a' has another address here: add the bucket with 'yard store add', and write s3://BUCKET/KEY, or az://CONTAINER/KEY "
        "for Azure.\n");
    row("disk of a cloud", "resources:\n  volumes: [{path: /mnt, size: 100}]\nrun: ./train\n",
        "2:3: 'volumes' in 'resources' are disks that a cloud creates: name those that the machine has in 'volumes' of the task.\n");
    row("pipeline with a mistake in its last task",
        "name: pipeline\n---\nname: train\nrun: ./train\n---\nname: eval\nresorces: {cpus: 2}\nrun: ./eval\n",
        "7:1: Unknown key 'resorces'. Did you mean 'resources'?\n");
    row("tasks at the same time", "name: group\nexecution: parallel\n---\nrun: ./a\n---\nrun: ./b\n",
        "2:12: Tasks of one file run one after the other here: use 'execution: serial', or give each task its own file.\n");
    row("private registry",
        "resources: {image_id: 'docker:registry.example/lab/train:1'}\nenvs:\n  SKYPILOT_DOCKER_USERNAME: me\nrun: ./train\n",
        "3:3: 'SKYPILOT_DOCKER_USERNAME' has no effect here: log in to the registry on the machine once, with docker login or podman login, "
        "and remove the variable.\n");
    row("Ray by SkyPilot's script", "run: |\n  ~/sky_templates/ray/start_cluster\n  ./train\n",
        "1:6: ~/sky_templates is only on SkyPilot's machines: start Ray here with its own command.\n");
    row("variable that is not given", "workdir: ./$DIR\nrun: ./train\n",
        "1:10: 'DIR' is not in 'envs': add it there. '$$' is a dollar sign.\n");
}

void TestSkyPilot::isRefusedWithWhatIsMissing()
{
    QFETCH(QByteArray, yaml);
    const QString file = task(yaml);
    const auto answer = yard().run({QStringLiteral("task"), QStringLiteral("check"), file});
    QCOMPARE(answer.status, 2);
    QByteArray said = answer.out + answer.err;
    said.replace(file.toUtf8() + ':', "");
    QTEST(said, "refusals");
}

void TestSkyPilot::anImportIsWrittenByteForByte()
{
    // A zero-width character, which a terminal would be shown as a mark, and a token, which nothing is shown.
    const QString file = m_project.filePath(QStringLiteral("command.sh"));
    QVERIFY(write(file, "docker run --shm-size 8g img python a.py --name 'a\xe2\x80\x8b"
                        "b' --hf-token hf_secretvalue1\n"));
    const auto imported = yard().run({QStringLiteral("task"), QStringLiteral("import"), file});
    QCOMPARE(imported.status, 0);
    QVERIFY2(imported.out.contains("a\xe2\x80\x8b"
                                   "b"),
             imported.out.constData());
    QVERIFY2(imported.out.contains("\n  shm: 8GB\n") && imported.out.contains("\nsecrets:\n  HF_TOKEN: null\n"), imported.out.constData());
    QVERIFY(!imported.out.contains("secretvalue") && !imported.err.contains("secretvalue"));
    const auto checked = yard().run({QStringLiteral("task"), QStringLiteral("check"), task(imported.out)});
    QVERIFY2(checked.status == 0, checked.told().constData());
}

QTEST_GUILESS_MAIN(TestSkyPilot)
#include "tst_skypilot.moc"
