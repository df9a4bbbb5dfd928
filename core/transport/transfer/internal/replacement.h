// SPDX-License-Identifier: GPL-3.0-or-later
// What a copy would write over, and what marks a checkpoint as complete meanwhile. Pure; value types.
#pragma once

#include "core/transport/transfer/localfiles.h"

namespace trainyard {

struct Differences {
    QList<TreeEntry> changed, doubtful;  // doubtful: of equal size, so the content must be compared
    int unchanged = 0;
};
Differences differencesOf(const QList<TreeEntry> &files, const FileTree &there, bool trustsTimes);

// Files whose own name is one of `patterns`, as in .gitignore, without slashes. Sorted.
QList<QByteArray> filesNamed(const QList<TreeEntry> &files, const QStringList &patterns);

// Those of `files` that are there already, whatever is in them.
QList<QByteArray> filesThere(const QList<TreeEntry> &files, const FileTree &there);

// Those of `marks` that are there and say of a folder that it is whole in which, or below which, something of `replaced` lies.
QList<QByteArray> marksBeside(const QList<QByteArray> &marks, const QList<QByteArray> &replaced, const FileTree &there);

}  // namespace trainyard
