// SPDX-License-Identifier: GPL-3.0-or-later
// The GPUs of a machine in the form of a task. The machine is a value; no GPU is used.
#include "ui/launch/formsection.h"
#include "ui/launch/taskform.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

// A machine of eight, of which others hold some.
MachineFacts sharedMachine()
{
    MachineFacts facts;
    facts.hostName = s("lab-dgx");
    facts.areHoldersKnown = true;
    for (int i = 0; i < 8; ++i) {
        MachineFacts::Gpu gpu;
        gpu.index = i;
        gpu.name = s("NVIDIA A100-SXM4-80GB");
        gpu.uuid = s("GPU-%1").arg(i);
        gpu.memoryMiB = 81920;
        facts.gpus << gpu;
    }
    for (const int held : {0, 1, 2})
        facts.holders << GpuHolder{s("GPU-%1").arg(held), 4200 + held, s("wang"), s("python3 train.py"), std::chrono::minutes(125), 39000};
    facts.holders << GpuHolder{s("GPU-3"), 99, {}, {}, std::nullopt, std::nullopt};
    return facts;
}

Task asking(int count)
{
    Task task;
    task.run = s("x");
    task.accelerators = Accelerators{s("A100"), count};
    return task;
}

QAbstractButton *chip(const QWidget &form, int number) { return form.findChild<QAbstractButton *>(s("gpuChip%1").arg(number)); }

void showUnfolded(TaskForm &form)
{
    form.findChild<FormSection *>(s("taskResourcesSection"))->setFolded(false);
    form.resize(900, 1400);
    form.show();
    QVERIFY(QTest::qWaitForWindowActive(&form));
}

}  // namespace

class TestGpuChips : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void freeGpusAreTickedAndHeldOnesAreNot();
    void gpusAreTickedByKeysAndInARange();
    void aHeldGpuThatTheTextNamesIsSharedAndSaid();
    void whatIsNotKnownOfTheGpusIsSaid();
};

void TestGpuChips::freeGpusAreTickedAndHeldOnesAreNot()
{
    TaskForm form;
    QSignalSpy proposed(&form, &TaskForm::proposed);
    form.setTask(asking(2));
    form.setFacts(sharedMachine());
    QTRY_COMPARE(proposed.size(), 1);
    QCOMPARE(form.task().gpus, (QStringList{s("4"), s("5")}));
    QVERIFY(!form.findChild<FormSection *>(s("taskResourcesSection"))->isFolded());
    for (int i = 0; i < 8; ++i) {
        QCOMPARE(chip(form, i)->isEnabled(), i >= 4);
        QCOMPARE(chip(form, i)->isChecked(), i == 4 || i == 5);
    }
    QVERIFY(chip(form, 0)->toolTip().contains(s("wang, python3 train.py, running for 2 h 5 min")));
    QVERIFY(chip(form, 3)->toolTip().contains(s("unknown user")));
    QVERIFY(chip(form, 0)->toolTip().contains(s("gpus: [0]")));
    QAccessibleInterface *const said = QAccessible::queryAccessibleInterface(chip(form, 4));
    QCOMPARE(said->role(), QAccessible::CheckBox);
    QVERIFY2(said->text(QAccessible::Name).startsWith(s("GPU 4, NVIDIA A100-SXM4-80GB")), qPrintable(said->text(QAccessible::Name)));
    QVERIFY(said->text(QAccessible::Name).endsWith(s("free")));
    QVERIFY(QAccessible::queryAccessibleInterface(chip(form, 0))->text(QAccessible::Name).endsWith(s("in use by wang")));
    QCOMPARE(form.findChild<QLabel *>(s("taskGpusNote"))->text(), s("Who uses them: wang 3, unknown user 1, free 4."));
    // What was proposed for that machine is not kept for a machine that all GPUs are asked of.
    form.setFacts(std::nullopt);
    MachineFacts small = sharedMachine();
    small.gpus = small.gpus.mid(0, 2);
    small.holders.clear();
    form.setFacts(small);
    QTRY_COMPARE(form.task().gpus, QStringList());
}

