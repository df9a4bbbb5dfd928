// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/tasksections.h"

#include "core/base/secretname.h"
#include "core/model/internal/taskstores.h"
#include "core/model/internal/wholematch.h"
#include "core/model/objectstoreconfig.h"
#include "core/model/taskschema.h"
#include "core/model/taskvariables.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

constexpr int kMaxGpus = 128;
constexpr int kMaxKeep = 100000, kMaxKeepEvery = 1'000'000'000;

bool hasControl(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.category() == QChar::Other_Control; });
}

bool isVariableName(const QString &name)
{
    const auto isPart = [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'_';
    };
    return !name.isEmpty() && !(name[0] >= u'0' && name[0] <= u'9') && std::all_of(name.begin(), name.end(), isPart);
}

bool isAbsoluteFolder(const QString &path)
{
    const bool leaves = path.split(u'/').contains(QLatin1String(".."));
    return path.startsWith(u'/') && !leaves && !hasControl(path) && !matchesWhole(path, "/+");
}

// Names that both `envs` and `secrets` accept; false after an error.
bool checkVariable(const QString &name, const YAML::Node &key, const Task &task, IssueList &issues)
{
    if (!isVariableName(name)) {
        issues.error(
            key.Mark(),
            Words::tr("'%1' is not a valid variable name: use letters, digits and '_', and do not start with a digit.").arg(shown(name)));
        return false;
    }
    if (task.envs.contains(name) || task.envsToTake.contains(name) || task.secrets.contains(name)) {
        issues.error(key.Mark(), Words::tr("'%1' appears in both 'envs' and 'secrets': remove one of the two.").arg(name));
        return false;
    }
    if (name.startsWith(QLatin1String("SKYPILOT_DOCKER_"))) {
        issues.error(key.Mark(),
                     Words::tr("'%1' has no effect here: log in to the registry on the machine once, with docker login or podman "
                               "login, and remove the variable.")
                         .arg(name));
        return false;
    }
    if (name.startsWith(QLatin1String("TRAINYARD_")) || name.startsWith(QLatin1String("SKYPILOT_"))) {
        issues.error(key.Mark(), Words::tr("'%1' is set by Trainyard itself: choose another name.").arg(name));
        return false;
    }
    return true;
}

// {keyring: NAME}
void readKeyringName(const QString &name, const YAML::Node &node, Task &task, IssueList &issues)
{
    std::optional<QString> inKeyring;
    const qsizetype before = issues.errors().size();
    readMap(
        node, name,
        {{QStringLiteral("keyring"),
          [&](const auto &, const auto &value) {
              inKeyring = scalarText(value, QStringLiteral("keyring"), issues);
              if (inKeyring && !isKeyringName(*inKeyring))
                  issues.error(
                      value.Mark(),
                      Words::tr("'%1' is not a name in the keyring: use 1 to 64 letters, digits and . _ - @ /.").arg(shown(*inKeyring)));
          }}},
        issues);
    if (!inKeyring && issues.errors().size() == before)
        issues.error(node.Mark(), Words::tr("'%1' needs 'keyring': the name of the secret there, as in {keyring: %1}.").arg(name));
    if (!inKeyring || issues.errors().size() != before)
        return;
    task.secrets.insert(name, std::nullopt);
    task.keyringSecrets.insert(name, *inKeyring);
}

// A key that is accepted but has no effect yet.
KeyHandler withoutEffect(const QString &key, IssueList &issues)
{
    return {key, [key, &issues](const YAML::Node &keyNode, const YAML::Node &) {
                issues.warning(keyNode.Mark(), Words::tr("'%1' has no effect so far.").arg(key));
            }};
}

}  // namespace

QList<KeyHandler> withoutEffectIn(const QString &section, IssueList &issues)
{
    QList<KeyHandler> handlers;
    for (const TaskSchemaKey *key : taskSchemaKeysIn(section)) {
        if (key->value == TaskValue::NoEffect)
            handlers << withoutEffect(key->name(), issues);
    }
    return handlers;
}

void readGpus(const YAML::Node &node, Task &task, IssueList &issues)
{
    const auto add = [&](const YAML::Node &one) {
        const QString text = one.IsScalar() ? rawText(one) : QString();
        if (!matchesWhole(text, "[0-9]{1,3}(:[0-9]{1,3})?|(GPU|MIG|SIM)-[A-Za-z0-9/-]{1,90}"))
            issues.error(one.Mark(),
                         Words::tr("'gpus' takes numbers or UUIDs as nvidia-smi -L shows them, like [0, 3]; a MIG device is \"0:1\"."));
        else if (task.gpus.contains(text))
            issues.error(one.Mark(), Words::tr("'%1' is already in 'gpus': remove one of the two.").arg(shown(text)));
        else
            task.gpus << text;
    };
    if (node.IsNull())
        return;
    if (!node.IsSequence()) {
        add(node);
        return;
    }
    for (const YAML::Node &one : node)
        add(one);
    if (task.gpus.size() > kMaxGpus)
        issues.error(node.Mark(), Words::tr("'gpus' takes at most %1 GPUs.").arg(kMaxGpus));
}

