// SPDX-License-Identifier: GPL-3.0-or-later
// The log view against its targets: opening, jumping, searching, choosing lines, following and hostile content, in a log of ten million
// lines (TRAINYARD_BENCH_LINES changes that), compared with wc, grep and ripgrep on the same file. The file is in the page cache for all of
// them; medians of interleaved rounds.
#include "tests/bench/figures.h"
#include "tests/bench/uiclock.h"
#include "ui/log/logfilter.h"
#include "ui/log/logindex.h"
#include "ui/log/logpanel.h"
#include "ui/log/logrows.h"
#include "ui/log/logsearch.h"
#include "ui/log/logview.h"

#include <QFile>
#include <QProcess>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <atomic>
#include <functional>

using namespace trainyard;

namespace {

constexpr int kRounds = 5;

double run(const QString &program, const QStringList &arguments)
{
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    process.setStandardOutputFile(QProcess::nullDevice());
    process.start(program, arguments);
    if (!process.waitForFinished(-1) || process.error() == QProcess::FailedToStart)
        return 0;
    return milliseconds(timer);
}

QByteArray lineOf(qint64 i)
{
    return "[rank" + QByteArray::number(i % 8) + "]: 12:00:00 " + (i % 1000 == 7 ? "WARNING" : "INFO") + " step=" + QByteArray::number(i)
           + " loss=1.6712 grad_norm=0.405 lr=8.64e-06 tok/s=50011 a line of the usual length of a trainer's log\n";
}

bool writeLog(const QString &path, qint64 lines)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    QByteArray block;
    for (qint64 i = 0; i < lines; ++i) {
        block += lineOf(i);
        if (block.size() > (1 << 20)) {
            if (file.write(block) != block.size())
                return false;
            block.clear();
        }
    }
    return file.write(block) == block.size();
}

void openAndSearch(const QString &path, qint64 lines)
{
    std::vector<double> ours, wc, jump, first, exact, exactRg, folded, foldedRg, expression, expressionRg, choice;
    const QString ripgrep = QStandardPaths::findExecutable(QStringLiteral("rg"));
    const QString needle = QStringLiteral("step=%1 ").arg(lines / 2 - 1);
    const QString pattern = QStringLiteral("step=%1\\d+7 loss").arg(lines / 20);
    qint64 indexBytes = 0, choiceBytes = 0;
    for (int round = 0; round < kRounds; ++round) {
        LogIndex index;
        QElapsedTimer timer;
        timer.start();
        index.open(path);
        waitFor([&] { return !index.isBusy(); });
        ours.push_back(milliseconds(timer));
        indexBytes = index.indexBytes();
        wc.push_back(run(QStringLiteral("wc"), {QStringLiteral("-l"), path}));
        const auto search = [&](const LogQuery &query, std::vector<double> &took, std::vector<double> *firstHit = nullptr) {
            LogSearch find;
            double firstAt = -1;
            QObject::connect(&find, &LogSearch::hitsChanged, &find, [&] {
                if (firstAt < 0 && !find.hits().empty())
                    firstAt = milliseconds(timer);
            });
            find.start(query);
            timer.restart();
            find.extendTo(index.file(), index.byteCount());
            waitFor([&] { return !find.isBusy(); });
            took.push_back(milliseconds(timer));
            if (firstHit)
                firstHit->push_back(firstAt);
        };
        std::vector<double> ignored;
        search({needle, true, false}, exact);
        exactRg.push_back(run(ripgrep, {QStringLiteral("-cF"), needle, path}));
        search({needle.toUpper(), false, false}, folded);
        foldedRg.push_back(run(ripgrep, {QStringLiteral("-ciF"), needle, path}));
        search({pattern, true, true}, expression);
        expressionRg.push_back(run(ripgrep, {QStringLiteral("-c"), pattern, path}));
        search({QStringLiteral("loss"), false, false}, ignored, &first);
        LogFilter filter(index);
        LogChoice errors;
        errors.least = LogLevel::Warning;
        timer.restart();
        filter.restart(errors);
        filter.extendTo(index.byteCount());
        waitFor([&] { return !filter.isBusy(); });
        choice.push_back(milliseconds(timer));
        choiceBytes = filter.memoryBytes();
    }
    printFigure(QStringLiteral("log: L2 index (wc -l)"), median(ours), median(wc), QStringLiteral("ms"));
    printFigure(QStringLiteral("log: L2 memory of the index"), double(indexBytes), 0, QStringLiteral("bytes"));
    printFigure(QStringLiteral("log: L4 literal search (rg -F)"), median(exact), median(exactRg), QStringLiteral("ms"));
    printFigure(QStringLiteral("log: L4 ignoring case (rg -iF)"), median(folded), median(foldedRg), QStringLiteral("ms"));
    printFigure(QStringLiteral("log: L4 expression (rg)"), median(expression), median(expressionRg), QStringLiteral("ms"));
    printFigure(QStringLiteral("log: L4 first hits"), median(first), 0, QStringLiteral("ms"));
    printFigure(QStringLiteral("log: choose warnings and errors"), median(choice), 0, QStringLiteral("ms"));
    printFigure(QStringLiteral("log: memory of a choice"), double(choiceBytes), 0, QStringLiteral("bytes"));
}

