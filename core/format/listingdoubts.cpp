#include "core/format/listingdoubts.h"

#include "core/format/checkpointname.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

// What has stood still for an hour is not looked at twice.
constexpr qint64 kStill = 3600;

bool hasPart(const Checkpoint &checkpoint, const QString &folder)
{
    return checkpoint.name == QLatin1String(".") || folder == checkpoint.name || folder.startsWith(checkpoint.name + u'/');
}

}  // namespace

void heedUnreadable(QList<Checkpoint> &checkpoints, const QStringList &folders)
{
    for (const QString &folder : folders) {
        const QString reason = Words::tr("The folder “%1” may not be read, so nobody can tell: check its permissions.").arg(folder);
        bool isPart = false;
        for (Checkpoint &checkpoint : checkpoints) {
            if (!hasPart(checkpoint, folder))
                continue;
            isPart = true;
            checkpoint.isPartlyUnseen = true;
            if (checkpoint.verdict == Verdict::Complete || checkpoint.verdict == Verdict::Partial) {
                checkpoint.verdict = Verdict::Unknown;     // what is missing may lie there
                checkpoint.reason = reason;
            }
        }
        if (isPart || !stepFromName(baseOf(folder)))
            continue;
        Checkpoint unseen;
        unseen.name = folder;
        unseen.step = stepFromName(baseOf(folder));
        unseen.reason = reason;
        unseen.isLookedInto = false;
        unseen.isPartlyUnseen = true;
        const auto place = std::find_if(checkpoints.begin(), checkpoints.end(), [&unseen](const Checkpoint &other) { return other.step.value_or(-1) < *unseen.step; });
        checkpoints.insert(place, unseen);
    }
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
    QStringList changed;
    for (const CheckpointFile &file : after) {
        const auto found = then.constFind(file.name);
        if (found == then.constEnd() || found->sizeBytes != file.sizeBytes || found->modified != file.modified)
            changed << file.name;
    }
    if (changed.isEmpty())
        return;
    for (Checkpoint &checkpoint : checkpoints) {
        const bool isChanged = std::any_of(changed.begin(), changed.end(), [&checkpoint](const QString &name) {
            return name.startsWith(checkpoint.name + u'/')
                || std::any_of(checkpoint.files.begin(), checkpoint.files.end(), [&name](const CheckpointFile &file) { return file.name == name; });
        });
        if (!isChanged)
            continue;
        checkpoint.verdict = Verdict::BeingWritten;
        checkpoint.reason = Words::tr("It is being written right now.");
    }
}

}  // namespace trainyard
