// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runreporter.h"

#include "core/base/format.h"
#include "core/model/taskparameters.h"
#include "core/observe/report/overlay.h"
#include "core/observe/report/reportcharts.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QLocale>
#include <QSaveFile>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RunReporter)
};

QString dash() { return QStringLiteral("–"); }

QString momentText(const QDateTime &moment)
{
    return moment.isValid() ? QLocale().toString(moment.toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm:ss")) : dash();
}

ReportTone toneOf(RunState state)
{
    switch (state) {
    case RunState::Failed: return ReportTone::Bad;
    case RunState::Unknown: return ReportTone::Warning;
    case RunState::Finished:
    case RunState::Running: return ReportTone::Ok;
    default: return ReportTone::Plain;
    }
}

QString exitText(const Run &run)
{
    if (!hasEnded(run.state))
        return dash();
    if (run.exitSignal)
        return Words::tr("Signal %1").arg(*run.exitSignal);
    return run.exitCode ? Words::tr("Code %1").arg(*run.exitCode) : Words::tr("Unknown");
}

QString whyText(const Run &run, const std::optional<RunExit> &exit)
{
    if (run.isOutOfMemory)
        return Words::tr("It was ended because memory ran out.");
    if (exit && !machinesReason(exit->reason).isEmpty())
        return machinesReason(exit->reason);
    return run.message;
}

QString moneyText(const QList<Money> &costs)
{
    QStringList texts;
    for (const Money &cost : costs)
        texts << formatMoney(cost);
    return texts.join(QStringLiteral(" + "));
}

// The source of its machine's price: the rental it ran in, else the task itself.
QString priceSource(const Run &run, const QList<Rental> &rentals)
{
    for (const Rental &rental : rentals) {
        const bool isSame = rental.machineId.isSet() ? rental.machineId == run.head().machineId
                                                     : rental.machineName == run.head().machineName;
        const bool meets = isSame && run.started.isValid() && (!run.ended.isValid() || rental.began < run.ended)
                           && (!rental.ended.isValid() || rental.ended > run.started);
        if (meets && !rental.prices.isEmpty()) {
            Money least = priceAt(rental, rental.began), most = least;
            for (const RentalPrice &price : rental.prices) {
                least = std::min(least, price.perHour);
                most = std::max(most, price.perHour);
            }
            return least == most ? Words::tr("%1 per hour, the spot price of its cloud").arg(formatMoney(least))
                                 : Words::tr("%1 to %2 per hour, the spot price of its cloud").arg(formatMoney(least), formatMoney(most));
        }
        if (meets) {
            return rental.source.isEmpty() ? Words::tr("%1 per hour, as set for the machine").arg(formatMoney(rental.perHour))
                                           : Words::tr("%1 per hour, from: %2").arg(formatMoney(rental.perHour), rental.source);
        }
    }
    return run.price ? Words::tr("%1 per hour, from the task file").arg(formatMoney(*run.price)) : QString();
}

ReportFact costFact(const Run &run, const ReportContext &context)
{
    ReportFact fact{hasEnded(run.state) ? Words::tr("Cost") : Words::tr("Cost so far"), Words::tr("Unknown"), {}, ReportTone::Plain};
    const QList<Money> costs = context.meter.costOf(run.id);
    if (run.isSimulated) {
        fact.value = Words::tr("No cost");
        fact.context = Words::tr("simulated on this computer");
    } else if (const QList<Money> own = context.meter.ownCostOf(run.id); costs.isEmpty() && !own.isEmpty()) {
        fact.value = moneyText(own);
        fact.context = Words::tr("by your own figures, not billed");
    } else if (costs.isEmpty()) {
        fact.context = Words::tr("no price set");
    } else {
        fact.value = moneyText(costs);
        fact.context = priceSource(run, context.rentals);
        if (run.budget)
            fact.context += (fact.context.isEmpty() ? QString() : QStringLiteral(", "))
                            + Words::tr("budget %1").arg(formatMoney(*run.budget));
    }
    return fact;
}

QList<ReportFact> topFacts(const Run &run, const RunRecord &record, const ReportContext &context)
{
    const TrainingCurve &training = *record.training;
    QList<ReportFact> facts;
    facts << ReportFact{Words::tr("Exit"), exitText(run), {}, run.state == RunState::Failed ? ReportTone::Bad : ReportTone::Plain};
    ReportFact duration{hasEnded(run.state) ? Words::tr("Ran for") : Words::tr("Elapsed"), dash()};
    if (run.started.isValid()) {
        const QDateTime end = hasEnded(run.state) ? run.ended : context.meter.when;
        duration.value = end.isValid() ? formatDuration(run.started.msecsTo(end)) : Words::tr("Unknown");
        duration.context = Words::tr("since %1").arg(momentText(run.started));
    }
    facts << duration;
    ReportFact steps{Words::tr("Steps"), Words::tr("Unknown"), Words::tr("no step found in the log")};
    if (const auto last = training.lastStep()) {
        steps.value = formatCount(qint64(*last));
        steps.context = training.totalSteps() ? Words::tr("of %1").arg(formatCount(qint64(*training.totalSteps()))) : QString();
    }
    facts << steps;
    ReportFact loss{Words::tr("Loss"), Words::tr("Unknown"), Words::tr("not found in the log")};
    if (const auto last = training.lastLoss(); last && training.lowestLoss()) {
        loss.value = formatNumber(*last, 4);
        loss.context = Words::tr("lowest %1 at step %2")
                           .arg(formatNumber(training.lowestLoss()->y(), 4), formatCount(qint64(training.lowestLoss()->x())));
    }
    facts << loss << costFact(run, context);
    return facts;
}

QList<ReportFact> details(const Run &run, const RunRecord &record, const ReportContext &context)
{
    QList<ReportFact> facts;
    const auto add = [&facts](const QString &label, const QString &value, const QString &under = {}) {
        if (!value.isEmpty())
            facts << ReportFact{label, value, under, ReportTone::Plain};
    };
    add(Words::tr("Run"), run.id.text());
    add(Words::tr("Attempt"), QString::number(run.attempt),
        run.resumedFrom.isEmpty() ? QString() : Words::tr("resumed from %1").arg(run.resumedFrom));
    add(Words::tr("Project"), run.project);
    add(Words::tr("Machine"), run.head().machineName,
        context.isMachineRemoved ? Words::tr("no longer in the list of machines") : QString());
    add(Words::tr("Engine"), engineName(run.engine));
    add(Words::tr("Image"), run.image);
    add(Words::tr("Created"), momentText(run.created));
    add(Words::tr("Started"), momentText(run.started));
    if (hasEnded(run.state))
        add(Words::tr("Ended"), momentText(run.ended));
    QStringList gpus;
    const QList<qsizetype> own = record.metrics->ownGpus();
    for (const qsizetype at : own) {
        const GpuIdentity &gpu = record.metrics->gpus()[at];
        const QString name = gpu.isSimulated ? Words::tr("%1, simulated").arg(gpu.name) : gpu.name;
        if (!gpus.contains(name))
            gpus << name;
    }
    if (!gpus.isEmpty())
        add(Words::tr("GPUs"), Words::tr("%1 × %2").arg(own.size()).arg(gpus.join(QStringLiteral(", "))));
    if (run.price)
        add(Words::tr("Price at launch"), Words::tr("%1 per hour").arg(formatMoney(*run.price)));
    add(Words::tr("Checkpoint folder"), run.checkpointDir);
    add(Words::tr("Run folder on the machine"), run.head().directory);
    add(Words::tr("Report created by"), context.program);
    return facts;
}

QString verdictText(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Complete: return Words::tr("Complete");
    case Verdict::Partial: return Words::tr("Partial");
    case Verdict::Corrupt: return Words::tr("Corrupt");
    case Verdict::BeingWritten: return Words::tr("Being written");
    case Verdict::Unknown: break;
    }
    return Words::tr("Not checked");
}

