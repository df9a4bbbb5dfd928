// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "core/model/internal/importdraft.h"
#include "core/model/internal/yamlmap.h"

#include <QRegularExpression>

#include <yaml-cpp/depthguard.h>

namespace trainyard {
namespace {

class DstackImport {
public:
    explicit DstackImport(const QByteArray &text) : m_text(text) {}

    Result<ImportedTask> read()
    {
        try {
            const std::vector<YAML::Node> documents = YAML::LoadAll(m_text.toStdString());
            if (documents.empty() || !documents.front().IsMap())
                return invalidInput(ImportWords::tr("This is not a dstack file: it has no keys."));
            const YAML::Node &root = documents.front();
            const QString type = textOf(root["type"]);
            if (type != QLatin1String("task") && type != QLatin1String("dev-environment") && type != QLatin1String("service"))
                return invalidInput(ImportWords::tr("A dstack file of type “%1” describes no run: choose a task or a dev-environment.")
                                        .arg(importedExcerpt(type)));
            if (documents.size() > 1)
                m_draft.note(lineOf(documents[1]), ImportWords::tr("Only the first document was read: import the others one by one."));
            for (const auto &entry : root)
                take(textOf(entry.first), entry.second, lineOf(entry.first), type);
            if (type == QLatin1String("dev-environment") && m_draft.task.run.isEmpty()) {
                m_draft.task.run = QStringLiteral("sleep infinity\n");
                m_draft.note(lineOf(root["type"]), ImportWords::tr("A dev environment has no command: the run waits, and you log in to its "
                                                                   "machine. Write a command in “run” to train."));
            }
            if (type == QLatin1String("service"))
                m_draft.note(lineOf(root["type"]), ImportWords::tr("A service becomes a run: it gets no address of its own."));
            fillVariables();
            return m_draft.finished(ImportKind::DstackFile);
        } catch (const std::exception &) {
            // What the library says may quote the text.
            return invalidInput(ImportWords::tr("This dstack file is not valid YAML: check its indentation, colons and quotes."));
        }
    }

private:
    static int lineOf(const YAML::Node &node) { return node.Mark().is_null() ? 0 : node.Mark().line + 1; }
    static QString textOf(const YAML::Node &node) { return node && node.IsScalar() ? QString::fromStdString(node.Scalar()) : QString(); }

    void take(const QString &key, const YAML::Node &value, int line, const QString &type)
    {
        if (key == QLatin1String("type") || value.IsNull())
            return;
        if (key == QLatin1String("name")) {
            m_draft.task.name = textOf(value);
        } else if (key == QLatin1String("image")) {
            m_draft.addImage(textOf(value), line);
        } else if (key == QLatin1String("commands")) {
            m_draft.task.run = script(value);
        } else if (key == QLatin1String("init") && type == QLatin1String("dev-environment")) {
            m_draft.task.setup = script(value);
        } else if (key == QLatin1String("env")) {
            takeEnv(value);
        } else if (key == QLatin1String("resources")) {
            takeResources(value, line);
        } else if (key == QLatin1String("max_duration")) {
            takeDuration(value, line);
        } else if (key == QLatin1String("nodes")) {
            if (textOf(value) != QLatin1String("1"))
                m_draft.note(line,
                             ImportWords::tr("%1 nodes were left out: a task runs on one machine.").arg(importedExcerpt(textOf(value))));
        } else if (key == QLatin1String("python")) {
            m_draft.note(line, ImportWords::tr("Python %1 was left out: name an image with it, or install it in “setup”.")
                                   .arg(importedExcerpt(textOf(value))));
        } else if (key == QLatin1String("ports") || key == QLatin1String("port")) {
            takePorts(value, line);
        } else if (key == QLatin1String("working_dir")) {
            m_draft.note(line, ImportWords::tr("The folder %1 was left out: begin “run” with cd.").arg(importedExcerpt(textOf(value))));
        } else if (key == QLatin1String("files")) {
            takeFiles(value, line);
        } else if (key == QLatin1String("repos") || key == QLatin1String("repo")) {
            takeRepos(value, line);
        } else if (key == QLatin1String("volumes")) {
            takeVolumes(value);
        } else if (key == QLatin1String("stop_duration")) {
            takeGrace(value, line);
        } else if (key == QLatin1String("user")) {
            m_draft.addUser(textOf(value), line);
        } else if (key == QLatin1String("registry_auth")) {
            m_draft.note(line,
                         ImportWords::tr("The login for the registry was left out: log in with the container engine of the machine."));
        } else if (key == QLatin1String("max_price")) {
            m_draft.note(line, ImportWords::tr("max_price was left out: choose an offer of that price, and set limits.budget."));
        } else if (key == QLatin1String("ide")) {
            m_draft.note(line, ImportWords::tr("The editor was left out: open a run's machine from its page."));
        } else {
            m_draft.note(line, ImportWords::tr("“%1” was left out: a task has no such key.").arg(importedExcerpt(key)));
        }
    }

