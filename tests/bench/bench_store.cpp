// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of a run in memory and on disk. The store is compared with SQLite with a row per sample, ordered by series and time, with the
// same journal; the pyramid with a loop over all samples. Medians of interleaved rounds; files in the page cache. TRAINYARD_BENCH_HOURS
// sets the length of the long run (24).
#include "core/storage/history/historyfiller.h"
#include "core/storage/history/runhistory.h"
#include "tests/bench/figures.h"
#include "tests/core/storage/history/samplerlines.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>

#include <cmath>

using namespace trainyard;

namespace {

constexpr qint64 kStart = 1'760'000'000'000 / 86'400'000 * 86'400'000;
constexpr int kRounds = 5;

double milliseconds(const QElapsedTimer &timer) { return double(timer.nsecsElapsed()) / 1e6; }

// Typical data of a training run: utilisation varies a little, memory stays constant, power and clocks are noise.
class Machine {
public:
    explicit Machine(int gpus)
    {
        m_sample.memoryTotalBytes = qint64(1) << 40;
        for (int i = 0; i < gpus; ++i) {
            GpuSample gpu;
            gpu.index = i;
            gpu.uuid = QStringLiteral("GPU-%1").arg(i);
            gpu.name = QStringLiteral("NVIDIA H100 80GB HBM3");
            gpu.memoryTotalMiB = 81559;
            gpu.powerLimitWatts = 700;
            m_sample.gpus.append(gpu);
        }
    }
    int valuesPerMoment() const { return int(kHostMetrics + size_t(m_sample.gpus.size()) * kGpuMetrics); }
    const MachineSample &at(qint64 timeMs)
    {
        m_sample.timeMs = timeMs + noise(21) - 10;
        m_sample.cpuPercent = 30 + noise(100) / 10.0;
        m_sample.memoryAvailableBytes = (qint64(1) << 39) - noise(1000) * 4096;
        m_sample.netReceivedPerSecond = 1e8 + noise(20'000'000);
        m_sample.netSentPerSecond = 4e7 + noise(9'000'000);
        m_sample.diskReadPerSecond = noise(4) ? 0 : 3e6 + noise(900'000);
        m_sample.diskWrittenPerSecond = noise(10) ? 0 : 5e7;
        for (GpuSample &gpu : m_sample.gpus) {
            gpu.busyPercent = 92 + noise(9);
            gpu.memoryUsedMiB = 71'234 + (timeMs / 900'000 % 2) * 640;
            gpu.powerWatts = 600 + noise(8000) / 100.0;
            gpu.temperatureC = 61 + noise(3);
            gpu.smClockMHz = 1755 + noise(10) * 15;
            gpu.memoryBusyPercent = 45 + noise(12);
        }
        return m_sample;
    }

private:
    int noise(int span)
    {
        m_random = m_random * 6364136223846793005ULL + 1442695040888963407ULL;
        return int((m_random >> 33) % quint64(span));
    }
    MachineSample m_sample;
    quint64 m_random = 1;
};

// SQLite with a row per sample.
class RowPerSample {
public:
    explicit RowPerSample(const QString &file) : m_file(file), m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), file))
    {
        m_database.setDatabaseName(file);
        m_database.open();
        for (const char *sql : {"PRAGMA journal_mode=WAL", "PRAGMA synchronous=NORMAL",
                                "CREATE TABLE samples(series INTEGER, time INTEGER, value REAL, PRIMARY KEY(series, time)) WITHOUT ROWID"})
            QSqlQuery(m_database).exec(QString::fromLatin1(sql));
    }
    ~RowPerSample()
    {
        m_database.close();
        m_database = {};
        QSqlDatabase::removeDatabase(m_file);
    }
    void insert(const std::vector<std::pair<qint64, std::vector<float>>> &moments)
    {
        m_database.transaction();
        QSqlQuery query(m_database);
        query.prepare(QStringLiteral("INSERT INTO samples VALUES(?, ?, ?)"));
        for (const auto &[time, values] : moments) {
            for (size_t i = 0; i < values.size(); ++i) {
                query.bindValue(0, int(i));
                query.bindValue(1, time);
                query.bindValue(2, double(values[i]));
                query.exec();
            }
        }
        m_database.commit();
    }
    // Reads all of `series` of them, as extremes and mean per pixel.
    qint64 picture(int series, int pixels, qint64 from, qint64 to)
    {
        qint64 points = 0;
        for (int i = 0; i < series; ++i) {
            QSqlQuery query(m_database);
            query.setForwardOnly(true);
            query.prepare(QStringLiteral(
                "SELECT min(value), max(value), avg(value) FROM samples WHERE series = ? AND time >= ? AND time < ? GROUP BY (time - ?) / ?"));
            for (const QVariant &value : {QVariant(i), QVariant(from), QVariant(to), QVariant(from), QVariant((to - from) / pixels)})
                query.addBindValue(value);
            query.exec();
            while (query.next())
                ++points;
        }
        return points;
    }
    qint64 bytes()
    {
        QSqlQuery(m_database).exec(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)"));
        return QFileInfo(m_file).size();
    }

