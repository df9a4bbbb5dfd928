// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/launcher.h"

#include "core/base/fanout.h"
#include "core/base/shellquote.h"
#include "core/execution/registry/executionbackends.h"
#include "core/model/taskvariables.h"
#include "core/service/machines/gpuchoice.h"
#include "core/service/machines/gpuneeds.h"
#include "core/service/runs/internal/gitclone.h"
#include "core/service/runs/internal/nextattempt.h"
#include "core/service/runs/internal/runsync.h"
#include "core/service/runs/internal/taskfiles.h"
#include "core/service/runs/internal/taskvalues.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/localcopy.h"
#include "core/service/runs/meternow.h"
#include "core/service/runs/resumeplan.h"
#include "core/transport/ssh/sftp.h"

#include <QCoreApplication>
#include <QDir>
#include <QRandomGenerator>

#include <algorithm>
#include <vector>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kWriteDeadline = 60s;  // one small file on a slow link
constexpr size_t kMaxWrites = 16;

QString launchText(const char *text) { return QCoreApplication::translate("trainyard::Launcher", text); }

QByteArray fileOf(const LaunchPlan &plan, const QString &name)
{
    const auto found = std::find_if(plan.files.begin(), plan.files.end(), [&](const RunFile &file) { return file.name == name; });
    return found == plan.files.end() ? QByteArray() : found->content;
}

// Files are written in parallel: each costs several round trips, and the channel pipelines them.
Result<void> writeAll(Sftp &sftp, const QString &directory, const QList<RunFile> &files, std::stop_token stop)
{
    std::vector<Result<void>> written(size_t(files.size()));
    fanOut(written.size(), kMaxWrites, [&](size_t index) {
        const RunFile &file = files[qsizetype(index)];
        written[index] = sftp.write(directory + u'/' + file.name, file.content, file.mode, QDeadlineTimer(kWriteDeadline), stop);
    });
    const auto failed = std::find_if(written.begin(), written.end(), [](const Result<void> &one) { return !one; });
    return failed == written.end() ? Result<void>() : *failed;
}

}  // namespace

QList<RunFile> Launcher::runFiles(const Prepared &prepared)
{
    return prepared.plan.files + QList<RunFile>{{QStringLiteral("task.yaml"), writeTask(withDollarsKept(prepared.task)), 0600}};
}

Result<Launcher::Prepared> Launcher::prepare(const LaunchRequest &request, const Machine &machine, const MachineFacts &facts) const
{
    TRY(const auto engine, facts.engineFor(request.task));
    TRY(auto values, withValues(request.task, request.values));
    TRY(values.task, withVariables(values.task));
    TRY_DO(checkTaskFiles(values.task, request.taskDirectory, m_paths));
    if (request.lineage.isEmpty() && values.task.name.startsWith(u'-')) {
        return Error{
            ErrorCode::InvalidInput,
            launchText(QT_TRANSLATE_NOOP(
                "trainyard::Launcher",
                "A run's name cannot begin with a dash, because commands would take it for an option: change “name” in the task.")),
            {}};
    }
    TRY(const auto accelerators, acceleratorsFor(request.task, facts));

    Prepared prepared;
    LaunchInput &input = prepared.input;
    prepared.target = machine.target;
    input.task = values.task;
    input.task.accelerators = accelerators;
    input.task.otherAccelerators.clear();
    prepared.task = input.task;
    // The numbers of GPUs may change when the machine restarts.
    TRY(const auto chosen, chosenGpus(request.task, facts));
    input.task.gpus = chosen;
    if (!input.task.limits.price) {
        // The current price: later changes do not affect the price at which this run was launched.
        TRY(const auto rentals, m_store.rentals.all());
        if (const auto rental = goingRental(rentals, machine.id))
            input.task.limits.price = rental->perHour;
    }
    if (input.task.limits.price && !machine.isSimulated) {
        // Refuse now: the budget guard would stop the run at once.
        TRY_DO(checkBudgetsLeft(m_store, request.task.project, input.task.limits.price->currency(), QDateTime::currentDateTimeUtc()));
    }
    input.lineage = !request.lineage.isEmpty()          ? request.lineage
                    : !request.plannedLineage.isEmpty() ? request.plannedLineage
                                                        : makeLineage(values.task.name, QRandomGenerator::system()->generate());
    if (!request.lineage.isEmpty()) {
        TRY(const auto attempt, m_store.runs.nextAttempt(request.lineage));
        input.attempt = attempt;
    }
    TRY(const auto earlier, m_store.runs.attempts(request.lineage));
    input.runId = RunId(QStringLiteral("%1-a%2").arg(input.lineage).arg(input.attempt));
    input.engine = engine;
    input.useGpus = capabilitiesOf(engine).isContainer && facts.hasRealGpus();
    input.secretValues = values.secrets;
    input.resumePath = request.resumePath;
    input.resumeStep = request.resumeStep;
    if (!request.resumePath.isEmpty())
        input.resumeWords = request.resumeWords;
    TRY(auto plan, executionBackend(engine).plan(input));
    prepared.plan = std::move(plan);

    Run &run = prepared.run;
    run.id = input.runId;
    run.lineage = input.lineage;
    run.attempt = input.attempt;
    // A person may have given the run a different name than its task has.
    run.name = !earlier.isEmpty() ? earlier.first().name : values.task.name.isEmpty() ? QStringLiteral("run") : values.task.name;
    if (!earlier.isEmpty()) {
        run.note = earlier.first().note;
        run.tags = earlier.first().tags;
        run.isPinned = earlier.first().isPinned;
    }
    run.head().machineId = machine.id;
    run.head().machineName = machine.name;
    run.isSimulated = machine.isSimulated;
    run.engine = engine;
    run.image = request.task.image;
    run.command = request.task.run;
    run.head().directory = facts.home + QStringLiteral("/.trainyard/runs/") + run.id.text();
    run.checkpointDir = prepared.plan.checkpointDir;
    if (run.checkpointDir.startsWith(QLatin1String("~/")))
        run.checkpointDir = facts.home + run.checkpointDir.mid(1);
    if (request.task.checkpoints)
        run.checkpointPattern = request.task.checkpoints->pattern;
    run.resumedFrom = request.resumePath;
    run.created = QDateTime::currentDateTimeUtc();
    run.project = request.task.project;
    run.price = input.task.limits.price;
    run.budget = request.task.limits.budget;
    return prepared;
}