void readEnvs(const YAML::Node &node, Task &task, IssueList &issues)
{
    readEntries(node, QStringLiteral("envs"), issues, [&](const QString &name, const YAML::Node &key, const YAML::Node &value) {
        if (!checkVariable(name, key, task, issues))
            return;
        if (value.IsNull())
            task.envsToTake << name;
        else if (const auto text = scalarText(value, name, issues)) {
            task.envs.insert(name, *text);
        }
    });
}

void readSecrets(const YAML::Node &node, Task &task, IssueList &issues)
{
    readEntries(node, QStringLiteral("secrets"), issues, [&](const QString &name, const YAML::Node &key, const YAML::Node &value) {
        if (!checkVariable(name, key, task, issues))
            return;
        if (value.IsNull()) {
            task.secrets.insert(name, std::nullopt);
        } else if (value.IsMap()) {
            readKeyringName(name, value, task, issues);
        } else if (const auto text = scalarText(value, name, issues)) {
            issues.warning(key.Mark(), Words::tr("The secret '%1' is readable in this file: leave its value out and set the "
                                                 "variable where you launch.")
                                           .arg(name));
            task.secrets.insert(name, *text);
        }
    });
}

void readFileMounts(const YAML::Node &node, Task &task, IssueList &issues)
{
    readEntries(node, QStringLiteral("file_mounts"), issues, [&](const QString &target, const YAML::Node &key, const YAML::Node &value) {
        if (target.isEmpty() || hasControl(target)) {
            issues.error(key.Mark(), Words::tr("'%1' is not a path on the machine.").arg(shown(target)));
            return;
        }
        const bool isBelowHome = target.startsWith(QLatin1String("~/")) || (!target.startsWith(u'/') && !target.startsWith(u'~'));
        if (!target.startsWith(u'/')
            && (!isBelowHome || target.split(u'/').contains(QLatin1String("..")) || homeTarget(target).isEmpty())) {
            issues.error(key.Mark(), Words::tr("'%1' is no place below the home: write ~/NAME, or a path from /.").arg(shown(target)));
            return;
        }
        const auto source = value.IsMap() ? storeSource(target, key, value, task, issues) : scalarText(value, target, issues);
        if (!source || isOtherStore(*source, value, issues))
            return;
        if (isStoreAddress(*source)) {
            if (const auto address = parseStoreAddress(*source); !address && variablesIn(*source).isEmpty()) {
                issues.error(value.Mark(), address.error().what);
                return;
            }
        } else if (matchesWhole(*source, "[A-Za-z][A-Za-z0-9+.-]*://.*")) {
            issues.error(value.Mark(), Words::tr("'%1' is not on this computer: name a local file or folder, or fetch it in "
                                                 "'setup'.")
                                           .arg(shown(*source)));
            return;
        }
        if (source->isEmpty() || hasControl(*source)) {
            issues.error(value.Mark(), Words::tr("'%1' is not a local file or folder.").arg(shown(*source)));
            return;
        }
        task.fileMounts.insert(target, *source);
    });
}

// A number, or several rules.
void readKeep(const YAML::Node &node, CheckpointPlan &plan, IssueList &issues)
{
    if (!node.IsMap()) {
        plan.keep = scalarInt(node, QStringLiteral("keep"), 0, kMaxKeep, issues).value_or(0);
        return;
    }
    bool isDirectionGiven = false;
    readMap(node, QStringLiteral("keep"),
            {
                {QStringLiteral("last"),
                 [&](const auto &, const auto &value) {
                     plan.keep = scalarInt(value, QStringLiteral("last"), 0, kMaxKeep, issues).value_or(0);
                 }},
                {QStringLiteral("best"),
                 [&](const auto &, const auto &value) {
                     plan.keepBest = scalarInt(value, QStringLiteral("best"), 0, kMaxKeep, issues).value_or(0);
                 }},
                {QStringLiteral("every"),
                 [&](const auto &, const auto &value) {
                     plan.keepEvery = scalarInt(value, QStringLiteral("every"), 0, kMaxKeepEvery, issues).value_or(0);
                 }},
                {QStringLiteral("by"),
                 [&](const auto &, const auto &value) {
                     const auto text = scalarText(value, QStringLiteral("by"), issues);
                     if (text && (text->isEmpty() || text->size() > 64 || hasControl(*text)))
                         issues.error(value.Mark(), Words::tr("'by' must be the name of a stored value, like eval_accuracy."));
                     plan.keepBy = text.value_or(QString());
                 }},
                {QStringLiteral("better"),
                 [&](const auto &, const auto &value) {
                     const QString text = value.IsScalar() ? rawText(value) : QString();
                     if (text != QLatin1String("lower") && text != QLatin1String("higher"))
                         issues.error(value.Mark(), Words::tr("'better' must be lower or higher."));
                     plan.isHigherBetter = text == QLatin1String("higher");
                     isDirectionGiven = true;
                 }},
            },
            issues);
    if (!plan.keepBy.isEmpty() && !isDirectionGiven)
        issues.error(node.Mark(), Words::tr("'keep' needs 'better' with 'by': lower or higher."));
    if (plan.keepBest == 0 && (!plan.keepBy.isEmpty() || isDirectionGiven))
        issues.warning(node.Mark(), Words::tr("'by' and 'better' have no effect without 'best'."));
}

