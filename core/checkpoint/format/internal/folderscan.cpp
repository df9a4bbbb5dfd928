// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/folderscan.h"

#include "core/checkpoint/format/internal/checkpointname.h"
#include "core/checkpoint/format/internal/distributedlist.h"
#include "core/checkpoint/format/internal/inspectparts.h"
#include "core/checkpoint/format/internal/trainingstate.h"
#include "core/checkpoint/format/torchfile.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

// 100,000 tensors make an index of about 10 MB; a list of pieces has about 200 bytes per piece of a tensor.
constexpr qint64 kMaxListedIndexBytes = 16 * 1024 * 1024, kMaxList = 48 * 1024 * 1024;
// DeepSpeed's own numbers come after the names of all tensors: 700 tensors take 200 kB.
constexpr qint64 kStateHead = 256 * 1024;
// Enough for the names of a hundred tensors, which is typical for a shard.
constexpr qint64 kPickleHead = 32 * 1024;
constexpr qint64 kMaxParts = 100'000;

bool isShardIndex(const QString &name) { return name.endsWith(QLatin1String(".index.json")); }

class Looker {
public:
    Looker(const FileGroup &group, FileSource &source) : m_group(group), m_source(source)
    {
        for (const CheckpointFile &file : group.files())
            m_sizes.insert(file.name, file.sizeBytes);
        m_hasIndex = std::any_of(group.companions.begin(), group.companions.end(),
                                 [](const CheckpointFile &file) { return isShardIndex(file.name); });
    }

    FolderScan run();

private:
    bool isAlone() const { return m_sizes.size() == 1; }
    void judge(const CheckpointFile &file, bool isMain);
    void take(const FileVerdict &judged, const CheckpointFile &file);
    void takeNames(const FileVerdict &judged, const CheckpointFile &file);
    void index(const CheckpointFile &file);
    void state(const CheckpointFile &file);
    void pieces(const CheckpointFile &file);
    void shards(const FileVerdict &judged, const CheckpointFile &file);
    void deepSpeed();
    void names(const CheckpointFile &file);

    const FileGroup &m_group;
    FileSource &m_source;
    QHash<QString, qint64> m_sizes;
    QSet<QString> m_folders;  // with their slashes, those that contain a main file somewhere; filled on demand
    FolderScan m_look;
    Inspection m_contents;  // tensors of the main files that could be listed; only if there is an index
    bool m_hasIndex = false;
    bool m_isFirst = true;
};

void sum(std::optional<qint64> &total, std::optional<qint64> more)
{
    qint64 added = 0;
    if (!total || !more || __builtin_add_overflow(*total, *more, &added))
        total.reset();
    else
        total = added;
}

void Looker::take(const FileVerdict &judged, const CheckpointFile &file)
{
    if (m_isFirst || badness(judged.verdict) > badness(m_look.verdict)) {
        m_look.verdict = judged.verdict;
        m_look.reason = !isAlone() && judged.verdict != Verdict::Complete ? Words::tr("%1: %2").arg(file.name, judged.reason)
                                                                          : judged.reason;
    }
    m_isFirst = false;
}

void Looker::judge(const CheckpointFile &file, bool isMain)
{
    const FileVerdict judged = judgeFile(file, m_source, isMain && m_hasIndex ? Detail::Names : Detail::Summary);
    if (isMain && m_hasIndex && judged.verdict == Verdict::Complete)
        takeNames(judged, file);
    if (m_look.format.isEmpty())
        m_look.format = judged.format;
    if (isMain) {
        sum(m_look.tensorCount, judged.tensorCount);
        sum(m_look.parameterCount, judged.parameterCount);
    }
    if (m_isFirst) {
        for (const char *key : {"global_step", "step"}) {
            bool isNumber = false;
            const qint64 step = judged.metadata.value(QLatin1String(key)).toLongLong(&isNumber);
            if (isNumber && step >= 0)
                m_look.step = step;
        }
        bool isNumber = false;
        const double loss = judged.metadata.value(QStringLiteral("loss")).toDouble(&isNumber);
        if (isNumber)
            m_look.loss = loss;
        for (auto value = judged.metadata.cbegin(); value != judged.metadata.cend(); ++value) {
            const double number = value->toDouble(&isNumber);
            if (isNumber && isMetric(value.key()) && m_look.metrics.size() < kMaxMetrics)
                m_look.metrics.insert(value.key(), number);
        }
    }
    take(judged, file);
    if (judged.shardCount && m_group.trainer == Trainer::TensorFlow)
        shards(judged, file);
    else if (judged.shardCount && m_group.mains.size() == 1)
        m_look.missing << Words::tr("%1 more parts").arg(*judged.shardCount - 1);
}

