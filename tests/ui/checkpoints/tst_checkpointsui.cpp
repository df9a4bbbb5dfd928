// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/checkpointdelegate.h"
#include "ui/checkpoints/checkpointinspector.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/checkpoints/choicedelegate.h"
#include "ui/checkpoints/comparedialog.h"
#include "ui/checkpoints/resumedialog.h"
#include "ui/checkpoints/resumelinesview.h"
#include "ui/checkpoints/resumeway.h"
#include "ui/checkpoints/tensormodel.h"
#include "ui/common/badge.h"
#include "ui/common/fieldrow.h"
#include "ui/common/messagebar.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <algorithm>
#include <limits>

using namespace trainyard;

namespace {

FoundCheckpoint found(const QString &lineage, qint64 step, Verdict verdict, bool isLatestGood = false)
{
    Run run;
    run.lineage = lineage;
    run.id = RunId(lineage + QStringLiteral("-a2"));
    run.attempt = 2;
    run.name = lineage;
    run.head().machineName = QStringLiteral("box");
    FoundCheckpoint one;
    one.source = CheckpointSource::ofRun(run);
    one.checkpoint.name = QStringLiteral("step-%1.safetensors").arg(step);
    one.checkpoint.step = step;
    one.checkpoint.verdict = verdict;
    one.checkpoint.reason = QStringLiteral("Reason of %1.").arg(step);
    one.checkpoint.modified = 1'700'000'000 + step;
    one.path = QStringLiteral("/checkpoints/") + one.checkpoint.name;
    one.isLatestGood = isLatestGood;
    return one;
}

QList<FoundCheckpoint> brokenNewest()
{
    return {found(QStringLiteral("a"), 300, Verdict::Partial), found(QStringLiteral("a"), 200, Verdict::Complete, true),
            found(QStringLiteral("a"), 100, Verdict::Complete)};
}

ResumePlan planOf(const FoundCheckpoint &from)
{
    ResumePlan plan;
    plan.request.resumePath = from.path;
    plan.preset = QStringLiteral("script");
    plan.pattern = QStringLiteral("--resume {path}");
    plan.words = QStringList{QStringLiteral("--lr"), QStringLiteral("1e-5")};
    plan.lines << ResumeLine{QStringLiteral("gpus"),
                             QStringLiteral("GPUs"),
                             QStringLiteral("8 × H100"),
                             QStringLiteral("8 × H100"),
                             ResumeEffect::Ok,
                             {},
                             {}}
               << ResumeLine{QStringLiteral("code"),
                             QStringLiteral("Code"),
                             {},
                             QStringLiteral("2 files"),
                             ResumeEffect::Note,
                             QStringLiteral("They differ."),
                             {QStringLiteral("train.py"), QStringLiteral("mix.yaml")}};
    LaunchPreview preview;
    preview.commandPreview = QStringLiteral("docker run \\\n  --resume /checkpoints/x");
    preview.added = QStringLiteral("--resume /checkpoints/x");
    plan.preview = preview;
    return plan;
}

Inspection insideOf(int tensors, Safety safety = Safety::Safe)
{
    Inspection inspection;
    inspection.format = QStringLiteral("torch zip");
    inspection.verdict = Verdict::Complete;
    inspection.safety = safety;
    inspection.requests = 4;
    inspection.bytesRead = 394'000;
    if (safety == Safety::Dangerous)
        inspection.findings << Finding{safety, QStringLiteral("os.system"), QStringLiteral("model.pt/data.pkl, byte 12"),
                                       QStringLiteral("It runs a command.")};
    for (int i = 0; i < tensors; ++i) {
        TensorInfo tensor;
        tensor.name = QStringLiteral("layers.%1.weight").arg(i);
        tensor.shape = {4, 2};
        tensor.dtype = QStringLiteral("bfloat16");
        tensor.bytes = 16;
        inspection.tensors.push_back(tensor);
    }
    return inspection;
}

}  // namespace

