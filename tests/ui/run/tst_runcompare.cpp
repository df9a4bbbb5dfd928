// SPDX-License-Identifier: GPL-3.0-or-later
// Runs compared in the window, runs whose machine was removed, and the colours of reports.
#include "core/observe/report/reportfiles.h"
#include "core/observe/trainlog/traininglog.h"
#include "core/service/runs/services.h"
#include "ui/charts/comparechart.h"
#include "ui/common/badge.h"
#include "ui/common/segments.h"
#include "ui/log/logview.h"
#include "ui/page/sshprompter.h"
#include "ui/run/runcomparepage.h"
#include "ui/run/runpage.h"
#include "ui/run/runspage.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <cmath>

using namespace trainyard;

namespace {

constexpr qint64 kStart = 1'763'800'000'000;  // ms

QByteArray logOf(double from)
{
    QByteArray text;
    for (int i = 1; i <= 300; ++i)
        text += "step=" + QByteArray::number(i) + " loss=" + QByteArray::number(from / std::sqrt(i) + 0.03 * std::sin(i * 1.7), 'f', 4)
                + " tok/s=5000\n";
    return text;
}

Run storedRun(const QString &name, MachineId machineId)
{
    Run run;
    run.lineage = name + QStringLiteral("-abc123");
    run.id = RunId(run.lineage + QStringLiteral("-a1"));
    run.name = name;
    run.head().machineId = machineId;
    run.head().machineName = QStringLiteral("box");
    run.state = RunState::Finished;
    run.exitCode = 0;
    run.created = run.started = QDateTime::fromMSecsSinceEpoch(kStart, Qt::UTC);
    run.ended = run.started.addSecs(600);
    run.command = QStringLiteral("python train.py");
    return run;
}

class UrlCatcher : public QObject {
    Q_OBJECT
public:
    QUrl last;
public Q_SLOTS:
    void take(const QUrl &url) { last = url; }
};

}  // namespace

class TestRunCompare : public QObject {
    Q_OBJECT

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;
    Paths m_paths;

