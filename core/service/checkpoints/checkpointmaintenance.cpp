// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/checkpointmaintenance.h"

#include "core/checkpoint/retention/ownnames.h"
#include "core/service/checkpoints/internal/manifestkeeper.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

// Nothing else will be written under its name: "checkpoint-500", but not "last.pt", whose manifest would report the next one as damaged.
bool isWrittenOnce(const Checkpoint &checkpoint)
{
    static const QRegularExpression again(QStringLiteral("(^|[^a-z])(last|latest|best|current|final|newest)([^a-z]|$)"),
                                          QRegularExpression::CaseInsensitiveOption);
    const QString base = checkpoint.name.mid(checkpoint.name.lastIndexOf(u'/') + 1);
    const bool hasDigit = std::any_of(base.begin(), base.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    return checkpoint.step && hasDigit && !again.match(base).hasMatch();
}

bool isUnfinished(const PrunePlan &plan)
{
    return std::any_of(plan.items.begin(), plan.items.end(), [](const PruneItem &item) {
        return item.reasons.contains(KeepReason::BeingWritten) || item.reasons.contains(KeepReason::MaybeWriting);
    });
}

}  // namespace

Result<MaintenanceReport> CheckpointMaintenance::tend(const QList<Checkpoint> &checkpoints, const MaintenanceOptions &options,
                                                      const std::function<void(const MaintenanceReport::Removed &)> &removed,
                                                      std::stop_token stop)
{
    MaintenanceReport report;
    const bool hasRule = options.policy && options.policy->hasRule();
    if (!hasRule && options.largestManifest <= 0)
        return report;
    TRY(const auto listing, m_place.list({}, stop));
    if (hasRule) {
        TRY_DO(applyRules(listing, checkpoints, options, removed, report, stop));
        TRY_DO(emptyTrash(options, report, stop));
    }
    if (!report.room) {
        // Only of those being written now: the files it keeps from another run say nothing about its pace.
        if (const auto free = m_place.freeBytes(stop))
            report.room = forecastDiskSpace(checkpoints, *free, m_place.now(stop), true);
    }
    if (options.largestManifest > 0) {
        TRY_DO(writeManifests(listing, checkpoints, options, report, stop));
    }
    return report;
}

Result<void> CheckpointMaintenance::applyRules(const QList<CheckpointFile> &listing, const QList<Checkpoint> &checkpoints,
                                               const MaintenanceOptions &options,
                                               const std::function<void(const MaintenanceReport::Removed &)> &removed,
                                               MaintenanceReport &report, std::stop_token stop)
{
    PruneOptions prune;
    prune.policy = *options.policy;
    prune.policy.removesDamaged = false;
    prune.needed = options.needed;
    prune.hold = options.hold;
    prune.begins = options.begins;
    prune.isLive = true;
    prune.trashAge = std::chrono::hours(100 * 365 * 24);  // maintenance must not empty what a person put there
    for (const Checkpoint &checkpoint : checkpoints) {
        if (checkpoint.modified < options.keptBefore)
            prune.pinned << checkpoint.name;
    }
    Pruner pruner(m_place);
    TRY(auto plan, pruner.planOf(listing, checkpoints, prune, stop));
    report.room = plan.room;
    report.isUnfinished = isUnfinished(plan);
    if (report.isUnfinished || plan.count == 0)
        return {};
    const auto done = pruner.carryOut(
        plan, prune,
        [&](const PruneItem &item) {
            if (item.problem) {
                report.problems << *item.problem;
                return;
            }
            const MaintenanceReport::Removed one{item.checkpoint.name, item.checkpoint.step, item.checkpoint.sizeBytes, item.trashId};
            report.removed << one;
            if (removed)
                removed(one);
        },
        stop);
    return done;
}

Result<void> CheckpointMaintenance::emptyTrash(const MaintenanceOptions &options, MaintenanceReport &report, std::stop_token stop)
{
    if (options.ownTrash.isEmpty())
        return {};
    CheckpointTrash trash(m_place);
    TRY(const auto entries, trash.entries(stop));
    const bool isShort = report.room && report.room->more < kRoomWanted;
    const std::chrono::seconds age = isShort ? std::chrono::seconds(kShortTrashAge) : std::chrono::seconds(kTrashAge);
    const QDateTime limit = QDateTime::fromSecsSinceEpoch(m_place.now(stop)).addSecs(-age.count());
    for (const TrashEntry &entry : entries) {
        if (entry.taken >= limit || !options.ownTrash.contains(entry.id))
            continue;
        TRY_DO(trash.erase(entry.id, stop));
        ++report.emptied;
    }
    return {};
}

