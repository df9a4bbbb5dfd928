// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/commandrules.h"

#include "core/base/secretname.h"
#include "core/knowledge/environment/internal/containerrules.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CommandRules)
};

bool isNowhere(const QString &address)
{
    return address == QLatin1String("localhost") || address.startsWith(QLatin1String("127.")) || address == QLatin1String("::1")
           || address.startsWith(QLatin1String("localhost:"));
}

// "2", or "1:4" for a range.
int mostOf(const QString &text) { return text.section(u':', -1).toInt(); }

class CommandJudge {
public:
    CommandJudge(LintCase &lint, const ShellReading &reading, InstallPlace &place) : m_lint(lint), m_reading(reading), m_place(place) {}

    void judge()
    {
        if (m_reading.unclosed)
            m_lint.add("unclosed-quote", {*m_reading.unclosed, *m_reading.unclosed + 1}, Words::tr("This quote is never closed."));
        for (const qsizetype at : m_reading.blanksAfterBackslash)
            m_lint.add("blank-after-backslash", {at, at + 1}, Words::tr("There are spaces after the backslash."), {QStringLiteral("\\")});
        for (qsizetype i = 0; i < m_reading.commands.size(); ++i) {
            const ShellCommand &command = m_reading.commands[i];
            ++m_lint.lastGroup;
            collectVariables(command);
            if (!command.words.isEmpty())
                judgeCommand(command, i);
        }
    }

private:
    void collectVariables(const ShellCommand &command)
    {
        QList<ShellWord> set = command.assignments;
        const QString name = command.name();
        if (name == QLatin1String("export") || name == QLatin1String("declare") || name == QLatin1String("setenv")
            || name == QLatin1String("typeset"))
            set += command.words.mid(1);
        for (const ShellWord &word : std::as_const(set)) {
            if (const auto named = namedValue(word))
                m_lint.variables << VariableUse{
                    named->name, named->value, named->nameRange, named->valueRange, VariableUse::Where::Shell, m_lint.lastGroup};
        }
    }

    void judgeCommand(const ShellCommand &command, qsizetype at)
    {
        judgeDead(command);
        judgeSecrets(command);
        judgePipe(command, at);
        judgePip(m_lint, command, m_place);
        judgeConda(m_lint, command);
        judgeApt(m_lint, command, m_reading.commands, m_place);
        if (const auto start = containerStart(command)) {
            const int own = ++m_lint.lastGroup;
            judgeStart(m_lint, *start, command, own);
            ShellCommand inner = command;
            inner.assignments.clear();
            inner.words = start->command;
            if (!inner.words.isEmpty())
                judgeLaunch(inner, own);
            judgeShell(*start);
            return;
        }
        judgeLaunch(command, m_lint.lastGroup);
        for (const ShellWord &path : savePaths(command.words)) {
            if (isEphemeral(path.text))
                m_lint.add("ephemeral-checkpoints", path.range(),
                           Words::tr("%1 does not outlive a restart of the machine.").arg(path.text.left(100)));
        }
    }

    void judgeDead(const ShellCommand &command)
    {
        const QString name = command.name();
        const auto say = [&](const TextRange &range, const QString &what, const QString &instead) {
            m_lint.add("dead-command", range, what, {instead, {}, Words::tr("Use %1.").arg(instead)});
        };
        if (name == QLatin1String("nvlink-smi")) {
            say(command.range(), Words::tr("The program nvlink-smi does not exist."), QStringLiteral("nvidia-smi nvlink -s"));
            return;
        }
        if (name != QLatin1String("nvidia-smi") || command.words.size() < 2)
            return;
        const QString first = command.words[1].text;
        if (first == QLatin1String("p2p"))
            say(command.range(), Words::tr("nvidia-smi has no command p2p."), QStringLiteral("nvidia-smi topo -p2p r"));
        else if (first == QLatin1String("psm"))
            say(command.range(), Words::tr("nvidia-smi has no command psm."), QStringLiteral("nvidia-smi topo -m"));
        else if (first == QLatin1String("-g") || (first.startsWith(u'-') && command.has(QStringLiteral("-m"))))
            say(command.range(), Words::tr("nvidia-smi has no options -g and -m: -i names a GPU."), QStringLiteral("nvidia-smi -q -i 0"));
    }

    void secret(const TextRange &range, const QString &name)
    {
        LintCase::More more;
        more.shown = name + QStringLiteral(" …");
        m_lint.add("secret", range, Words::tr("The command line contains a secret (%1).").arg(name), more);
    }

