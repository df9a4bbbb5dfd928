// SPDX-License-Identifier: GPL-3.0-or-later
// A file in a folder on a machine, as the machine lists it: untrusted. Value type, pure.
#pragma once

#include <QString>

namespace trainyard {

struct RemoteFile {
    QString name;         // without the directory
    qint64 size = 0;      // bytes
    qint64 modified = 0;  // seconds since 1970
    quint32 mode = 0;     // st_mode, type bits included
    bool isDirectory() const { return (mode & 0170000) == 0040000; }
    bool isRegular() const { return (mode & 0170000) == 0100000; }
    bool isLink() const { return (mode & 0170000) == 0120000; }
};

}  // namespace trainyard
