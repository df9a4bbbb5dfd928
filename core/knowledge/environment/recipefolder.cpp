// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/recipefolder.h"

#include "core/base/shownpath.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RecipeFolder)
};

Error refused(const QString &what, const QString &detail = {}) { return {ErrorCode::InvalidInput, what, detail}; }

Error notWritten(const QString &path, const QString &why) { return refused(Words::tr("%1 cannot be written.").arg(shownPath(path)), why); }

QString systemError() { return QString::fromLocal8Bit(std::strerror(errno)); }

bool moves(const QString &from, const QString &to)
{
    return std::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()) == 0;
}

Result<void> writeOne(const RecipeFile &file, const QString &path, const QString &target)
{
    QFile made(path);
    if (!made.open(QIODevice::WriteOnly | QIODevice::NewOnly) || made.write(file.content) != file.content.size() || !made.flush())
        return notWritten(target, made.errorString());
    // A full disk may only be reported here.
    if (::fsync(made.handle()) != 0)
        return notWritten(target, systemError());
    using enum QFileDevice::Permission;
    // People put values into the variables that others must not read.
    const bool isPrivate = file.name.endsWith(QLatin1String(".env"));
    made.setPermissions(file.isExecutable ? ReadOwner | WriteOwner | ExeOwner | ReadGroup | ExeGroup | ReadOther | ExeOther
                        : isPrivate       ? ReadOwner | WriteOwner
                                          : ReadOwner | WriteOwner | ReadGroup | ReadOther);
    return {};
}

// Creates a second name for the same file, or a copy if the file system does not support that.
bool keeps(const QString &path, const QString &aside)
{
    return ::link(QFile::encodeName(path).constData(), QFile::encodeName(aside).constData()) == 0 || QFile::copy(path, aside);
}

// The files are in `aside` next to their targets: moves them in, and back out if one cannot be moved.
Result<void> putInPlace(const EnvironmentRecipe &recipe, const QDir &dir, const QDir &aside)
{
    QList<QString> done;
    const auto takeBack = [&] {
        for (const QString &name : std::as_const(done)) {
            const QString before = aside.filePath(QStringLiteral("old-") + name);
            if (!QFileInfo::exists(before))
                QFile::remove(dir.filePath(name));
            else
                moves(before, dir.filePath(name));
        }
    };
    for (const RecipeFile &file : recipe.files) {
        const QString path = dir.filePath(file.name);
        if (QFileInfo::exists(path) && !keeps(path, aside.filePath(QStringLiteral("old-") + file.name))) {
            const QString why = systemError();
            takeBack();
            return notWritten(path, why);
        }
        if (!moves(aside.filePath(file.name), path)) {
            const QString why = systemError();
            takeBack();
            return notWritten(path, why);
        }
        done << file.name;
    }
    return {};
}

// The outermost missing folder; empty: all exist.
QString outermostMissing(const QString &folder)
{
    QString missing;
    for (QString path = QDir::cleanPath(QDir(folder).absolutePath()); !QFileInfo::exists(path); path = QFileInfo(path).path())
        missing = path;
    return missing;
}

Result<void> writeAll(const EnvironmentRecipe &recipe, const QDir &dir)
{
    // Next to the targets, so that a move is a rename. Leftovers in it are removed with it.
    const QTemporaryDir aside(dir.filePath(QStringLiteral(".trainyard-XXXXXX")));
    if (!aside.isValid())
        return notWritten(dir.path(), aside.errorString());
    for (const RecipeFile &file : recipe.files) {
        TRY_DO(writeOne(file, aside.filePath(file.name), dir.filePath(file.name)));
    }
    return putInPlace(recipe, dir, QDir(aside.path()));
}

}  // namespace

QStringList filesInTheWay(const EnvironmentRecipe &recipe, const QString &folder)
{
    QStringList found;
    for (const RecipeFile &file : recipe.files) {
        const QString path = QDir(folder).filePath(file.name);
        if (QFileInfo::exists(path) || QFileInfo(path).isSymLink())
            found << path;
    }
    return found;
}

Result<void> writeRecipe(const EnvironmentRecipe &recipe, const QString &folder, bool mayReplace)
{
    const QStringList inTheWay = filesInTheWay(recipe, folder);
    if (!inTheWay.isEmpty() && !mayReplace)
        return refused(
            Words::tr("%1 already exists, and nothing was written: use another folder, or add --force.").arg(shownPath(inTheWay.first())));
    // A link leads out of the given folder.
    for (const QString &path : inTheWay) {
        if (QFileInfo(path).isSymLink())
            return refused(Words::tr("%1 is a link, and nothing was written: remove it, or use another folder.").arg(shownPath(path)));
        if (!QFileInfo(path).isFile())
            return refused(Words::tr("%1 is not a file, and nothing was written: remove it, or use another folder.").arg(shownPath(path)));
    }
    const QDir dir(folder);
    const QString missing = outermostMissing(folder);
    const bool isThere = dir.mkpath(QStringLiteral("."));
    const auto written = isThere ? writeAll(recipe, dir)
                                 : Result<void>(refused(Words::tr("The folder %1 cannot be created.").arg(shownPath(folder))));
    // Only the folders created here, and only if they are empty.
    for (QString path = written || missing.isEmpty() ? QString() : QDir::cleanPath(dir.absolutePath());
         path.size() >= missing.size() && !path.isEmpty(); path = QFileInfo(path).path())
        ::rmdir(QFile::encodeName(path).constData());
    return written;
}

}  // namespace trainyard
