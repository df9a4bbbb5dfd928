// SPDX-License-Identifier: GPL-3.0-or-later
// What a connection costs: the first command compared with `ssh`, a long log compared with `ssh cat | wc -l`, ranged reads compared with
// the round trip, and the delay of live lines while a large file is transferred over the same line. Distance is a line of packets
// (tests/support/farnetwork.h). Medians of interleaved rounds.
#include "core/service/machines/connectionpool.h"
#include "core/service/machines/transferlinks.h"
#include "core/transport/ssh/sftp.h"
#include "tests/bench/figures.h"
#include "tests/core/transport/transfer/transfertesting.h"
#include "tests/support/farmachine.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

#include <cstring>
#include <future>
#include <sys/resource.h>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

double processorSeconds(int who)
{
    rusage usage = {};
    ::getrusage(who, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

RemoteCommand command(const QString &line)
{
    RemoteCommand command;
    command.line = line;
    return command;
}

QString ssh(const SshTarget &target, const QString &line)
{
    return QStringLiteral("ssh -q -F none -p %1 -i %2 -o UserKnownHostsFile=%3 %4@%5 %6")
        .arg(target.port)
        .arg(target.identityFiles.first(), target.knownHostsFile, target.user, target.host, line);
}

bool shell(const QString &line, QByteArray *out = nullptr)
{
    QProcess process;
    process.start(QStringLiteral("sh"), {QStringLiteral("-c"), line});
    process.closeWriteChannel();
    process.waitForFinished(-1);
    if (out)
        *out = process.readAllStandardOutput();
    return process.exitCode() == 0;
}

double milliseconds(const QElapsedTimer &timer) { return double(timer.nsecsElapsed()) / 1e6; }

bool connects(const SshTarget &target, int roundTrip)
{
    std::vector<double> ours, theirs;
    for (int round = 0; round < 7; ++round) {
        QElapsedTimer timer;
        timer.start();
        const auto connection = SshConnection::open(target, {}, QDeadlineTimer(20s));
        if (!connection || !(*connection)->run(command(QStringLiteral("true")), QDeadlineTimer(20s)))
            return false;
        ours.push_back(milliseconds(timer));
        timer.restart();
        if (!shell(ssh(target, QStringLiteral("true"))))
            return false;
        theirs.push_back(milliseconds(timer));
    }
    printFigure(QStringLiteral("link: connect and run `true`, %1 ms, beside `ssh`").arg(roundTrip), median(ours), median(theirs),
                QStringLiteral("ms"));
    return true;
}

// Counts as `wc -l` does; QByteArray::count() checks byte after byte, which would be a fifth of the measured time.
qsizetype linesIn(const QByteArray &bytes)
{
    qsizetype count = 0;
    const char *at = bytes.cbegin();
    while ((at = static_cast<const char *>(std::memchr(at, '\n', static_cast<std::size_t>(bytes.cend() - at))))) {
        ++count;
        ++at;
    }
    return count;
}

bool streamsALog(const SshTarget &target)
{
    const QTemporaryDir folder;
    const QByteArray path = folder.filePath(QStringLiteral("log")).toUtf8();
    QByteArray log;
    for (int i = 0; log.size() < 256 * 1024 * 1024; ++i)
        log += "step " + QByteArray::number(i) + ' ' + QByteArray(i * 7919 % 260, 'x') + '\n';
    const qsizetype lines = log.count('\n');
    if (!writeFile(path, log))
        return false;
    const QString cat = QStringLiteral("cat ") + QString::fromUtf8(path);
    std::vector<double> ours, theirs, ourProcessor, theirProcessor;
    for (int round = 0; round < 5; ++round) {
        const auto connection = SshConnection::open(target, {}, QDeadlineTimer(20s));
        if (!connection)
            return false;
        double before = processorSeconds(RUSAGE_SELF);
        QElapsedTimer timer;
        timer.start();
        const auto stream = (*connection)->start(command(cat), QDeadlineTimer(20s));
        qsizetype count = 0;
        for (bool isEnd = !stream; !isEnd;) {
            const auto chunk = (*stream)->read(QDeadlineTimer(20s));
            if (!chunk)
                return false;
            count += linesIn(chunk->out);
            isEnd = chunk->isEnd;
        }
        if (count != lines)
            return false;
        ours.push_back(double(lines) / milliseconds(timer));
        ourProcessor.push_back(processorSeconds(RUSAGE_SELF) - before);
        before = processorSeconds(RUSAGE_CHILDREN);
        timer.restart();
        QByteArray told;
        if (!shell(ssh(target, cat) + QStringLiteral(" | wc -l"), &told) || told.trimmed().toLongLong() != lines)
            return false;
        theirs.push_back(double(lines) / milliseconds(timer));
        theirProcessor.push_back(processorSeconds(RUSAGE_CHILDREN) - before);
    }
    printFigure(QStringLiteral("link: lines of a log of 256 MiB, beside `ssh cat | wc -l`"), median(ours), median(theirs),
                QStringLiteral("lines/ms"));
    printFigure(QStringLiteral("link: processor time for it here"), median(ourProcessor), median(theirProcessor), QStringLiteral("s"));
    return true;
}

bool readsRanges(const SshTarget &target, int roundTrip, const char *congestion)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("checkpoint"));
    if (!writeFile(path.toUtf8(), noise(32 * 1024 * 1024, 3)))
        return false;
    const auto connection = SshConnection::open(target, {}, QDeadlineTimer(20s));
    const auto files = connection ? (*connection)->sftp(QDeadlineTimer(20s)) : connection.error();
    if (!files)
        return false;
    const auto file = (*files)->open(path, QDeadlineTimer(20s));
    if (!file)
        return false;
    std::vector<double> ours;
    for (int i = 0; i < 15; ++i) {
        QElapsedTimer timer;
        timer.start();
        const auto bytes = (*file)->read((i * 7919 % 400) * 65536, 65536, QDeadlineTimer(20s));
        if (!bytes || bytes->size() != 65536)
            return false;
        if (i > 0)
            ours.push_back(milliseconds(timer));
    }
    printFigure(QStringLiteral("link: read 64 KiB at some place of an open file, %1, beside one round trip").arg(QLatin1String(congestion)),
                median(ours), roundTrip, QStringLiteral("ms"));
    return true;
}

