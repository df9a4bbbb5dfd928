#include "core/run/checkpointscan.h"

#include "core/ssh/sftp.h"
#include "core/transfer/remotefilesource.h"

#include <QSet>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kAnswer = 30s;

// Ages are judged by the machine's own clock, which need not agree with ours.
qint64 machineTime(SshConnection &connection, std::stop_token stop)
{
    RemoteCommand command;
    command.line = QStringLiteral("date +%s");
    command.outputLimit = 4096;
    const auto answer = connection.run(command, QDeadlineTimer(kAnswer), stop);
    const qint64 seconds = answer ? answer->out.trimmed().toLongLong() : 0;
    return seconds > 0 ? seconds : QDateTime::currentSecsSinceEpoch();
}

}  // namespace

QList<Run> runsWithCheckpoints(const QList<Run> &runs)
{
    QList<Run> newest;
    QSet<QString> seen;
    for (const Run &run : runs) {
        if (run.checkpointDir.isEmpty() || seen.contains(run.lineage))
            continue;
        seen.insert(run.lineage);
        newest << run;
    }
    return newest;
}

Result<QList<FoundCheckpoint>> scanCheckpoints(const Run &run, const Task &task, SshConnection &connection,
                                               std::stop_token stop)
{
    const auto sftp = connection.sftp(QDeadlineTimer(kAnswer), stop);
    if (!sftp)
        return sftp.error();
    const auto listed = (*sftp)->list(run.checkpointDir, QDeadlineTimer(kAnswer), stop);
    if (!listed && listed.error().code == ErrorCode::NotFound)
        return QList<FoundCheckpoint>();
    if (!listed)
        return listed.error();

    QList<CheckpointFile> files;
    for (const RemoteFile &file : *listed) {
        if (file.isRegular())
            files << CheckpointFile{file.name, file.size, file.modified};
    }
    RemoteFileSource source(*sftp, run.checkpointDir, stop);
    const QList<Checkpoint> checkpoints =
        findCheckpoints(files, run.checkpointPattern, machineTime(connection, stop), source);
    if (stop.stop_requested())
        return cancelledError();

    const bool isContainer = run.engine != EngineKind::Process;
    const QString seenAs = isContainer && task.checkpoints ? task.checkpoints->dir : run.checkpointDir;
    const auto best = latestGood(checkpoints);
    QList<FoundCheckpoint> found;
    for (const Checkpoint &checkpoint : checkpoints) {
        found << FoundCheckpoint{run, checkpoint, seenAs + u'/' + checkpoint.name,
                                 best && best->name == checkpoint.name};
    }
    return found;
}

LaunchRequest resumeRequest(const Task &task, const FoundCheckpoint &from)
{
    LaunchRequest request;
    request.machineId = from.run.machineId;
    request.task = task;
    request.lineage = from.run.lineage;
    request.resumePath = from.path;
    request.resumeStep = from.checkpoint.step.value_or(-1);
    return request;
}

}  // namespace trainyard
