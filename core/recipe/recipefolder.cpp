#include "core/recipe/recipefolder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RecipeFolder)
};

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
    const QDir dir(folder);
    const QStringList inTheWay = filesInTheWay(recipe, folder);
    if (!inTheWay.isEmpty() && !mayReplace)
        return Error{ErrorCode::InvalidInput, Words::tr("%1 is there already, and nothing was written: name another folder, or add --force.").arg(inTheWay.first()), {}};
    // A link leads out of the folder that was named.
    for (const QString &path : inTheWay)
        if (QFileInfo(path).isSymLink())
            return Error{ErrorCode::InvalidInput, Words::tr("%1 is a link, and nothing was written: remove it, or name another folder.").arg(path), {}};
    if (!dir.mkpath(QStringLiteral(".")))
        return Error{ErrorCode::InvalidInput, Words::tr("The folder %1 cannot be made.").arg(folder), {}};
    for (const RecipeFile &file : recipe.files) {
        QSaveFile target(dir.filePath(file.name));
        // commit() overlooks a flush that failed, and would put an empty file there.
        if (!target.open(QIODevice::WriteOnly) || target.write(file.content) != file.content.size() || !target.flush())
            return Error{ErrorCode::InvalidInput, Words::tr("%1 cannot be written.").arg(target.fileName()), target.errorString()};
        using enum QFileDevice::Permission;
        // People put values into the variables that others should not read.
        const bool isPrivate = file.name.endsWith(QLatin1String(".env"));
        target.setPermissions(file.isExecutable ? ReadOwner | WriteOwner | ExeOwner | ReadGroup | ExeGroup | ReadOther | ExeOther
                              : isPrivate ? ReadOwner | WriteOwner : ReadOwner | WriteOwner | ReadGroup | ReadOther);
        if (!target.commit())
            return Error{ErrorCode::InvalidInput, Words::tr("%1 cannot be written.").arg(target.fileName()), target.errorString()};
    }
    return {};
}

}  // namespace trainyard
