// SPDX-License-Identifier: GPL-3.0-or-later
// The list of runs: attempts below their run, ticks, the menu, and the archive and the trash.
#include "core/base/format.h"
#include "tests/support/fitting.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/runtexts.h"
#include "ui/run/deletequestion.h"
#include "ui/run/runeditdialog.h"
#include "ui/run/runmenu.h"
#include "ui/run/runsdelegate.h"
#include "ui/run/runsmodel.h"
#include "ui/run/runspage.h"
#include "ui/run/stopquestion.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include <algorithm>

using namespace trainyard;

class TestRunsPage : public QObject {
    Q_OBJECT

    static Run attempt(const QString &lineage, int number, RunState state = RunState::Stopped)
    {
        Run run;
        run.lineage = lineage;
        run.attempt = number;
        run.id = RunId(QStringLiteral("%1-a%2").arg(lineage).arg(number));
        run.name = lineage;
        run.head().machineName = QStringLiteral("box");
        run.head().machineId = MachineId(1);
        run.command = QStringLiteral("python train.py");
        run.checkpointDir = QStringLiteral("/ckpt");
        run.state = state;
        run.created = run.started = QDateTime::currentDateTimeUtc();
        return run;
    }
    // Newest first: large has two attempts.
    static QList<Run> some()
    {
        return {attempt(QStringLiteral("large"), 2, RunState::Running), attempt(QStringLiteral("small"), 1),
                attempt(QStringLiteral("large"), 1)};
    }
    static QList<RunId> idsOf(std::initializer_list<const char *> texts)
    {
        QList<RunId> ids;
        for (const char *const text : texts)
            ids << RunId(QLatin1String(text));
        return ids;
    }
    static QLineEdit *fieldOf(RunsPage &page) { return page.findChild<QLineEdit *>(QStringLiteral("runsFilter")); }
    static QTreeView *viewOf(RunsPage &page) { return page.findChild<QTreeView *>(QStringLiteral("runsView")); }
    static QPoint tickOf(QTreeView *view, const QModelIndex &row) { return RunsDelegate::tickRect(view->visualRect(row)).center(); }

private Q_SLOTS:
    void attemptsStandBelowTheirRun()
    {
        RunsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns(some(), QDateTime::currentDateTime());
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex large = model.index(0, 0), small = model.index(1, 0);
        QCOMPARE(model.rowCount(large), 2);
        QCOMPARE(model.rowCount(small), 0);
        QCOMPARE(model.runAt(large).id, RunId(QStringLiteral("large-a2")));
        QCOMPARE(model.runAt(model.index(1, 0, large)).id, RunId(QStringLiteral("large-a1")));
        model.setRuns(some(), QDateTime::currentDateTime());
        model.setRuns({attempt(QStringLiteral("small"), 1)}, QDateTime::currentDateTime());
        QCOMPARE(model.rowCount(), 1);
    }

