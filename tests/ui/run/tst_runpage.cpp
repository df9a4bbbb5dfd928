// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runfollowers.h"
#include "tests/ui/run/runsample.h"
#include "ui/charts/chartstack.h"
#include "ui/common/badge.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/log/logview.h"
#include "ui/run/explaincards.h"
#include "ui/run/factsbar.h"
#include "ui/run/gpurows.h"
#include "ui/run/runfacts.h"
#include "ui/run/runpage.h"
#include "ui/run/runspage.h"
#include "ui/run/seriesdialog.h"
#include "ui/run/stopquestion.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

using namespace trainyard;

namespace {

Run someRun(RunState state)
{
    Run run;
    run.id = RunId(QStringLiteral("demo-abc123-a1"));
    run.lineage = QStringLiteral("demo-abc123");
    run.name = QStringLiteral("demo");
    run.head().machineName = QStringLiteral("box");
    run.state = state;
    run.checkpointDir = QStringLiteral("/home/u/.trainyard/checkpoints/demo-abc123");
    run.started = QDateTime::currentDateTimeUtc().addSecs(-60);
    return run;
}

}  // namespace

class TestRunPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void filesThatGrowBecomeLogChartsAndFacts();
    void eventFilesBesideTheLogBecomeSeries();
    void aPersonsOwnExpressionIsTriedOnTheLog();
    void stoppingAsksFirst();
    void stepsOfAPipelineSayWhatTheyWaitFor();
    void actionsFitTheState();
    void aRunWhoseMachineWasRemovedSaysSo();
    void anEndedRunSaysHowItEnded_data();
    void anEndedRunSaysHowItEnded();
    void aLampIsOnlyLitByWhatWasSeen();
    void theLampFollowsTheSamplesWhateverTheStateOfTheRun();
    void aCopyThatWasNotFedForLongIsNotThePresent();
    void whatIsNotHeardIsNotToldAsThePresent();
    void factsAndChartsShowOneMoment();
    void theEarlierAttemptsAreDrawnBehind();
    void savingIsOfferedWhereTheTaskSaysHow();
    void theStripsPointAtTheMomentOfTheCharts();
    void theTimeThatTrainedIsSaidWithWhatTheRestCost();
    void aRunThatHasEndedOffersNothingLive();
    void aRunThatWasOpenedReplacesTheOneBefore();
    void eventsLeadToTheChartsAndFromThereToTheLog();
    void aRowOfTheGpusPicksItInTheCharts();
    void valuesOfAMachineThatDoesNotAnswerAreSaidToBeOld();
    void theListOpensRunsByKeyboard();
    void aHangAndItsCausesAreOnThePage();
    void theEndHasARangeInTimeAndMoney();
};

