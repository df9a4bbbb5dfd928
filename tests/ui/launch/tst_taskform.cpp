// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskschema.h"
#include "tests/support/fitting.h"
#include "tests/ui/launch/tasksamples.h"
#include "ui/common/fieldrow.h"
#include "ui/launch/formsection.h"
#include "ui/launch/launchpage.h"
#include "ui/launch/taskform.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace trainyard;

namespace {

using Change = void (*)(Task &);

QString s(const char *text) { return QString::fromUtf8(text); }

// As a person replaces what is in a field; combo boxes go one entry down, check boxes change.
void enter(QWidget *field, const QString &text)
{
    if (auto *const edit = qobject_cast<QLineEdit *>(field))
        edit->selectAll();
    else if (auto *const script = qobject_cast<QPlainTextEdit *>(field))
        script->selectAll();
    if (qobject_cast<QComboBox *>(field))
        QTest::keyClick(field, text == s("up") ? Qt::Key_Up : Qt::Key_Down);
    else if (qobject_cast<QCheckBox *>(field))
        QTest::keyClick(field, Qt::Key_Space);
    else if (text.isEmpty())
        QTest::keyClick(field, Qt::Key_Delete);
    else
        QTest::keyClicks(field, text);
}

void append(QLineEdit *field, const QString &text)
{
    QTest::keyClick(field, Qt::Key_End);
    QTest::keyClicks(field, text);
}

FieldRow *rowOf(QWidget *field)
{
    for (QWidget *above = field; above; above = above->parentWidget()) {
        if (auto *const row = qobject_cast<FieldRow *>(above))
            return row;
    }
    return nullptr;
}

bool isSaid(const QWidget *part, const QString &text)
{
    const QList<QLabel *> labels = part->findChildren<QLabel *>();
    return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) { return label->text().contains(text); });
}

}  // namespace

class TestTaskForm : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatGoesInComesOut_data();
    void whatGoesInComesOut();
    void oneFormShowsOneTaskAfterTheOther();
    void eachFieldChangesItsKeyOnly_data();
    void eachFieldChangesItsKeyOnly();
    void aMistakeIsSaidAtTheFieldAndKeepsTheTaskFromBeingLaunched_data();
    void aMistakeIsSaidAtTheFieldAndKeepsTheTaskFromBeingLaunched();
    void sectionsFoldToOneLine();
    void theClusterIsThereForItsJobs();
    void aMistakeInAFoldedSectionIsSaidInItsLine();
    void tabVisitsTheSixFieldsFirst();
    void valuesOfSecretsAreNotShown();
    void linesAreAddedAndRemoved();
    void rulesWaitForTheCheckpointDirectory();
    void alertsAreChangedInTheirLines();
    void aUserIsNamedByNumber();
    void otherGpusAreChangedInTheirLines();
    void keysLeadToTheSections();
    void fieldsSayWhatTheirKeysDo();
    void nothingIsCutOff_data();
    void nothingIsCutOff();
};

void TestTaskForm::whatGoesInComesOut_data()
{
    QTest::addColumn<Task>("task");
    QTest::newRow("nothing") << Task();
    for (const auto &[name, set] : taskKeySamples()) {
        Task task;
        set(task);
        QTest::newRow(name) << task;
    }
    QTest::newRow("everything") << taskWithEveryKey();
}

void TestTaskForm::whatGoesInComesOut()
{
    QFETCH(Task, task);
    TaskForm form;
    QSignalSpy edited(&form, &TaskForm::edited);
    form.setTask(task);
    QVERIFY(form.task() == task);
    QVERIFY(edited.isEmpty());
    // Even after an edit, everything else is as it was.
    append(form.findChild<QLineEdit *>(s("taskName")), s("x"));
    task.name += u'x';
    QVERIFY(form.task() == task);
    QCOMPARE(edited.size(), 1);
}

void TestTaskForm::oneFormShowsOneTaskAfterTheOther()
{
    TaskForm form;
    auto *const name = form.findChild<QLineEdit *>(s("taskName"));
    for (const auto &[key, set] : taskKeySamples()) {
        for (Task task : {taskWithEveryKey(), Task()}) {
            set(task);
            form.setTask(task);
            append(name, s("x"));
            task.name += u'x';
            QVERIFY2(form.task() == task, key);
        }
    }
}

