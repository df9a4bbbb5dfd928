// SPDX-License-Identifier: GPL-3.0-or-later
// Inspections of checkpoints in formats that hold no code. The files come from tests/data/checkpoints/make-formats.py.
#include "core/checkpoint/format/inspection.h"
#include "tests/support/functionsource.h"

#include <QFile>
#include <QTest>
#include <QtEndian>

using namespace trainyard;

namespace {

constexpr qint64 kNow = 1'800'000'000;
using Files = QMap<QString, QByteArray>;

QByteArray contents(const char *name)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/formats/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no %s", name);
    return file.readAll();
}

FunctionSource sourceOf(const Files &files)
{
    return FunctionSource([&files](const QString &name, qint64 offset, qint64 length) -> Result<QByteArray> {
        if (!files.contains(name))
            return Error{ErrorCode::NotFound, QStringLiteral("no such file"), name};
        // Nothing outside a file is ever requested.
        if (offset < 0 || length < 0 || offset + length > files[name].size())
            qFatal("asked for %lld bytes at %lld of %lld", length, offset, qint64(files[name].size()));
        return files[name].mid(offset, length);
    });
}

Checkpoint found(const Files &files, FunctionSource &source)
{
    QList<CheckpointFile> listing;
    for (auto file = files.begin(); file != files.end(); ++file)
        listing << CheckpointFile{file.key(), file->size(), kNow - 3600};
    return findCheckpoints(listing, {}, kNow, source).value(0);
}

Inspection inspected(const Files &files)
{
    FunctionSource source = sourceOf(files);
    return inspectCheckpoint(found(files, source), source);
}

Inspection inspected(const char *name, const QByteArray &content) { return inspected(Files{{QLatin1String(name), content}}); }

QString described(const TensorInfo &tensor)
{
    QStringList shape;
    for (const qint64 size : tensor.shape)
        shape << QString::number(size);
    return QStringLiteral("%1 %2 [%3] %4").arg(tensor.name, tensor.dtype, shape.join(u',')).arg(tensor.bytes);
}

const Files kTensorFlow{{QStringLiteral("ckpt-5.index"), contents("tf.index")},
                        {QStringLiteral("ckpt-5.data-00000-of-00002"), contents("tf.data-0")},
                        {QStringLiteral("ckpt-5.data-00001-of-00002"), contents("tf.data-1")}};

}  // namespace

