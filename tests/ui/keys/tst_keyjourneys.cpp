// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys through the real window by key events alone: no widget is called, only the one with the focus gets keys, and each journey
// starts on Home.
#include "core/service/runs/services.h"
#include "ui/common/keytable.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

Run someRun(const char *name)
{
    Run run;
    run.id = RunId(s("%1-abc123-a1").arg(s(name)));
    run.lineage = s("%1-abc123").arg(s(name));
    run.name = s(name);
    run.head().machineName = s("box");
    run.state = RunState::Finished;
    run.created = run.started = run.ended = QDateTime::currentDateTimeUtc();
    return run;
}

}  // namespace

class TestKeyJourneys : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;

    static QWidget *focus()
    {
        QWidget *at = nullptr;
        // While a dialog opens or closes, no window is active for a moment.
        const bool isThere = QTest::qWaitFor([&at] {
            QWidget *const popup = QApplication::activePopupWidget();
            at = popup ? popup : QApplication::focusWidget() ? QApplication::focusWidget() : QApplication::activeWindow();
            return at != nullptr;
        });
        return isThere ? at : QApplication::topLevelWidgets().constFirst();
    }
    static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(focus(), key, modifiers);
        QTest::qWait(10);
    }
    static void press(const QKeySequence &keys) { press(keys[0].key(), keys[0].keyboardModifiers()); }
    static void write(const char *text) { QTest::keyClicks(focus(), s(text)); }
    // With Tab, as often as it takes to come round.
    static bool tabTo(const char *name)
    {
        QStringList passed;
        for (int i = 0; i < 150; ++i) {
            passed << (QApplication::focusWidget() ? QApplication::focusWidget()->objectName() : s("none"));
            if (const QWidget *const at = QApplication::focusWidget(); at && at->objectName() == s(name))
                return true;
            press(Qt::Key_Tab);
        }
        qWarning("Tab passed %s", qPrintable(passed.mid(0, 40).join(u' ')));
        return false;
    }
    QDialog *dialog(const char *name) const
    {
        auto *const found = m_window->findChild<QDialog *>(s(name));
        return found && found->isVisible() ? found : nullptr;
    }
    // Finds something in the palette and runs it.
    bool find(const char *text)
    {
        press(keyFor(KeyFor::Palette));
        if (!QTest::qWaitFor([this] { return dialog("commandPalette"); }))
            return false;
        QTest::qWait(20);
        write(text);
        QTest::qWait(100);
        press(Qt::Key_Return);
        return QTest::qWaitFor([this] { return !dialog("commandPalette"); });
    }
    bool escCloses(const char *name)
    {
        if (!QTest::qWaitFor([this, name] { return dialog(name); }))
            return false;
        QTest::qWait(20);
        press(Qt::Key_Escape);
        return QTest::qWaitFor([this, name] { return !dialog(name); });
    }

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        qputenv("HOME", m_directory->path().toUtf8());
        m_theme = std::make_unique<ThemeManager>(*qApp);
        Paths paths;
        paths.data = m_directory->filePath(s("data"));
        paths.config = m_directory->filePath(s("config"));
        m_prompter = std::make_unique<SshPrompter>();
        auto opened = Services::open(paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        QVERIFY(m_services->database().runs.add(someRun("first")));
        QVERIFY(m_services->database().runs.add(someRun("second")));
        m_window = std::make_unique<MainWindow>(paths, Preferences(), *m_prompter);
        m_window->attach(*m_services);
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QCOMPARE(m_window->page(), MainWindow::Home);
    }
    void cleanup()
    {
        m_prompter->shutDown();
        m_window.reset();
        m_services.reset();
        m_prompter.reset();
        m_theme.reset();
    }

    void addAMachine()
    {
        press(keyForPage(3));
        QTRY_COMPARE(m_window->page(), MainWindow::Machines);
        QVERIFY(tabTo("addMachineHereButton"));
        press(Qt::Key_Return);
        QTRY_VERIFY(dialog("addMachineDialog"));
        QVERIFY(tabTo("sshCommandEdit"));
        write("ssh -p 2222 me@203.0.113.7");
        QVERIFY(tabTo("connectMachineButton"));
        QVERIFY(escCloses("addMachineDialog"));
    }
    void addMachinesFromTheSshConfiguration()
    {
        press(keyForPage(3));
        QTRY_COMPARE(m_window->page(), MainWindow::Machines);
        QVERIFY(tabTo("importHostsButton"));
        press(Qt::Key_Space);
        QVERIFY(escCloses("importHostsDialog"));
    }
    void reachTheSandbox()
    {
        QVERIFY(tabTo("tryItInTheSandboxButton"));
        press(Qt::Key_Escape);
        QCOMPARE(m_window->page(), MainWindow::Home);
    }
    void writeATask()
    {
        press(keyFor(KeyFor::Launch));
        QTRY_COMPARE(m_window->page(), MainWindow::Launch);
        QVERIFY(tabTo("launchMode0"));
        QVERIFY(tabTo("taskName"));
        write("by-keys");
        QVERIFY(tabTo("taskCommand"));
        write("python train.py");
        QVERIFY(tabTo("launchAddMachine"));
    }
    void openARunFromTheList()
    {
        press(keyForPage(4));
        QTRY_COMPARE(m_window->page(), MainWindow::Runs);
        QVERIFY(tabTo("runsView"));
        press(Qt::Key_Home);
        press(Qt::Key_Return);
        QTRY_COMPARE(m_window->page(), MainWindow::RunDetail);
    }
    void findARunByItsName()
    {
        QVERIFY(find("first"));
        QTRY_COMPARE(m_window->page(), MainWindow::RunDetail);
    }
    void filterTheRuns()
    {
        press(keyForPage(4));
        QTRY_COMPARE(m_window->page(), MainWindow::Runs);
        press(keyFor(KeyFor::Find));
        QVERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
        write("second");
        auto *const view = m_window->findChild<QTreeView *>(s("runsView"));
        QTRY_COMPARE(view->model()->rowCount(), 1);
        press(Qt::Key_Escape);
        QTRY_COMPARE(view->model()->rowCount(), 2);
    }
    void compareTwoRuns()
    {
        press(keyForPage(4));
        QTRY_COMPARE(m_window->page(), MainWindow::Runs);
        QVERIFY(tabTo("runsView"));
        press(Qt::Key_Home);
        press(keyFor(KeyFor::TickRun));
        press(Qt::Key_Down);
        press(keyFor(KeyFor::TickRun));
        QVERIFY(tabTo("runsCompare"));
        press(Qt::Key_Return);
        QTRY_COMPARE(m_window->page(), MainWindow::Compare);
    }
    void changeTheTextSize()
    {
        QSignalSpy changed(m_window.get(), &MainWindow::preferencesChanged);
        press(keyForPage(7));
        QTRY_COMPARE(m_window->page(), MainWindow::Settings);
        QVERIFY(tabTo("textSizeChoice"));
        press(Qt::Key_Down);
        QTRY_VERIFY(changed.count() > 0);
        QCOMPARE(changed.last().first().value<Preferences>().textPercent, 125);
    }
    void budgets()
    {
        QVERIFY(find("budgets"));
        QVERIFY(escCloses("budgetsDialog"));
    }
    void whatNeedsAttention()
    {
        QVERIFY(find("alerts"));
        QTRY_COMPARE(m_window->page(), MainWindow::Alerts);
    }
    // What a launch would cost can be looked at from the page that launches.
    void moneyBeforeALaunch()
    {
        press(keyFor(KeyFor::Launch));
        QTRY_COMPARE(m_window->page(), MainWindow::Launch);
        QVERIFY(find("budgets"));
        QVERIFY(escCloses("budgetsDialog"));
        QCOMPARE(m_window->page(), MainWindow::Launch);
        m_window->activateWindow();  // as a window manager does
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QVERIFY(find("estimate what"));
        QTRY_COMPARE(m_window->page(), MainWindow::Offers);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTRY_COMPARE(QApplication::focusWidget() ? QApplication::focusWidget()->objectName() : s("none"), s("estimateHours"));
        press(Qt::Key_A, Qt::ControlModifier);
        write("24");
        QCOMPARE(qobject_cast<QLineEdit *>(QApplication::focusWidget())->text(), s("24"));
    }
    // Before there is any machine, and before anything costs money.
    void fromAnOfferToItsEstimate()
    {
        press(keyForPage(2));
        QTRY_COMPARE(m_window->page(), MainWindow::Offers);
        QVERIFY(tabTo("offersNeeds"));
        press(Qt::Key_Return);
        QVERIFY(tabTo("needGpus"));
        QVERIFY(tabTo("estimateHours"));
        press(Qt::Key_A, Qt::ControlModifier);
        write("24");
        QCOMPARE(qobject_cast<QLineEdit *>(QApplication::focusWidget())->text(), s("24"));
    }
    void help()
    {
        press(Qt::Key_Question);
        QVERIFY(escCloses("keysDialog"));
        m_window->activateWindow();  // as a window manager does
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        press(keyForPage(4));
        QTRY_COMPARE(m_window->page(), MainWindow::Runs);
        press(Qt::Key_F1);
        QTRY_COMPARE(m_window->page(), MainWindow::Help);
        QTRY_VERIFY(QApplication::focusWidget() && QApplication::focusWidget()->objectName() == s("helpFilter"));
        write("lease");
        press(Qt::Key_Down);
        QTRY_VERIFY(QApplication::focusWidget() && QApplication::focusWidget()->objectName() == s("helpSections"));
        press(Qt::Key_Return);
        QTRY_VERIFY(QApplication::focusWidget() && QApplication::focusWidget()->objectName() == s("helpText"));
    }
};

QTEST_MAIN(TestKeyJourneys)
#include "tst_keyjourneys.moc"
