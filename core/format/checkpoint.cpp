#include "core/format/checkpoint.h"

#include "core/format/checkpointname.h"
#include "core/format/fileverdict.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <map>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

// A writer that works shows itself within this time; longer, and it was killed.
constexpr qint64 kWritingSeconds = 60;
// trainer_state.json grows with the log history: 20 MB were seen after 100,000 steps of logging each.
constexpr qint64 kMaxStateBytes = 32 * 1024 * 1024;

bool isRecent(qint64 modified, qint64 now)
{
    qint64 age = 0;
    return !__builtin_sub_overflow(now, modified, &age) && age <= kWritingSeconds
        && age >= -kWritingSeconds;   // the machine's clock may be a little ahead
}

// One checkpoint in the making: its main files (several for shards) and what belongs to them.
struct Group {
    QList<CheckpointFile> mains, companions;
    int shardCount = 0;
    bool isTemporary = false;
};

bool isJson(const QString &name)
{
    return name.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
}

bool isCandidate(const QString &name, const QString &pattern)
{
    if (isJson(name))
        return false;
    if (pattern.isEmpty())
        return hasKnownExtension(name);
    if (matchesPattern(baseOf(name), pattern))
        return true;
    const QStringList folders = folderOf(name).split(u'/', Qt::SkipEmptyParts);
    return hasKnownExtension(name) && std::any_of(folders.begin(), folders.end(), [&](const QString &folder) {
        return matchesPattern(folder, pattern);
    });
}

std::map<QString, Group> groups(const QList<CheckpointFile> &files, const QString &pattern)
{
    std::map<QString, Group> found;
    QMap<QString, CheckpointFile> besides, states;
    for (const CheckpointFile &file : files) {
        if (!isInside(file.name))
            continue;
        if (isJson(file.name) && !finalName(file.name))
            states.insert(file.name, file);
        const auto final = finalName(file.name);
        if (!isCandidate(final.value_or(file.name), pattern) && !isCandidate(file.name, pattern))
            continue;
        if (!final && isBesideModel(file.name)) {
            besides.insert(file.name, file);
            continue;
        }
        const auto shard = final ? std::nullopt : shardOf(file.name);
        Group &group = found[shard ? shard->group : file.name];
        group.mains << file;
        group.shardCount = shard ? std::max(group.shardCount, shard->count) : 0;
        group.isTemporary = final.has_value();
    }

    QMap<QString, int> groupsInFolder;
    for (const auto &[name, group] : found)
        groupsInFolder[folderOf(name)] += group.isTemporary ? 0 : 1;
    for (auto &[name, group] : found) {
        std::sort(group.mains.begin(), group.mains.end(),
                  [](const CheckpointFile &a, const CheckpointFile &b) { return a.name < b.name; });
        if (group.isTemporary)
            continue;
        if (const auto state = states.constFind(withoutExtension(name) + QStringLiteral(".json"));
            state != states.constEnd())
            group.companions << *state;
        if (groupsInFolder.value(folderOf(name)) != 1)
            continue;
        if (const auto state = states.constFind(folderOf(name) + QStringLiteral("trainer_state.json"));
            state != states.constEnd())
            group.companions << *state;
        for (auto beside = besides.begin(); beside != besides.end();) {
            if (folderOf(beside.key()) == folderOf(name)) {
                group.companions << *beside;
                beside = besides.erase(beside);
            } else {
                ++beside;
            }
        }
    }
    for (const CheckpointFile &file : std::as_const(besides))
        found[file.name].mains << file;
    return found;
}

struct TrainingState {
    std::optional<qint64> step;
    std::optional<double> loss;
};

std::optional<qint64> stepOf(double value)
{
    if (!(value >= 0) || value > 9e15 || value != std::floor(value))
        return std::nullopt;
    return qint64(value);
}

TrainingState stateFrom(const CheckpointFile &file, FileSource &source)
{
    TrainingState state;
    if (file.sizeBytes <= 0 || file.sizeBytes > kMaxStateBytes)
        return state;
    const auto text = readExactly(source, file.name, 0, file.sizeBytes);
    if (!text)
        return state;
    const QJsonObject object = QJsonDocument::fromJson(*text).object();
    for (const char *key : {"global_step", "step"}) {
        if (const QJsonValue value = object[QLatin1String(key)]; value.isDouble())
            state.step = stepOf(value.toDouble());
    }
    if (const QJsonValue loss = object[QLatin1String("loss")]; loss.isDouble())
        state.loss = loss.toDouble();
    // Hugging Face's trainer_state.json: one object per logged step, oldest first.
    const QJsonArray history = object[QLatin1String("log_history")].toArray();
    for (qsizetype i = history.size() - 1; i >= 0 && !state.loss; --i) {
        if (const QJsonValue loss = history[i].toObject()[QLatin1String("loss")]; loss.isDouble())
            state.loss = loss.toDouble();
    }
    return state;
}

// How much worse than "complete" a verdict is for the whole checkpoint.
int badness(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Complete: return 0;
    case Verdict::Unknown: return 1;
    case Verdict::BeingWritten: return 2;
    case Verdict::Partial: return 3;
    case Verdict::Corrupt: return 4;
    }
    return 1;
}

