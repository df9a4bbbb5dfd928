// SPDX-License-Identifier: GPL-3.0-or-later
// The names that Trainyard itself adds among checkpoints. All begin with ".trainyard-", so that programs that list checkpoints skip them.
// Pure.
#pragma once

#include <QDateTime>
#include <QString>

#include <optional>

namespace trainyard {

// Relative, without "..", "." and empty parts, without NUL: joined to a folder it stays inside.
bool isSafeRelative(const QString &name);
bool isOwnName(const QString &name);  // any part of it begins with ".trainyard-"

// ".trainyard-trash/20261122T141503Z-1f3a": one entry holds the files of one removal, under their original names.
inline const QString kTrashFolder = QStringLiteral(".trainyard-trash");
QString trashEntryName(const QDateTime &when, quint32 salt);  // without the folder
bool isTrashEntryName(const QString &name);
std::optional<QDateTime> trashedAt(const QString &entry);  // UTC
// The name while files are being moved into or out of it: an entry found under this name was interrupted.
QString movingName(const QString &entry);
std::optional<QString> entryOfMovingName(const QString &name);
// An entry is renamed to this before it is permanently deleted, so that it never exists half-deleted under its own name.
QString doomedName(const QString &entry);
bool isDoomedName(const QString &name);

// ".trainyard-manifest.json" in the folder `checkpoint` ("." is the folder of all of them), or ".trainyard-manifest.NAME.json" next to the
// file or files of that name.
QString manifestName(const QString &checkpoint, bool isFolder);
bool isManifestName(const QString &name);
QString namedByManifest(const QString &name);  // the NAME; empty: the manifest covers its whole folder
bool isLeftoverName(const QString &name);      // the temporary name while a file is written, here (QSaveFile) or on a machine
// ".trainyard-pin" or ".trainyard-pin.NAME", by the same rule.
QString pinName(const QString &checkpoint, bool isFolder);
bool isPinName(const QString &name);

}  // namespace trainyard