private:
    QString m_file;
    QSqlDatabase m_database;
};

std::vector<float> valuesOf(const MachineSample &sample)
{
    std::vector<float> values;
    RunMetrics one;
    one.append(QList<MachineSample>{sample});
    for (size_t metric = 0; metric < kHostMetrics; ++metric)
        values.push_back(one.last(HostMetric(metric)));
    for (qsizetype gpu = 0; gpu < one.gpus().size(); ++gpu) {
        for (size_t metric = 0; metric < kGpuMetrics; ++metric)
            values.push_back(one.last(GpuMetric(metric), gpu));
    }
    return values;
}

// 64 GPUs: speed, size, and the cost of a minute.
bool benchWriting(const QString &folder)
{
    Machine machine(64);
    const int values = machine.valuesPerMoment(), minutes = 40;
    std::vector<double> ours, theirs, minuteHere, minuteThere;
    double bytesHere = 0, bytesThere = 0;
    for (int round = 0; round < kRounds; ++round) {
        QList<QList<MachineSample>> said;
        for (int minute = 0; minute < minutes; ++minute) {
            QList<MachineSample> samples;
            for (int second = 0; second < 60; ++second)
                samples << machine.at(kStart + (minute * 60 + second) * 1000 + 500);
            said << samples;
        }
        const QString file = folder + QStringLiteral("/writing%1").arg(round);
        double took = 0;
        {
            auto store = MetricStore::openToWrite(file);
            if (!store)
                return false;
            QElapsedTimer timer;
            for (const QList<MachineSample> &samples : said) {
                timer.start();
                if (!(*store)->append(samples))
                    return false;
                took += milliseconds(timer);
                timer.start();
                if (!(*store)->commit({}))
                    return false;
                took += milliseconds(timer);
                minuteHere.push_back(milliseconds(timer));
            }
        }
        ours.push_back(double(values) * 60 * minutes / took * 1000);
        bytesHere = double(QFileInfo(file).size()) / values / 60 / minutes;

        RowPerSample rows(file + QStringLiteral("-rows"));
        double tookThere = 0;
        for (int minute = 0; minute < 6; ++minute) {
            std::vector<std::pair<qint64, std::vector<float>>> moments;
            for (const MachineSample &sample : said[minute])
                moments.emplace_back(sample.timeMs, valuesOf(sample));
            QElapsedTimer timer;
            timer.start();
            rows.insert(moments);
            minuteThere.push_back(milliseconds(timer));
            tookThere += minuteThere.back();
        }
        theirs.push_back(double(values) * 60 * 6 / tookThere * 1000);
        bytesThere = double(rows.bytes()) / values / 60 / 6;
    }
    printFigure(QStringLiteral("store: samples in a second, 64 GPUs (a row per sample)"), median(ours), median(theirs),
                QStringLiteral("1/s"));
    printFigure(QStringLiteral("store: bytes a sample, 64 GPUs (a row per sample)"), bytesHere, bytesThere, QStringLiteral("bytes"));
    printFigure(QStringLiteral("store: a minute's commit, 64 GPUs (a row per sample)"), median(minuteHere), median(minuteThere),
                QStringLiteral("ms"));
    return true;
}