void addCheckpoints(const Run &run, const ReportContext &context, RunReport &report)
{
    if (run.checkpointDir.isEmpty()) {
        report.checkpointNote = Words::tr("The task has no checkpoints section.");
        return;
    }
    for (const FoundCheckpoint &found : context.checkpoints.found) {
        const Checkpoint &checkpoint = found.checkpoint;
        report.checkpoints << ReportCheckpoint{checkpoint.name,
                                               checkpoint.step ? formatCount(*checkpoint.step) : dash(),
                                               checkpoint.loss ? formatNumber(*checkpoint.loss, 4) : dash(),
                                               formatBytes(checkpoint.sizeBytes),
                                               verdictText(checkpoint.verdict),
                                               checkpoint.reason,
                                               ReportTone::Plain};
    }
    if (context.isMachineRemoved)
        report.checkpointNote = Words::tr("The checkpoints are unknown: the machine was removed from the list.");
    else if (!context.checkpoints.problems.isEmpty())
        report.checkpointNote = Words::tr("The checkpoints are unknown: %1").arg(context.checkpoints.problems.first().error.what);
    else if (!context.wereCheckpointsAsked)
        report.checkpointNote = Words::tr("Checkpoints were not looked up.");
    else if (report.checkpoints.isEmpty())
        report.checkpointNote = Words::tr("No checkpoints found in %1.").arg(run.checkpointDir);
    else
        report.checkpointNote = Words::tr("In %1, at the time of this report.").arg(run.checkpointDir);
}

}  // namespace

QString runStateText(RunState state)
{
    switch (state) {
    case RunState::Preparing: return Words::tr("Preparing");
    case RunState::Waiting: return Words::tr("Waiting");
    case RunState::Running: return Words::tr("Running");
    case RunState::Stopping: return Words::tr("Stopping");
    case RunState::Finished: return Words::tr("Finished");
    case RunState::Failed: return Words::tr("Failed");
    case RunState::Stopped: return Words::tr("Stopped");
    case RunState::Unknown: break;
    }
    return Words::tr("Unknown");
}

