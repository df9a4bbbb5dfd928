// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/history/metricstore.h"

#include "core/observe/metrics/samplevalues.h"
#include "core/storage/database/derivedfile.h"
#include "core/storage/history/internal/metricblock.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace trainyard {
namespace {

constexpr double kMiBPerGiB = 1024, kBytesPerGiB = 1024.0 * 1024 * 1024;
constexpr qint64 kClockStep = 5000;   // the same as in the parser of the lines
constexpr size_t kUsualMoments = 64;  // in a minute, at one a second
constexpr int kSourceBits = 9;        // of a row's id: 0 is the host, n + 1 is GPU n
constexpr qint64 kSources = qint64(1) << kSourceBits;

// From fine to coarse. A row of a level covers `length`; its entries are moments, or summaries of rows of the level below.
struct Level {
    const char *table;
    qint64 length, entry;  // ms; of a row and of an entry
};
constexpr Level kLevels[] = {{"minutes", 60'000, 0}, {"hours", 3'600'000, 60'000}, {"days", 86'400'000, 3'600'000}};
enum { Minutes, Hours, Days };

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::History)
};

Error damaged(const QString &detail)
{
    return {ErrorCode::Corrupt, Words::tr("The history of the charts is damaged and is being rebuilt."), detail};
}

qint64 indexOf(int level, qint64 time) { return time / kLevels[level].length; }

// The parser returns no times before 1970, and ids stay positive.
qint64 idOf(qint64 index, qint64 source) { return index << kSourceBits | source; }

DerivedFile::Schema schema()
{
    constexpr int kApplicationId = 0x54594d54;  // "TYMT"
    constexpr int kVersion = 1;                 // of all that docs/history.md describes
    return {kApplicationId,
            kVersion,
            {QStringLiteral("CREATE TABLE about(name TEXT PRIMARY KEY, value) WITHOUT ROWID"),
             QStringLiteral("CREATE TABLE gpus(number INTEGER PRIMARY KEY, name TEXT NOT NULL, simulated INTEGER NOT NULL, "
                            "memory_gib REAL NOT NULL, limit_watts REAL NOT NULL)"),
             QStringLiteral("CREATE TABLE minutes(id INTEGER PRIMARY KEY, data BLOB NOT NULL)"),
             QStringLiteral("CREATE TABLE hours(id INTEGER PRIMARY KEY, data BLOB NOT NULL)"),
             QStringLiteral("CREATE TABLE days(id INTEGER PRIMARY KEY, data BLOB NOT NULL)"),
             QStringLiteral("CREATE TABLE logsizes(id INTEGER PRIMARY KEY, data BLOB NOT NULL)")}};
}

MetricDigest emptyDigest(int level)
{
    MetricDigest digest;
    digest.step = kLevels[level].entry;
    return digest;
}

}  // namespace

struct MetricStore::State {
    std::unique_ptr<DerivedFile> file;

    // What the next commit() writes: the last row of each level, which is still growing, and complete rows before it.
    MetricDigest open[3] = {emptyDigest(Minutes), emptyDigest(Hours), emptyDigest(Days)};
    struct Row {
        int level;
        qint64 id;
        QByteArray data;
    };
    std::vector<Row> full;
    qint64 lastTime = 0, logBytes = 0;
    QList<LogSize> sizes;  // to be written
    QString absence;
    double hostMemoryGiB = 0;
    bool areGpusNew = false;
    std::map<int, GpuIdentity> gpus;

    Result<void> load();
    Result<void> loadRow(int level, qint64 index, MetricDigest &digest) const;
    Result<void> read(int level, qint64 from, qint64 to, size_t group, MetricDigest &digest) const;
    void pack(int level, qint64 index, const MetricDigest &digest);
    void close(int level);
    Result<void> setBack(qint64 time);
    Result<void> writeRows();
    Result<QVariant> about(const QString &name) const;
    Result<void> setAbout(const QString &name, const QVariant &value);
};

MetricStore::MetricStore(std::unique_ptr<State> state) : m_state(std::move(state)) {}
MetricStore::~MetricStore() = default;
void MetricStore::remove(const QString &file) { DerivedFile::remove(file); }

Result<std::unique_ptr<MetricStore>> MetricStore::openToRead(const QString &file)
{
    TRY(auto opened, DerivedFile::open(file, DerivedFile::Access::Read, schema()));
    auto state = std::make_unique<State>();
    state->file = std::move(opened);
    return std::unique_ptr<MetricStore>(new MetricStore(std::move(state)));
}

