// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/eventfile.h"
#include "core/checkpoint/format/internal/maskedcrc.h"
#include "core/observe/trainlog/trainingcurve.h"
#include "core/observe/trainlog/traininglog.h"
#include "tests/fuzz/mutate.h"
#include "tests/support/functionsource.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <cmath>

using namespace trainyard;

class FuzzTraining : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void damagedLogsYieldSensibleRecords()
    {
        QByteArrayList logs;
        const QDir folder(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/training"));
        const QStringList names = folder.entryList({QStringLiteral("*.log")});
        for (const QString &name : names) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            logs << file.readAll();
        }
        const QByteArrayList words{"loss",
                                   "step",
                                   "=",
                                   ": ",
                                   "/",
                                   "%|",
                                   "| ",
                                   "[",
                                   "]",
                                   "it/s",
                                   "s/it",
                                   "1e999",
                                   "nan",
                                   "-",
                                   "1,000",
                                   "\x1b[",
                                   "\x1b]",
                                   "\r",
                                   "\b",
                                   "\n",
                                   "k",
                                   "99999999999999999999",
                                   "{",
                                   "}",
                                   "\"",
                                   "'",
                                   "Epoch ",
                                   "[rank",
                                   "0: ",
                                   "[1:2",
                                   "1/2",
                                   "1/0",
                                   "Class mAP50 ",
                                   "Epoch GPU_mem ",
                                   "all ",
                                   "\t"};
        QRandomGenerator random(4);
        QElapsedTimer timer;
        timer.start();
        qint64 values = 0;
        while (timer.elapsed() < fuzzMilliseconds()) {
            QByteArray bytes;
            for (int i = 0; i < 3; ++i)
                bytes += mutated(logs[random.bounded(int(logs.size()))], random, words) + '\n';
            TrainingLog log;
            TrainingCurve curve;
            qint64 before = -1;
            for (qsizetype at = 0; at < bytes.size();) {
                const qsizetype piece = std::min<qsizetype>(1 + random.bounded(2000), bytes.size() - at);
                const QList<TrainingRecord> records = log.feed(QByteArrayView(bytes).sliced(at, piece), at);
                at += piece;
                for (const TrainingRecord &record : records) {
                    QVERIFY2(record.offset >= before && record.offset < at, bytes.constData());
                    before = record.offset;
                    QVERIFY2(record.step.value_or(0) >= 0 && std::isfinite(record.step.value_or(0)), bytes.constData());
                    QVERIFY2(record.totalSteps.value_or(0) >= 0 && record.rank.value_or(0) >= 0, bytes.constData());
                    QVERIFY2(record.values.size() <= 100, bytes.constData());
                    values += record.values.size();
                    for (const TrainingValue &value : record.values)
                        QVERIFY2(!value.name.isEmpty() && value.name.size() < 100, bytes.constData());
                }
                curve.append(records);
            }
            QVERIFY(curve.names().size() <= 128);
            for (const QString &name : curve.names()) {
                const QList<QPointF> line = curve.series(name)->line(50);
                for (qsizetype i = 1; i < line.size(); ++i)
                    QVERIFY2(line[i - 1].x() <= line[i].x(), bytes.constData());
            }
        }
        QVERIFY(values > 100);
    }

    void damagedEventFilesYieldSensibleScalars()
    {
        QByteArrayList files;
        for (const char *name :
             {"torch/events.out.tfevents.1732176000.host.1.0", "keras/validation/events.out.tfevents.1732176001.host.2.0.v2"}) {
            QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/training/events/") + QLatin1String(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            files << file.readAll();
        }
        const QByteArrayList words{QByteArray(8, '\xff'), QByteArray(4, '\0'), "\x0a", "\x42", "\x12\xff\xff\xff\xff\x0f", "scalars"};
        QRandomGenerator random(5);
        QElapsedTimer timer;
        timer.start();
        qint64 scalars = 0;
        while (timer.elapsed() < fuzzMilliseconds()) {
            QByteArray bytes = mutated(files[random.bounded(2)], random, words);
            if (random.bounded(2))
                bytes = withRightChecksums(bytes);
            FunctionSource source(
                [&](const QString &, qint64 offset, qint64 length) -> Result<QByteArray> { return bytes.mid(offset, length); });
            EventFile events(QStringLiteral("f"));
            qint64 before = 0;
            for (qint64 size = 0; size <= bytes.size(); size += 1 + random.bounded(2000)) {
                const auto read = events.read(source, size);
                QVERIFY(read && events.position() >= before && events.position() <= size);
                before = events.position();
                scalars += read->size();
                for (const EventScalar &scalar : *read)
                    QVERIFY(scalar.step >= 0 && scalar.tag.size() <= 256);
            }
        }
        QVERIFY(scalars > 100);
    }

private:
    // So that the damage reaches the message, not only its frame.
    static QByteArray withRightChecksums(QByteArray bytes)
    {
        const auto put = [&](qsizetype at, quint32 crc) {
            for (int i = 0; i < 4; ++i)
                bytes[at + i] = char(crc >> (8 * i));
        };
        for (qsizetype at = 0; at + 16 <= bytes.size();) {
            const qsizetype length = quint8(bytes[at]) + 256 * (quint8(bytes[at + 1]) % 4);
            for (int i = 2; i < 8; ++i)
                bytes[at + i] = 0;
            bytes[at + 1] = char(length >> 8);
            put(at + 8, maskedCrc(QByteArrayView(bytes).sliced(at, 8)));
            if (at + 16 + length > bytes.size())
                return bytes;
            put(at + 12 + length, maskedCrc(QByteArrayView(bytes).sliced(at + 12, length)));
            at += 16 + length;
        }
        return bytes;
    }
};

QTEST_APPLESS_MAIN(FuzzTraining)
#include "tst_fuzz_training.moc"
