// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/internal/resumelines.h"

#include "core/base/format.h"
#include "core/checkpoint/resume/resumepreset.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ResumeCheck)
};

// "8 × H100", "none"; different ones in sequence.
QString gpuText(const QStringList &gpus, bool isSimulated)
{
    if (gpus.isEmpty())
        return Words::tr("none");
    QStringList kinds = gpus, parts;
    kinds.removeDuplicates();
    for (const QString &kind : std::as_const(kinds))
        parts << QStringLiteral("%1 × %2").arg(gpus.count(kind)).arg(kind);
    const QString text = parts.join(QStringLiteral(", "));
    return isSimulated ? text + u' ' + Words::tr("(simulated)") : text;
}

ResumeLine line(const char *id, const QString &name)
{
    ResumeLine made;
    made.id = QLatin1String(id);
    made.name = name;
    return made;
}

ResumeLine judged(ResumeLine made, ResumeEffect effect, const QString &sentence)
{
    made.effect = effect;
    made.sentence = sentence;
    return made;
}

QString notRecorded(const ResumeQuestion &question)
{
    return Words::tr("Attempt %1 was launched before Trainyard recorded this, so nothing can be compared.").arg(question.attempt);
}

QString layoutText(const ProcessLayout &layout)
{
    QStringList parts;
    if (layout.tensorParallel.value_or(1) > 1)
        parts << QStringLiteral("TP %1").arg(*layout.tensorParallel);
    if (layout.pipelineParallel.value_or(1) > 1)
        parts << QStringLiteral("PP %1").arg(*layout.pipelineParallel);
    if (layout.dataParallel && !parts.isEmpty())
        parts << QStringLiteral("DP %1").arg(*layout.dataParallel);
    const QString count = layout.processes ? formatCount(*layout.processes) : QString();
    if (parts.isEmpty())
        return count;
    return count.isEmpty() ? parts.join(QStringLiteral(" × ")) : QStringLiteral("%1 (%2)").arg(count, parts.join(QStringLiteral(" × ")));
}

// Loaders that can redistribute the parts to another number of processes.
bool reshards(const QString &framework, const QString &format)
{
    return framework.contains(QLatin1String("distributed"), Qt::CaseInsensitive) || framework == QLatin1String("torchtitan")
           || framework == QLatin1String("Orbax") || format.contains(QLatin1String("distributed"), Qt::CaseInsensitive)
           || format == QLatin1String("DCP");
}

}  // namespace

ResumeLine tellingLine(const ResumeQuestion &question)
{
    ResumeLine made = line("told", Words::tr("Resume option"));
    if (const QString wrong = notANumber(question.words); !wrong.isEmpty()) {
        made.now = wrong;
        made.items = QStringList{wrong};
        return judged(made, ResumeEffect::Wrong,
                      Words::tr("“%1” is not a valid number: most programs stop with an error before the first step.").arg(wrong));
    }
    if (question.command.contains(QLatin1String("TRAINYARD_RESUME"))) {
        made.now = Words::tr("the command reads TRAINYARD_RESUME");
        return made;
    }
    if (question.pattern.isEmpty()) {
        made.now = Words::tr("only the variable TRAINYARD_RESUME");
        return judged(
            made, ResumeEffect::Note,
            Words::tr(
                "A program that does not read this variable starts at step 0 without any message. Choose how to pass the checkpoint."));
    }
    made.now = question.pattern;
    // Two trainers share a template: the added arguments decide.
    const QList<ResumePreset> presets = resumePresets();
    const ResumePreset *const maker = presetById(presets, presetOfFramework(question.framework));
    const ResumePreset *const chosen = presetById(presets, question.preset);
    const bool isOfAnother = chosen && maker && chosen->pattern != maker->pattern && chosen->id != kOwnPreset
                             && chosen->id != QLatin1String("script");
    if (isOfAnother) {
        return judged(
            made, ResumeEffect::Note,
            Words::tr(
                "The checkpoint was written by %1, and these are the arguments of %2. A program that does not know them stops with an "
                "error, or starts from scratch.")
                .arg(question.framework, chosen->title));
    }
    const QStringList twice = optionsSetTwice(question.command, question.pattern, question.words);
    if (!twice.isEmpty()) {
        made.items = twice;
        return judged(made, ResumeEffect::Note,
                      Words::tr("%1 is already in the command. Most programs use the last one.").arg(twice.join(QStringLiteral(", "))));
    }
    return made;
}

