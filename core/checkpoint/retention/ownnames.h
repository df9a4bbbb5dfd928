// SPDX-License-Identifier: GPL-3.0-or-later
// The names that Trainyard itself puts among checkpoints. All of them begin with ".trainyard-", so that a program that lists
// checkpoints passes over them. Pure.
#pragma once

#include <QDateTime>
#include <QString>

#include <optional>

namespace trainyard {

// Relative, without "..", "." and empty parts, without NUL: joined to a folder it stays inside.
bool isSafeRelative(const QString &name);
bool isOwnName(const QString &name);  // any part of it begins with ".trainyard-"

// ".trainyard-trash/20261122T141503Z-1f3a": one entry is what one removal took away, under the names it had.
inline const QString kTrashFolder = QStringLiteral(".trainyard-trash");
QString trashEntryName(const QDateTime &when, quint32 salt);  // without the folder
bool isTrashEntryName(const QString &name);
std::optional<QDateTime> trashedAt(const QString &entry);  // UTC
// While files are on their way into it or out of it: an entry found under this name was interrupted.
QString movingName(const QString &entry);
std::optional<QString> entryOfMovingName(const QString &name);
// What is deleted for good is renamed to this first, so that it is never half there under its own name.
QString doomedName(const QString &entry);
bool isDoomedName(const QString &name);

// ".trainyard-manifest.json" in the folder `checkpoint` ("." is where all of them are), or ".trainyard-manifest.NAME.json"
// beside the file or files that are called so.
QString manifestName(const QString &checkpoint, bool isFolder);
bool isManifestName(const QString &name);
QString namedByManifest(const QString &name);  // the NAME; empty: it is of its whole folder
bool isLeftoverName(const QString &name);      // what one is written to before it has its name, here (QSaveFile) or on a machine
// ".trainyard-pin" or ".trainyard-pin.NAME", likewise.
QString pinName(const QString &checkpoint, bool isFolder);
bool isPinName(const QString &name);

}  // namespace trainyard
