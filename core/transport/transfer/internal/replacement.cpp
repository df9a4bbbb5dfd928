// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/internal/replacement.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

QSet<QByteArray> namesOf(const FileTree &tree)
{
    QSet<QByteArray> names;
    for (const TreeEntry &file : tree.files)
        names.insert(file.path);
    return names;
}

}  // namespace

QList<QByteArray> filesNamed(const QList<TreeEntry> &files, const QStringList &patterns)
{
    QList<QByteArray> named;
    IgnoreRules rules;
    rules.add(patterns.join(u'\n').toUtf8());
    for (const TreeEntry &file : files) {
        // Match only the file's own name: a parent folder called "latest" is not a mark.
        if (!file.path.isEmpty() && rules.isIgnored(file.path.mid(file.path.lastIndexOf('/') + 1), false))
            named << file.path;
    }
    std::sort(named.begin(), named.end());
    return named;
}

Differences differencesOf(const QList<TreeEntry> &files, const FileTree &there, bool trustsTimes)
{
    QHash<QByteArray, TreeEntry> known;
    for (const TreeEntry &file : there.files)
        known.insert(file.path, file);
    Differences found;
    for (const TreeEntry &file : files) {
        const auto other = known.constFind(file.path);
        if (other == known.cend() || other->size != file.size)
            found.changed << file;
        else if (other->modified != file.modified || !trustsTimes)
            found.doubtful << file;
        else
            ++found.unchanged;
    }
    return found;
}

QList<QByteArray> filesThere(const QList<TreeEntry> &files, const FileTree &there)
{
    const QSet<QByteArray> names = namesOf(there);
    QList<QByteArray> found;
    for (const TreeEntry &file : files) {
        if (names.contains(file.path))
            found << file.path;
    }
    return found;
}

QList<QByteArray> marksBeside(const QList<QByteArray> &marks, const QList<QByteArray> &replaced, const FileTree &there)
{
    const QSet<QByteArray> names = namesOf(there);
    QSet<QByteArray> folders;  // of what is replaced, and all above
    for (const QByteArray &file : replaced) {
        qsizetype slash = file.lastIndexOf('/');
        for (; slash >= 0; slash = slash > 0 ? file.lastIndexOf('/', slash - 1) : -1) {
            if (folders.contains(file.left(slash + 1)))
                break;
            folders.insert(file.left(slash + 1));
        }
        folders.insert(QByteArray());
    }
    QList<QByteArray> beside;
    for (const QByteArray &mark : marks) {
        if (names.contains(mark) && folders.contains(mark.left(mark.lastIndexOf('/') + 1)))
            beside << mark;
    }
    // A mark covers everything below it, so outer marks go first.
    std::stable_sort(beside.begin(), beside.end(), [](const QByteArray &a, const QByteArray &b) { return a.count('/') < b.count('/'); });
    return beside;
}

}  // namespace trainyard