class TestCheckpointsUi : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void narrowedToARunThePageShowsOnlyItsCheckpoints()
    {
        CheckpointsPage page;
        page.narrowTo(QStringLiteral("a"));
        page.show();
        CheckpointScan scan;
        scan.found = brokenNewest();
        scan.found << found(QStringLiteral("b"), 900, Verdict::Complete, true);
        page.setScan(scan, QDateTime::currentDateTimeUtc());
        auto *const view = page.findChild<QTreeView *>(QStringLiteral("runCheckpointsTable"));
        QVERIFY(view);
        QCOMPARE(view->model()->rowCount(), 1);
        QCOMPARE(view->model()->rowCount(view->model()->index(0, 0)), 3);
        QVERIFY(!page.findChild<QAbstractButton *>(QStringLiteral("checkpointsAddPlace"))->isVisible());
        // The inspector is the page's own, with its actions.
        page.showCheckpoint(QStringLiteral("a"));
        QVERIFY(page.current() && page.current()->checkpoint.step == 200);
        QVERIFY(page.findChild<QAbstractButton *>(QStringLiteral("inspectorResume"))->isEnabled());
        page.showMoment(QDateTime::fromSecsSinceEpoch(1'700'000'000 + 120));
        QVERIFY(page.current() && page.current()->checkpoint.step == 100);
        page.narrowTo(QStringLiteral("c"));
        page.setScan(scan, QDateTime::currentDateTimeUtc());
        QCOMPARE(view->model()->rowCount(), 0);
    }
    void aCheckpointLeadsToItsFiles()
    {
        CheckpointsPage page;
        CheckpointScan scan;
        scan.found = brokenNewest();
        for (FoundCheckpoint &one : scan.found)
            one.source.folder = Location::onMachine(MachineId(1), QStringLiteral("/checkpoints"));
        page.setScan(scan, QDateTime::currentDateTimeUtc());
        page.showCheckpoint(QStringLiteral("a"));
        QStringList asked;
        connect(&page, &CheckpointsPage::filesRequested, this, [&asked](const FoundCheckpoint &one) { asked << one.checkpoint.name; });
        auto *const menu = page.findChild<QMenu *>(QStringLiteral("inspectorMoreMenu"));
        for (QAction *const action : menu->actions()) {
            if (action->objectName() == QStringLiteral("inspectorShowFiles")) {
                QVERIFY(action->isVisible());
                action->trigger();
            }
        }
        QCOMPARE(asked, QStringList{QStringLiteral("step-200.safetensors")});
    }
    void theBadgeOfTheLatestGoodOneStaysAtEveryWidth()
    {
        CheckpointsPage page;
        page.show();
        QList<FoundCheckpoint> all = brokenNewest();
        for (FoundCheckpoint &one : all) {
            if (one.isLatestGood)
                one.checkpoint.step = 1'234'500;
        }
        page.setScan({all, {}}, m_now);
        page.showCheckpoint(QStringLiteral("a"));
        const auto *const view = page.findChild<QTreeView *>(QStringLiteral("checkpointsView"));
        const auto *const delegate = qobject_cast<CheckpointDelegate *>(view->itemDelegate());
        for (int width = 1500; width >= 500; width -= 50) {
            page.resize(width, 900);
            const auto stepWidth = [&] { return view->columnWidth(CheckpointModel::StepColumn); };
            QTRY_VERIFY2(stepWidth() >= delegate->badgedStepWidth() && stepWidth() <= view->viewport()->width(),
                         qPrintable(QString::number(width)));
            const QList<Badge *> badges = page.findChild<CheckpointInspector *>()->findChildren<Badge *>();
            QVERIFY(std::any_of(badges.cbegin(), badges.cend(), [](const Badge *badge) {
                return badge->look().text == QStringLiteral("Latest good") && badge->isVisible()
                       && badge->width() >= badge->sizeHint().width();
            }));
        }
    }
    void init() { m_now = QDateTime::fromSecsSinceEpoch(1'700'001'000); }
    void theModelKeepsItsPromises();
    void thePageWarnsWhenTheNewestIsBroken();
    void thePageOffersToAskAgain();
    void onlyACompleteCheckpointCanBeResumedFrom();
    void theFilterFindsRunsAndSteps();
    void theDialogPreselectsTheLatestGood();
    void theDialogTakesTheWantedOneIfItIsWhole();
    void brokenOnesAreListedWithReasonButCannotBeChosen();
    void resumingWaitsForTheCommand();
    void withoutAWholeCheckpointNothingCanBeResumed();
    void escapeCancels();
    void theDialogSaysWhetherItGoesOn();
    void aDangerousCheckpointHasToBeAllowed();
    void howItIsToldCanBeChosenAndKeepsTheHandOfThePerson();
    void wordsOnlyAShellCouldReadAreRefused();
    void aCommandThatCannotBeMadeStillShowsTheLines();
    void theChosenCheckpointIsLookedIntoOnce();
    void aLookThatFailedCanBeRepeated();
    void sixtyThousandTensorsAreListedAndFiltered();
    void namesOfFilesCannotDriveTheScreen();
    void theVerdictMenuFilters();
    void everyByteIsReadOnlyWhenAskedFor();
    void twoAreComparedOnceBothWereLookedInto();
    void aComparisonSaysWhatDiffers();

private:
    QDateTime m_now;
};

void TestCheckpointsUi::theModelKeepsItsPromises()
{
    CheckpointModel model;
    QAbstractItemModelTester tester(&model);
    QList<FoundCheckpoint> all = brokenNewest();
    all << found(QStringLiteral("b"), 5, Verdict::Unknown);
    model.setGroups(groupedByRun(all), m_now);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.rowCount(model.index(0, 0)), 3);
    const QModelIndex index = model.indexOf(QStringLiteral("a"), all[1].path);
    QCOMPARE(model.checkpointAt(index)->checkpoint.step.value_or(0), 200);
    QCOMPARE(model.parent(index), model.index(0, 0));
    QVERIFY(!model.checkpointAt(model.index(1, 0)));
    model.setGroups({}, m_now);
    QCOMPARE(model.rowCount(), 0);
}

void TestCheckpointsUi::thePageWarnsWhenTheNewestIsBroken()
{
    CheckpointsPage page;
    CheckpointScan scan;
    scan.found = brokenNewest();
    page.setScan(scan, m_now);
    QCOMPARE(page.current()->checkpoint.step.value_or(0), 200);  // not the newest: the latest good one
    const auto messages = page.findChild<MessageBar *>()->messages();
    QCOMPARE(messages.size(), 1);
    QCOMPARE(messages[0].tone, Tone::Warning);
    QVERIFY(messages[0].consequence.contains(QStringLiteral("Reason of 300")));
    // More than one: all are named.
    scan.found << found(QStringLiteral("other"), 7, Verdict::Corrupt);
    page.setScan(scan, m_now);
    const auto both = page.findChild<MessageBar *>()->messages();
    QCOMPARE(both.size(), 1);
    QVERIFY2(both[0].fact.startsWith(QStringLiteral("2 run")), qPrintable(both[0].fact));
    QCOMPARE(both[0].consequence, QStringLiteral("a, other"));
    scan.found.removeFirst();
    scan.found.removeLast();
    page.setScan(scan, m_now);
    QVERIFY(page.findChild<MessageBar *>()->messages().isEmpty());
}

void TestCheckpointsUi::thePageOffersToAskAgain()
{
    CheckpointsPage page;
    CheckpointScan scan;
    scan.problems.append({found(QStringLiteral("a"), 1, Verdict::Unknown).source.run.value(),
                          Error{ErrorCode::Unreachable, QStringLiteral("box does not answer."), {}}});
    page.setScan(scan, m_now);
    QSignalSpy again(&page, &CheckpointsPage::refreshRequested);
    auto *const bar = page.findChild<MessageBar *>();
    QCOMPARE(bar->messages().size(), 1);
    Q_EMIT bar->actionTriggered(bar->messages()[0].id);
    QCOMPARE(again.size(), 1);
    page.setScanning(true);
    QVERIFY(!page.findChild<QAbstractButton *>(QStringLiteral("checkpointsRefresh"))->isEnabled());
    page.setError(Error{ErrorCode::Cancelled, {}, {}});
    QCOMPARE(bar->messages().size(), 1);  // cancelling is not an error
}

void TestCheckpointsUi::onlyACompleteCheckpointCanBeResumedFrom()
{
    CheckpointsPage page;
    page.resize(1300, 700);
    page.show();
    page.setScan({brokenNewest(), {}}, m_now);
    QSignalSpy resume(&page, &CheckpointsPage::resumeRequested);
    auto *const button = page.findChild<QAbstractButton *>(QStringLiteral("inspectorResume"));
    page.showCheckpoint(QStringLiteral("a"), brokenNewest()[0].path);
    QVERIFY(!button->isEnabled());
    auto *const view = page.findChild<QTreeView *>(QStringLiteral("checkpointsView"));
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Return);
    QVERIFY(resume.isEmpty());
    page.showCheckpoint(QStringLiteral("a"));
    QVERIFY(button->isEnabled());
    button->click();
    QCOMPARE(resume.size(), 1);
    QCOMPARE(resume[0][0].value<FoundCheckpoint>().checkpoint.step.value_or(0), 200);
}

void TestCheckpointsUi::theFilterFindsRunsAndSteps()
{
    CheckpointsPage page;
    QList<FoundCheckpoint> all = brokenNewest();
    all << found(QStringLiteral("other"), 5, Verdict::Complete, true);
    page.setScan({all, {}}, m_now);
    auto *const view = page.findChild<QTreeView *>(QStringLiteral("checkpointsView"));
    auto *const filter = page.findChild<QLineEdit *>(QStringLiteral("checkpointsFilter"));
    filter->setText(QStringLiteral("OTHER"));
    QCOMPARE(view->model()->rowCount(), 1);
    QCOMPARE(page.current()->source.key, QStringLiteral("other"));
    filter->setText(QStringLiteral("200"));
    QCOMPARE(view->model()->rowCount(view->model()->index(0, 0)), 1);
    filter->clear();
    QCOMPARE(view->model()->rowCount(), 2);
}

void TestCheckpointsUi::theDialogPreselectsTheLatestGood()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(*all[0].source.run, all, {}, {}, m_now);
    QCOMPARE(dialog.chosen()->checkpoint.step.value_or(0), 200);
    QVERIFY(dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"))->text().contains(QStringLiteral("200")));
}

void TestCheckpointsUi::theDialogTakesTheWantedOneIfItIsWhole()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog wanted(*all[0].source.run, all, all[2].path, {}, m_now);
    QCOMPARE(wanted.chosen()->checkpoint.step.value_or(0), 100);
    ResumeDialog broken(*all[0].source.run, all, all[0].path, {}, m_now);
    QCOMPARE(broken.chosen()->checkpoint.step.value_or(0), 200);
}

