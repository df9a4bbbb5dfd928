// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/chartscale.h"
#include "ui/charts/chartstack.h"
#include "ui/charts/seriescharts.h"
#include "ui/charts/stepcharts.h"
#include "ui/charts/timecharts.h"

#include <QAbstractItemView>
#include <QChart>
#include <QLocale>
#include <QXYSeries>

#include <QTest>

#include <cmath>

using namespace trainyard;

namespace {

MachineSample sampleAt(qint64 seconds, std::optional<double> busy, int gpus = 1)
{
    MachineSample sample;
    sample.timeMs = seconds * 1000;
    sample.cpuPercent = 50;
    for (int i = 0; i < gpus; ++i) {
        GpuSample gpu;
        gpu.index = i;
        gpu.uuid = QStringLiteral("GPU-%1").arg(i);
        gpu.busyPercent = busy ? std::optional(*busy + i) : std::nullopt;
        sample.gpus.append(gpu);
    }
    return sample;
}

QList<MachineSample> seconds(qint64 from, qint64 to, std::optional<double> busy = 90)
{
    QList<MachineSample> samples;
    for (qint64 s = from; s < to; ++s)
        samples.append(sampleAt(s, busy));
    return samples;
}

}  // namespace

class TestRunCharts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSilenceBecomesAGapAndASlowSamplerDoesNot();
    void anAbsentValueIsNeverZero();
    void aMachineWithoutGpuHasNoneAndSaysWhy();
    void whatIsAskedEveryTenSecondsIsKnownBetween();
    void aGpuThatComesLaterKeepsItsPlaceInTime();
    void aClockThatGoesBackTellsAgainWhatItSaid();
    void aDayIsReducedToTheWidth();
    void eightGpusBecomeTheirMedianAndRange();
    void cellsWithoutSamplesAreUnknown();
    void lossOfARestartTakesThePlaceOfWhatItRepeats();
    void scalesAreRound_data();
    void scalesAreRound();
    void theChartDrawsNoLineAcrossAGap();
    void theEndOfTheAxisSaysThatSamplesAreMissing();
    void theTableSaysWhatTheChartsShow();
    void everySeriesOfTheTrainingHasAChart();
    void smallNumbersStayReadable();
};

void TestRunCharts::aSilenceBecomesAGapAndASlowSamplerDoesNot()
{
    RunMetrics metrics;
    metrics.append(seconds(1000, 1100));
    metrics.append(seconds(1460, 1500));
    const QList<TimeGap> gaps = metrics.gaps(0, 2'000'000);
    QCOMPARE(gaps.size(), 1);
    QCOMPARE(gaps[0].from, 1'099'000);
    QCOMPARE(gaps[0].to, 1'460'000);

    RunMetrics slow;
    for (int i = 0; i < 50; ++i)
        slow.append({sampleAt(i * 30, 90)});
    QVERIFY(slow.gaps(0, 2'000'000).isEmpty());
}

