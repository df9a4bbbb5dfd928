// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/cardgrid.h"
#include "ui/machines/connectiontestdialog.h"
#include "ui/machines/machinecardpaint.h"
#include "ui/machines/machinedialog.h"
#include "ui/machines/machinesmodel.h"
#include "ui/machines/machinespage.h"
#include "ui/machines/teststeprow.h"
#include "ui/page/busystrip.h"
#include "ui/theme/thememanager.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QDialog>
#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>

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
        strip.add(sample(start + 500, 100));  // older than the last: dropped
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

    void aMachineThatIsShutToTheNewAddressOffersToLetItIn()
    {
        MachinesPage page;
        page.resize(1300, 800);
        MachineCard shut = card(1, QStringLiteral("box"));
        shut.link = LinkState::Unreachable;
        shut.error = {ErrorCode::TimedOut, QStringLiteral("The machine did not answer in time."), {}};
        shut.isFromCloud = shut.canLetIn = true;
        shut.letInFrom = QStringLiteral("203.0.113.7/32");
        shut.letInSince = QDateTime::currentDateTimeUtc().addSecs(-3600);
        QCOMPARE(int(cardAction(shut)), int(CardAction::Retry));  // the address is not known
        shut.ownAddress = QStringLiteral("198.51.100.9");
        QCOMPARE(int(cardAction(shut)), int(CardAction::LetIn));
        const QString said = describeCard(shut, QDateTime::currentDateTimeUtc());
        QVERIFY2(said.contains(QLatin1String("203.0.113.7/32")) && said.contains(QLatin1String("198.51.100.9")), qPrintable(said));
        MachineCard key = shut;
        key.error.code = ErrorCode::HostKeyChanged;
        QCOMPARE(int(cardAction(key)), int(CardAction::CompareKeys));  // this comes first
        MachineCard own = card(2, QStringLiteral("mine"));
        page.setMachines({shut, own});
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QSignalSpy asked(&page, &MachinesPage::letInRequested);
        page.selectMachine(MachineId(1));
        auto *const grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        grid->setFocus();
        QTest::keyClick(grid, Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().value<MachineId>(), MachineId(1));
        if (const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES"); !folder.isEmpty())
            page.grab().save(folder + QStringLiteral("/shut-out.png"));
        // The menu has it for this machine, and not for one of the person's own.
        const auto entryOf = [&](int id) {
            page.selectMachine(MachineId(id));
            Q_EMIT grid->customContextMenuRequested(grid->visualRect(grid->currentIndex()).center());
            auto *const menu = page.findChild<QMenu *>();
            auto *const entry = menu ? menu->findChild<QAction *>(QStringLiteral("letInMachineAction")) : nullptr;
            const bool hasIt = entry != nullptr;
            if (entry)
                entry->trigger();
            delete menu;
            return hasIt;
        };
        QVERIFY(entryOf(1));
        QCOMPARE(asked.size(), 2);
        QVERIFY(!entryOf(2));
    }

    void theVerbOfACardIsDoneByClickAndByEnter()
    {
        MachinesPage page;
        page.resize(1300, 800);
        MachineCard gone = card(1, QStringLiteral("a"));
        gone.link = LinkState::Unreachable;
        MachineCard busy = card(2, QStringLiteral("b"));
        busy.runId = RunId(QStringLiteral("x-a1"));
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
        QCOMPARE(opened.first().first().value<RunId>(), RunId(QStringLiteral("x-a1")));
        clickVerb(2, CardAction::Launch);
        QCOMPARE(launched.takeFirst().first().value<MachineId>(), MachineId(3));
        QTest::keyClick(grid, Qt::Key_Return);
        QCOMPARE(launched.takeFirst().first().value<MachineId>(), MachineId(3));
        auto *here = page.findChild<QPushButton *>(QStringLiteral("launchOnMachineButton"));
        QVERIFY(here->isEnabled());
        here->click();
        QCOMPARE(launched.takeFirst().first().value<MachineId>(), MachineId(3));
        page.selectMachine(MachineId(1));
        QVERIFY(!here->isEnabled());
        QVERIFY(!here->toolTip().isEmpty());
    }

    // The one alarm that must be red, and immediately.
    void aChangedHostKeyIsAnAlarmAtOnce()
    {
        MachineCard changed = card(1, QStringLiteral("a"));
        const QDateTime now = changed.lastHeard;
        QVERIFY(changed.hasCurrentValues(now));
        changed.link = LinkState::Unreachable;
        changed.error = {ErrorCode::HostKeyChanged, QStringLiteral("The host key of a is not the one that is known."), {}};
        QVERIFY(!changed.hasCurrentValues(now));
        QVERIFY(changed.isKeyChanged());
        QCOMPARE(cardAction(changed), CardAction::CompareKeys);
        QImage picture(400, machineCardHeight(), QImage::Format_RGB32);
        const Theme &theme = Theme::light();
        picture.fill(theme.canvas);
        QPainter painter(&picture);
        paintMachineCard(&painter, QRect(10, 0, 360, machineCardHeight()), changed, now, theme, {});
        painter.end();
        // Its dot, its edge and its foot.
        const auto isRedIn = [&](const QRect &part) {
            for (int y = part.top(); y <= part.bottom(); ++y) {
                for (int x = part.left(); x <= part.right(); ++x) {
                    if (picture.pixelColor(x, y) == theme.bad.ink)
                        return true;
                }
            }
            return false;
        };
        QVERIFY(isRedIn({20, 8, 24, 28}));
        QVERIFY(isRedIn({10, machineCardHeight() / 2, 2, 10}));
        QVERIFY(isRedIn({20, machineCardHeight() - 30, 200, 28}));

        MachinesPage page;
        page.resize(1300, 800);
        page.setMachines({changed});
        page.show();
        QSignalSpy tested(&page, &MachinesPage::testRequested);
        auto *grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        grid->setFocus();
        grid->setCurrentIndex(grid->model()->index(0, 0));
        QTest::keyClick(grid, Qt::Key_Return);
        QCOMPARE(tested.count(), 1);
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

    void theGridIsAListForScreenReaders()
    {
        MachinesPage page;
        page.resize(1300, 800);
        page.setMachines({card(1, QStringLiteral("alpha"), QStringLiteral("lab")), card(2, QStringLiteral("beta"))});
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto *grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        QAccessibleInterface *list = QAccessible::queryAccessibleInterface(grid);
        QCOMPARE(list->role(), QAccessible::List);
        QCOMPARE(list->childCount(), 4);
        QStringList spoken;
        int cardRow = -1;
        for (int i = 0; i < 4; ++i) {
            QAccessibleInterface *item = list->child(i);
            QCOMPARE(item->role(), QAccessible::ListItem);
            QCOMPARE(item->parent(), list);
            QCOMPARE(list->indexOfChild(item), i);
            QCOMPARE(item->state().expanded, i == 0 || i == 2);
            spoken << item->text(QAccessible::Name);
            if (spoken.last().startsWith(QLatin1String("alpha")))
                cardRow = i;
        }
        QVERIFY(cardRow > 0);
        QCOMPARE(spoken[cardRow], describeCard(card(1, QStringLiteral("alpha")), QDateTime::currentDateTimeUtc()));
        // A screen reader's press acts like Enter.
        QSignalSpy launched(&page, &MachinesPage::launchRequested);
        QAccessibleInterface *item = list->child(cardRow);
        item->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(launched.takeFirst().first().value<MachineId>(), MachineId(1));
        QVERIFY(item->state().focused && item->state().selected);
        QCOMPARE(list->focusChild(), item);
        page.findChild<QLineEdit *>(QStringLiteral("machinesFilterEdit"))->setText(QStringLiteral("beta"));
        QVERIFY(list->childCount() < 4 && list->child(0)->isValid());
    }

    void oneMachineIsChosenByItself()
    {
        MachinesPage page;
        page.setMachines({card(1, QStringLiteral("alpha")), card(2, QStringLiteral("beta"))});
        page.show();
        auto *here = page.findChild<QPushButton *>(QStringLiteral("launchOnMachineButton"));
        QVERIFY(!here->isEnabled());
        page.setMachines({card(1, QStringLiteral("alpha"))});
        QVERIFY(here->isEnabled());
    }

    void aNewMachineMayHaveAPriceAndIsSuggestedByTheSshConfiguration()
    {
        MachineDialog dialog;
        dialog.setKnownHosts({QStringLiteral("lab-3"), QStringLiteral("gpu-box")});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto *command = dialog.findChild<QLineEdit *>(QStringLiteral("sshCommandEdit"));
        QTest::keyClicks(command, QStringLiteral("box"));
        QCOMPARE(command->completer()->completionCount(), 1);
        QCOMPARE(command->completer()->currentCompletion(), QStringLiteral("ssh gpu-box"));
        command->setText(QStringLiteral("ssh gpu-box"));
        QSignalSpy submitted(&dialog, &MachineDialog::submitted);
        auto *add = dialog.findChild<QPushButton *>(QStringLiteral("connectMachineButton"));
        auto *price = dialog.findChild<QLineEdit *>(QStringLiteral("machinePriceAmount"));
        price->setText(QStringLiteral("cheap"));
        add->click();
        QCOMPARE(submitted.count(), 0);
        price->setText(QStringLiteral("2.49"));
        add->click();
        const auto typed = submitted.takeFirst()[1].value<std::optional<Rental>>();
        QVERIFY(typed && typed->perHour == *Money::parse("2.49", Currency::USD) && typed->source.isEmpty());
        price->clear();
        add->click();
        QVERIFY(!submitted.takeFirst()[1].value<std::optional<Rental>>());
    }

    void machineOfAnOfferIsRentedAtItsPrice()
    {
        HourlyOffer offer{
            QStringLiteral("aws/g5.xlarge/eu-west-1/on-demand"), *Money::parse("1.006", Currency::USD), {}, AsOf(QDate(2026, 11, 20))};
        offer.billing.minimum = std::chrono::seconds(60);
        MachineDialog dialog;
        dialog.setOffer(offer);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        const auto *row = dialog.findChild<QLineEdit *>(QStringLiteral("machinePriceAmount"));
        QCOMPARE(row->text(), QStringLiteral("1.006"));
        QStringList texts;
        for (const QLabel *label : dialog.findChildren<QLabel *>())
            texts << label->text();
        QVERIFY(!texts.filter(QStringLiteral("aws/g5.xlarge/eu-west-1/on-demand, as of 2026-11-20")).isEmpty());
        dialog.findChild<QLineEdit *>(QStringLiteral("sshCommandEdit"))->setText(QStringLiteral("ssh gpu-box"));
        QSignalSpy submitted(&dialog, &MachineDialog::submitted);
        auto *add = dialog.findChild<QPushButton *>(QStringLiteral("connectMachineButton"));
        add->click();
        const auto rental = submitted.takeFirst()[1].value<std::optional<Rental>>();
        QVERIFY(rental);
        QCOMPARE(rental->perHour, offer.perHour);
        QCOMPARE(rental->billing.minimum, offer.billing.minimum);
        QCOMPARE(rental->source, offer.id);
        // A different price is not the offer's.
        dialog.findChild<QLineEdit *>(QStringLiteral("machinePriceAmount"))->setText(QStringLiteral("0.9"));
        add->click();
        const auto other = submitted.takeFirst()[1].value<std::optional<Rental>>();
        QVERIFY(other && other->source.isEmpty() && other->billing.minimum == std::chrono::seconds(0));
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
        auto *box = page.findChild<QDialog *>(QStringLiteral("removeMachineDialog"));
        QVERIFY(box && box->isVisible());
        auto *confirm = box->findChild<QPushButton *>(QStringLiteral("removeMachineConfirm"));
        QVERIFY(!confirm->isDefault() && !confirm->autoDefault());
        QCOMPARE(removed.count(), 0);
        confirm->click();
        QCOMPARE(removed.first().first().value<MachineId>(), MachineId(7));
    }

    void staleValuesAreNotSpokenAsCurrent()
    {
        MachineCard c = card(1, QStringLiteral("box"));
        const QDateTime now = QDateTime::currentDateTimeUtc();
        QVERIFY(describeCard(c, now).contains(QStringLiteral("GPU 0 50 percent busy")));
        c.owners = QStringLiteral("wang 4, free 3");
        QVERIFY(describeCard(c, now).contains(QStringLiteral("GPUs in use: wang 4, free 3")));
        c.lastHeard = now.addSecs(-60);
        QVERIFY(!describeCard(c, now).contains(QStringLiteral("percent")));
        QVERIFY(!describeCard(c, now).contains(QStringLiteral("wang")));
        c.lastHeard = now;
        c.sample->gpus[0].busyPercent.reset();
        QVERIFY(describeCard(c, now).contains(QStringLiteral("GPU 0 unknown")));
    }

    void groupsAreHeadingsThatFoldByClickAndByKeys()
    {
        MachinesPage page;
        page.resize(1300, 800);
        page.setMachines({card(1, QStringLiteral("a"), QStringLiteral("lab")), card(2, QStringLiteral("b"), QStringLiteral("lab")),
                          card(3, QStringLiteral("c")), card(4, QStringLiteral("d"), QStringLiteral("cloud"))});
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto *grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        const auto names = [grid] {
            QStringList found;
            for (int row = 0; row < grid->model()->rowCount(); ++row)
                found << grid->model()->index(row, 0).data().toString();
            return found.join(u' ');
        };
        QCOMPARE(names(), QStringLiteral("cloud d lab a b Ungrouped c"));
        const QModelIndex lab = grid->model()->index(2, 0);
        QVERIFY(lab.data(MachinesModel::IsHeadingRole).toBool());
        QCOMPARE(grid->visualRect(lab).width(), grid->viewport()->width());
        QVERIFY(grid->visualRect(lab).top() > grid->visualRect(grid->model()->index(1, 0)).bottom());
        QVERIFY(lab.data(Qt::AccessibleTextRole).toString().contains(QLatin1String("2 machine")));
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->visualRect(lab).center());
        QCOMPARE(names(), QStringLiteral("cloud d lab Ungrouped c"));
        QCOMPARE(grid->currentIndex().data().toString(), QStringLiteral("lab"));
        QVERIFY(!page.findChild<QPushButton *>(QStringLiteral("testMachineButton"))->isEnabled());  // a heading is no machine
        QTest::keyClick(grid, Qt::Key_Right);
        QCOMPARE(names(), QStringLiteral("cloud d lab a b Ungrouped c"));
        QTest::keyClick(grid, Qt::Key_Left);
        QTest::keyClick(grid, Qt::Key_Return);
        QTest::keyClick(grid, Qt::Key_Space);
        QCOMPARE(names(), QStringLiteral("cloud d lab Ungrouped c"));
        // Up and Down pass headings and lines of any length.
        QTest::keyClick(grid, Qt::Key_Home);
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(grid, Qt::Key_Down);
        QCOMPARE(grid->currentIndex().data().toString(), QStringLiteral("c"));
        // Search results are shown, whether folded or not.
        QTest::keyClicks(page.findChild<QLineEdit *>(QStringLiteral("machinesFilterEdit")), QStringLiteral("LAB"));
        QCOMPARE(names(), QStringLiteral("lab a b"));
        page.findChild<QLineEdit *>(QStringLiteral("machinesFilterEdit"))->clear();
        QCOMPARE(names(), QStringLiteral("cloud d lab Ungrouped c"));
        page.selectMachine(MachineId(2));
        QCOMPARE(names(), QStringLiteral("cloud d lab a b Ungrouped c"));
        QCOMPARE(grid->currentIndex().data().toString(), QStringLiteral("b"));
    }

    void newValuesKeepWhatIsChosen()
    {
        MachinesPage page;
        page.resize(1300, 800);
        QList<MachineCard> cards{card(1, QStringLiteral("a"), QStringLiteral("lab")), card(2, QStringLiteral("b"), QStringLiteral("lab"))};
        page.setMachines(cards);
        page.selectMachine(MachineId(2));
        auto *grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        page.setMachines(cards);
        QCOMPARE(grid->currentIndex().data().toString(), QStringLiteral("b"));
        cards.append(card(3, QStringLiteral("0"), QStringLiteral("a first group")));
        page.setMachines(cards);
        QCOMPARE(grid->currentIndex().data().toString(), QStringLiteral("b"));
        cards[1].machine.name = QStringLiteral("renamed");
        page.setMachines(cards);
        QCOMPARE(grid->currentIndex().data().toString(), QStringLiteral("renamed"));
    }

    void testingEditingAndGroupingAreReachedInEveryWay()
    {
        MachinesPage page;
        page.resize(1300, 800);
        MachineCard stranger = card(3, QStringLiteral("c"));
        stranger.link = LinkState::Unreachable;
        stranger.error = {ErrorCode::HostKeyUnknown, QStringLiteral("Nobody has vouched."), {}};
        page.setMachines({card(1, QStringLiteral("a")), card(2, QStringLiteral("b"), QStringLiteral("lab & co")), stranger});
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QSignalSpy tested(&page, &MachinesPage::testRequested), edited(&page, &MachinesPage::editRequested),
            grouped(&page, &MachinesPage::groupChosen);
        auto *grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        page.selectMachine(MachineId(1));
        grid->setFocus();
        QTest::keyClick(grid, Qt::Key_T, Qt::ControlModifier);
        QTest::keyClick(grid, Qt::Key_F2);
        QTest::mouseClick(page.findChild<QPushButton *>(QStringLiteral("testMachineButton")), Qt::LeftButton);
        QCOMPARE(tested.count(), 2);
        QCOMPARE(edited.takeFirst().first().value<MachineId>(), MachineId(1));
        Q_EMIT grid->customContextMenuRequested(grid->visualRect(grid->currentIndex()).center());
        auto *menu = page.findChild<QMenu *>();
        QVERIFY(menu);
        menu->findChild<QAction *>(QStringLiteral("testMachineAction"))->trigger();
        menu->findChild<QAction *>(QStringLiteral("editMachineAction"))->trigger();
        QSignalSpy terminal(&page, &MachinesPage::terminalRequested);
        menu->findChild<QAction *>(QStringLiteral("openTerminalAction"))->trigger();
        QCOMPARE(terminal.takeFirst().first().value<MachineId>(), MachineId(1));
        QCOMPARE(tested.count(), 3);
        QCOMPARE(edited.count(), 1);
        auto *groups = menu->findChild<QMenu *>(QStringLiteral("machineGroupMenu"));
        groups->actions().first()->trigger();
        QCOMPARE(grouped.takeFirst().at(1).toString(), QStringLiteral("lab & co"));
        menu->close();
        // A question that only a person can answer is not simply retried.
        page.selectMachine(MachineId(3));
        grid->setFocus();
        QTest::keyClick(grid, Qt::Key_Return);
        QCOMPARE(tested.count(), 4);
        QCOMPARE(tested.last().first().value<MachineId>(), MachineId(3));
    }

    void filesAreChosenByButtonMenuAndDrop()
    {
        MachinesPage page;
        page.resize(1300, 800);
        MachineCard stopped = card(2, QStringLiteral("b"));
        stopped.isStopped = true;
        page.setMachines({card(1, QStringLiteral("a")), stopped});
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QSignalSpy uploads(&page, &MachinesPage::uploadRequested), downloads(&page, &MachinesPage::downloadRequested);
        auto *grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        auto *button = page.findChild<QPushButton *>(QStringLiteral("copyOnMachineButton"));
        page.selectMachine(MachineId(2));
        QVERIFY(!button->isEnabled());
        page.selectMachine(MachineId(1));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(uploads.takeFirst(), (QList<QVariant>{QVariant::fromValue(MachineId(1)), QStringList()}));
        Q_EMIT grid->customContextMenuRequested(grid->visualRect(grid->currentIndex()).center());
        auto *menu = page.findChild<QMenu *>();
        QVERIFY(menu);
        menu->findChild<QAction *>(QStringLiteral("uploadFilesAction"))->trigger();
        QCOMPARE(uploads.takeFirst().first().value<MachineId>(), MachineId(1));
        menu->findChild<QAction *>(QStringLiteral("downloadFilesAction"))->trigger();
        QCOMPARE(downloads.takeFirst().first().value<MachineId>(), MachineId(1));
        menu->close();

        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(QStringLiteral("/data/a b.bin"))});
        const auto drop = [&](int row) {
            const QPointF at = grid->visualRect(grid->model()->index(row, 0)).center();
            QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(grid->viewport(), &enter);
            QDropEvent event(at, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
            event.ignore();
            QApplication::sendEvent(grid->viewport(), &event);
            return enter.isAccepted() && event.isAccepted();
        };
        QVERIFY(drop(0));
        QCOMPARE(uploads.takeFirst(), (QList<QVariant>{QVariant::fromValue(MachineId(1)), QStringList{QStringLiteral("/data/a b.bin")}}));
        QVERIFY(!drop(1));  // a machine that is not running does not accept files
        QCOMPARE(uploads.count(), 0);
    }

    void theEditDialogIsPrefilledAndKeepsTheMachine()
    {
        Machine machine;
        machine.id = MachineId(7);
        machine.name = QStringLiteral("lab-3");
        machine.group = QStringLiteral("lab");
        machine.notes = QStringLiteral("ask wang");
        machine.target.host = QStringLiteral("gpu-3.lab.example");
        machine.target.port = 2222;
        machine.target.user = QStringLiteral("ubuntu");
        machine.target.identityFiles = {QStringLiteral("/a b/key")};
        MachineDialog dialog;
        dialog.setKnownNames({QStringLiteral("lab-3"), QStringLiteral("other")});
        dialog.setMachine(machine);
        dialog.show();
        QSignalSpy wanted(&dialog, &MachineDialog::submitted);
        auto *save = dialog.findChild<QPushButton *>(QStringLiteral("connectMachineButton"));
        save->click();
        QCOMPARE(wanted.count(), 1);
        auto same = wanted.takeFirst().first().value<Machine>();
        QCOMPARE(same.id, MachineId(7));
        QCOMPARE(same.name, machine.name);
        QCOMPARE(same.group, machine.group);
        QCOMPARE(same.notes, machine.notes);
        QVERIFY(same.target == machine.target);
        auto *name = dialog.findChild<QLineEdit *>(QStringLiteral("machineNameEdit"));
        name->setText(QStringLiteral("other"));
        save->click();
        QCOMPARE(wanted.count(), 0);
        name->setText(QStringLiteral("lab-4"));
        dialog.findChild<QLineEdit *>(QStringLiteral("machineGroupEdit"))->setText(QStringLiteral("  cloud "));
        dialog.findChild<QLineEdit *>(QStringLiteral("sshCommandEdit"))->setText(QStringLiteral("ssh root@203.0.113.7"));
        save->click();
        same = wanted.takeFirst().first().value<Machine>();
        QCOMPARE(same.name, QStringLiteral("lab-4"));
        QCOMPARE(same.group, QStringLiteral("cloud"));
        QCOMPARE(same.target.host, QStringLiteral("203.0.113.7"));
        QVERIFY(same.target.identityFiles.isEmpty());

        machine.isSimulated = true;
        MachineDialog sandbox;
        sandbox.setMachine(machine);
        QVERIFY(!sandbox.findChild<QLineEdit *>(QStringLiteral("sshCommandEdit"))->isEnabled());
        QVERIFY(!sandbox.findChild<QLineEdit *>(QStringLiteral("machineNameEdit"))->isEnabled());
    }

    void theConnectionTestShowsStepsLiveAndWhatToDo()
    {
        ConnectionTestDialog dialog(QStringLiteral("lab-3"), QStringLiteral("ssh ubuntu@lab-3"));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QSignalSpy cancelled(&dialog, &ConnectionTestDialog::cancelRequested), again(&dialog, &ConnectionTestDialog::testRequested);
        dialog.begin();
        const auto row = [&](const char *name) {
            return dialog.findChild<TestStepRow *>(QStringLiteral("testStep_") + QLatin1String(name));
        };
        QVERIFY(row("name")->accessibleName().contains(QLatin1String("waiting")));
        dialog.showStep({ConnectionStep::Name, StepState::Running, {}});
        dialog.showStep({ConnectionStep::Name, StepState::Ok, QStringLiteral("lab-3 is 203.0.113.7.")});
        QVERIFY(row("name")->accessibleName().contains(QLatin1String("203.0.113.7")));
        QVERIFY(!dialog.findChild<QPushButton *>(QStringLiteral("testAgainButton"))->isVisible());
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(dialog.isVisible());

        ConnectionReport report;
        for (const ConnectionStep step : kConnectionSteps)
            report.steps << StepFinding(step, step < ConnectionStep::HostKey ? StepState::Ok : StepState::NotReached, QStringLiteral("x"));
        report.steps[int(ConnectionStep::HostKey)] = {ConnectionStep::HostKey,
                                                      StepState::Failed,
                                                      QStringLiteral("<b>changed</b>"),
                                                      QStringLiteral("Forget it:"),
                                                      QStringLiteral("ssh-keygen -R lab-3"),
                                                      QStringLiteral("known SHA256:a\noffered SHA256:b"),
                                                      ErrorCode::HostKeyChanged};
        dialog.finish(report);
        const QString spoken = row("host-key")->accessibleName();
        QVERIFY(spoken.contains(QLatin1String("failed")) && spoken.contains(QLatin1String("Forget it")));
        QVERIFY(row("host-key")->findChild<QPushButton *>(QStringLiteral("copyRemedy_host-key"))->isVisible());
        QTest::mouseClick(row("host-key")->findChild<QPushButton *>(QStringLiteral("copyRemedy_host-key")), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("ssh-keygen -R lab-3"));
        QTest::mouseClick(dialog.findChild<QPushButton *>(QStringLiteral("copyTestReportButton")), Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().contains(QLatin1String("offered SHA256:b")));
        QVERIFY(dialog.findChild<QPushButton *>(QStringLiteral("editTestedMachineButton"))->isVisible());
        QTest::mouseClick(dialog.findChild<QPushButton *>(QStringLiteral("testAgainButton")), Qt::LeftButton);
        QCOMPARE(again.count(), 1);
        // Every step is reached with Tab.
        QSet<QString> reached;
        for (int i = 0; i < 40; ++i) {
            QTest::keyClick(dialog.focusWidget() ? dialog.focusWidget() : &dialog, Qt::Key_Tab);
            if (dialog.focusWidget())
                reached << dialog.focusWidget()->objectName();
        }
        for (const ConnectionStep step : kConnectionSteps)
            QVERIFY2(reached.contains(QStringLiteral("testStep_") + connectionStepName(step)), qPrintable(connectionStepName(step)));
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
    }

    void aThousandMachinesStaySmooth()
    {
        MachinesPage page;
        page.resize(1440, 900);
        QList<MachineCard> cards;
        for (int i = 0; i < 1000; ++i) {
            MachineCard c = card(i + 1, QStringLiteral("node-%1").arg(i, 4, 10, QLatin1Char('0')), QStringLiteral("rack %1").arg(i % 20));
            c.strip.fill(float(i % 100));
            for (int gpu = 1; gpu < 8; ++gpu)
                c.sample->gpus.append(c.sample->gpus.first());
            cards.append(c);
        }
        page.setMachines(cards);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        auto *grid = page.findChild<CardGrid *>(QStringLiteral("machinesGrid"));
        QElapsedTimer since;
        since.start();
        constexpr int kTimes = 10;
        for (int i = 0; i < kTimes; ++i)
            page.setMachines(cards);
        const double update = double(since.nsecsElapsed()) / kTimes / 1e6;
        since.restart();
        int frames = 0;
        for (int y = 0; y < grid->verticalScrollBar()->maximum() && frames < 30; y += 997, ++frames) {
            grid->verticalScrollBar()->setValue(y);
            grid->viewport()->repaint();
        }
        const double frame = double(since.nsecsElapsed()) / frames / 1e6;
        since.restart();
        page.setNow(QDateTime::currentDateTimeUtc());
        page.findChild<QLineEdit *>(QStringLiteral("machinesFilterEdit"))->setText(QStringLiteral("node-0999"));
        const double filter = double(since.nsecsElapsed()) / 1e6;
        QCOMPARE(grid->model()->rowCount(), 2);
        qInfo("1000 machines: new values %.1f ms, a frame %.1f ms, filter %.1f ms", update, frame, filter);
        // Painting all of them would take seconds; the limit is generous for slow and busy computers.
        QVERIFY2(frame < 250, qPrintable(QString::number(frame)));
        QVERIFY2(update < 500, qPrintable(QString::number(update)));
    }

    void aPastedCommandIsUnderstoodAndNamed()
    {
        MachineDialog dialog;
        dialog.setKnownNames({QStringLiteral("taken")});
        dialog.show();
        auto *command = dialog.findChild<QLineEdit *>(QStringLiteral("sshCommandEdit"));
        auto *name = dialog.findChild<QLineEdit *>(QStringLiteral("machineNameEdit"));
        auto *connectButton = dialog.findChild<QPushButton *>(QStringLiteral("connectMachineButton"));
        QSignalSpy wanted(&dialog, &MachineDialog::submitted);
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
        const auto machine = wanted.first().first().value<Machine>();
        QCOMPARE(machine.name, QStringLiteral("mine"));
        QVERIFY(!machine.id.isSet());
        const SshTarget target = machine.target;
        QCOMPARE(target.host, QStringLiteral("gpu-3.lab.example"));
        QCOMPARE(target.port, 2222);

        dialog.setConnecting(true);
        QSignalSpy cancelled(&dialog, &MachineDialog::cancelRequested);
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

    static MachineCard card(qint64 id, const QString &name, const QString &group = {})
    {
        MachineCard c;
        c.machine.group = group;
        c.machine.id = MachineId(id);
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