std::optional<ResumeLine> runningLine(const ResumeQuestion &question)
{
    if (question.runningOn.isEmpty())
        return std::nullopt;
    ResumeLine made = line("running", Words::tr("Attempt before"));
    made.now = Words::tr("still running on %1").arg(question.runningOn);
    return question.isRunningHere
               ? judged(made, ResumeEffect::Wrong,
                        Words::tr("Two attempts would write to the same folder. Stop attempt %1 first.").arg(question.attempt))
               : judged(
                   made, ResumeEffect::Note,
                   Words::tr(
                       "This is the last known state. Stop attempt %1 unless you want both: it keeps costing money, and its next steps "
                       "are done twice.")
                       .arg(question.attempt));
}

std::optional<ResumeLine> stepsLine(const ResumeQuestion &question)
{
    if (!question.step || !question.totalSteps || double(*question.step) < *question.totalSteps)
        return std::nullopt;
    ResumeLine made = line("steps", Words::tr("Steps"));
    made.before = Words::tr("%1 of %2").arg(formatCount(*question.step), formatCount(qint64(*question.totalSteps)));
    // A number above it among the new arguments is a new end, whatever the option's name.
    for (const QString &word : question.words) {
        bool isNumber = false;
        const double value = QString(word).section(u'=', -1).remove(u'_').toDouble(&isNumber);
        if (isNumber && value > *question.totalSteps) {
            made.now = word;
            return made;
        }
    }
    made.now = Words::tr("none remaining");
    return judged(
        made, ResumeEffect::Wrong,
        Words::tr("This run is finished: no steps are left. Raise the number of steps in the additional arguments, for example --steps %1.")
            .arg(2 * qint64(*question.totalSteps)));
}

std::optional<ResumeLine> copyLine(const ResumeQuestion &question)
{
    if (question.copiedFrom.isEmpty())
        return std::nullopt;
    ResumeLine made = line("copy", Words::tr("Checkpoint"));
    made.now = question.isThroughHere
                   ? Words::tr("%1 from %2, through here").arg(formatBytes(question.checkpointBytes), question.copiedFrom)
                   : Words::tr("%1 from %2").arg(formatBytes(question.checkpointBytes), question.copiedFrom);
    if (question.isThroughHere && question.freeHere && *question.freeHere < question.checkpointBytes)
        return judged(
            made, ResumeEffect::Wrong,
            Words::tr(
                "This computer has only %1 free. Free up space, or use a copy of the checkpoint in an object store, which the machine "
                "can fetch itself.")
                .arg(formatBytes(*question.freeHere)));
    return made;
}

ResumeLine gpuLine(const ResumeQuestion &question)
{
    ResumeLine made = line("gpus", Words::tr("GPUs"));
    if (question.before)
        made.before = gpuText(question.before->gpus, question.before->isSimulated);
    if (!question.isMachineAsked)
        return judged(made, ResumeEffect::Unknown, Words::tr("Could not reach the machine."));
    made.now = gpuText(question.gpus, question.isSimulated);
    if (!question.before)
        return judged(made, ResumeEffect::Unknown, notRecorded(question));
    const qsizetype was = question.before->gpus.size(), is = question.gpus.size();
    if (was > 0 && is == 0)
        return judged(made, ResumeEffect::Wrong,
                      Words::tr("There is no GPU now. Many programs continue on the CPU instead, a hundred times slower."));
    if (was != is)
        return judged(
            made, ResumeEffect::Note,
            Words::tr(
                "With a different number of GPUs each step uses a different number of samples, unless you change the batch size. Step "
                "counts, learning rate and loss are then not comparable with before."));
    if (question.before->gpus != question.gpus)
        return judged(made, ResumeEffect::Note,
                      Words::tr("Different GPUs: speed and memory differ, and results are no longer bitwise identical."));
    return made;
}

