// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/zipdirectory.h"

#include <QtEndian>

#include <algorithm>
#include <zlib.h>

namespace trainyard {

namespace {

constexpr quint32 kEnd = 0x06054b50, kEnd64 = 0x06064b50, kLocator64 = 0x07064b50, kEntry = 0x02014b50, kLocal = 0x04034b50;
constexpr qsizetype kEndBytes = 22, kEnd64Bytes = 56, kLocator64Bytes = 20, kEntryBytes = 46;
constexpr quint16 kEncrypted = 0x2041;  // bits 0, 6 and 13

template <typename T>
T at(QByteArrayView bytes, qsizetype offset)
{
    Q_ASSERT(offset >= 0 && offset + qsizetype(sizeof(T)) <= bytes.size());
    return qFromLittleEndian<T>(bytes.data() + offset);
}

ZipEnd broken(const char *complaint)
{
    ZipEnd end;
    end.complaint = complaint;
    return end;
}

// Replaces the 32-bit values that mean "see the extra field"; false if that field is missing.
bool widen(QByteArrayView extra, ZipEntry &entry)
{
    quint64 *wanted[3];
    qsizetype count = 0;
    for (quint64 *value : {&entry.bytes, &entry.storedBytes, &entry.offset}) {  // the order in the field
        if (*value == 0xffffffff)
            wanted[count++] = value;
    }
    for (qsizetype place = 0; count > 0 && extra.size() - place >= 4;) {
        const quint16 id = at<quint16>(extra, place);
        const qsizetype length = at<quint16>(extra, place + 2);
        place += 4;
        if (length > extra.size() - place || (id == 1 && length < count * 8))
            return false;
        if (id == 1) {
            for (qsizetype i = 0; i < count; ++i)
                *wanted[i] = at<quint64>(extra, place + i * 8);
            return true;
        }
        place += length;
    }
    return count == 0;
}

int compareNames(QByteArrayView a, QByteArrayView b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? int(c) + 32 : int(quint8(c)); };
    const qsizetype common = std::min(a.size(), b.size());
    for (qsizetype i = 0; i < common; ++i) {
        if (const int difference = lower(a[i]) - lower(b[i]))
            return difference;
    }
    return a.size() < b.size() ? -1 : a.size() > b.size();
}

}  // namespace

ZipEnd findZipEnd(QByteArrayView tail, quint64 tailOffset)
{
    // The last record in the file whose comment reaches exactly to the end; readers that only search for the signature must find the same
    // one.
    const qsizetype least = std::max<qsizetype>(0, tail.size() - kEndBytes - 0xffff);
    qsizetype found = -1;
    bool hasOther = false;
    for (qsizetype place = tail.size() - 4; place >= least; --place) {
        if (tail[place] != 'P' || at<quint32>(tail, place) != kEnd)
            continue;
        const bool fits = place + kEndBytes <= tail.size() && place + kEndBytes + at<quint16>(tail, place + 20) == tail.size();
        if (fits && found >= 0)
            return broken("two end records");
        if (fits)
            found = place;
        else if (found < 0)
            hasOther = true;  // after the one that counts
    }
    ZipEnd end;
    if (found < 0) {
        end.isMissing = true;
        return end;
    }
    if (hasOther)
        return broken("two end records");
    if (at<quint16>(tail, found + 4) != 0 || at<quint16>(tail, found + 6) != 0)
        return broken("it is one part of several");
    end.entries = at<quint16>(tail, found + 10);
    end.bytes = at<quint32>(tail, found + 12);
    end.offset = at<quint32>(tail, found + 16);
    quint64 directoryEnd = tailOffset + quint64(found);

    const qsizetype locator = found - kLocator64Bytes;
    if (locator >= 0 && at<quint32>(tail, locator) == kLocator64) {
        const quint64 end64 = at<quint64>(tail, locator + 8), locatorAt = tailOffset + quint64(locator);
        if (end64 < tailOffset || end64 > locatorAt || locatorAt - end64 < quint64(kEnd64Bytes))
            return broken("the 64-bit end record lies outside");
        const auto place = qsizetype(end64 - tailOffset);
        if (at<quint32>(tail, place) != kEnd64)
            return broken("the 64-bit end record is missing");
        const ZipEnd small = end;
        end.entries = at<quint64>(tail, place + 32);
        end.bytes = at<quint64>(tail, place + 40);
        end.offset = at<quint64>(tail, place + 48);
        directoryEnd = end64;
        const auto agrees = [](quint64 narrow, quint64 wide, quint64 most) { return narrow == std::min(wide, most) || narrow == most; };
        if (!agrees(small.entries, end.entries, 0xffff) || !agrees(small.bytes, end.bytes, 0xffffffff)
            || !agrees(small.offset, end.offset, 0xffffffff))
            return broken("its two end records disagree");
    } else if (end.entries == 0xffff || end.bytes == 0xffffffff || end.offset == 0xffffffff) {
        return broken("the 64-bit end record is missing");
    }
    quint64 stop = 0;
    if (__builtin_add_overflow(end.offset, end.bytes, &stop) || stop > directoryEnd)
        return broken("the directory lies outside the file");
    if (stop != directoryEnd)
        return broken("the directory does not reach its end record");
    return end;
}

