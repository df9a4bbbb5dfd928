// SPDX-License-Identifier: GPL-3.0-or-later
// Watching 1, 10, 100 and 1,000 machines at 1 Hz: processor time and memory of this program, compared with `ssh host` once a second and
// with ssh over a shared connection (ControlMaster). The machines are real connections to one private sshd on this computer; only the
// sampler there is a stand-in (fleetticker), and its cost is not counted. TRAINYARD_BENCH_HOSTS sets the largest number.
#include "core/service/machines/connectionpool.h"
#include "core/service/machines/machinewatch.h"
#include "tests/bench/figures.h"
#include "tests/support/sshdfixture.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace trainyard;

namespace {

constexpr int kSeconds = 15;  // of each measurement
constexpr int kPolls = 12;

double seconds(const rusage &usage)
{
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

double ownSeconds()
{
    rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    return seconds(usage);
}

double residentKiB()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toDouble() * double(::getpagesize()) / 1024 : 0;
}

qsizetype entriesOf(const char *directory)
{
    return QDir(QLatin1String(directory)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size();
}

// Processor seconds of one command, including its children.
double spend(const QStringList &command)
{
    std::vector<QByteArray> words;
    for (const QString &word : command)
        words.push_back(word.toUtf8());
    std::vector<char *> arguments;
    for (QByteArray &word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr))
            ::_exit(126);
        ::execvp(arguments[0], arguments.data());
        ::_exit(127);
    }
    rusage usage = {};
    int status = 0;
    if (::wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return -1;
    return seconds(usage);
}

double medianPoll(const QStringList &command)
{
    std::vector<double> all;
    for (int i = 0; i < kPolls; ++i)
        all.push_back(spend(command));
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

void spin(double forSeconds)
{
    QTimer::singleShot(int(forSeconds * 1000), qApp, [] { QCoreApplication::exit(); });
    QCoreApplication::exec();
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (!SshdFixture::missingPart().isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(SshdFixture::missingPart()));
        return 1;
    }
    bool isSet = false;
    const int largest = qEnvironmentVariableIntValue("TRAINYARD_BENCH_HOSTS", &isSet);
    SshdFixture plain, sshd;
    // When many connections arrive at the same time, sshd refuses at most every tenth; the links try again.
    for (const char *line : {"MaxStartups 200", "LoginGraceTime 120", "UseDNS no"})
        sshd.addConfig(QLatin1String(line));
    sshd.addConfig(QStringLiteral("ForceCommand ") + QCoreApplication::applicationDirPath() + QStringLiteral("/fleetticker"));
    if (!plain.start() || !sshd.start()) {
        std::fprintf(stderr, "%s\n", qPrintable(plain.errorText() + sshd.errorText()));
        return 1;
    }

    const QString where = QStringLiteral("%1@127.0.0.1").arg(plain.user());
    const QStringList options{
        QStringLiteral("-F"), QStringLiteral("none"), QStringLiteral("-p"), QString::number(plain.port()),
        QStringLiteral("-i"), plain.clientKey(),      QStringLiteral("-o"), QStringLiteral("UserKnownHostsFile=") + plain.knownHosts()};
    const double perPoll = medianPoll(QStringList{QStringLiteral("ssh")} + options + QStringList{where, QStringLiteral("true")});
    const QString socket = plain.directory() + QStringLiteral("/mux");
    const QStringList shared = options + QStringList{QStringLiteral("-S"), socket};
    spend(QStringList{QStringLiteral("ssh")} + shared + QStringList{QStringLiteral("-fNM"), where});
    const double perSlave = medianPoll(QStringList{QStringLiteral("ssh")} + shared + QStringList{where, QStringLiteral("true")});
    spend(QStringList{QStringLiteral("ssh")} + shared + QStringList{QStringLiteral("-O"), QStringLiteral("exit"), where});
    if (perPoll < 0 || perSlave < 0) {
        std::fprintf(stderr, "ssh does not log in\n");
        return 1;
    }

    int status = 0;
    auto pool = std::make_shared<ConnectionPool>(SshQuestions{});
    std::vector<std::unique_ptr<MachineWatch>> watches;
    const auto add = [&](std::size_t count) {
        QElapsedTimer clock;
        clock.start();
        while (watches.size() < count) {
            Machine machine;
            machine.id = MachineId(qint64(watches.size()) + 1);
            machine.name = QStringLiteral("host");
            machine.target = sshd.target();
            watches.push_back(std::make_unique<MachineWatch>(machine, pool));
            watches.back()->start();
        }
        std::size_t live = 0;
        while (live < count && clock.elapsed() < 120'000) {
            spin(0.2);
            live = std::size_t(std::count_if(watches.begin(), watches.end(), [](const auto &watch) {
                return watch->linkState() == LinkState::Live && watch->history().size() >= 2;
            }));
        }
        if (live < count) {
            std::fprintf(stderr, "only %zu of %zu machines are live: %s\n", live, count, qPrintable(watches.back()->lastError().what));
            status = 1;
        }
        return double(clock.elapsed()) / 1000;
    };
    add(1);
    spin(1);
    const double restKiB = residentKiB();
    const qsizetype restFds = entriesOf("/proc/self/fd"), restThreads = entriesOf("/proc/self/task");
    for (const int count : {1, 10, 100, 1000}) {
        if (isSet && count > largest)
            break;
        const double took = add(std::size_t(count));
        spin(1);
        const double before = ownSeconds();
        std::size_t samples = 0;
        for (const auto &watch : watches)
            samples += watch->history().size();
        QElapsedTimer clock;
        clock.start();
        spin(kSeconds);
        const double elapsed = double(clock.elapsed()) / 1000;
        const double perMinute = (ownSeconds() - before) * 60 / elapsed;
        std::size_t later = 0;
        for (const auto &watch : watches)
            later += watch->history().size();
        const QString name = QStringLiteral("fleet: %1 machines, ").arg(count);
        printFigure(name + QStringLiteral("processor time a minute (ssh per poll)"), perMinute, perPoll * 60 * count, QStringLiteral("s"));
        printFigure(name + QStringLiteral("processor time a minute (ssh over a shared connection, its master not counted)"), perMinute,
                    perSlave * 60 * count, QStringLiteral("s"));
        printFigure(name + QStringLiteral("of one core"), perMinute / 0.6, 0, QStringLiteral("%"));
        printFigure(name + QStringLiteral("samples a second"), double(later - samples) / elapsed, double(count), QStringLiteral("1/s"));
        if (count > 1) {
            printFigure(name + QStringLiteral("memory per machine"), (residentKiB() - restKiB) / (count - 1), 0, QStringLiteral("KiB"));
            printFigure(name + QStringLiteral("time until all are live"), took, 0, QStringLiteral("s"));
            printFigure(name + QStringLiteral("threads"), double(entriesOf("/proc/self/task")), 0, QStringLiteral("threads"));
        }
    }
    const std::size_t all = watches.size();
    while (watches.size() > 1) {
        watches.back()->stop();
        pool->drop(watches.back()->machine().id);
        watches.pop_back();
    }
    spin(3);
    printFigure(QStringLiteral("fleet: descriptors left after %1 connections").arg(all), double(entriesOf("/proc/self/fd") - restFds), 0,
                QStringLiteral("descriptors"));
    printFigure(QStringLiteral("fleet: threads left after %1 connections").arg(all), double(entriesOf("/proc/self/task") - restThreads), 0,
                QStringLiteral("threads"));
    watches.clear();
    pool->closeAll();
    return status;
}
