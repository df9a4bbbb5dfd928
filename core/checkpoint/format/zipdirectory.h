// SPDX-License-Identifier: GPL-3.0-or-later
// The directory of a zip file, strictly: PKWARE's APPNOTE 4.3 with its 64-bit records. What two readers could understand in
// two ways (a second end record, names twice or only differing in case, records that overlap) is an error here. Nothing is
// allocated by a count that the file claims. Pure; any thread.
#pragma once

#include <QByteArray>

#include <optional>
#include <vector>

namespace trainyard {

// Where the directory lies, from the last bytes of the file: 66 KiB see every possible place.
struct ZipEnd {
    const char *complaint = nullptr;  // untranslated; null: well
    bool isMissing = false;           // no end record at all: the file ends early, or it is no zip
    quint64 offset = 0, bytes = 0, entries = 0;
};
ZipEnd findZipEnd(QByteArrayView tail, quint64 tailOffset);

struct ZipEntry {
    QByteArrayView name;                             // into the directory's bytes
    quint64 bytes = 0, storedBytes = 0, offset = 0;  // offset: of its local header
    quint32 crc = 0;                                 // 0: was not computed, unless the entry is empty
    quint16 flags = 0, method = 0;                   // 0 stored, 8 deflated
};

class ZipDirectory {
public:
    // `bytes`: the directory as `end` says where; kept.
    static ZipDirectory parse(const QByteArray &bytes, const ZipEnd &end);

    const char *complaint() const { return m_complaint; }  // null: well
    QByteArrayView complaintName() const { return m_complaintName; }
    const std::vector<ZipEntry> &entries() const { return m_entries; }  // in the file's order; those before a complaint
    const ZipEntry *find(QByteArrayView name) const;
    QByteArrayView topFolder() const;  // of the first entry, without the slash; empty when it has none

private:
    const char *read(const ZipEnd &end);
    const char *checkNames();
    const char *checkPlaces(const ZipEnd &end);

    QByteArray m_bytes;
    std::vector<ZipEntry> m_entries;
    std::vector<quint32> m_byName;  // without regard to case
    const char *m_complaint = nullptr;
    QByteArrayView m_complaintName;
};

// The local header in front of an entry's data, which a careless reader may believe instead.
constexpr qint64 kZipLocalBytes = 30;
struct ZipLocal {
    const char *complaint = nullptr;
    quint64 dataOffset = 0;  // in the file
};
// `header`: the file from the entry's offset on, at least 30 bytes and the name.
ZipLocal checkZipLocal(QByteArrayView header, const ZipEntry &entry);

// At most `most` bytes of a deflated entry's beginning; fewer where `stored` ends. nullopt: it is damaged.
std::optional<QByteArray> inflateBegin(QByteArrayView stored, qsizetype most);

}  // namespace trainyard
