// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/focusforward.h"
#include "ui/common/messagebar.h"
#include "ui/launch/launchpage.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTextCursor>

using namespace trainyard;

namespace {

const QByteArray kTask = "name: demo\nresources:\n  image_id: docker:demo:1\nenvs:\n  SEED: \"7\"\ncheckpoints:\n"
                         "  dir: /checkpoints\n  resume: --resume {path}\nrun: |\n  train --fast\n";

Machine machine(qint64 id, bool isSimulated = false)
{
    Machine one;
    one.id = MachineId(id);
    one.name = isSimulated ? QStringLiteral("sandbox") : QStringLiteral("box");
    one.isSimulated = isSimulated;
    return one;
}

MachineFacts facts()
{
    MachineFacts all;
    all.engines = {{EngineKind::Docker, false, {}, QStringLiteral("permission denied")},
                   {EngineKind::Podman, true, QStringLiteral("4.3.1"), {}},
                   {EngineKind::Process, true, {}, {}}};
    return all;
}

}  // namespace

class TestLaunchPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aTaskFileFillsTheFormAndTheFormWritesItBack();
    void whatHasNoFieldIsKept();
    void theFormKeepsCommentsOrderAndCursor();
    void halfAValueDoesNotStopTheForm();
    void aTextWithErrorsDisablesTheForm();
    void errorsNameTheirPlaceAndStopTheLaunch();
    void onlyWhatWasShownCanBeLaunched();
    void aPipelineIsEditedAsTextAndLaunchedWhole();
    void enginesThatAreMissingSayWhy();
    void theSandboxComesWithTheDemoTask();
    void anUnreachableMachineIsSaidWithANextStep();
    void aMachineThatAnswersIsProposed();
    void launchingShowsStepsAndCanBeCancelled();
    void theVerdictOnTheImageIsShownAndWhatFitsCanBeTaken();
    void aProblemDisablesTheLaunchAndSaysWhy();
    void aRelativeFolderOfATaskFromNoFileIsAskedFor();
    void theChecksAreReadAndCorrectedByKeys();
    void theChecksFollowTheMachine();
    void longTasksAreComparedBesideTheTyping();

private:
    static LaunchPreview answer(const LaunchRequest &request)
    {
        LaunchPreview preview;
        preview.engine = EngineKind::Podman;
        preview.commandPreview = QStringLiteral("podman run \\\n  demo:1");
        preview.machineName = QStringLiteral("box");
        preview.request = request;
        return preview;
    }
};

void TestLaunchPage::aTaskFileFillsTheFormAndTheFormWritesItBack()
{
    LaunchPage page;
    page.setMachines({machine(1)});
    page.setTask(kTask, QStringLiteral("/home/me"));
    auto *const name = page.findChild<QLineEdit *>(QStringLiteral("taskName"));
    auto *const command = page.findChild<QPlainTextEdit *>(QStringLiteral("taskCommand"));
    QCOMPARE(name->text(), QStringLiteral("demo"));
    QCOMPARE(page.findChild<QLineEdit *>(QStringLiteral("taskImage"))->text(), QStringLiteral("demo:1"));
    QCOMPARE(page.findChild<QLineEdit *>(QStringLiteral("taskCheckpointDir"))->text(), QStringLiteral("/checkpoints"));
    QCOMPARE(command->toPlainText(), QStringLiteral("train --fast"));
    QCOMPARE(page.request()->taskDirectory, QStringLiteral("/home/me"));

    command->setPlainText(QStringLiteral("train --slow\necho \"done: 1\""));
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("other: name"));
    const TaskCheck check = parseTask(page.taskText());
    QVERIFY(check.errors.isEmpty());
    QCOMPARE(check.task.name, QStringLiteral("other: name"));
    QCOMPARE(check.task.run.trimmed(), QStringLiteral("train --slow\necho \"done: 1\""));

    auto *const editor = page.findChild<QPlainTextEdit *>(QStringLiteral("taskEditor"));
    editor->setPlainText(QStringLiteral("name: third\nrun: echo hi\n"));
    QCOMPARE(name->text(), QStringLiteral("third"));
    QCOMPARE(command->toPlainText(), QStringLiteral("echo hi"));
}

