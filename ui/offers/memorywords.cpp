// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/memorywords.h"

#include "core/base/format.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MemoryDialog)
};

int groupOf(MemoryPart part)
{
    switch (part) {
    case MemoryPart::Weights:
    case MemoryPart::Gradients:
    case MemoryPart::MasterWeights:
    case MemoryPart::OptimizerState: return 0;
    case MemoryPart::Activations:
    case MemoryPart::Logits: return 1;
    case MemoryPart::Buckets:
    case MemoryPart::Overhead: return 2;
    case MemoryPart::Margin: return 3;
    }
    Q_UNREACHABLE();
}

}  // namespace

QString precisionTitle(TrainingPrecision precision)
{
    switch (precision) {
    case TrainingPrecision::Fp32: return Words::tr("fp32");
    case TrainingPrecision::Tf32: return Words::tr("tf32");
    case TrainingPrecision::Fp16Mixed: return Words::tr("fp16, mixed");
    case TrainingPrecision::Bf16Mixed: return Words::tr("bf16, mixed");
    case TrainingPrecision::Bf16: return Words::tr("bf16 throughout");
    case TrainingPrecision::Fp8: return Words::tr("fp8");
    }
    Q_UNREACHABLE();
}

QString optimizerTitle(Optimizer optimizer)
{
    switch (optimizer) {
    case Optimizer::Sgd: return Words::tr("SGD");
    case Optimizer::SgdMomentum: return Words::tr("SGD with momentum");
    case Optimizer::Adam: return Words::tr("Adam, AdamW");
    case Optimizer::Adafactor: return Words::tr("Adafactor");
    case Optimizer::Adam8bit: return Words::tr("Adam, 8 bit");
    }
    Q_UNREACHABLE();
}

QString checkpointingTitle(Checkpointing checkpointing)
{
    switch (checkpointing) {
    case Checkpointing::None: return Words::tr("None: all activations are kept");
    case Checkpointing::Selective: return Words::tr("Selective: attention scores");
    case Checkpointing::Full: return Words::tr("Full: whole layers");
    }
    Q_UNREACHABLE();
}

QString zeroTitle(int stage)
{
    switch (stage) {
    case 0: return Words::tr("Stage 0: nothing sharded");
    case 1: return Words::tr("Stage 1: optimizer");
    case 2: return Words::tr("Stage 2: optimizer + gradients");
    default: return Words::tr("Stage 3: optimizer + gradients + weights");
    }
}

QString gibOfBytes(qint64 bytes)
{
    const double gib = static_cast<double>(bytes) / (1024.0 * 1024 * 1024);
    return formatNumber(gib, gib < 10 ? 2 : 1);
}

QString requestText(const MemoryRequest &request)
{
    QStringList facts{request.model.name.isEmpty()
                          ? Words::tr("%1 billion parameters").arg(formatNumber(static_cast<double>(request.model.parameters) / 1e9, 2))
                          : request.model.name,
                      precisionTitle(request.precision), optimizerTitle(request.optimizer)};
    if (request.zeroStage > 0)
        facts << Words::tr("ZeRO %1").arg(request.zeroStage);
    facts << (request.sequence > 0 ? Words::tr("%1 × %2 tokens", "samples and length").arg(request.batch).arg(formatCount(request.sequence))
                                   : Words::tr("%n sample(s)", nullptr, request.batch));
    return facts.join(Words::tr(" · ", "between facts"));
}

QString verdictText(const GpuFit &fit)
{
    switch (fit.verdict) {
    case GpuFit::Verdict::Holds: return Words::tr("%1 ×", "so many GPUs").arg(fit.gpus);
    case GpuFit::Verdict::TooSmall: return Words::tr("too small, even with %1").arg(kMaxGpus);
    case GpuFit::Verdict::LacksPrecision: return Words::tr("support for this precision unknown");
    }
    Q_UNREACHABLE();
}

QList<MemoryGroup> groupsOf(const MemoryNeed &need)
{
    // Neighbours in the bar are far apart in the series' order; grey is the part that no formula covers.
    QList<MemoryGroup> groups{{Words::tr("Weights, gradients, optimizer"), 0, 0, false},
                              {Words::tr("Activations"), 0, 2, false},
                              {Words::tr("CUDA and buffers"), 0, 1, false},
                              {Words::tr("Margin"), 0, 7, true}};
    for (const MemoryLine &line : need.lines)
        groups[groupOf(line.part)].bytes += line.bytes;
    groups.removeIf([](const MemoryGroup &group) { return group.bytes == 0; });
    return groups;
}

}  // namespace trainyard
