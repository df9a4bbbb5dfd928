// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/checkpointmaintainer.h"

#include "core/base/shellquote.h"
#include "core/service/checkpoints/checkpointfolder.h"
#include "core/service/runs/checkpointservice.h"
#include "core/service/runs/diskspacesamples.h"
#include "core/service/runs/internal/deadlines.h"
#include "core/service/runs/internal/maintenanceevents.h"
#include "core/service/runs/internal/maintenancescheduler.h"
#include "core/service/runs/internal/removalguard.h"
#include "core/service/runs/internal/runlook.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/localcopy.h"

#include <QFile>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qint64 kEventsRead = 1 << 20;
const QString kBegunFile = QStringLiteral("removals-begun");
constexpr qint64 kMaxUsual = qint64(64) << 30;  // a minute or two of one processor's SHA-256
constexpr qint64 kStillFresh = 3600;            // seconds after its end: the last checkpoint is maintained too

std::optional<RetentionPolicy> policyOf(const CheckpointPlan &plan)
{
    if (!plan.removes())
        return std::nullopt;
    RetentionPolicy policy;
    policy.last = plan.keep;
    policy.best = plan.keepBest;
    policy.metric = plan.keepBy;
    policy.direction = plan.isHigherBetter ? BestDirection::Highest : BestDirection::Lowest;
    policy.every = plan.keepEvery;
    return policy;
}

DiskSpaceSample diskSpaceSampleOf(const CheckpointFolder &folder, const MaintenanceReport &report, const CheckpointPlan &plan,
                                  bool isTended)
{
    DiskSpaceSample sample{QDateTime::currentSecsSinceEpoch(), 0, 0, *report.room,
                           isTended && plan.keepEvery == 0 ? plan.keep + plan.keepBest : 0};
    for (const Checkpoint &checkpoint : folder.checkpoints) {
        const bool isGone = std::any_of(report.removed.begin(), report.removed.end(),
                                        [&](const auto &one) { return one.name == checkpoint.name; });
        if (checkpoint.verdict != Verdict::Complete || isGone)
            continue;
        sample.newest = std::max(sample.newest, checkpoint.modified);
        ++sample.complete;
    }
    return sample;
}

// It fails on a full disk; the event is then written later.
Result<void> addEvent(SshConnection &connection, const QString &directory, const QByteArray &line, std::stop_token stop)
{
    const QString script = QStringLiteral("cd -- \"$1\" || exit 1; [ -f events ] || [ ! -e events ] || exit 1; "
                                          "if [ -s events ] && [ -n \"$(tail -c 1 events)\" ]; then echo >>events || exit 1; fi; "
                                          "printf '%s\\n' \"$2\" >>events");
    RemoteCommand command;
    command.line = QStringLiteral("sh -c ") + shellQuoted(script) + QStringLiteral(" sh ")
                   + shellJoined({directory, QString::fromUtf8(line)});
    command.outputLimit = 4096;
    TRY(const auto ran, connection.run(command, QDeadlineTimer(kSmallAnswer), stop));
    return ran.exitCode == 0 ? Result<void>() : Result<void>(Error{ErrorCode::RemoteCommandFailed, {}, {}});
}

}  // namespace

CheckpointMaintainer::CheckpointMaintainer(ServiceContext &context, RatingCache &ratings)
    : m_context(context), m_ratings(ratings),
      m_scheduler(std::make_unique<MaintenanceScheduler>([this](const RunId &runId) { return maintain(runId); }))
{
    connect(m_scheduler.get(), &MaintenanceScheduler::tended, this, &CheckpointMaintainer::maintained);
}

CheckpointMaintainer::~CheckpointMaintainer() = default;

void CheckpointMaintainer::touch(const RunId &runId)
{
    if (m_scheduler)
        m_scheduler->touch(runId);
}

void CheckpointMaintainer::stop() { m_scheduler.reset(); }

