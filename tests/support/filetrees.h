// SPDX-License-Identifier: GPL-3.0-or-later
// Creates files for tests, and reads the contents of a tree.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QString>

namespace trainyard {

// Creates the parent folders too.
inline bool writeFile(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

inline QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QMap<QString, QByteArray> treeOf(const QString &top)
{
    QMap<QString, QByteArray> files;
    for (QDirIterator it(top, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories); it.hasNext();) {
        const QString path = it.next();
        files.insert(path.mid(top.size() + 1), contentOf(path));
    }
    return files;
}

}  // namespace trainyard
