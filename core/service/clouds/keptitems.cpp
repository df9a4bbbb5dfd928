// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/keptitems.h"

#include "core/base/filelock.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <chrono>

namespace trainyard {

namespace {

struct KeptWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::KeptItems)
};

constexpr qint64 kMostBytes = 1024 * 1024;
constexpr qsizetype kMostNote = 200;
constexpr auto kKeptPatience = std::chrono::seconds(2);  // writing takes a few milliseconds

Result<void> change(const Paths &paths, const QString &key, const std::optional<QString> &note)
{
    const QString file = paths.keptItems();
    QDir().mkpath(QFileInfo(file).path());
    FileLock lock(file + QStringLiteral(".lock"));
    const Error failed{ErrorCode::Io, KeptWords::tr("%1 cannot be written: check its permissions and the disk.").arg(file), {}};
    if (!lock.tryLock(kKeptPatience))
        return failed;
    TRY(auto kept, loadKeptItems(paths));
    if (note)
        kept.insert(key, *note);
    else
        kept.remove(key);
    QJsonObject object;
    for (auto one = kept.cbegin(); one != kept.cend(); ++one)
        object.insert(one.key(), one.value());
    QSaveFile out(file);
    const QByteArray text = QJsonDocument(object).toJson();
    if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size() || !out.commit())
        return failed;
    return {};
}

}  // namespace

QString keptKey(const SweepItem &item) { return QStringList{item.account, item.resource.region, item.resource.providerId}.join(u'\n'); }

Result<QHash<QString, QString>> loadKeptItems(const Paths &paths)
{
    QFile in(paths.keptItems());
    if (!in.exists())
        return QHash<QString, QString>();
    if (!in.open(QIODevice::ReadOnly) || in.size() > kMostBytes)
        return Error{ErrorCode::Io, KeptWords::tr("%1 cannot be read: check its permissions.").arg(in.fileName()), in.errorString()};
    const auto document = QJsonDocument::fromJson(in.readAll());
    if (!document.isObject()) {
        return Error{
            ErrorCode::Corrupt, KeptWords::tr("%1 is damaged: move it away, then mark again what you keep.").arg(in.fileName()), {}};
    }
    QHash<QString, QString> kept;
    const QJsonObject object = document.object();
    for (auto one = object.begin(); one != object.end(); ++one)
        kept.insert(one.key(), one.value().toString());
    return kept;
}

Result<void> keepItem(const Paths &paths, const SweepItem &item, const QString &note)
{
    const QString text = note.simplified();
    if (text.size() > kMostNote)
        return invalidInput(KeptWords::tr("The note has more than %1 characters: shorten it.").arg(kMostNote));
    return change(paths, keptKey(item), text);
}

Result<void> unkeepItem(const Paths &paths, const SweepItem &item) { return change(paths, keptKey(item), std::nullopt); }

}  // namespace trainyard
