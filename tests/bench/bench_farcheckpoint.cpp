// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints on a distant machine: inspecting one of 6 GiB compared with reading the same bytes one request after another, and listing and
// judging 3,000 step folders compared with a listing of each. Distance is a line of packets (tests/support/farnetwork.h). Round trips are
// counted on a very long line, minus the time on a line without any length; they include opening a channel and TCP's slow start.
#include "core/checkpoint/format/inspection.h"
#include "core/transport/transfer/folderlisting.h"
#include "core/transport/transfer/folderreader.h"
#include "core/transport/transfer/remotefilesource.h"
#include "tests/bench/figures.h"
#include "tests/core/transport/transfer/transfertesting.h"
#include "tests/support/farmachine.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QHash>
#include <QTemporaryDir>
#include <QtEndian>

#include <algorithm>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

constexpr int kTensors = 592, kSteps = 3000, kOthers = 100'000;
constexpr int kCounting = 1500;  // milliseconds
constexpr qint64 kGiB = qint64(1) << 30;

// The shape of a GPT-2 with Adam, of any size: only the header takes space on the disk.
QByteArray headerOf(qint64 dataBytes)
{
    QByteArray json = "{\"__metadata__\":{\"step\":\"12000\"}";
    const qint64 each = dataBytes / kTensors / 4;
    for (qint64 i = 0; i < kTensors; ++i) {
        json += ",\"transformer.h." + QByteArray::number(i) + ".attn.c_proj.weight\":{\"dtype\":\"F32\",\"shape\":["
                + QByteArray::number(each) + "],\"data_offsets\":[" + QByteArray::number(i * each * 4) + ','
                + QByteArray::number((i + 1) * each * 4) + "]}";
    }
    json += '}';
    json += QByteArray((8 - json.size() % 8) % 8, ' ');
    QByteArray length(8, '\0');
    qToLittleEndian(quint64(json.size()), length.data());
    return length + json;
}

