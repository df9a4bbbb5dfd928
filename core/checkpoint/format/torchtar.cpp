// SPDX-License-Identifier: GPL-3.0-or-later
// torch.save of 0.1.1: a tar of sys_info, pickle, storages and tensors, which torch.load still opens and unpickles. Layout:
// legacy_load in torch/serialization.py.
#include "core/checkpoint/format/internal/formatlimits.h"
#include "core/checkpoint/format/internal/torchreaders.h"

#include <QCoreApplication>
#include <QtEndian>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr qint64 kBlock = 512;
// Such files have not been written since 2017; larger ones are only identified, not read.
constexpr qint64 kMaxTarBytes = 64 * 1024 * 1024;
constexpr int kMaxMembers = 64;

// The octal number of a header's field; nullopt if it is not one, or in a form that torch never wrote.
std::optional<qint64> octal(QByteArrayView field)
{
    qint64 value = 0;
    for (const char c : field) {
        if (c == '\0' || c == ' ')
            return field.front() == c ? std::nullopt : std::optional(value);
        if (c < '0' || c > '7')
            return std::nullopt;
        value = value * 8 + (c - '0');
    }
    return value;
}

// A header that Python's tarfile accepts, restricted to what torch wrote: a plain file, its name in one piece.
bool isPlain(QByteArrayView header)
{
    const QByteArrayView prefix = header.sliced(345, 155);
    return isTarHeader(header) && (header[156] == '0' || header[156] == '\0') && prefix.count('\0') == prefix.size();
}

// The tensors according to the members: storages by their keys, views of them, tensors by theirs.
struct Contents {
    std::optional<Pickle> object;
    QHash<qint64, std::pair<QString, quint64>> storages;  // type, elements
    QHash<qint64, std::pair<int, quint64>> places;        // the storage that holds the data, and how far in it, in elements
    KeptTensors tensors;
    int count = 0;
};

// Inspects every pickle of a member in the order in which torch loads them; raw numbers come between.
class Member {
public:
    Member(const QByteArray &bytes, Inspection &inspection, Contents &contents, const QString &place)
        : m_bytes(bytes), m_inspection(inspection), m_contents(contents), m_place(place)
    {
    }

    // Whether it is built as torch built it, so that nothing else in it is loaded.
    bool walk(QByteArrayView name)
    {
        auto first = next();
        if (!first || name == "sys_info" || name == "pickle") {
            if (first && name == "pickle")
                m_contents.object = std::move(first);
            return bool(first) || m_contents.object;
        }
        const qint64 count = first->integer(first->root()).value_or(-1);
        for (qint64 i = 0; i < count; ++i) {
            const auto pickle = next();
            const bool isWell = pickle && (name == "storages" ? skip(storageBytes(*pickle)) : takeTensor(*pickle) && skip(tensorBytes()));
            if (!isWell)
                return false;
        }
        if (m_at == m_bytes.size() || name != "storages")
            return count >= 0 && m_at == m_bytes.size();
        // The storages are followed by the list of those that are views: (view, storage, offset, elements).
        const auto views = next();
        if (!views || count < 0)
            return false;
        views->eachItem(views->root(), [&](PickleRef view) {
            const auto number = [&](qsizetype which) { return views->integer(views->item(view, which)); };
            const auto key = number(0), of = number(1), offset = number(2), elements = number(3);
            if (!key || !of || !offset || !elements || *offset < 0 || *elements < 0 || !m_contents.storages.contains(*of))
                return;
            const auto [type, whole] = m_contents.storages.value(*of);
            if (quint64(*offset) > whole || quint64(*elements) > whole - quint64(*offset))
                return;
            m_contents.storages.insert(*key, {type, quint64(*elements)});
            const auto [storage, begin] = m_contents.places.value(*of);
            m_contents.places.insert(*key, {storage, begin + quint64(*offset)});
        });
        return m_at == m_bytes.size();
    }