Result<LaunchPreview> Launcher::preview(const LaunchRequest &request, const MachineFacts &facts) const
{
    TRY(const auto machine, m_store.machines.find(request.machineId));
    LaunchRequest shown = request;
    shown.values = withoutKeyring(request.task, request.values);
    TRY(const auto prepared, prepare(shown, machine, facts));
    const Run &run = prepared.run;
    const bool isOtherPath = capabilitiesOf(run.engine).isContainer && request.task.checkpoints;
    LaunchPreview preview{run.engine,
                          prepared.plan.commandPreview,
                          prepared.plan.added,
                          machine.name,
                          run.checkpointDir,
                          isOtherPath ? request.task.checkpoints->dir : run.checkpointDir,
                          run.isSimulated,
                          run.price,
                          request};
    preview.request.plannedLineage = prepared.input.lineage;
    preview.gpuWarning = sharedGpusText(request.task, facts);
    return preview;
}

Result<Run> Launcher::launch(const LaunchRequest &request, const Machine &machine, const MachineFacts &facts, SshConnection &connection,
                             const StepReport &report, std::stop_token stop, std::stop_token cancel)
{
    LaunchRequest filled = request;
    TRY(const auto values, withKeyring(request.task, request.values));
    filled.values = values;
    TRY(auto prepared, prepare(filled, machine, facts));
    if (const QString shared = sharedGpusText(request.task, facts); !shared.isEmpty())
        report(shared);
    GitClone clone;
    if (const auto source = gitSource(prepared.task.workdir)) {
        report(launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Fetching %1")).arg(source->url));
        TRY(clone, fetchRepository(*source, stop));
    }
    LocalCopy copy(m_paths.runs() + u'/' + prepared.run.id.text());
    TRY_DO(copy.create());
    // Held during the launch, so that the half-made run directory is not judged.
    if (!copy.tryLock()) {
        if (const auto problem = copy.lockProblem())
            return *problem;
        return Error{
            ErrorCode::AlreadyExists, launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "This run is already being launched.")), {}};
    }
    filled.task = prepared.task;
    if (clone.folder) {
        filled.task.workdir = clone.folder->path();
        prepared.task.workdir = clone.source.text();
    }
    // The copy must mean the same wherever it is read later.
    Task task = prepared.task;
    if (!task.workdir.isEmpty())
        task.workdir = localTaskPath(task.workdir, request.taskDirectory);
    for (QString &source : task.fileMounts)
        source = localTaskPath(source, request.taskDirectory);
    TRY_DO(copy.replace(QStringLiteral("task.yaml"), writeTask(withDollarsKept(task))));
    TRY_DO(copy.replace(QStringLiteral("lease"), fileOf(prepared.plan, QStringLiteral("lease"))));
    const auto before = filled.former ? launchFactsOfRun(filled.former->id, m_paths) : std::nullopt;
    LaunchFacts recorded = launchFactsOf(filled, prepared.run.engine, facts, connection, stop,
                                         before && before->code ? &*before->code : nullptr);
    // A later attempt is compared with it; a run continues without it.
    const auto record = [&] { return copy.replace(QStringLiteral("launch-facts.json"), writeLaunchFacts(recorded)); };
    TRY_DO(record());
    TRY_DO(m_store.runs.add(prepared.run));

    const auto giveUp = [&](const Error &error) -> Error {
        const auto changed = m_store.runs.update(prepared.run.id, [&](Run &run) {
            run.state = error.isCancelled() ? RunState::Stopped : RunState::Failed;
            run.message = error.isCancelled() ? launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Cancelled before the start."))
                                              : error.what;
            run.ended = QDateTime::currentDateTimeUtc();
        });
        return changed ? error : changed.error();
    };

    auto sent = sendFiles(prepared, filled, &recorded, connection, report, stop);
    if (sent && filled.former)
        sent = record();
    if (sent && filled.former && filled.former->running.isSet())
        sent = stopFormer(filled.former->running, connection, report, stop);
    if (!sent) {
        // Without a stop token: what was sent must be removed even when the person cancelled.
        RemoteCommand clean;
        clean.line = QStringLiteral("rm -rf ") + shellQuoted(prepared.run.head().directory);
        const auto cleaned = connection.run(clean, QDeadlineTimer(10s));
        Q_UNUSED(cleaned);  // the link may be gone; a directory that was never started does no harm
        return giveUp(sent.error());
    }
    report(launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Starting with %1")).arg(engineName(prepared.run.engine)));
    const auto started = startOnMachine(prepared, connection, stop);
    if (!started && started.error().isCancelled()) {
        // It may be running by now. The run's watch will find out.
        if (cancel.stop_requested()) {
            const auto stopped = this->stop(prepared.run, connection, {});
            Q_UNUSED(stopped);
        }
        return started.error();
    }
    if (!started && started.error().code == ErrorCode::RemoteCommandFailed) {
        // Everything the engine printed is in the log there, and a run that was never started is not asked about again.
        RunSync sync(prepared.run, copy, m_store);
        for (int polls = 0; polls < 2; ++polls) {
            const auto fetched = sync.poll(connection, stop);
            if (!fetched || fetched->isComplete)
                break;
        }
        return giveUp(started.error());
    }
    return started;  // after a lost link the run may have started: RunWatch finds out
}

