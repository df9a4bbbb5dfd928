// SPDX-License-Identifier: GPL-3.0-or-later
// A program that follows many runs, each on its own machine: threads, processor time and memory of that program, and the age of a log line
// when it reaches the local copy. The machines are private sshds on this computer and the runs are real, under the real supervise.sh and
// sample.sh, whose cost is not counted. TRAINYARD_BENCH_RUNS sets how many (64), TRAINYARD_BENCH_SECONDS how long they are watched (60).
#include "core/agent/agent.h"
#include "core/service/runs/runwatch.h"
#include "core/service/runs/services.h"
#include "tests/bench/figures.h"
#include "tests/support/labmachine.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <map>
#include <sys/resource.h>

using namespace trainyard;

namespace {

constexpr int kReadyMs = 180'000;
constexpr int kSettleMs = 15'000;  // logins and first comparisons have finished, and their threads have ended
constexpr int kBatch = 8;          // simultaneous launches

int number(const char *variable, int otherwise)
{
    bool isSet = false;
    const int given = qEnvironmentVariableIntValue(variable, &isSet);
    return isSet && given > 0 ? given : otherwise;
}

Paths pathsIn(const QString &folder)
{
    Paths paths;
    paths.data = folder + QStringLiteral("/data");
    paths.config = folder + QStringLiteral("/config");
    return paths;
}

void spin(int milliseconds)
{
    QTimer::singleShot(milliseconds, qApp, [] { QCoreApplication::exit(); });
    QCoreApplication::exec();
}

double ownSeconds()
{
    rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// A number from /proc/self/status.
double statusOf(const QByteArray &name)
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return -1;
    const QList<QByteArray> lines = status.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith(name + ':'))
            return line.mid(name.size() + 1).simplified().split(' ').first().toDouble();
    }
    return -1;
}

// Creates machines, and a run on each: true if all are there. They last as long as `machines`.
bool launchOn(const Paths &paths, std::vector<std::unique_ptr<LabMachine>> &machines)
{
    const auto services = Services::open(paths, {});
    if (!services)
        return false;
    std::vector<QFuture<Result<Run>>> launches;
    const auto areLaunched = [&launches] {
        for (const auto &launch : launches) {
            QFuture<Result<Run>> future = launch;
            future.waitForFinished();
            if (const auto run = future.result(); !run) {
                std::fprintf(stderr, "%s %s\n", qPrintable(run.error().what), qPrintable(run.error().detail));
                return false;
            }
        }
        launches.clear();
        return true;
    };
    for (const auto &machine : machines) {
        Machine added;
        added.name = QStringLiteral("box-%1").arg(machine->sshd().port());
        added.target = machine->sshd().target();
        QFuture<Result<Machine>> adding = (*services)->machines.add(added);
        adding.waitForFinished();
        if (const auto known = adding.result(); known)
            added = *known;
        else
            return false;
        LaunchRequest request;
        request.machineId = added.id;
        request.task.name = added.name;
        request.task.engine = EngineKind::Process;
        request.task.run = QStringLiteral(
            "i=0; while :; do i=$((i+1)); echo \"step=$i/100000 loss=2.$((i % 10)) at=$(date +%s%N)\"; sleep 1; done");
        launches.push_back((*services)->runs.launch(request, {}));
        if (launches.size() >= kBatch && !areLaunched())
            return false;
    }
    return areLaunched();
}

// The age of each log line when this program received it, in milliseconds.
class Ages {
public:
    void watch(const RunWatch &watch)
    {
        m_read[&watch] = watch.logBytes();
        QObject::connect(&watch, &RunWatch::logGrew, qApp, [this, seen = &watch] { take(*seen); });
    }
    void begin() { m_ages.clear(); }
    const std::vector<double> &all() const { return m_ages; }

private:
    void take(const RunWatch &watch)
    {
        const double now = double(QDateTime::currentMSecsSinceEpoch());
        QFile log(watch.logFile());
        qint64 &read = m_read[&watch];
        if (!log.open(QIODevice::ReadOnly) || !log.seek(read))
            return;
        const QByteArray bytes = log.readAll();
        read += bytes.size();
        const QList<QByteArray> lines = bytes.split('\n');
        for (const QByteArray &line : lines) {
            const qsizetype at = line.indexOf(" at=");
            if (at >= 0)
                m_ages.push_back(now - line.mid(at + 4).toDouble() / 1e6);
        }
    }

