#include "ui/common/badge.h"
#include "ui/common/messagebar.h"
#include "ui/run/factsbar.h"
#include "ui/run/runfacts.h"
#include "ui/run/logview.h"
#include "ui/run/runpage.h"
#include "ui/run/runspage.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

Run someRun(RunState state)
{
    Run run;
    run.id = QStringLiteral("demo-abc123-a1");
    run.lineage = QStringLiteral("demo-abc123");
    run.name = QStringLiteral("demo");
    run.machineName = QStringLiteral("box");
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
    void stoppingAsksFirst();
    void actionsFitTheState();
    void aRunWhoseMachineWasRemovedSaysSo();
    void anEndedRunSaysHowItEnded_data();
    void anEndedRunSaysHowItEnded();
    void aLampIsOnlyLitByWhatWasSeen();
    void aRunThatWasOpenedReplacesTheOneBefore();
    void theListOpensRunsByKeyboard();
};

void TestRunPage::filesThatGrowBecomeLogChartsAndFacts()
{
    QTemporaryDir dir;
    QFile log(dir.filePath(QStringLiteral("log"))), metrics(dir.filePath(QStringLiteral("metrics")));
    QVERIFY(log.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    QVERIFY(metrics.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    RunPage page;
    page.resize(1200, 800);
    page.show();
    page.setRun({someRun(RunState::Running), LinkState::Live, {}, QDateTime::currentDateTime(), false, log.fileName(),
                 metrics.fileName()});
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

void TestRunPage::stoppingAsksFirst()
{
    RunPage page;
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
    QCOMPARE(stop[0][0].toString(), QStringLiteral("demo-abc123-a1"));
}

void TestRunPage::actionsFitTheState()
{
    RunPage page;
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
    RunPage page;
    Run lost = someRun(RunState::Unknown);
    lost.message = QStringLiteral("Its machine was removed while it ran.");
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
    const QList<Fact> facts = runFacts({run, LinkState::Idle, {}, {}, true, {}, {}, {}}, {}, {}, {}, 0,
                                       QDateTime::currentDateTime());
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
    QCOMPARE(runFacts(view, metrics, training, {}, 200'000, now)[0].lamp, Lamp::Unknown);      // an old sample
    sample.timeMs += 1000;
    sample.gpus[0].busyPercent = 0;
    metrics.append({sample});
    QCOMPARE(runFacts(view, metrics, training, {}, 101'000, now)[0].lamp, Lamp::Attention);

    training.appendLoss(5, 1.0);
    QCOMPARE(runFacts(view, metrics, training, {}, 101'000, now)[1].lamp, Lamp::Unknown);      // nobody saw it come
    QCOMPARE(runFacts(view, metrics, training, {1500, 2.0}, 101'000, now)[1].lamp, Lamp::On);
    QCOMPARE(runFacts(view, metrics, training, {360'000, 2.0}, 101'000, now)[1].lamp, Lamp::Attention);
    QCOMPARE(runFacts(view, metrics, training, {360'000, 200.0}, 101'000, now)[1].lamp, Lamp::On);   // slow, not stuck
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
    RunPage page;
    page.show();
    Run run = someRun(RunState::Finished);
    page.setRun({run, LinkState::Idle, {}, {}, true, file(QStringLiteral("a"), "step=5 loss=9\n"), {}});
    QTRY_COMPARE(page.training().lastLoss().value_or(0), 9.0);
    run.id = QStringLiteral("other-abc123-a1");
    page.setRun({run, LinkState::Idle, {}, {}, true, file(QStringLiteral("b"), "hello\n"), {}});
    QVERIFY(page.training().isEmpty());
    auto *const view = page.findChild<LogView *>(QStringLiteral("logView"));
    QTRY_COMPARE(view->index().byteCount(), 6);
    QVERIFY(page.training().isEmpty());
}

void TestRunPage::theListOpensRunsByKeyboard()
{
    RunsPage page;
    page.resize(1000, 600);
    page.show();
    auto *const view = page.findChild<QTableView *>(QStringLiteral("runsView"));
    QAbstractItemModelTester tester(view->model());
    page.setRuns({someRun(RunState::Running), someRun(RunState::Failed)});
    QSignalSpy opened(&page, &RunsPage::openRequested);
    view->setFocus();
    view->selectRow(1);
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    page.setRuns({});
    QCOMPARE(view->model()->rowCount(), 0);
}

QTEST_MAIN(TestRunPage)
#include "tst_runpage.moc"