RunReport runReport(const Run &run, RunRecord &&record, const ReportContext &context)
{
    RunReport report;
    report.language = QLocale().language() == QLocale::Chinese ? QStringLiteral("zh-CN") : QStringLiteral("en");
    report.program = context.program;
    report.made = context.meter.when.toLocalTime();
    report.name = run.name;
    report.state = runStateText(run.state);
    report.stateTone = toneOf(run.state);
    report.stateReason = whyText(run, record.exit);
    report.isSimulated = run.isSimulated;
    if (context.isMachineRemoved)
        report.notes
            << Words::tr("Based on the copy on this computer: the machine %1 was removed from the list.").arg(run.head().machineName);
    if (!hasEnded(run.state))
        report.notes << Words::tr("The run had not ended when this report was made.");
    else if (!record.isComplete)
        report.notes << Words::tr("The copy on this computer is not complete: the end of the log or of the samples may be missing.");
    report.facts = topFacts(run, record, context);
    report.details = details(run, record, context);
    report.events = record.events;
    addCheckpoints(run, context, report);
    report.command = run.command;
    if (record.task)
        report.taskText = QString::fromUtf8(writeTask(withoutSecretValues(*record.task)));
    report.log = std::move(record.log);
    report.metrics = std::move(*record.metrics);
    report.training = record.training;
    return report;
}

QList<TaskKey> launchKeys(const Run &run, const RunRecord &record, const std::optional<LaunchFacts> &facts)
{
    QList<TaskKey> keys;
    const auto add = [&keys](const QString &title, const QString &value) {
        if (!value.isEmpty())
            keys << TaskKey{title, value};
    };
    QStringList gpus;
    for (const qsizetype at : record.metrics->ownGpus()) {
        const GpuIdentity &gpu = record.metrics->gpus()[at];
        gpus << (gpu.isSimulated ? Words::tr("%1, simulated").arg(gpu.name) : gpu.name);
    }
    if (gpus.isEmpty() && facts)
        gpus = facts->gpus;
    QStringList kinds = gpus;
    kinds.removeDuplicates();
    if (!gpus.isEmpty())
        add(Words::tr("GPUs"), Words::tr("%1 × %2").arg(gpus.size()).arg(kinds.join(QStringLiteral(", "))));
    add(Words::tr("Image"), run.image);
    add(Words::tr("Engine"), engineName(run.engine));
    if (facts) {
        add(Words::tr("Driver"), facts->driver);
        add(Words::tr("Code"), facts->revision ? revisionText(*facts->revision) : QString());
        add(Words::tr("Code on the machine"), facts->machineRevision ? revisionText(*facts->machineRevision) : QString());
        if (facts->code) {
            QCryptographicHash hash(QCryptographicHash::Sha256);
            for (const CodeFile &file : facts->code->files)
                hash.addData(file.path.toUtf8() + '\0' + file.sha256.toUtf8() + '\n');
            add(Words::tr("Files sent with it"), Words::tr("%n file(s), %1", nullptr, int(facts->code->files.size()))
                                                     .arg(QString::fromLatin1(hash.result().toHex().left(10))));
        }
    }
    add(Words::tr("Resumed from"), run.resumedFrom);
    return keys;
}

ComparedRun comparedRun(const Run &run, const RunRecord &record, const MeterNow &meter)
{
    ComparedRun compared;
    compared.id = run.id.text();
    compared.name = run.name;
    compared.machine = run.head().machineName;
    compared.state = runStateText(run.state);
    compared.isSimulated = run.isSimulated;
    if (record.task)
        compared.task = taskKeys(withoutSecretValues(*record.task));
    if (record.task)
        compared.parameters = taskParameters(withoutSecretValues(*record.task));
    compared.training = trainingResults(*record.training);
    compared.gpuSeries = gpuSeries(*record.metrics);
    const QDateTime end = hasEnded(run.state) ? run.ended : meter.when;
    if (run.started.isValid() && end.isValid())
        compared.seconds = double(run.started.msecsTo(end)) / 1000;
    const GpuFigures figures = gpuFigures(*record.metrics);
    compared.medianBusyPercent = figures.medianBusyPercent;
    compared.medianWatts = figures.medianWatts;
    compared.mostMemoryGiB = figures.mostMemoryGiB;
    compared.costs = meter.costOf(run.id);
    return compared;
}

Result<void> writeDocument(const QString &file, const QByteArray &bytes, bool isForced)
{
    if (!isForced && QFileInfo::exists(file))
        return Error{
            ErrorCode::AlreadyExists, Words::tr("%1 already exists. Choose another name, or overwrite it with --force.").arg(file), {}};
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.flush() || !out.commit())
        return Error{ErrorCode::Io, Words::tr("%1 cannot be written.").arg(file), out.errorString()};
    return {};
}

}  // namespace trainyard
