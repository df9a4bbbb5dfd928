// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/clustersection.h"

#include "core/model/cluster.h"
#include "core/model/containeroptions.h"
#include "ui/common/fieldrow.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/fieldvalues.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"
#include "ui/theme/theme.h"

#include <QLineEdit>
#include <QRegularExpression>

namespace trainyard {
namespace {

// Within an option, no blank is followed by a dash.
QStringList optionsIn(const QString &text)
{
    static const QRegularExpression kBetween(QStringLiteral("\\s+(?=-)"));
    return text.split(kBetween, Qt::SkipEmptyParts);
}

QString optionIn(const QString &text) { return QStringLiteral("--") + QString(text).remove(QRegularExpression(QStringLiteral("^-+"))); }

}  // namespace

ClusterSection::ClusterSection(QWidget *parent)
    : FormSection(QStringLiteral("taskClusterSection"), tr("Cluster"), 3, clusterSummary, parent)
{
    const auto addName = [this](const char *objectName, const QString &label, QString SlurmOptions::*key) {
        return fields()->addLine({objectName, label, [key](const Task &task) { return task.slurm.*key; },
                                  [key](Task &task, const QString &text) { task.slurm.*key = text; }});
    };
    FieldRow *const partition = addName("taskPartition", tr("Partition"), &SlurmOptions::partition);
    partition->setHelp(tr("With several, the one that starts first is used."));
    FieldRow *const account = addName("taskAccount", tr("Account"), &SlurmOptions::account);
    account->setHelp(tr("What the job is charged to."));
    FieldRow *const qos = addName("taskQos", tr("Quality of service"), &SlurmOptions::qos);
    FieldRow *const cpus = fields()->addLine(
        {"taskCpus", tr("Processors"), [](const Task &task) { return task.slurm.cpus == 0 ? QString() : QString::number(task.slurm.cpus); },
         [](Task &task, const QString &text) { task.slurm.cpus = countOf(text); }, numberIn});
    FieldRow *const memory = fields()->addLine(
        {"taskJobMemory", tr("Memory"),
         [](const Task &task) { return task.slurm.memory == 0 ? QString() : memorySizeText(task.slurm.memory); },
         [](Task &task, const QString &text) { task.slurm.memory = text.isEmpty() ? 0 : parseMemorySize(text).value_or(-1); },
         [](const QString &text) { return text + QStringLiteral("GB"); }});
    memory->setHelp(tr("Empty fields take what the cluster gives."));
    FieldRow *const options = fields()->addLine({"taskSlurmOptions", tr("More options of sbatch"),
                                                 [](const Task &task) { return task.slurm.options.join(u' '); },
                                                 [](Task &task, const QString &text) { task.slurm.options = optionsIn(text); }, optionIn});
    for (const auto &[row, example] : {std::pair(partition, "gpu"),
                                       {account, "physics"},
                                       {qos, "normal"},
                                       {cpus, "8"},
                                       {memory, "64GB"},
                                       {options, "--constraint=a100"}}) {
        auto *const edit = qobject_cast<QLineEdit *>(row->control());
        edit->setPlaceholderText(QLatin1String(example));
        edit->setFont(textFont(TextRole::Code));
        row == options ? grid()->addWide(row) : grid()->addWidget(row);
    }
}

void ClusterSection::refresh(const Task &task)
{
    FormSection::refresh(task);
    setVisible(isForCluster(task) || task.slurm != SlurmOptions());
}

}  // namespace trainyard

#include "moc_clustersection.cpp"
