// SPDX-License-Identifier: GPL-3.0-or-later
// The window over real services with an empty database; no machine is asked anything.
#include "core/service/runs/runfollowers.h"
#include "core/service/runs/services.h"
#include "tests/support/outsidesqlite.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/home/recentrunsmodel.h"
#include "ui/machines/machinespage.h"
#include "ui/page/checkpointfinder.h"
#include "ui/page/sshprompter.h"
#include "ui/run/runpage.h"
#include "ui/theme/thememanager.h"
#include "ui/window/helpview.h"
#include "ui/window/mainwindow.h"
#include "ui/window/topstrip.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QScreen>
#include <QSettings>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <functional>
#include <utility>

using namespace trainyard;

namespace {

class PaintCount : public QObject {
public:
    bool eventFilter(QObject *, QEvent *event) override
    {
        count += event->type() == QEvent::Paint;
        return false;
    }

    int count = 0;
};

}  // namespace

class TestMainWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_directory = std::make_unique<QTemporaryDir>();
        m_paths.data = m_directory->path() + QStringLiteral("/data");
        m_paths.config = m_directory->path() + QStringLiteral("/config");
        m_prompter = std::make_unique<SshPrompter>();
        auto opened = Services::open(m_paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        m_window = std::make_unique<MainWindow>(m_paths, Preferences(), *m_prompter);
    }
    void cleanup()
    {
        m_prompter->shutDown();
        m_window.reset();
        m_services.reset();
        m_prompter.reset();
        m_theme.reset();
    }

    void howCurvesAreDrawnIsKept()
    {
        const QString file = m_directory->filePath(QStringLiteral("settings.ini"));
        QCOMPARE(loadCurveView(file), CurveView());
        const CurveView chosen{CurveAxis::Time, true, 6};
        saveCurveView(chosen, file);
        QCOMPARE(loadCurveView(file), chosen);
        QSettings(file, QSettings::IniFormat).setValue(QStringLiteral("curves/smoothing"), 99);
        QCOMPARE(loadCurveView(file).smoothing, CurveView::kMaxSmoothing);
        RunFollowers followers{Paths()};
        RunPage page;
        page.setFollowers(&followers);
        QSignalSpy spy(&page, &RunPage::curveViewChosen);
        page.setCurveView(chosen);
        QCOMPARE(spy.size(), 1);
    }

    void everyPageSaysThatANewerTrainyardActs()
    {
        m_window->attach(*m_services);
        m_window->show();
        auto *const segment = m_window->findChild<QAbstractButton *>(QStringLiteral("outdatedSegment"));
        QVERIFY(segment && !segment->isVisible());
        m_window->showPage(MainWindow::Offers);
        QVERIFY(writeOutside(m_paths.database(), {QStringLiteral("PRAGMA user_version = 1000")}));
        QTRY_VERIFY(segment->isVisible());
        QVERIFY(segment->accessibleName().contains(QLatin1String("Trainyard was updated")));
        QVERIFY(segment->toolTip().contains(QLatin1String("start the newer one")));
        segment->setFocus();
        QTest::keyClick(segment, Qt::Key_Space);
        QTRY_COMPARE(m_window->page(), MainWindow::Home);
    }

    void theStripKeepsToItsWidth()
    {
        for (const auto &[zoom, isOutdated] : {std::pair(1.0, false), {1.0, true}, {2.0, false}, {2.0, true}}) {
            m_theme->setTextZoom(zoom);
            TopStrip strip;
            strip.setRunsGoing(1);
            strip.setConnections(2, 0, 1);
            if (isOutdated)
                strip.setOutdated(QStringLiteral("Start the newer one."));
            strip.setSandbox(true, false);
            strip.setMinimumWidth(1);
            strip.show();
            for (const int window : {1440, 1024, 820}) {
                const int room = window - int(84 * zoom);
                strip.resize(room, strip.height());
                QCoreApplication::processEvents();
                QCOMPARE(strip.width(), room);
                const QList<QAbstractButton *> segments = strip.findChildren<QAbstractButton *>();
                for (const QAbstractButton *const segment : segments) {
                    if (segment->isHidden())
                        continue;
                    QVERIFY2(segment->geometry().right() < room && segment->width() >= segment->sizeHint().width(),
                             qPrintable(QStringLiteral("%1 at %2").arg(segment->objectName()).arg(window)));
                    QVERIFY(!segment->accessibleName().isEmpty());
                }
            }
        }
        m_theme->setTextZoom(1.0);
    }

    void theFirstPictureNeedsNoDatabase()
    {
        QSignalSpy painted(m_window.get(), &MainWindow::firstPainted);
        m_window->show();
        QTRY_COMPARE(painted.count(), 1);
        QCOMPARE(m_window->page(), MainWindow::Home);
        m_window->repaint();
        QTest::qWait(0);
        QCOMPARE(painted.count(), 1);
    }

    void controlAndDigitsLeadToEveryPage()
    {
        m_window->show();
        m_window->attach(*m_services);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const QList<std::pair<Qt::Key, MainWindow::Page>> keys{{Qt::Key_2, MainWindow::Offers}, {Qt::Key_3, MainWindow::Machines},
                                                               {Qt::Key_4, MainWindow::Runs},   {Qt::Key_5, MainWindow::Checkpoints},
                                                               {Qt::Key_6, MainWindow::Health}, {Qt::Key_7, MainWindow::Settings},
                                                               {Qt::Key_1, MainWindow::Home}};
        for (const auto &[key, page] : keys) {
            QTest::keyClick(m_window.get(), key, Qt::ControlModifier);
            QTRY_COMPARE(m_window->page(), page);
        }
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QTRY_COMPARE(m_window->page(), MainWindow::Launch);
        QVERIFY(m_window->findChild<QAbstractButton *>(QStringLiteral("railRuns"))->isChecked());
    }

    void aQuestionMarkListsTheKeys()
    {
        m_window->show();
        m_window->attach(*m_services);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const auto list = [this] { return m_window->findChild<QDialog *>(QStringLiteral("keysDialog")); };
        QTest::keyClick(m_window.get(), Qt::Key_Question);
        QTRY_VERIFY(list());
        const auto *view = list()->findChild<QTreeView *>(QStringLiteral("keysView"));
        QVERIFY(view->model()->rowCount() >= 5);
        QTest::keyClick(list(), Qt::Key_Escape);
        QTRY_VERIFY(!list());
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        // In a text field it is a letter.
        m_window->showPage(MainWindow::Machines);
        auto *filter = m_window->findChild<QLineEdit *>(QStringLiteral("machinesFilterEdit"));
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Question);
        QVERIFY(!list());
        QCOMPARE(filter->text(), QStringLiteral("?"));
        m_window->showPage(MainWindow::Settings);
        m_window->findChild<QPushButton *>(QStringLiteral("showGuideButton"))->click();
        QCOMPARE(m_window->page(), MainWindow::Help);
    }

    void aTipIsShownUntilItIsClosed()
    {
        Preferences preferences = Preferences::load(m_paths.settings());
        QVERIFY(preferences.hasTips);
        const auto tipOn = [this, &preferences](MainWindow::Page page) {
            MainWindow window(m_paths, preferences, *m_prompter);
            window.showPage(page);
            MessageBar *bar = nullptr;
            for (PageHeader *const one : window.findChildren<PageHeader *>()) {
                if (one->isVisibleTo(&window))
                    bar = one->messageBar();
            }
            if (!bar || bar->messages().isEmpty() || bar->messages().first().id != QLatin1String("tip"))
                return false;
            if (!bar->accessibleName().startsWith(bar->messages().first().fact))
                return false;
            bar->findChild<QAbstractButton *>(QStringLiteral("messageBarCloseButton"))->click();
            return bar->messages().isEmpty();
        };
        for (const auto page : {MainWindow::Launch, MainWindow::Checkpoints, MainWindow::Terminal}) {
            QVERIFY(tipOn(page));
            QVERIFY(!tipOn(page));
        }
        QVERIFY(!tipOn(MainWindow::Machines));
        QVERIFY(!tipOn(MainWindow::Runs));  // there are none yet
        QFile::remove(m_paths.settings());
        preferences.hasTips = false;
        QVERIFY(!tipOn(MainWindow::Launch));
    }

    void aTipStepsBackForAnyMessage()
    {
        m_window->showPage(MainWindow::Runs);
        MessageBar *bar = nullptr;
        for (PageHeader *const one : m_window->findChildren<PageHeader *>()) {
            if (one->isVisibleTo(m_window.get()))
                bar = one->messageBar();
        }
        QVERIFY(bar);
        bar->clear();
        bar->post({QStringLiteral("tip"), Tone::Info, QStringLiteral("A tip."), {}, {}, {}, true});
        bar->post({QStringLiteral("undo"), Tone::Info, QStringLiteral("It was deleted."), {}, {}, QStringLiteral("Undo")});
        QCOMPARE(bar->messages().first().id, QStringLiteral("undo"));
        QVERIFY2(bar->accessibleName().startsWith(QStringLiteral("It was deleted.")), qPrintable(bar->accessibleName()));
        for (const QLabel *const label : bar->findChildren<QLabel *>())
            QVERIFY2(!label->isVisibleTo(bar) || !label->text().contains(QStringLiteral("more")), qPrintable(label->text()));
        bar->withdraw(QStringLiteral("undo"));
        QCOMPARE(bar->messages().first().id, QStringLiteral("tip"));
    }

    void f1ShowsTheHelpAboutWhereOneIs()
    {
        m_window->show();
        m_window->attach(*m_services);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QStringList titles;
        for (const auto page : {MainWindow::Machines, MainWindow::Runs, MainWindow::Offers}) {
            m_window->showPage(page);
            QTest::keyClick(m_window.get(), Qt::Key_F1);
            QTRY_COMPARE(m_window->page(), MainWindow::Help);
            titles << m_window->findChild<HelpView *>()->shownTitle();
        }
        QCOMPARE(titles, (QStringList{QStringLiteral("2. Add a machine"), QStringLiteral("Find runs"), QStringLiteral("8. Prices")}));
        // In a dialog, above it: what was entered stays.
        m_window->showPage(MainWindow::Machines);
        QTest::keyClick(m_window.get(), Qt::Key_Question);
        const auto keys = [this] { return m_window->findChild<QDialog *>(QStringLiteral("keysDialog")); };
        QTRY_VERIFY(keys() && keys()->isVisible());
        QTest::keyClick(keys()->findChild<QLineEdit *>(QStringLiteral("keysFilter")), Qt::Key_F1);
        const QPointer<QDialog> help = keys()->findChild<QDialog *>(QStringLiteral("helpDialog"));
        QVERIFY(help && help->isVisible());
        QCOMPARE(help->findChild<HelpView *>()->shownTitle(), QStringLiteral("2. Add a machine"));
        QTest::keyClick(help, Qt::Key_Escape);
        QTRY_VERIFY(!help);
        QVERIFY(keys()->isVisible());
        QCOMPARE(m_window->page(), MainWindow::Machines);
    }

    void theAlertsAreOfTheStripAndOfNoPageOfTheRail()
    {
        m_window->show();
        const auto chosen = [this] {
            QStringList names;
            for (const QAbstractButton *button :
                 m_window->findChild<QWidget *>(QStringLiteral("rail"))->findChildren<QAbstractButton *>()) {
                if (button->isChecked())
                    names << button->objectName();
            }
            return names;
        };
        auto *strip = m_window->findChild<QAbstractButton *>(QStringLiteral("alertsSegment"));
        m_window->showPage(MainWindow::Alerts);
        QCOMPARE(chosen(), QStringList());
        QVERIFY(strip->isChecked());
        m_window->showPage(MainWindow::Runs);
        QCOMPARE(chosen(), QStringList(QStringLiteral("railRuns")));
        QVERIFY(!strip->isChecked());
    }

    void theWindowAndItsFrameAreOnTheScreen()
    {
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_VERIFY(m_window->frameGeometry().bottom() <= m_window->screen()->availableGeometry().bottom());
    }

    void whatIsReadOutHasItsRole()
    {
        m_window->show();
        m_window->attach(*m_services);
        const auto role = [this](const char *name) {
            return QAccessible::queryAccessibleInterface(m_window->findChild<QWidget *>(QLatin1String(name)))->role();
        };
        QCOMPARE(role("rail"), QAccessible::PageTabList);
        QCOMPARE(role("topStrip"), QAccessible::ToolBar);
        auto *runs = QAccessible::queryAccessibleInterface(m_window->findChild<QWidget *>(QStringLiteral("railRuns")));
        QCOMPARE(runs->role(), QAccessible::PageTab);
        QVERIFY(!runs->state().selected);
        runs->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(m_window->page(), MainWindow::Runs);
        QVERIFY(runs->state().selected);
        int headings = 0;
        for (QWidget *one : m_window->findChild<QWidget *>(QStringLiteral("runsPage"))->findChildren<QWidget *>())
            headings += QAccessible::queryAccessibleInterface(one)->role() == QAccessible::Heading;
        QVERIFY(headings > 0);
    }

    void f6WalksThroughTheAreas()
    {
        m_window->show();
        m_window->attach(*m_services);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->findChild<QWidget *>(QStringLiteral("railHome"))->setFocus();
        const auto area = [this] {
            for (const auto *name : {"rail", "topStrip", "pageStack"}) {
                auto *widget = m_window->findChild<QWidget *>(QString::fromLatin1(name));
                if (widget->isAncestorOf(QApplication::focusWidget()))
                    return QString::fromLatin1(name);
            }
            return QString();
        };
        for (const auto *expected : {"topStrip", "pageStack", "rail"}) {
            QTest::keyClick(m_window.get(), Qt::Key_F6);
            QTRY_COMPARE(area(), QString::fromLatin1(expected));
        }
    }

    void whatTheDatabaseHoldsIsShown()
    {
        Run run;
        run.id = RunId(QStringLiteral("demo-abc123-a1"));
        run.lineage = QStringLiteral("demo-abc123");
        run.name = QStringLiteral("demo");
        run.head().machineName = QStringLiteral("box");
        run.state = RunState::Failed;
        run.message = QStringLiteral("no space left");
        run.created = run.started = run.ended = QDateTime::currentDateTimeUtc();
        QVERIFY(m_services->database().runs.add(run));
        m_window->show();
        m_window->attach(*m_services);
        auto *table = m_window->findChild<QTableView *>(QStringLiteral("recentRunsTable"));
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QTRY_VERIFY(m_window->findChild<QPushButton *>(QStringLiteral("need-run:demo-abc123-a1")));
        m_window->findChild<QPushButton *>(QStringLiteral("need-run:demo-abc123-a1"))->click();
        QCOMPARE(m_window->page(), MainWindow::RunDetail);
    }

    void aRunIsDeletedAfterAQuestionAndComesBack()
    {
        for (const char *name : {"over", "live"}) {
            Run run;
            run.lineage = run.name = QLatin1String(name);
            run.id = RunId(run.lineage + QStringLiteral("-a1"));
            run.state = run.name == QStringLiteral("over") ? RunState::Finished : RunState::Running;
            run.created = QDateTime::currentDateTimeUtc();
            QVERIFY(m_services->database().runs.add(run));
        }
        m_window->show();
        m_window->attach(*m_services);
        m_window->showPage(MainWindow::Runs);
        auto *const view = m_window->findChild<QTreeView *>(QStringLiteral("runsView"));
        QTRY_COMPARE(view->model()->rowCount(), 2);
        const auto askFor = [&](const char *name) {
            const auto found = view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, QLatin1String(name));
            QVERIFY(!found.isEmpty());
            view->setCurrentIndex(found.first());
            QTest::keyClick(view, Qt::Key_Delete);
        };
        const auto question = [&] { return m_window->findChild<QDialog *>(QStringLiteral("runDeleteDialog")); };
        askFor("live");
        QVERIFY(!question());
        askFor("over");
        QVERIFY(question());
        question()->findChild<QPushButton *>(QStringLiteral("runDeleteConfirm"))->click();
        QTRY_COMPARE(view->model()->rowCount(), 1);
        QCOMPARE(m_services->database().runs.inTrash()->size(), 1);
        auto *const bar = m_window->findChild<QWidget *>(QStringLiteral("runsPage"))->findChild<MessageBar *>();
        QVERIFY(bar && bar->messages().size() == 1);
        Q_EMIT bar->actionTriggered(bar->messages().first().id);
        QTRY_COMPARE(view->model()->rowCount(), 2);
        QVERIFY(m_services->database().runs.inTrash()->isEmpty() && bar->messages().isEmpty());
    }

    void aTerminalOpensOnAMachine()
    {
        const auto program = [&](const char *name, const QByteArray &text) {
            QFile file(m_directory->filePath(QLatin1String(name)));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size()
                   && file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        };
        QVERIFY(program("my-terminal", "#!/bin/sh\nshift\nexec \"$@\"\n"));
        QVERIFY(program("ssh", "#!/bin/sh\necho \"$@\" >\"${0%/*}/said\"\n"));
        Machine machine;
        machine.name = QStringLiteral("lab");
        machine.target.host = QStringLiteral("192.0.2.1");
        machine.target.port = 2222;
        const auto added = m_services->database().machines.add(machine);
        QVERIFY(added);
        m_window->show();
        m_window->attach(*m_services);
        m_window->showPage(MainWindow::Machines);
        const QByteArray path = qgetenv("PATH");
        const auto restored = qScopeGuard([&] {
            qputenv("PATH", path);
            qunsetenv("TERMINAL");
        });
        auto *const page = m_window->findChild<MachinesPage *>();
        qputenv("PATH", QFile::encodeName(m_directory->filePath(QStringLiteral("nothing"))));
        Q_EMIT page->terminalProgramRequested(added->id);
        QTRY_VERIFY(!page->messageBar()->messages().isEmpty());
        QVERIFY(page->messageBar()->messages().first().fact.contains(QStringLiteral("ssh -p 2222 192.0.2.1")));
        qputenv("PATH", QFile::encodeName(m_directory->path()) + ':' + path);
        qputenv("TERMINAL", "my-terminal");
        Q_EMIT page->terminalProgramRequested(added->id);
        QFile said(m_directory->filePath(QStringLiteral("said")));
        QTRY_VERIFY(said.size() > 0);
        QVERIFY(said.open(QIODevice::ReadOnly));
        QCOMPARE(said.readAll(), QByteArray("-p 2222 192.0.2.1\n"));
    }

    void aDatabaseThatCannotBeReadSaysSo()
    {
        m_window->show();
        QSignalSpy again(m_window.get(), &MainWindow::openRequested);
        m_window->showOpenError({ErrorCode::Io, QStringLiteral("The file cannot be read."), {}});
        auto *home = m_window->findChild<QWidget *>(QStringLiteral("homePage"));
        auto *button = home->findChild<QPushButton *>(QStringLiteral("messageBarActionButton"));
        QVERIFY(button->isVisible());
        button->click();
        QCOMPARE(again.count(), 1);
        QVERIFY(!button->isVisible());
    }

    void aDamagedDatabaseCanBeMovedAway()
    {
        m_window->show();
        QSignalSpy again(m_window.get(), &MainWindow::openRequested);
        QVERIFY(QFile::exists(m_paths.database()));
        const Error damaged{ErrorCode::Corrupt, QStringLiteral("The file is damaged."), {}};
        const auto press = [&](const char *answer) {
            m_window->showOpenError(damaged);
            m_window->findChild<QWidget *>(QStringLiteral("homePage"))
                ->findChild<QPushButton *>(QStringLiteral("messageBarActionButton"))
                ->click();
            auto *button = m_window->findChild<QPushButton *>(QLatin1String(answer));
            QVERIFY(button);
            button->click();
        };
        press("emptyStartCancel");
        QCOMPARE(again.count(), 1);
        QVERIFY(QFile::exists(m_paths.database()));
        QTRY_VERIFY(!m_window->findChild<QDialog *>(QStringLiteral("emptyStartDialog")));
        press("emptyStartConfirm");
        QCOMPARE(again.count(), 2);
        QVERIFY(!QFile::exists(m_paths.database()));
    }

    void theBellIsPaintedAnewWhenItsPageIsLeft()
    {
        TopStrip strip;
        strip.resize(1200, strip.sizeHint().height());
        strip.show();
        QVERIFY(QTest::qWaitForWindowExposed(&strip));
        auto *const bell = strip.findChild<QAbstractButton *>(QStringLiteral("alertsSegment"));
        QVERIFY(bell);
        strip.setAlertsShown(true);
        QTest::qWait(50);
        QVERIFY(bell->isChecked());
        PaintCount paints;
        bell->installEventFilter(&paints);
        strip.setAlertsShown(false);
        QVERIFY(!bell->isChecked());
        QTRY_VERIFY(paints.count > 0);
    }

    void aDatabaseThatCannotBeOpenedClaimsNothing()
    {
        m_window->show();
        m_window->showOpenError({ErrorCode::Corrupt, QStringLiteral("The file is damaged."), {}});
        auto *const home = m_window->findChild<QWidget *>(QStringLiteral("homePage"));
        auto *const said = home->findChild<QPushButton *>(QStringLiteral("messageBarActionButton"));
        auto *const strip = m_window->findChild<TopStrip *>();
        QVERIFY(said->isVisible() && !strip->isVisible());
        // The list must not claim to be empty, and no button may silently do nothing.
        const auto isSaidAgain = [&](const std::function<void()> &action) {
            home->findChild<QAbstractButton *>(QStringLiteral("messageBarCloseButton"))->click();
            if (said->isVisible())
                return false;
            action();
            return m_window->page() == MainWindow::Home && said->isVisible();
        };
        for (const auto page : {MainWindow::Runs, MainWindow::Machines, MainWindow::Checkpoints, MainWindow::Health, MainWindow::Launch})
            QVERIFY2(isSaidAgain([&] { m_window->showPage(page); }), qPrintable(QString::number(int(page))));
        for (const char *button : {"addMachineButton", "tryItInTheSandboxButton"})
            QVERIFY2(isSaidAgain([&] { home->findChild<QPushButton *>(QLatin1String(button))->click(); }), button);
        m_window->showPage(MainWindow::Settings);
        QCOMPARE(m_window->page(), MainWindow::Settings);
        auto *const spent = m_window->findChild<QWidget *>(QStringLiteral("moneySpent"));
        QVERIFY(spent && !spent->isVisible());

        m_window->attach(*m_services);
        QVERIFY(strip->isVisible());
        QTRY_VERIFY(spent->isVisible());
        m_window->showPage(MainWindow::Runs);
        QCOMPARE(m_window->page(), MainWindow::Runs);
    }

    void whatStoodStillIsBroughtUpToDateWhenHomeIsShownAgain()
    {
        Run run;
        run.id = RunId(QStringLiteral("demo-abc123-a1"));
        run.lineage = QStringLiteral("demo-abc123");
        run.name = QStringLiteral("demo");
        run.head().machineName = QStringLiteral("box");
        run.state = RunState::Running;
        run.created = run.started = QDateTime::currentDateTimeUtc();
        QVERIFY(m_services->database().runs.add(run));
        m_window->show();
        m_window->attach(*m_services);
        auto *finder = m_window->findChild<CheckpointFinder *>();
        QVERIFY(finder);
        const auto elapsed = [this] {
            const auto *model = m_window->findChild<QTableView *>(QStringLiteral("recentRunsTable"))->model();
            return model->index(0, RecentRunsModel::ElapsedColumn).data().toString().section(QChar(0xA0), 0, 0).toInt();
        };
        m_window->showPage(MainWindow::Runs);
        QTest::qWait(2500);
        QSignalSpy scanned(finder, &CheckpointFinder::scanned);
        m_window->showPage(MainWindow::Home);
        QVERIFY2(elapsed() >= 2, qPrintable(QString::number(elapsed())));
        QTRY_VERIFY(!scanned.isEmpty());

        // A run that has ended may have saved once more.
        QTest::qWait(0);
        scanned.clear();
        QVERIFY(m_services->database().runs.update(run.id, [](Run &one) {
            one.state = RunState::Stopped;
            one.ended = QDateTime::currentDateTimeUtc();
        }));
        Q_EMIT m_services->runs.changed();
        QTRY_VERIFY(!scanned.isEmpty());
    }

    void preferencesAndPlaceAreKept()
    {
        m_window->attach(*m_services);
        m_window->showPage(MainWindow::Settings);
        QSignalSpy changed(m_window.get(), &MainWindow::preferencesChanged);
        auto *theme = m_window->findChild<QComboBox *>(QStringLiteral("themeChoice"));
        theme->setCurrentIndex(theme->findData(int(ThemeMode::Dark)));
        Q_EMIT theme->activated(theme->currentIndex());
        QCOMPARE(changed.count(), 1);
        const auto chosen = changed.first().first().value<Preferences>();
        QCOMPARE(chosen.theme, ThemeMode::Dark);
        chosen.save(m_paths.settings());
        QVERIFY(Preferences::load(m_paths.settings()) == chosen);
        m_window->resize(1000, 700);
        m_window->show();
        m_window->close();
        QVERIFY(!WindowState::load(m_paths.settings()).geometry.isEmpty());
    }

    void everyControlHasANameForScreenReaders()
    {
        m_window->attach(*m_services);
        for (const auto page : {MainWindow::Home, MainWindow::Machines, MainWindow::Settings}) {
            m_window->showPage(page);
            auto *stack = m_window->findChild<QStackedWidget *>(QStringLiteral("pageStack"));
            for (const QAbstractButton *button : stack->currentWidget()->findChildren<QAbstractButton *>()) {
                if (!button->isVisibleTo(stack->currentWidget()) || button->inherits("QLineEditIconButton"))
                    continue;
                QVERIFY2(!button->objectName().isEmpty(), qPrintable(button->text()));
                QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty(), qPrintable(button->objectName()));
            }
        }
    }

private:
    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_directory;
    Paths m_paths;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
