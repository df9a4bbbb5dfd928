// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/treecopy.h"

#include "core/checkpoint/format/commitmarks.h"
#include "core/transport/objectstore/internal/partdigests.h"
#include "core/transport/objectstore/internal/treeplan.h"
#include "core/transport/transfer/localfiles.h"

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
    TRY(const auto tree, listLocalTree(QFile::encodeName(path), {}, stop));
    return filesOf(tree, leftOut);
}

// A link below the target would redirect downloaded data elsewhere.
bool leadsElsewhere(const TreeCopySpec &spec, const TreeFile &file)
{
    for (qsizetype slash = file.name.indexOf(u'/'); slash >= 0; slash = file.name.indexOf(u'/', slash + 1)) {
        if (QFileInfo(spec.path + u'/' + file.name.left(slash)).isSymLink())
            return true;
    }
    return QFileInfo(pathOf(spec, file)).isSymLink();
}

}  // namespace

Result<TreeCopyOutcome> pushTree(ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved, std::stop_token stop)
{
    TreeCopyOutcome outcome;
    TRY(auto files, listHere(spec.path, outcome.leftOut, stop));
    if (files.isEmpty())
        return Error{ErrorCode::NotFound, Words::tr("%1 contains no file that could be copied.").arg(spec.path), {}};
    TRY_DO(findObjects(store, spec, files, stop));
    const auto plan = planPush(spec, files, [&](const TreeFile &file) -> Result<QByteArray> {
        const auto digests = digestFile(pathOf(spec, file), {}, stop);
        return digests ? Result<QByteArray>(digests->sha256) : digests.error();
    });
    if (!plan)
        return plan.error();
    const qint64 before = countSame(outcome, plan->same);
    TRY_DO(removeMarks(store, spec, plan->replaced, stop));
    const auto done = moveEach(plan->todo, before, sumOf(files), moved, outcome, [&](const TreeFile &file, const StoreMoved &come) {
        return uploadFile(store, {pathOf(spec, file), keyOf(spec, file), spec.stateFolder, spec.readsBack, spec.partSize}, come, stop);
    });
    if (!done)
        return done.error();
    return outcome;
}

Result<TreeCopyOutcome> pullTree(ObjectStore &store, const TreeCopySpec &spec, const TreeMoved &moved, std::stop_token stop)
{
    TreeCopyOutcome outcome;
    TRY(auto files, listStoreTree(store, spec.key, outcome.leftOut, stop));
    QList<TreeFile> todo, replaced, same;
    for (const TreeFile &file : std::as_const(files)) {
        const QString path = pathOf(spec, file);
        if (leadsElsewhere(spec, file)) {
            return Error{ErrorCode::InvalidInput,
                         Words::tr("%1 leads somewhere else by a link: nothing was copied there. Choose another folder.").arg(path),
                         {}};
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
    const qint64 before = countSame(outcome, same);
    for (auto file = replaced.crbegin(); file != replaced.crend(); ++file) {
        if (!file->name.isEmpty() && commitRank(file->name) > 0)
            QFile::remove(pathOf(spec, *file));
    }
    const auto done = moveEach(todo, before, sumOf(files), moved, outcome, [&](const TreeFile &file, const StoreMoved &come) {
        return downloadFile(store, {pathOf(spec, file), keyOf(spec, file), spec.stateFolder, false, spec.partSize}, come, stop);
    });
    if (!done)
        return done.error();
    return outcome;
}

}  // namespace trainyard
