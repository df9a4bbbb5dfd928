// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/unsavedservice.h"

#include "core/base/fanout.h"
#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/base/shellquote.h"
#include "core/service/machines/copynotes.h"
#include "core/service/runs/checkpointscan.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/localcopy.h"
#include "core/service/runs/seencheckpoints.h"
#include "core/transport/ssh/sftp.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct UnsavedWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::UnsavedService)
};

// What a run that is followed is behind by at any moment is no loss.
constexpr qint64 kLogOnItsWay = 64 * 1024;
constexpr qint64 kMostAnswer = 1 << 20;

// The machine's time, then size, time and name of what was written since the run began; not what hidden folders and caches have.
const QString kNewFiles = QStringLiteral(
    "cd %1 2>/dev/null && [ -d workdir ] && date +%s && find workdir -type f -newer start ! -path '*/.*' ! -path '*/__pycache__/*' "
    "-exec stat -c '%s %Y %n' {} + 2>/dev/null | head -n 2000");

// As a run that writes to an object store's mount leaves nothing on the machine.
bool isInStore(const Task &task)
{
    const QString folder = task.checkpoints ? task.checkpoints->dir : QString();
    return std::any_of(task.storeMounts.keyBegin(), task.storeMounts.keyEnd(),
                       [&folder](const QString &mount) { return folder == mount || folder.startsWith(mount + u'/'); });
}

bool isWhole(Verdict verdict) { return verdict == Verdict::Complete || verdict == Verdict::Unknown; }

bool hasCopy(const FoundCheckpoint &found, const QString &folder, const QList<CopyNote> &notes)
{
    const QList<CheckpointFile> &files = found.checkpoint.files;
    return std::all_of(files.begin(), files.end(), [&](const CheckpointFile &file) {
        return isCopied({folder + u'/' + file.name, file.sizeBytes, found.saved}, notes);
    });
}

void takeFound(UnsavedRun &unsaved, const Run &run, const QList<FoundCheckpoint> &found, const QList<CopyNote> &notes)
{
    const FoundCheckpoint *newest = nullptr;
    int others = 0;
    for (const FoundCheckpoint &one : found) {
        if (!isWhole(one.checkpoint.verdict))
            continue;
        const bool isCopied = hasCopy(one, run.checkpointDir, notes);
        // Older ones matter only while the one to resume from is in danger.
        if (isCopied && (one.isLatestGood || !newest))
            return;
        if (isCopied)
            continue;
        ++others;
        if (!newest || one.isLatestGood)
            newest = &one;
    }
    if (!newest)
        return;
    unsaved.checkpoint = newest->checkpoint.name;
    unsaved.checkpointPath = newest->checkpoint.name == QLatin1String(".") ? run.checkpointDir
                                                                           : run.checkpointDir + u'/' + newest->checkpoint.name;
    unsaved.checkpointBytes = newest->checkpoint.sizeBytes;
    unsaved.olderCheckpoints = others - 1;
}

void takeSeen(UnsavedRun &unsaved, const Run &run, const QList<SeenCheckpoint> &seen, const QList<CopyNote> &notes)
{
    for (auto one = seen.crbegin(); one != seen.crend(); ++one) {
        if (one->verdict != Verdict::Complete)
            continue;
        const QString path = run.checkpointDir + u'/' + one->name;
        if (isCopied({path, -1, QDateTime::fromSecsSinceEpoch(one->modified, Qt::UTC)}, notes))
            return;
        unsaved.checkpoint = one->name;
        unsaved.checkpointPath = path;
        if (one->sizeBytes > 0)
            unsaved.checkpointBytes = one->sizeBytes;
        return;
    }
}

