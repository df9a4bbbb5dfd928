// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a run that has run for a day with eight GPUs: how fast it appears, the program's memory then, and its cost while the run
// continues, with one sample a second and a few lines of log. TRAINYARD_BENCH_HOURS sets the length (24).
#include "core/service/runs/runfollowers.h"
#include "tests/bench/figures.h"
#include "tests/bench/uiclock.h"
#include "tests/core/storage/history/samplerlines.h"
#include "ui/run/runpage.h"
#include "ui/theme/thememanager.h"

#include <QFile>
#include <QTemporaryDir>

using namespace trainyard;

namespace {

constexpr int kLiveSeconds = 20;
constexpr int kLinesPerSecond = 5;

double residentMiB()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return -1;
    const QList<QByteArray> lines = status.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').first().toDouble() / 1024;
    }
    return -1;
}

QByteArray step(qint64 number)
{
    return "{'loss': " + QByteArray::number(2 + 3.0 / double(1 + number % 5000), 'f', 4)
           + ", 'learning_rate': 8.6e-06, 'epoch': 1.2, 'step': " + QByteArray::number(number) + "}\n";
}

}  // namespace

int main(int argc, char **argv)
{
    UiClock clock(argc, argv);
    ThemeManager theme(clock);
    const int hours = qEnvironmentVariableIsSet("TRAINYARD_BENCH_HOURS") ? qEnvironmentVariableIntValue("TRAINYARD_BENCH_HOURS") : 24;
    const QTemporaryDir folder;
    QFile log(folder.filePath(QStringLiteral("log"))), metrics(folder.filePath(QStringLiteral("metrics")));
    if (!log.open(QIODevice::WriteOnly) || !metrics.open(QIODevice::WriteOnly))
        return 1;
    const qint64 seconds = qint64(hours) * 3600;
    SamplerLines lines(8, QDateTime::currentMSecsSinceEpoch() - seconds * 1000);
    metrics.write(lines.header());
    qint64 steps = 0;
    for (qint64 second = 0; second < seconds; ++second) {
        metrics.write(lines.tick());
        for (int i = 0; i < kLinesPerSecond; ++i)
            log.write(step(++steps));
    }
    metrics.flush();
    log.flush();

    RunFollowers followers{Paths()};
    RunPage page;
    page.setFollowers(&followers);
    page.resize(1600, 1000);
    page.show();
    spin(500);
    const double before = residentMiB();
    Run run;
    run.lineage = run.name = QStringLiteral("bench");
    run.id = RunId(run.lineage);
    run.head().machineName = QStringLiteral("box");
    run.state = RunState::Running;
    run.started = QDateTime::currentDateTimeUtc().addSecs(-seconds);
    QElapsedTimer timer;
    timer.start();
    page.setRun({run, LinkState::Live, {}, QDateTime::currentDateTime(), false, log.fileName(), metrics.fileName()});
    page.logGrew();
    page.metricsGrew();
    if (!waitFor([&] { return page.metrics().count() >= seconds - 2 && page.training().lastStep().value_or(0) >= double(steps); }))
        return 1;
    printFigure(QStringLiteral("run: a day of 8 GPUs and 432,000 lines from its files to the page, never opened before"),
                milliseconds(timer), 0, QStringLiteral("ms"));
    spin(3000);
    printFigure(QStringLiteral("run: memory of the program with it (before it was opened)"), residentMiB(), before, QStringLiteral("MiB"));

    QTimer ticker;
    QObject::connect(&ticker, &QTimer::timeout, &page, [&] {
        metrics.write(lines.tick());
        metrics.flush();
        for (int i = 0; i < kLinesPerSecond; ++i)
            log.write(step(++steps));
        log.flush();
        page.logGrew();
        page.metricsGrew();
    });
    ticker.start(1000);
    spin(2500);
    clock.restart();
    spin(kLiveSeconds * 1000);
    printFigure(QStringLiteral("run: CPU of one live page, all threads"), clock.processPercent(), 0, QStringLiteral("%"));
    printFigure(QStringLiteral("run: longest event of it"), clock.longest(), 0, QStringLiteral("ms"));
    page.hide();
    clock.restart();
    spin(kLiveSeconds * 1000 / 2);
    printFigure(QStringLiteral("run: CPU of it while it is not shown"), clock.processPercent(), 0, QStringLiteral("%"));
    return 0;
}
