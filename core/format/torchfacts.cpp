// The keys by which trainers keep what they know: Lightning (core/saving), Hugging Face's TrainingArguments, DeepSpeed
// (runtime/engine.py), Megatron-LM (training/checkpointing.py), fairseq, timm, Ultralytics, nanoGPT.
#include "core/format/picklesafety.h"
#include "core/format/torchobjects.h"

#include <QSet>

#include <cmath>

namespace trainyard {

namespace {

constexpr qsizetype kMostSettings = 500, kLongestKey = 64, kLongestValue = 200;
constexpr int kDeepest = 3;

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
            if (m_pickle.isKind(key, PickleKind::String) && m_pickle.raw(key).size() <= kLongestKey && !m_pickle.raw(key).contains('.')) {
                m_keys.append(key);
                m_values.insert(m_pickle.raw(key), value);
            }
        });
    }

    void read()
    {
        m_inspection.step = firstWhole({"global_step", "global_steps", "step", "iteration", "iter_num", "iter", "iters", "num_updates", "steps",
                                        "current_step", "trained_steps", "total_steps"});
        m_inspection.epoch = firstNumber({"epoch", "epochs", "current_epoch", "last_epoch"});
        m_inspection.loss = firstNumber({"loss", "train_loss", "training_loss", "val_loss", "best_val_loss", "eval_loss", "best_loss"});
        m_inspection.framework = framework();
        for (const char *key : {"hyper_parameters", "hparams", "args", "training_args", "train_args", "model_args", "config", "cfg", "opt", "ds_config"}) {
            if (const PickleRef held = value(key); held != kNoPickleRef)
                settings(held, QString(), key);
        }
        if (m_pickle.isKind(m_pickle.root(), PickleKind::Call) && m_inspection.framework == QLatin1String("Hugging Face Trainer"))
            settings(m_pickle.root(), QString(), "");
        optimizer();
        scalars();
    }

private:
    PickleRef value(QByteArrayView key) const { return m_values.value(key, kNoPickleRef); }
    bool has(QByteArrayView key) const { return m_values.contains(key); }

    std::optional<double> firstNumber(std::initializer_list<const char *> keys)
    {
        for (const char *key : keys) {
            if (m_pickle.isKind(value(key), PickleKind::Bool))
                continue;
            if (const auto number = m_pickle.number(value(key))) {
                m_told.insert(key);
                return number;
            }
        }
        return std::nullopt;
    }

    std::optional<qint64> firstWhole(std::initializer_list<const char *> keys)
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
        return m_pickle.isKind(ref, PickleKind::String) || m_pickle.isKind(ref, PickleKind::None) || m_pickle.isKind(ref, PickleKind::BigInt)
            || m_pickle.number(ref).has_value();
    }

    void tell(const QString &key, PickleRef held)
    {
        if (m_inspection.hyperparameters.size() >= kMostSettings)
            return;
        m_inspection.hyperparameters.append({key, m_pickle.isKind(held, PickleKind::String) ? m_pickle.text(held, kLongestValue)
                                                                                              : pickleText(m_pickle, held, kLongestValue)});
    }

    // Nested settings get dotted keys; depth and number are bounded, so the way down is a short stack.
    void settings(PickleRef from, const QString &prefix, const char *name)
    {
        struct Level {
            PickleRef object;
            QString prefix;
            int depth;
        };
        std::vector<Level> pending{{from, prefix, 0}};
        m_told.insert(name);
        for (int levels = 0; !pending.empty() && levels < kMostSettings; ++levels) {
            const Level level = pending.back();
            pending.pop_back();
            eachAttribute(m_pickle, level.object, [&](PickleRef key, PickleRef held) {
                if (!m_pickle.isKind(key, PickleKind::String) || m_inspection.hyperparameters.size() >= kMostSettings)
                    return;
                const QString path = level.prefix + m_pickle.text(key, kLongestKey);
                const bool isNested = (m_pickle.isKind(held, PickleKind::Dict) || m_pickle.isKind(held, PickleKind::Call))
                    && (m_pickle.pairCount(held) > 0 || (m_pickle.isKind(held, PickleKind::Call) && m_pickle.isKind(m_pickle.state(held), PickleKind::Dict)));
                if (isNested && level.depth < kDeepest)
                    pending.push_back({held, path + QLatin1Char('.'), level.depth + 1});
                else
                    tell(path, held);
            });
        }
    }

    // The first group of parameters stands for all: learning rate, betas, weight decay.
    void optimizer()
    {
        for (const char *key : {"optimizer", "optimizer_state_dict", "optimizer_states", "optim", "optimizer_state"}) {
            PickleRef state = value(key);
            if (m_pickle.isKind(state, PickleKind::List))
                state = firstItem(state);
            const PickleRef group = firstItem(m_pickle.value(state, "param_groups"));
            m_pickle.eachPair(group, [&](PickleRef name, PickleRef held) {
                if (m_pickle.isKind(name, PickleKind::String) && m_pickle.raw(name) != "params")
                    tell(QStringLiteral("optimizer.") + m_pickle.text(name, kLongestKey), held);
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
            if (isScalar(held) && !m_told.contains(name) && name != "_class_name" && !m_pickle.isKind(held, PickleKind::None))
                tell(m_pickle.text(key, kLongestKey), held);
        }
    }

    const Pickle &m_pickle;
    Inspection &m_inspection;
    QList<PickleRef> m_keys;
    QHash<QByteArrayView, PickleRef> m_values;
    QSet<QByteArrayView> m_told;
};

}  // namespace

void readTorchFacts(const Pickle &pickle, Inspection &inspection)
{
    if (pickle.root() != kNoPickleRef)
        Facts(pickle, inspection).read();
}

}  // namespace trainyard
