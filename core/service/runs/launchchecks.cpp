// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/launchchecks.h"

#include "core/base/format.h"
#include "core/execution/registry/executionbackends.h"
#include "core/model/gitsource.h"
#include "core/model/taskkeys.h"
#include "core/service/machines/gpuchoice.h"
#include "core/service/machines/gpuneeds.h"
#include "core/service/runs/internal/taskfiles.h"
#include "core/service/runs/taskplaces.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::LaunchChecks)
};

constexpr double kHeldMiB = 1024;  // more than a driver, a desktop or an idle context takes
constexpr double kHeldPercent = 10;
constexpr qint64 kTightBytes = 10LL << 30;   // a checkpoint of a small model with its optimizer, or an image
constexpr qint64 kHopelessBytes = 64 << 20;  // not even the log of a run
constexpr qsizetype kNamedKeys = 3;

bool isHeld(const GpuSample &gpu) { return gpu.memoryUsedMiB.value_or(0) > kHeldMiB || gpu.busyPercent.value_or(0) >= kHeldPercent; }

// What stands for a check of the machine while there are no facts.
LaunchCheck missingFacts(const LaunchKnowledge &known, LaunchCheck::Subject subject)
{
    LaunchCheck check;
    check.subject = subject;
    check.reasons = known.silence;
    if (known.isAsking) {
        check.state = LaunchCheck::State::Asking;
        check.sentence = subject == LaunchCheck::Subject::Gpus    ? Words::tr("Asking for its GPUs…")
                         : subject == LaunchCheck::Subject::Image ? Words::tr("Asking for its driver, to judge the image…")
                                                                  : Words::tr("Asking for the room on its disk…");
        return check;
    }
    check.sentence = subject == LaunchCheck::Subject::Gpus
                         ? Words::tr("Whether its GPUs are free is not known: the machine has not answered.")
                     : subject == LaunchCheck::Subject::Image
                         ? Words::tr("Whether the image runs is not known: the machine has not answered.")
                         : Words::tr("The room on its disk is not known: the machine has not answered.");
    if (subject == LaunchCheck::Subject::Gpus)
        check.remedy = LaunchCheck::Remedy::AskAgain;
    return check;
}

// Whether this is the GPU with that number, or a MIG device of it.
bool isPartOf(const GpuDevice &device, int index) { return device.number.section(u':', 0, 0) == QString::number(index); }

// Those that `gpus` names.
LaunchCheck checkChosenGpus(const LaunchKnowledge &known, const std::optional<Accelerators> &wanted)
{
    LaunchCheck check{LaunchCheck::Subject::Gpus, LaunchCheck::State::Warning, {}, {}, LaunchCheck::Remedy::None, {}};
    const auto chosen = chosenGpus(known.task, *known.facts);
    if (!chosen) {
        check.state = LaunchCheck::State::Problem;
        check.sentence = chosen.error().what;
        return check;
    }
    const auto given = int(known.task.gpus.size());
    if (wanted && given < wanted->count) {
        check.sentence = Words::tr("'gpus' names %1 GPUs, but the task asks for %2: correct one of the two.").arg(given).arg(wanted->count);
        return check;
    }
    check.sentence = sharedGpusText(known.task, *known.facts);
    if (!check.sentence.isEmpty())
        return check;
    const QList<GpuSample> use = known.isSimulated ? QList<GpuSample>() : known.gpuUse.value_or(QList<GpuSample>());
    QStringList busy;
    for (const GpuDevice &device : gpuDevices(*known.facts)) {
        const bool isBusy = std::any_of(use.begin(), use.end(),
                                        [&device](const GpuSample &gpu) { return isPartOf(device, gpu.index) && isHeld(gpu); });
        if (isBusy && chosen->contains(device.uuid))
            busy << device.number;
    }
    if (!busy.isEmpty()) {
        check.sentence = Words::tr("GPUs that it is given are in use: %1.").arg(busy.join(Words::tr(", ", "between GPUs")));
    } else if (!known.isSimulated && !known.facts->areHoldersKnown && use.isEmpty()) {
        check.state = LaunchCheck::State::Unknown;
        check.sentence = Words::tr("Whether its GPUs are free is not known.");
    } else {
        check.state = LaunchCheck::State::Ok;
        check.sentence =
            Words::tr("GPUs that it is given: %1. They are free now.").arg(known.task.gpus.join(Words::tr(", ", "between GPUs")));
    }
    return check;
}