    QString script(const YAML::Node &value)
    {
        if (value.IsScalar())
            return textOf(value);
        QStringList lines;
        for (const auto &line : value) {
            const QString command = textOf(line);
            if (!command.contains(QChar::Null))
                lines << (command.endsWith(u'\n') ? command.chopped(1) : command);
        }
        return lines.isEmpty() ? QString() : lines.join(u'\n') + u'\n';
    }

    // Variables that dstack sets for the run.
    void fillVariables()
    {
        static const QRegularExpression kVariable(QStringLiteral("\\$\\{?(DSTACK_[A-Z_]+)"));
        QMap<QString, QString> values{{QStringLiteral("DSTACK_NODES_NUM"), QStringLiteral("1")},
                                      {QStringLiteral("DSTACK_NODE_RANK"), QStringLiteral("0")},
                                      {QStringLiteral("DSTACK_MASTER_NODE_IP"), QStringLiteral("127.0.0.1")}};
        if (m_draft.task.accelerators) {
            for (const char *name : {"DSTACK_GPUS_NUM", "DSTACK_GPUS_PER_NODE"})
                values.insert(QString::fromLatin1(name), QString::number(m_draft.task.accelerators->count));
        }
        for (auto found = kVariable.globalMatch(m_draft.task.setup + m_draft.task.run); found.hasNext();) {
            const QString name = found.next().captured(1);
            if (m_draft.task.envs.contains(name))
                continue;
            if (values.contains(name)) {
                m_draft.task.envs.insert(name, values.value(name));
                m_draft.note(0, ImportWords::tr("%1 is set by dstack only: it is in envs now, as %2.").arg(name, values.value(name)));
            } else {
                m_draft.note(0, ImportWords::tr("%1 is set by dstack only: give it a value in envs, or write the value.").arg(name));
            }
        }
    }

    void takeEnv(const YAML::Node &value)
    {
        for (const auto &entry : value) {
            if (value.IsMap()) {
                const bool hasValue = entry.second.IsScalar();
                takeVariable(textOf(entry.first), hasValue ? std::optional(textOf(entry.second)) : std::nullopt, lineOf(entry.first));
            } else {
                const QString text = textOf(entry);
                const qsizetype equals = text.indexOf(u'=');
                takeVariable(text.left(equals < 0 ? text.size() : equals), equals < 0 ? std::nullopt : std::optional(text.mid(equals + 1)),
                             lineOf(entry));
            }
        }
    }

    // ${{ secrets.NAME }} is filled in by dstack, as other values between these braces are.
    void takeVariable(const QString &name, const std::optional<QString> &value, int line)
    {
        static const QRegularExpression kSecret(QStringLiteral("\\$\\{\\{\\s*secrets\\."));
        if (value && value->contains(kSecret))
            m_draft.addSecret(name, line);
        else
            m_draft.addVariable(name, value && value->contains(QLatin1String("${{")) ? std::nullopt : value, line);
    }