void TestCheckpointsUi::brokenOnesAreListedWithReasonButCannotBeChosen()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(*all[0].source.run, all, {}, {}, m_now);
    dialog.show();
    auto *const list = dialog.findChild<QListView *>(QStringLiteral("resumeChoices"));
    const QModelIndex broken = list->model()->index(0, 0);
    QVERIFY(!(broken.flags() & Qt::ItemIsSelectable));
    QCOMPARE(broken.data(ChoiceDelegate::FactsRole).toString(), QStringLiteral("Reason of 300"));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(broken).center());
    QCOMPARE(dialog.chosen()->checkpoint.step.value_or(0), 200);
    QSignalSpy asked(&dialog, &ResumeDialog::planRequested);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(2, 0)).center());
    QCOMPARE(dialog.chosen()->checkpoint.step.value_or(0), 100);
    QCOMPARE(asked.size(), 1);
}

void TestCheckpointsUi::resumingWaitsForTheCommand()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(*all[0].source.run, all, {}, {}, m_now);
    auto *const confirm = dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"));
    QSignalSpy confirmed(&dialog, &ResumeDialog::resumeConfirmed);
    dialog.askForPlan();
    QVERIFY(!confirm->isEnabled());
    dialog.setPlan(planOf(all[1]));
    QVERIFY(confirm->isEnabled());
    QCOMPARE(dialog.findChild<QPlainTextEdit *>(QStringLiteral("resumePreview"))->toPlainText(),
             QStringLiteral("docker run \\\n  --resume /checkpoints/x"));
    confirm->click();
    QCOMPARE(confirmed.size(), 1);
    dialog.setBusy(QStringLiteral("Sending files…"));
    QVERIFY(!confirm->isEnabled());
    dialog.setError(Error{ErrorCode::NoSpace, QStringLiteral("The disk is full."), {}});
    QVERIFY(confirm->isEnabled());
    QCOMPARE(dialog.findChild<MessageBar *>()->messages().size(), 1);
}

