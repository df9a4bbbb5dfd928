// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/internal/storeplace.h"

#include "core/base/shownpath.h"
#include "core/checkpoint/format/commitmarks.h"
#include "core/checkpoint/retention/ownnames.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Checkpoints)
};

constexpr qint64 kReadPiece = 8 * 1024 * 1024;
constexpr int kPieces = 4;  // in parallel: enough for a fast line, and 32 MiB in memory

Error unchangeable()
{
    return {ErrorCode::Unsupported, Words::tr("Objects in an object store cannot be moved from here: use the provider's own tools."), {}};
}

}  // namespace

QList<CheckpointFile> filesBelow(const QString &prefix, const QList<StoredObject> &objects)
{
    QList<CheckpointFile> files;
    for (const StoredObject &object : objects) {
        const QString name = object.key.mid(prefix.size());
        if (object.key.startsWith(prefix) && isSafeRelative(name))
            files << CheckpointFile{name, object.size, object.modified};
    }
    return files;
}

Result<QList<CheckpointFile>> StorePlace::list(const QString &folder, std::stop_token stop)
{
    TRY(const auto listing, m_store.listAll(prefixOf(folder), false, stop));
    return filesBelow(m_prefix, listing.objects);
}

Result<QList<PlaceEntry>> StorePlace::entries(const QString &folder, std::stop_token stop)
{
    const QString prefix = prefixOf(folder);
    TRY(const auto listing, m_store.listAll(prefix, true, stop));
    QList<PlaceEntry> found;
    for (const QString &below : listing.folders) {
        const QString name = below.mid(prefix.size()).chopped(below.endsWith(u'/') ? 1 : 0);
        if (below.startsWith(prefix) && isSafeRelative(name))
            found << PlaceEntry{name, true};
    }
    const QList<CheckpointFile> files = filesBelow(prefix, listing.objects);
    for (const CheckpointFile &file : files)
        found << PlaceEntry{file.name, false};
    return found;
}

Result<void> StorePlace::makeFolder(const QString &, std::stop_token) { return {}; }  // a store has none

Result<void> StorePlace::move(const QString &, const QString &, std::stop_token) { return unchangeable(); }

Result<void> StorePlace::removeTree(const QString &, std::stop_token) { return unchangeable(); }

Result<void> StorePlace::removeForGood(const QStringList &paths, const QList<CheckpointFile> &files, qint64 bytes, std::stop_token stop)
{
    QList<StoredObject> found;
    QHash<QString, StoredObject> byName;
    qint64 sum = 0;
    for (const QString &path : paths) {
        if (!isSafeRelative(path))
            return Error{ErrorCode::InvalidInput, Words::tr("“%1” cannot be removed by its name.").arg(shownPath(path)), {}};
        TRY(const auto listing, m_store.listAll(m_prefix + path, false, stop));
        for (const StoredObject &object : listing.objects) {
            const QString name = object.key.mid(m_prefix.size());
            if (!object.key.startsWith(m_prefix) || (name != path && !name.startsWith(path + u'/')))
                continue;
            found << object;
            byName.insert(name, object);
            sum += object.size;
        }
    }
    const bool isSame = sum == bytes && std::all_of(files.begin(), files.end(), [&byName](const CheckpointFile &file) {
                            const auto now = byName.constFind(file.name);
                            return now == byName.cend() || (now->size == file.sizeBytes && now->modified == file.modified);
                        });
    if (!isSame)
        return Error{ErrorCode::Io, Words::tr("Something was written there meanwhile, so it is kept: try again in a moment."), {}};
    // A program that is killed here leaves nothing that looks like a whole one.
    std::stable_sort(found.begin(), found.end(),
                     [](const StoredObject &a, const StoredObject &b) { return commitRank(a.key) > commitRank(b.key); });
    if (stop.stop_requested())
        return cancelledError();
    for (const StoredObject &object : std::as_const(found)) {
        TRY_DO(m_store.remove(object.key));
    }
    return {};
}

Result<void> StorePlace::removeFile(const QString &name, std::stop_token stop) { return m_store.remove(m_prefix + name, stop); }

Result<void> StorePlace::write(const QString &name, const QByteArray &content, std::stop_token stop)
{
    return m_store.put(m_prefix + name, content, stop);
}

Result<QByteArray> StorePlace::read(const QString &name, qint64 limit, std::stop_token stop)
{
    TRY(const auto answers, m_store.read({{m_prefix + name, {}, 0, limit + 1}}, stop));
    if (answers.first().size() > limit)
        return Error{ErrorCode::Corrupt, Words::tr("“%1” is implausibly large.").arg(shownPath(m_prefix + name)), {}};
    return answers.first();
}

Result<QList<QByteArray>> StorePlace::digests(const QList<CheckpointFile> &files, const std::function<void(qint64)> &bytesDone,
                                              std::stop_token stop)
{
    QStringList keys;
    for (const CheckpointFile &file : files)
        keys << m_prefix + file.name;
    TRY(const auto objects, m_store.headAll(keys, stop));
    QList<QByteArray> all;
    qint64 done = 0;
    for (const StoredObject &object : objects) {
        QCryptographicHash hash(QCryptographicHash::Sha256);
        for (qint64 at = 0; at < object.size;) {
            QList<ObjectRange> ranges;
            const qint64 before = at;
            for (int i = 0; i < kPieces && at < object.size; ++i) {
                const qint64 length = std::min(kReadPiece, object.size - at);
                ranges << ObjectRange{object.key, object.etag, at, length};
                at += length;
            }
            TRY(const auto pieces, m_store.read(ranges, stop));
            qint64 came = 0;
            for (const QByteArray &piece : pieces) {
                hash.addData(piece);
                came += piece.size();
            }
            if (came != at - before)
                return Error{
                    ErrorCode::Corrupt, Words::tr("“%1” changed while it was read: try again in a moment.").arg(shownPath(object.key)), {}};
            done += came;
            if (bytesDone)
                bytesDone(done);
        }
        all << hash.result();
    }
    return all;
}

Result<qint64> StorePlace::freeBytes(std::stop_token)
{
    return Error{ErrorCode::Unsupported, Words::tr("An object store does not report free space."), {}};
}

qint64 StorePlace::now(std::stop_token) { return m_store.caller().now().toSecsSinceEpoch(); }

}  // namespace trainyard
