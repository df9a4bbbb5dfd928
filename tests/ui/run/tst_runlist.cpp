// SPDX-License-Identifier: GPL-3.0-or-later
// How the list of runs is sorted, which columns it shows, tags and pins, saved views, and undoing.
#include "core/model/run.h"
#include "core/storage/settings/settings.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/run/notetext.h"
#include "ui/run/rundetails.h"
#include "ui/run/runevents.h"
#include "ui/run/runlistview.h"
#include "ui/run/runmenu.h"
#include "ui/run/runorder.h"
#include "ui/run/runsidepanel.h"
#include "ui/run/runsmodel.h"
#include "ui/run/runspage.h"
#include "ui/run/runtagsdialog.h"
#include "ui/run/runviewsbar.h"
#include "ui/theme/thememanager.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QTreeView>
#include <QUrl>

#include <limits>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

Run runNamed(const char *name, int ageMinutes, RunState state = RunState::Finished)
{
    Run run;
    run.lineage = run.name = s(name);
    run.id = RunId(run.lineage + s("-a1"));
    run.head().machineName = s("box");
    run.state = state;
    run.created = run.started = QDateTime::currentDateTimeUtc().addSecs(-60 * ageMinutes);
    if (hasEnded(state))
        run.ended = run.started.addSecs(60);
    return run;
}

RunGlance glanceOf(double loss)
{
    RunGlance glance;
    glance.loss = loss;
    return glance;
}

QStringList namesOf(const QAbstractItemModel &model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names << model.index(row, 0).data().toString();
    return names;
}

QStringList words(const char *text) { return s(text).split(u' '); }

}  // namespace

class TestRunList : public QObject {
    Q_OBJECT

