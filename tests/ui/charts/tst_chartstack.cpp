// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartcontrols.h"
#include "ui/charts/chartpanel.h"
#include "ui/charts/chartstack.h"
#include "ui/charts/eventlane.h"
#include "ui/run/gpurows.h"

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QWheelEvent>

#include <cmath>

using namespace trainyard;

namespace {

constexpr qint64 kStart = 1'700'000'000'000;
constexpr int kSeconds = 3600;

MachineSample sampleAt(qint64 second, int gpus, int absentGpu = -1)
{
    MachineSample sample;
    sample.timeMs = kStart + second * 1000;
    sample.cpuPercent = 50;
    for (int i = 0; i < gpus; ++i) {
        if (i == absentGpu)
            continue;
        GpuSample gpu;
        gpu.index = i;
        gpu.uuid = QStringLiteral("GPU-%1").arg(i);
        gpu.busyPercent = 90 - i;
        gpu.powerWatts = 600;
        gpu.powerLimitWatts = 700;
        gpu.temperatureC = i == 5 ? 88 : 60;
        sample.gpus.append(gpu);
    }
    return sample;
}

void turnWheel(QWidget *on, int notches, Qt::KeyboardModifiers modifiers)
{
    const QPointF at(on->width() / 2.0, on->height() / 2.0);
    QWheelEvent event(at, on->mapToGlobal(at), {}, {0, notches * 120}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(on, &event);
}

// A run of one hour, as the page shows it.
struct Shown {
    RunMetrics metrics;
    TrainingCurve training;
    std::unique_ptr<ChartStack> charts;
    std::unique_ptr<ChartControls> controls;

    explicit Shown(int gpus = 8, const QList<ChartKind> &kinds = {ChartKind::GpuBusy, ChartKind::GpuPower, ChartKind::Cpu},
                   int absentGpu = -1)
    {
        QList<MachineSample> samples;
        for (qint64 s = 0; s<kSeconds; s += gpus> 8 ? 15 : 1)  // the more GPUs, the slower the sampler
            samples.append(sampleAt(s, gpus, s > 1200 && s < 1800 ? absentGpu : -1));
        metrics.append(samples);
        charts = std::make_unique<ChartStack>(metrics, training);
        controls = std::make_unique<ChartControls>(charts.get());
        charts->resize(900, 500);
        charts->setKinds(kinds);
        charts->setEnd(metrics.lastTime());
        charts->refresh();
        charts->show();
        controls->show();
        controls->refresh();
    }
    QWidget *plot(ChartKind kind) const { return charts->panel(kind)->plot()->viewport(); }
    QPushButton *live() const { return controls->findChild<QPushButton *>(QStringLiteral("chartLive")); }
};

class OneWord : public QTranslator {
public:
    QString translate(const char *, const char *source, const char *, int) const override
    {
        return qstrcmp(source, "GPU utilization") == 0 ? QStringLiteral("GPU 利用率") : QString();
    }
    bool isEmpty() const override { return false; }
};

}  // namespace

class TestChartStack : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theHeadKeepsTheKeyOfEveryLine();
    void theWheelZoomsAllChartsAndTheButtonLeadsBack();
    void draggingMovesTheAxisAndShiftMarksASpan();
    void samplesComeIntoAViewThatFollowsAndNotIntoAnother();
    void theCursorIsSharedAndEveryHeadSaysItsValue();
    void theKeyboardDoesWhatThePointerDoes();
    void enterChoosesTheMomentForTheLog();
    void keysGoFromEventToEvent();
    void aClickOnAnEventShowsIt();
    void theLaneAndTheStripsPointAtTheSameMoment();
    void severalEventsUnderOneMarkOpenAsAMenu();
    void anOpenAlertReachesToTheLastSample();
    void theLaneIsSpokenAsSentences();
    void aFewGpusAreLinesAndManyAreABand();
    void sixtyFourGpusAreDrawnInEveryWay_data();
    void sixtyFourGpusAreDrawnInEveryWay();
    void aGpuThatWasAbsentIsNotBridged();
    void aGpuIsPickedFromItsRowByClickAndKeyboard();
    void sixtyFourRowsAreLowAndReachable();
    void theTableSaysWhatIsInViewAndIsCopied();
    void aFileHoldsTheStretchInView();
    void aPictureIsCopiedAndSaved();
    void aFileThatCannotBeWrittenSaysSo();
    void theMenuIsReachedByKeyboard();
    void thresholdsAreSaid();
    void anotherLanguageIsDrawn();
};

