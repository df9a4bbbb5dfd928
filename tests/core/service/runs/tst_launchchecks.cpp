// SPDX-License-Identifier: GPL-3.0-or-later
// What is said before a launch, from what is known at one moment.
#include "core/service/runs/launchchecks.h"

#include <QTest>

#include <functional>

using namespace trainyard;

namespace {

using Subject = LaunchCheck::Subject;
using State = LaunchCheck::State;
using Remedy = LaunchCheck::Remedy;

QString s(const char *text) { return QString::fromUtf8(text); }

Money usd(const char *amount) { return *Money::parse(amount, *currencyFromCode("USD")); }

// A machine with four free GPUs, a task that fits it, and a history: all is fine.
LaunchKnowledge fine()
{
    LaunchKnowledge known;
    known.task.name = s("gpt");
    known.task.run = s("train");
    known.task.image = s("demo:1");
    known.task.workdir = s("code");
    known.taskDirectory = s("/home/ada/gpt");
    known.task.accelerators = Accelerators{s("H100"), 4};
    known.task.checkpoints.emplace().dir = s("/checkpoints");
    known.task.checkpoints->resume = s("--resume {path}");
    known.task.limits.hours = 12;
    known.facts.emplace();
    known.facts->homeAvailableBytes = 500LL << 30;
    known.gpuUse.emplace();
    for (int i = 0; i < 4; ++i) {
        known.facts->gpus.append({i, s("NVIDIA H100 80GB HBM3"), s("GPU-%1").arg(i), 81559, SmiValue::Told});
        GpuSample gpu;
        gpu.index = i;
        gpu.busyPercent = 0;
        gpu.memoryUsedMiB = 4;
        known.gpuUse->append(gpu);
    }
    known.fit.emplace().verdict = CompatVerdict::Runs;
    known.perHour = usd("10");
    LaunchHistory history;
    history.last.emplace().name = known.task.name;
    history.lastTask = known.task;
    history.took = std::chrono::hours(3);
    history.wasResumed = true;
    BudgetState month;
    month.budget.amount = usd("300");
    month.use = {usd("60"), 200, BudgetStep::None};
    history.budgets << month;
    known.history = history;
    return known;
}

std::optional<LaunchCheck> about(Subject subject, const LaunchKnowledge &known)
{
    for (const LaunchCheck &check : launchChecks(known)) {
        if (check.subject == subject)
            return check;
    }
    return std::nullopt;
}

}  // namespace

Q_DECLARE_METATYPE(std::function<void(LaunchKnowledge &)>)

class TestLaunchChecks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whereAllIsKnownAllIsFine();
    void whatIsKnownDecides_data();
    void whatIsKnownDecides();
    void onlyAProblemStopsTheLaunch();
    void whatThereIsNothingToSayAboutIsLeftOut();
    void theDifferencesAreNamed();
    void aPipelineNamesTheStepThatMatters();
    void theCostIsThatOfTheLastTime();
    void theNearestImageIsOffered();
};

void TestLaunchChecks::whereAllIsKnownAllIsFine()
{
    const QList<LaunchCheck> checks = launchChecks(fine());
    QCOMPARE(checks.size(), kLaunchSubjects);
    for (int i = 0; i < kLaunchSubjects; ++i) {
        QCOMPARE(int(checks[i].subject), i);
        QVERIFY2(checks[i].state == State::Ok, qPrintable(checks[i].sentence));
        QVERIFY2(checks[i].sentence.endsWith(u'.'), qPrintable(checks[i].sentence));
    }
    QCOMPARE(launchObstacle(checks), QString());
}

