// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/launcher.h"

#include "core/base/fanout.h"
#include "core/base/retry.h"
#include "core/base/shellquote.h"
#include "core/execution/registry/executionbackends.h"
#include "core/model/taskvariables.h"
#include "core/service/clouds/giveback.h"
#include "core/service/machines/gpuchoice.h"
#include "core/service/machines/gpuneeds.h"
#include "core/service/runs/internal/gitclone.h"
#include "core/service/runs/internal/nextattempt.h"
#include "core/service/runs/internal/runsync.h"
#include "core/service/runs/internal/taskfiles.h"
#include "core/service/runs/internal/taskmounts.h"
#include "core/service/runs/internal/taskvalues.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/localcopy.h"
#include "core/service/runs/meternow.h"
#include "core/service/runs/resumeplan.h"
#include "core/storage/settings/settings.h"
#include "core/transport/ssh/sftp.h"

#include <QCoreApplication>
#include <QDir>
#include <QRandomGenerator>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kWriteDeadline = 60s;  // one small file on a slow link
constexpr size_t kMaxWrites = 16;
constexpr auto kToldSteps = 5s;  // until each step of a pipeline knows that it does not start
constexpr auto kLookAtSteps = 200ms;

QString launchText(const char *text) { return QCoreApplication::translate("trainyard::Launcher", text); }

QByteArray fileOf(const LaunchPlan &plan, const QString &name)
{
    const auto found = std::find_if(plan.files.begin(), plan.files.end(), [&](const RunFile &file) { return file.name == name; });
    return found == plan.files.end() ? QByteArray() : found->content;
}

// Which step of a pipeline an error is about.
Error inStep(const std::optional<PipelineStep> &step, Error error)
{
    if (step && !error.isCancelled())
        error.what = launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Step %1: %2")).arg(QString::number(step->number), error.what);
    return error;
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

Error attemptStartedMeanwhile(int attempt)
{
    return {ErrorCode::Unsupported,
            launchText(
                QT_TRANSLATE_NOOP("trainyard::Launcher", "Attempt %1 is being launched already: wait until it has started, or cancel it."))
                .arg(attempt),
            {}};
}

}  // namespace

struct Launcher::Launching {
    Launching(const LaunchRequest &asked, Prepared made, const QString &directory)
        : request(asked), prepared(std::move(made)), copy(directory)
    {
    }

    LaunchRequest request;  // with all values
    Prepared prepared;
    GitClone clone;
    LocalCopy copy;
    LaunchFacts facts;
};

QList<RunFile> Launcher::runFiles(const Prepared &prepared)
{
    return prepared.plan.files + QList<RunFile>{{QStringLiteral("task.yaml"), writeTask(withDollarsKept(prepared.task)), 0600}};
}

// The runs of a pipeline have the entropy of the first one's name, so that their neighbours are known before any of them is made.
Result<QList<Launcher::Step>> Launcher::stepsOf(const LaunchRequest &request) const
{
    QList<Step> steps{Step{request, {}, {}}};
    if (request.later.isEmpty())
        return steps;
    const auto nameOf = [&](const Task &task) -> Result<QString> {
        TRY(const auto values, withValues(task, withoutKeyring(task, request.values)));
        TRY(const auto named, withVariables(values.task));
        return named.name;
    };
    TRY(const auto firstName, nameOf(request.task));
    PipelineStep pipeline;
    pipeline.name = !request.pipeline.isEmpty() ? request.pipeline : firstName;
    pipeline.count = int(request.later.size()) + 1;
    for (const Task &task : request.later) {
        steps << steps.first();
        steps.last().request.task = task;
    }
    QStringList lineages;
    for (Step &step : steps) {
        TRY(auto name, nameOf(step.request.task));
        const QString number = QString::number(lineages.size() + 1);
        if (name.isEmpty())
            step.request.task.name = name = (pipeline.name.isEmpty() ? QStringLiteral("run") : pipeline.name) + u' ' + number;
        QString lineage = !lineages.isEmpty()                ? lineageBeside(lineages.first(), name)
                          : request.plannedLineage.isEmpty() ? makeLineage(name, QRandomGenerator::system()->generate())
                                                             : request.plannedLineage;
        if (lineages.contains(lineage))
            lineage = lineageBeside(lineages.first(), number + u'-' + name);
        lineages << lineage;
    }
    const auto runId = [&lineages](qsizetype index) {
        return index >= 0 && index < lineages.size() ? RunId(lineages[index] + QStringLiteral("-a1")) : RunId();
    };
    pipeline.first = runId(0);
    for (qsizetype i = 0; i < steps.size(); ++i) {
        steps[i].request.plannedLineage = lineages[i];
        steps[i].place = StepPlace{int(i) + 1, pipeline.first, runId(i - 1), runId(i + 1)};
        pipeline.number = int(i) + 1;
        steps[i].recorded = pipeline;
    }
    return steps;
}

