// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/manifest.h"

#include "core/checkpoint/retention/ownnames.h"

#include <QCoreApplication>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Manifest)
};

constexpr int kVersion = 1;
constexpr double kMaxExact = 9007199254740992.0;  // the largest integer range that a double represents exactly; JSON numbers become doubles

Error corrupt(const char *detail)
{
    return {ErrorCode::Corrupt, Words::tr("The manifest next to the checkpoint cannot be read. Delete it and create a new one."),
            QString::fromLatin1(detail)};
}

std::optional<qint64> wholeNumber(const QJsonValue &value)
{
    const double number = value.toDouble(-1);
    if (!value.isDouble() || !(number >= 0) || number > kMaxExact || std::floor(number) != number)
        return std::nullopt;
    return qint64(number);
}

}  // namespace

QByteArray manifestText(const Manifest &manifest)
{
    QJsonArray files;
    for (const ManifestFile &file : manifest.files) {
        files << QJsonObject{{QStringLiteral("name"), file.name},
                             {QStringLiteral("bytes"), file.sizeBytes},
                             {QStringLiteral("modified"), file.modified},
                             {QStringLiteral("sha256"), QString::fromLatin1(file.sha256.toHex())}};
    }
    QJsonObject object{{QStringLiteral("trainyard_manifest"), kVersion},
                       {QStringLiteral("checkpoint"), manifest.checkpoint},
                       {QStringLiteral("made"), manifest.made.toUTC().toString(Qt::ISODate)},
                       {QStringLiteral("files"), files}};
    if (manifest.step)
        object[QStringLiteral("step")] = *manifest.step;
    return QJsonDocument(object).toJson();
}

Result<Manifest> parseManifest(const QByteArray &text)
{
    if (text.size() > kMaxManifest)
        return corrupt("too large");
    QJsonParseError problem;
    const QJsonObject object = QJsonDocument::fromJson(text, &problem).object();
    if (problem.error != QJsonParseError::NoError)
        return Error{ErrorCode::Corrupt, corrupt("").what, problem.errorString()};
    if (object[QLatin1String("trainyard_manifest")].toInt() != kVersion || !object[QLatin1String("files")].isArray())
        return corrupt("no manifest of version 1");
    Manifest manifest;
    manifest.checkpoint = object[QLatin1String("checkpoint")].toString();
    manifest.step = wholeNumber(object[QLatin1String("step")]);
    manifest.made = QDateTime::fromString(object[QLatin1String("made")].toString(), Qt::ISODate).toUTC();
    QSet<QString> names;
    const QJsonArray files = object[QLatin1String("files")].toArray();
    for (const QJsonValue &value : files) {
        const QJsonObject entry = value.toObject();
        const auto bytes = wholeNumber(entry[QLatin1String("bytes")]);
        const auto modified = wholeNumber(entry[QLatin1String("modified")]);
        const QByteArray hex = entry[QLatin1String("sha256")].toString().toLatin1();
        ManifestFile file{entry[QLatin1String("name")].toString(), bytes.value_or(0), modified.value_or(0), QByteArray::fromHex(hex)};
        if (!isSafeRelative(file.name) || names.contains(file.name))
            return corrupt("a name leads out of the folder or stands twice");
        if (!bytes || !modified || hex.size() != 64 || file.sha256.toHex() != hex.toLower())
            return corrupt("a file's size, time or digest is none");
        names.insert(file.name);
        manifest.files << file;
    }
    if (manifest.files.isEmpty())
        return corrupt("it names no file");
    return manifest;
}

QString fileChangeName(FileChange change)
{
    switch (change) {
    case FileChange::Same: return QStringLiteral("same");
    case FileChange::Touched: return QStringLiteral("touched");
    case FileChange::Changed: return QStringLiteral("changed");
    case FileChange::Grown: return QStringLiteral("grown");
    case FileChange::Shrunk: return QStringLiteral("shrunk");
    case FileChange::Missing: return QStringLiteral("missing");
    case FileChange::Added: return QStringLiteral("added");
    }
    return {};
}

QString fileChangeText(FileChange change)
{
    switch (change) {
    case FileChange::Same: return Words::tr("unchanged");
    case FileChange::Touched: return Words::tr("modified since, not read");
    case FileChange::Changed: return Words::tr("content has changed");
    case FileChange::Grown: return Words::tr("has grown");
    case FileChange::Shrunk: return Words::tr("has shrunk");
    case FileChange::Missing: return Words::tr("is missing");
    case FileChange::Added: return Words::tr("is new");
    }
    return {};
}

bool isDamage(FileChange change)
{
    return change == FileChange::Changed || change == FileChange::Grown || change == FileChange::Shrunk || change == FileChange::Missing;
}

QList<FileComparison> compareWithManifest(const Manifest &manifest, const QList<CheckpointFile> &now,
                                          const QMap<QString, QByteArray> &digests)
{
    QHash<QString, const CheckpointFile *> present;
    for (const CheckpointFile &file : now)
        present.insert(file.name, &file);
    QList<FileComparison> all;
    for (const ManifestFile &was : manifest.files) {
        FileComparison one{was.name, FileChange::Same, false};
        const CheckpointFile *is = present.take(was.name);
        const auto digest = digests.constFind(was.name);
        if (!is) {
            one.change = FileChange::Missing;
        } else if (is->sizeBytes != was.sizeBytes) {
            one.change = is->sizeBytes > was.sizeBytes ? FileChange::Grown : FileChange::Shrunk;
        } else if (digest != digests.constEnd() && !digest->isEmpty()) {
            one.change = *digest == was.sha256 ? FileChange::Same : FileChange::Changed;
            one.isProven = true;
        } else if (is->modified != was.modified) {
            one.change = FileChange::Touched;
        }
        all << one;
    }
    for (const CheckpointFile &file : now) {
        if (present.contains(file.name) && !isOwnName(file.name))
            all << FileComparison{file.name, FileChange::Added, false};
    }
    return all;
}

}  // namespace trainyard
