// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model/randomtaskfile.h"

#include "core/base/duration.h"
#include "core/model/gitsource.h"
#include "core/model/taskkeys.h"
#include "core/model/taskvariables.h"

#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

QString pick(const QStringList &from, QRandomGenerator &random) { return from[random.bounded(int(from.size()))]; }

QString word(QRandomGenerator &random)
{
    static const QStringList kWords{
        QStringLiteral("a"),      QStringLiteral("train.py"),  QStringLiteral("10"),       QStringLiteral("yes"),
        QStringLiteral("null"),   QStringLiteral("x: y"),      QStringLiteral("a # b"),    QStringLiteral("it's"),
        QStringLiteral("\"q\""),  QStringLiteral("训练"),      QStringLiteral("--lr 0.1"), QStringLiteral("{a}"),
        QStringLiteral("[b, c]"), QStringLiteral("a  b"),      QStringLiteral("$HOME/x"),  QStringLiteral("~/y"),
        QStringLiteral("a:b"),    QStringLiteral("two words"), QStringLiteral("back\\s"),  QStringLiteral("🚂")};
    return pick(kWords, random);
}

QString scriptText(QRandomGenerator &random)
{
    static const QStringList kLines{QStringLiteral("python train.py --lr 0.1"),
                                    QStringLiteral("echo \"done: 1\""),
                                    QStringLiteral("  indented"),
                                    QStringLiteral("# a comment of the shell"),
                                    QStringLiteral(""),
                                    QStringLiteral("for i in 1 2; do"),
                                    QStringLiteral("done"),
                                    QStringLiteral("key: value")};
    QStringList lines;
    for (int n = 1 + random.bounded(4); n > 0; --n)
        lines << pick(kLines, random);
    lines.insert(random.bounded(int(lines.size()) + 1), QStringLiteral("true"));
    return lines.join(u'\n') + (random.bounded(2) ? QStringLiteral("\n") : QString());
}

// A launcher needs one command to start.
LauncherKind launcherFor(const QString &run, LauncherKind wanted)
{
    return launchedText(run, wanted, std::nullopt) ? wanted : LauncherKind::None;
}

QString acceleratorText(const Accelerators &one) { return one.model + u':' + QString::number(one.count); }

// Words with one blank between each two, which YAML joins again when they stand on lines of their own.
bool isFoldable(const QString &text)
{
    const QStringList words = text.split(u' ');
    return words.size() > 1 && !words.contains(QString()) && std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u' '; });
}

// The keys that a task sets, with those that they are in.
QSet<QString> pathsOf(const Task &task)
{
    QSet<QString> paths;
    const auto add = [&paths](const QString &key) {
        for (qsizetype dot = key.indexOf(u'.'); dot >= 0; dot = key.indexOf(u'.', dot + 1))
            paths << key.left(dot);
        paths << key;
    };
    for (const TaskKey &key : taskKeys(task))
        add(key.key);
    if (task.checkpoints && task.checkpoints->keep > 0)
        add(QStringLiteral("checkpoints.keep.last"));
    for (const QString &name : task.keyringSecrets.keys())
        add(QStringLiteral("secrets.%1.keyring").arg(name));
    const auto addFolders = [&add](const QMap<QString, FolderMount> &mounts, const QString &section, const QString &source) {
        for (auto mount = mounts.begin(); mount != mounts.end(); ++mount) {
            add(QStringLiteral("%1.%2.%3").arg(section, mount.key(), source));
            if (mount->isReadOnly)
                add(QStringLiteral("%1.%2.read_only").arg(section, mount.key()));
        }
    };
    addFolders(task.mounts, QStringLiteral("mounts"), QStringLiteral("source"));
    addFolders(task.volumes, QStringLiteral("volumes"), QStringLiteral("name"));
    if (task.checkpoints && !task.checkpoints->keepBy.isEmpty())
        add(QStringLiteral("checkpoints.keep.better"));
    for (const AlertOverride &rule : task.alerts.rules) {
        const QString name = QStringLiteral("alerts.") + alertKindName(rule.kind);
        add(name);
        if (rule.threshold)
            add(name + QStringLiteral(".at"));
        if (rule.after)
            add(name + QStringLiteral(".for"));
    }
    if (task.alerts.ways)
        add(QStringLiteral("alerts.notify"));
    return paths;
}

}  // namespace

