// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/torchobjects.h"

#include "core/checkpoint/format/internal/formatlimits.h"
#include "core/checkpoint/pickle/picklesafety.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kMaxNameChars = 64 * 1024 * 1024;

struct TorchType {
    QByteArrayView name;
    int bits;
};
constexpr TorchType kTorchTypes[] = {
    {"float64", 64},       {"float32", 32},         {"float16", 16},    {"bfloat16", 16},       {"int64", 64},
    {"int32", 32},         {"int16", 16},           {"int8", 8},        {"uint8", 8},           {"uint16", 16},
    {"uint32", 32},        {"uint64", 64},          {"bool", 8},        {"complex32", 32},      {"complex64", 64},
    {"complex128", 128},   {"float8_e4m3fn", 8},    {"float8_e5m2", 8}, {"float8_e4m3fnuz", 8}, {"float8_e5m2fnuz", 8},
    {"float8_e8m0fnu", 8}, {"float4_e2m1fn_x2", 8}, {"qint8", 8},       {"quint8", 8},          {"qint32", 32},
    {"quint4x2", 4},       {"quint2x4", 2},         {"bits8", 8},       {"bits16", 16}};

enum class Rebuild : quint8 { No, Tensor, TensorV3, Parameter, FromType, Sparse, Quantised, Meta, FromNumpy, Ordered, Other };

// The object's tree as far as it was walked: names are built only for tensors.
struct Place {
    quint32 parent;
    PickleRef key;  // a dict's key; kNoPickleRef: an index, or nothing
    quint32 index;  // ~0u: adds nothing to the name
};

struct PendingObject {
    PickleRef value;
    quint32 place;
    quint32 top;
    quint32 depth;
};

class Walker {
public:
    Walker(const Pickle &pickle, const KeptTensors &kept) : m_pickle(pickle), m_kept(kept), m_seen(pickle.valueCount(), false)
    {
        m_out.tops.emplace_back();
    }

    TorchObjects walk()
    {
        if (m_pickle.root() == kNoPickleRef)
            return std::move(m_out);
        m_places.push_back({~0u, kNoPickleRef, ~0u});
        m_pending.push_back({m_pickle.root(), 0, 0, 0});
        while (!m_pending.empty()) {
            const PendingObject next = m_pending.back();
            m_pending.pop_back();
            visit(next);
        }
        return std::move(m_out);
    }

private:
    void complain(const char *what, quint32 place)
    {
        if (m_out.complaint.isEmpty())
            m_out.complaint = QStringLiteral("%1: %2").arg(nameOf(place), QLatin1String(what));
    }

    void visit(const PendingObject &at)
    {
        const PickleKind kind = m_pickle.kind(at.value);
        if (kind == PickleKind::PersistentId) {
            keptTensor(m_pickle.persistentId(at.value), at);
            return;
        }
        if (kind == PickleKind::Call) {
            const Rebuild how = rebuildOf(m_pickle.callable(at.value));
            if (how != Rebuild::No && how != Rebuild::Ordered) {
                tensor(at.value, how, at);
                return;
            }
        } else if (kind != PickleKind::Dict && kind != PickleKind::List && kind != PickleKind::Tuple && kind != PickleKind::Set) {
            return;
        }
        if (m_seen[at.value])
            return;
        m_seen[at.value] = true;
        const size_t begin = m_pending.size();
        if (kind == PickleKind::Call)
            visitCall(at);
        else
            children(at.value, at);
        std::reverse(m_pending.begin() + qsizetype(begin), m_pending.end());
    }

    void keptTensor(PickleRef id, const PendingObject &at)
    {
        auto number = m_pickle.integer(id);
        if (m_pickle.isKind(id, PickleKind::String)) {
            bool isNumber = false;
            const qint64 told = m_pickle.text(id, 20).toLongLong(&isNumber);
            number = isNumber ? std::optional(told) : std::nullopt;
        }
        if (const auto kept = number ? m_kept.constFind(*number) : m_kept.constEnd(); kept != m_kept.constEnd())
            keep(TorchTensor(*kept), at);
    }

