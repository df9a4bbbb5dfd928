// SPDX-License-Identifier: GPL-3.0-or-later
// torch.save's zip (1.6 and later) and TorchScript's. data.pkl describes the tensors and which record holds their data; the directory lists
// the records. A truncated file still has data.pkl at the front.
#include "core/checkpoint/format/internal/checkpointname.h"
#include "core/checkpoint/format/internal/torchreaders.h"
#include "core/checkpoint/format/internal/torchrecords.h"

#include <QCoreApplication>
#include <QLocale>
#include <QtEndian>

#include <algorithm>
#include <zlib.h>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr quint64 kMaxInspectedDirectoryBytes = 256 * 1024 * 1024, kMaxTorchPickleBytes = 256 * 1024 * 1024;
// torch does not compress. A repacked file has 4 MB of data.pkl for 20,000 tensors; a thousand times the stored size is a trap.
constexpr quint64 kMaxInflatedBytes = 32 * 1024 * 1024;
constexpr qint64 kAlignment = 64, kDescriptorBytes = 16, kDescriptor64Bytes = 24;
// A local header with its name and the padding before the data.
constexpr qint64 kTorchLocalRoom = 1024;
constexpr quint64 kMaxCountBytes = 4096;

QString brokenDirectory(const ZipDirectory &directory)
{
    const QString complaint = QLatin1String(directory.complaint());
    return directory.complaintName().isEmpty()
               ? Words::tr("Its directory breaks the format's rules: %1.").arg(complaint)
               : Words::tr("Its directory breaks the format's rules at %1: %2.").arg(shownName(directory.complaintName()), complaint);
}

RangeReader::Range rangeOf(const ZipEntry &entry)
{
    return {qint64(std::min(entry.offset, quint64(std::numeric_limits<qint64>::max()))),
            kTorchLocalRoom + entry.name.size() + qint64(std::min(entry.storedBytes, kMaxTorchPickleBytes))};
}

struct Record {
    QByteArray bytes;
    QString complaint;      // translated; empty: valid
    bool isUnread = false;  // not damaged, but could not be read
};

// Its data, compared with the directory and its checksum.
Record readRecord(RangeReader &reader, const ZipEntry &entry)
{
    Record record;
    if (entry.bytes > (entry.method == 0 ? kMaxTorchPickleBytes : kMaxInflatedBytes) || entry.storedBytes > kMaxTorchPickleBytes) {
        record.complaint = Words::tr("%1 is too large to inspect from here.").arg(shownName(entry.name));
        record.isUnread = true;
        return record;
    }
    const RangeReader::Range range = rangeOf(entry);
    const ZipLocal local = checkZipLocal(reader.bytes(range.offset, kZipLocalBytes + entry.name.size()), entry);
    if (local.complaint) {
        record.complaint =
            Words::tr("Its directory breaks the format's rules at %1: %2.").arg(shownName(entry.name), QLatin1String(local.complaint));
        return record;
    }
    if (const auto fetched = reader.fetch({{qint64(local.dataOffset), qint64(entry.storedBytes)}}); !fetched) {
        record.complaint = fetched.error().what;
        record.isUnread = true;
        return record;
    }
    record.bytes = reader.bytes(qint64(local.dataOffset), qint64(entry.storedBytes));
    if (entry.method == 8)
        record.bytes = inflateBegin(record.bytes, qsizetype(entry.bytes)).value_or(QByteArray());
    if (quint64(record.bytes.size()) != entry.bytes) {
        record.complaint = Words::tr("%1 is damaged: its size is wrong.").arg(shownName(entry.name));
        return record;
    }
    const auto crc = quint32(crc32_z(0, reinterpret_cast<const Bytef *>(record.bytes.constData()), size_t(record.bytes.size())));
    if (entry.crc != 0 && crc != entry.crc)
        record.complaint = Words::tr("%1 is damaged: its checksum is wrong.").arg(shownName(entry.name));
    return record;
}

