// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secretname.h"
#include "core/base/shellquote.h"
#include "core/model/internal/importdraft.h"
#include "core/model/internal/shellwords.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace trainyard {
namespace {

// Options of `docker run` and `podman run` that take a value in the next word.
const QSet<QString> &optionsWithAValue()
{
    static const QSet<QString> kOptions = [] {
        const QString names = QStringLiteral(
            "-a -c -e -h -l -m -p -u -v -w --add-host --annotation --arch --attach --authfile --blkio-weight --cap-add --cap-drop "
            "--cgroup-parent --cgroupns --cgroups --cidfile --conmon-pidfile --cpu-period --cpu-quota --cpu-rt-period --cpu-rt-runtime "
            "--cpu-shares --cpus --cpuset-cpus --cpuset-mems --detach-keys --device --device-cgroup-rule --device-read-bps "
            "--device-write-bps --dns --dns-option --dns-search --domainname --entrypoint --env --env-file --expose --gidmap --gpus "
            "--group-add --health-cmd --health-interval --health-retries --health-start-period --health-timeout --hooks-dir --hostname "
            "--image-volume --ip --ip6 --ipc --isolation --kernel-memory --label --label-file --link --log-driver --log-opt "
            "--mac-address --memory --memory-reservation --memory-swap --memory-swappiness --mount --name --net --network "
            "--network-alias --oom-score-adj --os --pid --pidfile --pids-limit --platform --pod --publish --pull --restart --runtime "
            "--sdnotify --secret --security-opt --shm-size --stop-signal --stop-timeout --storage-opt --subuidname --subgidname "
            "--sysctl --systemd --timeout --tmpfs --tz --uidmap --ulimit --umask --user --userns --uts --variant --volume "
            "--volume-driver --volumes-from --workdir");
        const QStringList list = names.split(u' ');
        return QSet<QString>(list.begin(), list.end());
    }();
    return kOptions;
}

QString longName(const QString &name)
{
    static const QMap<QString, QString> kNames{
        {QStringLiteral("-e"), QStringLiteral("--env")},         {QStringLiteral("-v"), QStringLiteral("--volume")},
        {QStringLiteral("-w"), QStringLiteral("--workdir")},     {QStringLiteral("-p"), QStringLiteral("--publish")},
        {QStringLiteral("-u"), QStringLiteral("--user")},        {QStringLiteral("-m"), QStringLiteral("--memory")},
        {QStringLiteral("-c"), QStringLiteral("--cpus")},        {QStringLiteral("--cpu-shares"), QStringLiteral("--cpus")},
        {QStringLiteral("-P"), QStringLiteral("--publish-all")}, {QStringLiteral("--net"), QStringLiteral("--network")}};
    return kNames.value(name, name);
}

bool isHere(const QString &path)
{
    static const QStringList kHere{QStringLiteral("."),      QStringLiteral("./"),      QStringLiteral("$PWD"),  QStringLiteral("${PWD}"),
                                   QStringLiteral("$(pwd)"), QStringLiteral("$(pwd)/"), QStringLiteral("`pwd`"), QStringLiteral("$PWD/")};
    return kHere.contains(path);
}

// $PWD/data is ./data.
QString fromHere(const QString &path)
{
    for (const char *here : {"$PWD/", "${PWD}/", "$(pwd)/", "`pwd`/"}) {
        if (path.startsWith(QLatin1String(here)))
            return QStringLiteral("./") + path.mid(qsizetype(qstrlen(here)));
    }
    return path;
}

class ContainerImport {
public:
    explicit ContainerImport(const QString &text) : m_text(text) {}