void TestTaskForm::eachFieldChangesItsKeyOnly_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<Change>("change");
    const auto row = [](const char *field, const char *typed, Change change) { QTest::newRow(field) << s(typed) << change; };
    row("taskName", "other: name", [](Task &task) { task.name = s("other: name"); });
    row("taskImage", "demo:2", [](Task &task) { task.image = s("demo:2"); });
    row("taskEngine", "", [](Task &task) { task.engine = EngineKind::Process; });
    row("taskCommand", "train --slow", [](Task &task) { task.run = s("train --slow\n"); });
    row("taskCheckpointDir", "/other", [](Task &task) { task.checkpoints->dir = s("/other"); });
    row("taskResume", "--from {step}", [](Task &task) { task.checkpoints->resume = s("--from {step}"); });
    row("taskSetup", "make", [](Task &task) { task.setup = s("make\n"); });
    row("taskGpuModel", "A100-80GB", [](Task &task) { task.accelerators->model = s("A100-80GB"); });
    row("taskGpuCount", "4", [](Task &task) { task.accelerators->count = 4; });
    row("taskProject", "whisper", [](Task &task) { task.project = s("whisper"); });
    row("taskWorkdir", "~/src", [](Task &task) { task.workdir = s("~/src"); });
    row("taskMountName0", "/sets", [](Task &task) { task.fileMounts.insert(s("/sets"), task.fileMounts.take(s("/data"))); });
    row("taskMountValue0", "./sets", [](Task &task) { task.fileMounts[s("/data")] = s("./sets"); });
    row("taskMountRemove0", "", [](Task &task) { task.fileMounts.remove(s("/data")); });
    row("taskFolderName0", "/m", [](Task &task) { task.mounts.insert(s("/m"), task.mounts.take(s("/models"))); });
    row("taskFolderValue1", "/srv/more", [](Task &task) { task.mounts[s("/sets")].source = s("/srv/more"); });
    row("taskFolderMark0", "", [](Task &task) { task.mounts[s("/models")].isReadOnly = false; });
    row("taskFolderRemove0", "", [](Task &task) { task.mounts.remove(s("/models")); });
    row("taskShm", "512MB", [](Task &task) { task.sharedMemory = qint64(512) << 20; });
    row("taskPorts", "6006 8080:80", [](Task &task) { task.ports = {s("6006"), s("8080:80")}; });
    row("taskNetwork", "", [](Task &task) { task.network = NetworkKind::None; });
    row("taskUser", "up", [](Task &task) { task.user = UserKind::Root; });
    row("taskLauncher", "", [](Task &task) { task.launcher = LauncherKind::DeepSpeed; });
    row("taskEventsName1", "/tb", [](Task &task) { task.tensorboard[1] = s("/tb"); });
    row("taskEnvName1", "NUMBER", [](Task &task) { task.envs.insert(s("NUMBER"), task.envs.take(s("SEED"))); });
    row("taskEnvValue1", "a=b c", [](Task &task) { task.envs[s("SEED")] = s("a=b c"); });
    row("taskTaken", "HF_HOME, LR SEED2", [](Task &task) { task.envsToTake = {s("HF_HOME"), s("LR"), s("SEED2")}; });
    // Typed anew, a name takes its value from the environment: values are not known to the form.
    row("taskKeyringName0", "TOKEN", [](Task &task) {
        task.secrets.insert(s("TOKEN"), task.secrets.take(s("WANDB_KEY")));
        task.keyringSecrets = {{s("TOKEN"), s("lab/wandb")}};
    });
    row("taskKeyringValue0", "mine", [](Task &task) { task.keyringSecrets[s("WANDB_KEY")] = s("mine"); });
    row("taskKeyringRemove0", "", [](Task &task) {
        task.secrets.remove(s("WANDB_KEY"));
        task.keyringSecrets.clear();
    });
    row("taskSecrets", "API_KEY WANDB_API_KEY", [](Task &task) {
        task.secrets = {{s("API_KEY"), std::nullopt}, {s("WANDB_API_KEY"), std::nullopt}, {s("WANDB_KEY"), std::nullopt}};
    });
    row("taskPattern", "*.bin", [](Task &task) { task.checkpoints->pattern = s("*.bin"); });
    row("taskSignal", "", [](Task &task) { task.checkpoints->signal = s("USR2"); });
    row("taskKeepLast", "7", [](Task &task) { task.checkpoints->keep = 7; });
    row("taskKeepBest", "9", [](Task &task) { task.checkpoints->keepBest = 9; });
    row("taskKeepEvery", "1000", [](Task &task) { task.checkpoints->keepEvery = 1000; });
    row("taskKeepBy", "f1", [](Task &task) { task.checkpoints->keepBy = s("f1"); });
    row("taskHours", "12.5", [](Task &task) { task.limits.hours = 12.5; });
    row("taskBudgetAmount", "99,9", [](Task &task) { task.limits.budget = *Money::parse("99.9", Currency::CNY); });
    row("taskPriceAmount", "3", [](Task &task) { task.limits.price = *Money::parse("3", Currency::CNY); });
    row("taskPriceCurrency", "", [](Task &task) { task.limits.price = *Money::parse("2.49", Currency::EUR); });
    row("taskIdle", "45", [](Task &task) { task.limits.idle->after = std::chrono::minutes(45); });
    row("taskIdleBelow", "15", [](Task &task) { task.limits.idle->belowPercent = 15; });
    row("taskLease", "1h30m30s", [](Task &task) { task.limits.lease = std::chrono::seconds(5430); });
    row("taskSave", "2", [](Task &task) { task.limits.save = std::chrono::minutes(2); });
    row("taskGrace", "90", [](Task &task) { task.graceSeconds = 90; });
    row("taskSpot", "", [](Task &task) { task.limits.heedsSpotNotice = true; });
    row("taskShutdown", "sudo halt", [](Task &task) { task.limits.shutdown = s("sudo halt"); });
    row("taskPartition", "long,gpu", [](Task &task) { task.slurm.partition = s("long,gpu"); });
    row("taskAccount", "biology", [](Task &task) { task.slurm.account = s("biology"); });
    row("taskQos", "high", [](Task &task) { task.slurm.qos = s("high"); });
    row("taskCpus", "16", [](Task &task) { task.slurm.cpus = 16; });
    row("taskJobMemory", "512MB", [](Task &task) { task.slurm.memory = qint64(512) << 20; });
    row("taskSlurmOptions", "--constraint=a & b  --mail-type=END", [](Task &task) {
        task.slurm.options = {s("--constraint=a & b"), s("--mail-type=END")};
    });
    QTest::newRow("taskSlurmOptions emptied") << QString() << Change([](Task &task) { task.slurm.options.clear(); });
    QTest::newRow("taskJobMemory emptied") << QString() << Change([](Task &task) { task.slurm.memory = 0; });
    QTest::newRow("taskShm emptied") << QString() << Change([](Task &task) { task.sharedMemory.reset(); });
    QTest::newRow("taskHours emptied") << QString() << Change([](Task &task) { task.limits.hours.reset(); });
    QTest::newRow("taskIdle emptied") << QString() << Change([](Task &task) { task.limits.idle.reset(); });
    QTest::newRow("taskBudgetAmount emptied") << QString() << Change([](Task &task) { task.limits.budget.reset(); });
    QTest::newRow("taskSave emptied") << QString() << Change([](Task &task) { task.limits.save = RunLimits().save; });
    QTest::newRow("taskKeepLast emptied") << QString() << Change([](Task &task) { task.checkpoints->keep = 0; });
    QTest::newRow("taskCheckpointDir emptied") << QString() << Change([](Task &task) { task.checkpoints.reset(); });
}