ResumeLine processLine(const ResumeQuestion &question)
{
    ResumeLine made = line("processes", Words::tr("Processes"));
    const ProcessLayout &layout = question.layout;
    made.before = layoutText(layout);
    const auto now = processesOf(question.command, question.isMachineAsked ? std::optional<int>(int(question.gpus.size())) : std::nullopt);
    if (now)
        made.now = formatCount(*now);
    if (!layout.isKnown())
        return judged(made, ResumeEffect::Unknown, Words::tr("The checkpoint does not say how many processes wrote it."));
    if (!now)
        return judged(made, ResumeEffect::Unknown, Words::tr("The command does not say how many processes it starts."));
    const int model = layout.modelParallel();
    if (model > 1 && *now % model != 0)
        return judged(
            made, ResumeEffect::Wrong,
            Words::tr("The model is split into %1 parts (tensor × pipeline), so the number of processes must be a multiple of %1.")
                .arg(model));
    if (question.framework == QLatin1String("DeepSpeed")
        || (layout.dataParallel && question.framework == QLatin1String("Hugging Face Trainer"))) {
        // https://github.com/deepspeedai/DeepSpeed/issues/5405
        if (layout.dataParallel && *now != *layout.dataParallel * model)
            return judged(
                made, ResumeEffect::Wrong,
                Words::tr("ZeRO stores one optimizer partition per process and does not load with another number. Start %1 processes, or "
                          "convert the checkpoint with ds_to_universal.py first.")
                    .arg(*layout.dataParallel * model));
        return made;
    }
    if (!layout.processes || *layout.processes == *now)
        return made;
    if (question.framework == QLatin1String("Megatron-LM"))
        return judged(
            made, ResumeEffect::Note,
            Words::tr("The model parts match, but a distributed optimizer loads only if it was saved in a reshardable format. Check the "
                      "first lines of the log."));
    if (reshards(question.framework, question.format))
        return judged(made, ResumeEffect::Note,
                      Words::tr("The parts are resharded for the new number of processes. The order of the data still changes."));
    return judged(
        made, ResumeEffect::Note,
        Words::tr("The random states of the other processes and the position in the data do not match: samples are repeated or skipped, "
                  "without any message."));
}

ResumeLine imageLine(const ResumeQuestion &question)
{
    ResumeLine made = line("image", Words::tr("Image"));
    made.now = question.image.isEmpty() ? Words::tr("none (run directly on the machine)") : question.image;
    if (question.before)
        made.before = question.before->image.isEmpty() ? Words::tr("none (run directly on the machine)") : question.before->image;
    if (question.fit && (*question.fit == CompatVerdict::Fails || *question.fit == CompatVerdict::Refused))
        return judged(made, ResumeEffect::Wrong, question.fitSentence);
    if (!question.before)
        return judged(made, ResumeEffect::Unknown, notRecorded(question));
    if (question.before->image != question.image)
        return judged(made, ResumeEffect::Note,
                      Words::tr("Different image: its framework may read the checkpoint differently or not at all."));
    if (question.fit == CompatVerdict::RunsWithLimits)
        return judged(made, ResumeEffect::Note, question.fitSentence);
    const bool isPinned = question.image.contains(u'@');
    const QString tag = question.image.section(u'/', -1).section(u':', 1);
    if (!question.image.isEmpty() && !isPinned && (tag.isEmpty() || tag == QLatin1String("latest")))
        return judged(made, ResumeEffect::Note,
                      Words::tr("“latest” may be another image than last time. A tag with a version, or a digest, stays the same."));
    return made;
}

