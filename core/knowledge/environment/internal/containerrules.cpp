// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/containerrules.h"

#include "core/knowledge/compat/imagecontents.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ContainerRules)
};

using Option = ContainerStart::Option;

QString longName(const QString &name)
{
    static const QHash<QString, QString> kLong{
        {QStringLiteral("-e"), QStringLiteral("--env")},       {QStringLiteral("-v"), QStringLiteral("--volume")},
        {QStringLiteral("-p"), QStringLiteral("--publish")},   {QStringLiteral("-u"), QStringLiteral("--user")},
        {QStringLiteral("-w"), QStringLiteral("--workdir")},   {QStringLiteral("-m"), QStringLiteral("--memory")},
        {QStringLiteral("-l"), QStringLiteral("--label")},     {QStringLiteral("-h"), QStringLiteral("--hostname")},
        {QStringLiteral("--net"), QStringLiteral("--network")}};
    return kLong.value(name, name);
}

bool isWithoutValue(const QString &name)
{
    static const QStringList kFlags{QStringLiteral("--detach"),
                                    QStringLiteral("--interactive"),
                                    QStringLiteral("--tty"),
                                    QStringLiteral("--rm"),
                                    QStringLiteral("--privileged"),
                                    QStringLiteral("--init"),
                                    QStringLiteral("--publish-all"),
                                    QStringLiteral("--read-only"),
                                    QStringLiteral("--no-healthcheck"),
                                    QStringLiteral("--oom-kill-disable"),
                                    QStringLiteral("--sig-proxy"),
                                    QStringLiteral("--disable-content-trust"),
                                    QStringLiteral("--quiet"),
                                    QStringLiteral("--replace"),
                                    QStringLiteral("--rmi"),
                                    QStringLiteral("--no-hosts"),
                                    QStringLiteral("--env-host"),
                                    QStringLiteral("--http-proxy")};
    static const QRegularExpression letters(QStringLiteral("\\A-[ditPq]+\\z"));
    return kFlags.contains(name) || letters.match(name).hasMatch();
}

// "16g", "512m", "8gb": in MiB.
std::optional<double> mebibytes(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("\\A([0-9]+(?:\\.[0-9]+)?)\\s*([bkmgt]?)(?:i?b)?\\z"),
                                         QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(text.trimmed().left(40));
    if (!match.hasMatch())
        return std::nullopt;
    const QString unit = match.captured(2).toLower();
    const double factor = unit == QLatin1String("t")   ? 1024.0 * 1024
                          : unit == QLatin1String("g") ? 1024
                          : unit == QLatin1String("m") ? 1
                          : unit == QLatin1String("k") ? 1.0 / 1024
                                                       : 1.0 / 1024 / 1024;
    return match.captured(1).toDouble() * factor;
}

bool isTraining(const QString &program)
{
    static const QRegularExpression form(
        QStringLiteral("\\A(python[0-9.]*|torchrun|accelerate|deepspeed|mpirun|horovodrun|colossalai|composer|lightning|tune)\\z"));
    return form.match(program).hasMatch();
}

class ContainerJudge {
public:
    ContainerJudge(LintCase &lint, const ContainerStart &start, const ShellCommand &command, int group)
        : m_lint(lint), m_start(start), m_command(command), m_group(group)
    {
    }

    void judge()
    {
        collectVariables();
        judgeGpus();
        judgeImage();
        if (usesGpus())
            judgeMemory();
        if (const Option *privileged = m_start.first(QStringLiteral("--privileged"));
            privileged && privileged->word.text != QLatin1String("--privileged=false"))
            m_lint.add("privileged", privileged->word.range(), Words::tr("The container is privileged."));
        judgePorts();
        judgeOptionsAfterImage();
        judgeCheckpoints();
    }

private:
    bool has(const char *name) const { return m_start.first(QLatin1String(name)); }
    QString value(const char *name) const
    {
        const Option *option = m_start.first(QLatin1String(name));
        return option ? option->value.text : QString();
    }
    TextRange engine() const { return m_command.words.first().range(); }
    bool hasDevice() const
    {
        const auto devices = m_start.all(QStringLiteral("--device"));
        return std::any_of(devices.begin(), devices.end(),
                           [](const Option *one) { return one->value.text.contains(QLatin1String("nvidia")); });
    }
    bool hasRuntime() const { return value("--runtime") == QLatin1String("nvidia"); }
    bool isWrapper() const { return m_command.name() == QLatin1String("nvidia-docker"); }
    const VariableUse *variable(const QString &name) const
    {
        const auto found = std::find_if(m_lint.variables.begin(), m_lint.variables.end(),
                                        [&](const VariableUse &use) { return use.group == m_group && use.name == name; });
        return found == m_lint.variables.end() ? nullptr : &*found;
    }
    bool usesGpus() const { return has("--gpus") || hasDevice() || hasRuntime() || isWrapper() || m_contents.framework.size() > 0; }
    QString program() const { return m_start.command.isEmpty() ? QString() : m_start.command.first().text.section(u'/', -1); }

