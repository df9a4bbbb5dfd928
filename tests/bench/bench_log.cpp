// Opening and searching a log of ten million lines (TRAINYARD_BENCH_LINES changes that), beside wc and grep.
// The file lies in the page cache for both; medians of five interleaved rounds.
#include "ui/run/logindex.h"
#include "ui/run/logrows.h"
#include "ui/run/logsearch.h"
#include "tests/bench/figures.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdio>

using namespace trainyard;

namespace {

constexpr int kRounds = 5;

double milliseconds(const QElapsedTimer &timer) { return double(timer.nsecsElapsed()) / 1e6; }

double run(const QString &program, const QStringList &arguments)
{
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    process.setStandardOutputFile(QProcess::nullDevice());
    process.start(program, arguments);
    process.waitForFinished(-1);
    return milliseconds(timer);
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const qint64 lines = qEnvironmentVariableIsSet("TRAINYARD_BENCH_LINES") ? qEnvironmentVariableIntValue("TRAINYARD_BENCH_LINES") : 10'000'000;
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("log"));
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return 1;
        QByteArray block;
        for (qint64 i = 0; i < lines; ++i) {
            block += "2026-01-01 12:00:00 INFO step=" + QByteArray::number(i)
                     + " loss=1.6712 grad_norm=0.405 lr=8.64e-06 tok/s=50011 a line of the usual length of a trainer's log\n";
            if (block.size() > (1 << 20)) {
                if (file.write(block) != block.size())
                    return 1;
                block.clear();
            }
        }
        file.write(block);
    }
    run(QStringLiteral("cat"), {path});      // warms the cache

    std::vector<double> ours, wc, search, grep, jump;
    qint64 indexBytes = 0;
    for (int round = 0; round < kRounds; ++round) {
        LogIndex index;
        QEventLoop loop;
        QObject::connect(&index, &LogIndex::grew, &loop, [&] {
            if (!index.isBusy())
                loop.quit();
        });
        QElapsedTimer timer;
        timer.start();
        index.open(path);
        loop.exec();
        ours.push_back(milliseconds(timer));
        indexBytes = index.indexBytes();
        if (index.lineCount() != lines)
            return 1;
        LogRows rows(index);
        timer.restart();
        for (int i = 0; i < 40; ++i)
            rows.row(lines / 2 + round * 1000 + i);
        jump.push_back(milliseconds(timer));
        wc.push_back(run(QStringLiteral("wc"), {QStringLiteral("-l"), path}));

        LogSearch find;
        QObject::connect(&find, &LogSearch::hitsChanged, &loop, [&] {
            if (!find.isBusy())
                loop.quit();
        });
        find.start(path, "step=4999999 ", true);
        timer.restart();
        find.extendTo(index.byteCount());
        loop.exec();
        search.push_back(milliseconds(timer));
        grep.push_back(run(QStringLiteral("grep"), {QStringLiteral("-cF"), QStringLiteral("step=4999999 "), path}));
    }
    printFigure(QStringLiteral("log: index (wc -l)"), median(ours), median(wc), QStringLiteral("ms"));
    printFigure(QStringLiteral("log: memory of the index"), double(indexBytes), 0, QStringLiteral("bytes"));
    printFigure(QStringLiteral("log: read 40 rows in the middle"), median(jump), 0, QStringLiteral("ms"));
    printFigure(QStringLiteral("log: literal search (grep -F)"), median(search), median(grep), QStringLiteral("ms"));
    return 0;
}