// A run on a rented machine is to save before its time is over, also while this computer is off.
Result<void> Launcher::planSaving(const Machine &machine, LaunchInput &input) const
{
    if (!machine.instanceId.isSet() || machine.isSimulated)
        return {};
    const auto instance = m_store.instances.find(machine.instanceId);
    if (!instance || !instance->request.end.isSet())
        return {};
    TRY(const auto rentals, m_store.rentals.all());
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const auto rental = goingRental(rentals, machine.id);
    const QDateTime end = latestGiveBack(*instance, rentals, rental ? std::optional(priceAt(*rental, now)) : std::nullopt, now);
    if (!end.isValid())
        return {};
    input.givenBackAt = end.toSecsSinceEpoch();
    std::chrono::seconds wanted = std::chrono::minutes(Settings(m_paths.settings()).number(Setting::SaveBeforeGiveBack));
    // One that saves only when it is stopped is stopped then, and its last checkpoint has to be whole by the end.
    const Task &task = input.task;
    if (task.checkpoints && task.checkpoints->signal.isEmpty())
        wanted = std::max(wanted, task.limits.save + std::chrono::seconds(task.graceSeconds));
    input.saveBefore = std::clamp(std::chrono::seconds(now.secsTo(end) / 2), std::chrono::seconds(0), wanted);
    return {};
}

Result<Launcher::Prepared> Launcher::prepare(const Step &step, const Machine &machine, const MachineFacts &facts) const
{
    const LaunchRequest &request = step.request;
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
    // Those of a cluster's nodes are not on the machine where it is submitted.
    TRY(const auto accelerators, isForScheduler(request.task) ? Result<std::optional<Accelerators>>(request.task.accelerators)
                                                              : acceleratorsFor(request.task, facts));

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
            input.task.limits.price = priceAt(*rental, QDateTime::currentDateTimeUtc());
    }
    if (input.task.limits.price && !machine.isSimulated) {
        // Refuse now: the budget guard would stop the run at once.
        TRY_DO(checkBudgetsLeft(m_store, request.task.project, input.task.limits.price->currency(), QDateTime::currentDateTimeUtc()));
    }
    TRY_DO(planSaving(machine, input));
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
    input.step = step.place;
    TRY(const auto volumes, volumeMounts(values.task, facts));
    input.task.mounts.insert(volumes);
    TRY(const auto stores, mountedStores(values.task, engine, facts, m_paths));
    input.stores = stores;
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
    run.pipeline = step.recorded;
    run.project = request.task.project;
    run.price = input.task.limits.price;
    run.budget = request.task.limits.budget;
    return prepared;
}

QString Launcher::shownCommands(const QList<Prepared> &steps)
{
    if (steps.size() == 1)
        return steps.first().plan.commandPreview;
    QStringList texts;
    for (const Prepared &step : steps) {
        const PipelineStep &place = *step.run.pipeline;
        const QString when = place.number == 1 ? QString() : QStringLiteral(", once step %1 has ended with 0").arg(place.number - 1);
        texts << QStringLiteral("# step %1 of %2%3: %4\n%5")
                     .arg(QString::number(place.number), QString::number(place.count), when, step.run.name.simplified(),
                          step.plan.commandPreview);
    }
    return texts.join(u'\n');
}