    void collectVariables()
    {
        for (const Option *option : m_start.all(QStringLiteral("--env"))) {
            if (const auto named = namedValue(option->value))
                m_lint.variables << VariableUse{
                    named->name, named->value, named->nameRange, named->valueRange, VariableUse::Where::Argument, m_group};
            else
                m_lint.variables << VariableUse{option->value.text, {}, option->value.range(), {}, VariableUse::Where::Argument, m_group};
        }
        // Variables in a file are not visible here.
        if (has("--env-file"))
            m_lint.hasThreads = true;
    }

    void judgeGpus()
    {
        const Option *gpus = m_start.first(QStringLiteral("--gpus"));
        if (isWrapper()) {
            m_lint.add("nvidia-docker", engine(), Words::tr("nvidia-docker is the wrapper used before Docker 19.03."),
                       {QStringLiteral("docker")});
        } else if (m_start.isPodman && gpus) {
            m_lint.add("podman-gpus", gpus->word.range(), Words::tr("Podman may ignore %1.").arg(gpus->word.text.left(60)),
                       {QStringLiteral("--device nvidia.com/gpu=all")});
        } else if (hasRuntime()) {
            const Option *runtime = m_start.first(QStringLiteral("--runtime"));
            m_lint.add("old-runtime", runtime->word.range(), Words::tr("The GPUs are provided by the runtime named nvidia."),
                       {has("--gpus") ? std::nullopt
                                      : std::optional(m_start.isPodman ? QStringLiteral("--device nvidia.com/gpu=all")
                                                                       : QStringLiteral("--gpus all"))});
        }
        const VariableUse *visible = variable(QStringLiteral("NVIDIA_VISIBLE_DEVICES"));
        const bool wantsSome = visible && visible->value && *visible->value != QLatin1String("void")
                               && *visible->value != QLatin1String("none");
        if (wantsSome && gpus)
            m_lint.add("gpus-twice", visible->nameRange, Words::tr("Both --gpus and NVIDIA_VISIBLE_DEVICES choose the GPUs."));
        else if (wantsSome && !hasRuntime() && !hasDevice() && !isWrapper())
            m_lint.add("gpus-missing", visible->nameRange,
                       Words::tr("NVIDIA_VISIBLE_DEVICES is set, but nothing brings GPUs into the container."));
        judgeNumbers(gpus);
    }

    // CUDA_VISIBLE_DEVICES counts the GPUs that --gpus has admitted.
    void judgeNumbers(const Option *gpus)
    {
        const VariableUse *visible = variable(QStringLiteral("CUDA_VISIBLE_DEVICES"));
        static const QRegularExpression list(QStringLiteral("device=([0-9,]+)"));
        const auto match = gpus ? list.match(gpus->value.text) : QRegularExpressionMatch();
        if (!visible || !visible->value || !match.hasMatch())
            return;
        const qsizetype count = match.captured(1).split(u',', Qt::SkipEmptyParts).size();
        for (const QString &part : visible->value->split(u',')) {
            bool isNumber = false;
            const int index = part.trimmed().toInt(&isNumber);
            if (!isNumber || index < count)
                continue;
            QStringList numbers;
            for (qsizetype i = 0; i < count; ++i)
                numbers << QString::number(i);
            m_lint.add("visible-devices", visible->valueRange,
                       Words::tr("Inside, the %1 GPUs of --gpus are numbered from 0: there is no GPU %2.").arg(count).arg(index),
                       {numbers.join(u',')});
            return;
        }
    }

    void judgeImage()
    {
        if (!m_start.image)
            return;
        const auto reference = ImageReference::parse(m_start.image->text);
        if (!reference || m_start.image->text.contains(u'$'))
            return;
        if (reference->digest.isEmpty() && (reference->tag.isEmpty() || reference->tag.startsWith(QLatin1String("latest")))) {
            m_lint.add("image-tag", m_start.image->range(),
                       reference->tag.isEmpty() ? Words::tr("The image has no tag, so it is the latest.")
                                                : Words::tr("The tag %1 can change.").arg(reference->tag));
            return;
        }
        m_contents = contentsOf(*reference, m_lint.compat());
        if (!m_contents.missing.isEmpty())
            return;
        CompatQuestion question = m_lint.question();
        question.image = *reference;
        m_lint.judge(question, m_start.image->range());
    }