QFuture<Result<MaintenanceReport>> CheckpointMaintainer::maintain(const RunId &runId, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [this, context, runId](std::stop_token token) -> Result<MaintenanceReport> {
        TRY(const auto run, context->database->runs.find(runId));
        const auto task = taskOfRun(context->paths, runId);
        TRY(const auto runs, context->database->runs.all());
        if (!task || !task->checkpoints || run.checkpointDir.isEmpty())
            return MaintenanceReport{};
        const CheckpointPlan &plan = *task->checkpoints;
        MaintenanceOptions options;
        options.policy = policyOf(plan);
        if (plan.manifests != ManifestPolicy::Off)
            options.largestManifest = plan.manifests == ManifestPolicy::All ? std::numeric_limits<qint64>::max() : kMaxUsual;
        const bool isOver = hasEnded(run.state) && run.ended.secsTo(QDateTime::currentDateTimeUtc()) > kStillFresh;
        const bool isFollowed = std::any_of(runs.begin(), runs.end(),
                                            [&](const Run &other) { return other.lineage == run.lineage && other.attempt > run.attempt; });
        if (isOver || isFollowed)
            return MaintenanceReport{};

        const Location place = Location::onMachine(run.head().machineId, run.checkpointDir);
        TRY(const auto machine, context->database->machines.find(run.head().machineId));
        TRY(const auto connection, context->connect(machine, Interaction::None, token));
        auto folder = CheckpointFolder::openRemote(connection, run.checkpointDir, run.checkpointPattern, token);
        if (!folder)
            return folder.error().code == ErrorCode::NotFound ? Result<MaintenanceReport>(MaintenanceReport{}) : folder.error();

        if (options.policy && options.policy->best > 0)
            m_ratings.rate(folder->checkpoints, options.policy->metric, *folder->source, ratingPlaceOf(place), token);
        MaintenanceReport report;
        const qint64 ahead = folder->place->now(token) - QDateTime::currentSecsSinceEpoch();  // of our clock
        QDateTime first = run.created;
        for (const Run &other : runs) {
            if (other.lineage == run.lineage) {
                first = std::min(first, other.created);
                const LocalCopy copy(context->paths.runs() + u'/' + other.id.text());
                const QString events = QStringLiteral("events");
                options.ownTrash += trashOfEvents(copy.read(events, std::max<qint64>(0, copy.size(events) - kEventsRead), kEventsRead));
                options.ownTrash += begunRemovals(
                    copy.read(kBegunFile, std::max<qint64>(0, copy.size(kBegunFile) - kEventsRead), kEventsRead));
            } else if (options.policy && other.isOn(run.head().machineId) && overlaps(other.checkpointDir, run.checkpointDir)) {
                options.policy.reset();
                report.problems << Error{
                    ErrorCode::InvalidInput,
                    CheckpointMaintainer::tr("%1 also writes its checkpoints to the folder of %2, so the rules of its task remove none.")
                        .arg(other.name, run.name),
                    {}};
            }
        }
        options.keptBefore = first.toSecsSinceEpoch() + ahead;
        options.manifestsSince = run.created.toSecsSinceEpoch() + ahead;
        const FolderNames names = namesOf(*context, run.head().machineId, {run.checkpointDir}, *connection, token);
        TRY(const auto needed, neededIn(*context, place, names));
        options.needed = needed.names;
        options.begins = [file = LocalCopy(context->paths.runs() + u'/' + runId.text()).path(kBegunFile)](const QString &trashId) {
            QFile begun(file);
            if (begun.open(QIODevice::Append))
                begun.write(begunLine(trashId));
        };
        options.hold = removalGuard(*context, place, names, token);

        const auto recordRemoval = [&](const MaintenanceReport::Removed &one) {
            const QByteArray line = removalEvent(one, QDateTime::currentSecsSinceEpoch() + ahead);
            if (!addEvent(*connection, run.head().directory, line, {})) {
                const std::lock_guard lock(m_guard);
                m_unwrittenEvents[run.id] << line;
            }
        };
        QByteArrayList unwritten;
        {
            const std::lock_guard lock(m_guard);
            unwritten = m_unwrittenEvents.take(run.id);
        }
        while (!unwritten.isEmpty() && addEvent(*connection, run.head().directory, unwritten.first(), token))
            unwritten.removeFirst();
        if (!unwritten.isEmpty()) {
            options.ownTrash += trashOfEvents(unwritten.join('\n'));
            const std::lock_guard lock(m_guard);
            m_unwrittenEvents[run.id] = unwritten;
        }

        TRY(const auto done, CheckpointMaintenance(*folder->place).tend(folder->checkpoints, options, recordRemoval, token));
        MaintenanceReport whole = done;
        // Only for the alert rule: nothing else waits for it.
        if (whole.room && !hasEnded(run.state))
            static_cast<void>(recordDiskSpace(runId, diskSpaceSampleOf(*folder, whole, plan, options.policy.has_value()), context->paths));
        whole.problems = report.problems + whole.problems;
        return whole;
    });
}

}  // namespace trainyard

#include "moc_checkpointmaintainer.cpp"