void TestTaskForm::eachFieldChangesItsKeyOnly()
{
    QFETCH(QString, typed);
    QFETCH(Change, change);
    Task task = taskWithEveryKey();
    TaskForm form;
    form.setTask(task);
    auto *const field = form.findChild<QWidget *>(s(QTest::currentDataTag()).section(u' ', 0, 0));
    QVERIFY(field);
    if (auto *const button = qobject_cast<QAbstractButton *>(field); button && !qobject_cast<QCheckBox *>(field))
        button->click();
    else
        enter(field, typed);
    change(task);
    QCOMPARE(writeTask(form.task()), writeTask(task));
    QVERIFY(form.task() == task);
}

void TestTaskForm::aMistakeIsSaidAtTheFieldAndKeepsTheTaskFromBeingLaunched_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("correction");  // empty: none is obvious
    QTest::addColumn<Change>("change");       // by the correction
    const Change none = [](Task &) {};
    const auto row = [](const char *field, const char *typed, const char *correction, Change change) {
        QTest::newRow(qPrintable(s(field) + u' ' + s(typed))) << s(typed) << s(correction) << change;
    };
    row("taskCheckpointDir", "ckpt", "/ckpt", [](Task &task) { task.checkpoints->dir = s("/ckpt"); });
    row("taskCheckpointDir", "/a/../b", "", none);
    row("taskImage", "no image", "", none);
    row("taskGpuCount", "-8", "8", none);
    row("taskGpuCount", "many", "", none);
    row("taskGpuModel", "H100:8?", "", none);
    row("taskWorkdir", "s3://bucket/code", "", none);
    row("taskEventsName1", "tb", "/tb", [](Task &task) { task.tensorboard[1] = s("/tb"); });
    row("taskEventsName1", "/logs", "", none);
    row("taskMountName0", "/etc/run.conf", "", none);
    row("taskMountValue0", "gs://bucket/data", "", none);
    row("taskFolderName1", "sets", "/sets", [](Task &) {});
    row("taskFolderValue0", "models", "", none);
    row("taskShm", "64", "64GB", [](Task &task) { task.sharedMemory = qint64(64) << 30; });
    row("taskPorts", "80x", "", none);
    row("taskPartition", "two words", "", none);
    row("taskCpus", "-3", "3", [](Task &task) { task.slurm.cpus = 3; });
    row("taskJobMemory", "32", "32GB", [](Task &task) { task.slurm.memory = qint64(32) << 30; });
    row("taskSlurmOptions", "exclusive", "--exclusive", [](Task &task) { task.slurm.options = {s("--exclusive")}; });
    row("taskSlurmOptions", "--array=1-9", "", none);
    row("taskEnvName1", "my-var", "my_var", [](Task &task) { task.envs.insert(s("my_var"), task.envs.take(s("SEED"))); });
    row("taskEnvName1", "2B", "_2B", [](Task &task) { task.envs.insert(s("_2B"), task.envs.take(s("SEED"))); });
    row("taskEnvName1", "EMPTY", "", none);
    row("taskEnvName1", "SKYPILOT_X", "", none);
    row("taskTaken", "HF-HOME", "HF_HOME", [](Task &task) { task.envsToTake = {s("HF_HOME")}; });
    row("taskTaken", "SEED", "", none);
    row("taskKeyringValue0", "my key", "", none);
    row("taskKeyringName0", "HF_TOKEN", "", none);
    row("taskSecrets", "HF.KEY", "HF_KEY", [](Task &task) {
        task.secrets = {{s("HF_KEY"), std::nullopt}, {s("WANDB_KEY"), std::nullopt}};
    });
    row("taskSecrets", "HF_HOME", "", none);
    row("taskPattern", "a/b", "", none);
    row("taskKeepLast", "-3", "3", none);
    row("taskKeepEvery", "1k", "1", [](Task &task) { task.checkpoints->keepEvery = 1; });
    row("taskHours", "-2", "2", [](Task &task) { task.limits.hours = 2; });
    row("taskHours", "1,5 h", "1.5", [](Task &task) { task.limits.hours = 1.5; });
    row("taskHours", "long", "", none);
    row("taskBudgetAmount", "-1", "", none);
    row("taskIdle", "soon", "", none);
    row("taskIdleBelow", "300", "", none);
    row("taskLease", "8 h", "8", [](Task &task) { task.limits.lease = std::chrono::hours(8); });
    row("taskSave", "-5", "5", [](Task &task) { task.limits.save = std::chrono::minutes(5); });
    row("taskGrace", "x", "", none);
    row("taskPriceCurrency", "", "2.49 CNY", none);
}

