// Moving files to and from a machine beside sftp, scp, ssh with cat, and rsync, over several round-trip times. The
// distance is a relay that delays every byte; it ends TCP on both sides, so the figures show what the windows of the
// SSH clients make of a long way, not what a lossy network makes of TCP. Every copy is compared. Medians of
// interleaved rounds; the ratio is of speeds (above 1: we are faster). TRAINYARD_BENCH_SCALE makes the files larger.
#include "tests/core/transfer/transfertesting.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace trainyard;

namespace {

constexpr qint64 kMiB = 1024 * 1024;

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void print(const QString &bench, double ours, double baseline, const QString &unit)
{
    const QJsonObject line{{"bench", bench}, {"ours", ours}, {"baseline", baseline}, {"unit", unit},
                           {"ratio", baseline > 0 ? ours / baseline : 0}};
    std::printf("%s\n", QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
}

struct Bench {
    SshdFixture sshd;
    std::unique_ptr<RoughLink> relay;
    SshTarget target;
    QTemporaryDir directory;
    bool isFine = true;

    QByteArray path(const QByteArray &name) const { return directory.path().toUtf8() + '/' + name; }

    bool start(int roundTrip)
    {
        target = sshd.target();
        relay.reset();
        if (roundTrip > 0) {
            relay = std::make_unique<RoughLink>(sshd.port());
            relay->setDelay(roundTrip / 2);
            target.port = relay->port();
        }
        target.knownHostsFile = directory.filePath(QStringLiteral("known_hosts"));
        QByteArray line = readFile(sshd.knownHosts().toUtf8());
        line.replace(QByteArray::number(sshd.port()), QByteArray::number(target.port));
        return writeFile(target.knownHostsFile.toUtf8(), line);
    }

    QStringList ssh(bool isCopy) const
    {
        return {QStringLiteral("-q"), QStringLiteral("-F"), QStringLiteral("none"), isCopy ? QStringLiteral("-P") : QStringLiteral("-p"),
                QString::number(target.port), QStringLiteral("-i"), sshd.clientKey(), QStringLiteral("-o"),
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
void file(Bench &bench, int roundTrip, qint64 size, int rounds)
{
    const QByteArray source = bench.path("source"), copy = bench.path("copy");
    if (!writeFile(source, noise(size, static_cast<quint32>(size))))
        return;
    const QString host = bench.target.user + QStringLiteral("@127.0.0.1");
    const QString from = QString::fromUtf8(source), to = QString::fromUtf8(copy);
    const QString sshOptions = bench.ssh(false).join(u' '), copyOptions = bench.ssh(true).join(u' ');
    for (const bool isUpload : {false, true}) {
        const QString way = isUpload ? QStringLiteral("upload") : QStringLiteral("download");
        const QList<std::pair<QString, QString>> tools{
            {QStringLiteral("sftp"), isUpload ? QStringLiteral("echo 'put %2 %3' | sftp -b - %1 %4").arg(copyOptions, from, to, host)
                                              : QStringLiteral("sftp %1 %4:%2 %3").arg(copyOptions, from, to, host)},
            {QStringLiteral("scp"), isUpload ? QStringLiteral("scp %1 %2 %4:%3").arg(copyOptions, from, to, host)
                                             : QStringLiteral("scp %1 %4:%2 %3").arg(copyOptions, from, to, host)},
            {QStringLiteral("ssh cat"), isUpload ? QStringLiteral("ssh %1 %4 'cat > %3' < %2").arg(sshOptions, from, to, host)
                                                 : QStringLiteral("ssh %1 %4 cat %2 > %3").arg(sshOptions, from, to, host)},
            {QStringLiteral("rsync"), isUpload ? QStringLiteral("rsync -W -e 'ssh %1' %2 %4:%3").arg(sshOptions, from, to, host)
                                               : QStringLiteral("rsync -W -e 'ssh %1' %4:%2 %3").arg(sshOptions, from, to, host)}};
        std::vector<double> ours, checked;
        QMap<QString, std::vector<double>> theirs;
        const double megabytes = double(size) / 1e6;
        for (int round = 0; round < rounds; ++round) {
            const auto direction = isUpload ? TransferDirection::Upload : TransferDirection::Download;
            for (const bool isVerified : {false, true}) {
                bench.clear(copy);
                (isVerified ? checked : ours).push_back(
                    megabytes / bench.ours(direction, isUpload ? source : copy, isUpload ? copy : source, isVerified));
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
            print(QStringLiteral("%1 %2 MiB, %3 ms, beside %4").arg(way).arg(size / kMiB).arg(roundTrip).arg(name),
                  median(ours), median(theirs[name]), QStringLiteral("MB/s"));
        }
        print(QStringLiteral("%1 %2 MiB, %3 ms, compared by SHA-256, beside sftp").arg(way).arg(size / kMiB).arg(roundTrip),
              median(checked), median(theirs[QStringLiteral("sftp")]), QStringLiteral("MB/s"));
    }
}

// Many small files.
void tree(Bench &bench, int roundTrip, int count)
{
    const QByteArray source = bench.path("tree"), copy = bench.path("treecopy");
    for (int i = 0; i < count; ++i) {
        const QByteArray folder = source + "/d" + QByteArray::number(i / 500);
        if (i % 500 == 0)
            QDir().mkpath(QString::fromUtf8(folder));
        if (!writeFile(folder + "/f" + QByteArray::number(i), noise(500 + i % 4000, static_cast<quint32>(i))))
            return;
    }
    const QString host = bench.target.user + QStringLiteral("@127.0.0.1");
    const QString from = QString::fromUtf8(source), to = QString::fromUtf8(copy), options = bench.ssh(false).join(u' ');
    for (const bool isUpload : {false, true}) {
        bench.clear(copy);
        const double ours = bench.ours(isUpload ? TransferDirection::Upload : TransferDirection::Download,
                                       isUpload ? source : copy, isUpload ? copy : source, false);
        bench.same(source, copy);
        bench.clear(copy);
        const double rsync = bench.shell(isUpload
            ? QStringLiteral("rsync -a -e 'ssh %1' %2/ %4:%3/").arg(options, from, to, host)
            : QStringLiteral("rsync -a -e 'ssh %1' %4:%2/ %3/").arg(options, from, to, host));
        bench.same(source, copy);
        print(QStringLiteral("%1 %2 small files, %3 ms, beside rsync").arg(isUpload ? QStringLiteral("upload") : QStringLiteral("download"))
                  .arg(count).arg(roundTrip), count / ours, count / rsync, QStringLiteral("files/s"));
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
    Bench bench;
    if (!bench.sshd.start()) {
        std::fprintf(stderr, "%s\n", qPrintable(bench.sshd.errorText()));
        return 1;
    }
    const qint64 scale = std::max(qEnvironmentVariableIntValue("TRAINYARD_BENCH_SCALE"), 1);
    struct Case { int roundTrip; qint64 size; int rounds; int files; };
    for (const Case &one : {Case{0, 192, 3, 10'000}, Case{20, 96, 1, 0}, Case{50, 128, 1, 10'000}, Case{150, 128, 1, 0}}) {
        if (!bench.start(one.roundTrip))
            return 1;
        file(bench, one.roundTrip, one.size * scale * kMiB, one.rounds);
        if (one.files > 0)
            tree(bench, one.roundTrip, one.files);
    }
    return bench.isFine ? 0 : 1;
}