    // Pickles may begin anywhere after what walk() understood.
    void search()
    {
        qsizetype begin = m_at, walked = 0;
        while (begin >= 0 && begin < m_bytes.size()) {
            const Pickle pickle = Pickle::read(m_bytes, begin);
            const bool isWhole = pickle.end() == PickleEnd::Stopped;
            walked += pickle.endOffset() - begin + 1;
            if (walked > 4 * m_bytes.size() + 64)
                return;
            if (isWhole)
                addGrade(m_inspection, pickle, m_place);
            begin = isWhole ? pickle.endOffset() : begin + 1;
            if (!isWhole)
                begin = m_bytes.indexOf("\x80\x02", begin);
        }
    }

private:
    std::optional<Pickle> next()
    {
        Pickle pickle = Pickle::read(m_bytes, m_at);
        addGrade(m_inspection, pickle, m_place);
        m_at = pickle.endOffset();
        return pickle.end() == PickleEnd::Stopped ? std::optional(std::move(pickle)) : std::nullopt;
    }

    bool skip(std::optional<qint64> bytes)
    {
        if (!bytes || *bytes < 0 || *bytes > m_bytes.size() - m_at)
            return false;
        m_at += *bytes;
        return true;
    }

    // After (key, place, type): the count, and the data.
    std::optional<qint64> storageBytes(const Pickle &pickle)
    {
        const PickleRef type = pickle.item(pickle.root(), 2);
        QByteArrayView name = pickle.isKind(type, PickleKind::Global) ? pickle.name(type) : pickle.raw(type);
        name = name.sliced(name.lastIndexOf('.') + 1);
        const int bits = torchBits(torchDtypeOfStorage(name));
        quint64 bytes = 0;
        if (bits < 8 || m_bytes.size() - m_at < 8
            || __builtin_mul_overflow(qFromLittleEndian<quint64>(m_bytes.constData() + m_at), quint64(bits / 8), &bytes)
            || bytes > quint64(m_bytes.size()))
            return std::nullopt;
        if (const auto key = pickle.integer(pickle.item(pickle.root(), 0))) {
            m_contents.storages.insert(*key, {QString::fromLatin1(torchDtypeOfStorage(name)), bytes / quint64(bits / 8)});
            m_contents.places.insert(*key, {m_contents.count++, 0});
        }
        return 8 + qint64(bytes);
    }

    // (key, storage, type), then dimensions, sizes, strides and the offset. False: no reader could make a tensor of it.
    bool takeTensor(const Pickle &pickle)
    {
        const auto key = pickle.integer(pickle.item(pickle.root(), 0)), storage = pickle.integer(pickle.item(pickle.root(), 1));
        const auto bytes = tensorBytes();
        if (!key || !storage || !bytes || *bytes > m_bytes.size() - m_at || *bytes > 16 + 16 * kMaxDimensions)
            return bytes.has_value();
        const auto known = m_contents.storages.constFind(*storage);
        if (known == m_contents.storages.constEnd())
            return true;
        const char *data = m_bytes.constData() + m_at + 8;
        const auto dimensions = size_t((*bytes - 16) / 16);
        TorchTensor made;
        quint64 count = 1, last = qFromLittleEndian<quint64>(data + 16 * dimensions), reach = 0;
        const quint64 begin = last;
        bool fits = true;
        for (size_t i = 0; i < dimensions; ++i) {
            const auto size = qFromLittleEndian<qint64>(data + 8 * i), stride = qFromLittleEndian<qint64>(data + 8 * (dimensions + i));
            fits = fits && size >= 0 && !__builtin_mul_overflow(count, quint64(size), &count);
            fits = fits
                   && (size == 0
                       || (!__builtin_mul_overflow(quint64(size - 1), quint64(stride), &reach)
                           && !__builtin_add_overflow(last, reach, &last)));
            made.info.shape.push_back(size);
        }
        if (!fits || (count > 0 && last >= known->second))
            return true;
        made.info.dtype = known->first;
        const auto width = quint64(torchBits(known->first.toLatin1()) / 8);
        made.info.bytes = count * width;
        const auto [number, base] = m_contents.places.value(*storage);
        made.storage = number;
        made.info.storage = QString::number(number);
        made.begin = (base + begin) * width;
        made.end = count > 0 ? (base + last + 1) * width : made.begin;
        m_contents.tensors.insert(*key, made);
        return true;
    }

    // After (key, storage, type): dimensions, as many sizes and strides, the offset.
    std::optional<qint64> tensorBytes() const
    {
        if (m_bytes.size() - m_at < 8)
            return std::nullopt;
        return 16 + 16 * qint64(qFromLittleEndian<quint32>(m_bytes.constData() + m_at));
    }