    void judgeMemory()
    {
        static const QStringList kLooks{QStringLiteral("nvidia-smi"), QStringLiteral("nvcc"),       QStringLiteral("ls"),
                                        QStringLiteral("cat"),        QStringLiteral("echo"),       QStringLiteral("true"),
                                        QStringLiteral("env"),        QStringLiteral("deviceQuery")};
        const auto coversShm = [](const Option *one) { return one->value.text.contains(QLatin1String("/dev/shm")); };
        const auto volumes = m_start.all(QStringLiteral("--volume")) + m_start.all(QStringLiteral("--mount"))
                             + m_start.all(QStringLiteral("--tmpfs"));
        const QString ipc = value("--ipc");
        const Option *size = m_start.first(QStringLiteral("--shm-size"));
        if (size) {
            const auto least = mebibytes(size->value.text);
            if (least && *least < 1024) {
                m_lint.add("shared-memory", size->word.range(),
                           Words::tr("%1 of shared memory is too small.").arg(size->value.text.left(20)),
                           {size->word.text.contains(u'=') ? std::optional(QStringLiteral("--shm-size=16g")) : std::nullopt});
            }
        } else if (ipc != QLatin1String("host") && !ipc.startsWith(QLatin1String("container:"))
                   && std::none_of(volumes.begin(), volumes.end(), coversShm) && !kLooks.contains(program())) {
            m_lint.add("shared-memory", engine(), Words::tr("No size is set for shared memory."),
                       {{}, isTraining(program()) ? LintSeverity::Warning : LintSeverity::Hint});
        }
        const auto devices = m_start.all(QStringLiteral("--device"));
        const auto limits = m_start.all(QStringLiteral("--ulimit"));
        const bool hasRdma = std::any_of(devices.begin(), devices.end(),
                                         [](const Option *one) { return one->value.text.contains(QLatin1String("/dev/infiniband")); });
        if (hasRdma && std::none_of(limits.begin(), limits.end(), [](const Option *one) {
                return one->value.text.startsWith(QLatin1String("memlock"));
            }))
            m_lint.add("memlock", engine(), Words::tr("RDMA devices are passed without permission to lock memory."));
    }

    void judgePorts()
    {
        static const QRegularExpression known(QStringLiteral("(\\A|:)(12345|12355|29400|29500)(/tcp)?\\z"));
        for (const Option *option : m_start.all(QStringLiteral("--publish"))) {
            if (known.match(option->value.text).hasMatch())
                m_lint.add("nccl-port", option->word.range(), Words::tr("Publishing one port is not enough for NCCL."),
                           {{}, LintSeverity::Warning, Words::tr("Use --network=host on every node of the job.")});
        }
    }

    void judgeOptionsAfterImage()
    {
        static const QStringList kEngines{
            QStringLiteral("--gpus"),       QStringLiteral("--shm-size"), QStringLiteral("--ipc"),      QStringLiteral("--rm"),
            QStringLiteral("--volume"),     QStringLiteral("--env"),      QStringLiteral("--mount"),    QStringLiteral("--network"),
            QStringLiteral("--privileged"), QStringLiteral("--ulimit"),   QStringLiteral("--env-file"), QStringLiteral("--name"),
            QStringLiteral("--runtime"),    QStringLiteral("--device"),   QStringLiteral("-it"),        QStringLiteral("-d")};
        if (m_start.command.isEmpty())
            return;
        const ShellWord &first = m_start.command.first();
        const QString name = longName(first.text.section(u'=', 0, 0));
        if (kEngines.contains(name))
            m_lint.add("option-after-image", first.range(), Words::tr("%1 comes after the image.").arg(first.text.left(60)));
    }

    void judgeCheckpoints()
    {
        QStringList targets;
        for (const Option *option : m_start.all(QStringLiteral("--volume")))
            targets << option->value.text.section(u':', 1, 1);
        static const QRegularExpression target(QStringLiteral("(?:\\A|,)(?:target|dst|destination)=([^,]+)"));
        for (const Option *option : m_start.all(QStringLiteral("--mount"))) {
            if (!option->value.text.contains(QLatin1String("type=tmpfs")))
                targets << target.match(option->value.text).captured(1);
        }
        for (const ShellWord &path : savePaths(m_start.command)) {
            const bool isMounted = std::any_of(targets.begin(), targets.end(), [&](QString one) {
                while (one.size() > 1 && one.endsWith(u'/'))
                    one.chop(1);
                return !one.isEmpty() && (path.text == one || path.text.startsWith(one + u'/'));
            });
            if (path.text.startsWith(u'/') && !isMounted)
                m_lint.add("ephemeral-checkpoints", path.range(),
                           Words::tr("%1 is inside the container: no mount covers it.").arg(path.text.left(100)));
        }
    }

