// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/distributedlist.h"

#include "core/checkpoint/format/internal/checkpointname.h"
#include "core/checkpoint/format/internal/formatlimits.h"
#include "core/checkpoint/format/internal/torchreaders.h"

#include <QCoreApplication>
#include <QSet>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr size_t kMaxListedItems = 200'000;

// A field of a dataclass, from the state that BUILD set.
PickleRef field(const Pickle &pickle, PickleRef object, QByteArrayView name)
{
    return pickle.isKind(object, PickleKind::Call) ? pickle.value(pickle.state(object), name) : kNoPickleRef;
}

bool isOf(const Pickle &pickle, PickleRef object, QByteArrayView type)
{
    return pickle.isKind(object, PickleKind::Call) && pickle.isKind(pickle.callable(object), PickleKind::Global)
           && pickle.name(pickle.callable(object)) == type;
}

// torch.Size((…,)), or the tuple itself.
std::optional<std::vector<qint64>> sizesOf(const Pickle &pickle, PickleRef ref)
{
    if (pickle.isKind(ref, PickleKind::Call))
        ref = pickle.item(pickle.arguments(ref), 0);
    if (!pickle.isKind(ref, PickleKind::Tuple) && !pickle.isKind(ref, PickleKind::List))
        return std::nullopt;
    std::vector<qint64> sizes;
    bool isGood = pickle.itemCount(ref) <= 64;
    pickle.eachItem(ref, [&](PickleRef item) {
        const auto size = pickle.integer(item);
        isGood = isGood && size && *size >= 0;
        if (isGood)
            sizes.push_back(*size);
    });
    return isGood ? std::optional(sizes) : std::nullopt;
}

class List {
public:
    List(const Pickle &pickle, DistributedList &out) : m_pickle(pickle), m_out(out) {}

    // False: it is not such a list, or not in the form that torch writes.
    bool read()
    {
        const PickleRef tensors = field(m_pickle, m_pickle.root(), "state_dict_metadata"),
                        places = field(m_pickle, m_pickle.root(), "storage_data");
        if (!isOf(m_pickle, m_pickle.root(), "Metadata") || !m_pickle.isKind(tensors, PickleKind::Dict))
            return false;
        m_pickle.eachPair(places, [this](PickleRef index, PickleRef place) { readPlace(index, place); });
        m_pickle.eachPair(tensors, [this](PickleRef name, PickleRef tensor) { readTensor(name, tensor); });
        for (size_t i = 0; i < m_itemNames.size(); ++i)
            m_out.items[i].isTensor = m_tensors.contains(m_itemNames[i]);
        countParameters();
        return m_isGood;
    }

private:
    void readPlace(PickleRef index, PickleRef place)
    {
        const PickleRef path = field(m_pickle, place, "relative_path");
        const auto offset = m_pickle.integer(field(m_pickle, place, "offset")), length = m_pickle.integer(field(m_pickle, place, "length"));
        quint64 end = 0;
        if (!m_pickle.isKind(path, PickleKind::String) || !offset || !length || *offset < 0 || *length < 0
            || __builtin_add_overflow(quint64(*offset), quint64(*length), &end)) {
            m_isGood = false;
            return;
        }
        const QString name = m_pickle.text(path);
        if (!isInside(name)) {
            addNote(m_out.inspection, Safety::Dangerous, name, Words::tr("It refers to a piece outside its own folder."), name);
            m_isGood = false;
            return;
        }
        quint64 &needed = m_out.pieces[name];
        needed = std::max(needed, end);
        const PickleRef tensor = field(m_pickle, index, "fqn");
        if (m_pickle.isKind(tensor, PickleKind::String) && !m_places.contains(m_pickle.raw(tensor)))
            m_places.insert(m_pickle.raw(tensor), {name, *offset});
        ++m_out.itemCount;
        if (m_out.items.size() < kMaxListedItems) {
            const PickleRef changes = field(m_pickle, place, "transform_descriptors");
            m_out.items.push_back({m_pickle.isKind(tensor, PickleKind::String) ? m_pickle.text(tensor, kMaxName) : QString(), name,
                                   quint64(*offset), quint64(*length), false,
                                   changes != kNoPickleRef && !m_pickle.isKind(changes, PickleKind::None)});
            m_itemNames.push_back(m_pickle.raw(tensor));
        }
    }