// The names to compare an index with. PyTorch's zips name their tensors in their pickles, which no verdict needs.
void Looker::takeNames(const FileVerdict &judged, const CheckpointFile &file)
{
    std::vector<TensorInfo> tensors = judged.tensors;
    if (tensors.empty()) {
        RangeReader reader(m_source, file, kPickleHead, kZipFirstTail);
        const auto looked = inspectTorch(reader);
        if (!looked || looked->verdict != Verdict::Complete)
            return;
        tensors = looked->tensors;
    }
    m_contents.files << file;
    m_contents.tensors.insert(m_contents.tensors.end(), tensors.begin(), tensors.end());
}

// TensorFlow's shards: each must exist and be long enough for its tensors.
void Looker::shards(const FileVerdict &judged, const CheckpointFile &file)
{
    const QString prefix = file.name.chopped(6);
    for (auto shard = judged.shardBytes.cbegin(); shard != judged.shardBytes.cend(); ++shard) {
        const QString name =
            prefix
            + QStringLiteral(".data-%1-of-%2").arg(shard.key(), 5, 10, QLatin1Char('0')).arg(*judged.shardCount, 5, 10, QLatin1Char('0'));
        const auto size = m_sizes.constFind(name);
        if (size == m_sizes.constEnd())
            m_look.missing << baseOf(name);
        else if (quint64(std::max<qint64>(0, *size)) < shard.value())
            take(endsEarly(judged.format, *size, shard.value()), {name, *size, 0});
    }
}

void Looker::index(const CheckpointFile &file)
{
    if (file.sizeBytes > kMaxListedIndexBytes)
        return;
    const auto text = file.sizeBytes > 0 ? readExactly(m_source, file.name, 0, file.sizeBytes) : Result<QByteArray>(QByteArray());
    if (!text)
        return;
    FileVerdict broken;
    broken.verdict = Verdict::Corrupt;
    ShardIndex index{file.name, true, {}};
    const auto shards = shardsOfIndex(*text, &index.tensors);
    if (!shards) {
        broken.verdict = Verdict::Partial;
        broken.reason = Words::tr("It is not a list of shards, or only the beginning of one.");
        take(broken, file);
        return;
    }
    for (const QString &name : *shards) {
        if (!isInside(name)) {
            broken.reason = Words::tr("It refers to a file outside its folder.");
            take(broken, file);
        } else if (!m_sizes.contains(folderOf(file.name) + name)) {
            m_look.missing << name;
        }
    }
    m_contents.verdict = Verdict::Complete;
    checkShardIndex(index, m_contents);
    if (m_contents.verdict != Verdict::Complete) {
        broken.verdict = m_contents.verdict;
        broken.reason = m_contents.reason;
        take(broken, file);
    }
}

void Looker::state(const CheckpointFile &file)
{
    const TrainingState state = readTrainingState(file, m_source);
    m_look.step = state.step ? state.step : m_look.step;
    m_look.epoch = state.epoch ? state.epoch : m_look.epoch;
    m_look.loss = state.loss ? state.loss : m_look.loss;
    m_look.metrics.insert(state.metrics);
    if (baseOf(file.name) == QLatin1String("trainer_state.json") && (state.isCutOff || file.sizeBytes <= 0)) {
        FileVerdict cut;
        cut.verdict = Verdict::Partial;
        cut.reason = Words::tr("The file ends early.");
        take(cut, file);
    }
}

// The list of a distributed checkpoint is written last; every piece it names must be there.
void Looker::pieces(const CheckpointFile &file)
{
    FileVerdict judged;
    judged.format = QStringLiteral("torch distributed");
    if (m_look.format.isEmpty())
        m_look.format = judged.format;
    sum(m_look.tensorCount, std::nullopt);
    sum(m_look.parameterCount, std::nullopt);
    if (file.sizeBytes > kMaxList) {
        judged.reason = Words::tr("Its list of tensors is too large to inspect from here.");
        take(judged, file);
        return;
    }
    if (file.sizeBytes <= 0) {
        judged.verdict = Verdict::Partial;
        judged.reason = Words::tr("The file is empty.");
        take(judged, file);
        return;
    }
    RangeReader reader(m_source, file);
    const DistributedList list = inspectDistributedList(reader);
    judged.verdict = list.inspection.verdict;
    judged.reason = list.inspection.verdict == Verdict::Complete ? Words::tr("All pieces in its list are present.")
                                                                 : list.inspection.reason;
    take(judged, file);
    for (auto piece = list.pieces.cbegin(); piece != list.pieces.cend(); ++piece) {
        const QString name = folderOf(file.name) + piece.key();
        const auto size = m_sizes.constFind(name);
        if (size == m_sizes.constEnd())
            m_look.missing << piece.key();
        else if (quint64(std::max<qint64>(0, *size)) < piece.value())
            take(endsEarly(judged.format, *size, piece.value()), {name, *size, 0});
    }
}