// The trainer removed its checkpoint but not the files beside it, which it does not know; or a program was killed while it wrote.
Result<void> CheckpointMaintenance::removeOrphans(const QList<CheckpointFile> &listing, MaintenanceReport &report, std::stop_token stop)
{
    QStringList there;
    for (const CheckpointFile &file : listing) {
        if (!isOwnName(file.name))
            there << file.name;
    }
    there.sort();
    const qint64 now = m_place.now(stop);
    int looked = 0;
    for (const CheckpointFile &file : listing) {
        const QString folder = file.name.left(file.name.lastIndexOf(u'/') + 1);
        const bool isHalf = isLeftoverName(file.name), isOld = now - file.modified >= (isHalf ? kLeftover : kQuiet).count();
        if (!isOld || isOwnName(folder) || !isSafeRelative(file.name) || (!isHalf && !isManifestName(file.name)))
            continue;
        const QString beginning = folder + namedByManifest(file.name);
        const auto next = std::lower_bound(there.begin(), there.end(), beginning);
        const bool seemsThere = next != there.end() && next->startsWith(beginning);
        if (!isHalf && (seemsThere || ++looked > kMaxOrphans))
            continue;
        if (!isHalf) {
            // Every file that it names must be gone.
            const auto text = m_place.read(file.name, kMaxManifest, stop);
            const auto manifest = text ? parseManifest(*text) : Result<Manifest>(text.error());
            const auto isThere = [&](const ManifestFile &one) { return std::binary_search(there.begin(), there.end(), folder + one.name); };
            if (!manifest || std::any_of(manifest->files.begin(), manifest->files.end(), isThere))
                continue;
        }
        TRY_DO(m_place.removeFile(file.name, stop));
        ++report.orphans;
    }
    return {};
}

// Skips by name what the rules removed since the listing.
Result<void> CheckpointMaintenance::writeManifests(const QList<CheckpointFile> &listing, const QList<Checkpoint> &checkpoints,
                                                   const MaintenanceOptions &options, MaintenanceReport &report, std::stop_token stop)
{
    QHash<QString, qint64> written;
    for (const CheckpointFile &file : listing) {
        if (isOwnName(file.name))
            written.insert(file.name, file.modified);
    }
    const qint64 now = m_place.now(stop);
    // What cannot be removed does no harm.
    if (const auto removed = removeOrphans(listing, report, stop); !removed && removed.error().isCancelled())
        return removed;
    ManifestKeeper keeper(m_place);
    for (const Checkpoint &checkpoint : checkpoints) {
        const bool isGone = std::any_of(report.removed.begin(), report.removed.end(),
                                        [&](const auto &one) { return one.name == checkpoint.name; });
        const auto manifest = written.constFind(ManifestKeeper::nameFor(checkpoint));
        // A checkpoint that an attempt overwrote after its manifest was made is a different one.
        const bool hasOne = manifest != written.cend() && *manifest >= checkpoint.modified;
        if (isGone || hasOne || checkpoint.verdict != Verdict::Complete || !checkpoint.isLookedInto || !isWrittenOnce(checkpoint)
            || checkpoint.sizeBytes > options.largestManifest || checkpoint.modified < options.manifestsSince)
            continue;
        if (now - checkpoint.modified < kQuiet.count() || report.manifests.size() >= kMaxManifests) {
            report.isUnfinished = true;
            continue;
        }
        const auto made = keeper.make(checkpoint, {}, stop);
        if (made) {
            report.manifests << checkpoint.name;
        } else if (made.error().isCancelled()) {
            return made.error();
        } else if (made.error().code == ErrorCode::Io) {
            report.isUnfinished = true;  // it changed meanwhile
        } else {
            report.problems << made.error();
            return {};  // no space, or no program for it: the next one would fail too
        }
    }
    return {};
}

}  // namespace trainyard
