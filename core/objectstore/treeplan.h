// Which files of a tree are copied, and in which order. Internal to core/objectstore.
#pragma once

#include "core/objectstore/treecopy.h"

#include <QList>

namespace trainyard {

struct TreeFile {
    QString name;                    // below the top; empty: the top is one file
    qint64 size = 0;
    std::optional<StoredObject> object;   // in the store, with what its head tells
};

// What is below `key`: one file, or all below `key/`. Names that would lead out of a folder are put into `leftOut`. NotFound.
Result<QList<TreeFile>> listStoreTree(ObjectStore &store, const QString &key, QStringList &leftOut, std::stop_token stop);

// Fills in the objects that are there already, and refuses where one is of another size and may not be replaced.
Result<void> findObjects(ObjectStore &store, const TreeCopySpec &spec, QList<TreeFile> &files, std::stop_token stop);

void sortByCommit(QList<TreeFile> &files);
QString keyOf(const TreeCopySpec &spec, const TreeFile &file);
QString pathOf(const TreeCopySpec &spec, const TreeFile &file);
Error somethingElse(const QString &name);
qint64 sumOf(const QList<TreeFile> &files);      // bytes

void weaken(StoreCheck &check, StoreCheck by);

// Takes out of `same` the marks that say of something to be complete that holds one of `replaced`: they go and come again as well.
QList<TreeFile> takeMarksAbove(QList<TreeFile> &same, const QList<TreeFile> &replaced);

// Marks of a checkpoint that is about to be replaced go first, so that nobody takes half of each for a whole one.
Result<void> removeMarks(ObjectStore &store, const TreeCopySpec &spec, const QList<TreeFile> &replaced, std::stop_token stop);

}  // namespace trainyard
