// SPDX-License-Identifier: GPL-3.0-or-later
// Training curves beside the charts over time.
#include "ui/charts/chartcontrols.h"
#include "ui/charts/chartstack.h"
#include "ui/charts/eventlane.h"
#include "ui/charts/stepcharts.h"
#include "ui/charts/timecharts.h"
#include "ui/common/searchfield.h"
#include "ui/run/gpurows.h"

#include <QAccessible>
#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>

using namespace trainyard;

namespace {

constexpr qint64 kStart = 1'700'000'000'000;
constexpr int kSeconds = 1200, kPerSecond = 10;  // steps

// Twenty minutes of samples, and a log with ten steps in every second of the second half.
struct Shown {
    RunMetrics metrics;
    TrainingCurve training;
    LogClock log;
    ChartStack charts{metrics, training};
    ChartControls controls{&charts};

    explicit Shown(const QList<ChartKind> &kinds = {ChartKind::Loss, ChartKind::GpuBusy}, int gpus = 2)
    {
        QList<MachineSample> samples;
        QList<TrainingRecord> records;
        qint64 bytes = 100, previous = 0;
        for (int second = 0; second < kSeconds; ++second) {
            MachineSample sample;
            sample.timeMs = kStart + second * 1000;
            for (int i = 0; i < gpus; ++i) {
                GpuSample gpu;
                gpu.index = i;
                gpu.uuid = QStringLiteral("GPU-%1").arg(i);
                gpu.busyPercent = 50 + second % 10;
                sample.gpus.append(gpu);
            }
            samples.append(sample);
            for (int k = 0; second >= kSeconds / 2 && k < kPerSecond; ++k) {
                TrainingRecord record;
                record.offset = bytes;
                record.step = stepAt(second) + k;
                record.values = {{QStringLiteral("loss"), 4.0 / (1 + *record.step * 0.01)},
                                 {QStringLiteral("val_loss"), 4.5 / (1 + *record.step * 0.01)},
                                 {QStringLiteral("throughput (tok/s)"), 50'000}};
                records.append(record);
                bytes += 40;
            }
            log.append({sample.timeMs, previous, bytes});
            previous = sample.timeMs;
        }
        metrics.append(samples);
        training.append(records);
        charts.setLogClock(&log);
        charts.resize(900, 600);
        charts.setKinds(kinds);
        charts.setEnd(metrics.lastTime());
        charts.refresh();
        charts.show();
        controls.refresh();
    }
    static int stepAt(int second) { return (second - kSeconds / 2) * kPerSecond; }
};

}  // namespace

class TestCurves : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aStepHasItsMomentAndAMomentItsStep();
    void theCursorStandsAtTheStepOfTheMoment();
    void theCurveShowsTheStretchInView();
    void theCurveMayBeOverTime();
    void withoutTimesThereAreSteps();
    void aLogarithmicScaleLeavesOutWhatHasNoPlace();
    void smoothingIsChosen();
    void throughputHasAChartOfItsOwn();
    void throughputThatNothingReportsIsComputed();
    void validationOfEventFilesSharesTheChart();
    void earlierAttemptsStandBehindEveryCurveAndTheTimeBetweenIsAGap();
    void whatLastsIsABarAndWhatCoversEachOtherIsCounted();
    void smallChartsReachTheirEdgesAndSayTheValueAtTheCursor();
    void numbersOfAnAxisHaveOneForm();
    void everythingHasAName();
};

void TestCurves::aStepHasItsMomentAndAMomentItsStep()
{
    const Shown run;
    StepClock clock;
    QVERIFY(clock.isEmpty());
    clock.update(run.training, run.log);
    QVERIFY(!clock.isEmpty());
    const double ms = clock.timeOf(1000).value_or(0);  // a hundred seconds after the first one
    QVERIFY2(std::abs(ms - double(kStart + (kSeconds / 2 + 100) * 1000)) <= 1000, qPrintable(QString::number(ms - double(kStart))));
    QVERIFY(std::abs(clock.stepAt(ms).value_or(0) - 1000) < 1);
    // Ten steps lie within one second, one after the other.
    QVERIFY(*clock.timeOf(1005) > *clock.timeOf(1004) && *clock.timeOf(1009) - *clock.timeOf(1001) < 1000);
    // Before the first step, the first one is used.
    QCOMPARE(clock.stepAt(double(kStart)).value_or(-1), 0.0);
    QVERIFY(!clock.timeOf(1e9));
    QCOMPARE(clock.stepAt(1e15).value_or(0), clock.lastStep());
}

void TestCurves::theCursorStandsAtTheStepOfTheMoment()
{
    Shown run;
    const qint64 moment = kStart + (kSeconds / 2 + 300) * 1000;
    run.charts.setCursorMoment(moment);
    const ChartHead loss = run.charts.panel(ChartKind::Loss)->head();
    QVERIFY(std::abs(run.charts.cursorStep().value_or(0) - 3000) <= kPerSecond);
    QVERIFY2(loss.context.startsWith(QDateTime::fromMSecsSinceEpoch(moment).toString(QStringLiteral("HH:mm:ss"))),
             qPrintable(loss.context));
    QVERIFY(loss.context.contains(QStringLiteral("step")));
    QCOMPARE(loss.keyValues.size(), 2);
    QVERIFY(loss.keyValues[0] != loss.keyValues[1]);
    // In the other direction.
    Q_EMIT run.charts.panel(ChartKind::Loss)->plot()->cursorMoved(1000);
    QVERIFY(std::abs(double(run.charts.cursorMoment().value_or(0) - kStart - (kSeconds / 2 + 100) * 1000)) <= 1000);
    const QString time = QDateTime::fromMSecsSinceEpoch(*run.charts.cursorMoment()).toString(QStringLiteral("HH:mm:ss"));
    QVERIFY(run.charts.panel(ChartKind::GpuBusy)->head().context.startsWith(time));
    QTest::keyClick(&run.charts, Qt::Key_Left);
    QVERIFY(run.charts.accessibleDescription().contains(QStringLiteral("Loss")));
    QTest::keyClick(&run.charts, Qt::Key_Escape);
    QVERIFY(!run.charts.cursorStep() && !run.charts.cursorMoment());
}

void TestCurves::theCurveShowsTheStretchInView()
{
    Shown run;
    const Scale whole = run.charts.panel(ChartKind::Loss)->content().x;
    QCOMPARE(whole.low, 0.0);
    const double from = kStart + (kSeconds / 2 + 100) * 1000, to = from + 200'000;
    run.charts.applyRequest({AxisOptions::Span, from, to});
    const Scale part = run.charts.panel(ChartKind::Loss)->content().x;
    QVERIFY2(std::abs(part.low - 1000) <= 2 * kPerSecond && std::abs(part.high - 3000) <= 2 * kPerSecond,
             qPrintable(QStringLiteral("%1 to %2").arg(part.low).arg(part.high)));
    // Turning the wheel over the loss zooms all curves around the step under it.
    const qint64 before = run.charts.timeView().span();
    Q_EMIT run.charts.panel(ChartKind::Loss)->plot()->axisRequested({AxisOptions::Zoom, 0.5, 2000});
    QVERIFY(run.charts.timeView().span() < before * 6 / 10);
    const Scale closer = run.charts.panel(ChartKind::Loss)->content().x;
    QVERIFY(closer.low < 2000 && closer.high > 2000 && closer.high - closer.low < 1200);
    Q_EMIT run.charts.panel(ChartKind::Loss)->plot()->axisRequested({AxisOptions::Pan, 200, 0});
    QVERIFY(run.charts.panel(ChartKind::Loss)->content().x.low > closer.low + 100);
    Q_EMIT run.charts.panel(ChartKind::Loss)->plot()->axisRequested({AxisOptions::Back, 0, 0});
    QCOMPARE(run.charts.panel(ChartKind::Loss)->content().x.high, whole.high);
}

void TestCurves::theCurveMayBeOverTime()
{
    Shown run;
    QTest::keyClick(&run.charts, Qt::Key_X);
    QCOMPARE(run.charts.curveView().axis, CurveAxis::Time);
    const PlotContent loss = run.charts.panel(ChartKind::Loss)->content();
    QCOMPARE(qint64(loss.x.low), run.charts.timeView().from());
    QCOMPARE(qint64(loss.x.high), run.charts.timeView().to());
    // It began in the middle of the run.
    QVERIFY(std::abs(loss.lines.last().points.first().x() - double(kStart + kSeconds * 500)) < 3000);
    auto *const button = run.controls.findChild<QPushButton *>(QStringLiteral("chartCurves"));
    QCOMPARE(button->text(), QStringLiteral("By time"));
    run.controls.findChild<QAction *>(QStringLiteral("chartByStep"))->trigger();
    QCOMPARE(run.charts.curveView().axis, CurveAxis::Step);
    QCOMPARE(run.charts.panel(ChartKind::Loss)->content().x.low, 0.0);
}

void TestCurves::withoutTimesThereAreSteps()
{
    RunMetrics metrics;
    TrainingCurve training;
    for (int step = 0; step < 200; ++step)
        training.appendLoss(step, 3 - step * 0.01);
    ChartStack charts(metrics, training);
    ChartControls controls(&charts);
    charts.resize(800, 400);
    charts.setKinds({ChartKind::Loss});
    charts.refresh();
    charts.show();
    QVERIFY(!charts.canShowByTime());
    QVERIFY(!controls.findChild<QAction *>(QStringLiteral("chartByTime"))->isEnabled());
    QTest::keyClick(&charts, Qt::Key_X);
    QCOMPARE(charts.curveView().axis, CurveAxis::Step);
    QTest::keyClick(&charts, Qt::Key_Left);
    QVERIFY(charts.cursorStep().value_or(0) > 190);
    QVERIFY(charts.panel(ChartKind::Loss)->head().context.contains(QStringLiteral("step")));
}

void TestCurves::aLogarithmicScaleLeavesOutWhatHasNoPlace()
{
    Shown run;
    run.training.appendLoss(100'000, 0);
    run.charts.refresh();
    QTest::keyClick(&run.charts, Qt::Key_L);
    const PlotContent loss = run.charts.panel(ChartKind::Loss)->content();
    const QPointF first = loss.lines.first().points.first();
    QVERIFY(std::abs(first.y() - std::log10(4.0)) < 1e-9);
    for (const QPointF &point : loss.lines.first().points)
        QVERIFY(std::isfinite(point.y()) && point.y() >= loss.y.low && point.y() <= loss.y.high);
    QStringList labels;
    for (const ScaleTick &tick : loss.y.ticks)
        labels << tick.label;
    QVERIFY2(labels.contains(QStringLiteral("1")), qPrintable(labels.join(u' ')));
    QVERIFY(run.controls.findChild<QAction *>(QStringLiteral("chartLogarithmic"))->isChecked());
    // The table and the file contain the measured values.
    run.charts.setTableShown(true);
    run.charts.setTableShown(false);
    QVERIFY(run.charts.csv().contains("\n100000,0"));
}

void TestCurves::smoothingIsChosen()
{
    Shown run;
    const auto lines = [&run] { return run.charts.panel(ChartKind::Loss)->content().lines; };
    const QList<PlotLine> usual = lines();
    QVERIFY(std::any_of(usual.begin(), usual.end(), [](const PlotLine &line) { return line.isFaint; }));
    auto *const slider = run.controls.findChild<QSlider *>(QStringLiteral("chartSmoothing"));
    QCOMPARE(slider->value(), CurveView::kUsualSmoothing);
    QVERIFY(!slider->accessibleName().isEmpty());
    slider->setValue(0);
    const QList<PlotLine> raw = lines();
    QVERIFY(std::none_of(raw.begin(), raw.end(), [](const PlotLine &line) { return line.isFaint; }));
    QTest::keyClick(&run.charts, Qt::Key_BracketRight);
    QCOMPARE(slider->value(), 1);
    QVERIFY(lines().size() > raw.size());
}

void TestCurves::throughputHasAChartOfItsOwn()
{
    Shown run({ChartKind::Loss, ChartKind::Throughput, ChartKind::GpuBusy});
    const ChartPanel *const panel = run.charts.panel(ChartKind::Throughput);
    QCOMPARE(panel->head().title, QStringLiteral("Throughput"));
    QVERIFY(panel->head().unit.startsWith(QStringLiteral("tokens per second")));
    QCOMPARE(panel->content().y.low, 0.0);
    QVERIFY(!panel->content().lines.isEmpty());
    // It covers the same steps as the loss above it; only the lower one labels them.
    const PlotContent loss = run.charts.panel(ChartKind::Loss)->content();
    QCOMPARE(panel->content().x.low, loss.x.low);
    QCOMPARE(panel->content().x.high, loss.x.high);
    QVERIFY(panel->content().showsX && !loss.showsX);
    // A chart drawn before the layout knew its width is drawn again.
    QTRY_COMPARE(run.charts.panel(ChartKind::Loss)->content().x.ticks.size(), panel->content().x.ticks.size());
    QTRY_VERIFY(panel->content().x.ticks.size() >= 5);
    for (const StepChart &chart : furtherCharts(run.training, {}))
        QVERIFY(chart.title != panel->head().title);
    QVERIFY(!throughputChart(TrainingCurve(), StepClock(), {}));
}

void TestCurves::throughputThatNothingReportsIsComputed()
{
    // Two steps a second in the first half, one in the second, after a pause of two minutes.
    TrainingCurve training;
    QList<TrainingRecord> records;
    qint64 ms = kStart;
    for (int step = 0; step < 2000; ++step) {
        ms += step == 1000 ? 120'000 : step < 1000 ? 500 : 1000;
        TrainingRecord record;
        record.step = step;
        record.timeMs = ms;
        record.values.append({QStringLiteral("events:run/loss"), 2.0});
        records.append(record);
    }
    training.append(records);
    StepClock clock;
    clock.update(training, LogClock());
    const auto chart = throughputChart(training, clock, {});
    QVERIFY(chart);
    QCOMPARE(chart->title, QStringLiteral("Throughput"));
    QVERIFY2(chart->unit.contains(QStringLiteral("computed")), qPrintable(chart->unit));
    const TrainingSeries &pace = *chart->lines.first().series;
    QVERIFY(std::abs(pace.near(500)->value - 2) < 0.01);
    QVERIFY(std::abs(pace.near(1500)->value - 1) < 0.01);
    QVERIFY(pace.lowest()->y() < 0.2 && std::abs(pace.lowest()->x() - 1000) < 30);
    // What event files report is not computed.
    TrainingRecord said;
    said.step = 2000;
    said.timeMs = ms + 1000;
    said.values.append({QStringLiteral("events:run/perf/tokens_per_second"), 4000});
    training.append({said});
    const auto reported = throughputChart(training, clock, {});
    QVERIFY(reported && reported->unit.startsWith(QStringLiteral("tokens per second")));
    QCOMPARE(reported->lines.first().series->last()->value, 4000.0);
}

void TestCurves::validationOfEventFilesSharesTheChart()
{
    TrainingCurve training;
    for (int step = 0; step < 50; ++step) {
        TrainingRecord record;
        record.step = step;
        record.timeMs = kStart + step * 1000;
        for (const char *name : {"events:train/epoch_loss", "events:validation/epoch_loss", "events:train/epoch_accuracy",
                                 "events:validation/epoch_accuracy", "events:other/epoch_accuracy", "bleu", "val_bleu"})
            record.values.append({QString::fromLatin1(name), step * 0.01});
        training.append({record});
    }
    const QList<StepChart> charts = furtherCharts(training, {});
    QStringList titles;
    for (const StepChart &chart : charts)
        titles << QStringLiteral("%1 %2").arg(chart.title).arg(chart.lines.size());
    // The loss of the event files has its own chart.
    QCOMPARE(titles, (QStringList{QStringLiteral("accuracy 2"), QStringLiteral("other/epoch_accuracy 1"), QStringLiteral("bleu 2")}));
    QCOMPARE(charts[0].unit, QStringLiteral("event file"));
    QCOMPARE(lossChart(training, {}).lines.size(), 2);
}

void TestCurves::earlierAttemptsStandBehindEveryCurveAndTheTimeBetweenIsAGap()
{
    Shown run({ChartKind::Loss, ChartKind::GpuBusy});
    ChartStack::EarlierAttempts earlier;
    for (int step = 0; step < 900; ++step) {
        earlier.curves[QStringLiteral("loss")] << QPointF(step, 5);
        earlier.curves[QStringLiteral("lr")] << QPointF(step, 0.5);
    }
    earlier.ended = kStart - 60'000;
    earlier.began = kStart;
    run.charts.setEarlier(earlier);
    run.charts.setSeriesShown(true);
    const auto past = [](const PlotContent &content) {
        return std::find_if(content.lines.begin(), content.lines.end(), [](const PlotLine &line) { return line.isDashed; });
    };
    const PlotContent loss = run.charts.panel(ChartKind::Loss)->content();
    QVERIFY(past(loss) != loss.lines.end() && past(loss)->isFaint && past(loss) == loss.lines.begin());
    QCOMPARE(past(loss)->label, QStringLiteral("earlier attempts"));
    // The values of the keys stand beside their own keys.
    run.charts.setCursorMoment(kStart + (kSeconds / 2 + 50) * 1000);
    const ChartHead head = run.charts.panel(ChartKind::Loss)->head();
    QCOMPARE(head.keyValues.first(), stepValueText(5));
    run.charts.setCursorMoment(std::nullopt);
    const QList<ValueColumn> columns = stepColumns(lossChart(run.training, {{QStringLiteral("loss"), TrainingSeries()}}), 100);
    QVERIFY(
        std::none_of(columns.begin(), columns.end(), [](const ValueColumn &one) { return one.title.contains(QLatin1String("earlier")); }));
    const PlotContent busy = run.charts.panel(ChartKind::GpuBusy)->content();
    QVERIFY(!busy.gaps.isEmpty());
    QCOMPARE(qint64(busy.gaps.first().from), kStart - 60'000);
    QVERIFY2(busy.gaps.first().words.contains(QStringLiteral("1\u00a0min")), qPrintable(busy.gaps.first().words));
    QCOMPARE(run.charts.timeView().from(), kStart - 60'000);
}

void TestCurves::whatLastsIsABarAndWhatCoversEachOtherIsCounted()
{
    EventLane lane;
    lane.resize(600, 60);
    lane.setAxis(timeScale(kStart, kStart + 600'000, 5));
    QList<ChartEvent> events{{kStart + 100'000, ChartEventKind::Alert, QStringLiteral("GPU 1 little used"), kStart + 400'000}};
    for (int i = 0; i < 20; ++i)
        events.append({kStart + 500'000 + i * 2000, ChartEventKind::Checkpoint, QStringLiteral("Step %1").arg(i), 0});
    events.append({kStart + 20'000, ChartEventKind::Checkpoint, QStringLiteral("Step 1000"), 0});
    events = mergedEvents(events);
    lane.setEvents(events);
    const QList<EventLane::Mark> marks = lane.marks();
    qsizetype said = 0;
    for (qsizetype i = 0; i < marks.size(); ++i) {
        said += marks[i].events.size();
        QCOMPARE(marks[i].count.isEmpty(), marks[i].events.size() == 1);
        if (marks[i].kind == ChartEventKind::Alert)
            QVERIFY(marks[i].box.width() > 100 && marks[i].box.height() < 20);
        else
            QCOMPARE(marks[i].box.width(), marks[i].box.height());
        for (qsizetype k = 0; k < i; ++k)
            QVERIFY(marks[k].kind != marks[i].kind || !marks[k].box.intersects(marks[i].box));
    }
    QCOMPARE(said, events.size());
    QVERIFY(marks.size() >= 3 && marks.size() < 12);
    // The mark of a lasting alert is as wide as any other; a flat bar follows it.
    const QImage picture = lane.grab().toImage();
    const Theme theme = themeOf(&lane);
    const QRectF bar = std::find_if(marks.begin(), marks.end(), [](const EventLane::Mark &mark) {
                           return mark.kind == ChartEventKind::Alert;
                       })->box;
    QCOMPARE(picture.pixelColor(int(bar.center().x()), int(bar.center().y())), theme.warning.tint);
    QVERIFY(picture.pixelColor(int(bar.center().x()), int(bar.top()) + 1) != theme.warning.ink);
    // Each event is announced separately.
    QAccessibleInterface *const list = QAccessible::queryAccessibleInterface(&lane);
    QCOMPARE(list->childCount(), events.size());
    QVERIFY(list->child(1)->text(QAccessible::Name).contains(QStringLiteral("GPU 1 little used")));
    QVERIFY(list->child(1)->text(QAccessible::Name).contains(QStringLiteral("Alert")));
}

void TestCurves::smallChartsReachTheirEdgesAndSayTheValueAtTheCursor()
{
    Shown run({ChartKind::GpuBusy});
    run.charts.setGpuView({GpuShow::Small, 0});
    run.charts.applyRequest({AxisOptions::Span, double(kStart + 300'500), double(kStart + 360'500)});
    GpuRaster *const raster = run.charts.panel(ChartKind::GpuBusy)->raster();
    raster->resize(900, 90);
    const QImage &picture = raster->image();
    const QRgb ink = themeOf(raster).series[0].rgb();
    const auto hasLine = [&](int x) {
        for (int y = 0; y < picture.height(); ++y) {
            if (picture.pixel(x, y) == ink)
                return true;
        }
        return false;
    };
    QVERIFY(hasLine(PlotChart::leftMargin() + 1));
    QVERIFY(hasLine(picture.width() - PlotChart::rightMargin() - 2));
    run.charts.setCursorMoment(kStart + 303'000);
    QCOMPARE(raster->content().cells[0].value, valueText(ChartKind::GpuBusy, 53));
    run.charts.setCursorMoment(kStart + 307'000);
    QCOMPARE(raster->content().cells[1].value, valueText(ChartKind::GpuBusy, 57));
    // New samples leave them at the cursor.
    run.charts.refresh();
    run.charts.panel(ChartKind::GpuBusy);
    QCOMPARE(raster->content().cells[1].value, valueText(ChartKind::GpuBusy, 57));
    // A sample that is merely due is not a gap, one that has been missing for long is.
    const auto isHatchedAtEnd = [&](qint64 silence) {
        const qint64 last = run.metrics.lastTime();
        run.charts.setEnd(last + silence);
        run.charts.refresh();
        run.charts.applyRequest({AxisOptions::Span, double(last - 2 * silence), double(last + silence)});
        run.charts.panel(ChartKind::GpuBusy);
        const QImage &image = raster->image();
        for (int x = image.width() - PlotChart::rightMargin() - 20; x < image.width() - PlotChart::rightMargin() - 2; ++x) {
            for (int y = 0; y < image.height(); ++y) {
                if (image.pixel(x, y) == themeOf(raster).line2.rgb())
                    return true;
            }
        }
        return false;
    };
    QVERIFY(!isHatchedAtEnd(6000));
    QVERIFY(isHatchedAtEnd(30'000));
    // Up to sixteen strips have a label each.
    run.charts.setGpuView({GpuShow::Heat, 0});
    run.charts.panel(ChartKind::GpuBusy);
    QVERIFY(raster->sizeHint().height() >= 2 * QFontMetrics(textFont(TextRole::Label)).height());
}

void TestCurves::numbersOfAnAxisHaveOneForm()
{
    const Scale scale = niceScale(0, 15'000, 6, true);
    QCOMPARE(scale.ticks[0].label, QStringLiteral("0"));
    for (const ScaleTick &tick : scale.ticks.mid(1))
        QVERIFY2(tick.label.endsWith(QStringLiteral("\u00a0k")), qPrintable(tick.label));
    const Scale decades = logScale(0.002, 35, 4);
    QStringList labels;
    for (const ScaleTick &tick : decades.ticks)
        labels << tick.label;
    QCOMPARE(labels, (QStringList{QStringLiteral("0.01"), QStringLiteral("0.1"), QStringLiteral("1"), QStringLiteral("10")}));
    const Scale narrow = logScale(2, 5, 3);
    QVERIFY(narrow.ticks.size() >= 2);
    for (const ScaleTick &tick : narrow.ticks)
        QVERIFY(tick.position >= narrow.low && tick.position <= narrow.high);
    QVERIFY(logScale(0, 5, 3).ticks.isEmpty());
}

void TestCurves::everythingHasAName()
{
    Shown run;
    const auto nameOf = [](QWidget *widget) { return QAccessible::queryAccessibleInterface(widget)->text(QAccessible::Name); };
    for (const ChartKind kind : {ChartKind::Loss, ChartKind::GpuBusy})
        QVERIFY(!nameOf(run.charts.panel(kind)->plot()).isEmpty());
    SearchField field(QStringLiteral("find"), QStringLiteral("Find a run"));
    field.setText(QStringLiteral("x"));
    const QList<QToolButton *> icons = field.findChildren<QToolButton *>();
    QCOMPARE(icons.size(), 2);
    for (QToolButton *const icon : icons)
        QVERIFY(!nameOf(icon).isEmpty());
    GpuRows rows(run.metrics);
    rows.setEnd(run.metrics.lastTime());
    QAccessibleInterface *const list = QAccessible::queryAccessibleInterface(&rows);
    QCOMPARE(list->childCount(), 2);
    QVERIFY(list->child(1)->text(QAccessible::Name).startsWith(QStringLiteral("GPU 1, ")));
    QCOMPARE(list->child(1)->parent()->object(), static_cast<QObject *>(&rows));
}

QTEST_MAIN(TestCurves)
#include "tst_curves.moc"