void TestCheckpointsUi::withoutAWholeCheckpointNothingCanBeResumed()
{
    const QList<FoundCheckpoint> all{found(QStringLiteral("a"), 300, Verdict::Corrupt)};
    ResumeDialog dialog(*all[0].source.run, all, {}, {}, m_now);
    QVERIFY(!dialog.chosen());
    auto *const confirm = dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"));
    QVERIFY(!confirm->isEnabled());
    QVERIFY(!confirm->toolTip().isEmpty());
}

void TestCheckpointsUi::escapeCancels()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(*all[0].source.run, all, {}, {}, m_now);
    dialog.open();
    QSignalSpy cancelled(&dialog, &ResumeDialog::cancelled);
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QCOMPARE(cancelled.size(), 1);
    QVERIFY(!dialog.isVisible());
}

void TestCheckpointsUi::theDialogSaysWhetherItGoesOn()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(*all[0].source.run, all, {}, {}, m_now);
    dialog.askForPlan();
    dialog.setPlan(planOf(all[1]));
    QCOMPARE(dialog.findChild<Badge *>(QStringLiteral("resumeAnswer"))->look().tone, Tone::Warning);
    QCOMPARE(ResumeLinesView::valueOf({QStringLiteral("x"), {}, QStringLiteral("4"), QStringLiteral("8"), ResumeEffect::Note, {}, {}}),
             QStringLiteral("4 before, 8 now"));
    // Another choice asks again, and nothing can be launched until the answer arrives.
    QSignalSpy asked(&dialog, &ResumeDialog::planRequested);
    auto *const list = dialog.findChild<QListView *>(QStringLiteral("resumeChoices"));
    list->setCurrentIndex(list->model()->index(2, 0));
    QCOMPARE(asked.size(), 1);
    QVERIFY(!dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"))->isEnabled());
    dialog.setPlanError(Error{ErrorCode::Unreachable, QStringLiteral("box does not answer."), {}});
    QVERIFY(!dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"))->isEnabled());
}

void TestCheckpointsUi::aDangerousCheckpointHasToBeAllowed()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(*all[0].source.run, all, {}, {}, m_now);
    dialog.show();
    auto *const allow = dialog.findChild<QAbstractButton *>(QStringLiteral("resumeDanger"));
    auto *const confirm = dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"));
    QVERIFY(!allow->isVisible());
    ResumePlan plan = planOf(all[1]);
    plan.safety = Safety::Dangerous;
    dialog.setPlan(plan);
    QVERIFY(allow->isVisible() && !allow->isChecked());
    QVERIFY(!confirm->isEnabled() && !confirm->toolTip().isEmpty());
    allow->click();
    QVERIFY(confirm->isEnabled());
    // The permission applies only to this one.
    auto *const list = dialog.findChild<QListView *>(QStringLiteral("resumeChoices"));
    list->setCurrentIndex(list->model()->index(2, 0));
    dialog.setPlan(plan);
    QVERIFY(!allow->isChecked() && !confirm->isEnabled());
}

