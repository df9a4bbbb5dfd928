// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/pruner.h"

#include "core/checkpoint/retention/ownnames.h"
#include "core/checkpoint/retention/pins.h"
#include "core/checkpoint/retention/rating.h"
#include "core/checkpoint/retention/trackers.h"
#include "core/service/checkpoints/checkpointpins.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Checkpoints)
};

bool isAsListed(const Checkpoint &checkpoint, const QHash<QString, const CheckpointFile *> &listing)
{
    return std::all_of(checkpoint.files.begin(), checkpoint.files.end(), [&](const CheckpointFile &file) {
        const CheckpointFile *now = listing.value(file.name);
        return now && now->sizeBytes == file.sizeBytes && now->modified == file.modified;
    });
}

// The files of one step stay together, even if an unknown trainer wrote them as several. Without a step, those of a folder do.
QString groupOf(const Checkpoint &checkpoint)
{
    if (checkpoint.step)
        return QStringLiteral("step %1").arg(*checkpoint.step);
    const qsizetype slash = checkpoint.name.lastIndexOf(u'/');
    return slash > 0 ? QStringLiteral("folder ") + checkpoint.name.left(slash) : QString();
}

bool isAmong(const Checkpoint &checkpoint, const QStringList &names)
{
    return std::any_of(names.begin(), names.end(), [&](const QString &name) {
        return isNamed(checkpoint, name) || (checkpoint.step && name == QString::number(*checkpoint.step));
    });
}

}  // namespace

QStringList Pruner::tracked(const QList<Checkpoint> &checkpoints, const QList<CheckpointFile> &listing, std::stop_token stop)
{
    QStringList files;
    for (const CheckpointFile &file : listing) {
        if (isTracker(file.name))
            files << file.name;
    }
    const auto newest = latestGood(checkpoints);
    for (const CheckpointFile &file : newest ? newest->files : QList<CheckpointFile>()) {
        if (file.name.endsWith(QLatin1String("trainer_state.json")))
            files << file.name;
    }
    QStringList names;
    for (const QString &file : std::as_const(files)) {
        if (const auto content = m_place.read(file, kMaxTracker, stop))
            names += trackedNames(file, *content);
    }
    return names;
}

Result<PrunePlan> Pruner::plan(const QList<Checkpoint> &seen, const PruneOptions &options, std::stop_token stop)
{
    TRY(const auto listing, m_place.list({}, stop));
    return planOf(listing, seen, options, stop);
}

Result<PrunePlan> Pruner::planOf(const QList<CheckpointFile> &listing, const QList<Checkpoint> &seen, const PruneOptions &options,
                                 std::stop_token stop)
{
    QHash<QString, const CheckpointFile *> byName;
    PrunePlan plan;
    for (const CheckpointFile &file : listing) {
        byName.insert(file.name, &file);
        if (file.name.startsWith(kTrashFolder + u'/'))
            plan.trashBytes += file.sizeBytes;
    }
    QList<Checkpoint> checkpoints = seen;
    markPinned(checkpoints, listing);
    const QStringList tracker = tracked(checkpoints, listing, stop);

    QList<RetentionCandidate> candidates;
    for (const Checkpoint &checkpoint : std::as_const(checkpoints)) {
        RetentionCandidate one;
        one.verdict = isAsListed(checkpoint, byName) ? checkpoint.verdict : Verdict::BeingWritten;
        one.step = checkpoint.step;
        one.metric = ratingOf(checkpoint, options.policy.metric);
        one.modified = checkpoint.modified;
        one.sizeBytes = checkpoint.sizeBytes;
        one.group = groupOf(checkpoint);
        one.isPinned = checkpoint.isPinned || isAmong(checkpoint, options.pinned);
        one.isNeeded = std::any_of(options.needed.begin(), options.needed.end(),
                                   [&](const QString &name) { return isNamed(checkpoint, name); })
                       || std::any_of(tracker.begin(), tracker.end(), [&](const QString &name) { return isNamed(checkpoint, name); });
        candidates << one;
    }
    const RetentionPlan retention = planRetention(candidates, options.policy, options.isLive);
    for (qsizetype i = 0; i < checkpoints.size(); ++i) {
        PruneItem item;
        item.checkpoint = checkpoints[i];
        item.reasons = retention.decisions[i].reasons;
        item.rating = candidates[i].metric;
        plan.items << item;
    }
    addRemovals(plan, listing);
    if (const auto free = m_place.freeBytes(stop)) {
        plan.freeBytes = *free;
        plan.room = forecastDiskSpace(checkpoints, *free, m_place.now(stop), options.isLive);
    }
    if (stop.stop_requested())
        return cancelledError();
    return plan;
}

