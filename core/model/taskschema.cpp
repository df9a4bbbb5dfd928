// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskschema.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::TaskSchema)
};

QList<TaskSchemaKey> schemaRows()
{
    using Value = TaskValue;
    // One line for each key: path, value, words, standard, example, help.
    // clang-format off
    return {
        {"name", Value::Text, "", "run", "gpt-small", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The name of the run in lists.")},
        {"project", Value::Text, "", "", "vision", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The project under which the cost of the run is counted.")},
        {"resources", Value::Section, "", "", "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The GPUs that the run needs, and the container image that it runs in.")},
        {"resources.accelerators", Value::Accelerators, "", "", "H100:8", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The GPU model and how many of it. Of several, the first that the machine has is used.")},
        {"resources.image_id", Value::Image, "", "", "docker:pytorch/pytorch:2.9.1-cuda12.8-cudnn9-devel", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The container image. Without it, the run is a process without a container.")},
        {"resources.shm", Value::Text, "host", "host", "16GB", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The size of the shared memory of the container; host shares all of the machine's.")},
        {"resources.ports", Value::List, "", "", "8888", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Ports that the container publishes, reached from the machine itself unless an address is given.")},
        {"resources.any_of", Value::List, "", "", "[{accelerators: H100}, {accelerators: A100}]", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alternatives, of which the machine needs one.")},
        {"resources.any_of.accelerators", Value::Accelerators, "", "", "H100:8", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The GPUs of this alternative.")},
        {"resources.ordered", Value::List, "", "", "[{accelerators: H100}, {accelerators: A100}]", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alternatives, of which the first that the machine has is used.")},
        {"resources.ordered.accelerators", Value::Accelerators, "", "", "H100:8", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The GPUs of this alternative.")},
        {"resources.infra", Value::Renting, "", "", "aws/us-east-1", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The cloud, the region and the zone of a machine to rent; each but the first may be missing.")},
        {"resources.cloud", Value::Renting, "", "", "aws", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The cloud of a machine to rent.")},
        {"resources.region", Value::Renting, "", "", "us-east-1", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The region of a machine to rent.")},
        {"resources.zone", Value::Renting, "", "", "us-east-1a", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The zone of a machine to rent, and no other one.")},
        {"resources.instance_type", Value::Renting, "", "", "p5.48xlarge", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The type of a machine to rent, by its name at the cloud.")},
        {"resources.use_spot", Value::Renting, "true false", "false", "true", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Whether a machine is rented as a spot machine, which is cheaper and may be taken back.")},
        {"resources.spot_recovery", Value::NoEffect, "", "", "any", ""},
        {"resources.job_recovery", Value::NoEffect, "", "", "any", ""},
        {"resources.cpus", Value::Renting, "", "", "8+", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "How many vCPUs a machine to rent has; with +, at least so many.")},
        {"resources.memory", Value::Renting, "", "", "32+", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "How many GB of memory a machine to rent has; with +, at least so many, and with x, for each vCPU.")},
        {"resources.disk_size", Value::Renting, "", "", "256", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The disk of a machine to rent, in GB.")},
        {"resources.disk_tier", Value::NoEffect, "", "", "any", ""},
        {"resources.network_tier", Value::NoEffect, "", "", "any", ""},
        {"resources.local_disk", Value::NoEffect, "", "", "any", ""},
        {"resources.labels", Value::NoEffect, "", "", "any", ""},
        {"resources.autostop", Value::NoEffect, "", "", "any", ""},
        {"resources.accelerator_args", Value::NoEffect, "", "", "any", ""},
        {"resources.priority", Value::NoEffect, "", "", "any", ""},
        {"resources.priority_class", Value::NoEffect, "", "", "any", ""},
        {"resources.max_hourly_cost", Value::Renting, "", "", "10.0", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "What a machine to rent may cost in an hour, in US dollars.")},
        {"resources.ephemeral_storage", Value::NoEffect, "", "", "any", ""},
        {"gpus", Value::List, "", "", "[0, 3]", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Which GPUs of the machine the run is given, by number or UUID.")},
        {"num_nodes", Value::Number, "", "1", "1", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The number of machines. So far, only 1 is possible.")},
        {"workdir", Value::Folder, "", "", "./code", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "A folder on this computer that is copied to the machine. The run starts in it.")},
        {"workdir.url", Value::Text, "", "", "https://github.com/owner/name.git", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The address of a repository, fetched by git on this computer.")},
        {"workdir.ref", Value::Text, "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "the default branch"), "main", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "A branch, a tag or a commit.")},
        {"file_mounts", Value::Entries, "", "", "{/data: ./data}", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Files and folders that are copied to the machine.")},
        {"file_mounts.*", Value::Folder, "", "", "./data", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "A file or folder on this computer that the run sees at this path.")},
        {"file_mounts.*.source", Value::Text, "", "", "s3://bucket/key", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The address in an object store, s3://BUCKET/KEY or az://CONTAINER/KEY.")},
        {"file_mounts.*.name", Value::Text, "", "", "bucket", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The bucket, instead of its address.")},
        {"file_mounts.*.mode", Value::Word, "MOUNT MOUNT_CACHED COPY", "MOUNT", "COPY", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Whether it is mounted while the run lasts, mounted with a cache on disk, or copied at the launch.")},
        {"file_mounts.*.read_only", Value::Word, "true false", "true", "false", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Whether the run can only read what is mounted.")},
        {"mounts", Value::Entries, "", "", "{/data: /srv/data}", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Folders of the machine that the container sees; nothing is copied.")},
        {"mounts.*", Value::Path, "", "", "/srv/data", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The folder of the machine that the container sees at this path.")},
        {"mounts.*.source", Value::Path, "", "", "/srv/data", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The folder of the machine.")},
        {"mounts.*.read_only", Value::Word, "true false", "false", "true", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Whether the container can only read it.")},
        {"volumes", Value::Entries, "", "", "{/data: datasets}", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Volumes of the machine that the container sees: by name, device or folder.")},
        {"volumes.*", Value::Text, "", "", "datasets", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The name of a volume that the machine has mounted, its device, or its folder.")},
        {"volumes.*.name", Value::Text, "", "", "datasets", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The name of a volume that the machine has mounted, its device, or its folder.")},
        {"volumes.*.read_only", Value::Word, "true false", "false", "true", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Whether the container can only read it.")},
        {"envs", Value::Entries, "", "", "{EPOCHS: 10}", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Environment variables of the run.")},
        {"envs.*", Value::Text, "", "", "10", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The value of this variable. Without one, it is taken from the environment where you launch.")},
        {"secrets", Value::Entries, "", "", "{HF_TOKEN: }", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Variables whose values are never written on this computer.")},
        {"secrets.*", Value::Text, "", "", "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Leave the value out: it is taken from the environment where you launch.")},
        {"secrets.*.keyring", Value::Text, "", "", "HF_TOKEN", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The name of the secret in the keyring of your desktop.")},
        {"setup", Value::Script, "", "", "pip install -r requirements.txt", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Shell commands that run once before the training.")},
        {"run", Value::Script, "", "", "python train.py", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The shell commands that train.")},
        {"checkpoints", Value::Section, "", "", "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Where the run saves checkpoints, how it resumes and which are kept.")},
        {"checkpoints.dir", Value::Path, "", "", "/checkpoints", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The folder where the run writes checkpoints, as the run sees it.")},
        {"checkpoints.pattern", Value::Text, "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "any known format"), "step-*.safetensors", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Which names are checkpoints, with * and ?.")},
        {"checkpoints.resume", Value::Text, "", "", "--resume {path}", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "What is added to the command when the run resumes. {path}, {dir}, {name} and {step} are filled in.")},
        {"checkpoints.keep", Value::Number, "", "all", "3", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "How many of the newest checkpoints are kept, or several rules as in {last: 3, best: 2}.")},
        {"checkpoints.keep.last", Value::Number, "", "", "3", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Keeps this many of the newest checkpoints.")},
        {"checkpoints.keep.best", Value::Number, "", "", "2", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Keeps this many of the best checkpoints.")},
        {"checkpoints.keep.by", Value::Text, "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "the lowest loss"), "eval_accuracy", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The stored value by which the best checkpoints are chosen.")},
        {"checkpoints.keep.better", Value::Word, "lower higher", "lower", "higher", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Whether a lower or a higher value is better.")},
        {"checkpoints.keep.every", Value::Number, "", "", "5000", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Keeps the checkpoints whose step is a multiple of this.")},
        {"checkpoints.manifests", Value::Word, "auto off all", "auto", "all", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Whether SHA-256 hashes are written beside complete checkpoints. With auto, beside those of up to 64 GiB.")},
        {"checkpoints.signal", Value::Word, "HUP USR1 USR2", "", "USR1", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The signal that makes the run save a checkpoint and continue.")},
        {"checkpoints.store", Value::NoEffect, "", "", "any", ""},
        {"tensorboard", Value::Path, "", "", "/logs", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Folders of TensorBoard event files, in addition to the working directory and the checkpoints.")},
        {"limits", Value::Section, "", "", "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The limits at which the machine itself ends the run.")},
        {"limits.hours", Value::Number, "", "", "12", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The machine stops the run after this many hours.")},
        {"limits.lease", Value::Time, "", "", "12h", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The machine saves and stops the run if no computer has renewed its lease for this long.")},
        {"limits.budget", Value::Money, "", "", "40 USD", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The machine saves and stops the run when it has cost this much at the price per hour.")},
        {"limits.price", Value::Money, "", "", "2.49 USD", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The price of the machine per hour, in the currency of the budget.")},
        {"limits.idle", Value::Time, "", "", "30m", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The machine saves and stops the run when its GPUs were idle for this long and nothing new was written.")},
        {"limits.idle.after", Value::Time, "", "30m", "45m", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "How long the GPUs must have been idle.")},
        {"limits.idle.below", Value::Number, "", "30", "20", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The utilization in percent below which a GPU counts as idle.")},
        {"limits.save", Value::Time, "", "5m", "10m", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The longest time to wait for a complete checkpoint before the run is stopped.")},
        {"limits.spot", Value::Word, "auto off", "auto", "off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Whether the machine saves and stops the run when its cloud announces that it takes the machine back.")},
        {"limits.shutdown", Value::Script, "", "", "sudo poweroff", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "What the machine runs after it ended the run by itself, with your permissions.")},
        {"limits.grace", Value::Number, "", "30", "60", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The seconds between asking the run to end and killing it.")},
        {"alerts", Value::Section, "", "", "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "When to alert about this run, instead of what the settings say.")},
        {"alerts.gpu_utilization", Value::Number, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "20", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when a GPU stays below this utilization in percent.")},
        {"alerts.gpu_utilization_high", Value::Number, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "85", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when a GPU stays at or above this utilization in percent.")},
        {"alerts.gpu_temperature", Value::Number, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "80", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when a GPU stays at or above this temperature in °C.")},
        {"alerts.gpu_memory", Value::Number, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "95", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when the memory of a GPU stays this full, in percent.")},
        {"alerts.gpu_lost", Value::Word, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when a GPU that was there is missing.")},
        {"alerts.disk_full", Value::Time, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "6h", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when the disk will be full within this time.")},
        {"alerts.checkpoint_room", Value::Time, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "6h", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when the room for checkpoints will be used up within this time.")},
        {"alerts.no_progress", Value::Time, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "15m", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when no new step was logged for this long.")},
        {"alerts.hung", Value::Word, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when the run hangs: its GPUs wait busily and no step comes.")},
        {"alerts.no_data", Value::Time, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "10m", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when no sample came from the machine for this long.")},
        {"alerts.budget", Value::Word, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when 50, 80 and 100 % of a budget are used.")},
        {"alerts.run_failed", Value::Word, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when the run fails.")},
        {"alerts.run_finished", Value::Word, "on off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "on", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Alerts when the run finishes.")},
        {"alerts.*.at", Value::Text, "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "80", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The threshold of this alert.")},
        {"alerts.*.for", Value::Time, "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "5m", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "How long the condition must last before the alert opens.")},
        {"alerts.notify", Value::List, "desktop command webhook off", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "as in the settings"), "[desktop, webhook]", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The channels through which you are told of the alerts of this run.")},
        {"engine", Value::Word, "auto docker podman process slurm", "auto", "docker", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "What starts the run on the machine.")},
        {"slurm", Value::Section, "", "", "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "What the cluster is asked for when the run is submitted as a job of Slurm.")},
        {"slurm.partition", Value::Text, "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "the cluster's default"), "gpu", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The partition, or several separated by commas, of which the one that starts first is used.")},
        {"slurm.account", Value::Text, "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "your default"), "physics", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The account that the job is charged to.")},
        {"slurm.qos", Value::Text, "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "your default"), "normal", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The quality of service (QOS) of the job.")},
        {"slurm.cpus", Value::Number, "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "the cluster's default"), "8", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "How many processors the job gets.")},
        {"slurm.memory", Value::Text, "", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "the cluster's default"), "64GB", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "How much memory of its node the job gets.")},
        {"slurm.options", Value::List, "", "", "[--constraint=a100]", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "Further options of sbatch, one each, written as in a job script.")},
        {"launcher", Value::Word, "none torchrun accelerate deepspeed", "none", "torchrun", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "What starts the Python command once for each GPU.")},
        {"network", Value::Word, "host bridge none", "host", "bridge", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The network of the container: the machine's own, a separate one, or none.")},
        {"user", Value::Text, "root host", "root", "host", QT_TRANSLATE_NOOP("trainyard::TaskSchema", "The user in the container: root, host for your user on the machine, who then owns what the run writes, or numbers such as 1000:100.")},
        {"service", Value::NoEffect, "", "", "any", ""},
        {"inputs", Value::NoEffect, "", "", "any", ""},
        {"outputs", Value::NoEffect, "", "", "any", ""},
        {"config", Value::NoEffect, "", "", "any", ""},
        {"experimental", Value::NoEffect, "", "", "any", ""},
        {"event_callback", Value::NoEffect, "", "", "any", ""},
        {"api_server_access", Value::NoEffect, "", "", "any", ""},
    };
    // clang-format on
}

// The parts of the path of each row, which are compared with every key that is typed.
const QList<QStringList> &rowParts()
{
    static const QList<QStringList> all = [] {
        QList<QStringList> parts;
        for (const TaskSchemaKey &row : taskSchema())
            parts << QString::fromLatin1(row.path).split(u'.');
        return parts;
    }();
    return all;
}

bool isPathOf(const QStringList &pattern, qsizetype length, const QStringList &path)
{
    return std::equal(pattern.begin(), pattern.begin() + length, path.begin(), path.end(),
                      [](const QString &wanted, const QString &part) { return wanted == QLatin1String("*") || wanted == part; });
}

}  // namespace

QString TaskSchemaKey::name() const { return QLatin1String(path).mid(QLatin1String(path).lastIndexOf(u'.') + 1); }

QString TaskSchemaKey::parent() const { return QLatin1String(path).left(std::max<qsizetype>(0, QLatin1String(path).lastIndexOf(u'.'))); }

QString TaskSchemaKey::helpText() const
{
    return value == TaskValue::NoEffect ? Words::tr("Accepted for task files of SkyPilot; it has no effect yet.")
                                        : QCoreApplication::translate("trainyard::TaskSchema", help);
}

QString TaskSchemaKey::standardText() const
{
    return *standard ? QCoreApplication::translate("trainyard::TaskSchema", standard) : QString();
}

QStringList TaskSchemaKey::wordList() const { return QString::fromLatin1(words).split(u' ', Qt::SkipEmptyParts); }

QString TaskSchemaKey::valueText() const
{
    switch (value) {
    case TaskValue::Section: return Words::tr("keys below it");
    case TaskValue::Entries: return Words::tr("names that you choose, with a value each");
    case TaskValue::List: return Words::tr("a list");
    case TaskValue::Text: return Words::tr("text");
    case TaskValue::Script: return Words::tr("shell commands");
    case TaskValue::Folder: return Words::tr("a path on this computer");
    case TaskValue::Path: return Words::tr("an absolute path, as the run sees it");
    case TaskValue::Number: return Words::tr("a number");
    case TaskValue::Time: return Words::tr("a time with its unit, like 90m or 12h");
    case TaskValue::Money: return Words::tr("an amount and its currency");
    case TaskValue::Word: return wordList().join(Words::tr(", ", "between words"));
    case TaskValue::Image: return Words::tr("docker: and an image name");
    case TaskValue::Accelerators: return Words::tr("a GPU model and a count");
    case TaskValue::Renting:
        return *words ? wordList().join(Words::tr(", ", "between words")) : Words::tr("text like %1").arg(QLatin1String(example));
    case TaskValue::NoEffect: return Words::tr("anything");
    }
    Q_UNREACHABLE();
}

const QList<TaskSchemaKey> &taskSchema()
{
    static const QList<TaskSchemaKey> rows = schemaRows();
    return rows;
}

const TaskSchemaKey *taskSchemaKey(const QString &path)
{
    const QStringList parts = path.split(u'.');
    const QList<QStringList> &rows = rowParts();
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const QStringList &row) { return isPathOf(row, row.size(), parts); });
    return found == rows.end() ? nullptr : &taskSchema()[found - rows.begin()];
}

QList<const TaskSchemaKey *> taskSchemaKeysIn(const QString &section)
{
    const QStringList parts = section.split(u'.', Qt::SkipEmptyParts);
    const TaskSchemaKey *const own = taskSchemaKey(section);
    QList<const TaskSchemaKey *> found;
    for (qsizetype i = 0; i < taskSchema().size(); ++i) {
        const QStringList &row = rowParts()[i];
        // A list beside the keys of any name is none of them.
        const bool isOfAnother = own && own->value == TaskValue::List && row.value(row.size() - 2) == QLatin1String("*");
        if (!isOfAnother && row.last() != QLatin1String("*") && isPathOf(row, row.size() - 1, parts))
            found << &taskSchema()[i];
    }
    return found;
}

QStringList taskSectionsOf(const QString &name)
{
    QStringList sections;
    for (qsizetype i = 0; i < taskSchema().size(); ++i) {
        const QStringList &row = rowParts()[i];
        if (row.last() == name && !taskSchema()[i].isUnused() && !row.contains(QLatin1String("*")))
            sections << taskSchema()[i].parent();
    }
    return sections;
}

}  // namespace trainyard
