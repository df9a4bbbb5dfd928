// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/trainerrules.h"

#include "core/checkpoint/format/internal/checkpointname.h"

#include <QHash>
#include <QMap>

#include <algorithm>

namespace trainyard {

namespace {

// No honest job has more ranks; numbers above are not enumerated.
constexpr int kMaxRanks = 100'000;
constexpr qsizetype kMaxMissing = 64;  // further ones are not listed

const QRegularExpression &optimizerShard()
{
    static const QRegularExpression pattern = wholeName(
        "(.*/)?((?:bf16_|fp16_)?zero_pp_rank_)([0-9]+)_mp_rank_([0-9]+)(_optim_states\\.pt)");
    return pattern;
}
const QRegularExpression &partitionedModel()
{
    static const QRegularExpression pattern = wholeName("(.*/)?(zero_pp_rank_)([0-9]+)_mp_rank_([0-9]+)(_model_states\\.pt)");
    return pattern;
}
const QRegularExpression &modelShard()
{
    static const QRegularExpression pattern = wholeName("(.*/)?mp_rank_([0-9]+)_model_states\\.pt");
    return pattern;
}

int numberOf(const QString &digits) { return digits.size() <= 6 ? std::min(digits.toInt(), kMaxRanks) : kMaxRanks; }

void add(QStringList &missing, const QString &name)
{
    if (missing.size() < kMaxMissing && !missing.contains(name))
        missing << name;
}

// Among names with one number, those missing between 0 and the highest.
void addMissingRanks(const QStringList &names, const char *pattern, const QString &shape, QStringList &missing)
{
    const QRegularExpression expression = wholeName(pattern);
    QSet<int> ranks;
    for (const QString &name : names) {
        const auto match = expression.match(name);
        if (match.hasMatch())
            ranks.insert(numberOf(match.captured(1)));
    }
    if (ranks.isEmpty())
        return;
    const int highest = *std::max_element(ranks.begin(), ranks.end());
    for (int rank = 0; rank < std::min(highest, kMaxRanks) && missing.size() < kMaxMissing; ++rank) {
        if (!ranks.contains(rank))
            add(missing, shape.arg(rank));
    }
}

// The grid of data-parallel and model-parallel ranks must be complete for one kind of file.
void addMissingGrid(const QStringList &names, const QRegularExpression &expression, QStringList &missing)
{
    struct Grid {
        QString folder, before, after, width;
        QSet<QPair<int, int>> there;
        int data = 0, model = 0, digits = 2;
    };
    QMap<QString, Grid> grids;
    for (const QString &name : names) {
        const auto match = expression.match(name);
        if (!match.hasMatch())
            continue;
        Grid &grid = grids[match.captured(1)];
        grid.folder = match.captured(1);
        grid.before = match.captured(2);
        grid.after = match.captured(5);
        grid.digits = int(match.captured(4).size());
        const int data = numberOf(match.captured(3)), model = numberOf(match.captured(4));
        grid.there.insert({data, model});
        grid.data = std::max(grid.data, data);
        grid.model = std::max(grid.model, model);
    }
    for (const Grid &grid : std::as_const(grids)) {
        for (int data = 0;
             data <= grid.data && missing.size() < kMaxMissing && grid.there.size() < qint64(grid.data + 1) * (grid.model + 1); ++data) {
            for (int model = 0; model <= grid.model; ++model) {
                if (!grid.there.contains({data, model}))
                    add(missing, grid.folder + grid.before + QString::number(data) + QStringLiteral("_mp_rank_")
                                     + QString::number(model).rightJustified(grid.digits, u'0') + grid.after);
            }
        }
    }
}

void addDeepSpeed(const QStringList &names, QStringList &missing)
{
    addMissingGrid(names, optimizerShard(), missing);
    addMissingGrid(names, partitionedModel(), missing);
    QMap<QString, QSet<int>> models, optimizers;
    for (const QString &name : names) {
        if (const auto match = modelShard().match(name); match.hasMatch())
            models[match.captured(1)].insert(numberOf(match.captured(2)));
        else if (const auto other = optimizerShard().match(name); other.hasMatch())
            optimizers[other.captured(1)].insert(numberOf(other.captured(4)));
    }
    const auto shape = [](const QString &folder, int rank) {
        return folder + QStringLiteral("mp_rank_%1_model_states.pt").arg(rank, 2, 10, QLatin1Char('0'));
    };
    const bool isPartitioned = !optimizers.isEmpty() && std::any_of(names.begin(), names.end(), [](const QString &name) {
        return partitionedModel().match(name).hasMatch();
    });
    for (auto folder = optimizers.cbegin(); folder != optimizers.cend(); ++folder) {
        for (const int rank : folder.value()) {
            if (!isPartitioned && !models.value(folder.key()).contains(rank))
                add(missing, shape(folder.key(), rank));
        }
    }
    for (auto folder = models.cbegin(); folder != models.cend(); ++folder) {
        const int highest = *std::max_element(folder->begin(), folder->end());
        for (int rank = 0; rank < std::min(highest, kMaxRanks) && missing.size() < kMaxMissing; ++rank) {
            if (!folder->contains(rank))
                add(missing, shape(folder.key(), rank));
        }
        // Every model part has as many optimizer parts as the others.
        if (const auto parts = optimizers.constFind(folder.key()); parts != optimizers.cend()) {
            for (const int rank : *folder) {
                if (!parts->contains(rank))
                    add(missing,
                        folder.key() + QStringLiteral("zero_pp_rank_0_mp_rank_%1_optim_states.pt").arg(rank, 2, 10, QLatin1Char('0')));
            }
        }
    }
}

// Each folder with pieces must contain the list that is written last.
QString missingDistributedMarker(const QStringList &names)
{
    QSet<QString> markers;
    for (const QString &name : names) {
        if (baseOf(name) == QLatin1String(".metadata"))
            markers.insert(name);
    }
    for (const QString &name : names) {
        if (!name.endsWith(QLatin1String(".distcp")) && !name.endsWith(QLatin1String(".metadata.tmp")))
            continue;
        const QString marker = folderOf(name) + QStringLiteral(".metadata");
        if (!markers.contains(marker))
            return marker;
    }
    return {};
}

bool anyMatches(const QStringList &names, const char *pattern)
{
    const QRegularExpression expression = wholeName(pattern);
    return std::any_of(names.begin(), names.end(), [&](const QString &name) { return expression.match(name).hasMatch(); });
}

const char *const kModelFile =
    "(model|pytorch_model|adapter_model|diffusion_pytorch_model|tf_model|flax_model)[^/]*\\.(safetensors|bin|h5|msgpack)";

void huggingFace(StepFolder &step, const QStringList &names)
{
    const bool isDeepSpeed = anyMatches(names, "global_step[0-9]+/.*");
    const bool isSharded = anyMatches(names, "(pytorch_model_fsdp_[0-9]+|optimizer_[0-9]+)/.*");
    if (!names.contains(QStringLiteral("trainer_state.json")))
        step.missingMarker = QStringLiteral("trainer_state.json");
    if (!anyMatches(names, kModelFile) && !isDeepSpeed && !isSharded)
        add(step.missing, QStringLiteral("model.safetensors"));
    const bool hasOptimizer = anyMatches(names, "optimizer(_[0-9]+)?\\.(pt|bin)") || isDeepSpeed
                              || anyMatches(names, "optimizer_[0-9]+/.*");
    step.isWithoutOptimizer = !hasOptimizer;
    if (!hasOptimizer && names.contains(QStringLiteral("scheduler.pt")))
        add(step.missing, QStringLiteral("optimizer.pt"));
    addMissingRanks(names, "rng_state_([0-9]+)\\.pth", QStringLiteral("rng_state_%1.pth"), step.missing);
    if (isDeepSpeed) {
        addDeepSpeed(names, step.missing);
        if (!names.contains(QStringLiteral("latest")) && step.missingMarker.isEmpty())
            step.missingMarker = QStringLiteral("latest");
    }
}

void accelerate(StepFolder &step, const QStringList &names)
{
    step.isWithoutMarker = true;
    if (!anyMatches(names, kModelFile) && !anyMatches(names, "(pytorch_model_fsdp_[0-9]+|pytorch_model)/.*"))
        add(step.missing, QStringLiteral("model.safetensors"));
    addMissingRanks(names, "random_states_([0-9]+)\\.pkl", QStringLiteral("random_states_%1.pkl"), step.missing);
    addMissingRanks(names, "custom_checkpoint_([0-9]+)\\.pkl", QStringLiteral("custom_checkpoint_%1.pkl"), step.missing);
    step.isWithoutOptimizer = !anyMatches(names, "optimizer(_[0-9]+)?(\\.(bin|pt)|/.*)");
    addDeepSpeed(names, step.missing);
}

void megatron(StepFolder &step, const QStringList &names)
{
    const QString folder = folderOf(step.path == QLatin1String(".") ? QString() : step.path);
    step.pointer = folder + QStringLiteral("latest_checkpointed_iteration.txt");
    step.tag = baseOf(step.path) == QLatin1String("release") ? QStringLiteral("release") : QString::number(step.step.value_or(-1));
    const bool isDistributed = anyMatches(names, "(.*\\.distcp|\\.metadata|\\.metadata\\.tmp|common\\.pt|metadata\\.json)");
    if (isDistributed) {
        for (const char *name : {".metadata", "common.pt"}) {
            if (!names.contains(QLatin1String(name)))
                add(step.missing, QLatin1String(name));
        }
        if (!names.contains(QStringLiteral("metadata.json")))
            step.missingMarker = QStringLiteral("metadata.json");
        return;
    }
    static const QRegularExpression kRank = wholeName("mp_rank_([0-9]{2})(?:_([0-9]{3}))?(?:_([0-9]{3}))?/(.*)");
    QMap<QString, QStringList> ranks;  // "00_001" and its files
    int highest[3] = {0, 0, 0};
    bool has[3] = {false, false, false}, hasShardedOptimizer = false;
    QString modelFile = QStringLiteral("model_optim_rng.pt");
    for (const QString &name : names) {
        const auto match = kRank.match(name);
        if (!match.hasMatch())
            continue;
        for (int i = 0; i < 3; ++i) {
            has[i] = has[i] || match.hasCaptured(i + 1);
            highest[i] = std::max(highest[i], match.captured(i + 1).toInt());
        }
        ranks[name.mid(8, match.capturedStart(4) - 9)] << match.captured(4);
        hasShardedOptimizer = hasShardedOptimizer || match.captured(4) == QLatin1String("distrib_optim.pt");
        if (match.captured(4) == QLatin1String("model_rng.pt"))
            modelFile = match.captured(4);
    }
    for (int t = 0; t <= highest[0]; ++t) {
        for (int p = 0; p <= highest[1]; ++p) {
            for (int e = 0; e <= highest[2] && step.missing.size() < kMaxMissing; ++e) {
                QString rank = QStringLiteral("%1").arg(t, 2, 10, QLatin1Char('0'));
                rank += has[1] ? QStringLiteral("_%1").arg(p, 3, 10, QLatin1Char('0')) : QString();
                rank += has[2] ? QStringLiteral("_%1").arg(e, 3, 10, QLatin1Char('0')) : QString();
                const QStringList there = ranks.value(rank);
                const QString path = QStringLiteral("mp_rank_") + rank + u'/';
                if (!there.contains(modelFile))
                    add(step.missing, path + modelFile);
                if (hasShardedOptimizer && !there.contains(QLatin1String("distrib_optim.pt")))
                    add(step.missing, path + QStringLiteral("distrib_optim.pt"));
            }
        }
    }
}

void orbax(StepFolder &step, const QStringList &names)
{
    QSet<QString> data, lists, manifests, parts;  // folders
    for (const QString &name : names) {
        const QString base = baseOf(name), folder = folderOf(name);
        if (base == QLatin1String("_METADATA"))
            lists.insert(folder);
        else if (base == QLatin1String("manifest.ocdbt") && !folder.contains(QLatin1String("ocdbt.process_")))
            manifests.insert(folder);
        else if (folder.endsWith(QLatin1String("d/")) && !folder.contains(QLatin1String("ocdbt.process_")))
            data.insert(folder.chopped(2));
        if (const qsizetype at = name.indexOf(QLatin1String("ocdbt.process_")); at >= 0)
            parts.insert(name.left(at));
    }
    for (const QString &folder : data + parts) {
        if (!manifests.contains(folder))
            add(step.missing, folder + QStringLiteral("manifest.ocdbt"));
        if (!lists.contains(folder))
            add(step.missing, folder + QStringLiteral("_METADATA"));
    }
    for (const QString &folder : std::as_const(manifests)) {
        if (!data.contains(folder) && !parts.contains(folder))
            add(step.missing, folder + QStringLiteral("d"));
    }
}

}  // namespace

QRegularExpression wholeName(const char *pattern)
{
    // Compiling takes longer than matching, and thousands of folders need the same patterns.
    thread_local QHash<const char *, QRegularExpression> known;
    auto found = known.find(pattern);
    if (found == known.end())
        found = known.insert(pattern, QRegularExpression(QRegularExpression::anchoredPattern(QLatin1String(pattern))));
    return *found;
}

bool isDeepSpeedState(const QString &baseName)
{
    return optimizerShard().match(baseName).hasMatch() || partitionedModel().match(baseName).hasMatch()
           || modelShard().match(baseName).hasMatch();
}

void applyTrainerRules(StepFolder &step, const QStringList &names)
{
    switch (step.trainer) {
    case Trainer::HuggingFace: huggingFace(step, names); break;
    case Trainer::Accelerate: accelerate(step, names); break;
    case Trainer::DeepSpeed:
        addDeepSpeed(names, step.missing);
        step.pointer = folderOf(step.path == QLatin1String(".") ? QString() : step.path) + QStringLiteral("latest");
        step.tag = baseOf(step.path);
        break;
    case Trainer::Megatron: megatron(step, names); break;
    case Trainer::Orbax: orbax(step, names); break;
    case Trainer::Lightning:
        if (!names.contains(QStringLiteral("meta.pt")))
            add(step.missing, QStringLiteral("meta.pt"));
        break;
    default: break;
    }
    if (step.missingMarker.isEmpty())
        step.missingMarker = missingDistributedMarker(names);
    for (const QString &name : missingShards(names))
        add(step.missing, name);
}

QStringList missingShards(const QStringList &names)
{
    QMap<QString, QPair<int, QSet<int>>> groups;  // name with a placeholder for the number, count, those present
    for (const QString &name : names) {
        const auto shard = shardOf(name);
        if (!shard)
            continue;
        auto &[count, there] = groups[shard->group];
        count = std::max(count, shard->count);
        there.insert(shard->number);
    }
    QStringList missing;
    for (auto group = groups.cbegin(); group != groups.cend(); ++group) {
        const qsizetype dot = group.key().lastIndexOf(u'.');
        for (int number = 1; number <= group->first && missing.size() < kMaxMissing; ++number) {
            if (!group->second.contains(number))
                missing << QStringLiteral("%1-%2-of-%3%4")
                               .arg(group.key().left(dot))
                               .arg(number, 5, 10, QLatin1Char('0'))
                               .arg(group->first, 5, 10, QLatin1Char('0'))
                               .arg(group.key().mid(dot));
        }
    }
    return missing;
}

}  // namespace trainyard
