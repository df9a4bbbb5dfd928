// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secretname.h"
#include "core/model/internal/importdraft.h"
#include "core/model/internal/shellwords.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace trainyard {
namespace {

// The time of sbatch: minutes, M:S, H:M:S, D-H, D-H:M or D-H:M:S. nullopt for anything else.
std::optional<double> slurmHours(const QString &text)
{
    static const QRegularExpression kForm(QStringLiteral("^(?:(\\d{1,4})-)?(\\d{1,6})(?::(\\d{1,4}))?(?::(\\d{1,4}))?$"));
    const QRegularExpressionMatch match = kForm.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const auto part = [&match](int index) { return match.captured(index).toDouble(); };
    const bool hasDays = match.hasCaptured(1) && !match.captured(1).isEmpty();
    const bool isFull = !match.captured(4).isEmpty();
    if (hasDays)
        return part(1) * 24 + part(2) + part(3) / 60 + part(4) / 3600;
    return isFull ? part(2) + part(3) / 60 + part(4) / 3600 : part(2) / 60 + part(3) / 3600;
}

QString longSlurmName(const QString &name)
{
    static const QMap<QString, QString> kNames{
        {QStringLiteral("-J"), QStringLiteral("job-name")},      {QStringLiteral("-t"), QStringLiteral("time")},
        {QStringLiteral("-N"), QStringLiteral("nodes")},         {QStringLiteral("-n"), QStringLiteral("ntasks")},
        {QStringLiteral("-c"), QStringLiteral("cpus-per-task")}, {QStringLiteral("-p"), QStringLiteral("partition")},
        {QStringLiteral("-A"), QStringLiteral("account")},       {QStringLiteral("-q"), QStringLiteral("qos")},
        {QStringLiteral("-o"), QStringLiteral("output")},        {QStringLiteral("-e"), QStringLiteral("error")},
        {QStringLiteral("-a"), QStringLiteral("array")},         {QStringLiteral("-G"), QStringLiteral("gpus")},
        {QStringLiteral("-C"), QStringLiteral("constraint")},    {QStringLiteral("-D"), QStringLiteral("chdir")},
        {QStringLiteral("-d"), QStringLiteral("dependency")},    {QStringLiteral("-w"), QStringLiteral("nodelist")},
        {QStringLiteral("-x"), QStringLiteral("exclude")}};
    return name.startsWith(QLatin1String("--")) ? name.mid(2) : kNames.value(name, name);
}

// Options of srun that take a value in the next word.
const QSet<QString> &srunOptionsWithAValue()
{
    static const QSet<QString> kOptions = [] {
        const QString names = QStringLiteral(
            "-n -N -c -p -A -t -w -o -e -J -G -m -r -x -q -C -D -d --ntasks --nodes --cpus-per-task --cpus-per-gpu --gres --gpus --nodelist "
            "--exclude --ntasks-per-node --ntasks-per-gpu --output --error --input --cpu-bind --mem-bind --mpi --partition --account --qos "
            "--constraint --time --mem --mem-per-cpu --mem-per-gpu --container-image --container-mounts --container-workdir --container-name "
            "--gpus-per-node --gpus-per-task --gpus-per-socket --job-name --export --distribution --gpu-bind --chdir --jobid --relative");
        const QStringList list = names.split(u' ');
        return QSet<QString>(list.begin(), list.end());
    }();
    return kOptions;
}

class SlurmImport {
public:
    explicit SlurmImport(const QString &text) : m_lines(text.split(u'\n')) {}

