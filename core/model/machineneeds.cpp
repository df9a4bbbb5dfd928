// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/machineneeds.h"

#include "core/model/internal/machinekeys.h"
#include "core/model/taskschema.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MachineNeeds)
};

// Reads `resources` of a task that parseTask() has accepted. What the run itself takes from there is left to it.
class NeedsReader {
public:
    explicit NeedsReader(const QByteArray &yaml) : m_issues(yaml) {}

    void read(const YAML::Node &task)
    {
        readEntries(task, QStringLiteral("task"), m_issues, [this](const QString &key, const YAML::Node &, const YAML::Node &value) {
            if (key == QLatin1String("resources"))
                readResources(value);
        });
    }
    const QList<TaskIssue> &errors() const { return m_issues.errors(); }
    MachineNeeds needs() const
    {
        MachineNeeds needs = m_needs;
        needs.notes = m_issues.warnings();
        return needs;
    }

private:
    struct Described {
        NeededMachine machine;
        bool isPreferred = false;  // of its accelerators, the earlier ones
    };

    void readResources(const YAML::Node &node)
    {
        Described common;
        YAML::Node list;
        bool hasList = false;
        readInto(node, common, QStringLiteral("resources"), [&](const QString &key, const YAML::Node &value) {
            if (value.IsNull() || (key != QLatin1String("any_of") && key != QLatin1String("ordered")))
                return;
            hasList = true;
            list.reset(value);
            m_needs.key = key;
        });
        const bool isOrdered = m_needs.key == QLatin1String("ordered");
        if (!hasList) {
            take(common, common.isPreferred);
            m_needs.choice = m_needs.machines.size() > 1 ? MachineNeeds::Choice::Ordered : MachineNeeds::Choice::One;
            m_needs.key = QStringLiteral("accelerators");
            return;
        }
        m_needs.choice = isOrdered ? MachineNeeds::Choice::Ordered : MachineNeeds::Choice::AnyOf;
        for (const YAML::Node &entry : list) {
            Described one = common;
            readInto(entry, one, m_needs.key, [](const QString &, const YAML::Node &) {});
            take(one, isOrdered && one.isPreferred);
        }
    }

    template <typename Other>
    void readInto(const YAML::Node &node, Described &one, const QString &section, Other other)
    {
        place(one.machine, node.Mark());
        const QList<KeyHandler> handlers = machineKeys(one.machine, m_issues,
                                                       [](const QString &, const YAML::Node &, const YAML::Node &) {});
        readEntries(node, section, m_issues, [&](const QString &key, const YAML::Node &keyNode, const YAML::Node &value) {
            const auto handler = std::find_if(handlers.begin(), handlers.end(),
                                              [&key](const KeyHandler &known) { return known.key == key; });
            if (handler != handlers.end())
                handler->handle(keyNode, value);
            else if (!value.IsNull())
                readOther(key, keyNode, value, one);
            other(key, value);
        });
    }

    void readOther(const QString &key, const YAML::Node &keyNode, const YAML::Node &value, Described &one)
    {
        const TaskSchemaKey *const known = taskSchemaKey(QStringLiteral("resources.") + key);
        if (key == QLatin1String("accelerators")) {
            one.machine.accelerators = acceleratorsOf(value, m_issues);
            one.isPreferred = value.IsSequence();
        } else if (key == QLatin1String("image_id")) {
            readImage(keyNode, value, one.machine);
        } else if (key == QLatin1String("ports")) {
            m_issues.warning(
                keyNode.Mark(),
                Words::tr("'ports' are not opened to the internet: they are reached on the machine itself and through a tunnel."));
        } else if (key == QLatin1String("autostop")) {
            m_issues.warning(keyNode.Mark(),
                             Words::tr("'autostop' is not used when renting: --until idle=20m gives an idle machine back."));
        } else if (known && known->value == TaskValue::NoEffect) {
            m_issues.warning(keyNode.Mark(), Words::tr("'%1' is not used when renting.").arg(key));
        }
    }

    void readImage(const YAML::Node &keyNode, const YAML::Node &value, NeededMachine &one)
    {
        QMap<QString, QString> images;
        if (value.IsScalar())
            images.insert(QString(), rawText(value));
        for (const auto &region : value.IsMap() ? value : YAML::Node())
            images.insert(rawText(region.first).toLower(), rawText(region.second));
        const QString image = images.isEmpty() ? QString() : images.first();
        if (!isMachineImage(image))
            return;  // a container's, which the run starts
        one.images.clear();
        one.imageCloud = cloudOfImage(image);
        if (one.imageCloud.isEmpty())
            m_issues.warning(keyNode.Mark(), Words::tr("This 'image_id' is not used when renting: the cloud's own image is, unless --image "
                                                       "names one."));
        else
            one.images = images;
    }

    void place(NeededMachine &one, const YAML::Mark &mark)
    {
        const TaskIssue here = m_issues.placed(mark, {});
        one.line = here.line;
        one.column = here.column;
    }

    void take(const Described &one, bool isEach)
    {
        if (!isEach) {
            m_needs.machines << one.machine;
            return;
        }
        for (const Accelerators &kind : one.machine.accelerators) {
            NeededMachine machine = one.machine;
            machine.accelerators = {kind};
            m_needs.machines << machine;
        }
    }

    IssueList m_issues;
    MachineNeeds m_needs;
};

Error at(const QString &fileName, const TaskIssue &issue)
{
    const QString place = issue.line > 0 ? QStringLiteral("%1:%2:%3").arg(fileName).arg(issue.line).arg(issue.column) : fileName;
    return invalidInput(QStringLiteral("%1: %2").arg(place, issue.what));
}

}  // namespace

Result<MachineNeeds> machineNeeds(const QByteArray &yaml, const QString &fileName)
{
    TRY_DO(readTask(yaml, fileName));
    NeedsReader reader(yaml);
    try {
        const std::vector<YAML::Node> documents = YAML::LoadAll(yaml.toStdString());
        for (const YAML::Node &document : documents)
            reader.read(document);  // a name alone may precede it
    } catch (const std::exception &exception) {
        return at(fileName, {0, 0, QString::fromUtf8(exception.what())});
    }
    if (!reader.errors().isEmpty())
        return at(fileName, reader.errors().first());
    const MachineNeeds needs = reader.needs();
    const auto open = std::find_if(needs.machines.begin(), needs.machines.end(), [](const NeededMachine &one) { return one.isOpen(); });
    if (needs.machines.isEmpty() || open != needs.machines.end()) {
        return at(fileName,
                  {needs.machines.isEmpty() ? 0 : open->line, needs.machines.isEmpty() ? 0 : open->column,
                   Words::tr("It does not say which machine it needs: write 'accelerators', like H100:8, or 'instance_type', 'cpus' or "
                             "'memory' in 'resources'.")});
    }
    return needs;
}

}  // namespace trainyard