    void whatTheLogSaysIsInTheRow()
    {
        RunsModel model;
        model.setRuns(some(), QDateTime::currentDateTime());
        const auto cell = [&](int column) { return model.index(0, column).data().toString(); };
        QCOMPARE(cell(RunsModel::LossColumn), QStringLiteral("–"));
        QCOMPARE(cell(RunsModel::ProgressColumn), QStringLiteral("–"));
        RunGlance glance;
        glance.step = 999;
        glance.totalSteps = 1000;
        glance.loss = 2.5;
        glance.remaining = SpanRange{50'000, 60'000, 70'000};
        model.setGlances({{RunId(QStringLiteral("large-a2")), glance}});
        QCOMPARE(cell(RunsModel::LossColumn), QStringLiteral("2.5000"));
        QVERIFY(cell(RunsModel::ProgressColumn).startsWith(QStringLiteral("99")));  // 100 % is done
        QVERIFY(cell(RunsModel::RemainingColumn).contains(QStringLiteral("1\u00a0min"))
                || cell(RunsModel::RemainingColumn).contains(QStringLiteral("1 min")));
        QCOMPARE(model.index(1, RunsModel::LossColumn).data().toString(), QStringLiteral("–"));
    }

    void aRunThatMakesNoStepsSaysSo()
    {
        RunsModel model;
        model.setRuns(some(), QDateTime::currentDateTime());
        const auto cell = [&](int column) { return model.index(0, column).data().toString(); };
        const QString running = cell(RunsModel::StateColumn);
        RunGlance glance;
        glance.remaining = SpanRange{50'000, 60'000, 70'000};
        for (const ProgressState state : {ProgressState::Hung, ProgressState::Silent}) {
            glance.state = state;
            model.setGlances({{RunId(QStringLiteral("large-a2")), glance}});
            QCOMPARE(cell(RunsModel::RemainingColumn), QStringLiteral("–"));
            QVERIFY(cell(RunsModel::StateColumn) != running);
        }
        glance.state = ProgressState::Slow;
        model.setGlances({{RunId(QStringLiteral("large-a2")), glance}});
        QCOMPARE(cell(RunsModel::StateColumn), running);
        QVERIFY(cell(RunsModel::RemainingColumn) != QStringLiteral("–"));
    }

    void aDoubleClickOpensAndTheBoxTicks()
    {
        RunsPage page;
        page.resize(1200, 600);
        page.setRuns(some());
        page.show();
        QTreeView *const view = viewOf(page);
        QSignalSpy opened(&page, &RunsPage::openRequested), compared(&page, &RunsPage::compareRequested);
        auto *const compare = page.findChild<QPushButton *>(QStringLiteral("runsCompare"));
        QVERIFY(!compare->isEnabled() && !compare->toolTip().isEmpty());
        const QModelIndex large = view->model()->index(0, 0), small = view->model()->index(1, 0);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, tickOf(view, large));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, tickOf(view, small));
        QVERIFY(opened.isEmpty());
        QVERIFY(compare->isEnabled());
        QCOMPARE(compare->text(), QStringLiteral("Compare 2"));
        compare->click();
        QCOMPARE(compared.takeFirst().first().value<QList<RunId>>(), idsOf({"large-a2", "small-a1"}));
        // The arrow shows the attempts; they can be compared, too.
        QVERIFY(!view->isExpanded(large));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, RunsDelegate::foldRect(view->visualRect(large)).center());
        QVERIFY(view->isExpanded(large));
        const QModelIndex first = view->model()->index(1, 0, large);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, tickOf(view, first));
        compare->click();
        QCOMPARE(compared.takeFirst().first().value<QList<RunId>>(), idsOf({"large-a2", "large-a1", "small-a1"}));
        const QPoint middle = view->visualRect(first.siblingAtColumn(RunsModel::StateColumn)).center();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, middle);
        QVERIFY(opened.isEmpty() && view->currentIndex().row() == 1);
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, middle);
        QCOMPARE(opened.takeFirst().first().value<RunId>(), RunId(QStringLiteral("large-a1")));
    }

    void theKeyboardDoesTheSame()
    {
        RunsPage page;
        page.resize(1200, 600);
        page.setRuns(some());
        page.show();
        QTreeView *const view = viewOf(page);
        QSignalSpy opened(&page, &RunsPage::openRequested);
        QVERIFY(QTest::qWaitForWindowActive(&page));
        view->clearFocus();
        view->setFocus(Qt::TabFocusReason);
        QCOMPARE(view->currentIndex().row(), 0);
        QTest::keyClick(view, Qt::Key_Space);
        QCOMPARE(view->currentIndex().data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        QTest::keyClick(view, Qt::Key_Right);
        QVERIFY(view->isExpanded(view->model()->index(0, 0)));
        QTest::keyClick(view, Qt::Key_Down);
        QTest::keyClick(view, Qt::Key_Down);
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(opened.takeFirst().first().value<RunId>(), RunId(QStringLiteral("large-a1")));
    }

    void aRunThatIsPutAwayIsLeftOutUntilAsked()
    {
        RunsPage page;
        page.resize(1200, 600);
        QList<Run> runs = some();
        auto *const archived = page.findChild<QPushButton *>(QStringLiteral("runsArchived"));
        page.setRuns(runs);
        page.show();
        QVERIFY(!archived->isVisible());
        runs[1].isArchived = true;
        page.setRuns(runs);
        QVERIFY(archived->isVisible());
        QCOMPARE(viewOf(page)->model()->rowCount(), 1);
        archived->click();
        QCOMPARE(viewOf(page)->model()->rowCount(), 2);
        QCOMPARE(newestAttempts(runs).size(), 1);
    }

    void theFilterFindsNotes()
    {
        RunsPage page;
        QList<Run> runs = some();
        runs[1].note = QStringLiteral("the good one");
        page.setRuns(runs);
        page.findChild<QLineEdit *>(QStringLiteral("runsFilter"))->setText(QStringLiteral("good one"));
        QCOMPARE(viewOf(page)->model()->rowCount(), 1);
        QCOMPARE(viewOf(page)->model()->index(0, 0).data().toString(), QStringLiteral("small"));
    }

    void conditionsFilterRunsAndTheirAttempts()
    {
        RunsPage page;
        page.resize(1200, 600);
        QList<Run> runs = some();  // large, with two attempts, and small
        runs[1].state = RunState::Failed;
        runs[1].project = QStringLiteral("med");
        runs << attempt(QStringLiteral("old"), 1);
        runs.last().isArchived = true;
        page.setRuns(runs);
        RunGlance glance;
        glance.loss = 2.5;
        page.setGlances({{RunId(QStringLiteral("small-a1")), glance}});
        auto *const field = fieldOf(page);
        const auto shown = [&](const char *filter) {
            field->setText(QString::fromUtf8(filter));
            QStringList names;
            for (int row = 0; row < viewOf(page)->model()->rowCount(); ++row)
                names << viewOf(page)->model()->index(row, 0).data().toString();
            return names.join(u' ');
        };
        QCOMPARE(shown("state:failed"), QStringLiteral("small"));
        QCOMPARE(shown("project:med loss<3"), QStringLiteral("small"));
        QCOMPARE(shown("project:med loss<2"), QString());
        QCOMPARE(shown("-loss<3"), QStringLiteral("large"));
        QCOMPARE(shown("state:stopped"), QStringLiteral("large"));  // its first attempt
        QCOMPARE(viewOf(page)->model()->rowCount(viewOf(page)->model()->index(0, 0)), 1);
        QCOMPARE(shown("name:a -state:failed"), QStringLiteral("large"));
        QCOMPARE(viewOf(page)->model()->rowCount(viewOf(page)->model()->index(0, 0)), 2);
        QCOMPARE(shown("archived:yes"), QStringLiteral("old"));
        QCOMPARE(shown(""), QStringLiteral("large small"));
        // What a run does meanwhile counts, too.
        QCOMPARE(shown("loss<2"), QString());
        glance.loss = 1.5;
        page.setGlances({{RunId(QStringLiteral("small-a1")), glance}});
        QCOMPARE(viewOf(page)->model()->rowCount(), 1);
        const auto labels = page.findChildren<ElidedLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const ElidedLabel *label) { return label->text().startsWith(QStringLiteral("1 of 2 run")); }));
    }

    void whatCannotBeReadIsUnderlinedWithTheReason()
    {
        const ProgramLook look;
        RunsPage page;
        page.resize(1200, 600);
        page.setRuns(some());
        page.show();
        auto *const field = fieldOf(page);
        // The line under the text is the only red thing in the field; its edges are mixed with the ground.
        const auto redPixels = [&] {
            const QImage seen = field->grab().toImage();
            int found = 0;
            for (int x = 0; x < seen.width(); ++x) {
                for (int y = 0; y < seen.height(); ++y) {
                    const QColor color = seen.pixelColor(x, y);
                    found += color.red() > color.green() + 60 && color.red() > color.blue() + 60;
                }
            }
            return found;
        };
        field->setText(QStringLiteral("large loss<2"));
        QVERIFY(field->toolTip().isEmpty() && field->accessibleDescription().isEmpty());
        QCOMPARE(redPixels(), 0);
        field->setText(QStringLiteral("large los:2"));
        QCOMPARE(field->accessibleDescription(), QStringLiteral("Unknown name: los. Did you mean loss?"));
        QVERIFY2(field->toolTip().contains(QStringLiteral("Did you mean loss?")), qPrintable(field->toolTip()));
        QVERIFY(redPixels() > 5);
        QCOMPARE(viewOf(page)->model()->rowCount(), 1);  // "large" still counts
        field->setText(QStringLiteral("loss:<b>"));
        QVERIFY(field->accessibleDescription().contains(QStringLiteral("<b>")));
        QVERIFY2(!field->toolTip().contains(QStringLiteral("<b>")), qPrintable(field->toolTip()));
        field->clear();
        QVERIFY(field->toolTip().isEmpty() && field->accessibleDescription().isEmpty());
        QCOMPARE(redPixels(), 0);
    }

    void withoutAMatchTheConditionToDropIsNamed()
    {
        RunsPage page;
        page.resize(1200, 600);
        page.setRuns(some());
        page.show();
        QSignalSpy sandbox(&page, &RunsPage::sandboxRequested);
        auto *const field = fieldOf(page);
        field->setText(QStringLiteral("large loss<1 box"));
        QCOMPARE(viewOf(page)->model()->rowCount(), 0);
        auto *const link = page.findChild<QPushButton *>(QStringLiteral("runsDropCondition"));
        QVERIFY(link && link->isVisible());
        QVERIFY2(link->text().contains(QStringLiteral("loss<1")), qPrintable(link->text()));
        link->click();
        QCOMPARE(field->text(), QStringLiteral("large box"));
        QCOMPARE(viewOf(page)->model()->rowCount(), 1);
        QVERIFY(sandbox.isEmpty());
    }

    void keysLeadToTheFilterAndBack()
    {
        RunsPage page;
        page.resize(1200, 600);
        page.setRuns(some());
        page.show();
        QTreeView *const view = viewOf(page);
        auto *const field = fieldOf(page);
        QVERIFY(QTest::qWaitForWindowActive(&page));
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Slash);
        QVERIFY(field->hasFocus() && field->text().isEmpty());
        QTest::keyClicks(field, QStringLiteral("s/"));
        QCOMPARE(field->text(), QStringLiteral("s/"));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(field->text().isEmpty());
        QTest::keyClick(field, Qt::Key_Down);
        QVERIFY(view->hasFocus());
        QCOMPARE(view->currentIndex().row(), 0);
    }

    void namesAndValuesAreOfferedWhileTyping()
    {
        RunsPage page;
        page.resize(1200, 600);
        QList<Run> runs = some();
        runs[1].head().machineName = QStringLiteral("my box");
        page.setRuns(runs);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto *const field = fieldOf(page);
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("large mac"));
        // The list of a completer is a window of its own.
        QAbstractItemView *words = nullptr;
        for (QWidget *const one : QApplication::topLevelWidgets()) {
            if (one->objectName() == QStringLiteral("runsFilterWords"))
                words = qobject_cast<QAbstractItemView *>(one);
        }
        QVERIFY(words && words->isVisible());
        const auto offered = [&] {
            QStringList all;
            for (int row = 0; row < words->model()->rowCount(); ++row)
                all << words->model()->index(row, 0).data().toString();
            return all;
        };
        QCOMPARE(offered(), QStringList{QStringLiteral("machine:")});
        QTest::keyClick(words, Qt::Key_Down);
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(field->text(), QStringLiteral("large machine:"));
        QCOMPARE(offered(), QStringList({QStringLiteral("box"), QStringLiteral("\"my box\"")}));
        QVERIFY(words->isVisible());
        QTest::keyClick(words, Qt::Key_Down);
        QTest::keyClick(words, Qt::Key_Down);
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(field->text(), QStringLiteral("large machine:\"my box\" "));
        QVERIFY(!words->isVisible());
        field->undo();
        QCOMPARE(field->text(), QStringLiteral("large mac"));
    }

    void theMenuOffersWhatCanBeDone()
    {
        RunMenu menu(true);
        const auto action = [&](const char *name) { return menu.findChild<QAction *>(QLatin1String(name)); };
        menu.setRun(attempt(QStringLiteral("r"), 1, RunState::Running), false);
        QVERIFY(action("runMenuStop")->isVisible() && !action("runMenuResume")->isVisible());
        QVERIFY(!action("runMenuArchive")->isEnabled());
        Run over = attempt(QStringLiteral("r"), 1);
        menu.setRun(over, false);
        QVERIFY(!action("runMenuStop")->isVisible() && action("runMenuResume")->isVisible() && action("runMenuResume")->isEnabled());
        QSignalSpy archived(&menu, &RunMenu::archiveRequested), resumed(&menu, &RunMenu::resumeRequested),
            edited(&menu, &RunMenu::editRequested);
        action("runMenuArchive")->trigger();
        QCOMPARE(archived.takeFirst(), (QVariantList{QStringList{QStringLiteral("r")}, true}));
        action("runMenuResume")->trigger();
        QCOMPARE(resumed.takeFirst().first().value<RunId>(), over.id);
        action("runMenuNote")->trigger();
        QCOMPARE(edited.takeFirst(), (QVariantList{QVariant::fromValue(over.id), true}));
        action("runMenuCopy")->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), over.command);
        over.checkpointDir.clear();
        menu.setRun(over, false);
        QVERIFY(!action("runMenuResume")->isEnabled() && !action("runMenuResume")->toolTip().isEmpty());
    }

    void severalRunsAreDeletedAtOnceAndComeBack()
    {
        RunsPage page;
        page.resize(1200, 600);
        QList<Run> runs = some();
        runs << attempt(QStringLiteral("third"), 1);
        page.setRuns(runs);
        page.show();
        QTreeView *const view = viewOf(page);
        QSignalSpy deleted(page.menu(), &RunMenu::deleteRequested), restored(page.menu(), &RunMenu::restoreRequested),
            opened(&page, &RunsPage::openRequested);
        auto *const entry = page.menu()->findChild<QAction *>(QStringLiteral("runMenuDelete"));
        const auto row = [&](int at) { return view->model()->index(at, 0); };

        // By key: the ticked runs if the row is one of them; never an active run.
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, tickOf(view, row(1)));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, tickOf(view, row(2)));
        view->setCurrentIndex(row(2));
        QTest::keyClick(view, Qt::Key_Delete);
        QCOMPARE(deleted.takeFirst().first().toStringList(), QStringList({"small", "third"}));
        QVERIFY2(entry->text().contains(u'2'), qPrintable(entry->text()));
        view->setCurrentIndex(row(0));
        QTest::keyClick(view, Qt::Key_Delete);
        QVERIFY(deleted.isEmpty() && !entry->isEnabled() && !entry->toolTip().isEmpty());
        QCOMPARE(page.messageBar()->messages().first().fact, entry->toolTip());

        auto *const trash = page.findChild<QPushButton *>(QStringLiteral("runsDeleted"));
        QVERIFY(!trash->isVisible());
        Run gone = runs.takeAt(1);
        gone.deleted = QDateTime::currentDateTimeUtc();
        page.setRuns(runs, {gone});
        page.showDeleted({QStringLiteral("small")});
        QVERIFY(page.messageBar()->messages().first().action == QStringLiteral("Undo"));
        Q_EMIT page.messageBar()->actionTriggered(page.messageBar()->messages().first().id);
        QCOMPARE(restored.takeFirst().first().toStringList(), QStringList{"small"});

        QVERIFY(trash->isVisible());
        trash->click();
        QCOMPARE(view->model()->rowCount(), 1);
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(row(0).siblingAtColumn(RunsModel::StateColumn)).center());
        view->setCurrentIndex(row(0));
        QTest::keyClick(view, Qt::Key_Delete);
        QVERIFY(opened.isEmpty() && deleted.isEmpty());
        const auto visible = [&](const char *name) { return page.menu()->findChild<QAction *>(QLatin1String(name))->isVisible(); };
        QVERIFY(visible("runMenuRestore") && visible("runMenuErase") && !visible("runMenuDelete") && !visible("runMenuOpen")
                && !visible("runMenuAgain"));
        page.menu()->findChild<QAction *>(QStringLiteral("runMenuRestore"))->trigger();
        QCOMPARE(restored.takeFirst().first().toStringList(), QStringList{"small"});
        // Restoring the last one does not leave an empty trash open.
        page.setRuns(runs, {});
        QVERIFY(!trash->isVisible());
        QCOMPARE(view->model()->rowCount(), 2);
    }

    void deletingSaysWhatGoesAndWhatStays()
    {
        const QString text = deleteText({{QStringLiteral("r")}, 2, 3 << 20});
        QVERIFY2(text.contains(QStringLiteral("2 attempt")) && text.contains(formatBytes(3 << 20))
                     && text.contains(QStringLiteral("machines are kept")) && text.contains(QStringLiteral("past costs still count")),
                 qPrintable(text));
        QVERIFY(eraseText({{QStringLiteral("r")}, 1, 0}).contains(QStringLiteral("cannot be undone")));
    }

    void theRowShowsTheCourseOfTheLoss()
    {
        RunsPage page;
        page.resize(1400, 600);
        page.setRuns(some());
        page.show();
        QTreeView *const view = viewOf(page);
        const auto inked = [&] {
            const QRect cell = view->visualRect(view->model()->index(0, RunsModel::LossColumn)).adjusted(dp(8), 2, 0, -2);
            const QImage seen =
                view->viewport()->grab(QRect(cell.left(), cell.top(), RunsDelegate::curveWidth() - dp(12), cell.height())).toImage();
            QSet<int> columns;
            for (int x = 0; x < seen.width(); ++x) {
                for (int y = 0; y < seen.height(); ++y) {
                    if (seen.pixelColor(x, y) != seen.pixelColor(0, 0))
                        columns << x;
                }
            }
            return columns.size() * 100 / seen.width();
        };
        const auto before = inked();
        RunGlance glance;
        glance.loss = 1.0;
        for (int step = 0; step < 40; ++step)
            glance.losses << QPointF(step * 100, 3.0 / (1 + step));
        page.setGlances({{RunId(QStringLiteral("large-a2")), glance}});
        QVERIFY2(before < 5 && inked() > 90, qPrintable(QStringLiteral("%1 %2").arg(before).arg(inked())));
        glance.losses = {{5, 1}, {5, 1}};  // no width and no height
        page.setGlances({{RunId(QStringLiteral("large-a2")), glance}});
        QVERIFY(inked() < 10);
    }

    void anEmptyNameIsRefusedWhereItIsTyped()
    {
        RunEditDialog dialog(attempt(QStringLiteral("r"), 1), false);
        QSignalSpy submitted(&dialog, &RunEditDialog::submitted);
        dialog.findChild<QLineEdit *>(QStringLiteral("runEditName"))->setText(QStringLiteral("  "));
        dialog.findChild<QPushButton *>(QStringLiteral("runEditSave"))->click();
        QVERIFY(submitted.isEmpty());
        dialog.findChild<QLineEdit *>(QStringLiteral("runEditName"))->setText(QStringLiteral(" better "));
        dialog.findChild<QPlainTextEdit *>(QStringLiteral("runEditNote"))->setPlainText(QStringLiteral("why"));
        dialog.findChild<QPushButton *>(QStringLiteral("runEditSave"))->click();
        const auto edit = submitted.takeFirst().first().value<RunEdit>();
        QCOMPARE(edit.name.value_or(QString()), QStringLiteral("better"));
        QCOMPARE(edit.note.value_or(QString()), QStringLiteral("why"));
    }

    void stoppingSaysWhatIsRepeated()
    {
        Run run = attempt(QStringLiteral("r"), 1, RunState::Running);
        const QString text = stopText(run, {1500, 1740});
        QVERIFY2(text.contains(QStringLiteral("step 1\u202f500")) && text.contains(QStringLiteral("240 steps")), qPrintable(text));
        QVERIFY(!stopText(run, {1500, 1500}).contains(QStringLiteral("repeated")));
        QVERIFY(stopText(run, {}).contains(QStringLiteral("No complete checkpoint")));
        run.checkpointDir.clear();
        QVERIFY(stopText(run, {1500, 1740}).contains(QStringLiteral("progress is lost")));
    }

    // Nothing is cut off, and the run's name keeps its room, in small windows and with large text.
    void everythingCanBeRead_data()
    {
        QTest::addColumn<QSize>("window");
        QTest::addColumn<double>("zoom");
        QTest::newRow("small window") << QSize(1024, 640) << 1.0;
        QTest::newRow("usual") << QSize(1440, 900) << 1.0;
        QTest::newRow("large text") << QSize(1440, 900) << 2.0;
    }
    void everythingCanBeRead()
    {
        QFETCH(QSize, window);
        QFETCH(double, zoom);
        const ProgramLook look(zoom);
        RunsPage page;
        page.setRuns(some());
        const PageRoom room(&page, pageSize(window, zoom));
        QCOMPARE(cutOff(room.widget()), QStringList());
        const QHeaderView *const header = viewOf(page)->header();
        QVERIFY2(header->sectionSize(RunsModel::NameColumn) >= 200,
                 qPrintable(QString::number(header->sectionSize(RunsModel::NameColumn))));
        QVERIFY(!header->isSectionHidden(RunsModel::StateColumn));
    }
};

QTEST_MAIN(TestRunsPage)
#include "tst_runspage.moc"