std::optional<LaunchCheck> checkGpus(const LaunchKnowledge &known)
{
    if (isForScheduler(known.task))
        return std::nullopt;  // the GPUs of a cluster's nodes are not those of its login node
    if (!known.facts)
        return missingFacts(known, LaunchCheck::Subject::Gpus);
    LaunchCheck check{LaunchCheck::Subject::Gpus, LaunchCheck::State::Ok, {}, {}, LaunchCheck::Remedy::None, {}};
    const auto wanted = acceleratorsFor(known.task, *known.facts);
    if (!wanted) {
        check.state = LaunchCheck::State::Problem;
        check.sentence = wanted.error().what;
        return check;
    }
    if (!known.task.gpus.isEmpty())
        return checkChosenGpus(known, *wanted);
    const auto there = int(known.facts->gpus.size());
    const int needed = *wanted ? (*wanted)->count : there;
    if (there == 0) {
        check.sentence = Words::tr("The task asks for no GPU, and the machine has none.");
        return check;
    }
    if (known.isSimulated) {
        check.sentence = Words::tr("Simulated GPUs are always free.");
        return check;
    }
    if (!known.gpuUse || known.gpuUse->isEmpty()) {
        check.state = LaunchCheck::State::Unknown;
        check.sentence = Words::tr("Whether its GPUs are free is not known.");
        return check;
    }
    QStringList held;
    const QList<GpuDevice> devices = gpuDevices(*known.facts);
    for (const GpuSample &gpu : *known.gpuUse) {
        const bool hasHolder = std::any_of(devices.begin(), devices.end(), [&gpu](const GpuDevice &device) {
            return isPartOf(device, gpu.index) && !device.holders.isEmpty();
        });
        if (isHeld(gpu) || hasHolder)
            held << QString::number(gpu.index);
    }
    const int free = int(known.gpuUse->size() - held.size());
    if (held.isEmpty())
        check.sentence = Words::tr("All of its %n GPU(s) are free.", nullptr, free);
    else if (!*wanted) {
        // A task that names no GPUs may use all that it sees.
        check.state = LaunchCheck::State::Warning;
        check.sentence =
            Words::tr("Only %1 of %2 GPUs free, and the task does not say how many it needs.").arg(free).arg(known.gpuUse->size());
    } else if (free >= needed)
        check.sentence = Words::tr("%1 of %2 GPUs free; the task needs %3.").arg(free).arg(known.gpuUse->size()).arg(needed);
    else {
        check.state = LaunchCheck::State::Warning;
        check.sentence = Words::tr("Only %1 of %2 GPUs free, and the task needs %3.").arg(free).arg(known.gpuUse->size()).arg(needed);
    }
    if (!held.isEmpty())
        check.reasons = Words::tr("In use: GPU %1.").arg(held.join(Words::tr(", ", "between GPUs")));
    return check;
}

std::optional<LaunchCheck> checkImage(const LaunchKnowledge &known)
{
    if (known.task.image.isEmpty())
        return std::nullopt;
    if (!known.facts)
        return missingFacts(known, LaunchCheck::Subject::Image);
    LaunchCheck check{LaunchCheck::Subject::Image, LaunchCheck::State::Unknown, {}, {}, LaunchCheck::Remedy::None, {}};
    if (!known.fit) {
        check.sentence = known.isSimulated ? Words::tr("Images are not judged for simulated GPUs.")
                                           : Words::tr("Whether the image runs on this machine is not known.");
        return check;
    }
    switch (known.fit->verdict) {
    case CompatVerdict::Runs: check.state = LaunchCheck::State::Ok; break;
    case CompatVerdict::RunsWithLimits:
    case CompatVerdict::Fails: check.state = LaunchCheck::State::Warning; break;
    case CompatVerdict::Unknown: check.state = LaunchCheck::State::Unknown; break;
    case CompatVerdict::Refused: check.state = LaunchCheck::State::Problem; break;
    }
    // The deciding reason is said, the others are behind it.
    QStringList sentences;
    for (const CompatReason &reason : known.fit->reasons)
        sentences << reason.sentence;
    sentences << known.fit->missing;
    const bool isFine = known.fit->verdict == CompatVerdict::Runs;
    check.sentence = isFine || sentences.isEmpty() ? verdictSentence(known.fit->verdict) : sentences.takeFirst();
    check.reasons = sentences.join(u'\n');
    const auto image = std::find_if(known.fit->remedies.begin(), known.fit->remedies.end(),
                                    [](const CompatRemedy &remedy) { return remedy.kind == QLatin1String("image") && !remedy.isWithNext; });
    if (image != known.fit->remedies.end()) {
        check.remedy = LaunchCheck::Remedy::UseImage;
        check.value = image->value;
    }
    return check;
}

