// SPDX-License-Identifier: GPL-3.0-or-later
// The resume dialog: another machine, limits and cost, and that nothing starts that the user does not see.
#include "ui/checkpoints/resumedialog.h"
#include "ui/checkpoints/resumelimits.h"
#include "ui/checkpoints/resumeplace.h"
#include "ui/common/fieldrow.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace trainyard;

namespace {

FoundCheckpoint found()
{
    Run run;
    run.lineage = QStringLiteral("a");
    run.attempt = 2;
    run.name = QStringLiteral("char-lm");
    run.head().machineId = MachineId(7);
    run.head().machineName = QStringLiteral("lab1");
    FoundCheckpoint one;
    one.source = CheckpointSource::ofRun(run);
    one.checkpoint.name = QStringLiteral("step-200.safetensors");
    one.checkpoint.step = 200;
    one.checkpoint.verdict = Verdict::Complete;
    one.path = QStringLiteral("/checkpoints/step-200.safetensors");
    one.isLatestGood = true;
    return one;
}

QList<Machine> machines()
{
    Machine near, far;
    near.id = MachineId(7);
    near.name = QStringLiteral("lab1");
    far.id = MachineId(8);
    far.name = QStringLiteral("lab2");
    return {near, far};
}

ResumePlan plan(const QStringList &words = {})
{
    ResumePlan made;
    made.from = found();
    made.preset = QStringLiteral("script");
    made.words = words;
    made.limits.hours = 12;
    made.cost.perHour = Money(2 * Money::kNanosPerUnit, Currency::EUR);
    LaunchPreview preview;
    preview.commandPreview = QStringLiteral("python train.py");
    made.preview = preview;
    return made;
}

void choose(QComboBox *box, const QVariant &data)
{
    box->setCurrentIndex(box->findData(data));
    Q_EMIT box->activated(box->currentIndex());
}

ResumeRequest lastRequest(const QSignalSpy &asked) { return asked.last()[0].value<ResumeRequest>(); }

}  // namespace

class TestResumeDialog : public QObject {
    Q_OBJECT

