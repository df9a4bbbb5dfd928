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
    std::optional<StoredObject> object;  // in the store, with what its head tells
    QString origin;                      // where its bytes lie, below the top, when `name` is a link to them; empty: under its name
};

// Of a tree that was listed where its files lie. A link inside it goes as what it leads to, for a store has none; one that leads out,
// or that cannot be followed by its text alone, is left out.
QList<TreeFile> filesOf(const FileTree &tree, QStringList &leftOut);

// What is below `key`: one file, or all below `key/`. Names that would lead out of a folder are put into `leftOut`. NotFound.
Result<QList<TreeFile>> listStoreTree(ObjectStore &store, const QString &key, QStringList &leftOut, std::stop_token stop);

// Fills in the objects that are there already, and refuses where one is of another size and may not be replaced.
Result<void> findObjects(ObjectStore &store, const TreeCopySpec &spec, QList<TreeFile> &files, std::stop_token stop);

// What goes to a store where findObjects() looked: new and replaced files in the order of their marks, and what stays. `sha256` of a
// source is asked for only where it decides. AlreadyExists.
struct PushPlan {
    QList<TreeFile> todo, replaced, same;
};
Result<PushPlan> planPush(const TreeCopySpec &spec, const QList<TreeFile> &files,
                          const std::function<Result<QByteArray>(const TreeFile &)> &sha256);

// One file after the other, as marks want it. `move` is told whom to tell how far it has come.
Result<void> moveEach(const QList<TreeFile> &todo, qint64 before, qint64 total, const TreeMoved &moved, TreeCopyOutcome &outcome,
                      const std::function<Result<StoreFileOutcome>(const TreeFile &, const StoreMoved &)> &move);
// Counts what was there already; the sum of its bytes.
qint64 countSame(TreeCopyOutcome &outcome, const QList<TreeFile> &same);

void sortByCommit(QList<TreeFile> &files);
QString keyOf(const TreeCopySpec &spec, const TreeFile &file);
QString pathOf(const TreeCopySpec &spec, const TreeFile &file);
Error somethingElse(const QString &name);
Error notWhatWasPut(const QString &key);
qint64 sumOf(const QList<TreeFile> &files);  // bytes

void weaken(StoreCheck &check, StoreCheck by);

// Takes out of `same` the marks that say of something to be complete that holds one of `replaced`: they go and come again as well.
QList<TreeFile> takeMarksAbove(QList<TreeFile> &same, const QList<TreeFile> &replaced);

// Marks of a checkpoint that is about to be replaced go first, so that halves of both are not taken for a whole one.
Result<void> removeMarks(ObjectStore &store, const TreeCopySpec &spec, const QList<TreeFile> &replaced, std::stop_token stop);

}  // namespace trainyard