ZipDirectory ZipDirectory::parse(const QByteArray &bytes, const ZipEnd &end)
{
    ZipDirectory directory;
    directory.m_bytes = bytes;
    directory.m_complaint = directory.read(end);
    const char *names = directory.checkNames();
    if (!directory.m_complaint)
        directory.m_complaint = names ? names : directory.checkPlaces(end);
    return directory;
}

const char *ZipDirectory::read(const ZipEnd &end)
{
    const QByteArrayView bytes(m_bytes);
    qsizetype place = 0;
    while (place < bytes.size()) {
        if (bytes.size() - place < kEntryBytes || at<quint32>(bytes, place) != kEntry)
            return "an entry is damaged";
        const qsizetype name = at<quint16>(bytes, place + 28), extra = at<quint16>(bytes, place + 30),
                        comment = at<quint16>(bytes, place + 32);
        if (name + extra + comment > bytes.size() - place - kEntryBytes)
            return "an entry reaches beyond its end";
        ZipEntry entry;
        entry.flags = at<quint16>(bytes, place + 8);
        entry.method = at<quint16>(bytes, place + 10);
        entry.crc = at<quint32>(bytes, place + 16);
        entry.storedBytes = at<quint32>(bytes, place + 20);
        entry.bytes = at<quint32>(bytes, place + 24);
        entry.offset = at<quint32>(bytes, place + 42);
        entry.name = bytes.sliced(place + kEntryBytes, name);
        m_complaintName = entry.name;
        if (!widen(bytes.sliced(place + kEntryBytes + name, extra), entry))
            return "a 64-bit size is missing";
        if (entry.flags & kEncrypted)
            return "an entry is encrypted";
        if (entry.method != 0 && entry.method != 8)
            return "an entry is compressed in an unknown way";
        if (entry.method == 0 && entry.bytes != entry.storedBytes)
            return "an entry has two sizes";
        if (entry.name.isEmpty() || entry.name.contains('\0'))
            return "an entry has no proper name";
        m_entries.push_back(entry);
        place += kEntryBytes + name + extra + comment;
    }
    m_complaintName = {};
    return m_entries.size() == end.entries ? nullptr : "it counts other entries than it holds";
}

const char *ZipDirectory::checkNames()
{
    m_byName.resize(m_entries.size());
    for (size_t i = 0; i < m_byName.size(); ++i)
        m_byName[i] = quint32(i);
    std::sort(m_byName.begin(), m_byName.end(),
              [this](quint32 a, quint32 b) { return compareNames(m_entries[a].name, m_entries[b].name) < 0; });
    for (size_t i = 1; i < m_byName.size(); ++i) {
        if (compareNames(m_entries[m_byName[i - 1]].name, m_entries[m_byName[i]].name) == 0) {
            m_complaintName = m_entries[m_byName[i]].name;
            return "a name is there twice";
        }
    }
    return nullptr;
}

