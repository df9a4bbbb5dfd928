// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/checkpointtrash.h"

#include "core/base/shownpath.h"
#include "core/checkpoint/retention/ownnames.h"
#include "core/service/checkpoints/checkpointpins.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Checkpoints)
};

QString inTrash(const QString &name) { return kTrashFolder + u'/' + name; }

QString folderOf(const QString &path)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    return slash < 0 ? QString() : path.left(slash);
}

Error noEntry(const QString &id) { return {ErrorCode::NotFound, Words::tr("“%1” is not in the trash.").arg(shownPath(id)), {}}; }

// Nothing is left half-done when the person cancels: what was begun is finished or undone.
std::stop_token whatever() { return {}; }

}  // namespace

Result<void> CheckpointTrash::makeTrash(const QString &folder, std::stop_token stop)
{
    const auto made = m_place.makeFolder(folder, stop);
    if (!made && made.error().code == ErrorCode::NoSpace) {
        return Error{ErrorCode::NoSpace,
                     Words::tr("The disk is too full even for the trash. Delete something by hand, or empty the trash."),
                     made.error().detail};
    }
    return made;
}

Result<QString> CheckpointTrash::take(const Removal &removal, std::stop_token stop, const std::function<void(const QString &id)> &begins)
{
    const bool isSafe = std::all_of(removal.paths.begin(), removal.paths.end(),
                                    [](const QString &path) { return isSafeRelative(path) && !path.startsWith(kTrashFolder); });
    if (removal.paths.isEmpty() || !isSafe)
        return Error{ErrorCode::InvalidInput, Words::tr("“%1” cannot be removed by its name.").arg(shownPath(removal.checkpoint)), {}};
    TRY_DO(checkUnpinned(m_place, removal, stop));
    const QDateTime now = QDateTime::fromSecsSinceEpoch(m_place.now(stop));
    const QString id = trashEntryName(now, QRandomGenerator::global()->generate());
    if (stop.stop_requested())
        return cancelledError();
    if (begins)
        begins(id);

    if (removal.paths.size() == 1) {
        const QString &path = removal.paths.first();
        const QString target = inTrash(id) + u'/' + path;
        TRY_DO(makeTrash(folderOf(target), stop));
        if (const auto moved = m_place.move(path, target, whatever()); !moved) {
            (void)m_place.removeTree(inTrash(id), whatever());
            return moved.error();
        }
        return id;
    }
    const QString moving = inTrash(movingName(id));
    TRY_DO(makeTrash(moving, stop));
    if (const auto taken = takeEach(removal, moving, stop); !taken) {
        // If that fails too, recover() does it.
        if (const auto back = putBack(moving, {}, whatever()); back && *back)
            (void)m_place.removeTree(moving, whatever());
        return taken.error();
    }
    TRY_DO(m_place.move(moving, inTrash(id), whatever()));
    return id;
}

Result<void> CheckpointTrash::takeEach(const Removal &removal, const QString &folder, std::stop_token stop)
{
    for (const QString &path : removal.paths) {
        if (stop.stop_requested())
            return cancelledError();
        const QString target = folder + u'/' + path;
        TRY_DO(makeTrash(folderOf(target), whatever()));
        TRY_DO(m_place.move(path, target, whatever()));
    }
    return {};
}

Result<QList<TrashEntry>> CheckpointTrash::entries(std::stop_token stop)
{
    const auto found = m_place.entries(kTrashFolder, stop);
    if (!found && found.error().code == ErrorCode::NotFound)
        return QList<TrashEntry>();
    if (!found)
        return found.error();
    TRY(const auto files, m_place.list(kTrashFolder, stop));
    QList<TrashEntry> all;
    for (const PlaceEntry &entry : *found) {
        const auto taken = trashedAt(entry.name);
        if (!taken || !entry.isFolder)
            continue;
        TrashEntry one{entry.name, *taken, {}, 0};
        const QString prefix = inTrash(entry.name) + u'/';
        for (const CheckpointFile &file : files) {
            if (!file.name.startsWith(prefix))
                continue;
            one.bytes += file.sizeBytes;
            const QString name = file.name.mid(prefix.size()).section(u'/', 0, 0);
            if (!one.names.contains(name))
                one.names << name;
        }
        if (!one.names.isEmpty())  // an empty one was interrupted before anything happened
            all << one;
    }
    std::sort(all.begin(), all.end(), [](const TrashEntry &a, const TrashEntry &b) { return a.id > b.id; });
    return all;
}

