// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints in real folders: files are written to disk and read back by range, as over SFTP.
#include "core/checkpoint/format/inspection.h"
#include "tests/core/checkpoint/format/storedzip.h"
#include "tests/support/functionsource.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

using namespace trainyard;

namespace {

constexpr qint64 kNow = 1'800'000'000;

// JSON with ' for ", as moc 6.4 loses its way in raw strings.
QByteArray json(const char *text) { return QByteArray(text).replace('\'', '"'); }

template <typename T>
QByteArray le(T value)
{
    QByteArray bytes(sizeof(T), '\0');
    qToLittleEndian(value, bytes.data());
    return bytes;
}

QByteArray safetensors(const QByteArray &header, qsizetype dataBytes)
{
    return le<quint64>(quint64(header.size())) + header + QByteArray(dataBytes, 'd');
}

const QByteArray kGoodHeader = json(
    "{'__metadata__':{'format':'pt'},'w':{'dtype':'F32','shape':[2,3],'data_offsets':[0,24]},'b':{'dtype':'BF16','shape':[3],'data_offsets':[24,30]}}  ");

QByteArray goodSafetensors() { return safetensors(kGoodHeader, 30); }

QByteArray torchFile(const char *name = "torch-1.13.pt")
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray patched(QByteArray bytes, qsizetype at, const QByteArray &with)
{
    return bytes.replace(at < 0 ? bytes.size() + at : at, with.size(), with);
}

}  // namespace