    Result<ImportedTask> read()
    {
        bool isHead = true;
        for (int i = 0; i < m_lines.size(); ++i) {
            const QString line = m_lines[i].trimmed();
            if (m_lines[i].startsWith(QLatin1String("#SBATCH"))) {
                if (isHead)
                    readDirective(m_lines[i].mid(7), i + 1);
                else
                    m_draft.note(i + 1, ImportWords::tr("This #SBATCH line was left out: Slurm reads none behind the first command."));
                m_lines[i].clear();
                m_gone.insert(i);
            } else if (i == 0 && line.startsWith(QLatin1String("#!"))) {
                m_gone.insert(i);
                if (!line.contains(QLatin1String("sh")))
                    m_draft.note(1, ImportWords::tr("The script is not for a shell: call its interpreter in “run”."));
            } else if (!line.isEmpty() && !line.startsWith(u'#')) {
                isHead = false;
            }
        }
        takeGpuTotals();
        for (int i = 0; i < m_lines.size(); ++i)
            readCommandLine(i);
        stripSrun();
        noteClusterPrograms();
        QStringList body;
        for (int i = 0; i < m_lines.size(); ++i) {
            if (!m_gone.contains(i))
                body << m_lines[i];
        }
        m_draft.task.run = body.join(u'\n').trimmed();
        static const QRegularExpression kOnlyComments(QStringLiteral("^(\\s*(#[^\\n]*)?\\n)*\\s*(#[^\\n]*)?$"));
        if (kOnlyComments.match(m_draft.task.run).hasMatch())
            m_draft.task.run.clear();
        else if (m_draft.task.workdir.isEmpty())
            m_draft.note(0,
                         ImportWords::tr("Slurm starts a script in the folder where it was submitted: name the local folder with your code "
                                         "in workdir."));
        return m_draft.finished(ImportKind::SlurmScript);
    }

private:
    void readDirective(const QString &text, int line)
    {
        const auto tokens = shellTokens(text);
        if (!tokens)
            return m_draft.note(line, ImportWords::tr("This #SBATCH line was left out: a quote in it is never closed."));
        for (qsizetype i = 0; i < tokens->size(); ++i) {
            const QString &word = tokens->at(i).text;
            if (!word.startsWith(u'-'))
                continue;
            const bool isLong = word.startsWith(QLatin1String("--"));
            const qsizetype equals = isLong ? word.indexOf(u'=') : -1;
            QString name = word.left(!isLong ? 2 : equals < 0 ? word.size() : equals), value;
            if (equals >= 0)
                value = word.mid(equals + 1);
            else if (!isLong && word.size() > 2)
                value = word.mid(word[2] == u'=' ? 3 : 2);
            else if (i + 1 < tokens->size() && !tokens->at(i + 1).text.startsWith(u'-'))
                value = tokens->at(++i).text;
            takeDirective(longSlurmName(name), value, line);
        }
    }

    void takeDirective(const QString &name, const QString &value, int line)
    {
        if (name == QLatin1String("job-name")) {
            m_draft.task.name = value;
        } else if (name == QLatin1String("time")) {
            takeTime(value, line);
        } else if (name == QLatin1String("gres") || name == QLatin1String("gpus") || name == QLatin1String("gpus-per-node")) {
            takeGpus(name, value, line);
        } else if (name == QLatin1String("gpus-per-task")) {
            m_gpusPerTask = value;
            m_gpuLine = line;
        } else if (name == QLatin1String("ntasks-per-node")) {
            m_tasksPerNode = std::clamp(value.toInt(), 0, 4096);
            m_slurmValues.insert(QStringLiteral("SLURM_NTASKS_PER_NODE"), QString::number(m_tasksPerNode));
            if (m_tasksPerNode > 1) {
                m_draft.note(line, ImportWords::tr("%1 processes per node: a task starts one. Use torchrun --nproc-per-node to start them.")
                                       .arg(m_tasksPerNode));
            }
        } else if (name == QLatin1String("nodes")) {
            if (value != QLatin1String("1") && value != QLatin1String("1-1"))
                m_draft.note(line, ImportWords::tr("%1 nodes were left out: a task runs on one machine.").arg(importedExcerpt(value)));
        } else if (name == QLatin1String("ntasks")) {
            if (value != QLatin1String("1"))
                m_draft.note(line,
                             ImportWords::tr("%1 processes: a task starts one. Use torchrun to start them.").arg(importedExcerpt(value)));
        } else if (name == QLatin1String("array")) {
            m_draft.note(
                line, ImportWords::tr("The array %1 was left out: launch the task once for each value of SLURM_ARRAY_TASK_ID, which is a "
                                      "variable in envs.")
                          .arg(importedExcerpt(value)));
            m_draft.addVariable(QStringLiteral("SLURM_ARRAY_TASK_ID"), value.section(QRegularExpression(QStringLiteral("[-,:%]")), 0, 0),
                                line);
        } else if (name == QLatin1String("output") || name == QLatin1String("error") || name == QLatin1String("open-mode")) {
            m_draft.note(line, ImportWords::tr("--%1 was left out: the log of a run has its output and errors.").arg(name));
        } else if (name == QLatin1String("chdir")) {
            m_draft.note(line,
                         ImportWords::tr("The folder %1 was left out: name your local folder in workdir.").arg(importedExcerpt(value)));
        } else if (name == QLatin1String("export")) {
            takeExport(value, line);
        } else if (name == QLatin1String("container-image")) {
            takeImage(value, line);
        } else if (name == QLatin1String("signal")) {
            m_draft.note(line,
                         ImportWords::tr("The signal %1 was left out: write it in checkpoints.signal, with the folder of the checkpoints.")
                             .arg(importedExcerpt(value)));
        } else if (name == QLatin1String("container-mounts")) {
            takeMounts(value, line);
        } else if (name.startsWith(QLatin1String("container-"))) {
            m_draft.note(line, ImportWords::tr("%1 was left out: a task has no such option.").arg(QStringLiteral("--") + name));
        } else if (name == QLatin1String("cpus-per-task") || name.startsWith(QLatin1String("mem"))
                   || name.startsWith(QLatin1String("cpus-per-"))) {
            if (name == QLatin1String("cpus-per-task") && value.toInt() > 0)
                m_slurmValues.insert(QStringLiteral("SLURM_CPUS_PER_TASK"), QString::number(value.toInt()));
            m_draft.note(line, ImportWords::tr("--%1=%2 was left out: a run has the processors and the memory of its machine.")
                                   .arg(name, importedExcerpt(value)));
        } else if (name.startsWith(QLatin1String("mail-"))) {
            m_draft.note(line, ImportWords::tr("Mail was left out: alerts tell of a run that has ended."));
        } else {
            m_draft.note(line, ImportWords::tr("--%1 was left out: it concerns the cluster.").arg(importedExcerpt(name)));
        }
    }