// The age of a line when it arrives, in milliseconds; both ends share this computer's clock.
std::vector<double> ages(SshConnection &connection, std::chrono::milliseconds length)
{
    std::vector<double> found;
    const auto stream = connection.start(command(QStringLiteral("while date +%s.%N; do sleep 0.05; done")), QDeadlineTimer(20s));
    const QDeadlineTimer end(length);
    while (stream && !end.hasExpired()) {
        const auto chunk = (*stream)->read(end);
        const double now = double(QDateTime::currentMSecsSinceEpoch());
        if (!chunk)
            break;
        for (const QByteArray &line : chunk->out.split('\n')) {
            if (!line.isEmpty())
                found.push_back(now - line.toDouble() * 1000);
        }
    }
    return found;
}

bool staysLive(FarMachine &far, int roundTrip)
{
    far.line().setDelay(roundTrip / 2);
    far.line().setRate(12'500'000);  // 100 Mbit/s
    const QTemporaryDir folder;
    const QByteArray source = folder.filePath(QStringLiteral("source")).toUtf8();
    if (!writeFile(source, noise(192 * 1024 * 1024, 5)))
        return false;
    Machine machine;
    machine.id = MachineId(1);
    machine.name = QStringLiteral("far");
    machine.target = far.target();
    const auto pool = std::make_shared<ConnectionPool>(SshQuestions{});
    const auto connection = pool->get(machine, Interaction::None, QDeadlineTimer(20s));
    if (!connection)
        return false;
    const std::vector<double> calm = ages(**connection, 4s);
    TransferSpec spec;
    spec.direction = TransferDirection::Download;
    spec.local = folder.filePath(QStringLiteral("copy")).toUtf8();
    spec.remote = source;
    TransferJob transfer(spec, transferLinks(pool, machine, Interaction::None));
    std::stop_source enough;
    auto outcome = std::async(std::launch::async, [&] { return transfer.run(enough.get_token()); });
    while (transfer.progress().bytesDone < 8 * 1024 * 1024 && outcome.wait_for(50ms) != std::future_status::ready) {}
    const std::vector<double> busy = ages(**connection, 8s);
    const double speed = transfer.progress().bytesPerSecond;
    enough.request_stop();
    outcome.wait();
    far.line().setRate(0);
    printFigure(QStringLiteral("link: age of a live line while a file is copied, 100 Mbit/s, %1 ms, beside an idle line").arg(roundTrip),
                median(busy), median(calm), QStringLiteral("ms"));
    printFigure(QStringLiteral("link: speed of that copy, beside what the line carries"), speed / 1e6, 12.5, QStringLiteral("MB/s"));
    return !busy.empty();
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    {
        SshdFixture sshd;
        if (const QString missing = SshdFixture::missingPart(); !missing.isEmpty() || !sshd.start()) {
            std::fprintf(stderr, "%s%s\n", qPrintable(missing), qPrintable(sshd.errorText()));
            return 1;
        }
        if (!connects(sshd.target(), 0) || !streamsALog(sshd.target()))
            return 1;
    }
    FarMachine far;
    if (!far.start()) {
        std::fprintf(stderr, "%s\n", qPrintable(far.problem()));
        return 1;
    }
    for (const int roundTrip : {20, 50, 150}) {
        far.line().setDelay(roundTrip / 2);
        if (!connects(far.target(), roundTrip))
            return 1;
    }
    far.line().setDelay(25);
    // After a pause bbr paces by the rate it saw before; cubic does not, so the reads are shown under both.
    bool isFine = true;
    for (const char *congestion : {"cubic", "bbr"}) {
        if (far.line().setCongestionControl(congestion))
            isFine = readsRanges(far.target(), 50, congestion) && isFine;
    }
    return isFine && staysLive(far, 50) ? 0 : 1;
}
