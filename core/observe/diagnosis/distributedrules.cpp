// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/internal/explainrules.h"

#include <QRegularExpression>

namespace trainyard {
namespace {

const QString kNcclTroubles = QStringLiteral("https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html");

bool readWatchdog(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral(
        "\\[Rank ([0-9]{1,5})\\] Watchdog caught collective operation timeout: WorkNCCL\\(SeqNum=([0-9]{1,18}), OpType=([A-Z0-9_]{1,40})"
        "[^)]{0,200}(?:\\(ms\\)=([0-9]{1,12}))?\\)? ?ran for ([0-9]{1,15}) milliseconds"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    card.what = Explained::tr("The processes waited %1 s for each other in %2 number %3, then NCCL's watchdog gave up.")
                    .arg(QString::number(match.captured(5).toDouble() / 1000, 'f', 0), match.captured(3), match.captured(2));
    card.why = Explained::tr(
        "One process did not reach this collective: it crashed, is stuck, or took a different code path. The ranks that report it are "
        "those that waited; check the others first.");
    card.todo = Explained::tr(
        "Look at the stacks of all ranks while it hangs, and at the first error of any rank. The flight recorder records which "
        "collective each rank was in; enable it before the next start.");
    card.command = QStringLiteral("TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1");
    card.ranks << match.captured(1).toInt();
    setSource(card, QStringLiteral("PyTorch: flight recorder for debugging stuck jobs"),
              QStringLiteral("https://docs.pytorch.org/tutorials/unstable/flight_recorder_tutorial.html"));
    return true;
}

bool readNccl(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral(
        "(?:^|[^A-Za-z_.`'\"])nccl(System|Internal|UnhandledCuda|Remote|InvalidUsage)Error: ?[A-Z]|nccl(InvalidUsage|InvalidArgument): "
        "?[A-Z]"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    const QString kind = match.captured(1);
    card.what = Explained::tr("NCCL, which joins the GPUs, failed: %1.")
                    .arg(kind.isEmpty() ? match.captured(0).section(u':', 0, 0).trimmed() : QStringLiteral("nccl%1Error").arg(kind));
    card.why =
        kind == QLatin1String("System") ? Explained::tr(
            "A system call failed: a network interface without a connection, a port closed by a firewall, or too little shared memory.")
        : kind == QLatin1String("UnhandledCuda")
            ? Explained::tr("A CUDA call inside NCCL failed: GPU memory was full, a process had crashed, or the driver does not match.")
        : kind == QLatin1String("Remote")
            ? Explained::tr("Another process ended or the network failed; the first error is in another rank's lines.")
        : kind == QLatin1String("Internal") ? Explained::tr(
              "Usually the topology or the network could not be read, or an NCCL variable refers to something that does not exist.")
                                            : Explained::tr("The processes call NCCL differently, often two of them with the same GPU.");
    card.todo = Explained::tr("Run once with this variable: NCCL then says which call and which interface.");
    card.command = QStringLiteral("NCCL_DEBUG=INFO");
    setSource(card, QStringLiteral("NCCL: troubleshooting"), kNcclTroubles);
    return true;
}

bool readPort(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral("(?:Error|\\[E ).{0,400}[Aa]ddress already in use"));
    static const QRegularExpression port(QStringLiteral("port: ?([0-9]{2,5})|[\\]0-9?]:([0-9]{2,5}) \\(errno"));
    if (!form.match(line).hasMatch())
        return false;
    const Match match = port.match(line);
    const QString number = match.hasCaptured(2) ? match.captured(2) : match.captured(1);
    card.what = number.isEmpty() ? Explained::tr("The port that the program needs is in use.")
                                 : Explained::tr("The port %1 that the program needs is in use.").arg(number);
    card.why = Explained::tr("Another run, or a process left over from an earlier one, listens there; torchrun uses 29500 by default.");
    card.todo = Explained::tr(
        "Let torchrun choose a free port (--standalone on one machine) or set another one; the command shows which program uses it.");
    card.command = number.isEmpty() ? QStringLiteral("ss -ltnp") : QStringLiteral("ss -ltnp 'sport = :%1'").arg(number);
    setSource(card, QStringLiteral("PyTorch: torchrun"), QStringLiteral("https://docs.pytorch.org/docs/stable/elastic/run.html"));
    return true;
}

bool readRefused(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral(
        "(?:DistNetworkError|DistStoreError|TimeoutError|RuntimeError): .{0,200}(?:[Tt]imed out after ([0-9]{1,6}) ?(?:s|seconds)? "
        "?(?:while )?waiting for clients|client socket has timed out after ([0-9]{1,9})ms)"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    card.what = Explained::tr("The processes did not find each other in time.");
    card.why = Explained::tr(
        "One of them was not started, the address of the first machine is wrong, or a firewall blocks the port between the machines.");
    card.todo = Explained::tr("Use the command on each other machine to check that MASTER_ADDR and the port can be reached.");
    card.command = QStringLiteral("nc -vz \"$MASTER_ADDR\" \"${MASTER_PORT:-29500}\"");
    setSource(card, QStringLiteral("PyTorch: torchrun"), QStringLiteral("https://docs.pytorch.org/docs/stable/elastic/run.html"));
    return true;
}

}  // namespace

std::vector<ExplainRule> distributedRules()
{
    return {
        {"nccl-watchdog", {"watchdog caught collective operation timeout"}, readWatchdog},
        {"nccl-error",
         {"ncclsystemerror", "ncclinternalerror", "ncclunhandledcudaerror", "ncclremoteerror", "ncclinvalidusage", "ncclinvalidargument"},
         readNccl},
        {"port-in-use", {"address already in use"}, readPort},
        {"rendezvous-timeout", {"waiting for clients", "client socket has timed out"}, readRefused},
    };
}

}  // namespace trainyard
