// SPDX-License-Identifier: GPL-3.0-or-later
// The keys under which trainers store their facts: Lightning (core/saving), Hugging Face's TrainingArguments, DeepSpeed
// (runtime/engine.py), Megatron-LM (training/checkpointing.py), fairseq, timm, Ultralytics, nanoGPT.
#include "core/checkpoint/format/internal/torchobjects.h"
#include "core/checkpoint/format/internal/trainingstate.h"
#include "core/checkpoint/pickle/picklesafety.h"

#include <QLocale>
#include <QRegularExpression>
#include <QSet>

#include <QtEndian>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace trainyard {

namespace {

constexpr qsizetype kMaxSettings = 500, kMaxSettingKey = 64, kMaxValue = 200;
constexpr int kDeepestSetting = 3;
constexpr const char *kTorchStepKeys[] = {"global_step", "global_steps", "step",  "iteration",    "iter_num",      "iter",
                                          "iters",       "num_updates",  "steps", "current_step", "trained_steps", "total_steps"};

template <typename Function>
void eachAttribute(const Pickle &pickle, PickleRef object, Function &&function)
{
    pickle.eachPair(object, function);
    if (pickle.isKind(object, PickleKind::Call) && pickle.isKind(pickle.state(object), PickleKind::Dict))
        pickle.eachPair(pickle.state(object), function);
}

class Facts {
public:
    Facts(const Pickle &pickle, Inspection &inspection) : m_pickle(pickle), m_inspection(inspection)
    {
        eachAttribute(pickle, pickle.root(), [this](PickleRef key, PickleRef value) {
            // A plain state_dict of thousands of tensors has dots in its names.
            if (m_pickle.isKind(key, PickleKind::String) && m_pickle.raw(key).size() <= kMaxSettingKey
                && !m_pickle.raw(key).contains('.')) {
                m_keys.append(key);
                m_values.insert(m_pickle.raw(key), value);
            }
        });
    }

    void read()
    {
        m_inspection.step = firstWhole(kTorchStepKeys);
        static constexpr const char *epochs[] = {"epoch", "epochs", "current_epoch", "last_epoch"};
        static constexpr const char *losses[] = {"loss",          "train_loss", "training_loss", "val_loss",
                                                 "best_val_loss", "eval_loss",  "best_loss"};
        m_inspection.epoch = firstNumber(epochs);
        m_inspection.loss = firstNumber(losses);
        m_inspection.framework = framework();
        for (const char *key :
             {"hyper_parameters", "hparams", "args", "training_args", "train_args", "model_args", "config", "cfg", "opt", "ds_config"}) {
            if (const PickleRef held = value(key); held != kNoPickleRef)
                settings(held, QString(), key);
        }
        if (m_pickle.isKind(m_pickle.root(), PickleKind::Call) && m_inspection.framework == QLatin1String("Hugging Face Trainer"))
            settings(m_pickle.root(), QString(), "");
        measured();
        optimizer();
        scalars();
        // torch.save(7): usually an item of a distributed checkpoint.
        if (isScalar(m_pickle.root()) && !m_pickle.isKind(m_pickle.root(), PickleKind::None))
            tell(QStringLiteral("value"), m_pickle.root());
    }

private:
    PickleRef value(QByteArrayView key) const { return m_values.value(key, kNoPickleRef); }
    bool has(QByteArrayView key) const { return m_values.contains(key); }

    std::optional<double> firstNumber(std::span<const char *const> keys)
    {
        for (const char *key : keys) {
            if (m_pickle.isKind(value(key), PickleKind::Bool))
                continue;
            if (const auto number = m_pickle.number(value(key))) {
                m_usedKeys.insert(key);
                return number;
            }
        }
        return std::nullopt;
    }

    std::optional<qint64> firstWhole(std::span<const char *const> keys)
    {
        const auto number = firstNumber(keys);
        // Exact up to 2^53; no training takes more steps.
        if (!number || !(*number >= 0) || *number > 9e15 || *number != std::floor(*number))
            return std::nullopt;
        return qint64(*number);
    }

