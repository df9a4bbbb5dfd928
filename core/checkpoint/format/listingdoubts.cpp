// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/listingdoubts.h"

#include "core/checkpoint/format/internal/checkpointname.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

// A checkpoint unchanged for an hour is not checked twice.
constexpr qint64 kStill = 3600;

// The folder that contains `name`, without its slash; empty at the top.
QString above(const QString &name) { return name.left(std::max<qsizetype>(name.lastIndexOf(u'/'), 0)); }

}  // namespace

void heedUnreadable(QList<Checkpoint> &checkpoints, const QStringList &folders)
{
    QMultiHash<QString, qsizetype> places;  // of checkpoints, by name
    for (qsizetype i = 0; i < checkpoints.size(); ++i)
        places.insert(checkpoints[i].name, i);
    QList<Checkpoint> unknown;
    for (const QString &folder : folders) {
        const QString reason =
            Words::tr("No permission to read the folder “%1”, so its state is unknown. Check its permissions.").arg(folder);
        QList<qsizetype> parts = places.values(QStringLiteral("."));
        for (QString name = folder; !name.isEmpty(); name = above(name))
            parts += places.values(name);
        for (const qsizetype part : std::as_const(parts)) {
            Checkpoint &checkpoint = checkpoints[part];
            checkpoint.isPartlyUnseen = true;
            if (checkpoint.verdict == Verdict::Complete || checkpoint.verdict == Verdict::Partial) {
                checkpoint.verdict = Verdict::Unknown;  // the missing files may be in there
                checkpoint.reason = reason;
            }
        }
        if (!parts.isEmpty() || !stepFromName(baseOf(folder)))
            continue;
        Checkpoint unseen;
        unseen.name = folder;
        unseen.step = stepFromName(baseOf(folder));
        unseen.reason = reason;
        unseen.isLookedInto = false;
        unseen.isPartlyUnseen = true;
        unknown << unseen;
    }
    if (unknown.isEmpty())
        return;
    checkpoints += unknown;
    std::stable_sort(checkpoints.begin(), checkpoints.end(),
                     [](const Checkpoint &a, const Checkpoint &b) { return a.step.value_or(-1) > b.step.value_or(-1); });
}

bool mayGrow(const QList<Checkpoint> &checkpoints, qint64 now)
{
    return std::any_of(checkpoints.begin(), checkpoints.end(), [now](const Checkpoint &checkpoint) {
        return (checkpoint.verdict == Verdict::Partial || checkpoint.verdict == Verdict::Corrupt) && checkpoint.modified > now - kStill;
    });
}

void heedGrowth(QList<Checkpoint> &checkpoints, const QList<CheckpointFile> &before, const QList<CheckpointFile> &after)
{
    QHash<QString, CheckpointFile> then;
    for (const CheckpointFile &file : before)
        then.insert(file.name, file);
    QSet<QString> changed;  // including the folders that contain them
    for (const CheckpointFile &file : after) {
        const auto found = then.constFind(file.name);
        if (found != then.constEnd() && found->sizeBytes == file.sizeBytes && found->modified == file.modified)
            continue;
        for (QString name = file.name; !name.isEmpty() && !changed.contains(name); name = above(name))
            changed.insert(name);
    }
    if (changed.isEmpty())
        return;
    for (Checkpoint &checkpoint : checkpoints) {
        const bool isChanged = changed.contains(checkpoint.name)
                               || std::any_of(checkpoint.files.begin(), checkpoint.files.end(),
                                              [&](const CheckpointFile &file) { return changed.contains(file.name); });
        if (!isChanged)
            continue;
        checkpoint.verdict = Verdict::BeingWritten;
        checkpoint.reason = Words::tr("It is being written right now.");
    }
}

}  // namespace trainyard
