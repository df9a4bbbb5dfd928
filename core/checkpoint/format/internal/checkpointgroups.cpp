// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/checkpointgroups.h"

#include "core/checkpoint/format/internal/checkpointname.h"

#include <QRegularExpression>

#include <algorithm>
#include <map>

namespace trainyard {

namespace {

bool byName(const CheckpointFile &a, const CheckpointFile &b) { return a.name < b.name; }

bool isJson(const QString &name) { return name.endsWith(QLatin1String(".json"), Qt::CaseInsensitive); }

bool matchesAnywhere(const QString &name, const QString &pattern)
{
    const QStringList parts = name.split(u'/', Qt::SkipEmptyParts);
    return std::any_of(parts.begin(), parts.end(), [&](const QString &part) { return matchesPattern(part, pattern); });
}

bool isCandidate(const QString &name, const QString &pattern)
{
    if (isJson(name))
        return false;
    if (pattern.isEmpty())
        return hasKnownExtension(name);
    return matchesPattern(baseOf(name), pattern) || (hasKnownExtension(name) && matchesAnywhere(folderOf(name), pattern));
}

// Folders whose name begins with a dot belong to other programs: caches, version control, the trash. So do the files that Trainyard itself
// puts there (core/checkpoint/retention/ownnames.h).
bool isHidden(const QString &name)
{
    if (baseOf(name).startsWith(QLatin1String(".trainyard-")))
        return true;
    return name.startsWith(u'.') ? name.contains(u'/') : folderOf(name).contains(QLatin1String("/."));
}

FileGroup groupOf(const StepFolder &step)
{
    FileGroup group;
    group.name = step.path;
    group.trainer = step.trainer;
    group.isTemporary = step.isTemporary;
    group.step = step.step;
    for (const CheckpointFile &file : step.files) {
        if (isBesideModel(file.name) || isJson(file.name) || baseOf(file.name) == QLatin1String("latest"))
            group.companions << file;
        else if (hasKnownExtension(file.name) || baseOf(file.name) == QLatin1String(".metadata"))
            group.mains << file;
        else
            group.others << file;
    }
    group.folder = step;
    group.folder.files.clear();
    return group;
}

// "ckpt-5" of "ckpt-5.index" and "ckpt-5.data-00000-of-00002", including those that are still being written.
void takeTensorFlow(const QList<CheckpointFile> &files, const QString &pattern, QSet<QString> &claimed, QList<FileGroup> &groups)
{
    static const QRegularExpression kData(QStringLiteral("^(.+)\\.data-([0-9]{5})-of-([0-9]{5})(\\.tempstate[0-9]+)?$"));
    static const QRegularExpression kIndex(QStringLiteral("^(.+)\\.index(\\.tempstate[0-9]+)?$"));
    std::map<QString, FileGroup> found;
    std::map<QString, QSet<int>> shards;
    QSet<QString> folders;  // those with a "checkpoint" file
    for (const CheckpointFile &file : files) {
        if (baseOf(file.name) == QLatin1String("checkpoint"))
            folders.insert(folderOf(file.name));
        const auto match = kData.match(file.name);
        if (!match.hasMatch())
            continue;
        FileGroup &group = found[match.captured(1)];
        group.others << file;
        group.shardCount = std::max(group.shardCount, match.captured(3).toInt());
        group.isTemporary = group.isTemporary || match.hasCaptured(4) || folderOf(file.name).endsWith(QLatin1String("_temp/"));
        shards[match.captured(1)].insert(match.captured(2).toInt());
    }
    for (const CheckpointFile &file : files) {
        const auto match = kIndex.match(file.name);
        if (match.hasMatch() && (found.contains(match.captured(1)) || folders.contains(folderOf(file.name)))) {
            FileGroup &group = found[match.captured(1)];
            group.mains << file;
            group.isTemporary = group.isTemporary || match.hasCaptured(2);
        }
    }
    for (auto &[prefix, group] : found) {
        if (!pattern.isEmpty() && !matchesAnywhere(prefix, pattern))
            continue;
        group.name = prefix;
        group.trainer = Trainer::TensorFlow;
        group.step = stepFromName(prefix);
        if (group.mains.isEmpty())
            group.folder.missingMarker = baseOf(prefix) + QStringLiteral(".index");
        for (int shard = 0; shard < group.shardCount && group.folder.missing.size() < 64; ++shard) {
            if (!shards[prefix].contains(shard))
                group.folder.missing << QStringLiteral("%1.data-%2-of-%3")
                                            .arg(baseOf(prefix))
                                            .arg(shard, 5, 10, QLatin1Char('0'))
                                            .arg(group.shardCount, 5, 10, QLatin1Char('0'));
        }
        group.shardCount = 0;
        for (const CheckpointFile &file : group.files())
            claimed.insert(file.name);
        groups << group;
    }
}

void takeFiles(const QList<CheckpointFile> &files, const QString &pattern, QList<FileGroup> &groups)
{
    std::map<QString, FileGroup> found;
    QMap<QString, CheckpointFile> states;
    QMap<QString, QList<CheckpointFile>> besides;  // by folder
    QSet<QString> unfinished;                      // a downloader's metadata is next to them
    for (const CheckpointFile &file : files) {
        if (file.name.endsWith(QLatin1String(".aria2")))
            unfinished.insert(file.name.chopped(6));
    }
    for (const CheckpointFile &file : files) {
        const auto final = finalName(file.name);
        if (isJson(file.name) && !final)
            states.insert(file.name, file);
        if (!isCandidate(final.value_or(file.name), pattern) && !isCandidate(file.name, pattern))
            continue;
        if (!final && isBesideModel(file.name)) {
            besides[folderOf(file.name)] << file;
            continue;
        }
        const auto shard = final ? std::nullopt : shardOf(file.name);
        FileGroup &group = found[shard ? shard->group : file.name];
        group.mains << file;
        group.shardCount = shard ? std::max(group.shardCount, shard->count) : 0;
        // A leading dot is used both for a file that is still being written and later renamed, and for a complete file that is hidden.
        const bool isHiddenWhole = final && hasKnownExtension(file.name) && baseOf(file.name) == u'.' + baseOf(*final);
        group.folder.isWithoutMarker = isHiddenWhole;
        group.isTemporary = (final && !isHiddenWhole) || unfinished.contains(file.name);
    }
    QMap<QString, int> groupsInFolder;
    for (const auto &[name, group] : found)
        groupsInFolder[folderOf(name)] += group.isTemporary || group.folder.isWithoutMarker ? 0 : 1;
    const auto take = [&](const QString &name, FileGroup &group) {
        if (const auto state = states.constFind(name); state != states.constEnd())
            group.companions << *state;
    };
    for (auto &[name, group] : found) {
        std::sort(group.mains.begin(), group.mains.end(), byName);
        group.name = group.mains.first().name;
        group.step = stepFromName(finalName(name).value_or(name));
        if (group.isTemporary || group.folder.isWithoutMarker)
            continue;
        if (group.shardCount > 0) {
            QStringList names;
            for (const CheckpointFile &file : std::as_const(group.mains))
                names << baseOf(file.name);
            group.folder.missing = missingShards(names);
        }
        take(withoutExtension(name) + QStringLiteral(".json"), group);
        take(name + QStringLiteral(".index.json"), group);
        if (groupsInFolder.value(folderOf(name)) != 1)
            continue;
        QList<CheckpointFile> own = besides.take(folderOf(name));
        std::sort(own.begin(), own.end(), byName);
        group.companions += own;
    }
    for (const auto &[name, group] : found)
        groups << group;
    for (const QList<CheckpointFile> &alone : std::as_const(besides)) {
        for (const CheckpointFile &file : alone) {
            FileGroup group;
            group.name = file.name;
            group.mains << file;
            group.step = stepFromName(file.name);
            groups << group;
        }
    }
}

}  // namespace

QList<FileGroup> groupFiles(const QList<CheckpointFile> &listed, const QString &pattern)
{
    QList<CheckpointFile> files;
    for (const CheckpointFile &file : listed) {
        if (isInside(file.name) && !isHidden(file.name))
            files << file;
    }
    QList<FileGroup> groups;
    QSet<QString> claimed;
    for (const StepFolder &step : stepFolders(files, &claimed)) {
        const FileGroup group = groupOf(step);
        const QList<CheckpointFile> all = group.files();
        if (pattern.isEmpty() || matchesAnywhere(group.name, pattern)
            || std::any_of(all.begin(), all.end(), [&](const CheckpointFile &file) { return matchesPattern(baseOf(file.name), pattern); }))
            groups << group;
    }
    const auto unclaimed = [&] {
        QList<CheckpointFile> rest;
        for (const CheckpointFile &file : std::as_const(files)) {
            if (!claimed.contains(file.name))
                rest << file;
        }
        return rest;
    };
    takeTensorFlow(unclaimed(), pattern, claimed, groups);
    takeFiles(unclaimed(), pattern, groups);
    return groups;
}

}  // namespace trainyard
