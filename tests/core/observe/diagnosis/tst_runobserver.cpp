// SPDX-License-Identifier: GPL-3.0-or-later
// A run's two files read side by side: the result is the same live and afterwards; ranks, epochs and the expected time and cost at the end.
// Nothing here was recorded on a GPU.
#include "core/observe/diagnosis/elsewhere.h"
#include "core/observe/diagnosis/runobserver.h"

#include <QTest>

#include <random>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

constexpr qint64 kStart = 1'700'000'000'000;

// A run with one step per second; its sampler writes the log's size unless told otherwise.
struct Files {
    QByteArray log, metrics;

    void pass(int seconds, bool doesStep, const char *load, bool hasSizes = true)
    {
        for (int i = 0; i < seconds; ++i, ++now) {
            const QByteArray ms = QByteArray::number(kStart + now * 1000);
            if (now == 0)
                metrics += ms + " gpufields index,uuid,name,utilization.gpu,power.draw,power.limit\n";
            metrics += ms + " cpu 1 1 1 1 1 1 1 1 4\n";
            if (doesStep) {
                ++step;
                log += "step=" + QByteArray::number(step) + "/5000 loss=2.5 epoch=" + QByteArray::number(step / 100) + '\n';
                if (hasSizes)
                    metrics += ms + " log " + QByteArray::number(log.size()) + '\n';
            }
            metrics += ms + " gpu 0, SIM-0, Simulated GPU, " + load + ", 700\n";
        }
    }
    qint64 nowMs() const { return kStart + now * 1000; }
    qint64 now = 0, step = 0;
};

// As a program that follows the run: both files as they grow, the log first.
struct Follower {
    RunObserver observer;
    SampleParser parser;
    qsizetype logAt = 0;
    bool hasGrown = false;

    void takeMetrics(const QByteArray &bytes, const QByteArray &log)
    {
        takeLog(log);
        const QList<MachineSample> samples = parser.feed(bytes);
        observer.takeMetrics(samples, parser.takeLogSizes(), log.size());
    }
    void takeLog(const QByteArray &log, std::optional<qint64> nowMs = {})
    {
        const QByteArray bytes = log.mid(logAt);
        observer.takeLog(bytes);
        logAt += bytes.size();
        hasGrown |= !bytes.isEmpty();
        if (nowMs && std::exchange(hasGrown, false))
            observer.logCameBy(*nowMs);
    }
    RunObservation at(qint64 nowMs) const { return observer.at(nowMs); }
};

}  // namespace

