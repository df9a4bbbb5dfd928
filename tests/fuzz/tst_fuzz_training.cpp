#include "core/training/trainingcurve.h"
#include "core/training/traininglog.h"
#include "tests/fuzz/mutate.h"

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
        const QByteArrayList words{"loss", "step", "=", ": ", "/", "%|", "| ", "[", "]", "it/s", "s/it", "1e999", "nan", "-", "1,000",
                                   "\x1b[", "\x1b]", "\r", "\b", "\n", "k", "99999999999999999999", "{", "}", "\"", "'", "Epoch ",
                                   "[rank", "0: ", "[1:2", "1/2", "1/0", "Class mAP50 ", "Epoch GPU_mem ", "all ", "\t"};
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
};

QTEST_APPLESS_MAIN(FuzzTraining)
#include "tst_fuzz_training.moc"
