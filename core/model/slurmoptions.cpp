// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/slurmoptions.h"

#include "core/model/cluster.h"
#include "core/model/containeroptions.h"
#include "core/model/internal/tasksections.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

// Of these, the job script has its own, or the job could not be followed.
const QStringList &ownOptions()
{
    static const QStringList kOwn =
        QStringLiteral("--array --chdir --cluster --clusters --comment --error --export --export-file --get-user-env --gid --help --input "
                       "--job-name --nodes --no-requeue --open-mode --output --parsable --requeue --signal --test-only --uid --usage "
                       "--version --wait --wrap")
            .split(u' ');
    return kOwn;
}

QString nameProblem(const QString &key)
{
    return Words::tr("'%1' is a name that the cluster knows, without blanks and quotation marks.").arg(key);
}

void readName(const YAML::Node &node, const QString &key, QString &name, IssueList &issues)
{
    if (node.IsNull())
        return;
    name = scalarText(node, key, issues).value_or(QString());
    if (!name.isEmpty() && !isSlurmName(name))
        issues.error(node.Mark(), nameProblem(key));
}

void readOptions(const YAML::Node &node, SlurmOptions &slurm, IssueList &issues)
{
    if (node.IsNull())
        return;
    if (!node.IsSequence()) {
        issues.error(node.Mark(), Words::tr("'options' is a list of options of sbatch, like [--constraint=a100]."));
        return;
    }
    for (const YAML::Node &one : node) {
        const auto option = scalarText(one, QStringLiteral("options"), issues);
        if (const auto checked = option ? checkSlurmOption(*option) : Result<void>(); !checked)
            issues.error(one.Mark(), checked.error().what);
        else if (option)
            slurm.options << *option;
    }
}

}  // namespace

bool isSlurmName(const QString &text)
{
    static const QRegularExpression kName(QStringLiteral("\\A[A-Za-z0-9_][A-Za-z0-9_.,@+:-]{0,199}\\z"));
    return kName.match(text).hasMatch();
}

QString slurmOptionName(const QString &option)
{
    static const QRegularExpression kEnd(QStringLiteral("[= ]"));
    return option.left(option.indexOf(kEnd) < 0 ? option.size() : option.indexOf(kEnd));
}

Result<void> checkSlurmOption(const QString &option)
{
    // sbatch reads the line as words: a second option, or a comment, would follow a blank.
    static const QRegularExpression kOne(QStringLiteral("\\A--[a-z][a-z-]*(?:[= ][^\\s#-][^#\\p{Cc}]*)?\\z")),
        kSecond(QStringLiteral("\\s-"));
    if (option.size() > 500 || !kOne.match(option).hasMatch() || kSecond.match(option).hasMatch())
        return invalidInput(Words::tr("'%1' is not one long option of sbatch, like --constraint=a100.").arg(option.left(60).simplified()));
    const QString name = slurmOptionName(option);
    if (ownOptions().contains(name))
        return invalidInput(Words::tr("The option %1 is set by Trainyard, or would keep it from following the job: remove it.").arg(name));
    return {};
}

Result<void> checkSlurmOptions(const SlurmOptions &options)
{
    for (const auto &[key, name] : {std::pair("partition", options.partition), {"account", options.account}, {"qos", options.qos}}) {
        if (!name.isEmpty() && !isSlurmName(name))
            return invalidInput(nameProblem(QString::fromLatin1(key)));
    }
    for (const QString &option : options.options)
        TRY_DO(checkSlurmOption(option));
    return {};
}

void readSlurm(const YAML::Node &node, Task &task, IssueList &issues)
{
    SlurmOptions &slurm = task.slurm;
    const auto name = [&issues](const char *key, QString &text) {
        return KeyHandler{QLatin1String(key),
                          [&issues, &text, key](const auto &, const auto &value) { readName(value, QLatin1String(key), text, issues); }};
    };
    readMap(node, QStringLiteral("slurm"),
            {name("partition", slurm.partition),
             name("account", slurm.account),
             name("qos", slurm.qos),
             {QStringLiteral("cpus"),
              [&](const auto &, const auto &value) {
                  if (!value.IsNull())
                      slurm.cpus = scalarInt(value, QStringLiteral("cpus"), 1, kMostSlurmCpus, issues).value_or(0);
              }},
             {QStringLiteral("memory"),
              [&](const auto &, const auto &value) {
                  const auto text = value.IsNull() ? std::nullopt : scalarText(value, QStringLiteral("memory"), issues);
                  if (const auto size = text ? parseMemorySize(*text) : std::nullopt)
                      slurm.memory = *size;
                  else if (text)
                      issues.error(value.Mark(), Words::tr("'memory' is a size from 1MB to 64TB with its unit, like 64GB."));
              }},
             {QStringLiteral("options"), [&](const auto &, const auto &value) { readOptions(value, slurm, issues); }}},
            issues);
}

bool isForCluster(const Task &task)
{
    return task.engine == EngineKind::Slurm || (task.engine == EngineKind::Auto && task.slurm != SlurmOptions());
}

}  // namespace trainyard
