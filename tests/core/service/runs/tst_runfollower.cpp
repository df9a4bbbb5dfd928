// SPDX-License-Identifier: GPL-3.0-or-later
// The follower as used by the page, alerts and lists: stored data comes immediately, new data follows and is read once, ranges come on
// request.
#include "core/service/runs/runfollower.h"
#include "core/service/runs/runfollowers.h"
#include "core/storage/history/historyfiller.h"
#include "tests/core/storage/history/samplerlines.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

constexpr qint64 kStart = 1'760'000'000'000;

void append(const QString &name, const QByteArray &bytes)
{
    QFile file(name);
    QVERIFY(file.open(QIODevice::Append));
    file.write(bytes);
}

// Two days, one moment every half minute.
QByteArray twoDays(SamplerLines &lines)
{
    QByteArray bytes = lines.header();
    for (int i = 0; i < 2 * 2880; ++i) {
        bytes += lines.tick();
        lines.skip(29'000);
    }
    return bytes;
}

Run runOf(RunState state, const QString &id = QStringLiteral("a-run"))
{
    Run run;
    run.id = RunId(id);
    run.state = state;
    return run;
}

// In the form in which the page stores them.
struct Page {
    RunFollowers followers{Paths()};
    std::shared_ptr<RunFollower> follower;
    RunMetrics metrics;
    QList<double> steps;
    int loads = 0;
    quint64 begun = 0;

    void open(const FollowedFiles &files, RunState state = RunState::Running)
    {
        if (follower) {
            follower->disconnect();
            follower->endCharts(begun);
        }
        follower = followers.of(runOf(state), files, {});
        RunFollower *const one = follower.get();
        QObject::connect(one, &RunFollower::wasReset, one, [this] {
            metrics.clear();
            steps.clear();
        });
        QObject::connect(one, &RunFollower::metricsLoaded, one, [this](const std::shared_ptr<RunMetrics> &loaded) {
            metrics.replaceBy(std::move(*loaded));
            ++loads;
        });
        QObject::connect(one, &RunFollower::samplesRead, one, [this](const QList<MachineSample> &samples) { metrics.append(samples); });
        QObject::connect(one, &RunFollower::detailRead, one,
                         [this](const std::shared_ptr<const MetricDigest> &detail) { metrics.setDetail(detail); });
        QObject::connect(one, &RunFollower::trainingRead, one, [this](const QList<TrainingRecord> &records) {
            for (const TrainingRecord &record : records)
                steps << record.step.value_or(-1);
        });
        metrics.setWanted([one](qint64 from, qint64 to, qint64 width) { one->wantMetrics(from, to, width); });
        begun = one->beginCharts({});
    }
    void end()
    {
        follower->setRun(runOf(RunState::Finished));
        follower->read();
    }
};

}  // namespace

class TestRunFollower : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

