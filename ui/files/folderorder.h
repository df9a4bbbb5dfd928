// SPDX-License-Identifier: GPL-3.0-or-later
// Which entries of a folder are shown, in which order, and the words for them. Pure; any thread, because a large folder takes a while.
#pragma once

#include "core/model/folderentry.h"

#include <QList>
#include <QString>

namespace trainyard {

enum class FolderColumn { Name, Size, Modified, Kind };

struct FolderOrder {
    FolderColumn column = FolderColumn::Name;
    bool isDescending = false;
    QString filter;  // a part of the name as it is shown, in any case
    bool showsHidden = false;

    bool operator==(const FolderOrder &) const = default;
};

struct OrderedFolder {
    QList<int> rows;         // indexes of the entries that are shown; folders first
    qsizetype notShown = 0;  // because they are hidden
    qint64 bytes = 0;        // of the files that are shown
};
OrderedFolder orderedFolder(const QList<FolderEntry> &entries, const FolderOrder &order);

// step-9 before step-10, upper and lower case alike; equal only for equal bytes.
bool isNameBefore(const QByteArray &a, const QByteArray &b);

// "Folder", "PY file", "Link to a folder", "Broken link" …
QString kindText(const FolderEntry &entry);

}  // namespace trainyard