    void readTensor(PickleRef name, PickleRef tensor)
    {
        if (!isOf(m_pickle, tensor, "TensorStorageMetadata"))
            return;  // bytes: step, learning rate and similar, each separately
        m_tensors.insert(m_pickle.raw(name));
        const PickleRef properties = field(m_pickle, tensor, "properties");
        const PickleRef state = m_pickle.isKind(properties, PickleKind::Call) ? m_pickle.state(properties) : kNoPickleRef;
        const PickleRef dtype = m_pickle.isKind(state, PickleKind::Tuple) ? m_pickle.item(state, 0) : m_pickle.value(state, "dtype");
        auto shape = sizesOf(m_pickle, field(m_pickle, tensor, "size"));
        quint64 elements = 1;
        for (const qint64 size : shape.value_or(std::vector<qint64>()))
            m_isGood = !__builtin_mul_overflow(elements, quint64(size), &elements) && m_isGood;
        if (!shape || !m_pickle.isKind(name, PickleKind::String)) {
            m_isGood = false;
            return;
        }
        if (m_out.inspection.tensors.size() >= kMaxTensors)
            return;
        TensorInfo info;
        info.name = m_pickle.text(name, kMaxName);
        info.shape = std::move(*shape);
        QByteArrayView type = m_pickle.isKind(dtype, PickleKind::Global) ? m_pickle.name(dtype) : QByteArrayView();
        info.dtype = QString::fromUtf8(type.first(std::min<qsizetype>(type.size(), 40)));
        quint64 bits = 0;
        m_isGood = !__builtin_mul_overflow(elements, quint64(torchBits(type)), &bits) && m_isGood;
        info.bytes = bits / 8;
        const auto place = m_places.constFind(m_pickle.raw(name));
        if (place != m_places.constEnd()) {
            info.file = place->first;
            info.storage = QString::number(place->second);
        }
        m_elements.push_back(elements);
        m_out.inspection.tensors.push_back(std::move(info));
    }

    void countParameters()
    {
        const std::vector<TensorInfo> &list = m_out.inspection.tensors;
        const std::vector<bool> counts = tensorsThatCount(list, u'.');
        quint64 sum = 0;
        for (size_t i = 0; i < list.size(); ++i) {
            const bool isNone = !counts[i] || isKnownBuffer(list[i].name) || (list[i].shape.empty() && isStepKey(list[i].name.toUtf8()));
            m_isGood = (isNone || !__builtin_add_overflow(sum, m_elements[i], &sum)) && m_isGood;
        }
        m_out.inspection.parameterCount = sum;
    }

    const Pickle &m_pickle;
    DistributedList &m_out;
    QHash<QByteArrayView, QPair<QString, qint64>> m_places;  // of a tensor's first chunk
    std::vector<QByteArrayView> m_itemNames;                 // parallel to the items
    QSet<QByteArrayView> m_tensors;
    std::vector<quint64> m_elements;  // parallel to the tensors
    bool m_isGood = true;
};

}  // namespace

DistributedList inspectDistributedList(RangeReader &reader)
{
    DistributedList list;
    Inspection &inspection = list.inspection;
    inspection.format = QStringLiteral("torch distributed");
    inspection.framework = QStringLiteral("PyTorch distributed");
    inspection.safety = Safety::Safe;
    inspection.files << reader.file();
    const auto fetched = reader.fetch({{0, 512 * 1024}});
    const auto pickle = fetched ? readPickleAt(reader, 0) : Result<Pickle>(fetched.error());
    if (!pickle) {
        setVerdict(inspection, Verdict::Unknown, pickle.error().what);
        inspection.safety = Safety::Unknown;
    } else {
        addGrade(inspection, *pickle, reader.file().name);
        if (pickle->end() == PickleEnd::CutOff)
            setVerdict(inspection, Verdict::Partial, Words::tr("The file ends early."));
        else if (pickle->end() == PickleEnd::TooLarge)
            setVerdict(inspection, Verdict::Unknown, Words::tr("Its list of tensors is too large to inspect from here."));
        else if (pickle->end() == PickleEnd::Broken)
            setVerdict(inspection, Verdict::Corrupt, brokenPickle(reader.file().name, *pickle));
        else if (List(*pickle, list).read())
            setVerdict(inspection, Verdict::Complete, Words::tr("It is complete."));
        else
            setVerdict(inspection, Verdict::Corrupt, Words::tr("Its list of tensors differs from what PyTorch writes."));
    }
    orderFindings(inspection.findings);
    reader.count(inspection);
    return list;
}

}  // namespace trainyard