void TestRunPage::filesThatGrowBecomeLogChartsAndFacts()
{
    QTemporaryDir dir;
    QFile log(dir.filePath(QStringLiteral("log"))), metrics(dir.filePath(QStringLiteral("metrics")));
    QVERIFY(log.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    QVERIFY(metrics.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1200, 800);
    page.show();
    page.setRun({someRun(RunState::Running), LinkState::Live, {}, QDateTime::currentDateTime(), false, log.fileName(), metrics.fileName()});
    log.write("step=10 loss=2.5000\nstep=20 lo");
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    for (int i = 0; i < 5; ++i)
        metrics.write(QByteArray::number(now - 5000 + i * 1000) + " mem 1000 400 0 0\n");
    page.logGrew();
    page.metricsGrew();
    QTRY_COMPARE(page.training().lastLoss().value_or(0), 2.5);
    QTRY_VERIFY(page.metrics().count() >= 4);
    log.write("ss=2.2500\n");
    page.logGrew();
    QTRY_COMPARE(page.training().lastLoss().value_or(0), 2.25);
    QCOMPARE(*page.training().lastStep(), 20.0);
    auto *const view = page.findChild<LogView *>(QStringLiteral("logView"));
    QTRY_COMPARE(view->index().lineCount(), 2);
}

void TestRunPage::eventFilesBesideTheLogBecomeSeries()
{
    QTemporaryDir dir;
    QVERIFY(QDir(dir.path()).mkpath(QStringLiteral("events.tb")));
    const QString events = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/training/events/");
    QVERIFY(QFile::copy(events + QStringLiteral("torch/events.out.tfevents.1732176000.host.1.0"),
                        dir.filePath(QStringLiteral("events.tb/w%2Fruns%2Fevents.out.tfevents.1"))));
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.show();
    page.setRun({someRun(RunState::Running),
                 LinkState::Live,
                 {},
                 QDateTime::currentDateTime(),
                 false,
                 dir.filePath(QStringLiteral("log")),
                 dir.filePath(QStringLiteral("metrics"))});
    QTRY_VERIFY(page.training().series(QStringLiteral("events:runs/lr")));
    QCOMPARE(page.training().series(QStringLiteral("events:runs/lr"))->count(), 5);
    // The log has no loss: that of the event files is shown, including that it is not a number at the end.
    QCOMPARE(page.training().loss().count(), 6);
    QCOMPARE(page.training().loss().brokenCount(), 1);
    QCOMPARE(page.training().lastLoss().value_or(0), 1.5);
    QCOMPARE(runFacts(page.view(), page.metrics(), page.training(), {}, 0, QDateTime::currentDateTime())[3].value, QStringLiteral("nan"));
}

void TestRunPage::aPersonsOwnExpressionIsTriedOnTheLog()
{
    QTemporaryDir dir;
    QFile log(dir.filePath(QStringLiteral("log")));
    QVERIFY(log.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    for (int i = 1; i <= 30; ++i)
        log.write("tick " + QByteArray::number(i) + " err " + QByteArray::number(3.0 / i) + "\n");
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.show();
    RunView view{someRun(RunState::Running),
                 LinkState::Live,
                 {},
                 QDateTime::currentDateTime(),
                 false,
                 log.fileName(),
                 dir.filePath(QStringLiteral("metrics"))};
    page.setRun(view);
    QSignalSpy chosen(&page, &RunPage::seriesPatternChosen);
    page.findChild<QToolButton *>(QStringLiteral("runSeries"))->click();
    auto *const dialog = page.findChild<SeriesDialog *>();
    QVERIFY(dialog);
    auto *const pattern = dialog->findChild<QLineEdit *>(QStringLiteral("seriesPattern"));
    auto *const use = dialog->findChild<QPushButton *>(QStringLiteral("seriesUse"));
    auto *const preview = dialog->findChild<QTableWidget *>(QStringLiteral("seriesPreview"));
    QVERIFY(!use->isEnabled() && preview->rowCount() > 20);
    pattern->setText(QStringLiteral("tick (?P<step>\\d+ err"));
    QTRY_VERIFY(dialog->findChild<FieldRow *>()->hasError());
    QVERIFY(!use->isEnabled());
    pattern->setText(QStringLiteral("tick (?P<step>\\d+) err (?P<loss>\\S+)"));
    QTRY_VERIFY(use->isEnabled());
    QCOMPARE(preview->rowCount(), 30);
    QVERIFY2(preview->item(0, 0)->text().startsWith(QStringLiteral("step = 30")), qPrintable(preview->item(0, 0)->text()));
    if (const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES"); !folder.isEmpty())
        QVERIFY(dialog->grab().save(folder + QStringLiteral("/seriesdialog.png")));
    use->click();
    QCOMPARE(chosen.size(), 1);
    view.seriesPattern = chosen[0][1].toString();
    QVERIFY(page.training().isEmpty());
    page.setRun(view);
    QTRY_COMPARE(page.training().loss().count(), 30);
    QCOMPARE(*page.training().lastStep(), 30.0);
}

void TestRunPage::stoppingAsksFirst()
{
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.show();
    page.setRun({someRun(RunState::Running), LinkState::Live, {}, {}, false, {}, {}});
    QSignalSpy stop(&page, &RunPage::stopRequested);
    auto *const button = page.findChild<QAbstractButton *>(QStringLiteral("runStop"));
    button->click();
    QVERIFY(stop.isEmpty());
    QWidget *dialog = nullptr;
    QTRY_VERIFY((dialog = page.findChild<QWidget *>(QStringLiteral("runStopDialog"))));
    dialog->findChild<QAbstractButton *>(QStringLiteral("runStopCancel"))->click();
    QTRY_VERIFY(!page.findChild<QWidget *>(QStringLiteral("runStopDialog")));
    QVERIFY(stop.isEmpty());
    button->click();
    QTRY_VERIFY((dialog = page.findChild<QWidget *>(QStringLiteral("runStopDialog"))));
    dialog->findChild<QAbstractButton *>(QStringLiteral("runStopConfirm"))->click();
    QCOMPARE(stop.size(), 1);
    QCOMPARE(stop[0][0].value<RunId>(), RunId(QStringLiteral("demo-abc123-a1")));
}

// If TRAINYARD_PICTURES is set to a folder, pictures of the page are saved there.
void TestRunPage::stepsOfAPipelineSayWhatTheyWaitFor()
{
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1200, 800);
    page.show();
    const auto says = [&page](const QString &text) {
        const auto labels = page.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel *label) { return label->isVisible() && label->text().contains(text); });
    };
    Run run = someRun(RunState::Waiting);
    run.started = {};
    run.pipeline = PipelineStep{RunId(QStringLiteral("one-abc123-a1")), QStringLiteral("all"), 2, 3};
    page.setRun({run, LinkState::Live, {}, {}, false, {}, {}});
    QVERIFY(says(QStringLiteral("This step waits.")) && says(QStringLiteral("when step 1 has ended with 0")));
    const auto facts = page.findChildren<ElidedLabel *>();
    QVERIFY(std::any_of(facts.begin(), facts.end(),
                        [](const ElidedLabel *label) { return label->text().contains(QLatin1String("step 2 of 3 of pipeline all")); }));
    QVERIFY(page.findChild<QAbstractButton *>(QStringLiteral("runStop"))->isVisible());
    QVERIFY(stopText(run, {}).contains(QStringLiteral("will not start, nor will those after it")));
    const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES");
    const auto save = [&](const QString &name) {
        QTest::qWait(folder.isEmpty() ? 0 : 200);  // the bar finds its width
        return folder.isEmpty() || page.grab().save(folder + name);
    };
    QVERIFY(save(QStringLiteral("/run-waiting.png")));
    run.state = RunState::Running;
    run.started = QDateTime::currentDateTimeUtc();
    page.setRun({run, LinkState::Live, {}, {}, false, {}, {}});
    QVERIFY(!says(QStringLiteral("This step waits.")));
    QVERIFY(stopText(run, {}).contains(QStringLiteral("The steps of the pipeline after it will not start.")));
    run.state = RunState::Stopped;
    run.started = {};
    run.ended = QDateTime::currentDateTimeUtc();
    run.message = QStringLiteral("Not started: step 1 ended with 3.");
    page.setRun({run, LinkState::Idle, {}, {}, true, {}, {}});
    QVERIFY(says(QStringLiteral("The run was never started.")) && says(run.message));
    QVERIFY(save(QStringLiteral("/run-skipped.png")));
}

