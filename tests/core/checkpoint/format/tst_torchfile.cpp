// SPDX-License-Identifier: GPL-3.0-or-later
// Files written by PyTorch and NumPy, read from their ends: the contents found must be those that PyTorch itself reports.
#include "core/checkpoint/format/internal/distributedlist.h"
#include "core/checkpoint/format/torchfile.h"
#include "tests/core/checkpoint/format/sources.h"
#include "tests/core/checkpoint/format/sparsetorch.h"
#include "tests/core/checkpoint/format/storedzip.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

using namespace trainyard;

namespace {

const QString kFolder = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/torch/");

QByteArray content(const QString &name)
{
    QFile file(kFolder + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::optional<Inspection> look(const QString &name, const QByteArray &bytes)
{
    MemorySource source(name, bytes);
    return inspectTorch(CheckpointFile{name, bytes.size(), 0}, source);
}

template <typename T>
QByteArray le(T value)
{
    QByteArray bytes(sizeof(T), '\0');
    qToLittleEndian(value, bytes.data());
    return bytes;
}

QByteArray patched(QByteArray bytes, qsizetype at, const QByteArray &with)
{
    return bytes.replace(at < 0 ? bytes.size() + at : at, with.size(), with);
}

QString findings(const Inspection &inspection)
{
    QStringList list;
    for (const Finding &finding : inspection.findings)
        list << safetyName(finding.severity) + u' ' + finding.name + u' ' + finding.place + u' ' + finding.text;
    return list.join(u'\n');
}

// A tar member with a correct checksum.
QByteArray member(const QByteArray &name, const QByteArray &data, const QByteArray &size = {}, const QByteArray &prefix = {})
{
    QByteArray header(512, '\0');
    header = patched(header, 0, name);
    header = patched(header, 100, "0000644");
    header = patched(header, 124, size.isEmpty() ? QByteArray::number(data.size(), 8).rightJustified(11, '0') : size);
    header = patched(header, 136, "00000000000");
    header = patched(header, 148, "        0ustar");
    header = patched(header, 257,
                     QByteArray("ustar\0"
                                "00",
                                8));
    header = patched(header, 345, prefix);
    qint64 sum = 0;
    for (const char c : header.replace(157, 5, QByteArray(5, '\0')))
        sum += quint8(c);
    return patched(header, 148, QByteArray::number(sum, 8).rightJustified(6, '0') + QByteArray("\0 ", 2)) + data
           + QByteArray((512 - data.size() % 512) % 512, '\0');
}

const QByteArray kRun("cposix\nsystem\n(S'id'\ntR.");
const QByteArray kNumber("\x80\x02K\0.", 5), kNothing("\x80\x02}.", 4), kNoViews("\x80\x02].", 4);

QByteArray oldTar()
{
    return member("sys_info", kNothing) + member("pickle", kNothing) + member("storages", kNumber + kNoViews) + member("tensors", kNumber);
}

}  // namespace

class TestTorchFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFileHoldsWhatPyTorchSays_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QJsonObject>("expected");
        const QJsonObject all = QJsonDocument::fromJson(content(QStringLiteral("expected.json"))).object();
        QVERIFY(all.size() > 30);
        for (auto one = all.begin(); one != all.end(); ++one)
            QTest::newRow(qPrintable(one.key())) << one.key() << one.value().toObject();
    }
    void everyFileHoldsWhatPyTorchSays()
    {
        QFETCH(QString, name);
        QFETCH(QJsonObject, expected);
        const QByteArray bytes = content(name);
        QVERIFY(!bytes.isEmpty());
        MemorySource source(name, bytes);
        const auto seen = inspectTorch(CheckpointFile{name, bytes.size(), 0}, source);
        QVERIFY(seen);
        QCOMPARE(seen->format, expected[QStringLiteral("format")].toString());
        QVERIFY2(verdictName(seen->verdict) == expected[QStringLiteral("verdict")].toString(),
                 qPrintable(verdictName(seen->verdict) + u' ' + seen->reason));
        QVERIFY(!seen->reason.isEmpty());
        QVERIFY2(safetyName(seen->safety) == expected[QStringLiteral("safety")].toString(), qPrintable(findings(*seen)));
        QCOMPARE(qint64(seen->bytesRead), source.bytesRead);
        QCOMPARE(seen->rounds, source.rounds);
        QCOMPARE(seen->rounds, 1);
        if (expected.contains(QStringLiteral("tensors"))) {
            const QJsonArray tensors = expected[QStringLiteral("tensors")].toArray();
            QStringList wanted, found;
            for (const auto &tensor : tensors)
                wanted << QString::fromUtf8(QJsonDocument(tensor.toArray()).toJson(QJsonDocument::Compact));
            for (const TensorInfo &tensor : seen->tensors) {
                QJsonArray shape;
                for (const qint64 size : tensor.shape)
                    shape << size;
                found << QString::fromUtf8(QJsonDocument(QJsonArray{tensor.name, shape, tensor.dtype}).toJson(QJsonDocument::Compact));
                QCOMPARE(tensor.file, name);
            }
            QCOMPARE(found, wanted);
        }
        if (expected.contains(QStringLiteral("parameters")))
            QCOMPARE(qint64(*seen->parameterCount), qint64(expected[QStringLiteral("parameters")].toDouble()));
        if (expected.contains(QStringLiteral("step")))
            QCOMPARE(*seen->step, qint64(expected[QStringLiteral("step")].toDouble()));
        if (expected.contains(QStringLiteral("epoch")))
            QCOMPARE(*seen->epoch, expected[QStringLiteral("epoch")].toDouble());
        if (expected.contains(QStringLiteral("loss")))
            QCOMPARE(*seen->loss, expected[QStringLiteral("loss")].toDouble());
        const QJsonObject metrics = expected[QStringLiteral("metrics")].toObject();
        for (auto metric = metrics.begin(); metric != metrics.end(); ++metric)
            QCOMPARE(seen->metrics.value(metric.key(), -1), metric->toDouble());
        QVERIFY(!seen->metrics.contains(QStringLiteral("best_val_loss")));
        if (expected.contains(QStringLiteral("framework")))
            QCOMPARE(seen->framework, expected[QStringLiteral("framework")].toString());
        if (expected.contains(QStringLiteral("finding"))) {
            QVERIFY(!seen->findings.isEmpty());
            QCOMPARE(seen->findings.first().name, expected[QStringLiteral("finding")].toString());
            QCOMPARE(seen->findings.first().severity, Safety::Dangerous);
        }
        const QJsonObject settings = expected[QStringLiteral("hyperparameters")].toObject();
        for (auto one = settings.begin(); one != settings.end(); ++one)
            QVERIFY2(seen->hyperparameters.contains({one.key(), one.value().toString()}), qPrintable(one.key()));
    }