bool makeFolders(const QString &top)
{
    const QByteArray header = headerOf(6 * kGiB);
    const qint64 data = 6 * kGiB / kTensors / 4 * 4 * kTensors;
    QDir(top).mkpath(QStringLiteral("big"));
    QFile big(top + QStringLiteral("/big/step-12000.safetensors"));
    if (!big.open(QIODevice::WriteOnly) || big.write(header) != header.size() || !big.resize(header.size() + data))
        return false;
    const QByteArray small = headerOf(kTensors * 4), optimizer = readFile(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/formats/plain.pt");
    for (int step = 1; step <= kSteps; ++step) {
        const QString folder = top + QStringLiteral("/many/checkpoint-%1").arg(step);
        if (!QDir().mkpath(folder)
            || !writeFile((folder + QStringLiteral("/trainer_state.json")).toUtf8(), "{\"global_step\": " + QByteArray::number(step) + '}'))
            return false;
        // Headers of realistic size for the newest ones; the others are as small as possible.
        const QByteArray content = step > kSteps - 100 ? small + QByteArray(kTensors * 4, 'x') : QByteArray("\x02\0\0\0\0\0\0\0{}", 10);
        if (!writeFile((folder + QStringLiteral("/model.safetensors")).toUtf8(), content)
            || !writeFile((folder + QStringLiteral("/optimizer.pt")).toUtf8(), optimizer))
            return false;
    }
    // Among unrelated pictures.
    for (int i = 0; i < kOthers; ++i) {
        const QString folder = top + QStringLiteral("/crowd/pictures/%1").arg(i / 500);
        if (i % 500 == 0 && !QDir().mkpath(folder))
            return false;
        if (!writeFile((folder + QStringLiteral("/%1.jpg").arg(i)).toUtf8(), "x"))
            return false;
    }
    return writeFile((top + QStringLiteral("/crowd/step-1.safetensors")).toUtf8(), small + QByteArray(kTensors * 4, 'x'));
}

double milliseconds(const QElapsedTimer &timer) { return double(timer.nsecsElapsed()) / 1e6; }

// From the folder's name to everything that is known about its one checkpoint.
double looksInside(SshConnection &connection, const QString &folder, bool isFirst)
{
    QElapsedTimer timer;
    timer.start();
    const auto opened = openRemoteFolder(connection, folder, {});
    if (!opened)
        return -1;
    RemoteFileSource source(connection, folder, {}, opened->reader);
    const FolderListing &listing = opened->listed.listing;
    const auto found = findCheckpoints(listing.files, {}, listing.now, source);
    const Inspection look = found.isEmpty() ? Inspection() : inspectCheckpoint(found.first(), source);
    if (look.tensors.size() != kTensors || look.verdict != Verdict::Complete)
        return -1;
    if (isFirst)
        printFigure(QStringLiteral("a 6 GiB checkpoint: looked inside in %1 requests, %2 rounds, beside all of it")
                        .arg(look.requests)
                        .arg(look.rounds),
                    double(look.bytesRead), double(6 * kGiB), QStringLiteral("bytes"));
    return milliseconds(timer);
}

// Uses an open SFTP session after the folder was listed; -1 on failure.
double looksInsideOverSftp(const std::shared_ptr<Sftp> &sftp, const QString &folder, QString &cost)
{
    const QFileInfo file(folder + QStringLiteral("/step-12000.safetensors"));
    Checkpoint checkpoint;
    checkpoint.name = file.fileName();
    checkpoint.files = {{file.fileName(), file.size(), file.lastModified().toSecsSinceEpoch()}};
    RemoteFileSource source(sftp, folder);
    QElapsedTimer timer;
    timer.start();
    const Inspection look = inspectCheckpoint(checkpoint, source);
    if (look.tensors.size() != kTensors || look.verdict != Verdict::Complete)
        return -1;
    cost = QStringLiteral("%1 request(s), %2 bytes").arg(look.requests).arg(look.bytesRead);
    return milliseconds(timer);
}

// Finds and judges all of them; -1 on failure.
double judgesAll(const FolderListing &listing, FileSource &source)
{
    QElapsedTimer timer;
    timer.start();
    const auto found = findCheckpoints(listing.files, {}, listing.now, source);
    const bool isAll = found.size() == kSteps && std::all_of(found.begin(), found.end(), [](const Checkpoint &one) {
                           return one.isLookedInto && one.verdict == Verdict::Complete;
                       });
    return isAll ? milliseconds(timer) : -1;
}

// The time that the same work took on a line without length, by name.
double beyondNear(const QString &name, double took, int roundTrip)
{
    static QHash<QString, double> near;
    if (roundTrip == 0)
        near.insert(name, took);
    return roundTrip < kCounting ? took : (took - near.value(name)) / roundTrip;
}

bool measures(const SshTarget &target, const QString &top, int roundTrip)
{
    const auto connection = SshConnection::open(target, {}, QDeadlineTimer(60s));
    if (!connection)
        return false;
    const auto sftp = (*connection)->sftp(QDeadlineTimer(60s));
    if (!sftp)
        return false;
    const bool countsRounds = roundTrip >= kCounting;
    std::vector<double> ours, bySftp, oneByOne;
    QString cost;
    for (int round = 0; round < (countsRounds ? 1 : 5); ++round) {
        ours.push_back(looksInside(**connection, top + QStringLiteral("/big"), roundTrip == 0 && round == 0));
        bySftp.push_back(looksInsideOverSftp(*sftp, top + QStringLiteral("/big"), cost));
        if (ours.back() < 0 || bySftp.back() < 0)
            return false;
        QElapsedTimer timer;
        timer.start();
        const QString file = top + QStringLiteral("/big/step-12000.safetensors");
        const auto info = (*sftp)->stat(file, QDeadlineTimer(30s));
        const auto length = (*sftp)->read(file, 0, 8, QDeadlineTimer(30s));
        const auto header = length ? (*sftp)->read(file, 8, qFromLittleEndian<qint64>(length->constData()), QDeadlineTimer(30s)) : length;
        if (!info || !header)
            return false;
        oneByOne.push_back(milliseconds(timer));
    }
    const auto shown = [roundTrip](const char *what, double took) { return beyondNear(QLatin1String(what), took, roundTrip); };
    const QString name = countsRounds ? QStringLiteral("rounds") : QStringLiteral("ms"), at = QStringLiteral("%1 ms").arg(roundTrip);
    printFigure(QStringLiteral("a 6 GiB checkpoint over SFTP at %1: looked inside in %2, beside size, length and header one after another")
                    .arg(at, cost),
                shown("over an open session", median(bySftp)), shown("one after another", median(oneByOne)), name);
    printFigure(
        QStringLiteral("a 6 GiB checkpoint at %1: from its name to all of it, beside size, length and header one after another").arg(at),
        shown("inside", median(ours)), shown("one by one", median(oneByOne)), name);

    const QString many = top + QStringLiteral("/many");
    QElapsedTimer timer;
    timer.start();
    const auto opened = openRemoteFolder(**connection, many, {});
    if (!opened || !opened->reader)
        return false;
    const double listed = milliseconds(timer);
    RemoteFileSource source(**connection, many, {}, opened->reader);
    const double judged = judgesAll(opened->listed.listing, source);
    timer.start();
    const auto found = listRemoteFolder(**connection, many);
    const double foundListed = milliseconds(timer);
    RemoteFileSource overSftp(*sftp, many);
    const double judgedOverSftp = found ? judgesAll(*found, overSftp) : -1;
    if (judged < 0 || judgedOverSftp < 0)
        return false;
    printFigure(QStringLiteral("3,000 step folders at %1: listed, beside find's list").arg(at), shown("listed", listed),
                shown("found", foundListed), name);
    printFigure(QStringLiteral("3,000 step folders at %1: listed and judged, beside find's list and SFTP").arg(at),
                shown("judged", listed + judged), shown("over SFTP", foundListed + judgedOverSftp), name);
    timer.start();
    const auto crowd = openRemoteFolder(**connection, top + QStringLiteral("/crowd"), {});
    if (!crowd || !crowd->reader || crowd->listed.listing.files.size() != kOthers + 1)
        return false;
    const double counted = milliseconds(timer);
    RemoteFileSource amid(**connection, top + QStringLiteral("/crowd"), {}, crowd->reader);
    const auto only = findCheckpoints(crowd->listed.listing.files, {}, crowd->listed.listing.now, amid);
    if (only.size() != 1 || only.first().verdict != Verdict::Complete)
        return false;
    printFigure(QStringLiteral("a checkpoint among 100,000 other files at %1: found and judged, beside the list alone").arg(at),
                shown("amid", milliseconds(timer)), shown("counted", counted), name);
    if (countsRounds)
        return true;
    timer.start();
    constexpr int kSample = 20;
    for (int step = 1; step <= kSample; ++step) {
        if (!(*sftp)->list(top + QStringLiteral("/many/checkpoint-%1").arg(step), QDeadlineTimer(30s)))
            return false;
    }
    const double each = milliseconds(timer) / kSample;
    printFigure(QStringLiteral("3,000 step folders at %1: listed and judged, beside a listing of each").arg(at), listed + judged,
                each * kSteps, name);
    return true;
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QTemporaryDir folder;
    if (!makeFolders(folder.path())) {
        std::fprintf(stderr, "the file system has no sparse files of 6 GiB: set TMPDIR to one that has\n");
        return 1;
    }
    FarMachine far;
    if (!far.start()) {
        std::fprintf(stderr, "%s\n", qPrintable(far.problem()));
        return 1;
    }
    for (const int roundTrip : {0, 50, 150, kCounting}) {
        far.line().setDelay(roundTrip / 2);
        if (!measures(far.target(), folder.path(), roundTrip))
            return 1;
    }
    return 0;
}