bool isSameButForCase(QByteArrayView a, QByteArrayView b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
               return x == y || ((x ^ y) == 0x20 && (x | 0x20) >= 'a' && (x | 0x20) <= 'z');
           });
}

// torch finds a record ignoring case and takes one of several: these are the entries it might mean.
std::vector<const ZipEntry *> candidates(const ZipDirectory &directory, const QByteArray &name)
{
    std::vector<const ZipEntry *> found;
    for (const ZipEntry &entry : directory.entries()) {
        if (isSameButForCase(entry.name, name))
            found.push_back(&entry);
    }
    return found;
}

class Archive {
public:
    Archive(RangeReader &reader, const ZipDirectory &directory)
        : m_reader(reader), m_directory(directory), m_top(directory.topFolder().toByteArray())
    {
        m_isScript = directory.find(m_top + "/constants.pkl");
        m_inspection.format = m_isScript ? QStringLiteral("TorchScript") : QStringLiteral("torch zip");
        m_inspection.safety = Safety::Safe;
    }

    Inspection inspect()
    {
        setVerdict(m_inspection, Verdict::Complete, Words::tr("All records are present."));
        std::vector<std::pair<const ZipEntry *, QByteArray>> pickles;
        QList<RangeReader::Range> ranges;
        for (const QByteArray &name : {m_top + "/data.pkl", m_top + "/constants.pkl"}) {
            const auto found = candidates(m_directory, name);
            if (found.size() > 1 || (found.size() == 1 && found[0]->name != name)) {
                worsen(Verdict::Corrupt, Words::tr("%1 could refer to several of its records.").arg(shownName(name)));
                addNote(m_inspection, Safety::Dangerous, place(name),
                        Words::tr("torch may load a different record from the one inspected here."), shownName(name));
            }
            if (!found.empty()) {
                pickles.emplace_back(found.front(), name);
                ranges << rangeOf(*found.front());
            }
        }
        if (m_directory.complaint()) {
            worsen(Verdict::Corrupt, brokenDirectory(m_directory));
            m_inspection.safety = graver(m_inspection.safety, Safety::Unknown);
        }
        if (const QString refusal = torchRefusal(m_directory); !refusal.isEmpty())
            worsen(Verdict::Corrupt, refusal);
        ByteOrder order = byteOrderOf(m_directory);
        if (order == ByteOrder::Untold)
            ranges << rangeOf(*byteOrderRecord(m_directory));
        if (const auto fetched = m_reader.fetch(ranges); !fetched) {
            worsen(Verdict::Unknown, fetched.error().what);
            m_inspection.safety = graver(m_inspection.safety, Safety::Unknown);
            return std::move(m_inspection);
        }
        if (order == ByteOrder::Untold) {
            order = byteOrderFrom(readRecord(m_reader, *byteOrderRecord(m_directory)).bytes);
            if (order == ByteOrder::Nonsense)
                worsen(Verdict::Corrupt, byteOrderRefusal(m_directory));
        }
        m_isBig = order == ByteOrder::Big;
        for (const auto &[entry, name] : pickles)
            look(*entry, name.endsWith("/data.pkl"));
        return std::move(m_inspection);
    }

private:
    QString place(QByteArrayView name) const { return m_reader.file().name + QLatin1Char('/') + shownName(name); }

    // The first problem is the one to report; a certain one outweighs one that could not be checked.
    void worsen(Verdict verdict, const QString &reason)
    {
        if (m_inspection.verdict == Verdict::Complete || (m_inspection.verdict == Verdict::Unknown && verdict == Verdict::Corrupt))
            setVerdict(m_inspection, verdict, reason);
    }

