// SPDX-License-Identifier: GPL-3.0-or-later
// What a copy would overwrite, and which files mark a checkpoint as complete. Pure; value types.
#pragma once

#include "core/transport/transfer/localfiles.h"

namespace trainyard {

struct Differences {
    QList<TreeEntry> changed, doubtful;  // doubtful: of equal size, so the content must be compared
    int unchanged = 0;
};
Differences differencesOf(const QList<TreeEntry> &files, const FileTree &there, bool trustsTimes);

// Files whose own name matches one of `patterns`, as in .gitignore, without slashes. Sorted.
QList<QByteArray> filesNamed(const QList<TreeEntry> &files, const QStringList &patterns);

// Those of `files` that already exist, whatever their content.
QList<QByteArray> filesThere(const QList<TreeEntry> &files, const FileTree &there);

// The existing `marks` of folders that contain, at any depth, a file of `replaced`.
QList<QByteArray> marksBeside(const QList<QByteArray> &marks, const QList<QByteArray> &replaced, const FileTree &there);

}  // namespace trainyard