void TestRunCharts::anAbsentValueIsNeverZero()
{
    RunMetrics metrics;
    metrics.append(seconds(0, 10, std::nullopt));
    QVERIFY(std::isnan(metrics.last(GpuMetric::BusyPercent, 0)));
    QVERIFY(metrics.line(GpuMetric::BusyPercent, 0, 0, 10'000, 100).mean.isEmpty());
    QVERIFY(std::isnan(metrics.last(HostMetric::NetSent)));
}

void TestRunCharts::aMachineWithoutGpuHasNoneAndSaysWhy()
{
    RunMetrics metrics;
    MachineSample sample = sampleAt(1, std::nullopt, 0);
    sample.gpuAbsence = QStringLiteral("no-nvidia-smi");
    metrics.append({sample});
    QVERIFY(metrics.gpus().isEmpty());
    QCOMPARE(metrics.gpuAbsence(), QStringLiteral("no-nvidia-smi"));
}

void TestRunCharts::whatIsAskedEveryTenSecondsIsKnownBetween()
{
    RunMetrics metrics;
    for (int s = 0; s < 70; ++s) {
        MachineSample sample = sampleAt(s, 90);
        if (s % 10 == 0 && s < 50)
            sample.gpus[0].pcieReceivedPerSecond = s * 100.0;
        metrics.append({sample});
        if (s >= 10 && s < 50)
            QCOMPARE(metrics.last(GpuMetric::PcieReceived, 0), float(s / 10 * 1000));
    }
    // The card shows nothing any more.
    QVERIFY(std::isnan(metrics.last(GpuMetric::PcieReceived, 0)));
    QVERIFY(std::isnan(metrics.last(GpuMetric::PcieSent, 0)));
    QCOMPARE(metrics.at(GpuMetric::PcieReceived, 0, 14'000), 1000.0F);
    QCOMPARE(metrics.at(GpuMetric::PcieReceived, 0, 16'000), 2000.0F);
    QCOMPARE(timeHead(ChartKind::PcieReceived, metrics, {}, 34'000).value, valueText(ChartKind::PcieReceived, 3000));
}

void TestRunCharts::aGpuThatComesLaterKeepsItsPlaceInTime()
{
    RunMetrics metrics;
    for (int s = 0; s < 10; ++s)
        metrics.append({sampleAt(s, 90, s < 5 ? 1 : 2)});
    const DecimatedLine line = metrics.line(GpuMetric::BusyPercent, 1, 0, 10'000, 100);
    QCOMPARE(line.mean.size(), 5);
    QCOMPARE(line.mean.first(), QPointF(5000, 91));
}

void TestRunCharts::aClockThatGoesBackTellsAgainWhatItSaid()
{
    RunMetrics metrics;
    metrics.append(seconds(40, 110));
    metrics.append(seconds(50, 60));
    QCOMPARE(metrics.count(), 20);
    QCOMPARE(metrics.lastTime(), 59'000);
    QCOMPARE(metrics.clockSteps().size(), 1);
}

void TestRunCharts::aDayIsReducedToTheWidth()
{
    RunMetrics metrics;
    QList<MachineSample> samples = seconds(0, 86'400, 40);
    samples[50'000].gpus[0].busyPercent = 100;
    metrics.append(samples);
    const DecimatedLine line = metrics.line(GpuMetric::BusyPercent, 0, 0, 86'400'000, 800);
    QVERIFY(line.mean.size() <= 802 && line.mean.size() > 700);
    double highest = 0;
    for (const QPointF &p : line.high)
        highest = std::max(highest, p.y());
    QCOMPARE(highest, 100.0);
}

void TestRunCharts::eightGpusBecomeTheirMedianAndRange()
{
    RunMetrics metrics;
    metrics.append({sampleAt(1, 90, 8), sampleAt(2, 80, 8)});
    const DecimatedLine line = metrics.medianOfGpus(GpuMetric::BusyPercent, 0, 10'000, 100);
    QCOMPARE(line.mean.size(), 2);
    QCOMPARE(line.mean[0].y(), 93.5);
    QCOMPARE(line.low[0].y(), 90.0);
    QCOMPARE(line.high[0].y(), 97.0);
}

void TestRunCharts::cellsWithoutSamplesAreUnknown()
{
    RunMetrics metrics;
    metrics.append(seconds(0, 10, 20));
    const std::vector<float> cells = metrics.cells(GpuMetric::BusyPercent, 0, 0, 20'000, 4);
    QCOMPARE(cells[0], 20.0F);
    QCOMPARE(cells[1], 20.0F);
    QVERIFY(std::isnan(cells[2]));
    QVERIFY(std::isnan(cells[3]));
}

void TestRunCharts::lossOfARestartTakesThePlaceOfWhatItRepeats()
{
    TrainingCurve curve;
    for (int step = 1; step <= 10; ++step)
        curve.appendLoss(step, 10.0 - step, 20.0);
    curve.appendLoss(6, 7.5);
    QCOMPARE(curve.raw(100).size(), 6);
    QCOMPARE(*curve.lastLoss(), 7.5);
    QCOMPARE(*curve.totalSteps(), 20.0);
    curve.appendLoss(7, std::nan(""));
    QCOMPARE(*curve.lastLoss(), 7.5);
    QCOMPARE(*curve.lastStep(), 7.0);
}

void TestRunCharts::scalesAreRound_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<double>("expectedLow");
    QTest::addColumn<double>("expectedHigh");
    QTest::newRow("percent") << 0.0 << 100.0 << 0.0 << 100.0;
    QTest::newRow("loss") << 1.63 << 2.44 << 1.5 << 2.5;
    QTest::newRow("one value") << 3.0 << 3.0 << 2.8 << 3.2;
    QTest::newRow("nothing known") << std::nan("") << std::nan("") << 0.0 << 1.0;
}

void TestRunCharts::scalesAreRound()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(double, expectedLow);
    QFETCH(double, expectedHigh);
    const Scale scale = niceScale(low, high, 2, false);
    QCOMPARE(scale.low, expectedLow);
    QCOMPARE(scale.high, expectedHigh);
}

void TestRunCharts::theChartDrawsNoLineAcrossAGap()
{
    RunMetrics metrics;
    TrainingCurve training;
    metrics.append(seconds(0, 300));
    metrics.append(seconds(600, 900));
    ChartStack charts(metrics, training);
    charts.resize(800, 300);
    charts.setKinds({ChartKind::GpuBusy});
    charts.refresh();
    ChartPanel *const panel = charts.panel(ChartKind::GpuBusy);
    QCOMPARE(panel->content().gaps.size(), 1);
    QVERIFY(panel->content().gaps[0].words.contains(QStringLiteral("5")));
    // QtCharts got two separate lines, neither reaching into the gap.
    const auto series = panel->plot()->chart()->series();
    int lines = 0;
    for (QAbstractSeries *one : series) {
        const auto *const line = qobject_cast<QXYSeries *>(one);
        if (!line || line->count() == 0)
            continue;
        ++lines;
        const double first = line->at(0).x(), last = line->at(line->count() - 1).x();
        QVERIFY(last < 300'000 || first > 599'000);
    }
    QCOMPARE(lines, 2);
}

void TestRunCharts::theEndOfTheAxisSaysThatSamplesAreMissing()
{
    RunMetrics metrics;
    TrainingCurve training;
    metrics.append(seconds(0, 300));
    ChartStack charts(metrics, training);
    charts.setKinds({ChartKind::Cpu});
    charts.setEnd(480'000);
    charts.refresh();
    const PlotContent &content = charts.panel(ChartKind::Cpu)->content();
    QCOMPARE(content.gaps.size(), 1);
    QCOMPARE(content.gaps[0].to, 480'000.0);
    charts.setEnd(303'000);
    charts.refresh();
    QVERIFY(charts.panel(ChartKind::Cpu)->content().gaps.isEmpty());
}

void TestRunCharts::theTableSaysWhatTheChartsShow()
{
    RunMetrics metrics;
    TrainingCurve training;
    metrics.append(seconds(0, 100));
    training.appendLoss(1, 2.5);
    ChartStack charts(metrics, training);
    charts.resize(800, 400);
    charts.setKinds({ChartKind::Loss, ChartKind::Cpu});
    charts.show();
    QTest::keyClick(&charts, Qt::Key_T);
    QVERIFY(charts.isTableShown());
    auto *const table = charts.findChild<QAbstractItemView *>(QStringLiteral("chartTable"));
    QVERIFY(table->model()->rowCount() > 50);
    QCOMPARE(table->model()->index(0, 1).data().toString().left(2), QStringLiteral("50"));
    QCOMPARE(table->model()->index(0, 3).data().toString(), QLocale().toString(2.5, 'f', 4));
    QTest::keyClick(&charts, Qt::Key_T);
    QVERIFY(!charts.isTableShown());
}

void TestRunCharts::everySeriesOfTheTrainingHasAChart()
{
    RunMetrics metrics;
    TrainingCurve training;
    for (int step = 0; step < 500; ++step) {
        TrainingRecord record;
        record.offset = step;
        record.step = step;
        record.values = {{QStringLiteral("loss"), 3 * std::exp(-step / 200.0) + 0.2 * std::sin(step * 7.0)},
                         {QStringLiteral("lr"), 5e-5 * (1 - step / 500.0)},
                         {QStringLiteral("grad_norm"), 1 + std::abs(std::sin(step * 3.0))},
                         {QStringLiteral("step_time"), 0.25},
                         {QStringLiteral("accuracy"), 1 - std::exp(-step / 200.0)},
                         {QStringLiteral("kl"), step == 400 ? std::nan("") : 0.01 * step}};
        if (step % 100 == 99)
            record.values += {{QStringLiteral("val_loss"), 3 * std::exp(-step / 200.0) + 0.3},
                              {QStringLiteral("val_accuracy"), 0.9 - std::exp(-step / 200.0)}};
        training.append({record});
    }
    ChartStack charts(metrics, training);
    charts.resize(900, 900);
    charts.setKinds({ChartKind::Loss});
    charts.show();
    charts.setSeriesShown(true);
    auto *const series = charts.findChild<SeriesCharts *>(QStringLiteral("seriesCharts"));
    QVERIFY(series && series->isVisible());
    QStringList titles;
    for (const ChartPanel *panel : series->panels())
        titles << panel->head().title;
    QCOMPARE(titles, (QStringList{QStringLiteral("Accuracy"), QStringLiteral("Learning rate"), QStringLiteral("Gradient norm"),
                                  QStringLiteral("Step time"), QStringLiteral("kl")}));
    // Training and validation on one chart, distinguishable.
    QCOMPARE(charts.panel(ChartKind::Loss)->content().lines.last().label, QStringLiteral("validation"));
    QCOMPARE(charts.panel(ChartKind::Loss)->content().lines.last().points.size(), 5);
    QVERIFY(series->panels()[0]->content().lines.last().label == QStringLiteral("validation"));
    // One cursor for all charts by step.
    Q_EMIT series->panels()[1]->plot()->cursorMoved(250.0);
    QCOMPARE(series->panels()[2]->head().context, QStringLiteral("step 250"));
    QCOMPARE(charts.panel(ChartKind::Loss)->head().context, QStringLiteral("step 250"));
    if (const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES"); !folder.isEmpty())
        QVERIFY(charts.grab().save(folder + QStringLiteral("/series.png")));
    charts.setTableShown(true);
    auto *const table = charts.findChild<QAbstractItemView *>(QStringLiteral("chartTable"));
    QStringList heads;
    for (int column = 0; column < table->model()->columnCount(); ++column)
        heads << table->model()->headerData(column, Qt::Horizontal).toString();
    QVERIFY2(heads.contains(QStringLiteral("Learning rate")) && heads.contains(QStringLiteral("Loss validation")),
             qPrintable(heads.join(u'|')));
    charts.setSeriesShown(false);
    QVERIFY(!series->isVisible());
}

void TestRunCharts::smallNumbersStayReadable()
{
    QCOMPARE(stepValueText(0.00005), QLocale().toString(5.0, 'f', 2) + QStringLiteral("e-5"));
    QCOMPARE(stepValueText(2.5), QLocale().toString(2.5, 'f', 4));
    QCOMPARE(stepValueText(std::nan("")), QStringLiteral("nan"));
    QCOMPARE(axisNumber(2e-5, 1e-5), QStringLiteral("2e-5"));
    QCOMPARE(axisNumber(0.002, 0.001), QLocale().toString(0.002, 'f', 3));
}

QTEST_MAIN(TestRunCharts)
#include "tst_runcharts.moc"