    void visitCall(const PendingObject &at)
    {
        const PickleRef arguments = m_pickle.arguments(at.value), state = m_pickle.state(at.value);
        const bool isOrdered = rebuildOf(m_pickle.callable(at.value)) == Rebuild::Ordered;
        const PickleRef first = m_pickle.item(arguments, 0);
        if (isOrdered && m_pickle.isKind(first, PickleKind::List)) {
            // Python 2: OrderedDict([[key, value], …])
            m_pickle.eachItem(first, [&](PickleRef pair) {
                PickleRef both[2] = {kNoPickleRef, kNoPickleRef};
                int count = 0;
                m_pickle.eachItem(pair, [&](PickleRef part) { both[std::min(count++, 1)] = part; });
                if (count == 2)
                    child(both[1], both[0], ~0u, at);
            });
        } else if (!isOrdered) {
            quint32 index = 0;
            m_pickle.eachItem(arguments, [&](PickleRef value) { child(value, kNoPickleRef, index++, at); });
        }
        children(at.value, at);
        if (isOrdered)
            return;  // its state holds versions of modules
        if (m_pickle.isKind(state, PickleKind::Dict))
            children(state, at);
        else if (state != kNoPickleRef)
            child(state, kNoPickleRef, ~0u, at);
    }

    void children(PickleRef container, const PendingObject &at)
    {
        quint32 index = 0;
        m_pickle.eachPair(container, [&](PickleRef key, PickleRef value) { child(value, key, ~0u, at); });
        m_pickle.eachItem(container, [&](PickleRef value) { child(value, kNoPickleRef, index++, at); });
    }

    void child(PickleRef value, PickleRef key, quint32 index, const PendingObject &at)
    {
        const PickleKind kind = m_pickle.kind(value);
        if (kind != PickleKind::Call && kind != PickleKind::Dict && kind != PickleKind::List && kind != PickleKind::Tuple
            && kind != PickleKind::Set && (kind != PickleKind::PersistentId || m_kept.isEmpty()))
            return;
        quint32 top = at.top;
        if (at.depth == 0 && key != kNoPickleRef && m_out.tops.size() < 100'000) {
            top = quint32(m_out.tops.size());
            m_out.tops.push_back(keyText(key));
        }
        // A module stores its parts in dicts of these names; its state_dict() does not include them in names.
        static constexpr QByteArrayView inner[] = {"_parameters", "_buffers", "_modules"};
        const bool isInner = m_pickle.isKind(key, PickleKind::String)
                             && std::find(std::begin(inner), std::end(inner), m_pickle.raw(key)) != std::end(inner);
        m_places.push_back({at.place, isInner ? kNoPickleRef : key, index});
        m_pending.push_back({value, quint32(m_places.size() - 1), top, at.depth + 1});
    }

    QString keyText(PickleRef key) const
    {
        if (m_pickle.isKind(key, PickleKind::String))
            return m_pickle.text(key, kMaxName);
        return pickleText(m_pickle, key, 200);
    }

    QString nameOf(quint32 place) const
    {
        QString name;
        std::vector<quint32> parts;
        for (quint32 at = place; at != ~0u && parts.size() < 200; at = m_places[at].parent)
            parts.push_back(at);
        for (auto part = parts.rbegin(); part != parts.rend() && name.size() < kMaxName; ++part) {
            const Place &one = m_places[*part];
            if (one.key == kNoPickleRef && one.index == ~0u)
                continue;
            if (!name.isEmpty())
                name += QLatin1Char('.');
            if (one.key != kNoPickleRef)
                name += keyText(one.key);
            else
                name += QString::number(one.index);
        }
        return name;
    }

