// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/checkpoint.h"

#include "core/checkpoint/format/internal/checkpointgroups.h"
#include "core/checkpoint/format/internal/checkpointname.h"
#include "core/checkpoint/format/internal/folderscan.h"
#include "core/checkpoint/format/internal/looktogether.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

// An active writer changes a file within this time; after that, it was killed.
constexpr qint64 kWritingSeconds = 60;
// The read limit for a whole directory: three seconds on a typical connection, and far more than fifty large checkpoints need.
constexpr qint64 kListingBudget = 64 * 1024 * 1024;
constexpr qint64 kPointerBytes = 4 * 1024;

bool isRecent(qint64 modified, qint64 now)
{
    qint64 age = 0;
    return !__builtin_sub_overflow(now, modified, &age) && age <= kWritingSeconds
           && age >= -kWritingSeconds;  // the machine's clock may be a little ahead
}

// The files that state up to which step everything is complete, by name; no text if they could not be read.
struct Pointer {
    std::optional<QString> text;
    bool isUnread = false;  // the source failed
};
using Pointers = QHash<QString, Pointer>;

Pointers pointersOf(const QList<FileGroup> &groups)
{
    Pointers pointers;
    for (const FileGroup &group : groups) {
        if (!group.folder.pointer.isEmpty())
            pointers.insert(group.folder.pointer, Pointer());
    }
    return pointers;
}

void worsen(Checkpoint &checkpoint, Verdict verdict, const QString &reason)
{
    if (badness(verdict) <= badness(checkpoint.verdict) && checkpoint.verdict != Verdict::Unknown)
        return;
    checkpoint.verdict = verdict;
    checkpoint.reason = reason;
}

QString missingSentence(const QStringList &missing)
{
    constexpr qsizetype kNamed = 3;
    const QString names = missing.mid(0, kNamed).join(QStringLiteral(", ")) + (missing.size() > kNamed ? QStringLiteral(" …") : QString());
    return Words::tr("%n file(s) missing: %1.", nullptr, int(missing.size())).arg(names);
}

// What the file that a trainer writes last shows about this step.
void judgeCommit(Checkpoint &checkpoint, const FileGroup &group, const Pointers &pointers, const QSet<QString> &listed)
{
    const StepFolder &folder = group.folder;
    const auto unwritten = [](const QString &name) { return Words::tr("“%1”, which is written last, is missing.").arg(name); };
    if (!folder.missingMarker.isEmpty()) {
        worsen(checkpoint, Verdict::Partial, unwritten(folder.missingMarker));
        return;
    }
    if (folder.pointer.isEmpty())
        return;
    const QString name = baseOf(folder.pointer);
    if (!listed.contains(folder.pointer)) {
        // A step's folder that is examined alone has no neighbours.
        if (group.name != QLatin1String("."))
            worsen(checkpoint, Verdict::Partial, unwritten(name));
        return;
    }
    const auto [text, isUnread] = pointers.value(folder.pointer);
    if (isUnread && checkpoint.verdict == Verdict::Complete) {
        checkpoint.isPartlyUnseen = true;
        worsen(checkpoint, Verdict::Unknown, Words::tr("“%1”, which records the finished step, could not be read.").arg(name));
    }
    if (!text)
        return;
    const QString tag = text->trimmed();
    const auto named = stepFromName(tag);
    if (tag == folder.tag) {
        if (checkpoint.verdict == Verdict::Partial)
            checkpoint.reason += QLatin1Char(' ') + Words::tr("“%1” still refers to it.").arg(name);
    } else if (named && group.step && *named < *group.step) {
        worsen(checkpoint, Verdict::Partial, Words::tr("“%1” refers to an earlier step: this one was not finished.").arg(name));
    }
}

