#include "core/objectstore/treecopy.h"

#include "core/format/commitmarks.h"
#include "core/objectstore/partdigests.h"
#include "core/objectstore/treeplan.h"
#include "core/transfer/localfiles.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

Result<QList<TreeFile>> listHere(const QString &path, QStringList &leftOut, std::stop_token stop)
{
    const auto tree = listLocalTree(QFile::encodeName(path), {}, stop);
    if (!tree)
        return tree.error();
    QList<TreeFile> files;
    for (const TreeEntry &entry : tree->files) {
        const QString name = QString::fromUtf8(entry.path);
        if (name.toUtf8() != entry.path) {
            leftOut << name;   // a store's names are text
            continue;
        }
        files << TreeFile{name, entry.size, {}};
    }
    for (const TreeEntry &link : tree->links)
        leftOut << QString::fromUtf8(link.path);
    for (const QByteArray &other : tree->others)
        leftOut << QString::fromUtf8(other);
    return files;
}

// A link below the target would take what comes from a store somewhere else.
bool leadsElsewhere(const TreeCopySpec &spec, const TreeFile &file)
{
    for (qsizetype slash = file.name.indexOf(u'/'); slash >= 0; slash = file.name.indexOf(u'/', slash + 1)) {
        if (QFileInfo(spec.path + u'/' + file.name.left(slash)).isSymLink())
            return true;
    }
    return QFileInfo(pathOf(spec, file)).isSymLink();
}

// One file after the other, as commit marks want it. `move`: uploadFile() or downloadFile().
template <typename Move>
Result<void> moveEach(const QList<TreeFile> &todo, ObjectStore &store, const StoreFileSpec &common, const TreeCopySpec &spec, qint64 before, qint64 total,
                      const TreeMoved &moved, TreeCopyOutcome &outcome, std::stop_token stop, Move move)
{
    for (const TreeFile &file : todo) {
        StoreFileSpec one = common;
        one.file = pathOf(spec, file);
        one.key = keyOf(spec, file);
        const auto done = move(store, one, [&](qint64 bytes, qint64) {
            if (moved)
                moved({file.name, before + bytes, total});
        }, stop);
        if (!done)
            return done.error();
        before += file.size;
        ++outcome.files;
        outcome.bytes += done->bytes;
        outcome.bytesKept += done->bytesKept;
        weaken(outcome.check, done->check);
    }
    return {};
}

void countSame(TreeCopyOutcome &outcome, qint64 &before, const QList<TreeFile> &same)
{
    outcome.unchanged += static_cast<int>(same.size());
    before += sumOf(same);
    if (!same.isEmpty())
        weaken(outcome.check, StoreCheck::Sha256);
}

}  // namespace

Result<TreeCopyOutcome> pushTree(ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved, std::stop_token stop)
{
    TreeCopyOutcome outcome;
    auto files = listHere(spec.path, outcome.leftOut, stop);
    if (!files)
        return files.error();
    if (files->isEmpty())
        return Error{ErrorCode::NotFound, Words::tr("There is no file in %1 that could be copied.").arg(spec.path), {}};
    if (const auto found = findObjects(store, spec, *files, stop); !found)
        return found.error();
    const qint64 total = sumOf(*files);
    qint64 before = 0;
    QList<TreeFile> todo, replaced, same;
    for (const TreeFile &file : std::as_const(*files)) {
        if (file.object) {
            bool isSame = false;
            if (file.object->size == file.size && !file.object->sha256.isEmpty()) {
                const auto digests = digestFile(pathOf(spec, file), {}, stop);
                if (!digests)
                    return digests.error();
                isSame = digests->sha256 == file.object->sha256;
            }
            if (isSame) {
                same << file;
                continue;
            }
            if (!spec.replaces)
                return somethingElse(keyOf(spec, file));
            replaced << file;
        }
        todo << file;
    }
    const QList<TreeFile> renewed = takeMarksAbove(same, replaced);
    todo += renewed;
    sortByCommit(todo);
    replaced += renewed;
    countSame(outcome, before, same);
    if (const auto removed = removeMarks(store, spec, replaced, stop); !removed)
        return removed.error();
    const StoreFileSpec common{{}, {}, spec.stateFolder, spec.readsBack, spec.partSize};
    if (const auto done = moveEach(todo, store, common, spec, before, total, moved, outcome, stop, uploadFile); !done)
        return done.error();
    return outcome;
}

Result<TreeCopyOutcome> pullTree(ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved, std::stop_token stop)
{
    TreeCopyOutcome outcome;
    auto files = listStoreTree(store, spec.key, outcome.leftOut, stop);
    if (!files)
        return files.error();
    const qint64 total = sumOf(*files);
    qint64 before = 0;
    QList<TreeFile> todo, replaced, same;
    for (const TreeFile &file : std::as_const(*files)) {
        const QString path = pathOf(spec, file);
        if (leadsElsewhere(spec, file)) {
            return Error{ErrorCode::InvalidInput,
                         Words::tr("%1 leads somewhere else by a link: nothing was copied there. Choose another folder.").arg(path), {}};
        }
        if (QFileInfo::exists(path)) {
            bool isSame = false;
            if (QFileInfo(path).size() == file.size && !file.object->sha256.isEmpty()) {
                const auto digests = digestFile(path, {}, stop);
                isSame = digests && digests->sha256 == file.object->sha256;
            }
            if (isSame) {
                same << file;
                continue;
            }
            if (!spec.replaces)
                return somethingElse(path);
            replaced << file;
        }
        todo << file;
    }
    const QList<TreeFile> renewed = takeMarksAbove(same, replaced);
    todo += renewed;
    sortByCommit(todo);
    replaced += renewed;
    countSame(outcome, before, same);
    for (auto file = replaced.crbegin(); file != replaced.crend(); ++file) {
        if (!file->name.isEmpty() && commitRank(file->name) > 0)
            QFile::remove(pathOf(spec, *file));
    }
    const StoreFileSpec common{{}, {}, spec.stateFolder, false, spec.partSize};
    if (const auto done = moveEach(todo, store, common, spec, before, total, moved, outcome, stop, downloadFile); !done)
        return done.error();
    return outcome;
}

}  // namespace trainyard