    Rebuild rebuildOf(PickleRef callable)
    {
        if (!m_pickle.isKind(callable, PickleKind::Global))
            return Rebuild::No;
        const auto known = m_rebuilds.constFind(callable);
        if (known != m_rebuilds.constEnd())
            return *known;
        const QByteArrayView module = m_pickle.module(callable), name = m_pickle.name(callable);
        static constexpr std::pair<QByteArrayView, Rebuild> functions[] = {{"_rebuild_tensor", Rebuild::Tensor},
                                                                           {"_rebuild_tensor_v2", Rebuild::Tensor},
                                                                           {"_rebuild_tensor_v3", Rebuild::TensorV3},
                                                                           {"_rebuild_parameter", Rebuild::Parameter},
                                                                           {"_rebuild_parameter_with_state", Rebuild::Parameter},
                                                                           {"_rebuild_sparse_tensor", Rebuild::Sparse},
                                                                           {"_rebuild_sparse_csr_tensor", Rebuild::Sparse},
                                                                           {"_rebuild_qtensor", Rebuild::Quantised},
                                                                           {"_rebuild_meta_tensor_no_storage", Rebuild::Meta},
                                                                           {"_rebuild_device_tensor_from_numpy", Rebuild::FromNumpy},
                                                                           {"_rebuild_device_tensor_from_cpu_tensor", Rebuild::Parameter}};
        Rebuild found = Rebuild::No;
        if (module == "torch._utils") {
            for (const auto &[function, how] : functions)
                found = name == function ? how : found;
        } else if (module == "torch._tensor" && name == "_rebuild_from_type_v2") {
            found = Rebuild::FromType;
        } else if (module == "collections" && (name == "OrderedDict" || name == "defaultdict" || name == "Counter")) {
            found = Rebuild::Ordered;
        }
        m_rebuilds.insert(callable, found);
        return found;
    }

    // Follows calls that only wrap a tensor.
    void tensor(PickleRef call, Rebuild how, const PendingObject &at)
    {
        PickleRef arguments = m_pickle.arguments(call);
        for (int wraps = 0; wraps < 8 && (how == Rebuild::Parameter || how == Rebuild::FromType); ++wraps) {
            if (how == Rebuild::FromType) {
                how = rebuildOf(m_pickle.item(arguments, 0));
                arguments = m_pickle.item(arguments, 2);
                if (how == Rebuild::No)
                    return;
            } else {
                const PickleRef inner = m_pickle.item(arguments, 0);
                if (!m_pickle.isKind(inner, PickleKind::Call))
                    return;
                how = rebuildOf(m_pickle.callable(inner));
                arguments = m_pickle.arguments(inner);
            }
        }
        switch (how) {
        case Rebuild::Tensor:
        case Rebuild::TensorV3:
        case Rebuild::Quantised: dense(arguments, how, at); break;
        case Rebuild::Sparse: sparse(arguments, at); break;
        case Rebuild::Meta: {
            TorchTensor made;
            made.info.dtype = dtypeOf(m_pickle.item(arguments, 0));
            if (sizes(m_pickle.item(arguments, 1), made.info.shape))
                keep(std::move(made), at);
            break;
        }
        case Rebuild::FromNumpy: fromNumpy(arguments, at); break;
        default: break;
        }
    }

    // _rebuild_device_tensor_from_numpy(array, dtype, device, requires_grad): the data is in the pickle itself.
    void fromNumpy(PickleRef arguments, const PendingObject &at)
    {
        const PickleRef state = m_pickle.isKind(m_pickle.item(arguments, 0), PickleKind::Call) ? m_pickle.state(m_pickle.item(arguments, 0))
                                                                                               : kNoPickleRef;
        TorchTensor made;
        made.info.dtype = dtypeOf(m_pickle.item(arguments, 1));
        quint64 count = 0;
        if (!sizes(m_pickle.item(state, 1), made.info.shape) || !product(made.info.shape, &count)
            || __builtin_mul_overflow(count, quint64(torchBits(made.info.dtype.toLatin1())), &count))
            return;
        made.info.bytes = count / 8;
        keep(std::move(made), at);
    }

    QString dtypeOf(PickleRef ref) const
    {
        return m_pickle.isKind(ref, PickleKind::Global) && m_pickle.module(ref) == "torch"
                   ? QString::fromUtf8(m_pickle.name(ref).first(std::min<qsizetype>(m_pickle.name(ref).size(), 40)))
                   : QString();
    }

    bool sizes(PickleRef ref, std::vector<qint64> &out) const
    {
        if (m_pickle.isKind(ref, PickleKind::Call))  // torch.Size((…,))
            ref = m_pickle.item(m_pickle.arguments(ref), 0);
        if ((!m_pickle.isKind(ref, PickleKind::Tuple) && !m_pickle.isKind(ref, PickleKind::List))
            || m_pickle.itemCount(ref) > kMaxDimensions)
            return false;
        bool isGood = true;
        m_pickle.eachItem(ref, [&](PickleRef one) {
            const auto size = m_pickle.integer(one);
            isGood = isGood && size && *size >= 0;
            out.push_back(size.value_or(0));
        });
        return isGood;
    }