void TestTaskForm::aMistakeIsSaidAtTheFieldAndKeepsTheTaskFromBeingLaunched()
{
    QFETCH(QString, typed);
    QFETCH(QString, correction);
    QFETCH(Change, change);
    Task task = taskWithEveryKey();
    TaskForm form;
    form.setTask(task);
    auto *const field = form.findChild<QWidget *>(s(QTest::currentDataTag()).section(u' ', 0, 0));
    QVERIFY(field);
    FieldRow *const row = rowOf(field);
    enter(field, typed);
    if (qobject_cast<QLineEdit *>(field)) {
        QVERIFY(!row->hasError());  // not while typing
        QTest::keyClick(field, Qt::Key_Return);
    }
    QVERIFY(row->hasError());
    QVERIFY(!parseTask(writeTask(form.task())).errors.isEmpty());
    if (correction.isEmpty()) {
        QVERIFY(!isSaid(row, s("</a>")));
    } else {
        QVERIFY(isSaid(row, u'>' + correction + s("</a>")));
        Q_EMIT row->correctionRequested(correction);
        QVERIFY(!row->hasError());
        change(task);
        QVERIFY(form.task() == task);
        return;
    }
    // What is corrected by hand loses its error while typing.
    form.setTask(task);
    QVERIFY(form.task() == task);
    QVERIFY(!row->hasError());
}

void TestTaskForm::sectionsFoldToOneLine()
{
    TaskForm form;
    form.show();
    for (const char *always : {"taskName", "taskEngine", "taskImage", "taskCommand", "taskCheckpointDir", "taskResume"})
        QVERIFY2(form.findChild<QWidget *>(s(always))->isVisible(), always);
    auto *const hours = form.findChild<QLineEdit *>(s("taskHours"));
    auto *const fold = form.findChild<QAbstractButton *>(s("taskLimitsSectionFold"));
    auto *const line = form.findChild<QLabel *>(s("taskLimitsSectionSummary"));
    QVERIFY(!hours->isVisible() && line->isVisible());
    QCOMPARE(line->text(), s("No limits: the run ends when its command ends."));
    QCOMPARE(fold->accessibleDescription(), line->text());

    QTest::keyClick(fold, Qt::Key_Space);
    QVERIFY(hours->isVisible() && !line->isVisible());
    QTest::keyClicks(hours, s("12"));
    fold->click();
    QVERIFY(!hours->isVisible() && line->isVisible());
    QCOMPARE(line->text(), s("At most 12 h"));
    QTest::mouseClick(line, Qt::LeftButton);
    QVERIFY(hours->isVisible());
    // Another task leaves it unfolded.
    form.setTask({});
    QVERIFY(hours->isVisible() && hours->text().isEmpty());
}

