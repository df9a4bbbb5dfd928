// SPDX-License-Identifier: GPL-3.0-or-later
// Random task files with every key of the table: one key is set to another valid value, as the form does, and every other line stays.
// TRAINYARD_SEED repeats a run, TRAINYARD_CASES says how many.
#include "core/model/taskkeys.h"
#include "core/model/taskschema.h"
#include "core/model/tasktext.h"
#include "tests/core/model/randomtaskfile.h"

#include <QMap>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace trainyard;

namespace {

// Takes a value of another random task, and returns the key whose lines may change; empty: the task does not have the key.
using Setter = std::function<QString(Task &, const Task &other, QRandomGenerator &)>;

template <typename Value>
Setter taken(const char *path, Value Task::*member)
{
    return [path, member](Task &task, const Task &other, QRandomGenerator &) {
        task.*member = other.*member;
        return QString::fromLatin1(path);
    };
}

template <typename Value>
Setter takenLimit(const char *path, Value RunLimits::*member)
{
    return [path, member](Task &task, const Task &other, QRandomGenerator &) {
        task.limits.*member = other.limits.*member;
        return QString::fromLatin1(path);
    };
}

template <typename Value>
Setter takenOfPlan(const char *path, Value CheckpointPlan::*member)
{
    return [path, member](Task &task, const Task &other, QRandomGenerator &) {
        if (!task.checkpoints || !other.checkpoints)
            return QString();
        (*task.checkpoints).*member = (*other.checkpoints).*member;
        return QString::fromLatin1(path);
    };
}

template <typename Map>
QString anyKeyOf(const Map &map, QRandomGenerator &random)
{
    return map.isEmpty() ? QString() : map.keys().at(random.bounded(int(map.size())));
}

// One entry of a section, with the value of any entry there.
template <typename Value>
Setter takenEntry(const char *section, QMap<QString, Value> Task::*member)
{
    return [section, member](Task &task, const Task &other, QRandomGenerator &random) {
        const QString name = anyKeyOf(task.*member, random), from = anyKeyOf(other.*member, random);
        if (name.isEmpty() || from.isEmpty())
            return QString();
        (task.*member)[name] = (other.*member).value(from);
        return QString::fromLatin1(section) + u'.' + name;
    };
}

QString setSecrets(Task &task, const Task &other, QRandomGenerator &)
{
    task.secrets = other.secrets;
    task.keyringSecrets = other.keyringSecrets;
    return QStringLiteral("secrets");
}

QString setKeyringName(Task &task, const Task &other, QRandomGenerator &random)
{
    const QString name = anyKeyOf(task.secrets, random), from = anyKeyOf(other.keyringSecrets, random);
    if (name.isEmpty())
        return {};
    if (from.isEmpty())
        task.keyringSecrets.remove(name);
    else
        task.keyringSecrets.insert(name, other.keyringSecrets.value(from));
    return QStringLiteral("secrets.") + name;
}

QString setAccelerators(Task &task, const Task &other, QRandomGenerator &)
{
    task.accelerators = other.accelerators;
    task.otherAccelerators = other.otherAccelerators;
    return QStringLiteral("resources");
}

QString setKeep(Task &task, const Task &other, QRandomGenerator &)
{
    if (!task.checkpoints || !other.checkpoints)
        return {};
    CheckpointPlan &plan = *task.checkpoints;
    const CheckpointPlan &from = *other.checkpoints;
    plan.keep = from.keep;
    plan.keepBest = from.keepBest;
    plan.keepBy = from.keepBy;
    plan.isHigherBetter = from.isHigherBetter;
    plan.keepEvery = from.keepEvery;
    return QStringLiteral("checkpoints.keep");
}

template <typename Value>
Setter readOnly(const char *section, QMap<QString, Value> Task::*member, bool Value::*flag)
{
    return [section, member, flag](Task &task, const Task &, QRandomGenerator &random) {
        const QString target = anyKeyOf(task.*member, random);
        if (target.isEmpty())
            return QString();
        Value &mount = (task.*member)[target];
        mount.*flag = !(mount.*flag);
        return QString::fromLatin1(section) + u'.' + target;
    };
}

// A rule of this kind comes, changes or goes.
Setter alertRule(AlertKind kind)
{
    return [kind](Task &task, const Task &, QRandomGenerator &random) {
        const auto isOfKind = [kind](const AlertOverride &rule) { return rule.kind == kind; };
        const auto known = std::find_if(task.alerts.rules.begin(), task.alerts.rules.end(), isOfKind);
        const QString path = QStringLiteral("alerts.") + alertKindName(kind);
        if (known != task.alerts.rules.end() && random.bounded(4) == 0) {
            task.alerts.rules.erase(known);
            return path;
        }
        AlertOverride rule;
        rule.kind = kind;
        rule.isOn = random.bounded(3) > 0;
        if (rule.isOn && alertUnit(kind) != AlertUnit::None && random.bounded(2) == 0)
            rule.threshold = alertUnit(kind) == AlertUnit::Seconds ? 600 + random.bounded(9000) : 40 + random.bounded(50);
        if (rule.isOn && alertLasts(kind) && random.bounded(2) == 0)
            rule.after = std::chrono::seconds(random.bounded(9000));
        if (known != task.alerts.rules.end())
            *known = rule;
        else
            task.alerts.rules << rule;
        return path;
    };
}

// Random tasks rarely have the section: a value of its own.
template <typename Value>
Setter slurmOption(const char *path, Value SlurmOptions::*member, const QList<Value> &values)
{
    return [path, member, values](Task &task, const Task &, QRandomGenerator &random) {
        task.slurm.*member = values[random.bounded(int(values.size()))];
        return QString::fromLatin1(path);
    };
}

// By the key of the table that each sets.
QList<std::pair<QString, Setter>> setters()
{
    QList<std::pair<QString, Setter>> all;
    const auto add = [&all](std::initializer_list<const char *> paths, const Setter &setter) {
        for (const char *path : paths)
            all.append({QString::fromLatin1(path), setter});
    };
    add({"name"}, taken("name", &Task::name));
    add({"project"}, taken("project", &Task::project));
    add({"resources", "resources.accelerators", "resources.any_of", "resources.any_of.accelerators", "resources.ordered",
         "resources.ordered.accelerators"},
        setAccelerators);
    add({"resources.image_id"}, taken("resources.image_id", &Task::image));
    add({"resources.shm"}, taken("resources.shm", &Task::sharedMemory));
    add({"resources.ports"}, taken("resources.ports", &Task::ports));
    add({"gpus"}, taken("gpus", &Task::gpus));
    add({"workdir", "workdir.url", "workdir.ref"}, taken("workdir", &Task::workdir));
    add({"file_mounts"}, taken("file_mounts", &Task::fileMounts));
    add({"file_mounts.*"}, takenEntry("file_mounts", &Task::fileMounts));
    add({"file_mounts.*.source", "file_mounts.*.name", "file_mounts.*.mode"}, takenEntry("file_mounts", &Task::storeMounts));
    add({"file_mounts.*.read_only"}, readOnly("file_mounts", &Task::storeMounts, &StoreMount::isWritable));
    add({"mounts"}, taken("mounts", &Task::mounts));
    add({"mounts.*", "mounts.*.source"}, takenEntry("mounts", &Task::mounts));
    add({"mounts.*.read_only"}, readOnly("mounts", &Task::mounts, &FolderMount::isReadOnly));
    add({"volumes"}, taken("volumes", &Task::volumes));
    add({"volumes.*", "volumes.*.name"}, takenEntry("volumes", &Task::volumes));
    add({"volumes.*.read_only"}, readOnly("volumes", &Task::volumes, &FolderMount::isReadOnly));
    add({"envs"}, taken("envs", &Task::envs));
    add({"envs.*"}, takenEntry("envs", &Task::envs));
    add({"secrets", "secrets.*"}, setSecrets);
    add({"secrets.*.keyring"}, setKeyringName);
    add({"setup"}, taken("setup", &Task::setup));
    add({"run"}, taken("run", &Task::run));
    add({"checkpoints"}, taken("checkpoints", &Task::checkpoints));
    add({"checkpoints.dir"}, takenOfPlan("checkpoints.dir", &CheckpointPlan::dir));
    add({"checkpoints.pattern"}, takenOfPlan("checkpoints.pattern", &CheckpointPlan::pattern));
    add({"checkpoints.resume"}, takenOfPlan("checkpoints.resume", &CheckpointPlan::resume));
    add({"checkpoints.keep", "checkpoints.keep.last", "checkpoints.keep.best", "checkpoints.keep.by", "checkpoints.keep.better",
         "checkpoints.keep.every"},
        setKeep);
    add({"checkpoints.manifests"}, takenOfPlan("checkpoints.manifests", &CheckpointPlan::manifests));
    add({"checkpoints.signal"}, takenOfPlan("checkpoints.signal", &CheckpointPlan::signal));
    add({"tensorboard"}, taken("tensorboard", &Task::tensorboard));
    add({"limits"}, [](Task &task, const Task &other, QRandomGenerator &) {
        task.limits = other.limits;
        task.graceSeconds = other.graceSeconds;
        return QStringLiteral("limits");
    });
    add({"limits.hours"}, takenLimit("limits.hours", &RunLimits::hours));
    add({"limits.lease"}, takenLimit("limits.lease", &RunLimits::lease));
    add({"limits.budget"}, takenLimit("limits.budget", &RunLimits::budget));
    add({"limits.price"}, takenLimit("limits.price", &RunLimits::price));
    add({"limits.idle", "limits.idle.after", "limits.idle.below"}, takenLimit("limits.idle", &RunLimits::idle));
    add({"limits.save"}, takenLimit("limits.save", &RunLimits::save));
    add({"limits.spot"}, takenLimit("limits.spot", &RunLimits::heedsSpotNotice));
    add({"limits.shutdown"}, takenLimit("limits.shutdown", &RunLimits::shutdown));
    add({"limits.grace"}, taken("limits.grace", &Task::graceSeconds));
    add({"alerts", "alerts.*.at", "alerts.*.for"}, taken("alerts", &Task::alerts));
    for (int kind = 0; kind < kRunAlertKinds; ++kind) {
        const QString path = QStringLiteral("alerts.") + alertKindName(AlertKind(kind));
        if (taskSchemaKey(path))
            all.append({path, alertRule(AlertKind(kind))});
    }
    add({"alerts.notify"}, [](Task &task, const Task &other, QRandomGenerator &) {
        task.alerts.ways = other.alerts.ways;
        return QStringLiteral("alerts.notify");
    });
    add({"engine"}, taken("engine", &Task::engine));
    add({"slurm"}, [](Task &task, const Task &, QRandomGenerator &random) {
        task.slurm = random.bounded(2) > 0 ? SlurmOptions() : SlurmOptions{QStringLiteral("gpu"), {}, {}, 8, 0, {}};
        return QStringLiteral("slurm");
    });
    const QStringList names{QString(), QStringLiteral("physics"), QStringLiteral("gpu,short")};
    add({"slurm.partition"}, slurmOption<QString>("slurm.partition", &SlurmOptions::partition, names));
    add({"slurm.account"}, slurmOption<QString>("slurm.account", &SlurmOptions::account, names));
    add({"slurm.qos"}, slurmOption<QString>("slurm.qos", &SlurmOptions::qos, names));
    add({"slurm.cpus"}, slurmOption<int>("slurm.cpus", &SlurmOptions::cpus, {0, 1, 96}));
    add({"slurm.memory"}, slurmOption<qint64>("slurm.memory", &SlurmOptions::memory, {0, qint64(64) << 30}));
    add({"slurm.options"}, slurmOption<QStringList>("slurm.options", &SlurmOptions::options,
                                                    {{}, {QStringLiteral("--constraint=a100"), QStringLiteral("--exclusive")}}));
    add({"launcher"}, taken("launcher", &Task::launcher));
    add({"network"}, taken("network", &Task::network));
    add({"user"}, taken("user", &Task::user));
    return all;
}

QByteArray linesFrom(const QByteArrayList &lines, qsizetype from, qsizetype to = -1)
{
    return lines.mid(from, to < 0 ? -1 : to - from).join('\n');
}

// Whether the lines above and below these are as they were.
bool isChangeWithin(const QByteArray &before, const QByteArray &after, const QPair<qsizetype, qsizetype> &lines)
{
    const QByteArrayList old = before.split('\n'), now = after.split('\n');
    const qsizetype below = old.size() - lines.second;
    return now.size() >= lines.first + below && linesFrom(old, 0, lines.first) == linesFrom(now, 0, lines.first)
           && linesFrom(old, lines.second) == linesFrom(now, now.size() - below);
}

bool areLinesKept(const QByteArray &before, const QByteArray &after)
{
    const QByteArrayList now = after.split('\n');
    qsizetype at = 0;
    for (const QByteArray &line : before.split('\n')) {
        at = now.indexOf(line, at) + 1;
        if (at == 0)
            return false;
    }
    return true;
}

bool isSet(const Task &task, const QString &path)
{
    const QList<TaskKey> keys = taskKeys(task);
    return std::any_of(keys.begin(), keys.end(), [&](const TaskKey &key) { return key.key == path || key.key.startsWith(path + u'.'); });
}

// Lines of the key itself, and of one that comes or goes also those of its section, which comes and goes with its last key.
bool isChangeOf(const QString &path, const RandomTaskFile &file, const QByteArray &edited, const Task &wanted)
{
    if (areLinesKept(file.text(), edited) || isChangeWithin(file.text(), edited, file.linesOf(path)))
        return true;
    const bool stays = file.hasLines(path) && isSet(wanted, path);
    for (QString at = path; !stays && at.contains(u'.');) {
        at = at.left(at.lastIndexOf(u'.'));
        if (isChangeWithin(file.text(), edited, file.linesOf(at)))
            return true;
    }
    return false;
}

}  // namespace