// A long run of 8 GPUs: opening it, and drawing it.
bool benchReading(const QString &folder)
{
    const int hours = qEnvironmentVariableIsSet("TRAINYARD_BENCH_HOURS") ? qEnvironmentVariableIntValue("TRAINYARD_BENCH_HOURS") : 24;
    const QString file = folder + QStringLiteral("/day"), month = folder + QStringLiteral("/month");
    const qint64 end = kStart + hours * 3'600'000LL;
    RowPerSample rows(folder + QStringLiteral("/rows"));
    for (const auto &[name, until, step] :
         {std::tuple(file, end, qint64(1000)), std::tuple(month, kStart + 30 * 86'400'000LL, qint64(10'000))}) {
        auto store = MetricStore::openToWrite(HistoryFiller::storeFile(name));
        if (!store)
            return false;
        Machine machine(8);
        std::vector<std::pair<qint64, std::vector<float>>> moments;
        for (qint64 at = kStart + 500; at < until; at += step) {
            const MachineSample &sample = machine.at(at);
            if (!(*store)->append({sample}))
                return false;
            if (step == 1000) {
                std::vector<float> values;
                for (const GpuSample &gpu : sample.gpus)
                    values.push_back(float(*gpu.powerWatts));
                moments.emplace_back(sample.timeMs, values);
            }
        }
        if (!(*store)->commit({}))
            return false;
        rows.insert(moments);
        QFile(name).open(QIODevice::WriteOnly);  // the raw file that the store belongs to
    }
    const qint64 monthEnd = kStart + 30 * 86'400'000LL;
    std::vector<double> day, dayRaw, dayOne, dayEight, monthOpen, monthPicture, dayOpen;
    size_t entries = 0;
    for (int round = 0; round < kRounds; ++round) {
        QElapsedTimer timer;
        timer.start();
        const auto picture = MetricStore::openToRead(HistoryFiller::storeFile(file)).value()->digest(kStart, end, (end - kStart) / 800);
        day.push_back(milliseconds(timer));
        timer.start();
        const auto raw = MetricStore::openToRead(HistoryFiller::storeFile(file)).value()->digest(kStart, end, 0);
        dayRaw.push_back(milliseconds(timer));
        timer.start();
        rows.picture(1, 800, kStart, end);
        dayOne.push_back(milliseconds(timer));
        timer.start();
        rows.picture(8, 800, kStart, end);
        dayEight.push_back(milliseconds(timer));
        timer.start();
        const auto whole =
            MetricStore::openToRead(HistoryFiller::storeFile(month)).value()->digest(kStart, monthEnd, (monthEnd - kStart) / 800);
        monthPicture.push_back(milliseconds(timer));
        timer.start();
        const LoadedHistory opened = loadHistory(month);
        monthOpen.push_back(milliseconds(timer));
        if (!picture || !raw || !whole || picture->size() < 500 || opened.metrics.count() < 200'000)
            return false;
        entries = whole->size();
    }
    QElapsedTimer timer;
    timer.start();
    const LoadedHistory loaded = loadHistory(file);
    dayOpen.push_back(milliseconds(timer));
    printFigure(QStringLiteral("store: a day at 800 pixels, all 54 series (1 series of a row per sample)"), median(day), median(dayOne),
                QStringLiteral("ms"));
    printFigure(QStringLiteral("store: a day at 800 pixels, all 54 series (8 series of a row per sample)"), median(day), median(dayEight),
                QStringLiteral("ms"));
    printFigure(QStringLiteral("store: a day moment by moment, all 54 series (8 series of a row per sample)"), median(dayRaw),
                median(dayEight), QStringLiteral("ms"));
    printFigure(QStringLiteral("store: a month at 800 pixels, all 54 series"), median(monthPicture), 0, QStringLiteral("ms"));
    printFigure(QStringLiteral("store: entries of that month"), double(entries), 0, QStringLiteral("entries"));
    printFigure(QStringLiteral("store: opening a month of 8 GPUs"), median(monthOpen), 0, QStringLiteral("ms"));
    printFigure(QStringLiteral("store: opening a day of 8 GPUs moment by moment"), median(dayOpen), 0, QStringLiteral("ms"));
    printFigure(QStringLiteral("metrics: a day of 8 GPUs in memory"), double(loaded.metrics.bytes()) / 1e6, 0, QStringLiteral("MB"));
    return true;
}

// The largest supported run: 64 GPUs for 30 days. TRAINYARD_BENCH_STEP sets the seconds between two samples (10; 1 takes a minute and a
// half and 2 GB).
bool benchMonth(const QString &folder)
{
    const qint64 step = 1000LL
                        * (qEnvironmentVariableIsSet("TRAINYARD_BENCH_STEP") ? qEnvironmentVariableIntValue("TRAINYARD_BENCH_STEP") : 10);
    const QString name = folder + QStringLiteral("/fleet");
    const qint64 end = kStart + 30 * 86'400'000LL;
    Machine machine(64);
    qint64 moments = 0;
    {
        auto store = MetricStore::openToWrite(HistoryFiller::storeFile(name));
        if (!store)
            return false;
        for (qint64 at = kStart + 500; at < end; at += step, ++moments) {
            if (!(*store)->append({machine.at(at)}) || (moments % 5000 == 0 && !(*store)->commit({})))
                return false;
        }
        if (!(*store)->commit({}))
            return false;
    }
    QFile(name).open(QIODevice::WriteOnly);
    std::vector<double> whole, hour, open;
    for (int round = 0; round < kRounds; ++round) {
        QElapsedTimer timer;
        timer.start();
        if (!MetricStore::openToRead(HistoryFiller::storeFile(name)).value()->digest(kStart, end, (end - kStart) / 800))
            return false;
        whole.push_back(milliseconds(timer));
        const qint64 from = kStart + (round + 1) * 5 * 86'400'000LL;
        timer.start();
        if (!MetricStore::openToRead(HistoryFiller::storeFile(name)).value()->digest(from, from + 3'600'000, 0))
            return false;
        hour.push_back(milliseconds(timer));
        timer.start();
        const LoadedHistory opened = loadHistory(name);
        open.push_back(milliseconds(timer));
        if (opened.metrics.count() < moments * 9 / 10)
            return false;
    }
    const QString what = QStringLiteral("64 GPUs over 30 days, a sample every %1 s").arg(step / 1000);
    printFigure(QStringLiteral("store: %1, all of it at 800 pixels, all %2 series").arg(what).arg(machine.valuesPerMoment()), median(whole),
                0, QStringLiteral("ms"));
    printFigure(QStringLiteral("store: %1, any hour moment by moment").arg(what), median(hour), 0, QStringLiteral("ms"));
    printFigure(QStringLiteral("store: %1, opening it").arg(what), median(open), 0, QStringLiteral("ms"));
    printFigure(QStringLiteral("store: %1, on disk").arg(what), double(QFileInfo(HistoryFiller::storeFile(name)).size()) / 1e6, 0,
                QStringLiteral("MB"));
    return true;
}

// The path from a machine's text to the store.
bool benchFilling(const QString &folder)
{
    const QString name = folder + QStringLiteral("/metrics");
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    SamplerLines lines(8, kStart);
    file.write(lines.header());
    for (int i = 0; i < 2 * 3600; ++i)
        file.write(lines.tick());
    file.close();
    std::vector<double> rates;
    for (int round = 0; round < kRounds; ++round) {
        MetricStore::remove(HistoryFiller::storeFile(name));
        HistoryFiller filler(name);
        QElapsedTimer timer;
        timer.start();
        while (filler.fill(4 << 20).value_or(0) > 0) {}
        if (!filler.finish())
            return false;
        rates.push_back(double(QFileInfo(name).size()) / 1000 / milliseconds(timer));
    }
    printFigure(QStringLiteral("store: filled from the machine's file, 8 GPUs"), median(rates), 0, QStringLiteral("MB/s"));
    return true;
}

void benchMemory()
{
    Machine machine(64);
    RunMetrics metrics;
    metrics.setMostSamples(qint64(1) << 40);
    std::vector<double> ingest, here, there, cold;
    std::vector<float> plain;
    for (int i = 0; i < 86'400; ++i) {
        const QList<MachineSample> one{machine.at(kStart + i * 1000 + 500)};
        plain.push_back(float(*one[0].gpus[0].powerWatts));
        QElapsedTimer timer;
        timer.start();
        metrics.append(one);
        ingest.push_back(double(timer.nsecsElapsed()) / 1000 * 640 / machine.valuesPerMoment());
    }
    for (int round = 0; round < 200; ++round) {
        QElapsedTimer timer;
        timer.start();
        static_cast<void>(metrics.line(GpuMetric::PowerWatts, 0, kStart + round, kStart + 86'400'000 + round, 800));
        cold.push_back(milliseconds(timer));
        timer.start();
        static_cast<void>(metrics.line(GpuMetric::PowerWatts, 1, kStart + round, kStart + 86'400'000 + round, 800));
        here.push_back(milliseconds(timer));
        timer.start();
        QList<QPointF> points;
        for (size_t i = 0; i < plain.size(); i += 108) {
            float low = plain[i], high = plain[i], sum = 0;
            for (size_t k = i; k < std::min(i + 108, plain.size()); ++k) {
                low = std::min(low, plain[k]);
                high = std::max(high, plain[k]);
                sum += plain[k];
            }
            points << QPointF(double(i), double(low)) << QPointF(double(i), double(high)) << QPointF(double(i), double(sum));
        }
        there.push_back(milliseconds(timer));
    }
    printFigure(QStringLiteral("metrics: ingest of 640 samples"), median(ingest), 0, QStringLiteral("us"));
    printFigure(QStringLiteral("metrics: 24 h of a series at 800 pixels, the first of a picture (all samples)"), median(cold),
                median(there), QStringLiteral("ms"));
    printFigure(QStringLiteral("metrics: 24 h of a series at 800 pixels, the others (all samples)"), median(here), median(there),
                QStringLiteral("ms"));
    printFigure(QStringLiteral("metrics: bytes a sample with its pyramid"), double(metrics.bytes()) / 86'400 / machine.valuesPerMoment(), 0,
                QStringLiteral("bytes"));
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QTemporaryDir folder;
    const bool isFine = benchWriting(folder.path()) && benchReading(folder.path()) && benchMonth(folder.path())
                        && benchFilling(folder.path());
    benchMemory();
    if (!isFine)
        std::fprintf(stderr, "the store could not be measured\n");
    return isFine ? 0 : 1;
}
