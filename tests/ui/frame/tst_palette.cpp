// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette in the real window, by real keys. If TRAINYARD_PICTURES is set to a folder, pictures of it in both colour schemes and
// languages are saved there.
#include "core/service/runs/services.h"
#include "tests/support/fitting.h"
#include "tests/ui/offers/offerbooks.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/common/actionregistry.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/keytable.h"
#include "ui/launch/launchpage.h"
#include "ui/machines/machinespage.h"
#include "ui/offers/offerspage.h"
#include "ui/page/sshprompter.h"
#include "ui/run/runcomparepage.h"
#include "ui/window/commandpalette.h"
#include "ui/window/mainwindow.h"
#include "ui/window/settingspage.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

Run runCalled(const QString &name, int minutesAgo = 0, RunState state = RunState::Finished)
{
    Run run;
    run.lineage = s("lineage-%1").arg(minutesAgo);
    run.id = RunId(run.lineage + s("-a1"));
    run.name = name;
    run.head().machineName = s("lab-h100-07");
    run.state = state;
    run.created = run.started = run.ended = QDateTime::currentDateTimeUtc().addSecs(-60 * minutesAgo);
    return run;
}

}  // namespace

class TestPalette : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { make(s("en")); }
    void cleanup();

    void enterOpensTheRunThatWasTyped();
    void aRunIsLaunchedAgainWithChanges();
    void aRunIsStoppedFromAnyPage();
    void escapeGivesTheFocusBack();
    void itsKeyOpensAndClosesItWhereverOneTypes();
    void theButtonOfTheStripOpensIt();
    void anotherWindowClosesIt();
    void whatCannotBeDoneSaysWhy();
    void whatWasChosenLatelyComesFirst();
    void recentChoicesAreFewAndKept();
    void everythingOfTheWindowIsFound();
    void thePageAtTheFrontOffersItsOwn();
    void whatThePageOffersShowsItsKeys();
    void f5RefreshesThePageAtTheFront();
    void f5AsksTheMachinesAnew_data();
    void f5AsksTheMachinesAnew();
    void aMachineIsShownOnItsPage();
    void aSectionOfTheSettingsIsScrolledTo();
    void offersAreReadWhenTheyAreLookedFor();
    void namesOfOthersAreTextAlone();
    void noTwoActionsHaveOneKey();
    void itOpensAtOnceWithMuchToFind();
    void itIsAsHighAsItsRows();
    void nothingIsCutOff_data();
    void nothingIsCutOff();

private:
    void make(const QString &language);
    void start();
    CommandPalette *palette() const;
    CommandPalette *open();
    void type(const QString &text) const;
    void press(Qt::Key key) const { QTest::keyClick(QApplication::focusWidget(), key); }
    QList<PaletteRow> rows() const { return palette() ? palette()->findChild<PaletteModel *>()->rows() : QList<PaletteRow>(); }
    QStringList titles() const;
    void add(const Run &run) const { QVERIFY(m_services->database().runs.add(run)); }

    std::unique_ptr<ProgramLook> m_look;
    std::unique_ptr<QTemporaryDir> m_directory;
    Paths m_paths;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;
};

void TestPalette::make(const QString &language)
{
    m_look = std::make_unique<ProgramLook>(1.0, language);
    m_directory = std::make_unique<QTemporaryDir>();
    m_paths.data = m_directory->path() + s("/data");
    m_paths.config = m_directory->path() + s("/config");
    m_prompter = std::make_unique<SshPrompter>();
    auto opened = Services::open(m_paths, m_prompter->questions());
    QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
    m_services = std::move(*opened);
    m_window = std::make_unique<MainWindow>(m_paths, Preferences(), *m_prompter);
}

void TestPalette::cleanup()
{
    m_prompter->shutDown();
    m_window.reset();
    m_services.reset();
    m_prompter.reset();
    m_look.reset();
}

