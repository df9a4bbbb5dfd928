// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/tasktemplates.h"

#include "core/model/tasksecrets.h"
#include "core/storage/database/internal/ownerfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::TaskTemplates)
};

constexpr qsizetype kMaxTemplateName = 60;
constexpr qint64 kMaxTemplateBytes = 1 << 20;  // as for any task file
const QString kTemplateSuffix = QStringLiteral(".yaml");

QString templateFile(const Paths &paths, const QString &name) { return templateFolder(paths) + u'/' + name + kTemplateSuffix; }

Error noTemplate(const QString &name) { return {ErrorCode::NotFound, Words::tr("There is no template “%1”.").arg(name), {}}; }

Error isThere(const QString &name)
{
    return {ErrorCode::AlreadyExists, Words::tr("There is a template “%1” already: choose another name, or replace it.").arg(name), {}};
}

}  // namespace

QString templateFolder(const Paths &paths) { return paths.data + QStringLiteral("/templates"); }

Result<void> checkTemplateName(const QString &name)
{
    const bool isFine = !name.isEmpty() && name.size() <= kMaxTemplateName && name == name.trimmed() && !name.startsWith(u'.')
                        && std::all_of(name.begin(), name.end(),
                                       [](QChar one) { return one != u'/' && one.category() != QChar::Other_Control; });
    if (isFine)
        return {};
    return Error{ErrorCode::InvalidInput,
                 Words::tr("Name the template with 1 to %1 characters, without slashes; the first one is not a dot.").arg(kMaxTemplateName),
                 name};
}

QStringList templateNames(const Paths &paths)
{
    QStringList names;
    for (const QString &file : QDir(templateFolder(paths)).entryList({u'*' + kTemplateSuffix}, QDir::Files)) {
        const QString name = file.chopped(kTemplateSuffix.size());
        if (checkTemplateName(name))
            names << name;
    }
    names.sort(Qt::CaseInsensitive);
    return names;
}

Result<QByteArray> readTemplate(const Paths &paths, const QString &name)
{
    TRY_DO(checkTemplateName(name));
    QFile file(templateFile(paths, name));
    if (!file.exists())
        return noTemplate(name);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::PermissionDenied, Words::tr("%1 cannot be read: check its permissions.").arg(file.fileName()),
                     file.errorString()};
    const QByteArray text = file.read(kMaxTemplateBytes + 1);
    if (text.size() > kMaxTemplateBytes)
        return Error{ErrorCode::InvalidInput, Words::tr("%1 is too large for a task file.").arg(file.fileName()), {}};
    return text;
}

Result<void> saveTemplate(const Paths &paths, const QString &name, const QByteArray &text, bool replaces)
{
    TRY_DO(checkTemplateName(name));
    const QString file = templateFile(paths, name);
    if (!replaces && QFile::exists(file))
        return isThere(name);
    return writeOwnerFile(file, withoutSecretValues(text));
}

Result<void> restoreTemplate(const Paths &paths, const QString &name, const QByteArray &text)
{
    TRY_DO(checkTemplateName(name));
    const QString file = templateFile(paths, name);
    if (QFile::exists(file))
        return isThere(name);
    return writeOwnerFile(file, text);
}

Result<void> renameTemplate(const Paths &paths, const QString &name, const QString &newName)
{
    TRY_DO(checkTemplateName(name));
    TRY_DO(checkTemplateName(newName));
    const QString file = templateFile(paths, name), renamed = templateFile(paths, newName);
    if (!QFile::exists(file))
        return noTemplate(name);
    if (name == newName)
        return {};
    if (QFile::exists(renamed))
        return isThere(newName);
    if (!QFile::rename(file, renamed))
        return cannotWriteError(renamed, 0, {});
    return {};
}

Result<void> removeTemplate(const Paths &paths, const QString &name)
{
    TRY_DO(checkTemplateName(name));
    const QString file = templateFile(paths, name);
    if (!QFile::exists(file))
        return noTemplate(name);
    if (!QFile::remove(file))
        return cannotWriteError(file, 0, {});
    return {};
}

}  // namespace trainyard
