// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/memorymodel.h"

#include "core/base/wide.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

// Far beyond any training so far, and small enough that no product below exceeds 128 bits.
constexpr qint64 kMaxParameters = 1'000'000'000'000'000, kMaxValues = kMaxParameters;
constexpr int kMaxLayers = 100'000, kMaxHidden = 1'000'000, kMaxHeads = 100'000, kMaxInner = 10'000'000;
constexpr int kMaxVocabulary = 100'000'000, kMaxSequence = 100'000'000, kMaxBatch = 10'000'000, kMaxGpusAsked = 1'000'000;
constexpr int kMaxAccumulation = 100'000;
constexpr qint64 kMaxOverheadMiB = 1'000'000;
constexpr int kMaxMargin = 1000;
constexpr qint64 kMaxBytes = 1'000'000'000'000'000'000;

constexpr qint64 kBucketValues = 500'000'000;  // DeepSpeed's reduce_bucket_size and allgather_bucket_size
constexpr int kBlock8bit = 2048;               // parameters that share the scales in 8-bit Adam

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MemoryModel)
};

struct Widths {
    int weight, gradient, master, state, value;  // bytes
};

Widths widthsOf(TrainingPrecision precision)
{
    switch (precision) {
    case TrainingPrecision::Fp32:
    case TrainingPrecision::Tf32: return {4, 4, 0, 4, 4};
    case TrainingPrecision::Fp16Mixed:
    case TrainingPrecision::Bf16Mixed: return {2, 2, 4, 4, 2};
    case TrainingPrecision::Bf16: return {2, 2, 0, 2, 2};
    // A product reads the weights in both orientations: an 8-bit copy and its transpose in addition to the 16 bits.
    case TrainingPrecision::Fp8: return {4, 2, 4, 4, 2};
    }
    Q_UNREACHABLE();
}

class Counting {
public:
    explicit Counting(const MemoryRequest &request)
        : m_request(request), m_widths(widthsOf(request.precision)), m_parameters(request.model.parameters)
    {
    }

    Result<MemoryNeed> run()
    {
        addState();
        addBuckets();
        if (m_request.model.transformer)
            addTransformer(*m_request.model.transformer);
        else
            addValues();
        add(MemoryPart::Overhead, Wide(m_request.overheadMiB) * 1024 * 1024, QStringLiteral("%1 MiB").arg(m_request.overheadMiB));
        const Wide before = m_sum;
        add(MemoryPart::Margin, (before * m_request.marginPercent + 99) / 100, QStringLiteral("%1 %").arg(m_request.marginPercent));
        if (m_sum > kMaxBytes)
            return invalidInput(Words::tr("The memory is too large to calculate. Check batch, sequence length and model size."));
        m_need.bytes = static_cast<qint64>(m_sum);
        return m_need;
    }

private:
    void add(MemoryPart part, Wide bytes, const QString &formula)
    {
        if (bytes == 0)
            return;
        m_sum += bytes;
        m_need.lines << MemoryLine{part, static_cast<qint64>(std::min<Wide>(bytes, kMaxBytes)), formula};
    }

    static QString text(qint64 number) { return QString::number(number); }

    // For all parameters, or for this GPU's share of them.
    void addShare(MemoryPart part, Wide bytes, QString formula, const QString &figures, int fromStage)
    {
        const bool isDivided = m_request.zeroStage >= fromStage && m_request.gpus > 1;
        if (isDivided) {
            bytes = (bytes + m_request.gpus - 1) / m_request.gpus;
            formula = formula.contains(u'+') ? QStringLiteral("(%1) / N = (%2) / %3").arg(formula, figures).arg(m_request.gpus)
                                             : QStringLiteral("%1 / N = %2 / %3").arg(formula, figures).arg(m_request.gpus);
        } else {
            formula += QStringLiteral(" = ") + figures;
        }
        add(part, bytes, formula);
    }