void TestPalette::start()
{
    m_window->show();
    m_window->attach(*m_services);
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

// The visible one; a closed one may not be destroyed yet.
CommandPalette *TestPalette::palette() const
{
    for (CommandPalette *const one : m_window->findChildren<CommandPalette *>()) {
        if (one->isVisible())
            return one;
    }
    return nullptr;
}

CommandPalette *TestPalette::open()
{
    m_window->activateWindow();
    if (!QTest::qWaitForWindowActive(m_window.get()))
        return nullptr;
    QTest::keyClick(m_window->focusWidget() ? m_window->focusWidget() : m_window.get(), Qt::Key_K, Qt::ControlModifier);
    CommandPalette *const one = palette();
    return one && QTest::qWaitFor([one] { return one->findChild<QLineEdit *>()->hasFocus(); }) ? one : nullptr;
}

void TestPalette::type(const QString &text) const
{
    auto *const field = palette()->findChild<QLineEdit *>(s("paletteField"));
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, text);
}

QStringList TestPalette::titles() const
{
    QStringList all;
    for (const PaletteRow &row : rows())
        all << row.action.title;
    return all;
}

void TestPalette::enterOpensTheRunThatWasTyped()
{
    for (int i = 0; i < 400; ++i)
        add(runCalled(i == 250 ? s("whisper-large-zh") : s("char-lm-%1").arg(i), i));
    start();
    QVERIFY(open());
    type(s("wlz"));
    QCOMPARE(titles().value(0), s("whisper-large-zh"));
    QCOMPARE(rows().first().action.kind, s("Run"));
    QCOMPARE(rows().first().marks, QList<int>({0, 8, 14}));
    press(Qt::Key_Return);
    QVERIFY(!palette());
    QCOMPARE(m_window->page(), MainWindow::RunDetail);
    // Up and Down move the selection while the user types.
    QVERIFY(open());
    type(s("char-lm-1"));
    QVERIFY(rows().size() > 3 && rows().size() <= 50);
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    press(Qt::Key_Up);
    const auto *const view = palette()->findChild<QListView *>(s("paletteView"));
    QCOMPARE(view->currentIndex().row(), 1);
    press(Qt::Key_Up);
    press(Qt::Key_Up);
    QCOMPARE(view->currentIndex().row(), int(rows().size()) - 1);
    type(s("zzzz"));
    QVERIFY(rows().isEmpty());
    press(Qt::Key_Return);
    QVERIFY(palette());
}

void TestPalette::itIsAsHighAsItsRows()
{
    for (int i = 0; i < 30; ++i)
        add(runCalled(s("char-lm-%1").arg(i), i));
    add(runCalled(s("whisper-zh"), 40));
    start();
    QVERIFY(open());
    const QPoint place = palette()->pos();
    type(s("char-lm"));
    QVERIFY(rows().size() > 10);
    const int many = palette()->height();
    palette()->findChild<QLineEdit *>(s("paletteField"))->clear();
    type(s("whisper-zh"));
    QCOMPARE(rows().size(), 1);
    QCOMPARE(many - palette()->height(), 9 * PaletteDelegate::rowHeight());
    type(s("zzzz"));
    QVERIFY(rows().isEmpty());
    QVERIFY(palette()->height() < many);
    QCOMPARE(cutOff(palette()), QStringList());
    QCOMPARE(palette()->pos(), place);  // the field stays where it is
    press(Qt::Key_Escape);
}