    // "gpu:h100:4(S:0-1),lscratch:200"
    void takeGpus(const QString &name, const QString &value, int line)
    {
        QStringList others;
        for (const QString &part : value.split(u',')) {
            const QString gpus = part.section(u'(', 0, 0).trimmed();
            const bool isGpu = name != QLatin1String("gres") || gpus == QLatin1String("gpu") || gpus.startsWith(QLatin1String("gpu:"));
            if (isGpu && m_gpus.isEmpty())
                m_gpus = gpus;
            else
                others << gpus;
        }
        if (!others.isEmpty())
            m_draft.note(
                line,
                ImportWords::tr("Of --%1, “%2” was left out: it concerns the cluster.").arg(name, importedExcerpt(others.join(u','))));
        if (!m_gpus.isEmpty())
            m_gpuLine = line;
    }

    // "/data:/data:ro,/scratch"
    void takeMounts(const QString &value, int line)
    {
        for (const QString &mount : value.split(u',')) {
            const QString source = mount.section(u':', 0, 0), target = mount.section(u':', 1, 1);
            if (mount.contains(u'$'))
                m_draft.note(line,
                             ImportWords::tr("The mount “%1” contains a variable: write its folder in mounts if it is on the machine, or "
                                             "in file_mounts if it is on this computer.")
                                 .arg(importedExcerpt(mount)));
            else if (!mount.isEmpty())
                m_draft.addFolder(source, target.isEmpty() ? source : target, mount.section(u':', 2).split(u'+'), line);
        }
    }

    void takeTime(const QString &value, int line)
    {
        const auto hours = slurmHours(value);
        if (hours && *hours > 0)
            m_draft.task.limits.hours = *hours;
        else if (!hours && value.compare(QLatin1String("infinite"), Qt::CaseInsensitive) != 0
                 && value.compare(QLatin1String("unlimited"), Qt::CaseInsensitive) != 0)
            m_draft.note(line, ImportWords::tr("The time “%1” was not understood: write it in %2.")
                                   .arg(importedExcerpt(value), QStringLiteral("limits.hours")));
    }

    void takeExport(const QString &value, int line)
    {
        for (const QString &part : value.split(u',')) {
            if (const qsizetype equals = part.indexOf(u'='); equals > 0)
                m_draft.addVariable(part.left(equals), part.mid(equals + 1), line);
            else if (part == QLatin1String("ALL"))
                m_draft.note(line, ImportWords::tr("Your variables are not passed on: name those that the run needs in envs."));
            else if (part != QLatin1String("NONE") && part != QLatin1String("NIL") && !part.isEmpty())
                m_draft.addVariable(part, std::nullopt, line);
        }
    }

    // enroot writes nvcr.io#nvidia/pytorch:24.01-py3.
    void takeImage(QString value, int line)
    {
        if (value.startsWith(QLatin1String("docker://")))
            value.remove(0, 9);
        m_draft.addImage(value.replace(u'#', u'/'), line);
    }

