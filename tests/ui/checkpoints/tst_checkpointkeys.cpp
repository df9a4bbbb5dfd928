// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints page and its dialogs by keyboard alone, and the texts for screen readers.
#include "ui/checkpoints/addplacedialog.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/checkpoints/comparedialog.h"
#include "ui/checkpoints/copydialog.h"
#include "ui/checkpoints/prunedialog.h"
#include "ui/checkpoints/resumedialog.h"
#include "ui/checkpoints/storedialog.h"

#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QTreeView>
#include <QVBoxLayout>

#include <functional>

using namespace trainyard;

namespace {

FoundCheckpoint found(qint64 step, bool isLatestGood = false)
{
    Run run;
    run.lineage = QStringLiteral("a");
    run.id = RunId(QStringLiteral("a-a2"));
    run.attempt = 2;
    run.name = QStringLiteral("char-lm");
    run.head().machineId = MachineId(7);
    run.head().machineName = QStringLiteral("lab1");
    FoundCheckpoint one;
    one.source = CheckpointSource::ofRun(run);
    one.checkpoint.name = QStringLiteral("step-%1.safetensors").arg(step);
    one.checkpoint.step = step;
    one.checkpoint.verdict = Verdict::Complete;
    one.checkpoint.reason = QStringLiteral("All listed tensors are present.");
    one.path = QStringLiteral("/checkpoints/") + one.checkpoint.name;
    one.isLatestGood = isLatestGood;
    return one;
}

QList<FoundCheckpoint> several() { return {found(300, true), found(200), found(100)}; }

QList<Machine> machines()
{
    Machine one;
    one.id = MachineId(7);
    one.name = QStringLiteral("lab1");
    return {one};
}

std::shared_ptr<const Inspection> inside()
{
    Inspection inspection;
    inspection.verdict = Verdict::Complete;
    inspection.safety = Safety::Safe;
    inspection.tensors.push_back({});
    return std::make_shared<const Inspection>(inspection);
}

// The widgets that Tab reaches from the current focus until it is back there.
QStringList stations()
{
    QStringList names;
    QWidget *const first = QApplication::focusWidget();
    for (int i = 0; i < 60; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        names << QApplication::focusWidget()->objectName();
        if (QApplication::focusWidget() == first)
            break;
    }
    return names;
}

using Make = std::function<QDialog *()>;

}  // namespace

Q_DECLARE_METATYPE(Make)

class TestCheckpointKeys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tabGoesThroughThePageAsItIsRead();
    void whatTakesTheFocusHasAName_data();
    void whatTakesTheFocusHasAName();
    void escapeClosesADialog_data() { whatTakesTheFocusHasAName_data(); }
    void escapeClosesADialog();
    void enterOnACheckpointAsksToResume();
    void enterNeverRemovesACheckpoint();
    void onlyThePlanShownIsCarriedOut();
    void namesInTooltipsAreNoMarkup();
};

void TestCheckpointKeys::tabGoesThroughThePageAsItIsRead()
{
    // As in the program: the page is part of a window.
    QWidget window;
    auto *const around = new QVBoxLayout(&window);
    auto &page = *new CheckpointsPage;
    around->addWidget(&page);
    window.resize(1300, 800);
    CheckpointScan scan;
    scan.found = several();
    page.setScan(scan, QDateTime::currentDateTimeUtc());
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    page.findChild<QWidget *>(QStringLiteral("checkpointsView"))->setFocus();
    page.setInspection(found(300, true), *inside());
    QStringList order = stations();
    order.removeAll(QString());
    order.removeIf([](const QString &name) { return name.startsWith(QLatin1String("Scroll")); });  // of the tabs, with a wide font
    const QStringList wanted{
        QStringLiteral("inspectorPin"),       QStringLiteral("inspectorMore"),       QStringLiteral("inspectorResume"),
        QStringLiteral("inspectorCopy"),      QStringLiteral("inspectorCompare"),    QStringLiteral("inspectorTabs"),
        QStringLiteral("inspectorVerify"),    QStringLiteral("checkpointsFilter"),   QStringLiteral("checkpointsVerdict"),
        QStringLiteral("checkpointsRefresh"), QStringLiteral("checkpointsAddPlace"), QStringLiteral("checkpointsView")};
    QCOMPARE(order.join(u' '), wanted.join(u' '));
}

void TestCheckpointKeys::whatTakesTheFocusHasAName_data()
{
    QTest::addColumn<Make>("make");
    QTest::newRow("resume") << Make(
        [] { return new ResumeDialog(*found(300).source.run, several(), {}, machines(), QDateTime::currentDateTimeUtc()); });
    QTest::newRow("copy") << Make([] { return new CopyDialog(found(300), machines(), {}); });
    QTest::newRow("prune") << Make([] { return new PruneDialog(QStringLiteral("char-lm"), {}); });
    QTest::newRow("add a place") << Make([] { return new AddPlaceDialog; });
    QTest::newRow("a store") << Make([] { return new StoreDialog; });
    QTest::newRow("compare") << Make(
        [] { return new CompareDialog(QStringLiteral("Step 1"), QStringLiteral("Step 2"), inside(), inside()); });
}

