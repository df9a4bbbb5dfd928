// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/fieldhelp.h"

#include "core/model/taskschema.h"
#include "ui/common/fieldrow.h"
#include "ui/common/plaintip.h"

#include <QWidget>

namespace trainyard {

namespace {

struct FieldKey {
    const char *objectName, *path;
};

constexpr FieldKey kFieldKeys[] = {
    {"taskName", "name"},
    {"taskProject", "project"},
    {"taskGpuModel", "resources.accelerators"},
    {"taskGpuCount", "resources.accelerators"},
    {"taskImage", "resources.image_id"},
    {"taskEngine", "engine"},
    {"taskWorkdir", "workdir"},
    {"taskSetup", "setup"},
    {"taskCommand", "run"},
    {"taskCheckpointDir", "checkpoints.dir"},
    {"taskResume", "checkpoints.resume"},
    {"taskPattern", "checkpoints.pattern"},
    {"taskKeepLast", "checkpoints.keep.last"},
    {"taskKeepBest", "checkpoints.keep.best"},
    {"taskKeepEvery", "checkpoints.keep.every"},
    {"taskKeepBy", "checkpoints.keep.by"},
    {"taskKeepBetter", "checkpoints.keep.better"},
    {"taskSignal", "checkpoints.signal"},
    {"taskManifests", "checkpoints.manifests"},
    {"taskHours", "limits.hours"},
    {"taskBudgetAmount", "limits.budget"},
    {"taskPriceAmount", "limits.price"},
    {"taskIdle", "limits.idle"},
    {"taskIdleBelow", "limits.idle.below"},
    {"taskLease", "limits.lease"},
    {"taskSave", "limits.save"},
    {"taskGrace", "limits.grace"},
    {"taskSpot", "limits.spot"},
    {"taskShutdown", "limits.shutdown"},
    {"taskPartition", "slurm.partition"},
    {"taskAccount", "slurm.account"},
    {"taskQos", "slurm.qos"},
    {"taskCpus", "slurm.cpus"},
    {"taskJobMemory", "slurm.memory"},
    {"taskSlurmOptions", "slurm.options"},
};

}  // namespace

void explainFields(const QWidget *form)
{
    for (const FieldKey &field : kFieldKeys) {
        auto *const control = form->findChild<QWidget *>(QLatin1String(field.objectName));
        const TaskSchemaKey *const key = taskSchemaKey(QLatin1String(field.path));
        if (!control || !key)
            continue;
        // A control keeps its own tooltip for why it is disabled.
        QWidget *row = control;
        while (row && row != form && !qobject_cast<FieldRow *>(row))
            row = row->parentWidget();
        (row && row != form ? row : control)->setToolTip(plainTip(key->helpText()));
    }
}

}  // namespace trainyard