    QString framework() const
    {
        if (has("pytorch-lightning_version"))
            return QStringLiteral("Lightning");
        if (has("ds_version") || has("ds_config"))
            return QStringLiteral("DeepSpeed");
        if (has("checkpoint_version") && (has("args") || has("iteration")))
            return QStringLiteral("Megatron-LM");
        if (has("extra_state") && (has("args") || has("cfg")))
            return QStringLiteral("fairseq");
        if (has("arch") && has("state_dict"))
            return QStringLiteral("timm");
        const PickleRef root = m_pickle.root();
        if (m_pickle.isKind(root, PickleKind::Call) && m_pickle.isKind(m_pickle.callable(root), PickleKind::Global)) {
            const QByteArrayView module = m_pickle.module(m_pickle.callable(root));
            if (module.startsWith("transformers."))
                return QStringLiteral("Hugging Face Trainer");
        }
        if (has("train_args") && (has("ema") || has("model")))
            return QStringLiteral("Ultralytics");
        return QStringLiteral("PyTorch");
    }

    bool isScalar(PickleRef ref) const
    {
        return m_pickle.isKind(ref, PickleKind::String) || m_pickle.isKind(ref, PickleKind::None)
               || m_pickle.isKind(ref, PickleKind::BigInt) || m_pickle.number(ref).has_value();
    }

    void tell(const QString &key, PickleRef held)
    {
        if (m_inspection.hyperparameters.size() >= kMaxSettings)
            return;
        m_inspection.hyperparameters.append(
            {key, m_pickle.isKind(held, PickleKind::String) ? m_pickle.text(held, kMaxValue) : pickleText(m_pickle, held, kMaxValue)});
    }

    // Nested settings get dotted keys; depth and number are bounded, so a short stack is enough.
    void settings(PickleRef from, const QString &prefix, const char *name)
    {
        struct Level {
            PickleRef object;
            QString prefix;
            int depth;
        };
        std::vector<Level> pending{{from, prefix, 0}};
        m_usedKeys.insert(name);
        for (int levels = 0; !pending.empty() && levels < kMaxSettings; ++levels) {
            const Level level = pending.back();
            pending.pop_back();
            eachAttribute(m_pickle, level.object, [&](PickleRef key, PickleRef held) {
                if (!m_pickle.isKind(key, PickleKind::String) || m_inspection.hyperparameters.size() >= kMaxSettings)
                    return;
                const QString path = level.prefix + m_pickle.text(key, kMaxSettingKey);
                const bool isNested = (m_pickle.isKind(held, PickleKind::Dict) || m_pickle.isKind(held, PickleKind::Call))
                                      && (m_pickle.pairCount(held) > 0
                                          || (m_pickle.isKind(held, PickleKind::Call)
                                              && m_pickle.isKind(m_pickle.state(held), PickleKind::Dict)));
                if (isNested && level.depth < kDeepestSetting)
                    pending.push_back({held, path + QLatin1Char('.'), level.depth + 1});
                else
                    tell(path, held);
            });
        }
    }

    void measured()
    {
        const auto take = [this](PickleRef key, PickleRef held) {
            if (!m_pickle.isKind(key, PickleKind::String) || m_pickle.raw(key).size() > kMaxSettingKey
                || m_pickle.isKind(held, PickleKind::Bool))
                return;
            const QString name = m_pickle.text(key, kMaxSettingKey);
            const auto number = m_pickle.number(held);
            if (number && isMeasured(name) && m_inspection.metrics.size() < kMaxMetrics && !m_inspection.metrics.contains(name))
                m_inspection.metrics.insert(name, *number);
        };
        for (const PickleRef key : std::as_const(m_keys))
            take(key, value(m_pickle.raw(key)));
        for (const char *key : {"metrics", "val_metrics", "eval_metrics", "scores", "results", "logs"}) {
            if (m_pickle.isKind(value(key), PickleKind::Dict))
                m_pickle.eachPair(value(key), take);
        }
    }

    // The first group of parameters represents all: learning rate, betas, weight decay.
    void optimizer()
    {
        for (const char *key : {"optimizer", "optimizer_state_dict", "optimizer_states", "optim", "optimizer_state"}) {
            PickleRef state = value(key);
            if (m_pickle.isKind(state, PickleKind::List))
                state = firstItem(state);
            const PickleRef group = firstItem(m_pickle.value(state, "param_groups"));
            m_pickle.eachPair(group, [&](PickleRef name, PickleRef held) {
                if (m_pickle.isKind(name, PickleKind::String) && m_pickle.raw(name) != "params")
                    tell(QStringLiteral("optimizer.") + m_pickle.text(name, kMaxSettingKey), held);
            });
        }
    }

    PickleRef firstItem(PickleRef list) const
    {
        PickleRef first = kNoPickleRef;
        m_pickle.eachItem(list, [&](PickleRef item) { first = first == kNoPickleRef ? item : first; });
        return first;
    }

