// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/machinekeys.h"
#include "core/model/internal/tasksections.h"
#include "core/model/internal/wholematch.h"
#include "core/model/taskschema.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

constexpr int kMaxAccelerators = 1024, kMaxKinds = 64;

// "H100", "H100:8", or "T4:0.5", which is a part of one.
std::optional<Accelerators> acceleratorsFrom(const QString &text, bool &isPart)
{
    Accelerators wanted;
    const qsizetype colon = text.lastIndexOf(u':');
    wanted.model = text.left(colon < 0 ? text.size() : colon).trimmed();
    if (colon >= 0) {
        const QString number = text.mid(colon + 1).trimmed();
        const double count = matchesWhole(number, "[0-9]{1,6}(\\.[0-9]{1,6})?") ? number.toDouble() : 0;
        const bool isBelowOne = count > 0 && count < 1;
        if (!isBelowOne && (count < 1 || count > kMaxAccelerators || count != std::floor(count)))
            return std::nullopt;
        isPart = isPart || isBelowOne;
        wanted.count = isBelowOne ? 1 : int(count);
    }
    if (!matchesWhole(wanted.model, "[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}"))
        return std::nullopt;
    return wanted;
}

}  // namespace

QList<Accelerators> acceleratorsOf(const YAML::Node &node, IssueList &issues)
{
    QStringList texts;
    bool isRight = node.IsScalar() || ((node.IsMap() || node.IsSequence()) && node.size() > 0 && node.size() <= kMaxKinds);
    if (node.IsScalar()) {
        texts << rawText(node);
    } else if (node.IsSequence()) {
        for (const YAML::Node &kind : node) {
            isRight = isRight && kind.IsScalar();
            texts << (kind.IsScalar() ? rawText(kind) : QString());
        }
    } else if (node.IsMap()) {
        for (const auto &kind : node) {
            // {H100: 8}, and {H100:8}, which YAML reads as one key without value.
            isRight = isRight && kind.first.IsScalar() && (kind.second.IsScalar() || kind.second.IsNull());
            if (isRight)
                texts << rawText(kind.first) + (kind.second.IsScalar() ? u':' + rawText(kind.second) : QString());
        }
    }
    QList<Accelerators> kinds;
    bool isPart = false;
    for (const QString &text : std::as_const(texts)) {
        const auto kind = acceleratorsFrom(text, isPart);
        isRight = isRight && kind;
        if (kind && !kinds.contains(*kind))
            kinds << *kind;
    }
    if (isRight && isPart)
        issues.warning(node.Mark(), Words::tr("A part of a GPU is a whole one here: nothing divides it between runs."));
    if (isRight)
        return kinds;
    issues.error(node.Mark(), Words::tr("'accelerators' is a model and a whole number, like H100:8 or {H100: 8}."));
    return {};
}