    void writeCopy(const Run &run, const QByteArray &log, const QByteArray &task)
    {
        const QDir folder(m_paths.runs() + u'/' + run.id.text());
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        QByteArray metrics;
        for (int i = 0; i < 300; ++i) {
            const QByteArray at = QByteArray::number(kStart + i * 2000);
            metrics += at + " mem 1000 400 0 0\n" + at + " log " + QByteArray::number(log.size() * (i + 1) / 300) + '\n';
        }
        const auto write = [&](const char *name, const QByteArray &content) {
            QFile file(folder.filePath(QLatin1String(name)));
            return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
        };
        QVERIFY(
            write("log", log) && write("metrics", metrics) && write("task.yaml", task)
            && write("events", "{\"t\":1763800000,\"event\":\"started\"}\n")
            && write("exit",
                     "{\"reason\":\"finished\",\"code\":0,\"signal\":null,\"oom\":false,\"log\":1,\"ended\":1763800600,\"seconds\":600}"));
    }

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
        const QByteArray task = "run: python train.py --lr ";
        for (const auto &[name, loss, rate] :
             {std::tuple("small", 4.0, "1e-3"), std::tuple("large", 3.0, "3e-4"), std::tuple("wide", 3.4, "1e-4")}) {
            const Run run = storedRun(QLatin1String(name), {});
            QVERIFY(m_services->database().runs.add(run).has_value());
            writeCopy(run, logOf(loss), task + rate + '\n');
        }
    }
    void cleanup()
    {
        m_prompter->shutDown();
        m_window.reset();
        m_services.reset();
        m_prompter.reset();
        m_theme.reset();
    }

    void chosenRunsAreHeldAgainstEachOther()
    {
        m_window->show();
        m_window->attach(*m_services);
        m_window->showPage(MainWindow::Runs);
        auto *const view = m_window->findChild<QTreeView *>(QStringLiteral("runsView"));
        auto *const button = m_window->findChild<QPushButton *>(QStringLiteral("runsCompare"));
        QTRY_COMPARE(view->model()->rowCount(), 3);
        QVERIFY(!button->isEnabled() && !button->toolTip().isEmpty());
        // With Ctrl a click selects and opens nothing.
        for (const int row : {0, 1})
            QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ControlModifier,
                              view->visualRect(view->model()->index(row, 0)).center());
        QCOMPARE(m_window->page(), MainWindow::Runs);
        QTRY_VERIFY(button->isEnabled());
        button->click();
        QCOMPARE(m_window->page(), MainWindow::Compare);
        auto *const page = m_window->findChild<RunComparePage *>();
        QTRY_COMPARE(page->runs().size(), 2);
        auto *const chart = page->findChild<CompareChart *>();
        QCOMPARE(chart->content().lines.size(), 2);
        QVERIFY(chart->content().title == QLatin1String("Loss") && !chart->content().lines[0].points.isEmpty());
        QCOMPARE(chart->content().axis, OverlayAxis::Step);

        // By time, because the sampler recorded the log's growth.
        page->findChild<QAbstractButton *>(QStringLiteral("compareAxis1"))->click();
        QCOMPARE(chart->content().axis, OverlayAxis::Time);
        QVERIFY(chart->content().lines[1].points.size() > 10);
        QVERIFY(chart->content().lines[1].points.last().x() <= 600'000);

        auto *const values = page->findChild<QTableWidget *>(QStringLiteral("compareValues"));
        QStringList titles;
        for (int row = 0; row < values->rowCount(); ++row)
            titles << values->item(row, 0)->text();
        QVERIFY2(titles.contains(QStringLiteral("run")) && titles.contains(QStringLiteral("Lowest loss")), qPrintable(titles.join(u'|')));
        const int run = int(titles.indexOf(QStringLiteral("run")));
        QVERIFY(values->item(run, 1)->text() != values->item(run, 2)->text());

        // By keyboard: the cursor, and the table in place of the chart.
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_Right);
        QVERIFY(chart->cursor().has_value());
        QTest::keyClick(chart, Qt::Key_Escape);
        QVERIFY(!chart->cursor());
        QTest::keyClick(chart, Qt::Key_T);
        auto *const points = page->findChild<QTableWidget *>(QStringLiteral("comparePoints"));
        QVERIFY(points->isVisible() && points->rowCount() > 20 && points->columnCount() == 3);
        QSignalSpy back(page, &RunComparePage::runsRequested);
        page->findChild<QAbstractButton *>(QStringLiteral("runsBreadcrumb"))->click();
        QCOMPARE(m_window->page(), MainWindow::Runs);
    }

    void aRunWithoutItsMachineIsShownFromItsCopy()
    {
        m_window->show();
        m_window->attach(*m_services);
        m_window->openRun(RunId(QStringLiteral("small-abc123-a1")));
        auto *const page = m_window->findChild<RunPage *>();
        QVERIFY(page);
        QCOMPARE(page->findChild<Badge *>(QStringLiteral("runLink"))->look().text, QStringLiteral("Local copy, machine removed"));
        QTRY_COMPARE(page->training().lastStep().value_or(0), 300.0);
        QTRY_VERIFY(page->metrics().count() >= 299);
        QTRY_COMPARE(page->findChild<LogView *>(QStringLiteral("logView"))->index().lineCount(), 300);
        QVERIFY(!page->findChild<QAbstractButton *>(QStringLiteral("runResume"))->isEnabled());
    }

    void aReportIsWrittenWhereThePersonSays()
    {
        UrlCatcher catcher;
        QDesktopServices::setUrlHandler(QStringLiteral("file"), &catcher, "take");
        m_window->show();
        m_window->attach(*m_services);
        m_window->openRun(RunId(QStringLiteral("small-abc123-a1")));
        m_window->findChild<QAction *>(QStringLiteral("runExportReport"))->trigger();
        QFileDialog *dialog = nullptr;
        QTRY_VERIFY((dialog = m_window->findChild<QFileDialog *>(QStringLiteral("runReportDialog"))));
        const QString file = m_directory->filePath(QStringLiteral("report.html"));
        Q_EMIT dialog->fileSelected(file);
        dialog->reject();
        QTRY_COMPARE(catcher.last, QUrl::fromLocalFile(file));
        QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.readAll().contains("the machine box was removed from the list"));
    }

    void sixRunsAreToldApart()
    {
        QList<QPen> pens;
        RunComparePage page;
        for (int i = 0; i < 6; ++i) {
            const QPen pen = CompareChart::penOf(&page, i);
            for (const QPen &other : pens)
                QVERIFY(other.color() != pen.color());
            pens << pen;
        }
        QVERIFY(pens[3].style() == Qt::SolidLine && pens[4].style() != Qt::SolidLine && pens[5].dashPattern() != pens[4].dashPattern());
    }

    void reportsHaveTheColoursOfTheTheme()
    {
        const QString css = QString::fromUtf8(reportStyle());
        const qsizetype dark = css.indexOf(QLatin1String("prefers-color-scheme: dark"));
        QVERIFY(dark > 0);
        for (const bool isDark : {false, true}) {
            const Theme &theme = isDark ? Theme::dark() : Theme::light();
            const QString part = isDark ? css.mid(dark) : css.left(dark);
            const auto check = [&](const QString &name, const QColor &colour) {
                const auto match = QRegularExpression(QStringLiteral("--%1: (#[0-9A-F]{6})").arg(name)).match(part);
                QVERIFY2(match.hasMatch(), qPrintable(name));
                QCOMPARE(QColor(match.captured(1)), colour);
            };
            check(QStringLiteral("canvas"), theme.canvas);
            check(QStringLiteral("surface"), theme.surface);
            check(QStringLiteral("sunken"), theme.sunken);
            check(QStringLiteral("line"), theme.line);
            check(QStringLiteral("line2"), theme.line2);
            check(QStringLiteral("text1"), theme.text1);
            check(QStringLiteral("text2"), theme.text2);
            check(QStringLiteral("text3"), theme.text3);
            check(QStringLiteral("accent"), theme.accent);
            check(QStringLiteral("ok"), theme.ok.ink);
            check(QStringLiteral("ok-tint"), theme.ok.tint);
            check(QStringLiteral("warning"), theme.warning.ink);
            check(QStringLiteral("warning-tint"), theme.warning.tint);
            check(QStringLiteral("bad"), theme.bad.ink);
            check(QStringLiteral("bad-tint"), theme.bad.tint);
            check(QStringLiteral("simulated"), theme.simulated.ink);
            check(QStringLiteral("simulated-tint"), theme.simulated.tint);
            check(QStringLiteral("stale"), theme.stale.ink);
            check(QStringLiteral("stale-tint"), theme.stale.tint);
            for (int i = 0; i < 8; ++i)
                check(QStringLiteral("s%1").arg(i), theme.series[size_t(i)]);
        }
    }
};

QTEST_MAIN(TestRunCompare)
#include "tst_runcompare.moc"