    void judgeSecrets(const ShellCommand &command)
    {
        static const QStringList kOptions{QStringLiteral("--token"),        QStringLiteral("--hf-token"),   QStringLiteral("--hf_token"),
                                          QStringLiteral("--api-key"),      QStringLiteral("--api_key"),    QStringLiteral("--password"),
                                          QStringLiteral("--access-token"), QStringLiteral("--auth-token"), QStringLiteral("--wandb-key"),
                                          QStringLiteral("--wandb_key")};
        for (const QString &option : kOptions) {
            for (const ShellWord &value : command.options({option})) {
                if (value.text.isEmpty() || value.text.startsWith(u'-') || value.text.startsWith(QLatin1String("/")))
                    continue;
                if (!value.text.contains(u'$'))
                    secret(value.range(), option);
                else if (!value.text.contains(QLatin1String("$(cat")))
                    m_lint.add("secret-argument", value.range(),
                               Words::tr("The shell writes the value of %1 into the command line.").arg(option),
                               {{}, {}, Words::tr("Let the program read it from a variable or a file.")});
            }
        }
        if (command.name() == QLatin1String("wandb") && command.words.size() > 2 && command.words[1].text == QLatin1String("login")
            && !command.words.last().text.startsWith(u'-') && !command.words.last().text.contains(u'$'))
            secret(command.words.last().range(), QStringLiteral("wandb login"));
        const bool isLogin = command.words.size() > 1 && command.words[1].text == QLatin1String("login")
                             && (command.name() == QLatin1String("docker") || command.name() == QLatin1String("podman"));
        if (isLogin || command.name() == QLatin1String("sshpass")) {
            for (const ShellWord &value : command.options({QStringLiteral("-p")}))
                if (!value.text.isEmpty() && !value.text.contains(u'$'))
                    secret(value.range(), command.name() + QStringLiteral(" -p"));
        }
        for (const ShellWord &word : command.options({QStringLiteral("--build-arg")})) {
            const auto named = namedValue(word);
            if (named && (isSecretName(named->name) || isSecretValue(named->value)))
                secret(word.range(), named->name);
        }
        static const QRegularExpression address(QStringLiteral("://(?:[^/\\s:@$]{1,100}:)?(?!\\$)([^/\\s:@]{8,200})@")),
            bearer(QStringLiteral("\\b(?:Bearer|Basic)\\s+(?!\\$)([A-Za-z0-9._~+/-]{12,})"));
        for (const ShellWord &word : command.words) {
            const auto named = namedValue(word);
            if (named && isSecretName(named->name)
                && (command.name() == QLatin1String("export") || command.has(QStringLiteral("-e")) || command.has(QStringLiteral("--env"))))
                continue;  // reported as a variable
            if (isSecretValue(word.text) && !named)
                secret(word.range(), isSecretValue(command.name()) ? QString() : command.name());
            else if (address.match(word.text.left(4096)).hasMatch())
                secret(word.range(), QStringLiteral("://…@"));
            else if (bearer.match(word.text.left(4096)).hasMatch())
                secret(word.range(), QStringLiteral("Authorization"));
        }
    }

    static bool fetches(const QString &name) { return name == QLatin1String("curl") || name == QLatin1String("wget"); }

    void judgePipe(const ShellCommand &command, qsizetype at)
    {
        static const QRegularExpression shell(QStringLiteral("\\A(ba|da|z|k|a)?sh\\z|\\Apython[0-9.]*\\z"));
        const bool isShell = shell.match(command.name()).hasMatch();
        if (isShell && command.before == QLatin1String("|") && at > 0 && fetches(m_reading.commands[at - 1].name())) {
            m_lint.add("pipe-to-shell", {m_reading.commands[at - 1].words.first().begin, command.words.last().end},
                       Words::tr("A download runs as a program at once."));
            return;
        }
        static const QRegularExpression inside(QStringLiteral("\\$\\((curl|wget)\\b|`(curl|wget)\\b"));
        const bool isInside = isShell && std::any_of(command.words.begin(), command.words.end(), [](const ShellWord &word) {
                                  return inside.match(word.text.left(4096)).hasMatch();
                              });
        if (isInside)
            m_lint.add("pipe-to-shell", command.range(), Words::tr("A download runs as a program at once."));
    }

