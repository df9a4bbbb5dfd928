// SPDX-License-Identifier: GPL-3.0-or-later
// A person's way from the first start to a resumed run, with real clicks and key presses on the real window, in the
// sandbox, against a real container: try it → watch → close the window → open it again → stop → checkpoints → resume.
#include "core/base/paths.h"
#include "core/observe/metrics/sample.h"
#include "core/provider/sandbox/sandbox.h"
#include "core/service/runs/services.h"
#include "ui/page/preferences.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QCryptographicHash>
#include <QDialog>
#include <QElapsedTimer>
#include <QFile>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace trainyard;

namespace {

constexpr int kSandboxMs = 180000;  // a first start builds the image and may start an engine of its own
constexpr int kSoonMs = 60000;

QByteArray read(const QString &file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
}

QList<qint64> steps(const QByteArray &log)
{
    static const QRegularExpression kLine(QStringLiteral("step=(\\d+) loss="));
    QList<qint64> found;
    auto matches = kLine.globalMatch(QString::fromUtf8(log));
    while (matches.hasNext())
        found << matches.next().captured(1).toLongLong();
    return found;
}

// The program as app/desktop assembles it.
struct Program {
    explicit Program(const Paths &paths)
    {
        window = std::make_unique<MainWindow>(paths, Preferences(), prompter);
        window->resize(1440, 900);
        window->show();
        auto opened = Services::open(paths, prompter.questions());
        if (opened) {
            services = *std::move(opened);
            window->attach(*services);
        }
    }
    ~Program()
    {
        prompter.shutDown();
        window.reset();
    }
    SshPrompter prompter;
    std::unique_ptr<Services> services;
    std::unique_ptr<MainWindow> window;
};

QWidget *visible(const QString &name)
{
    for (QWidget *top : QApplication::topLevelWidgets()) {
        if (top->objectName() == name && top->isVisible())
            return top;
        for (QWidget *child : top->findChildren<QWidget *>(name)) {
            if (child->isVisible())
                return child;
        }
    }
    return nullptr;
}

void click(const QString &name)
{
    QTRY_VERIFY2_WITH_TIMEOUT(visible(name) && visible(name)->isEnabled(), qPrintable(name), kSoonMs);
    QTest::mouseClick(visible(name), Qt::LeftButton);
}

// Shortcuts work only in the active window.
void pressShortcut(QWidget &window, Qt::Key key)
{
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, key, Qt::ControlModifier);
}

}  // namespace

