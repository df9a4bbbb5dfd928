// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/runglance.h"
#include "ui/common/runrowdelegate.h"
#include "ui/home/homepage.h"
#include "ui/home/recentrunsmodel.h"
#include "ui/theme/thememanager.h"
#include "ui/theme/variants.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace trainyard;

class TestHomePage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_theme = std::make_unique<ThemeManager>(*qApp);
    }
    void cleanupTestCase() { m_theme.reset(); }

    void theFirstStartLeadsIntoTheSandbox()
    {
        HomePage page;
        page.setRuns({});
        page.setMachineCount(0);
        page.resize(1200, 800);
        page.show();
        QSignalSpy wanted(&page, &HomePage::sandboxRequested);
        auto *start = page.findChild<QPushButton *>(QStringLiteral("tryItInTheSandboxButton"));
        QVERIFY(start->isVisible());
        QVERIFY(!page.findChild<QTableView *>(QStringLiteral("recentRunsTable"))->isVisible());
        QCOMPARE(variantOf(start), ButtonVariant::Primary);
        start->setFocus();
        QTest::keyClick(start, Qt::Key_Space);
        QCOMPARE(wanted.count(), 1);
    }

    void nothingIsClaimedBeforeItIsKnown()
    {
        HomePage page;
        page.resize(1200, 800);
        page.show();
        auto *launch = page.findChild<QPushButton *>(QStringLiteral("launchFirstRunButton"));
        QVERIFY(launch);
        QVERIFY(!launch->isVisible());
        page.setMachineCount(1);
        page.setRuns({});
        QVERIFY(launch->isVisible());
    }

    void startingSaysTheStepAndCanBeCancelled()
    {
        HomePage page;
        page.setRuns({});
        page.setMachineCount(0);
        page.resize(1200, 800);
        page.show();
        SandboxView view;
        view.phase = SandboxView::Phase::Starting;
        view.step = QStringLiteral("Making keys…");
        page.setSandbox(view);
        auto *cancel = page.findChild<QPushButton *>(QStringLiteral("cancelSandboxButton"));
        QVERIFY(cancel->isVisible());
        QVERIFY(!page.findChild<QPushButton *>(QStringLiteral("tryItInTheSandboxButton"))->isVisible());
        bool saysStep = false;
        for (const QLabel *label : page.findChildren<QLabel *>())
            saysStep |= label->isVisible() && label->text() == view.step;
        QVERIFY(saysStep);
        QSignalSpy cancelled(&page, &HomePage::sandboxCancelRequested);
        QTest::mouseClick(cancel, Qt::LeftButton);
        QCOMPARE(cancelled.count(), 1);
        view.phase = SandboxView::Phase::Running;
        page.setSandbox(view);
        QVERIFY(page.findChild<QPushButton *>(QStringLiteral("openTheSandboxButton"))->isVisible());
        QVERIFY(page.findChild<QPushButton *>(QStringLiteral("stopTheSandboxButton"))->isVisible());
    }

    void aRunOpensByMouseAndByKeyboard()
    {
        HomePage page;
        page.setMachineCount(1);
        page.setRuns({run(QStringLiteral("b"), RunState::Running), run(QStringLiteral("a"), RunState::Failed)});
        page.resize(1200, 800);
        page.show();
        QSignalSpy opened(&page, &HomePage::openRunRequested);
        auto *table = page.findChild<QTableView *>(QStringLiteral("recentRunsTable"));
        const QRect second = table->visualRect(table->model()->index(1, 0));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, second.center());
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.takeFirst().first().value<RunId>(), RunId(QStringLiteral("a-a1")));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Up);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.takeFirst().first().value<RunId>(), RunId(QStringLiteral("b-a1")));
        page.findChild<QPushButton *>(QStringLiteral("watchButton"))->click();
        QCOMPARE(opened.takeFirst().first().value<RunId>(), RunId(QStringLiteral("b-a1")));
    }

    void aRowLooksAsInTheRunList()
    {
        HomePage page;
        page.setMachineCount(1);
        page.setRuns({run(QStringLiteral("a"), RunState::Running)});
        RunGlance glance;
        glance.losses = {{1, 3}, {2, 2}};
        page.setGlances({{RunId(QStringLiteral("a-a1")), glance}});
        const auto *const table = page.findChild<QTableView *>(QStringLiteral("recentRunsTable"));
        QVERIFY(qobject_cast<RunRowDelegate *>(table->itemDelegate()));
        const QModelIndex loss = table->model()->index(0, RecentRunsModel::LossColumn);
        QCOMPARE(RunCell(loss.data(RunCellKindRole).toInt()), RunCell::Loss);
        QCOMPARE(loss.data(RunCellCurveRole).value<QList<QPointF>>(), glance.losses);
        QCOMPARE(table->verticalHeader()->defaultSectionSize(), RunRowDelegate::rowHeight());
    }

    void columnsFollowTheRoomAndNamesKeepTheirs()
    {
        HomePage page;
        page.setMachineCount(1);
        page.setRuns({run(QStringLiteral("a"), RunState::Running)});
        page.resize(1356, 856);
        page.show();
        const auto *const table = page.findChild<QTableView *>(QStringLiteral("recentRunsTable"));
        for (const int column : {RecentRunsModel::StateColumn, RecentRunsModel::LossColumn, RecentRunsModel::ProgressColumn,
                                 RecentRunsModel::RemainingColumn, RecentRunsModel::ElapsedColumn})
            QVERIFY2(!table->isColumnHidden(column), qPrintable(QString::number(column)));
        QVERIFY(table->columnWidth(RecentRunsModel::RunColumn) >= 180);
        page.resize(940, 596);
        QTRY_VERIFY(table->isColumnHidden(RecentRunsModel::StartedColumn));
        QVERIFY(!table->isColumnHidden(RecentRunsModel::StateColumn) && !table->isColumnHidden(RecentRunsModel::ProgressColumn));
        QVERIFY(table->columnWidth(RecentRunsModel::RunColumn) >= 180);
    }

    void thatARunIsSimulatedIsShownAtEveryWidth()
    {
        HomePage page;
        page.setMachineCount(1);
        Run simulated = run(QStringLiteral("a"), RunState::Preparing);
        simulated.isSimulated = true;
        page.setRuns({simulated});
        page.show();
        const auto *const table = page.findChild<QTableView *>(QStringLiteral("recentRunsTable"));
        const QColor tint = Theme::light().simulated.tint;
        for (int width = 1400; width >= 420; width -= 70) {
            page.resize(width, 700);
            QTRY_VERIFY(!table->isColumnHidden(RecentRunsModel::StateColumn));
            const QRect cell = table->visualRect(table->model()->index(0, RecentRunsModel::StateColumn));
            const QImage picture = table->viewport()->grab(cell).toImage();
            int tinted = 0;
            for (int x = 0; x < picture.width(); ++x)
                tinted += picture.pixelColor(x, picture.height() / 2 - lineHeight(TextRole::Small) / 2) == tint ? 1 : 0;
            QVERIFY2(tinted >= dp(20), qPrintable(QStringLiteral("%1: %2").arg(width).arg(tinted)));
        }
    }

    void aButtonShowsAsMuchOfANameAsItsCardHasRoomFor()
    {
        HomePage page;
        page.setMachineCount(1);
        page.setRuns({run(QStringLiteral("llama31-8b-instruct-sft-16k-context-of-a-very-long-name"), RunState::Running)});
        page.show();
        const auto *const button = page.findChild<QPushButton *>(QStringLiteral("watchButton"));
        const QString whole = QStringLiteral("Open llama31-8b-instruct-sft-16k-context-of-a-very-long-name");
        page.resize(1900, 900);
        QTRY_COMPARE(button->text(), whole);
        page.resize(940, 900);
        QTRY_VERIFY(button->text().endsWith(u'…') && button->text().size() < whole.size());
        QTRY_COMPARE(page.width(), 940);
        QCOMPARE(button->accessibleName(), whole);
    }

    void watchAndResumeSayWhereTheyLead()
    {
        HomePage page;
        page.setMachineCount(1);
        page.setRuns({run(QStringLiteral("a"), RunState::Finished)});
        QSignalSpy all(&page, &HomePage::allRunsRequested), checkpoints(&page, &HomePage::checkpointsRequested),
            resume(&page, &HomePage::resumeRequested);
        auto *watch = page.findChild<QPushButton *>(QStringLiteral("watchButton"));
        auto *go = page.findChild<QPushButton *>(QStringLiteral("resumeButton"));
        watch->click();
        go->click();
        QCOMPARE(all.count(), 1);
        QCOMPARE(checkpoints.count(), 1);
        page.setLatestGood(HomePage::GoodCheckpoint{QStringLiteral("a & b"), 6000});
        QCOMPARE(go->accessibleName(), QStringLiteral("Resume a & b…"));
        go->click();
        QCOMPARE(resume.count(), 1);
    }

    void needsCarryTheirVerb()
    {
        HomePage page;
        page.setMachineCount(1);
        page.setRuns({run(QStringLiteral("a"), RunState::Failed)});
        page.setNeeds({{QStringLiteral("run:a-a1"), Tone::Bad, QStringLiteral("cross"), QStringLiteral("a failed"),
                        QStringLiteral("out of memory"), QStringLiteral("Show")}});
        QSignalSpy triggered(&page, &HomePage::needTriggered);
        page.findChild<QPushButton *>(QStringLiteral("need-run:a-a1"))->click();
        QCOMPARE(triggered.first().first().toString(), QStringLiteral("run:a-a1"));
    }

    void theModelKeepsItsRules()
    {
        RecentRunsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns({run(QStringLiteral("a"), RunState::Running)});
        model.setRuns({run(QStringLiteral("b"), RunState::Preparing), run(QStringLiteral("a"), RunState::Running)});
        model.setRuns({run(QStringLiteral("b"), RunState::Running), run(QStringLiteral("a"), RunState::Failed)});
        model.setNow(QDateTime::currentDateTimeUtc());
        model.setRuns({run(QStringLiteral("c"), RunState::Running)});
        model.setRuns({});
        QCOMPARE(model.rowCount(), 0);
    }

    void theMenuOfARunLaunchesItAgain()
    {
        HomePage page;
        page.setRuns({run(QStringLiteral("b"), RunState::Running), run(QStringLiteral("a"), RunState::Failed)});
        page.resize(1200, 800);
        page.show();
        auto *const table = page.findChild<QTableView *>(QStringLiteral("recentRunsTable"));
        table->setCurrentIndex(table->model()->index(1, 0));
        QSignalSpy again(&page, &HomePage::launchAgainRequested);
        // As the menu key asks.
        Q_EMIT table->customContextMenuRequested(QPoint(-1, -1));
        auto *const menu = page.findChild<QMenu *>(QStringLiteral("recentRunMenu"));
        QVERIFY(menu && menu->isVisible());
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(again.size(), 1);
        QCOMPARE(again.first().first().value<RunId>(), RunId(QStringLiteral("a-a1")));
    }

    void anUnknownEndIsNeverShownAsZero()
    {
        RecentRunsModel model;
        Run gone = run(QStringLiteral("a"), RunState::Unknown);
        gone.ended = {};
        gone.exitCode.reset();
        model.setRuns({gone});
        QCOMPARE(model.index(0, RecentRunsModel::ElapsedColumn).data().toString(), QStringLiteral("unknown"));
        QCOMPARE(model.index(0, RecentRunsModel::ExitColumn).data().toString(), QStringLiteral("unknown"));
    }

private:
    static Run run(const QString &name, RunState state)
    {
        Run run;
        run.id = RunId(name + QStringLiteral("-a1"));
        run.lineage = run.name = name;
        run.head().machineName = QStringLiteral("box");
        run.state = state;
        run.created = run.started = QDateTime::currentDateTimeUtc().addSecs(-90);
        if (hasEnded(state)) {
            run.ended = run.started.addSecs(30);
            run.exitCode = state == RunState::Failed ? 1 : 0;
        }
        return run;
    }

    std::unique_ptr<ThemeManager> m_theme;
};

QTEST_MAIN(TestHomePage)
#include "tst_homepage.moc"
