// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of a run at one sample a second for a day: the cost of a tick with eight charts of eight lines, the cost of a frame while 64
// GPUs are panned and zoomed, and of one series by itself. Compared with QtCharts given all samples, and given as few points as there are
// pixels. CPU time of this process; medians.
#include "tests/bench/figures.h"
#include "ui/charts/chartstack.h"
#include "ui/theme/thememanager.h"

#include <QApplication>
#include <QChart>
#include <QChartView>
#include <QElapsedTimer>
#include <QGridLayout>
#include <QLineSeries>
#include <QTimer>
#include <QValueAxis>

#include <cmath>
#include <ctime>

using namespace trainyard;

namespace {

constexpr int kDay = 86'400;
constexpr int kWidth = 1600;
constexpr int kFrames = 40;
const QList<ChartKind> kEight = {ChartKind::GpuBusy,  ChartKind::GpuMemory, ChartKind::GpuPower, ChartKind::GpuTemperature,
                                 ChartKind::GpuClock, ChartKind::GpuBusy,   ChartKind::GpuPower, ChartKind::GpuTemperature};

double cpuMs()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

// Measures how long the longest event took.
class Application : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_depth++ > 0) {
            const bool result = QApplication::notify(receiver, event);
            --m_depth;
            return result;
        }
        QElapsedTimer timer;
        timer.start();
        const bool result = QApplication::notify(receiver, event);
        longest = std::max(longest, double(timer.nsecsElapsed()) / 1e6);
        --m_depth;
        return result;
    }
    double longest = 0;

private:
    int m_depth = 0;
};