    Result<ImportedTask> read()
    {
        TRY(m_tokens, shellTokens(m_text));
        qsizetype first = 0;
        while (first < m_tokens.size()) {
            const qsizetype end = commandEnd(first);
            if (const qsizetype options = optionsOf(first, end); options >= 0 && !m_isFound) {
                m_isFound = true;
                readStart(options, end);
            } else if (end > first) {
                skip(first, end);
            }
            first = behindRedirection(end);
        }
        if (!m_isFound)
            return invalidInput(ImportWords::tr("There is no docker run or podman run command in this text: paste the whole command."));
        placeMounts();
        if (m_hasHostMemory)  // then, engines do not look at --shm-size
            m_draft.task.sharedMemory.reset();
        return m_draft.finished(ImportKind::ContainerCommand);
    }

private:
    qsizetype commandEnd(qsizetype at) const
    {
        while (at < m_tokens.size() && !m_tokens[at].isOperator)
            ++at;
        return at;
    }

    // Where the next command begins. What a sign such as ">" or "2>&" stands before is no command.
    qsizetype behindRedirection(qsizetype at)
    {
        const qsizetype first = at;
        while (at < m_tokens.size() && m_tokens[at].isOperator && m_tokens[at].text.front().isDigit())
            ++at;
        const bool isSign = at < m_tokens.size() && (m_tokens[at].text.startsWith(u'>') || m_tokens[at].text.startsWith(u'<'));
        if (!isSign)
            return first + 1;
        if (++at < m_tokens.size() && !m_tokens[at].isOperator) {
            if (m_isFound && !m_tokens[at - 1].text.endsWith(u'&'))
                m_draft.note(m_tokens[at].line,
                             ImportWords::tr("“%1” was left out: the log of a run has its output and errors, and a run has no "
                                             "input.")
                                 .arg(importedExcerpt(m_tokens[at - 1].text + u' ' + m_tokens[at].text)));
            ++at;
        }
        return at;
    }

    // Where the options of a container start begin; -1: it is another command.
    qsizetype optionsOf(qsizetype at, qsizetype end)
    {
        static const QStringList kBefore{QStringLiteral("$"),     QStringLiteral("sudo"), QStringLiteral("exec"),
                                         QStringLiteral("nohup"), QStringLiteral("time"), QStringLiteral("-E")};
        while (at < end && (kBefore.contains(m_tokens[at].text) || isAssignment(m_tokens[at])))
            ++at;
        const QString program = at < end ? m_tokens[at].text.section(u'/', -1) : QString();
        if (program == QLatin1String("podman"))
            m_draft.task.engine = EngineKind::Podman;
        else if (program != QLatin1String("docker") && program != QLatin1String("nvidia-docker"))
            return -1;
        for (++at; at < end; ++at) {
            const QString &word = m_tokens[at].text;
            if (word == QLatin1String("run") || word == QLatin1String("create"))
                return at + 1;
            if (word == QLatin1String("--context") || word == QLatin1String("--host") || word == QLatin1String("-H"))
                ++at;  // their value
            else if (!word.startsWith(u'-') && word != QLatin1String("container"))
                break;
        }
        m_draft.task.engine = EngineKind::Auto;
        return -1;
    }

    static bool isAssignment(const ShellToken &word)
    {
        const qsizetype equals = word.text.indexOf(u'=');
        return equals > 0
               && std::all_of(word.text.begin(), word.text.begin() + equals, [](QChar c) { return c.isLetterOrNumber() || c == u'_'; });
    }

    void skip(qsizetype first, qsizetype end)
    {
        const ShellToken &word = m_tokens[first];
        // Only the names: the rest may contain a password.
        QString name = word.text;
        if (isAssignment(word))
            name = name.section(u'=', 0, 0) + QStringLiteral("=…");
        else if (const bool isPiped = end < m_tokens.size() && m_tokens[end].text == QLatin1String("|");  // it may be a password
                 end - first > 1 && !isPiped && !m_tokens[first + 1].text.contains(u'=') && !m_tokens[first + 1].text.startsWith(u'-'))
            name += u' ' + m_tokens[first + 1].text;
        m_draft.note(word.line, ImportWords::tr("“%1” was left out: only the container command was read.").arg(importedExcerpt(name)));
    }

