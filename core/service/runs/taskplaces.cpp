// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/taskplaces.h"

#include "core/model/gitsource.h"
#include "core/model/tasktext.h"

#include <QDir>

namespace trainyard {

namespace {

bool isRelativePlace(const QString &path)
{
    return !path.isEmpty() && !path.startsWith(u'~') && !path.startsWith(u'$') && !QDir::isAbsolutePath(path)
           && !path.contains(QLatin1String("://")) && !gitSource(path);
}

}  // namespace

QStringList relativePlaces(const Task &task)
{
    QStringList places;
    if (isRelativePlace(task.workdir))
        places << task.workdir;
    for (const QString &source : task.fileMounts) {
        if (isRelativePlace(source))
            places << source;
    }
    return places;
}

QByteArray withPlacesWritten(const QByteArray &text, const QString &taskDirectory)
{
    const TaskCheck check = parseTask(text);
    if (!check.errors.isEmpty() || !check.later.isEmpty() || relativePlaces(check.task).isEmpty())
        return text;
    Task task = check.task;
    const QDir folder(taskDirectory);
    const auto write = [&folder](QString &path) {
        if (isRelativePlace(path))
            path = QDir::cleanPath(folder.absoluteFilePath(path));
    };
    write(task.workdir);
    for (QString &source : task.fileMounts)
        write(source);
    return editedTask(text, task).value_or(text);
}

}  // namespace trainyard