    static bool product(const std::vector<qint64> &shape, quint64 *count)
    {
        *count = 1;
        bool isZero = false, fits = true;
        for (const qint64 size : shape) {
            isZero = isZero || size == 0;
            fits = !__builtin_mul_overflow(*count, quint64(size), count) && fits;
        }
        *count = isZero ? 0 : *count;
        return fits || isZero;
    }

    // ('storage', torch.FloatStorage, key, location, numel[, view])
    int storageOf(PickleRef ref, QByteArray *dtype, const PendingObject &at)
    {
        if (m_pickle.isKind(ref, PickleKind::Call))  // torch.storage.TypedStorage(…)
            ref = m_pickle.item(m_pickle.arguments(ref), 0);
        if (!m_pickle.isKind(ref, PickleKind::PersistentId))
            return -1;
        const PickleRef id = m_pickle.persistentId(ref), type = m_pickle.item(id, 1), key = m_pickle.item(id, 2);
        const auto count = m_pickle.integer(m_pickle.item(id, 4));
        if (m_pickle.raw(m_pickle.item(id, 0)) != "storage" || !m_pickle.isKind(type, PickleKind::Global)
            || !m_pickle.isKind(key, PickleKind::String) || !count || *count < 0) {
            complain("its storage is not described as torch does", at.place);
            return -1;
        }
        *dtype = torchDtypeOfStorage(m_pickle.name(type));
        const int bits = torchBits(*dtype);
        TorchStorage storage{m_pickle.raw(key), 0, bits >= 8};
        if (__builtin_mul_overflow(quint64(*count), quint64(bits), &storage.bytes))
            complain("its storage is larger than a file can be", at.place);
        storage.bytes /= 8;
        const auto known = m_out.storageOfKey.constFind(storage.key);
        if (known != m_out.storageOfKey.constEnd()) {
            TorchStorage &other = m_out.storages[size_t(*known)];
            if (other.isSure && storage.isSure && other.bytes != storage.bytes)
                complain("its storage has two sizes", at.place);
            return *known;
        }
        m_out.storages.push_back(storage);
        const int made = int(m_out.storages.size()) - 1;
        m_out.storageOfKey.insert(storage.key, made);
        return made;
    }

    bool layOut(PickleRef arguments, Rebuild how, const PendingObject &at, TorchTensor &made)
    {
        QByteArray dtype;
        made.storage = storageOf(m_pickle.item(arguments, 0), &dtype, at);
        if (how == Rebuild::TensorV3)
            dtype = dtypeOf(m_pickle.item(arguments, 6)).toLatin1();
        made.info.dtype = QString::fromLatin1(dtype);
        const auto offset = m_pickle.integer(m_pickle.item(arguments, 1));
        std::vector<qint64> strides;
        if (made.storage < 0 || !offset || *offset < 0 || !sizes(m_pickle.item(arguments, 2), made.info.shape)
            || !sizes(m_pickle.item(arguments, 3), strides) || strides.size() != made.info.shape.size()) {
            complain("it is not described as torch does", at.place);
            return false;
        }
        made.info.storage = QString::fromUtf8(m_out.storages[size_t(made.storage)].key);
        const int bits = torchBits(dtype);
        quint64 count = 0;
        if (bits == 0)
            return true;
        if (!product(made.info.shape, &count) || __builtin_mul_overflow(count, quint64(bits), &made.info.bytes)) {
            complain("it is larger than a file can be", at.place);
            return false;
        }
        made.info.bytes = (made.info.bytes + 7) / 8;
        if (count == 0)
            return true;
        quint64 last = quint64(*offset), reach = 0;
        bool fits = true;
        for (size_t i = 0; i < strides.size(); ++i) {
            fits = fits && !__builtin_mul_overflow(quint64(made.info.shape[i] - 1), quint64(strides[i]), &reach)
                   && !__builtin_add_overflow(last, reach, &last);
        }
        fits = fits && last < (quint64(1) << 56);
        if (fits) {
            made.begin = quint64(*offset) * quint64(bits) / 8;
            made.end = ((last + 1) * quint64(bits) + 7) / 8;
        }
        const TorchStorage &storage = m_out.storages[size_t(made.storage)];
        if (!fits || (storage.isSure && made.end > storage.bytes)) {
            complain("it reaches beyond its storage", at.place);
            return false;
        }
        return true;
    }