void judgeFiles(Checkpoint &checkpoint, const Group &group, FileSource &source)
{
    bool isFirst = true;
    std::optional<qint64> tensors = 0, parameters = 0;
    const auto sum = [](std::optional<qint64> &total, std::optional<qint64> more) {
        qint64 added = 0;
        if (!total || !more || __builtin_add_overflow(*total, *more, &added))
            total.reset();
        else
            total = added;
    };
    const auto consider = [&](const CheckpointFile &file, bool isMain) {
        const FileVerdict judged = judgeFile(file, source, Detail::Summary);
        if (isMain) {
            sum(tensors, judged.tensorCount);
            sum(parameters, judged.parameterCount);
        }
        if (isFirst) {
            checkpoint.format = judged.format;
            for (const char *key : {"global_step", "step"}) {
                bool isNumber = false;
                const qint64 step = judged.metadata.value(QLatin1String(key)).toLongLong(&isNumber);
                if (isNumber && step >= 0)
                    checkpoint.step = step;
            }
            bool isNumber = false;
            const double loss = judged.metadata.value(QStringLiteral("loss")).toDouble(&isNumber);
            if (isNumber)
                checkpoint.loss = loss;
        }
        if (isFirst || badness(judged.verdict) > badness(checkpoint.verdict)) {
            checkpoint.verdict = judged.verdict;
            checkpoint.reason = group.mains.size() + group.companions.size() > 1 && judged.verdict != Verdict::Complete
                ? Words::tr("%1: %2").arg(file.name, judged.reason) : judged.reason;
        }
        isFirst = false;
    };
    for (const CheckpointFile &file : group.mains)
        consider(file, true);
    for (const CheckpointFile &file : group.companions) {
        if (!isJson(file.name)) {
            consider(file, false);
            continue;
        }
        const TrainingState state = stateFrom(file, source);
        if (state.step)
            checkpoint.step = state.step;
        if (state.loss)
            checkpoint.loss = state.loss;
    }
    checkpoint.tensorCount = tensors;
    checkpoint.parameterCount = parameters;
    if (group.shardCount > 0 && group.mains.size() < group.shardCount && checkpoint.verdict != Verdict::Corrupt) {
        checkpoint.verdict = Verdict::Partial;
        checkpoint.reason = Words::tr("Only %1 of its %2 files are there.").arg(group.mains.size()).arg(group.shardCount);
    }
}

Checkpoint look(const QString &name, const Group &group, qint64 now, FileSource &source)
{
    Checkpoint checkpoint;
    checkpoint.files = group.mains + group.companions;
    checkpoint.name = group.mains.first().name;
    for (const CheckpointFile &file : checkpoint.files) {
        if (__builtin_add_overflow(checkpoint.sizeBytes, std::max<qint64>(0, file.sizeBytes), &checkpoint.sizeBytes))
            checkpoint.sizeBytes = std::numeric_limits<qint64>::max();
        checkpoint.modified = std::max(checkpoint.modified, file.modified);
    }
    if (group.isTemporary) {
        const QString final = finalName(name).value_or(name);
        checkpoint.verdict = Verdict::Partial;
        checkpoint.reason = Words::tr("It was never finished: whoever wrote it stopped halfway.");
        checkpoint.step = stepFromName(final);
        if (final.endsWith(QLatin1String(".safetensors"), Qt::CaseInsensitive))
            checkpoint.format = QStringLiteral("safetensors");
    } else {
        judgeFiles(checkpoint, group, source);
        if (!checkpoint.step)
            checkpoint.step = stepFromName(name);
    }
    if (checkpoint.verdict == Verdict::Partial && isRecent(checkpoint.modified, now)) {
        checkpoint.verdict = Verdict::BeingWritten;
        checkpoint.reason = Words::tr("It is being written right now.");
    }
    return checkpoint;
}

}  // namespace

QString verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Complete: return QStringLiteral("complete");
    case Verdict::Partial: return QStringLiteral("partial");
    case Verdict::Corrupt: return QStringLiteral("corrupt");
    case Verdict::BeingWritten: return QStringLiteral("being-written");
    case Verdict::Unknown: return QStringLiteral("unknown");
    }
    return QStringLiteral("unknown");
}

QList<Checkpoint> findCheckpoints(const QList<CheckpointFile> &files, const QString &pattern, qint64 now,
                                  FileSource &source)
{
    QList<Checkpoint> found;
    for (const auto &[name, group] : groups(files, pattern))
        found << look(name, group, now, source);
    std::stable_sort(found.begin(), found.end(), [](const Checkpoint &a, const Checkpoint &b) {
        const qint64 stepA = a.step.value_or(-1), stepB = b.step.value_or(-1);
        return stepA != stepB ? stepA > stepB : a.modified > b.modified;
    });
    return found;
}

std::optional<Checkpoint> latestGood(const QList<Checkpoint> &checkpoints)
{
    std::optional<Checkpoint> best;
    for (const Checkpoint &checkpoint : checkpoints) {
        if (checkpoint.verdict != Verdict::Complete)
            continue;
        const auto rank = [](const Checkpoint &c) { return std::pair(c.step.value_or(-1), c.modified); };
        if (!best || rank(checkpoint) > rank(*best))
            best = checkpoint;
    }
    return best;
}

}  // namespace trainyard