Checkpoint composed(const FileGroup &group, const FolderScan &look, bool isLookedInto, const Pointers &pointers,
                    const QSet<QString> &listed, qint64 now)
{
    Checkpoint checkpoint;
    checkpoint.name = group.name;
    checkpoint.files = group.files();
    checkpoint.framework = frameworkOf(group);
    checkpoint.isWithoutOptimizer = group.folder.isWithoutOptimizer;
    for (const CheckpointFile &file : std::as_const(checkpoint.files)) {
        if (__builtin_add_overflow(checkpoint.sizeBytes, std::max<qint64>(0, file.sizeBytes), &checkpoint.sizeBytes))
            checkpoint.sizeBytes = std::numeric_limits<qint64>::max();
        checkpoint.modified = std::max(checkpoint.modified, file.modified);
    }
    checkpoint.step = look.step ? look.step : group.step;
    checkpoint.epoch = look.epoch;
    checkpoint.loss = look.loss;
    checkpoint.metrics = look.metrics;
    checkpoint.format = look.format;
    checkpoint.tensorCount = look.tensorCount;
    checkpoint.parameterCount = look.parameterCount;
    checkpoint.isLookedInto = isLookedInto;
    if (group.isTemporary) {
        checkpoint.isLookedInto = true;
        checkpoint.verdict = Verdict::Partial;
        checkpoint.reason = Words::tr("It is unfinished: writing stopped halfway.");
    } else {
        checkpoint.verdict = isLookedInto ? look.verdict : Verdict::Unknown;
        checkpoint.reason = isLookedInto ? look.reason
                                         : Words::tr("There are too many checkpoints to inspect all of them. Inspect this one separately.");
        checkpoint.missing = group.folder.missing + look.missing;
        checkpoint.missing.removeDuplicates();
        if (!checkpoint.missing.isEmpty())
            worsen(checkpoint, Verdict::Partial, missingSentence(checkpoint.missing));
        judgeCommit(checkpoint, group, pointers, listed);
        if (checkpoint.verdict == Verdict::Complete && checkpoint.isWithoutOptimizer)
            checkpoint.reason = Words::tr("The model is complete; the optimizer state was not saved.");
    }
    const bool mayGrow = checkpoint.verdict == Verdict::Partial
                         || (group.folder.isWithoutMarker && checkpoint.verdict == Verdict::Complete);
    if (mayGrow && isRecent(checkpoint.modified, now)) {
        checkpoint.verdict = Verdict::BeingWritten;
        checkpoint.reason = Words::tr("It changed less than a minute ago and may still be being written.");
    }
    return checkpoint;
}

}  // namespace

QString verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Complete: return QStringLiteral("complete");
    case Verdict::Partial: return QStringLiteral("partial");
    case Verdict::Corrupt: return QStringLiteral("corrupt");
    case Verdict::BeingWritten: return QStringLiteral("being-written");
    case Verdict::Unknown: return QStringLiteral("unknown");
    }
    return QStringLiteral("unknown");
}

QList<Checkpoint> findCheckpoints(const QList<CheckpointFile> &files, const QString &pattern, qint64 now, FileSource &source)
{
    QList<FileGroup> groups = groupFiles(files, pattern);
    std::stable_sort(groups.begin(), groups.end(),
                     [](const FileGroup &a, const FileGroup &b) { return a.step.value_or(-1) > b.step.value_or(-1); });
    QSet<QString> listed;
    QHash<QString, qint64> sizes;
    for (const CheckpointFile &file : files) {
        listed.insert(file.name);
        sizes.insert(file.name, file.sizeBytes);
    }

    Pointers pointers = pointersOf(groups);
    std::vector<FolderScan> found(size_t(groups.size()));
    std::vector<Look> looks;
    for (auto pointer = pointers.begin(); pointer != pointers.end(); ++pointer) {
        const qint64 size = sizes.value(pointer.key());
        looks.push_back([name = pointer.key(), size, &pointers](FileSource &from) {
            if (size <= 0 || size > kPointerBytes)
                return;
            const auto text = readExactly(from, name, 0, size);
            pointers[name] = text ? Pointer{QString::fromUtf8(*text), false} : Pointer{std::nullopt, true};
        });
    }
    const size_t before = looks.size();
    for (qsizetype i = 0; i < groups.size(); ++i) {
        looks.push_back([&group = std::as_const(groups)[i], &look = found[size_t(i)]](FileSource &from) {
            look = group.isTemporary ? FolderScan() : lookInto(group, from);
        });
    }
    const std::vector<bool> isDone = lookTogether(looks, source, kListingBudget);

    QList<Checkpoint> checkpoints;
    for (qsizetype i = 0; i < groups.size(); ++i)
        checkpoints << composed(groups[i], found[size_t(i)], isDone[before + size_t(i)], pointers, listed, now);
    std::stable_sort(checkpoints.begin(), checkpoints.end(), [](const Checkpoint &a, const Checkpoint &b) {
        const qint64 stepA = a.step.value_or(-1), stepB = b.step.value_or(-1);
        return stepA != stepB ? stepA > stepB : a.modified > b.modified;
    });
    return checkpoints;
}

std::optional<Checkpoint> latestGood(const QList<Checkpoint> &checkpoints)
{
    const auto rank = [](const Checkpoint &c) { return std::tuple(!c.isWithoutOptimizer, c.step.value_or(-1), c.modified); };
    std::optional<Checkpoint> best;
    for (const Checkpoint &checkpoint : checkpoints) {
        if (checkpoint.verdict == Verdict::Complete && (!best || rank(checkpoint) > rank(*best)))
            best = checkpoint;
    }
    return best;
}

}  // namespace trainyard
