// SPDX-License-Identifier: GPL-3.0-or-later
// A full check of a checkpoint's bytes: CRC-32 and whether float32 numbers are finite, read from a file in the page cache; compared with
// Python's zlib, which people use in scripts. SHA-256 is compared with sha256sum. Medians of interleaved rounds. TRAINYARD_BENCH_MIB sets
// the size (512).
#include "core/base/crc32.h"
#include "core/checkpoint/retention/rangecheck.h"
#include "core/service/checkpoints/localplace.h"
#include "core/transport/transfer/localfilesource.h"
#include "tests/bench/figures.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using namespace trainyard;

namespace {

constexpr int kRounds = 5;

template <typename Work>
double rate(qint64 bytes, Work work)
{
    QElapsedTimer timer;
    timer.start();
    if (!work())
        return -1;
    return double(bytes) / 1e6 / (double(timer.nsecsElapsed()) / 1e9);
}

bool runs(const QString &program, const QStringList &arguments) { return QProcess::execute(program, arguments) == 0; }

}  // namespace

int main()
{
    const qint64 mebibytes = std::max(1, qEnvironmentVariable("TRAINYARD_BENCH_MIB", QStringLiteral("512")).toInt());
    const qint64 size = mebibytes * 1024 * 1024;
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("data")));
    if (!file.open(QIODevice::WriteOnly))
        return 1;
    std::vector<float> numbers(1024 * 1024 / sizeof(float));
    for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = float(i) * 0.37f - 1000;
    for (qint64 i = 0; i < mebibytes; ++i)
        file.write(reinterpret_cast<const char *>(numbers.data()), 1024 * 1024);
    file.close();

    const auto look = [&](bool hasNumbers) {
        RangeTask task;
        task.file = QStringLiteral("data");
        task.length = size;
        task.sum = RangeSum::Crc32;
        if (hasNumbers)
            task.numbers = FloatKind::Float32;
        LocalFileSource source(folder.path());
        const auto outcomes = checkRanges({task}, source, 8 * 1024 * 1024);
        return outcomes && (*outcomes)[0].problem == RangeProblem::None;
    };
    const auto hash = [&] {
        LocalPlace place(folder.path());
        return bool(place.digests({CheckpointFile{QStringLiteral("data"), size, 0}}, {}, {}));
    };
    const QString python = QStringLiteral("import sys, zlib\nc = 0\nf = open(sys.argv[1], 'rb')\n"
                                          "while True:\n b = f.read(4 << 20)\n if not b: break\n c = zlib.crc32(b, c)");
    const QString shell = QStringLiteral("sha256sum \"$1\" >/dev/null");
    std::vector<double> sums, all, hashes, pythons, shells;
    for (int round = 0; round < kRounds; ++round) {
        sums.push_back(rate(size, [&] { return look(false); }));
        pythons.push_back(rate(size, [&] { return runs(QStringLiteral("python3"), {QStringLiteral("-c"), python, file.fileName()}); }));
        all.push_back(rate(size, [&] { return look(true); }));
        hashes.push_back(rate(size, hash));
        shells.push_back(rate(size, [&] {
            return runs(QStringLiteral("sh"), {QStringLiteral("-c"), shell, QStringLiteral("sh"), file.fileName()});
        }));
    }
    printFigure(QStringLiteral("verify: CRC-32 of a file, beside Python's zlib"), median(sums), median(pythons), QStringLiteral("MB/s"));
    printFigure(QStringLiteral("verify: CRC-32 and finite numbers, beside Python's zlib alone"), median(all), median(pythons),
                QStringLiteral("MB/s"));
    printFigure(QStringLiteral("verify: SHA-256 of a file, beside sha256sum"), median(hashes), median(shells), QStringLiteral("MB/s"));
    return 0;
}