// Succeeds if each of its places is free, or a folder where the entry has a folder too.
Result<void> CheckpointTrash::checkPlaces(const QString &folder, const QString &below, std::stop_token stop)
{
    TRY(const auto inside, m_place.entries(below.isEmpty() ? folder : folder + u'/' + below, stop));
    const auto there = m_place.entries(below, stop);
    if (!there) {
        if (there.error().code == ErrorCode::NotFound)
            return {};
        return there.error();
    }
    for (const PlaceEntry &entry : inside) {
        const auto taken = std::find_if(there->begin(), there->end(), [&](const PlaceEntry &other) { return other.name == entry.name; });
        if (taken == there->end())
            continue;
        const QString name = below.isEmpty() ? entry.name : below + u'/' + entry.name;
        if (!entry.isFolder || !taken->isFolder)
            return Error{ErrorCode::AlreadyExists, Words::tr("“%1” exists again: move it away first.").arg(shownPath(name)), {}};
        TRY_DO(checkPlaces(folder, name, stop));
    }
    return {};
}

// Returns true when nothing is left in it.
Result<bool> CheckpointTrash::putBack(const QString &folder, const QString &below, std::stop_token stop)
{
    TRY(const auto inside, m_place.entries(below.isEmpty() ? folder : folder + u'/' + below, stop));
    if (!below.isEmpty()) {
        TRY_DO(m_place.makeFolder(below, stop));
    }
    bool isEmpty = true;
    for (const PlaceEntry &entry : inside) {
        const QString name = below.isEmpty() ? entry.name : below + u'/' + entry.name;
        const auto moved = m_place.move(folder + u'/' + name, name, stop);
        if (moved)
            continue;
        // Some servers report only that it failed.
        if (entry.isFolder && m_place.entries(name, stop)) {
            const auto rest = putBack(folder, name, stop);
            if (!rest)
                return rest;
            isEmpty = isEmpty && *rest;
            continue;
        }
        if (moved.error().code != ErrorCode::AlreadyExists)
            return moved.error();
        isEmpty = false;
    }
    return isEmpty;
}

Result<void> CheckpointTrash::restore(const QString &id, std::stop_token stop)
{
    if (!isTrashEntryName(id))
        return noEntry(id);
    if (const auto free = checkPlaces(inTrash(id), {}, stop); !free)
        return free.error().code == ErrorCode::NotFound ? noEntry(id) : free.error();
    // Should this program be killed, the next one finds it under this name and puts it back.
    const QString moving = inTrash(movingName(id));
    TRY_DO(m_place.move(inTrash(id), moving, stop));
    TRY(const auto back, putBack(moving, {}, whatever()));
    if (!back)
        return Error{ErrorCode::AlreadyExists, Words::tr("Some of its files exist again: the rest stays in the trash."), {}};
    return m_place.removeTree(moving, whatever());
}

Result<void> CheckpointTrash::erase(const QString &id, std::stop_token stop)
{
    if (!isTrashEntryName(id))
        return noEntry(id);
    const QString doomed = inTrash(doomedName(id));
    if (const auto moved = m_place.move(inTrash(id), doomed, stop); !moved)
        return moved.error().code == ErrorCode::NotFound ? noEntry(id) : moved.error();
    return m_place.removeTree(doomed, stop);
}

Result<CheckpointTrash::Recovered> CheckpointTrash::recover(std::chrono::seconds olderThan, std::stop_token stop)
{
    const auto found = m_place.entries(kTrashFolder, stop);
    if (!found && found.error().code == ErrorCode::NotFound)
        return Recovered{};
    if (!found)
        return found.error();
    const qint64 now = m_place.now(stop);
    Recovered recovered;
    for (const PlaceEntry &entry : *found) {
        if (stop.stop_requested())
            return cancelledError();
        if (isDoomedName(entry.name)) {
            TRY_DO(m_place.removeTree(inTrash(entry.name), stop));
            ++recovered.erased;
        }
        const auto id = entryOfMovingName(entry.name);
        const auto begun = id ? trashedAt(*id) : std::nullopt;
        // Another program may be working on it now; the clock may have been set back since.
        if (!begun || (std::abs(now - begun->toSecsSinceEpoch()) < olderThan.count()))
            continue;
        TRY(const auto back, putBack(inTrash(entry.name), {}, whatever()));
        if (!back) {
            recovered.stuck << *id;
            continue;
        }
        TRY_DO(m_place.removeTree(inTrash(entry.name), whatever()));
        ++recovered.putBack;
    }
    return recovered;
}

}  // namespace trainyard
