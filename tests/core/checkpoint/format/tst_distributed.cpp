// SPDX-License-Identifier: GPL-3.0-or-later
// Distributed checkpoints with pieces as PyTorch saves them: tests/data/checkpoints/make-torch.py documents their contents.
#include "core/checkpoint/format/internal/distributedlist.h"
#include "tests/core/checkpoint/format/sources.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace trainyard;

namespace {

const QString kFolder = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/distributed/");
constexpr qint64 kNow = 1'800'000'000;

QMap<QString, QByteArray> filesOf(const QString &name)
{
    QMap<QString, QByteArray> files;
    for (const char *file : {".metadata", "__0_0.distcp", "__1_0.distcp"}) {
        QFile on(kFolder + name + u'/' + QLatin1String(file));
        if (on.open(QIODevice::ReadOnly))
            files.insert(QStringLiteral("step-9/") + QLatin1String(file), on.readAll());
    }
    return files;
}

Inspection look(const QMap<QString, QByteArray> &files, int *rounds = nullptr)
{
    MemorySource source;
    source.contents = files;
    QList<CheckpointFile> listing;
    for (auto file = files.begin(); file != files.end(); ++file)
        listing << CheckpointFile{file.key(), file->size(), kNow - 3600};
    const auto found = findCheckpoints(listing, {}, kNow, source);
    source.rounds = 0;
    const Inspection seen = inspectCheckpoint(found.value(0), source);
    if (rounds)
        *rounds = source.rounds;
    return seen;
}

QString findings(const Inspection &inspection)
{
    QStringList list;
    for (const Finding &finding : inspection.findings)
        list << safetyName(finding.severity) + u' ' + finding.name + u' ' + finding.place + u' ' + finding.text;
    return list.join(u'\n');
}

}  // namespace

class TestDistributed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFolderHoldsWhatPyTorchSays_data()
    {
        QTest::addColumn<QJsonObject>("expected");
        QFile file(kFolder + QStringLiteral("expected.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
        QVERIFY(all.size() >= 6);
        for (auto one = all.begin(); one != all.end(); ++one)
            QTest::newRow(qPrintable(one.key())) << one.value().toObject();
    }
    void everyFolderHoldsWhatPyTorchSays()
    {
        QFETCH(QJsonObject, expected);
        int rounds = 0;
        const Inspection seen = look(filesOf(QString::fromLatin1(QTest::currentDataTag())), &rounds);
        QVERIFY2(verdictName(seen.verdict) == expected[QStringLiteral("verdict")].toString(), qPrintable(seen.reason));
        QVERIFY2(safetyName(seen.safety) == expected[QStringLiteral("safety")].toString(), qPrintable(findings(seen)));
        QVERIFY(rounds <= 3);
        QStringList wanted, found;
        const QJsonArray tensors = expected[QStringLiteral("tensors")].toArray();
        for (const auto &tensor : tensors)
            wanted << QString::fromUtf8(QJsonDocument(tensor.toArray()).toJson(QJsonDocument::Compact));
        for (const TensorInfo &tensor : seen.tensors) {
            QJsonArray shape;
            for (const qint64 size : tensor.shape)
                shape << size;
            found << QString::fromUtf8(QJsonDocument(QJsonArray{tensor.name, shape, tensor.dtype}).toJson(QJsonDocument::Compact));
        }
        QCOMPARE(found, wanted);
        if (expected.contains(QStringLiteral("parameters")))
            QCOMPARE(qint64(seen.parameterCount.value()), qint64(expected[QStringLiteral("parameters")].toDouble()));
        // The folder is called step-9, but the step in its pieces takes precedence.
        QCOMPARE(seen.step.value_or(-1), qint64(expected[QStringLiteral("step")].toDouble(9)));
        if (expected.contains(QStringLiteral("epoch")))
            QCOMPARE(seen.epoch.value_or(-1), expected[QStringLiteral("epoch")].toDouble());
        if (expected.contains(QStringLiteral("finding"))) {
            const QString name = expected[QStringLiteral("finding")].toString();
            const auto finding = std::find_if(seen.findings.begin(), seen.findings.end(),
                                              [&](const Finding &one) { return one.name == name; });
            QVERIFY2(finding != seen.findings.end(), qPrintable(findings(seen)));
            QVERIFY2(finding->place.startsWith(QLatin1String("__0_0.distcp[")), qPrintable(finding->place));
        }
    }

    void aPieceThatIsNotThereLeavesTheSafetyOpen()
    {
        auto files = filesOf(QStringLiteral("plain"));
        files.remove(QStringLiteral("step-9/__1_0.distcp"));
        const Inspection seen = look(files);
        QCOMPARE(seen.verdict, Verdict::Partial);
        QCOMPARE(seen.safety, Safety::Unknown);
    }

    void moreItemsThanAnybodyWaitsForLeaveTheSafetyOpen()
    {
        const QString name = QStringLiteral("__0_0.distcp");
        const QByteArray piece = filesOf(QStringLiteral("plain"))[QStringLiteral("step-9/") + name];
        MemorySource source(name, piece);
        DistributedList list;
        // The piece's first item, repeated.
        const auto length = quint64(piece.indexOf("PK\x05\x06") + 22);
        for (int i = 0; i < 5000; ++i)
            list.items.push_back({QStringLiteral("loader.%1").arg(i), name, 0, length, false, false});
        list.itemCount = list.items.size();
        Inspection seen;
        seen.safety = Safety::Safe;
        seen.verdict = Verdict::Complete;
        lookIntoPieces(list, {}, {{name, piece.size()}}, source, seen);
        QVERIFY2(seen.verdict == Verdict::Complete, qPrintable(seen.reason));
        QCOMPARE(seen.safety, Safety::Unknown);
        QCOMPARE(source.rounds, 1);
        QVERIFY(seen.findings.size() < 10);
    }

    void noCutPieceIsCompleteOrSafe()
    {
        const auto whole = filesOf(QStringLiteral("plain"));
        const QString piece = QStringLiteral("step-9/__0_0.distcp");
        for (qsizetype length = 0; length < whole[piece].size(); length += 31) {
            auto files = whole;
            files[piece].truncate(length);
            const Inspection seen = look(files);
            QVERIFY2(seen.verdict == Verdict::Partial && seen.safety == Safety::Unknown, qPrintable(QString::number(length)));
        }
    }

    void noFlippedBitOfAPieceMakesItHarmless()
    {
        const auto whole = filesOf(QStringLiteral("runs"));
        const QString piece = QStringLiteral("step-9/__0_0.distcp");
        const qsizetype name = whole[piece].indexOf("posix");
        for (qsizetype at = 0; at < whole[piece].size(); at += 7) {
            if (at >= name && at < name + 13)
                continue;  // it may turn into another name
            auto files = whole;
            files[piece][at] = char(files[piece][at] ^ (1 << (at % 8)));
            const Inspection seen = look(files);
            QVERIFY2(seen.safety == Safety::Dangerous || seen.safety == Safety::Unknown, qPrintable(QString::number(at)));
        }
    }
};

QTEST_APPLESS_MAIN(TestDistributed)
#include "tst_distributed.moc"