const char *ZipDirectory::checkPlaces(const ZipEnd &end)
{
    // Writers put records in the directory's order; if not, they are sorted first.
    std::vector<const ZipEntry *> byPlace;
    byPlace.reserve(m_entries.size());
    for (const ZipEntry &entry : m_entries)
        byPlace.push_back(&entry);
    const auto isBefore = [](const ZipEntry *a, const ZipEntry *b) { return a->offset < b->offset; };
    if (!std::is_sorted(byPlace.begin(), byPlace.end(), isBefore))
        std::sort(byPlace.begin(), byPlace.end(), isBefore);
    for (size_t i = 0; i < byPlace.size(); ++i) {
        const quint64 limit = i + 1 < byPlace.size() ? byPlace[i + 1]->offset : end.offset;
        quint64 stop = 0;
        if (__builtin_add_overflow(byPlace[i]->offset, quint64(kZipLocalBytes) + quint64(byPlace[i]->name.size()), &stop)
            || __builtin_add_overflow(stop, byPlace[i]->storedBytes, &stop) || stop > limit) {
            m_complaintName = byPlace[i]->name;
            return "a record reaches into the next";
        }
    }
    return nullptr;
}

const ZipEntry *ZipDirectory::find(QByteArrayView name) const
{
    const auto place = std::lower_bound(m_byName.begin(), m_byName.end(), name, [this](quint32 entry, QByteArrayView wanted) {
        return compareNames(m_entries[entry].name, wanted) < 0;
    });
    return place != m_byName.end() && m_entries[*place].name == name ? &m_entries[*place] : nullptr;
}

QByteArrayView ZipDirectory::topFolder() const
{
    const QByteArrayView first = m_entries.empty() ? QByteArrayView() : m_entries.front().name;
    return first.first(std::max<qsizetype>(0, first.indexOf('/')));
}

ZipLocal checkZipLocal(QByteArrayView header, const ZipEntry &entry)
{
    ZipLocal local;
    if (header.size() < kZipLocalBytes + entry.name.size() || at<quint32>(header, 0) != kLocal) {
        local.complaint = "a record is not where the directory says";
        return local;
    }
    const quint32 crc = at<quint32>(header, 14), stored = at<quint32>(header, 18), bytes = at<quint32>(header, 22);
    // Zeros mean nothing: sizes of streamed data come after the data, and not every writer sets the flag for that.
    const auto agrees = [](quint32 here, quint64 there) { return here == there || here == 0xffffffff || here == 0; };
    if (at<quint16>(header, 26) != entry.name.size() || header.sliced(kZipLocalBytes, entry.name.size()) != entry.name)
        local.complaint = "a record has another name than in the directory";
    else if (((at<quint16>(header, 6) ^ entry.flags) & kEncrypted) || at<quint16>(header, 8) != entry.method)
        local.complaint = "a record is packed in another way than the directory says";
    else if (!agrees(crc, entry.crc) || !agrees(stored, entry.storedBytes) || !agrees(bytes, entry.bytes))
        local.complaint = "a record has another size than in the directory";
    local.dataOffset = entry.offset + quint64(kZipLocalBytes) + quint64(entry.name.size()) + at<quint16>(header, 28);
    return local;
}

std::optional<QByteArray> inflateBegin(QByteArrayView stored, qsizetype most)
{
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return std::nullopt;
    QByteArray out;
    int state = Z_OK;
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(stored.data()));
    stream.avail_in = uInt(std::min<qsizetype>(stored.size(), 1 << 30));
    // Grows with the output, not with the claimed size.
    while (out.size() < most && state == Z_OK) {
        const qsizetype before = out.size(), room = std::min<qsizetype>(most - before, 1 << 16);
        out.resize(before + room);
        stream.next_out = reinterpret_cast<Bytef *>(out.data() + before);
        stream.avail_out = uInt(room);
        state = inflate(&stream, Z_NO_FLUSH);
        out.resize(before + room - qsizetype(stream.avail_out));
        if (out.size() == before)
            break;
    }
    inflateEnd(&stream);
    if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)
        return std::nullopt;
    return out;
}

}  // namespace trainyard