Task randomTask(QRandomGenerator &random)
{
    Task task;
    const auto chance = [&random](int of) { return random.bounded(of) == 0; };
    task.run = scriptText(random);
    if (chance(2))
        task.setup = scriptText(random);
    if (chance(2))
        task.name = word(random);
    if (chance(3))
        task.project = u'p' + word(random);
    if (chance(2)) {
        const QStringList models{QStringLiteral("H100"), QStringLiteral("A100-80GB"), QStringLiteral("L4")};
        task.accelerators = Accelerators{pick(models, random), 1 + random.bounded(8)};
        for (int n = random.bounded(3); n > 0 && chance(2); --n) {
            const Accelerators other{QStringLiteral("B%1").arg(n), 1 + random.bounded(8)};
            task.otherAccelerators << other;
        }
        if (!task.otherAccelerators.isEmpty() && chance(3))
            task.otherAccelerators << Accelerators{QString(), 0};
    }
    if (chance(2))
        task.image = QStringLiteral("registry:5000/a/b:%1").arg(random.bounded(9));
    task.engine = chance(2) ? EngineKind(random.bounded(5)) : EngineKind::Auto;
    if (task.engine == EngineKind::Slurm) {
        task.slurm.partition = chance(2) ? QStringLiteral("gpu,p%1").arg(random.bounded(9)) : QString();
        task.slurm.account = chance(3) ? QStringLiteral("lab-%1").arg(random.bounded(9)) : QString();
        task.slurm.qos = chance(3) ? QStringLiteral("high") : QString();
        task.slurm.cpus = random.bounded(3);
        task.slurm.memory = qint64(random.bounded(3)) << 30;
        for (int n = random.bounded(3); n > 0; --n)
            task.slurm.options << QStringLiteral("--constraint=\"a%1 & b: c\"").arg(n);
    }
    if (chance(3))
        task.workdir = (chance(3) ? QStringLiteral("https://h/a.git#v%1") : QStringLiteral("./%1")).arg(random.bounded(9));
    for (int n = random.bounded(3); n > 0; --n)
        task.fileMounts.insert(QStringLiteral("/data %1").arg(random.bounded(9)), QStringLiteral("./") + word(random));
    const QStringList sources{QStringLiteral("/srv/data"), QStringLiteral("~/my data"), QStringLiteral("/训练/a: b"),
                              QStringLiteral("/x # y")};
    for (int n = chance(2) ? random.bounded(3) : 0; n > 0; --n)
        task.mounts.insert(QStringLiteral("/m %1").arg(random.bounded(5)), FolderMount{pick(sources, random), chance(2)});
    for (int n = chance(3) ? random.bounded(3) : 0; n > 0; --n)
        task.storeMounts.insert(QStringLiteral("/store %1").arg(random.bounded(5)),
                                StoreMount{QStringLiteral("s3://b/%1").arg(random.bounded(5)), chance(2), chance(2)});
    for (int n = chance(3) ? random.bounded(3) : 0; n > 0; --n)
        task.volumes.insert(QStringLiteral("/v %1").arg(random.bounded(5)),
                            FolderMount{chance(2) ? QStringLiteral("data-%1").arg(random.bounded(5)) : pick(sources, random), chance(2)});
    if (chance(3))
        task.sharedMemory = qint64(1 + random.bounded(2000)) << (chance(2) ? 30 : 20);
    for (int n = chance(3) ? random.bounded(3) : 0; n > 0; --n)
        task.ports << QStringList{QStringLiteral("%1"), QStringLiteral("9%1:%1"), QStringLiteral("0.0.0.0:%1:80")}[random.bounded(3)].arg(
            n + 99);
    if (chance(3))
        task.network = task.ports.isEmpty() && chance(2) ? NetworkKind::None : NetworkKind(random.bounded(2));
    if (chance(3))
        task.user = UserKind(1 + random.bounded(2));
    if (task.user == UserKind::Ids)
        task.userIds = QStringLiteral("%1:100").arg(random.bounded(3));
    if (chance(2))
        task.launcher = launcherFor(task.run, LauncherKind(random.bounded(4)));
    for (int n = random.bounded(5); n > 0; --n)
        task.envs.insert(QStringLiteral("V%1").arg(random.bounded(9)), chance(6) ? scriptText(random) : word(random));
    for (int n = random.bounded(3); n > 0; --n) {
        const QString name = QStringLiteral("W%1").arg(random.bounded(9));
        if (!task.envsToTake.contains(name))
            task.envsToTake << name;
    }
    for (int n = random.bounded(3); n > 0; --n) {
        const QString name = QStringLiteral("S%1").arg(random.bounded(9));
        task.secrets.insert(name, std::nullopt);
        if (chance(2))
            task.keyringSecrets.insert(name, QStringLiteral("lab/token-%1").arg(random.bounded(3)));
    }
    if (chance(2)) {
        CheckpointPlan plan;
        plan.dir = QStringLiteral("/checkpoints/%1").arg(random.bounded(9));
        plan.pattern = chance(2) ? QStringLiteral("step-*.pt") : QString();
        plan.resume = chance(2) ? QStringLiteral("--resume {path} ") + word(random) : QString();
        plan.keep = random.bounded(3);
        plan.keepBest = chance(2) ? random.bounded(3) : 0;
        plan.keepEvery = chance(3) ? 500 : 0;
        if (plan.keepBest > 0 && chance(2)) {
            plan.keepBy = u'v' + word(random);
            plan.isHigherBetter = chance(2);
        }
        plan.manifests = ManifestPolicy(random.bounded(3));
        plan.signal = chance(2) ? QStringLiteral("USR1") : QString();
        task.checkpoints = plan;
    }
    for (int n = chance(3) ? 1 + random.bounded(3) : 0; n > 0; --n)
        task.tensorboard << QStringLiteral("/logs/%1").arg(n);
    for (int n = chance(3) ? 1 + random.bounded(3) : 0; n > 0; --n)
        task.gpus << (n == 2 ? QStringLiteral("GPU-0%1-ab").arg(random.bounded(10)) : QString::number(n));
    if (chance(3))
        task.limits.hours = (1 + random.bounded(100)) / 4.0;
    task.graceSeconds = chance(3) ? 31 + random.bounded(100) : 30;
    if (chance(3))
        task.limits.lease = std::chrono::seconds(10 + random.bounded(100'000));
    if (chance(3))
        task.limits.budget = Money(1 + random.bounded(1'000'000'000), Currency::USD);
    if (chance(3))
        task.limits.price = Money(1 + random.bounded(1'000'000'000), Currency::USD);
    if (chance(3))
        task.limits.idle = IdleLimit{std::chrono::seconds(10 + random.bounded(100'000)), chance(2) ? 30 : 1 + random.bounded(100)};
    if (chance(3))
        task.limits.save = std::chrono::seconds(random.bounded(80'000));
    task.limits.heedsSpotNotice = !chance(4);
    if (chance(4))
        task.limits.shutdown = QStringLiteral("sudo ") + word(random);
    if (chance(3)) {
        for (const AlertKind kind : {AlertKind::GpuTemperature, AlertKind::RunFailed, AlertKind::NoProgress, AlertKind::GpuIdle}) {
            AlertOverride rule;
            rule.kind = kind;
            rule.isOn = !chance(4);
            if (rule.isOn && alertUnit(kind) != AlertUnit::None && chance(2))
                rule.threshold = alertUnit(kind) == AlertUnit::Seconds ? 600 + random.bounded(9000) : 40 + random.bounded(50);
            if (rule.isOn && alertLasts(kind) && chance(2))
                rule.after = std::chrono::seconds(random.bounded(9000));
            if (chance(2))
                task.alerts.rules.insert(random.bounded(int(task.alerts.rules.size()) + 1), rule);
        }
        if (chance(2))
            task.alerts.ways = chance(2) ? QList<AlertChannel>{} : QList<AlertChannel>{AlertChannel::Webhook, AlertChannel::Desktop};
    }
    return withDollarsKept(task);
}

Task randomChange(const Task &task, QRandomGenerator &random)
{
    const Task other = randomTask(random);
    Task changed = task;
    for (int n = 1 + random.bounded(3); n > 0; --n) {
        switch (random.bounded(22)) {
        case 0: changed.name = other.name; break;
        case 1: changed.project = other.project; break;
        case 2:
            changed.accelerators = other.accelerators;
            changed.otherAccelerators = other.otherAccelerators;
            break;
        case 3: changed.image = other.image; break;
        case 4:
            changed.engine = other.engine;
            changed.slurm = other.slurm;  // without an engine, the section means Slurm
            break;
        case 5: changed.workdir = other.workdir; break;
        case 6:
            changed.fileMounts = other.fileMounts;
            changed.storeMounts = other.storeMounts;
            break;
        case 7: changed.envs = other.envs; break;
        case 8:
            changed.envs.insert(QStringLiteral("V%1").arg(random.bounded(9)), word(random));
            changed.envs.remove(QStringLiteral("V%1").arg(random.bounded(9)));
            break;
        case 9: changed.envsToTake = other.envsToTake; break;
        case 10:
            changed.secrets = other.secrets;
            changed.keyringSecrets = other.keyringSecrets;
            break;
        case 11: changed.checkpoints = other.checkpoints; break;
        case 12:
            changed.tensorboard = other.tensorboard;
            changed.gpus = other.gpus;
            break;
        case 13:
            changed.limits = other.limits;
            changed.graceSeconds = other.graceSeconds;
            break;
        case 14: changed.limits.hours = other.limits.hours; break;
        case 15: changed.alerts = other.alerts; break;
        case 16: changed.setup = other.setup; break;
        case 17:
            changed.mounts = other.mounts;
            changed.volumes = other.volumes;
            break;
        case 18: changed.sharedMemory = other.sharedMemory; break;
        case 19:
            changed.ports = other.ports;
            changed.network = other.network;
            break;
        case 20:
            changed.user = other.user;
            changed.userIds = other.userIds;
            changed.launcher = other.launcher;
            break;
        default: changed.run = other.run; break;
        }
    }
    changed.launcher = launcherFor(changed.run, changed.launcher);
    return changed;
}

template <typename List>
void RandomTaskFile::shuffle(List &list)
{
    for (size_t i = list.size(); i > 1; --i)
        std::swap(list[i - 1], list[size_t(m_random.bounded(int(i)))]);
}

RandomTaskFile::RandomTaskFile(const Task &task, QRandomGenerator &random) : m_task(task), m_random(random)
{
    m_step = 2 + m_random.bounded(3);
    Values all = sections();
    shuffle(all);
    if (chance(6))
        shareValues(all);
    m_text = "# the file\n";
    m_notes << Note{"# the file", {}};
    if (chance(6))
        m_text = "%YAML 1.2\n---\n" + m_text;
    else if (chance(6))
        m_text += "---\n";
    for (const Value &section : all) {
        between(0, {});
        const qsizetype start = m_text.size();
        write(section, 0, section.key);
        m_sections << qMakePair(section.key, m_text.mid(start));
    }
    between(0, {});
    const bool hasEnd = chance(8);
    if (hasEnd)
        m_text += "...\n";
    if (chance(6))
        m_text.prepend("\xef\xbb\xbf");
    if (chance(5)) {
        m_text.replace("\n", "\r\n");
        for (auto &section : m_sections)
            section.second.replace("\n", "\r\n");
    } else if (chance(4) && !hasEnd && parseTask(m_text.chopped(1)).task == task) {
        m_text.chop(1);
    }
}

RandomTaskFile::Values RandomTaskFile::sections()
{
    Values all;
    const auto add = [&all](const char *key, const QString &value) {
        if (!value.isEmpty())
            all.push_back(text(QLatin1String(key), value));
    };
    const auto addMap = [&](const char *key, Values inner) {
        if (!inner.empty())
            all.push_back(map(QLatin1String(key), std::move(inner)));
    };
    add("name", m_task.name);
    add("project", m_task.project);
    addMap("resources", resources());
    if (m_task.engine != EngineKind::Auto)
        add("engine", engineName(m_task.engine));
    addMap("slurm", slurm());
    if (const auto repository = gitSource(m_task.workdir); repository && chance(2))
        addMap("workdir", {text(QStringLiteral("url"), repository->url), text(QStringLiteral("ref"), repository->ref)});
    else
        add("workdir", m_task.workdir);
    if (m_task.launcher != LauncherKind::None || chance(8))
        add("launcher", launcherName(m_task.launcher));
    if (m_task.user == UserKind::Ids)
        add("user", m_task.userIds);
    else if (m_task.user == UserKind::Host || chance(8))
        add("user", m_task.user == UserKind::Host ? QStringLiteral("host") : QStringLiteral("root"));
    if (m_task.network)
        add("network", networkName(*m_task.network));
    addMap("mounts", folders());
    Values mounts, secrets;
    for (auto one = m_task.fileMounts.begin(); one != m_task.fileMounts.end(); ++one)
        mounts.push_back(text(one.key(), *one));
    for (auto one = m_task.storeMounts.begin(); one != m_task.storeMounts.end(); ++one) {
        mounts.push_back(
            map(one.key(), {text(QStringLiteral("source"), one->source),
                            text(QStringLiteral("mode"), one->isCached ? QStringLiteral("MOUNT_CACHED") : QStringLiteral("MOUNT")),
                            text(QStringLiteral("read_only"), one->isWritable ? QStringLiteral("false") : QStringLiteral("true"))}));
    }
    addMap("file_mounts", mounts);
    Values volumes;
    for (auto one = m_task.volumes.begin(); one != m_task.volumes.end(); ++one)
        volumes.push_back(one->isReadOnly ? map(one.key(), {text(QStringLiteral("name"), one->source),
                                                            text(QStringLiteral("read_only"), QStringLiteral("true"))})
                                          : text(one.key(), one->source));
    addMap("volumes", volumes);
    addMap("envs", environment());
    for (const QString &name : m_task.secrets.keys()) {
        const QString inKeyring = m_task.keyringSecrets.value(name);
        secrets.push_back(inKeyring.isEmpty() ? Value{Value::Null, name, {}, {}} : map(name, {text(QStringLiteral("keyring"), inKeyring)}));
    }
    addMap("secrets", secrets);
    addMap("checkpoints", checkpoints());
    if (!m_task.tensorboard.isEmpty()) {
        Value list{Value::List, QStringLiteral("tensorboard"), {}, {}};
        for (const QString &folder : m_task.tensorboard)
            list.inner.push_back(text({}, folder));
        all.push_back(list);
    }
    if (!m_task.gpus.isEmpty()) {
        Value list{Value::List, QStringLiteral("gpus"), {}, {}};
        for (const QString &gpu : m_task.gpus)
            list.inner.push_back(text({}, gpu));
        all.push_back(list);
    }
    addMap("limits", limits());
    addMap("alerts", alerts());
    add("setup", m_task.setup);
    add("run", m_task.run);
    if (chance(3))
        all.push_back(
            map(QStringLiteral("config"), {text(QStringLiteral("any"), word(m_random)), text(QStringLiteral("more"), word(m_random))}));
    return all;
}

RandomTaskFile::Values RandomTaskFile::slurm()
{
    const SlurmOptions &slurm = m_task.slurm;
    Values inner;
    const auto add = [&inner](const char *key, const QString &value) {
        if (!value.isEmpty())
            inner.push_back(text(QLatin1String(key), value));
    };
    add("partition", slurm.partition);
    add("account", slurm.account);
    add("qos", slurm.qos);
    add("cpus", slurm.cpus > 0 ? QString::number(slurm.cpus) : QString());
    add("memory", slurm.memory > 0 ? memorySizeText(slurm.memory) : QString());
    if (!slurm.options.isEmpty()) {
        Value list{Value::List, QStringLiteral("options"), {}, {}};
        for (const QString &option : slurm.options)
            list.inner.push_back(text({}, option));
        inner.push_back(list);
    }
    return inner;
}

RandomTaskFile::Values RandomTaskFile::resources()
{
    Values inner;
    if (chance(3))
        inner.push_back(text(QStringLiteral("cloud"), QStringLiteral("aws")));
    if (!m_task.image.isEmpty())
        inner.push_back(text(QStringLiteral("image_id"), QStringLiteral("docker:") + m_task.image));
    if (m_task.accelerators) {
        const QString key = QStringLiteral("accelerators");
        QList<Accelerators> kinds{*m_task.accelerators};
        kinds << m_task.otherAccelerators;
        const bool hasNone = kinds.last().count == 0;
        if (kinds.size() == 1 && chance(2)) {
            inner.push_back(chance(2) ? text(key, acceleratorText(kinds[0]))
                                      : map(key, {text(kinds[0].model, QString::number(kinds[0].count))}));
        } else if (!hasNone && chance(2)) {
            Value list{Value::List, key, {}, {}};
            for (const Accelerators &one : std::as_const(kinds))
                list.inner.push_back(text({}, acceleratorText(one)));
            inner.push_back(list);
        } else {
            Value list{Value::List, chance(2) ? QStringLiteral("any_of") : QStringLiteral("ordered"), {}, {}};
            for (const Accelerators &one : std::as_const(kinds))
                list.inner.push_back(map({}, one.count == 0 ? Values{} : Values{text(key, acceleratorText(one))}));
            inner.push_back(list);
            if (!hasNone && chance(3))
                inner.push_back(text(key, QStringLiteral("V100:1")));
        }
    }
    if (m_task.sharedMemory || chance(8))
        inner.push_back(text(QStringLiteral("shm"), m_task.sharedMemory ? memorySizeText(*m_task.sharedMemory) : QStringLiteral("host")));
    if (m_task.ports.size() == 1 && chance(2)) {
        inner.push_back(text(QStringLiteral("ports"), m_task.ports.first()));
    } else if (!m_task.ports.isEmpty()) {
        Value list{Value::List, QStringLiteral("ports"), {}, {}};
        for (const QString &port : m_task.ports)
            list.inner.push_back(text({}, port));
        inner.push_back(list);
    }
    shuffle(inner);
    return inner;
}

RandomTaskFile::Values RandomTaskFile::folders()
{
    Values inner;
    for (auto mount = m_task.mounts.begin(); mount != m_task.mounts.end(); ++mount) {
        Values parts{text(QStringLiteral("source"), mount->source)};
        if (mount->isReadOnly || chance(2))
            parts.push_back(text(QStringLiteral("read_only"), mount->isReadOnly ? QStringLiteral("true") : QStringLiteral("false")));
        shuffle(parts);
        inner.push_back(!mount->isReadOnly && chance(2) ? text(mount.key(), mount->source) : map(mount.key(), parts));
    }
    shuffle(inner);
    return inner;
}

RandomTaskFile::Values RandomTaskFile::environment()
{
    Values inner;
    for (auto one = m_task.envs.begin(); one != m_task.envs.end(); ++one)
        inner.push_back(text(one.key(), *one));
    shuffle(inner);
    // Their order counts.
    size_t at = 0;
    for (const QString &name : m_task.envsToTake) {
        at = size_t(m_random.bounded(int(at), int(inner.size()) + 1));
        inner.insert(inner.begin() + qsizetype(at), Value{Value::Null, name, {}, {}});
        ++at;
    }
    return inner;
}

RandomTaskFile::Values RandomTaskFile::checkpoints()
{
    Values inner;
    if (!m_task.checkpoints)
        return inner;
    const CheckpointPlan &plan = *m_task.checkpoints;
    const auto add = [](Values &to, const char *key, const QString &value) {
        if (!value.isEmpty())
            to.push_back(text(QLatin1String(key), value));
    };
    const auto number = [](int count) { return count > 0 ? QString::number(count) : QString(); };
    add(inner, "dir", plan.dir);
    add(inner, "pattern", plan.pattern);
    add(inner, "resume", plan.resume);
    const bool hasMore = plan.keepBest > 0 || plan.keepEvery > 0 || !plan.keepBy.isEmpty() || plan.isHigherBetter;
    if (!hasMore && chance(2)) {
        add(inner, "keep", number(plan.keep));
    } else if (hasMore || plan.keep > 0) {
        Values rules;
        add(rules, "last", number(plan.keep));
        add(rules, "best", number(plan.keepBest));
        add(rules, "every", number(plan.keepEvery));
        add(rules, "by", plan.keepBy);
        if (!plan.keepBy.isEmpty())
            add(rules, "better", plan.isHigherBetter ? QStringLiteral("higher") : QStringLiteral("lower"));
        shuffle(rules);
        inner.push_back(map(QStringLiteral("keep"), rules));
    }
    if (plan.manifests != ManifestPolicy::Auto)
        add(inner, "manifests", plan.manifests == ManifestPolicy::Off ? QStringLiteral("off") : QStringLiteral("all"));
    add(inner, "signal", plan.signal);
    if (chance(4))
        add(inner, "store", QStringLiteral("later"));
    shuffle(inner);
    return inner;
}

RandomTaskFile::Values RandomTaskFile::limits() const
{
    Values inner;
    const RunLimits &limits = m_task.limits;
    const auto add = [&inner](const char *key, const QString &value) { inner.push_back(text(QLatin1String(key), value)); };
    if (limits.shutdown.size() > 0)
        add("shutdown", limits.shutdown);
    if (!limits.heedsSpotNotice)
        add("spot", QStringLiteral("off"));
    if (limits.hours)
        add("hours", QString::number(*limits.hours));
    if (m_task.graceSeconds != 30 || m_random.bounded(8) == 0)
        add("grace", QString::number(m_task.graceSeconds));
    if (limits.lease)
        add("lease", durationText(*limits.lease));
    if (limits.idle) {
        if (limits.idle->belowPercent == 30 && m_random.bounded(2) == 0)
            add("idle", durationText(limits.idle->after));
        else
            inner.push_back(map(QStringLiteral("idle"), {text(QStringLiteral("after"), durationText(limits.idle->after)),
                                                         text(QStringLiteral("below"), QString::number(limits.idle->belowPercent))}));
    }
    if (limits.budget)
        add("budget", limits.budget->text());
    if (limits.price)
        add("price", limits.price->text());
    if (limits.save != RunLimits{}.save)
        add("save", durationText(limits.save));
    return inner;
}

RandomTaskFile::Values RandomTaskFile::alerts() const
{
    Values inner;
    for (const AlertOverride &rule : m_task.alerts.rules) {
        const QString key = alertKindName(rule.kind);
        const QString threshold = !rule.threshold                              ? QString()
                                  : alertUnit(rule.kind) == AlertUnit::Seconds ? durationText(std::chrono::seconds(qint64(*rule.threshold)))
                                                                               : QString::number(*rule.threshold);
        Values parts;
        if (rule.threshold)
            parts.push_back(text(QStringLiteral("at"), threshold));
        if (rule.after)
            parts.push_back(text(QStringLiteral("for"), durationText(*rule.after)));
        if (!rule.isOn)
            inner.push_back(text(key, QStringLiteral("off")));
        else if (parts.empty())
            inner.push_back(text(key, QStringLiteral("on")));
        else if (!rule.after && m_random.bounded(2) == 0)
            inner.push_back(text(key, threshold));
        else
            inner.push_back(map(key, parts));
    }
    if (m_task.alerts.ways && m_task.alerts.ways->isEmpty()) {
        inner.push_back(text(QStringLiteral("notify"), QStringLiteral("off")));
    } else if (m_task.alerts.ways) {
        Value list{Value::List, QStringLiteral("notify"), {}, {}};
        for (const AlertChannel way : *m_task.alerts.ways)
            list.inner.push_back(text({}, alertWayName(way)));
        inner.push_back(list);
    }
    return inner;
}

// Some of the variables come from a map above, merged or by name.
void RandomTaskFile::shareValues(Values &sections)
{
    const auto envs = std::find_if(sections.begin(), sections.end(), [](const Value &one) { return one.key == QLatin1String("envs"); });
    if (envs == sections.end() || !m_task.envsToTake.isEmpty())
        return;
    std::erase_if(sections, [](const Value &one) { return one.key == QLatin1String("config"); });
    const auto own = std::find_if(sections.begin(), sections.end(), [](const Value &one) { return one.key == QLatin1String("envs"); });
    Value shared = map(QStringLiteral("config"), {});
    const bool isMerged = chance(2);
    Values kept;
    for (Value &one : own->inner) {
        if (!isMerged || chance(2)) {
            kept.push_back(one);
        } else {
            shared.inner.push_back(one);
        }
    }
    if (isMerged && !shared.inner.empty()) {
        shared.anchor = "&shared";
        Value merge{Value::Text, QStringLiteral("<<"), {}, {}};
        merge.anchor = "*shared";
        kept.insert(kept.begin(), merge);
    } else if (!isMerged) {
        for (Value &one : kept) {
            if (one.text.contains(u'\n'))
                continue;
            Value source = one;
            const QByteArray name = one.key.toUtf8();
            source.anchor = '&' + name;
            shared.inner.push_back(source);
            one.anchor = '*' + name;
        }
    }
    if (shared.inner.empty())
        return;
    own->inner = kept;
    m_hasAliases = true;
    sections.insert(sections.begin(), shared);
}

void RandomTaskFile::between(int column, const QString &path, bool isAtEnd)
{
    for (int n = m_random.bounded(3); n > 0; --n) {
        if (chance(2)) {
            m_text += '\n';
            continue;
        }
        const QByteArray comment = "# comment " + QByteArray::number(++m_comments) + '.';
        m_text += QByteArray(!isAtEnd && chance(8) ? 0 : column, ' ') + comment + '\n';
        m_notes << Note{comment, path};
    }
}

QByteArray RandomTaskFile::endOfLine(const QString &path)
{
    if (!chance(3))
        return chance(8) ? "  \n" : "\n";
    const QByteArray comment = "# end " + QByteArray::number(++m_comments) + '.';
    m_notes << Note{comment, path};
    return (chance(2) ? " " : "\t ") + comment + '\n';
}

QByteArray RandomTaskFile::scalar(const Value &value, bool isInBrackets)
{
    if (value.anchor.startsWith('*'))
        return value.anchor;
    const QByteArray anchor = value.anchor.isEmpty() ? QByteArray() : value.anchor + ' ';
    if (value.kind == Value::Null)
        return chance(2) ? "null" : "~";
    const QString &text = value.text;
    const bool isPlain = std::all_of(text.begin(), text.end(),
                                     [&](QChar c) {
                                         return c.isLetterOrNumber() || c == u'.' || c == u'/' || c == u'-' || c == u'$'
                                                || (!isInBrackets && (c == u' ' || c == u':' || c == u'{'));
                                     })
                         && text[0].isLetterOrNumber() && !text.contains(QLatin1String(": ")) && !text.endsWith(u':')
                         && text != QLatin1String("null");
    if (isPlain && !chance(3))
        return anchor + text.toUtf8();
    const bool isSimple = std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u' '; });
    if (isSimple && chance(2))
        return anchor + '\'' + QString(text).replace(u'\'', QLatin1String("''")).toUtf8() + '\'';
    QString quoted = text;
    quoted.replace(u'\\', QLatin1String("\\\\")).replace(u'"', QLatin1String("\\\"")).replace(u'\n', QLatin1String("\\n"));
    return anchor + '"' + quoted.toUtf8() + '"';
}

QByteArray RandomTaskFile::brackets(const Value &value)
{
    if (value.kind == Value::Text || value.kind == Value::Null)
        return scalar(value, true);
    QByteArrayList parts;
    for (const Value &one : value.inner) {
        const QByteArray key = one.key.isEmpty() ? QByteArray()
                                                 : (one.key.contains(u' ') ? '"' + one.key.toUtf8() + '"' : one.key.toUtf8()) + ": ";
        parts << key + brackets(one);
    }
    const QByteArray joined = parts.join(chance(4) ? " ,  " : ", ");
    return value.kind == Value::Map ? '{' + joined + '}' : '[' + joined + ']';
}

QByteArray RandomTaskFile::script(const QString &text, int column, const QString &path)
{
    const int indent = 1 + m_random.bounded(5);
    const bool needsIndent = text.startsWith(u' ') || text.startsWith(u'\n');
    QByteArray block = "|" + (needsIndent ? QByteArray::number(indent) : QByteArray());
    QStringList lines = text.split(u'\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    block += !text.endsWith(u'\n') ? "-" : text.endsWith(QLatin1String("\n\n")) ? "+" : "";
    block += endOfLine(path);
    for (const QString &line : std::as_const(lines))
        block += line.isEmpty() ? QByteArray("\n") : QByteArray(column + indent, ' ') + line.toUtf8() + '\n';
    return block;
}

void RandomTaskFile::write(const Value &value, int column, const QString &path)
{
    const qsizetype from = m_text.count('\n');
    writeValue(value, column, path);
    m_lines.insert(path, qMakePair(from, m_text.count('\n')));
}

QPair<qsizetype, qsizetype> RandomTaskFile::linesOf(const QString &path) const
{
    for (QString at = path; !at.isEmpty(); at = at.contains(u'.') ? at.left(at.lastIndexOf(u'.')) : QString()) {
        if (const auto lines = m_lines.constFind(at); lines != m_lines.constEnd())
            return *lines;
    }
    return {0, 0};
}

void RandomTaskFile::writeValue(const Value &value, int column, const QString &path)
{
    const QByteArray pad(column, ' ');
    const bool isQuoted = value.key.contains(u' ') || (chance(8) && value.key != QLatin1String("<<"));
    const QByteArray name = isQuoted ? '"' + value.key.toUtf8() + '"' : value.key.toUtf8();
    m_text += pad + name + (chance(8) ? " :" : ":");
    if (value.kind == Value::Text || value.kind == Value::Null) {
        const bool fitsBlock = value.text.contains(u'\n') && value.anchor.isEmpty() && !value.text.endsWith(QLatin1String("\n\n"));
        if (fitsBlock && !chance(4)) {
            m_text += ' ' + script(value.text, column, path);
        } else if (value.kind == Value::Null && chance(2)) {
            m_text += endOfLine(path);
        } else if (isFoldable(value.text) && value.anchor.isEmpty() && chance(3)) {
            const QByteArray lineBreak = '\n' + QByteArray(column + m_step, ' ');
            const QByteArray lines = value.text.toUtf8().replace(" ", lineBreak);
            const bool isInQuotes = !value.text.contains(u'"') && !value.text.contains(u'\\') && chance(2);
            if (isInQuotes)
                m_text += " \"" + lines + '"' + endOfLine(path);
            else
                m_text += " >-" + endOfLine(path) + lineBreak.mid(1) + lines + '\n';
        } else if (chance(8)) {
            m_text += '\n' + QByteArray(column + m_step, ' ') + scalar(value, false) + '\n';
        } else {
            const QByteArray written = ' ' + scalar(value, false);
            m_text += written + endOfLine(path);
        }
        return;
    }
    if (chance(4) && value.inner.size() < 4) {
        m_text += ' ' + (value.anchor.isEmpty() ? QByteArray() : value.anchor + ' ') + brackets(value) + '\n';
        return;
    }
    if (chance(6) && value.kind == Value::Map && value.anchor.isEmpty()) {
        m_text += " {\n";
        for (const Value &one : value.inner) {
            between(column + m_step, path);
            const QByteArray key = one.key.contains(u' ') ? '"' + one.key.toUtf8() + '"' : one.key.toUtf8();
            m_text += QByteArray(column + m_step, ' ') + key + ": " + brackets(one) + (&one == &value.inner.back() ? "\n" : ",\n");
        }
        m_text += pad + "}\n";
        return;
    }
    m_text += (value.anchor.isEmpty() ? QByteArray() : ' ' + value.anchor) + '\n';
    const int step = chance(5) ? 1 + m_random.bounded(5) : m_step;
    const int inner = value.kind == Value::List && chance(3) ? column : column + step;  // items may stand below their key
    for (const Value &one : value.inner) {
        between(inner, path);
        const bool isOneKey = one.kind == Value::Map && one.inner.size() == 1 && one.inner.front().kind == Value::Text;
        if (value.kind == Value::List && isOneKey && chance(2))
            m_text += QByteArray(inner, ' ') + "- " + one.inner.front().key.toUtf8() + ": " + scalar(one.inner.front(), false) + '\n';
        else if (value.kind == Value::List)
            m_text += QByteArray(inner, ' ') + "- " + brackets(one) + '\n';
        else
            write(one, inner, path + u'.' + one.key);
    }
    if (inner > column && chance(4))
        between(inner, path, true);
}

QByteArray RandomTaskFile::lostIn(const QByteArray &edited, const Task &wanted) const
{
    const QSet<QString> before = pathsOf(m_task), after = pathsOf(wanted);
    // Three keys name accelerators, and not each can name all of them.
    const bool hasOtherNames = m_task.accelerators != wanted.accelerators || m_task.otherAccelerators != wanted.otherAccelerators;
    static const QStringList kNames{QStringLiteral("resources.accelerators"), QStringLiteral("resources.any_of"),
                                    QStringLiteral("resources.ordered")};
    // What a merge key brings is written out where it changes.
    const bool hasOtherVariables = m_task.envs != wanted.envs || m_task.envsToTake != wanted.envsToTake;
    // A rule that changes and comes elsewhere is written anew, with those of its comments that have lines of their own.
    const bool hasOtherRules = m_task.alerts.rules != wanted.alerts.rules;
    const bool hasOtherWorkdir = m_task.workdir != wanted.workdir;
    const auto isRemoved = [&](const QString &path, bool isAtEnd) {
        if (hasOtherRules && path.startsWith(QLatin1String("alerts.")) && (isAtEnd || path.count(u'.') == 2))
            return true;
        if (hasOtherWorkdir && path.startsWith(QLatin1String("workdir.")))
            return true;
        if (path == QLatin1String("envs.<<") && hasOtherVariables)
            return true;
        bool isGone = hasOtherNames && std::any_of(kNames.begin(), kNames.end(), [&](const QString &name) {
                          return path == name || path.startsWith(name + u'.');
                      });
        for (qsizetype dot = 0; dot >= 0 && !isGone;) {
            dot = path.indexOf(u'.', dot + 1);
            const QString part = path.left(dot < 0 ? path.size() : dot);
            isGone = before.contains(part) && !after.contains(part);
        }
        return isGone;
    };
    for (const Note &note : m_notes) {
        if (!edited.contains(note.comment) && !isRemoved(note.path, note.comment.startsWith("# end")))
            return note.comment + " of " + note.path.toUtf8();
    }
    if (m_hasAliases)
        return {};
    const auto ownKeys = [](const Task &task, const QString &section) {
        const QByteArray text = writeTask(task);
        const QByteArray key = '\n' + section.toUtf8() + ':';
        const qsizetype start = text.startsWith(key.mid(1)) ? 0 : text.indexOf(key);
        if (start < 0)
            return QByteArray();
        qsizetype end = text.indexOf('\n', start + 1);
        while (end >= 0 && end + 1 < text.size() && (text[end + 1] == ' ' || text[end + 1] == '\n'))
            end = text.indexOf('\n', end + 1);
        return text.mid(start, end < 0 ? -1 : end - start).trimmed();
    };
    for (const auto &section : m_sections) {
        if (ownKeys(m_task, section.first) == ownKeys(wanted, section.first) && !edited.contains(section.second.trimmed()))
            return "section " + section.first.toUtf8();
    }
    return {};
}

}  // namespace trainyard