void TestLaunchPage::whatHasNoFieldIsKept()
{
    LaunchPage page;
    page.setTask(kTask, {});
    auto *const image = page.findChild<QLineEdit *>(QStringLiteral("taskImage"));
    image->selectAll();
    QTest::keyClicks(image, QStringLiteral("demo:2"));
    const Task task = parseTask(page.taskText()).task;
    QCOMPARE(task.image, QStringLiteral("demo:2"));
    QCOMPARE(task.envs.value(QStringLiteral("SEED")), QStringLiteral("7"));
    QCOMPARE(task.checkpoints->resume, QStringLiteral("--resume {path}"));
}

void TestLaunchPage::theFormKeepsCommentsOrderAndCursor()
{
    const QByteArray text = "# my training\nrun: |  # the work\n  train --fast\n\nname: demo   # short\n"
                            "envs: {SEED: 7}\n# the end\n";
    LaunchPage page;
    page.setTask(text, {});
    auto *const editor = page.findChild<QPlainTextEdit *>(QStringLiteral("taskEditor"));
    QTextCursor cursor = editor->textCursor();
    cursor.setPosition(int(text.indexOf("# the end")));
    editor->setTextCursor(cursor);
    auto *const name = page.findChild<QLineEdit *>(QStringLiteral("taskName"));
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("x"));
    QCOMPARE(page.taskText(), QByteArray(text).replace("demo ", "x "));
    QCOMPARE(editor->textCursor().position(), int(page.taskText().indexOf("# the end")));

    page.findChild<QPlainTextEdit *>(QStringLiteral("taskCommand"))->setPlainText(QStringLiteral("train --slow\necho done"));
    QCOMPARE(page.taskText(), QByteArray(text).replace("demo ", "x ").replace("  train --fast\n", "  train --slow\n  echo done\n"));
    page.useImage(QStringLiteral("demo:2"));
    QVERIFY(page.taskText().startsWith("# my training\nrun: |  # the work\n"));
    QCOMPARE(parseTask(page.taskText()).task.image, QStringLiteral("demo:2"));

    // Each edit is one step.
    editor->undo();
    QVERIFY(!page.taskText().contains("demo:2"));
    editor->undo();
    editor->undo();
    QCOMPARE(page.taskText(), text);
    QCOMPARE(name->text(), QStringLiteral("demo"));
}

void TestLaunchPage::halfAValueDoesNotStopTheForm()
{
    LaunchPage page;
    auto *const name = page.findChild<QLineEdit *>(QStringLiteral("taskName"));
    QTest::keyClicks(name, QStringLiteral("demo"));  // still without a command
    QVERIFY(page.findChild<QWidget *>(QStringLiteral("launchFormNote"))->isHidden());
    QVERIFY(name->isEnabled());
    auto *const command = page.findChild<QPlainTextEdit *>(QStringLiteral("taskCommand"));
    command->setPlainText(QStringLiteral("train"));
    QCOMPARE(parseTask(page.taskText()).task.name, QStringLiteral("demo"));

    page.setTask("# mine\nname: demo\nrun: train  # the work\n", {});
    command->clear();
    QVERIFY(!parseTask(page.taskText()).errors.isEmpty());
    QVERIFY(command->isEnabled());
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("other"));
    command->setPlainText(QStringLiteral("resume"));
    QCOMPARE(page.taskText(), QByteArray("# mine\nname: other\nrun: resume  # the work\n"));
}

void TestLaunchPage::aTextWithErrorsDisablesTheForm()
{
    LaunchPage page;
    auto *const note = page.findChild<QWidget *>(QStringLiteral("launchFormNote"));
    auto *const name = page.findChild<QWidget *>(QStringLiteral("taskName"));
    const QByteArray text = "# mine\nname: demo\nrum: train\n";
    page.setTask(text, {});
    QVERIFY(!note->isHidden() && !name->isEnabled());
    page.useImage(QStringLiteral("demo:2"));
    QCOMPARE(page.taskText(), text);
    QCOMPARE(page.findChild<MessageBar *>()->messages().size(), 1);
    page.findChild<QPlainTextEdit *>(QStringLiteral("taskEditor"))->setPlainText(QStringLiteral("# mine\nname: demo\nrun: train\n"));
    QVERIFY(note->isHidden() && name->isEnabled());
}