    void readStart(qsizetype at, qsizetype end)
    {
        for (; at < end; ++at) {
            const ShellToken &word = m_tokens[at];
            if (word.text == QLatin1String("--")) {
                ++at;
                break;
            }
            if (!word.text.startsWith(u'-') || word.text.size() == 1)
                break;
            const bool isBundle = !word.text.startsWith(QLatin1String("--"));
            if (!(isBundle ? readBundle(at, end) : readLong(at, end)))
                return;
        }
        if (at >= end) {
            m_draft.note(0, ImportWords::tr("The command names no image."));
            return;
        }
        if (m_tokens[at].isExpanded)
            m_draft.note(m_tokens[at].line, ImportWords::tr("The image contains a variable: write its name out."));
        else
            m_draft.addImage(m_tokens[at].text, m_tokens[at].line);
        takeCommand(at + 1, end);
    }

    // --name=value, --name value, --flag. False: its value is missing.
    bool readLong(qsizetype &at, qsizetype end)
    {
        const ShellToken &word = m_tokens[at];
        const qsizetype equals = word.text.indexOf(u'=');
        const QString name = word.text.left(equals < 0 ? word.text.size() : equals);
        ShellToken value = word;
        value.text = equals < 0 ? QString() : word.text.mid(equals + 1);
        if (equals < 0 && optionsWithAValue().contains(name) && !takeNext(name, value, at, end))
            return false;
        takeOption(longName(name), value, word.line);
        return true;
    }

    // -it, -p 80:80, -p80:80, and -itp 80:80: the first option that takes a value ends the word.
    bool readBundle(qsizetype &at, qsizetype end)
    {
        const ShellToken &word = m_tokens[at];
        for (qsizetype i = 1; i < word.text.size() && word.text[i] != u'='; ++i) {
            const QString name = u'-' + word.text.mid(i, 1);
            ShellToken value = word;
            value.text.clear();
            if (!optionsWithAValue().contains(name)) {
                takeOption(longName(name), value, word.line);
                continue;
            }
            value.text = word.text.mid(word.text.mid(i + 1, 1) == QLatin1String("=") ? i + 2 : i + 1);
            if (i + 1 == word.text.size() && !takeNext(name, value, at, end))
                return false;
            takeOption(longName(name), value, word.line);
            break;
        }
        return true;
    }

    bool takeNext(const QString &name, ShellToken &value, qsizetype &at, qsizetype end)
    {
        if (at + 1 == end) {
            m_draft.note(value.line, ImportWords::tr("%1 has no value.").arg(name));
            return false;
        }
        value = m_tokens[++at];
        return true;
    }