class TestTaskGrammar : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachKeyWithAnEffectCanBeSet();
    void oneKeyChangesAndNothingElse_data();
    void oneKeyChangesAndNothingElse();
    void eachKeyWasChanged();

private:
    QMap<QString, int> m_changes;
    int m_cases = 0;
};

void TestTaskGrammar::eachKeyWithAnEffectCanBeSet()
{
    QStringList set, known;
    for (const auto &[path, setter] : setters())
        set << path;
    for (const TaskSchemaKey &key : taskSchema()) {
        if (!key.isUnused() && key.path != QByteArray("num_nodes"))  // of which only 1 is possible
            known << QString::fromLatin1(key.path);
    }
    set.sort();
    known.sort();
    QCOMPARE(set, known);
}

// Several rows, each of which has its own time.
void TestTaskGrammar::oneKeyChangesAndNothingElse_data()
{
    QTest::addColumn<uint>("seed");
    bool isGiven = false;
    const uint given = qEnvironmentVariable("TRAINYARD_SEED").toUInt(&isGiven);
    const uint first = isGiven ? given : 1127;
    for (uint seed = first; seed < first + (isGiven ? 1 : 4); ++seed)
        QTest::newRow(qPrintable(QStringLiteral("seed %1").arg(seed))) << seed;
}