void TestLaunchPage::errorsNameTheirPlaceAndStopTheLaunch()
{
    LaunchPage page;
    page.setMachines({machine(1)});
    page.setFacts(MachineId(1), facts());
    page.setTask("name: x\nrum: echo\n", {});
    QVERIFY(!page.request());
    QVERIFY(!page.findChild<QAbstractButton *>(QStringLiteral("launchStart"))->isEnabled());
    auto *const place = page.findChild<QAbstractButton *>(QStringLiteral("launchIssuePlace"));
    QVERIFY(place);
    QVERIFY(place->text().contains(QStringLiteral("2:1")));
    place->click();
    auto *const editor = page.findChild<QPlainTextEdit *>(QStringLiteral("taskEditor"));
    QCOMPARE(editor->textCursor().blockNumber(), 1);
}

void TestLaunchPage::onlyWhatWasShownCanBeLaunched()
{
    LaunchPage page;
    QSignalSpy asked(&page, &LaunchPage::previewRequested);
    QSignalSpy launched(&page, &LaunchPage::launchRequested);
    auto *const launch = page.findChild<QAbstractButton *>(QStringLiteral("launchStart"));
    page.setMachines({machine(1)});
    page.setTask(kTask, {});
    QVERIFY(!launch->isEnabled());
    page.setFacts(MachineId(1), facts());
    QTRY_VERIFY(!asked.isEmpty());
    const LaunchRequest first = asked.last()[0].value<LaunchRequest>();
    LaunchPreview shown = answer(first);
    shown.request.plannedLineage = QStringLiteral("demo-abc123");
    page.setPreview(shown);
    QVERIFY(launch->isEnabled());
    // Another task invalidates the shown command, and a late answer for the earlier one does not restore it.
    page.setTask("name: other\nrun: echo hi\n", {});
    QVERIFY(!launch->isEnabled());
    page.setPreview(shown);
    QVERIFY(!launch->isEnabled());
    const auto count = asked.size();
    QTRY_VERIFY(asked.size() > count);
    LaunchPreview second = answer(asked.last()[0].value<LaunchRequest>());
    second.request.plannedLineage = QStringLiteral("other-abc123");
    page.setPreview(second);
    launch->click();
    QCOMPARE(launched.size(), 1);
    QCOMPARE(launched[0][0].value<LaunchRequest>().plannedLineage, QStringLiteral("other-abc123"));
}

