// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a run's page that other pages add, in the real window: the run's files on a machine that is a private sshd, and its
// checkpoints.
#include "core/service/runs/services.h"
#include "tests/support/sshdfixture.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/common/keytable.h"
#include "ui/files/filebrowser.h"
#include "ui/files/filespage.h"
#include "ui/files/foldertable.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <pwd.h>
#include <unistd.h>

using namespace trainyard;

namespace {

constexpr int kPatience = 60'000;

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestRunParts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        const QString missing = SshdFixture::missingPart();
        if (!missing.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(missing));
        if (!missing.isEmpty())
            QSKIP(qPrintable(missing));
        m_sshd.setEnvironment(s("HOME"), m_directory.path());
        QVERIFY2(m_sshd.start(), qPrintable(m_sshd.errorText()));
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_prompter = std::make_unique<SshPrompter>();
        Paths paths;
        paths.data = m_directory.filePath(s("data"));
        paths.config = m_directory.filePath(s("config"));
        auto opened = Services::open(paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        Machine machine;
        machine.name = s("lab");
        machine.target = m_sshd.target();
        const auto stored = m_services->database().machines.add(machine);
        QVERIFY(stored);
        m_machineId = stored->id;
        QVERIFY(QDir(m_directory.path()).mkpath(s("runs/demo-a1/workdir")));
        QFile log(m_directory.filePath(s("runs/demo-a1/log")));
        QVERIFY(log.open(QIODevice::WriteOnly) && log.write("step=1 loss=2\n") > 0);
        m_run.id = RunId(s("demo-abc123-a1"));
        m_run.lineage = s("demo-abc123");
        m_run.name = s("demo");
        m_run.head().machineId = m_machineId;
        m_run.head().machineName = s("lab");
        m_run.head().directory = QFileInfo(m_directory.filePath(s("runs/demo-a1"))).canonicalFilePath();
        m_run.state = RunState::Finished;
        m_run.created = m_run.started = m_run.ended = QDateTime::currentDateTimeUtc();
        QVERIFY(m_services->database().runs.add(m_run));
        m_window = std::make_unique<MainWindow>(paths, Preferences(), *m_prompter);
        m_window->attach(*m_services);
        m_window->resize(1280, 800);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanupTestCase()
    {
        if (m_services)
            m_services->endWork();
        if (m_prompter)
            m_prompter->shutDown();
        m_window.reset();
        m_services.reset();
        m_prompter.reset();
        m_theme.reset();
    }

    void theFilesTabShowsTheRunsDirectoryAndCountsIt()
    {
        m_window->openRun(m_run.id);
        QTRY_COMPARE(m_window->page(), MainWindow::RunDetail);
        auto *const tabs = m_window->findChild<QTabBar *>(s("runTabs"));
        const int files = tabOf(tabs, s("Files"));
        QVERIFY(files > 0 && tabOf(tabs, s("Checkpoints")) > 0);
        QCOMPARE(tabs->tabText(files), s("Files"));  // nothing is read before it is looked at
        tabs->setFocus();
        tabs->setCurrentIndex(files);
        QTRY_COMPARE_WITH_TIMEOUT(tabs->tabText(files), s("Files 2"), kPatience);
        auto *const tab = m_window->findChild<QWidget *>(s("runFilesTab"));
        QVERIFY(tab->isVisible());
        auto *const table = tab->findChild<FolderTable *>();
        QCOMPARE(table->model()->index(0, 0).data().toString(), s("workdir"));
        QCOMPARE(table->model()->index(1, 0).data().toString(), s("log"));
        // F5 reads it again.
        QFile more(m_directory.filePath(s("runs/demo-a1/exit")));
        QVERIFY(more.open(QIODevice::WriteOnly));
        more.close();
        table->setFocus();
        QTest::keySequence(m_window.get(), keyFor(KeyFor::LookAgain));
        QTRY_COMPARE_WITH_TIMEOUT(tabs->tabText(files), s("Files 3"), kPatience);
        tabs->setCurrentIndex(0);
        QVERIFY(!tab->isVisible());
    }
    void theCheckpointsTabIsTheCheckpointsPageOfThisRun()
    {
        m_window->openRun(m_run.id);
        auto *const tabs = m_window->findChild<QTabBar *>(s("runTabs"));
        tabs->setCurrentIndex(tabOf(tabs, s("Checkpoints")));
        auto *const tab = m_window->findChild<QWidget *>(s("runCheckpointsTab"));
        QTRY_VERIFY(tab->isVisible());
        auto *const page = tab->findChild<CheckpointsPage *>();
        QVERIFY(page && page->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(tabs->tabText(tabs->currentIndex()), s("Checkpoints 0"), kPatience);
        tabs->setCurrentIndex(0);
    }
    void aMachinesFilesAreOnAPageOfTheirOwn()
    {
        m_window->showPage(MainWindow::Files);
        auto *const page = m_window->findChild<FilesPage *>();
        QVERIFY(page->isVisible() && !page->browser()->isVisible());  // no machine is chosen
        // From the palette, as a person types it.
        QTest::keySequence(m_window.get(), keyFor(KeyFor::Palette));
        QWidget *field = nullptr;
        QTRY_VERIFY((field = m_window->findChild<QWidget *>(s("paletteField"))) && field->isVisible());
        QTest::keyClicks(field, s("Files of lab"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(page->browser()->isVisible() && !page->browser()->folder().isEmpty() && !page->browser()->isReading(),
                                 kPatience);
        // The home that the account has; SFTP asks no shell.
        QCOMPARE(page->browser()->folder(), QByteArray(::getpwuid(::geteuid())->pw_dir));
    }

private:
    static int tabOf(const QTabBar *tabs, const QString &begin)
    {
        for (int i = 0; i < tabs->count(); ++i) {
            if (tabs->tabText(i).startsWith(begin))
                return i;
        }
        return -1;
    }

    SshdFixture m_sshd;
    QTemporaryDir m_directory;
    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;
    MachineId m_machineId;
    Run m_run;
};

QTEST_MAIN(TestRunParts)
#include "tst_runparts.moc"