    void scalars()
    {
        for (const PickleRef key : std::as_const(m_keys)) {
            const QByteArrayView name = m_pickle.raw(key);
            const PickleRef held = value(name);
            if (isScalar(held) && !m_usedKeys.contains(name) && name != "_class_name" && !m_pickle.isKind(held, PickleKind::None))
                tell(m_pickle.text(key, kMaxSettingKey), held);
        }
    }

    const Pickle &m_pickle;
    Inspection &m_inspection;
    QList<PickleRef> m_keys;
    QHash<QByteArrayView, PickleRef> m_values;
    QSet<QByteArrayView> m_usedKeys;
};

}  // namespace

bool isStepKey(QByteArrayView key)
{
    return std::any_of(std::begin(kTorchStepKeys), std::end(kTorchStepKeys), [key](const char *known) { return key == known; });
}

const TorchTensor *countingTensor(const TorchObjects &objects, bool withOptimizers)
{
    const TorchTensor *optimizers = nullptr;
    for (const TorchTensor &tensor : objects.tensors) {
        const bool isOne = std::all_of(tensor.info.shape.begin(), tensor.info.shape.end(), [](qint64 size) { return size == 1; });
        if (!isOne || tensor.storage < 0 || (tensor.info.name.isEmpty() && objects.tensors.size() > 1))
            continue;
        const QString &name = tensor.info.name;
        if (name.isEmpty() || isStepKey(name.toUtf8()) || name.endsWith(QLatin1String(".global_step")))
            return &tensor;
        // Adam and similar optimizers count the steps of each parameter.
        if (!optimizers && name.endsWith(QLatin1String(".step")) && name.contains(QLatin1String("state.")))
            optimizers = &tensor;
    }
    return withOptimizers ? optimizers : nullptr;
}

bool isMeasured(const QString &name)
{
    return isMetric(name) && !isStepKey(name.toUtf8()) && !name.contains(QLatin1String("best"), Qt::CaseInsensitive)
           && !name.contains(QLatin1String("epoch"), Qt::CaseInsensitive);
}

QList<const TorchTensor *> measuringTensors(const TorchObjects &objects)
{
    constexpr qsizetype kMax = 4;
    // A plain state_dict would require a request for each: only those whose name indicates it.
    static const QRegularExpression named(
        QStringLiteral("(?:^|_)(?:loss|acc|accuracy|score|ppl|perplexity|f1|bleu|wer|cer|auc|iou|mae|mse|rmse|error|reward)(?:$|_)"));
    QList<const TorchTensor *> found;
    for (const TorchTensor &tensor : objects.tensors) {
        const QString &name = tensor.info.name;
        if (found.size() < kMax && tensor.info.shape.empty() && tensor.storage >= 0 && !name.contains(u'.') && isMeasured(name)
            && named.match(name).hasMatch())
            found << &tensor;
    }
    return found;
}

QString scalarText(QByteArrayView bytes, QStringView dtype)
{
    const auto as = [&]<typename T>(T) { return qFromLittleEndian<T>(bytes.data()); };
    const auto real = [](double value) { return QString::number(value, 'g', QLocale::FloatingPointShortest); };
    if (dtype == QLatin1String("float32") && bytes.size() == 4)
        return real(double(std::bit_cast<float>(as(quint32()))));
    if (dtype == QLatin1String("bfloat16") && bytes.size() == 2)
        return real(double(std::bit_cast<float>(quint32(as(quint16())) << 16)));
    if (dtype == QLatin1String("float64") && bytes.size() == 8)
        return real(std::bit_cast<double>(as(quint64())));
    if (dtype == QLatin1String("int64") && bytes.size() == 8)
        return QString::number(as(qint64()));
    if (dtype == QLatin1String("int32") && bytes.size() == 4)
        return QString::number(as(qint32()));
    if (dtype == QLatin1String("int16") && bytes.size() == 2)
        return QString::number(as(qint16()));
    if (dtype == QLatin1String("uint8") && bytes.size() == 1)
        return QString::number(as(quint8()));
    if (dtype == QLatin1String("int8") && bytes.size() == 1)
        return QString::number(as(qint8()));
    return {};
}

void readTorchFacts(const Pickle &pickle, Inspection &inspection)
{
    if (pickle.root() != kNoPickleRef)
        Facts(pickle, inspection).read();
}

}  // namespace trainyard