void TestPalette::aRunIsLaunchedAgainWithChanges()
{
    for (int i = 0; i < 20; ++i)
        add(runCalled(s("char-lm-%1").arg(i), i));
    const QString folder = m_paths.runs() + s("/lineage-3-a1");
    QVERIFY(QDir().mkpath(folder));
    QFile task(folder + s("/task.yaml"));
    QVERIFY(task.open(QIODevice::WriteOnly));
    task.write("name: char-lm-3\nrun: train --lr 3\n");
    task.close();
    start();
    QVERIFY(open());
    type(s("again"));
    // Of the last ones only.
    QCOMPARE(titles().count(s("Launch again with changes: char-lm-0")), 1);
    QVERIFY(!titles().contains(s("Launch again with changes: char-lm-15")));
    type(s(" lm-3"));
    QCOMPARE(titles().value(0), s("Launch again with changes: char-lm-3"));
    press(Qt::Key_Return);
    QCOMPARE(m_window->page(), MainWindow::Launch);
    auto *const page = m_window->findChild<LaunchPage *>();
    QTRY_VERIFY(page->taskText().contains("train --lr 3"));
    auto *const changes = page->findChild<QPlainTextEdit *>(s("launchChangesText"));
    QVERIFY(changes->isVisible());
    auto *const name = page->findChild<QLineEdit *>(s("taskName"));
    name->setFocus();
    QTest::keyClick(name, Qt::Key_End);
    QTest::keyClicks(name, s("b"));
    QTRY_VERIFY(changes->toPlainText().contains(s("+ name: char-lm-3b")));
}

void TestPalette::aRunIsStoppedFromAnyPage()
{
    add(runCalled(s("char-lm"), 1, RunState::Running));
    add(runCalled(s("char-old"), 2));
    start();
    m_window->showPage(MainWindow::Offers);
    QVERIFY(open());
    type(s("stop char"));
    QCOMPARE(titles().value(0), s("Stop char-lm…"));
    QVERIFY(!titles().contains(s("Stop char-old…")));
    press(Qt::Key_Return);
    QTRY_VERIFY(qobject_cast<ConfirmDialog *>(QApplication::activeModalWidget()));
    auto *const question = qobject_cast<ConfirmDialog *>(QApplication::activeModalWidget());
    QCOMPARE(question->objectName(), s("runStopDialog"));
    question->reject();
}

void TestPalette::escapeGivesTheFocusBack()
{
    start();
    m_window->showPage(MainWindow::Machines);
    auto *const filter = m_window->findChild<QLineEdit *>(s("machinesFilterEdit"));
    filter->setFocus();
    QVERIFY(open());
    type(s("home"));
    press(Qt::Key_Escape);
    QVERIFY(!palette());
    m_window->activateWindow();  // as the desktop does
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTRY_COMPARE(QApplication::focusWidget(), filter);
    QVERIFY(filter->text().isEmpty());
    QCOMPARE(m_window->page(), MainWindow::Machines);
}

void TestPalette::itsKeyOpensAndClosesItWhereverOneTypes()
{
    start();
    m_window->showPage(MainWindow::Machines);
    auto *const filter = m_window->findChild<QLineEdit *>(s("machinesFilterEdit"));
    filter->setText(s("lab"));
    filter->setCursorPosition(0);
    filter->setFocus();
    QVERIFY(open());
    QCOMPARE(filter->text(), s("lab"));  // elsewhere this key cuts the rest of a line
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_K, Qt::ControlModifier);
    QVERIFY(!palette());
    m_window->showPage(MainWindow::Launch);
    auto *const editor = m_window->findChild<LaunchPage *>()->findChild<QPlainTextEdit *>();
    editor->setPlainText(s("name: a"));
    editor->setFocus();
    QVERIFY(open());
    QCOMPARE(editor->toPlainText(), s("name: a"));
}

void TestPalette::theButtonOfTheStripOpensIt()
{
    start();
    auto *const button = m_window->findChild<QAbstractButton *>(s("paletteSegment"));
    QVERIFY(button->isVisible() && button->toolTip().contains(s("Ctrl+K")));
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(palette());
}

void TestPalette::anotherWindowClosesIt()
{
    start();
    QVERIFY(open());
    QWidget other;
    other.show();
    other.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&other));
    QTRY_VERIFY(!palette());
}