    // "8000", "8080:80" (this computer, run), "*:8000", or maps. dstack forwards them to this computer.
    void takePorts(const YAML::Node &value, int line)
    {
        const auto add = [&](const YAML::Node &port) {
            if (port.IsMap()) {
                const QString here = textOf(port["local_port"]), inRun = textOf(port["container_port"]);
                return m_draft.addPort(here.isEmpty() ? inRun : here + u':' + inRun, lineOf(port));
            }
            QString text = textOf(port);
            if (text.startsWith(QLatin1String("*:")))
                text.remove(0, 2);
            m_draft.addPort(text, lineOf(port) ? lineOf(port) : line);
        };
        if (value.IsSequence()) {
            for (const auto &port : value)
                add(port);
        } else {
            add(value);
        }
    }

    // "/srv/data:/data" is a folder of the machine, "name:/data" a volume of a cloud.
    void takeVolumes(const YAML::Node &value)
    {
        for (const auto &entry : value) {
            const QString text = textOf(entry);
            const QString name = entry.IsMap() ? textOf(entry["name"]) : text.section(u':', 0, 0);
            const QString source = entry.IsMap() ? textOf(entry["instance_path"]) : name;
            const QString target = entry.IsMap() ? textOf(entry["path"]) : text.section(u':', 1, 1);
            if (source.startsWith(u'/') || source.startsWith(u'~'))
                m_draft.addFolder(source, target, text.section(u':', 2).split(u','), lineOf(entry));
            else
                m_draft.note(
                    lineOf(entry),
                    ImportWords::tr(
                        "The volume “%1” was left out: the machine may not have it. Write a folder of the machine in mounts, or a volume that it has in volumes.")
                        .arg(importedExcerpt(name)));
        }
    }

    void takeGrace(const YAML::Node &value, int line)
    {
        bool isSeconds = false;
        const qint64 number = textOf(value).toLongLong(&isSeconds);
        const auto time = isSeconds ? std::optional(std::chrono::seconds(number)) : parseDuration(textOf(value));
        if (time && time->count() >= 0 && time->count() <= 3600)
            m_draft.task.graceSeconds = int(time->count());
        else
            m_draft.note(line, ImportWords::tr("The time “%1” was not understood: write it in %2.")
                                   .arg(importedExcerpt(textOf(value)), QStringLiteral("limits.grace")));
    }

    void takeResources(const YAML::Node &value, int line)
    {
        if (!value.IsMap())
            return m_draft.note(line,
                                ImportWords::tr("The resources were not understood: write model and number in resources.accelerators."));
        for (const auto &entry : value) {
            const QString key = textOf(entry.first);
            if (key == QLatin1String("gpu"))
                takeGpu(entry.second, lineOf(entry.first));
            else if (key == QLatin1String("shm_size"))
                m_draft.addSharedMemory(textOf(entry.second), lineOf(entry.first));
            else
                m_draft.note(lineOf(entry.first),
                             ImportWords::tr("resources.%1 was left out: choose a machine that has it.").arg(importedExcerpt(key)));
        }
    }

