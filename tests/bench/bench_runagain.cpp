// SPDX-License-Identifier: GPL-3.0-or-later
// From the decision to run again until the first line of the next attempt is on this computer, with one of 200 files changed, over a relay
// on loopback that adds 50 ms to every round trip. Beside it, in the same minute: `rsync` over `ssh` and then `ssh` to run the script, once
// with a login for each, once over a connection that is already open (ControlMaster). These start a process and nothing else; ours also
// records the attempt, its supervisor and its samples. Medians of interleaved rounds.
#include "core/service/runs/runwatch.h"
#include "core/service/runs/services.h"
#include "tests/bench/figures.h"
#include "tests/support/labmachine.h"
#include "tests/support/roughlink.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdio>
#include <utime.h>

using namespace trainyard;

namespace {

constexpr int kRounds = 7, kFiles = 200, kOneWayMs = 25;

bool writeText(const QString &name, const QByteArray &content)
{
    QFile file(name);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

QByteArray readText(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

template <typename T>
T waited(const QFuture<T> &future)
{
    while (!future.isFinished())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 5);
    return future.result();
}

// Milliseconds until `sh` printed this line; negative: it never did.
double spend(const QString &script, const QByteArray &line)
{
    QElapsedTimer timer;
    timer.start();
    QProcess shell;
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), script});
    QByteArray out;
    while (!out.contains(line) && shell.waitForReadyRead(30'000))
        out += shell.readAllStandardOutput();
    const double took = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    shell.waitForFinished();
    return out.contains(line) ? took : -1;
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const auto fail = [](const QString &why) {
        std::fprintf(stderr, "running again could not be measured: %s\n", qPrintable(why));
        return 1;
    };
    LabMachine lab(std::nullopt);
    if (!lab.start())
        return fail(lab.problem());
    RoughLink link(lab.sshd().port());
    link.setDelay(kOneWayMs);
    const QTemporaryDir state, project, keys;
    const QString known = keys.filePath(QStringLiteral("known_hosts"));
    if (!writeText(known,
                   readText(lab.sshd().knownHosts()).replace(QByteArray::number(lab.sshd().port()), QByteArray::number(link.port()))))
        return fail(known);
    Machine machine;
    machine.name = QStringLiteral("far");
    machine.target = lab.sshd().target();
    machine.target.port = link.port();
    machine.target.knownHostsFile = known;

    for (int number = 0; number < kFiles; ++number) {
        const QString name = project.filePath(QStringLiteral("%1.py").arg(number));
        const utimbuf times{time(nullptr) - 60, time(nullptr) - 60};
        if (!writeText(name, QByteArray(4000, 'x')) || ::utime(QFile::encodeName(name).constData(), &times) != 0)
            return fail(name);
    }
    const QString script = project.filePath(QStringLiteral("train.sh"));
    if (!writeText(script, "echo round first\n"))
        return fail(script);

    auto opened = Services::open({state.filePath(QStringLiteral("data")), state.filePath(QStringLiteral("config"))}, {});
    if (!opened)
        return fail(opened.error().what);
    Services &services = **opened;
    const auto added = services.database().machines.add(machine);
    if (!added)
        return fail(added.error().what);
    LaunchRequest request;
    request.machineId = added->id;
    request.task.name = QStringLiteral("again");
    request.task.run = QStringLiteral("sh train.sh");
    request.task.workdir = project.path();
    const auto first = waited(services.runs.launch(request, {}));
    if (!first)
        return fail(first.error().what);

    const QString common = QStringLiteral("-F none -o BatchMode=yes -p %1 -i '%2' -o UserKnownHostsFile='%3'")
                               .arg(link.port())
                               .arg(lab.sshd().clientKey(), known);
    const QString host = lab.sshd().user() + QStringLiteral("@127.0.0.1");
    const QString control = QStringLiteral("-o ControlPath='%1'").arg(keys.filePath(QStringLiteral("control")));
    const auto plain = [&](const QString &options) {
        return QStringLiteral("rsync -a --delete -e \"ssh %1\" '%2/' %3:there/ && ssh %1 %3 'cd there && sh train.sh'")
            .arg(common + u' ' + options, project.path(), host);
    };
    QProcess master;
    master.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("exec ssh %1 %2 -M -N %3").arg(common, control, host)});
    master.waitForStarted();

    std::vector<double> ours, theirs, warm;
    RunId last = first->id;
    for (int round = 0; round <= kRounds; ++round) {
        const auto change = [&](const char *who) {
            const QByteArray line = "round " + QByteArray::number(round) + ' ' + who + '\n';
            return writeText(script, "echo " + line) ? line : QByteArray();
        };
        const QByteArray line = change("ours");
        QElapsedTimer timer;
        timer.start();
        const auto again = waited(services.again.start(last, true));
        if (!again)
            return fail(again.error().what);
        last = again->run.id;
        RunWatch *const watch = services.runs.watch(last);
        while (!readText(watch->logFile()).contains(line) && timer.elapsed() < 30'000)
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        const double took = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        const double cold = spend(plain({}), change("cold")), open = spend(plain(control), change("open"));
        if (cold < 0 || open < 0)
            return fail(QStringLiteral("rsync and ssh printed nothing; apt-get install rsync openssh-client"));
        if (round == 0)
            continue;  // the first copy of all files
        ours.push_back(took);
        theirs.push_back(cold);
        warm.push_back(open);
    }
    printFigure(QStringLiteral("run again at 50 ms, to the first line, beside `rsync` and `ssh`"), median(ours), median(theirs),
                QStringLiteral("ms"));
    printFigure(QStringLiteral("run again at 50 ms, to the first line, beside `rsync` and `ssh` over an open connection"), median(ours),
                median(warm), QStringLiteral("ms"));
    master.terminate();
    master.waitForFinished();
    services.endWork();
    return 0;
}