void takeFiles(UnsavedRun &unsaved, const Run &run, const QByteArray &answer, const QList<CopyNote> &notes)
{
    const QList<QByteArray> lines = answer.split('\n');
    const qint64 offset = QDateTime::currentSecsSinceEpoch() - lines.value(0).toLongLong();
    unsaved.filesPath = run.head().directory + QStringLiteral("/workdir");
    for (const QByteArray &line : lines.mid(1)) {
        const qsizetype first = line.indexOf(' '), second = line.indexOf(' ', first + 1);
        const QString name = QString::fromUtf8(line.mid(second + 1));
        const QString path = run.head().directory + u'/' + name;
        if (first < 0 || second < 0 || (!run.checkpointDir.isEmpty() && path.startsWith(run.checkpointDir + u'/')))
            continue;
        const qint64 size = line.left(first).toLongLong();
        const QDateTime changed = QDateTime::fromSecsSinceEpoch(line.mid(first + 1, second - first - 1).toLongLong() + offset, Qt::UTC);
        if (isCopied({path, size, changed}, notes))
            continue;
        if (unsaved.files++ == 0)
            unsaved.file = name.mid(int(qstrlen("workdir/")));
        unsaved.fileBytes += size;
    }
}

// The attempts on that machine that have anything there, newest first.
QList<Run> runsThere(const StateDatabase &database, MachineId machine)
{
    const auto all = database.runs.all();
    QList<Run> there = all ? *all : QList<Run>();
    there.removeIf([machine](const Run &run) {
        return run.head().machineId != machine || run.deleted.isValid() || (run.head().directory.isEmpty() && run.checkpointDir.isEmpty());
    });
    return there;
}

class Looker {
public:
    Looker(ServiceContext &context, const Machine &machine) : m_context(context), m_machine(machine) {}

    UnsavedReport report(const std::stop_token &stop)
    {
        UnsavedReport report;
        report.machineName = m_machine.name;
        const QList<Run> runs = runsThere(*m_context.database, m_machine.id);
        report.hadRuns = !runs.isEmpty();
        if (runs.isEmpty())
            return report;
        m_notes = copiesFrom(m_context.paths, m_machine.id);
        auto connection = m_context.connect(m_machine, Interaction::None, stop);
        QStringList lineages;
        for (const Run &run : runs) {
            UnsavedRun unsaved;
            unsaved.id = run.id;
            unsaved.name = run.name;
            unsaved.isActive = !hasEnded(run.state);
            const bool isNewest = !lineages.contains(run.lineage);  // attempts share their checkpoints
            lineages << run.lineage;
            if (!report.isLastKnown)
                report.isLastKnown = !connection || !asked(unsaved, run, isNewest, **connection, stop);
            if (report.isLastKnown && isNewest && unsaved.checkpoint.isEmpty() && !run.checkpointDir.isEmpty() && !isStored(run))
                takeSeen(unsaved, run, seenCheckpoints(run.id, m_context.paths), m_notes);
            if (unsaved.isAnything())
                report.runs << unsaved;
        }
        return report;
    }

private:
    bool isStored(const Run &run) const
    {
        const auto task = taskOfRun(m_context.paths, run.id);
        return task && isInStore(*task);
    }

    bool asked(UnsavedRun &unsaved, const Run &run, bool isNewest, SshConnection &connection, const std::stop_token &stop)
    {
        const auto task = taskOfRun(m_context.paths, run.id);
        if (isNewest && !run.checkpointDir.isEmpty() && !(task && isInStore(*task))) {
            const auto found = scanCheckpoints(run, task ? *task : Task(), connection, stop);
            if (!found)
                return false;
            (void)rememberCheckpoints(run.id, *found, m_context.paths);
            takeFound(unsaved, run, *found, m_notes);
        }
        const QString folder = run.head().directory;
        if (folder.isEmpty())
            return true;
        const QDeadlineTimer deadline(kDialDeadline);  // `stop` comes earlier
        const auto sftp = connection.sftp(deadline, stop);
        const auto log = sftp ? (*sftp)->stat(folder + QStringLiteral("/log"), deadline, stop) : Result<RemoteFile>(sftp.error());
        if (!log && log.error().code != ErrorCode::NotFound)
            return false;
        const qint64 behind = log ? log->size - LocalCopy(m_context.paths.runs() + u'/' + run.id.text()).size(QStringLiteral("log")) : 0;
        if (behind > (unsaved.isActive ? kLogOnItsWay : 0))
            unsaved.logBytes = behind;
        RemoteCommand list;
        list.line = kNewFiles.arg(shellQuoted(folder));
        list.outputLimit = kMostAnswer;
        const auto listed = connection.run(list, deadline, stop);
        if (!listed)
            return false;
        if (!listed->out.isEmpty())
            takeFiles(unsaved, run, listed->out, m_notes);
        return true;
    }