    // "H100:8", "24GB", "A100:80GB:2", "nvidia:1", "H100,A100:4..8", or a map with name, memory and count.
    void takeGpu(const YAML::Node &value, int line)
    {
        QStringList models;
        QString count, memory;
        if (value.IsMap()) {
            const YAML::Node name = value["name"];
            if (name && name.IsSequence()) {
                for (const auto &one : name)
                    models << textOf(one);
            } else if (name) {
                models = textOf(name).split(u',');
            }
            count = textOf(value["count"]);
            memory = textOf(value["memory"]);
            for (const char *key : {"total_memory", "compute_capability"}) {
                if (value[key])
                    m_draft.note(line, ImportWords::tr("resources.%1 was left out: choose a machine that has it.")
                                           .arg(QStringLiteral("gpu.") + QString::fromLatin1(key)));
            }
        } else {
            for (const QString &part : textOf(value).split(u':')) {
                static const QStringList kVendors{QStringLiteral("nvidia"), QStringLiteral("amd"), QStringLiteral("intel"),
                                                  QStringLiteral("google"), QStringLiteral("tenstorrent")};
                if (kVendors.contains(part.toLower()))
                    continue;
                if (part.contains(QLatin1String("GB"), Qt::CaseInsensitive))
                    memory = part;
                else if (!part.isEmpty() && (part[0].isDigit() || part[0] == u'.'))
                    count = part;
                else
                    models = part.split(u',');
            }
        }
        models.removeAll(QString());
        const QStringList counts = count.split(QStringLiteral(".."));
        if (counts.size() > 1)
            m_draft.note(line, ImportWords::tr("Of %1 GPUs, the task asks for %2: write another number in resources.accelerators.")
                                   .arg(importedExcerpt(count), counts.first().isEmpty() ? QStringLiteral("1") : counts.first()));
        if (!memory.isEmpty() && models.isEmpty()) {
            m_draft.note(
                line, ImportWords::tr("GPUs of %1 were asked for without a model: write a model in resources.accelerators, like H100:%2.")
                          .arg(importedExcerpt(memory), counts.first().toInt() > 0 ? counts.first() : QStringLiteral("1")));
            return;
        }
        const bool isRange = memory.contains(QLatin1String(".."));
        if (isRange)
            m_draft.note(line,
                         ImportWords::tr("GPU memory of %1 was left out: write the model with its memory in resources.accelerators, like "
                                         "A100-80GB:1.")
                             .arg(importedExcerpt(memory)));
        const QString rest = (isRange || memory.isEmpty() ? QString() : u'-' + memory)
                             + (counts.first().isEmpty() ? QString() : u':' + counts.first());
        if (models.isEmpty())
            m_draft.addGpus(counts.first(), line);
        for (const QString &model : std::as_const(models))
            m_draft.addGpus(model.trimmed() + rest, line);
    }

    void takeDuration(const YAML::Node &value, int line)
    {
        const QString text = textOf(value);
        if (text == QLatin1String("off"))
            return;
        bool isSeconds = false;
        const qint64 number = text.toLongLong(&isSeconds);
        const auto duration = isSeconds ? std::optional(std::chrono::seconds(number)) : parseDuration(text);
        if (duration && duration->count() > 0 && duration->count() < 3600LL * 24 * 3650)
            m_draft.task.limits.hours = double(duration->count()) / 3600;
        else
            m_draft.note(line, ImportWords::tr("The time “%1” was not understood: write it in %2.")
                                   .arg(importedExcerpt(text), QStringLiteral("limits.hours")));
    }

    void takeFiles(const YAML::Node &value, int line)
    {
        for (const auto &entry : value) {
            const QString text = entry.IsMap() ? textOf(entry["local_path"]) + u':' + textOf(entry["path"]) : textOf(entry);
            const QString source = text.section(u':', 0, 0), target = text.section(u':', 1, 1);
            if (source == QLatin1String(".") && target.isEmpty())
                m_draft.task.workdir = source;
            else
                m_draft.addMount(source, target, lineOf(entry) ? lineOf(entry) : line);
        }
    }

    void takeRepos(const YAML::Node &value, int line)
    {
        for (const auto &entry : value) {
            if (textOf(entry).section(u':', 0, 0) == QLatin1String("."))
                m_draft.task.workdir = QStringLiteral(".");
            else
                m_draft.note(line,
                             ImportWords::tr("A repository was left out: name your local folder in workdir, or clone it in “setup”."));
        }
    }

    const QByteArray &m_text;
    ImportDraft m_draft;
};

}  // namespace

Result<ImportedTask> importDstack(const QByteArray &text) { return DstackImport(text).read(); }

}  // namespace trainyard
