// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/trainerlayout.h"

#include "core/checkpoint/format/internal/checkpointname.h"
#include "core/checkpoint/format/internal/trainerrules.h"

#include <QHash>
#include <QMap>

#include <algorithm>

namespace trainyard {

namespace {

struct Folder {
    QSet<QString> names, kids;     // files and folders in it
    bool hasTrainerSteps = false;  // a folder in it is a whole step of Hugging Face's Trainer
    Trainer trainer = Trainer::None;
    QString owner;  // the step's folder that this one belongs to
    bool isOwned = false;
};
using Folders = QMap<QString, Folder>;  // by "" or "a/b/"; a parent comes before its children

bool any(const QSet<QString> &names, const char *pattern)
{
    const QRegularExpression expression = wholeName(pattern);
    return std::any_of(names.begin(), names.end(), [&](const QString &name) { return expression.match(name).hasMatch(); });
}

QString nameOf(const QString &folder) { return baseOf(folder.chopped(folder.isEmpty() ? 0 : 1)); }
QString parentOf(const QString &folder) { return folder.isEmpty() ? QString() : folderOf(folder.chopped(1)); }

bool isTemporaryName(const QString &name)
{
    return name.contains(QLatin1String(".orbax-checkpoint-tmp")) || name.startsWith(QLatin1String("tmp-"))
           || name.endsWith(QLatin1String(".tmp")) || name.endsWith(QLatin1String("-tmp"));
}

// The name of one step: such a folder never belongs to the one around it.
bool isStepName(const QString &name)
{
    static const QRegularExpression pattern = wholeName(
        "(tmp-)?(checkpoint|step|iter|global_step|epoch)[-_]?[0-9]+(-tmp|\\.tmp)?|[0-9]+(\\.orbax-checkpoint-tmp.*)?");
    return pattern.match(name).hasMatch();
}

bool isTrainerFolderName(const QString &name)
{
    static const QRegularExpression pattern = wholeName("(tmp-)?checkpoint-[0-9]+");
    return pattern.match(name).hasMatch();
}

Folders foldersOf(const QList<CheckpointFile> &files)
{
    Folders folders;
    for (const CheckpointFile &file : files) {
        QString folder = folderOf(file.name);
        bool isNew = !folders.contains(folder);
        folders[folder].names.insert(baseOf(file.name));
        const QString own = folder;
        while (isNew && !folder.isEmpty()) {
            const QString parent = parentOf(folder);
            isNew = !folders.contains(parent);
            folders[parent].kids.insert(nameOf(folder));
            folder = parent;
        }
        if (isTrainerFolderName(nameOf(own)) && baseOf(file.name) == QLatin1String("trainer_state.json"))
            folders[parentOf(own)].hasTrainerSteps = true;
    }
    return folders;
}

bool hasTrainerFiles(const Folder &folder)
{
    return any(folder.names, "trainer_state\\.json|training_args\\.bin|optimizer\\.pt|scheduler\\.pt|rng_state(_[0-9]+)?\\.pth");
}

bool hasModelFile(const Folder &folder)
{
    return any(folder.names, "(model|pytorch_model|adapter_model|diffusion_pytorch_model)[^/]*\\.(safetensors|bin)");
}

Trainer classified(const QString &path, const Folder &folder, const Folders &folders)
{
    const QString name = nameOf(path);
    const auto hasPieces = [](const Folder &f) {
        return f.names.contains(QStringLiteral(".metadata")) || any(f.names, ".*\\.distcp|\\.metadata\\.tmp");
    };
    static const QRegularExpression kNumber = wholeName("[0-9]+"), kIteration = wholeName("iter_[0-9]{7}|release");
    const auto isOrbax = [](const Folder &f) {
        return f.names.contains(QStringLiteral("_CHECKPOINT_METADATA")) || f.names.contains(QStringLiteral("_METADATA"))
               || f.names.contains(QStringLiteral("manifest.ocdbt"));
    };
    if (name.contains(QLatin1String(".orbax-checkpoint-tmp")) || isOrbax(folder))
        return Trainer::Orbax;
    if (kNumber.match(name).hasMatch()) {
        for (const QString &kid : folder.kids) {
            if (isOrbax(folders.value(path + kid + u'/')))
                return Trainer::Orbax;
        }
    }
    if (folder.names.contains(QStringLiteral("trainer_state.json")))
        return Trainer::HuggingFace;
    if (isTrainerFolderName(name)) {
        // The neighbours of a step that was interrupted early show which trainer it belongs to.
        if (hasTrainerFiles(folder) || folders.value(parentOf(path)).hasTrainerSteps)
            return Trainer::HuggingFace;
    }
    // A step that is examined alone has no name; the pieces alone then fit any trainer.
    const bool hasRanks = any(folder.kids, "mp_rank_[0-9]{2}(_[0-9]{3})?(_[0-9]{3})?"),
               hasCommon = folder.names.contains(QStringLiteral("common.pt"));
    if (path.isEmpty() ? hasRanks || (hasCommon && hasPieces(folder))
                       : kIteration.match(name).hasMatch() && (hasRanks || hasCommon || hasPieces(folder)))
        return Trainer::Megatron;
    if (std::any_of(folder.names.begin(), folder.names.end(), isDeepSpeedState))
        return Trainer::DeepSpeed;
    if (folder.names.contains(QStringLiteral("meta.pt")) && hasPieces(folder))
        return Trainer::Lightning;
    if (any(folder.names, "random_states_[0-9]+\\.pkl")
        || (any(folder.names, "(optimizer|scheduler)(_[0-9]+)?\\.bin") && hasModelFile(folder)))
        return Trainer::Accelerate;
    return hasPieces(folder) ? Trainer::Distributed : Trainer::None;
}

bool standsAlone(const QString &path, const Folder &folder, const Folder &owner, const QString &ownerPath)
{
    const QString name = nameOf(path);
    if (folder.trainer == Trainer::Orbax && owner.trainer == Trainer::Orbax)
        return false;
    // A Trainer or Accelerate folder contains DeepSpeed's step.
    if (folder.trainer == Trainer::DeepSpeed && (owner.trainer == Trainer::HuggingFace || owner.trainer == Trainer::Accelerate))
        return false;
    if (isStepName(name))
        return true;
    static const QRegularExpression kPart = wholeName(
        "(pytorch_model|optimizer|model|optim)(_fsdp)?(_[0-9]+)?|mp_rank_.*|default|state|params|ema");
    return ownerPath.isEmpty() && !kPart.match(name).hasMatch();
}

// Files that show where the model is come first, then those written next to it.
int rankOf(const QString &name)
{
    const QString base = baseOf(name);
    if (isBesideModel(name) || base == QLatin1String("latest"))
        return 2;
    return hasKnownExtension(name) || base == QLatin1String(".metadata") ? 0 : 1;
}

}  // namespace

QString trainerName(Trainer trainer)
{
    switch (trainer) {
    case Trainer::HuggingFace: return QStringLiteral("Hugging Face Trainer");
    case Trainer::Accelerate: return QStringLiteral("Accelerate");
    case Trainer::Lightning: return QStringLiteral("Lightning");
    case Trainer::DeepSpeed: return QStringLiteral("DeepSpeed");
    case Trainer::Megatron: return QStringLiteral("Megatron-LM");
    case Trainer::Distributed: return QStringLiteral("PyTorch distributed");
    case Trainer::Orbax: return QStringLiteral("Orbax");
    case Trainer::TensorFlow: return QStringLiteral("TensorFlow");
    case Trainer::None: break;
    }
    return {};
}

QList<StepFolder> stepFolders(const QList<CheckpointFile> &files, QSet<QString> *claimed)
{
    Folders folders = foldersOf(files);
    for (auto folder = folders.begin(); folder != folders.end(); ++folder)
        folder->trainer = classified(folder.key(), *folder, folders);
    for (auto folder = folders.begin(); folder != folders.end(); ++folder) {
        const Folder parent = folder.key().isEmpty() ? Folder() : folders.value(parentOf(folder.key()));
        // Files below the top's own checkpoint belong to it only if they are known to be a part of it.
        const bool isBelowTop = parent.isOwned && parent.owner.isEmpty();
        if (folder->trainer != Trainer::None
            && (!parent.isOwned || standsAlone(folder.key(), *folder, folders.value(parent.owner), parent.owner))) {
            folder->isOwned = true;
            folder->owner = folder.key();
        } else if (parent.isOwned
                   && (!isBelowTop || folder->trainer != Trainer::None || folders.value(QString()).trainer == Trainer::Orbax
                       || (folders.value(QString()).trainer == Trainer::Megatron))) {
            folder->isOwned = true;
            folder->owner = parent.owner;
        }
    }

    QMap<QString, StepFolder> steps;
    QMap<QString, QStringList> names;
    for (const CheckpointFile &file : files) {
        const Folder &folder = *folders.constFind(folderOf(file.name));
        if (!folder.isOwned)
            continue;
        steps[folder.owner].files << file;
        names[folder.owner] << file.name.mid(folder.owner.size());
        claimed->insert(file.name);
    }
    QList<StepFolder> found;
    for (auto step = steps.begin(); step != steps.end(); ++step) {
        const QString path = step.key();
        step->path = path.isEmpty() ? QStringLiteral(".") : path.chopped(1);
        step->trainer = folders.value(path).trainer;
        step->step = stepFromName(step->path);
        step->isTemporary = isTemporaryName(nameOf(path));
        std::stable_sort(step->files.begin(), step->files.end(), [](const CheckpointFile &a, const CheckpointFile &b) {
            const int rankA = rankOf(a.name), rankB = rankOf(b.name);
            return rankA != rankB ? rankA < rankB : a.name < b.name;
        });
        applyTrainerRules(*step, names.value(path));
        found << *step;
    }
    return found;
}

}  // namespace trainyard