Result<std::unique_ptr<MetricStore>> MetricStore::openToWrite(const QString &file)
{
    TRY(auto opened, DerivedFile::open(file, DerivedFile::Access::Write, schema()));
    auto state = std::make_unique<State>();
    state->file = std::move(opened);
    TRY_DO(state->load());
    return std::unique_ptr<MetricStore>(new MetricStore(std::move(state)));
}

Result<QVariant> MetricStore::State::about(const QString &name) const
{
    QVariant value;
    const auto asked = file->select(QStringLiteral("SELECT value FROM about WHERE name = ?"), {name},
                                    [&value](const DerivedFile::Row &row) {
                                        value = row.value(0);
                                        return false;
                                    });
    return asked ? Result<QVariant>(value) : Result<QVariant>(asked.error());
}

Result<void> MetricStore::State::setAbout(const QString &name, const QVariant &value)
{
    return file->execute(QStringLiteral("INSERT OR REPLACE INTO about(name, value) VALUES(?, ?)"), {name, value});
}

Result<QList<GpuIdentity>> MetricStore::gpus() const
{
    QList<GpuIdentity> found;
    const auto asked = m_state->file->select(
        QStringLiteral("SELECT number, name, simulated, memory_gib, limit_watts FROM gpus ORDER BY number"), {},
        [&found](const DerivedFile::Row &row) {
            found.append(
                {row.value(0).toInt(), row.value(1).toString(), row.value(2).toBool(), row.value(3).toDouble(), row.value(4).toDouble()});
            return true;
        });
    return asked ? Result<QList<GpuIdentity>>(found) : Result<QList<GpuIdentity>>(asked.error());
}

// Reopens the last minute, and above it the hour and the day so far.
Result<void> MetricStore::State::load()
{
    for (int level : {Minutes, Hours, Days})
        open[level] = emptyDigest(level);
    full.clear();
    lastTime = 0;
    gpus.clear();
    qint64 last = -1;
    const auto asked = file->select(QStringLiteral("SELECT max(id) FROM minutes"), {}, [&last](const DerivedFile::Row &row) {
        last = row.isNull(0) ? -1 : row.number(0);
        return false;
    });
    if (!asked)
        return asked;
    const auto text = about(QStringLiteral("gpu_absence"));
    const auto memory = about(QStringLiteral("host_memory_gib"));
    const auto log = about(QStringLiteral("log_bytes"));
    if (!text || !memory || !log)
        return !text ? text.error() : !memory ? memory.error() : log.error();
    absence = text->toString();
    logBytes = sizes.isEmpty() ? log->toLongLong() : sizes.last().bytes;
    hostMemoryGiB = memory->toDouble();
    const auto known = file->select(
        QStringLiteral("SELECT number, name, simulated, memory_gib, limit_watts FROM gpus"), {}, [this](const DerivedFile::Row &row) {
            const int number = row.value(0).toInt();
            gpus[number] = {number, row.value(1).toString(), row.value(2).toBool(), row.value(3).toDouble(), row.value(4).toDouble()};
            return true;
        });
    if (!known || last < 0)
        return known;
    const qint64 minute = last >> kSourceBits, start = minute * kLevels[Minutes].length;
    TRY_DO(loadRow(Minutes, minute, open[Minutes]));
    if (open[Minutes].size() == 0)
        return damaged(QStringLiteral("minute %1").arg(minute));
    lastTime = open[Minutes].begin.back();
    const auto hoursLoaded = read(Minutes, indexOf(Hours, start) * kLevels[Hours].length, start, 0, open[Hours]);
    if (!hoursLoaded)
        return hoursLoaded;
    return read(Hours, indexOf(Days, start) * kLevels[Days].length, indexOf(Hours, start) * kLevels[Hours].length, 0, open[Days]);
}

Result<void> MetricStore::State::loadRow(int level, qint64 index, MetricDigest &digest) const
{
    const qint64 from = index * kLevels[level].length;
    digest = emptyDigest(level);
    return read(level, from, from + kLevels[level].length, 1, digest);
}