void jumpAndPaint(const QString &path, UiClock &clock)
{
    LogPanel panel;
    panel.resize(1240, 560);
    panel.show();
    clock.restart();
    QElapsedTimer timer;
    timer.start();
    panel.setFile(path);
    LogView &view = *panel.view();
    waitFor([&] { return view.index().lineCount() > 0; });
    printFigure(QStringLiteral("log: L2 first lines to be seen"), milliseconds(timer), 0, QStringLiteral("ms"));
    waitFor([&] { return !view.index().isBusy() && !view.filter().isBusy() && view.filter().scannedBytes() == view.index().byteCount(); });
    printFigure(QStringLiteral("log: L2 longest event while it opens"), clock.longest(), 0, QStringLiteral("ms"));
    std::vector<double> plain, chosen;
    const auto jump = [&](std::vector<double> &took) {
        for (int i = 1; i < 40; ++i) {
            timer.restart();
            view.goToLine(view.index().lineCount() / 41 * i + i);
            view.viewport()->repaint();
            took.push_back(milliseconds(timer));
        }
    };
    jump(plain);
    std::vector<double> scrolled;
    for (int i = 0; i < 100; ++i) {
        timer.restart();
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->value() - 5);
        view.viewport()->repaint();
        scrolled.push_back(milliseconds(timer));
    }
    LogChoice choice;
    choice.least = LogLevel::Warning;
    view.setChoice(choice);
    waitFor([&] { return !view.filter().isBusy() && view.filter().scannedBytes() == view.index().byteCount(); });
    jump(chosen);
    printFigure(QStringLiteral("log: L3 jump and paint"), median(plain), 0, QStringLiteral("ms"));
    printFigure(QStringLiteral("log: L3 scroll by five lines and paint"), median(scrolled), 0, QStringLiteral("ms"));
    printFigure(QStringLiteral("log: L3 jump and paint among chosen lines, one in a thousand"), median(chosen), 0, QStringLiteral("ms"));
}

void follow(const QString &path, qint64 linesPerSecond, int seconds, UiClock &clock, const QString &name)
{
    QFile::remove(path);
    LogPanel panel;
    panel.resize(1240, 560);
    panel.show();
    panel.setState(true, false);
    panel.setFile(path);
    spin(300);
    clock.restart();
    std::atomic<qint64> written = 0;
    double writerCpu = 0;
    const std::unique_ptr<QThread> writer(QThread::create([&] {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered))
            return;
        // Written in advance, so that the writer is not measured.
        QByteArray block;
        const qint64 perTick = std::max<qint64>(1, linesPerSecond / 50);
        for (qint64 i = 0; i < perTick; ++i)
            block += lineOf(i);
        QElapsedTimer timer;
        timer.start();
        for (qint64 tick = 0; tick < qint64(seconds) * 50; ++tick) {
            file.write(block);
            written += perTick;
            QThread::msleep(static_cast<unsigned long>(std::max<qint64>(0, (tick + 1) * 20 - timer.elapsed())));
        }
        writerCpu = cpuMilliseconds(CLOCK_THREAD_CPUTIME_ID);
    }));
    QTimer refresh;
    QObject::connect(&refresh, &QTimer::timeout, &panel, [&panel] { panel.refresh(); });
    refresh.start(100);  // as often as the run's watch reports growth of the log
    writer->start();
    spin(seconds * 1000);
    const double ui = clock.cpuPercent(), all = clock.processPercent() - writerCpu / (seconds * 10.0), longest = clock.longest();
    writer->wait();
    panel.refresh();
    waitFor([&] { return panel.view()->index().lineCount() >= written && !panel.view()->index().isBusy(); }, 20'000);
    printFigure(name + QStringLiteral(": lines lost"), double(written - panel.view()->index().lineCount()), 0, QStringLiteral("lines"));
    printFigure(name + QStringLiteral(": longest event"), longest, 0, QStringLiteral("ms"));
    printFigure(name + QStringLiteral(": CPU of the window's thread"), ui, 0, QStringLiteral("%"));
    printFigure(name + QStringLiteral(": CPU of the program without the writer"), all, 0, QStringLiteral("%"));
    refresh.stop();
    spin(500);  // the last lines are painted
    clock.restart();
    spin(3000);
    printFigure(name + QStringLiteral(": CPU when idle after it"), clock.processPercent(), 0, QStringLiteral("%"));
}

