// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of readers.h on damaged files for a moment; libFuzzer runs longer.
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/readers.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace trainyard;

namespace {

QByteArrayList folder(const QString &path)
{
    QByteArrayList seeds;
    QDirIterator files(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/") + path, QDir::Files);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            seeds << file.readAll();
    }
    return seeds;
}

QByteArrayList pickles()
{
    QByteArrayList seeds;
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/pickles.txt"));
    if (!file.open(QIODevice::ReadOnly))
        return seeds;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.count('\t') == 3)
            seeds << QByteArray::fromBase64(line.mid(line.lastIndexOf('\t') + 1));
    }
    return seeds;
}

}  // namespace

class FuzzReaders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anyInputIsRead_data()
    {
        QTest::addColumn<QByteArrayList>("seeds");
        QTest::addColumn<int>("reader");
        const QByteArrayList torch = folder(QStringLiteral("torch"));
        QTest::newRow("pickle") << pickles() << 0;
        QTest::newRow("zip directory") << torch << 1;
        QTest::newRow("torch zip") << torch << 2;
        QTest::newRow("torch legacy") << torch << 3;
        QTest::newRow("npy") << torch << 4;
        QTest::newRow("distributed list") << torch << 5;
        QTest::newRow("distributed pieces") << torch << 6;
    }
    void anyInputIsRead()
    {
        QFETCH(QByteArrayList, seeds);
        QFETCH(int, reader);
        QVERIFY(seeds.size() > 10);
        static constexpr void (*readers[])(const QByteArray &) = {fuzzPickle, fuzzZipDirectory,    fuzzTorchZip,         fuzzTorchLegacy,
                                                                  fuzzNpy,    fuzzDistributedList, fuzzDistributedPieces};
        const QByteArrayList words{"PK\x03\x04",
                                   "PK\x01\x02",
                                   "PK\x05\x06",
                                   "PK\x06\x06",
                                   "PK\x06\x07",
                                   QByteArray(8, '\xff'),
                                   QByteArray(8, '\0'),
                                   "data.pkl",
                                   "cos\nsystem\n",
                                   "\x93",
                                   "R",
                                   "(",
                                   "t",
                                   "b",
                                   "\x94",
                                   ".",
                                   "\x80\x04",
                                   "'shape': (",
                                   "|O"};
        for (const QByteArray &seed : std::as_const(seeds))
            readers[reader](seed);
        QRandomGenerator random(3);
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < fuzzMilliseconds())
            readers[reader](mutated(seeds[random.bounded(int(seeds.size()))], random, words));
    }
};

QTEST_APPLESS_MAIN(FuzzReaders)
#include "tst_fuzz_readers.moc"