    void dense(PickleRef arguments, Rebuild how, const PendingObject &at)
    {
        TorchTensor made;
        if (layOut(arguments, how, at, made))
            keep(std::move(made), at);
    }

    // _rebuild_sparse_tensor(layout, (indices, values, size, …)): reported as one tensor, at the place of its values.
    void sparse(PickleRef arguments, const PendingObject &at)
    {
        const PickleRef data = m_pickle.item(arguments, 1);
        const qsizetype parts = m_pickle.itemCount(data);
        // Coordinates: indices, values, size; compressed: pointers, indices, values, size.
        const qsizetype values = parts >= 4 && m_pickle.isKind(m_pickle.item(data, 2), PickleKind::Call)
                                         && rebuildOf(m_pickle.callable(m_pickle.item(data, 2))) == Rebuild::Tensor
                                     ? 2
                                     : 1;
        TorchTensor made;
        quint64 beside = 0;
        for (qsizetype i = 0; i <= values; ++i) {
            const PickleRef part = m_pickle.item(data, i);
            TorchTensor one;
            if (!m_pickle.isKind(part, PickleKind::Call) || rebuildOf(m_pickle.callable(part)) != Rebuild::Tensor
                || !layOut(m_pickle.arguments(part), Rebuild::Tensor, at, one))
                return;
            if (i < values)
                beside += one.info.bytes;
            else
                made = std::move(one);
        }
        made.info.bytes += beside;
        made.info.shape.clear();
        if (sizes(m_pickle.item(data, values + 1), made.info.shape))
            keep(std::move(made), at);
    }

    void keep(TorchTensor &&made, const PendingObject &at)
    {
        if (m_out.tensors.size() >= kMaxTensors || m_nameChars > kMaxNameChars) {
            m_out.isWhole = false;
            return;
        }
        made.info.name = nameOf(at.place);
        made.top = at.top;
        m_nameChars += made.info.name.size();
        m_out.tensors.push_back(std::move(made));
    }

    const Pickle &m_pickle;
    const KeptTensors &m_kept;
    TorchObjects m_out;
    std::vector<bool> m_seen;
    std::vector<Place> m_places;
    std::vector<PendingObject> m_pending;
    QHash<PickleRef, Rebuild> m_rebuilds;
    qsizetype m_nameChars = 0;
};

bool holds(const QString &text, std::initializer_list<const char *> words)
{
    return std::any_of(words.begin(), words.end(),
                       [&](const char *word) { return text.contains(QLatin1String(word), Qt::CaseInsensitive); });
}

bool isBesideModelKey(const QString &top)
{
    return holds(top,
                 {"optim", "train_state", "sched", "scaler", "rng", "ema", "random", "amp", "momentum", "exp_avg", "best_", "teacher"});
}

bool isModel(const QString &top)
{
    static constexpr const char *names[] = {"state_dict", "model", "module", "net", "network", "weights", "params", "model_ema"};
    const bool isNamed = std::any_of(std::begin(names), std::end(names), [&](const char *name) { return top == QLatin1String(name); });
    return isNamed || (!isBesideModelKey(top) && (top.endsWith(QLatin1String("state_dict")) || top.startsWith(QLatin1String("model"))));
}

}  // namespace

std::vector<bool> tensorsThatCount(const std::vector<TensorInfo> &tensors, QChar separator)
{
    QHash<QString, size_t> known;
    std::vector<QString> parts;
    std::vector<size_t> part;
    for (const TensorInfo &tensor : tensors) {
        const QString top = tensor.name.left(std::max<qsizetype>(0, tensor.name.indexOf(separator)));
        if (!known.contains(top)) {
            known.insert(top, parts.size());
            parts.push_back(top);
        }
        part.push_back(known.value(top));
    }
    const std::vector<bool> counts = partsThatCount(parts, std::vector<bool>(parts.size(), true));
    std::vector<bool> of;
    for (const size_t index : part)
        of.push_back(counts[index]);
    return of;
}

