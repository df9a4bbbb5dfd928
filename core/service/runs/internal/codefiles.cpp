// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/codefiles.h"

#include "core/transport/transfer/checksums.h"
#include "core/transport/transfer/localfiles.h"

#include <QDateTime>
#include <QFile>
#include <QHash>

#include <algorithm>
#include <fcntl.h>

namespace trainyard {

bool isSurelySame(const CodeFile &known, qint64 taken, qint64 size, qint64 modified)
{
    constexpr qint64 kCoarseSeconds = 2;  // the coarsest times of file systems, FAT: a later change may have the same time
    return known.modified >= 0 && known.sizeBytes == size && known.modified == modified && modified < taken - kCoarseSeconds;
}

Result<CodeManifest> readCode(const QString &folder, std::stop_token stop, const CodeManifest *known)
{
    constexpr qsizetype kMaxFiles = 20'000;          // a workdir of code has hundreds
    constexpr qint64 kMaxOfOne = 16 * 1024 * 1024;   // larger files are data
    constexpr qint64 kMaxInAll = 512 * 1024 * 1024;  // a third of a second
    const QByteArray top = QFile::encodeName(folder);
    const qint64 started = QDateTime::currentSecsSinceEpoch();
    TRY(const auto tree, listLocalTree(top, TreeFilter{true, {}}, stop));
    QList<TreeEntry> files = tree.files;
    std::sort(files.begin(), files.end(), [](const TreeEntry &a, const TreeEntry &b) { return a.path < b.path; });
    QHash<QString, const CodeFile *> earlier;
    if (known) {
        for (const CodeFile &file : known->files)
            earlier.insert(file.path, &file);
    }
    CodeManifest manifest;
    manifest.taken = started;
    manifest.isWhole = files.size() <= kMaxFiles;
    files.resize(std::min(files.size(), kMaxFiles));
    qint64 hashed = 0;
    for (const TreeEntry &file : std::as_const(files)) {
        if (stop.stop_requested())
            return cancelledError();
        CodeFile one{QFile::decodeName(file.path), file.size, {}, file.modified};
        if (const CodeFile *const was = earlier.value(one.path);
            was && !was->sha256.isEmpty() && isSurelySame(*was, known->taken, file.size, file.modified))
            one.sha256 = was->sha256;
        else if (file.size <= kMaxOfOne && hashed + file.size <= kMaxInAll) {
            hashed += file.size;
            const LocalFd open(::open(joinedPath(top, file.path).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
            if (open.isOpen())
                one.sha256 = QString::fromLatin1(localDigest(open.get(), 0, file.size, stop).toHex());
        }
        manifest.files << one;
    }
    return manifest;
}

}  // namespace trainyard