std::optional<LaunchCheck> checkDisk(const LaunchKnowledge &known)
{
    if (!known.facts)
        return missingFacts(known, LaunchCheck::Subject::Disk);
    LaunchCheck check{LaunchCheck::Subject::Disk, LaunchCheck::State::Ok, {}, {}, LaunchCheck::Remedy::None, {}};
    const auto free = known.facts->homeAvailableBytes;
    if (!free) {
        check.state = LaunchCheck::State::Unknown;
        check.sentence = Words::tr("Free disk space is unknown.");
    } else if (*free < kHopelessBytes) {
        check.state = LaunchCheck::State::Problem;
        check.sentence = Words::tr("Its home folder is full (%1 free): make room there first.").arg(formatBytes(*free));
    } else if (*free < kTightBytes) {
        check.state = LaunchCheck::State::Warning;
        check.sentence = Words::tr("Only %1 free in its home folder: checkpoints or the image may not fit.").arg(formatBytes(*free));
    } else {
        check.sentence = Words::tr("%1 free in its home folder.").arg(formatBytes(*free));
    }
    return check;
}

// A window has no current folder, in which a relative path could start.
std::optional<LaunchCheck> checkFolder(const LaunchKnowledge &known)
{
    LaunchCheck check{LaunchCheck::Subject::Folder, LaunchCheck::State::Ok, {}, {}, LaunchCheck::Remedy::None, {}};
    const QStringList relative = relativePlaces(known.task);
    if (known.taskDirectory.isEmpty() && !relative.isEmpty()) {
        check.state = LaunchCheck::State::Problem;
        check.sentence = Words::tr("“%1” is a relative path, but this task is not in a file: write the whole path.").arg(relative.first());
        if (relative.first() == known.task.workdir)
            check.remedy = LaunchCheck::Remedy::ChooseFolder;
        return check;
    }
    if (known.task.workdir.isEmpty() || gitSource(known.task.workdir))
        return std::nullopt;
    check.sentence = Words::tr("It copies %1.").arg(QDir::cleanPath(localTaskPath(known.task.workdir, known.taskDirectory)));
    return check;
}

std::optional<LaunchCheck> checkChanges(const LaunchKnowledge &known)
{
    if (!known.history || !known.history->last)
        return std::nullopt;
    LaunchCheck check{LaunchCheck::Subject::Changes, LaunchCheck::State::Ok, {}, {}, LaunchCheck::Remedy::None, {}};
    const LaunchHistory &history = *known.history;
    QStringList keys;
    if (history.lastTask) {
        const QList<TaskKey> before = taskKeys(*history.lastTask), now = taskKeys(known.task);
        for (const TaskKey &key : before + now) {
            if ((!before.contains(key) || !now.contains(key)) && !keys.contains(key.key))
                keys << key.key;
        }
    }
    const int files = history.code ? history.code->count() : 0;
    const bool isCodeKnown = history.code || known.task.workdir.isEmpty();
    const QString named = keys.mid(0, kNamedKeys).join(Words::tr(", ", "between keys"))
                          + (keys.size() > kNamedKeys ? Words::tr(" and %n more", nullptr, int(keys.size() - kNamedKeys)) : QString());
    if (!history.lastTask) {
        check.state = LaunchCheck::State::Unknown;
        check.sentence = Words::tr("What differs from the last run was not recorded.");
    } else if (keys.isEmpty() && files == 0) {
        check.sentence = isCodeKnown ? Words::tr("Nothing differs from the last run.")
                                     : Words::tr("The task is that of the last run; whether the code is, was not recorded.");
    } else if (files == 0) {
        check.sentence = Words::tr("Differs from the last run in %1.").arg(named);
    } else {
        check.sentence = keys.isEmpty() ? Words::tr("%n file(s) of the code differ from the last run.", nullptr, files)
                                        : Words::tr("%n file(s) of the code and %1 differ from the last run.", nullptr, files).arg(named);
    }
    if (history.code)
        check.reasons = (history.code->changed + history.code->added + history.code->removed).mid(0, 20).join(u'\n');
    return check;
}