    void sharedStoragesAreTold()
    {
        const auto seen = look(QStringLiteral("tied.pt"), content(QStringLiteral("tied.pt")));
        QCOMPARE(seen->tensors.size(), size_t(3));
        QCOMPARE(seen->tensors[0].storage, QStringLiteral("tied/data/0"));
        QCOMPARE(seen->tensors[1].storage, seen->tensors[0].storage);
        QVERIFY(seen->tensors[0].checksum && seen->tensors[0].checksum == seen->tensors[2].checksum);
        QCOMPARE(seen->tensors[2].bytes, quint64(24));
    }

    void nothingHidesInATar_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray end(1024, '\0'), one("\x80\x02K\x01.", 5);
        QByteArray many;
        for (int i = 0; i < 70; ++i)
            many += member("f" + QByteArray::number(i), {});
        QTest::newRow("a second pickle behind many members") << oldTar() + many + member("pickle", kRun) + end;
        QTest::newRow("behind a member whose name is in the prefix") << oldTar() + member({}, {}, {}, "zz") + member("pickle", kRun) + end;
        QTest::newRow("behind a size with spaces")
            << oldTar() + member("junk", QByteArray(512, '\0'), "       1000") + member("pickle", kRun) + end;
        QTest::newRow("a pickle of protocol 0 among the storages") << member("sys_info", kNothing) + member("pickle", kNothing)
                                                                          + member("storages", one + kRun) + member("tensors", kNumber)
                                                                          + end;
        // The same bytes are also a file of 2018: its third pickle is a long text that contains the tar.
        const QByteArray tar = member("sys_info", kNothing) + member("pickle", kRun) + member("storages", kNumber + kNoViews)
                               + member("tensors", kNumber) + end;
        const QByteArray begin = QByteArray("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03.\x80\x02X", 24);
        QTest::newRow("beneath a file of another kind")
            << member(begin + le<quint32>(quint32(512 - begin.size() - 4 + tar.size())), {}) + tar + "." + kNothing + kNoViews;
    }
    void nothingHidesInATar()
    {
        QFETCH(QByteArray, bytes);
        const auto seen = look(QStringLiteral("a.pt"), bytes);
        QVERIFY(seen);
        QCOMPARE(seen->format, QStringLiteral("torch tar"));
        QVERIFY2(seen->safety == Safety::Dangerous || seen->safety == Safety::Unknown, qPrintable(findings(*seen)));
        QCOMPARE(look(QStringLiteral("a.pt"), oldTar() + QByteArray(1024, '\0'))->safety, Safety::Safe);
    }

    void aFileCutAnywhereIsNeverCompleteOrSafe_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name :
             {"training.pt", "legacy-training.pt", "script.pt", "arrays.npz", "compressed.npz", "array.npy", "objects.npy", "old.tar"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void aFileCutAnywhereIsNeverCompleteOrSafe()
    {
        QFETCH(QString, name);
        const QByteArray whole = content(name);
        // In the older formats the tensors' data may be missing although all pickles are there.
        const bool mayBeSafe = name.startsWith(QLatin1String("legacy")) || name == QLatin1String("array.npy");
        for (qsizetype length = 0; length < whole.size(); length += length < 1000 ? 7 : 97) {
            const auto seen = look(name, whole.first(length));
            if (!seen)
                continue;
            if (name == QLatin1String("old.tar") && length > 3584)
                break;  // what follows only pads blocks
            QVERIFY2(seen->verdict != Verdict::Complete, qPrintable(QString::number(length) + seen->reason));
            QVERIFY2(mayBeSafe || seen->safety != Safety::Safe, qPrintable(QString::number(length)));
        }
    }

    void aCutFileStillSaysWhatItsHeadSays()
    {
        const QByteArray whole = content(QStringLiteral("training.pt"));
        const auto all = look(QStringLiteral("a.pt"), whole);
        const auto cut = look(QStringLiteral("a.pt"), whole.first(whole.size() * 3 / 4));
        QCOMPARE(cut->verdict, Verdict::Partial);
        QCOMPARE(cut->tensors.size(), all->tensors.size());
        QVERIFY(cut->step == 1200 && cut->parameterCount == all->parameterCount);
        QSet<QString> storages;
        for (const TensorInfo &tensor : all->tensors)
            storages.insert(tensor.storage);
        // All data, without the directory.
        const qsizetype directory = whole.indexOf("PK\x01\x02");
        const QString there = QString::number(storages.size());
        QVERIFY2(look(QStringLiteral("a.pt"), whole.first(directory))->reason.contains(there + QStringLiteral(" of ") + there),
                 qPrintable(look(QStringLiteral("a.pt"), whole.first(directory))->reason));
        // Cut within the fifth record.
        qsizetype at = 0;
        for (int i = 0; i < 6; ++i)
            at = whole.indexOf("PK\x03\x04", at + 1);
        const QString reason = look(QStringLiteral("a.pt"), whole.first(at - kZipLocalBytes))->reason;
        QVERIFY2(reason.contains(QStringLiteral("4 of ")) || reason.contains(QStringLiteral("5 of ")), qPrintable(reason));
        const auto zeros = look(QStringLiteral("a.pt"), whole.first(6000) + QByteArray(200'000, '\0'));
        QCOMPARE(zeros->verdict, Verdict::Partial);
    }

    void damageIsFound_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("safety");
        const auto row = [](const char *name, const QByteArray &bytes, const char *verdict, const char *safety) {
            QTest::newRow(name) << bytes << QString::fromLatin1(verdict) << QString::fromLatin1(safety);
        };
        const QByteArray good = content(QStringLiteral("training.pt"));
        const qsizetype directory = good.indexOf("PK\x01\x02");
        QVERIFY(directory > 0);
        row("whole", good, "complete", "safe");
        row("a bit in data.pkl", patched(good, good.indexOf("epoch") + 6, "\x55"), "corrupt", "safe");
        row("a value in data.pkl", patched(good, good.indexOf("tiny"), "tinz"), "corrupt", "safe");
        row("no checksum of data.pkl", patched(patched(good, directory + 16, le<quint32>(0)), good.indexOf("tiny"), "tinz"), "complete",
            "safe");
        row("one byte short", good.chopped(1), "partial", "unknown");
        row("bytes behind it", good + "x", "partial", "unknown");
        row("without zip64 records", good.left(good.size() - 98) + good.right(22), "complete", "safe");
        row("second end record in a comment", patched(good, -2, le<quint16>(22)) + good.right(22), "corrupt", "unknown");
        row("half an end record in a comment", patched(good, -2, le<quint16>(30)) + good.right(22).left(20) + le<quint16>(900) + "12345678",
            "corrupt", "unknown");
        row("comment", patched(good, -2, le<quint16>(3)) + "abc", "complete", "safe");
        row("data.pkl is the name of two", QByteArray(good).replace("data/10", "data.pkl"), "corrupt", "unknown");
        row("case differs", QByteArray(good).replace("training/data.pkl", "training/DATA.PKL"), "corrupt", "dangerous");
        row("local name differs", patched(good, good.indexOf("training/data.pkl"), "training/evil.pkl"), "corrupt", "unknown");
        row("local header encrypted", patched(good, 6, le<quint16>(0x0809)), "corrupt", "unknown");
        row("compressed says the directory", patched(good, directory + 10, le<quint16>(8)), "corrupt", "unknown");
        row("name twice", QByteArray(good).replace("data/1P", "data/0P").replace("data/1F", "data/0F"), "corrupt", "unknown");
        row("record missing", QByteArray(good).replace("training/data/3", "training/date/3"), "corrupt", "safe");
        row("records overlap", patched(good, good.indexOf("PK\x01\x02", directory + 4) + 42, le<quint32>(4)), "corrupt", "unknown");
        row(
            "a record of another size",
            [&] {
                const qsizetype second = good.indexOf("PK\x01\x02", directory + 4);
                return patched(patched(good, second + 20, le<quint32>(4)), second + 24, le<quint32>(4));
            }(),
            "corrupt", "safe");
    }
    void damageIsFound()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, verdict);
        QFETCH(QString, safety);
        const auto seen = look(QStringLiteral("training.pt"), bytes);
        QVERIFY(seen);
        QVERIFY2(verdictName(seen->verdict) == verdict, qPrintable(verdictName(seen->verdict) + u' ' + seen->reason));
        QVERIFY2(safetyName(seen->safety) == safety, qPrintable(safetyName(seen->safety) + u'\n' + findings(*seen)));
    }

    void noFlippedBitMakesAMaliciousFileSafe()
    {
        for (const char *name : {"runs.pt", "legacy-runs.pt", "two.pkl"}) {
            const QByteArray bad = content(QLatin1String(name));
            const qsizetype from = std::max<qsizetype>(0, bad.indexOf("posix") - 30), to = bad.indexOf("ran") + 10;
            for (qsizetype at = 0; at < bad.size(); at += at >= from && at < to ? 1 : 13) {
                for (int bit = 0; bit < 8; ++bit) {
                    QByteArray flipped = bad;
                    flipped[at] = char(flipped[at] ^ (1 << bit));
                    const auto seen = look(QLatin1String(name), flipped);
                    const bool isName = at >= bad.indexOf("posix") && at < bad.indexOf("posix") + 13;
                    // The module's or the function's name may turn into another one, which is foreign at best.
                    QVERIFY2(!seen || seen->safety != Safety::Safe,
                             qPrintable(QStringLiteral("%1 %2 %3").arg(QLatin1String(name)).arg(at).arg(bit)));
                    QVERIFY(isName || !seen || seen->safety != Safety::Foreign);
                }
            }
        }
    }

    void sixGigabytesAreReadFromTheirEnds()
    {
        QTemporaryDir folder;
        const QString name = QStringLiteral("big.pt");
        constexpr quint64 elements = quint64(6) << 28;
        QVERIFY(SparseTorch::write(folder.filePath(name), {{"model", {{"w", {elements}}, {"b", {2, 3}}}}}, 7));
        const QFile file(folder.filePath(name));
        QVERIFY(file.size() > qint64(elements * 4));
        FolderSource source(folder.path());
        const auto seen = inspectTorch(CheckpointFile{name, file.size(), 0}, source);
        QVERIFY(seen);
        QVERIFY2(seen->verdict == Verdict::Complete, qPrintable(seen->reason));
        QCOMPARE(seen->safety, Safety::Safe);
        QCOMPARE(seen->parameterCount.value(), elements + 6);
        QVERIFY(seen->step == 7);
        QCOMPARE(seen->rounds, 1);
        QVERIFY(seen->bytesRead <= 256 * 1024);
        QVERIFY(!seen->tensors[0].checksum);
    }

    void twentyThousandTensorsTakeTwoRounds()
    {
        QTemporaryDir folder;
        const QString name = QStringLiteral("many.pt");
        SparsePart part{"model", {}};
        for (int i = 0; i < 20'000; ++i)
            part.tensors.push_back({"layers." + QByteArray::number(i) + ".weight", {4, 5}, i % 2 == 0});
        QVERIFY(SparseTorch::write(folder.filePath(name), {part}, 7));
        FolderSource source(folder.path());
        const auto seen = inspectTorch(CheckpointFile{name, QFile(folder.filePath(name)).size(), 0}, source);
        QVERIFY(seen && seen->verdict == Verdict::Complete);
        QCOMPARE(seen->tensors.size(), size_t(20'000));
        QVERIFY(seen->rounds <= 3 && seen->requests <= 8);
    }

    void listOfADistributedCheckpointNamesItsPieces()
    {
        const QString name = QStringLiteral("distributed.metadata");
        MemorySource source(name, content(name));
        RangeReader reader(source, {name, content(name).size(), 0});
        const DistributedList list = inspectDistributedList(reader);
        QVERIFY2(list.inspection.verdict == Verdict::Complete, qPrintable(list.inspection.reason));
        QVERIFY2(list.inspection.safety == Safety::Foreign, qPrintable(findings(list.inspection)));
        QCOMPARE(list.pieces, (QMap<QString, quint64>{{QStringLiteral("__0_0.distcp"), 540}, {QStringLiteral("__1_0.distcp"), 1500}}));
        QCOMPARE(list.inspection.tensors.size(), size_t(2));
        QCOMPARE(list.inspection.tensors[0].dtype, QStringLiteral("bfloat16"));
        QCOMPARE(list.inspection.tensors[0].bytes, quint64(64));
        QVERIFY(list.inspection.parameterCount == 32);
        for (qsizetype length = 0; length < content(name).size(); ++length) {
            MemorySource cut(name, content(name).first(length));
            RangeReader cutReader(cut, {name, length, 0});
            QVERIFY(inspectDistributedList(cutReader).inspection.verdict == Verdict::Partial);
        }
    }

    void piecesOutsideTheFolderAreRefused()
    {
        const QString name = QStringLiteral("distributed-outside.metadata");
        MemorySource source(name, content(name));
        RangeReader reader(source, {name, content(name).size(), 0});
        const DistributedList list = inspectDistributedList(reader);
        QCOMPARE(list.inspection.verdict, Verdict::Corrupt);
        QCOMPARE(list.inspection.safety, Safety::Dangerous);
        QCOMPARE(list.pieces.keys(), QStringList{QStringLiteral("__0_0.distcp")});
    }

    // As torch does: it follows the directory and, since 2.1, the record "byteorder".
    void zipsOfOthersAreJudgedAsTorchLoadsThem_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("verdict");
        const QByteArray state("\x80\x02}q\0X\x04\0\0\0stepq\x01K\x03s.", 20);
        const QList<QPair<QByteArray, QByteArray>> plain{{"a/data.pkl", state}, {"a/version", "3\n"}};
        const auto with = [&](const QByteArray &order) { return plain + QList<QPair<QByteArray, QByteArray>>{{"a/byteorder", order}}; };
        const auto row = [](const char *name, const StoredZip &zip, const char *verdict) {
            QTest::newRow(name) << zip.bytes() << QString::fromLatin1(verdict);
        };
        row("sizes in the local headers", {plain, 0, true, true}, "complete");
        row("no sizes there, and no flag that says so", {plain, 0, false, true}, "complete");
        row("no sizes there, and a flag that says so", {plain, 8, false, true}, "complete");
        row("both", {plain, 8, true, true}, "complete");
        row("no checksums", {plain, 0, true, false}, "complete");
        row("little", {with("little"), 0, true, true}, "complete");
        row("big", {with("big"), 0, true, true}, "complete");
        row("nonsense", {with("nonsense"), 0, true, true}, "corrupt");
        row("as long as a good one", {with("middle"), 0, true, true}, "corrupt");
        row("empty order", {with(""), 0, true, true}, "corrupt");
        row("little, no checksums", {with("little"), 0, true, false}, "complete");
        row("as long as a good one, no checksums", {with("middle"), 0, true, false}, "corrupt");
        row("no version", {{{"a/data.pkl", state}}, 0, true, true}, "corrupt");
        row("version of old", {{{"a/data.pkl", state}, {"a/.data/version", "2"}}, 0, true, true}, "complete");
    }
    void zipsOfOthersAreJudgedAsTorchLoadsThem()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, verdict);
        const auto seen = look(QStringLiteral("a.pt"), bytes);
        QVERIFY(seen);
        QVERIFY2(verdictName(seen->verdict) == verdict, qPrintable(verdictName(seen->verdict) + u' ' + seen->reason));
        QVERIFY(seen->step == 3);
        // What a listing shows without reading the records.
        MemorySource source(QStringLiteral("a.pt"), bytes);
        const Checkpoint listed = findCheckpoints({{QStringLiteral("a.pt"), bytes.size(), 0}}, {}, 1'000'000, source).value(0);
        const bool isHidden = QByteArrayView(QTest::currentDataTag()).endsWith("no checksums");
        QCOMPARE(verdictName(listed.verdict), isHidden ? QStringLiteral("complete") : verdict);
    }

    void numbersOfABigEndianComputerAreTurnedRound()
    {
        const QByteArray counted = content(QStringLiteral("counted.pt"));
        const auto little = look(QStringLiteral("a.pt"), counted);
        QVERIFY(little && little->step);
        // The same records, each number in the other byte order.
        StoredZip zip;
        for (qsizetype at = 0; (at = counted.indexOf("PK\x01\x02", at)) >= 0; ++at) {
            const auto number = [&](qsizetype place) { return qFromLittleEndian<quint32>(counted.constData() + place); };
            const qsizetype name = qFromLittleEndian<quint16>(counted.constData() + at + 28), local = number(at + 42);
            const qsizetype data = local + kZipLocalBytes + qFromLittleEndian<quint16>(counted.constData() + local + 26)
                                   + qFromLittleEndian<quint16>(counted.constData() + local + 28);
            QByteArray record = counted.mid(data, number(at + 24));
            const QByteArray called = counted.mid(at + 46, name);
            if (called.contains("/data/") && record.size() == 8)
                std::reverse(record.begin(), record.end());
            zip.records.append({called, record});
        }
        zip.records.append({zip.records.first().first.left(zip.records.first().first.indexOf('/')) + "/byteorder", "big"});
        const auto big = look(QStringLiteral("a.pt"), zip.bytes());
        QVERIFY2(big && big->verdict == Verdict::Complete, big ? qPrintable(big->reason) : "");
        QCOMPARE(big->step, little->step);
    }

    void otherFilesAreLeftToOthers()
    {
        QVERIFY(!look(QStringLiteral("a.pt"), QByteArray(1000, 'x')));
        QVERIFY(!look(QStringLiteral("a.pt"), QByteArray()));
        QVERIFY(!look(QStringLiteral("a.txt"), "hello"));
    }

    void fileThatShrankIsUnknown()
    {
        const QByteArray bytes = content(QStringLiteral("training.pt"));
        MemorySource source(QStringLiteral("a.pt"), bytes);
        source.claimed[QStringLiteral("a.pt")] = bytes.size() + 1000;
        const auto seen = inspectTorch(CheckpointFile{QStringLiteral("a.pt"), bytes.size() + 1000, 0}, source);
        QVERIFY(seen && seen->verdict == Verdict::Unknown);
        QCOMPARE(seen->safety, Safety::Unknown);
    }
};

QTEST_APPLESS_MAIN(TestTorchFile)
#include "tst_torchfile.moc"