    const QDateTime m_now = QDateTime::fromSecsSinceEpoch(1'700'001'000);

private Q_SLOTS:
    void theRunsOwnMachineIsChosenAtFirst()
    {
        ResumeDialog dialog(*found().source.run, {found()}, {}, machines(), m_now);
        QSignalSpy asked(&dialog, &ResumeDialog::planRequested);
        dialog.askForPlan();
        QCOMPARE(lastRequest(asked).machineId, MachineId(7));
        QVERIFY(dialog.findChild<QLineEdit *>(QStringLiteral("resumeOrigin"))->isHidden()
                || !dialog.findChild<QLineEdit *>(QStringLiteral("resumeOrigin"))->isVisibleTo(&dialog));
    }

    void aMachineThatIsNotListedAnyMoreIsStillNamed()
    {
        ResumePlace place(*found().source.run);
        place.setMachines({machines().last()});
        QCOMPARE(place.machineName(), QStringLiteral("lab1"));
        QVERIFY(!place.isElsewhere());
    }

    void ctrlEnterResumesAndEnterDoesNot()
    {
        ResumeDialog dialog(*found().source.run, {found()}, {}, machines(), m_now);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        const QSignalSpy confirmed(&dialog, &ResumeDialog::resumeConfirmed);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTest::qWait(200);               // longer than the press is shown
        QCOMPARE(confirmed.count(), 0);  // no plan yet
        dialog.setPlan(plan());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTest::qWait(200);
        QCOMPARE(confirmed.count(), 0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(confirmed.count(), 1);
    }

    void anotherMachineIsAskedAndSaid()
    {
        ResumeDialog dialog(*found().source.run, {found()}, {}, machines(), m_now);
        QSignalSpy asked(&dialog, &ResumeDialog::planRequested);
        dialog.setPlan(plan());
        auto *const confirm = dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"));
        QVERIFY(confirm->isEnabled());
        choose(dialog.findChild<QComboBox *>(QStringLiteral("resumeMachine")), 8);
        QCOMPARE(lastRequest(asked).machineId, MachineId(8));
        QVERIFY(!confirm->isEnabled());  // what is shown belongs to the other machine
        dialog.setPlan(plan());
        QVERIFY(confirm->isEnabled());
        const QList<QLabel *> labels = dialog.findChildren<QLabel *>();
        QVERIFY(
            std::any_of(labels.begin(), labels.end(), [](const QLabel *label) { return label->text().contains(QStringLiteral("lab2")); }));
    }

    void anAddressNamesTheCheckpoint()
    {
        ResumeDialog dialog(*found().source.run, {found()}, {}, machines(), m_now);
        QSignalSpy asked(&dialog, &ResumeDialog::planRequested);
        choose(dialog.findChild<QComboBox *>(QStringLiteral("resumeMachine")), 8);
        auto *const origin = dialog.findChild<QLineEdit *>(QStringLiteral("resumeOrigin"));
        QTest::keyClicks(origin, QStringLiteral("s3://bucket/a/checkpoint-300"));
        QTRY_VERIFY(lastRequest(asked).origin == Location::inBucket({}, QStringLiteral("s3://bucket/a/checkpoint-300")));
        ResumePlan named = plan();
        named.from.checkpoint.step = 300;
        dialog.setPlan(named);
        QVERIFY(dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"))->text().contains(QStringLiteral("300")));
        QVERIFY(!dialog.findChild<QListView *>(QStringLiteral("resumeChoices"))->isEnabled());
        origin->clear();
        const qsizetype before = asked.size();
        QTest::keyClicks(origin, QStringLiteral("bucket/a"));
        QVERIFY(!dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"))->isEnabled());
        const auto *const place = dialog.findChild<ResumePlace *>();
        QVERIFY(!place->isRight());
        const QList<FieldRow *> rows = place->findChildren<FieldRow *>();
        QTRY_VERIFY(std::any_of(rows.cbegin(), rows.cend(), [](const FieldRow *row) { return row->hasError(); }));
        QCOMPARE(asked.size(), before);  // an incomplete address is not looked up
    }

    void limitsArePartOfTheQuestion()
    {
        ResumeDialog dialog(*found().source.run, {found()}, {}, machines(), m_now);
        QSignalSpy asked(&dialog, &ResumeDialog::planRequested);
        dialog.askForPlan();
        QVERIFY(!lastRequest(asked).limits);  // the task's own
        dialog.setPlan(plan());
        auto *const hours = dialog.findChild<QLineEdit *>(QStringLiteral("resumeHours"));
        QCOMPARE(hours->text(), QStringLiteral("12"));
        hours->selectAll();
        QTest::keyClicks(hours, QStringLiteral("90m"));
        QTest::keyClicks(dialog.findChild<QLineEdit *>(QStringLiteral("resumeBudgetAmount")), QStringLiteral("40"));
        QTRY_VERIFY(lastRequest(asked).limits && lastRequest(asked).limits->budget);
        QCOMPARE(lastRequest(asked).limits->hours.value_or(0), 1.5);
        QCOMPARE(lastRequest(asked).limits->budget->text(), QStringLiteral("40.00 EUR"));  // the price's currency
        QVERIFY(!dialog.findChild<QLabel *>(QStringLiteral("resumeCost"))->text().isEmpty());
        hours->selectAll();
        QTest::keyClicks(hours, QStringLiteral("soon"));
        QVERIFY(!dialog.findChild<ResumeLimitsEdit *>()->isRight());
        QVERIFY(!dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"))->isEnabled());
    }

    void anAnswerToWhatWasWrittenBeforeStartsNothing()
    {
        ResumeDialog dialog(*found().source.run, {found()}, {}, machines(), m_now);
        dialog.setPlan(plan());
        auto *const confirm = dialog.findChild<QAbstractButton *>(QStringLiteral("resumeConfirm"));
        QVERIFY(confirm->isEnabled());
        auto *const words = dialog.findChild<QLineEdit *>(QStringLiteral("resumeWords"));
        QTest::keyClicks(words, QStringLiteral("--lr 1"));
        QVERIFY(!confirm->isEnabled());
        dialog.setPlan(plan());  // it was on its way when the key was pressed
        QVERIFY(!confirm->isEnabled());
        QSignalSpy asked(&dialog, &ResumeDialog::planRequested);
        QVERIFY(asked.wait());
        dialog.setPlan(plan({QStringLiteral("--lr"), QStringLiteral("1")}));
        QVERIFY(confirm->isEnabled());
    }
};

QTEST_MAIN(TestResumeDialog)
#include "tst_resumedialog.moc"