void TestCheckpointsUi::howItIsToldCanBeChosenAndKeepsTheHandOfThePerson()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(*all[0].source.run, all, {}, {}, m_now);
    auto *const preset = dialog.findChild<QComboBox *>(QStringLiteral("resumePreset"));
    auto *const words = dialog.findChild<QLineEdit *>(QStringLiteral("resumeWords"));
    QSignalSpy asked(&dialog, &ResumeDialog::planRequested);
    dialog.askForPlan();
    QVERIFY(asked.last()[0].value<ResumeRequest>().preset.isEmpty());  // no choice was made
    QVERIFY(!asked.last()[0].value<ResumeRequest>().words);
    dialog.setPlan(planOf(all[1]));
    QCOMPARE(preset->currentData().toString(), QStringLiteral("script"));
    QCOMPARE(words->text(), QStringLiteral("--lr 1e-5"));
    preset->setCurrentIndex(preset->findData(QStringLiteral("lightning")));
    Q_EMIT preset->activated(preset->currentIndex());
    QCOMPARE(asked.last()[0].value<ResumeRequest>().preset, QStringLiteral("lightning"));
    words->clear();
    QTest::keyClicks(words, QStringLiteral("--lr 3e-6"));
    QTRY_COMPARE(asked.last()[0].value<ResumeRequest>().words.value_or(QStringList()),
                 (QStringList{QStringLiteral("--lr"), QStringLiteral("3e-6")}));
    dialog.setPlan(planOf(all[1]));
    QCOMPARE(preset->currentData().toString(), QStringLiteral("lightning"));
    QCOMPARE(words->text(), QStringLiteral("--lr 3e-6"));
}