    void look(const ZipEntry &entry, bool isData)
    {
        const Record record = readRecord(m_reader, entry);
        if (!record.complaint.isEmpty())
            worsen(record.isUnread ? Verdict::Unknown : Verdict::Corrupt, record.complaint);
        if (record.isUnread || record.bytes.isEmpty()) {
            m_inspection.safety = graver(m_inspection.safety, Safety::Unknown);
            return;
        }
        const Pickle pickle = Pickle::read(record.bytes);
        addGrade(m_inspection, pickle, place(entry.name), m_isScript ? PickleUse::TorchScript : PickleUse::Python, record.bytes.size());
        if (pickle.end() != PickleEnd::Stopped)
            worsen(pickle.end() == PickleEnd::TooLarge ? Verdict::Unknown : Verdict::Corrupt, brokenPickle(shownName(entry.name), pickle));
        if (!isData) {
            return;
        }
        if (!m_isScript)
            addRefusals(m_inspection, pickle, place(entry.name));
        TorchObjects objects = readTorchObjects(pickle);
        if (!objects.complaint.isEmpty())
            worsen(Verdict::Corrupt, Words::tr("A tensor is described wrongly: %1.").arg(objects.complaint));
        match(objects);
        const TorchTensor *found = countingTensor(objects, !stepFromName(m_reader.file().name));
        const auto counting = found ? std::optional(*found) : std::nullopt;
        std::vector<TorchTensor> measuring;
        for (const TorchTensor *tensor : measuringTensors(objects))
            measuring.push_back(*tensor);
        addObjects(m_inspection, std::move(objects), pickle, m_reader.file().name);
        if (counting && (!m_inspection.step || counting->info.name.isEmpty()))
            takeCount(m_inspection, *counting, dataOf(*counting));
        for (const TorchTensor &tensor : measuring)
            takeMeasure(m_inspection, tensor, dataOf(tensor));
        if (m_isScript && m_inspection.framework.isEmpty())
            m_inspection.framework = QStringLiteral("PyTorch");
    }

    // For a tensor of one element, near its storage's beginning; in little-endian order.
    QByteArray dataOf(const TorchTensor &tensor)
    {
        const ZipEntry *record = m_directory.find(tensor.info.storage.toUtf8());
        if (!record || record->method != 0 || tensor.end > kMaxCountBytes || tensor.end > record->bytes)
            return {};
        const RangeReader::Range range{rangeOf(*record).offset, kTorchLocalRoom + record->name.size() + qint64(tensor.end)};
        if (!m_reader.fetch({range}))
            return {};
        const ZipLocal local = checkZipLocal(m_reader.bytes(range.offset, kZipLocalBytes + record->name.size()), *record);
        if (local.complaint)
            return {};
        QByteArray bytes = m_reader.bytes(qint64(local.dataOffset + tensor.begin), qint64(tensor.end - tensor.begin));
        if (m_isBig)
            std::reverse(bytes.begin(), bytes.end());
        return bytes;
    }

    // Which record holds which storage.
    void match(TorchObjects &objects)
    {
        std::vector<const ZipEntry *> records(objects.storages.size());
        size_t missing = 0;
        for (size_t i = 0; i < records.size(); ++i) {
            const TorchStorage &storage = objects.storages[i];
            const QByteArray name = m_top + "/data/" + storage.key.toByteArray();
            records[i] = m_directory.find(name);
            if (!records[i] && storage.bytes > 0)
                ++missing;
            else if (records[i] && storage.isSure && records[i]->bytes != storage.bytes)
                worsen(Verdict::Corrupt,
                       Words::tr("%1 has %2 bytes instead of %3.")
                           .arg(shownName(name), QLocale().toString(records[i]->bytes), QLocale().toString(storage.bytes)));
        }
        if (missing > 0)
            worsen(Verdict::Corrupt, Words::tr("%1 of %2 storages are missing.").arg(missing).arg(records.size()));
        for (TorchTensor &tensor : objects.tensors) {
            const ZipEntry *record = tensor.storage < 0 ? nullptr : records[size_t(tensor.storage)];
            if (!record)
                continue;
            tensor.info.storage = QString::fromUtf8(record->name);
            if (record->crc != 0)
                tensor.info.checksum = record->crc;
        }
    }