std::vector<bool> partsThatCount(const std::vector<QString> &parts, const std::vector<bool> &holdsTensors)
{
    bool hasModel = false;
    for (size_t i = 0; i < parts.size(); ++i)
        hasModel = hasModel || (holdsTensors[i] && isModel(parts[i]));
    std::vector<bool> counts(parts.size());
    for (size_t i = 0; i < parts.size(); ++i)
        counts[i] = hasModel ? isModel(parts[i]) : !isBesideModelKey(parts[i]);
    return counts;
}

TorchObjects readTorchObjects(const Pickle &pickle, const KeptTensors &kept) { return Walker(pickle, kept).walk(); }

int torchBits(QByteArrayView dtype)
{
    for (const TorchType &type : kTorchTypes) {
        if (type.name == dtype)
            return type.bits;
    }
    return 0;
}

bool isKnownBuffer(QStringView name)
{
    // torch/nn/modules/batchnorm.py; inv_freq and position_ids of transformers' models; Swin's relative_position_index.
    static constexpr QLatin1String buffers[] = {QLatin1String("running_mean"),        QLatin1String("running_var"),
                                                QLatin1String("num_batches_tracked"), QLatin1String("inv_freq"),
                                                QLatin1String("position_ids"),        QLatin1String("relative_position_index")};
    const QStringView own = name.mid(name.lastIndexOf(u'.') + 1);
    return std::any_of(std::begin(buffers), std::end(buffers), [own](QLatin1String buffer) { return own == buffer; });
}

QByteArray torchDtypeOfStorage(QByteArrayView type)
{
    static constexpr std::pair<QByteArrayView, const char *> names[] = {{"FloatStorage", "float32"},
                                                                        {"HalfStorage", "float16"},
                                                                        {"BFloat16Storage", "bfloat16"},
                                                                        {"LongStorage", "int64"},
                                                                        {"DoubleStorage", "float64"},
                                                                        {"IntStorage", "int32"},
                                                                        {"ShortStorage", "int16"},
                                                                        {"CharStorage", "int8"},
                                                                        {"ByteStorage", "uint8"},
                                                                        {"BoolStorage", "bool"},
                                                                        {"ComplexFloatStorage", "complex64"},
                                                                        {"ComplexDoubleStorage", "complex128"},
                                                                        {"QInt8Storage", "qint8"},
                                                                        {"QUInt8Storage", "quint8"},
                                                                        {"QInt32Storage", "qint32"},
                                                                        {"QUInt4x2Storage", "quint4x2"},
                                                                        {"QUInt2x4Storage", "quint2x4"},
                                                                        {"UntypedStorage", "uint8"},
                                                                        {"_UntypedStorage", "uint8"}};
    for (const auto &[storage, dtype] : names) {
        if (storage == type)
            return dtype;
    }
    return {};
}

quint64 countParameters(const TorchObjects &objects)
{
    std::vector<bool> holdsTensors(objects.tops.size());
    for (const TorchTensor &tensor : objects.tensors)
        holdsTensors[tensor.top] = true;
    const std::vector<bool> counts = partsThatCount(objects.tops, holdsTensors);
    std::vector<const TorchTensor *> weights;
    quint64 total = 0;
    for (const TorchTensor &tensor : objects.tensors) {
        if (counts[tensor.top] && tensor.storage >= 0 && !isKnownBuffer(tensor.info.name))
            weights.push_back(&tensor);
    }
    std::sort(weights.begin(), weights.end(), [](const TorchTensor *a, const TorchTensor *b) {
        return std::tie(a->storage, a->begin, a->end) < std::tie(b->storage, b->begin, b->end);
    });
    int storage = -1;
    quint64 seen = 0;  // bytes of this storage that were counted
    for (const TorchTensor *tensor : weights) {
        seen = tensor->storage == storage ? seen : 0;
        storage = tensor->storage;
        const int bits = torchBits(tensor->info.dtype.toLatin1());
        if (bits == 0 || tensor->end <= seen)
            continue;
        quint64 elements = 1;
        for (const qint64 size : tensor->info.shape)
            elements *= quint64(size);  // was checked before
        // Counts only the new part, and never more than there is: a view may have gaps or repeat itself.
        total += std::min(elements, (tensor->end - std::max(seen, tensor->begin)) * 8 / quint64(bits));
        seen = tensor->end;
    }
    return total;
}

}  // namespace trainyard