void readCheckpoints(const YAML::Node &key, const YAML::Node &node, Task &task, IssueList &issues)
{
    if (node.IsNull())
        return;
    CheckpointPlan plan;
    bool isDirRefused = false;
    readMap(node, QStringLiteral("checkpoints"),
            QList<KeyHandler>{
                {QStringLiteral("dir"),
                 [&](const auto &, const auto &value) {
                     const auto text = scalarText(value, QStringLiteral("dir"), issues);
                     isDirRefused = !text;
                     if (!text)
                         return;
                     if (!isAbsoluteFolder(*text)) {
                         issues.error(value.Mark(),
                                      Words::tr("'dir' must be an absolute path of a folder without '..', like /checkpoints."));
                         isDirRefused = true;
                     }
                     plan.dir = *text;
                 }},
                {QStringLiteral("pattern"),
                 [&](const auto &, const auto &value) {
                     const auto text = scalarText(value, QStringLiteral("pattern"), issues);
                     if (text && (text->contains(u'/') || hasControl(*text)))
                         issues.error(value.Mark(), Words::tr("'pattern' is for names, like step-*.pt: leave folders out."));
                     plan.pattern = text.value_or(QString());
                 }},
                {QStringLiteral("resume"),
                 [&](const auto &, const auto &value) {
                     const auto text = scalarText(value, QStringLiteral("resume"), issues);
                     if (text && hasControl(*text))
                         issues.error(value.Mark(), Words::tr("'resume' must be one line, like --resume {path}."));
                     plan.resume = text.value_or(QString());
                 }},
                {QStringLiteral("keep"), [&](const auto &, const auto &value) { readKeep(value, plan, issues); }},
                {QStringLiteral("manifests"),
                 [&](const auto &, const auto &value) {
                     const QString text = value.IsScalar() ? rawText(value) : QString();
                     if (text != QLatin1String("auto") && text != QLatin1String("off") && text != QLatin1String("all"))
                         issues.error(value.Mark(), Words::tr("'manifests' must be auto, off or all."));
                     plan.manifests = text == QLatin1String("off")   ? ManifestPolicy::Off
                                      : text == QLatin1String("all") ? ManifestPolicy::All
                                                                     : ManifestPolicy::Auto;
                 }},
                {QStringLiteral("signal"),
                 [&](const auto &, const auto &value) {
                     const auto text = scalarText(value, QStringLiteral("signal"), issues);
                     if (text && !matchesWhole(*text, "HUP|USR1|USR2"))
                         issues.error(value.Mark(),
                                      Words::tr("'signal' must be HUP, USR1 or USR2: the one that makes the run save and go on."));
                     else
                         plan.signal = text.value_or(QString());
                 }},
            } + withoutEffectIn(QStringLiteral("checkpoints"), issues),
            issues);
    if (plan.dir.isEmpty() && !isDirRefused && node.IsMap())
        issues.error(key.Mark(), Words::tr("'checkpoints' needs 'dir': the folder where the run saves them."));
    task.checkpoints = plan;
}

void readTensorBoard(const YAML::Node &node, Task &task, IssueList &issues)
{
    const auto add = [&](const YAML::Node &folder) {
        const auto text = scalarText(folder, QStringLiteral("tensorboard"), issues);
        if (!text)
            return;
        QString path = *text;
        while (path.size() > 1 && path.endsWith(u'/'))
            path.chop(1);
        if (!isAbsoluteFolder(path))
            issues.error(folder.Mark(), Words::tr("'tensorboard' takes absolute paths of folders without '..', like /logs: what is below "
                                                  "'workdir' and 'checkpoints' is found without it."));
        else if (task.tensorboard.contains(path))
            issues.error(folder.Mark(), Words::tr("'%1' is already in 'tensorboard': remove one of the two.").arg(shown(path)));
        else
            task.tensorboard << path;
    };
    if (node.IsNull())
        return;
    if (!node.IsSequence()) {
        add(node);
        return;
    }
    for (const YAML::Node &folder : node)
        add(folder);
    if (task.tensorboard.size() > kMaxEventFolders)
        issues.error(node.Mark(), Words::tr("'tensorboard' takes at most %1 folders: name one above them.").arg(kMaxEventFolders));
}

}  // namespace trainyard