namespace {

void takeAccelerators(const QList<Accelerators> &kinds, Task &task)
{
    task.accelerators = kinds.isEmpty() || kinds.first().count == 0 ? std::nullopt : std::optional(kinds.first());
    task.otherAccelerators = task.accelerators ? kinds.mid(1) : QList<Accelerators>();
}

void refuseVolumes(const YAML::Node &key, IssueList &issues)
{
    issues.error(key.Mark(),
                 Words::tr("'volumes' in 'resources' are disks that a cloud creates: name those that the machine has in 'volumes' of the "
                           "task."));
}

// One of `any_of` and `ordered`. What describes machines has no effect in it, as in `resources` itself; what would change the container is
// refused, because every alternative runs in the same one.
struct Choice {
    QList<Accelerators> wanted;
    bool isPlaceNamed = false;
};

Choice readChoice(const QString &key, const YAML::Node &entry, const QList<Accelerators> &common, IssueList &issues)
{
    Choice choice{common};
    QList<KeyHandler> handlers{
        {QStringLiteral("accelerators"),
         [&](const auto &, const auto &value) {
             if (!value.IsNull())
                 choice.wanted = acceleratorsOf(value, issues);
         }},
        {QStringLiteral("image_id"),
         [&](const auto &keyNode, const auto &value) {
             const bool isContainer = value.IsMap() || (value.IsScalar() && !isMachineImage(rawText(value)));
             choice.isPlaceNamed = true;
             if (isContainer)
                 issues.error(keyNode.Mark(),
                              Words::tr("The alternatives share one container image: write 'image_id' next to '%1'.").arg(key));
         }},
        {QStringLiteral("volumes"), [&](const auto &keyNode, const auto &) { refuseVolumes(keyNode, issues); }},
    };
    for (const char *name : {"ports", "shm"}) {
        handlers << KeyHandler{
            QString::fromLatin1(name), [&, name](const auto &keyNode, const auto &) {
                issues.error(keyNode.Mark(),
                             Words::tr("The alternatives share it: write '%1' next to '%2'.").arg(QString::fromLatin1(name), key));
            }};
    }
    NeededMachine machine;  // its values are for renting
    handlers << machineKeys(machine, issues, [&choice](const auto &, const auto &, const auto &) { choice.isPlaceNamed = true; });
    for (const TaskSchemaKey *known : taskSchemaKeysIn(QStringLiteral("resources"))) {
        if (known->value == TaskValue::NoEffect)
            handlers << KeyHandler{known->name(), [&](const auto &, const auto &) { choice.isPlaceNamed = true; }};
    }
    readMap(entry, key, handlers, issues);
    return choice;
}

// What each entry requests replaces what is next to them.
void readChoices(const QString &key, const YAML::Node &keyNode, const YAML::Node &node, Task &task, IssueList &issues)
{
    if (node.IsNull())
        return;
    QList<Accelerators> common, all;
    if (task.accelerators)
        common << *task.accelerators << task.otherAccelerators;
    bool isAnyWithout = false, isPlaceNamed = false;
    const bool isList = node.IsSequence() && std::all_of(node.begin(), node.end(), [](const auto &entry) { return entry.IsMap(); });
    if (!isList) {
        issues.error(node.Mark(), Words::tr("'%1' must be a list of resources.").arg(key));
        return;
    }
    for (const YAML::Node &entry : node) {
        const Choice choice = readChoice(key, entry, common, issues);
        isPlaceNamed = isPlaceNamed || choice.isPlaceNamed;
        isAnyWithout = isAnyWithout || choice.wanted.isEmpty();
        for (const Accelerators &kind : choice.wanted) {
            if (!all.contains(kind))
                all << kind;
        }
        if (all.size() > kMaxKinds) {
            issues.error(node.Mark(),
                         Words::tr("'%1' has more than %2 kinds of accelerators: keep those that you have.").arg(key).arg(kMaxKinds));
            return;
        }
    }
    if (isAnyWithout && !all.isEmpty())
        all << Accelerators{QString(), 0};
    if (!all.isEmpty())
        takeAccelerators(all, task);
    if (isPlaceNamed)
        issues.warning(
            keyNode.Mark(),
            Words::tr("In '%1', only 'accelerators' counts on a machine that is there: the other keys choose one to rent.").arg(key));
}

void noteMachineImage(const YAML::Node &node, IssueList &issues)
{
    issues.warning(node.Mark(),
                   Words::tr("A machine image has no effect, because the machine is there already: what the task needs of it must "
                             "be installed there. For a container, write docker:IMAGE."));
}

void readImage(const YAML::Node &node, Task &task, IssueList &issues)
{
    if (node.IsNull())
        return;
    if (node.IsMap()) {
        const bool isOfMachines = std::all_of(node.begin(), node.end(), [](const auto &region) {
            return region.second.IsScalar() && isMachineImage(rawText(region.second));
        });
        if (isOfMachines)
            noteMachineImage(node, issues);
        else
            issues.error(node.Mark(), Words::tr("An image per region is not possible: write one, like docker:ubuntu:24.04."));
        return;
    }
    const auto text = scalarText(node, QStringLiteral("image_id"), issues);
    if (!text)
        return;
    static const QString kPrefix = QStringLiteral("docker:");
    if (isMachineImage(*text)) {
        noteMachineImage(node, issues);
        return;
    }
    if (!text->startsWith(kPrefix)) {
        issues.error(node.Mark(), Words::tr("Only container images can be used: write docker:%1.").arg(shown(*text)));
        return;
    }
    const QString image = text->mid(kPrefix.size());
    if (!isImageName(image)) {
        issues.error(node.Mark(), Words::tr("'%1' is not a valid image name: it looks like docker:registry/name:tag.").arg(shown(*text)));
        return;
    }
    task.image = image;
}

}  // namespace