void TestTaskForm::theClusterIsThereForItsJobs()
{
    TaskForm form;
    form.show();
    auto *const section = form.findChild<FormSection *>(s("taskClusterSection"));
    auto *const engine = form.findChild<QComboBox *>(s("taskEngine"));
    QVERIFY(!section->isVisible());
    engine->setFocus();
    QTest::keyClick(engine, Qt::Key_End);
    QCOMPARE(form.task().engine, EngineKind::Slurm);
    QVERIFY(section->isVisible());
    QTest::keyClicks(form.findChild<QLineEdit *>(s("taskPartition")), s("gpu"));
    QCOMPARE(form.findChild<QLabel *>(s("taskClusterSectionSummary"))->text(), s("Partition gpu"));
    section->setFolded(false);
    form.resize(760, form.height());
    if (const QString pictures = qEnvironmentVariable("TRAINYARD_PICTURES"); !pictures.isEmpty())
        section->grab().save(pictures + s("/cluster.png"));
    // What was typed is not hidden.
    QTest::keyClick(engine, Qt::Key_Up);
    QCOMPARE(form.task().engine, EngineKind::Process);
    QVERIFY(section->isVisible());
    QCOMPARE(form.findChild<QLabel *>(s("taskClusterSectionSummary"))->text(), s("Partition gpu. Only for a job of Slurm."));
}

void TestTaskForm::aMistakeInAFoldedSectionIsSaidInItsLine()
{
    TaskForm form;
    auto *const fold = form.findChild<QAbstractButton *>(s("taskLimitsSectionFold"));
    auto *const hours = form.findChild<QLineEdit *>(s("taskHours"));
    fold->click();
    QTest::keyClicks(hours, s("long"));
    QTest::keyClick(hours, Qt::Key_Return);
    fold->click();
    QVERIFY(form.findChild<QLabel *>(s("taskLimitsSectionSummary"))->text().contains(s("must be a number above 0")));
}

