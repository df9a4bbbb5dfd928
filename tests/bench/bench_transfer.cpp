// SPDX-License-Identifier: GPL-3.0-or-later
// Moving files to and from a machine compared with sftp, scp, ssh with cat, and rsync, over several round-trip times and with loss. Distant
// machines are at the other end of a line of packets (tests/support/farnetwork.h), so TCP is real from end to end; its relay takes the same
// share of this computer's processors from both sides. Every copy is compared. Medians of interleaved rounds; the ratio is of speeds (above
// 1: we are faster). TRAINYARD_BENCH_SCALE makes the files larger; arguments name the lines to measure (0, 20, 50, 150, 50-bbr, 150-bbr,
// 50-cubic, 150-cubic) instead of all. On lines that lose packets we compare with sftp only: the others have a single connection too and
// fare alike.
#include "tests/bench/figures.h"
#include "tests/core/transport/transfer/transfertesting.h"
#include "tests/support/farmachine.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdio>
#include <vector>

using namespace trainyard;

namespace {

constexpr qint64 kMiB = 1024 * 1024;

struct Bench {
    const SshTarget target;
    QTemporaryDir directory;
    bool isFine = true;

    QByteArray path(const QByteArray &name) const { return directory.path().toUtf8() + '/' + name; }

    explicit Bench(const SshTarget &where) : target(where) {}

    QStringList ssh(bool isCopy) const
    {
        return {QStringLiteral("-q"),
                QStringLiteral("-F"),
                QStringLiteral("none"),
                isCopy ? QStringLiteral("-P") : QStringLiteral("-p"),
                QString::number(target.port),
                QStringLiteral("-i"),
                target.identityFiles.first(),
                QStringLiteral("-o"),
                QStringLiteral("UserKnownHostsFile=") + target.knownHostsFile};
    }

    double shell(const QString &command)
    {
        QProcess process;
        QElapsedTimer timer;
        timer.start();
        process.start(QStringLiteral("sh"), {QStringLiteral("-c"), command});
        process.closeWriteChannel();
        process.waitForFinished(-1);
        const double seconds = double(timer.nsecsElapsed()) / 1e9;
        if (process.exitCode() != 0) {
            std::fprintf(stderr, "%s\n%s", qPrintable(command), process.readAllStandardError().constData());
            isFine = false;
        }
        return seconds;
    }

    double ours(TransferDirection direction, const QByteArray &local, const QByteArray &remote, bool isVerified)
    {
        TransferSpec spec;
        spec.direction = direction;
        spec.local = local;
        spec.remote = remote;
        spec.isVerified = isVerified;
        TestLinks links(target);
        QElapsedTimer timer;
        timer.start();
        const auto done = TransferJob(spec, links.links()).run({});
        const double seconds = double(timer.nsecsElapsed()) / 1e9;
        if (!done) {
            std::fprintf(stderr, "%s %s\n", qPrintable(done.error().what), qPrintable(done.error().detail));
            isFine = false;
        }
        return seconds;
    }