// A leading dash would be taken as an option by the engine.
bool isImageName(const QString &image) { return matchesWhole(image, "[A-Za-z0-9][A-Za-z0-9._/:@-]{0,511}"); }

void readResources(const YAML::Node &node, Task &task, IssueList &issues)
{
    // Read last: they replace `accelerators`, wherever that is.
    std::function<void()> choices;
    const auto choice = [&](const char *name) {
        const QString key = QString::fromLatin1(name);
        return KeyHandler{key, [&, key](const auto &keyNode, const auto &value) {
                              if (choices)
                                  issues.error(keyNode.Mark(),
                                               Words::tr("'any_of' and 'ordered' exclude each other: remove one of the two."));
                              choices = [&task, &issues, key, keyNode, value] { readChoices(key, keyNode, value, task, issues); };
                          }};
    };
    QList<KeyHandler> handlers{
        {QStringLiteral("accelerators"),
         [&](const auto &, const auto &value) {
             if (!value.IsNull())
                 takeAccelerators(acceleratorsOf(value, issues), task);
         }},
        choice("any_of"),
        choice("ordered"),
        {QStringLiteral("image_id"), [&](const auto &, const auto &value) { readImage(value, task, issues); }},
        {QStringLiteral("shm"), [&](const auto &, const auto &value) { readSharedMemory(value, task, issues); }},
        {QStringLiteral("ports"), [&](const auto &, const auto &value) { readPorts(value, task, issues); }},
        {QStringLiteral("candidates"),
         [&](const auto &key, const auto &) { issues.error(key.Mark(), Words::tr("SkyPilot's name for it is 'any_of': use that.")); }},
        {QStringLiteral("volumes"), [&](const auto &key, const auto &) { refuseVolumes(key, issues); }},
        {QStringLiteral("autostop"),
         [&](const auto &key, const auto &value) {
             if (!value.IsNull())
                 issues.warning(key.Mark(),
                                Words::tr("'autostop' has no effect: the machine stays, and costs. 'limits.idle' ends an idle run, "
                                          "and 'limits.shutdown' the machine after it."));
         }},
    };
    NeededMachine machine;  // its values are for renting
    handlers << machineKeys(machine, issues, [&issues](const QString &key, const YAML::Node &keyNode, const YAML::Node &) {
        issues.warning(keyNode.Mark(), Words::tr("'%1' chooses a machine to rent, and has no effect on one that is there.").arg(key));
    });
    for (const char *name : {"spot_recovery", "job_recovery"}) {
        const QString key = QString::fromLatin1(name);
        handlers << KeyHandler{key, [key, &issues](const auto &keyNode, const auto &) {
                                   issues.warning(keyNode.Mark(),
                                                  Words::tr("'%1' has no effect: a run whose machine is taken away does not come "
                                                            "back by itself. Resume it from its last checkpoint.")
                                                      .arg(key));
                               }};
    }
    handlers << withoutEffectIn(QStringLiteral("resources"), issues);
    readMap(node, QStringLiteral("resources"), handlers, issues);
    if (choices)
        choices();
}

}  // namespace trainyard
