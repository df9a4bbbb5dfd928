// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of a checkpoint were when it was seen whole: sizes, times and SHA-256. Pure. The text is JSON, lies
// beside the checkpoint, and is read back with distrust: anyone who can change the checkpoint can change it too. It finds
// what a disk, a copy or a careless hand did, not what an attacker did.
#pragma once

#include "core/base/result.h"
#include "core/checkpoint/format/checkpoint.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QMap>

#include <optional>

namespace trainyard {

struct ManifestFile {
    QString name;  // relative to the checkpoint directory
    qint64 sizeBytes = 0;
    qint64 modified = 0;  // seconds since 1970, the machine's clock
    QByteArray sha256;    // 32 bytes
};

struct Manifest {
    QString checkpoint;
    std::optional<qint64> step;
    QDateTime made;  // UTC
    QList<ManifestFile> files;
};

constexpr qint64 kMaxManifest = 32 * 1024 * 1024;  // some 100,000 files

QByteArray manifestText(const Manifest &manifest);
// Corrupt: no manifest, or one of a later version, or it names files outside the directory.
Result<Manifest> parseManifest(const QByteArray &text);

enum class FileChange {
    Same,     // digest equal; or size and time equal where it was not read (isProven)
    Touched,  // size equal, time not, and it was not read
    Changed,  // another digest
    Grown,
    Shrunk,
    Missing,
    Added,  // in the checkpoint now, not in the manifest
};
QString fileChangeName(FileChange change);  // "same" …
QString fileChangeText(FileChange change);  // translated

struct FileComparison {
    QString name;
    FileChange change = FileChange::Same;
    bool isProven = false;  // its content was read
};

// `now`: the checkpoint's files as they are listed; `digests`: of those that were read, by name. In the manifest's order,
// then what was added.
QList<FileComparison> compareWithManifest(const Manifest &manifest, const QList<CheckpointFile> &now,
                                          const QMap<QString, QByteArray> &digests = {});
// Something is missing, another size or another content.
bool isDamage(FileChange change);

}  // namespace trainyard