class TestInspection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySafetensorsTypeIsNamedAndMeasured()
    {
        const Inspection look = inspected("model.safetensors", contents("dtypes.safetensors"));
        QCOMPARE(look.verdict, Verdict::Complete);
        QCOMPARE(look.safety, Safety::Safe);
        QCOMPARE(look.format, QStringLiteral("safetensors"));
        QCOMPARE(look.tensors.size(), size_t(22));
        QVERIFY(look.step == 7 && look.parameterCount == 22 * 8);
        QStringList names;
        for (const TensorInfo &tensor : look.tensors)
            names << described(tensor);
        for (const char *wanted : {"t.BOOL bool [2,4] 8", "t.F16 float16 [2,4] 16", "t.BF16 bfloat16 [2,4] 16", "t.C64 complex64 [2,4] 64",
                                   "t.F8_E5M2 float8_e5m2 [2,4] 8", "t.F8_E4M3 float8_e4m3fn [2,4] 8", "t.F8_E8M0 float8_e8m0fnu [2,4] 8",
                                   "t.F4 float4_e2m1fn [2,4] 4", "t.F6_E2M3 float6_e2m3fn [2,4] 6", "t.U64 uint64 [2,4] 64"})
            QVERIFY2(names.contains(QLatin1String(wanted)), qPrintable(names.join(u'\n')));
        QCOMPARE(look.rounds, 1);
        QVERIFY(look.bytesRead > 0 && look.requests >= 1);
    }

    void ggufTensorsAndValuesAreRead_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("version 3") << contents("v3.gguf");
        QTest::newRow("version 2, aligned to 64") << contents("v2-aligned.gguf");
    }
    void ggufTensorsAndValuesAreRead()
    {
        QFETCH(QByteArray, content);
        const Inspection look = inspected("model.gguf", content);
        QCOMPARE(look.verdict, Verdict::Complete);
        QVERIFY(look.safety == Safety::Safe && look.format == QLatin1String("GGUF"));
        QCOMPARE(look.tensors.size(), size_t(4));
        QCOMPARE(described(look.tensors[0]), QStringLiteral("token_embd.weight Q4_K [3,256] 432"));
        QCOMPARE(described(look.tensors[1]), QStringLiteral("blk.0.attn_norm.weight float32 [256] 1024"));
        QCOMPARE(described(look.tensors[2]), QStringLiteral("blk.0.ffn_up.weight Q8_0 [2,64] 136"));
        QCOMPARE(described(look.tensors[3]), QStringLiteral("output.weight bfloat16 [2,5] 20"));
        QVERIFY(look.parameterCount == 768 + 256 + 128 + 10);
        const auto has = [&](const char *key, const char *value) {
            return look.hyperparameters.contains({QLatin1String(key), QLatin1String(value)});
        };
        QVERIFY(has("general.architecture", "llama") && has("llama.block_count", "2") && has("tokenizer.ggml.tokens", "[300]"));
        QVERIFY(has("llama.rope.freq_base", "10000") && has("general.is_test", "true"));
        // The data of each is at the place recorded for it.
        for (const TensorInfo &tensor : look.tensors) {
            const qint64 at = tensor.storage.section(u'+', 0, 0).toLongLong();
            QCOMPARE(content.mid(at, qsizetype(tensor.bytes)), QByteArray(qsizetype(tensor.bytes), 'g'));
        }
    }

    void aLongVocabularyIsReadInGrowingPieces()
    {
        // 400,000 words of 20 bytes: 11 MB before the tensors.
        QByteArray file = contents("v3.gguf");
        const QByteArray few = QByteArray("\x08\0\0\0\x2c\x01\0\0\0\0\0\0", 12);
        const qsizetype at = file.indexOf(few);
        QVERIFY(at > 0);
        QByteArray words;
        for (int i = 0; i < 399'700; ++i)
            words += QByteArray("\x14\0\0\0\0\0\0\0", 8) + QByteArray(20, 'w');
        qToLittleEndian<quint64>(400'000, file.data() + at + 4);
        file.insert(at + 12, words);
        FunctionSource source(
            [&](const QString &, qint64 offset, qint64 length) -> Result<QByteArray> { return file.mid(offset, length); });
        const Inspection look = inspectCheckpoint(found({{QStringLiteral("m.gguf"), file}}, source), source);
        QCOMPARE(look.tensors.size(), size_t(4));
        QVERIFY(look.rounds <= 5);
    }

    void tensorFlowsIndexIsRead()
    {
        const Inspection look = inspected(kTensorFlow);
        QCOMPARE(look.verdict, Verdict::Complete);
        QVERIFY(look.safety == Safety::Safe && look.framework == QLatin1String("TensorFlow"));
        QCOMPARE(look.tensors.size(), size_t(34));
        QVERIFY(look.step == 1234 && look.parameterCount == 30 * 32 + 8);
        QStringList names;
        for (const TensorInfo &tensor : look.tensors) {
            names << described(tensor);
            QVERIFY(tensor.checksum.has_value());
        }
        QVERIFY(names.contains(QStringLiteral("model/layer-7/kernel/.ATTRIBUTES/VARIABLE_VALUE float32 [4,8] 128")));
        QVERIFY(names.contains(QStringLiteral("model/layer-0/bias/.ATTRIBUTES/VARIABLE_VALUE bfloat16 [8] 16")));
        QVERIFY(names.contains(QStringLiteral("step/.ATTRIBUTES/VARIABLE_VALUE int64 [] 8")));
        QVERIFY(look.rounds <= 2);
    }

    void noFlippedBitOfATensorFlowIndexIsBelieved()
    {
        const QByteArray index = contents("tf.index");
        const Inspection whole = inspected(kTensorFlow);
        for (qsizetype at = 0; at < index.size() - 48; at += 3) {
            Files files = kTensorFlow;
            QByteArray &bytes = files[QStringLiteral("ckpt-5.index")];
            bytes[at] = char(bytes[at] ^ (1 << (at % 8)));
            const Inspection look = inspected(files);
            // The empty block of the table of tables is the only one from which nothing is read.
            QVERIFY2(look.verdict == Verdict::Corrupt || look.tensors.size() == whole.tensors.size(), qPrintable(QString::number(at)));
        }
    }

    void noPrefixIsComplete_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        for (const auto &[name, file] : {std::pair("m.safetensors", "dtypes.safetensors"),
                                         {"m.gguf", "v3.gguf"},
                                         {"a.gguf", "v2-aligned.gguf"},
                                         {"m.onnx", "model.onnx"},
                                         {"m.h5", "new.h5"},
                                         {"old.h5", "old.h5"}})
            QTest::newRow(name) << QString::fromLatin1(name) << contents(file);
    }
    void noPrefixIsComplete()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QCOMPARE(inspected(Files{{name, content}}).verdict, Verdict::Complete);
        // GGUF may lack the padding after its last tensor.
        const qsizetype needed = name.endsWith(QLatin1String("gguf")) ? content.size() - (name.startsWith(u'a') ? 44 : 12) : content.size();
        for (qsizetype length = 0; length < needed; length += 1 + length / 40) {
            const Inspection look = inspected(Files{{name, content.left(length)}});
            QVERIFY2(look.verdict == Verdict::Partial || look.verdict == Verdict::Corrupt || look.verdict == Verdict::Unknown,
                     qPrintable(QString::number(length)));
        }
        QVERIFY(inspected(Files{{name, content.left(needed - 1)}}).verdict == Verdict::Partial);
    }

    void datasetsOfHdf5AreNamed()
    {
        const Inspection look = inspected("m.weights.h5", contents("keras.h5"));
        QVERIFY2(look.verdict == Verdict::Complete, qPrintable(look.reason));
        QStringList names;
        for (const TensorInfo &tensor : look.tensors)
            names << described(tensor);
        names.sort();
        QCOMPARE(names.join(u'\n'), QString::fromUtf8(contents("keras-h5.txt")).trimmed());
        QVERIFY(look.parameterCount == 12 * 8 + 20);
        QVERIFY2(look.rounds <= 12, qPrintable(QString::number(look.rounds)));
        for (const char *name : {"old.h5", "new.h5"}) {
            const Inspection small = inspected(name, contents(name));
            QCOMPARE(small.tensors.size(), size_t(1));
            QCOMPARE(described(small.tensors[0]), QStringLiteral("dense/kernel float64 [2,2] 32"));
        }
    }

    void onnxNamesItsWeights()
    {
        const Inspection look = inspected("m.onnx", contents("many.onnx"));
        QVERIFY2(look.verdict == Verdict::Complete, qPrintable(look.reason));
        QStringList names;
        for (const TensorInfo &tensor : look.tensors)
            names << described(tensor);
        QCOMPARE(names.join(u'\n'), QString::fromUtf8(contents("many-onnx.txt")).trimmed());
        // Shapes, indices and strings that the graph computes with are not weights.
        QVERIFY(look.parameterCount == 10 * 6 + 4);
        QCOMPARE(look.safety, Safety::Safe);
        QVERIFY(look.rounds <= 3);
    }

    void weightsOfOnnxThatLieElsewhereAreSaidToBeThere()
    {
        const Inspection look = inspected("m.onnx", contents("external.onnx"));
        QCOMPARE(look.verdict, Verdict::Unknown);
        QVERIFY(look.reason.contains(QLatin1String("weights.bin")));
        QCOMPARE(look.tensors.size(), size_t(1));
        QVERIFY(look.tensors[0].file == QLatin1String("weights.bin") && look.tensors[0].storage == QLatin1String("64+64"));
        QCOMPARE(inspected("m.onnx", contents("escape.onnx")).verdict, Verdict::Corrupt);
    }

    void onnxIsNotTrustedForALength_data()
    {
        QTest::addColumn<QByteArray>("after");  // a model's first field
        QTest::addColumn<Verdict>("verdict");
        const QByteArray endless(12, '\xff');
        QTest::newRow("a length of 2^64 - 1") << QByteArray("\x3a") + QByteArray(9, '\xff') + '\x01' << Verdict::Corrupt;
        QTest::newRow("a length of 2^63") << QByteArray("\x3a") + QByteArray(9, '\x80') + '\x01' << Verdict::Partial;
        QTest::newRow("a length of 2^31") << QByteArray("\x3a\x80\x80\x80\x80\x08") << Verdict::Partial;
        QTest::newRow("a length without end") << QByteArray("\x3a") + endless << Verdict::Corrupt;
        QTest::newRow("a length that is cut off") << QByteArray("\x3a\x80") << Verdict::Corrupt;
        QTest::newRow("a key without end") << endless << Verdict::Corrupt;
        QTest::newRow("a key without number") << QByteArray("\x02\x01x") << Verdict::Corrupt;
        QTest::newRow("a group") << QByteArray("\x3b\x3c") << Verdict::Corrupt;
        QTest::newRow("a kind that there is not") << QByteArray("\x3f\x01") << Verdict::Corrupt;
        QTest::newRow("a number that is cut off") << QByteArray("\x39\x01\x02") << Verdict::Partial;
        QTest::newRow("a weight longer than its graph") << QByteArray("\x3a\x03\x2a\x40\x00\x10\x01", 7) << Verdict::Corrupt;
        QTest::newRow("a shape that does not end") << QByteArray("\x3a\x07\x2a\x05\x0a\x03\xff\xff\xff", 9) << Verdict::Corrupt;
        QTest::newRow("graphs within graphs") << QByteArray("\x3a\x7f").repeated(60) + QByteArray(200, '\x3a') << Verdict::Corrupt;
    }
    void onnxIsNotTrustedForALength()
    {
        QFETCH(QByteArray, after);
        QFETCH(Verdict, verdict);
        const Inspection look = inspected("m.onnx", QByteArray("\x08\x08") + after);
        QVERIFY2(look.verdict == verdict, qPrintable(look.reason));
        QVERIFY(look.tensors.empty());
    }

    void weightsOfOnnxThatAreFarApartAreListedAsFarAsItGoes()
    {
        // 60 weights of 8 MB, one after the other: none can be skipped without reading the one before.
        const auto field = [](int number, const QByteArray &bytes) {
            QByteArray out(1, char(number << 3 | 2));
            for (quint64 length = quint64(bytes.size());; length >>= 7) {
                out += char((length & 0x7f) | (length >= 0x80 ? 0x80 : 0));
                if (length < 0x80)
                    break;
            }
            return out + bytes;
        };
        constexpr qint64 data = 8 << 20, count = 60;
        const auto head = [&field](int number, qint64 length) {
            return field(number, QByteArray(length, Qt::Uninitialized)).chopped(length);
        };
        QByteArray weight = QByteArray("\x08\x80\x80\x80\x04\x10\x02", 7) + field(8, "w") + head(9, data);
        weight = head(5, weight.size() + data) + weight;
        const qint64 each = weight.size() + data;
        const QByteArray begin = QByteArray("\x08\x08", 2) + head(7, count * each);
        FunctionSource source([&](const QString &, qint64 offset, qint64 length) -> Result<QByteArray> {
            QByteArray bytes(length, 'x');
            for (qint64 at = 0; at < length;) {
                const qint64 place = offset + at - begin.size(), within = place < 0 ? 0 : place % each;
                if (place < 0)
                    bytes[at] = begin[offset + at];
                else if (within < weight.size())
                    bytes[at] = weight[within];
                at += place >= 0 && within >= weight.size() ? each - within : 1;
            }
            return bytes;
        });
        Checkpoint checkpoint;
        checkpoint.name = QStringLiteral("m.onnx");
        checkpoint.files << CheckpointFile{checkpoint.name, begin.size() + count * each, 0};
        const Inspection look = inspectCheckpoint(checkpoint, source);
        QVERIFY2(look.verdict == Verdict::Complete, qPrintable(look.reason));
        QVERIFY(look.tensors.size() >= 5 && look.tensors.size() < 60);
        QVERIFY(!look.parameterCount && look.bytesRead < 64 * 1024 * 1024);
    }

    void howManyParametersACutFileHasIsNotKnown()
    {
        const QByteArray whole = contents("../torch/adam.pt");
        QVERIFY(inspected("model.pt", whole).parameterCount.value_or(0) > 0);
        const Inspection cut = inspected("model.pt", whole.left(900));
        QCOMPARE(cut.verdict, Verdict::Partial);
        QVERIFY(!cut.parameterCount);
    }

    void aTensorInAnotherShardThanTheIndexSaysIsFound()
    {
        Files files{{QStringLiteral("model-00001-of-00002.safetensors"), contents("shard1.safetensors")},
                    {QStringLiteral("model-00002-of-00002.safetensors"), contents("shard2.safetensors")},
                    {QStringLiteral("model.safetensors.index.json"), contents("index.json")}};
        Inspection look = inspected(files);
        QCOMPARE(look.verdict, Verdict::Complete);
        QVERIFY(look.tensors.size() == 3 && look.parameterCount == 12 && look.files.size() == 3);
        files[QStringLiteral("model.safetensors.index.json")] = contents("wrong-place.json");
        look = inspected(files);
        QCOMPARE(look.verdict, Verdict::Corrupt);
        QVERIFY(look.reason.contains(QLatin1String("a.weight")));
        files[QStringLiteral("model.safetensors.index.json")] = QByteArray(contents("index.json")).replace("\"a.bias\"", "\"a.bias2\"");
        look = inspected(files);
        QCOMPARE(look.verdict, Verdict::Partial);
        QVERIFY(look.reason.contains(QLatin1String("a.bias2")));
    }

    void seventyTwoShardsCostOneRound()
    {
        Files files;
        for (int shard = 1; shard <= 72; ++shard)
            files.insert(QStringLiteral("model-%1-of-00072.safetensors").arg(shard, 5, 10, QLatin1Char('0')),
                         contents("shard1.safetensors"));
        FunctionSource source = sourceOf(files);
        const Checkpoint checkpoint = found(files, source);
        const Inspection look = inspectCheckpoint(checkpoint, source);
        QCOMPARE(look.rounds, 1);
        QCOMPARE(look.tensors.size(), size_t(144));
    }

    void aFileUnderAWrongNameIsReadByItsContent()
    {
        QCOMPARE(inspected("model.bin", contents("v3.gguf")).format, QStringLiteral("GGUF"));
        QCOMPARE(inspected("model.pt", contents("dtypes.safetensors")).format, QStringLiteral("safetensors"));
        QCOMPARE(inspected("model.safetensors", contents("v3.gguf")).format, QStringLiteral("GGUF"));
        QCOMPARE(inspected("model.bin", contents("new.h5")).format, QStringLiteral("HDF5"));
    }

    void anotherFormatThatIsAPickleAsWellIsNotSafe()
    {
        // The length 0x…56 is "V": a pickle reads the header as a line of text, and executes the tensor's data.
        const QByteArray run = "cposix\nsystem\n(S'id'\ntR.", size = QByteArray::number(run.size());
        QByteArray header = "{\"x\":{\"dtype\":\"U8\",\"shape\":[" + size + "],\"data_offsets\":[0," + size + "]}";
        header += QByteArray(0x156 - 2 - header.size(), ' ') + "\n}";
        const QByteArray both = QByteArray("\x56\x01\0\0\0\0\0\0", 8) + header + run;
        for (const char *name : {"pytorch_model.bin", "a.pt", "a.pth", "a.ckpt"}) {
            const Inspection look = inspected(name, both);
            QCOMPARE(look.format, QStringLiteral("safetensors"));
            QCOMPARE(look.safety, Safety::Dangerous);
            QCOMPARE(look.findings.value(0).name, QStringLiteral("posix.system"));
        }
        QCOMPARE(inspected("model.safetensors", both).safety, Safety::Safe);
        QCOMPARE(inspected("model.bin", contents("dtypes.safetensors")).safety, Safety::Safe);
        QCOMPARE(inspected("model.bin", contents("v3.gguf")).safety, Safety::Safe);
    }

    void codeUnderTheNameOfAFormatWithoutCodeIsFound()
    {
        const QByteArray run("\x80\x02"
                             "cposix\nsystem\nU\x02"
                             "id\x85R.");
        const Inspection look = inspected("model.safetensors", run);
        QCOMPARE(look.verdict, Verdict::Corrupt);
        QCOMPARE(look.safety, Safety::Dangerous);
        QCOMPARE(look.findings.value(0).name, QStringLiteral("posix.system"));
        QCOMPARE(inspected("model.safetensors", "cposix\nsystem\n(S'id'\ntR.").safety, Safety::Dangerous);
        // What PyTorch would load from it is safe, but nothing shows that the contents match the name.
        QCOMPARE(inspected("model.safetensors", contents("../torch/adam.pt")).safety, Safety::Unknown);
        QByteArray cut = contents("dtypes.safetensors");
        cut.chop(1);
        QCOMPARE(inspected("model.safetensors", cut).safety, Safety::Safe);
    }

    void whatOrbaxListsIsShown()
    {
        const Files files{{QStringLiteral("100/_CHECKPOINT_METADATA"), "{}"},
                          {QStringLiteral("100/default/_METADATA"), contents("orbax/_METADATA")},
                          {QStringLiteral("100/default/manifest.ocdbt"), "m"},
                          {QStringLiteral("100/default/d/ab"), "d"}};
        const Inspection look = inspected(files);
        QCOMPARE(look.verdict, Verdict::Complete);
        QVERIFY(look.step == 100 && look.parameterCount == 40 && look.tensors.size() == 2 && look.safety == Safety::Safe);
        QStringList names;
        for (const TensorInfo &tensor : look.tensors)
            names << tensor.name;
        names.sort();
        QCOMPARE(names.join(u' '), QStringLiteral("params.dense.bias params.dense.kernel"));
    }

    void codeInAKerasModelIsFound_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("safety");
        QTest::addColumn<QString>("name");
        QTest::newRow("layers only") << contents("model.keras") << QStringLiteral("safe") << QString();
        QTest::newRow("a Lambda layer, deflated")
            << contents("lambda.keras") << QStringLiteral("dangerous") << QStringLiteral("__lambda__");
        QTest::newRow("a foreign module") << contents("foreign.keras") << QStringLiteral("dangerous") << QStringLiteral("os.system");
        QTest::newRow("a foreign layer") << contents("layer.keras") << QStringLiteral("foreign") << QStringLiteral("mylayers.Dense2");
        QTest::newRow("a builtin function") << contents("eval.keras") << QStringLiteral("dangerous") << QStringLiteral("builtins.eval");
        QTest::newRow("a damaged configuration")
            << contents("model.keras").replace("{\"module\"", "#\"module\"") << QStringLiteral("unknown") << QString();
    }
    void codeInAKerasModelIsFound()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, safety);
        QFETCH(QString, name);
        const Inspection look = inspected(Files{{QStringLiteral("model.keras"), content}});
        QCOMPARE(look.format, QStringLiteral("Keras"));
        QCOMPARE(safetyName(look.safety), safety);
        QVERIFY(name.isEmpty()
                || std::any_of(look.findings.begin(), look.findings.end(), [&](const Finding &f) { return f.name == name; }));
    }

    void aDistributedCheckpointOfStrangePiecesIsNotBelieved()
    {
        const Inspection look = inspected(Files{{QStringLiteral("step-5/.metadata"), contents("metadata.dcp")},
                                                {QStringLiteral("step-5/__0_0.distcp"), QByteArray(80, 'x')},
                                                {QStringLiteral("step-5/__1_0.distcp"), QByteArray(80, 'x')}});
        QCOMPARE(look.verdict, Verdict::Corrupt);
        QCOMPARE(look.tensors.size(), size_t(1));
        QCOMPARE(described(look.tensors[0]), QStringLiteral("model.w float32 [4,8] 128"));
        QCOMPARE(look.tensors[0].file, QStringLiteral("step-5/__0_0.distcp"));
        QVERIFY(look.safety == Safety::Unknown && !look.findings.isEmpty() && look.step == 5);
    }

    void whatTheTrainerSaysIsShown()
    {
        const Files files{{QStringLiteral("checkpoint-500/model.safetensors"), contents("shard1.safetensors")},
                          {QStringLiteral("checkpoint-500/config.json"), "{\"hidden_size\": 64, \"step\": 3, \"architectures\": [\"X\"]}"},
                          {QStringLiteral("checkpoint-500/modeling_x.py"), "import os"},
                          {QStringLiteral("checkpoint-500/trainer_state.json"), contents("trainer_state.json")}};
        const Inspection look = inspected(files);
        QVERIFY(look.step == 500 && look.epoch == 1.0 && look.loss == 2.0);
        QCOMPARE(look.framework, QStringLiteral("Hugging Face Trainer"));
        QVERIFY(look.hyperparameters.contains({QStringLiteral("hidden_size"), QStringLiteral("64")}));
        QVERIFY(look.hyperparameters.contains({QStringLiteral("max_steps"), QStringLiteral("1000")}));
        QVERIFY(look.findings.size() == 1 && look.findings[0].place.endsWith(QLatin1String("modeling_x.py")));
        QCOMPARE(look.safety, Safety::Safe);
    }

    void aCheckpointOfManyFilesIsNotReadWithoutEnd()
    {
        const QByteArray header = "{\"__metadata__\":{\"a\":\"" + QByteArray(90'000'000, 'x') + "\"}}";
        QByteArray file(8, '\0');
        qToLittleEndian(quint64(header.size()), file.data());
        file += header;
        Files files;
        for (int shard = 1; shard <= 4; ++shard)
            files.insert(QStringLiteral("model-%1-of-00004.safetensors").arg(shard, 5, 10, QLatin1Char('0')), file);
        FunctionSource source = sourceOf(files);
        Checkpoint checkpoint;
        checkpoint.name = files.firstKey();
        for (auto one = files.begin(); one != files.end(); ++one)
            checkpoint.files << CheckpointFile{one.key(), one->size(), 0};
        const Inspection look = inspectCheckpoint(checkpoint, source);
        QCOMPARE(look.verdict, Verdict::Unknown);
        QCOMPARE(look.safety, Safety::Unknown);
        QVERIFY(look.bytesRead <= 256 * 1024 * 1024);
        QVERIFY(!look.findings.isEmpty() && look.findings[0].severity == Safety::Unknown);
    }
};

QTEST_APPLESS_MAIN(TestInspection)
#include "tst_inspection.moc"