void TestChartStack::theHeadKeepsTheKeyOfEveryLine()
{
    ChartPanel panel;
    panel.setHead({QStringLiteral("GPU utilization"),
                   QStringLiteral("percent"),
                   QStringLiteral("median of all"),
                   QStringLiteral("97 %"),
                   true,
                   {QStringLiteral("97 %"), QStringLiteral("96 %")}});
    PlotContent content;
    content.lines = {{QStringLiteral("GPU 0"), 0, {}}, {QStringLiteral("GPU 1"), 1, {}}};
    panel.setContent(content);
    const Theme theme = themeOf(&panel);
    for (int width = 800; width >= 360; width -= 20) {
        panel.resize(width, 120);
        const QImage head = panel.grab(QRect(0, 0, width, ChartPanel::headHeight())).toImage();
        for (const size_t series : {0, 1}) {
            int length = 0;
            for (int x = 0; x < width; ++x)
                length += head.pixelColor(x, ChartPanel::headHeight() / 2 + 1) == theme.series[series] ? 1 : 0;
            QVERIFY2(length >= dp(12), qPrintable(QStringLiteral("%1: %2 of line %3").arg(width).arg(length).arg(series)));
        }
    }
}

void TestChartStack::theWheelZoomsAllChartsAndTheButtonLeadsBack()
{
    Shown run;
    QVERIFY(!run.live()->isVisible());
    turnWheel(run.plot(ChartKind::GpuBusy), 5, Qt::ControlModifier);
    QVERIFY(run.charts->timeView().span() < kSeconds * 500);
    for (const ChartKind kind : {ChartKind::GpuBusy, ChartKind::GpuPower, ChartKind::Cpu}) {
        const Scale x = run.charts->panel(kind)->content().x;
        QCOMPARE(qint64(x.low), run.charts->timeView().from());
        QCOMPARE(qint64(x.high), run.charts->timeView().to());
    }
    QVERIFY(run.live()->isVisible());
    run.live()->click();
    QVERIFY(run.charts->timeView().isPlain());
    QVERIFY(!run.live()->isVisible());
    // Without a modifier the wheel scrolls.
    turnWheel(run.plot(ChartKind::GpuBusy), 5, Qt::NoModifier);
    QVERIFY(run.charts->timeView().isPlain());
}

