// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translation.h"
#include "tests/ui/launch/tasksamples.h"
#include "ui/launch/tasksummary.h"

#include <QCoreApplication>
#include <QTest>

using namespace trainyard;

namespace {

using Summary = QString (*)(const Task &);
using Change = void (*)(Task &);

QString s(const char *text) { return QString::fromUtf8(text); }

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

CheckpointPlan &planOf(Task &task)
{
    if (!task.checkpoints)
        task.checkpoints.emplace().dir = s("/checkpoints");
    return *task.checkpoints;
}

}  // namespace

class TestTaskSummary : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QCOMPARE(installTranslation(*QCoreApplication::instance(), s("en")), s("en")); }
    void eachSectionSaysWhatApplies_data();
    void eachSectionSaysWhatApplies();
    void valuesOfVariablesAndSecretsAreNotTold();
};

void TestTaskSummary::eachSectionSaysWhatApplies_data()
{
    QTest::addColumn<Summary>("summary");
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, Summary summary, Change change, const char *said) {
        QTest::newRow(name) << summary << change << s(said);
    };
    const Change nothing = [](Task &) {};
    row("a cluster unasked", clusterSummary, nothing, "As the cluster gives without being asked.");
    row(
        "a job of a cluster", clusterSummary,
        [](Task &task) {
            task.engine = EngineKind::Slurm;
            task.slurm = {s("gpu"), s("physics"), {}, 1, qint64(64) << 30, {s("--exclusive")}};
        },
        "Partition gpu, charged to physics, 1 processor, 64GB of memory, --exclusive");
    row("no setup", setupSummary, nothing, "Nothing runs before the command.");
    row(
        "one line of setup", setupSummary, [](Task &task) { task.setup = s("\n  pip   install x\n"); }, "First pip install x");
    row(
        "two lines of setup", setupSummary, [](Task &task) { task.setup = s("a\nb\n"); }, "First a and 1 more line.");
    row(
        "three lines of setup", setupSummary, [](Task &task) { task.setup = s("a\nb\n\nc"); }, "First a and 2 more lines.");

    row("no resources", resourcesSummary, nothing, "Any GPUs will do, and the cost counts towards no project.");
    row(
        "a project", resourcesSummary, [](Task &task) { task.project = s("llama"); }, "Any GPUs will do. The cost counts towards llama.");
    row(
        "GPUs", resourcesSummary,
        [](Task &task) {
            task.accelerators = Accelerators{s("H100"), 8};
        },
        "Needs 8 × H100.");
    row(
        "GPUs with others", resourcesSummary,
        [](Task &task) {
            task.accelerators = Accelerators{s("H100"), 8};
            task.otherAccelerators = {{s("A100-80GB"), 4}, {QString(), 0}};
        },
        "Needs 8 × H100, or 4 × A100-80GB, or no GPUs.");

    row("no files", filesSummary, nothing, "Nothing is copied to the machine.");
    row(
        "files", filesSummary,
        [](Task &task) {
            task.workdir = s("./code");
            task.fileMounts = {{s("/data"), s("./data")}};
            task.tensorboard = {s("/logs"), s("/tb")};
        },
        "Copies ./code and starts in it. Copies to /data. Reads event files in /logs, /tb.");

    row(
        "mounted folders", filesSummary,
        [](Task &task) {
            task.mounts = {{s("/d"), {s("/srv/data"), true}}};
        },
        "Mounts /srv/data of the machine.");

    row("no container", containerSummary, nothing, "Without an image, there is no container.");
    row(
        "a usual container", containerSummary, [](Task &task) { task.image = s("a"); },
        "Runs as root with the machine's network and shared memory.");
    row(
        "a container with everything", containerSummary,
        [](Task &task) {
            task.sharedMemory = qint64(16) << 30;
            task.ports = {s("8888")};
            task.user = UserKind::Host;
        },
        "16GB of shared memory, a network of its own, publishes 8888, runs as your user");
    row(
        "a container without a network", containerSummary, [](Task &task) { task.network = NetworkKind::None; }, "No network");
    row(
        "a launcher", setupSummary, [](Task &task) { task.launcher = LauncherKind::Torchrun; },
        "Nothing runs before the command. Started by torchrun.");

    row("no environment", environmentSummary, nothing, "No variables and no secrets.");
    row(
        "many variables", environmentSummary,
        [](Task &task) {
            for (const char *name : {"A", "B", "C", "D", "E", "F"})
                task.envs.insert(s(name), {});
        },
        "Sets A, B, C, D and 2 more.");
    row(
        "taken variables and secrets", environmentSummary,
        [](Task &task) {
            task.envsToTake = {s("HF_HOME")};
            task.secrets = {{s("HF_TOKEN"), std::nullopt}};
        },
        "Takes HF_HOME from this computer. Secret: HF_TOKEN.");

    row("no checkpoints", checkpointSummary, nothing, "No checkpoints: there is no directory for them.");
    row(
        "no rules", checkpointSummary, [](Task &task) { planOf(task); }, "All checkpoints are kept.");
    row(
        "rules", checkpointSummary,
        [](Task &task) {
            planOf(task).keep = 3;
            planOf(task).keepBest = 2;
            planOf(task).keepEvery = 5000;
        },
        "Kept: the newest 3, the 2 with the lowest loss, every 5000 steps.");
    row(
        "the best by a value", checkpointSummary,
        [](Task &task) {
            planOf(task).keepBest = 1;
            planOf(task).keepBy = s("accuracy");
            planOf(task).isHigherBetter = true;
        },
        "Kept: the 1 with the highest accuracy.");
    row(
        "how checkpoints are found", checkpointSummary,
        [](Task &task) {
            planOf(task).pattern = s("step-*");
            planOf(task).signal = s("USR1");
            planOf(task).manifests = ManifestPolicy::Off;
        },
        "All checkpoints are kept. Named step-*. USR1 makes the run save. No hashes are written.");

    row("no limits", limitsSummary, nothing, "No limits: the run ends when its command ends.");
    row(
        "common limits", limitsSummary,
        [](Task &task) {
            task.limits.hours = 12;
            task.limits.budget = usd("10");
            task.limits.idle = IdleLimit{std::chrono::minutes(20), 30};
        },
        "At most 12 h, budget 10.00 USD, stops after 20 min idle");
    row(
        "the other limits", limitsSummary,
        [](Task &task) {
            task.limits.hours = 0.5;
            task.limits.price = usd("2.49");
            task.limits.lease = std::chrono::hours(8);
            task.limits.idle = IdleLimit{std::chrono::seconds(90), 5};
        },
        "At most 0.5 h, at 2.49 USD per hour, stops after 90 s below 5 %, stops 8 h after the last renewal");
    row(
        "only how it ends", limitsSummary,
        [](Task &task) {
            task.limits.save = std::chrono::minutes(10);
            task.graceSeconds = 60;
            task.limits.heedsSpotNotice = false;
            task.limits.shutdown = s("sudo poweroff\n");
        },
        "No limits, 10 min to save, 1 min to end, spot notices are ignored, then the machine runs: sudo poweroff");

    row("no alerts", alertsSummary, nothing, "As in the settings.");
    row(
        "alerts", alertsSummary,
        [](Task &task) {
            task.alerts.rules = {{AlertKind::GpuIdle, true, 40, std::chrono::minutes(5)},
                                 {AlertKind::GpuTemperature, true, 85, {}},
                                 {AlertKind::NoProgress, true, 900, {}},
                                 {AlertKind::Hung, false, {}, {}}};
            task.alerts.ways = QList<AlertChannel>();
        },
        "For this run: Low GPU utilization: 40 % for 5 min, GPU hot: 85 °C, No progress: 15 min, Run hangs: off and 1 more.");
}

void TestTaskSummary::eachSectionSaysWhatApplies()
{
    QFETCH(Summary, summary);
    QFETCH(Change, change);
    QFETCH(QString, said);
    Task task;
    change(task);
    QCOMPARE(summary(task).replace(QChar(0x00a0), u' '), said);
}

void TestTaskSummary::valuesOfVariablesAndSecretsAreNotTold()
{
    const Task task = taskWithEveryKey();
    const QString said = environmentSummary(task);
    QVERIFY(said.contains(s("SEED")) && said.contains(s("API_KEY")));
    QVERIFY(!said.contains(s("said-in-the-file")) && !said.contains(u'7'));
}

QTEST_GUILESS_MAIN(TestTaskSummary)
#include "tst_tasksummary.moc"