void TestCheckpointsUi::wordsOnlyAShellCouldReadAreRefused()
{
    ResumeWay way;
    QSignalSpy changed(&way, &ResumeWay::changed);
    auto *const words = way.findChild<QLineEdit *>(QStringLiteral("resumeWords"));
    QTest::keyClicks(words, QStringLiteral("--lr $(id)"));
    const QList<FieldRow *> rows = way.findChildren<FieldRow *>();
    QTRY_VERIFY(std::any_of(rows.cbegin(), rows.cend(), [](const FieldRow *row) { return row->hasError(); }));
    QVERIFY(changed.isEmpty());
    QVERIFY(!way.isRight());
}

void TestCheckpointsUi::aCommandThatCannotBeMadeStillShowsTheLines()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(*all[0].source.run, all, {}, {}, m_now);
    ResumePlan plan = planOf(all[1]);
    plan.preview = Error{ErrorCode::InvalidInput, QStringLiteral("`run` is more than one command."), {}};
    dialog.setPlan(plan);
    QVERIFY(!dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"))->isEnabled());
    QCOMPARE(dialog.findChild<MessageBar *>()->messages().size(), 1);
    QVERIFY(!dialog.findChild<Badge *>(QStringLiteral("resumeAnswer"))->look().text.isEmpty());
}

void TestCheckpointsUi::theChosenCheckpointIsLookedIntoOnce()
{
    CheckpointsPage page;
    page.resize(1300, 700);
    page.show();
    QSignalSpy asked(&page, &CheckpointsPage::inspectionRequested);
    page.setScan({brokenNewest(), {}}, m_now);
    QTRY_COMPARE(asked.size(), 1);
    const auto wanted = asked[0][0].value<FoundCheckpoint>();
    QCOMPARE(wanted.path, brokenNewest()[1].path);
    page.setInspection(wanted, insideOf(3, Safety::Dangerous));
    auto *const tensors = page.findChild<QTableView *>(QStringLiteral("inspectorTensors"));
    QCOMPARE(tensors->model()->rowCount(), 3);
    QVERIFY(page.findChild<QTabBar *>(QStringLiteral("inspectorTabs"))->tabText(1).contains(QStringLiteral("3")));
    page.setScan({brokenNewest(), {}}, m_now);  // the same content: what is known stays
    QCOMPARE(tensors->model()->rowCount(), 3);
    QTest::qWait(300);
    QCOMPARE(asked.size(), 1);
    // A run may be resumed from a dangerous one, but only after a warning.
    QVERIFY(page.findChild<QAbstractButton *>(QStringLiteral("inspectorResume"))->isEnabled());
}