void Pruner::addRemovals(PrunePlan &plan, const QList<CheckpointFile> &listing)
{
    QHash<QString, qsizetype> leaders;
    QHash<qsizetype, Checkpoint> whole;  // removed as one, by its leader
    QHash<qsizetype, QStringList> pins;  // of those removed with it
    QList<Checkpoint> staying;
    for (qsizetype i = 0; i < plan.items.size(); ++i) {
        PruneItem &item = plan.items[i];
        if (item.isKept()) {
            staying << item.checkpoint;
            continue;
        }
        const QString group = groupOf(item.checkpoint);
        const qsizetype leader = group.isEmpty() ? i : leaders.value(group, i);
        leaders.insert(group, leader);
        if (leader == i) {
            whole.insert(i, item.checkpoint);
        } else {
            item.leader = leader;
            pins[leader] << pinNameFor(item.checkpoint);
            whole[leader].files += item.checkpoint.files;
        }
    }
    const FileOwners owners(listing, staying + whole.values());
    for (qsizetype i = 0; i < plan.items.size(); ++i) {
        PruneItem &item = plan.items[i];
        if (item.isKept())
            continue;
        if (item.leader >= 0) {
            item.problem = plan.items[item.leader].problem;
            plan.count += item.problem ? 0 : 1;
            continue;
        }
        auto removal = removalOf(whole[i], owners);
        if (removal) {
            item.removal = std::move(*removal);
            item.removal.pins += pins.value(i);
            plan.bytes += item.removal.bytes;
            ++plan.count;
        } else {
            item.problem = removal.error();
        }
    }
}

Result<QString> Pruner::removeForGood(const PruneItem &item, std::stop_token stop)
{
    TRY_DO(checkUnpinned(m_place, item.removal, stop));
    TRY_DO(m_place.removeForGood(item.removal.paths, item.checkpoint.files, item.removal.bytes, stop));
    return QString();
}

Result<void> Pruner::carryOut(PrunePlan &plan, const PruneOptions &options, const std::function<void(const PruneItem &)> &done,
                              std::stop_token stop)
{
    const bool hasTrash = m_place.hasTrash();
    if (!hasTrash && !options.isForGood) {
        return Error{
            ErrorCode::Unsupported,
            Words::tr("An object store has no trash: checkpoints are deleted permanently. Check the plan again, then add --for-good."),
            {}};
    }
    CheckpointTrash trash(m_place);
    TRY(auto recovered, hasTrash ? trash.recover(std::chrono::minutes(2), stop) : CheckpointTrash::Recovered());
    plan.recovered = recovered;
    for (PruneItem &item : plan.items) {
        if (item.isKept())
            continue;
        if (item.leader >= 0) {
            item.trashId = plan.items[item.leader].trashId;
            item.problem = plan.items[item.leader].problem;
            plan.count -= item.problem ? 1 : 0;
            if (done)
                done(item);
            continue;
        }
        if (stop.stop_requested())
            return cancelledError();
        auto held = options.hold ? options.hold(item.removal) : Result<std::shared_ptr<void>>(nullptr);
        const auto taken = !held      ? Result<QString>(held.error())
                           : hasTrash ? trash.take(item.removal, stop, options.begins)
                                      : removeForGood(item, stop);
        held = Result<std::shared_ptr<void>>(nullptr);  // erasing the trash may take long
        if (!taken && taken.error().isCancelled())
            return taken.error();
        if (!taken) {
            item.problem = taken.error();
            plan.bytes -= item.removal.bytes;
            --plan.count;
        } else {
            item.trashId = *taken;
        }
        if (taken && options.isForGood && hasTrash) {
            TRY_DO(trash.erase(*taken, stop));
            item.trashId.clear();
        }
        if (done)
            done(item);
    }
    if (!hasTrash)
        return {};
    TRY(const auto old, trash.entries(stop));
    const QDateTime limit = QDateTime::fromSecsSinceEpoch(m_place.now(stop)).addSecs(-std::chrono::seconds(options.trashAge).count());
    for (const TrashEntry &entry : old) {
        if (entry.taken >= limit)
            continue;
        TRY_DO(trash.erase(entry.id, stop));
        ++plan.emptied;
    }
    return {};
}

}  // namespace trainyard