ResumeLine driverLine(const ResumeQuestion &question)
{
    ResumeLine made = line("driver", Words::tr("Driver"));
    if (question.before)
        made.before = question.before->driver.isEmpty() ? Words::tr("none") : question.before->driver;
    if (!question.isMachineAsked)
        return judged(made, ResumeEffect::Unknown, Words::tr("Could not reach the machine."));
    made.now = question.driver.isEmpty() ? Words::tr("none") : question.driver;
    if (!question.before)
        return question.driver.isEmpty() ? made : judged(made, ResumeEffect::Unknown, notRecorded(question));
    if (!question.before->driver.isEmpty() && question.driver.isEmpty())
        return judged(made, ResumeEffect::Wrong, Words::tr("No NVIDIA driver responds now: the run will not see a GPU."));
    if (question.before->driver != question.driver && !question.fit)
        return judged(made, ResumeEffect::Note,
                      Words::tr("Different driver than before. Whether it works with what the run uses is unknown."));
    return made;
}

ResumeLine diskLine(const ResumeQuestion &question)
{
    ResumeLine made = line("disk", Words::tr("Disk"));
    if (!question.freeBytes)
        return judged(made, ResumeEffect::Unknown, Words::tr("The free space where checkpoints are written is unknown."));
    made.now = Words::tr("%1 free, %2 needed per checkpoint").arg(formatBytes(*question.freeBytes), formatBytes(question.checkpointBytes));
    if (question.checkpointBytes <= 0)
        return made;
    const qint64 left = *question.freeBytes - (question.copiedFrom.isEmpty() ? 0 : question.checkpointBytes);
    if (left < 0)
        return judged(made, ResumeEffect::Wrong,
                      Words::tr("The checkpoint itself does not fit, so it cannot be copied there. Free up space first."));
    const qint64 fits = left / question.checkpointBytes;
    if (fits < 1)
        return judged(
            made, ResumeEffect::Wrong,
            Words::tr("The next checkpoint does not fit: it would be incomplete, and many programs stop then. Free up space first."));
    if (fits < 3)
        return judged(made, ResumeEffect::Note, Words::tr("There is space for %n more checkpoint(s).", nullptr, int(fits)));
    return made;
}

std::optional<ResumeLine> optimizerLine(const ResumeQuestion &question)
{
    if (!question.isWithoutOptimizer)
        return std::nullopt;
    ResumeLine made = line("optimizer", Words::tr("Optimizer"));
    made.now = Words::tr("not in the checkpoint");
    return judged(
        made, ResumeEffect::Wrong,
        Words::tr("It contains only weights. The optimizer and the learning rate schedule start over, and the loss jumps; few programs "
                  "report this."));
}

std::optional<ResumeLine> safetyLine(const ResumeQuestion &question)
{
    if (question.safety == Safety::Safe || question.safety == Safety::Unknown)
        return std::nullopt;
    ResumeLine made = line("safety", Words::tr("Safety"));
    const bool isDangerous = question.safety == Safety::Dangerous;
    made.now = isDangerous ? Words::tr("runs code when loaded") : Words::tr("contains classes that are not part of torch");
    return judged(made, isDangerous ? ResumeEffect::Wrong : ResumeEffect::Note,
                  isDangerous ? Words::tr("Loading it runs code that was put into it, with the permissions of the run. %1")
                                    .arg(question.gravestFinding)
                                    .trimmed()
                              : Words::tr("torch.load refuses it from version 2.6 on, unless the program allows these classes. %1")
                                    .arg(question.gravestFinding)
                                    .trimmed());
}

std::optional<ResumeLine> dataLine(const ResumeQuestion &question)
{
    if (question.data.isEmpty())
        return std::nullopt;
    ResumeLine made = line("data", Words::tr("Data"));
    QStringList missing;
    int there = 0;
    for (const DataPath &path : question.data) {
        if (path.isThere == false)
            missing << path.path;
        else if (path.isThere == true)
            ++there;
    }
    if (!missing.isEmpty()) {
        made.now = missing.join(QStringLiteral(", "));
        made.items = missing;
        return judged(made, ResumeEffect::Wrong,
                      Words::tr("%n path(s) of the command are not on this machine.", nullptr, int(missing.size())));
    }
    if (there < question.data.size())
        return judged(made, ResumeEffect::Unknown, Words::tr("Whether the data is present was not checked."));
    made.now = Words::tr("%n path(s) of the command found", nullptr, there);
    return made;
}

