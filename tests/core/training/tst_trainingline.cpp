#include "core/training/trainingline.h"

#include <QTest>

#include <cmath>
#include <ctime>

using namespace trainyard;

namespace {

// "step=… total=… epoch=…/… loss=… lr=… sps=… tp=…unit", only what is there.
QString summary(const TrainingLine &line)
{
    QStringList parts;
    const auto add = [&](const char *name, const auto &value) {
        if (value)
            parts << QStringLiteral("%1=%2").arg(QLatin1String(name)).arg(double(*value), 0, 'g', 6);
    };
    add("step", line.step);
    add("of", line.totalSteps);
    add("epoch", line.epoch);
    add("epochs", line.totalEpochs);
    add("loss", line.loss);
    add("lr", line.learningRate);
    add("sps", line.stepsPerSecond);
    add("tp", line.throughput);
    if (!line.throughputUnit.isEmpty())
        parts << line.throughputUnit;
    return parts.join(u' ');
}

}  // namespace

class TestTrainingLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void formsAreUnderstood_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *line, const char *expected) {
            QTest::newRow(name) << QByteArray(line) << QString::fromUtf8(expected);
        };
        row("key=value", "step=120 loss=2.34 lr=1e-3 tok/s=512", "step=120 loss=2.34 lr=0.001 tp=512 tok/s");
        row("of total", "step=120/5000 loss=2.34", "step=120 of=5000 loss=2.34");
        row("colons and bars", "step: 120 | loss: 2.34 | lr: 3.00e-04", "step=120 loss=2.34 lr=0.0003");
        row("trainer dict", "{'loss': 2.3, 'grad_norm': 1.2, 'learning_rate': 5e-05, 'epoch': 0.12}",
            "epoch=0.12 loss=2.3 lr=5e-05");
        row("trainer dict of strings", "{'loss': '2.3', 'learning_rate': '5e-05', 'epoch': '0.12'}",
            "epoch=0.12 loss=2.3 lr=5e-05");
        row("trainer end", "{'train_runtime': 12.5, 'train_samples_per_second': 80.1, 'train_steps_per_second': 2.5, "
                           "'train_loss': 1.5, 'epoch': 3.0}", "epoch=3 loss=1.5 sps=2.5 tp=80.1 samples/s");
        row("evaluation dict", "{'eval_loss': 1.1, 'eval_runtime': 3.2}", "");
        row("JSON line", "{\"step\": 7, \"loss\": 0.5, \"lr\": 0.001, \"tokens_per_second\": 1234.5}",
            "step=7 loss=0.5 lr=0.001 tp=1234.5 tok/s");
        row("epoch of", "Epoch 3/10 [=====>....] - loss: 0.34 - acc: 0.9", "epoch=3 epochs=10 loss=0.34");
        row("epoch in brackets", "Epoch [3/10], Step [100/500], Loss: 0.1234", "step=100 of=500 epoch=3 epochs=10 loss=0.1234");
        row("nano", "iter 100: loss 2.3456, time 123.45ms, mfu 3.21%", "step=100 loss=2.3456");
        row("train and val", "step 250: train loss 2.4100, val loss 2.4500", "step=250 loss=2.41");
        row("val only", "validation loss: 2.45", "");
        row("bar", "66%|██████▌   | 9213/14000 [6:42:18<3:29:02,  2.62s/it, loss=1.668]",
            "step=9213 of=14000 loss=1.668 sps=0.381679");
        row("bar with text", "Epoch 1:  12%|#2        | 12/100 [00:04<00:30,  2.90it/s, v_num=0, train_loss=0.5]",
            "step=12 of=100 loss=0.5 sps=2.9");
        row("bar at its start", "  0%|          | 0/14000 [00:00<?, ?it/s]", "step=0 of=14000");
        row("bar of loading", "Loading checkpoint shards:  50%|█████     | 1/2 [00:01<00:01,  1.0s/it]", "");
        row("bar of a download", "model.bin:  50%|█████     | 1.2G/2.4G [00:10<00:10, 120MB/s]", "");
        row("bar overwritten", "\r 1%|  | 1/100 [00:01<00:99, 1.0it/s]\r 2%|  | 2/100 [00:02<00:98, 1.0it/s]\r",
            "step=2 of=100 sps=1");
        row("colours", "\x1b[32mstep\x1b[0m=\x1b[1;31m5\x1b[0m loss=1", "step=5 loss=1");
        row("thousands", "step 1,024 loss 3.5", "step=1024 loss=3.5");
        row("thousands of tokens", "step 8 | loss 3.5 | 12.5k tok/s", "step=8 loss=3.5 tp=12500 tok/s");
        row("nan", "step=9 loss=nan", "step=9 loss=nan");
        row("inf", "step=9 loss=inf", "step=9 loss=inf");
        row("negative loss", "step=9 loss=-0.25", "step=9 loss=-0.25");
        row("timestamp before", "2026-01-02 03:04:05,678 INFO step=9 loss=1", "step=9 loss=1");
        row("prose", "The loss of the first step is high", "");
        row("file name", "Saved checkpoints/step-000200.safetensors", "");
        row("huge step", "step=99999999999999999999 loss=1", "loss=1");
        row("half a step", "step=1.5", "");
        row("empty", "", "");
        row("only escapes", "\x1b[31m\x1b]0;title\x07\x1b[", "");
    }
    void formsAreUnderstood()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, expected);
        const TrainingLine found = parseTrainingLine(line);
        QCOMPARE(summary(found), expected);
        QCOMPARE(found.isEmpty(), expected.isEmpty());
    }

    void longLinesAreCutAndQuick()
    {
        const std::clock_t before = std::clock();
        for (const char *piece : {"loss ", "step=", "0", "1,234", "e", "%|", "| ", "%|| 1/2 [", "a-", "'", "\x1b[", "nan", "1e",
                                  "loss=1 "})
            for (int i = 0; i < 40; ++i)
                (void)parseTrainingLine(QByteArray(piece).repeated(100000));
        const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 20, qPrintable(QString::number(seconds)));
        QVERIFY(parseTrainingLine(QByteArray(5000, ' ') + "loss=1").isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestTrainingLine)
#include "tst_trainingline.moc"