void TestPalette::whatCannotBeDoneSaysWhy()
{
    start();
    QVERIFY(open());
    type(s("resume latest"));
    const PaletteRow row = rows().value(0);
    QCOMPARE(row.action.id, s("do:resume"));
    QVERIFY(!row.reason.isEmpty());
    const auto *const model = palette()->findChild<PaletteModel *>();
    QVERIFY(model->index(0).data(Qt::AccessibleTextRole).toString().contains(row.reason));
    press(Qt::Key_Return);
    QVERIFY(palette());
    const auto *const view = palette()->findChild<QListView *>(s("paletteView"));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(model->index(0)).center());
    QVERIFY(palette());
    QVERIFY(loadRecentChoices(m_paths.settings()).isEmpty());
}

void TestPalette::whatWasChosenLatelyComesFirst()
{
    add(runCalled(s("char-lm"), 5));
    add(runCalled(s("char-lm"), 9));  // another one of that name
    start();
    QVERIFY(open());
    const QStringList before = titles();
    QVERIFY(!before.contains(s("char-lm")));
    type(s("char-lm"));
    press(Qt::Key_Down);
    const QString second = rows()[1].action.id;
    press(Qt::Key_Return);
    QVERIFY(open());
    type(s("settings"));
    QCOMPARE(titles().value(0), s("Settings"));
    press(Qt::Key_Return);
    QCOMPARE(m_window->page(), MainWindow::Settings);
    QVERIFY(open());
    QCOMPARE(titles().mid(0, 2), QStringList({s("Settings"), s("char-lm")}));
    QCOMPARE(rows()[1].action.id, second);
    QCOMPARE(titles().count(s("Settings")), 1);
    // Of two equal matches, the recent one comes first.
    type(s("char-lm"));
    QCOMPARE(rows().first().action.id, second);
    press(Qt::Key_Escape);
    // The next window knows them, and omits those that are gone.
    QVERIFY(m_services->runTrash.remove({s("lineage-9"), s("lineage-5")}));
    QVERIFY(open());
    QCOMPARE(titles().value(0), s("Settings"));
    QVERIFY(!titles().contains(s("char-lm")));
}

void TestPalette::recentChoicesAreFewAndKept()
{
    const QString file = m_directory->filePath(s("settings.ini"));
    for (int i = 0; i < 40; ++i)
        noteRecentChoice(s("offer:a, b\x1f%1").arg(i), file);
    noteRecentChoice(s("offer:a, b\x1f%1").arg(38), file);
    const QStringList kept = loadRecentChoices(file);
    QCOMPARE(kept.size(), 12);
    QCOMPARE(kept.mid(0, 2), QStringList({s("offer:a, b\x1f%1").arg(38), s("offer:a, b\x1f%1").arg(39)}));
    QCOMPARE(QSet<QString>(kept.cbegin(), kept.cend()).size(), kept.size());
}

void TestPalette::everythingOfTheWindowIsFound()
{
    start();
    const auto *const registry = m_window->findChild<ActionRegistry *>();
    QStringList wanted = SettingsPage::sections();
    for (const Action &action : registry->actions()) {
        if (action.isListed)
            wanted << action.title;
    }
    QVERIFY(wanted.size() > 20);
    for (const QString &title : wanted) {
        QVERIFY(open());
        type(QString(title).remove(u'…'));
        QVERIFY2(titles().contains(title), qPrintable(title + s(" is not among ") + titles().join(s(", "))));
        press(Qt::Key_Escape);
    }
    for (int page = int(MainWindow::Home); page <= int(MainWindow::Settings); ++page) {
        m_window->showPage(MainWindow::Page(page));
        QVERIFY(open());
        press(Qt::Key_Escape);
    }
}

