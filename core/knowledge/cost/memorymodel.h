// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory a training needs on each GPU, line by line. Pure, any thread. Sources of the formulas:
//
// - Weights, gradients, optimizer state and the parts that ZeRO divides by the number of GPUs: S. Rajbhandari et al., "ZeRO: Memory
//   Optimizations Toward Training Trillion Parameter Models", 2020 (arXiv:1910.02054), sections 3 and 5.
// - Activations of a transformer and the saving of recomputation: V. Korthikanti et al., "Reducing Activation Recomputation in
//   Large Transformer Models", 2022 (arXiv:2205.05198), section 4. Its s·b·h·(34 + 5·a·s/h) is for 16 bits; here the
//   16 + 2·a·s/h values and the 2 + a·s/h bytes of dropout masks are counted separately, to support other widths. For
//   gated models (Llama) the same count over what their layers keep: 6·h + 2·h·k/a + 4·f values per token, no masks.
// - Adafactor: N. Shazeer, M. Stern, 2018 (arXiv:1804.04235): a row and a column of sums for each matrix.
// - 8-bit Adam: T. Dettmers et al., 2021 (arXiv:2110.02861): 2 bytes per parameter and two scales per block of 2048.
// - Buckets: DistributedDataParallel keeps a copy of the gradients for its all-reduce (torch.nn.parallel documentation,
//   gradient_as_bucket_view); DeepSpeed's ZeRO buckets hold 5·10⁸ values each (its configuration reference).
//
// Symbols in formulas: Ψ parameters, N GPUs, b batch per GPU, s sequence, L layers, h hidden size, a heads, k key and value heads, f inner
// size, v vocabulary, e bytes per value.
#pragma once

#include "core/base/result.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

enum class TrainingPrecision : quint8 {
    Fp32,
    Tf32,       // as fp32: only products are computed with lower precision
    Fp16Mixed,  // weights and gradients in 16 bits, a master copy and the optimizer's state in 32
    Bf16Mixed,
    Bf16,  // everything in 16 bits
    Fp8,   // as bf16 mixed, with two 8-bit copies of the weights; transformers only
};
enum class Optimizer : quint8 { Sgd, SgdMomentum, Adam /* and AdamW */, Adafactor, Adam8bit };
enum class Checkpointing : quint8 {
    None,       // all activations are kept
    Selective,  // attention scores are recomputed; the same if attention is fused (FlashAttention)
    Full,       // only the input of each layer is kept
};

QString trainingPrecisionName(TrainingPrecision precision);  // "fp32", "tf32", "fp16-mixed", "bf16-mixed", "bf16", "fp8"
std::optional<TrainingPrecision> trainingPrecisionFromName(const QString &name);
QStringList trainingPrecisionNames();
QString optimizerName(Optimizer optimizer);                       // "sgd", "sgd-momentum", "adam", "adafactor", "adam-8bit"
std::optional<Optimizer> optimizerFromName(const QString &name);  // "adamw" too
QStringList optimizerNames();
QString checkpointingName(Checkpointing checkpointing);  // "none", "selective", "full"
std::optional<Checkpointing> checkpointingFromName(const QString &name);
QStringList checkpointingNames();

struct TransformerShape {
    int layers = 0, hidden = 0, heads = 0;
    int keyValueHeads = 0;  // 0: as many as heads
    int inner = 0;          // of the feed-forward part; 0: 4 × hidden
    int vocabulary = 0;
    bool isGated = false;  // three matrices in the feed-forward part and no dropout, as in Llama

    int innerSize() const { return inner > 0 ? inner : 4 * hidden; }
    int keyValueSize() const { return keyValueHeads > 0 ? hidden / heads * keyValueHeads : hidden; }
    bool operator==(const TransformerShape &) const = default;
};
// Of its layers and of the vocabulary's matrices: two in gated models, one (tied) in others. Without positions.
qint64 parametersOf(const TransformerShape &shape);

struct TrainedModel {
    QString name;  // of the preset; empty: the person's own
    qint64 parameters = 0;
    std::optional<TransformerShape> transformer;
    // Without a shape, one of: values kept per sample for the backward pass, or their measured bytes.
    qint64 activationValues = 0, activationBytes = 0;
};

struct MemoryRequest {
    TrainedModel model;
    TrainingPrecision precision = TrainingPrecision::Bf16Mixed;
    Optimizer optimizer = Optimizer::Adam;
    Checkpointing checkpointing = Checkpointing::Selective;
    int zeroStage = 0;  // 0: every GPU holds everything; 1: optimizer state divided, 2: gradients too, 3: weights too
    int gpus = 1;
    int batch = 1;              // samples per GPU at a time
    int accumulation = 1;       // batches whose gradients are added up before a step; costs no memory
    int sequence = 0;           // tokens per sample; required for a transformer
    qint64 overheadMiB = 1024;  // CUDA context, libraries' workspaces, framework
    int marginPercent = 10;     // for fragmentation and anything the formulas do not cover
};

enum class MemoryPart : quint8 { Weights, Gradients, MasterWeights, OptimizerState, Buckets, Activations, Logits, Overhead, Margin };
QString memoryPartName(MemoryPart part);   // "weights", …; stable
QString memoryPartTitle(MemoryPart part);  // translated

struct MemoryLine {
    MemoryPart part = MemoryPart::Weights;
    qint64 bytes = 0;
    QString formula;  // with its numbers: "2·Ψ / N = 2·6738415616 / 8"
};

struct MemoryNeed {
    QList<MemoryLine> lines;  // in the order above, without lines of 0; the margin last
    qint64 bytes = 0;         // per GPU, their sum
    qint64 bytesOf(MemoryPart part) const;
};

// Samples per step: those of all GPUs and of all accumulated batches. The request must be one that memoryNeed() accepts.
qint64 effectiveBatch(const MemoryRequest &request);

// InvalidInput names the missing or absurd value.
Result<MemoryNeed> memoryNeed(const MemoryRequest &request);

}  // namespace trainyard