    void takeGpuTotals()
    {
        if (!m_gpusPerTask.isEmpty() && m_gpus.isEmpty()) {
            const QString model = m_gpusPerTask.contains(u':') ? m_gpusPerTask.section(u':', 0, 0) + u':' : QString();
            const qint64 each = m_gpusPerTask.section(u':', -1).toInt();
            m_gpus = model + QString::number(each * std::max(1, m_tasksPerNode));
        }
        if (m_gpuLine > 0)
            m_draft.addGpus(m_gpus, m_gpuLine);
        if (const auto gpus = m_draft.task.accelerators; gpus)
            m_slurmValues.insert(QStringLiteral("SLURM_GPUS_ON_NODE"), QString::number(gpus->count));
        m_slurmValues.insert(QStringLiteral("SLURM_JOB_NAME"), m_draft.task.name);
        for (const char *name : {"SLURM_NNODES", "SLURM_JOB_NUM_NODES"})
            m_slurmValues.insert(QString::fromLatin1(name), QStringLiteral("1"));
        for (const char *name : {"SLURM_NODEID", "SLURM_PROCID", "SLURM_LOCALID"})
            m_slurmValues.insert(QString::fromLatin1(name), QStringLiteral("0"));
    }

    void readCommandLine(int index)
    {
        static const QRegularExpression kModule(QStringLiteral("^\\s*(module|ml)\\s"));
        static const QRegularExpression kExport(QStringLiteral("^\\s*export\\s+([A-Za-z_][A-Za-z0-9_]*)=(.*)$"));
        static const QRegularExpression kSlurm(QStringLiteral("\\bSLURM_[A-Z_]+"));
        QString &line = m_lines[index];
        if (kModule.match(line).hasMatch() || m_isModule) {
            takeModule(line, index + 1);
            return;
        }
        static const QRegularExpression kSubmitted(
            QStringLiteral("\\A\\s*cd\\s+\"?\\$(SLURM_SUBMIT_DIR|\\{SLURM_SUBMIT_DIR\\})/?\"?\\s*\\z"));
        if (kSubmitted.match(line).hasMatch()) {
            m_draft.note(index + 1, ImportWords::tr("“%1” is a comment now: a run starts in its workdir.").arg(importedExcerpt(line)));
            line.prepend(QStringLiteral("# "));
            return;
        }
        const QRegularExpressionMatch exported = kExport.match(line);
        if (exported.hasMatch()) {
            const auto words = shellTokens(exported.captured(2));
            const bool isPlain = words && words->size() == 1 && !words->first().isExpanded;
            if (isPlain && (isSecretName(exported.captured(1)) || isSecretValue(words->first().text))) {
                m_draft.addVariable(exported.captured(1), words->first().text, index + 1);
                m_gone.insert(index);
                return;
            }
        }
        for (auto found = kSlurm.globalMatch(line.trimmed().startsWith(u'#') ? QString() : line); found.hasNext();) {
            const QString name = found.next().captured();
            if (m_draft.task.envs.contains(name) || m_slurmNames.contains(name))
                continue;
            m_slurmNames.insert(name);
            if (const QString value = m_slurmValues.value(name); !value.isEmpty()) {
                m_draft.task.envs.insert(name, value);
                m_draft.note(index + 1,
                             ImportWords::tr("%1 is set by Slurm only: it is in envs now, as %2.").arg(name, importedExcerpt(value)));
            } else {
                m_draft.note(index + 1, ImportWords::tr("%1 is set by Slurm only: give it a value in envs, or write the value.").arg(name));
            }
        }
    }

    // A comment with its continued lines; within a block, which needs a command, one that does nothing.
    void takeModule(QString &line, int number)
    {
        const auto tokens = m_isModule ? Result<QList<ShellToken>>(QList<ShellToken>()) : shellTokens(line);
        const bool isAlone = tokens && std::none_of(tokens->begin(), tokens->end(), [](const ShellToken &one) { return one.isOperator; });
        if (!m_isModule) {
            m_draft.note(number,
                         isAlone
                             ? ImportWords::tr("“%1” is a comment now: rented machines have no modules. Use an image, or install it in "
                                               "“setup”.")
                                   .arg(importedExcerpt(line))
                             : ImportWords::tr("“%1” is still in “run”, and rented machines have no modules: remove it, and use an image, "
                                               "or install it in “setup”.")
                                   .arg(importedExcerpt(line)));
        }
        if (!isAlone)
            return;
        const bool isContinued = line.trimmed().endsWith(u'\\');
        const bool isInBlock = !m_isModule && line.at(0).isSpace();
        const auto first = std::find_if(line.begin(), line.end(), [](QChar c) { return !c.isSpace(); });
        line.insert(isInBlock ? first - line.begin() : 0, isInBlock ? QStringLiteral(": # ") : QStringLiteral("# "));
        m_isModule = isContinued;
    }