void TestPalette::thePageAtTheFrontOffersItsOwn()
{
    start();
    m_window->showPage(MainWindow::Runs);
    QVERIFY(open());
    type(s("compare"));
    const PaletteRow compare = rows().value(0);
    QCOMPARE(compare.action.kind, s("On this page"));
    QVERIFY(!compare.reason.isEmpty());  // no run is selected
    press(Qt::Key_Escape);
    m_window->showPage(MainWindow::Machines);
    QVERIFY(open());
    type(s("compare"));
    for (const PaletteRow &row : rows())
        QVERIFY(row.action.id != compare.action.id);
}

void TestPalette::whatThePageOffersShowsItsKeys()
{
    start();
    const auto keysOf = [this](MainWindow::Page page, const QString &title) -> QList<QKeySequence> {
        m_window->showPage(page);
        // During the scan the button shows it.
        const auto *const scan = m_window->findChild<QAbstractButton *>(s("checkpointsRefresh"));
        if (!QTest::qWaitFor([scan] { return !scan || scan->isEnabled(); }) || !open())
            return {};
        type(title);
        QList<PaletteRow> ofPage = rows();
        ofPage.removeIf([](const PaletteRow &row) { return row.action.kind != s("On this page"); });
        press(Qt::Key_Escape);
        return ofPage.value(0).action.keys;
    };
    const QList<QKeySequence> again{keyFor(KeyFor::LookAgain)};
    for (const auto page : {MainWindow::Home, MainWindow::Machines, MainWindow::Runs, MainWindow::Checkpoints, MainWindow::Offers})
        QCOMPARE(keysOf(page, s("refresh")), again);
    QCOMPARE(keysOf(MainWindow::Compare, s("reload the runs")), again);
    QCOMPARE(keysOf(MainWindow::Settings, s("refresh")), QList<QKeySequence>());
    QCOMPARE(keysOf(MainWindow::Machines, s("test connection")), QList<QKeySequence>{keyFor(KeyFor::TestMachine)});
}

void TestPalette::f5RefreshesThePageAtTheFront()
{
    start();
    m_window->showPage(MainWindow::Checkpoints);
    auto *const checkpoints = m_window->findChild<CheckpointsPage *>();
    QTRY_VERIFY(checkpoints->findChild<QAbstractButton *>(s("checkpointsRefresh"))->isEnabled());
    QSignalSpy scans(checkpoints, &CheckpointsPage::refreshRequested);
    QTest::keyClick(m_window->focusWidget(), Qt::Key_F5);
    QCOMPARE(scans.size(), 1);

    m_window->showPage(MainWindow::Offers);
    auto *const offers = m_window->findChild<OffersPage *>();
    QObject::disconnect(offers, &OffersPage::refreshRequested, nullptr, nullptr);  // no server is asked here
    QSignalSpy fetches(offers, &OffersPage::refreshRequested);
    auto *const field = offers->findChild<QLineEdit *>();
    field->setFocus();
    QTest::keyClick(field, Qt::Key_F5);
    QCOMPARE(fetches.size(), 1);
    offers->findChild<QAbstractButton *>(s("offersRefresh"))->setEnabled(false);
    QTest::keyClick(field, Qt::Key_F5);
    QCOMPARE(fetches.size(), 1);  // it is in progress

    m_window->showPage(MainWindow::Compare);
    QSignalSpy reads(m_window->findChild<RunComparePage *>(), &RunComparePage::refreshRequested);
    QTest::keyClick(m_window->focusWidget(), Qt::Key_F5);
    QCOMPARE(reads.size(), 1);
    QCOMPARE(scans.size() + fetches.size(), 2);
}

void TestPalette::f5AsksTheMachinesAnew_data()
{
    QTest::addColumn<MainWindow::Page>("page");
    QTest::newRow("machines") << MainWindow::Machines;
    QTest::newRow("runs") << MainWindow::Runs;
}