// Every rank writes a part of the optimizer; the model's file states how many ranks there were.
void Looker::deepSpeed()
{
    static const QRegularExpression kState(QStringLiteral("(^|/)(zero_pp_rank_0_)?mp_rank_0+_model_states\\.pt$"));
    static const QRegularExpression kPart(QStringLiteral("(^|/)(?:bf16_|fp16_)?zero_pp_rank_[0-9]+_mp_rank_[0-9]+_optim_states\\.pt$"));
    QHash<QString, qint64> parts;
    const CheckpointFile *state = nullptr;
    for (const CheckpointFile &file : m_group.mains) {
        if (kPart.match(file.name).hasMatch())
            ++parts[folderOf(file.name)];
        else if (kState.match(file.name).hasMatch() && !state)
            state = &file;
    }
    if (!state || parts.value(folderOf(state->name)) == 0 || state->sizeBytes <= 0)
        return;
    const auto head = readExactly(m_source, state->name, 0, std::min(state->sizeBytes, kStateHead));
    if (!head)
        return;
    const auto data = pickledNumber(*head, "dp_world_size"), model = pickledNumber(*head, "mp_world_size");
    const qint64 there = parts.value(folderOf(state->name));
    if (!data || *data < 1 || *data > kMaxParts || model.value_or(1) < 1 || model.value_or(1) > kMaxParts)
        return;
    const qint64 wanted = *data * model.value_or(1);
    if (there < wanted)
        m_look.missing << Words::tr("%1 of %2 parts of the optimizer's state").arg(wanted - there).arg(wanted);
}

// DeepSpeed's file "latest" within a folder of another trainer names the step's own folder.
void Looker::names(const CheckpointFile &file)
{
    if (file.sizeBytes <= 0 || file.sizeBytes > 4096)
        return;
    const auto text = readExactly(m_source, file.name, 0, file.sizeBytes);
    if (!text)
        return;
    if (m_folders.isEmpty()) {
        for (const CheckpointFile &main : m_group.mains) {
            for (QString folder = folderOf(main.name); !folder.isEmpty() && !m_folders.contains(folder);
                 folder = folderOf(folder.chopped(1)))
                m_folders.insert(folder);
        }
    }
    const QString tag = QString::fromUtf8(*text).trimmed();
    const QString folder = folderOf(file.name) + tag + u'/';
    if (!isInside(folder.chopped(1)) || !m_folders.contains(folder))
        m_look.missing << tag.left(80);
}

FolderScan Looker::run()
{
    m_look.tensorCount = 0;
    m_look.parameterCount = 0;
    for (const CheckpointFile &file : m_group.mains) {
        if (baseOf(file.name) == QLatin1String(".metadata"))
            pieces(file);
        else
            judge(file, true);
    }
    if (m_group.mains.isEmpty())
        m_look.tensorCount = m_look.parameterCount = std::nullopt;
    for (const CheckpointFile &file : m_group.companions) {
        const QString base = baseOf(file.name);
        if (isShardIndex(file.name))
            index(file);
        else if (base == QLatin1String("trainer_state.json") || base == baseOf(withoutExtension(m_group.name)) + QLatin1String(".json"))
            state(file);
        else if (base == QLatin1String("latest"))
            names(file);
        else if (!base.endsWith(QLatin1String(".json")) && hasKnownExtension(file.name))
            judge(file, false);
    }
    if (m_group.trainer == Trainer::DeepSpeed || m_group.trainer == Trainer::HuggingFace || m_group.trainer == Trainer::Accelerate)
        deepSpeed();
    if (m_isFirst && m_group.trainer == Trainer::Orbax) {
        // It was written under another name and renamed when complete; its arrays have checks of their own.
        m_look.verdict = Verdict::Complete;
        m_look.format = QStringLiteral("Orbax");
        m_look.reason = Words::tr("It has its final name, and all its files are present.");
    } else if (m_isFirst) {
        m_look.reason = Words::tr("Nothing in it can be inspected.");
    }
    return m_look;
}

}  // namespace

FolderScan lookInto(const FileGroup &group, FileSource &source) { return Looker(group, source).run(); }

QString frameworkOf(const FileGroup &group)
{
    if (group.trainer != Trainer::None)
        return trainerName(group.trainer);
    static const QRegularExpression kLightning(
        QStringLiteral("^((.*-)?epoch=[0-9]+.*|.*step=[0-9]+.*|last(-v[0-9]+)?|hpc_ckpt_[0-9]+)\\.ckpt$"));
    if (kLightning.match(baseOf(group.name)).hasMatch())
        return QStringLiteral("Lightning");
    if (group.name.endsWith(QLatin1String(".keras")) || group.name.endsWith(QLatin1String(".weights.h5")))
        return QStringLiteral("Keras");
    return {};
}

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

}  // namespace trainyard