private Q_SLOTS:
    void whatIsStoredComesAtOnceAndWhatGrowsFollows()
    {
        const QString file = m_dir.filePath(QStringLiteral("a"));
        SamplerLines lines(2, kStart);
        append(file, twoDays(lines));
        {
            Page first;
            first.open({{}, file});
            first.end();
            QTRY_COMPARE_WITH_TIMEOUT(first.metrics.count(), 5760, 60000);
        }
        Page page;
        page.open({{}, file});
        QTRY_VERIFY_WITH_TIMEOUT(page.loads > 0, 60000);
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5760, 60000);
        QVERIFY(std::abs(page.metrics.firstTime() - kStart) < 1000);
        QCOMPARE(page.metrics.gpus().size(), 2);
        for (int i = 0; i < 10; ++i) {
            append(file, lines.tick());
            page.follower->read();
        }
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5769, 60000);  // the last moment ends with the next one's line
        page.end();
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5770, 60000);
        QVERIFY(page.metrics.clockSteps().isEmpty());
        QCOMPARE(page.metrics.droppedMoments(), 0);
    }

    void aRangeOfThePastComesWhenItIsLookedAt()
    {
        const QString file = m_dir.filePath(QStringLiteral("b"));
        SamplerLines lines(1, kStart);
        append(file, twoDays(lines));
        Page page;
        page.open({{}, file});
        page.end();
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5760, 60000);
        const qint64 from = kStart + 3'600'000, to = from + 1'800'000;
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.line(GpuMetric::PowerWatts, 0, from, to, 600).mean.size(), 60, 60000);
    }

    void anotherRunTakesItsPlace()
    {
        const QString one = m_dir.filePath(QStringLiteral("c")), other = m_dir.filePath(QStringLiteral("d"));
        SamplerLines lines(2, kStart), few(1, kStart);
        append(one, twoDays(lines));
        QByteArray bytes = few.header();
        for (int i = 0; i < 5; ++i)
            bytes += few.tick();
        append(other, bytes);
        Page page;
        page.open({{}, one});
        page.open({{}, other});
        page.end();
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5, 60000);
        QTest::qWait(50);
        QCOMPARE(page.metrics.count(), 5);
    }

    void aFolderThatTakesNothingIsSaidOnceAndChartsGoOn()
    {
        // The path of its store is a folder, which acts like any disk that cannot be written.
        const QString file = m_dir.filePath(QStringLiteral("e"));
        QVERIFY(QDir().mkpath(HistoryFiller::storeFile(file) + QStringLiteral("/x")));
        SamplerLines lines(1, kStart);
        append(file, twoDays(lines));
        Page page;
        page.open({{}, file});
        QSignalSpy failed(page.follower.get(), &RunFollower::historyFailed);
        page.end();
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5760, 60000);
        append(file, lines.tick());
        page.follower->read();
        page.end();
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5761, 60000);
        QCOMPARE(failed.size(), 1);
    }

    // A page is opened on a run that alerts already follow: it gets everything, and the alerts get nothing twice.
    void aPageThatComesLaterGetsAllAndAlertsNothingTwice()
    {
        const QString log = m_dir.filePath(QStringLiteral("f.log")), file = m_dir.filePath(QStringLiteral("f"));
        SamplerLines lines(2, kStart);
        QByteArray bytes = lines.header();
        const auto grow = [&](int from, int to) {
            for (int i = from; i < to; ++i) {
                append(log, "step=" + QByteArray::number(i) + " loss=2.5\n");
                bytes += lines.tick();
            }
            append(file, std::exchange(bytes, {}));
        };
        grow(1, 101);
        Page page;
        const auto follower = page.followers.of(runOf(RunState::Running), {log, file}, {});
        QList<qint64> heard;
        connect(follower.get(), &RunFollower::recentRead, follower.get(), [&](const QList<MachineSample> &samples) {
            for (const MachineSample &sample : samples)
                heard << sample.timeMs;
        });
        QSignalSpy observed(follower.get(), &RunFollower::observed);
        follower->beginRules();
        follower->look();
        QTRY_COMPARE(observed.size(), 1);
        QCOMPARE(heard.size(), 99);
        QCOMPARE(follower->observation()->lastStep.value_or(0), 100.0);
        grow(101, 151);
        page.open({log, file});
        QCOMPARE(page.follower.get(), follower.get());
        QTRY_COMPARE(page.steps.size(), 150);
        QTRY_COMPARE(page.metrics.count(), 149);
        grow(151, 201);
        follower->look();
        QTRY_COMPARE(page.steps.size(), 200);
        QTRY_COMPARE(page.metrics.count(), 199);
        page.end();
        QTRY_COMPARE(page.metrics.count(), 200);
        for (int i = 0; i < page.steps.size(); ++i)
            QCOMPARE(page.steps[i], double(i + 1));
        QCOMPARE(heard.size(), 200);
        QVERIFY(std::is_sorted(heard.begin(), heard.end()) && std::adjacent_find(heard.begin(), heard.end()) == heard.end());
        QCOMPARE(page.metrics.droppedMoments(), 0);
        QVERIFY(page.metrics.clockSteps().isEmpty());
    }

    // The run has ended and was read to its last moment before its page is opened, twice.
    void aRunThatIsOverIsShownWholeEachTime()
    {
        const QString log = m_dir.filePath(QStringLiteral("g.log")), file = m_dir.filePath(QStringLiteral("g"));
        SamplerLines lines(1, kStart);
        QByteArray bytes = lines.header();
        for (int i = 1; i <= 300; ++i) {
            append(log, "step=" + QByteArray::number(i) + " loss=2.5\n");
            bytes += lines.tick();
        }
        append(file, bytes);
        Page page;
        for (int time = 0; time < 3; ++time) {
            page.open({log, file}, RunState::Finished);
            QTRY_COMPARE(page.steps.size(), 300);
            QTRY_COMPARE(page.metrics.count(), 300);
            QTest::qWait(20);
            QCOMPARE(page.metrics.count(), 300);
            QCOMPARE(page.metrics.droppedMoments(), 0);
        }
    }

    // The copy was not a copy of the machine's files: it starts over, with files that are longer from the start.
    void otherFilesInTheirPlaceBeginAnew()
    {
        const QString log = m_dir.filePath(QStringLiteral("h.log")), file = m_dir.filePath(QStringLiteral("h"));
        SamplerLines lines(1, kStart), others(3, kStart + 3'600'000);
        append(log, "step=1 loss=2.5\n");
        append(file, lines.header());
        append(file, lines.tick());
        append(file, lines.tick());
        Page page;
        page.open({log, file});
        QTRY_COMPARE(page.metrics.count(), 1);
        QCOMPARE(page.steps, QList<double>{1});
        QVERIFY(QFile::rename(log, log + QStringLiteral(".old")) && QFile::rename(file, file + QStringLiteral(".old")));
        append(log, "step=10 loss=2.5\nstep=11 loss=2.5\nstep=12 loss=2.5\n");
        QByteArray bytes = others.header();
        for (int i = 0; i < 20; ++i)
            bytes += others.tick();
        append(file, bytes);
        page.follower->look();
        QTRY_COMPARE(page.metrics.count(), 19);
        QCOMPARE(page.metrics.gpus().size(), 3);
        QCOMPARE(page.steps, (QList<double>{10, 11, 12}));
    }

    // As when the window is rebuilt in another language: the old page is destroyed after the new one has begun.
    void aPageThatGoesTakesNothingFromTheNextOne()
    {
        const QString log = m_dir.filePath(QStringLiteral("j.log"));
        append(log, "step=1 loss=2.5\n");
        Page page;
        page.open({log, {}});
        QTRY_COMPARE(page.steps.size(), 1);
        const quint64 before = page.begun;
        page.begun = page.follower->beginCharts({});
        page.follower->endCharts(before);
        QTRY_COMPARE(page.steps.size(), 1);
        append(log, "step=2 loss=2.5\n");
        page.follower->look();
        QTRY_COMPARE(page.steps, (QList<double>{1, 2}));
        page.follower->endCharts(page.begun);
        append(log, "step=3 loss=2.5\n");
        page.follower->look();
        QTRY_COMPARE(page.follower->observation().value_or(RunObservation()).lastStep.value_or(0), 3.0);
        QCOMPARE(page.steps, (QList<double>{1, 2}));
    }

    // In a long file, rules begin with its last minutes; the diagnosis reads all of it, piece by piece.
    void rulesOfALongFileBeginWithItsLastMinutes()
    {
        const QString file = m_dir.filePath(QStringLiteral("i"));
        SamplerLines lines(8, kStart);
        QByteArray bytes = lines.header();
        while (bytes.size() < 6 << 20)
            bytes += lines.tick();
        append(file, bytes);
        RunFollowers followers{Paths()};
        const auto follower = followers.of(runOf(RunState::Running), {{}, file}, {});
        QList<MachineSample> heard;
        connect(follower.get(), &RunFollower::recentRead, follower.get(), [&](const QList<MachineSample> &samples) { heard += samples; });
        follower->beginRules();
        follower->look();
        QTRY_VERIFY_WITH_TIMEOUT(follower->observation(), 60000);
        QVERIFY(!heard.isEmpty());
        const qint64 last = heard.last().timeMs;
        QVERIFY(heard.first().timeMs > kStart + (last - kStart) / 2 && heard.first().timeMs < last - 60'000);
        QCOMPARE(heard.last().gpus.size(), 8);
        QCOMPARE(follower->observation()->machineMs, last);
    }
};

QTEST_GUILESS_MAIN(TestRunFollower)
#include "tst_runfollower.moc"
