// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a checkpoint when it was verified as complete: sizes, times and SHA-256. Pure. The text is JSON, is stored next to the
// checkpoint, and is read back with distrust: anyone who can change the checkpoint can change it too. It detects damage by a disk, a copy
// or a careless person, not by an attacker.
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

constexpr qint64 kMaxManifest = 32 * 1024 * 1024;  // about 100,000 files

QByteArray manifestText(const Manifest &manifest);
// Corrupt: not a manifest, or one of a later version, or it names files outside the directory.
Result<Manifest> parseManifest(const QByteArray &text);

enum class FileChange {
    Same,     // digest equal; or size and time equal if it was not read (isProven)
    Touched,  // size equal, time different, and it was not read
    Changed,  // different digest
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

// `now`: the checkpoint's files as listed; `digests`: of those that were read, by name. In the manifest's order, then the added ones.
QList<FileComparison> compareWithManifest(const Manifest &manifest, const QList<CheckpointFile> &now,
                                          const QMap<QString, QByteArray> &digests = {});
// Something is missing, or has another size or content.
bool isDamage(FileChange change);

}  // namespace trainyard