void TestChartStack::draggingMovesTheAxisAndShiftMarksASpan()
{
    Shown run;
    run.charts->setRange(ChartRange::Minutes15);
    QWidget *const plot = run.plot(ChartKind::GpuBusy);
    QCOMPARE(qint64(run.charts->panel(ChartKind::GpuBusy)->content().x.low), run.charts->timeView().from());
    const qint64 before = run.charts->timeView().from();
    const QPoint middle = plot->rect().center();
    QTest::mousePress(plot, Qt::LeftButton, {}, middle);
    QTest::mouseMove(plot, middle + QPoint(60, 0));
    QTest::mouseMove(plot, middle + QPoint(120, 0));
    QTest::mouseRelease(plot, Qt::LeftButton, {}, middle + QPoint(120, 0));
    const qint64 moved = before - run.charts->timeView().from();
    QVERIFY2(moved > 60'000 && moved < 240'000, qPrintable(QString::number(moved)));
    QVERIFY(!run.charts->timeView().isFollowing());
    QTest::mouseDClick(plot, Qt::LeftButton, {}, middle);
    QVERIFY(run.charts->timeView().isPlain());
    QVERIFY(run.charts->panel(ChartKind::GpuBusy));
    QTest::mousePress(plot, Qt::LeftButton, Qt::ShiftModifier, middle - QPoint(50, 0));
    QTest::mouseMove(plot, middle + QPoint(50, 0));
    QTest::mouseRelease(plot, Qt::LeftButton, Qt::ShiftModifier, middle + QPoint(50, 0));
    QVERIFY(run.charts->timeView().span() < 150'000);
}

void TestChartStack::samplesComeIntoAViewThatFollowsAndNotIntoAnother()
{
    Shown run;
    run.charts->setRange(ChartRange::Minutes15);
    run.metrics.append({sampleAt(kSeconds + 60, 8)});
    run.charts->setEnd(run.metrics.lastTime());
    run.charts->refresh();
    QCOMPARE(run.charts->timeView().to(), run.metrics.lastTime());
    run.charts->applyRequest({AxisOptions::Pan, -600'000.0, 0});
    const qint64 to = run.charts->timeView().to();
    run.metrics.append({sampleAt(kSeconds + 120, 8)});
    run.charts->setEnd(run.metrics.lastTime());
    run.charts->refresh();
    QCOMPARE(run.charts->timeView().to(), to);
    QCOMPARE(run.live()->text(), QStringLiteral("Back to live"));
}

void TestChartStack::theCursorIsSharedAndEveryHeadSaysItsValue()
{
    Shown run(2);
    const qint64 moment = kStart + 600'000;
    run.charts->setCursorMoment(moment);
    const QString time = QDateTime::fromMSecsSinceEpoch(moment).toString(QStringLiteral("HH:mm:ss"));
    for (const ChartKind kind : {ChartKind::GpuBusy, ChartKind::GpuPower, ChartKind::Cpu})
        QVERIFY(run.charts->panel(kind)->head().context.startsWith(time));
    QCOMPARE(run.charts->panel(ChartKind::GpuBusy)->head().keyValues.size(), 2);
    QVERIFY(run.charts->panel(ChartKind::GpuBusy)->head().keyValues[1].startsWith(QStringLiteral("89")));
    QTest::keyClick(run.charts.get(), Qt::Key_Escape);
    QVERIFY(!run.charts->cursorMoment());
}

void TestChartStack::theKeyboardDoesWhatThePointerDoes()
{
    Shown run;
    ChartStack *const charts = run.charts.get();
    charts->setRange(ChartRange::Minutes15);
    const auto press = [charts](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(charts, key, modifiers); };
    press(Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(!charts->timeView().isFollowing());
    press(Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(charts->timeView().isFollowing());
    press(Qt::Key_Plus);
    QVERIFY(charts->timeView().span() < 15 * 60'000);
    press(Qt::Key_Minus);
    press(Qt::Key_0);
    QVERIFY(charts->timeView().isPlain());
    press(Qt::Key_Home, Qt::ShiftModifier);
    QCOMPARE(charts->timeView().from(), kStart);
    press(Qt::Key_End, Qt::ShiftModifier);
    QVERIFY(charts->timeView().isPlain());
    press(Qt::Key_Home);
    QCOMPARE(charts->cursorMoment().value_or(0), charts->timeView().from());
    press(Qt::Key_Right);
    QVERIFY(charts->cursorMoment().value_or(0) > charts->timeView().from());
    press(Qt::Key_End);
    QCOMPARE(charts->cursorMoment().value_or(0), run.metrics.lastTime());
    QCOMPARE(charts->currentKind(), ChartKind::GpuBusy);
    press(Qt::Key_Down);
    QCOMPARE(charts->currentKind(), ChartKind::GpuPower);
    // The values at the cursor are also announced.
    press(Qt::Key_Left);
    QVERIFY(charts->accessibleDescription().contains(QStringLiteral("GPU power 600")));
}

void TestChartStack::enterChoosesTheMomentForTheLog()
{
    Shown run;
    QSignalSpy chosen(run.charts.get(), &ChartStack::momentChosen);
    QTest::keyClick(run.charts.get(), Qt::Key_Return);
    QVERIFY(chosen.isEmpty());
    run.charts->setCursorMoment(kStart + 42'000);
    QTest::keyClick(run.charts.get(), Qt::Key_Return);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toLongLong(), kStart + 42'000);
}

void TestChartStack::keysGoFromEventToEvent()
{
    Shown run;
    run.charts->setRange(ChartRange::Minutes15);
    run.charts->setEvents({{kStart + 60'000, ChartEventKind::Started, QStringLiteral("Started"), 0},
                           {kStart + 3'500'000, ChartEventKind::Alert, QStringLiteral("Hot"), 0}});
    QTest::keyClick(run.charts.get(), Qt::Key_P);
    QCOMPARE(run.charts->cursorMoment().value_or(0), kStart + 3'500'000);
    QTest::keyClick(run.charts.get(), Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(run.charts->cursorMoment().value_or(0), kStart + 60'000);
    // It was not in view.
    QVERIFY(run.charts->timeView().from() <= kStart + 60'000 && run.charts->timeView().to() < kStart + 3'500'000);
    QVERIFY(run.charts->accessibleDescription().contains(QStringLiteral("Started")));
    QTest::keyClick(run.charts.get(), Qt::Key_N);
    QCOMPARE(run.charts->cursorMoment().value_or(0), kStart + 3'500'000);
    QVERIFY(!run.charts->stepEvent(1));
}

void TestChartStack::aClickOnAnEventShowsIt()
{
    Shown run;
    run.charts->setEvents({{kStart + kSeconds * 500, ChartEventKind::Checkpoint, QStringLiteral("step 100"), 0}});
    auto *const lane = run.charts->findChild<EventLane *>(QStringLiteral("chartLane"));
    const int left = PlotChart::leftMargin(), right = lane->width() - PlotChart::rightMargin();
    QTest::mouseClick(lane, Qt::LeftButton, {}, QPoint((left + right) / 2, 8));
    QCOMPARE(run.charts->cursorMoment().value_or(0), kStart + kSeconds * 500);
}

void TestChartStack::theLaneAndTheStripsPointAtTheSameMoment()
{
    Shown run;
    run.charts->setEvents({{kStart + 60'000, ChartEventKind::Started, QStringLiteral("Started"), 0}});
    auto *const lane = run.charts->findChild<EventLane *>(QStringLiteral("chartLane"));
    const int left = PlotChart::leftMargin(), right = lane->width() - PlotChart::rightMargin();
    QTest::mouseMove(lane, QPoint((left + right) / 2, 8));
    const qint64 middle = kStart + kSeconds * 500;
    QVERIFY(std::abs(run.charts->cursorMoment().value_or(0) - middle) < 10'000);
    QVERIFY(run.charts->panel(ChartKind::GpuBusy)
                ->head()
                .context.contains(QDateTime::fromMSecsSinceEpoch(*run.charts->cursorMoment()).toString(QStringLiteral("HH:mm:ss"))));

    GpuRows rows(run.metrics);
    rows.resize(420, 330);
    rows.setEnd(run.metrics.lastTime());
    rows.show();
    QSignalSpy pointed(&rows, &GpuRows::momentPointed);
    connect(&rows, &GpuRows::momentPointed, run.charts.get(), &ChartStack::pointAt);
    connect(run.charts.get(), &ChartStack::cursorMoved, &rows, [&] { rows.setMoment(run.charts->cursorMoment()); });
    const auto point = [&rows](int x) {  // the charts' window may lie above it
        const QPointF at(x, rows.rowRect(2).center().y());
        QMouseEvent event(QEvent::MouseMove, at, rows.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(&rows, &event);
    };
    const QImage before = rows.grab().toImage();
    point(80);
    QVERIFY(!pointed.isEmpty());
    const auto moment = run.charts->cursorMoment();
    QVERIFY(moment && *moment >= run.metrics.lastTime() - rows.span() && *moment < run.metrics.lastTime() - rows.span() / 2);
    QVERIFY(rows.grab().toImage() != before);  // the line in every strip
    point(400);
    QVERIFY(!run.charts->cursorMoment());
}

void TestChartStack::severalEventsUnderOneMarkOpenAsAMenu()
{
    Shown run;
    QList<ChartEvent> events;
    for (int i = 0; i < 5; ++i)
        events.append({kStart + 1'800'000 + i * 2000, ChartEventKind::Checkpoint, QStringLiteral("Step %1").arg(i), 0});
    run.charts->setEvents(events);
    auto *const lane = run.charts->findChild<EventLane *>(QStringLiteral("chartLane"));
    QCOMPARE(lane->cluster(0).size(), 5);
    QTest::mouseClick(lane, Qt::LeftButton, {}, lane->paintedRect(0).center());
    QPointer<QMenu> menu = lane->findChild<QMenu *>(QStringLiteral("chartCluster"));
    QVERIFY(menu && menu->isVisible());
    const QList<QAction *> actions = menu->actions();
    const auto third = std::find_if(actions.begin(), actions.end(),
                                    [](const QAction *action) { return action->text().endsWith(QStringLiteral("Step 3")); });
    QVERIFY(third != actions.end());
    (*third)->trigger();
    QCOMPARE(run.charts->cursorMoment().value_or(0), events[3].ms);
    menu->close();
    QTRY_VERIFY(!menu);
    // By keyboard: Enter on the mark opens it again, and "Zoom in" makes it five marks.
    QTest::keyClick(run.charts.get(), Qt::Key_Return);
    menu = lane->findChild<QMenu *>(QStringLiteral("chartCluster"));
    QVERIFY(menu && menu->isVisible());
    const QList<QAction *> again = menu->actions();
    (*std::find_if(again.begin(), again.end(), [](const QAction *action) {
        return action->text().startsWith(QStringLiteral("Zoom"));
    }))->trigger();
    menu->close();
    QVERIFY(run.charts->timeView().span() < 30'000);
    QCOMPARE(lane->cluster(0).size(), 1);
}

void TestChartStack::anOpenAlertReachesToTheLastSample()
{
    Shown run;
    run.charts->setEvents({{kStart + 600'000, ChartEventKind::Alert, QStringLiteral("Hot"), 0, true},
                           {kStart + 100'000, ChartEventKind::Alert, QStringLiteral("Idle"), kStart + 400'000}});
    run.charts->setEnd(run.metrics.lastTime() + 60'000);  // the machine has been silent for a minute
    run.charts->refresh();
    auto *const lane = run.charts->findChild<EventLane *>(QStringLiteral("chartLane"));
    const QList<EventLane::Mark> marks = lane->marks();
    QCOMPARE(marks.size(), 2);
    QVERIFY(marks[0].isOpen && !marks[1].isOpen);
    const double right = lane->width() - PlotChart::rightMargin();
    QVERIFY(marks[0].box.right() < right - 5);  // it is not known to have gone on since
    QVERIFY(marks[0].box.right() > right - 30);
}

void TestChartStack::theLaneIsSpokenAsSentences()
{
    QList<ChartEvent> events{{kStart, ChartEventKind::Alert, QStringLiteral("GPU 5 is hot"), 0, true}};
    for (int i = 0; i < 8; ++i)
        events.append({kStart + i * 60'000, ChartEventKind::Checkpoint, QStringLiteral("Step %1").arg(100 * i), 0});
    EventLane lane;
    lane.setEvents(events);
    const QString said = lane.accessibleDescription();
    const auto clock = [](qint64 ms) { return QDateTime::fromMSecsSinceEpoch(ms).toString(QStringLiteral("HH:mm:ss")); };
    QVERIFY2(said.contains(QStringLiteral("since %1, still going on, Alert: GPU 5 is hot").arg(clock(kStart))), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("8 checkpoint")) && said.contains(clock(kStart + 7 * 60'000))
                 && said.contains(QStringLiteral("Step 700")),
             qPrintable(said));
    QVERIFY(!said.contains(QStringLiteral("Step 300")));
}

void TestChartStack::aFewGpusAreLinesAndManyAreABand()
{
    for (const int gpus : {1, 2, 4, 5, 64}) {
        Shown run(gpus, {ChartKind::GpuBusy});
        const PlotContent &content = run.charts->panel(ChartKind::GpuBusy)->content();
        QCOMPARE(content.lines.size(), gpus <= 4 ? gpus : 1);
        QCOMPARE(content.lines[0].low.isEmpty(), gpus == 4);  // four bands would hide each other
    }
    Shown run(8, {ChartKind::GpuBusy});
    run.charts->setGpuView({GpuShow::Lines, 0});
    const QList<PlotLine> lines = run.charts->panel(ChartKind::GpuBusy)->content().lines;
    QCOMPARE(lines.size(), 8);
    QVERIFY(!lines[3].isDashed && lines[4].isDashed);
}

void TestChartStack::sixtyFourGpusAreDrawnInEveryWay_data()
{
    QTest::addColumn<int>("show");
    QTest::addColumn<bool>("isRaster");
    QTest::newRow("median and range") << int(GpuShow::Band) << false;
    QTest::newRow("small charts") << int(GpuShow::Small) << true;
    QTest::newRow("heat strips") << int(GpuShow::Heat) << true;
    QTest::newRow("one") << int(GpuShow::One) << false;
    QTest::newRow("lines would be too many") << int(GpuShow::Lines) << false;
}

void TestChartStack::sixtyFourGpusAreDrawnInEveryWay()
{
    QFETCH(int, show);
    QFETCH(bool, isRaster);
    Shown run(64, {ChartKind::GpuBusy, ChartKind::GpuPower});
    run.charts->setGpuView({GpuShow(show), 63});
    ChartPanel *const panel = run.charts->panel(ChartKind::GpuBusy);
    QCOMPARE(panel->isRaster(), isRaster);
    if (!isRaster) {
        QCOMPARE(panel->content().lines.size(), 1);
        return;
    }
    QCOMPARE(panel->raster()->content().cells.size(), 64);
    const QImage &image = panel->raster()->image();
    QCOMPARE(image.size(), panel->raster()->size() * panel->devicePixelRatioF());
    QSet<QRgb> colours;
    for (int x = 0; x < image.width(); x += 3) {
        for (int y = 0; y < image.height(); ++y)
            colours.insert(image.pixel(x, y));
    }
    QVERIFY(colours.size() >= 3);
    // A click picks the GPU at that position.
    QTest::mouseClick(panel->raster(), Qt::LeftButton, {}, QPoint(PlotChart::leftMargin() + 5, 6));
    QCOMPARE(run.charts->gpuView().show, GpuShow::One);
    QCOMPARE(run.charts->gpuView().gpu, 0);
}

void TestChartStack::aGpuThatWasAbsentIsNotBridged()
{
    Shown run(2, {ChartKind::GpuBusy}, 1);
    const QList<PlotLine> lines = run.charts->panel(ChartKind::GpuBusy)->content().lines;
    const QList<QPointF> &points = lines[1].points;
    double widest = 0;
    for (qsizetype i = 1; i < points.size(); ++i)
        widest = std::max(widest, points[i].x() - points[i - 1].x());
    QVERIFY(widest >= 590'000);
    QVERIFY(lines[1].joinWithin < widest && lines[1].joinWithin >= 5000);
    run.charts->setCursorMoment(kStart + 1'500'000);
    QCOMPARE(run.charts->panel(ChartKind::GpuBusy)->head().keyValues.value(1), ChartStack::tr("no value"));
}

void TestChartStack::aGpuIsPickedFromItsRowByClickAndKeyboard()
{
    Shown run;
    GpuRows rows(run.metrics);
    rows.resize(420, 330);
    rows.setEnd(run.metrics.lastTime());
    rows.show();
    QSignalSpy picked(&rows, &GpuRows::picked);
    QTest::mouseClick(&rows, Qt::LeftButton, {}, rows.rowRect(3).center());
    QCOMPARE(picked.takeFirst()[0].value<qsizetype>(), 3);
    rows.setPicked(3);
    QTest::keyClick(&rows, Qt::Key_Down);
    QTest::keyClick(&rows, Qt::Key_Down);
    QVERIFY(rows.accessibleDescription().contains(QStringLiteral("88")));
    QTest::keyClick(&rows, Qt::Key_Return);
    QCOMPARE(picked.takeFirst()[0].value<qsizetype>(), 5);
    QTest::keyClick(&rows, Qt::Key_Escape);
    QCOMPARE(picked.takeFirst()[0].value<qsizetype>(), -1);
}

void TestChartStack::sixtyFourRowsAreLowAndReachable()
{
    Shown run(64, {ChartKind::GpuBusy});
    GpuRows rows(run.metrics);
    rows.setEnd(run.metrics.lastTime());
    rows.resize(rows.minimumSizeHint());
    QVERIFY(rows.rowRect(0).height() < 24 && rows.rowRect(0).height() >= 16);
    QVERIFY(rows.rowRect(63).bottom() < rows.height());
    QSignalSpy moved(&rows, &GpuRows::currentMoved);
    QTest::keyClick(&rows, Qt::Key_End);
    QCOMPARE(moved.last()[0].toRect(), rows.rowRect(63));
    QVERIFY(rows.accessibleName().size() < 100);
    QVERIFY(rows.accessibleName().contains(QStringLiteral("GPU 5")));  // it is hot
}

void TestChartStack::theTableSaysWhatIsInViewAndIsCopied()
{
    Shown run(2);
    run.charts->applyRequest({AxisOptions::Span, double(kStart + 600'000), double(kStart + 660'000)});
    QTest::keyClick(run.charts.get(), Qt::Key_T);
    auto *const table = run.charts->findChild<QAbstractItemView *>(QStringLiteral("chartTable"));
    QVERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), 61);
    QCOMPARE(table->model()->index(0, 0).data().toString(),
             QDateTime::fromMSecsSinceEpoch(kStart + 660'000).toString(QStringLiteral("HH:mm:ss")));
    QCOMPARE(table->model()->headerData(2, Qt::Horizontal).toString(), QStringLiteral("GPU utilization GPU 1"));
    table->selectAll();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 63);
    QVERIFY(lines[0].startsWith(QStringLiteral("Time\tGPU utilization GPU 0\t")));
    QVERIFY(lines[1].contains(QStringLiteral("\t90")));
    QTest::keyClick(table, Qt::Key_Escape);
    QVERIFY(!run.charts->isTableShown());
}

void TestChartStack::aFileHoldsTheStretchInView()
{
    Shown run(2, {ChartKind::GpuBusy}, 1);
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("busy.csv"));
    run.charts->applyRequest({AxisOptions::Span, double(kStart + 1'190'000), double(kStart + 1'210'000)});
    run.controls->saveValues(path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    QCOMPARE(lines[0].trimmed(), QByteArray("time,GPU utilization 0 [%],GPU utilization 1 [%]"));
    QCOMPARE(lines.size(), 23);
    QVERIFY(lines[1].trimmed().endsWith(",90,89"));
    QVERIFY(lines[21].trimmed().endsWith(",90,"));  // absent, not zero
}

void TestChartStack::aPictureIsCopiedAndSaved()
{
    Shown run;
    QTest::keyClick(run.charts.get(), Qt::Key_Down);
    run.controls->copyPicture();
    QVERIFY(!QGuiApplication::clipboard()->image().isNull());
    QTemporaryDir dir;
    run.controls->savePicture(dir.filePath(QStringLiteral("power.png")));
    const QImage saved(dir.filePath(QStringLiteral("power.png")));
    QCOMPARE(saved.size(), run.charts->panel(ChartKind::GpuPower)->size());
}

void TestChartStack::aFileThatCannotBeWrittenSaysSo()
{
    Shown run;
    QSignalSpy failed(run.controls.get(), &ChartControls::failed);
    run.controls->saveValues(QStringLiteral("/nowhere/at/all.csv"));
    run.controls->savePicture(QStringLiteral("/nowhere/at/all.png"));
    QCOMPARE(failed.size(), 2);
}

void TestChartStack::theMenuIsReachedByKeyboard()
{
    Shown run;
    QTest::keyClick(run.charts.get(), Qt::Key_Down);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
    QCoreApplication::sendEvent(run.charts.get(), &event);
    auto *const menu = run.charts->window()->findChild<QMenu *>(QStringLiteral("chartMenu"));
    QVERIFY(menu && menu->isVisible());
    QCOMPARE(menu->actions().first()->text(), QStringLiteral("GPU power"));
    menu->findChild<QAction *>(QStringLiteral("chartCopyValues"))->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("time,GPU power 0 [W],")));
    menu->findChild<QAction *>(QStringLiteral("chartZoomIn"))->trigger();
    QVERIFY(!run.charts->timeView().isPlain());
    menu->close();
}

void TestChartStack::thresholdsAreSaid()
{
    Shown run(2, {ChartKind::GpuPower, ChartKind::GpuTemperature});
    const PlotContent power = run.charts->panel(ChartKind::GpuPower)->content();
    QCOMPARE(power.thresholds.size(), 1);
    QCOMPARE(power.thresholds[0].y, 700.0);
    QVERIFY(power.y.high > 700);
    const PlotContent heat = run.charts->panel(ChartKind::GpuTemperature)->content();
    QCOMPARE(heat.thresholds.size(), 1);
    QCOMPARE(heat.thresholds[0].y, 85.0);
    QVERIFY(heat.thresholds[0].words.contains(QStringLiteral("85")));
}

void TestChartStack::anotherLanguageIsDrawn()
{
    Shown run;
    QCOMPARE(run.charts->panel(ChartKind::GpuBusy)->head().title, QStringLiteral("GPU utilization"));
    OneWord translator;
    QVERIFY(QCoreApplication::installTranslator(&translator));
    QCoreApplication::sendPostedEvents();
    QCOMPARE(run.charts->panel(ChartKind::GpuBusy)->head().title, QStringLiteral("GPU 利用率"));
    QCoreApplication::removeTranslator(&translator);
}

QTEST_MAIN(TestChartStack)
#include "tst_chartstack.moc"
