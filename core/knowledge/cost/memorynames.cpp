// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/memorymodel.h"

#include <QCoreApplication>

#include <array>

namespace trainyard {

namespace {

constexpr std::array kPrecisions{"fp32", "tf32", "fp16-mixed", "bf16-mixed", "bf16", "fp8"};
constexpr std::array kOptimizers{"sgd", "sgd-momentum", "adam", "adafactor", "adam-8bit"};
constexpr std::array kCheckpointings{"none", "selective", "full"};
constexpr std::array kMemoryPartNames{"weights",     "gradients", "master-weights", "optimizer-state", "buckets",
                                      "activations", "logits",    "overhead",       "margin"};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MemoryModel)
};

template <typename Names>
QStringList listOf(const Names &names)
{
    QStringList list;
    for (const char *name : names)
        list << QLatin1String(name);
    return list;
}

template <typename Enum>
std::optional<Enum> named(const QStringList &names, const QString &name)
{
    const auto at = names.indexOf(name.toLower());
    return at < 0 ? std::nullopt : std::optional(static_cast<Enum>(at));
}

}  // namespace

QString trainingPrecisionName(TrainingPrecision precision) { return QLatin1String(kPrecisions[static_cast<size_t>(precision)]); }

QStringList trainingPrecisionNames() { return listOf(kPrecisions); }

std::optional<TrainingPrecision> trainingPrecisionFromName(const QString &name)
{
    return named<TrainingPrecision>(trainingPrecisionNames(), name);
}

QString optimizerName(Optimizer optimizer) { return QLatin1String(kOptimizers[static_cast<size_t>(optimizer)]); }

QStringList optimizerNames() { return listOf(kOptimizers); }

std::optional<Optimizer> optimizerFromName(const QString &name)
{
    if (name.compare(QLatin1String("adamw"), Qt::CaseInsensitive) == 0)
        return Optimizer::Adam;
    return named<Optimizer>(optimizerNames(), name);
}

QString checkpointingName(Checkpointing checkpointing) { return QLatin1String(kCheckpointings[static_cast<size_t>(checkpointing)]); }

QStringList checkpointingNames() { return listOf(kCheckpointings); }

std::optional<Checkpointing> checkpointingFromName(const QString &name) { return named<Checkpointing>(checkpointingNames(), name); }

QString memoryPartName(MemoryPart part) { return QLatin1String(kMemoryPartNames[static_cast<size_t>(part)]); }

QString memoryPartTitle(MemoryPart part)
{
    switch (part) {
    case MemoryPart::Weights: return Words::tr("Weights");
    case MemoryPart::Gradients: return Words::tr("Gradients");
    case MemoryPart::MasterWeights: return Words::tr("Master copy of the weights");
    case MemoryPart::OptimizerState: return Words::tr("Optimizer state");
    case MemoryPart::Buckets: return Words::tr("Buffers between GPUs");
    case MemoryPart::Activations: return Words::tr("Activations");
    case MemoryPart::Logits: return Words::tr("Logits and loss");
    case MemoryPart::Overhead: return Words::tr("CUDA and framework");
    case MemoryPart::Margin: return Words::tr("Margin");
    }
    Q_UNREACHABLE();
}

}  // namespace trainyard