class TestCheckpoint : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FunctionSource> m_source;

    void put(const QString &name, const QByteArray &content)
    {
        QDir(m_folder->path()).mkpath(QFileInfo(m_folder->filePath(name)).path());
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    QList<CheckpointFile> listing(qint64 modified = kNow - 3600) const
    {
        QList<CheckpointFile> files;
        QDirIterator all(m_folder->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (all.hasNext()) {
            all.next();
            files << CheckpointFile{QDir(m_folder->path()).relativeFilePath(all.filePath()), all.fileInfo().size(), modified};
        }
        return files;
    }
    Result<QByteArray> piece(const QString &name, qint64 offset, qint64 length) const
    {
        QFile file(m_folder->filePath(name));
        if (offset < 0 || length < 0)
            return Error{ErrorCode::InvalidInput, QStringLiteral("a place no file has"), {}};
        if (!file.open(QIODevice::ReadOnly) || !file.seek(offset))
            return Error{ErrorCode::Io, QStringLiteral("cannot read"), {}};
        return file.read(length);
    }
    QMap<QString, double> metricsOf(const QByteArray &state)
    {
        put(QStringLiteral("checkpoint-500/model.safetensors"), goodSafetensors());
        put(QStringLiteral("checkpoint-500/trainer_state.json"), state);
        const auto found = findCheckpoints(listing(), {}, kNow, *m_source);
        return found.size() == 1 && found.first().verdict == Verdict::Complete ? found.first().metrics : QMap<QString, double>();
    }
    Checkpoint only(const QString &name, const QByteArray &content, qint64 modified = kNow - 3600)
    {
        put(name, content);
        const auto found = findCheckpoints(listing(modified), {}, kNow, *m_source);
        return found.size() == 1 ? found.first() : Checkpoint();
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_source = std::make_unique<FunctionSource>(
            [this](const QString &name, qint64 offset, qint64 length) { return piece(name, offset, length); });
    }

    // Only metrics of the checkpoint's own step rate it; a diverged run writes NaN, which is not valid JSON.
    void valuesOfItsOwnStepAreFound()
    {
        const QByteArray end = json(
            "{'eval_accuracy': 0.5, 'step': 400}, {'loss': NaN, 'step': 500}, {'eval_accuracy': 0.75, 'eval_wer': 2e-1, 'step': 500}]");
        QMap<QString, double> metrics = metricsOf(json("{'global_step': 500, 'log_history': [") + end
                                                  + json(", 'max_steps': 9, 'total_flos': Infinity}"));
        QCOMPARE(metrics, (QMap<QString, double>{{"eval_accuracy", 0.75}, {"eval_wer", 0.2}}));
        metrics = metricsOf(json("{'global_step': 450, 'log_history': [") + end + '}');
        QVERIFY(!metrics.contains(QStringLiteral("eval_accuracy")));
        // One that is so long that its middle is never read.
        QByteArray middle;
        for (int step = 1; step < 400; ++step)
            middle += json("{'loss': 1.0, 'grad_norm': 0.1, 'learning_rate': 0.1, 'note': '") + QByteArray(200, 'n') + json("', 'step': ")
                      + QByteArray::number(step) + "}, ";
        metrics = metricsOf(json("{'epoch': 1.5, 'global_step': 500, 'log_history': [") + middle + end + json(", 'max_steps': 9}"));
        QCOMPARE(metrics, (QMap<QString, double>{{"eval_accuracy", 0.75}, {"eval_wer", 0.2}}));
    }

    void wholeSafetensorsIsCompleteWithStateFromItsJson()
    {
        put(QStringLiteral("step-000200.safetensors"), goodSafetensors());
        put(QStringLiteral("step-000200.json"), json("{'step': 200, 'loss': 1.25, 'time': 3}"));
        put(QStringLiteral("latest.json"), json("{'name': 'step-000200.safetensors'}"));
        const auto found = findCheckpoints(listing(), {}, kNow, *m_source);
        QCOMPARE(found.size(), 1);
        const Checkpoint &one = found.first();
        QCOMPARE(one.name, QStringLiteral("step-000200.safetensors"));
        QCOMPARE(one.verdict, Verdict::Complete);
        QCOMPARE(one.format, QStringLiteral("safetensors"));
        QVERIFY(one.step == 200 && one.loss == 1.25);
        QVERIFY(one.tensorCount == 2 && one.parameterCount == 9);
        QCOMPARE(one.files.size(), 2);
        QCOMPARE(one.files[0].name, one.name);
        QCOMPARE(one.sizeBytes, one.files[0].sizeBytes + one.files[1].sizeBytes);
        QVERIFY(!one.reason.isEmpty());
    }

    void safetensorsRules_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char *name, const QByteArray &content, const char *verdict) {
            QTest::newRow(name) << content << QString::fromLatin1(verdict);
        };
        const auto one = [](const QByteArray &tensor, qsizetype data) { return safetensors("{\"a\":" + tensor + "}", data); };
        row("whole", goodSafetensors(), "complete");
        row("no tensors", safetensors("{}", 0), "complete");
        row("scalar", one(json("{'dtype':'F32','shape':[],'data_offsets':[0,4]}"), 4), "complete");
        row("empty tensor", one(json("{'dtype':'F32','shape':[0],'data_offsets':[0,0]}"), 0), "complete");
        row("four-bit type", one(json("{'dtype':'F4','shape':[4],'data_offsets':[0,2]}"), 2), "complete");
        row("unknown field", one(json("{'dtype':'U8','shape':[1],'data_offsets':[0,1],'x':[{'y':1.5e3}]}"), 1), "complete");
        row("escaped name", safetensors(json("{'a\\u0022\\\\b':{'dtype':'U8','shape':[1],'data_offsets':[0,1]}}"), 1), "complete");
        row("one byte short", goodSafetensors().chopped(1), "partial");
        row("cut in the header", goodSafetensors().left(40), "partial");
        row("cut in the length", goodSafetensors().left(5), "partial");
        row("empty", QByteArray(), "partial");
        row("one byte more", goodSafetensors() + "x", "corrupt");
        row("header over the limit", le<quint64>(100'000'001) + "{" + QByteArray(100, ' '), "corrupt");
        row("header of 2^63", le<quint64>(1ULL << 63) + "{}", "corrupt");
        row("header of 2^64-1", le<quint64>(~0ULL) + "{}", "corrupt");
        row("not an object", safetensors("[1]", 0), "corrupt");
        row("cut JSON", safetensors("{\"a\":{", 0), "corrupt");
        row("name twice",
            safetensors(
                json("{'a':{'dtype':'U8','shape':[1],'data_offsets':[0,1]},'\\u0061':{'dtype':'U8','shape':[1],'data_offsets':[1,2]}}"), 2),
            "corrupt");
        row("hole", one(json("{'dtype':'U8','shape':[1],'data_offsets':[1,2]}"), 2), "corrupt");
        row("overlap",
            safetensors(json("{'a':{'dtype':'U8','shape':[2],'data_offsets':[0,2]},'b':{'dtype':'U8','shape':[2],'data_offsets':[1,3]}}"),
                        3),
            "corrupt");
        row("size not of its shape", one(json("{'dtype':'F32','shape':[2],'data_offsets':[0,4]}"), 4), "corrupt");
        row("end before begin", one(json("{'dtype':'F32','shape':[1],'data_offsets':[4,0]}"), 4), "corrupt");
        row("shape overflows", one(json("{'dtype':'F32','shape':[4294967296,4294967296],'data_offsets':[0,0]}"), 0), "corrupt");
        row("bits overflow", one(json("{'dtype':'F64','shape':[4611686018427387904],'data_offsets':[0,0]}"), 0), "corrupt");
        row("number over 2^64", one(json("{'dtype':'U8','shape':[18446744073709551616],'data_offsets':[0,0]}"), 0), "corrupt");
        row("negative shape", one(json("{'dtype':'U8','shape':[-1],'data_offsets':[0,1]}"), 1), "corrupt");
        row("fraction", one(json("{'dtype':'U8','shape':[1.0],'data_offsets':[0,1]}"), 1), "corrupt");
        row("unknown type", one(json("{'dtype':'F99','shape':[1],'data_offsets':[0,1]}"), 1), "corrupt");
        row("three offsets", one(json("{'dtype':'U8','shape':[1],'data_offsets':[0,1,2]}"), 1), "corrupt");
        row("metadata not text", safetensors(json("{'__metadata__':{'a':1}}"), 0), "corrupt");
        row("deep nesting", one(json("{'x':") + QByteArray(100000, '['), 0), "corrupt");
        row("half a byte", one(json("{'dtype':'F4','shape':[1],'data_offsets':[0,0]}"), 0), "corrupt");
        row("not UTF-8", safetensors("{\"\xff\":1}", 0), "corrupt");
        row("Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n", "corrupt");
        row("zeros", QByteArray(4096, '\0'), "corrupt");
        row("web page", "<!DOCTYPE html><html>", "corrupt");
    }
    void safetensorsRules()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, verdict);
        const Checkpoint one = only(QStringLiteral("model.safetensors"), content);
        QCOMPARE(verdictName(one.verdict), verdict);
        QVERIFY(!one.reason.isEmpty());
    }

    void hugeSafetensorsIsJudgedFromItsHead()
    {
        const QByteArray header = json("{'a':{'dtype':'U8','shape':[1000000000000],'data_offsets':[0,1000000000000]}}");
        QFile file(m_folder->filePath(QStringLiteral("big-step-3.safetensors")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(le<quint64>(quint64(header.size())) + header);
        const qint64 whole = 8 + header.size() + 1000000000000;
        if (!file.resize(whole))
            QSKIP("the file system has no sparse files of 1 TB: set TMPDIR to one that has");
        file.close();
        auto found = findCheckpoints(listing(), {}, kNow, *m_source);
        QCOMPARE(found.first().verdict, Verdict::Complete);
        QCOMPARE(m_source->requests, 1);
        QVERIFY(m_source->bytesRead <= 128 * 1024);
        QVERIFY(file.resize(whole - 1));
        found = findCheckpoints(listing(), {}, kNow, *m_source);
        QCOMPARE(found.first().verdict, Verdict::Partial);
    }

    void longHeaderIsReadToItsEnd()
    {
        QByteArray header = "{";
        for (int i = 0; i < 20000; ++i) {
            const QByteArray n = QByteArray::number(i);
            header += (i ? ",\"layer." : "\"layer.") + n + json(".weight':{'dtype':'U8','shape':[1],'data_offsets':[") + n + ","
                      + QByteArray::number(i + 1) + "]}";
        }
        const Checkpoint one = only(QStringLiteral("m.safetensors"), safetensors(header + "}", 20000));
        QCOMPARE(one.verdict, Verdict::Complete);
        QVERIFY(one.tensorCount == 20000);
        QCOMPARE(m_source->requests, 2);
    }

    void torchFilesAreJudged_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char *name, const QByteArray &content, const char *verdict) {
            QTest::newRow(name) << content << QString::fromLatin1(verdict);
        };
        const QByteArray good = torchFile();
        QVERIFY(good.size() > 200);
        // The tail of every torch file: zip64 end record (56), locator (20), end record (22).
        row("whole", good, "complete");
        row("one byte short", good.chopped(1), "partial");
        row("half", good.left(good.size() / 2), "partial");
        row("first bytes", good.left(10), "partial");
        row("bytes behind it", good + "x", "partial");
        row("without zip64 records", good.left(good.size() - 98) + good.right(22), "complete");
        row("directory beyond the end", patched(patched(good, -22 + 16, le<quint32>(0x7fffffff)), -98 + 48, le<quint64>(0x7fffffff)),
            "corrupt");
        row("directory of 2^64 bytes", patched(patched(good, -22 + 12, le<quint32>(~0u)), -98 + 40, le<quint64>(~0ULL)), "corrupt");
        row("end records disagree", patched(good, -22 + 16, le<quint32>(1)), "corrupt");
        row("entries counted wrong", patched(patched(good, -22 + 10, le<quint16>(2)), -98 + 32, le<quint64>(2)), "corrupt");
        row("locator points forwards", patched(good, -42 + 8, le<quint64>(quint64(good.size()))), "corrupt");
        row("locator points nowhere", patched(good, -42 + 8, le<quint64>(~0ULL)), "corrupt");
        row("locator points at data", patched(good, -42 + 8, le<quint64>(0)), "corrupt");
        row("second end record in a comment", patched(good, -2, le<quint16>(22)) + good.right(22), "corrupt");
        row("comment", patched(good, -2, le<quint16>(3)) + "abc", "complete");
        row("another zip", StoredZip{{{"readme.txt", "hello"}, {"a/b.txt", "x"}}}.bytes(), "unknown");
        row("another zip with a version of its own", StoredZip{{{"a/version", "1.2.3 of today\n"}, {"a/data/0", "x"}}}.bytes(), "unknown");
        row("no data.pkl", QByteArray(good).replace("data.pkl", "date.pkl"), "corrupt");
        row("name twice", QByteArray(good).replace("data/1", "data/0"), "corrupt");
        row("name twice but for case", QByteArray(good).replace("data/1", "DATA/0"), "corrupt");
        row("entry damaged", QByteArray(good).replace("PK\x01\x02", "PK\x01\x03"), "corrupt");
        row("older format", torchFile("torch-legacy.pt"), "complete");
        row("older format, one byte short", torchFile("torch-legacy.pt").chopped(1), "partial");
        row("something else", QByteArray(1000, 'x'), "unknown");
        row("zeros", QByteArray(1000, '\0'), "corrupt");
    }
    void torchFilesAreJudged()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, verdict);
        const Checkpoint one = only(QStringLiteral("checkpoint-500/pytorch_model.bin"), content);
        QCOMPARE(verdictName(one.verdict), verdict);
        QVERIFY(!one.reason.isEmpty());
        QVERIFY(one.step == 500);
    }

    void stepComesFromTheName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("step");
        const auto row = [](const char *name, qint64 step) { QTest::newRow(name) << QString::fromUtf8(name) << step; };
        row("step-000200.pt", 200);
        row("checkpoint-500.pt", 500);
        row("checkpoint-500/model.pt", 500);
        row("epoch=3-step=1200.ckpt", 1200);
        row("step=1200-epoch=3.ckpt", 1200);
        row("epoch=3.ckpt", -1);
        row("model_step_77_loss_0.25.pt", 77);
        row("global_step900/mp_rank_00_model.pt", 900);
        row("ckpt_42.pt", 42);
        row("iter_0000100.pth", 100);
        row("llama2.pt", -1);
        row("last.ckpt", -1);
        row("step-99999999999999999999999.pt", -1);
        row("\x1b[31mmodel\x1b[0m.pt", -1);
        row("\x1b[38;5;200mstep-40\x1b[0m.pt", 40);
        row("训练-步-5.pt", 5);
    }
    void stepComesFromTheName()
    {
        QFETCH(QString, name);
        QFETCH(qint64, step);
        const Checkpoint one = only(name, QByteArray("not much"));
        QCOMPARE(one.name, name);
        QCOMPARE(one.step.value_or(-1), step);
    }

    void temporaryNamesAreBeingWrittenOrPartial_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"step-3.safetensors.tmp", "step-3.pt.part", ".step-3.pt.Xa81Qz", "d/.tmp.step-3.safetensors.tmp"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void temporaryNamesAreBeingWrittenOrPartial()
    {
        QFETCH(QString, name);
        Checkpoint one = only(name, goodSafetensors(), kNow - 59);
        QCOMPARE(one.verdict, Verdict::BeingWritten);
        QVERIFY(one.step == 3);
        one = only(name, goodSafetensors(), kNow - 61);
        QCOMPARE(one.verdict, Verdict::Partial);
        one = only(name, goodSafetensors(), std::numeric_limits<qint64>::min());
        QCOMPARE(one.verdict, Verdict::Partial);
        QCOMPARE(m_source->requests, 0);
    }

    void aNameThatBeginsWithADotIsJudgedByItsContent()
    {
        const QString name = QStringLiteral(".step-3.safetensors");
        QCOMPARE(only(name, goodSafetensors(), kNow - 61).verdict, Verdict::Complete);
        QCOMPARE(only(name, goodSafetensors(), kNow - 59).verdict, Verdict::BeingWritten);
        QCOMPARE(only(name, goodSafetensors().chopped(1), kNow - 61).verdict, Verdict::Partial);
        QCOMPARE(only(name, goodSafetensors().chopped(1), kNow - 59).verdict, Verdict::BeingWritten);
        QVERIFY(only(name, goodSafetensors().chopped(1), kNow - 59).reason.contains(QLatin1String("may still be")));  // age is no proof
        QVERIFY(only(name, goodSafetensors(), kNow - 61).step == 3);
        // Files beside the model belong to the model.
        put(QStringLiteral("step-4.safetensors"), goodSafetensors());
        put(QStringLiteral("optimizer.pt"), torchFile());
        const auto found = findCheckpoints(listing(), {}, kNow, *m_source);
        QCOMPARE(found.size(), 2);
        QCOMPARE(found[0].files.size(), 2);
        QCOMPARE(found[1].name, name);
    }

    void shortFileThatStillGrowsIsBeingWritten()
    {
        QCOMPARE(only(QStringLiteral("a.safetensors"), goodSafetensors().chopped(1), kNow - 5).verdict, Verdict::BeingWritten);
        QCOMPARE(only(QStringLiteral("a.safetensors"), goodSafetensors(), kNow - 5).verdict, Verdict::Complete);
    }

    void patternChoosesFilesAndFolders()
    {
        for (const char *name :
             {"a/step-1.safetensors", "step-2.safetensors", "best.safetensors", "step-3.state", "step-2.json", "step-4.json", "notes.txt"})
            put(QString::fromLatin1(name), goodSafetensors());
        const auto names = [&](const char *pattern) {
            QStringList list;
            const auto found = findCheckpoints(listing(), QLatin1String(pattern), kNow, *m_source);
            for (const Checkpoint &checkpoint : found)
                list << checkpoint.name;
            list.sort();
            return list.join(u' ');
        };
        QCOMPARE(names(""), QStringLiteral("a/step-1.safetensors best.safetensors step-2.safetensors"));
        QCOMPARE(names("step-*"), QStringLiteral("a/step-1.safetensors step-2.safetensors step-3.state"));
        QCOMPARE(names("step-?.safetensors"), QStringLiteral("a/step-1.safetensors step-2.safetensors"));
        QCOMPARE(names("a"), QStringLiteral("a/step-1.safetensors"));
        QCOMPARE(names("[a-z]*"), QString());
        QCOMPARE(names("*a*a*a*a*a*a*a*a*a*a*a*b"), QString());
    }

    void trainerFolderIsOneCheckpoint()
    {
        for (const char *folder : {"checkpoint-500", "checkpoint-1000"}) {
            put(QLatin1String(folder) + QStringLiteral("/model.safetensors"), goodSafetensors());
            put(QLatin1String(folder) + QStringLiteral("/optimizer.pt"), torchFile());
            put(QLatin1String(folder) + QStringLiteral("/trainer_state.json"),
                json("{'global_step': 501, 'log_history': [{'loss': 3.0, 'step': 1}, {'loss': 2.5, 'step': 2}, {'eval_loss': 9}]}"));
        }
        put(QStringLiteral("checkpoint-1000/optimizer.pt"), torchFile().chopped(5));
        auto found = findCheckpoints(listing(), {}, kNow, *m_source);
        QCOMPARE(found.size(), 2);
        for (const Checkpoint &checkpoint : found) {
            QCOMPARE(checkpoint.files.size(), 3);
            QVERIFY(checkpoint.files.first().name == checkpoint.name + QStringLiteral("/model.safetensors"));
            QCOMPARE(checkpoint.framework, QStringLiteral("Hugging Face Trainer"));
            QVERIFY(checkpoint.step == 501 && checkpoint.loss == 2.5);
            const bool isHurt = checkpoint.name.startsWith(QLatin1String("checkpoint-1000"));
            QCOMPARE(checkpoint.verdict, isHurt ? Verdict::Partial : Verdict::Complete);
            QCOMPARE(checkpoint.reason.contains(QLatin1String("optimizer.pt")), isHurt);
        }
    }

    void missingShardMakesItPartial()
    {
        put(QStringLiteral("step-9/model-00001-of-00002.safetensors"), goodSafetensors());
        auto found = findCheckpoints(listing(), {}, kNow, *m_source);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0].verdict, Verdict::Partial);
        put(QStringLiteral("step-9/model-00002-of-00002.safetensors"), goodSafetensors());
        found = findCheckpoints(listing(), {}, kNow, *m_source);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0].verdict, Verdict::Complete);
        QVERIFY(found[0].step == 9 && found[0].tensorCount == 4 && found[0].parameterCount == 18);
    }

    void anIndexThatNamesMoreThanItsShardsHoldMakesItPartial_data()
    {
        QTest::addColumn<QString>("extension");
        QTest::addColumn<QByteArray>("shard");
        QTest::addColumn<QString>("tensor");
        QTest::newRow("safetensors") << QStringLiteral("safetensors") << goodSafetensors() << QStringLiteral("w");
        QTest::newRow("torch") << QStringLiteral("bin") << torchFile() << QString();
    }
    void anIndexThatNamesMoreThanItsShardsHoldMakesItPartial()
    {
        QFETCH(QString, extension);
        QFETCH(QByteArray, shard);
        QFETCH(QString, tensor);
        const QString one = QStringLiteral("model-00001-of-00001.") + extension;
        put(one, shard);
        if (tensor.isEmpty()) {
            const auto alone = findCheckpoints(listing(), {}, kNow, *m_source).value(0);
            tensor = inspectCheckpoint(alone, *m_source).tensors.at(0).name;
        }
        const auto verdictWith = [&](const QString &name) {
            put(QStringLiteral("model.") + extension + QStringLiteral(".index.json"),
                QStringLiteral("{\"weight_map\": {\"%1\": \"%2\"}}").arg(name, one).toUtf8());
            const auto found = findCheckpoints(listing(), {}, kNow, *m_source);
            return found.size() == 1 ? found[0] : Checkpoint();
        };
        QCOMPARE(verdictWith(tensor).verdict, Verdict::Complete);
        const Checkpoint lacking = verdictWith(QStringLiteral("not.there"));
        QCOMPARE(lacking.verdict, Verdict::Partial);
        QVERIFY2(lacking.reason.contains(QLatin1String("not.there")), qPrintable(lacking.reason));
    }

    void latestGoodIsTheHighestCompleteStep()
    {
        put(QStringLiteral("step-9.safetensors"), goodSafetensors());
        put(QStringLiteral("step-10.safetensors"), goodSafetensors());
        put(QStringLiteral("step-11.safetensors"), goodSafetensors().chopped(1));
        put(QStringLiteral("step-12.pt"), "?");
        put(QStringLiteral("best.safetensors"), goodSafetensors());
        const auto found = findCheckpoints(listing(), {}, kNow, *m_source);
        QCOMPARE(found.size(), 5);
        QCOMPARE(found.first().name, QStringLiteral("step-12.pt"));
        QCOMPARE(found.last().name, QStringLiteral("best.safetensors"));
        QCOMPARE(latestGood(found)->name, QStringLiteral("step-10.safetensors"));
        QVERIFY(!latestGood({found[0], found[1]}));
    }

    void aReaderErrorIsSaidAndHurtsNoOther()
    {
        put(QStringLiteral("step-1.safetensors"), goodSafetensors());
        auto files = listing();
        files << CheckpointFile{QStringLiteral("step-2.safetensors"), 500, 0} << CheckpointFile{QStringLiteral("step-3.pt"), 500, 0}
              << CheckpointFile{QStringLiteral("../step-4.pt"), 500, 0} << CheckpointFile{QStringLiteral("/step-5.pt"), 500, 0};
        const auto found = findCheckpoints(files, {}, kNow, *m_source);
        QCOMPARE(found.size(), 3);
        QCOMPARE(found[0].verdict, Verdict::Unknown);
        QCOMPARE(found[0].reason, QStringLiteral("cannot read"));
        QCOMPARE(found[1].verdict, Verdict::Unknown);
        QCOMPARE(found[2].verdict, Verdict::Complete);
    }

    void fileThatShrankWhileReadIsUnknown()
    {
        put(QStringLiteral("step-1.safetensors"), goodSafetensors());
        auto files = listing();
        files[0].sizeBytes += 1000;
        QCOMPARE(findCheckpoints(files, {}, kNow, *m_source).first().verdict, Verdict::Unknown);
    }
};

QTEST_APPLESS_MAIN(TestCheckpoint)
#include "tst_checkpoint.moc"