void TestTaskGrammar::oneKeyChangesAndNothingElse()
{
    QFETCH(uint, seed);
    const int given = qEnvironmentVariableIntValue("TRAINYARD_CASES"), cases = given > 0 ? given : 500;
    qInfo("seed %u, %d cases", seed, cases);
    m_cases += cases;
    QRandomGenerator random(seed);
    const QList<std::pair<QString, Setter>> all = setters();
    for (int round = 0; round < cases; ++round) {
        const Task task = randomTask(random);
        const RandomTaskFile file(task, random);
        const QByteArray text = file.text();
        const TaskCheck check = parseTask(text);
        QVERIFY2(check.errors.isEmpty() && check.task == task, text.constData());
        // From the text to the form and back, nothing changes.
        QCOMPARE(*editedTask(text, check.task), text);
        const auto &[key, setter] = all[qsizetype((uint(round) + seed * 37U) % uint(all.size()))];
        Task wanted = task;
        QString path;
        for (int tries = 0; tries < 8 && (path.isEmpty() || wanted == task); ++tries) {
            wanted = task;
            path = setter(wanted, randomTask(random), random);
            const TaskCheck written = parseTask(writeTask(wanted));
            if (!written.errors.isEmpty() || written.task != wanted)
                wanted = task;  // not valid together with the other keys
        }
        if (path.isEmpty() || wanted == task)
            continue;
        ++m_changes[key];
        const auto edited = editedTask(text, wanted);
        const QByteArray story = "seed " + QByteArray::number(seed) + ", case " + QByteArray::number(round) + ", " + path.toUtf8()
                                 + "\n--- text\n" + text + "\n--- edited\n" + (edited ? *edited : QByteArray());
        QVERIFY2(edited, story.constData());
        const TaskCheck again = parseTask(*edited);
        QVERIFY2(again.errors.isEmpty() && again.task == wanted, story.constData());
        const QByteArray lost = file.lostIn(*edited, wanted);
        QVERIFY2(lost.isEmpty(), ("lost: " + lost + "\n" + story).constData());
        const bool comesFromElsewhere = file.hasAliases() && path.startsWith(QLatin1String("envs"));
        QVERIFY2(comesFromElsewhere || isChangeOf(path, file, *edited, wanted), story.constData());
        QCOMPARE(*editedTask(*edited, wanted), *edited);
    }
}

void TestTaskGrammar::eachKeyWasChanged()
{
    if (m_cases < 1000)
        QSKIP("too few cases to meet each key");
    for (const auto &[key, setter] : setters())
        QVERIFY2(m_changes.value(key) > 0, qPrintable(key));
}

QTEST_APPLESS_MAIN(TestTaskGrammar)
#include "tst_taskgrammar.moc"
