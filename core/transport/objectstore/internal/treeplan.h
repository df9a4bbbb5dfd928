// SPDX-License-Identifier: GPL-3.0-or-later
// Which files of a tree are copied, and in which order. Internal to core/transport/objectstore.
#pragma once

#include "core/transport/objectstore/treecopy.h"
#include "core/transport/transfer/localfiles.h"

#include <QList>

#include <functional>

namespace trainyard {

struct TreeFile {
    QString name;  // below the top; empty: the top is one file
    qint64 size = 0;
    std::optional<StoredObject> object;  // in the store, with what its HEAD request reports
    QString origin;                      // where its bytes are, below the top, when `name` is a link to them; empty: under its name
};

// The files of a tree that was listed where it is stored. Stores have no links, so a link inside the tree is copied as its target. A link
// that leads outside, or that cannot be resolved from its text alone, is left out.
QList<TreeFile> filesOf(const FileTree &tree, QStringList &leftOut);

// What is below `key`: one file, or all below `key/`. Names that would lead out of a folder are added to `leftOut`. NotFound.
Result<QList<TreeFile>> listStoreTree(ObjectStore &store, const QString &key, QStringList &leftOut, std::stop_token stop);

// Fills in the objects that already exist; fails if one has another size and may not be replaced.
Result<void> findObjects(ObjectStore &store, const TreeCopySpec &spec, QList<TreeFile> &files, std::stop_token stop);

// The uploads to a store that findObjects() has examined: new and replaced files in the order of their marks, and the unchanged ones. The
// `sha256` of a source is computed only where it decides. AlreadyExists.
struct PushPlan {
    QList<TreeFile> todo, replaced, same;
};
Result<PushPlan> planPush(const TreeCopySpec &spec, const QList<TreeFile> &files,
                          const std::function<Result<QByteArray>(const TreeFile &)> &sha256);

// One file after the other, in the order that marks require. `move` gets the callback for its progress.
Result<void> moveEach(const QList<TreeFile> &todo, qint64 before, qint64 total, const TreeMoved &moved, TreeCopyOutcome &outcome,
                      const std::function<Result<StoreFileOutcome>(const TreeFile &, const StoreMoved &)> &move);
// Counts the files that already existed; returns the sum of their bytes.
qint64 countSame(TreeCopyOutcome &outcome, const QList<TreeFile> &same);

void sortByCommit(QList<TreeFile> &files);
QString keyOf(const TreeCopySpec &spec, const TreeFile &file);
QString pathOf(const TreeCopySpec &spec, const TreeFile &file);
Error somethingElse(const QString &name);
Error notWhatWasPut(const QString &key);
qint64 sumOf(const QList<TreeFile> &files);  // bytes

void weaken(StoreCheck &check, StoreCheck by);

// Removes from `same` the marks of folders that contain one of `replaced`, and returns them: they are deleted and written again as well.
QList<TreeFile> takeMarksAbove(QList<TreeFile> &same, const QList<TreeFile> &replaced);

// Deletes the marks of a checkpoint before it is replaced, so that a mix of old and new files is not taken for a complete checkpoint.
Result<void> removeMarks(ObjectStore &store, const TreeCopySpec &spec, const QList<TreeFile> &replaced, std::stop_token stop);

}  // namespace trainyard