void TestRunPage::actionsFitTheState()
{
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.show();
    const auto button = [&page](const char *name) { return page.findChild<QAbstractButton *>(QLatin1String(name)); };
    page.setRun({someRun(RunState::Running), LinkState::Live, {}, {}, false, {}, {}});
    QVERIFY(button("runStop")->isVisible() && button("runStop")->isEnabled());
    QVERIFY(!button("runResume")->isVisible());
    page.setRun({someRun(RunState::Stopping), LinkState::Live, {}, {}, false, {}, {}});
    QVERIFY(!button("runStop")->isEnabled());
    Run ended = someRun(RunState::Finished);
    page.setRun({ended, LinkState::Idle, {}, {}, true, {}, {}});
    QVERIFY(!button("runStop")->isVisible());
    QVERIFY(button("runResume")->isVisible() && button("runResume")->isEnabled());
    ended.checkpointDir.clear();
    page.setRun({ended, LinkState::Idle, {}, {}, true, {}, {}});
    QVERIFY(!button("runResume")->isEnabled());
    QVERIFY(!button("runResume")->toolTip().isEmpty());
}

void TestRunPage::aRunWhoseMachineWasRemovedSaysSo()
{
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    Run lost = someRun(RunState::Unknown);
    lost.message = QStringLiteral("Its machine was removed while it was running.");
    page.setRun({lost, LinkState::Idle, {}, {}, false, {}, {}});
    QCOMPARE(page.findChild<Badge *>(QStringLiteral("runLink"))->look().text, QStringLiteral("Copy is not complete"));
    const QList<Message> messages = page.findChild<MessageBar *>()->messages();
    QCOMPARE(messages.size(), 1);
    QCOMPARE(messages.first().consequence, lost.message);
}

void TestRunPage::anEndedRunSaysHowItEnded_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("signal");
    QTest::addColumn<bool>("isOutOfMemory");
    QTest::addColumn<QString>("value");
    QTest::newRow("code") << 3 << 0 << false << "Code 3";
    QTest::newRow("signal") << -1 << 9 << false << "Signal 9";
    QTest::newRow("nobody knows") << -1 << 0 << false << "Unknown";
}

void TestRunPage::anEndedRunSaysHowItEnded()
{
    QFETCH(int, code);
    QFETCH(int, signal);
    QFETCH(QString, value);
    Run run = someRun(code < 0 && signal == 0 ? RunState::Unknown : RunState::Failed);
    if (code >= 0)
        run.exitCode = code;
    if (signal > 0)
        run.exitSignal = signal;
    const QList<Fact> facts = runFacts({run, LinkState::Idle, {}, {}, true, {}, {}, {}}, {}, {}, {}, 0, QDateTime::currentDateTime());
    QCOMPARE(facts[facts.size() - 2].value, value);
}