// Rows of one level that begin in [from, to): their entries unchanged (group 1, into a digest of the level's own kind), or summaries of
// `group` entries of a row each; of all its entries if 0.
Result<void> MetricStore::State::read(int level, qint64 from, qint64 to, size_t group, MetricDigest &digest) const
{
    if (to <= from)
        return {};
    const bool isDirect = group == 1 && digest.step == kLevels[level].entry;
    MetricDigest scratch = emptyDigest(level);
    MetricDigest &target = isDirect ? digest : scratch;
    size_t first = 0;
    qint64 at = -1;
    QString problem;
    const auto finishRow = [&] {
        if (!isDirect && scratch.size() > 0) {
            appendSummaries(digest, scratch, group);
            scratch = emptyDigest(level);
        }
    };
    const auto asked = file->select(
        QStringLiteral("SELECT id, data FROM %1 WHERE id >= ? AND id < ? ORDER BY id").arg(QLatin1String(kLevels[level].table)),
        {idOf(std::max<qint64>(0, from / kLevels[level].length), 0),
         idOf(std::max<qint64>(0, (to + kLevels[level].length - 1) / kLevels[level].length), 0)},
        [&](const DerivedFile::Row &row) {
            const qint64 id = row.number(0), index = id >> kSourceBits, source = id & (kSources - 1);
            const QByteArray data = row.value(1).toByteArray();
            bool isFine = true;
            if (source == 0) {
                finishRow();
                first = target.size();
                at = index;
                isFine = unpackHost(data, index * kLevels[level].length, target);
            } else {
                const auto known = gpus.find(int(source - 1));
                isFine = index == at
                         && unpackGpu(data, known != gpus.end() ? known->second : GpuIdentity{int(source - 1), {}, false, 0, 0}, first,
                                      target);
            }
            if (!isFine)
                problem = QStringLiteral("%1 %2").arg(QLatin1String(kLevels[level].table)).arg(id);
            return isFine;
        });
    if (!asked)
        return asked;
    if (!problem.isEmpty())
        return damaged(problem);
    finishRow();
    return {};
}

void MetricStore::State::pack(int level, qint64 index, const MetricDigest &digest)
{
    full.push_back({level, idOf(index, 0), packHost(digest, index * kLevels[level].length)});
    for (size_t gpu = 0; gpu < digest.gpus.size(); ++gpu) {
        if (QByteArray data = packGpu(digest, gpu); !data.isEmpty())
            full.push_back({level, idOf(index, digest.gpus[gpu].identity.index + 1), data});
    }
}

// Packs a complete row of the level and passes a summary of it to the level above.
void MetricStore::State::close(int level)
{
    if (open[level].size() == 0)
        return;
    const qint64 start = open[level].begin.front();
    pack(level, indexOf(level, start), open[level]);
    if (level < Days)
        appendSummaries(open[level + 1], open[level], 0);
    open[level] = emptyDigest(level);
}

Result<void> MetricStore::append(const QList<MachineSample> &samples)
{
    State &state = *m_state;
    for (const MachineSample &sample : samples) {
        const qint64 time = sample.timeMs;
        if (state.lastTime > 0 && time <= state.lastTime) {
            if (time >= state.lastTime - kClockStep)
                continue;
            TRY_DO(state.setBack(time));
        }
        MetricDigest &minute = state.open[Minutes];
        for (const int level : {Minutes, Hours, Days}) {
            const MetricDigest &open = state.open[level];
            if (open.size() > 0 && indexOf(level, open.begin.front()) != indexOf(level, time))
                state.close(level);
        }
        if (minute.size() >= kMaxEntries)
            continue;
        state.lastTime = time;
        const size_t at = minute.size();
        minute.begin.push_back(time);
        minute.end.push_back(time);
        const auto set = [at](MetricDigest::Column &column, float value) {
            if (std::isnan(value))
                return;
            if (column.mean.empty())
                column.mean.reserve(kUsualMoments);
            column.mean.resize(at, std::numeric_limits<float>::quiet_NaN());
            column.mean.push_back(value);
        };
        const auto host = hostValues(sample);
        for (size_t metric = 0; metric < kHostMetrics; ++metric)
            set(minute.host[metric], host[metric]);
        if (sample.memoryTotalBytes && *sample.memoryTotalBytes > 0)
            state.hostMemoryGiB = double(*sample.memoryTotalBytes) / kBytesPerGiB;
        if (!sample.gpuAbsence.isEmpty())
            state.absence = sample.gpuAbsence;
        for (qsizetype i = 0; i < sample.gpus.size(); ++i) {
            const GpuSample &gpu = sample.gpus[i];
            auto known = state.gpus.find(gpu.index);
            if (known == state.gpus.end())
                known = state.gpus.emplace(gpu.index, GpuIdentity{gpu.index, gpu.name, gpu.isSimulated(), 0, -1}).first;
            const double memory = gpu.memoryTotalMiB ? *gpu.memoryTotalMiB / kMiBPerGiB : known->second.memoryGiB;
            const double limit = gpu.powerLimitWatts.value_or(known->second.powerLimitWatts);
            if (memory != known->second.memoryGiB || limit != known->second.powerLimitWatts) {
                known->second.memoryGiB = memory;
                known->second.powerLimitWatts = std::max(0.0, limit);
                state.areGpusNew = true;
            }
            MetricDigest::Gpu &target = size_t(i) < minute.gpus.size() && minute.gpus[size_t(i)].identity.index == gpu.index
                                            ? minute.gpus[size_t(i)]
                                            : gpuOf(minute, known->second);
            const auto values = gpuValues(gpu);
            for (size_t metric = 0; metric < kGpuMetrics; ++metric)
                set(target.columns[metric], values[metric]);
        }
    }
    return {};
}

