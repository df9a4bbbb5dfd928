// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/internal/envfile.h"

#include "core/base/shellquote.h"
#include "core/execution/launchplan/internal/visiblegpus.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

const QString kUnbuffered = QStringLiteral("PYTHONUNBUFFERED");

QString singleQuoted(QString value)
{
    value.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' + value + u'\'';
}

// "/a/b/c" -> "/a/b" and "c": for trainers that expect the parent folder of all steps.
QPair<QString, QString> folderAndName(const QString &path)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    return {slash > 0 ? path.left(slash) : slash == 0 ? QStringLiteral("/") : QStringLiteral("."), path.mid(slash + 1)};
}

}  // namespace

QString shellPath(const QString &path)
{
    if (path == QLatin1String("~"))
        return QStringLiteral("\"$HOME\"");
    if (path.startsWith(QLatin1String("~/")))
        return QStringLiteral("\"$HOME\"") + shellQuoted(path.mid(1));
    return shellQuoted(path);
}

Result<QString> resumeArguments(const LaunchInput &input)
{
    if (input.resumePath.isEmpty() || !input.task.checkpoints)
        return QString();
    const QString &pattern = input.task.checkpoints->resume;
    if (pattern.contains(QLatin1String("{step}")) && input.resumeStep < 0) {
        return invalidInput(QCoreApplication::translate("trainyard::LaunchPlan",
                                                        "The step of %1 is unknown. Use {path} in checkpoints.resume instead of {step}.")
                                .arg(input.resumePath));
    }
    const auto parts = folderAndName(input.resumePath);
    // In one pass, so that placeholders inside the path are not replaced.
    QString filled;
    qsizetype at = 0;
    while (at < pattern.size()) {
        const QStringView rest = QStringView(pattern).mid(at);
        if (rest.startsWith(QLatin1String("{path}"))) {
            filled += shellPath(input.resumePath);
            at += 6;
        } else if (rest.startsWith(QLatin1String("{dir}"))) {
            filled += shellPath(parts.first);
            at += 5;
        } else if (rest.startsWith(QLatin1String("{name}"))) {
            filled += shellQuoted(parts.second);
            at += 6;
        } else if (rest.startsWith(QLatin1String("{step}"))) {
            filled += QString::number(input.resumeStep);
            at += 6;
        } else {
            filled += pattern[at++];
        }
    }
    if (!input.resumeWords.isEmpty())
        filled += (filled.isEmpty() ? QString() : QStringLiteral(" ")) + shellJoined(input.resumeWords);
    return filled;
}

Result<EnvFiles> envFiles(const LaunchInput &input, const QString &checkpointDirInRun, const QString &resumeArguments)
{
    const Task &task = input.task;
    QByteArray text = "# Variables of the run. Every line is export NAME='value'; the values of secrets are in here.\n";
    const auto add = [&text](const QString &name, const QString &word) { text += "export " + name.toUtf8() + '=' + word.toUtf8() + '\n'; };
    const auto pathWord = [](const QString &path) {
        return path.startsWith(QLatin1String("~/")) ? QStringLiteral("\"$HOME\"") + singleQuoted(path.mid(1)) : singleQuoted(path);
    };

    // Ours come first, because they may need HOME, which the task's own variables can change.
    add(QStringLiteral("TRAINYARD_RUN_ID"), singleQuoted(input.runId.text()));
    add(QStringLiteral("TRAINYARD_ATTEMPT"), singleQuoted(QString::number(input.attempt)));
    if (!checkpointDirInRun.isEmpty())
        add(QStringLiteral("TRAINYARD_CHECKPOINT_DIR"), pathWord(checkpointDirInRun));
    add(QStringLiteral("TRAINYARD_RESUME"), pathWord(input.resumePath));
    add(QStringLiteral("TRAINYARD_RESUME_ARGS"), singleQuoted(resumeArguments));

    const int gpus = gpuCount(task);
    // In a container, what it was given is all that it sees.
    if (input.engine == EngineKind::Process && !task.gpus.isEmpty())
        add(QStringLiteral("CUDA_VISIBLE_DEVICES"), singleQuoted(task.gpus.join(u',')));
    const QList<QPair<QString, QString>> skypilot{{QStringLiteral("SKYPILOT_TASK_ID"), input.runId.text()},
                                                  {QStringLiteral("SKYPILOT_NODE_RANK"), QStringLiteral("0")},
                                                  {QStringLiteral("SKYPILOT_NODE_IPS"), QStringLiteral("127.0.0.1")},
                                                  {QStringLiteral("SKYPILOT_NUM_NODES"), QStringLiteral("1")},
                                                  {QStringLiteral("SKYPILOT_NUM_GPUS_PER_NODE"), QString::number(gpus)},
                                                  {QStringLiteral("SKYPILOT_TASK_IDS"), input.runId.text()},
                                                  {QStringLiteral("SKYPILOT_SETUP_NODE_RANK"), QStringLiteral("0")},
                                                  {QStringLiteral("SKYPILOT_SETUP_NODE_IPS"), QStringLiteral("127.0.0.1")},
                                                  {QStringLiteral("SKYPILOT_SETUP_NUM_GPUS_PER_NODE"), QString::number(gpus)}};
    for (const auto &[name, value] : skypilot)
        add(name, singleQuoted(value));

    QMap<QString, QString> own = task.envs;
    // Without a terminal Python buffers its output in blocks: steps, losses and alerts would come minutes late.
    if (!own.contains(kUnbuffered) && !task.secrets.contains(kUnbuffered))
        add(kUnbuffered, singleQuoted(QStringLiteral("1")));
    QByteArray kept;  // the same without the values of secrets
    for (auto it = task.secrets.begin(); it != task.secrets.end(); ++it) {
        if (!input.secretValues.contains(it.key())) {
            return invalidInput(
                QCoreApplication::translate("trainyard::LaunchPlan", "The secret %1 has no value. Set it before launching.").arg(it.key()));
        }
        own[it.key()] = input.secretValues[it.key()];
    }
    static const QRegularExpression kName(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\z"));
    for (auto it = own.begin(); it != own.end(); ++it) {
        if (!kName.match(it.key()).hasMatch() || it.key().startsWith(QLatin1String("TRAINYARD_"))) {
            return invalidInput(
                QCoreApplication::translate(
                    "trainyard::LaunchPlan",
                    "%1 is not a valid variable name for the run. Use letters, digits and underscores, and no name that begins with "
                    "TRAINYARD_.")
                    .arg(it.key()));
        }
        if (it->contains(QChar(u'\0'))) {
            return invalidInput(
                QCoreApplication::translate("trainyard::LaunchPlan", "The value of %1 contains a NUL character. Remove it.").arg(it.key()));
        }
        if (task.secrets.contains(it.key()))
            kept += "# " + it.key().toUtf8() + " was a secret\n";
        else
            kept += "export " + it.key().toUtf8() + '=' + singleQuoted(*it).toUtf8() + '\n';
    }
    EnvFiles files;
    files.keptAfterwards = task.secrets.isEmpty() ? QByteArray() : text + kept;
    for (auto it = own.begin(); it != own.end(); ++it)
        add(it.key(), singleQuoted(*it));
    files.text = text;
    return files;
}

}  // namespace trainyard
