// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/checkpoint.h"
#include "tests/fuzz/mutate.h"
#include "tests/support/functionsource.h"

#include <QFile>
#include <QTest>

using namespace trainyard;

namespace {

QByteArray safetensors()
{
    const QByteArray header = QByteArray("{'__metadata__':{'step':'5','loss':'1.5'},'a.\\u0062':{'dtype':'F32','shape':[2,3],"
                                         "'data_offsets':[0,24]},'b':{'dtype':'BF16','shape':[],'data_offsets':[24,26]}}")
                                  .replace('\'', '"');
    return QByteArray(1, char(header.size())) + QByteArray(7, '\0') + header + QByteArray(26, 'd');
}

}  // namespace

class FuzzCheckpoint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void damagedFilesAreJudged_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("good");
        QFile torch(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/torch-1.13.pt"));
        QVERIFY(torch.open(QIODevice::ReadOnly));
        QTest::newRow("safetensors") << QStringLiteral("step-5.safetensors") << safetensors();
        QTest::newRow("torch zip") << QStringLiteral("step-5.pt") << torch.readAll();
        QTest::newRow("state") << QStringLiteral("step-5.json")
                               << QByteArray("{\"step\": 5, \"loss\": 1.5, \"log_history\": [{\"loss\": 2}]}");
    }
    void damagedFilesAreJudged()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, good);
        const QByteArrayList words{"PK\x03\x04",
                                   "PK\x01\x02",
                                   "PK\x05\x06",
                                   "PK\x06\x06",
                                   "PK\x06\x07",
                                   "{",
                                   "}",
                                   "[",
                                   "]",
                                   "\"",
                                   "\\",
                                   "\\u0000",
                                   "99999999999999999999",
                                   "-1",
                                   "\"__metadata__\":",
                                   ",",
                                   QByteArray(8, '\xff'),
                                   QByteArray(8, '\0'),
                                   "data.pkl"};
        QRandomGenerator random(2);
        QElapsedTimer timer;
        timer.start();
        QMap<QString, int> verdicts;
        while (timer.elapsed() < fuzzMilliseconds()) {
            QMap<QString, QByteArray> contents{{QStringLiteral("step-5.safetensors"), safetensors()}};
            contents[name] = mutated(good, random, words);
            QList<CheckpointFile> files;
            for (auto file = contents.begin(); file != contents.end(); ++file)
                files << CheckpointFile{file.key(), file->size(), 0};
            FunctionSource source([&](const QString &which, qint64 offset, qint64 length) -> Result<QByteArray> {
                const QByteArray &bytes = contents[which];
                // Nothing outside the file is ever requested.
                if (offset < 0 || length < 0 || offset > bytes.size() || length > bytes.size() - offset)
                    qFatal("asked for %lld bytes at %lld of %lld", length, offset, qint64(bytes.size()));
                return bytes.mid(offset, length);
            });
            const auto found = findCheckpoints(files, {}, 1000000, source);
            QVERIFY(found.size() >= 1);
            QVERIFY(source.bytesRead < 10 * 4096);
            for (const Checkpoint &checkpoint : found) {
                QVERIFY(!checkpoint.reason.isEmpty());
                QVERIFY(checkpoint.step.value_or(0) >= 0);
                if (checkpoint.name == name)
                    ++verdicts[verdictName(checkpoint.verdict)];
            }
        }
        if (!name.endsWith(QLatin1String(".json")))
            QVERIFY(verdicts.value(QStringLiteral("complete")) > 0 && verdicts.value(QStringLiteral("corrupt")) > 0
                    && verdicts.value(QStringLiteral("partial")) > 0);
    }
};

QTEST_APPLESS_MAIN(FuzzCheckpoint)
#include "tst_fuzz_checkpoint.moc"