void MetricStore::append(const QList<LogSize> &sizes)
{
    m_state->sizes += sizes;
    if (!sizes.isEmpty())
        m_state->logBytes = sizes.last().bytes;
}

Result<void> MetricStore::logSizes(const std::function<void(const QList<LogSize> &)> &take) const
{
    constexpr qsizetype kMany = 16'384;
    QList<LogSize> sizes;
    bool isFine = true;
    const auto asked = m_state->file->select(QStringLiteral("SELECT data FROM logsizes ORDER BY id"), {}, [&](const DerivedFile::Row &row) {
        isFine = unpackSizes(row.value(0).toByteArray(), sizes);
        if (isFine && sizes.size() >= kMany)
            take(std::exchange(sizes, {}));
        return isFine;
    });
    if (!asked)
        return asked;
    if (!isFine)
        return damaged(QStringLiteral("logsizes"));
    take(sizes);
    return {};
}

bool MetricStore::isCommitDue() const { return !m_state->full.empty(); }

Result<void> MetricStore::State::writeRows()
{
    for (const int level : {Minutes, Hours, Days}) {
        std::vector<const Row *> rows;
        for (const Row &row : full) {
            if (row.level == level)
                rows.push_back(&row);
        }
        const auto written = file->executeMany(
            QStringLiteral("INSERT OR REPLACE INTO %1(id, data) VALUES(?, ?)").arg(QLatin1String(kLevels[level].table)), rows.size(),
            [&rows](size_t i) {
                return QVariantList{rows[i]->id, rows[i]->data};
            });
        if (!written)
            return written;
    }
    for (const auto &[number, gpu] : areGpusNew ? gpus : std::map<int, GpuIdentity>()) {
        if (const auto set = file->execute(
                QStringLiteral("INSERT OR REPLACE INTO gpus(number, name, simulated, memory_gib, limit_watts) VALUES(?, ?, ?, ?, ?)"),
                {number, gpu.name.isNull() ? QStringLiteral("") : gpu.name, gpu.isSimulated, gpu.memoryGiB, gpu.powerLimitWatts});
            !set)
            return set;
    }
    return {};
}

Result<void> MetricStore::commit(const FeedPosition &position)
{
    State &state = *m_state;
    const size_t before = state.full.size();
    if (state.open[Minutes].size() > 0)  // not complete yet; its row is replaced when it is
        state.pack(Minutes, indexOf(Minutes, state.open[Minutes].begin.front()), state.open[Minutes]);
    const auto written = state.file->transaction([&]() -> Result<void> {
        TRY_DO(state.writeRows());
        if (!state.sizes.isEmpty()) {
            if (const auto added = state.file->execute(QStringLiteral("INSERT INTO logsizes(data) VALUES(?)"), {packSizes(state.sizes)});
                !added)
                return added;
        }
        for (const auto &[name, value] : {std::pair(QStringLiteral("offset"), QVariant(position.offset)),
                                          std::pair(QStringLiteral("gpu_fields"), QVariant(position.gpuFields)),
                                          std::pair(QStringLiteral("fingerprint"), QVariant(position.fingerprint)),
                                          std::pair(QStringLiteral("last_time"), QVariant(state.lastTime)),
                                          std::pair(QStringLiteral("log_bytes"), QVariant(state.logBytes)),
                                          std::pair(QStringLiteral("gpu_absence"), QVariant(state.absence)),
                                          std::pair(QStringLiteral("host_memory_gib"), QVariant(state.hostMemoryGiB))}) {
            TRY_DO(state.setAbout(name, value));
        }
        return {};
    });
    state.full.resize(before);
    if (written) {
        state.full.clear();
        state.sizes.clear();
        state.areGpusNew = false;
    }
    return written;
}