std::optional<LaunchCheck> checkCost(const LaunchKnowledge &known)
{
    if (known.isSimulated)
        return std::nullopt;
    LaunchCheck check{LaunchCheck::Subject::Cost, LaunchCheck::State::Ok, {}, {}, LaunchCheck::Remedy::None, {}};
    const auto priceOf = [&](double hours) -> std::optional<Money> {
        const auto cost = known.perHour ? known.perHour->times(std::llround(hours * 3600), 3600)
                                        : Result<Money>(Error{ErrorCode::NotFound, {}, {}});
        return cost ? std::optional(*cost) : std::nullopt;
    };
    const auto took = known.history ? known.history->took : std::nullopt;
    const auto hours = known.task.limits.hours;
    const auto lengthOf = [](double seconds) { return formatDuration(qint64(seconds * 1000)); };
    if (took) {
        const auto seconds = double(took->count());
        if (const auto cost = priceOf(seconds / 3600)) {
            check.sentence = Words::tr("About %1 and %2, if it runs as long as the last time.").arg(formatMoney(*cost), lengthOf(seconds));
        } else {
            check.state = LaunchCheck::State::Unknown;
            check.remedy = LaunchCheck::Remedy::ShowEstimate;
            check.sentence =
                Words::tr("About %1, like the last time. What it costs is not known: the machine has no price.").arg(lengthOf(seconds));
        }
    } else if (const auto most = hours ? priceOf(*hours) : std::nullopt) {
        check.sentence = Words::tr("At most %1, for %2.").arg(formatMoney(*most), lengthOf(*hours * 3600));
    } else {
        check.state = LaunchCheck::State::Unknown;
        check.remedy = LaunchCheck::Remedy::ShowEstimate;
        check.sentence = Words::tr("How long it takes is not known: run 100 steps, or set limits.hours.");
    }
    return check;
}

std::optional<LaunchCheck> checkCheckpoints(const LaunchKnowledge &known)
{
    LaunchCheck check{LaunchCheck::Subject::Checkpoints, LaunchCheck::State::Ok, {}, {}, LaunchCheck::Remedy::None, {}};
    const auto &plan = known.task.checkpoints;
    if (!plan) {
        check.state = LaunchCheck::State::Warning;
        check.sentence = Words::tr("It names no checkpoints: what a stop interrupts begins again.");
        check.remedy = LaunchCheck::Remedy::AddCheckpoints;
    } else if (plan->resume.isEmpty() && !known.task.run.contains(QLatin1String("TRAINYARD_RESUME"))) {
        check.state = LaunchCheck::State::Warning;
        check.sentence = Words::tr("Nothing tells the program to resume: set checkpoints.resume.");
    } else if (known.history && known.history->wasResumed) {
        check.sentence = Words::tr("It saves to %1, and has resumed before.").arg(plan->dir);
    } else {
        check.state = LaunchCheck::State::Unknown;
        check.sentence = Words::tr("It saves to %1. Whether it resumes from there was never tried.").arg(plan->dir);
    }
    return check;
}