    const QByteArray &m_bytes;
    Inspection &m_inspection;
    Contents &m_contents;
    const QString m_place;
    qsizetype m_at = 0;
};

}  // namespace

bool isTarHeader(QByteArrayView head)
{
    if (head.size() < kBlock)
        return false;
    // As tarfile does: the field itself counts as spaces, and bytes may be signed.
    qint64 plain = 0, negative = 0;
    for (qsizetype i = 0; i < kBlock; ++i) {
        const char c = i >= 148 && i < 156 ? ' ' : head[i];
        plain += quint8(c);
        negative += qint8(c);
    }
    qint64 told = 0;
    const QByteArrayView field = head.sliced(148, 8);
    if (field[0] == '\x80' || field[0] == '\xff') {
        told = qint64(qFromBigEndian<quint64>(field.data()) << 8) >> 8;
    } else {
        for (const char c : field.first(std::max<qsizetype>(0, field.indexOf('\0') < 0 ? 8 : field.indexOf('\0')))) {
            if (c >= '0' && c <= '7')
                told = told * 8 + (c - '0');
        }
        told = field.contains('-') ? -told : told;
    }
    return told == plain || told == negative;
}

Inspection inspectTar(RangeReader &reader)
{
    Inspection inspection;
    inspection.format = QStringLiteral("torch tar");
    inspection.framework = QStringLiteral("PyTorch");
    inspection.safety = Safety::Safe;
    if (reader.size() > kMaxTarBytes) {
        setVerdict(inspection, Verdict::Unknown, Words::tr("Files of torch 0.1 are not read if they are this large."));
        inspection.safety = Safety::Unknown;
        return inspection;
    }
    if (const auto fetched = reader.fetch({{0, reader.size()}}); !fetched) {
        setVerdict(inspection, Verdict::Unknown, fetched.error().what);
        inspection.safety = Safety::Unknown;
        return inspection;
    }
    const QByteArray all = reader.bytes(0, reader.size());
    QByteArrayList missing{"sys_info", "pickle", "storages", "tensors"};
    setVerdict(inspection, Verdict::Complete, Words::tr("All records are present."));
    Contents contents;
    qint64 at = 0;
    bool isEnded = false;
    for (int members = 0; members < kMaxMembers && all.size() - at >= kBlock; ++members) {
        const QByteArrayView header = QByteArrayView(all).sliced(at, kBlock);
        if (header.count('\0') == header.size()) {
            isEnded = true;
            break;
        }
        const auto size = octal(header.sliced(124, 12));
        QByteArray name = QByteArray(header.data(), qsizetype(qstrnlen(header.data(), 100)));
        at += kBlock;
        while (name.startsWith("./"))
            name.remove(0, 2);
        const bool isKnown = missing.removeAll(name) > 0;
        if (!size || *size > all.size() - at) {
            setVerdict(inspection, Verdict::Partial, Words::tr("The file ends early."));
            inspection.safety = graver(inspection.safety, Safety::Unknown);
        }
        const QByteArray bytes = all.mid(at, size.value_or(0));
        const QString place = reader.file().name + QLatin1Char('/') + QString::fromUtf8(name);
        Member member(bytes, inspection, contents, place);
        // Python takes the last member of a name, and long names and sizes may be stored elsewhere: only what torch wrote is trusted.
        if (!isKnown || !isPlain(header) || !member.walk(name)) {
            member.search();
            addNote(inspection, Safety::Unknown, place,
                    Words::tr("Its structure differs from what torch writes, so it is unknown what loading it runs."));
        }
        if (!size)
            break;
        at += (*size + kBlock - 1) / kBlock * kBlock;
    }
    if (contents.object) {
        addObjects(inspection, readTorchObjects(*contents.object, contents.tensors), *contents.object, reader.file().name);
        inspection.framework = QStringLiteral("PyTorch");
    }
    if (!isEnded && at < all.size())
        inspection.safety = graver(inspection.safety, Safety::Unknown);
    if (inspection.verdict == Verdict::Complete && !missing.isEmpty()) {
        setVerdict(inspection, Verdict::Partial,
                   Words::tr("The file ends early: %1 is missing.").arg(QString::fromUtf8(missing.join(", "))));
        inspection.safety = graver(inspection.safety, Safety::Unknown);
    }
    return inspection;
}

}  // namespace trainyard