    std::map<const RunWatch *, qint64> m_read;
    std::vector<double> m_ages;
};

int follow(const Paths &paths, int count, int seconds)
{
    const auto services = Services::open(paths, {});
    if (!services)
        return 1;
    const double restKiB = statusOf("VmRSS");
    Agent agent(**services);
    agent.start();
    QElapsedTimer clock;
    clock.start();
    double most = 0;
    const auto areLive = [&] {
        most = std::max(most, statusOf("Threads"));
        const QList<RunId> followed = agent.alerts().followed();
        return followed.size() == count && std::all_of(followed.begin(), followed.end(), [&](const RunId &run) {
                   const RunWatch *watch = (*services)->runs.watch(run);
                   return watch->linkState() == LinkState::Live && watch->logBytes() > 0;
               });
    };
    while (!areLive()) {
        if (clock.hasExpired(kReadyMs)) {
            std::fprintf(stderr, "%d runs are followed, and not all are live\n", int(agent.alerts().followed().size()));
            return 1;
        }
        spin(100);
    }
    const double took = double(clock.elapsed()) / 1000;
    Ages ages;
    for (const RunId &run : agent.alerts().followed())
        ages.watch(*(*services)->runs.watch(run));
    spin(kSettleMs);
    ages.begin();
    const double before = ownSeconds();
    clock.restart();
    double largest = 0;
    while (clock.elapsed() < qint64(seconds) * 1000) {
        spin(500);
        largest = std::max(largest, statusOf("Threads"));
    }
    const double minutes = double(clock.elapsed()) / 60'000;
    const double spent = ownSeconds() - before;
    std::vector<double> all = ages.all();
    std::sort(all.begin(), all.end());
    const auto figure = [count](const char *what, double value, const char *unit) {
        printFigure(QStringLiteral("follow: %1 runs on as many machines, ").arg(count) + QLatin1String(what), value, 0,
                    QString::fromUtf8(unit));
    };
    figure("time until all are live", took, "s");
    figure("most threads until then", most, "threads");
    figure("most threads while they are followed", largest, "threads");
    figure("processor time of a run's minute", spent / minutes / count * 1000, "ms");
    figure("memory of the program", statusOf("VmRSS") / 1024, "MiB");
    figure("memory of a run", (statusOf("VmRSS") - restKiB) / count, "KiB");
    figure("median age of a line", median(all), "ms");
    figure("age that one line in a hundred has passed", all.empty() ? -1 : all[all.size() * 99 / 100], "ms");
    figure("lines of a run's minute", double(all.size()) / minutes / count, "lines");
    return 0;
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const int count = number("TRAINYARD_BENCH_RUNS", AlertWatch::kMaxRuns);
    const int seconds = number("TRAINYARD_BENCH_SECONDS", 60);
    if (argc == 3 && QByteArray(argv[1]) == "--follow")
        return follow(pathsIn(QString::fromLocal8Bit(argv[2])), count, seconds);
    const QTemporaryDir folder;
    std::vector<std::unique_ptr<LabMachine>> machines;
    for (int i = 0; i < count; ++i) {
        machines.push_back(std::make_unique<LabMachine>(std::nullopt));
        if (!machines.back()->start()) {
            std::fprintf(stderr, "%s\n", qPrintable(machines.back()->problem()));
            return 1;
        }
    }
    if (!launchOn(pathsIn(folder.path()), machines))
        return 1;
    // A separate program, so that nothing of the launches is counted.
    QProcess program;
    program.setProcessChannelMode(QProcess::ForwardedChannels);
    program.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--follow"), folder.path()});
    return program.waitForFinished(-1) && program.exitStatus() == QProcess::NormalExit ? program.exitCode() : 1;
}