Result<LaunchPreview> Launcher::preview(const LaunchRequest &request, const MachineFacts &facts) const
{
    TRY(const auto machine, m_store.machines.find(request.machineId));
    LaunchRequest shown = request;
    shown.values = withoutKeyring(request.task, request.values);
    for (const Task &task : request.later)
        shown.values = withoutKeyring(task, shown.values);
    TRY(const auto steps, stepsOf(shown));
    QList<Prepared> all;
    for (const Step &step : steps) {
        auto made = prepare(step, machine, facts);
        if (!made)
            return inStep(step.recorded, made.error());
        all << *std::move(made);
    }
    const Prepared &prepared = all.first();
    const Run &run = prepared.run;
    const bool isOtherPath = capabilitiesOf(run.engine).isContainer && request.task.checkpoints;
    LaunchPreview preview{run.engine,      shownCommands(all), prepared.plan.added,
                          machine.name,    run.checkpointDir,  isOtherPath ? request.task.checkpoints->dir : run.checkpointDir,
                          run.isSimulated, run.price,          request};
    preview.request.plannedLineage = prepared.input.lineage;
    preview.gpuWarning = sharedGpusText(request.task, facts);
    return preview;
}

Result<Run> Launcher::launch(const LaunchRequest &request, const Machine &machine, const MachineFacts &facts, SshConnection &connection,
                             const StepReport &report, std::stop_token stop, std::stop_token cancel)
{
    TRY(const auto steps, stepsOf(request));
    AllLaunching all;
    QString shared;
    for (const Step &step : steps) {
        Step filled = step;
        TRY(const auto values, withKeyring(step.request.task, step.request.values));
        filled.request.values = values;
        auto prepared = prepare(filled, machine, facts);
        if (!prepared)
            return inStep(step.recorded, prepared.error());
        if (const QString now = sharedGpusText(step.request.task, facts); !now.isEmpty() && now != shared)
            report(shared = now);
        if (step.request.former && prepared->run.attempt != step.request.former->number)
            return attemptStartedMeanwhile(prepared->run.attempt - 1);
        const QString directory = m_paths.runs() + u'/' + prepared->run.id.text();
        all.push_back(std::make_unique<Launching>(filled.request, *std::move(prepared), directory));
    }
    for (const auto &one : all) {
        TRY_DO(record(*one, facts, connection, report, stop));
    }
    for (const auto &one : all) {
        TRY_DO(m_store.runs.add(one->prepared.run));
    }
    for (const auto &one : all) {
        const auto &former = one->request.former;
        auto sent = sendFiles(one->prepared, one->request, &one->facts, connection, report, stop);
        if (sent && former)
            sent = recordFacts(*one);
        if (sent && former && former->running.isSet())
            sent = stopFormer(former->running, connection, report, stop);
        if (sent)
            continue;
        // Without a stop token: what was sent must be removed even when the person cancelled. What was there before is not ours.
        const bool isOurs = !former || sent.error().code != ErrorCode::AlreadyExists;
        RemoteCommand clean;
        clean.line = QStringLiteral("rm -rf");
        for (const auto &made : all) {
            // First what would still get the name of the other.
            const QString &directory = made->prepared.run.head().directory;
            clean.line += u' ' + shellQuoted(unfinishedDirectory(directory)) + u' ' + shellQuoted(directory);
        }
        const auto cleaned = isOurs ? connection.run(clean, QDeadlineTimer(10s)) : Result<CommandResult>(sent.error());
        Q_UNUSED(cleaned);  // the link may be gone; a directory that was never started does no harm
        for (const auto &made : all)
            giveUp(made->prepared, sent.error());
        return sent.error();
    }
    report(launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Starting with %1")).arg(engineName(all.front()->prepared.run.engine)));
    return startOnMachine(all, connection, stop, cancel);
}

// On this computer, before anything is sent.
Result<void> Launcher::record(Launching &launching, const MachineFacts &facts, SshConnection &connection, const StepReport &report,
                              std::stop_token stop)
{
    Prepared &prepared = launching.prepared;
    LaunchRequest &filled = launching.request;
    LocalCopy &copy = launching.copy;
    if (const auto source = gitSource(prepared.task.workdir)) {
        report(launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Fetching %1")).arg(source->url));
        TRY(launching.clone, fetchRepository(*source, stop));
    }
    TRY_DO(copy.create());
    // Held during the launch, so that the half-made run directory is not judged.
    if (!copy.tryLock()) {
        if (const auto problem = copy.lockProblem())
            return *problem;
        return Error{
            ErrorCode::AlreadyExists, launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "This run is already being launched.")), {}};
    }
    filled.task = prepared.task;
    if (launching.clone.folder) {
        filled.task.workdir = launching.clone.folder->path();
        prepared.task.workdir = launching.clone.source.text();
    }
    // The copy must mean the same wherever it is read later.
    Task task = prepared.task;
    if (!task.workdir.isEmpty())
        task.workdir = localTaskPath(task.workdir, filled.taskDirectory);
    for (QString &source : task.fileMounts)
        source = localTaskPath(source, filled.taskDirectory);
    for (auto volume = task.volumes.begin(); volume != task.volumes.end(); ++volume)
        volume->source = prepared.input.task.mounts.value(volume.key()).source;
    TRY_DO(copy.replace(QStringLiteral("task.yaml"), writeTask(withDollarsKept(task))));
    TRY_DO(copy.replace(QStringLiteral("lease"), fileOf(prepared.plan, QStringLiteral("lease"))));
    const auto before = filled.former ? launchFactsOfRun(filled.former->id, m_paths) : std::nullopt;
    launching.facts = launchFactsOf(filled, prepared.run.engine, facts, connection, stop,
                                    before && before->code ? &*before->code : nullptr);
    // A later attempt is compared with it; a run continues without it.
    return recordFacts(launching);
}

