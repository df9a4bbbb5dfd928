// SPDX-License-Identifier: GPL-3.0-or-later
// What the guard costs the machine: its processor time, including children, extrapolated from a minute to an hour, compared with that of
// the sampler (a sample a second) in the same run. Once with lease and idleness to watch, once with a cloud to query too. The machine has
// 200 checkpoints; GPU and cloud are stand-ins.
#include "tests/bench/figures.h"
#include "tests/support/metadataserver.h"
#include "tests/support/rundirectory.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <unistd.h>

using namespace trainyard;

namespace {

constexpr int kWatchedMs = 60'000;

bool write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size()
           && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

// utime, stime and those of its reaped children.
double cpuSeconds(qint64 pid)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray stat = file.readAll();
    const QByteArrayList fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    double ticks = 0;
    for (int i = 11; i <= 14; ++i)
        ticks += fields.value(i).toDouble();
    return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

qint64 processWith(const RunDirectory &run, const char *words)
{
    for (const qint64 pid : run.processes()) {
        if (commandLine(pid).contains(words))
            return pid;
    }
    return 0;
}

bool measure(const QString &name, RunDirectory &run)
{
    using namespace std::chrono_literals;
    run.input.task.run = run.waitForGoOn();
    run.input.task.checkpoints = CheckpointPlan{};
    run.input.task.limits.lease = 12h;
    run.input.task.limits.idle = IdleLimit{};
    const QString checkpoints = run.environment.value(QStringLiteral("HOME")) + QStringLiteral("/.trainyard/checkpoints/")
                                + run.input.lineage;
    QDir().mkpath(checkpoints);
    for (int i = 0; i < 200; ++i) {
        if (!write(checkpoints + QStringLiteral("/step-%1.pt").arg(i), "x"))
            return false;
    }
    run.write();
    qint64 guard = 0, sampler = 0;
    if (run.verb({QStringLiteral("start")}).code != 0
        || !comesTrue([&] { return run.read(QStringLiteral("events")).contains("\"guard\""); }) || !comesTrue([&] {
               return (guard = processWith(run, "guard.sh watch")) > 0 && (sampler = processWith(run, "sample.sh --parent")) > 0;
           }))
        return false;
    const double guardBefore = cpuSeconds(guard), samplerBefore = cpuSeconds(sampler);
    QElapsedTimer timer;
    timer.start();
    QTest::qWait(kWatchedMs);
    const double hours = static_cast<double>(timer.elapsed()) / 3.6e6;
    const double guardAfter = cpuSeconds(guard), samplerAfter = cpuSeconds(sampler);
    if (guardBefore < 0 || guardAfter < 0)
        return false;
    printFigure(name, (guardAfter - guardBefore) / hours, (samplerAfter - samplerBefore) / hours, QStringLiteral("s/h"));
    return true;
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    MetadataServer cloud;
    cloud.answer("/latest/api/token", "token", "X-aws-ec2-metadata-token-ttl-seconds: 21600");
    RunDirectory plain(QStringLiteral("dash")), spot(QStringLiteral("dash"));
    spot.input.lineage = QStringLiteral("spot-abc234");
    spot.input.runId = RunId(QStringLiteral("spot-abc234-a1"));
    spot.input.task.limits.heedsSpotNotice = true;
    spot.environment.insert(QStringLiteral("TRAINYARD_GUARD_METADATA"), cloud.url());
    spot.environment.insert(QStringLiteral("TRAINYARD_GUARD_DMI"), spot.home());
    QFile stub(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/onbox/stub-gpus.sh"));
    const QByteArray gpus = stub.open(QIODevice::ReadOnly) ? stub.readAll() : QByteArray();
    for (RunDirectory *run : {&plain, &spot}) {
        run->environment.insert(QStringLiteral("STUB_GPU_PERCENT"), run->home() + QStringLiteral("/percent"));
        if (!write(run->home() + QStringLiteral("/percent"), "90\n") || !write(run->home() + QStringLiteral("/bin/nvidia-smi"), gpus))
            return 1;
    }
    const bool isFine = write(spot.home() + QStringLiteral("/sys_vendor"), "Amazon EC2\n")
                        && measure(QStringLiteral("guard: processor time an hour, lease and idleness, beside the sampler"), plain)
                        && measure(QStringLiteral("guard: the same with a cloud asked for spot notices"), spot);
    plain.goOn();
    spot.goOn();
    return isFine ? 0 : 1;
}
