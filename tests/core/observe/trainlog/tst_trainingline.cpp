// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/trainingline.h"

#include <QTest>

#include <cmath>

using namespace trainyard;

namespace {

// "step=… of=… epoch=… name=value …", only what is there.
QString summary(const QList<TrainingLine> &lines)
{
    QStringList parts;
    const auto add = [&](const QString &name, const auto &value) {
        if (value)
            parts << QStringLiteral("%1=%2").arg(name).arg(double(*value), 0, 'g', 6);
    };
    for (const TrainingLine &line : lines) {
        add(QStringLiteral("step"), line.step);
        add(QStringLiteral("of"), line.totalSteps);
        add(QStringLiteral("epoch"), line.epoch);
        add(QStringLiteral("epochs"), line.totalEpochs);
        for (const TrainingValue &value : line.values)
            add(value.name, std::optional(value.value));
    }
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
        row("key=value", "step=120 loss=2.34 lr=1e-3 tok/s=512", "step=120 loss=2.34 lr=0.001 throughput (tok/s)=512");
        row("of total", "step=120/5000 loss=2.34", "step=120 of=5000 loss=2.34");
        row("colons and bars", "step: 120 | loss: 2.34 | lr: 3.00e-04", "step=120 loss=2.34 lr=0.0003");
        row("trainer dict", "{'loss': 2.3, 'grad_norm': 1.2, 'learning_rate': 5e-05, 'epoch': 0.12}",
            "epoch=0.12 loss=2.3 grad_norm=1.2 lr=5e-05");
        row("trainer dict of strings", "{'loss': '2.3', 'learning_rate': '5e-05', 'epoch': '0.12'}", "epoch=0.12 loss=2.3 lr=5e-05");
        row("trainer end",
            "{'train_runtime': 12.5, 'train_samples_per_second': 80.1, 'train_steps_per_second': 2.5, "
            "'train_loss': 1.5, 'epoch': 3.0}",
            "epoch=3");
        row("evaluation dict", "{'eval_loss': 1.1, 'eval_runtime': 3.2}", "val_loss=1.1");
        row("JSON line", "{\"step\": 7, \"loss\": 0.5, \"lr\": 0.001, \"tokens_per_second\": 1234.5}",
            "step=7 loss=0.5 lr=0.001 throughput (tok/s)=1234.5");
        row("epoch of", "Epoch 3/10 [=====>....] - loss: 0.34 - acc: 0.9", "epoch=3 epochs=10 loss=0.34 accuracy=0.9");
        row("epoch in brackets", "Epoch [3/10], Step [100/500], Loss: 0.1234", "step=100 of=500 epoch=3 epochs=10 loss=0.1234");
        row("nano", "iter 100: loss 2.3456, time 123.45ms, mfu 3.21%", "step=100 loss=2.3456 step_time=0.12345 mfu=3.21");
        row("train and val", "step 250: train loss 2.4100, val loss 2.4500", "step=250 loss=2.41 val_loss=2.45");
        row("val only", "validation loss: 2.45", "val_loss=2.45");
        row("bar", "66%|██████▌   | 9213/14000 [6:42:18<3:29:02,  2.62s/it, loss=1.668]", "step=9213 of=14000 step_time=2.62 loss=1.668");
        row("bar with text", "Epoch 1:  12%|#2        | 12/100 [00:04<00:30,  2.90it/s, v_num=0, train_loss=0.5]",
            "step=12 of=100 epoch=1 step_time=0.344828 loss=0.5");
        row("bar at its start", "  0%|          | 0/14000 [00:00<?, ?it/s]", "step=0 of=14000");
        row("bar of loading", "Loading checkpoint shards:  50%|█████     | 1/2 [00:01<00:01,  1.0s/it]", "");
        row("bar of a download", "model.bin:  50%|█████     | 1.2G/2.4G [00:10<00:10, 120MB/s]", "");
        row("colours", "\x1b[32mstep\x1b[0m=\x1b[1;31m5\x1b[0m loss=1", "step=5 loss=1");
        row("thousands", "step 1,024 loss 3.5", "step=1024 loss=3.5");
        row("thousands of tokens", "step 8 | loss 3.5 | 12.5k tok/s", "step=8 loss=3.5 throughput (tok/s)=12500");
        row("nan", "step=9 loss=nan", "step=9 loss=nan");
        row("inf", "step=9 loss=inf", "step=9 loss=inf");
        row("negative loss", "step=9 loss=-0.25", "step=9 loss=-0.25");
        row("timestamp before", "2026-01-02 03:04:05,678 INFO step=9 loss=1", "step=9 loss=1");
        row("prose", "The loss of the first step is high", "");
        row("file name", "Saved checkpoints/step-000200.safetensors", "");
        row("huge step", "step=99999999999999999999 loss=1", "loss=1");
        row("a loader before", "[rank3]: step=9 loss=1", "step=9 loss=1");
        row("accuracy as counts", "Test set: Average loss: 0.25, Accuracy: 9000/10000 (90%)", "test_loss=0.25 test_accuracy=0.9");
        row("validation before training", "step 5: val loss 2.5, train loss 2.25", "step=5 val_loss=2.5 loss=2.25");
        row("nested JSON", "{\"step\": 7, \"val\": {\"loss\": 0.5, \"deep\": {\"er\": {\"x\": 1}}}}", "step=7 val_loss=0.5");
        row("tensors", "{'step': 3, 'loss': tensor(2.5, device='cuda:0'), 'acc': np.float64(0.5)}", "step=3 loss=2.5 accuracy=0.5");
        row("own name", "step=3 kl_divergence=0.5", "step=3 kl_divergence=0.5");
        row("own name without training", "kl_divergence=0.5 queue=3", "");
        row("torchvision", "Epoch: [0]  [ 10/100]  eta: 0:01:05  lr: 0.1  img/s: 500.5  loss: 6.9 (6.95)  time: 0.3  max mem: 123",
            "step=10 of=100 epoch=0 lr=0.1 throughput (images/s)=500.5 loss=6.9 step_time=0.3 mem=123");
        row("timm", "Train: 0 [  50/1251 (  4%)]  Loss: 6.9 (6.95)  LR: 1.0e-05", "step=50 of=1251 epoch=0 loss=6.9 lr=1e-05");
        row("PyTorch example", "Train Epoch: 1 [640/60000 (1%)]\tLoss: 2.3", "step=640 of=60000 epoch=1 loss=2.3");
        row("half a step", "step=1.5", "");
        row("empty", "", "");
        row("only escapes", "\x1b[31m\x1b]0;title\x07\x1b[", "");
    }
    void formsAreUnderstood()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, expected);
        LineParser parser;
        QCOMPARE(summary(parser.parse(line)), expected);
    }
};

QTEST_APPLESS_MAIN(TestTrainingLine)
#include "tst_trainingline.moc"
