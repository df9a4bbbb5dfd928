// SPDX-License-Identifier: GPL-3.0-or-later
// The reader as the page uses it: what was stored comes at once, what grows follows, ranges come when they are wanted.
#include "core/storage/history/historyfiller.h"
#include "tests/core/storage/history/samplerlines.h"
#include "ui/run/runreader.h"

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

// Two days, a moment every half a minute.
QByteArray twoDays(SamplerLines &lines)
{
    QByteArray bytes = lines.header();
    for (int i = 0; i < 2 * 2880; ++i) {
        bytes += lines.tick();
        lines.skip(29'000);
    }
    return bytes;
}

// As the page keeps them.
struct Page {
    RunReader reader;
    RunMetrics metrics;
    int loads = 0;

    Page()
    {
        QObject::connect(&reader, &RunReader::wasReset, &reader, [this] { metrics.clear(); });
        QObject::connect(&reader, &RunReader::metricsLoaded, &reader, [this](const std::shared_ptr<RunMetrics> &loaded) {
            metrics.replaceBy(std::move(*loaded));
            ++loads;
        });
        QObject::connect(&reader, &RunReader::samplesRead, &reader,
                         [this](const QList<MachineSample> &samples) { metrics.append(samples); });
        QObject::connect(&reader, &RunReader::detailRead, &reader,
                         [this](const std::shared_ptr<const MetricDigest> &detail) { metrics.setDetail(detail); });
        metrics.setWanted([this](qint64 from, qint64 to, qint64 width) { reader.wantMetrics(from, to, width); });
    }
};

}  // namespace

class TestRunReader : public QObject {
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
            first.reader.open({}, file);
            first.reader.finishMetrics();
            QTRY_COMPARE_WITH_TIMEOUT(first.metrics.count(), 5760, 60000);
        }
        Page page;
        page.reader.open({}, file);
        QTRY_VERIFY_WITH_TIMEOUT(page.loads > 0, 60000);
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5760, 60000);
        QVERIFY(std::abs(page.metrics.firstTime() - kStart) < 1000);
        QCOMPARE(page.metrics.gpus().size(), 2);
        for (int i = 0; i < 10; ++i) {
            append(file, lines.tick());
            page.reader.readMetrics();
        }
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5769, 60000);  // the last moment ends with the next one's line
        page.reader.finishMetrics();
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
        page.reader.open({}, file);
        page.reader.finishMetrics();
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
        page.reader.open({}, one);
        page.reader.open({}, other);
        page.reader.finishMetrics();
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5, 60000);
        QTest::qWait(50);
        QCOMPARE(page.metrics.count(), 5);
    }

    void aFolderThatTakesNothingIsSaidOnceAndChartsGoOn()
    {
        // Where its store should be is a folder, which stands for any disk that cannot be written.
        const QString file = m_dir.filePath(QStringLiteral("e"));
        QVERIFY(QDir().mkpath(HistoryFiller::storeFile(file) + QStringLiteral("/x")));
        SamplerLines lines(1, kStart);
        append(file, twoDays(lines));
        Page page;
        QSignalSpy failed(&page.reader, &RunReader::historyFailed);
        page.reader.open({}, file);
        page.reader.finishMetrics();
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5760, 60000);
        append(file, lines.tick());
        page.reader.readMetrics();
        page.reader.finishMetrics();
        QTRY_COMPARE_WITH_TIMEOUT(page.metrics.count(), 5761, 60000);
        QCOMPARE(failed.size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestRunReader)
#include "tst_runreader.moc"
