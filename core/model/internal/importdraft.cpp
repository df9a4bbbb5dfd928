// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/importdraft.h"

#include "core/base/secretname.h"
#include "core/base/seentext.h"
#include "core/model/internal/importsecrets.h"
#include "core/model/internal/tasksections.h"
#include "core/model/taskvariables.h"

#include <QRegularExpression>

#include <algorithm>

namespace trainyard {
namespace {

constexpr qsizetype kMaxNotes = 60;      // more are not read
constexpr qsizetype kMostSecrets = 100;  // in a command; looking for a name for each takes time
constexpr qsizetype kMaxImportedPorts = 64, kMaxImportedGpus = 128;

QString withoutSecrets(QString text)
{
    const QList<WrittenSecret> secrets = secretsWrittenIn(text);
    for (auto secret = secrets.rbegin(); secret != secrets.rend(); ++secret)
        text.replace(secret->begin, secret->end - secret->begin, QStringLiteral("…"));
    return text;
}

// As docker counts: "8g", "8 GB", "512m", "1.5g", and bytes.
std::optional<qint64> importedBytes(const QString &text)
{
    static const QRegularExpression kForm(QStringLiteral("\\A([0-9]{1,15})(?:\\.([0-9]{1,3}))? ?([bkmgt]?)(?:i?b)?\\z"),
                                          QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = kForm.match(text.trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    static const QString kUnits = QStringLiteral("bkmgt");
    const int unit = std::max(0, int(kUnits.indexOf(match.captured(3).isEmpty() ? u'b' : match.captured(3)[0].toLower())));
    const double number = (match.captured(1) + u'.' + match.captured(2)).toDouble() * double(qint64(1) << (10 * unit));
    // Whole KB are what the task can say.
    const qint64 bytes = number < double(qint64(1) << 50) ? (qint64(number) + 1023) / 1024 * 1024 : 0;
    return parseMemorySize(memorySizeText(bytes)) ? std::optional(bytes) : std::nullopt;
}

}  // namespace

QString importedExcerpt(const QString &text)
{
    constexpr qsizetype kShown = 60;
    const QString line = seenText(withoutSecrets(text.left(16 * kShown)).simplified());
    return line.size() > kShown ? line.left(kShown - 1) + QStringLiteral("…") : line;
}

void ImportDraft::note(int line, const QString &what)
{
    const auto isSame = [&](const ImportNote &known) { return known.line == line && known.what == what; };
    if (m_notes.size() < kMaxNotes && std::none_of(m_notes.begin(), m_notes.end(), isSame))
        m_notes << ImportNote{line, what};
    else if (m_notes.size() == kMaxNotes)
        m_notes << ImportNote{0, ImportWords::tr("More was left out than is listed here: compare the task with your text.")};
}

bool ImportDraft::isUsableName(const QString &name, int line)
{
    static const QRegularExpression kName(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\z"), QRegularExpression::DontCaptureOption);
    if (kName.match(name).hasMatch() && !name.startsWith(QLatin1String("TRAINYARD_")) && !name.startsWith(QLatin1String("SKYPILOT_")))
        return true;
    note(line, ImportWords::tr("The variable “%1” was left out: its name cannot be used.").arg(importedExcerpt(name)));
    return false;
}

void ImportDraft::addSecret(const QString &name, int line)
{
    if (!isUsableName(name, line))
        return;
    task.envs.remove(name);
    task.envsToTake.removeAll(name);
    task.secrets.insert(name, std::nullopt);
    note(line, ImportWords::tr("%1 is a secret: set it in the environment where you launch.").arg(name));
}

void ImportDraft::addVariable(const QString &name, const std::optional<QString> &value, int line)
{
    if (!isUsableName(name, line))
        return;
    task.envs.remove(name);
    task.envsToTake.removeAll(name);
    if (!value && (isSecretName(name) || task.secrets.contains(name)))
        return addSecret(name, line);
    if (isSecretName(name) || (value && isSecretValue(*value))) {
        task.secrets.insert(name, std::nullopt);
        m_secretNames.insert(*value, name);
        note(line,
             ImportWords::tr("The value of %1 was left out, because it looks like a secret. Set %1 in the environment where you launch.")
                 .arg(name));
    } else if (value && !value->contains(QChar::Null)) {
        task.secrets.remove(name);
        task.envs.insert(name, *value);
    } else {
        task.envsToTake << name;
        note(line, ImportWords::tr("%1 has no value here: it is taken from the environment where you launch.").arg(name));
    }
}

void ImportDraft::addGpus(const QString &text, int line)
{
    QStringList parts = text.split(u':');
    if (parts.size() > 1 && parts.first() == QLatin1String("gpu"))
        parts.removeFirst();
    bool isCount = false;
    int count = parts.last().toInt(&isCount);
    if (isCount)
        parts.removeLast();
    else
        count = 1;
    QString model = parts.join(u':');
    if (model == QLatin1String("gpu"))
        model.clear();
    if (model.startsWith(QLatin1String("nvidia_"), Qt::CaseInsensitive))
        model.remove(0, 7);
    model = model.toUpper().replace(u'_', u'-');
    static const QRegularExpression kModel(QStringLiteral("\\A([A-Z][A-Z0-9.-]{0,63})?\\z"));
    if (!kModel.match(model).hasMatch() || count < 1 || count > 1024) {
        note(line, ImportWords::tr("The GPUs “%1” were not understood: name model and number in resources.accelerators, like H100:8.")
                       .arg(importedExcerpt(text)));
    } else if (model.isEmpty()) {
        note(line,
             ImportWords::tr("%n GPU(s) are asked for without a model: write it in resources.accelerators, like H100:%1. Without that, "
                             "the task gets the GPUs of its machine.",
                             nullptr, count)
                 .arg(count));
    } else if (!task.accelerators) {
        task.accelerators = Accelerators{model, count};
    } else if (const Accelerators other{model, count}; other != *task.accelerators && !task.otherAccelerators.contains(other)) {
        task.otherAccelerators << other;
    }
}

void ImportDraft::addGpuNames(const QString &text, int line)
{
    static const QRegularExpression kName(QStringLiteral("\\A([0-9]{1,3}(:[0-9]{1,3})?|(GPU|MIG)-[A-Za-z0-9/-]{1,90})\\z"));
    for (const QString &part : text.split(u',')) {
        const QString name = part.trimmed();
        if (name.isEmpty() || name == QLatin1String("all") || task.gpus.contains(name))
            continue;
        if (kName.match(name).hasMatch() && task.gpus.size() < kMaxImportedGpus)
            task.gpus << name;
        else
            note(line,
                 ImportWords::tr("The choice of GPUs “%1” was left out: write their numbers or UUIDs in gpus.").arg(importedExcerpt(text)));
    }
}

void ImportDraft::addMount(const QString &source, const QString &target, int line)
{
    const bool isFine = target.startsWith(u'/') && target != QLatin1String("/") && !source.contains(QLatin1String("://"))
                        && !hasUnseen(source) && !hasUnseen(target) && !target.split(u'/').contains(QStringLiteral(".."))
                        && !source.isEmpty();
    if (!isFine) {
        note(line, ImportWords::tr("The mount “%1” was left out: a task copies a local file or folder to an absolute path.")
                       .arg(importedExcerpt(source + u':' + target)));
        return;
    }
    task.fileMounts.insert(target, source);
    if (!m_told.contains(QStringLiteral("copied"))) {
        m_told.insert(QStringLiteral("copied"));
        note(line, ImportWords::tr("Folders in file_mounts are copied from this computer when the task is launched. Remove those that are "
                                   "already on the machine, and write results into a checkpoints folder."));
    }
}

void ImportDraft::addFolder(const QString &source, const QString &target, const QStringList &options, int line)
{
    // The run has the machine's own, or a size of its own.
    if (target == QLatin1String("/dev/shm"))
        return;
    QString place = target;
    while (place.size() > 1 && place.endsWith(u'/'))
        place.chop(1);
    if (hasUnseen(source) || hasUnseen(target) || !isMountSource(source) || !isMountTarget(place)) {
        note(line, ImportWords::tr("The mount “%1” was left out: write an absolute path of a folder of the machine, and the absolute path "
                                   "at which the container sees it, in mounts.")
                       .arg(importedExcerpt(source + u':' + target)));
        return;
    }
    FolderMount mount{source, false};
    for (const QString &option : options) {
        // SELinux labels are set when the run starts, and caching concerns other systems than Linux.
        static const QStringList kNothing{QString(),
                                          QStringLiteral("rw"),
                                          QStringLiteral("z"),
                                          QStringLiteral("Z"),
                                          QStringLiteral("cached"),
                                          QStringLiteral("delegated"),
                                          QStringLiteral("consistent"),
                                          QStringLiteral("rbind"),
                                          QStringLiteral("nocopy")};
        if (option == QLatin1String("ro") || option == QLatin1String("readonly"))
            mount.isReadOnly = true;
        else if (!kNothing.contains(option))
            note(line, ImportWords::tr("The option “%1” of the mount %2 was left out: a mount is read_only, or has no option.")
                           .arg(importedExcerpt(option), importedExcerpt(place)));
    }
    task.mounts.insert(place, mount);
    if (!m_told.contains(QStringLiteral("mounted"))) {
        m_told.insert(QStringLiteral("mounted"));
        note(line, ImportWords::tr("Folders in mounts are those of the machine where the task runs, and must be there. A folder of this "
                                   "computer belongs in file_mounts, which copies it."));
    }
}

void ImportDraft::addImage(const QString &name, int line)
{
    if (isImageName(name))
        task.image = name;
    else
        note(line, ImportWords::tr("The image “%1” was left out: its name looks like registry/name:tag. Write it in resources.image_id.")
                       .arg(importedExcerpt(name)));
}

void ImportDraft::addPort(const QString &text, int line)
{
    QString port = text.trimmed();
    if (port.endsWith(QLatin1String("/tcp")))
        port.chop(4);
    // "127.0.0.1::80": any port of the machine.
    if (const QStringList parts = port.split(u':'); parts.size() == 3 && parts[1].isEmpty())
        port = parts[0] + u':' + parts[2] + u':' + parts[2];
    if (port.count(u':') == 1 && port.section(u':', 0, 0) == port.section(u':', 1))
        port = port.section(u':', 1);
    if (!publishedPort(port) || task.ports.size() == kMaxImportedPorts) {
        note(line, ImportWords::tr("The port “%1” was left out: write it in resources.ports, like 8080:80 (machine, container); there are "
                                   "TCP ports only.")
                       .arg(importedExcerpt(text)));
        return;
    }
    const QString other = overlappingPort(task.ports, port);
    if (other.isEmpty())
        task.ports << port;
    else if (other != port)
        note(line,
             ImportWords::tr("The port “%1” was left out: “%2” takes the same port of the machine.").arg(importedExcerpt(text), other));
}

void ImportDraft::addSharedMemory(const QString &text, int line)
{
    if (const auto bytes = importedBytes(text))
        task.sharedMemory = *bytes;
    else
        note(line, ImportWords::tr("The size of the shared memory “%1” was not understood: write it in resources.shm, like 16GB.")
                       .arg(importedExcerpt(text)));
}

void ImportDraft::setUser(UserKind kind, const QString &ids)
{
    task.user = kind;
    task.userIds = ids;
}

void ImportDraft::addUser(const QString &text, int line)
{
    static const QRegularExpression kRoot(QStringLiteral("\\A(root|0)(:(root|0))?\\z"));
    if (kRoot.match(text).hasMatch())
        setUser(UserKind::Root);
    else if (const auto ids = userIdsOf(text))
        setUser(UserKind::Ids, *ids);
    else
        note(line, ImportWords::tr("The user “%1” was left out: a run is root in its container, your own user on the machine with "
                                   "“user: host”, or a user and group by their numbers, as in “user: 1000:1000”.")
                       .arg(importedExcerpt(text)));
}

QString ImportDraft::secretVariable(const QString &value, const QString &name)
{
    if (m_secretNames.contains(value))
        return m_secretNames.value(value);
    const QStringList taken = m_secretNames.values();
    QString free = name;
    for (int n = 2; task.envs.contains(free) || task.envsToTake.contains(free) || taken.contains(free); ++n)
        free = QStringLiteral("%1_%2").arg(name).arg(n);
    m_secretNames.insert(value, free);
    return free;
}

void ImportDraft::moveSecrets(QString &script)
{
    const QList<WrittenSecret> secrets = secretsWrittenIn(script);
    if (secrets.size() > kMostSecrets) {
        for (qsizetype i = secrets.size() - 1; i >= 0; --i)
            script.replace(secrets[i].begin, secrets[i].end - secrets[i].begin, QStringLiteral("…"));
        return note(0, ImportWords::tr("More than %1 keys, tokens or passwords were taken out of the command: write a variable in secrets "
                                       "for each.")
                           .arg(kMostSecrets));
    }
    QStringList names;
    for (const WrittenSecret &secret : secrets) {
        const QString name = secretVariable(secret.value, secret.name);
        names << name;
        if (variableAt(script, secret.begin, name).isEmpty())
            continue;
        task.secrets.insert(name, std::nullopt);
        note(0, ImportWords::tr("A key, token or password was taken out of the command: %1 in secrets stands for it. Set it in the "
                                "environment where you launch.")
                    .arg(name));
    }
    for (qsizetype i = secrets.size() - 1; i >= 0; --i) {
        const QString variable = variableAt(script, secrets[i].begin, names[i]);
        script.replace(secrets[i].begin, secrets[i].end - secrets[i].begin, variable.isEmpty() ? QStringLiteral("…") : variable);
    }
}

// What would exclude each other in a task file.
void ImportDraft::settle()
{
    if (!task.ports.isEmpty() && task.network && *task.network != NetworkKind::Bridge) {
        note(0, *task.network == NetworkKind::Host
                    ? ImportWords::tr("The ports were left out: with the network of the machine, programs open its own ports.")
                    : ImportWords::tr("The ports were left out: the container has no network."));
        task.ports.clear();
    } else if (!task.ports.isEmpty()) {
        const bool isOpen = std::any_of(task.ports.begin(), task.ports.end(), [](const QString &port) { return port.count(u':') == 2; });
        if (!isOpen)
            note(0,
                 ImportWords::tr("Only the machine itself reaches the ports, and you through a tunnel. To open one to its network, write "
                                 "0.0.0.0:%1 in resources.ports.")
                     .arg(task.ports.first().contains(u':') ? task.ports.first() : task.ports.first() + u':' + task.ports.first()));
    }
    for (const char *name : {"CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES"}) {
        const QString variable = QString::fromLatin1(name);
        if (!task.gpus.isEmpty() && task.envs.remove(variable) + task.envsToTake.removeAll(variable) > 0)
            note(0, ImportWords::tr("The variable %1 was left out, because gpus chooses the GPUs.").arg(variable));
    }
    if (task.image.isEmpty() && !task.mounts.isEmpty())
        note(0, ImportWords::tr("Folders are mounted into a container only: name an image in resources.image_id, or use their own paths."));
    const QStringList copied = task.fileMounts.keys();
    for (const QString &target : copied) {
        const bool isMounted = std::any_of(task.mounts.keyBegin(), task.mounts.keyEnd(), [&](const QString &mount) {
            const auto inside = pathBelow(mount, target);
            return inside && (inside->isEmpty() || task.mounts.value(mount).isReadOnly);
        });
        if (!isMounted)
            continue;
        task.fileMounts.remove(target);
        note(0, ImportWords::tr("Nothing is copied to %1: a folder of the machine is mounted there.").arg(importedExcerpt(target)));
    }
}

ImportedTask ImportDraft::finished(ImportKind kind)
{
    task.name = seenText(withoutSecrets(task.name).simplified());
    moveSecrets(task.setup);
    moveSecrets(task.run);
    settle();
    if (task.run.trimmed().isEmpty()) {
        task.run.clear();
        note(0, ImportWords::tr("There is no command to run: write it under “run”."));
    } else if (!task.run.endsWith(u'\n')) {
        task.run += u'\n';
    }
    std::stable_sort(m_notes.begin(), m_notes.end(), [](const ImportNote &a, const ImportNote &b) {
        return (a.line == 0 ? INT_MAX : a.line) < (b.line == 0 ? INT_MAX : b.line);
    });
    ImportedTask imported{kind, {}, m_notes};
    imported.yaml = "# " + ImportWords::tr("From: %1").arg(importKindName(kind)).toUtf8() + '\n';
    for (const ImportNote &one : std::as_const(m_notes)) {
        const QString place = one.line > 0 ? ImportWords::tr("Line %1: ").arg(one.line) : QString();
        imported.yaml += "# " + seenText(place + one.what).toUtf8() + '\n';
    }
    imported.yaml += writeTask(withDollarsKept(task));
    return imported;
}

}  // namespace trainyard
