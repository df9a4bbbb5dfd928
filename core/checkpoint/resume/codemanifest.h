// SPDX-License-Identifier: GPL-3.0-or-later
// Which files a run was started with: the workdir's, by their hashes. Value types; pure.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace trainyard {

struct CodeFile {
    QString path;  // below the workdir
    qint64 sizeBytes = 0;
    QString sha256;  // hexadecimal; empty = too large to be hashed, only its size is known

    bool operator==(const CodeFile &) const = default;
};

struct CodeManifest {
    QList<CodeFile> files;  // by path
    bool isWhole = true;    // false: there were more files than are kept

    bool operator==(const CodeManifest &) const = default;
};

struct CodeDifference {
    QStringList changed, added, removed;  // paths, sorted
    int count() const { return int(changed.size() + added.size() + removed.size()); }
};

// Of two manifests that are not whole only what both list is compared.
CodeDifference compareCode(const CodeManifest &before, const CodeManifest &now);

}  // namespace trainyard
