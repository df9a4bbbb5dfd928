// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npy and .npz: plain arrays, unless one holds Python objects, which are pickled.
#include "core/checkpoint/format/internal/npyheader.h"
#include "core/checkpoint/format/internal/torchreaders.h"

#include <QCoreApplication>
#include <QLocale>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

// Local header, its extra field, and the array's own header: 128 bytes unless the type is long.
constexpr qint64 kNumpyLocalRoom = 96, kHeaderRoom = 512;
// Arrays this close to each other are requested as one.
constexpr qint64 kNear = 16 * 1024;
constexpr quint64 kMaxObjectArrayBytes = 64 * 1024 * 1024;
constexpr size_t kMaxArrays = 100'000;

TensorInfo tensorOf(const NpyHeader &header, const QString &name, const QString &file)
{
    TensorInfo tensor;
    tensor.name = name;
    tensor.shape = header.shape;
    tensor.dtype = header.dtype;
    tensor.bytes = header.elements * header.itemBits / 8;
    tensor.file = file;
    return tensor;
}

void gradeObjects(Inspection &inspection, const QByteArray &bytes, const QString &place)
{
    const Pickle pickle = Pickle::read(bytes);
    addGrade(inspection, pickle, place, PickleUse::Python, bytes.size());
    addNote(inspection, Safety::Safe, place, Words::tr("numpy.load refuses this array by default (allow_pickle)."));
}

class Arrays {
public:
    Arrays(RangeReader &reader, const ZipDirectory &directory) : m_reader(reader), m_directory(directory)
    {
        m_inspection.format = QStringLiteral("NumPy npz");
        m_inspection.framework = QStringLiteral("NumPy");
        m_inspection.safety = Safety::Safe;
        m_inspection.parameterCount = 0;
        setVerdict(m_inspection, Verdict::Complete, Words::tr("All records are present."));
    }

    Inspection inspect()
    {
        QList<RangeReader::Range> ranges;
        const size_t count = std::min(kMaxArrays, m_directory.entries().size());
        for (size_t i = 0; i < count; ++i) {
            const ZipEntry &entry = m_directory.entries()[i];
            const qint64 offset = qint64(std::min(entry.offset, quint64(m_reader.size())));
            const qint64 end = offset + kNumpyLocalRoom + entry.name.size() + qint64(std::min(entry.storedBytes, quint64(kHeaderRoom)));
            if (!ranges.isEmpty() && offset >= ranges.last().offset && offset - (ranges.last().offset + ranges.last().length) < kNear)
                ranges.last().length = std::max(ranges.last().length, end - ranges.last().offset);
            else
                ranges << RangeReader::Range{offset, end - offset};
        }
        if (const auto fetched = m_reader.fetch(ranges); !fetched) {
            setVerdict(m_inspection, Verdict::Unknown, fetched.error().what);
            m_inspection.safety = Safety::Unknown;
            return std::move(m_inspection);
        }
        for (size_t i = 0; i < count; ++i)
            look(m_directory.entries()[i]);
        if (count < m_directory.entries().size())
            addNote(m_inspection, Safety::Unknown, m_reader.file().name, Words::tr("It contains more tensors than are listed here."));
        return std::move(m_inspection);
    }

private:
    void corrupt(const ZipEntry &entry, const char *complaint)
    {
        if (m_inspection.verdict == Verdict::Complete)
            setVerdict(m_inspection, Verdict::Corrupt,
                       Words::tr("%1 is damaged: %2.").arg(shownName(entry.name), QLatin1String(complaint)));
    }

    void look(const ZipEntry &entry)
    {
        const auto at = qint64(std::min(entry.offset, quint64(m_reader.size())));
        const ZipLocal local = checkZipLocal(m_reader.bytes(at, kZipLocalBytes + entry.name.size()), entry);
        if (local.complaint) {
            corrupt(entry, local.complaint);
            m_inspection.safety = graver(m_inspection.safety, Safety::Unknown);
            return;
        }
        const QByteArray stored = m_reader.bytes(qint64(local.dataOffset), qint64(std::min(entry.storedBytes, quint64(kHeaderRoom))));
        const QByteArray head = entry.method == 8 ? inflateBegin(stored, kHeaderRoom).value_or(QByteArray()) : stored;
        const NpyHeader header = readNpyHeader(head);
        const quint64 dataBytes = header.elements * header.itemBits / 8;
        if (header.complaint || header.isCut || (header.itemBits > 0 && header.dataOffset + dataBytes != entry.bytes)) {
            corrupt(entry, header.complaint ? header.complaint : "its size is not that of its array");
            m_inspection.safety = graver(m_inspection.safety, Safety::Unknown);
            return;
        }
        TensorInfo tensor = tensorOf(header, shownName(entry.name.chopped(4)), m_reader.file().name);
        tensor.storage = shownName(entry.name);
        if (entry.crc != 0)
            tensor.checksum = entry.crc;
        *m_inspection.parameterCount += header.elements;
        m_inspection.tensors.push_back(std::move(tensor));
        if (header.isObject)
            lookAtObjects(entry, local, header);
    }

