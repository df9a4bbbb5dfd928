// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/taskreferences.h"

#include "core/base/secretname.h"
#include "core/model/taskvariables.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

void checkText(const YAML::Node &node, const Task &task, IssueList &issues)
{
    if (!node.IsScalar())
        return;
    const QStringList names = variablesIn(rawText(node));
    for (const QString &name : names) {
        const bool isSecret = task.secrets.contains(name) || (task.envsToTake.contains(name) && isSecretName(name));
        if (name.startsWith(u'$'))
            issues.error(node.Mark(),
                         Words::tr("Only $NAME and ${NAME} are filled in here, not '%1': use a variable from 'envs'. '$$' is a "
                                   "dollar sign.")
                             .arg(shown(name)));
        else if (isSecret)
            issues.error(node.Mark(),
                         Words::tr("'%1' is a secret, which cannot be part of a name or path: use a variable from 'envs' whose "
                                   "name does not suggest a secret.")
                             .arg(shown(name)));
        else if (!task.envs.contains(name) && !task.envsToTake.contains(name))
            issues.error(node.Mark(), name == QLatin1String("HOME")
                                          ? Words::tr("'HOME' is not in 'envs': write ~ for the home, or add it there.")
                                          : Words::tr("'%1' is not in 'envs': add it there. '$$' is a dollar sign.").arg(shown(name)));
    }
}

// A path, or a map that describes where its content comes from.
void checkValue(const YAML::Node &node, const Task &task, IssueList &issues)
{
    checkText(node, task, issues);
    if (!node.IsMap())
        return;
    for (const auto &entry : node)
        checkText(entry.second, task, issues);
}

}  // namespace

void checkReferences(const YAML::Node &root, const Task &task, IssueList &issues)
{
    IssueList told({});  // what is wrong with the maps themselves is known by now
    readEntries(root, {}, told, [&](const QString &key, const YAML::Node &, const YAML::Node &value) {
        if (key == QLatin1String("name") || key == QLatin1String("workdir"))
            checkValue(value, task, issues);
        if (key != QLatin1String("file_mounts"))
            return;
        readEntries(value, {}, told, [&](const QString &, const YAML::Node &target, const YAML::Node &source) {
            checkText(target, task, issues);
            checkValue(source, task, issues);
        });
    });
}

}  // namespace trainyard
