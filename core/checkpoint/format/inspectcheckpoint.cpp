// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/checkpointname.h"
#include "core/checkpoint/format/internal/inspectparts.h"
#include "core/checkpoint/format/internal/looktogether.h"
#include "core/checkpoint/format/internal/trainingstate.h"
#include "core/checkpoint/pickle/picklesafety.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr qint64 kInspectionBudget = 256 * 1024 * 1024;
constexpr qint64 kMaxInspectedIndexBytes = 64 * 1024 * 1024, kMaxState = 1024 * 1024;

enum class Kind { Contents, Index, State, List, Tree, Passed };

Kind kindOf(const CheckpointFile &file, const Checkpoint &checkpoint)
{
    const QString base = baseOf(file.name);
    if (base == QLatin1String(".metadata"))
        return Kind::List;
    if (base == QLatin1String("_METADATA"))
        return Kind::Tree;
    if (base.endsWith(QLatin1String(".index.json")))
        return Kind::Index;
    if (base.endsWith(QLatin1String(".json")))
        return base == QLatin1String("trainer_state.json") || base == QLatin1String("config.json")
                       || base == QLatin1String("adapter_config.json")
                       || file.name == withoutExtension(checkpoint.name) + QLatin1String(".json")
                   ? Kind::State
                   : Kind::Passed;
    const bool isReadable = hasKnownExtension(file.name) || base.endsWith(QLatin1String(".index")) || base.endsWith(QLatin1String(".pkl"));
    // A checkpoint of one file may have any name.
    return isReadable || checkpoint.files.size() == 1 || file.name == checkpoint.name ? Kind::Contents : Kind::Passed;
}

struct Part {
    CheckpointFile file;
    Kind kind = Kind::Passed;
    Inspection found;
    ShardIndex index;
    TrainingState state;
};

void look(Part &part, const QHash<QString, qint64> &sizes, FileSource &source)
{
    switch (part.kind) {
    case Kind::Contents: part.found = inspectFile(part.file, source); break;
    case Kind::List: part.found = inspectDistributed(part.file, sizes, source); break;
    case Kind::Tree: part.found = inspectOrbaxTree(part.file, source); break;
    case Kind::State:
        part.state = part.file.sizeBytes <= kMaxState || baseOf(part.file.name) == QLatin1String("trainer_state.json")
                         ? readTrainingState(part.file, source)
                         : TrainingState();
        break;
    case Kind::Index:
        part.index = {part.file.name, false, {}};
        if (part.file.sizeBytes > 0 && part.file.sizeBytes <= kMaxInspectedIndexBytes) {
            const auto text = readExactly(source, part.file.name, 0, part.file.sizeBytes);
            part.index.isRead = text && shardsOfIndex(*text, &part.index.tensors);
        }
        break;
    case Kind::Passed: break;
    }
}

class Joining {
public:
    explicit Joining(const Checkpoint &checkpoint) : m_checkpoint(checkpoint) {}

    void take(Part &part, bool isDone);
    Inspection finish(const LookCost &cost);

private:
    void takeContents(Part &part);
    void takeState(const Part &part);
    void takeSetting(const QPair<QString, QString> &value);

    const Checkpoint &m_checkpoint;
    Inspection m_whole;
    QList<ShardIndex> m_indices;
    QStringList m_unread;
    QSet<QPair<QString, QString>> m_settings;  // of all files so far
    std::optional<Safety> m_safety;
    bool m_hasVerdict = false;
    std::optional<quint64> m_parameters = 0;
    bool m_hasModel = false;
};

// All shards of one model have the same values.
void Joining::takeSetting(const QPair<QString, QString> &value)
{
    if (m_settings.contains(value))
        return;
    m_settings.insert(value);
    m_whole.hyperparameters << value;
}

void Joining::takeContents(Part &part)
{
    Inspection &found = part.found;
    m_safety = m_safety ? graver(*m_safety, found.safety) : found.safety;
    m_whole.findings += found.findings;
    const QString reason = m_checkpoint.files.size() > 1 && found.verdict != Verdict::Complete
                               ? Words::tr("%1: %2").arg(part.file.name, found.reason)
                               : found.reason;
    if (!m_hasVerdict) {
        m_whole.verdict = found.verdict;
        m_whole.reason = reason;
        m_hasVerdict = true;
    } else {
        worsen(m_whole, found.verdict, reason);
    }
    const bool isModel = !isBesideModel(part.file.name) && !part.file.name.endsWith(QLatin1String("optim_states.pt"))
                         && !part.file.name.endsWith(QLatin1String("distrib_optim.pt")) && !part.file.name.endsWith(QLatin1String(".pkl"));
    if (isModel) {
        m_hasModel = true;
        quint64 sum = 0;
        if (!m_parameters || !found.parameterCount || __builtin_add_overflow(*m_parameters, *found.parameterCount, &sum))
            m_parameters.reset();
        else
            m_parameters = sum;
    }
    if (m_whole.format.isEmpty())
        m_whole.format = found.format;
    if (m_whole.framework.isEmpty() || (m_whole.framework == QLatin1String("PyTorch") && !found.framework.isEmpty()))
        m_whole.framework = found.framework;
    m_whole.step = m_whole.step ? m_whole.step : found.step;
    m_whole.epoch = m_whole.epoch ? m_whole.epoch : found.epoch;
    m_whole.loss = m_whole.loss ? m_whole.loss : found.loss;
    for (auto value = found.metrics.cbegin(); value != found.metrics.cend(); ++value) {
        if (!m_whole.metrics.contains(value.key()))
            m_whole.metrics.insert(value.key(), *value);
    }
    for (const auto &value : std::as_const(found.hyperparameters))
        takeSetting(value);
    m_whole.tensors.insert(m_whole.tensors.end(), std::make_move_iterator(found.tensors.begin()),
                           std::make_move_iterator(found.tensors.end()));
}