void TestTaskForm::tabVisitsTheSixFieldsFirst()
{
    TaskForm form;
    form.show();
    QVERIFY(QTest::qWaitForWindowActive(&form));
    form.findChild<QWidget *>(s("taskName"))->setFocus();
    QStringList visited;
    for (int i = 0; i < 9; ++i) {
        visited << QApplication::focusWidget()->objectName();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    const QStringList wanted{s("taskName"),   s("taskEngine"),           s("taskImage"),
                             s("taskImages"), s("taskCommand"),          s("taskCheckpointDir"),
                             s("taskResume"), s("taskSetupSectionFold"), s("taskResourcesSectionFold")};
    QCOMPARE(visited, wanted);
    // Added lines come before the button that adds them.
    form.findChild<QAbstractButton *>(s("taskEnvironmentSectionFold"))->click();
    auto *const add = form.findChild<QAbstractButton *>(s("taskEnvAdd"));
    add->click();
    add->click();
    form.findChild<QWidget *>(s("taskEnvironmentSectionFold"))->setFocus();
    visited.clear();
    for (int i = 0; i < 8; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        visited << QApplication::focusWidget()->objectName();
    }
    const QStringList lines{s("taskEnvName0"),  s("taskEnvValue0"),  s("taskEnvRemove0"), s("taskEnvName1"),
                            s("taskEnvValue1"), s("taskEnvRemove1"), s("taskEnvAdd"),     s("taskTaken")};
    QCOMPARE(visited, lines);
}

void TestTaskForm::valuesOfSecretsAreNotShown()
{
    Task task = taskWithEveryKey();
    task.envs.insert(s("WANDB_API_KEY"), s("a-value"));
    TaskForm form;
    form.setTask(task);
    QVERIFY(!isSaid(&form, s("said-in-the-file")));
    for (const QLineEdit *const edit : form.findChildren<QLineEdit *>()) {
        QVERIFY(!edit->text().contains(s("said-in-the-file")));
        QVERIFY(!edit->displayText().contains(s("a-value")));
    }
}

void TestTaskForm::linesAreAddedAndRemoved()
{
    TaskForm form;
    QSignalSpy edited(&form, &TaskForm::edited);
    auto *const add = form.findChild<QAbstractButton *>(s("taskEnvAdd"));
    add->click();
    add->click();
    QVERIFY(edited.isEmpty());  // empty lines mean nothing
    QTest::keyClicks(form.findChild<QLineEdit *>(s("taskEnvName1")), s("SEED"));
    QTest::keyClicks(form.findChild<QLineEdit *>(s("taskEnvValue1")), s("7"));
    QCOMPARE(form.task().envs, (QMap<QString, QString>{{s("SEED"), s("7")}}));
    form.findChild<QAbstractButton *>(s("taskEnvRemove0"))->click();
    QCOMPARE(form.findChild<QLineEdit *>(s("taskEnvName0"))->text(), s("SEED"));
    QVERIFY(!form.findChild<QWidget *>(s("taskEnvName1")));
    form.findChild<QAbstractButton *>(s("taskEnvRemove0"))->click();
    QVERIFY(form.task() == Task());
}

void TestTaskForm::rulesWaitForTheCheckpointDirectory()
{
    TaskForm form;
    auto *const last = form.findChild<QLineEdit *>(s("taskKeepLast"));
    auto *const dir = form.findChild<QLineEdit *>(s("taskCheckpointDir"));
    auto *const resume = form.findChild<QLineEdit *>(s("taskResume"));
    QVERIFY(!last->isEnabled() && !last->toolTip().isEmpty());
    enter(resume, s("--resume {path}"));
    QTest::keyClick(resume, Qt::Key_Return);
    QVERIFY(rowOf(resume)->hasError());
    enter(dir, s("/a"));
    QVERIFY(last->isEnabled());
    enter(last, s("3"));
    // A directory that is typed anew keeps the rules.
    enter(dir, {});
    QVERIFY(!form.task().checkpoints && !last->isEnabled());
    enter(dir, s("/b"));
    QCOMPARE(form.task().checkpoints->dir, s("/b"));
    QCOMPARE(form.task().checkpoints->resume, s("--resume {path}"));
    QCOMPARE(form.task().checkpoints->keep, 3);
    // Another task's do not get them.
    enter(dir, {});
    Task other;
    other.name = s("other");
    form.setTask(other);
    enter(dir, s("/c"));
    QCOMPARE(form.task().checkpoints->keep, 0);
    QCOMPARE(form.task().checkpoints->resume, QString());
}

void TestTaskForm::alertsAreChangedInTheirLines()
{
    LaunchPage page;
    page.setTask("alerts:\n  gpu_temperature: 80  # hot\n  hung: off # known\nrun: x\n", {});
    auto *const section = page.findChild<FormSection *>(s("taskAlertsSection"));
    section->setFolded(false);
    page.show();
    const auto field = [&page](const char *name) { return page.findChild<QLineEdit *>(s(name)); };
    QCOMPARE(field("taskAlertsAt0")->text(), s("80"));
    enter(field("taskAlertsAt0"), s("85"));
    QCOMPARE(page.taskText(), QByteArray("alerts:\n  gpu_temperature: 85  # hot\n  hung: off # known\nrun: x\n"));
    enter(field("taskAlertsFor0"), s("10"));
    QCOMPARE(page.taskText(), QByteArray("alerts:\n  gpu_temperature: {at: 85, for: 10m}  # hot\n  hung: off # known\nrun: x\n"));

    // What is no value is not dropped, and is said at the field.
    enter(field("taskAlertsAt0"), s("much"));
    QVERIFY(!parseTask(page.taskText()).errors.isEmpty());
    QTest::keyClick(field("taskAlertsAt0"), Qt::Key_Return);
    QVERIFY(section->findChild<FieldRow *>()->hasError());
    enter(field("taskAlertsAt0"), {});
    QVERIFY(!section->findChild<FieldRow *>()->hasError());
    enter(field("taskAlertsFor0"), {});
    QVERIFY(parseTask(page.taskText()).task.alerts.rules.value(0) == (AlertOverride{AlertKind::GpuTemperature, true, {}, {}}));

    // Another one, from the menu; one that is as in the settings again.
    const QList<QAction *> kinds = page.findChild<QPushButton *>(s("taskAlertsAdd"))->menu()->actions();
    QVERIFY(!kinds[int(AlertKind::Hung)]->isVisible() && kinds[int(AlertKind::NoProgress)]->isVisible());
    kinds[int(AlertKind::NoProgress)]->trigger();
    QVERIFY(!kinds[int(AlertKind::NoProgress)]->isVisible());
    enter(field("taskAlertsAt2"), s("15"));
    QVERIFY2(page.taskText().contains("  no_progress: 15m\n"), page.taskText().constData());
    QTest::mouseClick(page.findChild<QToolButton *>(s("taskAlertsRemove1")), Qt::LeftButton);
    QVERIFY(!page.taskText().contains("hung"));
    QTest::mouseClick(page.findChild<QToolButton *>(s("taskAlertsRemove0")), Qt::LeftButton);
    QCOMPARE(parseTask(page.taskText()).task.alerts.rules.size(), 1);

    kinds[int(AlertKind::GpuTemperature)]->trigger();
    if (const QString pictures = qEnvironmentVariable("TRAINYARD_PICTURES"); !pictures.isEmpty())
        section->grab().save(pictures + s("/alerts.png"));
    auto *const own = page.findChild<QCheckBox *>(s("taskAlertsWays"));
    auto *const webhook = page.findChild<QCheckBox *>(s("taskAlertsWay2"));
    QVERIFY(!webhook->isEnabled());
    own->click();
    QVERIFY(parseTask(page.taskText()).task.alerts.ways == QList<AlertChannel>());
    webhook->click();
    QVERIFY(parseTask(page.taskText()).task.alerts.ways == QList<AlertChannel>{AlertChannel::Webhook});
    own->click();
    QVERIFY(!parseTask(page.taskText()).task.alerts.ways);
}

void TestTaskForm::aUserIsNamedByNumber()
{
    LaunchPage page;
    page.setTask("run: x\nuser: host # me\n", {});
    page.findChild<FormSection *>(s("taskContainerSection"))->setFolded(false);
    page.show();
    auto *const user = page.findChild<QComboBox *>(s("taskUser"));
    auto *const ids = page.findChild<QLineEdit *>(s("taskUserIds"));
    QVERIFY(!ids->isVisible());
    enter(user, s("down"));
    QVERIFY(ids->isVisible());
    QVERIFY(!parseTask(page.taskText()).errors.isEmpty());  // which numbers?
    enter(ids, s("1001:100"));
    QCOMPARE(page.taskText(), QByteArray("run: x\nuser: 1001:100 # me\n"));
    QVERIFY(parseTask(page.taskText()).task.user == UserKind::Ids);
    enter(ids, s("1001"));
    QTest::keyClick(ids, Qt::Key_Return);
    QVERIFY(!parseTask(page.taskText()).errors.isEmpty());
    auto *const row = qobject_cast<FieldRow *>(ids->parentWidget());
    QVERIFY(row && row->hasError());
    enter(user, s("up"));
    QCOMPARE(page.taskText(), QByteArray("run: x\nuser: host # me\n"));
    QVERIFY(!ids->isVisible());
}

void TestTaskForm::otherGpusAreChangedInTheirLines()
{
    LaunchPage page;
    page.setTask("# top\nresources:\n  accelerators: H100:2 # mine\nrun: x\n", {});
    page.findChild<FormSection *>(s("taskResourcesSection"))->setFolded(false);
    page.show();
    QTest::mouseClick(page.findChild<QPushButton *>(s("taskGpuOthersAdd")), Qt::LeftButton);
    auto *const first = page.findChild<QLineEdit *>(s("taskGpuOthersName0"));
    enter(first, s("A100-80GB:4"));
    Task task = parseTask(page.taskText()).task;
    QVERIFY(task.otherAccelerators == (QList<Accelerators>{{s("A100-80GB"), 4}}));
    QVERIFY2(page.taskText().startsWith("# top\n") && page.taskText().contains("# mine"), page.taskText().constData());
    QTest::mouseClick(page.findChild<QPushButton *>(s("taskGpuOthersAdd")), Qt::LeftButton);
    enter(page.findChild<QLineEdit *>(s("taskGpuOthersName1")), s("L4"));
    page.findChild<QCheckBox *>(s("taskGpuNone"))->click();
    task = parseTask(page.taskText()).task;
    QVERIFY(task.otherAccelerators == (QList<Accelerators>{{s("A100-80GB"), 4}, {s("L4"), 1}, {{}, 0}}));
    enter(first, s("A100:many"));
    QVERIFY(!parseTask(page.taskText()).errors.isEmpty());
    enter(first, s("A100:8"));
    QVERIFY(parseTask(page.taskText()).errors.isEmpty());
    page.findChild<QCheckBox *>(s("taskGpuNone"))->click();
    QTest::mouseClick(page.findChild<QToolButton *>(s("taskGpuOthersRemove1")), Qt::LeftButton);
    QTest::mouseClick(page.findChild<QToolButton *>(s("taskGpuOthersRemove0")), Qt::LeftButton);
    QVERIFY(parseTask(page.taskText()).task.otherAccelerators.isEmpty());
    QVERIFY(parseTask(page.taskText()).task.accelerators == (Accelerators{s("H100"), 2}));
}

void TestTaskForm::keysLeadToTheSections()
{
    LaunchPage page;
    page.resize(1200, 700);
    page.setTask("run: x\n", {});
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    const auto press = [](Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key, Qt::AltModifier); };
    page.findChild<QLineEdit *>(s("taskName"))->setFocus();
    press(Qt::Key_9);
    auto *const limits = page.findChild<FormSection *>(s("taskLimitsSection"));
    QVERIFY(!limits->isFolded());
    QCOMPARE(QApplication::focusWidget()->objectName(), s("taskHours"));
    QTRY_VERIFY(limits->visibleRegion().boundingRect().height() > 0);
    press(Qt::Key_0);
    QVERIFY(page.findChild<FormSection *>(s("taskAlertsSection"))->isAncestorOf(QApplication::focusWidget()));
    press(Qt::Key_1);
    QCOMPARE(QApplication::focusWidget()->objectName(), s("taskName"));
    // From the text as well.
    page.findChild<QAbstractButton *>(s("launchMode1"))->click();
    page.findChild<QPlainTextEdit *>(s("taskEditor"))->setFocus();
    press(Qt::Key_2);
    QCOMPARE(QApplication::focusWidget()->objectName(), s("taskCheckpointDir"));
    // While the text has errors, there is no form to go to.
    page.findChild<QAbstractButton *>(s("launchMode1"))->click();
    page.findChild<QPlainTextEdit *>(s("taskEditor"))->setFocus();
    page.findChild<QPlainTextEdit *>(s("taskEditor"))->setPlainText(s("run: ["));
    press(Qt::Key_1);
    QVERIFY(QApplication::focusWidget()->objectName() != s("taskName"));
}