    void addTimesParameters(MemoryPart part, int width, int fromStage)
    {
        addShare(part, Wide(width) * m_parameters, QStringLiteral("%1·Ψ").arg(width), QStringLiteral("%1·%2").arg(width).arg(m_parameters),
                 fromStage);
    }

    void addState()
    {
        addTimesParameters(MemoryPart::Weights, m_widths.weight, 3);
        addTimesParameters(MemoryPart::Gradients, m_widths.gradient, 2);
        addTimesParameters(MemoryPart::MasterWeights, m_widths.master, 1);
        switch (m_request.optimizer) {
        case Optimizer::Sgd: break;
        case Optimizer::SgdMomentum: addTimesParameters(MemoryPart::OptimizerState, m_widths.state, 1); break;
        case Optimizer::Adam: addTimesParameters(MemoryPart::OptimizerState, 2 * m_widths.state, 1); break;
        case Optimizer::Adafactor: addAdafactor(); break;
        case Optimizer::Adam8bit: {
            const Wide scales = Wide(8) * ((m_parameters + kBlock8bit - 1) / kBlock8bit);
            addShare(MemoryPart::OptimizerState, Wide(2) * m_parameters + scales, QStringLiteral("2·Ψ + 8·Ψ/2048"),
                     QStringLiteral("2·%1 + 8·%1/2048").arg(m_parameters), 1);
            break;
        }
        }
    }

    // A row and a column of sums in 32 bits for each matrix. Without a shape the matrices are unknown, and convolutions save hardly
    // anything: one sum per parameter.
    void addAdafactor()
    {
        if (!m_request.model.transformer) {
            addTimesParameters(MemoryPart::OptimizerState, 4, 1);
            return;
        }
        const TransformerShape &shape = *m_request.model.transformer;
        const Wide h = shape.hidden, k = shape.keyValueSize(), f = shape.innerSize(), v = shape.vocabulary;
        const Wide matrices = shape.isGated ? 3 : 2, vocabularies = shape.isGated ? 2 : 1;
        const Wide sums = shape.layers * (4 * h + 2 * (h + k) + matrices * (h + f)) + vocabularies * (v + h);
        addShare(MemoryPart::OptimizerState, 4 * sums,
                 shape.isGated ? QStringLiteral("4·(L·(6·h + 2·h·k/a + 3·(h + f)) + 2·(v + h))")
                               : QStringLiteral("4·(L·(8·h + 2·(h + f)) + v + h)"),
                 QStringLiteral("4·%1").arg(static_cast<qint64>(sums)), 1);
    }

    void addBuckets()
    {
        if (m_request.gpus == 1)
            return;
        const Wide bucket = Wide(m_widths.gradient) * std::min(m_parameters, kBucketValues);
        const QString bucketText = QStringLiteral("%1·min(Ψ, 5·10⁸)").arg(m_widths.gradient);
        switch (m_request.zeroStage) {
        case 0:
            add(MemoryPart::Buckets, Wide(m_widths.gradient) * m_parameters,
                QStringLiteral("%1·Ψ = %1·%2").arg(m_widths.gradient).arg(m_parameters));
            break;
        case 3: {
            // Gathered: the active layer and the prefetched one; everything if the layers are unknown.
            const int layers = m_request.model.transformer ? m_request.model.transformer->layers : 0;
            const Wide gathered = layers > 1 ? (Wide(2) * m_widths.weight * m_parameters + layers - 1) / layers
                                             : Wide(m_widths.weight) * m_parameters;
            add(MemoryPart::Buckets, bucket + gathered,
                bucketText
                    + (layers > 1 ? QStringLiteral(" + 2·%1·Ψ/L").arg(m_widths.weight) : QStringLiteral(" + %1·Ψ").arg(m_widths.weight)));
            break;
        }
        default: add(MemoryPart::Buckets, 2 * bucket, QStringLiteral("2·") + bucketText); break;
        }
    }

