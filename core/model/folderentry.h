// SPDX-License-Identifier: GPL-3.0-or-later
// What a folder of a machine holds, by exact names: as the machine lists it, untrusted. Value types, pure.
#pragma once

#include <QByteArray>
#include <QtGlobal>

namespace trainyard {

struct FolderEntry {
    QByteArray name;         // in its folder: not empty, without slash and NUL, neither . nor ..
    qint64 size = 0;         // bytes
    qint64 modified = 0;     // seconds since 1970
    quint32 mode = 0;        // st_mode of itself, type bits included
    QByteArray linkTarget;   // of a link: as it is written there
    quint32 targetMode = 0;  // of a link: st_mode of what it leads to; 0: nowhere, or in a circle

    static constexpr quint32 kTypeBits = 0170000, kFolderType = 0040000, kFileType = 0100000, kLinkType = 0120000;
    bool isLink() const { return (mode & kTypeBits) == kLinkType; }
    // Through a link, if it is one.
    bool isFolder() const { return ((isLink() ? targetMode : mode) & kTypeBits) == kFolderType; }
    bool isFile() const { return ((isLink() ? targetMode : mode) & kTypeBits) == kFileType; }
    bool isHidden() const { return name.startsWith('.'); }

    bool operator==(const FolderEntry &) const = default;
};

// A part of a file, and the file's size when it was read.
struct FileExcerpt {
    QByteArray bytes;
    qint64 offset = 0, size = 0;
};

// What a recursive delete would remove.
struct EntryCount {
    qint64 files = 0, folders = 0, links = 0, others = 0;  // others: devices, sockets, pipes
    qint64 bytes = 0;                                      // of the files
    qint64 all() const { return files + folders + links + others; }
};

}  // namespace trainyard