void TestCheckpointKeys::whatTakesTheFocusHasAName()
{
    QFETCH(Make, make);
    QPointer<QDialog> dialog = make();
    dialog->open();
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QVERIFY2(dialog->focusWidget() && dialog->focusWidget() != dialog, "Nothing has the focus when it opens.");
    int asked = 0;
    const QList<QWidget *> all = dialog->findChildren<QWidget *>();
    for (QWidget *const one : all) {
        const bool isReached = one->isVisible() && one->isEnabled() && (one->focusPolicy() & Qt::TabFocus) && !one->focusProxy();
        if (!isReached)
            continue;
        QAccessibleInterface *const spoken = QAccessible::queryAccessibleInterface(one);
        QVERIFY2(spoken && !spoken->text(QAccessible::Name).isEmpty(),
                 qPrintable(QLatin1String(one->metaObject()->className()) + u' ' + one->objectName()));
        ++asked;
    }
    QVERIFY(asked >= 2);
    delete dialog;
}

void TestCheckpointKeys::escapeClosesADialog()
{
    QFETCH(Make, make);
    QPointer<QDialog> dialog = make();
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    dialog->open();
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
    QCOMPARE(dialog->result(), int(QDialog::Rejected));
    delete dialog;
}

void TestCheckpointKeys::enterOnACheckpointAsksToResume()
{
    CheckpointsPage page;
    page.resize(1300, 800);
    CheckpointScan scan;
    scan.found = several();
    page.setScan(scan, QDateTime::currentDateTimeUtc());
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QSignalSpy resumed(&page, &CheckpointsPage::resumeRequested);
    auto *const view = page.findChild<QTreeView *>(QStringLiteral("checkpointsView"));
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Down);
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(resumed.size(), 1);
    QCOMPARE(resumed[0][0].value<FoundCheckpoint>().checkpoint.step.value_or(0), 200);
}

void TestCheckpointKeys::enterNeverRemovesACheckpoint()
{
    PruneDialog dialog(QStringLiteral("char-lm"), {});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.open();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    QSignalSpy removed(&dialog, &PruneDialog::pruneConfirmed);
    PrunePlan plan;
    PruneItem item;
    item.checkpoint = found(100).checkpoint;
    plan.items << item;
    plan.count = 1;
    dialog.setPlan(plan);
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Return);
    QCOMPARE(removed.size(), 0);
}

void TestCheckpointKeys::onlyThePlanShownIsCarriedOut()
{
    PruneDialog dialog(QStringLiteral("char-lm"), {});
    PrunePlan plan;
    PruneItem item;
    item.checkpoint = found(100).checkpoint;
    plan.items << item;
    plan.count = 1;
    const Error error{ErrorCode::PermissionDenied, QStringLiteral("May not be read."), {}};
    auto *const confirm = dialog.findChild<QPushButton *>(QStringLiteral("pruneConfirm"));
    auto *const summary = dialog.findChild<QLabel *>(QStringLiteral("pruneSummary"));
    const auto *const rows = dialog.findChild<QTableView *>(QStringLiteral("prunePlan"))->model();
    dialog.askForPlan();
    dialog.setPlan(plan);
    QVERIFY(confirm->isEnabled());
    QCOMPARE(rows->rowCount(), 1);
    QVERIFY2(summary->text().contains(QLatin1String("1 of 1")), qPrintable(summary->text()));

    // What the new rules do is not known yet, and the trash does not tell.
    QSignalSpy asked(&dialog, &PruneDialog::planRequested);
    dialog.findChild<QSpinBox *>(QStringLiteral("pruneLast"))->setValue(3);
    QVERIFY(!confirm->isEnabled());
    QTRY_COMPARE(asked.size(), 1);
    dialog.setTrash({}, QDateTime::currentDateTimeUtc());
    QVERIFY(!confirm->isEnabled());
    dialog.showError(error);
    QVERIFY(!confirm->isEnabled());
    QCOMPARE(confirm->toolTip(), summary->text());
    QCOMPARE(rows->rowCount(), 0);

    // Without its trash, the plan is as good.
    dialog.askForPlan();
    dialog.setPlan(plan);
    dialog.showTrashError(error);
    QVERIFY(confirm->isEnabled());
    QCOMPARE(rows->rowCount(), 1);
}

void TestCheckpointKeys::namesInTooltipsAreNoMarkup()
{
    PruneDialog dialog(QStringLiteral("char-lm"), {});
    PrunePlan plan;
    PruneItem item;
    item.checkpoint = found(100).checkpoint;
    item.checkpoint.name = QStringLiteral("<b>step</b>-100");
    plan.items << item;
    plan.count = 1;
    dialog.setPlan(plan);
    int seen = 0;
    for (QTableView *const table : dialog.findChildren<QTableView *>()) {
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                const QString tip = table->model()->index(row, column).data(Qt::ToolTipRole).toString();
                QVERIFY2(!tip.contains(QLatin1String("<b>")), qPrintable(tip));
                seen += tip.contains(QLatin1String("&lt;b&gt;step"));
            }
        }
    }
    for (QTreeView *const tree : dialog.findChildren<QTreeView *>()) {
        const QString tip = tree->model()->index(0, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(!tip.contains(QLatin1String("<b>")), qPrintable(tip));
        seen += tip.contains(QLatin1String("&lt;b&gt;step"));
    }
    QVERIFY(seen > 0);
}

QTEST_MAIN(TestCheckpointKeys)
#include "tst_checkpointkeys.moc"
