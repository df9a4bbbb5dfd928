// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/internal/manifestkeeper.h"

#include "core/base/shownpath.h"
#include "core/checkpoint/retention/ownnames.h"
#include "core/checkpoint/retention/pins.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Checkpoints)
};

// With the place's names for its files.
Manifest placed(Manifest manifest, const Checkpoint &checkpoint)
{
    for (ManifestFile &file : manifest.files)
        file.name.prepend(ManifestKeeper::folderFor(checkpoint));
    return manifest;
}

bool areSame(const QList<CheckpointFile> &a, const QList<CheckpointFile> &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const CheckpointFile &x, const CheckpointFile &y) {
        return x.name == y.name && x.sizeBytes == y.sizeBytes && x.modified == y.modified;
    });
}

}  // namespace

QString ManifestKeeper::nameFor(const Checkpoint &checkpoint) { return manifestName(checkpoint.name, hasOwnFolder(checkpoint)); }

QString ManifestKeeper::folderFor(const Checkpoint &checkpoint)
{
    const QString name = nameFor(checkpoint);
    return name.left(name.lastIndexOf(u'/') + 1);
}

QStringList ManifestKeeper::coveredNames(const Checkpoint &checkpoint) const
{
    const QString folder = folderFor(checkpoint);
    QStringList names;
    for (const CheckpointFile &file : checkpoint.files) {
        if (file.name.startsWith(folder))
            names << file.name;
    }
    return names;
}

Result<QList<CheckpointFile>> ManifestKeeper::filesOf(const QStringList &names, std::stop_token stop)
{
    // Only folders that contain some of them.
    QSet<QString> tops;
    for (const QString &name : names)
        tops << (name.contains(u'/') ? name.section(u'/', 0, 0) : QString());
    QHash<QString, CheckpointFile> present;
    for (const QString &top : std::as_const(tops)) {
        const auto listed = m_place.list(top, stop);
        if (!listed && listed.error().code != ErrorCode::NotFound)
            return listed.error();
        if (listed) {
            for (const CheckpointFile &file : *listed)
                present.insert(file.name, file);
        }
    }
    QList<CheckpointFile> files;
    for (const QString &name : names) {
        if (const auto found = present.constFind(name); found != present.constEnd())
            files << *found;
    }
    return files;
}

Result<Manifest> ManifestKeeper::make(const Checkpoint &checkpoint, const Progress &progress, std::stop_token stop)
{
    const bool isSafe = std::all_of(checkpoint.files.begin(), checkpoint.files.end(),
                                    [](const CheckpointFile &file) { return isSafeRelative(file.name) && !isOwnName(file.name); });
    if (checkpoint.verdict != Verdict::Complete || checkpoint.files.isEmpty() || !isSafe)
        return Error{ErrorCode::InvalidInput,
                     Words::tr("“%1” is incomplete: only complete checkpoints get a manifest.").arg(shownPath(checkpoint.name)),
                     {}};
    const QStringList names = coveredNames(checkpoint);
    QList<CheckpointFile> seen = checkpoint.files;
    seen.removeIf([&](const CheckpointFile &file) { return !names.contains(file.name); });
    const Error changed{
        ErrorCode::Io, Words::tr("“%1” changed while it was read: no manifest was written.").arg(shownPath(checkpoint.name)), {}};
    TRY(const auto before, filesOf(names, stop));
    if (!areSame(before, seen))
        return changed;
    TRY(const auto digests, m_place.digests(before, progress, stop));
    TRY(const auto after, filesOf(names, stop));
    if (!areSame(before, after) || digests.size() != before.size())
        return changed;

    Manifest manifest;
    const qsizetype below = folderFor(checkpoint).size();
    manifest.checkpoint = checkpoint.name.mid(checkpoint.name.lastIndexOf(u'/') + 1);
    manifest.step = checkpoint.step;
    manifest.made = QDateTime::fromSecsSinceEpoch(m_place.now(stop)).toUTC();
    for (qsizetype i = 0; i < before.size(); ++i)
        manifest.files << ManifestFile{before[i].name.mid(below), before[i].sizeBytes, before[i].modified, digests[i]};
    if (const auto written = m_place.write(nameFor(checkpoint), manifestText(manifest), stop); !written) {
        if (written.error().code != ErrorCode::NoSpace)
            return written.error();
        return Error{ErrorCode::NoSpace,
                     Words::tr("The disk is full: no manifest was written next to “%1”. The checkpoint itself is unchanged.")
                         .arg(shownPath(checkpoint.name)),
                     written.error().detail};
    }
    return placed(std::move(manifest), checkpoint);
}

Result<std::optional<Manifest>> ManifestKeeper::read(const Checkpoint &checkpoint, std::stop_token stop)
{
    const auto text = m_place.read(nameFor(checkpoint), kMaxManifest, stop);
    if (!text && text.error().code == ErrorCode::NotFound)
        return std::optional<Manifest>();
    if (!text)
        return text.error();
    TRY(auto manifest, parseManifest(*text));
    return std::optional(placed(std::move(manifest), checkpoint));
}

Result<QList<FileComparison>> ManifestKeeper::compare(const Checkpoint &checkpoint, const Manifest &manifest, bool readsAll,
                                                      const Progress &progress, std::stop_token stop)
{
    QStringList names = coveredNames(checkpoint);
    for (const ManifestFile &file : manifest.files) {
        if (!names.contains(file.name))
            names << file.name;
    }
    TRY(const auto now, filesOf(names, stop));
    const QList<FileComparison> first = compareWithManifest(manifest, now);
    QList<CheckpointFile> toRead;
    for (const FileComparison &one : first) {
        if (one.change != FileChange::Touched && !(readsAll && one.change == FileChange::Same))
            continue;
        const auto file = std::find_if(now.begin(), now.end(), [&](const CheckpointFile &f) { return f.name == one.name; });
        toRead << *file;
    }
    if (toRead.isEmpty())
        return first;
    TRY(const auto digests, m_place.digests(toRead, progress, stop));
    QMap<QString, QByteArray> byName;
    for (qsizetype i = 0; i < std::min(toRead.size(), digests.size()); ++i)
        byName[toRead[i].name] = digests[i];
    return compareWithManifest(manifest, now, byName);
}

}  // namespace trainyard
