// SPDX-License-Identifier: GPL-3.0-or-later
// The files a run was started with: those of the workdir, with their hashes. Value types; pure.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace trainyard {

struct CodeFile {
    QString path;  // below the workdir
    qint64 sizeBytes = 0;
    QString sha256;        // hexadecimal; empty = too large to hash, only its size is known
    qint64 modified = -1;  // time of the copy that was sent, seconds since 1970; -1 = not recorded

    bool operator==(const CodeFile &) const = default;
};

struct CodeManifest {
    QList<CodeFile> files;  // by path
    bool isWhole = true;    // false: there were more files than the manifest keeps
    qint64 taken = 0;       // when the folder was read, seconds since 1970; 0 = not recorded

    bool operator==(const CodeManifest &) const = default;
};

struct CodeDifference {
    QStringList changed, added, removed;  // paths, sorted
    int count() const { return int(changed.size() + added.size() + removed.size()); }
};

// If the manifests are incomplete, compares only files that both list.
CodeDifference compareCode(const CodeManifest &before, const CodeManifest &now);

}  // namespace trainyard