Result<void> Launcher::recordFacts(Launching &launching)
{
    return launching.copy.replace(QStringLiteral("launch-facts.json"), writeLaunchFacts(launching.facts));
}

void Launcher::giveUp(const Prepared &prepared, const Error &error)
{
    const auto changed = m_store.runs.update(prepared.run.id, [&](Run &run) {
        run.state = error.isCancelled() ? RunState::Stopped : RunState::Failed;
        run.message = error.isCancelled() ? launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Cancelled before the start."))
                                          : error.what;
        run.ended = QDateTime::currentDateTimeUtc();
    });
    Q_UNUSED(changed);  // why it failed matters more than that it could not be recorded
}

Result<void> Launcher::stopFormer(const RunId &former, SshConnection &connection, const StepReport &report, std::stop_token stop) const
{
    TRY(const auto run, m_store.runs.find(former));
    if (hasEnded(run.state))
        return {};
    report(launchText(QT_TRANSLATE_NOOP("trainyard::Launcher", "Stopping attempt %1")).arg(run.attempt));
    TRY(const auto stopped, this->stop(run, connection, stop));
    // It may not have begun yet: its own launch would start it beside the new one.
    return hasEnded(stopped.state) ? Result<void>() : attemptStartedMeanwhile(run.attempt);
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

Result<Run> Launcher::startOnMachine(const AllLaunching &all, SshConnection &connection, std::stop_token stop, std::stop_token cancel)
{
    const Prepared &first = all.front()->prepared;
    const auto started = executionBackend(first.run.engine).submit(first.run, connection, stop);
    if (!started && started.error().isCancelled()) {
        // It may be running by now. The run's watch will find out.
        if (cancel.stop_requested()) {
            const auto stopped = this->stop(first.run, connection, {});
            Q_UNUSED(stopped);
        }
        return started.error();
    }
    if (!started && started.error().code == ErrorCode::RemoteCommandFailed) {
        // Everything the engine printed is in the log there, and a run that was never started is not asked about again. The machine takes a
        // moment to tell the other steps of a pipeline.
        for (const auto &one : all) {
            RunSync sync(one->prepared.run, one->copy, m_store);
            const QDeadlineTimer patience(one == all.front() ? 0ms : kToldSteps);
            for (int polls = 0; polls < 2 || !patience.hasExpired(); ++polls) {
                const auto fetched = sync.poll(connection, stop);
                if (!fetched || fetched->isComplete || (polls > 0 && !pauseFor(kLookAtSteps, stop)))
                    break;
            }
        }
        giveUp(first, started.error());
        return started.error();
    }
    if (!started)
        return started.error();  // after a lost link the run may have started: RunWatch finds out
    for (const auto &one : all) {
        if (one == all.front())
            continue;
        const auto waits = m_store.runs.update(one->prepared.run.id, [](Run &run) {
            if (run.state == RunState::Preparing)
                run.state = RunState::Waiting;
        });
        Q_UNUSED(waits);  // its watch finds out
    }
    const bool waits = capabilitiesOf(first.run.engine).isScheduled;
    return m_store.runs.update(first.run.id, [waits](Run &run) {
        if (hasEnded(run.state))
            return;
        if (waits) {
            // When it starts is found out later.
            if (run.state == RunState::Preparing)
                run.state = RunState::Waiting;
            return;
        }
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
