// SPDX-License-Identifier: GPL-3.0-or-later
#include "processtree.h"

#include <QDir>
#include <QFile>
#include <QStringList>

namespace trainyard {

namespace {

struct ProcessEntry {
    qint64 pid = 0, parent = 0;
    QByteArray name;
};

QList<ProcessEntry> processes()
{
    QList<ProcessEntry> result;
    const QStringList entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString &entry : entries) {
        bool isNumber = false;
        const qint64 pid = entry.toLongLong(&isNumber);
        QFile file(QStringLiteral("/proc/%1/stat").arg(entry));
        if (!isNumber || !file.open(QIODevice::ReadOnly))
            continue;
        const QByteArray stat = file.readAll();  // pid (name) state parent …
        const qsizetype open = stat.indexOf('('), close = stat.lastIndexOf(')');
        const QList<QByteArray> rest = stat.mid(close + 2).split(' ');
        if (open > 0 && close > open && rest.size() > 1)
            result << ProcessEntry{pid, rest[1].toLongLong(), stat.mid(open + 1, close - open - 1)};
    }
    return result;
}

}  // namespace

QList<qint64> descendants(qint64 root, const QByteArray &name)
{
    QList<qint64> result;
    if (root == 0)
        return result;
    const QList<ProcessEntry> all = processes();
    QList<qint64> parents{root};
    while (!parents.isEmpty()) {
        const qint64 parent = parents.takeFirst();
        for (const ProcessEntry &process : all) {
            if (process.parent != parent || !process.name.startsWith(name))
                continue;
            result << process.pid;
            parents << process.pid;
        }
    }
    return result;
}

}  // namespace trainyard
