// SPDX-License-Identifier: GPL-3.0-or-later
// The steps that a person waits for, each compared with the plain tool for the same task: the window's first picture and its memory with a
// minimal Qt Widgets program, a connection with `ssh`, a launch with `ssh` and the engine. Medians of interleaved rounds; everything is
// real, on this computer, without distance.
#include "core/transport/ssh/sshconnection.h"
#include "tests/bench/figures.h"
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <cstdio>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <vector>

using namespace trainyard;

namespace {

constexpr int kRounds = 7;

struct Spent {
    bool isFine = false;
    double milliseconds = 0;
    double mebibytes = 0;  // largest resident size
};

// Runs a program to its end and reads its memory use as the kernel counted it.
Spent spend(const QStringList &command)
{
    std::vector<QByteArray> words;
    for (const QString &word : command)
        words.push_back(word.toUtf8());
    std::vector<char *> arguments;
    for (QByteArray &word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    QElapsedTimer timer;
    timer.start();
    pid_t pid = 0;
    Spent spent;
    if (posix_spawnp(&pid, arguments[0], &quiet, nullptr, arguments.data(), environ) == 0) {
        int status = 0;
        rusage usage{};
        wait4(pid, &status, 0, &usage);
        spent.milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        spent.mebibytes = static_cast<double>(usage.ru_maxrss) / 1024;
        spent.isFine = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    posix_spawn_file_actions_destroy(&quiet);
    return spent;
}

bool benchWindow()
{
    const QTemporaryDir home;
    qputenv("TRAINYARD_HOME", home.path().toUtf8());
    const QStringList ours{QStringLiteral(TRAINYARD_BIN_DIR "/trainyard"), QStringLiteral("--smoke")};
    const QStringList minimal{QCoreApplication::applicationDirPath() + QStringLiteral("/minimalwindow")};
    std::vector<double> time, timeThere, memory, memoryThere;
    for (int round = 0; round <= kRounds; ++round) {
        const Spent a = spend(ours), b = spend(minimal);
        if (!a.isFine || !b.isFine) {
            std::fprintf(stderr, "a window did not start\n");
            return false;
        }
        if (round == 0)
            continue;  // warms the page cache
        time.push_back(a.milliseconds);
        timeThere.push_back(b.milliseconds);
        memory.push_back(a.mebibytes);
        memoryThere.push_back(b.mebibytes);
    }
    printFigure(QStringLiteral("window: process start to first picture and end, beside a minimal Qt Widgets program"), median(time),
                median(timeThere), QStringLiteral("ms"));
    printFigure(QStringLiteral("window: largest resident memory, beside a minimal Qt Widgets program"), median(memory), median(memoryThere),
                QStringLiteral("MiB"));
    return true;
}

bool benchConnection(LabMachine &machine)
{
    const QStringList ssh{QStringLiteral("ssh"),
                          QStringLiteral("-F"),
                          QStringLiteral("none"),
                          QStringLiteral("-p"),
                          QString::number(machine.sshd().port()),
                          QStringLiteral("-i"),
                          machine.sshd().clientKey(),
                          QStringLiteral("-o"),
                          QStringLiteral("UserKnownHostsFile=") + machine.sshd().knownHosts(),
                          machine.sshd().user() + QStringLiteral("@127.0.0.1"),
                          QStringLiteral("true")};
    std::vector<double> ours, theirs;
    for (int round = 0; round <= kRounds; ++round) {
        QElapsedTimer timer;
        timer.start();
        const auto connection = SshConnection::open(machine.sshd().target(), {}, QDeadlineTimer(20000));
        RemoteCommand command;
        command.line = QStringLiteral("true");
        if (!connection || !(*connection)->run(command, QDeadlineTimer(20000)))
            return false;
        const double took = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        const Spent there = spend(ssh);
        if (!there.isFine)
            return false;
        if (round > 0) {
            ours.push_back(took);
            theirs.push_back(there.milliseconds);
        }
    }
    printFigure(QStringLiteral("connect and run `true`, beside `ssh`"), median(ours), median(theirs), QStringLiteral("ms"));
    return true;
}

bool benchLaunch(LabMachine &machine)
{
    if (!machine.engine()->makeTestImages())
        return false;
    const QTemporaryDir home;
    const YardCommand yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), home.path());
    if (yard.run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), machine.sshCommand()}).status != 0)
        return false;
    QFile task(home.filePath(QStringLiteral("task.yaml")));
    if (!task.open(QIODevice::WriteOnly) || task.write("run: echo hello\nresources:\n  image_id: docker:trainyard-test/shell\n") < 0)
        return false;
    task.close();
    std::vector<double> ours, theirs;
    for (int round = 0; round <= kRounds; ++round) {
        QElapsedTimer timer;
        timer.start();
        if (yard.run({QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"), QStringLiteral("lab"), task.fileName()})
                .status
            != 0)
            return false;
        const double took = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        const Spent there = spend({QStringLiteral("ssh"), QStringLiteral("-F"), QStringLiteral("none"), QStringLiteral("-p"),
                                   QString::number(machine.sshd().port()), QStringLiteral("-i"), machine.sshd().clientKey(),
                                   QStringLiteral("-o"), QStringLiteral("UserKnownHostsFile=") + machine.sshd().knownHosts(),
                                   machine.sshd().user() + QStringLiteral("@127.0.0.1"),
                                   QStringLiteral("podman run --detach --network host trainyard-test/shell /bin/sh -c 'echo hello'")});
        if (!there.isFine)
            return false;
        if (round > 0) {
            ours.push_back(took);
            theirs.push_back(there.milliseconds);
        }
    }
    printFigure(QStringLiteral("launch a container from a cold `yard`, beside `ssh podman run`"), median(ours), median(theirs),
                QStringLiteral("ms"));
    return true;
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    bool isFine = benchWindow();
    LabMachine machine(ContainerEngine::Kind::Podman);
    if (!machine.start()) {
        std::fprintf(stderr, "no connection or launch is measured: %s\n", qPrintable(machine.problem()));
        return 1;
    }
    if (!benchConnection(machine)) {
        std::fprintf(stderr, "the connection could not be measured\n");
        isFine = false;
    }
    if (!benchLaunch(machine)) {
        std::fprintf(stderr, "the launch could not be measured\n");
        isFine = false;
    }
    return isFine ? 0 : 1;
}
