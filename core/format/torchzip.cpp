// torch.save's zip (torch 1.6 and later): stored records, a directory at the end, always with zip64 records. Layout:
// caffe2/serialize/inline_container.cc and PKWARE's APPNOTE 4.3.
#include "core/format/fileverdict.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr quint32 kEndSignature = 0x06054b50, kEnd64Signature = 0x06064b50, kLocator64Signature = 0x07064b50,
                  kEntrySignature = 0x02014b50;
constexpr qint64 kEndBytes = 22, kEnd64Bytes = 56, kLocator64Bytes = 20, kEntryBytes = 46, kLocalBytes = 30;
// The end records and, for up to about 1,000 tensors, the directory.
constexpr qint64 kTailBytes = 128 * 1024;
// 64 bytes per tensor: a million of them. More is not worth a transfer just to look.
constexpr quint64 kMaxDirectoryBytes = 64 * 1024 * 1024;

struct Directory {
    quint64 offset = 0, bytes = 0, entries = 0;
    quint64 end = 0;       // where the end records begin: the directory must lie before
};

FileVerdict verdictOf(Verdict verdict, const QString &reason)
{
    FileVerdict judged;
    judged.verdict = verdict;
    judged.reason = reason;
    judged.format = QStringLiteral("torch zip");
    return judged;
}

FileVerdict corrupt(const char *complaint)
{
    return verdictOf(Verdict::Corrupt, Words::tr("Its directory breaks the format's rules: %1.")
                                           .arg(QLatin1String(complaint)));
}

// A file seen through its last bytes; further places are read when asked for.
class Tail {
public:
    Tail(const CheckpointFile &file, FileSource &source) : m_file(file), m_source(source) {}

    Result<void> load()
    {
        const qint64 length = std::min(m_file.sizeBytes, kTailBytes);
        m_offset = m_file.sizeBytes - length;
        auto bytes = readExactly(m_source, m_file.name, m_offset, length);
        if (!bytes)
            return bytes.error();
        m_bytes = *bytes;
        return {};
    }
    Result<QByteArray> at(qint64 offset, qint64 length) const
    {
        if (offset >= m_offset)
            return m_bytes.mid(offset - m_offset, length);
        return readExactly(m_source, m_file.name, offset, length);
    }
    const QByteArray &bytes() const { return m_bytes; }
    qint64 offset() const { return m_offset; }

private:
    const CheckpointFile &m_file;
    FileSource &m_source;
    QByteArray m_bytes;
    qint64 m_offset = 0;
};

// Positions of end records whose comment reaches exactly to the end of the file.
QList<qint64> endRecords(const Tail &tail)
{
    QList<qint64> found;
    const QByteArray &bytes = tail.bytes();
    const qsizetype least = std::max<qsizetype>(0, bytes.size() - kEndBytes - 0xffff);
    for (qsizetype at = bytes.size() - kEndBytes; at >= least; --at) {
        if (littleEndianAt<quint32>(bytes, at) == kEndSignature
            && at + kEndBytes + littleEndianAt<quint16>(bytes, at + 20) == bytes.size())
            found << tail.offset() + at;
    }
    return found;
}

std::optional<FileVerdict> findDirectory(const Tail &tail, qint64 end, Directory &directory)
{
    const QByteArray record = tail.bytes().mid(end - tail.offset(), kEndBytes);
    directory.entries = littleEndianAt<quint16>(record, 10);
    directory.bytes = littleEndianAt<quint32>(record, 12);
    directory.offset = littleEndianAt<quint32>(record, 16);
    directory.end = quint64(end);

    const qint64 locatorAt = end - kLocator64Bytes;
    const bool hasLocator = locatorAt >= tail.offset()
        && littleEndianAt<quint32>(tail.bytes(), locatorAt - tail.offset()) == kLocator64Signature;
    const bool needs64 = directory.entries == 0xffff || directory.bytes == 0xffffffff || directory.offset == 0xffffffff;
    if (!hasLocator)
        return needs64 ? std::optional(corrupt("the 64-bit end record is missing")) : std::nullopt;

    const quint64 end64 = littleEndianAt<quint64>(tail.bytes(), locatorAt - tail.offset() + 8);
    if (end64 > quint64(locatorAt) || quint64(locatorAt) - end64 < quint64(kEnd64Bytes))
        return corrupt("the 64-bit end record lies outside");
    const auto record64 = tail.at(qint64(end64), kEnd64Bytes);
    if (!record64)
        return verdictOf(Verdict::Unknown, record64.error().what);
    if (littleEndianAt<quint32>(*record64, 0) != kEnd64Signature)
        return corrupt("the 64-bit end record is missing");
    const Directory small = directory;
    directory.entries = littleEndianAt<quint64>(*record64, 32);
    directory.bytes = littleEndianAt<quint64>(*record64, 40);
    directory.offset = littleEndianAt<quint64>(*record64, 48);
    directory.end = end64;
    // Readers that look at one record only would otherwise see another file than those that look at both.
    if (small.entries != std::min<quint64>(directory.entries, 0xffff)
        || small.bytes != std::min<quint64>(directory.bytes, 0xffffffff)
        || small.offset != std::min<quint64>(directory.offset, 0xffffffff))
        return corrupt("its two end records disagree");
    return std::nullopt;
}