    void takeOption(const QString &name, const ShellToken &value, int line)
    {
        static const QStringList kWithoutEffect{QStringLiteral("--rm"),
                                                QStringLiteral("-d"),
                                                QStringLiteral("--detach"),
                                                QStringLiteral("-i"),
                                                QStringLiteral("--interactive"),
                                                QStringLiteral("-t"),
                                                QStringLiteral("--tty"),
                                                QStringLiteral("--init"),
                                                QStringLiteral("-q"),
                                                QStringLiteral("--quiet"),
                                                QStringLiteral("--pull"),
                                                QStringLiteral("--runtime"),
                                                QStringLiteral("--replace")};
        if (kWithoutEffect.contains(name))
            return;
        if (name == QLatin1String("--env")) {
            takeVariable(value, line);
        } else if (name == QLatin1String("--gpus")) {
            takeGpus(value.text, line);
        } else if (name == QLatin1String("--name")) {
            m_draft.task.name = value.isExpanded ? QString() : value.text;
        } else if (name == QLatin1String("--workdir")) {
            m_workdir = value.text;
            m_workdirLine = line;
        } else if (name == QLatin1String("--volume")) {
            takeVolume(value, line);
        } else if (name == QLatin1String("--mount")) {
            takeMount(value, line);
        } else if (name == QLatin1String("--entrypoint")) {
            m_entrypoint = value.text;
        } else if (name == QLatin1String("--stop-timeout") && value.text.toInt() > 0 && value.text.toInt() <= 3600) {
            m_draft.task.graceSeconds = value.text.toInt();
        } else if (name == QLatin1String("--shm-size")) {
            m_draft.addSharedMemory(value.text, line);
        } else if (name == QLatin1String("--ipc")) {
            if (value.text == QLatin1String("host"))
                m_hasHostMemory = true;
            else
                m_draft.note(line, ImportWords::tr("--ipc=%1 was left out: a run has the shared memory of its machine, or the size in "
                                                   "resources.shm.")
                                       .arg(importedExcerpt(value.text)));
        } else if (name == QLatin1String("--publish")) {
            m_draft.addPort(value.text, line);
        } else if (name == QLatin1String("--network")) {
            takeNetwork(value.text, line);
        } else if (name == QLatin1String("--user")) {
            takeUser(value.text, line);
        } else if (name == QLatin1String("--userns")) {
            if (value.text.startsWith(QLatin1String("keep-id")))
                m_draft.setUser(UserKind::Host);
            else if (value.text != QLatin1String("host"))
                m_draft.note(line, ImportWords::tr("%1 was left out: a task has no such option.").arg(name));
        } else if (name == QLatin1String("--device") && value.text.startsWith(QLatin1String("nvidia.com/gpu="))) {
            m_draft.addGpuNames(value.text.section(u'=', 1), line);
        } else if (name == QLatin1String("--env-file")) {
            m_draft.note(line, ImportWords::tr("The file of variables %1 was not read: copy its variables to envs and secrets.")
                                   .arg(importedExcerpt(value.text)));
        } else if (name.startsWith(QLatin1String("--cpu")) || name.startsWith(QLatin1String("--memory"))) {
            m_draft.note(line, ImportWords::tr("%1=%2 was left out: a run has the processors and the memory of its machine.")
                                   .arg(name, importedExcerpt(value.text)));
        } else if (name == QLatin1String("--restart")) {
            if (value.text != QLatin1String("no"))
                m_draft.note(line, ImportWords::tr("--restart was left out: a run that has ended is resumed from its last checkpoint."));
        } else {
            m_draft.note(line, ImportWords::tr("%1 was left out: a task has no such option.").arg(importedExcerpt(name)));
        }
    }

    void takeNetwork(const QString &text, int line)
    {
        if (const auto network = networkFromName(text))
            m_draft.task.network = *network;
        else if (text != QLatin1String("default"))
            m_draft.note(
                line,
                ImportWords::tr("The network “%1” was left out: a task has host, bridge or none in network.").arg(importedExcerpt(text)));
    }

    // `$(id -u):$(id -g)` is whoever types the command.
    void takeUser(const QString &text, int line)
    {
        static const QRegularExpression kSelf(QStringLiteral("\\A(\\$\\(id -un?\\)|`id -un?`|\\$\\{?(UID|USER)\\}?)(:.*)?\\z"));
        if (kSelf.match(text).hasMatch())
            m_draft.setUser(UserKind::Host);
        else
            m_draft.addUser(text, line);
    }

    void takeVariable(const ShellToken &value, int line)
    {
        const qsizetype equals = value.text.indexOf(u'=');
        const QString name = value.text.left(equals < 0 ? value.text.size() : equals);
        if (equals < 0)
            return m_draft.addVariable(name, std::nullopt, line);
        const QString content = value.text.mid(equals + 1);
        // The runtime of NVIDIA reads it, as --gpus is read elsewhere.
        if (name == QLatin1String("NVIDIA_VISIBLE_DEVICES") && !value.isExpanded && content != QLatin1String("void")
            && content != QLatin1String("none"))
            return m_draft.addGpuNames(content, line);
        if (!value.isExpanded)
            return m_draft.addVariable(name, content, line);
        // The shell would have filled it in.
        m_draft.addVariable(name, std::nullopt, line);
        if (!isSecretName(name) && content != u'$' + name && content != QStringLiteral("${") + name + u'}')
            m_draft.note(line, ImportWords::tr("Your shell would make the value of %1 from “%2”.").arg(name, importedExcerpt(content)));
    }

