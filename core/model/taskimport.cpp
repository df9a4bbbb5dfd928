// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskimport.h"

#include "core/base/secretname.h"
#include "core/base/seentext.h"
#include "core/model/internal/importdraft.h"
#include "core/model/internal/shellwords.h"

#include <QRegularExpression>
#include <QStringDecoder>

#include <algorithm>

namespace trainyard {
namespace {

constexpr qsizetype kMaxImport = 256 * 1024;  // far beyond any script that people paste
constexpr qsizetype kMaxNotes = 60;           // more are not read

QByteArray withPlainLines(QByteArray text)
{
    if (text.startsWith("\xef\xbb\xbf"))
        text.remove(0, 3);
    return text.replace("\r\n", "\n").replace('\r', '\n');
}

bool hasLine(const QString &text, const QString &pattern)
{
    return QRegularExpression(pattern, QRegularExpression::MultilineOption).match(text).hasMatch();
}

ImportKind kindOf(const QString &text)
{
    if (hasLine(text, QStringLiteral("^type:\\s*[\"']?(task|dev-environment|service|fleet|volume|gateway)\\b")))
        return ImportKind::DstackFile;
    if (hasLine(text, QStringLiteral("^(run|name|resources|setup|envs|secrets|workdir|file_mounts):(\\s|$)")))
        return ImportKind::None;
    if (hasLine(text, QStringLiteral("^#SBATCH\\b")))
        return ImportKind::SlurmScript;
    if (hasLine(text, QStringLiteral("\\b(docker|podman)\\s")) && hasLine(text, QStringLiteral("\\s(run|create)\\s")))
        return ImportKind::ContainerCommand;
    return ImportKind::None;
}

}  // namespace

QString importKindName(ImportKind kind)
{
    switch (kind) {
    case ImportKind::ContainerCommand: return ImportWords::tr("container command");
    case ImportKind::SlurmScript: return ImportWords::tr("sbatch script");
    case ImportKind::DstackFile: return ImportWords::tr("dstack file");
    case ImportKind::None: break;
    }
    return {};
}

QString importedExcerpt(const QString &text)
{
    constexpr qsizetype kShown = 60;
    QString line = seenText(text.left(2 * kShown).simplified());
    line.replace(secretForm(), QStringLiteral("…"));
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

void ImportDraft::addVariable(const QString &name, const std::optional<QString> &value, int line)
{
    static const QRegularExpression kName(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*$"), QRegularExpression::DontCaptureOption);
    if (!kName.match(name).hasMatch() || name.startsWith(QLatin1String("TRAINYARD_")) || name.startsWith(QLatin1String("SKYPILOT_"))) {
        note(line, ImportWords::tr("The variable “%1” was left out: its name cannot be used.").arg(importedExcerpt(name)));
        return;
    }
    task.envs.remove(name);
    task.envsToTake.removeAll(name);
    if (isSecretName(name) || (value && isSecretValue(*value))) {
        task.secrets.insert(name, std::nullopt);
        note(line,
             value ? ImportWords::tr("The value of %1 was left out, because it looks like a secret. Set %1 in the environment where you "
                                     "launch.")
                         .arg(name)
                   : ImportWords::tr("%1 is a secret: set it in the environment where you launch.").arg(name));
    } else if (value && !value->contains(QChar::Null)) {
        task.envs.insert(name, *value);
    } else {
        task.envsToTake << name;
        note(line, ImportWords::tr("%1 has no value here: it is taken from the environment where you launch.").arg(name));
    }
}

void ImportDraft::addGpus(const QString &text, int line)
{
    static const QRegularExpression kForm(QStringLiteral("^(?:gpu:)?(?:([A-Za-z][A-Za-z0-9_.-]*?))?(?::?(\\d{1,4}))?$"));
    const QRegularExpressionMatch match = kForm.match(text);
    const int count = match.captured(2).isEmpty() ? 1 : match.captured(2).toInt();
    QString model = match.captured(1);
    if (model == QLatin1String("gpu"))
        model.clear();
    if (model.startsWith(QLatin1String("nvidia_"), Qt::CaseInsensitive))
        model.remove(0, 7);
    model = model.toUpper().replace(u'_', u'-');
    if (!match.hasMatch() || count < 1 || count > 1024) {
        note(line, ImportWords::tr("The GPUs “%1” were not understood: name model and number in resources.accelerators, like H100:8.")
                       .arg(importedExcerpt(text)));
    } else if (model.isEmpty()) {
        note(line,
             ImportWords::tr("%n GPU(s) are asked for without a model: write it in resources.accelerators, like H100:%1. Without that, "
                             "the task gets the GPUs of its machine.",
                             nullptr, count)
                 .arg(count));
    } else {
        task.accelerators = Accelerators{model, count};
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
    if (!std::exchange(m_hasMounts, true)) {
        note(line, ImportWords::tr("Folders in file_mounts are copied from this computer when the task is launched. Remove those that are "
                                   "already on the machine, and write results into a checkpoints folder."));
    }
}

ImportedTask ImportDraft::finished(ImportKind kind)
{
    task.name = seenText(task.name.simplified());
    static const QRegularExpression kAssigned(QStringLiteral("(?:^|[\\s;&|(\"'])([A-Za-z_][A-Za-z0-9_]*)=[^\\s$`]"),
                                              QRegularExpression::MultilineOption);
    for (const QString &script : {task.setup, task.run}) {
        bool hasSecret = script.contains(secretForm());
        for (auto found = kAssigned.globalMatch(script); !hasSecret && found.hasNext();)
            hasSecret = isSecretName(found.next().captured(1));
        if (hasSecret)
            note(0, ImportWords::tr("The command contains what looks like a key or token: move it to secrets and use its variable."));
    }
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
    imported.yaml += writeTask(task);
    return imported;
}

ImportKind importKind(const QByteArray &text)
{
    return text.size() > kMaxImport ? ImportKind::None : kindOf(QString::fromUtf8(withPlainLines(text)));
}

Result<ImportedTask> importedTask(const QByteArray &text)
{
    if (text.size() > kMaxImport)
        return invalidInput(ImportWords::tr("The text is too long: paste one command or script of at most 256 KiB."));
    const QByteArray bytes = withPlainLines(text);
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder.decode(bytes);
    if (decoder.hasError() || bytes.contains('\0'))
        return invalidInput(ImportWords::tr("This is not text in UTF-8: paste a command, a script or a file as text."));
    switch (kindOf(decoded)) {
    case ImportKind::ContainerCommand: return importContainer(decoded);
    case ImportKind::SlurmScript: return importSlurm(decoded);
    case ImportKind::DstackFile: return importDstack(bytes);
    case ImportKind::None: break;
    }
    return invalidInput(ImportWords::tr(
        "Nothing to import was recognised: paste a docker run or podman run command, a script with #SBATCH lines, or a dstack file."));
}

}  // namespace trainyard