    // Launchers that start several processes.
    void judgeLaunch(const ShellCommand &command, int own)
    {
        const QString name = command.name();
        qsizetype module = -1;
        static const QRegularExpression python(QStringLiteral("\\Apython[0-9.]*\\z"));
        if (python.match(name).hasMatch()) {
            for (qsizetype i = 1; i + 1 < command.words.size() && module < 0; ++i) {
                if (command.words[i].text == QLatin1String("-m"))
                    module = i + 1;
            }
        }
        const QString started = module > 0 ? command.words[module].text : QString();
        if (started == QLatin1String("torch.distributed.launch")) {
            m_lint.add("torch-launch", {command.words.first().begin, command.words[module].end},
                       Words::tr("torch.distributed.launch is the launcher used before torchrun."), {QStringLiteral("torchrun")});
        }
        const bool isTorchrun = name == QLatin1String("torchrun") || started == QLatin1String("torch.distributed.launch")
                                || started == QLatin1String("torch.distributed.run");
        const bool isOther = name == QLatin1String("accelerate") || name == QLatin1String("deepspeed") || name == QLatin1String("srun");
        if (!isTorchrun && !isOther)
            return;
        const auto value = [&](const QStringList &names) { return command.option(names); };
        const auto nodes = value({QStringLiteral("--nnodes"), QStringLiteral("--num_nodes"), QStringLiteral("--num_machines"),
                                  QStringLiteral("--nodes"), QStringLiteral("-N")});
        const int count = nodes ? mostOf(nodes->text) : 1;
        m_lint.nodes = std::max(m_lint.nodes, count);
        for (const QStringList &names :
             {QStringList{QStringLiteral("--master_addr"), QStringLiteral("--master-addr"), QStringLiteral("--main_process_ip")},
              QStringList{QStringLiteral("--rdzv_endpoint"), QStringLiteral("--rdzv-endpoint")}}) {
            const auto address = value(names);
            if (address && count > 1 && isNowhere(address->text))
                m_lint.add(
                    "master-address", address->range(),
                    Words::tr("With %1 nodes, %2 means another machine on each of them.").arg(QString::number(count), address->text));
        }
        if (!isTorchrun)
            return;
        const auto processes = value({QStringLiteral("--nproc_per_node"), QStringLiteral("--nproc-per-node")});
        if (!processes)
            return;
        bool isNumber = false;
        const int number = processes->text.toInt(&isNumber);
        if (number > 1 || !isNumber) {
            if (!m_lint.needsThreads)
                m_lint.threads = command.words.first().range();
            m_lint.needsThreads = true;
        }
        judgeVisible(*processes, number, own);
    }

    void judgeVisible(const ShellWord &processes, int number, int own)
    {
        // The last one set before, in the same command or by export.
        const VariableUse *visible = nullptr;
        for (const VariableUse &use : std::as_const(m_lint.variables)) {
            if (use.name == QLatin1String("CUDA_VISIBLE_DEVICES") && use.value
                && (use.group == own || use.where == VariableUse::Where::Shell))
                visible = &use;
        }
        if (!visible || visible->value->contains(u'$') || visible->value->isEmpty())
            return;
        const qsizetype seen = visible->value->split(u',', Qt::SkipEmptyParts).size();
        if (number > seen)
            m_lint.add("visible-devices", processes.range(), Words::tr("%1 processes for %2 visible GPUs.").arg(number).arg(seen),
                       {QString::number(seen)});
    }

    // docker run IMAGE sh -c "a && b": the shell is process 1 and stays so.
    void judgeShell(const ContainerStart &start)
    {
        static const QRegularExpression shell(QStringLiteral("\\A(ba|da|z)?sh\\z")), several(QStringLiteral("&&|;|\\n")),
            exec(QStringLiteral("(\\A|[\\s;&])exec\\s"));
        if (start.command.size() < 3 || !shell.match(start.command[0].text.section(u'/', -1)).hasMatch())
            return;
        const QString &flag = start.command[1].text, &text = start.command[2].text;
        if (flag.startsWith(u'-') && flag.endsWith(u'c') && several.match(text).hasMatch() && !exec.match(text).hasMatch())
            m_lint.add("shell-form", {start.command[0].begin, start.command[1].end},
                       Words::tr("The shell remains as parent of the program."), {{}, LintSeverity::Hint});
    }

    LintCase &m_lint;
    const ShellReading &m_reading;
    InstallPlace &m_place;
};

}  // namespace

void judgeCommands(LintCase &lint, const ShellReading &reading, InstallPlace &place) { CommandJudge(lint, reading, place).judge(); }

}  // namespace trainyard