    // all, 2, count=2, device=0, "device=0,1", "device=GPU-5f1c…",capabilities=utility
    void takeGpus(QString text, int line)
    {
        QStringList chosen;
        bool areDevices = false;
        for (const QString &part : text.remove(u'"').split(u',')) {
            const QString key = part.contains(u'=') ? part.section(u'=', 0, 0) : QString(), value = part.section(u'=', -1);
            areDevices = key == QLatin1String("device") || (areDevices && key.isEmpty());
            if (areDevices)
                chosen << value;
            else if ((key.isEmpty() || key == QLatin1String("count")) && value != QLatin1String("all") && value != QLatin1String("-1"))
                m_draft.addGpus(value, line);
        }
        m_draft.addGpuNames(chosen.join(u','), line);
    }

    void takeVolume(const ShellToken &value, int line)
    {
        QStringList parts = value.text.split(u':');
        // "${DATA:-/data}" has colons of its own.
        if (value.isExpanded && parts.first().contains(QLatin1String("${")) && !parts.first().contains(u'}'))
            parts = {value.text.section(u'}', 0, 0) + u'}', value.text.section(u'}', 1).section(u':', 1, 1)};
        addVolume(parts.value(0), parts.value(1), parts.value(2).split(u','), line);
    }

    void takeMount(const ShellToken &value, int line)
    {
        QMap<QString, QString> parts;
        for (const QString &part : value.text.split(u','))
            parts.insert(part.section(u'=', 0, 0), part.section(u'=', 1));
        const auto first = [&parts](std::initializer_list<const char *> names) {
            for (const char *name : names) {
                if (parts.contains(QLatin1String(name)))
                    return parts.value(QLatin1String(name));
            }
            return QStringLiteral("-");
        };
        if (parts.value(QStringLiteral("type")) == QLatin1String("tmpfs"))
            return m_draft.note(line, ImportWords::tr("%1 was left out: a task has no such option.").arg(QStringLiteral("tmpfs")));
        static const QStringList kOn{QString(), QStringLiteral("true"), QStringLiteral("1")};
        const bool isReadOnly = kOn.contains(first({"readonly", "ro"}));
        const QString source = first({"source", "src"}), target = first({"target", "destination", "dst"});
        addVolume(source == QLatin1String("-") ? QString() : source, target == QLatin1String("-") ? QString() : target,
                  isReadOnly ? QStringList{QStringLiteral("ro")} : QStringList(), line);
    }

    // Folders with an absolute path, or in the home, are those of the machine where such a command is typed; those below the current folder
    // come from where its code is.
    void addVolume(const QString &source, const QString &target, const QStringList &options, int line)
    {
        static const QRegularExpression kHome(QStringLiteral("\\A\\$(HOME|\\{HOME\\})/"));
        const QString folder = fromHere(source).replace(kHome, QStringLiteral("~/"));
        if (isHere(source))
            m_here << Mount{source, target, line};
        else if (folder.contains(u'$') || folder.contains(u'`'))
            m_draft.note(line,
                         ImportWords::tr("The mount “%1” contains a variable: write its folder in mounts if it is on the machine, or in "
                                         "file_mounts if it is on this computer.")
                             .arg(importedExcerpt(source + u':' + target)));
        else if (folder.startsWith(u'.'))
            m_draft.addMount(folder, target, line);
        else if (folder.startsWith(u'/') || folder.startsWith(u'~'))
            m_draft.addFolder(folder, target, options, line);
        else
            m_draft.note(
                line,
                ImportWords::tr(
                    "The volume “%1” was left out: the machine may not have it. Write a folder of the machine in mounts, or a volume that it has in volumes.")
                    .arg(importedExcerpt(source)));
    }

