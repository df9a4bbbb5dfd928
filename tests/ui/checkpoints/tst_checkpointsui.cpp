#include "ui/checkpoints/checkpointmodel.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/checkpoints/choicedelegate.h"
#include "ui/checkpoints/resumedialog.h"
#include "ui/common/messagebar.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

using namespace trainyard;

namespace {

FoundCheckpoint found(const QString &lineage, qint64 step, Verdict verdict, bool isLatestGood = false)
{
    FoundCheckpoint one;
    one.run.lineage = lineage;
    one.run.id = lineage + QStringLiteral("-a2");
    one.run.attempt = 2;
    one.run.name = lineage;
    one.run.machineName = QStringLiteral("box");
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

}  // namespace

class TestCheckpointsUi : public QObject {
    Q_OBJECT
private Q_SLOTS:
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
    QCOMPARE(page.current()->checkpoint.step.value_or(0), 200);      // not the newest: the latest good one
    const auto messages = page.findChild<MessageBar *>()->messages();
    QCOMPARE(messages.size(), 1);
    QCOMPARE(messages[0].tone, Tone::Warning);
    QVERIFY(messages[0].consequence.contains(QStringLiteral("Reason of 300.")));
    scan.found.removeFirst();
    page.setScan(scan, m_now);
    QVERIFY(page.findChild<MessageBar *>()->messages().isEmpty());
}

void TestCheckpointsUi::thePageOffersToAskAgain()
{
    CheckpointsPage page;
    CheckpointScan scan;
    scan.problems.append({found(QStringLiteral("a"), 1, Verdict::Unknown).run,
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
    QCOMPARE(bar->messages().size(), 1);      // cancelled is no error
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
    QCOMPARE(page.current()->run.lineage, QStringLiteral("other"));
    filter->setText(QStringLiteral("200"));
    QCOMPARE(view->model()->rowCount(view->model()->index(0, 0)), 1);
    filter->clear();
    QCOMPARE(view->model()->rowCount(), 2);
}

void TestCheckpointsUi::theDialogPreselectsTheLatestGood()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(all[0].run, all, {}, {}, m_now);
    QCOMPARE(dialog.chosen()->checkpoint.step.value_or(0), 200);
    QVERIFY(dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"))->text().contains(QStringLiteral("200")));
}

void TestCheckpointsUi::theDialogTakesTheWantedOneIfItIsWhole()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog wanted(all[0].run, all, all[2].path, {}, m_now);
    QCOMPARE(wanted.chosen()->checkpoint.step.value_or(0), 100);
    ResumeDialog broken(all[0].run, all, all[0].path, {}, m_now);
    QCOMPARE(broken.chosen()->checkpoint.step.value_or(0), 200);
}

void TestCheckpointsUi::brokenOnesAreListedWithReasonButCannotBeChosen()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(all[0].run, all, {}, {}, m_now);
    dialog.show();
    auto *const list = dialog.findChild<QListView *>(QStringLiteral("resumeChoices"));
    const QModelIndex broken = list->model()->index(0, 0);
    QVERIFY(!(broken.flags() & Qt::ItemIsSelectable));
    QCOMPARE(broken.data(ChoiceDelegate::FactsRole).toString(), QStringLiteral("Reason of 300."));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(broken).center());
    QCOMPARE(dialog.chosen()->checkpoint.step.value_or(0), 200);
    QSignalSpy asked(&dialog, &ResumeDialog::previewRequested);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(2, 0)).center());
    QCOMPARE(dialog.chosen()->checkpoint.step.value_or(0), 100);
    QCOMPARE(asked.size(), 1);
}

void TestCheckpointsUi::resumingWaitsForTheCommand()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(all[0].run, all, {}, {}, m_now);
    auto *const confirm = dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"));
    QSignalSpy confirmed(&dialog, &ResumeDialog::resumeConfirmed);
    dialog.askForPreview();
    QVERIFY(!confirm->isEnabled());
    dialog.setPreview(QStringLiteral("docker run \\\n  --resume /checkpoints/x"), QStringLiteral("--resume /checkpoints/x"));
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
    ResumeDialog dialog(all[0].run, all, {}, {}, m_now);
    QVERIFY(!dialog.chosen());
    auto *const confirm = dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"));
    QVERIFY(!confirm->isEnabled());
    QVERIFY(!confirm->toolTip().isEmpty());
}

void TestCheckpointsUi::escapeCancels()
{
    const QList<FoundCheckpoint> all = brokenNewest();
    ResumeDialog dialog(all[0].run, all, {}, {}, m_now);
    dialog.open();
    QSignalSpy cancelled(&dialog, &ResumeDialog::cancelled);
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QCOMPARE(cancelled.size(), 1);
    QVERIFY(!dialog.isVisible());
}

QTEST_MAIN(TestCheckpointsUi)
#include "tst_checkpointsui.moc"