// If TRAINYARD_PICTURES is set to a folder, a picture of the page is saved there.
void TestLaunchPage::aPipelineIsEditedAsTextAndLaunchedWhole()
{
    LaunchPage page;
    page.resize(1280, 860);
    page.setMachines({machine(1)});
    page.setTask(kTask, {});
    page.show();
    auto *const form = page.findChild<QWidget *>(QStringLiteral("taskName"));
    QVERIFY(form->isVisible());
    page.setTask("name: all\n---\nname: train\nrun: train --fast\n---\nname: eval\nresources: {accelerators: 'H100:8'}\nrun: eval\n",
                 QStringLiteral("/home/me"));
    page.setFacts(MachineId(1), facts());
    QVERIFY(page.findChild<QAbstractButton *>(QStringLiteral("launchMode1"))->isChecked());
    QVERIFY(!form->isVisible());
    auto *const note = page.findChild<QLabel *>(QStringLiteral("launchFormNote"));
    QCOMPARE(note->text(), QStringLiteral("The file is a pipeline of 2 tasks, one run after the other: edit it as text."));
    page.findChild<QAbstractButton *>(QStringLiteral("launchMode0"))->click();
    QVERIFY(note->isVisible() && !form->isVisible());
    page.findChild<QAbstractButton *>(QStringLiteral("launchMode1"))->click();
    const auto wanted = page.request();
    QVERIFY(wanted);
    QCOMPARE(wanted->pipeline, QStringLiteral("all"));
    QCOMPARE(wanted->task.name, QStringLiteral("train"));
    QCOMPARE(wanted->later.size(), 1);
    QCOMPARE(wanted->later[0].name, QStringLiteral("eval"));
    LaunchPreview preview = answer(*wanted);
    preview.commandPreview = QStringLiteral(
        "# step 1 of 2: train\nsetsid sh starter.sh\n\n# step 2 of 2, once step 1 has ended with 0: eval\n"
        "setsid sh starter.sh\n");
    page.setPreview(preview);
    // The second step asks for GPUs that are not there.
    auto *const start = page.findChild<QAbstractButton *>(QStringLiteral("launchStart"));
    QVERIFY(!start->isEnabled() || start->toolTip().contains(QStringLiteral("Step 2")));
    if (const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES"); !folder.isEmpty()) {
        QTest::qWait(100);
        QVERIFY(page.grab().save(folder + QStringLiteral("/launch-pipeline.png")));
    }
    // An answer about other steps is none about these.
    page.setTask("name: all\n---\nname: train\nrun: train --fast\n---\nname: eval\nrun: eval --other\n", QStringLiteral("/home/me"));
    page.setPreview(preview);
    QVERIFY(!start->toolTip().isEmpty());
    page.setPreview(answer(*page.request()));
    QVERIFY2(start->isEnabled(), qPrintable(start->toolTip()));
    QSignalSpy launched(&page, &LaunchPage::launchRequested);
    start->click();
    QCOMPARE(launched.size(), 1);
    QCOMPARE(launched[0][0].value<LaunchRequest>().later.size(), 1);
    // A single task has its form again.
    page.setTask(kTask, {});
    page.findChild<QAbstractButton *>(QStringLiteral("launchMode0"))->click();
    QVERIFY(form->isVisible() && !note->isVisible());
}

void TestLaunchPage::enginesThatAreMissingSayWhy()
{
    LaunchPage page;
    page.setMachines({machine(1)});
    page.setFacts(MachineId(1), facts());
    auto *const engine = page.findChild<QComboBox *>(QStringLiteral("taskEngine"));
    const auto isEnabled = [engine](int row) { return bool(engine->model()->flags(engine->model()->index(row, 0)) & Qt::ItemIsEnabled); };
    QVERIFY(isEnabled(0) && !isEnabled(1) && isEnabled(2) && isEnabled(3));
    QVERIFY(engine->itemData(1, Qt::ToolTipRole).toString().contains(QLatin1String("permission denied")));
}

void TestLaunchPage::theSandboxComesWithTheDemoTask()
{
    LaunchPage page;
    page.setDemoTask(kTask);
    page.setMachines({machine(2), machine(1, true)});
    QVERIFY(page.taskText().isEmpty());
    page.selectMachine(MachineId(1));
    QCOMPARE(page.taskText(), kTask);
    // A user's own text is never replaced.
    LaunchPage other;
    other.setMachines({machine(2), machine(1, true)});
    other.findChild<QPlainTextEdit *>(QStringLiteral("taskEditor"))->setPlainText(QStringLiteral("run: mine\n"));
    other.setDemoTask(kTask);
    other.selectMachine(MachineId(1));
    QCOMPARE(other.taskText(), QByteArray("run: mine\n"));
}

void TestLaunchPage::anUnreachableMachineIsSaidWithANextStep()
{
    LaunchPage page;
    QSignalSpy chosen(&page, &LaunchPage::machineChosen);
    page.setMachines({machine(1)});
    QCOMPARE(chosen.size(), 1);
    page.setFactsError(MachineId(1), Error{ErrorCode::Unreachable, QStringLiteral("Nothing answers."), {}});
    auto *const bar = page.findChild<MessageBar *>();
    QCOMPARE(bar->messages().size(), 1);
    QVERIFY(!bar->messages()[0].action.isEmpty());
    Q_EMIT bar->actionTriggered(bar->messages()[0].id);
    QCOMPARE(chosen.size(), 2);
    QVERIFY(bar->messages().isEmpty());
    page.setFactsError(MachineId(7), Error{ErrorCode::Unreachable, QStringLiteral("Of another machine."), {}});
    QVERIFY(bar->messages().isEmpty());
}