std::optional<LaunchCheck> checkBudget(const LaunchKnowledge &known)
{
    if (known.isSimulated || !known.history || !known.perHour)  // without a price, a run takes nothing from a budget
        return std::nullopt;
    // The budget of which the smallest part is left.
    const BudgetState *tightest = nullptr;
    for (const BudgetState &state : known.history->budgets) {
        const bool isSameMoney = state.budget.amount.currency() == known.perHour->currency();
        if (isSameMoney && (!tightest || state.use.permille > tightest->use.permille))
            tightest = &state;
    }
    if (!tightest)
        return std::nullopt;
    LaunchCheck check{LaunchCheck::Subject::Budget, LaunchCheck::State::Ok, {}, {}, LaunchCheck::Remedy::None, {}};
    const QString whose = tightest->budget.scope == BudgetScope::Project ? tightest->budget.name : Words::tr("this month");
    const auto left = tightest->budget.amount.minus(tightest->use.spent);
    if (tightest->use.step == BudgetStep::Stop || !left) {
        check.state = LaunchCheck::State::Problem;
        check.remedy = LaunchCheck::Remedy::ShowBudgets;
        check.sentence = Words::tr("The budget of %1 for %2 is used up: raise it first.").arg(formatMoney(tightest->budget.amount), whose);
        return check;
    }
    if (tightest->use.step == BudgetStep::Save) {
        check.state = LaunchCheck::State::Warning;
        check.remedy = LaunchCheck::Remedy::ShowBudgets;
    }
    check.sentence = Words::tr("%1 of %2 left for %3.").arg(formatAmount(*left), formatMoney(tightest->budget.amount), whose);
    return check;
}

QList<LaunchCheck> checksOfTask(const LaunchKnowledge &known)
{
    QList<LaunchCheck> checks;
    for (const auto check : {checkGpus, checkImage, checkDisk, checkFolder, checkChanges, checkCost, checkCheckpoints, checkBudget}) {
        if (auto one = check(known))
            checks << *one;
    }
    return checks;
}

int seriousness(LaunchCheck::State state)
{
    static const QList<LaunchCheck::State> kOrder{LaunchCheck::State::Ok, LaunchCheck::State::Unknown, LaunchCheck::State::Warning,
                                                  LaunchCheck::State::Asking, LaunchCheck::State::Problem};
    return int(kOrder.indexOf(state));
}

// How long a run takes is known of single ones only: what all steps may take is the sum of their limits.
LaunchKnowledge knownOfAll(const LaunchKnowledge &known)
{
    LaunchKnowledge all = known;
    all.history.reset();
    for (const Task &task : known.later) {
        if (all.task.limits.hours && task.limits.hours)
            *all.task.limits.hours += *task.limits.hours;
        else
            all.task.limits.hours.reset();
    }
    return all;
}

}  // namespace

QList<LaunchCheck> launchChecks(const LaunchKnowledge &known)
{
    if (known.later.isEmpty())
        return checksOfTask(known);
    QList<LaunchCheck> worst;
    int number = 0;
    for (const Task &task : QList<Task>{known.task} + known.later) {
        LaunchKnowledge step = known;
        step.task = task;
        if (++number > 1)
            step.history.reset();
        if (task.image != known.task.image)
            step.fit.reset();
        const QList<LaunchCheck> checks = checksOfTask(step);
        for (LaunchCheck check : checks) {
            // The others change the task by the form, which cannot change a pipeline.
            if (check.remedy != LaunchCheck::Remedy::AskAgain && check.remedy != LaunchCheck::Remedy::ShowEstimate
                && check.remedy != LaunchCheck::Remedy::ShowBudgets)
                check.remedy = LaunchCheck::Remedy::None;
            const bool isOfStep = check.state != LaunchCheck::State::Asking && check.subject != LaunchCheck::Subject::Disk
                                  && check.subject != LaunchCheck::Subject::Budget;
            if (isOfStep)
                check.sentence = Words::tr("Step %1: %2").arg(QString::number(number), check.sentence);
            const auto same = std::find_if(worst.begin(), worst.end(),
                                           [&check](const LaunchCheck &other) { return other.subject == check.subject; });
            if (same == worst.end())
                worst << check;
            else if (seriousness(check.state) > seriousness(same->state))
                *same = check;
        }
    }
    for (LaunchCheck &check : worst) {
        if (check.subject != LaunchCheck::Subject::Cost)
            continue;
        if (const auto cost = checkCost(knownOfAll(known)))
            check = *cost;
    }
    std::sort(worst.begin(), worst.end(), [](const LaunchCheck &a, const LaunchCheck &b) { return a.subject < b.subject; });
    return worst;
}

QString launchObstacle(const QList<LaunchCheck> &checks)
{
    const auto problem = std::find_if(checks.begin(), checks.end(),
                                      [](const LaunchCheck &check) { return check.state == LaunchCheck::State::Problem; });
    return problem == checks.end() ? QString() : problem->sentence;
}

}  // namespace trainyard
