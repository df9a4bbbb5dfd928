#include "ui/machines/addmachinedialog.h"
#include "ui/machines/busystrip.h"
#include "ui/machines/cardgrid.h"
#include "ui/machines/machinesmodel.h"
#include "ui/machines/machinespage.h"
#include "ui/theme/thememanager.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace trainyard;

class TestMachinesPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeManager>(*qApp); }
    void cleanupTestCase() { m_theme.reset(); }

    void theStripMeansMinutesAndLeavesGaps()
    {
        BusyStrip strip;
        const qint64 minute = 60000, start = 1'000'000 * minute;
        strip.add(sample(start, 20));
        strip.add(sample(start + 1000, 40));
        strip.add(sample(start + 500, 100));          // older than the last: dropped
        strip.add(sample(start + 3 * minute, 80));
        const BusyStrip::Cells cells = strip.cells(start + 3 * minute + 10);
        QCOMPARE(*cells[56], 30.0f);
        QVERIFY(!cells[57]);
        QVERIFY(!cells[58]);
        QCOMPARE(*cells[59], 80.0f);
        QVERIFY(!strip.cells(start + 200 * minute)[59]);
    }

    void aMachineWithoutGpuShowsItsCpus()
    {
        BusyStrip strip;
        MachineSample s;
        s.timeMs = 60000;
        s.cpuPercent = 34;
        strip.add(s);
        QCOMPARE(*strip.cells(60000)[59], 34.0f);
    }

    void theModelKeepsItsRules()
    {
        MachinesModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setCards({card(2, QStringLiteral("b")), card(1, QStringLiteral("a"))});
        QCOMPARE(model.index(0).data().toString(), QStringLiteral("a"));
        model.setCard(card(2, QStringLiteral("b")));
        model.setNow(QDateTime::currentDateTimeUtc());
        model.setCards({card(3, QStringLiteral("c"))});
        model.setCards({});
    }

    void cardsFillTheWidthAndArrowsMoveInTwoDimensions()
    {
        MachinesPage page;
        page.resize(1300, 800);
        QList<MachineCard> cards;
        for (int i = 0; i < 9; ++i)
            cards.append(card(i + 1, QStringLiteral("m%1").arg(i)));
        page.setMachines(cards);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto *grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        QVERIFY(grid->columns() >= 3);
        const QModelIndex last = grid->model()->index(grid->columns() - 1, 0);
        QCOMPARE(grid->visualRect(last).right(), grid->viewport()->width() - 1);
        grid->setFocus(Qt::TabFocusReason);
        QCOMPARE(grid->currentIndex().row(), 0);
        QTest::keyClick(grid, Qt::Key_Down);
        QCOMPARE(grid->currentIndex().row(), grid->columns());
        QTest::keyClick(grid, Qt::Key_Right);
        QCOMPARE(grid->currentIndex().row(), grid->columns() + 1);
        QTest::keyClick(grid, Qt::Key_End);
        QCOMPARE(grid->currentIndex().row(), 8);
        QVERIFY(grid->viewport()->rect().contains(grid->visualRect(grid->currentIndex())));
    }

    void theVerbOfACardIsDoneByClickAndByEnter()
    {
        MachinesPage page;
        page.resize(1300, 800);
        MachineCard gone = card(1, QStringLiteral("a"));
        gone.link = LinkState::Unreachable;
        MachineCard busy = card(2, QStringLiteral("b"));
        busy.runId = QStringLiteral("x-a1");
        busy.runName = QStringLiteral("x");
        page.setMachines({gone, busy, card(3, QStringLiteral("c"))});
        page.show();
        QSignalSpy retried(&page, &MachinesPage::retryRequested), opened(&page, &MachinesPage::openRunRequested),
            launched(&page, &MachinesPage::launchRequested);
        auto *grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        const auto clickVerb = [&](int row, CardAction action) {
            const QRect rect = grid->visualRect(grid->model()->index(row, 0));
            QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, cardActionRect(rect, action).center());
        };
        clickVerb(0, CardAction::Retry);
        QCOMPARE(retried.count(), 1);
        clickVerb(1, CardAction::OpenRun);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.first().first().toString(), QStringLiteral("x-a1"));
        clickVerb(2, CardAction::Launch);
        QCOMPARE(launched.takeFirst().first().toLongLong(), 3);
        QTest::keyClick(grid, Qt::Key_Return);
        QCOMPARE(launched.takeFirst().first().toLongLong(), 3);
        auto *here = page.findChild<QPushButton *>(QStringLiteral("launchOnMachineButton"));
        QVERIFY(here->isEnabled());
        here->click();
        QCOMPARE(launched.takeFirst().first().toLongLong(), 3);
        page.selectMachine(1);
        QVERIFY(!here->isEnabled());
        QVERIFY(!here->toolTip().isEmpty());
    }

    void theFilterAndTheEmptyPageSayWhatToDo()
    {
        MachinesPage page;
        page.resize(1300, 800);
        page.setMachines({});
        page.show();
        QSignalSpy add(&page, &MachinesPage::addMachineRequested), sandbox(&page, &MachinesPage::sandboxRequested);
        page.findChild<QPushButton *>(QStringLiteral("addFirstMachineButton"))->click();
        auto *link = page.findChild<QPushButton *>(QStringLiteral("machinesSandboxLink"));
        link->click();
        QCOMPARE(add.count(), 1);
        QCOMPARE(sandbox.count(), 1);
        page.setMachines({card(1, QStringLiteral("alpha")), card(2, QStringLiteral("beta"))});
        auto *grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        auto *filter = page.findChild<QLineEdit *>(QStringLiteral("machinesFilterEdit"));
        QTest::keyClicks(filter, QStringLiteral("BET"));
        QCOMPARE(grid->model()->rowCount(), 1);
        QTest::keyClicks(filter, QStringLiteral("zzz"));
        QCOMPARE(grid->model()->rowCount(), 0);
        QVERIFY(link->isVisible());
        link->click();
        QCOMPARE(grid->model()->rowCount(), 2);
    }

    void removingIsAskedFirst()
    {
        MachinesPage page;
        page.resize(1300, 800);
        page.setMachines({card(7, QStringLiteral("alpha"))});
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto *grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        grid->setFocus(Qt::TabFocusReason);
        QSignalSpy removed(&page, &MachinesPage::removeRequested);
        QTest::keyClick(grid, Qt::Key_Delete);
        auto *box = page.findChild<QMessageBox *>(QStringLiteral("removeMachineDialog"));
        QVERIFY(box && box->isVisible());
        QVERIFY(box->defaultButton()->objectName() != QStringLiteral("confirmRemoveMachineButton"));
        QCOMPARE(removed.count(), 0);
        box->findChild<QPushButton *>(QStringLiteral("confirmRemoveMachineButton"))->click();
        QCOMPARE(removed.first().first().toLongLong(), 7);
    }

    void staleValuesAreNotSpokenAsCurrent()
    {
        MachineCard c = card(1, QStringLiteral("box"));
        const QDateTime now = QDateTime::currentDateTimeUtc();
        QVERIFY(describeCard(c, now).contains(QStringLiteral("GPU 0 50 percent busy")));
        c.lastHeard = now.addSecs(-60);
        QVERIFY(!describeCard(c, now).contains(QStringLiteral("percent")));
        c.lastHeard = now;
        c.sample->gpus[0].busyPercent.reset();
        QVERIFY(describeCard(c, now).contains(QStringLiteral("GPU 0 unknown")));
    }

    void aPastedCommandIsUnderstoodAndNamed()
    {
        AddMachineDialog dialog;
        dialog.setKnownNames({QStringLiteral("taken")});
        dialog.show();
        auto *command = dialog.findChild<QLineEdit *>(QStringLiteral("sshCommandEdit"));
        auto *name = dialog.findChild<QLineEdit *>(QStringLiteral("machineNameEdit"));
        auto *connectButton = dialog.findChild<QPushButton *>(QStringLiteral("connectMachineButton"));
        QSignalSpy wanted(&dialog, &AddMachineDialog::addRequested);
        connectButton->click();
        QCOMPARE(wanted.count(), 0);
        QVERIFY(!command->accessibleDescription().isEmpty());
        command->setText(QStringLiteral("ssh -p 2222 ubuntu@gpu-3.lab.example"));
        QTRY_COMPARE(name->text(), QStringLiteral("gpu-3"));
        const auto retype = [name](const QString &text) {
            name->clear();
            QTest::keyClicks(name, text);
        };
        retype(QStringLiteral("Taken"));
        connectButton->click();
        QCOMPARE(wanted.count(), 0);
        retype(QStringLiteral("mine"));
        connectButton->click();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.first().first().toString(), QStringLiteral("mine"));
        const auto target = wanted.first().at(1).value<SshTarget>();
        QCOMPARE(target.host, QStringLiteral("gpu-3.lab.example"));
        QCOMPARE(target.port, 2222);

        dialog.setConnecting(true);
        QSignalSpy cancelled(&dialog, &AddMachineDialog::cancelRequested);
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(dialog.isVisible());
        dialog.showError({ErrorCode::Cancelled, {}, {}});
        QCOMPARE(name->text(), QStringLiteral("mine"));
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
    }

private:
    static MachineSample sample(qint64 timeMs, double busy)
    {
        MachineSample s;
        s.timeMs = timeMs;
        GpuSample gpu;
        gpu.name = QStringLiteral("stub GPU");
        gpu.busyPercent = busy;
        s.gpus.append(gpu);
        return s;
    }

    static MachineCard card(qint64 id, const QString &name)
    {
        MachineCard c;
        c.machine.id = id;
        c.machine.name = name;
        c.machine.target.host = name;
        c.link = LinkState::Live;
        c.lastHeard = QDateTime::currentDateTimeUtc();
        c.sample = sample(c.lastHeard.toMSecsSinceEpoch(), 50);
        return c;
    }

    std::unique_ptr<ThemeManager> m_theme;
};

QTEST_MAIN(TestMachinesPage)
#include "tst_machinespage.moc"