// Removes the moments from `time` on at all levels, and reopens the rest of that minute.
Result<void> MetricStore::State::setBack(qint64 time)
{
    close(Minutes);
    const qint64 minute = indexOf(Minutes, time);
    const auto cut = file->transaction([&]() -> Result<void> {
        TRY_DO(writeRows());
        MetricDigest kept = emptyDigest(Minutes);
        TRY_DO(loadRow(Minutes, minute, kept));
        cutFrom(kept, time);
        for (const int level : {Minutes, Hours, Days}) {
            const auto removed = file->execute(QStringLiteral("DELETE FROM %1 WHERE id >= ?").arg(QLatin1String(kLevels[level].table)),
                                               {idOf(indexOf(level, time), 0)});
            if (!removed)
                return removed;
        }
        full.clear();
        if (kept.size() > 0)
            pack(Minutes, minute, kept);
        TRY_DO(writeRows());
        // load() looks only at rows, but a program that reads the file again must not skip what was removed.
        return setAbout(QStringLiteral("last_time"), kept.size() > 0 ? kept.end.back() : minute * kLevels[Minutes].length - 1);
    });
    if (!cut)
        return cut;
    return load();
}

Result<FeedPosition> MetricStore::position() const
{
    FeedPosition position;
    const auto offset = m_state->about(QStringLiteral("offset")), fields = m_state->about(QStringLiteral("gpu_fields"));
    const auto fingerprint = m_state->about(QStringLiteral("fingerprint")), last = m_state->about(QStringLiteral("last_time"));
    const auto log = m_state->about(QStringLiteral("log_bytes"));
    for (const auto *value : {&offset, &fields, &fingerprint, &last, &log}) {
        if (!*value)
            return value->error();
    }
    return FeedPosition{offset->toLongLong(), fields->toByteArray(), last->toLongLong(), log->toLongLong(), fingerprint->toByteArray()};
}

Result<MetricStore::Extent> MetricStore::extent() const
{
    Extent extent;
    qint64 first = -1;
    const auto asked = m_state->file->select(QStringLiteral("SELECT min(id) FROM minutes"), {}, [&first](const DerivedFile::Row &row) {
        first = row.isNull(0) ? -1 : row.number(0);
        return false;
    });
    if (!asked)
        return asked.error();
    if (first < 0)
        return extent;
    MetricDigest row;
    TRY_DO(m_state->loadRow(Minutes, first >> kSourceBits, row));
    TRY(const auto last, m_state->about(QStringLiteral("last_time")));
    if (row.size() > 0)
        extent = {row.begin.front(), last.toLongLong()};
    return extent;
}

Result<MetricDigest> MetricStore::digest(qint64 from, qint64 to, qint64 width) const
{
    State &state = *m_state;
    TRY(const auto identities, gpus());
    state.gpus.clear();
    for (const GpuIdentity &gpu : identities)
        state.gpus[gpu.index] = gpu;
    qint64 lastMinute = -1;
    const auto asked = state.file->select(QStringLiteral("SELECT max(id) FROM minutes"), {}, [&](const DerivedFile::Row &row) {
        lastMinute = row.isNull(0) ? -1 : row.number(0) >> kSourceBits;
        return false;
    });
    if (!asked)
        return asked.error();

    int level = Minutes;
    if (2 * width >= kLevels[Hours].entry)
        level = 2 * width >= kLevels[Days].entry ? Days : Hours;
    MetricDigest digest = emptyDigest(level);
    if (level == Hours && width >= 2 * kLevels[Hours].entry)
        digest.step = width;
    const size_t group = level == Minutes ? 1 : size_t(std::max<qint64>(1, digest.step / kLevels[level].entry));
    const auto absence = state.about(QStringLiteral("gpu_absence"));
    const auto memory = state.about(QStringLiteral("host_memory_gib"));
    if (!absence || !memory)
        return absence ? memory.error() : absence.error();
    digest.gpuAbsence = absence->toString();
    digest.hostMemoryGiB = memory->toDouble();
    if (lastMinute < 0 || to <= from) {
        digest.from = digest.to = from;
        return digest;
    }
    // Only complete rows. Those of the coarse levels end before the current hour and day.
    const qint64 end = std::min(to, (lastMinute + 1) * kLevels[Minutes].length);
    const qint64 lastStart = lastMinute * kLevels[Minutes].length;
    qint64 at = from / kLevels[level].length * kLevels[level].length;
    digest.from = at;
    digest.to = to;
    for (; level >= Minutes; --level) {
        const qint64 closed = level == Minutes ? end : indexOf(level, lastStart) * kLevels[level].length;
        const qint64 until = std::min(closed, (end + kLevels[level].length - 1) / kLevels[level].length * kLevels[level].length);
        const bool isOwn = digest.step == kLevels[level].entry || (level == Hours && digest.step < kLevels[Days].entry);
        TRY_DO(state.read(level, at, until, isOwn ? group : 0, digest));
        at = std::max(at, until);
        if (until >= end)
            break;
    }
    digest.to = std::max(digest.to, at);
    return digest;
}

}  // namespace trainyard