void TestPalette::f5AsksTheMachinesAnew()
{
    QFETCH(MainWindow::Page, page);
    QTcpServer server;  // hangs up on everybody
    int calls = 0;
    QElapsedTimer since;
    connect(&server, &QTcpServer::newConnection, this, [&] {
        while (QTcpSocket *const socket = server.nextPendingConnection()) {
            ++calls;
            since.restart();
            socket->abort();
            socket->deleteLater();
        }
    });
    QVERIFY(server.listen(QHostAddress::LocalHost));
    Machine machine;
    machine.name = s("away");
    machine.target.host = s("127.0.0.1");
    machine.target.port = server.serverPort();
    const bool isOfRuns = page == MainWindow::Runs;
    // Only the run makes the window call a sandbox that is not running.
    machine.isSimulated = isOfRuns;
    const auto added = m_services->database().machines.add(machine);
    QVERIFY(added);
    if (isOfRuns) {
        Run run = runCalled(s("far"), 0, RunState::Running);
        run.head().machineId = added->id;
        run.isSimulated = true;
        add(run);
    }
    start();
    m_window->showPage(page);
    // The pauses between tries double, starting at one second: the one after the fourth try is at least six seconds.
    QTRY_VERIFY_WITH_TIMEOUT(calls >= 4 && since.elapsed() > 300, 30'000);
    const int before = calls;
    QTest::keyClick(m_window.get(), Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(calls > before, 5500);
}

void TestPalette::aMachineIsShownOnItsPage()
{
    Machine machine;
    machine.name = s("rented-2");
    machine.target.host = s("192.0.2.1");
    QVERIFY(m_services->database().machines.add(machine));
    start();
    for (const char *const typed : {"rented", "192.0.2"}) {
        m_window->showPage(MainWindow::Home);
        QVERIFY(open());
        type(s(typed));
        QCOMPARE(titles().value(0), s("rented-2"));
        press(Qt::Key_Return);
        QCOMPARE(m_window->page(), MainWindow::Machines);
    }
}

void TestPalette::aSectionOfTheSettingsIsScrolledTo()
{
    m_window->resize(1000, 600);
    start();
    QVERIFY(open());
    type(s("alerts"));
    QStringList kinds;
    for (const PaletteRow &row : rows())
        kinds << row.action.kind;
    QVERIFY(kinds.contains(s("Page")) && kinds.contains(s("Settings")));
    for (qsizetype i = kinds.indexOf(s("Settings")); i > 0; --i)
        press(Qt::Key_Down);
    press(Qt::Key_Return);
    QCOMPARE(m_window->page(), MainWindow::Settings);
    const auto bars = m_window->findChild<SettingsPage *>()->findChildren<QScrollBar *>();
    QTRY_VERIFY(std::any_of(bars.cbegin(), bars.cend(), [](const QScrollBar *bar) { return bar->value() > 0; }));
}

void TestPalette::offersAreReadWhenTheyAreLookedFor()
{
    start();
    QVERIFY(open());
    QVERIFY(!m_window->findChild<OffersPage *>());
    const auto offersShown = [this] {
        const QList<PaletteRow> all = rows();
        return std::count_if(all.cbegin(), all.cend(), [](const PaletteRow &row) { return row.action.id.startsWith(s("offer:")); });
    };
    type(s("p5.48xlarge spot"));
    QTRY_VERIFY(offersShown() > 0);
    QVERIFY(offersShown() <= 8);
    const QString chosen = rows().first().action.title;
    QVERIFY2(chosen.contains(s("p5.48xlarge")) && chosen.contains(s("spot")), qPrintable(chosen));
    press(Qt::Key_Return);
    QCOMPARE(m_window->page(), MainWindow::Offers);
    QTRY_VERIFY(m_window->findChild<QDialog *>(s("offerDialog")));
    m_window->findChild<QDialog *>(s("offerDialog"))->close();
    // It is also among the recent ones, without a page that has read them.
    QVERIFY(open());
    QCOMPARE(titles().value(0), chosen);
}

void TestPalette::namesOfOthersAreTextAlone()
{
    const QString name = s("<img src='file:///etc/passwd'><b>bold</b>");
    add(runCalled(name, 1));
    add(runCalled(s("turned \u202egnp.exe"), 2));
    start();
    QVERIFY(open());
    type(s("bold"));
    QCOMPARE(titles().value(0), name);
    const QModelIndex first = palette()->findChild<PaletteModel *>()->index(0);
    QCOMPARE(first.data(Qt::DisplayRole).toString(), name);
    QVERIFY(!first.data(Qt::ToolTipRole).isValid());
    palette()->grab();
    palette()->findChild<QLineEdit *>()->clear();
    type(s("turned"));
    QVERIFY(titles().value(0).startsWith(s("turned ")) && !titles().value(0).contains(QChar(0x202e)));
}

void TestPalette::noTwoActionsHaveOneKey()
{
    const auto *const registry = m_window->findChild<ActionRegistry *>();
    QVERIFY(registry->actions().size() > 15);
    for (const KeyConflict &conflict : keyConflicts(registry->actions()))
        QFAIL(qPrintable(s("%1: %2 and %3").arg(conflict.keys.toString(), conflict.first, conflict.second)));
}

void TestPalette::itOpensAtOnceWithMuchToFind()
{
    for (int i = 0; i < 400; ++i)
        add(runCalled(s("llama31-8b-instruct-sft-%1").arg(i), i));
    start();
    m_window->showPage(MainWindow::Offers);
    auto *const offers = m_window->findChild<OffersPage *>();
    QTRY_VERIFY(offers->book());
    offers->setBook(manyOffers(3000), {});
    m_window->showPage(MainWindow::Home);
    QElapsedTimer clock;
    clock.start();
    QVERIFY(open());
    const qint64 opened = clock.restart();
    type(s("l"));
    const qint64 first = clock.restart();
    type(s("l"));
    const qint64 second = clock.elapsed();
    qInfo("open %lld ms, first letter %lld ms, second letter %lld ms", opened, first, second);
    QVERIFY(rows().size() <= 50);
    QVERIFY2(opened < 500 && first < 800 && second < 500, "Without optimisation, on a processor that others use too.");
}

void TestPalette::nothingIsCutOff_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << s("en");
    QTest::newRow("Chinese") << s("zh_CN");
}

void TestPalette::nothingIsCutOff()
{
    QFETCH(QString, language);
    cleanup();
    make(language);
    Machine machine;
    machine.name = s("lab-h100-07");
    machine.target.host = s("gpu-7.lab.example");
    QVERIFY(m_services->database().machines.add(machine));
    add(runCalled(s("llama31-8b-instruct-sft-16k-context"), 1, RunState::Finished));
    add(runCalled(s("llama31-8b-base"), 2, RunState::Failed));
    add(runCalled(s("whisper-large-zh"), 3, RunState::Stopped));
    start();
    m_window->showPage(MainWindow::Runs);
    for (const char *const typed : {"", "la", "zzzz"}) {
        QVERIFY(open());
        if (*typed)
            type(s(typed));
        QTest::qWait(300);  // for the offers
        const QStringList cut = cutOff(palette());
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u'\n')));
        const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES");
        for (const bool isDark : {false, true}) {
            if (folder.isEmpty() || !QDir().mkpath(folder))
                break;
            m_look->setDark(isDark);
            QCoreApplication::processEvents();
            QPixmap picture = m_window->grab();
            QPainter(&picture).drawPixmap(palette()->pos() - m_window->pos(), palette()->grab());
            picture.save(
                s("%1/palette-%2-%3-%4.png").arg(folder, language, isDark ? s("dark") : s("light"), *typed ? s(typed) : s("untyped")));
        }
        press(Qt::Key_Escape);
    }
}

QTEST_MAIN(TestPalette)
#include "tst_palette.moc"