void TestTaskForm::fieldsSayWhatTheirKeysDo()
{
    const TaskForm form;
    const std::pair<const char *, const char *> fields[] = {{"taskName", "name"},
                                                            {"taskImage", "resources.image_id"},
                                                            {"taskHours", "limits.hours"},
                                                            {"taskBudgetAmount", "limits.budget"},
                                                            {"taskManifests", "checkpoints.manifests"},
                                                            {"taskShutdown", "limits.shutdown"}};
    for (const auto &[name, path] : fields) {
        const QString help = taskSchemaKey(s(path))->helpText().toHtmlEscaped();
        const QWidget *told = form.findChild<QWidget *>(s(name));
        QVERIFY2(told, name);
        while (told && !told->toolTip().contains(help))
            told = told->parentWidget();
        QVERIFY2(told, name);
    }
}

void TestTaskForm::nothingIsCutOff_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("percent");
    for (const char *const language : {"en", "zh_CN"}) {
        for (const int percent : {100, 200})
            QTest::addRow("%s, text of %d %%", language, percent) << s(language) << percent;
    }
}

// If TRAINYARD_PICTURES is set to a folder, pictures in both colour schemes are saved there.
void TestTaskForm::nothingIsCutOff()
{
    QFETCH(QString, language);
    QFETCH(int, percent);
    ProgramLook look(percent / 100.0, language);
    const QString pictures = qEnvironmentVariable("TRAINYARD_PICTURES");
    for (const bool isFull : {false, true}) {
        LaunchPage page;
        Machine machine;
        machine.id = MachineId(1);
        machine.name = s("lab-h100-07");
        page.setMachines({machine});
        page.setTask(isFull ? writeTask(taskWithEveryKey()) : QByteArray(), {});
        if (isFull) {
            const auto sections = page.findChildren<FormSection *>();
            QCOMPARE(sections.size(), 11);
            for (FormSection *const section : sections)
                section->setFolded(false);
        }
        for (const QSize window : {QSize(1024, 640), QSize(1440, 900), QSize(1440, 2400)}) {
            PageRoom room(&page, pageSize(window, percent / 100.0));
            QStringList found;
            static_cast<void>(QTest::qWaitFor([&] { return (found = cutOff(room.widget())).isEmpty(); }, 3000));
            QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
            for (const bool isDark : {false, true}) {
                if (pictures.isEmpty())
                    break;
                look.setDark(isDark);
                QTest::qWait(100);
                room.widget()->grab().save(s("%1/form-%2-%3-%4x%5-%6-%7.png")
                                               .arg(pictures, language)
                                               .arg(percent)
                                               .arg(window.width())
                                               .arg(window.height())
                                               .arg(isFull ? s("full") : s("empty"), isDark ? s("dark") : s("light")));
            }
        }
    }
}

QTEST_MAIN(TestTaskForm)
#include "tst_taskform.moc"
