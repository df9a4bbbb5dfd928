// SPDX-License-Identifier: GPL-3.0-or-later
// Runs compared in the window, runs whose machine was removed, and the colours of reports.
#include "core/observe/report/reportfiles.h"
#include "core/observe/trainlog/traininglog.h"
#include "core/service/runs/services.h"
#include "ui/charts/comparechart.h"
#include "ui/charts/parallelaxis.h"
#include "ui/charts/parallelchart.h"
#include "ui/charts/scatterchart.h"
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
#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QPainter>
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

    // If TRAINYARD_PICTURES names a folder, the window is left there in both looks.
    void keepPicture(const QString &name)
    {
        const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES");
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            if (folder.isEmpty())
                return;
            m_theme->setMode(mode);
            m_window->resize(1440, 900);
            QTest::qWait(100);
            m_window->grab().save(
                QDir(folder).filePath(name + (mode == ThemeMode::Dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png"))));
        }
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
        QTRY_VERIFY(chart->content().lines[0].curve && chart->content().lines[1].curve);
        QCOMPARE(chart->content().title, QStringLiteral("Loss"));
        QCOMPARE(chart->content().lines[0].curve->size(), size_t(300));
        QCOMPARE(chart->content().axis, OverlayAxis::Step);

        // By time, because the sampler recorded the log's growth.
        page->findChild<QAbstractButton *>(QStringLiteral("compareAxis1"))->click();
        QCOMPARE(chart->content().axis, OverlayAxis::Time);
        QVERIFY(chart->content().lines[1].curve->has(OverlayAxis::Time));
        QVERIFY(chart->content().lines[1].curve->to(OverlayAxis::Time) <= 600'000);
        QVERIFY(!page->findChild<QAbstractButton *>(QStringLiteral("compareAxis2"))->isEnabled());  // no series counts tokens

        auto *const values = page->findChild<QTableWidget *>(QStringLiteral("compareValues"));
        QStringList titles;
        for (int row = 0; row < values->rowCount(); ++row)
            titles << values->item(row, 0)->text();
        QVERIFY2(titles.contains(QStringLiteral("lr")) && titles.contains(QStringLiteral("Lowest loss")), qPrintable(titles.join(u'|')));
        QVERIFY(!titles.contains(QStringLiteral("Machine")));  // the same for both
        const int rate = int(titles.indexOf(QStringLiteral("lr")));
        QVERIFY(values->item(rate, 1)->text() != values->item(rate, 2)->text());
        const int line = int(titles.indexOf(QStringLiteral("run, line 1")));
        QVERIFY2(line > 0 && values->item(line, 1)->text().startsWith(QStringLiteral("− python train.py --lr")),
                 qPrintable(titles.join(u'|')));
        page->findChild<QCheckBox *>(QStringLiteral("compareEqual"))->click();
        titles.clear();
        for (int row = 0; row < values->rowCount(); ++row)
            titles << values->item(row, 0)->text();
        QVERIFY(titles.contains(QStringLiteral("Machine")));

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

    void anyNumberOfRunsIsReadAndFiltered()
    {
        for (int i = 0; i < 9; ++i) {
            const Run run = storedRun(QStringLiteral("sweep%1").arg(i), {});
            QVERIFY(m_services->database().runs.add(run).has_value());
            writeCopy(run, logOf(2.0 + 0.2 * i), "run: python train.py --lr " + QByteArray::number(1e-4 * (i + 1)) + " --seed 7\n");
        }
        m_window->show();
        m_window->attach(*m_services);
        m_window->showPage(MainWindow::Runs);
        auto *const view = m_window->findChild<QTreeView *>(QStringLiteral("runsView"));
        QTRY_COMPARE(view->model()->rowCount(), 12);
        view->selectAll();
        m_window->findChild<QPushButton *>(QStringLiteral("runsCompare"))->click();
        auto *const page = m_window->findChild<RunComparePage *>();
        auto *const chart = page->findChild<CompareChart *>();
        QTRY_COMPARE(chart->content().lines.size(), 12);
        QTRY_COMPARE(chart->readings().size(), 12);
        auto *const legend = page->findChild<QTableWidget *>(QStringLiteral("compareLegend"));
        QCOMPARE(legend->rowCount(), 12);
        // Sorted by value, and a hidden one is no longer among the values.
        QVERIFY(legend->item(0, 1)->text().toDouble() >= legend->item(11, 1)->text().toDouble());
        legend->setFocus();
        legend->setCurrentCell(0, 0);
        QTest::keyClick(legend, Qt::Key_Space);
        QCOMPARE(chart->readings().size(), 11);
        page->findChild<QAbstractButton *>(QStringLiteral("compareShowAll"))->click();
        QCOMPARE(chart->readings().size(), 12);

        keepPicture(QStringLiteral("curves"));
        // An axis filters the list.
        page->findChild<QAbstractButton *>(QStringLiteral("compareView1"))->click();
        auto *const parallel = page->findChild<ParallelChart *>();
        auto *const list =
            page->findChild<QWidget *>(QStringLiteral("compareParallel"))->findChild<QTableWidget *>(QStringLiteral("spaceRuns"));
        QTRY_COMPARE(list->rowCount(), 12);
        QVERIFY(parallel->order().contains(QStringLiteral("parameter:lr")));
        ParallelAxis *rate = nullptr;
        for (ParallelAxis *const axis : parallel->axes())
            rate = axis->variable().key == QLatin1String("parameter:lr") ? axis : rate;
        rate->setFocus();
        QTest::keyClick(rate, Qt::Key_PageUp, Qt::ShiftModifier);
        QVERIFY(list->rowCount() < 12 && list->rowCount() > 0);
        QVERIFY2(rate->accessibleName().startsWith(QStringLiteral("lr, from ")), qPrintable(rate->accessibleName()));
        const QStringList before = parallel->order();
        QTest::keyClick(rate, Qt::Key_Right, Qt::ControlModifier);
        QVERIFY(parallel->order() != before);
        keepPicture(QStringLiteral("parameters"));
        page->findChild<QAbstractButton *>(QStringLiteral("spaceClear"))->click();
        QCOMPARE(list->rowCount(), 12);

        // A point opens its run.
        page->findChild<QAbstractButton *>(QStringLiteral("compareView2"))->click();
        auto *const scatter = page->findChild<ScatterChart *>();
        QCOMPARE(scatter->pointCount(), 12);
        scatter->setFocus();
        QTest::keyClick(scatter, Qt::Key_Right);
        QVERIFY2(scatter->current() >= 0 && scatter->accessibleDescription().contains(QStringLiteral("lr: ")),
                 qPrintable(scatter->accessibleDescription()));
        keepPicture(QStringLiteral("scattered"));
        page->setView(RunComparePage::Differences);
        keepPicture(QStringLiteral("differences"));
        page->setView(RunComparePage::Scatter);
        QSignalSpy opened(page, &RunComparePage::openRequested);
        QTest::mouseClick(scatter, Qt::LeftButton, {}, scatter->pointOf(scatter->current()).toPoint());
        QCOMPARE(opened.size(), 1);
    }

    void whatARunningRunAddsIsShownByItself()
    {
        Run run = storedRun(QStringLiteral("live"), {});
        run.state = RunState::Running;
        run.exitCode.reset();
        run.ended = {};
        QVERIFY(m_services->database().runs.add(run).has_value());
        const QByteArray task("run: python train.py --lr 1e-3\n");
        writeCopy(run, logOf(2.0), task);
        QVERIFY(QFile::remove(m_paths.runs() + u'/' + run.id.text() + QStringLiteral("/exit")));
        m_window->show();
        m_window->attach(*m_services);
        m_window->showPage(MainWindow::Runs);
        auto *const view = m_window->findChild<QTreeView *>(QStringLiteral("runsView"));
        QTRY_COMPARE(view->model()->rowCount(), 4);
        view->selectAll();
        m_window->findChild<QPushButton *>(QStringLiteral("runsCompare"))->click();
        auto *const chart = m_window->findChild<RunComparePage *>()->findChild<CompareChart *>();
        QTRY_COMPARE(chart->readings().size(), 4);
        const auto highest = [chart] { return chart->readings().value(0).value; };
        const double before = highest();
        QVERIFY(before < 1);
        writeCopy(run, logOf(2.0) + "step=301 loss=7.5 tok/s=5000\n", task);
        QVERIFY(QFile::remove(m_paths.runs() + u'/' + run.id.text() + QStringLiteral("/exit")));
        QTRY_COMPARE_WITH_TIMEOUT(highest(), 7.5, 30'000);
    }

    void tickedRunsAreOverlaidAboveTheList()
    {
        m_window->show();
        m_window->attach(*m_services);
        m_window->showPage(MainWindow::Runs);
        auto *const view = m_window->findChild<QTreeView *>(QStringLiteral("runsView"));
        QTRY_COMPARE(view->model()->rowCount(), 3);
        auto *const page = m_window->findChild<RunsPage *>();
        auto *const chart = page->findChild<CompareChart *>();
        QVERIFY(!chart->isVisible());
        page->findChild<QAbstractButton *>(QStringLiteral("runsCurvesButton"))->click();
        QVERIFY(chart->isVisible());
        view->setFocus();
        view->setCurrentIndex(view->model()->index(0, 0));
        QTest::keyClick(view, Qt::Key_Space);
        view->setCurrentIndex(view->model()->index(1, 0));
        QTest::keyClick(view, Qt::Key_Space);
        QTRY_COMPARE(chart->readings().size(), 2);
        // Another one is added to what was read.
        view->setCurrentIndex(view->model()->index(2, 0));
        QTest::keyClick(view, Qt::Key_Space);
        QTRY_COMPARE(chart->readings().size(), 3);
        page->findChild<QAbstractButton *>(QStringLiteral("runsCurvesButton"))->click();
        QVERIFY(!chart->isVisible());
    }

    void theChartFitsIntoTheWindow()
    {
        RunComparePage page;
        page.resize(1200, 560);
        page.show();
        ComparedRun one;
        one.id = QStringLiteral("a");
        one.name = QStringLiteral("a");
        page.setRuns({one, one}, {{}, {}}, 0);
        const auto *const chart = page.findChild<CompareChart *>();
        QTRY_VERIFY(chart->isVisible() && chart->height() >= 200);
        QTRY_VERIFY(chart->mapTo(&page, chart->rect().bottomLeft()).y() < page.height());
        // Another view may be taller than the window and scroll.
        page.setView(RunComparePage::Scatter);
        page.setView(RunComparePage::Curves);
        QTRY_VERIFY(chart->mapTo(&page, chart->rect().bottomLeft()).y() < page.height());
    }

    void sixRunsAreToldApart()
    {
        QList<QColor> colours;
        QList<QImage> marks;
        RunComparePage page;
        for (int i = 0; i < CompareChart::kToldApart; ++i) {
            QImage mark(20, 20, QImage::Format_ARGB32_Premultiplied);
            mark.fill(Qt::white);
            QPainter painter(&mark);
            painter.setBrush(Qt::black);
            CompareChart::paintMark(painter, i, {10, 10}, 6);
            painter.end();
            QVERIFY(!colours.contains(CompareChart::colourOf(&page, i)) && !marks.contains(mark));
            colours << CompareChart::colourOf(&page, i);
            marks << mark;
        }
        QCOMPARE(CompareChart::colourOf(&page, 6), CompareChart::colourOf(&page, 40));
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