void TestLaunchPage::aMachineThatAnswersIsProposed()
{
    LaunchPage page;
    QSignalSpy chosen(&page, &LaunchPage::machineChosen);
    const Error silent{ErrorCode::Unreachable, QStringLiteral("Nothing answers."), {}};
    page.setMachines({machine(1), machine(2), machine(3)});
    page.setFactsError(MachineId(1), silent);
    QCOMPARE(page.machineId(), MachineId(2));
    auto *const bar = page.findChild<MessageBar *>();
    QVERIFY(bar->messages().isEmpty());
    page.setFactsError(MachineId(2), silent);
    page.setFacts(MachineId(3), {});
    QCOMPARE(page.machineId(), MachineId(3));
    // A user's choice stays, and its error is shown once.
    page.selectMachine(MachineId(1));
    page.setFactsError(MachineId(1), silent);
    QCOMPARE(page.machineId(), MachineId(1));
    QCOMPARE(bar->messages().size(), 1);
    const QList<QLabel *> labels = page.findChildren<QLabel *>();
    const auto told = std::count_if(labels.begin(), labels.end(),
                                    [](const QLabel *label) { return label->text().contains(QStringLiteral("Nothing answers.")); });
    QVERIFY(told <= 1);
}

void TestLaunchPage::launchingShowsStepsAndCanBeCancelled()
{
    LaunchPage page;
    page.show();
    page.setMachines({machine(1)});
    page.setFacts(MachineId(1), facts());
    page.setTask(kTask, {});
    auto *const cancel = page.findChild<QAbstractButton *>(QStringLiteral("launchCancel"));
    QVERIFY(!cancel->isVisible());
    page.setLaunching(QStringLiteral("Sending files"));
    QVERIFY(cancel->isVisible());
    QVERIFY(!page.findChild<QWidget *>(QStringLiteral("taskName"))->isEnabled());
    QSignalSpy cancelled(&page, &LaunchPage::cancelRequested);
    cancel->click();
    QCOMPARE(cancelled.size(), 1);
    page.setLaunchError(Error{ErrorCode::Cancelled, {}, {}});
    QVERIFY(page.findChild<MessageBar *>()->messages().isEmpty());
    QVERIFY(!cancel->isVisible());
    QVERIFY(page.findChild<QWidget *>(QStringLiteral("taskName"))->isEnabled());
}

void TestLaunchPage::theVerdictOnTheImageIsShownAndWhatFitsCanBeTaken()
{
    LaunchPage page;
    page.setMachines({machine(1)});
    page.setTask(kTask, {});
    page.setFacts(MachineId(1), facts());
    auto *const row = page.findChild<QWidget *>(QStringLiteral("launchCheck1"));
    auto *const use = page.findChild<QAbstractButton *>(QStringLiteral("launchCheckMend1"));
    auto *const what = page.findChild<QLabel *>(QStringLiteral("launchCheckWhat1"));
    QVERIFY(!row->isHidden() && use->isHidden());

    CompatAnswer answer;
    answer.verdict = CompatVerdict::Fails;
    answer.reasons = {{QStringLiteral("floor"), CompatVerdict::Fails, QStringLiteral("The driver is too old."), {}, {}}};
    answer.remedies = {{QStringLiteral("driver"), QStringLiteral("580.65.06"), {}, CompatVerdict::Runs, false},
                       {QStringLiteral("image"), QStringLiteral("demo:0"), QStringLiteral("That one runs."), CompatVerdict::Runs, false}};
    page.setFit(QStringLiteral("another:1"), answer);  // an answer that arrived too late
    QVERIFY(use->isHidden());
    page.setFit(QStringLiteral("demo:1"), answer);
    QCOMPARE(what->text(), QStringLiteral("The driver is too old."));
    QVERIFY(!use->isHidden());
    QVERIFY(use->text().contains(QStringLiteral("demo:0")));

    use->click();
    QCOMPARE(page.request()->task.image, QStringLiteral("demo:0"));
    QCOMPARE(page.request()->task.envs.value(QStringLiteral("SEED")), QStringLiteral("7"));
    QVERIFY(use->isHidden());  // nothing is known about this one yet

    answer = {};
    answer.missing = {QStringLiteral("A digest does not tell what is inside.")};
    page.setFit(QStringLiteral("demo:0"), answer);
    QCOMPARE(what->text(), QStringLiteral("A digest does not tell what is inside."));
    QVERIFY(use->isHidden());
}

