// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/stackreader.h"

#include "core/base/shellquote.h"
#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>
#include <QFile>

namespace trainyard {

namespace {

constexpr qsizetype kMaxStackOutput = 1024 * 1024;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Stacks)
};

// Meanings of R, S, D … in /proc/PID/stat, proc(5).
QString stateWords(const QString &state)
{
    if (state == QLatin1String("R"))
        return Words::tr("running: uses a processor");
    if (state == QLatin1String("D"))
        return Words::tr("waiting in the kernel, usually for a disk or a network file system");
    if (state == QLatin1String("T") || state == QLatin1String("t"))
        return Words::tr("stopped by a signal or a debugger");
    return Words::tr("sleeping: waiting");
}

QString markText(const QString &mark, const QStringList &words)
{
    const QString first = words.value(0);
    if (mark == QLatin1String("pid")) {
        const QString name = words.mid(2).join(u' ').trimmed();
        return words.value(1) == QLatin1String("-") ? Words::tr("── process %1: %2").arg(first, name)
                                                    : Words::tr("── rank %1, process %2: %3").arg(words.value(1), first, name);
    }
    if (mark == QLatin1String("state")) {
        return Words::tr("   %1 (in %2), %3 threads, %4 s of processor time so far")
            .arg(stateWords(first), words.value(1), words.value(2))
            .arg(words.value(3).toLongLong() / 100);
    }
    if (mark == QLatin1String("tool"))
        return Words::tr("Read with %1.").arg(first);
    if (mark == QLatin1String("no-tool"))
        return Words::tr(
            "The machine has neither py-spy nor gdb, so only the kernel's view is available. For Python lines: pip install --user py-spy");
    if (mark == QLatin1String("container"))
        return Words::tr("The run is in a container; its processes are listed with the machine's process IDs.");
    if (mark == QLatin1String("refused"))
        return Words::tr("   This user has no permission to inspect the process (ptrace). As root: sudo py-spy dump --pid, or sudo sysctl "
                         "kernel.yama.ptrace_scope=0");
    if (mark == QLatin1String("failed"))
        return Words::tr("   The tool printed nothing in time.");
    if (mark == QLatin1String("none"))
        return Words::tr("No process of this run was found on the machine.");
    if (mark == QLatin1String("more"))
        return Words::tr("%1 more processes were not inspected.").arg(first);
    if (mark == QLatin1String("ras"))
        return Words::tr("── NCCL's own report (ncclras)");
    return {};
}

}  // namespace

Result<QString> stacksText(const QByteArray &answer)
{
    const QString text = plainText(answer.left(kMaxStackOutput));
    QStringList lines;
    bool isAnswer = false;
    const QStringList all = text.split(u'\n');
    for (const QString &line : all) {
        if (!line.startsWith(u'@')) {
            if (isAnswer)
                lines << line;
            continue;
        }
        isAnswer = true;
        QStringList words = line.mid(1).split(u' ');
        const QString mark = words.takeFirst();
        if (const QString said = markText(mark, words); !said.isEmpty())
            lines << said;
    }
    if (!isAnswer)
        return Error{ErrorCode::Corrupt, Words::tr("The machine's answer could not be read; inspect its stacks by hand."), text.left(400)};
    return lines.join(u'\n').trimmed();
}

Result<QString> readStacks(SshConnection &connection, const QString &directory, QDeadlineTimer deadline, std::stop_token stop)
{
    QFile script(QStringLiteral(":/onbox/stacks.sh"));
    const bool isThere = script.open(QIODevice::ReadOnly);
    Q_ASSERT(isThere);
    RemoteCommand command;
    command.line = QStringLiteral("sh -s -- ") + shellJoined({directory});
    command.input = isThere ? script.readAll() : QByteArray();
    command.outputLimit = kMaxStackOutput;
    TRY(const auto answer, connection.run(command, deadline, stop));
    const auto text = stacksText(answer.out);
    if (!text && text.error().detail.isEmpty())
        return Error{text.error().code, text.error().what, QString::fromUtf8(answer.err.left(400))};
    return text;
}

}  // namespace trainyard