    // The folder where the command was typed is what a task copies as its workdir.
    void placeMounts()
    {
        for (const Mount &mount : std::as_const(m_here)) {
            if (!m_draft.task.workdir.isEmpty()) {
                m_draft.addMount(QStringLiteral("."), mount.target, mount.line);
                continue;
            }
            m_draft.task.workdir = QStringLiteral(".");
            m_draft.note(mount.line,
                         ImportWords::tr("The current folder is copied as the task's workdir, and the command starts in it; in the "
                                         "container it was at %1.")
                             .arg(importedExcerpt(mount.target)));
        }
        const auto isPlaced = [this](const Mount &mount) { return mount.target == m_workdir; };
        if (!m_workdir.isEmpty() && std::none_of(m_here.begin(), m_here.end(), isPlaced)) {
            if (m_draft.task.run.isEmpty() || m_workdir.contains(u'$') || m_workdir.contains(QChar::Null))
                m_draft.note(m_workdirLine,
                             ImportWords::tr("The folder %1 was left out: begin “run” with cd.").arg(importedExcerpt(m_workdir)));
            else
                m_draft.task.run.prepend(QStringLiteral("cd ") + shellQuoted(m_workdir) + u'\n');
        }
    }

    void takeCommand(qsizetype at, qsizetype end)
    {
        QStringList words;
        if (!m_entrypoint.isEmpty())
            words << shellQuoted(m_entrypoint);
        const qsizetype count = end - at;
        const QString shell = m_entrypoint.isEmpty() && count > 0 ? m_tokens[at].text.section(u'/', -1)
                              : count > 0                         ? m_entrypoint.section(u'/', -1)
                                                                  : QString();
        const qsizetype flag = m_entrypoint.isEmpty() ? at + 1 : at;
        const bool isShell = shell == QLatin1String("bash") || shell == QLatin1String("sh");
        if (isShell && flag + 2 == end && m_tokens[flag].text.startsWith(u'-') && m_tokens[flag].text.endsWith(u'c')
            && !m_tokens[flag].text.startsWith(QLatin1String("--"))) {
            m_draft.task.run = m_tokens[flag + 1].text;
            noteExpansion(m_tokens[flag + 1]);
            return;
        }
        for (; at < end; ++at) {
            const ShellToken &word = m_tokens[at];
            const QString source = m_text.mid(word.begin, word.end - word.begin);
            words << (word.isExpanded ? source : shellQuoted(word.text));
            noteExpansion(word);
        }
        m_draft.task.run = words.join(u' ');
        if (isShell && count == 1 && m_entrypoint.isEmpty()) {
            m_draft.task.run.clear();
            m_draft.note(m_tokens[end - 1].line, ImportWords::tr("The command was an interactive shell: a run has none."));
        }
    }

    void noteExpansion(const ShellToken &word)
    {
        if (word.isExpanded) {
            m_draft.note(word.line, ImportWords::tr("“%1” was filled in by the shell of your computer; in a task, the machine does that.")
                                        .arg(importedExcerpt(word.text)));
        }
    }

    struct Mount {
        QString source, target;
        int line;
    };

    const QString &m_text;
    QList<ShellToken> m_tokens;
    ImportDraft m_draft;
    bool m_isFound = false, m_hasHostMemory = false;
    QString m_workdir, m_entrypoint;
    int m_workdirLine = 0;
    QList<Mount> m_here;
};

}  // namespace

Result<ImportedTask> importContainer(const QString &text) { return ContainerImport(text).read(); }

}  // namespace trainyard