void TestLaunchPage::aProblemDisablesTheLaunchAndSaysWhy()
{
    LaunchPage page;
    page.setMachines({machine(1)});
    page.setTask(kTask, {});
    page.setFacts(MachineId(1), facts());
    page.setPreview(answer(*page.request()));
    auto *const launch = page.findChild<QAbstractButton *>(QStringLiteral("launchStart"));
    QVERIFY(launch->isEnabled());  // what is unknown stops nothing
    QSignalSpy asked(&page, &LaunchPage::launchRequested);

    CompatAnswer refused;
    refused.verdict = CompatVerdict::Refused;
    refused.reasons = {{QStringLiteral("start"), CompatVerdict::Refused, QStringLiteral("The driver is too old."), {}, {}}};
    page.setFit(QStringLiteral("demo:1"), refused);
    QVERIFY(!launch->isEnabled());
    QVERIFY(launch->toolTip().contains(QStringLiteral("The driver is too old.")));
    page.setFit(QStringLiteral("demo:1"), std::nullopt);
    QVERIFY(launch->isEnabled());

    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    auto *const name = page.findChild<QLineEdit *>(QStringLiteral("taskName"));
    name->setFocus();
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(asked.size(), 0);
    QTest::keyClick(name, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(asked.size(), 1);
}

// From no file: a template, or typed here.
void TestLaunchPage::aRelativeFolderOfATaskFromNoFileIsAskedFor()
{
    LaunchPage page;
    page.setMachines({machine(1)});
    page.setTask("name: x\nrun: python train.py\nworkdir: .  # my code\n", QStringLiteral("/home/ada/code"));
    page.setFacts(MachineId(1), facts());
    auto *const what = page.findChild<QLabel *>(QStringLiteral("launchCheckWhat3"));
    QCOMPARE(what->text(), QStringLiteral("It copies /home/ada/code."));
    page.setTask("name: x\nrun: python train.py\nworkdir: .  # my code\n", {});
    QVERIFY2(what->text().contains(QStringLiteral("“.” is a relative path")), qPrintable(what->text()));
    auto *const choose = page.findChild<QAbstractButton *>(QStringLiteral("launchCheckMend3"));
    QVERIFY(!choose->isHidden());
    choose->click();
    auto *const dialog = page.findChild<QFileDialog *>(QStringLiteral("taskWorkdirDialog"));
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(QStringLiteral("/home/ada/train"));
    dialog->reject();
    QCOMPARE(what->text(), QStringLiteral("It copies /home/ada/train."));
    QVERIFY(choose->isHidden());
    QVERIFY2(page.taskText().contains("workdir: /home/ada/train  # my code"), page.taskText().constData());
}

void TestLaunchPage::theChecksAreReadAndCorrectedByKeys()
{
    LaunchPage page;
    page.setMachines({machine(1)});
    page.setTask("name: demo\nrun: train\n", {});
    page.setFacts(MachineId(1), facts());
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    auto *const gpus = page.findChild<QWidget *>(QStringLiteral("launchCheck0"));
    auto *const checkpoints = page.findChild<QWidget *>(QStringLiteral("launchCheck6"));
    QVERIFY(gpus->focusPolicy() & Qt::TabFocus);
    const QList<QWidget *> areas = areasIn(&page);  // F6 goes there
    QVERIFY(areas.size() == 1 && areas.first()->isAncestorOf(gpus));
    gpus->setFocus();
    for (int i = 0; i < 8 && QApplication::focusWidget() != checkpoints; ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QCOMPARE(QApplication::focusWidget(), checkpoints);
    QVERIFY(checkpoints->accessibleName().contains(QStringLiteral("checkpoints")));
    QTest::keyClick(checkpoints, Qt::Key_Return);
    QCOMPARE(page.request()->task.checkpoints->dir, QStringLiteral("/checkpoints"));
    QVERIFY(page.taskText().contains("checkpoints:"));
}

void TestLaunchPage::longTasksAreComparedBesideTheTyping()
{
    // Nearly four million pairs of lines, none of them equal.
    const auto task = [](const char *word) {
        QByteArray text("run: |\n");
        for (int i = 0; i < 1990; ++i)
            text += QByteArray("  ") + word + ' ' + QByteArray::number(i) + '\n';
        return text;
    };
    LaunchPage page;
    page.setTaskOfRun(QStringLiteral("long"), task("before"));
    auto *const lines = page.findChild<QPlainTextEdit *>(QStringLiteral("launchChangesText"));
    auto *const editor = page.findChild<QPlainTextEdit *>(QStringLiteral("taskEditor"));
    editor->setPlainText(QString::fromUtf8(task("after")));
    QVERIFY(!lines->toPlainText().contains(QStringLiteral("+ ")));                                    // still being compared
    QTRY_VERIFY_WITH_TIMEOUT(lines->toPlainText().contains(QStringLiteral("+   after 0\n")), 60000);  // on a busy computer
    QVERIFY(lines->toPlainText().contains(QStringLiteral("−   before 0\n")));

    // Of many lines, those near the change; the newest text is the one that counts.
    editor->setPlainText(QString::fromUtf8(task("before").replace("before 700\n", "other 700\n")));
    editor->setPlainText(QString::fromUtf8(task("before").replace("before 900\n", "other 900\n")));
    QTRY_VERIFY_WITH_TIMEOUT(lines->toPlainText().contains(QStringLiteral("+   other 900\n")), 60000);
    QVERIFY(!lines->toPlainText().contains(QStringLiteral("700")));
    QCOMPARE(lines->blockCount(), 10);  // three before, the two, three behind, and a sign for the others on both sides
}

void TestLaunchPage::theChecksFollowTheMachine()
{
    LaunchPage page;
    page.setTask("name: demo\nresources:\n  accelerators: H100:2\nrun: train\n", {});
    page.setMachines({machine(1)});
    auto *const gpus = page.findChild<QLabel *>(QStringLiteral("launchCheckWhat0"));
    QVERIFY(gpus->text().contains(QStringLiteral("Asking")));
    MachineFacts some = facts();
    some.gpus = {{0, QStringLiteral("NVIDIA H100 80GB HBM3"), QStringLiteral("GPU-0"), 81559, SmiValue::Told},
                 {1, QStringLiteral("NVIDIA H100 80GB HBM3"), QStringLiteral("GPU-1"), 81559, SmiValue::Told}};
    page.setFacts(MachineId(1), some);
    QVERIFY(gpus->text().contains(QStringLiteral("not known")));
    QList<GpuSample> use(2);
    use[1].index = 1;
    page.setGpuUse(MachineId(2), use);  // of another machine
    QVERIFY(gpus->text().contains(QStringLiteral("not known")));
    page.setGpuUse(MachineId(1), use);
    QVERIFY(gpus->text().contains(QStringLiteral("free")));
    use[1].memoryUsedMiB = 70000;
    page.setGpuUse(MachineId(1), use);
    QVERIFY(gpus->text().startsWith(QStringLiteral("Only 1 of 2")));
    page.setGpuUse(MachineId(1), std::nullopt);
    QVERIFY(gpus->text().contains(QStringLiteral("not known")));
    // With an error in the task, nothing that was said is left.
    page.setTask("name: demo\n", {});
    QVERIFY(page.findChild<QWidget *>(QStringLiteral("launchCheck0"))->isHidden());
    QVERIFY(!page.findChild<QLabel *>(QStringLiteral("launchChecksNote"))->text().isEmpty());
}

QTEST_MAIN(TestLaunchPage)
#include "tst_launchpage.moc"