    void lookAtObjects(const ZipEntry &entry, const ZipLocal &local, const NpyHeader &header)
    {
        const QString place = m_reader.file().name + QLatin1Char('/') + shownName(entry.name);
        m_objectBytes += entry.bytes;
        const bool isSmall = entry.bytes <= kMaxObjectArrayBytes && entry.storedBytes <= kMaxObjectArrayBytes
                             && m_objectBytes <= kMaxObjectArrayBytes;
        if (!isSmall || !m_reader.fetch({{qint64(local.dataOffset), qint64(entry.storedBytes)}})) {
            addNote(m_inspection, Safety::Unknown, place, Words::tr("%1 is too large to inspect from here.").arg(shownName(entry.name)));
            return;
        }
        QByteArray bytes = m_reader.bytes(qint64(local.dataOffset), qint64(entry.storedBytes));
        if (entry.method == 8)
            bytes = inflateBegin(bytes, qsizetype(entry.bytes)).value_or(QByteArray());
        gradeObjects(m_inspection, bytes.mid(qsizetype(header.dataOffset)), place);
    }

    RangeReader &m_reader;
    const ZipDirectory &m_directory;
    Inspection m_inspection;
    quint64 m_objectBytes = 0;
};

}  // namespace

Inspection inspectNpz(RangeReader &reader, const ZipDirectory &directory) { return Arrays(reader, directory).inspect(); }

Inspection inspectNpy(RangeReader &reader)
{
    Inspection inspection;
    inspection.format = QStringLiteral("NumPy npy");
    inspection.framework = QStringLiteral("NumPy");
    inspection.safety = Safety::Safe;
    const NpyHeader header = readNpyHeader(reader.bytes(0, 64 * 1024));
    if (header.complaint || header.isCut) {
        if (header.isCut)
            setVerdict(inspection, Verdict::Partial, Words::tr("The file ends early."));
        else
            setVerdict(inspection, Verdict::Corrupt,
                       Words::tr("%1 is damaged: %2.").arg(reader.file().name, QLatin1String(header.complaint)));
        inspection.safety = Safety::Unknown;
        return inspection;
    }
    inspection.tensors.push_back(tensorOf(header, QStringLiteral("array"), reader.file().name));
    inspection.parameterCount = header.elements;
    const quint64 needed = header.dataOffset + header.elements * header.itemBits / 8;
    if (header.isObject) {
        const auto pickle = readPickleAt(reader, qint64(header.dataOffset));
        if (!pickle) {
            setVerdict(inspection, Verdict::Unknown, pickle.error().what);
            inspection.safety = Safety::Unknown;
            return inspection;
        }
        addGrade(inspection, *pickle, reader.file().name, PickleUse::Python, qsizetype(quint64(reader.size()) - header.dataOffset));
        addNote(inspection, Safety::Safe, reader.file().name, Words::tr("numpy.load refuses this array by default (allow_pickle)."));
        if (pickle->end() == PickleEnd::Stopped)
            setVerdict(inspection, Verdict::Complete, Words::tr("It is complete."));
        else if (pickle->end() == PickleEnd::CutOff)
            setVerdict(inspection, Verdict::Partial, Words::tr("The file ends early."));
        else
            setVerdict(inspection, Verdict::Corrupt, brokenPickle(reader.file().name, *pickle));
    } else if (header.itemBits == 0) {
        setVerdict(inspection, Verdict::Unknown, Words::tr("It contains a data type of unknown size."));
    } else if (needed > quint64(reader.size())) {
        setVerdict(inspection, Verdict::Partial,
                   Words::tr("The file ends early: %1 of %2 bytes.").arg(QLocale().toString(reader.size()), QLocale().toString(needed)));
    } else {
        setVerdict(inspection, Verdict::Complete, Words::tr("It is complete."));
    }
    return inspection;
}

}  // namespace trainyard