    // What runs nowhere but on a cluster, and could not be taken out.
    void noteClusterPrograms()
    {
        static const QRegularExpression kStart(QStringLiteral("\\b(srun|scontrol|sbatch|squeue)\\s"));
        static const QRegularExpression kContainer(QStringLiteral("\\b(singularity|apptainer)\\s+(exec|run|shell)\\b"));
        for (int i = 0; i < m_lines.size(); ++i) {
            if (m_gone.contains(i) || m_lines[i].trimmed().startsWith(u'#'))
                continue;
            if (const auto start = kStart.match(m_lines[i]); start.hasMatch())
                m_draft.note(i + 1,
                             ImportWords::tr("%1 is a program of Slurm, which the machine does not have: write the command without it.")
                                 .arg(start.captured(1)));
            if (const auto container = kContainer.match(m_lines[i]); container.hasMatch())
                m_draft.note(i + 1,
                             ImportWords::tr("%1 is still in “run”: name the image in resources.image_id, and write the command without "
                                             "it.")
                                 .arg(container.captured(1)));
        }
    }

    // Behind words that stand before a command: "do srun", "LR=1 srun", "time srun".
    static bool isCommandStart(const QList<ShellToken> &tokens, qsizetype index)
    {
        static const QRegularExpression kBefore(
            QStringLiteral("\\A(then|do|else|if|while|until|time|exec|nohup|!|\\{|[A-Za-z_][A-Za-z0-9_]*=.*)\\z"),
            QRegularExpression::DotMatchesEverythingOption);
        while (index > 0 && !tokens[index - 1].isOperator && kBefore.match(tokens[index - 1].text).hasMatch())
            --index;
        return index == 0 || tokens[index - 1].isOperator;
    }

    // srun starts processes on the nodes of the job; here the command is started by itself.
    void stripSrun()
    {
        QString text = m_lines.join(u'\n');
        const auto tokens = shellTokens(text);
        if (!tokens)
            return m_draft.note(0, ImportWords::tr("The commands could not be split: a quote is never closed. Check “run”."));
        struct Cut {
            qsizetype begin, end;
        };
        QList<Cut> cuts;
        for (qsizetype i = 0; i < tokens->size(); ++i) {
            if (!isCommandStart(*tokens, i) || tokens->at(i).text != QLatin1String("srun"))
                continue;
            const ShellToken &srun = tokens->at(i);
            qsizetype at = i + 1;
            while (at < tokens->size() && !tokens->at(at).isOperator && tokens->at(at).text.startsWith(u'-')) {
                const QString &word = tokens->at(at).text;
                const bool isApart = srunOptionsWithAValue().contains(word) && at + 1 < tokens->size() && !tokens->at(at + 1).isOperator;
                const QString value = isApart ? tokens->at(at + 1).text : word.section(u'=', 1);
                if (word.startsWith(QLatin1String("--container-image")))
                    takeImage(value, tokens->at(at).line);
                else if (word.startsWith(QLatin1String("--container-mounts")))
                    takeMounts(value, tokens->at(at).line);
                else if (word.startsWith(QLatin1String("--container-")))
                    m_draft.note(
                        tokens->at(at).line,
                        ImportWords::tr("%1 was left out: a task has no such option.").arg(importedExcerpt(word.section(u'=', 0, 0))));
                at += isApart ? 2 : 1;
            }
            if (at >= tokens->size() || tokens->at(at).isOperator)
                continue;
            m_draft.note(srun.line, ImportWords::tr("srun was left out with its options: the command is started once, on the machine."));
            cuts.prepend({srun.begin, tokens->at(at).begin});
            i = at;
        }
        // From the end. A cut keeps its line breaks, so that the numbers of the other lines stay.
        for (const Cut &cut : std::as_const(cuts)) {
            const QString gone = text.mid(cut.begin, cut.end - cut.begin);
            const int breaks = int(gone.count(u'\n'));
            text.remove(cut.begin, cut.end - cut.begin);
            const qsizetype lineStart = text.lastIndexOf(u'\n', cut.begin - 1) + 1;
            const int first = int(text.left(lineStart).count(u'\n'));
            if (breaks > 0) {
                text.insert(lineStart, QString(breaks, u'\n'));
                for (int i = 0; i < breaks; ++i)
                    m_gone.insert(first + i);
            }
        }
        m_lines = text.split(u'\n');
    }

    QStringList m_lines;
    QSet<int> m_gone;  // lines that the task does not have
    ImportDraft m_draft;
    QString m_gpus, m_gpusPerTask;
    QSet<QString> m_slurmNames;
    QHash<QString, QString> m_slurmValues;  // of variables that Slurm would set, for one process on one machine
    int m_gpuLine = 0, m_tasksPerNode = 1;
    bool m_isModule = false;  // the line before continues in this one
};

}  // namespace

Result<ImportedTask> importSlurm(const QString &text) { return SlurmImport(text).read(); }

}  // namespace trainyard