    RangeReader &m_reader;
    const ZipDirectory &m_directory;
    const QByteArray m_top;
    Inspection m_inspection;
    bool m_isScript = false, m_isBig = false;
};

// How many storages a file without its directory still has, from the order and the alignment in which torch writes them.
size_t presentStorages(const RangeReader &reader, const TorchObjects &objects, qint64 pickleEnd, qsizetype folderBytes)
{
    // Small records may come between: byteorder, .format_version, .storage_alignment.
    const QByteArray bytes = reader.bytes(pickleEnd, 1024);
    const QByteArrayView after(bytes);
    qint64 at = pickleEnd + kDescriptorBytes;
    for (qsizetype place = kDescriptorBytes; after.size() - place > kZipLocalBytes + folderBytes;) {
        const QByteArrayView header = after.sliced(place);
        const auto length = [&](qsizetype which) { return qsizetype(quint8(header[which])) | qsizetype(quint8(header[which + 1])) << 8; };
        if (!header.startsWith("PK\x03\x04") || header.sliced(kZipLocalBytes + folderBytes).startsWith("/data/"))
            break;
        const qsizetype end = after.indexOf("PK\x07\x08", place + kZipLocalBytes + length(26) + length(28));
        if (end < 0)
            break;
        place = end + kDescriptorBytes;
        at = pickleEnd + place;
    }
    std::vector<const TorchStorage *> inOrder;
    for (const TorchStorage &storage : objects.storages)
        inOrder.push_back(&storage);
    std::sort(inOrder.begin(), inOrder.end(), [](const TorchStorage *a, const TorchStorage *b) {
        return std::lexicographical_compare(a->key.begin(), a->key.end(), b->key.begin(), b->key.end());
    });
    size_t present = 0;
    for (const TorchStorage *storage : inOrder) {
        // caffe2/serialize/inline_container.cc, getPadding(): name, an extra field, then data at a multiple of 64.
        const qint64 names = folderBytes + 6 + storage->key.size();
        const bool isLong = at >= 0xffffffff || storage->bytes >= 0xffffffff;
        qint64 data = at + kZipLocalBytes + names + 4 + (isLong ? 4 : 0) + (storage->bytes >= 0xffffffff ? 16 : 0)
                      + (at >= 0xffffffff ? 8 : 0);
        data = (data + kAlignment - 1) / kAlignment * kAlignment;
        if (__builtin_add_overflow(data, qint64(std::min(storage->bytes, quint64(1) << 60)), &at) || at > reader.size())
            break;
        ++present;
        at += isLong ? kDescriptor64Bytes : kDescriptorBytes;
    }
    return present;
}

Inspection inspectCut(RangeReader &reader, const FetchedZip &zip)
{
    Inspection inspection;
    inspection.format = QStringLiteral("torch zip");
    setVerdict(inspection, zip.verdict, zip.reason);
    const QByteArray head = reader.bytes(0, 4096);
    if (head.size() < kZipLocalBytes)
        return inspection;
    const qsizetype nameBytes = qFromLittleEndian<quint16>(head.constData() + 26),
                    extra = qFromLittleEndian<quint16>(head.constData() + 28);
    const QByteArray name = head.mid(kZipLocalBytes, nameBytes);
    const qint64 at = kZipLocalBytes + nameBytes + extra;
    if (!name.endsWith("/data.pkl") || qFromLittleEndian<quint16>(head.constData() + 8) != 0 || at > reader.size())
        return inspection;
    const auto pickle = readPickleAt(reader, at);
    if (!pickle) {
        setVerdict(inspection, Verdict::Unknown, pickle.error().what);
        return inspection;
    }
    // Unknown is kept: a program that loads the file sees a directory that is not available here.
    addGrade(inspection, *pickle, reader.file().name + QLatin1Char('/') + shownName(name));
    TorchObjects objects = readTorchObjects(*pickle);
    if (pickle->end() == PickleEnd::Stopped && zip.verdict == Verdict::Partial && !objects.storages.empty()) {
        const size_t present = presentStorages(reader, objects, at + pickle->endOffset(), nameBytes - 9);
        const QByteArray tail = reader.bytes(std::max<qint64>(0, reader.size() - 4096), 4096);
        if (tail.count('\0') == tail.size())
            inspection.reason = Words::tr("Its end was never written: the last bytes are zeros.");
        else
            inspection.reason = Words::tr("The file ends early: %1 of %2 storages are there.").arg(present).arg(objects.storages.size());
    }
    addObjects(inspection, std::move(objects), *pickle, reader.file().name);
    return inspection;
}

}  // namespace