void TestRunPage::aLampIsOnlyLitByWhatWasSeen()
{
    const RunView view{someRun(RunState::Running), LinkState::Live, {}, {}, false, {}, {}};
    const QDateTime now = QDateTime::currentDateTime();
    RunMetrics metrics;
    TrainingCurve training;
    QCOMPARE(runFacts(view, metrics, training, {}, 0, now)[0].lamp, Lamp::Unknown);
    QCOMPARE(runFacts(view, metrics, training, {}, 0, now)[1].lamp, Lamp::Unknown);

    MachineSample sample;
    sample.timeMs = 100'000;
    GpuSample gpu;
    gpu.busyPercent = 97;
    sample.gpus = {gpu};
    metrics.append({sample});
    QCOMPARE(runFacts(view, metrics, training, {}, 101'000, now)[0].lamp, Lamp::On);
    QCOMPARE(runFacts(view, metrics, training, {}, 200'000, now)[0].lamp, Lamp::Unknown);  // an old sample
    sample.timeMs += 1000;
    sample.gpus[0].busyPercent = 0;
    metrics.append({sample});
    QCOMPARE(runFacts(view, metrics, training, {}, 101'000, now)[0].lamp, Lamp::Attention);

    // Busy at a sixth of its limit means waiting.
    sample.timeMs += 1000;
    sample.gpus[0].busyPercent = 100;
    sample.gpus[0].powerWatts = 110;
    sample.gpus[0].powerLimitWatts = 700;
    metrics.append({sample});
    const Fact waiting = runFacts(view, metrics, training, {}, 102'500, now)[0];
    QCOMPARE(waiting.lamp, Lamp::Attention);
    QVERIFY(waiting.value.startsWith(QStringLiteral("Waiting")) && !waiting.detail.isEmpty());

    // Other users' work on another GPU of the machine lights nothing.
    sample.timeMs += 1000;
    sample.gpus[0].busyPercent = 0;
    GpuSample others;
    others.index = 1;
    others.busyPercent = 100;
    sample.gpus << others;
    metrics.append({sample});
    const auto busyLamp = [&](const QByteArray &fields) {
        metrics.setUse(GpuUse::fromEvents("{\"t\":1,\"event\":\"gpus\",\"there\":[0,1]," + fields + "}"));
        return runFacts(view, metrics, training, {}, 103'500, now)[0];
    };
    QCOMPARE(busyLamp("\"asked\":0,\"used\":[],\"others\":[]").value, QStringLiteral("Yes, 1 of 2"));
    QCOMPARE(busyLamp("\"asked\":0,\"used\":[0],\"others\":[1]").value, QStringLiteral("No, 0 of 1"));
    QCOMPARE(busyLamp("\"asked\":0,\"used\":[1],\"others\":[0]").value, QStringLiteral("Yes, 1 of 1"));
    QCOMPARE(busyLamp("\"asked\":2,\"used\":[1],\"others\":[0]").value, QStringLiteral("Yes, 1 of 2"));
    QCOMPARE(busyLamp("\"asked\":1,\"used\":[],\"others\":[1]").lamp, Lamp::Unknown);
    QCOMPARE(busyLamp("\"asked\":0,\"visible\":[],\"used\":[],\"others\":[1]").value, QStringLiteral("No GPU"));
    metrics.setUse({});

    training.appendLoss(5, 1.0);
    RunObservation seen;
    const auto lamp = [&](ProgressState state) {
        seen.progress.state = state;
        return runFacts(view, metrics, training, seen, 101'000, now)[1].lamp;
    };
    seen.progress.lastStep = 5;
    seen.progress.sinceStepMs = 1500;
    QCOMPARE(lamp(ProgressState::Unknown), Lamp::Unknown);  // its start was not seen
    QCOMPARE(lamp(ProgressState::Advancing), Lamp::On);
    QCOMPARE(lamp(ProgressState::Slow), Lamp::Attention);
    QCOMPARE(lamp(ProgressState::Silent), Lamp::Attention);
    QCOMPARE(lamp(ProgressState::Hung), Lamp::Attention);
    QCOMPARE(runFacts(view, metrics, training, seen, 101'000, now)[1].value, QStringLiteral("Hung"));
}

namespace {

QByteArray busyMoment(qint64 ms, int percent)
{
    const QByteArray time = QByteArray::number(ms);
    return time + " gpufields index,uuid,name,utilization.gpu,power.draw,power.limit\n" + time + " cpu 1 1 1 1 1 1 1 1 4\n" + time
           + " gpu 0, SIM-0, Simulated GPU, " + QByteArray::number(percent) + ", 300, 400\n";
}

const Fact &factOf(const RunPage &page, int at) { return page.findChild<FactsBar *>(QStringLiteral("runFacts"))->facts().at(at); }

}  // namespace

void TestRunPage::theLampFollowsTheSamplesWhateverTheStateOfTheRun()
{
    QTemporaryDir dir;
    QFile metrics(dir.filePath(QStringLiteral("metrics")));
    QVERIFY(metrics.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1200, 800);
    page.show();
    // The state of the run arrived a minute ago and has not changed since.
    page.setRun(
        {someRun(RunState::Running), LinkState::Live, {}, QDateTime::currentDateTime().addSecs(-60), false, {}, metrics.fileName()});
    auto *const link = page.findChild<Badge *>(QStringLiteral("runLink"));
    const qint64 begin = QDateTime::currentMSecsSinceEpoch() - 5000;
    for (int i = 0; i < 8; ++i) {
        metrics.write(busyMoment(begin + i * 1000, 90));
        page.metricsGrew();
        page.setHeard(QDateTime::currentDateTime());
        if (i < 2)
            continue;  // a moment is complete when the next one begins
        QTRY_VERIFY(page.metrics().lastTime() >= begin + (i - 1) * 1000);
        QTRY_COMPARE(factOf(page, 0).lamp, Lamp::On);
        QCOMPARE(link->look().text, QStringLiteral("Live"));
    }
    ChartPanel *const chart = page.findChild<ChartStack *>(QStringLiteral("chartStack"))->panel(ChartKind::GpuBusy);
    QVERIFY(chart && chart->plot()->content().gaps.isEmpty());
}

void TestRunPage::aCopyThatWasNotFedForLongIsNotThePresent()
{
    QTemporaryDir dir;
    QFile metrics(dir.filePath(QStringLiteral("metrics")));
    QVERIFY(metrics.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    const qint64 begin = QDateTime::currentMSecsSinceEpoch() - 3'610'000;
    for (int i = 0; i < 10; ++i)
        metrics.write(busyMoment(begin + i * 1000, 90));
    QVERIFY(metrics.setFileTime(QDateTime::fromMSecsSinceEpoch(begin + 10'000), QFileDevice::FileModificationTime));
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1200, 800);
    page.show();
    page.setRun({someRun(RunState::Running), LinkState::Live, {}, {}, false, {}, metrics.fileName()});
    page.metricsGrew();
    QTRY_VERIFY(page.metrics().count() >= 9);
    QTRY_VERIFY2(factOf(page, 0).context.contains(QStringLiteral("1\u00a0h")), qPrintable(factOf(page, 0).context));
    QCOMPARE(factOf(page, 0).lamp, Lamp::Unknown);
}

void TestRunPage::whatIsNotHeardIsNotToldAsThePresent()
{
    RunMetrics metrics;
    MachineSample sample;
    sample.timeMs = 100'000;
    GpuSample gpu;
    gpu.busyPercent = 97;
    sample.gpus = {gpu};
    metrics.append({sample});
    TrainingCurve training;
    training.appendLoss(5, 1.0, 100);
    RunObservation seen;
    seen.progress.state = ProgressState::Advancing;
    seen.progress.lastStep = 5;
    const QDateTime now = QDateTime::currentDateTime();
    RunView view{someRun(RunState::Running), LinkState::Stale, {}, now.addSecs(-5), false, {}, {}};
    const auto facts = [&] { return runFacts(view, metrics, training, seen, 101'000, now); };
    QCOMPARE(facts()[0].lamp, Lamp::On);  // it stutters
    view.lastHeard = now.addSecs(-11);
    for (int at : {0, 1}) {
        QCOMPARE(facts()[at].lamp, Lamp::Unknown);
        QVERIFY2(facts()[at].context.contains(QStringLiteral("11\u00a0s")), qPrintable(facts()[at].context));
    }
    for (int at : {2, 3})
        QVERIFY(facts()[at].isPast && !facts()[at].value.isEmpty());
    view.link = LinkState::Live;
    QVERIFY(!facts()[2].isPast);
    view.link = LinkState::Unreachable;
    view.linkError = {ErrorCode::ConnectionLost, QStringLiteral("It is gone. What runs there goes on."), {}};
    QCOMPARE(facts()[1].lamp, Lamp::Unknown);

    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.show();
    page.setRun(view);
    auto *const state = page.findChild<Badge *>(QStringLiteral("runState"));
    QVERIFY(state && state->look().tone == Tone::Stale && state->look().text != QStringLiteral("Running")
            && state->look().text.contains(QStringLiteral("Running")));
    auto *const bar = page.findChild<MessageBar *>();
    QVERIFY(bar && bar->messages().size() == 1 && !bar->messages().first().consequence.contains(QStringLiteral("without Trainyard")));
    view.link = LinkState::Live;
    page.setRun(view);
    QCOMPARE(state->look().text, QStringLiteral("Running"));
}

void TestRunPage::factsAndChartsShowOneMoment()
{
    QTemporaryDir dir;
    QFile log(dir.filePath(QStringLiteral("log")));
    QVERIFY(log.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1200, 800);
    page.show();
    page.setRun({someRun(RunState::Running), LinkState::Live, {}, QDateTime::currentDateTime(), false, log.fileName(), {}});
    auto *const charts = page.findChild<ChartStack *>(QStringLiteral("chartStack"));
    int changes = 0;
    QString before;
    for (int step = 1; step <= 60; ++step) {
        log.write("step=" + QByteArray::number(step) + " loss=" + QByteArray::number(3 - step * 0.01, 'f', 4) + "\n");
        page.logGrew();
        QTest::qWait(50);
        const QString shown = factOf(page, 3).value;
        changes += shown != std::exchange(before, shown);
        if (page.training().isEmpty())
            continue;
        for (ChartPanel *const panel : charts->findChildren<ChartPanel *>()) {
            if (panel->head().title == QStringLiteral("Loss"))
                QCOMPARE(panel->head().value, shown);
        }
    }
    QVERIFY2(changes >= 3, qPrintable(QString::number(changes)));
}

void TestRunPage::theEarlierAttemptsAreDrawnBehind()
{
    QTemporaryDir dir;
    QFile log(dir.filePath(QStringLiteral("log")));
    QVERIFY(log.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    for (int step = 101; step <= 110; ++step)
        log.write("step=" + QByteArray::number(step) + " loss=1.5000\n");
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1200, 800);
    page.show();
    RunView view{someRun(RunState::Running), LinkState::Live, {}, QDateTime::currentDateTime(), false, log.fileName(), {}};
    for (int step = 1; step <= 120; ++step)
        view.earlier.curves[QStringLiteral("loss")] << QPointF(step, 3.0 - step * 0.01);
    page.setRun(view);
    auto *const charts = page.findChild<ChartStack *>(QStringLiteral("chartStack"));
    const auto loss = [&]() -> const PlotContent & { return charts->panel(ChartKind::Loss)->content(); };
    QTRY_COMPARE(page.training().lastLoss().value_or(0), 1.5);
    QCOMPARE(loss().lines.size(), 2);
    QCOMPARE(loss().lines.first().label, QStringLiteral("earlier attempts"));
    QCOMPARE(loss().x.low, 1.0);
    QCOMPARE(loss().x.high, 120.0);
    QCOMPARE(charts->panel(ChartKind::Loss)->head().value, QStringLiteral("1.5000"));  // its own
    view.earlier = {};
    page.setRun(view);
    QCOMPARE(loss().lines.size(), 1);
    QCOMPARE(loss().x.low, 101.0);
}

void TestRunPage::savingIsOfferedWhereTheTaskSaysHow()
{
    RunSample sample;
    RunPage page;
    page.resize(1200, 800);
    page.show();
    sample.show(page);
    auto *const save = page.findChild<QPushButton *>(QStringLiteral("runSave"));
    QVERIFY(save->isVisible() && !save->isEnabled());
    QVERIFY2(save->toolTip().contains(QStringLiteral("checkpoints")), qPrintable(save->toolTip()));
    QFile task(QFileInfo(sample.view.logFile).absolutePath() + QStringLiteral("/task.yaml"));
    QVERIFY(task.open(QIODevice::WriteOnly));
    task.write("name: demo\nrun: train\ncheckpoints:\n  dir: /ckpt\n  signal: USR1\n");
    task.close();
    page.setRun(sample.view);
    QVERIFY2(save->isEnabled(), qPrintable(save->toolTip()));
    QSignalSpy asked(&page, &RunPage::saveRequested);
    save->setFocus();
    QTest::keyClick(save, Qt::Key_Space);
    QCOMPARE(asked.size(), 1);
    CheckpointSaveState state{CheckpointSaveState::Waiting, QDateTime::currentDateTimeUtc(), {}};
    page.setSave(state);
    QVERIFY(!save->isEnabled());
    auto *const bar = page.findChild<MessageBar *>();
    QCOMPARE(bar->messages().size(), 1);
    QVERIFY(bar->messages().first().fact.startsWith(QStringLiteral("Asked at ")));
    state.stage = CheckpointSaveState::Saved;
    state.checkpoint.emplace();
    state.checkpoint->checkpoint.step = 1200;
    state.checkpoint->saved = state.asked.addSecs(4);
    page.setSave(state);
    QVERIFY(save->isEnabled() && bar->messages().isEmpty());
    const auto *const said = page.findChild<Badge *>(QStringLiteral("runSaved"));
    QVERIFY(said->isVisible());
    QVERIFY2(said->toolTip().contains(QStringLiteral("saved step 1")), qPrintable(said->toolTip()));
    state.stage = CheckpointSaveState::NotSaved;
    state.checkpoint.reset();
    page.setSave(state);
    QVERIFY(!said->isVisible() && bar->messages().first().tone == Tone::Warning);
    // While the machine does not answer, it cannot be asked.
    sample.view.link = LinkState::Unreachable;
    page.setRun(sample.view);
    QVERIFY(!save->isEnabled());
}

void TestRunPage::theStripsPointAtTheMomentOfTheCharts()
{
    RunSample sample;
    RunPage page;
    page.resize(1400, 900);
    page.show();
    sample.show(page);
    QTRY_VERIFY(RunSample::isRead(page));
    auto *const charts = page.findChild<ChartStack *>(QStringLiteral("chartStack"));
    auto *const rows = page.findChild<GpuRows *>(QStringLiteral("gpuRows"));
    QTRY_VERIFY(charts->canShowByTime());
    const int x = rows->width() / 3;
    QTest::mouseMove(rows, QPoint(x, rows->rowRect(0).center().y()));
    QTest::mouseMove(rows, QPoint(x + 20, rows->rowRect(1).center().y()));
    QVERIFY(charts->cursorMoment().has_value());
    QVERIFY(charts->cursorStep().has_value());  // the loss shows the step of that moment
    QTest::mouseMove(rows, QPoint(x, 2));
    QVERIFY(!charts->cursorMoment());
}

void TestRunPage::theTimeThatTrainedIsSaidWithWhatTheRestCost()
{
    RunSample sample;
    sample.view.run.started = sample.view.run.started.addSecs(-60);
    sample.view.perHour = *Money::parse("36", Currency::USD);
    RunPage page;
    page.show();
    sample.show(page);
    const auto elapsed = [&page] {
        for (const Fact &fact : page.findChild<FactsBar *>()->facts()) {
            if (fact.label == QStringLiteral("Elapsed"))
                return fact;
        }
        return Fact();
    };
    QTRY_VERIFY2(elapsed().context.contains(QStringLiteral("useful")), qPrintable(elapsed().context));
    QVERIFY2(elapsed().detail.contains(QStringLiteral("Until the first step")), qPrintable(elapsed().detail));
    QVERIFY2(elapsed().detail.contains(QStringLiteral("0.6")), qPrintable(elapsed().detail));  // a minute of 36 an hour
}

void TestRunPage::aRunThatHasEndedOffersNothingLive()
{
    QTemporaryDir dir;
    QFile metrics(dir.filePath(QStringLiteral("metrics")));
    QVERIFY(metrics.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    const qint64 begin = QDateTime::currentMSecsSinceEpoch() - 100'000;
    for (int i = 0; i < 100; ++i)
        metrics.write(busyMoment(begin + i * 1000, 90));
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1200, 800);
    page.show();
    RunView view{someRun(RunState::Running), LinkState::Live, {}, QDateTime::currentDateTime(), false, {}, metrics.fileName()};
    page.setRun(view);
    const auto isShown = [&](const char *name) { return page.findChild<QWidget *>(QLatin1String(name))->isVisible(); };
    QTRY_VERIFY(page.metrics().count() >= 99);
    auto *const charts = page.findChild<ChartStack *>(QStringLiteral("chartStack"));
    QVERIFY(isShown("runRange0") && isShown("logFollow"));
    charts->setRange(ChartRange::Minutes15);
    view.run.state = RunState::Finished;
    view.run.exitCode = 0;
    view.isComplete = true;
    view.link = LinkState::Idle;
    page.setRun(view);
    QVERIFY(!isShown("runRange0") && !isShown("logFollow"));
    QCOMPARE(charts->timeView().range(), ChartRange::WholeRun);
    charts->applyRequest({AxisOptions::Zoom, 0.5, double(begin + 20'000)});
    auto *const back = page.findChild<QAbstractButton *>(QStringLiteral("chartLive"));
    QVERIFY(back->isVisible());
    QCOMPARE(back->text(), QStringLiteral("Reset zoom"));
    const auto *const rows = page.findChild<GpuRows *>();
    QVERIFY(rows && rows->span() < 110'000);
}

void TestRunPage::aRunThatWasOpenedReplacesTheOneBefore()
{
    QTemporaryDir dir;
    const auto file = [&dir](const QString &name, const QByteArray &bytes) {
        QFile f(dir.filePath(name));
        f.open(QIODevice::WriteOnly);
        f.write(bytes);
        return f.fileName();
    };
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.show();
    Run run = someRun(RunState::Finished);
    page.setRun({run, LinkState::Idle, {}, {}, true, file(QStringLiteral("a"), "step=5 loss=9\n"), {}});
    QTRY_COMPARE(page.training().lastLoss().value_or(0), 9.0);
    run.id = RunId(QStringLiteral("other-abc123-a1"));
    page.setRun({run, LinkState::Idle, {}, {}, true, file(QStringLiteral("b"), "hello\n"), {}});
    QVERIFY(page.training().isEmpty());
    auto *const view = page.findChild<LogView *>(QStringLiteral("logView"));
    QTRY_COMPARE(view->index().byteCount(), 6);
    QVERIFY(page.training().isEmpty());
}

void TestRunPage::eventsLeadToTheChartsAndFromThereToTheLog()
{
    QTemporaryDir dir;
    const auto file = [&dir](const QString &name, const QByteArray &bytes) {
        QFile f(dir.filePath(name));
        f.open(QIODevice::WriteOnly);
        f.write(bytes);
        return f.fileName();
    };
    QByteArray metrics;
    for (int i = 0; i < 100; ++i)
        metrics += QByteArray::number(1'700'000'000'000 + i * 1000) + " mem 1000 400 0 0\n";
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1200, 800);
    page.show();
    Run run = someRun(RunState::Failed);
    run.started = QDateTime::fromSecsSinceEpoch(1'700'000'000);
    run.exitCode = 3;
    RunView view{
        run, LinkState::Idle, {}, {}, true, file(QStringLiteral("log"), "step=1 loss=1\n"), file(QStringLiteral("metrics"), metrics)};
    view.eventsFile = file(QStringLiteral("events"), "{\"t\":1700000000,\"event\":\"started\"}\n{\"t\":1700000090,\"event\":\"ended\"}\n");
    view.events = {checkpointEvent({QStringLiteral("step-1500.pt"), 1'700'000'050, 1500, Verdict::Complete}),
                   checkpointEvent({QStringLiteral("an-earlier-attempt.pt"), 1'699'000'000, {}, Verdict::Complete})};
    QCOMPARE(checkpointEvent({QStringLiteral("last.pt"), 1, {}, Verdict::Corrupt}).kind, ChartEventKind::BadCheckpoint);
    page.setRun(view);
    QTRY_VERIFY(page.metrics().count() >= 99);
    auto *const tabs = page.findChild<QTabBar *>(QStringLiteral("runTabs"));
    // What is said of the failure leads to the end of the log.
    auto *const bar = page.findChild<MessageBar *>();
    const QList<Message> said = bar->messages();
    QVERIFY(std::any_of(said.begin(), said.end(), [](const Message &message) { return message.action == QStringLiteral("Show the log"); }));
    Q_EMIT bar->actionTriggered(QStringLiteral("ended"));
    QCOMPARE(tabs->currentIndex(), 1);
    tabs->setCurrentIndex(3);
    auto *const list = page.findChild<QAbstractItemView *>(QStringLiteral("eventList"));
    QVERIFY(list->isVisible());
    QCOMPARE(list->model()->rowCount(), 3);
    QCOMPARE(list->model()->index(0, 2).data().toString(), QStringLiteral("Failed with code 3"));
    QCOMPARE(list->model()->index(1, 1).data().toString(), QStringLiteral("Checkpoint"));
    const QString words = list->model()->index(1, 2).data().toString();
    QVERIFY2(words.startsWith(QStringLiteral("Step 1")) && words.endsWith(QStringLiteral("500: Complete")), qPrintable(words));
    list->setFocus();
    list->setCurrentIndex(list->model()->index(1, 0));
    QTest::keyClick(list, Qt::Key_Return);
    auto *const charts = page.findChild<ChartStack *>(QStringLiteral("chartStack"));
    QVERIFY(charts->isVisible());
    QCOMPARE(charts->cursorMoment().value_or(0), 1'700'000'050'000);
    QTest::keyClick(charts, Qt::Key_Return);
    QVERIFY(page.findChild<LogView *>(QStringLiteral("logView"))->isVisible());
}

void TestRunPage::aRowOfTheGpusPicksItInTheCharts()
{
    QTemporaryDir dir;
    QFile metrics(dir.filePath(QStringLiteral("metrics")));
    QVERIFY(metrics.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    metrics.write("1700000000000 gpufields index,uuid,name,utilization.gpu\n");
    for (int i = 0; i < 20; ++i) {
        const QByteArray time = QByteArray::number(1'700'000'000'000 + i * 1000);
        metrics.write(time + " mem 1000 400 0 0\n");
        for (int gpu = 0; gpu < 8; ++gpu)
            metrics.write(time + " gpu " + QByteArray::number(gpu) + ", GPU-" + QByteArray::number(gpu) + ", H100, 90\n");
    }
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1200, 800);
    page.show();
    page.setRun({someRun(RunState::Finished), LinkState::Idle, {}, {}, true, {}, metrics.fileName()});
    QTRY_COMPARE(page.metrics().gpus().size(), 8);
    auto *const charts = page.findChild<ChartStack *>(QStringLiteral("chartStack"));
    auto *const rows = page.findChild<GpuRows *>(QStringLiteral("gpuRows"));
    auto *const view = page.findChild<QAbstractButton *>(QStringLiteral("chartGpuView"));
    QTRY_VERIFY(view->isVisible());
    QCOMPARE(view->text(), QStringLiteral("Median and range"));
    QTest::mouseClick(rows, Qt::LeftButton, {}, rows->rowRect(6).center());
    QCOMPARE(charts->gpuView(), (GpuView{GpuShow::One, 6}));
    QCOMPARE(view->text(), QStringLiteral("GPU 6"));
    QTest::mouseClick(rows, Qt::LeftButton, {}, rows->rowRect(6).center());
    QCOMPARE(charts->gpuView(), GpuView());
}

void TestRunPage::valuesOfAMachineThatDoesNotAnswerAreSaidToBeOld()
{
    QTemporaryDir dir;
    QFile log(dir.filePath(QStringLiteral("log"))), metrics(dir.filePath(QStringLiteral("metrics")));
    QVERIFY(log.open(QIODevice::WriteOnly));
    QVERIFY(metrics.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    metrics.write("1700000000000 gpufields index,uuid,name,utilization.gpu\n1700000000000 gpu 0, GPU-0, H100, 90\n"
                  "1700000001000 mem 1000 400 0 0\n1700000002000 mem 1000 400 0 0\n");
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1200, 800);
    page.show();
    RunView view{someRun(RunState::Running), LinkState::Live, {}, {}, false, log.fileName(), metrics.fileName()};
    page.setRun(view);
    QTRY_COMPARE(page.metrics().gpus().size(), 1);
    const auto *const rows = page.findChild<GpuRows *>(QStringLiteral("gpuRows"));
    QCOMPARE(rows->paintedName(0), QStringLiteral("GPU 0, 90 percent busy"));
    view.link = LinkState::Unreachable;
    page.setRun(view);
    QCOMPARE(rows->paintedName(0), QStringLiteral("GPU 0, at last contact 90 percent busy"));
    view.link = LinkState::Live;
    page.setRun(view);
    QCOMPARE(rows->paintedName(0), QStringLiteral("GPU 0, 90 percent busy"));
}

void TestRunPage::theListOpensRunsByKeyboard()
{
    RunsPage page;
    page.resize(1000, 600);
    page.show();
    auto *const view = page.findChild<QTreeView *>(QStringLiteral("runsView"));
    QAbstractItemModelTester tester(view->model());
    Run other = someRun(RunState::Failed);
    other.lineage = QStringLiteral("other");
    other.id = RunId(other.lineage);
    page.setRuns({someRun(RunState::Running), other});
    QSignalSpy opened(&page, &RunsPage::openRequested);
    view->setFocus();
    view->setCurrentIndex(view->model()->index(1, 0));
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    page.setRuns({});
    QCOMPARE(view->model()->rowCount(), 0);
}

void TestRunPage::aHangAndItsCausesAreOnThePage()
{
    QTemporaryDir dir;
    QFile log(dir.filePath(QStringLiteral("log"))), metrics(dir.filePath(QStringLiteral("metrics")));
    QVERIFY(log.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    QVERIFY(metrics.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    // Simulated: a minute of steps at 600 W, then two minutes of 100 percent at 110 W and nothing in the log.
    const qint64 begin = QDateTime::currentMSecsSinceEpoch() - 180'000;
    metrics.write(QByteArray::number(begin) + " gpufields index,uuid,name,utilization.gpu,power.draw,power.limit\n");
    QByteArray text;
    for (int i = 0; i < 180; ++i) {
        const QByteArray ms = QByteArray::number(begin + i * 1000);
        const bool isHung = i >= 60;
        if (!isHung)
            text += "[rank" + QByteArray::number(i % 2) + "]: step=" + QByteArray::number(i / 2 + 1) + "/1000 loss=2.5\n";
        QByteArray line = ms + " cpu 1 1 1 1 1 1 1 1 4\n";
        if (!isHung)
            line += ms + " log " + QByteArray::number(text.size()) + '\n';
        for (const char *gpu : {"0", "1"})
            line += ms + " gpu " + gpu + ", SIM-" + gpu + ", Simulated GPU, " + (isHung ? "100, 110" : "98, 600") + ", 700\n";
        metrics.write(line);
    }
    const qint64 at = text.size();
    text += "[rank1]: [W socket.cpp] x\nhuggingface/tokenizers: The current process just got forked, after parallelism has already been "
            "used.\n";
    log.write(text);
    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1440, 900);
    page.show();
    page.setRun({someRun(RunState::Running), LinkState::Live, {}, QDateTime::currentDateTime(), false, log.fileName(), metrics.fileName()});
    QTRY_COMPARE(page.observation().progress.state, ProgressState::Hung);
    auto *const facts = page.findChild<FactsBar *>(QStringLiteral("runFacts"));
    QTRY_COMPARE(facts->facts()[1].value, QStringLiteral("Hung"));
    QTRY_VERIFY(facts->facts()[0].value.startsWith(QStringLiteral("Waiting")));
    QVERIFY((facts->paintedName(0) + facts->paintedName(1)).contains(QStringLiteral("busy at")));
    // Shows which rank is behind.
    auto *const table = page.findChild<QAbstractItemView *>(QStringLiteral("rankTable"));
    QTRY_VERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), 2);
    QSignalSpy asked(&page, &RunPage::stacksRequested);
    page.findChild<QAbstractButton *>(QStringLiteral("rankStacks"))->click();
    QCOMPARE(asked.size(), 1);
    QVERIFY(!page.findChild<QAbstractButton *>(QStringLiteral("rankStacks"))->isEnabled());
    page.showStacks(QStringLiteral("── rank 1\n<b>main</b>"));
    auto *const shown = page.window()->findChild<QPlainTextEdit *>(QStringLiteral("rankStacksText"));
    QVERIFY(shown && shown->toPlainText().contains(QStringLiteral("<b>main</b>")));
    shown->window()->close();
    // The finding: opened, its line shown, dismissed.
    auto *const cards = page.findChild<ExplainCards *>(QStringLiteral("explainCards"));
    QTRY_COMPARE(cards->cards().size(), 1);
    QVERIFY(cards->isVisible());
    QSignalSpy wanted(cards, &ExplainCards::lineRequested);
    page.findChild<QAbstractButton *>(QStringLiteral("explainLine0"))->click();
    QCOMPARE(wanted.first().first().toLongLong(), at + qint64(qstrlen("[rank1]: [W socket.cpp] x\n")));
    page.findChild<QAbstractButton *>(QStringLiteral("explainOpen0"))->click();
    QTRY_COMPARE(page.findChildren<QAbstractButton *>(QStringLiteral("explainOpen0")).size(), 1);
    if (const QString pictures = qEnvironmentVariable("TRAINYARD_PICTURES"); !pictures.isEmpty())
        QVERIFY(page.grab().save(pictures + QStringLiteral("/hung.png")));
    page.findChild<QAbstractButton *>(QStringLiteral("explainDismiss0"))->click();
    QVERIFY(!cards->isVisible());
}

void TestRunPage::theEndHasARangeInTimeAndMoney()
{
    RunView view{someRun(RunState::Running), LinkState::Live, {}, {}, false, {}, {}};
    RunObservation seen;
    seen.progress.state = ProgressState::Advancing;
    seen.progress.lastStep = 500;
    seen.progress.sinceStepMs = 1000;
    seen.progress.medianStepSeconds = 2;
    seen.totalSteps = 6000;
    seen.stepsPerEpoch = 1000;
    seen.forecast = Forecast{2.2, SpanRange{qint64(190) * 60'000, qint64(205) * 60'000, qint64(220) * 60'000}};
    const auto facts = [&] { return runFacts(view, {}, {}, seen, 0, QDateTime::currentDateTime()); };
    const auto named = [&](const char *name) {
        const QList<Fact> all = facts();
        for (const Fact &fact : all) {
            if (fact.label == QLatin1String(name))
                return fact;
        }
        return Fact();
    };
    QCOMPARE(named("Remaining").value, QStringLiteral("about 3 h 10 min to 3 h 40 min"));
    QVERIFY(named("Final cost").value.isEmpty());  // no price
    view.perHour = Money(10 * Money::kNanosPerUnit, Currency::USD);
    view.costs = {Money(20 * Money::kNanosPerUnit, Currency::USD)};
    view.run.budget = Money(50 * Money::kNanosPerUnit, Currency::USD);
    const Fact end = named("Final cost");
    QVERIFY2(end.value.contains(QStringLiteral("54.17")), qPrintable(end.value));
    QVERIFY2(end.detail.contains(QStringLiteral("6.11")), qPrintable(end.detail));  // 1,000 steps, and an epoch
    QCOMPARE(end.progress, 0.4);
    QVERIFY(end.forecast > 1 && end.barTone == Lamp::Attention);
    QVERIFY(named("Loss").label.isEmpty());
    view.run.isSimulated = true;
    QVERIFY(named("Final cost").label.isEmpty());
}

QTEST_MAIN(TestRunPage)
#include "tst_runpage.moc"