void Joining::takeState(const Part &part)
{
    const bool isTraining = !baseOf(part.file.name).contains(QLatin1String("config"));
    if (isTraining) {
        m_whole.step = part.state.step ? part.state.step : m_whole.step;
        m_whole.epoch = part.state.epoch ? part.state.epoch : m_whole.epoch;
        m_whole.loss = part.state.loss ? part.state.loss : m_whole.loss;
    }
    for (const auto &value : part.state.values)
        takeSetting(value);
}

void Joining::take(Part &part, bool isDone)
{
    m_whole.files << part.file;
    if (part.file.name.endsWith(QLatin1String(".py")))
        m_whole.findings << Finding{
            Safety::Safe, {}, part.file.name, Words::tr("It is a program; some loaders run it if told to trust this folder.")};
    if (!isDone) {
        m_unread << part.file.name;
        return;
    }
    switch (part.kind) {
    case Kind::Contents:
    case Kind::List:
    case Kind::Tree: takeContents(part); break;
    case Kind::State: takeState(part); break;
    case Kind::Index: m_indices << part.index; break;
    case Kind::Passed: break;
    }
}

Inspection Joining::finish(const LookCost &cost)
{
    for (const ShardIndex &index : std::as_const(m_indices))
        checkShardIndex(index, m_whole);
    if (!m_unread.isEmpty()) {
        m_whole.findings << Finding{
            Safety::Unknown,
            {},
            m_unread.first(),
            Words::tr("%n file(s) were not inspected: together they are too large to read from here.", nullptr, int(m_unread.size()))};
        m_safety = graver(m_safety.value_or(Safety::Unknown), Safety::Unknown);
        worsen(m_whole, Verdict::Unknown, m_whole.findings.last().text);
    }
    if (!m_hasVerdict && m_unread.isEmpty())
        m_whole.reason = Words::tr("Nothing in it can be inspected.");
    // Facts from the listing: missing files, a missing marker. "Not inspected" is no longer a verdict.
    if (m_checkpoint.verdict != Verdict::Unknown)
        worsen(m_whole, m_checkpoint.verdict, m_checkpoint.reason);
    if (!m_hasVerdict && m_checkpoint.verdict != Verdict::Unknown) {
        m_whole.verdict = m_checkpoint.verdict;
        m_whole.reason = m_checkpoint.reason;
    }
    if (m_checkpoint.verdict == Verdict::BeingWritten && m_whole.verdict == Verdict::Partial) {
        m_whole.verdict = Verdict::BeingWritten;
        m_whole.reason = m_checkpoint.reason;
    }
    if (m_checkpoint.isPartlyUnseen)
        worsen(m_whole, Verdict::Unknown, m_checkpoint.reason);
    m_whole.safety = m_safety.value_or(Safety::Unknown);
    // No weights although there are tensors: the weights are elsewhere (ZeRO-3). None if their list is truncated: unknown.
    const bool isWithoutAny = m_whole.tensors.empty() && m_whole.verdict == Verdict::Complete;
    if (m_hasModel && m_parameters && (*m_parameters > 0 || isWithoutAny))
        m_whole.parameterCount = m_parameters;
    if (!m_checkpoint.framework.isEmpty())
        m_whole.framework = m_checkpoint.framework;
    if (m_whole.format.isEmpty())
        m_whole.format = m_checkpoint.format;
    m_whole.step = m_whole.step ? m_whole.step : m_checkpoint.step;
    orderFindings(m_whole.findings);
    m_whole.bytesRead = quint64(cost.bytesRead);
    m_whole.requests = cost.requests;
    m_whole.rounds = cost.rounds;
    return std::move(m_whole);
}

}  // namespace

Inspection inspectCheckpoint(const Checkpoint &checkpoint, FileSource &source)
{
    std::vector<Part> parts;
    QHash<QString, qint64> sizes;
    for (const CheckpointFile &file : checkpoint.files) {
        sizes.insert(file.name, file.sizeBytes);
        Part part;
        part.file = file;
        part.kind = isInside(file.name) ? kindOf(file, checkpoint) : Kind::Passed;
        parts.push_back(std::move(part));
    }
    std::vector<Look> looks;
    for (Part &part : parts)
        looks.push_back([&part, &sizes](FileSource &from) { look(part, sizes, from); });
    LookCost cost;
    const std::vector<bool> isDone = lookTogether(looks, source, kInspectionBudget, &cost);
    Joining joining(checkpoint);
    for (size_t i = 0; i < parts.size(); ++i)
        joining.take(parts[i], isDone[i]);
    return joining.finish(cost);
}

}  // namespace trainyard