void TestGpuChips::gpusAreTickedByKeysAndInARange()
{
    TaskForm form;
    Task task;
    task.run = s("x");
    form.setTask(task);
    form.setFacts(sharedMachine());
    showUnfolded(form);
    QTest::mouseClick(chip(form, 0), Qt::LeftButton);
    QCOMPARE(form.task().gpus, QStringList());
    QTest::mouseClick(chip(form, 4), Qt::LeftButton);
    QTest::mouseClick(chip(form, 6), Qt::LeftButton, Qt::ShiftModifier);
    QCOMPARE(form.task().gpus, (QStringList{s("4"), s("5"), s("6")}));
    chip(form, 6)->setFocus();
    QTest::keyClick(chip(form, 6), Qt::Key_Space);
    QCOMPARE(form.task().gpus, (QStringList{s("4"), s("5")}));
    QTest::keyClick(chip(form, 6), Qt::Key_Left);
    QVERIFY(chip(form, 5)->hasFocus());
    QTest::keyClick(chip(form, 5), Qt::Key_Left);
    QTest::keyClick(chip(form, 4), Qt::Key_Left);
    QVERIFY(chip(form, 4)->hasFocus());  // those before it are held
    QTest::keyClick(chip(form, 4), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(chip(form, 5), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(form.task().gpus, (QStringList{s("4"), s("5"), s("6")}));
    QTest::keyClick(chip(form, 6), Qt::Key_Right);
    QTest::keyClick(chip(form, 7), Qt::Key_Space);
    QCOMPARE(form.task().gpus, (QStringList{s("4"), s("5"), s("6"), s("7")}));
    int stops = 0;
    for (int i = 0; i < 8; ++i)
        stops += chip(form, i)->focusPolicy() == Qt::StrongFocus;
    QCOMPARE(stops, 1);
    if (const QString pictures = qEnvironmentVariable("TRAINYARD_PICTURES"); !pictures.isEmpty())
        form.grab().save(pictures + s("/gpu-chips.png"));
}

void TestGpuChips::aHeldGpuThatTheTextNamesIsSharedAndSaid()
{
    TaskForm form;
    Task task = asking(2);
    task.gpus = {s("GPU-1"), s("9")};
    form.setTask(task);
    form.setFacts(sharedMachine());
    QVERIFY(chip(form, 1)->isEnabled() && chip(form, 1)->isChecked());
    QVERIFY(form.findChild<QLabel *>(s("taskGpusNote"))->text().contains(s("GPU 1 (wang)")));
    showUnfolded(form);
    // What this machine lacks stays, and so does the spelling.
    QTest::mouseClick(chip(form, 4), Qt::LeftButton);
    QCOMPARE(form.task().gpus, (QStringList{s("GPU-1"), s("4"), s("9")}));
    QTest::mouseClick(chip(form, 1), Qt::LeftButton);
    QCOMPARE(form.task().gpus, (QStringList{s("4"), s("9")}));
    QVERIFY(!chip(form, 1)->isEnabled());
}

void TestGpuChips::whatIsNotKnownOfTheGpusIsSaid()
{
    TaskForm form;
    const auto note = [&form] { return form.findChild<QLabel *>(s("taskGpusNote"))->text(); };
    QCOMPARE(note(), s("They are shown when the machine has answered."));
    Task task = asking(2);
    task.gpus = {s("3")};
    form.setTask(task);
    QCOMPARE(note(), s("Chosen: 3. The machine has not answered yet."));
    MachineFacts silent = sharedMachine();
    silent.holders.clear();
    silent.areHoldersKnown = false;
    form.setTask(asking(2));
    form.setFacts(silent);
    QVERIFY(note().startsWith(s("The driver does not tell who uses them.")));
    QVERIFY(chip(form, 0)->accessibleName().endsWith(s("use unknown")));
    QTest::qWait(10);
    QVERIFY(form.task().gpus.isEmpty());
    form.setFacts(MachineFacts());
    QCOMPARE(note(), s("This machine has no GPU that can be chosen."));
}

QTEST_MAIN(TestGpuChips)

#include "tst_gpuchips.moc"