MachineSample sampleAt(qint64 second, int gpus)
{
    MachineSample sample;
    sample.timeMs = 1'700'000'000'000 + second * 1000;
    sample.cpuPercent = 30 + double(second % 37);
    for (int i = 0; i < gpus; ++i) {
        const double wave = std::sin(double(second) / 700 + i) * 20 + double((second * 7919 + i * 104'729) % 100) / 10;
        GpuSample gpu;
        gpu.index = i;
        gpu.uuid = QStringLiteral("GPU-%1").arg(i);
        gpu.busyPercent = 70 + wave;
        gpu.memoryUsedMiB = 50'000 + wave * 100;
        gpu.memoryTotalMiB = 81'559;
        gpu.powerWatts = 500 + 5 * wave;
        gpu.powerLimitWatts = 700;
        gpu.temperatureC = 60 + wave / 3;
        gpu.smClockMHz = 1700 + wave * 3;
        sample.gpus.append(gpu);
    }
    return sample;
}

void fill(RunMetrics &metrics, int gpus)
{
    for (qint64 second = 0; second < kDay; second += 600) {
        QList<MachineSample> samples;
        for (qint64 s = second; s < second + 600; ++s)
            samples.append(sampleAt(s, gpus));
        metrics.append(samples);
    }
}

void runFor(int ms)
{
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

// CPU time of an action and its effects, including painting.
template <typename F>
double cost(F act, int settleMs)
{
    const double before = cpuMs();
    act();
    runFor(settleMs);
    return cpuMs() - before;
}

class Grid : public QWidget {
public:
    Grid(int charts, int lines, int columns)
    {
        auto *const grid = new QGridLayout(this);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setSpacing(2);
        for (int i = 0; i < charts; ++i) {
            auto *const chart = new QChart;
            chart->legend()->hide();
            chart->setMargins({});
            auto *const x = new QValueAxis, *const y = new QValueAxis;
            chart->addAxis(x, Qt::AlignBottom);
            chart->addAxis(y, Qt::AlignLeft);
            x->setVisible(false);
            y->setVisible(false);
            y->setRange(0, 120);
            for (int k = 0; k < lines; ++k) {
                auto *const series = new QLineSeries;
                series->setPen(QPen(Qt::blue, 1));
                chart->addSeries(series);
                series->attachAxis(x);
                series->attachAxis(y);
                m_series.append(series);
            }
            m_axes.append(x);
            auto *const view = new QChartView(chart);
            view->setRenderHint(QPainter::Antialiasing);
            grid->addWidget(view, i / columns, i % columns);
        }
    }
    void show(const QList<QList<QPointF>> &points)
    {
        for (QValueAxis *axis : std::as_const(m_axes))
            axis->setRange(points.first().first().x(), points.first().last().x());
        for (qsizetype i = 0; i < m_series.size(); ++i)
            m_series[i]->replace(points[i % points.size()]);
    }
    using QWidget::show;

private:
    QList<QLineSeries *> m_series;
    QList<QValueAxis *> m_axes;
};

double rawTick(const RunMetrics &metrics)
{
    QList<QList<QPointF>> points;
    for (qsizetype gpu = 0; gpu < metrics.gpus().size(); ++gpu)
        points.append(metrics.line(GpuMetric::BusyPercent, gpu, metrics.firstTime(), metrics.lastTime(), kDay).mean);
    Grid grid(8, 8, 1);
    grid.resize(kWidth, 1100);
    grid.show();
    runFor(100);
    return cost([&] { grid.show(points); }, 100);
}

double decimatedFrame(const RunMetrics &metrics)
{
    Grid grid(64, 8, 8);
    grid.resize(kWidth, 900);
    grid.show();
    runFor(100);
    std::vector<double> costs;
    for (int i = 0; i < 6; ++i) {
        costs.push_back(cost(
            [&] {
                QList<QList<QPointF>> points;
                for (qsizetype gpu = 0; gpu < metrics.gpus().size(); ++gpu) {
                    for (int metric = 0; metric < 8; ++metric)
                        points.append(
                            metrics.line(GpuMetric(metric % 5), gpu, metrics.firstTime() + i * 600'000, metrics.lastTime(), kWidth / 8)
                                .mean);
                }
                grid.show(points);
            },
            60));
    }
    return median(costs);
}

void benchTick(Application &app)
{
    RunMetrics metrics;
    TrainingCurve training;
    fill(metrics, 8);
    std::vector<double> costs, longest;
    {
        ChartStack charts(metrics, training);
        charts.resize(kWidth, 1100);
        charts.setKinds(kEight);
        charts.setGpuView({GpuShow::Lines, 0});
        charts.setEnd(metrics.lastTime());
        charts.show();
        runFor(600);
        for (int tick = 0; tick < 70; ++tick) {  // more than a minute, in which the axis moves once
            app.longest = 0;
            costs.push_back(cost(
                [&] {
                    metrics.append({sampleAt(kDay + tick, 8)});
                    charts.setEnd(metrics.lastTime());
                    charts.refresh();
                },
                350));
            longest.push_back(app.longest);
        }
    }
    printFigure(QStringLiteral("charts: a tick of 8 charts of 8 lines over a day (QtCharts, raw)"), median(costs), rawTick(metrics),
                QStringLiteral("ms"));
    printFigure(QStringLiteral("charts: the dearest tick of a minute, when the axis moves"), *std::max_element(costs.begin(), costs.end()),
                0, QStringLiteral("ms"));
    printFigure(QStringLiteral("charts: longest event of a tick"), median(longest), 0, QStringLiteral("ms"));
    printFigure(QStringLiteral("charts: longest event of the dearest tick"), *std::max_element(longest.begin(), longest.end()), 0,
                QStringLiteral("ms"));
}

// Sixty-four GPUs during a run: the work for every new sample.
void benchLive(Application &app)
{
    RunMetrics metrics;
    TrainingCurve training;
    fill(metrics, 64);
    const auto tick = [&](const QString &name, GpuShow show) {
        ChartStack charts(metrics, training);
        charts.resize(kWidth, 1100);
        charts.setKinds(kEight);
        charts.setGpuView({show, 0});
        charts.setEnd(metrics.lastTime());
        charts.show();
        runFor(600);
        std::vector<double> costs, longest;
        for (int i = 0; i < 15; ++i) {
            app.longest = 0;
            costs.push_back(cost(
                [&] {
                    metrics.append({sampleAt((metrics.lastTime() - sampleAt(0, 0).timeMs) / 1000 + 1, 64)});
                    charts.setEnd(metrics.lastTime());
                    charts.refresh();
                },
                350));
            longest.push_back(app.longest);
        }
        printFigure(QStringLiteral("charts: a tick of 64 GPUs x 8 metrics over a day, live, %1").arg(name), median(costs), 0,
                    QStringLiteral("ms"));
        printFigure(QStringLiteral("charts: longest event of such a tick"), median(longest), 0, QStringLiteral("ms"));
    };
    tick(QStringLiteral("median and range"), GpuShow::Band);
    tick(QStringLiteral("small charts"), GpuShow::Small);
    tick(QStringLiteral("heat strips"), GpuShow::Heat);
}

void benchFrames()
{
    RunMetrics metrics;
    TrainingCurve training;
    fill(metrics, 64);
    const double baseline = decimatedFrame(metrics);
    const auto frames = [&](GpuShow show, int height) {
        ChartStack charts(metrics, training);
        charts.resize(kWidth, height);
        charts.setKinds(kEight);
        charts.setGpuView({show, 0});
        charts.setEnd(metrics.lastTime());
        charts.show();
        runFor(800);
        charts.applyRequest({AxisOptions::Zoom, 0.5, double(metrics.firstTime() + metrics.lastTime()) / 2});
        runFor(400);
        std::vector<double> costs;
        for (int i = 0; i < kFrames; ++i) {
            // Off-screen parts are drawn after the frame and must not count as part of it.
            const double before = cpuMs();
            charts.applyRequest(i % 2 == 0 ? AxisOptions{AxisOptions::Pan, (i % 4 < 2 ? 1 : -1) * 300'000.0, 0}
                                           : AxisOptions{AxisOptions::Zoom, i % 4 == 1 ? 0.9 : 1 / 0.9, double(charts.timeView().from())});
            for (int turn = 0; turn < 3; ++turn)
                QCoreApplication::processEvents();
            costs.push_back(cpuMs() - before);
            runFor(200);
        }
        return median(costs);
    };
    printFigure(QStringLiteral("charts: a frame, 64 GPUs x 8 metrics, all 512 small charts (QtCharts, decimated)"),
                frames(GpuShow::Small, 3400), baseline, QStringLiteral("ms"));
    printFigure(QStringLiteral("charts: a frame, 64 GPUs, small charts that a window shows"), frames(GpuShow::Small, 900), baseline,
                QStringLiteral("ms"));
    printFigure(QStringLiteral("charts: a frame, 64 GPUs x 8 metrics, heat strips"), frames(GpuShow::Heat, 2900), baseline,
                QStringLiteral("ms"));
    printFigure(QStringLiteral("charts: a frame, 64 GPUs x 8 metrics, median and range"), frames(GpuShow::Band, 1100), baseline,
                QStringLiteral("ms"));
    std::vector<double> one;
    for (int i = 0; i < 200; ++i) {
        QElapsedTimer timer;
        timer.start();
        metrics.line(GpuMetric::PowerWatts, i % 64, metrics.firstTime() + i * 1000, metrics.lastTime(), 800);
        one.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    printFigure(QStringLiteral("charts: points of one series over a day for 800 px"), median(one), 0, QStringLiteral("ms"));
}

}  // namespace

int main(int argc, char **argv)
{
    Application app(argc, argv);
    ThemeManager theme(app);
    theme.setMode(ThemeMode::Dark);
    const QStringList wanted = app.arguments().mid(1);  // "tick", "live", "frames"; none: all
    if (wanted.isEmpty() || wanted.contains(QLatin1String("tick")))
        benchTick(app);
    if (wanted.isEmpty() || wanted.contains(QLatin1String("live")))
        benchLive(app);
    if (wanted.isEmpty() || wanted.contains(QLatin1String("frames")))
        benchFrames();
    return 0;
}