void TestCheckpointsUi::aLookThatFailedCanBeRepeated()
{
    CheckpointsPage page;
    page.resize(1300, 700);
    page.show();
    QSignalSpy asked(&page, &CheckpointsPage::inspectionRequested);
    page.setScan({brokenNewest(), {}}, m_now);
    QTRY_COMPARE(asked.size(), 1);
    page.setInspection(asked[0][0].value<FoundCheckpoint>(), Error{ErrorCode::Unreachable, QStringLiteral("box does not answer."), {}});
    auto *const again = page.findChild<QAbstractButton *>(QStringLiteral("inspectorLookAgain"));
    QVERIFY(again);
    again->click();
    QCOMPARE(asked.size(), 2);
}

void TestCheckpointsUi::sixtyThousandTensorsAreListedAndFiltered()
{
    TensorModel model;
    QAbstractItemModelTester tester(&model);
    model.setInspection(std::make_shared<const Inspection>(insideOf(60'000)));
    QCOMPARE(model.rowCount(), 60'000);
    model.setFilter(QStringLiteral("LAYERS 59999"));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, TensorModel::NameColumn).data().toString(), QStringLiteral("layers.59999.weight"));
    QCOMPARE(model.index(0, TensorModel::ShapeColumn).data().toString(), QStringLiteral("4 × 2"));
    QCOMPARE(model.index(0, TensorModel::TypeColumn).data().toString(), QStringLiteral("bf16"));
    model.setFilter({});
    model.setInspection(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestCheckpointsUi::namesOfFilesCannotDriveTheScreen()
{
    Inspection inspection = insideOf(1);
    inspection.tensors[0].name = QStringLiteral("a\x1b[2J\u202ename\n<b>x</b>");
    inspection.tensors[0].bytes = std::numeric_limits<quint64>::max();
    TensorModel model;
    model.setInspection(std::make_shared<const Inspection>(inspection));
    const QString shown = model.index(0, 0).data().toString();
    QVERIFY(!shown.contains(QChar(0x1b)) && !shown.contains(QChar(0x202e)) && !shown.contains(u'\n'));
    QVERIFY(!model.index(0, TensorModel::SizeColumn).data().toString().startsWith(u'-'));
}

void TestCheckpointsUi::theVerdictMenuFilters()
{
    CheckpointsPage page;
    page.setScan({brokenNewest(), {}}, m_now);
    auto *const view = page.findChild<QTreeView *>(QStringLiteral("checkpointsView"));
    const QList<QAction *> actions = page.findChild<QMenu *>(QStringLiteral("checkpointsVerdictMenu"))->actions();
    QCOMPARE(view->model()->rowCount(view->model()->index(0, 0)), 3);
    actions[3]->trigger();  // after all, a separator and complete: partial
    QCOMPARE(view->model()->rowCount(view->model()->index(0, 0)), 1);
    QCOMPARE(page.current()->checkpoint.verdict, Verdict::Partial);
    actions[0]->trigger();
    QCOMPARE(view->model()->rowCount(view->model()->index(0, 0)), 3);
}

void TestCheckpointsUi::twoAreComparedOnceBothWereLookedInto()
{
    CheckpointsPage page;
    page.resize(1300, 700);
    page.show();
    QSignalSpy asked(&page, &CheckpointsPage::inspectionRequested);
    page.setScan({brokenNewest(), {}}, m_now);
    QTRY_COMPARE(asked.size(), 1);
    page.setInspection(asked[0][0].value<FoundCheckpoint>(), insideOf(3));
    const QList<QAction *> others = page.findChild<QMenu *>(QStringLiteral("inspectorCompareMenu"))->actions();
    // The one before it, and a list of all.
    QCOMPARE(others.size(), 2);
    QVERIFY(others[1]->menu() && others[1]->menu()->actions().size() == 2);
    others[0]->trigger();
    QCOMPARE(asked.size(), 2);
    QVERIFY(!page.findChild<QDialog *>(QStringLiteral("compareDialog")));
    page.setInspection(asked[1][0].value<FoundCheckpoint>(), insideOf(4));
    auto *const dialog = page.findChild<QDialog *>(QStringLiteral("compareDialog"));
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->findChild<QTableView *>(QStringLiteral("compareTable"))->model()->rowCount(), 1);  // one more tensor
    QTest::keyClick(dialog, Qt::Key_Escape);
    // A checkpoint that cannot be read is reported, not shown as empty.
    page.findChild<QMenu *>(QStringLiteral("inspectorCompareMenu"))->actions()[1]->menu()->actions()[0]->trigger();
    page.setInspection(asked.last()[0].value<FoundCheckpoint>(), Error{ErrorCode::Unreachable, QStringLiteral("box does not answer."), {}});
    const auto messages = page.findChild<MessageBar *>()->messages();
    QVERIFY(std::any_of(messages.cbegin(), messages.cend(),
                        [](const Message &message) { return message.consequence.contains(QStringLiteral("box does not")); }));
}

void TestCheckpointsUi::everyByteIsReadOnlyWhenAskedFor()
{
    CheckpointsPage page;
    page.resize(1300, 700);
    page.show();
    page.setScan({brokenNewest(), {}}, m_now);
    QSignalSpy asked(&page, &CheckpointsPage::verifyRequested);
    const auto verify = [&page] { return page.findChild<QAbstractButton *>(QStringLiteral("inspectorVerify")); };
    QVERIFY(verify());
    verify()->click();
    QCOMPARE(asked.size(), 1);
    QVERIFY(!verify());  // not twice at the same time
    const auto chosen = asked[0][0].value<FoundCheckpoint>();
    page.setVerifyProgress(chosen, 1, 2);
    page.setVerification(chosen, Error{ErrorCode::Cancelled, {}, {}});
    QVERIFY(verify());  // cancelling is not an error: as before
    verify()->click();
    Verification corrupt;
    corrupt.verdict = Verdict::Corrupt;
    corrupt.reason = QStringLiteral("One part is damaged.");
    corrupt.findings << VerificationFinding{VerificationFinding::Kind::Damage, QStringLiteral("model.pt"), QStringLiteral("data/2"),
                                            QStringLiteral("its checksum is wrong")};
    page.setVerification(chosen, corrupt);
    QVERIFY(!verify());
    const QList<QLabel *> labels = page.findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.cbegin(), labels.cend(),
                        [](const QLabel *label) { return label->text().contains(QStringLiteral("model.pt data/2")); }));
}

void TestCheckpointsUi::aComparisonSaysWhatDiffers()
{
    Inspection left = insideOf(3), right = insideOf(3);
    right.tensors[0].shape = {8, 2};
    right.tensors[1].dtype = QStringLiteral("float32");
    left.hyperparameters = {{QStringLiteral("lr"), QStringLiteral("1e-4")}, {QStringLiteral("same"), QStringLiteral("1")}};
    right.hyperparameters = {{QStringLiteral("lr"), QStringLiteral("1e-5")}, {QStringLiteral("same"), QStringLiteral("1")}};
    TensorDiffModel model(std::make_shared<const Inspection>(left), std::make_shared<const Inspection>(right));
    QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(0, TensorDiffModel::LeftColumn).data().toString(), QStringLiteral("1e-4"));
    QCOMPARE(model.index(0, TensorDiffModel::RightColumn).data().toString(), QStringLiteral("1e-5"));
    QCOMPARE(model.index(1, TensorDiffModel::RightColumn).data().toString(), QStringLiteral("8 × 2  bf16"));
    model.setFilter(QStringLiteral("LAYERS.1"));
    QCOMPARE(model.rowCount(), 1);
    QVERIFY(!model.diff().fits());
    QVERIFY(compareSummary(model.diff()).contains(u'1'));
    const TensorDiffModel same(std::make_shared<const Inspection>(left), std::make_shared<const Inspection>(left));
    QCOMPARE(same.rowCount(), 0);
}

QTEST_MAIN(TestCheckpointsUi)
#include "tst_checkpointsui.moc"