void TestLaunchChecks::whatIsKnownDecides_data()
{
    QTest::addColumn<int>("subject");
    QTest::addColumn<std::function<void(LaunchKnowledge &)>>("change");
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *name, Subject subject, State state, const char *part, std::function<void(LaunchKnowledge &)> change) {
        QTest::newRow(name) << int(subject) << change << int(state) << QString::fromUtf8(part);
    };
    row("machine is asked", Subject::Gpus, State::Asking, "Asking", [](LaunchKnowledge &known) {
        known.facts.reset();
        known.isAsking = true;
    });
    row("machine does not answer", Subject::Disk, State::Unknown, "has not answered", [](LaunchKnowledge &known) {
        known.facts.reset();
        known.silence = s("Nothing answers.");
    });
    row("one GPU is in use", Subject::Gpus, State::Warning, "Only 3 of 4",
        [](LaunchKnowledge &known) { (*known.gpuUse)[2].memoryUsedMiB = 70000; });
    row("a busy GPU is in use", Subject::Gpus, State::Warning, "Only 3 of 4",
        [](LaunchKnowledge &known) { (*known.gpuUse)[0].busyPercent = 95; });
    row("a task that names none", Subject::Gpus, State::Warning, "does not say", [](LaunchKnowledge &known) {
        (*known.gpuUse)[0].busyPercent = 95;
        known.task.accelerators.reset();
    });
    row("enough are free", Subject::Gpus, State::Ok, "3 of 4", [](LaunchKnowledge &known) {
        (*known.gpuUse)[2].memoryUsedMiB = 70000;
        known.task.accelerators->count = 2;
    });
    row("chosen GPUs are free", Subject::Gpus, State::Ok, "free now", [](LaunchKnowledge &known) {
        known.task.accelerators.reset();
        known.task.gpus = {QStringLiteral("1")};
    });
    row("a chosen GPU is in use", Subject::Gpus, State::Warning, "in use: 1", [](LaunchKnowledge &known) {
        known.task.accelerators.reset();
        known.task.gpus = {QStringLiteral("1")};
        (*known.gpuUse)[1].busyPercent = 95;
    });
    row("a chosen GPU is not there", Subject::Gpus, State::Problem, "9", [](LaunchKnowledge &known) {
        known.task.accelerators.reset();
        known.task.gpus = {QStringLiteral("9")};
    });
    row("fewer are chosen than asked for", Subject::Gpus, State::Warning, "names 1 GPUs",
        [](LaunchKnowledge &known) { known.task.gpus = {QStringLiteral("1")}; });
    row("no live sample", Subject::Gpus, State::Unknown, "not known", [](LaunchKnowledge &known) { known.gpuUse.reset(); });
    row("other GPUs are there", Subject::Gpus, State::Problem, "B200", [](LaunchKnowledge &known) {
        known.task.accelerators = Accelerators{s("B200"), 8};
    });
    row("image is refused", Subject::Image, State::Problem, "too old", [](LaunchKnowledge &known) {
        known.fit->verdict = CompatVerdict::Refused;
        known.fit->reasons = {{s("floor"), CompatVerdict::Refused, s("The driver is too old."), {}, {}}};
    });
    row("image has limits", Subject::Image, State::Warning, "limit", [](LaunchKnowledge &known) {
        known.fit->verdict = CompatVerdict::RunsWithLimits;
        known.fit->reasons = {{s("minor"), CompatVerdict::RunsWithLimits, s("There is a limit."), {}, {}}};
    });
    row("image is not judged", Subject::Image, State::Unknown, "not known", [](LaunchKnowledge &known) { known.fit.reset(); });
    row("disk is tight", Subject::Disk, State::Warning, "Only 2",
        [](LaunchKnowledge &known) { known.facts->homeAvailableBytes = 2LL << 30; });
    row("disk is full", Subject::Disk, State::Problem, "full", [](LaunchKnowledge &known) { known.facts->homeAvailableBytes = 1024; });
    row("disk is not known", Subject::Disk, State::Unknown, "unknown",
        [](LaunchKnowledge &known) { known.facts->homeAvailableBytes.reset(); });
    row("a relative folder of a task from no file", Subject::Folder, State::Problem, "“code”",
        [](LaunchKnowledge &known) { known.taskDirectory.clear(); });
    row("a relative file of a task from no file", Subject::Folder, State::Problem, "“data.csv”", [](LaunchKnowledge &known) {
        known.taskDirectory.clear();
        known.task.workdir.clear();
        known.task.fileMounts.insert(s("/data.csv"), s("data.csv"));
    });
    row("the folder of the task's file", Subject::Folder, State::Ok, "/home/ada/gpt/code", [](LaunchKnowledge &) {});
    row("no checkpoints", Subject::Checkpoints, State::Warning, "no checkpoints",
        [](LaunchKnowledge &known) { known.task.checkpoints.reset(); });
    row("no resume argument", Subject::Checkpoints, State::Warning, "checkpoints.resume",
        [](LaunchKnowledge &known) { known.task.checkpoints->resume.clear(); });
    row("resumes by its own variable", Subject::Checkpoints, State::Ok, "/checkpoints", [](LaunchKnowledge &known) {
        known.task.checkpoints->resume.clear();
        known.task.run = s("train --from \"$TRAINYARD_RESUME\"");
    });
    row("never resumed", Subject::Checkpoints, State::Unknown, "never tried",
        [](LaunchKnowledge &known) { known.history->wasResumed = false; });
    row("no history", Subject::Cost, State::Ok, "At most 120", [](LaunchKnowledge &known) { known.history.reset(); });
    row("no history and no limit", Subject::Cost, State::Unknown, "100 steps", [](LaunchKnowledge &known) {
        known.history.reset();
        known.task.limits.hours.reset();
    });
    row("no price", Subject::Cost, State::Unknown, "no price", [](LaunchKnowledge &known) { known.perHour.reset(); });
    row("budget nearly used", Subject::Budget, State::Warning, "20", [](LaunchKnowledge &known) {
        known.history->budgets.first().use = {usd("280"), 933, BudgetStep::Save};
    });
    row("budget used up", Subject::Budget, State::Problem, "used up", [](LaunchKnowledge &known) {
        known.history->budgets.first().use = {usd("301"), 1003, BudgetStep::Stop};
    });
}