    void addTransformer(const TransformerShape &shape)
    {
        const Wide s = m_request.sequence, b = m_request.batch, h = shape.hidden, L = shape.layers, a = shape.heads;
        const int e = m_widths.value;
        // What a layer keeps per token, in addition to the attention scores.
        const Wide perToken = shape.isGated ? e * (6 * h + 2 * Wide(shape.keyValueSize()) + 4 * Wide(shape.innerSize())) : h * (16 * e + 2);
        const QString token = shape.isGated ? QStringLiteral("%1·(6·h + 2·h·k/a + 4·f)").arg(e) : QStringLiteral("%1·h").arg(16 * e + 2);
        const int perScore = shape.isGated ? e : 2 * e + 1;
        Wide bytes = 0;
        QString formula;
        switch (m_request.checkpointing) {
        case Checkpointing::None:
            bytes = L * s * b * (perToken + a * s * perScore);
            formula = QStringLiteral("L·s·b·(%1 + %2·a·s)").arg(token).arg(perScore);
            break;
        case Checkpointing::Selective:
            bytes = L * s * b * perToken;
            formula = QStringLiteral("L·s·b·%1").arg(token);
            break;
        case Checkpointing::Full:
            bytes = s * b * (L * e * h + perToken);
            formula = QStringLiteral("s·b·(%1·L·h + %2)").arg(e).arg(token);
            break;
        }
        const auto figures = [&] {
            QString text = QStringLiteral("L=%1, s=%2, b=%3, h=%4, a=%5")
                               .arg(shape.layers)
                               .arg(m_request.sequence)
                               .arg(m_request.batch)
                               .arg(shape.hidden)
                               .arg(shape.heads);
            if (shape.isGated) {
                text +=
                    QStringLiteral(", k=%1, f=%2").arg(shape.keyValueHeads > 0 ? shape.keyValueHeads : shape.heads).arg(shape.innerSize());
            }
            return text;
        };
        add(MemoryPart::Activations, bytes, formula + QStringLiteral("; ") + figures());
        if (shape.vocabulary > 0) {
            // Logits and their gradient in 32 bits; input and output of the last norm.
            add(MemoryPart::Logits, s * b * (8 * Wide(shape.vocabulary) + 2 * e * h),
                QStringLiteral("s·b·(8·v + %1·h); s=%2, b=%3, v=%4, h=%5")
                    .arg(2 * e)
                    .arg(m_request.sequence)
                    .arg(m_request.batch)
                    .arg(shape.vocabulary)
                    .arg(shape.hidden));
        }
    }

    void addValues()
    {
        const TrainedModel &model = m_request.model;
        if (model.activationBytes > 0) {
            add(MemoryPart::Activations, Wide(model.activationBytes) * m_request.batch,
                QStringLiteral("%1·b = %1·%2").arg(model.activationBytes).arg(m_request.batch));
        } else {
            add(MemoryPart::Activations, Wide(model.activationValues) * m_widths.value * m_request.batch,
                QStringLiteral("%1·e·b = %1·%2·%3").arg(model.activationValues).arg(m_widths.value).arg(m_request.batch));
        }
    }

    const MemoryRequest &m_request;
    const Widths m_widths;
    const qint64 m_parameters;
    Wide m_sum = 0;
    MemoryNeed m_need;
};

std::optional<Error> memoryInputOutside(const QString &name, qint64 value, qint64 least, qint64 most)
{
    if (value >= least && value <= most)
        return std::nullopt;
    return invalidInput(Words::tr("%1 must be between %2 and %3, not %4.")
                            .arg(name, QString::number(least), QString::number(most), QString::number(value)));
}

