// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox in the window, with a real one: its state is that of its server, whichever program stops or starts it.
#include "core/provider/sandbox/sandbox.h"
#include "core/service/runs/services.h"
#include "ui/common/messagebar.h"
#include "ui/common/runrowdelegate.h"
#include "ui/home/recentrunsmodel.h"
#include "ui/page/sshprompter.h"
#include "ui/run/runpage.h"
#include "ui/run/runsmodel.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"

#include <QAbstractButton>
#include <QLabel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <csignal>

using namespace trainyard;

class TestSandboxLife : public QObject {
    Q_OBJECT

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_directory;
    Paths m_paths;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;

    // Without containers: it is up immediately.
    Result<SandboxStatus> started()
    {
        SandboxOptions options;
        options.engine = EngineKind::Process;
        return startSandbox(m_paths, options, {});
    }
    template <typename T = QWidget>
    T *find(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    QString cardTitle() const { return find("sandboxCard")->accessibleName(); }

private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_directory = std::make_unique<QTemporaryDir>();
        m_paths = {m_directory->filePath(QStringLiteral("data")), m_directory->filePath(QStringLiteral("config"))};
        m_prompter = std::make_unique<SshPrompter>();
        auto opened = Services::open(m_paths, m_prompter->questions());
        QVERIFY(opened);
        m_services = std::move(*opened);
        m_window = std::make_unique<MainWindow>(m_paths, Preferences(), *m_prompter);
    }
    void cleanup()
    {
        QVERIFY(stopSandbox(m_paths));
        m_prompter->shutDown();
        m_services->endWork();
        m_window.reset();
        m_services.reset();
        m_prompter.reset();
        m_theme.reset();
    }

    void aKilledServerIsSaidEverywhereAndStartedWithoutADemo()
    {
        const auto sandbox = started();
        if (!sandbox)
            QSKIP(qPrintable(sandbox.error().what));
        Machine machine;
        machine.name = QStringLiteral("sandbox");
        machine.isSimulated = true;
        machine.target = sandbox->target;
        const auto added = m_services->database().machines.add(machine);
        QVERIFY(added);
        Run run;
        run.id = RunId(QStringLiteral("demo-abc123-a1"));
        run.lineage = QStringLiteral("demo-abc123");
        run.name = QStringLiteral("demo");
        run.head().machineId = added->id;
        run.head().machineName = machine.name;
        run.isSimulated = true;
        run.state = RunState::Running;
        run.created = run.started = QDateTime::currentDateTimeUtc();
        QVERIFY(m_services->database().runs.add(run));
        m_window->show();
        m_window->attach(*m_services);
        QTRY_COMPARE(cardTitle(), QStringLiteral("The sandbox is running"));
        m_window->openRun(run.id);
        auto *const bar = find<RunPage>("runPage")->findChild<MessageBar *>();

        QCOMPARE(::kill(pid_t(sandbox->pid), SIGKILL), 0);
        QTRY_COMPARE(cardTitle(), QStringLiteral("The sandbox has stopped"));
        QVERIFY(find<QAbstractButton>("sandboxSegment")->isVisible());
        QCOMPARE(find<QAbstractButton>("sandboxSegment")->accessibleName(), QStringLiteral("The sandbox has stopped"));
        QTRY_VERIFY(bar->isVisible());
        QCOMPARE(bar->messages().first().fact, QStringLiteral("The sandbox has stopped."));
        QCOMPARE(bar->messages().first().action, QStringLiteral("Start sandbox"));
        m_window->showPage(MainWindow::Runs);
        const QModelIndex state = find<QTreeView>("runsView")->model()->index(0, RunsModel::StateColumn);
        QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), QStringLiteral("Running at last contact"), 30'000);
        QVERIFY(state.data(RunCellOutOfTouchRole).toBool());
        m_window->showPage(MainWindow::Home);
        const auto *const recent = find<QTableView>("recentRunsTable")->model();
        QTRY_COMPARE(recent->index(0, RecentRunsModel::StateColumn).data().toString(), QStringLiteral("Running at last contact"));
        QVERIFY(!find("stopTheSandboxButton")->isVisible());
        QVERIFY(!find("need-machine:1"));  // it is not reported as merely unreachable
        QCOMPARE(find<QAbstractButton>("tryItInTheSandboxButton")->text(), QStringLiteral("Start sandbox"));

        // Any program may start it: here another one.
        QVERIFY(started());
        QTRY_COMPARE(cardTitle(), QStringLiteral("The sandbox is running"));
        QVERIFY(stopSandbox(m_paths));
        QTRY_COMPARE(cardTitle(), QStringLiteral("The sandbox is not running"));
        QVERIFY(!find("sandboxSegment")->isVisible());
        find<QAbstractButton>("tryItInTheSandboxButton")->click();
        // A first start may build the demo's image.
        QTRY_COMPARE_WITH_TIMEOUT(cardTitle(), QStringLiteral("The sandbox is running"), 180000);
        QCOMPARE(m_services->database().runs.all()->size(), 1);
    }
};

QTEST_MAIN(TestSandboxLife)
#include "tst_sandboxlife.moc"
