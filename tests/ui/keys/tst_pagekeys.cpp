// SPDX-License-Identifier: GPL-3.0-or-later
// Every page of the window by keyboard, with rail and strip: each control that takes the focus gets Enter, Space and Escape, and no button
// is pressed except the one that has the focus.
#include "core/service/runs/services.h"
#include "tests/ui/keys/keybench.h"
#include "ui/machines/machinespage.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"
#include "ui/window/settingspage.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QDialog>
#include <QStackedWidget>
#include <QTemporaryDir>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

Run someRun()
{
    Run run;
    run.id = RunId(s("demo-abc123-a1"));
    run.lineage = s("demo-abc123");
    run.name = s("demo");
    run.head().machineName = s("box");
    run.state = RunState::Failed;
    run.message = s("no space left");
    run.created = run.started = run.ended = QDateTime::currentDateTimeUtc();
    return run;
}

MachineCard someCard(qint64 id, const char *group)
{
    MachineCard card;
    card.machine.id = MachineId(id);
    card.machine.name = s("lab-%1").arg(id);
    card.machine.group = s(group);
    return card;
}

}  // namespace

class TestPageKeys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_paths.data = m_directory.path() + s("/data");
        m_paths.config = m_directory.path() + s("/config");
        m_prompter = std::make_unique<SshPrompter>();
        auto opened = Services::open(m_paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        QVERIFY(m_services->database().runs.add(someRun()));
        m_window = std::make_unique<MainWindow>(m_paths, Preferences(), *m_prompter);
        m_window->attach(*m_services);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanupTestCase()
    {
        m_prompter->shutDown();
        m_window.reset();
        m_services.reset();
        m_prompter.reset();
        m_theme.reset();
    }

    void everyKeyDoesWhatItSays_data();
    void everyKeyDoesWhatItSays();
    void tabGoesThroughTheSettingsInTheirOrder();

private:
    // Closes what a key opened over the window, and returns to the page under test.
    void settle(MainWindow::Page page)
    {
        for (QDialog *const dialog : m_window->findChildren<QDialog *>()) {
            if (dialog->isVisible())
                dialog->close();
        }
        m_window->showPage(page);
    }

    QTemporaryDir m_directory;
    Paths m_paths;
    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;
};

void TestPageKeys::everyKeyDoesWhatItSays_data()
{
    QTest::addColumn<int>("page");
    const std::pair<const char *, MainWindow::Page> pages[] = {{"home", MainWindow::Home},         {"machines", MainWindow::Machines},
                                                               {"runs", MainWindow::Runs},         {"checkpoints", MainWindow::Checkpoints},
                                                               {"settings", MainWindow::Settings}, {"a run", MainWindow::RunDetail},
                                                               {"launch", MainWindow::Launch},     {"transfers", MainWindow::Transfers},
                                                               {"offers", MainWindow::Offers},     {"health", MainWindow::Health},
                                                               {"alerts", MainWindow::Alerts},     {"compare", MainWindow::Compare}};
    QCOMPARE(int(std::size(pages)), int(MainWindow::Compare) + 1);
    for (const auto &[name, page] : pages)
        QTest::newRow(name) << int(page);
}

void TestPageKeys::everyKeyDoesWhatItSays()
{
    QFETCH(int, page);
    const auto tried = MainWindow::Page(page);
    if (tried == MainWindow::RunDetail)
        m_window->openRun(someRun().id);
    m_window->showPage(tried);
    QCOMPARE(m_window->page(), tried);
    if (auto *const machines = m_window->findChild<MachinesPage *>())
        machines->setMachines({someCard(1, "lab"), someCard(2, "lab"), someCard(3, "")});
    KeyBench bench(m_window.get());
    auto *const stack = m_window->findChild<QStackedWidget *>(s("pageStack"));
    // Controls that another control reveals are tried too.
    QSet<QWidget *> done;
    const auto next = [&]() -> QWidget * {
        bench.listen();
        for (QWidget *const one : KeyBench::stations(m_window.get())) {
            if (!done.contains(one))
                return one;
        }
        return nullptr;
    };
    int count = 0;
    while (QWidget *const station = next()) {
        done.insert(station);
        QAccessibleInterface *const spoken = QAccessible::queryAccessibleInterface(station);
        QVERIFY2(spoken && !spoken->text(QAccessible::Name).isEmpty(), qPrintable(controlName(station) + s(": has no name")));
        const bool isOnPage = stack->currentWidget()->isAncestorOf(station);
        count += isOnPage;
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space, Qt::Key_Escape}) {
            if (!isReached(station))
                break;
            const bool isEscape = key == Qt::Key_Escape;
            bench.type(station, key);
            const QStringList wanted = !isEscape && (isPressed(station) || (key == Qt::Key_Space && isBox(station)))
                                           ? QStringList{controlName(station)}
                                           : QStringList();
            const QString at = controlName(station) + u' ' + QKeySequence(key).toString();
            QVERIFY2(bench.pressed() == wanted,
                     qPrintable(at + s(": pressed ") + bench.pressed().join(u',') + s(" instead of ") + wanted.join(u',')));
            // The rail leads to pages, and so do rows.
            const bool mayLeave = !isOnPage || qobject_cast<QAbstractItemView *>(station);
            QVERIFY2(isEscape ? m_window->isVisible() && m_window->page() == tried : mayLeave || m_window->page() == tried, qPrintable(at));
            settle(tried);
        }
    }
    QVERIFY(count > 0);
}

void TestPageKeys::tabGoesThroughTheSettingsInTheirOrder()
{
    m_window->showPage(MainWindow::Settings);
    const auto *const page = m_window->findChild<SettingsPage *>();
    QVERIFY(page);
    const QStringList wanted{s("settingsSection0"), s("themeChoice"), s("settingsBudgetsButton"), s("quietHours"), s("showGuideButton")};
    QStringList found;
    for (const QWidget *one = page->nextInFocusChain(); one != page; one = one->nextInFocusChain()) {
        if (page->isAncestorOf(one) && wanted.contains(one->objectName()))
            found << one->objectName();
    }
    QCOMPARE(found, wanted);
}

QTEST_MAIN(TestPageKeys)
#include "tst_pagekeys.moc"
