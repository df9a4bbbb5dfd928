// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of formatreaders.h on damaged files for a moment; libFuzzer runs longer.
#include "tests/fuzz/formatreaders.h"
#include "tests/fuzz/mutate.h"

#include <QFile>
#include <QTest>

using namespace trainyard;

namespace {

QByteArray contents(const char *name)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no %s", name);
    return file.readAll();
}

// The names of all directories of the table, one seed for each.
QByteArrayList names()
{
    QByteArrayList seeds;
    const QList<QByteArray> lines = contents("trainers.txt").split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith('='))
            seeds << QByteArray();
        else if (!line.isEmpty() && !line.startsWith('#') && !line.startsWith('>') && !line.startsWith('!') && !seeds.isEmpty())
            seeds.last() += 's' + line.left(line.indexOf(' ')) + '\n';
    }
    return seeds;
}

}  // namespace

class FuzzFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anyInputIsRead_data()
    {
        QTest::addColumn<QByteArrayList>("seeds");
        QTest::addColumn<int>("reader");
        QTest::newRow("safetensors") << QByteArrayList{contents("formats/dtypes.safetensors")} << 0;
        QTest::newRow("GGUF") << QByteArrayList{contents("formats/v3.gguf"), contents("formats/v2-aligned.gguf")} << 1;
        QTest::newRow("TensorFlow") << QByteArrayList{contents("formats/tf.index")} << 2;
        QTest::newRow("HDF5") << QByteArrayList{contents("formats/old.h5"), contents("formats/new.h5")} << 3;
        QTest::newRow("ONNX") << QByteArrayList{contents("formats/model.onnx")} << 4;
        QTest::newRow("Keras") << QByteArrayList{contents("formats/model.keras"), contents("formats/lambda.keras")} << 5;
        QTest::newRow("trainer's state") << QByteArrayList{contents("formats/trainer_state.json"),
                                                           contents("formats/long_trainer_state.json")}
                                         << 6;
        QTest::newRow("index of shards") << QByteArrayList{contents("formats/index.json"), contents("formats/outside.json")} << 7;
        QTest::newRow("distributed list") << QByteArrayList{contents("formats/metadata.dcp")} << 8;
        QTest::newRow("Orbax") << QByteArrayList{contents("formats/orbax/_METADATA")} << 9;
        QTest::newRow("names") << names() << 10;
    }
    void anyInputIsRead()
    {
        QFETCH(QByteArrayList, seeds);
        QFETCH(int, reader);
        QVERIFY(!seeds.isEmpty());
        static constexpr void (*readers[])(const QByteArray &) = {
            fuzzSafetensors,  fuzzGguf,       fuzzTensorIndex,       fuzzHdf5,      fuzzOnnx,     fuzzKeras,
            fuzzTrainerState, fuzzShardIndex, fuzzDistributedFolder, fuzzOrbaxList, fuzzFileNames};
        const QByteArrayList words{QByteArray(8, '\xff'),
                                   QByteArray(8, '\0'),
                                   QByteArray("\xff\xff\xff\xff\xff\xff\xff\x7f", 8),
                                   "{",
                                   "}",
                                   "[",
                                   "]",
                                   "\"",
                                   "\\",
                                   "99999999999999999999",
                                   "-1",
                                   "../",
                                   "/",
                                   "\n",
                                   "global_step9/",
                                   "mp_rank_00_model_states.pt",
                                   "\nszero_pp_rank_999999_mp_rank_99_optim_states.pt",
                                   "checkpoint-7/",
                                   ".tmp",
                                   ".metadata",
                                   "__5_0.distcp",
                                   "-00001-of-99999.safetensors",
                                   "iter_0000007/",
                                   "latest",
                                   "d/",
                                   "PK\x05\x06"};
        for (const QByteArray &seed : std::as_const(seeds))
            readers[reader](seed);
        QRandomGenerator random(3);
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < fuzzMilliseconds())
            readers[reader](mutated(seeds[random.bounded(int(seeds.size()))], random, words));
    }
};

QTEST_APPLESS_MAIN(FuzzFormats)
#include "tst_fuzz_formats.moc"