    LintCase &m_lint;
    const ContainerStart &m_start;
    const ShellCommand &m_command;
    int m_group;
    ImageContents m_contents;
};

}  // namespace

QList<const Option *> ContainerStart::all(const QString &name) const
{
    QList<const Option *> found;
    for (const Option &option : options) {
        if (option.name == name)
            found << &option;
    }
    return found;
}

const Option *ContainerStart::first(const QString &name) const { return all(name).value(0, nullptr); }

std::optional<ContainerStart> containerStart(const ShellCommand &command)
{
    const QString engine = command.name();
    if (engine != QLatin1String("docker") && engine != QLatin1String("podman") && engine != QLatin1String("nvidia-docker")
        && engine != QLatin1String("nerdctl"))
        return std::nullopt;
    qsizetype at = 1;
    while (at < command.words.size() && command.words[at].text != QLatin1String("run")
           && command.words[at].text != QLatin1String("create")) {
        // docker --context NAME container run
        const QString &word = command.words[at].text;
        if (!word.startsWith(u'-') && word != QLatin1String("container") && !command.words[at - 1].text.startsWith(u'-'))
            return std::nullopt;
        ++at;
    }
    if (at >= command.words.size())
        return std::nullopt;
    ContainerStart start;
    start.isPodman = engine == QLatin1String("podman");
    for (++at; at < command.words.size(); ++at) {
        const ShellWord &word = command.words[at];
        if (!word.text.startsWith(u'-') || word.text.size() < 2)
            break;
        if (word.text == QLatin1String("--")) {
            ++at;
            break;
        }
        const qsizetype equals = word.text.indexOf(u'=');
        const bool isLong = word.text.startsWith(QLatin1String("--"));
        if (isLong && equals > 0) {
            start.options << Option{
                longName(word.text.left(equals)), word, {word.text.mid(equals + 1), word.begin + equals + 1, word.end, false}};
        } else if (isWithoutValue(word.text)) {
            start.options << Option{word.text, word, {}};
        } else if (!isLong && word.text.size() > 2) {
            // -eNAME=VALUE, -v/data:/data
            start.options << Option{longName(word.text.left(2)), word, {word.text.mid(2), word.begin + 2, word.end, false}};
        } else if (at + 1 < command.words.size()) {
            const ShellWord &value = command.words[++at];
            start.options << Option{longName(word.text), {word.text + u' ' + value.text, word.begin, value.end, false}, value};
        }
    }
    if (at < command.words.size()) {
        start.image = command.words[at];
        start.command = command.words.mid(at + 1);
    }
    return start;
}

void judgeStart(LintCase &lint, const ContainerStart &start, const ShellCommand &command, int group)
{
    ContainerJudge(lint, start, command, group).judge();
}

bool isEphemeral(const QString &path)
{
    static const QStringList kLost{QStringLiteral("/tmp"), QStringLiteral("/var/tmp"), QStringLiteral("/dev/shm"), QStringLiteral("/run")};
    return std::any_of(kLost.begin(), kLost.end(), [&](const QString &folder) { return path == folder || path.startsWith(folder + u'/'); });
}

QList<ShellWord> savePaths(const QList<ShellWord> &command)
{
    static const QRegularExpression form(
        QStringLiteral("\\A--?(output|save|ckpt|checkpoint|checkpoints|default[-_]root|work|results?)([-_](dir|path|folder|root))?\\z"));
    QList<ShellWord> paths;
    for (qsizetype i = 0; i < command.size(); ++i) {
        const ShellWord &word = command[i];
        const qsizetype equals = word.text.indexOf(u'=');
        if (!word.text.startsWith(u'-') || !form.match(equals > 0 ? word.text.left(equals) : word.text).hasMatch())
            continue;
        if (equals > 0)
            paths << ShellWord{word.text.mid(equals + 1), word.begin + equals + 1, word.end, false};
        else if (i + 1 < command.size() && !command[i + 1].text.startsWith(u'-'))
            paths << command[i + 1];
    }
    return paths;
}

}  // namespace trainyard
