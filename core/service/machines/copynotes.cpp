// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/copynotes.h"

#include "core/base/filelock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr qint64 kMaxNotes = 4 << 20;  // bytes that are read
constexpr qsizetype kMost = 4000;
constexpr auto kNoteTurn = 2s;    // another program writes a line
constexpr int kSlackSeconds = 2;  // times of files and notes are whole seconds, of two clocks

QString notesFile(const Paths &paths) { return paths.data + QStringLiteral("/copied.jsonl"); }

QByteArrayList noteLines(const Paths &paths)
{
    QFile file(notesFile(paths));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    file.seek(std::max<qint64>(0, file.size() - kMaxNotes));
    return file.read(kMaxNotes).split('\n');
}

// The part of `path` below a noted path: "" for that itself; null when it is not below it.
QString below(const QString &path, const QString &remote)
{
    QString noted = remote;
    while (noted.size() > 1 && noted.endsWith(u'/'))
        noted.chop(1);
    if (noted.startsWith(QLatin1String("./")))
        noted.remove(0, 2);
    if (noted.startsWith(u'/')) {
        if (path == noted)
            return QLatin1String("");
        return path.startsWith(noted + u'/') ? path.mid(noted.size()) : QString();
    }
    // From the login directory, which is not known here.
    const QString part = u'/' + noted;
    if (path.endsWith(part))
        return QLatin1String("");
    const qsizetype at = path.indexOf(part + u'/');
    return at < 0 ? QString() : path.mid(at + part.size());
}

}  // namespace

void noteCopy(const Paths &paths, const CopyNote &note)
{
    const QJsonObject line{{QStringLiteral("machine"), note.machine.number()},
                           {QStringLiteral("remote"), note.remote},
                           {QStringLiteral("target"), note.target},
                           {QStringLiteral("when"), note.when.toSecsSinceEpoch()}};
    FileLock lock(notesFile(paths) + QStringLiteral(".lock"));
    if (!QDir().mkpath(paths.data) || !lock.tryLock(kNoteTurn))
        return;
    QByteArrayList lines = noteLines(paths);
    lines.removeAll({});
    lines << QJsonDocument(line).toJson(QJsonDocument::Compact);
    QSaveFile file(notesFile(paths));
    if (file.open(QIODevice::WriteOnly) && file.write(lines.mid(std::max<qsizetype>(0, lines.size() - kMost)).join('\n') + '\n') > 0)
        file.commit();
}

void noteTransfer(const Paths &paths, MachineId machine, const TransferSpec &spec, const QDateTime &began)
{
    const bool isToStore = !spec.storeAddress.isEmpty() && spec.direction == TransferDirection::Upload && !spec.remote.isEmpty();
    const bool isToHere = spec.storeAddress.isEmpty() && spec.direction == TransferDirection::Download;
    if (!machine.isSet() || (!isToStore && !isToHere))
        return;
    noteCopy(paths, {machine, QString::fromUtf8(spec.remote),
                     isToStore ? spec.storeAddress : QFileInfo(QFile::decodeName(spec.local)).absoluteFilePath(), began});
}

QList<CopyNote> copiesFrom(const Paths &paths, MachineId machine)
{
    QList<CopyNote> notes;
    const QByteArrayList lines = noteLines(paths);
    for (const QByteArray &line : lines) {
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        if (object.isEmpty() || object[QLatin1String("machine")].toInteger() != machine.number())
            continue;
        notes << CopyNote{machine, object[QLatin1String("remote")].toString(), object[QLatin1String("target")].toString(),
                          QDateTime::fromSecsSinceEpoch(object[QLatin1String("when")].toInteger(), Qt::UTC)};
    }
    return notes;
}

bool isCopied(const NotedFile &file, const QList<CopyNote> &notes)
{
    return std::any_of(notes.begin(), notes.end(), [&file](const CopyNote &note) {
        const QString rest = below(file.path, note.remote);
        if (rest.isNull() || note.target.isEmpty() || (file.changed.isValid() && note.when.addSecs(kSlackSeconds) < file.changed))
            return false;
        if (!note.target.startsWith(u'/'))
            return true;
        const QFileInfo copy(note.target + rest);
        return copy.exists() && (file.size < 0 || copy.isDir() || copy.size() == file.size);
    });
}

}  // namespace trainyard