std::optional<ResumeLine> codeLine(const ResumeQuestion &question)
{
    if (!question.hasWorkdir)
        return std::nullopt;
    ResumeLine made = line("code", Words::tr("Code"));
    if (!question.code)
        return judged(made, ResumeEffect::Unknown, Words::tr("The folder of the task could not be read on this computer."));
    made.now = Words::tr("%n file(s)", nullptr, int(question.code->files.size()));
    if (!question.before || !question.before->code)
        return judged(made, ResumeEffect::Unknown, notRecorded(question));
    const CodeDifference difference = compareCode(*question.before->code, *question.code);
    if (difference.count() == 0) {
        made.now = Words::tr("same as in attempt %1").arg(question.attempt);
        return made;
    }
    made.now = Words::tr("%n file(s) differ from attempt %1", nullptr, difference.count()).arg(question.attempt);
    made.items = difference.changed;
    for (const QString &path : difference.added)
        made.items << QStringLiteral("+ ") + path;
    for (const QString &path : difference.removed)
        made.items << QStringLiteral("− ") + path;
    return judged(
        made, ResumeEffect::Note,
        Words::tr(
            "The run uses the files as they are now. If the model's layers changed, weights may be skipped silently (strict=False)."));
}

std::optional<ResumeLine> revisionLine(const ResumeQuestion &question)
{
    // The commits side by side; the other facts are shown below.
    const auto text = [](const std::optional<CodeRevision> &here, const std::optional<CodeRevision> &there) {
        QStringList parts;
        for (const auto &revision : {here, there}) {
            if (revision)
                parts << revision->commit.left(10);
        }
        return parts.join(QStringLiteral(" · "));
    };
    const std::optional<CodeRevision> none;
    const auto &was = question.before ? question.before->revision : none;
    const auto &wasThere = question.before ? question.before->machineRevision : none;
    ResumeLine made = line("revision", Words::tr("Code revision"));
    made.before = text(was, wasThere);
    made.now = text(question.revision, question.machineRevision);
    if (made.before.isEmpty() && made.now.isEmpty())
        return std::nullopt;
    for (const auto &[revision, mark] :
         {std::pair{was, "− "}, std::pair{wasThere, "− "}, std::pair{question.revision, "+ "}, std::pair{question.machineRevision, "+ "}}) {
        if (revision)
            made.items << QString::fromUtf8(mark) + revisionText(*revision);
    }
    if (made.before.isEmpty())
        return judged(made, ResumeEffect::Unknown,
                      Words::tr("The commit of the code was not recorded for attempt %1.").arg(question.attempt));
    const auto isLost = [](const auto &before, const auto &now) { return before && !now; };
    if (isLost(was, question.revision) || isLost(wasThere, question.machineRevision))
        return judged(made, ResumeEffect::Unknown, Words::tr("The current commit of the code could not be read."));
    const auto isOther = [](const auto &before, const auto &now) { return before && before->commit != now->commit; };
    if (isOther(was, question.revision) || isOther(wasThere, question.machineRevision))
        return judged(
            made, ResumeEffect::Note,
            Words::tr("The code is at a different commit than in attempt %1. Check the changes in between: changed layers or data order "
                      "cause no message.")
                .arg(question.attempt));
    // The hashes show differences in the workdir; there are none for a folder on the machine.
    const auto mayDiffer = [](const auto &revision) { return revision && revision->changes.value_or(1) > 0; };
    if (wasThere && (mayDiffer(wasThere) || mayDiffer(question.machineRevision)))
        return judged(
            made, ResumeEffect::Note,
            Words::tr("Same commit, but files on the machine have uncommitted changes, and it was not recorded which. They may differ from "
                      "attempt %1.")
                .arg(question.attempt));
    made.items.clear();
    return made;
}

}  // namespace trainyard