    ServiceContext &m_context;
    const Machine m_machine;
    QList<CopyNote> m_notes;
};

QString runText(const UnsavedRun &run)
{
    QStringList parts;
    if (!run.checkpoint.isEmpty()) {
        const QString name = seenText(run.checkpoint.left(100));
        //: a checkpoint's name, its size
        const QString what = run.checkpointBytes ? UnsavedWords::tr("%1 (%2)").arg(name, formatBytes(*run.checkpointBytes)) : name;
        parts << (run.olderCheckpoints > 0 ? UnsavedWords::tr("checkpoint %1 and %n older ones", nullptr, run.olderCheckpoints).arg(what)
                                           : UnsavedWords::tr("checkpoint %1").arg(what));
    }
    if (run.logBytes > 0)
        parts << UnsavedWords::tr("%1 of its log").arg(formatBytes(run.logBytes));
    if (run.files > 0)
        parts << UnsavedWords::tr("%n files (%1) such as %2", nullptr, run.files)
                     .arg(formatBytes(run.fileBytes), seenText(run.file.left(100)));
    //: a run: what of it is not saved
    return UnsavedWords::tr("“%1”: %2").arg(seenText(run.name), parts.join(UnsavedWords::tr(", ", "between things")));
}

}  // namespace

QString unsavedText(const UnsavedReport &report)
{
    if (!report.hadRuns || (!report.isLastKnown && !report.isAnything()))
        return {};
    if (!report.isAnything()) {
        return UnsavedWords::tr("%1 does not answer, and it is not known whether anything of its runs is only there.")
            .arg(report.machineName);
    }
    QStringList runs;
    for (const UnsavedRun &run : report.runs)
        runs << runText(run);
    const QString all = runs.join(UnsavedWords::tr("; ", "between runs"));
    return report.isLastKnown
               ? UnsavedWords::tr("%1 does not answer. When it last did, there was no copy of %2.").arg(report.machineName, all)
               : UnsavedWords::tr("Only on %1, without a copy on this computer or in a store: %2.").arg(report.machineName, all);
}

QStringList unsavedCommands(const UnsavedReport &report)
{
    QStringList lines;
    const QString machine = shellQuoted(report.machineName);
    for (const UnsavedRun &run : report.runs) {
        if (!run.checkpoint.isEmpty())
            lines << QStringLiteral("yard checkpoint pull %1 ./").arg(shellQuoted(report.machineName + u':' + run.checkpointPath));
        if (run.logBytes > 0)
            lines << QStringLiteral("yard run logs %1").arg(shellQuoted(run.id.text()));
        if (run.files > 0)
            lines << QStringLiteral("yard file get %1 %2 .").arg(machine, shellQuoted(run.filesPath));
    }
    return lines;
}

QFuture<Result<UnsavedReport>> UnsavedService::look(MachineId machineId, std::stop_token stop, std::chrono::milliseconds limit)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, machineId, limit](std::stop_token token) -> Result<UnsavedReport> {
        TRY(const auto machine, context->database->machines.find(machineId));
        std::stop_source late;
        StopTokenJoin joined(token, late.get_token());
        const UnsavedReport report = sideBySide(
            [&context, &machine, &joined] { return Looker(*context, machine).report(joined.source.get_token()); },
            [&late, limit](const OtherWork &looking) {
                if (!looking.isOverWithin(limit))
                    late.request_stop();
            });
        return token.stop_requested() ? Result<UnsavedReport>(cancelledError()) : Result<UnsavedReport>(report);
    });
}

}  // namespace trainyard
