// SPDX-License-Identifier: GPL-3.0-or-later
// Fifty runs of 100,000 values on top of each other: the first picture, a frame while they are panned and zoomed, their smoothing, and the
// memory they take. Compared with QtCharts given all values, and with one polyline of all values per run. Processor time of this thread.
#include "tests/bench/figures.h"
#include "ui/charts/comparechart.h"
#include "ui/theme/thememanager.h"

#include <QApplication>
#include <QChart>
#include <QChartView>
#include <QFile>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

#include <cmath>
#include <ctime>

using namespace trainyard;

namespace {

constexpr int kRuns = 50, kValues = 100'000, kFrames = 60;
constexpr QSize kSize(1400, 420);
constexpr double kFrameMs = 1000.0 / 60;

double valueAt(int run, int i)
{
    const quint32 noise = (quint32(run) * 2654435761u + quint32(i)) * 2246822519u;
    return 1.2 + 0.01 * run + 3 * std::exp(-6.0 * i / kValues) + 0.2 * (double(noise >> 16) / 65536 - 0.5);
}

// Memory of this process in MB.
double residentMb()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toDouble() * 4096 / 1e6;
}

// Processor time, because this computer does other work as well.
template <typename F>
double ms(F act)
{
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
    };
    const double before = now();
    act();
    return now() - before;
}

CompareContent content(double *megabytes)
{
    const double before = residentMb();
    CompareContent content;
    content.title = QStringLiteral("Loss");
    for (int run = 0; run < kRuns; ++run) {
        auto curve = std::make_shared<OverlayCurve>();
        for (int i = 0; i < kValues; ++i)
            curve->append(i, i * 250.0, i * 4096.0, valueAt(run, i));
        curve->close();
        content.lines << CompareLine{QStringLiteral("run %1").arg(run), curve, nullptr};
    }
    *megabytes = residentMb() - before;
    return content;
}

double qtCharts()
{
    auto *const chart = new QChart;
    chart->legend()->hide();
    auto *const x = new QValueAxis, *const y = new QValueAxis;
    chart->addAxis(x, Qt::AlignBottom);
    chart->addAxis(y, Qt::AlignLeft);
    x->setRange(0, kValues);
    y->setRange(1, 5);
    QList<QLineSeries *> series;
    for (int run = 0; run < kRuns; ++run) {
        series << new QLineSeries;
        chart->addSeries(series.last());
        series.last()->attachAxis(x);
        series.last()->attachAxis(y);
    }
    QChartView view(chart);
    view.resize(kSize);
    view.show();
    QCoreApplication::processEvents();
    QList<QList<QPointF>> points;
    for (int run = 0; run < kRuns; ++run) {
        QList<QPointF> line;
        for (int i = 0; i < kValues; ++i)
            line << QPointF(i, valueAt(run, i));
        points << line;
    }
    return ms([&] {
        for (int run = 0; run < kRuns; ++run)
            series[run]->replace(points[run]);
        view.grab();
    });
}

// As simple as it can be: every value, without smooth edges.
double plainDraw()
{
    QList<QPolygonF> lines;
    for (int run = 0; run < kRuns; ++run) {
        QPolygonF line;
        for (int i = 0; i < kValues; ++i)
            line << QPointF(double(i) / kValues * kSize.width(), (5 - valueAt(run, i)) / 4 * kSize.height());
        lines << line;
    }
    QImage image(kSize, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    return ms([&] {
        QPainter painter(&image);
        painter.setPen(QPen(Qt::gray, 1));
        for (const QPolygonF &line : lines)
            painter.drawPolyline(line);
    });
}

}  // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    ThemeManager theme(app);
    theme.setMode(ThemeMode::Dark);
    double megabytes = 0;
    CompareContent curves = content(&megabytes);
    CompareChart chart;
    chart.resize(kSize);
    chart.QWidget::show();
    QCoreApplication::processEvents();
    const double first = ms([&] {
        chart.setContent(curves);
        chart.repaint();
    });
    const double plain = plainDraw();
    printFigure(QStringLiteral("compare: first picture of 50 runs x 100,000 values (one polyline of all values each)"), first, plain,
                QStringLiteral("ms"));
    const auto frames = [&](double part) {
        const double span = kValues * part;
        std::vector<double> times;
        for (int i = 0; i < kFrames; ++i) {
            const double from = (kValues - span) * i / kFrames;
            times.push_back(ms([&] {
                chart.showRange(from, from + span);
                chart.repaint();
            }));
        }
        return times;
    };
    const auto pan = [&](const QString &what) {
        for (const double part : {0.9, 0.3, 0.05, 0.005}) {
            const std::vector<double> times = frames(part);
            printFigure(QStringLiteral("compare: a frame while %1 % of the axis is panned%2 (one polyline of all values each)")
                            .arg(QString::number(part * 100), what),
                        median(times), plain, QStringLiteral("ms"));
            printFigure(QStringLiteral("compare: the slowest of these 60 frames (the time of a frame at 60 per second)"),
                        *std::max_element(times.begin(), times.end()), kFrameMs, QStringLiteral("ms"));
        }
    };
    pan({});
    const double beforeSmoothing = residentMb();
    printFigure(QStringLiteral("compare: smoothing all of it, in a worker"), ms([&] {
                    for (CompareLine &line : curves.lines)
                        line.smoothed = std::make_shared<const OverlayCurve>(line.curve->smoothed(0.9));
                }),
                0, QStringLiteral("ms"));
    chart.setContent(curves);
    chart.showAll();
    chart.setContent(curves);
    printFigure(QStringLiteral("compare: first picture of the smoothed curves"), ms([&] { chart.repaint(); }), 0, QStringLiteral("ms"));
    pan(QStringLiteral(", smoothed"));
    printFigure(QStringLiteral("compare: memory of the curves"), megabytes, double(kRuns) * kValues * sizeof(QPointF) / 1e6,
                QStringLiteral("MB"));
    printFigure(QStringLiteral("compare: memory with smoothing"), megabytes + residentMb() - beforeSmoothing, 0, QStringLiteral("MB"));
    printFigure(QStringLiteral("compare: first picture (QtCharts, all values)"), first, qtCharts(), QStringLiteral("ms"));
    return 0;
}
