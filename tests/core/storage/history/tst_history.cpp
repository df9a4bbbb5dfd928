// SPDX-License-Identifier: GPL-3.0-or-later
// The metric store compared with the parser's own results for the same file.
#include "core/storage/history/historyfiller.h"
#include "core/storage/history/internal/metricblock.h"
#include "core/storage/history/internal/packedcolumn.h"
#include "core/storage/history/runhistory.h"
#include "tests/core/storage/history/samplerlines.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

using namespace trainyard;

namespace {

constexpr qint64 kStart = 1'760'000'000'000;
constexpr qint64 kAll = std::numeric_limits<qint64>::max();

void appendTo(const QString &name, const QByteArray &bytes)
{
    QFile file(name);
    QVERIFY(file.open(QIODevice::Append));
    QCOMPARE(file.write(bytes), qint64(bytes.size()));
}

QByteArray ticks(SamplerLines &lines, int count)
{
    QByteArray out = lines.header();
    for (int i = 0; i < count; ++i)
        out += lines.tick();
    return out;
}

void fillAll(HistoryFiller &filler, qint64 piece = 1 << 20)
{
    for (int i = 0; i < 100'000; ++i) {
        const auto left = filler.fill(piece);
        QVERIFY2(left.has_value(), left ? "" : qPrintable(left.error().what + left.error().detail));
        if (*left == 0)
            break;
    }
    const auto finished = filler.finish();
    QVERIFY2(finished.has_value(), finished ? "" : qPrintable(finished.error().detail));
}

MetricDigest digestOf(const QString &metrics, qint64 from, qint64 to, qint64 width)
{
    const auto store = MetricStore::openToRead(HistoryFiller::storeFile(metrics));
    if (!store)
        return {};
    auto digest = (*store)->digest(from, to, width);
    return digest ? *digest : MetricDigest();
}

QByteArray bytesOf(const MetricDigest &digest)
{
    QByteArray all = packHost(digest, 0);
    for (size_t gpu = 0; gpu < digest.gpus.size(); ++gpu)
        all += packGpu(digest, gpu);
    return all;
}

// Everything that a store returns, at all levels. For summaries only the extremes: their means may differ by a rounding, because values
// read back from the disk are already rounded.
QByteArray fingerprint(const QString &metrics)
{
    QByteArray all;
    const auto told = [](const MetricDigest::Column &column) -> const std::vector<float> & {
        return column.high.empty() ? column.mean : column.high;
    };
    for (const qint64 width : {qint64(0), qint64(40'000), qint64(4'000'000)}) {
        const MetricDigest whole = digestOf(metrics, 0, kStart * 2, width);
        all += QByteArray::number(quint64(whole.size())) + ':';
        for (size_t i = 0; i < whole.size(); ++i) {
            const auto &cpu = told(whole.host[0]);
            all += QByteArray::number(whole.begin[i]) + ',' + QByteArray::number(i < cpu.size() ? double(cpu[i]) : -1.0, 'f', 1) + ','
                   + QByteArray::number(whole.moments.empty() ? 1 : whole.moments[i]) + ';';
        }
        for (const MetricDigest::Gpu &gpu : whole.gpus) {
            for (const MetricDigest::Column &column : gpu.columns) {
                double sum = 0;
                for (const float v : told(column))
                    sum += std::isnan(v) ? 1e-3 : double(v);
                all += QByteArray::number(sum, 'f', 1) + '/';
            }
        }
        all += '\n';
    }
    return all;
}

}  // namespace

class TestHistory : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    int m_number = 0;

    QString newFile() { return m_dir.filePath(QStringLiteral("metrics%1").arg(++m_number)); }

private Q_SLOTS:
    void whatIsWrittenComesBackWithinItsResolution()
    {
        const QString file = newFile();
        SamplerLines lines(3, kStart);
        QByteArray bytes = ticks(lines, 400);
        lines.skip(400'000);
        bytes += ticks(lines, 5000);
        appendTo(file, bytes);
        HistoryFiller filler(file);
        fillAll(filler);

        SampleParser parser;
        QList<MachineSample> samples = parser.feed(bytes);
        samples += parser.flush();
        const MetricDigest all = digestOf(file, 0, kStart * 2, 0);
        QCOMPARE(qsizetype(all.size()), samples.size());
        QCOMPARE(all.gpus.size(), size_t(3));
        QCOMPARE(all.gpus[0].identity.name, QStringLiteral("NVIDIA H100 80GB HBM3"));
        QVERIFY(std::abs(all.gpus[0].identity.memoryGiB - 81559 / 1024.0) < 1e-9);
        QCOMPARE(all.gpus[0].identity.powerLimitWatts, 700.0);
        const auto isNear = [&](const MetricDigest::Column &column, size_t i, std::optional<double> value, double half) {
            const float read = i < column.mean.size() ? column.mean[i] : float(NAN);
            return value ? std::abs(double(read) - *value) <= half * 1.01 : std::isnan(read);
        };
        for (size_t i = 0; i < all.size(); ++i) {
            const MachineSample &sample = samples[qsizetype(i)];
            QCOMPARE(all.begin[i], sample.timeMs);
            QVERIFY(isNear(all.host[0], i, sample.cpuPercent, 0.05));
            QVERIFY(isNear(all.host[2], i, sample.netReceivedPerSecond, sample.netReceivedPerSecond.value_or(0) / 2048));
            for (size_t gpu = 0; gpu < 3; ++gpu) {
                const GpuSample &said = sample.gpus[qsizetype(gpu)];
                QVERIFY(isNear(all.gpus[gpu].columns[0], i, said.busyPercent, 0));
                QVERIFY(isNear(all.gpus[gpu].columns[1], i, *said.memoryUsedMiB / 1024, 1e-6));
                QVERIFY(isNear(all.gpus[gpu].columns[2], i, said.powerWatts, 0.05));
                QVERIFY(isNear(all.gpus[gpu].columns[4], i, said.smClockMHz, 0));
            }
        }
    }

    void everyLevelTellsTheSameExtremesAndMean_data()
    {
        QTest::addColumn<qint64>("width");
        QTest::addColumn<qint64>("step");
        QTest::newRow("minutes") << qint64(60'000) << qint64(60'000);
        QTest::newRow("quarters of an hour") << qint64(900'000) << qint64(900'000);
        QTest::newRow("hours") << qint64(3'600'000) << qint64(3'600'000);
    }
    void everyLevelTellsTheSameExtremesAndMean()
    {
        QFETCH(qint64, width);
        QFETCH(qint64, step);
        static const QString file = [this] {  // three days and a bit, of two GPUs
            const QString name = newFile();
            SamplerLines lines(2, kStart);
            for (int hour = 0; hour < 75; ++hour)
                appendTo(name, ticks(lines, 400));
            HistoryFiller filler(name);
            SamplerLines sparse(2, kStart + 86'400'000);
            for (int hour = 0; hour < 50; ++hour) {
                appendTo(name, ticks(sparse, 60));
                sparse.skip(3'540'000);
            }
            fillAll(filler);
            return name;
        }();
        const MetricDigest moments = digestOf(file, 0, kStart * 2, 0), coarse = digestOf(file, 0, kStart * 2, width);
        QCOMPARE(coarse.step, step);
        QVERIFY(coarse.size() < moments.size() / 3);
        quint64 count = 0;
        for (const quint32 n : coarse.moments)
            count += n;
        QCOMPARE(count, quint64(moments.size()));
        QCOMPARE(coarse.begin.front(), moments.begin.front());
        QCOMPARE(coarse.end.back(), moments.end.back());
        for (size_t metric = 0; metric < kGpuMetrics; ++metric) {
            const MetricDigest::Column &fine = moments.gpus[1].columns[metric], &rough = coarse.gpus[1].columns[metric];
            float low = 1e9F, high = -1, roughLow = 1e9F, roughHigh = -1;
            double sum = 0, known = 0, roughSum = 0, roughKnown = 0;
            for (const float v : fine.mean) {
                if (std::isnan(v))
                    continue;
                low = std::min(low, v);
                high = std::max(high, v);
                sum += double(v);
                ++known;
            }
            for (size_t i = 0; i < rough.mean.size(); ++i) {
                if (std::isnan(rough.mean[i]))
                    continue;
                roughLow = std::min(roughLow, rough.low[i]);
                roughHigh = std::max(roughHigh, rough.high[i]);
                roughSum += double(rough.mean[i]) * coarse.moments[i];
                roughKnown += coarse.moments[i];
            }
            QCOMPARE(roughLow, low);
            QCOMPARE(roughHigh, high);
            QCOMPARE(roughKnown == 0, known == 0);
            if (known == 0)
                continue;  // there are no values
            QVERIFY2(std::abs(sum / known - roughSum / roughKnown) < 0.1, qPrintable(QString::number(sum / known - roughSum / roughKnown)));
        }
    }

    void piecesAndRestartsGiveTheSameStore()
    {
        SamplerLines lines(2, kStart);
        QByteArray bytes = ticks(lines, 3000);
        lines.skip(-200'000);  // the clock is set back
        bytes += ticks(lines, 500);
        lines.skip(7'000'000);
        bytes += ticks(lines, 3000);
        const QString whole = newFile(), pieces = newFile();
        appendTo(whole, bytes);
        HistoryFiller atOnce(whole);
        fillAll(atOnce);
        QRandomGenerator random(3);
        for (qsizetype at = 0; at < bytes.size();) {
            const qsizetype size = random.bounded(1, 60'000);
            appendTo(pieces, bytes.mid(at, size));
            at += size;
            HistoryFiller filler(pieces);
            while (filler.fill(random.bounded(500, 100'000)).value_or(0) > 400) {}
        }
        HistoryFiller last(pieces);
        fillAll(last);
        QCOMPARE(fingerprint(pieces), fingerprint(whole));
        QList<LogSize> sizes, sizesThere;
        readLogSizes(whole, [&](const QList<LogSize> &some) { sizes += some; });
        readLogSizes(pieces, [&](const QList<LogSize> &some) { sizesThere += some; });

        // Charts follow the same rule.
        SampleParser parser;
        RunMetrics drawn;
        drawn.append(parser.feed(bytes));
        const QList<LogSize> seen = parser.takeLogSizes();
        for (const QList<LogSize> &read : {sizes, sizesThere}) {
            QCOMPARE(read.size(), seen.size());
            for (qsizetype i = 0; i < seen.size(); ++i)
                QVERIFY(read[i].timeMs == seen[i].timeMs && read[i].previousMs == seen[i].previousMs && read[i].bytes == seen[i].bytes);
        }
        drawn.append(parser.flush());
        const LoadedHistory loaded = loadHistory(whole);
        QCOMPARE(loaded.metrics.count(), drawn.count());
        QCOMPARE(loaded.metrics.lastTime(), drawn.lastTime());
        QCOMPARE(drawn.clockSteps().size(), 1);
    }

    void aStoreThatDoesNotFitIsFilledAgain_data()
    {
        QTest::addColumn<QString>("harm");
        for (const char *harm : {"shorter", "another", "version", "text", "cut", "flipped"})
            QTest::newRow(harm) << QString::fromLatin1(harm);
    }
    void aStoreThatDoesNotFitIsFilledAgain()
    {
        QFETCH(QString, harm);
        const QString file = newFile(), store = HistoryFiller::storeFile(file), clean = newFile();
        SamplerLines lines(2, kStart);
        const QByteArray bytes = ticks(lines, 4000);
        appendTo(file, bytes);
        {
            HistoryFiller filler(file);
            fillAll(filler);
        }
        QByteArray now = bytes;
        QFile raw(file), database(store);
        QVERIFY(database.open(QIODevice::ReadWrite));
        if (harm == QLatin1String("shorter")) {
            now.truncate(now.lastIndexOf('\n', now.size() / 3) + 1);
        } else if (harm == QLatin1String("another")) {
            SamplerLines others(2, kStart + 5'000'000);
            now = ticks(others, 4100);
        } else if (harm == QLatin1String("version")) {
            database.seek(60);  // the user_version, sqlite.org/fileformat2.html
            database.write("\0\0\0\x63", 4);
        } else if (harm == QLatin1String("text")) {
            database.resize(0);
            database.write(QByteArray(20'000, 'x'));
        } else if (harm == QLatin1String("cut")) {
            database.resize(database.size() / 2 - 100);
        } else {
            QRandomGenerator random(5);
            for (int i = 0; i < 3000; ++i) {
                database.seek(random.bounded(qint64(4096), database.size()));
                database.write("\x5a", 1);
            }
        }
        database.close();
        QVERIFY(raw.open(QIODevice::WriteOnly | QIODevice::Truncate));
        raw.write(now);
        raw.close();
        appendTo(clean, now);
        // Reading it before it is repaired must not crash.
        (void)loadHistory(file);
        (void)readHistory(file, kStart, kStart + 4'000'000, 1000);
        {
            SamplerLines more(2, kStart + 10'000'000);
            const QByteArray added = ticks(more, 300);
            appendTo(file, added);
            appendTo(clean, added);
        }
        HistoryFiller filler(file), other(clean);
        fillAll(filler);
        fillAll(other);
        // Damage that the last rows do not show is found when that part is read, and then repaired.
        if (fingerprint(file) != fingerprint(clean) && harm == QLatin1String("flipped")) {
            QVERIFY(!readHistory(file, 0, kStart * 2, 0).has_value());
            filler.startAnew();
            fillAll(filler);
        }
        QCOMPARE(fingerprint(file), fingerprint(clean));
    }

    void killedAtAnyPlaceItGoesOn()
    {
        const QString file = newFile(), clean = newFile();
        SamplerLines lines(2, kStart);
        const QByteArray bytes = ticks(lines, 9000);
        appendTo(file, bytes);
        appendTo(clean, bytes);
        QRandomGenerator random(11);
        for (int round = 0; round < 12; ++round) {
            const pid_t child = ::fork();
            if (child == 0) {
                HistoryFiller filler(file);
                while (filler.fill(100'000).value_or(0) > 0) {}
                ::_exit(0);
            }
            ::usleep(useconds_t(random.bounded(1000, 60'000)));
            ::kill(child, SIGKILL);
            ::waitpid(child, nullptr, 0);
        }
        HistoryFiller filler(file), other(clean);
        fillAll(filler);
        fillAll(other);
        QCOMPARE(fingerprint(file), fingerprint(clean));
    }

    void oneFillsAndTheOthersRead()
    {
        const QString file = newFile();
        SamplerLines lines(1, kStart);
        appendTo(file, ticks(lines, 600));
        auto first = std::make_unique<HistoryFiller>(file);
        HistoryFiller second(file);
        QVERIFY(first->fill(1000).value_or(0) > 0);
        QCOMPARE(second.fill(kAll).value_or(-1), 0);
        fillAll(*first);
        QCOMPARE(loadHistory(file).metrics.count(), 600);
        first.reset();
        appendTo(file, ticks(lines, 300));
        fillAll(second);
        QCOMPARE(loadHistory(file).metrics.count(), 900);
    }

    void aDiskThatTakesNothingIsSaidOnceAndChartsGoOn()
    {
        const QString file = newFile();
        SamplerLines lines(8, kStart);
        appendTo(file, ticks(lines, 3000));
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit tight{100'000, before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &tight);
        HistoryFiller filler(file);
        int errors = 0;
        for (int i = 0; i < 50; ++i)
            errors += filler.fill(200'000).has_value() ? 0 : 1;
        ::setrlimit(RLIMIT_FSIZE, &before);
        QCOMPARE(errors, 1);
        // Readers that draw continue from where the store ends.
        LoadedHistory loaded = loadHistory(file);
        MetricFeed feed(file, loaded.position);
        loaded.metrics.append(feed.read(kAll));
        loaded.metrics.append(feed.flush());
        QCOMPARE(loaded.metrics.count(), 3000);
    }

    void aMonthOpensAndTheFeedGoesOnWhereTheStoreEnds()
    {
        const QString file = newFile();
        SamplerLines lines(2, kStart);
        for (int hour = 0; hour < 24 * 30; ++hour) {
            appendTo(file, ticks(lines, 10));
            lines.skip(3'590'000);
        }
        HistoryFiller filler(file);
        fillAll(filler);
        LoadedHistory loaded = loadHistory(file);
        QCOMPARE(loaded.metrics.count(), 7200);
        QVERIFY(std::abs(loaded.metrics.firstTime() - kStart) < 2000);
        MetricFeed feed(file, loaded.position);
        QVERIFY(feed.remaining() < 200'000);
        loaded.metrics.append(feed.read(kAll));
        appendTo(file, ticks(lines, 20));
        loaded.metrics.append(feed.read(kAll));
        loaded.metrics.append(feed.flush());
        QCOMPARE(loaded.metrics.count(), 7220);
        QVERIFY(loaded.metrics.clockSteps().isEmpty());

        QList<qint64> wanted;
        loaded.metrics.setWanted([&](qint64 from, qint64 to, qint64 width) { wanted = {from, to, width}; });
        const qint64 from = kStart + 100 * 3'600'000LL, to = from + 3'600'000;
        (void)loaded.metrics.line(GpuMetric::PowerWatts, 0, from, to, 800);
        QCOMPARE(wanted.size(), 3);
        loaded.metrics.setDetail(*readHistory(file, wanted[0], wanted[1], wanted[2]));
        wanted.clear();
        const DecimatedLine line = loaded.metrics.line(GpuMetric::PowerWatts, 0, from, to, 800);
        QVERIFY(wanted.isEmpty());
        QVERIFY(line.mean.size() >= 10 && line.mean.size() <= 11);
        QCOMPARE(loaded.metrics.gaps(from + 60'000, to - 60'000).size(), 1);
    }

    void nothingIsLostWhereSummariesMeetMoments()
    {
        const QString file = newFile();
        SamplerLines lines(8, kStart);
        QByteArray bytes = lines.header();
        for (int i = 0; i < 3000; ++i) {  // 50 hours, so the first day is in summaries
            bytes += lines.tick();
            lines.skip(59'000);
        }
        appendTo(file, bytes);
        HistoryFiller filler(file);
        fillAll(filler);
        const LoadedHistory loaded = loadHistory(file);
        QCOMPARE(loaded.metrics.count(), 3000);
        QVERIFY(std::abs(loaded.metrics.firstTime() - kStart) < 1000);
        const DecimatedLine line = loaded.metrics.line(GpuMetric::PowerWatts, 3, 0, kStart * 2, 1'000'000'000);
        QVERIFY(line.mean.size() > 1000 && line.mean.size() < 3000);  // one entry per three minutes, then each moment
        QVERIFY(loaded.metrics.gaps(0, kStart * 2).isEmpty());
    }

    void bytesOfAnyKindAreRefusedQuietly()
    {
        QRandomGenerator random(1);
        SamplerLines lines(1, kStart);
        SampleParser parser;
        MetricDigest good;
        good.gpus.push_back({{0, {}, false, 0, 0}, {}});
        for (int i = 0; i < 60; ++i) {
            good.begin.push_back(kStart + i * 1000);
            good.end.push_back(kStart + i * 1000);
            good.host[0].mean.push_back(float(i));
        }
        const QByteArray row = bytesOf(good);
        for (int i = 0; i < 5000; ++i) {
            QByteArray bytes = i % 2 ? row : QByteArray(random.bounded(1, 200), Qt::Uninitialized);
            for (int k = 0; k < (i % 2 ? 2 : int(bytes.size())); ++k)
                bytes[random.bounded(int(bytes.size()))] = char(random.bounded(256));
            // With a correct checksum, so that the code behind the check is reached.
            const quint32 sum = quint32(crc32(0, reinterpret_cast<const Bytef *>(bytes.constData()), uInt(bytes.size())));
            for (int shift = 0; shift < 32; shift += 8)
                bytes += char(sum >> shift);
            MetricDigest digest;
            digest.step = i % 3 ? 0 : 60'000;
            (void)unpackHost(bytes, kStart, digest);
            (void)unpackGpu(bytes, {}, digest.size() / 2, digest);
            QVERIFY(digest.size() <= kMaxEntries);
        }
        for (const qint64 value : {qint64(0), qint64(-1), kAbsent + 1, std::numeric_limits<qint64>::max()}) {
            QByteArray packed;
            packColumn({value, kAbsent, 5, value}, packed);
            PackedReader in(packed);
            PackedValues back;
            in.column(4, back);
            QVERIFY(in.isFine() && in.isAtEnd());
            QCOMPARE(back, (PackedValues{value, kAbsent, 5, value}));
        }
    }
};

QTEST_GUILESS_MAIN(TestHistory)
#include "tst_history.moc"
