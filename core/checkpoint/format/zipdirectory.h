// SPDX-License-Identifier: GPL-3.0-or-later
// The directory of a zip file, parsed strictly: PKWARE's APPNOTE 4.3 with its 64-bit records. Anything that two readers could interpret
// differently (a second end record, names twice or differing only in case, overlapping records) is an error here. No allocation depends on
// a count that the file claims. Pure; any thread.
#pragma once

#include <QByteArray>

#include <optional>
#include <vector>

namespace trainyard {

// The position of the directory, from the last bytes of the file: 66 KiB cover every possible position.
struct ZipEnd {
    const char *complaint = nullptr;  // untranslated; null: valid
    bool isMissing = false;           // no end record at all: the file is truncated, or it is not a zip
    quint64 offset = 0, bytes = 0, entries = 0;
};
ZipEnd findZipEnd(QByteArrayView tail, quint64 tailOffset);

struct ZipEntry {
    QByteArrayView name;                             // into the directory's bytes
    quint64 bytes = 0, storedBytes = 0, offset = 0;  // offset: of its local header
    quint32 crc = 0;                                 // 0: not computed, unless the entry is empty
    quint16 flags = 0, method = 0;                   // 0 stored, 8 deflated
};

class ZipDirectory {
public:
    // `bytes`: the directory at the position in `end`; kept.
    static ZipDirectory parse(const QByteArray &bytes, const ZipEnd &end);

    const char *complaint() const { return m_complaint; }  // null: valid
    QByteArrayView complaintName() const { return m_complaintName; }
    const std::vector<ZipEntry> &entries() const { return m_entries; }  // in the file's order; those before the error
    const ZipEntry *find(QByteArrayView name) const;
    QByteArrayView topFolder() const;  // of the first entry, without the slash; empty if it has none

private:
    const char *read(const ZipEnd &end);
    const char *checkNames();
    const char *checkPlaces(const ZipEnd &end);

    QByteArray m_bytes;
    std::vector<ZipEntry> m_entries;
    std::vector<quint32> m_byName;  // ignoring case
    const char *m_complaint = nullptr;
    QByteArrayView m_complaintName;
};

// The local header in front of an entry's data, which a careless reader may trust instead.
constexpr qint64 kZipLocalBytes = 30;
struct ZipLocal {
    const char *complaint = nullptr;
    quint64 dataOffset = 0;  // in the file
};
// `header`: the file from the entry's offset on, at least 30 bytes and the name.
ZipLocal checkZipLocal(QByteArrayView header, const ZipEntry &entry);

// At most `most` bytes of a deflated entry's beginning; fewer if `stored` ends early. nullopt: it is damaged.
std::optional<QByteArray> inflateBegin(QByteArrayView stored, qsizetype most);

}  // namespace trainyard