void TestLaunchChecks::whatIsKnownDecides()
{
    QFETCH(int, subject);
    QFETCH(std::function<void(LaunchKnowledge &)>, change);
    QFETCH(int, state);
    QFETCH(QString, part);
    LaunchKnowledge known = fine();
    change(known);
    const auto check = about(Subject(subject), known);
    QVERIFY(check);
    QVERIFY2(int(check->state) == state, qPrintable(check->sentence));
    QVERIFY2(check->sentence.contains(part), qPrintable(check->sentence));
    const QString obstacle = launchObstacle(launchChecks(known));
    QCOMPARE(obstacle.isEmpty(), State(state) != State::Problem);
}

void TestLaunchChecks::onlyAProblemStopsTheLaunch()
{
    LaunchKnowledge nothing;
    nothing.task.image = s("demo:1");
    const QList<LaunchCheck> checks = launchChecks(nothing);
    QVERIFY(checks.size() >= 4);
    QCOMPARE(launchObstacle(checks), QString());
}

void TestLaunchChecks::whatThereIsNothingToSayAboutIsLeftOut()
{
    LaunchKnowledge known = fine();
    known.task.image.clear();
    known.history->last.reset();
    known.history->budgets.clear();
    QVERIFY(!about(Subject::Image, known));
    QVERIFY(!about(Subject::Changes, known));
    QVERIFY(!about(Subject::Budget, known));
    known.isSimulated = true;
    QVERIFY(!about(Subject::Cost, known));
    // A budget in another currency says nothing about this machine.
    known = fine();
    known.history->budgets.first().budget.amount = *Money::parse("300", *currencyFromCode("EUR"));
    QVERIFY(!about(Subject::Budget, known));
}

void TestLaunchChecks::theDifferencesAreNamed()
{
    LaunchKnowledge known = fine();
    known.task.envs.insert(s("LR"), s("1e-4"));
    QCOMPARE(about(Subject::Changes, known)->sentence, s("Differs from the last run in envs.LR."));
    known.history->code.emplace();
    known.history->code->changed << s("train.py");
    known.history->code->added << s("data.py");
    const auto check = about(Subject::Changes, known);
    QVERIFY(check->sentence.startsWith(u'2'));
    QVERIFY(check->sentence.contains(s("envs.LR")));
    QVERIFY(check->reasons.contains(s("train.py")));
    known = fine();
    known.task.workdir = s("./code");
    known.history->lastTask->workdir = s("./code");
    QVERIFY(about(Subject::Changes, known)->sentence.contains(s("not recorded")));
    known.history->lastTask.reset();
    QCOMPARE(about(Subject::Changes, known)->state, State::Unknown);
}

void TestLaunchChecks::aPipelineNamesTheStepThatMatters()
{
    LaunchKnowledge known = fine();
    known.later = {known.task, known.task};
    known.later[0].accelerators = Accelerators{s("H100"), 9};
    known.later[1].limits.hours = 3;
    known.later[1].checkpoints.reset();
    const auto gpus = about(Subject::Gpus, known), checkpoints = about(Subject::Checkpoints, known), cost = about(Subject::Cost, known);
    QVERIFY(gpus && checkpoints && cost);
    QCOMPARE(gpus->state, State::Problem);
    QVERIFY2(gpus->sentence.startsWith(s("Step 2: ")), qPrintable(gpus->sentence));
    QCOMPARE(launchObstacle(launchChecks(known)), gpus->sentence);
    QCOMPARE(checkpoints->state, State::Warning);
    QVERIFY2(checkpoints->sentence.startsWith(s("Step 3: ")), qPrintable(checkpoints->sentence));
    QCOMPARE(checkpoints->remedy, Remedy::None);  // the form cannot change a pipeline
    // 12, 12 and 3 hours at 10 USD.
    QVERIFY2(cost->sentence.contains(s("270")), qPrintable(cost->sentence));
    known.later[1].limits.hours.reset();
    QCOMPARE(about(Subject::Cost, known)->state, State::Unknown);
}

void TestLaunchChecks::theCostIsThatOfTheLastTime()
{
    const auto check = about(Subject::Cost, fine());
    QVERIFY2(check->sentence.contains(s("30.00")), qPrintable(check->sentence));
}

void TestLaunchChecks::theNearestImageIsOffered()
{
    LaunchKnowledge known = fine();
    known.fit->verdict = CompatVerdict::Fails;
    known.fit->remedies = {{s("driver"), s("580.65.06"), {}, CompatVerdict::Runs, false},
                           {s("image"), s("demo:0"), {}, CompatVerdict::Runs, false}};
    const auto check = about(Subject::Image, known);
    QCOMPARE(check->remedy, Remedy::UseImage);
    QCOMPARE(check->value, s("demo:0"));
}

QTEST_GUILESS_MAIN(TestLaunchChecks)
#include "tst_launchchecks.moc"
