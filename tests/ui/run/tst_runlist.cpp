// SPDX-License-Identifier: GPL-3.0-or-later
// How the list of runs is sorted, which columns it shows, tags and pins, saved views, and undoing.
#include "core/model/run.h"
#include "core/storage/settings/settings.h"
#include "ui/common/messagebar.h"
#include "ui/run/runlistview.h"
#include "ui/run/runmenu.h"
#include "ui/run/runorder.h"
#include "ui/run/runsmodel.h"
#include "ui/run/runspage.h"
#include "ui/run/runtagsdialog.h"
#include "ui/run/runviewsbar.h"
#include "ui/theme/thememanager.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

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
        page.setRuns(some());
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
        const RunListView view{s("tag:best 训练"), words("loss note"), {RunsModel::LossColumn, Qt::DescendingOrder}};
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

    void picturesForTheEye()
    {
        const QString pictures = qEnvironmentVariable("TRAINYARD_PICTURES");
        if (pictures.isEmpty())
            return;
        ThemeManager theme(*qApp);
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            theme.setMode(mode);
            RunsPage page;
            page.resize(1340, 620);
            QList<Run> runs = some();
            runs[0].tags = words("cpt med keep-this-one spot");
            runs[2].isPinned = true;
            runs[2].tags = words("best");
            page.setRuns(runs);
            page.setGlances(losses());
            page.show();
            QTest::qWait(50);
            QVERIFY(page.grab().save(pictures + s("/runs-%1.png").arg(int(mode))));
        }
    }
};

QTEST_MAIN(TestRunList)

#include "tst_runlist.moc"