class TestRunObserver : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void liveAndReplayedSayTheSame()
    {
        Files files;
        Follower live;
        for (int i = 0; i < 30; ++i) {
            const qsizetype before = files.metrics.size();
            files.pass(10, true, "98, 600");
            live.takeMetrics(files.metrics.mid(before), files.log);
            live.takeLog(files.log);
        }
        const qsizetype before = files.metrics.size();
        files.pass(70, false, "100, 110");
        live.takeMetrics(files.metrics.mid(before), files.log);
        Follower replayed;
        for (qsizetype at = 0; at < files.metrics.size(); at += 333)
            replayed.takeMetrics(files.metrics.mid(at, 333), files.log);
        replayed.takeLog(files.log);
        for (const Follower *one : {&live, &replayed}) {
            const RunObservation seen = one->at(files.nowMs());
            QCOMPARE(seen.progress.state, ProgressState::Hung);
            QCOMPARE(seen.progress.lastStep.value_or(0), 300.0);
            QCOMPARE(seen.totalSteps.value_or(0), 5000.0);
            QCOMPARE(seen.stepsPerEpoch.value_or(0), 100.0);
        }
        QCOMPARE(live.at(files.nowMs()).progress.reason, replayed.at(files.nowMs()).progress.reason);
    }

    void anOldSamplerNeedsTheTimeThatBytesCame()
    {
        Files files;
        Follower live;
        for (int i = 0; i < 60; ++i) {
            const qsizetype before = files.metrics.size();
            files.pass(1, true, "98, 600", false);
            live.takeMetrics(files.metrics.mid(before), files.log);
            live.takeLog(files.log, files.nowMs());
        }
        QCOMPARE(live.at(files.nowMs()).progress.state, ProgressState::Advancing);
        QVERIFY(live.at(files.nowMs()).forecast);
        Follower replayed;
        replayed.takeMetrics(files.metrics, files.log);
        replayed.takeLog(files.log);
        QCOMPARE(replayed.at(files.nowMs()).progress.state, ProgressState::Unknown);
    }

    void aLogThatComesLateChangesNoTime()
    {
        Files files;
        files.pass(100, true, "98, 600");
        Follower late;
        late.takeMetrics(files.metrics, QByteArray());
        late.takeLog(files.log);
        QCOMPARE(late.at(files.nowMs()).progress.state, ProgressState::Unknown);  // the time of these steps is not known yet
        const qsizetype before = files.metrics.size();
        files.pass(1, true, "98, 600");
        late.takeMetrics(files.metrics.mid(before), files.log);
        QCOMPARE(late.at(files.nowMs()).progress.lastStep.value_or(0), 101.0);
    }

    void ranksThatFallBehindComeFirst()
    {
        Follower observer;
        const QByteArray log =
            "[rank0]: step=7 loss=1\n[rank1]: step=5 loss=1\n[rank2]: step=7 loss=1\n[rank1]: \x1b[31mhalf\x1b[0m a batch\n";
        observer.takeLog(log);
        const QList<RankState> ranks = observer.at(0).ranks;
        QCOMPARE(ranks.size(), 3);
        QCOMPARE(ranks.first().rank, 1);
        QVERIFY(ranks.first().isBehind && !ranks.last().isBehind);
        QCOMPARE(ranks.first().lastLine, s("half a batch"));
        QCOMPARE(ranks.first().lastStep.value_or(0), 5.0);
        QByteArray many;
        for (int i = 0; i < 5000; ++i)
            many += "[rank" + QByteArray::number(i) + "]: hello\n";
        Follower bounded;
        bounded.takeLog(many);
        QCOMPARE(bounded.at(0).ranks.size(), 1024);
    }

    void theTrueEndIsMostlyWithinTheRange_data()
    {
        QTest::addColumn<double>("jitter");
        QTest::addColumn<int>("pauseEvery");
        QTest::addColumn<double>("pauseSeconds");
        QTest::newRow("even steps") << 0.05 << 0 << 0.0;
        QTest::newRow("uneven steps") << 0.5 << 0 << 0.0;
        QTest::newRow("evaluations of a minute") << 0.1 << 200 << 60.0;
        QTest::newRow("evaluations of ten minutes") << 0.2 << 500 << 600.0;
    }
    void theTrueEndIsMostlyWithinTheRange()
    {
        QFETCH(double, jitter);
        QFETCH(int, pauseEvery);
        QFETCH(double, pauseSeconds);
        int within = 0;
        constexpr int kRuns = 100;
        for (int seed = 1; seed <= kRuns; ++seed) {
            std::mt19937 random{quint32(seed)};
            std::normal_distribution<double> normal;
            ProgressJudge judge;
            double now = 0, asked = 0;
            std::optional<Forecast> ahead;
            constexpr int kSteps = 6000;
            for (int step = 1; step <= kSteps; ++step) {
                now += 1.5 * std::exp(normal(random) * jitter);
                if (pauseEvery > 0 && step % pauseEvery == 0)
                    now += pauseSeconds * std::exp(normal(random) * 0.1);
                judge.stepAt(kStart + qint64(now * 1000), step);
                if (step == kSteps * 4 / 10) {
                    ahead = forecast(judge.track(), kSteps);
                    asked = now;
                }
            }
            QVERIFY(ahead && ahead->remaining);
            const double left = (now - asked) * 1000;
            within += left >= double(ahead->remaining->leastMs) && left <= double(ahead->remaining->mostMs);
            QVERIFY(ahead->remaining->leastMs <= ahead->remaining->likelyMs && ahead->remaining->likelyMs <= ahead->remaining->mostMs);
        }
        qInfo("%d of %d within", within, kRuns);
        QVERIFY2(within >= 80, qPrintable(QString::number(within)));
    }

    // The output of a program that resumes from a checkpoint: a line of its own, then a bar that starts without a time.
    void theStepOfACheckpointIsNoSpeed_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::newRow("a sentence with the loss") << QByteArray("Resumed from /ck/step-035099.safetensors at step 35099, loss 0.5266.\n");
        QTest::newRow("a bar from nothing") << QByteArray("\rTraining:   0%|      | 0/60000 [00:00<?, ?it/s]");
        QTest::newRow("a step of its own") << QByteArray("step=1 loss=0.5\n");
        QTest::newRow("nothing") << QByteArray();
    }
    void theStepOfACheckpointIsNoSpeed()
    {
        QFETCH(QByteArray, first);
        Follower live;
        QByteArray log = "Text: a book, 30955 characters, 63 different ones\nModel: 42031 parameters, batch 64, seed 1\n" + first, metrics;
        for (int second = 0; second < 90; ++second) {
            const QByteArray ms = QByteArray::number(kStart + second * 1000);
            metrics += ms + " cpu 1 1 1 1 1 1 1 1 4\n" + ms + " log " + QByteArray::number(log.size()) + '\n';
            live.takeMetrics(std::exchange(metrics, {}), log);
            live.takeLog(log);
            const RunObservation seen = live.at(kStart + second * 1000 + 300);
            const double left = (60000 - 35099 - second * 20) / 20.0 * 1000;
            if (const auto pace = seen.progress.medianStepSeconds)
                QVERIFY2(std::abs(*pace - 0.05) < 0.006, qPrintable(QStringLiteral("%1 s a step after %2 s").arg(*pace).arg(second)));
            if (second >= 5)
                QVERIFY(seen.forecast);
            if (second >= 5)
                QVERIFY2(std::abs(seen.forecast->secondsPerStep - 0.05) < 0.01, qPrintable(QString::number(seen.forecast->secondsPerStep)));
            if (second >= 30) {
                QVERIFY(seen.forecast->remaining);
                QVERIFY(double(seen.forecast->remaining->leastMs) > 0.8 * left && double(seen.forecast->remaining->mostMs) < 1.2 * left);
            }
            for (int step = 35099 + second * 20 + 1; step <= 35099 + second * 20 + 20; step += 2) {
                const double rate = second == 0 && step == 35100 ? 35029.2 : 20.0;
                log += "\rTraining:  58%|#####     | " + QByteArray::number(step) + "/60000 [00:01<20:45, "
                       + QByteArray::number(rate, 'f', 2) + "it/s, loss=0.5266]";
            }
        }
    }

    void whatTheProgramSaysIsNotShownWider()
    {
        // Every tenth step takes ten times as long, but only in the first minute: the measured range is wide.
        for (const bool isTold : {false, true}) {
            Follower live;
            QByteArray log, metrics;
            std::mt19937 random{3};
            for (int step = 1, second = 0; step <= 40; ++step) {
                second += step % 10 == 0 ? 20 : 1 + int(random() % 3);
                log += "step=" + QByteArray::number(step) + "/100 loss=1.0" + (isTold ? " step_time=4.0" : "") + '\n';
                const QByteArray ms = QByteArray::number(kStart + second * 1000);
                metrics += ms + " log " + QByteArray::number(log.size()) + '\n';
            }
            live.takeMetrics(metrics, log);
            const RunObservation seen = live.at(kStart + 200'000);
            QVERIFY(seen.forecast);
            QCOMPARE(seen.forecast->remaining.has_value(), !isTold);
            if (isTold)
                QCOMPARE(seen.forecast->secondsPerStep, 4.0);
        }
    }

    // The first steps of a run that loads data and compiles meanwhile.
    void aWideRangeIsNotShownEarly()
    {
        std::vector<ProgressPoint> track;
        qint64 ms = 0;
        const auto goOn = [&](int steps) {
            for (int i = 0; i < steps; ++i) {
                ms += track.size() % 6 == 0 ? 9'000 : 300;
                track.push_back({ms, double(track.size())});
            }
            return forecast(track, 2000);
        };
        QVERIFY(!goOn(12));
        const auto early = goOn(12);
        QVERIFY(early && early->isUneven && !early->remaining && early->secondsPerStep > 0);
        const auto later = goOn(120);
        QVERIFY(later && !later->isUneven && later->remaining);
    }

    void nothingIsForecastFromNothing()
    {
        QVERIFY(!forecast({}, 100));
        std::vector<ProgressPoint> track;
        for (int i = 0; i < 20; ++i)
            track.push_back({i * 1000, double(i)});
        QVERIFY(!forecast(track, 100));  // 19 seconds are too few
        for (int i = 20; i < 30; ++i)
            track.push_back({i * 1000, double(i)});
        QVERIFY(forecast(track, {}) && !forecast(track, {})->remaining);
        QVERIFY(forecast(track, 10) && forecast(track, 100) && forecast(track, 1e300));
        QCOMPARE(forecast(track, 10)->remaining->mostMs, qint64(0));
        QCOMPARE(std::round(forecast(track, 100)->secondsPerStep * 10), 10.0);
        QVERIFY(!forecast(track, 1e300)->remaining);
        for (ProgressPoint &point : track)
            point.step = 3;
        QVERIFY(!forecast(track, 100));
    }

    void rangesReadAsPeopleSayThem()
    {
        const qint64 minute = 60'000;
        QCOMPARE(rangeText({190 * minute, 205 * minute, 220 * minute}), s("about 3 h 10 min to 3 h 40 min"));
        QCOMPARE(rangeText({190 * minute, 190 * minute, 191 * minute}), s("about 3 h 10 min"));
        QCOMPARE(rangeText({31'000, 33'000, 44'000}), s("about 30 s to 45 s"));
        const auto cost = costOf({3'600'000, 7'200'000, 9'000'000}, Money(2 * Money::kNanosPerUnit, Currency::CNY));
        QVERIFY(cost);
        QCOMPARE(cost->most.text(), s("5.00 CNY"));
        QCOMPARE(costOfSteps(3.6, 1000, Money(Money::kNanosPerUnit, Currency::EUR))->text(), s("1.00 EUR"));
    }

    void anotherMachineIsJudgedByBothFigures()
    {
        const auto figure = [](qint64 machine, const char *what, double value, qint64 report = 1) {
            ProbeFigure one;
            one.machineId = MachineId(machine);
            one.report = ProbeId(report);
            one.what = s(what);
            one.value = value;
            return one;
        };
        const QList<ProbeFigure> figures{figure(1, "copy", 1600),    figure(1, "matmul bf16 cublaslt", 250),    figure(2, "copy", 1000, 2),
                                         figure(2, "copy", 3200, 3), figure(2, "matmul bf16 cublaslt", 750, 3), figure(3, "copy", 5000, 4)};
        const QList<Elsewhere> found = elsewhere(figures, MachineId(1), {3'000'000, 3'600'000, 4'200'000});
        QCOMPARE(found.size(), 1);  // only one figure of the third is known
        QCOMPARE(found.first().machineId, MachineId(2));
        QCOMPARE(found.first().mostTimes, 0.5);
        QVERIFY(std::abs(found.first().leastTimes - 1.0 / 3) < 1e-9);
        QCOMPARE(found.first().remaining.mostMs, qint64(2'100'000));
        QVERIFY(elsewhere(figures, MachineId(9), {1, 1, 1}).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestRunObserver)
#include "tst_runobserver.moc"