class TestJourney : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_paths = {m_home.path() + QStringLiteral("/data"), m_home.path() + QStringLiteral("/config")};
    }

    void cleanupTestCase()
    {
        const auto stopped = stopSandbox(m_paths);
        QVERIFY(stopped);
    }

    void fromHomeToAResumedRun()
    {
        auto program = std::make_unique<Program>(m_paths);
        QVERIFY(program->services);
        QVERIFY(QTest::qWaitForWindowExposed(program->window.get()));

        // One click starts everything and ends on the page of the run.
        click(QStringLiteral("tryItInTheSandboxButton"));
        QTRY_VERIFY_WITH_TIMEOUT(program->window->page() == MainWindow::RunDetail, kSandboxMs);
        QTRY_COMPARE_WITH_TIMEOUT(program->services->database().runs.all().value_or({}).size(), 1, kSoonMs);
        const Run first = program->services->database().runs.all().value_or({}).first();
        QVERIFY(first.isSimulated);
        const QString sandbox = QString::number(sandboxStatus(m_paths).port);
        QVERIFY2(sandboxStatus(m_paths).engine != EngineKind::Process || qEnvironmentVariable("CI") != QLatin1String("true"),
                 qPrintable(sandboxStatus(m_paths).engineNote));
        const QString log = m_paths.runs() + u'/' + first.id.text() + QStringLiteral("/log");
        const QString metrics = m_paths.runs() + u'/' + first.id.text() + QStringLiteral("/metrics");
        QTRY_VERIFY_WITH_TIMEOUT(steps(read(log)).size() >= 3, kSoonMs);
        QTRY_VERIFY_WITH_TIMEOUT(read(metrics).contains(" gpu "), kSoonMs);

        // The window is closed while the run continues, and later shows all of it.
        QElapsedTimer away;
        away.start();
        program.reset();
        const qint64 sizeThen = QFile(log).size();
        QTest::qWait(6000);
        QCOMPARE(QFile(log).size(), sizeThen);
        const qint64 awayMs = away.elapsed();
        program = std::make_unique<Program>(m_paths);
        pressShortcut(*program->window, Qt::Key_4);
        QTRY_VERIFY_WITH_TIMEOUT(program->window->page() == MainWindow::Runs, kSoonMs);
        auto *runs = qobject_cast<QAbstractItemView *>(visible(QStringLiteral("runsView")));
        QVERIFY(runs);
        QTRY_COMPARE_WITH_TIMEOUT(runs->model()->rowCount(), 1, kSoonMs);
        runs->setFocus();
        QTest::keyClick(runs, Qt::Key_Down);
        runs->setCurrentIndex(runs->model()->index(0, 0));
        QTest::keyClick(runs, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(program->window->page() == MainWindow::RunDetail, kSoonMs);
        QTRY_VERIFY_WITH_TIMEOUT(QFile(log).size() > sizeThen, kSoonMs);
        QTRY_VERIFY_WITH_TIMEOUT(!steps(read(log)).isEmpty() && steps(read(log)).last() >= 150, 60000);
        const QList<MachineSample> samples = SampleParser().feed(read(metrics));
        qint64 longest = 0;
        for (qsizetype i = 1; i < samples.size(); ++i)
            longest = std::max(longest, samples[i].timeMs - samples[i - 1].timeMs);
        qInfo("away for %lld ms, at most %lld ms between two samples", awayMs, longest);
        QVERIFY2(longest < awayMs, "the samples have a hole where the window was away");

        // Stop… asks first, then the test verifies that the run has ended.
        click(QStringLiteral("runStop"));
        click(QStringLiteral("runStopConfirm"));
        QTRY_VERIFY_WITH_TIMEOUT(program->services->database().runs.find(first.id)->state == RunState::Stopped, 60000);
        QCOMPARE(program->services->database().runs.find(first.id)->exitCode.value_or(-1), 143);
        const QList<qint64> before = steps(read(log));
        for (qsizetype i = 1; i < before.size(); ++i)
            QCOMPARE(before[i], before[i - 1] + 10);  // no line lost, none twice

        // Checkpoints: the latest good one is offered; the dialog shows the exact command; the launch continues from there.
        pressShortcut(*program->window, Qt::Key_5);
        QTRY_VERIFY_WITH_TIMEOUT(program->window->page() == MainWindow::Checkpoints, kSoonMs);
        auto *checkpoints = qobject_cast<QAbstractItemView *>(visible(QStringLiteral("checkpointsView")));
        QVERIFY(checkpoints);
        QTRY_VERIFY_WITH_TIMEOUT(checkpoints->model()->rowCount() > 0, kSoonMs);
        // The results from before the stop are shown until the machine has been scanned again.
        QTRY_VERIFY_WITH_TIMEOUT(checkpoints->model()->index(0, 0, checkpoints->model()->index(0, 0)).data().toLongLong() >= before.last(),
                                 kSoonMs);
        checkpoints->setCurrentIndex(checkpoints->model()->index(0, 0, checkpoints->model()->index(0, 0)));
        click(QStringLiteral("inspectorResume"));
        QTRY_VERIFY_WITH_TIMEOUT(visible(QStringLiteral("resumeDialog")), kSoonMs);
        auto *preview = visible(QStringLiteral("resumePreview"));
        QVERIFY(preview);
        const auto previewText = [&] {
            auto *text = qobject_cast<QPlainTextEdit *>(preview);
            if (!text)
                text = preview->findChild<QPlainTextEdit *>();
            return text ? text->toPlainText() : QString();
        };
        QTRY_VERIFY_WITH_TIMEOUT(previewText().contains(QLatin1String("--resume")), kSoonMs);
        click(QStringLiteral("resumeConfirm"));
        QTRY_COMPARE_WITH_TIMEOUT(program->services->database().runs.all().value_or({}).size(), 2, kSoonMs);
        const Run second = program->services->database().runs.all().value_or({}).first();
        QCOMPARE(second.attempt, 2);
        QTRY_VERIFY_WITH_TIMEOUT(program->window->page() == MainWindow::RunDetail, kSoonMs);
        const QString secondLog = m_paths.runs() + u'/' + second.id.text() + QStringLiteral("/log");
        QTRY_VERIFY_WITH_TIMEOUT(steps(read(secondLog)).size() >= 2, kSoonMs);
        // Step numbers continue; the checkpoint was written at the stop, so no step is repeated.
        QVERIFY(steps(read(secondLog)).first() > before.last());
        QVERIFY(steps(read(secondLog)).first() <= before.last() + 20);

        click(QStringLiteral("runStop"));
        click(QStringLiteral("runStopConfirm"));
        QTRY_VERIFY_WITH_TIMEOUT(program->services->database().runs.find(second.id)->state == RunState::Stopped, 60000);
    }

private:
    QTemporaryDir m_home;
    Paths m_paths;
    std::unique_ptr<ThemeManager> m_theme;
};

QTEST_MAIN(TestJourney)
#include "tst_journey.moc"