std::optional<Error> problemOf(const TransformerShape &shape, int sequence)
{
    struct Bound {
        QString name;
        qint64 value, least, most;
    };
    for (const Bound &bound : {Bound{Words::tr("The number of layers"), shape.layers, 1, kMaxLayers},
                               Bound{Words::tr("The hidden size"), shape.hidden, 1, kMaxHidden},
                               Bound{Words::tr("The number of heads"), shape.heads, 1, kMaxHeads},
                               Bound{Words::tr("The number of key and value heads"), shape.keyValueHeads, 0, shape.heads},
                               Bound{Words::tr("The inner size"), shape.inner, 0, kMaxInner},
                               Bound{Words::tr("The vocabulary"), shape.vocabulary, 0, kMaxVocabulary},
                               Bound{Words::tr("The sequence length"), sequence, 1, kMaxSequence}}) {
        if (const auto problem = memoryInputOutside(bound.name, bound.value, bound.least, bound.most))
            return problem;
    }
    if (shape.hidden % shape.heads != 0) {
        return invalidInput(Words::tr("The hidden size %1 is not divisible by %2 heads.").arg(shape.hidden).arg(shape.heads));
    }
    return std::nullopt;
}

std::optional<Error> problemOf(const MemoryRequest &request)
{
    const TrainedModel &model = request.model;
    // First, because an invalid shape has no number of parameters.
    if (const auto problem = model.transformer ? problemOf(*model.transformer, request.sequence) : std::nullopt)
        return problem;
    struct Bound {
        QString name;
        qint64 value, least, most;
    };
    for (const Bound &bound : {Bound{Words::tr("The number of parameters"), model.parameters, 1, kMaxParameters},
                               Bound{Words::tr("The ZeRO stage"), request.zeroStage, 0, 3},
                               Bound{Words::tr("The number of GPUs"), request.gpus, 1, kMaxGpusAsked},
                               Bound{Words::tr("The micro-batch per GPU"), request.batch, 1, kMaxBatch},
                               Bound{Words::tr("The number of accumulation steps"), request.accumulation, 1, kMaxAccumulation},
                               Bound{Words::tr("The overhead in MiB"), request.overheadMiB, 0, kMaxOverheadMiB},
                               Bound{Words::tr("The margin in percent"), request.marginPercent, 0, kMaxMargin}}) {
        if (const auto problem = memoryInputOutside(bound.name, bound.value, bound.least, bound.most))
            return problem;
    }
    if (model.transformer)
        return std::nullopt;
    if (request.precision == TrainingPrecision::Fp8)
        return invalidInput(Words::tr("8-bit training is only supported for transformers. Choose another precision."));
    if (model.activationBytes == 0 && model.activationValues == 0) {
        return invalidInput(Words::tr(
            "The size of the activations is unknown: enter layers, hidden size, heads and sequence length of a transformer, or the "
            "bytes per sample."));
    }
    if (const auto problem = memoryInputOutside(Words::tr("The bytes of a sample's activations"), model.activationBytes, 0, kMaxValues))
        return problem;
    return memoryInputOutside(Words::tr("The values of a sample's activations"), model.activationValues, 0, kMaxValues);
}

}  // namespace

qint64 parametersOf(const TransformerShape &shape)
{
    if (problemOf(shape, 1))
        return 0;
    const Wide h = shape.hidden, k = shape.keyValueSize(), f = shape.innerSize(), v = shape.vocabulary, L = shape.layers;
    // Gated: no biases, two norms per layer without shift, one at the end. Others: biases, two norms with shift.
    const Wide count = shape.isGated ? L * (2 * h * h + 2 * h * k + 3 * h * f + 2 * h) + 2 * v * h + h
                                     : L * (2 * h * h + 2 * h * k + 2 * h + 2 * k + 2 * h * f + f + h + 4 * h) + v * h + 2 * h;
    return static_cast<qint64>(std::min<Wide>(count, kMaxParameters + 1));
}

qint64 MemoryNeed::bytesOf(MemoryPart part) const
{
    const auto found = std::find_if(lines.cbegin(), lines.cend(), [&](const MemoryLine &line) { return line.part == part; });
    return found == lines.cend() ? 0 : found->bytes;
}

qint64 effectiveBatch(const MemoryRequest &request) { return qint64(request.batch) * request.gpus * request.accumulation; }

Result<MemoryNeed> memoryNeed(const MemoryRequest &request)
{
    if (const auto problem = problemOf(request))
        return *problem;
    return Counting(request).run();
}

}  // namespace trainyard