    void same(const QByteArray &a, const QByteArray &b)
    {
        if (QProcess::execute(QStringLiteral("diff"), {QStringLiteral("-rq"), QString::fromUtf8(a), QString::fromUtf8(b)}) != 0) {
            std::fprintf(stderr, "%s and %s differ\n", a.constData(), b.constData());
            isFine = false;
        }
    }
    void clear(const QByteArray &name)
    {
        QFile::remove(QString::fromUtf8(name));
        QDir(QString::fromUtf8(name)).removeRecursively();
    }
};

// One file in both directions.
void file(Bench &bench, const QString &distance, qint64 size, int rounds, bool isLossy)
{
    const QByteArray source = bench.path("source"), copy = bench.path("copy");
    if (!writeFile(source, noise(size, static_cast<quint32>(size))))
        return;
    const QString host = bench.target.user + u'@' + bench.target.host;
    const QString from = QString::fromUtf8(source), to = QString::fromUtf8(copy);
    const QString sshOptions = bench.ssh(false).join(u' '), copyOptions = bench.ssh(true).join(u' ');
    for (const bool isUpload : {false, true}) {
        const QString way = isUpload ? QStringLiteral("upload") : QStringLiteral("download");
        QList<std::pair<QString, QString>> tools{
            {QStringLiteral("sftp"), isUpload ? QStringLiteral("echo 'put %2 %3' | sftp -b - %1 %4").arg(copyOptions, from, to, host)
                                              : QStringLiteral("sftp %1 %4:%2 %3").arg(copyOptions, from, to, host)},
            {QStringLiteral("scp"), isUpload ? QStringLiteral("scp %1 %2 %4:%3").arg(copyOptions, from, to, host)
                                             : QStringLiteral("scp %1 %4:%2 %3").arg(copyOptions, from, to, host)},
            {QStringLiteral("ssh cat"), isUpload ? QStringLiteral("ssh %1 %4 'cat > %3' < %2").arg(sshOptions, from, to, host)
                                                 : QStringLiteral("ssh %1 %4 cat %2 > %3").arg(sshOptions, from, to, host)},
            {QStringLiteral("rsync"), isUpload ? QStringLiteral("rsync -W -e 'ssh %1' %2 %4:%3").arg(sshOptions, from, to, host)
                                               : QStringLiteral("rsync -W -e 'ssh %1' %4:%2 %3").arg(sshOptions, from, to, host)}};
        if (isLossy)
            tools.resize(1);
        std::vector<double> ours, checked;
        QMap<QString, std::vector<double>> theirs;
        const double megabytes = double(size) / 1e6;
        for (int round = 0; round < rounds; ++round) {
            const auto direction = isUpload ? TransferDirection::Upload : TransferDirection::Download;
            for (const bool isVerified : {false, true}) {
                bench.clear(copy);
                (isVerified ? checked : ours)
                    .push_back(megabytes / bench.ours(direction, isUpload ? source : copy, isUpload ? copy : source, isVerified));
                bench.same(source, copy);
            }
            for (const auto &[name, command] : tools) {
                if (round > 0 && name != QLatin1String("sftp"))
                    continue;
                bench.clear(copy);
                theirs[name].push_back(megabytes / bench.shell(command));
                bench.same(source, copy);
            }
        }
        for (const auto &[name, command] : tools) {
            printFigure(QStringLiteral("%1 %2 MiB, %3, beside %4").arg(way).arg(size / kMiB).arg(distance).arg(name), median(ours),
                        median(theirs[name]), QStringLiteral("MB/s"));
        }
        printFigure(QStringLiteral("%1 %2 MiB, %3, compared by SHA-256, beside sftp").arg(way).arg(size / kMiB).arg(distance),
                    median(checked), median(theirs[QStringLiteral("sftp")]), QStringLiteral("MB/s"));
    }
}

// Many small files.
void tree(Bench &bench, const QString &distance, int count)
{
    const QByteArray source = bench.path("tree"), copy = bench.path("treecopy");
    for (int i = 0; i < count; ++i) {
        const QByteArray folder = source + "/d" + QByteArray::number(i / 500);
        if (i % 500 == 0)
            QDir().mkpath(QString::fromUtf8(folder));
        if (!writeFile(folder + "/f" + QByteArray::number(i), noise(500 + i % 4000, static_cast<quint32>(i))))
            return;
    }
    const QString host = bench.target.user + u'@' + bench.target.host;
    const QString from = QString::fromUtf8(source), to = QString::fromUtf8(copy), options = bench.ssh(false).join(u' ');
    for (const bool isUpload : {false, true}) {
        bench.clear(copy);
        const double ours = bench.ours(isUpload ? TransferDirection::Upload : TransferDirection::Download, isUpload ? source : copy,
                                       isUpload ? copy : source, false);
        bench.same(source, copy);
        bench.clear(copy);
        const double rsync = bench.shell(isUpload ? QStringLiteral("rsync -a -e 'ssh %1' %2/ %4:%3/").arg(options, from, to, host)
                                                  : QStringLiteral("rsync -a -e 'ssh %1' %4:%2/ %3/").arg(options, from, to, host));
        bench.same(source, copy);
        printFigure(QStringLiteral("%1 %2 small files, %3, beside rsync")
                        .arg(isUpload ? QStringLiteral("upload") : QStringLiteral("download"))
                        .arg(count)
                        .arg(distance),
                    count / ours, count / rsync, QStringLiteral("files/s"));
    }
    bench.clear(copy);
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (const QString missing = SshdFixture::missingPart(); !missing.isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(missing));
        return 1;
    }
    const qint64 scale = std::max(qEnvironmentVariableIntValue("TRAINYARD_BENCH_SCALE"), 1) * kMiB;
    const QStringList wanted = app.arguments().mid(1);
    const auto isWanted = [&](const QString &line) { return wanted.isEmpty() || wanted.contains(line); };
    bool isFine = true;
    if (isWanted(QStringLiteral("0"))) {
        SshdFixture sshd;
        if (!sshd.start()) {
            std::fprintf(stderr, "%s\n", qPrintable(sshd.errorText()));
            return 1;
        }
        Bench bench(sshd.target());
        file(bench, QStringLiteral("0 ms"), 192 * scale, 3, false);
        tree(bench, QStringLiteral("0 ms"), 10'000);
        isFine = bench.isFine;
    }
    FarMachine machine;
    if (!machine.start()) {
        std::fprintf(stderr, "%s\n", qPrintable(machine.problem()));
        return 1;
    }
    Bench bench(machine.target());
    struct Case {
        const char *name;
        int roundTrip;
        qint64 size;
        int rounds;
        int files;
        const char *congestion;
    };
    for (const Case &one :
         {Case{"20", 20, 128, 3, 0, nullptr}, Case{"50", 50, 256, 3, 10'000, nullptr}, Case{"150", 150, 256, 3, 0, nullptr},
          Case{"50-bbr", 50, 64, 1, 0, "bbr"}, Case{"150-bbr", 150, 32, 1, 0, "bbr"}, Case{"50-cubic", 50, 16, 1, 0, "cubic"},
          Case{"150-cubic", 150, 8, 1, 0, "cubic"}}) {
        if (!isWanted(QLatin1String(one.name)))
            continue;
        QString distance = QStringLiteral("%1 ms").arg(one.roundTrip);
        if (one.congestion) {
            distance += QStringLiteral(", 1 % lost, ") + QLatin1String(one.congestion);
            if (!machine.line().setCongestionControl(one.congestion)) {
                std::fprintf(stderr, "%s: cannot be set here; left out\n", qPrintable(distance));
                continue;
            }
        }
        machine.line().setDelay(one.roundTrip / 2);
        machine.line().setLoss(one.congestion ? 0.01 : 0);
        file(bench, distance, one.size * scale, one.rounds, one.congestion != nullptr);
        if (one.files > 0)
            tree(bench, distance, one.files);
    }
    return isFine && bench.isFine ? 0 : 1;
}