FetchedZip fetchZip(RangeReader &reader)
{
    FetchedZip zip;
    const auto stop = [&zip](Verdict verdict, const QString &reason) {
        zip.verdict = verdict;
        zip.reason = reason;
        return zip;
    };
    if (const auto fetched = reader.fetchEnds(); !fetched)
        return stop(Verdict::Unknown, fetched.error().what);
    const qint64 tailAt = reader.tailOffset();
    const ZipEnd end = findZipEnd(reader.bytes(tailAt, reader.size() - tailAt), quint64(tailAt));
    if (end.isMissing)
        return stop(Verdict::Partial, Words::tr("The file ends early: its directory is missing."));
    if (end.complaint)
        return stop(Verdict::Corrupt, Words::tr("Its directory breaks the format's rules: %1.").arg(QLatin1String(end.complaint)));
    if (end.bytes > kMaxInspectedDirectoryBytes)
        return stop(Verdict::Unknown, Words::tr("Its directory is too large to inspect from here."));
    QList<RangeReader::Range> ranges{{qint64(end.offset), qint64(end.bytes)}};
    // If the directory is long, so is torch's data.pkl, up to two and a half times as long: request both together.
    if (!reader.has(ranges[0].offset, ranges[0].length))
        ranges << RangeReader::Range{0, qint64(end.bytes * 5 / 2)};
    if (const auto fetched = reader.fetch(ranges); !fetched)
        return stop(Verdict::Unknown, fetched.error().what);
    zip.directory = std::make_shared<ZipDirectory>(ZipDirectory::parse(reader.bytes(qint64(end.offset), qint64(end.bytes)), end));
    if (zip.directory->complaint())
        return stop(Verdict::Corrupt, brokenDirectory(*zip.directory));
    return zip;
}

std::optional<Inspection> inspectZip(RangeReader &reader)
{
    const FetchedZip zip = fetchZip(reader);
    if (!zip.directory)
        return inspectCut(reader, zip);
    const ZipDirectory &directory = *zip.directory;
    const QByteArray top = directory.topFolder().toByteArray();
    if (!candidates(directory, top + "/data.pkl").empty())
        return Archive(reader, directory).inspect();
    const auto isArray = [](const ZipEntry &entry) { return entry.name.endsWith(".npy"); };
    if (!directory.entries().empty() && std::all_of(directory.entries().begin(), directory.entries().end(), isArray)) {
        Inspection inspection = inspectNpz(reader, directory);
        if (directory.complaint()) {
            setVerdict(inspection, zip.verdict, zip.reason);
            inspection.safety = graver(inspection.safety, Safety::Unknown);
        }
        return inspection;
    }
    Inspection inspection;
    setVerdict(inspection, zip.verdict, zip.reason);
    const auto recognise = [&](const char *format) {
        inspection.format = QLatin1String(format);
        if (zip.verdict == Verdict::Complete)
            inspection.reason = Words::tr("All records are present.");
        return inspection;
    };
    if (directory.find(top + "/model.json") || directory.find(top + "/constants.pkl"))
        return recognise("TorchScript");
    if (directory.find(top + "/.data/version"))
        return recognise("torch.package");
    if (directory.find(top + "/archive_format"))
        return recognise("torch.export");
    if (directory.complaint()) {
        inspection.format = QStringLiteral("torch zip");
        return inspection;
    }
    return std::nullopt;
}

}  // namespace trainyard