void hostile(const QString &path, UiClock &clock)
{
    QByteArray returns, colours, junk;
    for (int i = 0; i < 1'000'000; ++i)
        returns += "\r " + QByteArray::number(i);
    colours = QByteArray("\x1b[31mx\x1b[0m").repeated(2'000'000);
    for (int i = 0; i < 10'000'000; ++i)
        junk += char(unsigned(i) * 7919u % 251u);
    const std::vector<std::pair<const char *, QByteArray>> kinds{{"a line of 10 MB", QByteArray(10'000'000, 'x') + "\nend\n"},
                                                                 {"1 M carriage returns", returns},
                                                                 {"2 M colours in a line", colours},
                                                                 {"a title that never ends", "\x1b]0;" + QByteArray(10'000'000, 't')},
                                                                 {"invalid UTF-8 and NUL", junk},
                                                                 {"10 M empty lines", QByteArray(10'000'000, '\n')},
                                                                 {"2 GB without a newline", {}}};
    for (const auto &[name, bytes] : kinds) {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            return;
        if (bytes.isEmpty())
            file.resize(qint64(2) << 30);  // sparse: NUL throughout
        else
            file.write(bytes);
        file.close();
        LogPanel panel;
        panel.resize(1240, 560);
        panel.show();
        spin(100);
        clock.restart();
        panel.setFile(path);
        LogView &view = *panel.view();
        view.find({QStringLiteral("(x+x+)+y|1$"), false, true});
        waitFor(
            [&] { return !view.index().isBusy() && !view.filter().isBusy() && view.filter().scannedBytes() == view.index().byteCount(); });
        LogLook look;
        look.isWrapped = true;
        view.setLook(look);
        spin(200);
        view.setFollowing(false);
        view.verticalScrollBar()->setValue(0);
        spin(200);
        view.toggleFold(0);
        spin(100);
        printFigure(QStringLiteral("log: L5 %1: longest event").arg(QLatin1String(name)), clock.longest(), 0, QStringLiteral("ms"));
    }
}

}  // namespace

int main(int argc, char **argv)
{
    UiClock clock(argc, argv);
    const qint64 lines = qEnvironmentVariableIsSet("TRAINYARD_BENCH_LINES") ? qEnvironmentVariableIntValue("TRAINYARD_BENCH_LINES")
                                                                            : 10'000'000;
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("log"));
    if (!writeLog(path, lines))
        return 1;
    run(QStringLiteral("cat"), {path});                   // warms the cache
    const QStringList wanted = clock.arguments().mid(1);  // none: all
    const auto isWanted = [&wanted](const char *part) { return wanted.isEmpty() || wanted.contains(QLatin1String(part)); };
    const QString other = dir.filePath(QStringLiteral("other"));
    if (isWanted("search"))
        openAndSearch(path, lines);
    if (isWanted("jump"))
        jumpAndPaint(path, clock);
    if (isWanted("flood"))
        follow(other, 1'000'000, 10, clock, QStringLiteral("log: L1 following 1 M lines/s"));
    if (isWanted("follow"))
        follow(other, 1'000, 5, clock, QStringLiteral("log: L6 following 1 k lines/s"));
    if (isWanted("hostile"))
        hostile(other, clock);
    return 0;
}
