// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/trainingcurve.h"
#include "core/observe/trainlog/traininglog.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <cmath>
#include <ctime>

using namespace trainyard;

namespace {

const QString kData = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/training/");

QByteArray contents(const QString &name)
{
    QFile file(kData + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray described(const TrainingRecord &record)
{
    QByteArrayList parts;
    const auto add = [&](const QByteArray &name, const auto &value) {
        if (value)
            parts << name + '=' + QByteArray::number(double(*value), 'g', 7);
    };
    parts << '@' + QByteArray::number(record.offset);
    add("rank", record.rank);
    add("step", record.step);
    add("of", record.totalSteps);
    add("epoch", record.epoch);
    add("epochs", record.totalEpochs);
    for (const TrainingValue &value : record.values)
        parts << '[' + value.name.toUtf8() + "] " + QByteArray::number(value.value, 'g', 7);
    return parts.join("  ");
}

QByteArray described(const QList<TrainingRecord> &records)
{
    QByteArray text;
    for (const TrainingRecord &record : records)
        text += described(record) + '\n';
    return text;
}

QList<TrainingRecord> readAll(const QByteArray &log, qsizetype piece)
{
    TrainingLog reader;
    QList<TrainingRecord> records;
    for (qsizetype at = 0; at < log.size(); at += piece)
        records += reader.feed(QByteArrayView(log).sliced(at, std::min(piece, log.size() - at)), at);
    return records + reader.flush();
}

}  // namespace

class TestTrainingLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void logsOfTrainersAreRead_data()
    {
        QTest::addColumn<QString>("name");
        const QStringList logs = QDir(kData).entryList({QStringLiteral("*.log")}, QDir::Files, QDir::Name);
        QVERIFY(logs.size() >= 20);
        for (const QString &log : logs)
            QTest::newRow(qPrintable(log.chopped(4))) << log.chopped(4);
    }
    void logsOfTrainersAreRead()
    {
        QFETCH(QString, name);
        const QByteArray log = contents(name + QStringLiteral(".log"));
        QVERIFY(!log.isEmpty());
        const QByteArray read = described(readAll(log, log.size()));
        if (qEnvironmentVariableIsSet("TRAINYARD_WRITE")) {
            QFile file(kData + name + QStringLiteral(".txt"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(read);
        }
        QCOMPARE(read, contents(name + QStringLiteral(".txt")));
        // The pieces in which it arrives do not matter.
        for (const qsizetype piece : {1, 7, 4096})
            QCOMPARE(described(readAll(log, piece)), read);
    }

    void ordinaryLinesGiveNothing_data()
    {
        QTest::addColumn<QByteArray>("line");
        const QByteArrayList rows = contents(QStringLiteral("nothing.txt")).split('\n');
        for (const QByteArray &row : rows) {
            const qsizetype tab = row.indexOf('\t');
            if (tab > 0 && !row.startsWith('#'))
                QTest::newRow(row.left(tab).constData()) << row.mid(tab + 1);
        }
    }
    void ordinaryLinesGiveNothing()
    {
        QFETCH(QByteArray, line);
        QCOMPARE(described(readAll(line + '\n', 4096)), QByteArray());
    }

    void aLostPieceSpoilsOneLineOnly()
    {
        TrainingLog reader;
        QCOMPARE(reader.feed("step=1 loss=2\nstep=2 lo", 0).size(), 1);
        const auto records = reader.feed("9\nstep=4 loss=1\n", 1000);
        QCOMPARE(described(records), QByteArray("@1002  step=4  [loss] 1\n"));
    }

    void aLineWithoutEndIsBounded()
    {
        TrainingLog reader;
        const QByteArray piece(1 << 20, 'x');
        for (qint64 i = 0; i < 16; ++i)
            QVERIFY(reader.feed(piece, i << 20).isEmpty());
        QCOMPARE(reader.feed("\nstep=1 loss=2\n", 16 << 20).size(), 1);
    }

    void longLinesAreQuick()
    {
        const std::clock_t before = std::clock();
        LineParser parser;
        for (const char *piece : {"loss ", "step=", "0",  "1,234",   "e",   "%|",    "| ",       "%|| 1/2 [", "a-",    "'",
                                  "\x1b[", "nan",   "1e", "loss=1 ", "[1:", "{'a':", "1/2 [1:1", "rank",      "a: 1|", "  "})
            for (int i = 0; i < 10; ++i)
                (void)parser.parse(QByteArray(piece).repeated(100000));
        const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 20, qPrintable(QString::number(seconds)));
        QVERIFY(parser.parse(QByteArray(5000, ' ') + "loss=1").isEmpty());
    }

    void aTrainingsOwnLogBecomesItsSeries()
    {
        TrainingCurve curve;
        curve.append(readAll(contents(QStringLiteral("megatron.log")), 100));
        QCOMPARE(curve.loss().count(), 3);
        QCOMPARE(curve.validationLoss().count(), 1);
        QCOMPARE(curve.validationLoss().last()->step, 50.0);
        QCOMPARE(*curve.totalSteps(), 1000.0);
        QVERIFY(curve.names().contains(QStringLiteral("grad_norm")));
    }

    void anEvaluationsBarDoesNotMoveTheTraining()
    {
        QByteArray log;
        const auto bar = [&](int done, int total) {
            log += ' ' + QByteArray::number(done * 100 / total) + "%|##   | " + QByteArray::number(done) + '/' + QByteArray::number(total)
                   + " [00:10<00:20,  2.00it/s]\r";
        };
        for (int step = 10; step <= 100; step += 10) {
            bar(step, 100);
            log += "{'loss': " + QByteArray::number(5.0 - step / 50.0)
                   + ", 'learning_rate': 1e-05, 'epoch': " + QByteArray::number(step / 50.0) + "}\n";
            if (step % 50)
                continue;
            for (int batch = 0; batch <= 20; batch += 5)
                bar(batch, 20);
            log += "{'eval_loss': " + QByteArray::number(6.0 - step / 50.0)
                   + ", 'eval_runtime': 2.5, 'epoch': " + QByteArray::number(step / 50.0) + "}\n";
        }
        TrainingCurve curve;
        curve.append(readAll(log, 333));
        QCOMPARE(curve.loss().count(), 10);
        QCOMPARE(curve.validationLoss().count(), 2);
        QCOMPARE(curve.validationLoss().last()->step, 100.0);
        QCOMPARE(*curve.lastStep(), 100.0);
        QCOMPARE(*curve.totalSteps(), 100.0);
    }

    void barsThatBeginAnewInEachEpochAreCountedOn_data()
    {
        QTest::addColumn<QByteArray>("form");  // %1 epoch from 0, %2 step from 1 to 4
        QTest::newRow("Lightning") << QByteArray("Epoch %1:  50%|##  | %2/4 [00:01<00:01,  2.00it/s, v_num=0, train_loss=1.5]\r");
        QTest::newRow("tqdm without a word") << QByteArray(" 50%|##  | %2/4 [00:01<00:01,  2.00it/s, loss=1.5]\r");
        QTest::newRow("epoch in brackets") << QByteArray("Epoch [%1/3], Step [%2/4], Loss: 1.5\n");
        QTest::newRow("torchvision") << QByteArray("Epoch: [%1]  [ %2/4]  eta: 0:00:05  lr: 0.1  loss: 1.5 (1.6)\n");
    }
    void barsThatBeginAnewInEachEpochAreCountedOn()
    {
        QFETCH(QByteArray, form);
        QByteArray log;
        for (int epoch = 0; epoch < 3; ++epoch) {
            for (int step = 1; step <= 4; ++step) {
                QByteArray line = form;
                log += line.replace("%1", QByteArray::number(epoch)).replace("%2", QByteArray::number(step));
            }
        }
        TrainingCurve curve;
        curve.append(readAll(log, 50));
        QCOMPARE(curve.loss().count(), 12);
        QCOMPARE(curve.loss().lastStep(), 12.0);
        QCOMPARE(curve.loss().firstStep(), 1.0);
    }

    void oneProcessSpeaksForASeries()
    {
        TrainingCurve curve;
        curve.append(readAll("[rank1]: step=1 loss=5\n[rank0]: step=1 loss=4\n[rank1]: step=2 loss=3\n", 100));
        QCOMPARE(curve.loss().count(), 2);
        QCOMPARE(*curve.lastLoss(), 3.0);
    }
};

QTEST_APPLESS_MAIN(TestTrainingLog)
#include "tst_traininglog.moc"