    static QTreeView *viewOf(RunsPage &page) { return page.findChild<QTreeView *>(s("runsView")); }
    static QStringList shownColumns(RunsPage &page)
    {
        QHeaderView *const header = viewOf(page)->header();
        QStringList keys;
        for (int visual = 0; visual < header->count(); ++visual) {
            if (!header->isSectionHidden(header->logicalIndex(visual)))
                keys << runColumnKey(header->logicalIndex(visual));
        }
        return keys;
    }
    // Newest first.
    static QList<Run> some()
    {
        QList<Run> runs{runNamed("run-10", 1, RunState::Running), runNamed("run-9", 2, RunState::Failed), runNamed("alpha", 3)};
        runs[1].tags = words("8b best");
        return runs;
    }
    static QHash<RunId, RunGlance> losses() { return {{RunId(s("run-10-a1")), glanceOf(2.5)}, {RunId(s("alpha-a1")), glanceOf(1.5)}}; }

private Q_SLOTS:
    void theEventsOfARunThatEndedHaveItsEnd()
    {
        Run run = runNamed("a", 30, RunState::Failed);
        run.exitCode = 3;
        const QList<ChartEvent> events = RunEvents().list(run, {});
        QCOMPARE(events.size(), 2);
        QCOMPARE(events[0].kind, ChartEventKind::Started);
        QCOMPARE(events[1].kind, ChartEventKind::Failed);
        QCOMPARE(events[1].ms, run.ended.toMSecsSinceEpoch());
        run = runNamed("b", 30, RunState::Running);
        QCOMPARE(RunEvents().list(run, {}).size(), 1);
    }
    void rowsAreSortedAndUnknownValuesStandLast_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<int>("direction");
        QTest::addColumn<QStringList>("names");
        const auto row = [](const char *name, int column, Qt::SortOrder direction, const char *names) {
            QTest::newRow(name) << column << int(direction) << words(names);
        };
        row("newest", -1, Qt::AscendingOrder, "run-10 run-9 alpha");
        row("name", RunsModel::NameColumn, Qt::AscendingOrder, "alpha run-9 run-10");
        row("name, downwards", RunsModel::NameColumn, Qt::DescendingOrder, "run-10 run-9 alpha");
        row("loss", RunsModel::LossColumn, Qt::AscendingOrder, "alpha run-10 run-9");
        row("loss, downwards", RunsModel::LossColumn, Qt::DescendingOrder, "run-10 alpha run-9");
        row("tags", RunsModel::TagsColumn, Qt::DescendingOrder, "run-9 run-10 alpha");
        row("started", RunsModel::StartedColumn, Qt::AscendingOrder, "alpha run-9 run-10");
        row("duration: equal ones stay", RunsModel::DurationColumn, Qt::AscendingOrder, "run-9 alpha run-10");
    }
    void rowsAreSortedAndUnknownValuesStandLast()
    {
        QFETCH(const int, column);
        QFETCH(const int, direction);
        QFETCH(const QStringList, names);
        RunsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns(some(), QDateTime::currentDateTime().addSecs(120));
        model.setGlances(losses());
        model.setOrder({column, Qt::SortOrder(direction)});
        QCOMPARE(namesOf(model), names);
        model.setOrder({});
        QCOMPARE(namesOf(model), words("run-10 run-9 alpha"));
    }

    void rowsMoveWithTheirValuesAndKeepSelectionAndAttempts()
    {
        RunsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QList<Run> runs = some();
        Run earlier = runs.last();
        earlier.id = RunId(s("alpha-a0"));
        runs << earlier;
        model.setRuns(runs, QDateTime::currentDateTime());
        model.setOrder({RunsModel::LossColumn, Qt::AscendingOrder});
        model.setGlances(losses());
        QCOMPARE(namesOf(model), words("alpha run-10 run-9"));
        const QPersistentModelIndex alpha(model.index(0, 0)), attempt(model.index(1, 0, model.index(0, 0)));
        auto changed = losses();
        changed[RunId(s("run-10-a1"))] = glanceOf(0.5);
        model.setGlances(changed);
        QCOMPARE(namesOf(model), words("run-10 alpha run-9"));
        QCOMPARE(alpha.row(), 1);
        QCOMPARE(model.runAt(alpha).name, s("alpha"));
        QCOMPARE(model.runAt(attempt).id, RunId(s("alpha-a0")));
        changed[RunId(s("run-10-a1"))] = glanceOf(std::numeric_limits<double>::quiet_NaN());
        model.setGlances(changed);
        QCOMPARE(namesOf(model), words("alpha run-10 run-9"));
    }

    void groupsCountTheirRunsAndKeepThemSorted()
    {
        RunsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QList<Run> runs = some();
        runs[0].project = runs[2].project = s("med");
        Run earlier = runs[2];
        earlier.id = RunId(s("alpha-a0"));
        runs << earlier;
        model.setRuns(runs, QDateTime::currentDateTime());
        model.setGlances(losses());
        const QPersistentModelIndex attempt(model.index(1, 0, model.index(2, 0)));
        QCOMPARE(model.runAt(attempt).id, earlier.id);
        model.setGrouping(RunGrouping::Project);
        QCOMPARE(namesOf(model), (QStringList{s("med"), s("No project")}));
        const QModelIndex med = model.index(0, 0), none = model.index(1, 0);
        QVERIFY(model.isGroup(med) && !model.isGroup(model.index(0, 0, med)));
        QCOMPARE(model.rowCount(med), 2);
        QCOMPARE(model.runAt(model.index(0, 0, none)).name, s("run-9"));
        QCOMPARE(med.data(RunCellSecondLineRole).toString(), s("2 run(s) · 1 active"));
        // The attempts are below their run, in the group, and what was selected stays so.
        QCOMPARE(model.rowCount(model.index(1, 0, med)), 2);
        QCOMPARE(attempt.parent().parent(), med);
        QCOMPARE(model.runAt(attempt).id, earlier.id);
        model.setOrder({RunsModel::LossColumn, Qt::AscendingOrder});
        QCOMPARE(model.runAt(model.index(0, 0, med)).name, s("alpha"));
        QCOMPARE(attempt.parent().row(), 0);
        // Of several tags, in the group of each; states in their own order.
        model.setGrouping(RunGrouping::Tag);
        QCOMPARE(namesOf(model), (QStringList{s("8b"), s("best"), s("No tags")}));
        QCOMPARE(model.shownCount(), 3);
        model.setGrouping(RunGrouping::State);
        QCOMPARE(namesOf(model), words("Running Finished Failed"));
        model.setFilter(parseRunFilter(s("state:failed"), QDateTime::currentDateTime()));
        QCOMPARE(namesOf(model), words("Failed"));
        model.setGrouping(RunGrouping::None);
        QCOMPARE(namesOf(model), words("run-9"));
        QVERIFY(!attempt.isValid());
    }

    void aNewRunLeavesSelectionAndOpenAttemptsAsTheyAre()
    {
        RunsPage page;
        page.resize(1300, 500);
        QList<Run> runs = some();
        Run earlier = runs.last();
        earlier.id = RunId(s("alpha-a0"));
        runs << earlier;
        page.setRuns(runs);
        page.show();
        QTreeView *const view = viewOf(page);
        view->setCurrentIndex(view->model()->index(2, 0));
        view->expand(view->model()->index(2, 0));
        runs.prepend(runNamed("new", 0, RunState::Running));
        page.setRuns(runs);
        QCOMPARE(namesOf(*view->model()), words("new run-10 run-9 alpha"));
        QCOMPARE(view->currentIndex().row(), 3);
        QVERIFY(view->isExpanded(view->model()->index(3, 0)) && view->selectionModel()->isRowSelected(3));
        runs.removeAt(3);
        runs.removeAt(3);
        page.setRuns(runs);
        QCOMPARE(namesOf(*view->model()), words("new run-10 run-9"));
        QVERIFY(!view->currentIndex().isValid());
    }

    void groupsAreChosenFoldedAndTickedByKeys()
    {
        RunsPage page;
        page.resize(1300, 500);
        QList<Run> runs = some();
        runs[0].project = runs[2].project = s("med");
        page.setRuns(runs);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QTreeView *const view = viewOf(page);
        view->setFocus();
        QSignalSpy changed(&page, &RunsPage::listViewChanged), opened(&page, &RunsPage::openRequested);
        QTest::keyClick(view, Qt::Key_G);
        auto *const menu = page.findChild<QMenu *>(s("runsGroupMenu"));
        QTRY_VERIFY(menu->isVisible());
        menu->findChild<QAction *>(s("runsGroup_project"))->trigger();
        menu->close();
        QCOMPARE(changed.last().first().value<RunListView>().grouping, RunGrouping::Project);
        const QModelIndex med = view->model()->index(0, 0);
        QVERIFY(view->isExpanded(med));
        view->setCurrentIndex(med);
        QTest::keyClick(view, Qt::Key_Left);
        QVERIFY(!view->isExpanded(med));
        // A change of the values does not unfold it.
        page.setGlances(losses());
        page.setListView({{}, {}, {RunsModel::LossColumn, Qt::AscendingOrder}, RunGrouping::Project});
        QVERIFY(!view->isExpanded(view->model()->index(0, 0)) && view->isExpanded(view->model()->index(1, 0)));
        QTest::keyClick(view, Qt::Key_Return);
        QVERIFY(view->isExpanded(view->model()->index(0, 0)) && opened.isEmpty());
        QTest::keyClick(view, Qt::Key_Space);
        QCOMPARE(page.findChild<QPushButton *>(s("runsCompare"))->text(), s("Compare 2"));
        QTest::keyClick(view, Qt::Key_Down);
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(opened.takeFirst().first().value<RunId>(), RunId(s("alpha-a1")));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(1, RunsModel::StateColumn)).center());
        QVERIFY(!view->isExpanded(view->model()->index(1, 0)) && opened.isEmpty());
    }

    void pinnedRunsStayOnTop()
    {
        RunsModel model;
        QList<Run> runs = some();
        runs.last().isPinned = true;
        model.setRuns(runs, QDateTime::currentDateTime());
        QCOMPARE(namesOf(model), words("alpha run-10 run-9"));
        model.setOrder({RunsModel::NameColumn, Qt::DescendingOrder});
        QCOMPARE(namesOf(model), words("alpha run-10 run-9"));
        QVERIFY(model.index(0, 0).data(Qt::AccessibleTextRole).toString().endsWith(s("pinned")));
    }

    void aClickOnTheHeaderSortsAndAThirdOneStops()
    {
        RunsPage page;
        page.resize(1300, 500);
        page.setRuns(some());
        page.show();
        QTreeView *const view = viewOf(page);
        QSignalSpy changed(&page, &RunsPage::listViewChanged);
        const QPoint name(view->header()->sectionViewportPosition(0) + 60, view->header()->height() / 2);
        QTest::mouseClick(view->header()->viewport(), Qt::LeftButton, {}, name);
        QCOMPARE(namesOf(*view->model()), words("alpha run-9 run-10"));
        QVERIFY(view->header()->isSortIndicatorShown());
        QTest::mouseClick(view->header()->viewport(), Qt::LeftButton, {}, name);
        QCOMPARE(namesOf(*view->model()), words("run-10 run-9 alpha"));
        QCOMPARE(changed.last().first().value<RunListView>().order, (RunOrder{RunsModel::NameColumn, Qt::DescendingOrder}));
        QTest::mouseClick(view->header()->viewport(), Qt::LeftButton, {}, name);
        QVERIFY(!view->header()->isSortIndicatorShown());
        QCOMPARE(changed.last().first().value<RunListView>().order, RunOrder());
    }

    void columnsAreChosenByKeyAndAllOfThemAreShown()
    {
        RunsPage page;
        page.resize(900, 500);
        page.setRuns(some());
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QVERIFY(!shownColumns(page).contains(s("note")));
        viewOf(page)->setFocus();
        QTest::keyClick(viewOf(page), Qt::Key_C);
        auto *const menu = page.findChild<QMenu *>(s("runsColumnsMenu"));
        QTRY_VERIFY(menu->isVisible());
        menu->findChild<QAction *>(s("runsColumn_note"))->trigger();
        menu->close();
        const QStringList shown = shownColumns(page);
        for (const char *key : {"name", "state", "tags", "loss", "progress", "duration", "remaining", "machine", "started", "exit", "note"})
            QVERIFY2(shown.contains(s(key)), key);
        QVERIFY(!shown.contains(s("project")));
        // More than fit: they scroll instead of being left out.
        QVERIFY(viewOf(page)->header()->length() > viewOf(page)->viewport()->width());
        page.setListView({});
        QVERIFY(viewOf(page)->header()->length() <= viewOf(page)->viewport()->width());
    }

    void aMovedColumnStaysWhereItWasPut()
    {
        RunsPage page;
        page.resize(1300, 500);
        page.setRuns(some());
        page.show();
        QSignalSpy changed(&page, &RunsPage::listViewChanged);
        page.setListView({{}, words("state loss note"), {}});
        QCOMPARE(shownColumns(page), words("name state loss note"));
        viewOf(page)->header()->moveSection(3, 1);
        QCOMPARE(shownColumns(page), words("name note state loss"));
        QCOMPARE(changed.last().first().value<RunListView>().columns, words("note state loss"));
        page.resize(1100, 500);
        QCOMPARE(shownColumns(page), words("name note state loss"));
    }

    static std::shared_ptr<const RunFigures> figuresOf(std::optional<double> busy, const QMap<QString, SeriesFigures> &series,
                                                       const char *lr)
    {
        RunFigures figures;
        figures.hasTask = true;
        figures.parameters = {{s("lr"), s(lr)}};
        figures.series = series;
        figures.busyPercent.emplace(busy);
        return std::make_shared<const RunFigures>(figures);
    }

    void seriesAndParametersBecomeColumnsThatSort()
    {
        RunsPage page;
        page.resize(1300, 500);
        page.setRuns(some());
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QTreeView *const view = viewOf(page);
        QSignalSpy wanted(&page, &RunsPage::glancesWanted), changed(&page, &RunsPage::listViewChanged);
        page.setPanelShown(false);
        QCOMPARE(page.runsOnScreen().size(), 3);
        QCOMPARE(page.wantedFigures(), (FigureParts{false, false}));
        QVERIFY(!page.wantsAllFigures());
        // The menu asks for the names before it can offer them.
        view->setFocus();
        wanted.clear();
        QTest::keyClick(view, Qt::Key_C);
        auto *const menu = page.findChild<QMenu *>(s("runsColumnsMenu"));
        QTRY_VERIFY(menu->isVisible());
        QCOMPARE(wanted.size(), 1);
        QVERIFY(page.wantedFigures().series);
        const auto of = [&](int number) { return page.findChild<QMenu *>(s("runsExtra%1").arg(number)); };
        Q_EMIT of(1)->aboutToShow();
        QVERIFY(of(1)->actions().size() == 1 && !of(1)->actions().first()->isEnabled());
        page.setFigures({{RunId(s("run-10-a1")), figuresOf(97, {{s("val_loss"), {2.0, 1.75, 4.0}}}, "1e-3")},
                         {RunId(s("alpha-a1")), figuresOf(std::nullopt, {{s("val_loss"), {3.0, 1.5, 5.0}}}, "3e-4")}},
                        0);
        Q_EMIT of(1)->aboutToShow();
        of(1)->findChild<QAction *>(s("runsColumn_lowest:val_loss"))->trigger();
        menu->close();
        page.setListView({{}, words("state busy lowest:val_loss parameter:lr"), {}});
        QCOMPARE(shownColumns(page).mid(1, 2), words("state busy"));
        const QAbstractItemModel &model = *view->model();
        const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
        const int lowest = RunsModel::ColumnCount, lr = lowest + 1;
        QCOMPARE(model.headerData(lowest, Qt::Horizontal).toString(), s("val_loss, lowest"));
        QCOMPARE(cell(0, lowest), s("1.7500"));
        QCOMPARE(cell(0, lr), s("1e-3"));
        QVERIFY(cell(0, RunsModel::BusyColumn).startsWith(s("97")));
        // Of a run that has ended it is read, of an active one it follows the log.
        QVERIFY(model.index(2, RunsModel::UsefulColumn).data().toString() == s("–"));
        QVERIFY(!model.index(2, RunsModel::UsefulColumn).data(Qt::ToolTipRole).toString().isEmpty());
        // A dash says why.
        QCOMPARE(cell(1, lowest), s("–"));
        QVERIFY(model.index(1, lowest).data(Qt::ToolTipRole).toString().contains(s("not been read yet")));
        QCOMPARE(cell(2, RunsModel::BusyColumn), s("–"));
        QVERIFY(model.index(2, RunsModel::BusyColumn).data(Qt::ToolTipRole).toString().contains(s("No GPU samples")));
        // A click on its title sorts by it; runs without it stay last.
        QHeaderView *const header = view->header();
        const auto click = [&](int column) {
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(column) + 20, header->height() / 2));
        };
        click(lowest);
        QCOMPARE(namesOf(model), words("alpha run-10 run-9"));
        QVERIFY(page.wantsAllFigures() && page.wantedFigures().series && page.wantedFigures().busy);
        click(lr);
        QCOMPARE(namesOf(model), words("alpha run-10 run-9"));
        click(lr);
        QCOMPARE(namesOf(model), words("run-10 alpha run-9"));
        const RunListView last = changed.last().first().value<RunListView>();
        QCOMPARE(last.order, (RunOrder{RunsModel::ColumnCount, Qt::DescendingOrder, s("parameter:lr")}));
        QCOMPARE(RunListView::fromText(last.toText()), last);
        page.setListView({});
        QCOMPARE(model.columnCount(), int(RunsModel::ColumnCount));
    }

    void aWidthThatIsDraggedIsKept()
    {
        RunsPage page;
        page.resize(1300, 500);
        page.setRuns(some());
        page.show();
        QHeaderView *const header = viewOf(page)->header();
        QSignalSpy changed(&page, &RunsPage::listViewChanged);
        page.setListView({{}, words("state note"), {}});
        changed.clear();
        const int edge = header->sectionViewportPosition(RunsModel::StateColumn) + header->sectionSize(RunsModel::StateColumn) - 1;
        const int before = header->sectionSize(RunsModel::StateColumn), middle = header->height() / 2;
        QTest::mousePress(header->viewport(), Qt::LeftButton, {}, QPoint(edge, middle));
        QTest::mouseMove(header->viewport(), QPoint(edge + 20, middle));
        QTest::mouseMove(header->viewport(), QPoint(edge + 60, middle));
        QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, QPoint(edge + 60, middle));
        QTRY_COMPARE(changed.size(), 1);
        const RunListView view = changed.last().first().value<RunListView>();
        QCOMPARE(view.widths.keys(), words("state"));
        QVERIFY(std::abs(dp(view.widths.value(s("state"))) - before - 60) <= 2);
        page.resize(1200, 500);
        QVERIFY(std::abs(header->sectionSize(RunsModel::StateColumn) - before - 60) <= 2);
        QCOMPARE(RunListView::fromText(view.toText()).widths, view.widths);
    }

    void tagsOfSeveralRunsKeepWhatIsNotCommon()
    {
        QList<Run> runs = some();
        runs[0].tags = words("best cpt");
        RunTagsDialog dialog({runs[0], runs[1]}, words("8b best cpt med"));
        dialog.open();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto *const field = dialog.findChild<QLineEdit *>(s("runTags"));
        QTest::keyClicks(field, s(" more"));
        QCOMPARE(field->text(), s("best more"));
        QSignalSpy submitted(&dialog, &RunTagsDialog::submitted);
        field->setText(s("keep, Med"));
        QTest::keyClick(field, Qt::Key_End);
        dialog.findChild<QPushButton *>(s("runTagsSave"))->click();
        const auto edits = submitted.takeFirst().first().value<QList<LineageEdit>>();
        QCOMPARE(edits.size(), 2);
        QCOMPARE(edits[0].lineage, s("run-10"));
        QCOMPARE(*edits[0].edit.tags, words("cpt keep Med"));
        QCOMPARE(*edits[1].edit.tags, words("8b keep Med"));
        // What cannot be a tag is refused where it was typed.
        field->setText(s("a\"b"));
        dialog.findChild<QPushButton *>(s("runTagsSave"))->click();
        QVERIFY(submitted.isEmpty());
        QVERIFY(field->hasFocus() || !dialog.isActiveWindow());
    }

    void keysActOnTheSelectedRunsAndCtrlZUndoes()
    {
        RunsPage page;
        page.resize(1300, 500);
        QList<Run> runs = some();
        for (Run &run : runs)
            run.head().machineId = MachineId(1);
        page.setRuns(runs);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QTreeView *const view = viewOf(page);
        view->setFocus();
        view->setCurrentIndex(view->model()->index(1, 0));
        QTest::keyClick(view, Qt::Key_Space);
        QTest::keyClick(view, Qt::Key_Down);
        QTest::keyClick(view, Qt::Key_Space);
        QSignalSpy archived(page.menu(), &RunMenu::archiveRequested), pinned(page.menu(), &RunMenu::pinRequested),
            tags(page.menu(), &RunMenu::tagsRequested), undone(&page, &RunsPage::undoRequested);
        QTest::keyClick(view, Qt::Key_A);
        QCOMPARE(archived.takeFirst(), (QVariantList{words("run-9 alpha"), true}));
        QTest::keyClick(view, Qt::Key_P);
        QCOMPARE(pinned.takeFirst(), (QVariantList{words("run-9 alpha"), true}));
        QTest::keyClick(view, Qt::Key_T);
        QCOMPARE(tags.takeFirst().first().toStringList(), words("run-9 alpha"));
        QSignalSpy again(page.menu(), &RunMenu::runAgainRequested), opened(&page, &RunsPage::openRequested);
        QTest::keyClick(view, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(again.size(), 1);
        QVERIFY(opened.isEmpty());
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(undone.isEmpty());  // nothing was done yet
        RunEdit back;
        back.isArchived = false;
        page.showChanged(s("Archived 2 runs."), {{s("run-9"), back}, {s("alpha"), back}});
        QCOMPARE(page.messageBar()->messages().first().action, s("Undo"));
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone.takeFirst().first().value<QList<LineageEdit>>().size(), 2);
        QVERIFY(page.messageBar()->messages().isEmpty());
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(undone.isEmpty());
    }

    void viewsAreSavedCountedChosenAndRemovedByKeys()
    {
        RunsPage page;
        page.resize(1300, 500);
        page.setRuns(some());
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        const auto button = [&page](int index) { return page.findChild<QPushButton *>(s("runView%1").arg(index)); };
        auto *const save = page.findChild<QPushButton *>(s("runViewSave"));
        QCOMPARE(button(0)->text(), s("All 3"));
        QCOMPARE(button(1)->text(), s("Active 1"));
        QCOMPARE(button(2)->text(), s("Failed 1"));
        QCOMPARE(button(3)->text(), s("Pinned 0"));
        QVERIFY(button(0)->isChecked() && save->isHidden());
        button(2)->setFocus();
        QTest::keyClick(button(2), Qt::Key_Space);
        QCOMPARE(namesOf(*viewOf(page)->model()), words("run-9"));
        QVERIFY(button(2)->isChecked() && !button(0)->isChecked());
        // One's own.
        page.findChild<QLineEdit *>(s("runsFilter"))->setText(s("tag:best"));
        QVERIFY(save->isVisible() && !button(2)->isChecked());
        QSignalSpy saved(&page, &RunsPage::savedViewsChanged);
        save->setFocus();
        QTest::keyClick(save, Qt::Key_Space);
        auto *const name = page.findChild<QLineEdit *>(s("runViewName"));
        QVERIFY(name->hasFocus());
        QTest::keyClicks(name, s("failed"));
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(saved.isEmpty());  // taken by a built-in one
        QTest::keyClicks(name, s("The best"));
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(saved.takeFirst().first().value<QList<NamedRunView>>(), (QList<NamedRunView>{{s("The best"), {s("tag:best")}}}));
        QCOMPARE(button(4)->text(), s("The best 1"));
        QVERIFY(button(4)->isChecked() && button(4)->hasFocus());
        QTest::keyClick(button(0), Qt::Key_Space);
        QCOMPARE(viewOf(page)->model()->rowCount(), 3);
        QTest::keyClick(button(4), Qt::Key_Delete);
        QCOMPARE(saved.takeFirst().first().value<QList<NamedRunView>>(), QList<NamedRunView>());
        QTRY_VERIFY(!button(4));
    }

    void aViewComesBackFromTheSettings()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(s("settings.ini"));
        QCOMPARE(loadRunListView(file), RunListView());
        const RunListView view{s("tag:best 训练"), words("loss note"), {RunsModel::LossColumn, Qt::DescendingOrder}, RunGrouping::Tag};
        saveRunListView(view, file);
        QCOMPARE(loadRunListView(file), view);
        const QList<NamedRunView> views{{s("a/b %"), view}, {s("最好"), {s("pinned:yes")}}};
        saveRunViews(views, file);
        QCOMPARE(loadRunViews(file), views);
        // What someone else wrote there.
        Settings(file).set(Setting::RunList, s("{\"columns\":[\"loss\",3,\"x\",\"loss\",\"name\"],\"sort\":\"x\",\"filter\":{}}"));
        QCOMPARE(loadRunListView(file), (RunListView{{}, words("loss"), {}}));
        Settings(file).set(Setting::RunList, s("]["));
        QCOMPARE(loadRunListView(file), RunListView());
    }

    void theSelectedRunIsDescribedBesideTheList()
    {
        RunsPage page;
        page.resize(1340, 760);
        page.setPanelShown(true);
        QList<Run> runs = some();
        runs[1].note = s("**Best** so far, see [log](https://example.org/x).\n\n<b>raw</b> ![pic](https://example.org/p.png)");
        page.setRuns(runs);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto *const panel = page.findChild<RunSidePanel *>(s("runPanel"));
        auto *const note = panel->findChild<NoteText *>(s("runPanelNote"));
        QVERIFY(panel->isVisible() && !note->isVisible());
        QSignalSpy wanted(&page, &RunsPage::detailsWanted), opened(&page, &RunsPage::openRequested);
        QTreeView *const view = viewOf(page);
        view->setFocus();
        view->setCurrentIndex(view->model()->index(1, 0));
        QCOMPARE(panel->runId(), RunId(s("run-9-a1")));
        QCOMPARE(wanted.last().first().value<Run>().id, panel->runId());
        QVERIFY(note->isVisible());
        // Markdown is rendered; HTML is text; nothing is loaded.
        const QString text = note->toPlainText();
        QVERIFY2(text.contains(s("Best so far, see log.")) && text.contains(s("<b>raw</b>")), qPrintable(text));
        QCOMPARE(note->loadResource(QTextDocument::ImageResource, QUrl(s("file:///etc/hostname"))).toByteArray(), QByteArray());
        page.setFigures({{RunId(s("run-9-a1")), figuresOf(88, {}, "3e-4")}, {RunId(s("alpha-a1")), figuresOf(50, {}, "1e-3")}}, 0);
        SeenCheckpoint seen;
        seen.name = s("checkpoint-500");
        seen.step = 500;
        seen.modified = 1'700'000'000;
        page.setDetails(panel->runId(), {{seen}, {{1'700'000'000'000, ChartEventKind::Started, s("Attempt 1 started"), 0}}});
        const auto says = [panel](const char *words) {
            const auto elided = panel->findChildren<ElidedLabel *>();
            const auto labels = panel->findChildren<QLabel *>();
            return std::any_of(elided.begin(), elided.end(), [&](const ElidedLabel *label) { return label->text() == s(words); })
                   || std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) { return label->text() == s(words); });
        };
        QVERIFY(says("lr") && says("3e-4") && says("step 500") && says("Attempt 1 started") && says("88\u00a0%"));
        page.setDetails(RunId(s("other")), {});  // came too late
        QVERIFY(says("step 500"));
        // Its actions are those of this run, whatever is ticked.
        QTest::keyClick(view, Qt::Key_Down);
        QTest::keyClick(view, Qt::Key_Space);
        QTest::keyClick(view, Qt::Key_Up);
        QVERIFY(says("What differs") && says("alpha") && says("lr") && says("3e-4") && says("1e-3"));
        QVERIFY(!says("Parameters"));
        QSignalSpy tags(page.menu(), &RunMenu::tagsRequested), edited(page.menu(), &RunMenu::editRequested);
        panel->findChild<QPushButton *>(s("runPanelTags"))->click();
        QTRY_COMPARE(tags.size(), 1);
        QCOMPARE(tags.first().first().toStringList(), words("run-9"));
        panel->findChild<QPushButton *>(s("runPanelEditNote"))->click();
        QCOMPARE(edited.takeFirst(), (QVariantList{QVariant::fromValue(panel->runId()), true}));
        panel->findChild<QPushButton *>(s("runPanelOpen"))->click();
        QCOMPARE(opened.takeFirst().first().value<RunId>(), panel->runId());
        // It stays away once it was hidden, and where there is no room for it.
        QSignalSpy shown(&page, &RunsPage::panelShown);
        QTest::keyClick(view, Qt::Key_I);
        QCOMPARE(shown.takeFirst().first().toBool(), false);
        QVERIFY(!panel->isVisible());
        QTest::keyClick(view, Qt::Key_I);
        QVERIFY(panel->isVisible());
        page.resize(900, 700);
        QVERIFY(!panel->isVisible() && shown.size() == 1);
    }

    void whatTheSelectedRunDidIsReadAgainWhileItGoesOn()
    {
        RunsPage page;
        page.resize(1340, 760);
        page.setPanelShown(true);
        QList<Run> runs = some();
        page.setRuns(runs);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QSignalSpy wanted(&page, &RunsPage::detailsWanted);
        const auto select = [&page](int row) { viewOf(page)->setCurrentIndex(viewOf(page)->model()->index(row, 0)); };
        select(1);  // it has failed
        QTRY_COMPARE(wanted.size(), 1);
        select(0);
        QVERIFY(!hasEnded(runs[0].state));
        QTRY_VERIFY_WITH_TIMEOUT(wanted.size() >= 3, 12'000);
        QCOMPARE(wanted.last().first().value<Run>().id, runs[0].id);
        // Once more after its end, and then no more.
        runs[0].state = RunState::Finished;
        page.setRuns(runs);
        const qsizetype before = wanted.size();
        QTRY_COMPARE_WITH_TIMEOUT(wanted.size(), before + 1, 12'000);
        QTest::qWait(6500);
        QCOMPARE(wanted.size(), before + 1);
    }

    void rowsAreCopiedAsText()
    {
        RunsPage page;
        page.resize(1000, 500);
        QList<Run> runs = some();
        runs[0].note = s("two\nlines\tand a tab");
        page.setRuns(runs);
        page.setListView({{}, words("state note"), {}});
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QTreeView *const view = viewOf(page);
        view->setFocus();
        view->setCurrentIndex(view->model()->index(0, 0));
        QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), s("Run\tState\tNote\nrun-10\tRunning\ttwo lines and a tab\nrun-9\tFailed\t"));
    }

    // 10,000 runs: a few experiments that look real, then many more.
    static QList<Run> manyForPictures()
    {
        QList<Run> runs;
        const char *const names[] = {"mix-50-50", "mix-70-30", "mix-dedup", "med-3b-cpt", "tok-64k"};
        const RunState states[] = {RunState::Finished, RunState::Finished, RunState::Failed, RunState::Running, RunState::Stopped};
        for (int i = 0; i < 10'000; ++i) {
            Run run = runNamed(qPrintable(i < 5 ? s(names[i]) : s("sweep-%1").arg(i)), 90 + i * 40, states[i % 5]);
            if (hasEnded(run.state))
                run.ended = run.started.addSecs(5 * 3600 + i % 700);
            run.project = i % 3 == 0 ? s("data-mix") : i % 3 == 1 ? s("cpt-3b") : QString();
            run.head().machineName = s("aws-p4d-%1").arg(i % 7);
            if (i % 4 == 0)
                run.tags = words("data keep");
            runs << run;
        }
        runs[0].isPinned = true;
        runs[0].note = s(
            "Best so far, **use it for the 8B run**. 50 % medical text costs nothing on general text.\n\n- compare with `mix-70-30`\n- [the data](https://example.org/data)");
        return runs;
    }

    void picturesForTheEye()
    {
        const QString pictures = qEnvironmentVariable("TRAINYARD_PICTURES");
        if (pictures.isEmpty())
            return;
        ThemeManager theme(*qApp);
        const QList<Run> runs = manyForPictures();
        QHash<RunId, RunGlance> glances;
        FiguresByRun figures;
        for (int i = 0; i < 60; ++i) {
            RunGlance glance = glanceOf(1.7 + i % 9 * 0.02);
            for (int step = 0; step < 40; ++step)
                glance.losses << QPointF(step, *glance.loss + 2.0 / (1 + step));
            glance.step = 3885 + i;
            glance.totalSteps = 12'000;
            glances.insert(runs[i].id, glance);
            figures.insert(runs[i].id, figuresOf(90 + i % 10, {{s("val_loss"), {1.72, 1.7094 + i * 0.001, 3.4}}}, i % 2 ? "3e-4" : "6e-4"));
        }
        SeenCheckpoint seen;
        seen.step = 12'200;
        seen.modified = runs[0].ended.toSecsSinceEpoch();
        seen.verdict = Verdict::Complete;
        const qint64 begin = runs[0].started.toMSecsSinceEpoch();
        const RunDetails details{{seen},
                                 {{begin, ChartEventKind::Started, s("Attempt 1 started"), 0},
                                  {begin + 8'760'000, ChartEventKind::Alert, s("No step for 10 min"), 0},
                                  {begin + 18'000'000, ChartEventKind::Ended, s("Ended"), 0}}};
        QTranslator chinese;
        for (const bool isChinese : {false, true}) {
            if (isChinese && !chinese.load(s(":/i18n/trainyard_zh_CN.qm")))
                break;
            if (isChinese)
                qApp->installTranslator(&chinese);
            for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
                theme.setMode(mode);
                const auto save = [&](RunsPage &page, const char *what) {
                    QTest::qWait(50);
                    return page.grab().save(
                        pictures
                        + s("/runs-%1-%2-%3.png")
                              .arg(s(what), mode == ThemeMode::Dark ? s("dark") : s("light"), isChinese ? s("zh") : s("en")));
                };
                RunsPage page;
                page.resize(1360, 860);
                page.show();
                page.setPanelShown(true);
                QVERIFY(save(page, "empty"));
                page.setRuns(runs);
                page.setGlances(glances);
                page.setFigures(figures, 0);
                viewOf(page)->setCurrentIndex(viewOf(page)->model()->index(0, 0));
                page.setDetails(runs[0].id, details);
                QVERIFY(save(page, "all"));
                page.setListView({{},
                                  words("state tags loss lowest:val_loss parameter:lr busy duration note"),
                                  {RunsModel::ColumnCount, Qt::AscendingOrder, s("lowest:val_loss")},
                                  RunGrouping::Project});
                viewOf(page)->setCurrentIndex(viewOf(page)->model()->index(0, 0, viewOf(page)->model()->index(0, 0)));
                QVERIFY(save(page, "groups"));
                page.findChild<QLineEdit *>(s("runsFilter"))->setText(s("project:data loss<0.5"));
                QVERIFY(save(page, "no-hit"));
            }
        }
        qApp->removeTranslator(&chinese);
    }
};

QTEST_MAIN(TestRunList)

#include "tst_runlist.moc"