struct Entry {
    QByteArray name;
    quint64 storedBytes = 0, bytes = 0, offset = 0;
};

// Replaces the 32-bit values that say "see the extra field"; false when that is not there.
bool widen(QByteArrayView extra, Entry &entry)
{
    QList<quint64 *> wanted;
    for (quint64 *value : {&entry.bytes, &entry.storedBytes, &entry.offset}) {   // the order in the field
        if (*value == 0xffffffff)
            wanted << value;
    }
    if (wanted.isEmpty())
        return true;
    qsizetype at = 0;
    while (extra.size() - at >= 4) {
        const quint16 id = littleEndianAt<quint16>(extra, at);
        const qsizetype length = littleEndianAt<quint16>(extra, at + 2);
        at += 4;
        if (length > extra.size() - at)
            return false;
        if (id == 1) {
            if (length < wanted.size() * 8)
                return false;
            for (qsizetype i = 0; i < wanted.size(); ++i)
                *wanted[i] = littleEndianAt<quint64>(extra, at + i * 8);
            return true;
        }
        at += length;
    }
    return false;
}

FileVerdict judgeEntries(QByteArrayView bytes, const Directory &directory)
{
    QSet<QByteArray> names;
    QByteArray top;
    bool hasPickle = false;
    quint64 count = 0;
    qsizetype at = 0;
    while (at < bytes.size()) {
        if (bytes.size() - at < kEntryBytes || littleEndianAt<quint32>(bytes, at) != kEntrySignature)
            return corrupt("an entry is damaged");
        const qsizetype nameBytes = littleEndianAt<quint16>(bytes, at + 28),
                        extraBytes = littleEndianAt<quint16>(bytes, at + 30),
                        commentBytes = littleEndianAt<quint16>(bytes, at + 32);
        if (bytes.size() - at - kEntryBytes < nameBytes + extraBytes + commentBytes)
            return corrupt("an entry is damaged");
        Entry entry;
        entry.name = bytes.sliced(at + kEntryBytes, nameBytes).toByteArray();
        entry.storedBytes = littleEndianAt<quint32>(bytes, at + 20);
        entry.bytes = littleEndianAt<quint32>(bytes, at + 24);
        entry.offset = littleEndianAt<quint32>(bytes, at + 42);
        if (!widen(bytes.sliced(at + kEntryBytes + nameBytes, extraBytes), entry))
            return corrupt("an entry lacks its 64-bit size");
        quint64 end = 0;
        if (__builtin_add_overflow(entry.offset, entry.storedBytes, &end)
            || __builtin_add_overflow(end, quint64(kLocalBytes + nameBytes), &end) || end > directory.offset)
            return corrupt("an entry lies outside the file");
        // torch looks names up without regard to case and takes the last of two: such a file shows everybody
        // something else.
        const QByteArray folded = entry.name.toLower();
        if (names.contains(folded))
            return corrupt("a name stands twice");
        names.insert(folded);
        const QByteArray entryTop = entry.name.left(entry.name.indexOf('/'));
        if (count == 0)
            top = entryTop;
        if (entryTop != top)
            return corrupt("more than one top folder");
        hasPickle = hasPickle || entry.name == top + "/data.pkl";
        ++count;
        at += kEntryBytes + nameBytes + extraBytes + commentBytes;
    }
    if (count != directory.entries)
        return corrupt("it counts other entries than it holds");
    if (!hasPickle)
        return verdictOf(Verdict::Corrupt, Words::tr("It is a zip file without torch's data.pkl: no torch checkpoint."));
    return verdictOf(Verdict::Complete, Words::tr("Every record is there."));
}

}  // namespace

FileVerdict judgeTorchZip(const CheckpointFile &file, FileSource &source)
{
    Tail tail(file, source);
    if (file.sizeBytes < kEndBytes)
        return verdictOf(Verdict::Partial, Words::tr("The file ends early: its directory is missing."));
    if (const auto loaded = tail.load(); !loaded)
        return verdictOf(Verdict::Unknown, loaded.error().what);
    const QList<qint64> ends = endRecords(tail);
    if (ends.isEmpty())
        return verdictOf(Verdict::Partial, Words::tr("The file ends early: its directory is missing."));
    if (ends.size() > 1)
        return corrupt("two end records");
    Directory directory;
    if (const auto refused = findDirectory(tail, ends.first(), directory))
        return *refused;
    quint64 end = 0;
    if (__builtin_add_overflow(directory.offset, directory.bytes, &end) || end > directory.end)
        return corrupt("the directory lies outside the file");
    if (directory.bytes > kMaxDirectoryBytes)
        return verdictOf(Verdict::Unknown, Words::tr("Its directory is too large to look at from here."));
    const auto bytes = tail.at(qint64(directory.offset), qint64(directory.bytes));
    if (!bytes)
        return verdictOf(Verdict::Unknown, bytes.error().what);
    return judgeEntries(*bytes, directory);
}

}  // namespace trainyard