Result<void> Launcher::stopFormer(const RunId &former, SshConnection &connection, const StepReport &report, std::stop_token stop) const
{
    TRY(const auto run, m_store.runs.find(former));
    if (hasEnded(run.state))
        return {};
    report(launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Stopping attempt %1")).arg(run.attempt));
    const auto stopped = this->stop(run, connection, stop);
    return stopped ? Result<void>() : stopped.error();
}

Result<void> Launcher::sendFiles(const Prepared &prepared, const LaunchRequest &request, LaunchFacts *facts, SshConnection &connection,
                                 const StepReport &report, std::stop_token stop)
{
    m_synced = {};
    if (!request.former)
        return send(prepared, request, connection, report, stop);
    const auto changes = sendChanges(prepared, request, facts, connection, report, stop);
    if (changes || changes.error().code != ErrorCode::Unsupported)
        return changes;
    TRY_DO(send(prepared, request, connection, report, stop));
    m_synced = {};
    m_synced.isEverything = true;
    return {};
}

Result<void> Launcher::sendChanges(const Prepared &prepared, const LaunchRequest &request, LaunchFacts *facts, SshConnection &connection,
                                   const StepReport &report, std::stop_token stop)
{
    TRY(const auto former, m_store.runs.find(request.former->id));
    const auto before = launchFactsOfRun(former.id, m_paths);
    report(launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Sending what changed")));
    const bool isContainer = capabilitiesOf(prepared.input.engine).isContainer;
    NextAttempt attempt{former.head().directory,
                        prepared.run.head().directory,
                        prepared.run.checkpointDir,
                        runFiles(prepared),
                        {},
                        isContainer && !request.task.fileMounts.isEmpty()};
    if (!request.task.workdir.isEmpty())
        attempt.workdir = localTaskPath(request.task.workdir, request.taskDirectory);
    CodeManifest none, *const code = facts->code ? &*facts->code : &none;
    TRY(m_synced, sendNextAttempt(attempt, before && before->code ? *before->code : CodeManifest(), code, connection, stop));
    report(m_synced.text());
    if (m_synced.isWhole && request.task.fileMounts.isEmpty())
        return {};
    return sendTaskFiles(request.task, prepared.input.engine, request.taskDirectory, attempt.directory, prepared.target, connection,
                         m_paths, report, stop, m_synced.isWhole ? TaskFilesThere::Workdir : TaskFilesThere::Some);
}

Result<void> Launcher::send(const Prepared &prepared, const LaunchRequest &request, SshConnection &connection, const StepReport &report,
                            std::stop_token stop) const
{
    report(launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Sending the run directory")));
    TRY(const auto sftp, connection.sftp(QDeadlineTimer(kWriteDeadline), stop));
    const QString &directory = prepared.run.head().directory;
    const auto makePath = [&sftp, stop](const QString &path) {
        return path.isEmpty() ? Result<void>() : sftp->makePath(path, 0700, QDeadlineTimer(kWriteDeadline), stop);
    };
    // In parallel: one round trip for both.
    Result<void> made;
    const auto checkpoints = sideBySide([&] { return makePath(prepared.run.checkpointDir); }, [&] { made = makePath(directory); });
    if (!made || !checkpoints)
        return made ? checkpoints : made;
    TRY_DO(writeAll(*sftp, directory, runFiles(prepared), stop));
    if (request.task.workdir.isEmpty() && request.task.fileMounts.isEmpty())
        return {};
    report(launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Copying %1"))
               .arg(prepared.task.workdir.isEmpty() ? prepared.task.fileMounts.first() : prepared.task.workdir));
    return sendTaskFiles(request.task, prepared.input.engine, request.taskDirectory, directory, prepared.target, connection, m_paths,
                         report, stop);
}

Result<Run> Launcher::startOnMachine(const Prepared &prepared, SshConnection &connection, std::stop_token stop)
{
    TRY_DO(executionBackend(prepared.run.engine).submit(prepared.run, connection, stop));
    return m_store.runs.update(prepared.run.id, [](Run &run) {
        if (hasEnded(run.state))
            return;
        if (run.state == RunState::Preparing)
            run.state = RunState::Running;
        run.started = QDateTime::currentDateTimeUtc();
    });
}

Result<Run> Launcher::stop(const Run &run, SshConnection &connection, std::stop_token stop, std::chrono::seconds least) const
{
    // The request goes to the machine whether or not it can be recorded here, and also for a run that is reported as ended: only the
    // machine knows.
    const auto stopping = m_store.runs.update(run.id, [](Run &r) {
        if (!hasEnded(r.state))
            r.state = RunState::Stopping;
    });
    const Task task = taskOfRun(m_paths, run.id).value_or(Task());
    const StopRequest request{std::chrono::seconds(task.graceSeconds), least, task.checkpoints.has_value()};
    const auto answer = executionBackend(run.engine).stop(run, request, connection, stop);
    if (!answer)
        return answer.error();  // whether the request arrived is unknown; the run stays "stopping" until the machine answers
    if (answer->isGone) {
        const Run &known = stopping ? *stopping : run;
        if (hasEnded(known.state) || !known.started.isValid())
            return known;
        return Error{
            ErrorCode::RemoteCommandFailed,
            launchText(
                QT_TRANSLATE_NOOP(
                    "trainyard::Launcher",
                    "The folder of %1 is gone from its machine, so it cannot be stopped from here. Look for its processes on the machine."))
                .arg(run.name),
            run.head().directory};
    }
    const auto recorded = m_store.runs.update(run.id, [&](Run &r) { applyExit(r, answer->exit); });
    if (recorded)
        return recorded;
    Run told = run;
    applyExit(told, answer->exit);
    return told;
}

Result<bool> Launcher::askToSave(const Run &run, SshConnection &connection, std::stop_token stop) const
{
    const auto plan = taskOfRun(m_paths, run.id).value_or(Task()).checkpoints;
    if (!plan || plan->signal.isEmpty())
        return false;
    return executionBackend(run.engine).signal(run, plan->signal, connection, stop);
}

}  // namespace trainyard
