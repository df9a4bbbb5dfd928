// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a machine has what a task requires, checked before anything is launched.
#include "core/service/machines/gpuneeds.h"

#include <QTest>

using namespace trainyard;

class GpuNeedsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsThereIsTaken_data();
    void whatIsThereIsTaken();
    void refusalsSayWhatIsThere_data();
    void refusalsSayWhatIsThere();

private:
    static MachineFacts with(int count, const QString &name, qint64 mib, const QString &uuid = QStringLiteral("GPU-"))
    {
        MachineFacts facts;
        facts.hostName = QStringLiteral("box");
        for (int i = 0; i < count; ++i)
            facts.gpus << MachineFacts::Gpu{i, name, uuid + QString::number(i), mib, SmiValue::Told};
        return facts;
    }
    static Task asking(const QList<Accelerators> &kinds)
    {
        Task task;
        task.accelerators = kinds.first();
        task.otherAccelerators = kinds.mid(1);
        return task;
    }
};

void GpuNeedsTest::whatIsThereIsTaken_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("there");
    QTest::addColumn<int>("mib");
    QTest::addColumn<bool>("fits");
    const auto row = [](const char *model, const char *there, int mib, bool fits) {
        QTest::addRow("%s on %s", model, there) << QString::fromLatin1(model) << QString::fromLatin1(there) << mib << fits;
    };
    row("H100", "NVIDIA H100 80GB HBM3", 81559, true);
    row("H100-SXM", "NVIDIA H100 80GB HBM3", 81559, true);
    row("H100-MEGA", "NVIDIA H100 80GB HBM3", 81559, true);
    row("H200", "NVIDIA H100 80GB HBM3", 81559, false);
    row("A100", "NVIDIA A100-SXM4-40GB", 40960, true);
    row("A100-80GB", "NVIDIA A100-SXM4-40GB", 40960, false);
    row("A100-80GB", "NVIDIA A100-SXM4-80GB", 81920, true);
    row("A100-80GB", "NVIDIA A100 80GB PCIe", 81920, true);
    row("A10G", "NVIDIA A10", 23028, false);
    row("A10", "NVIDIA A10G", 23028, false);
    row("T4", "Tesla T4", 15360, true);
    row("V100-32GB", "Tesla V100-SXM2-32GB", 32768, true);
    row("V100", "Tesla V100-SXM2-16GB", 16384, true);
    row("RTX4090", "NVIDIA GeForce RTX 4090", 24564, true);
    row("RTX-4090", "NVIDIA GeForce RTX 4090", 24564, true);
    row("RTX3090", "NVIDIA GeForce RTX 4090", 24564, false);
    row("RTXA6000", "NVIDIA RTX A6000", 49140, true);
    row("RTX6000-Ada", "NVIDIA RTX 6000 Ada Generation", 49140, true);
    row("L40S", "NVIDIA L40S", 46068, true);
    row("L4", "NVIDIA L40S", 46068, false);
    row("GH200", "NVIDIA GH200 480GB", 97871, true);
    row("MI300X", "NVIDIA L4", 23034, true);
    row("tpu-v6e-8", "NVIDIA L4", 23034, false);
}

void GpuNeedsTest::whatIsThereIsTaken()
{
    QFETCH(QString, model);
    QFETCH(QString, there);
    QFETCH(int, mib);
    QTEST(acceleratorsFor(asking({{model, 2}}), with(2, there, mib)).has_value(), "fits");
}

void GpuNeedsTest::refusalsSayWhatIsThere_data()
{
    QTest::addColumn<MachineFacts>("facts");
    QTest::addColumn<QList<Accelerators>>("kinds");
    QTest::addColumn<QString>("taken");  // or a part of the sentence
    const QString h100 = QStringLiteral("NVIDIA H100 80GB HBM3");
    const QList<Accelerators> eight{{QStringLiteral("H100"), 8}};
    QTest::newRow("too few") << with(2, h100, 81559) << eight
                             << QStringLiteral("8 × H100, but box has 2 × NVIDIA H100 80GB HBM3. Choose another machine");
    QTest::newRow("enough") << with(8, h100, 81559) << eight << QStringLiteral("H100:8");
    QTest::newRow("too few in the sandbox") << with(2, QStringLiteral("Simulated GPU"), 24576, QStringLiteral("SIM-")) << eight
                                            << QStringLiteral("has 2 × Simulated GPU");
    QTest::newRow("any model in the sandbox") << with(2, QStringLiteral("Simulated GPU"), 24576, QStringLiteral("SIM-"))
                                              << QList<Accelerators>{{QStringLiteral("A100"), 2}} << QStringLiteral("A100:2");
    QTest::newRow("none there") << with(0, {}, 0) << eight << QStringLiteral("box has no NVIDIA GPU");
    QTest::newRow("the second kind") << with(1, h100, 81559)
                                     << QList<Accelerators>{{QStringLiteral("A100"), 8}, {QStringLiteral("H100"), 1}}
                                     << QStringLiteral("H100:1");
    QTest::newRow("none of several") << with(1, h100, 81559)
                                     << QList<Accelerators>{{QStringLiteral("A100"), 8}, {QStringLiteral("H100"), 2}}
                                     << QStringLiteral("8 × A100 or 2 × H100, but box has 1 ×");
    QTest::newRow("without, if need be") << with(0, {}, 0) << QList<Accelerators>{{QStringLiteral("L4"), 1}, {QString(), 0}}
                                         << QStringLiteral("none");
    QTest::newRow("TPUs") << with(8, h100, 81559) << QList<Accelerators>{{QStringLiteral("tpu-v6e-8"), 1}}
                          << QStringLiteral("TPUs cannot be used");
    MachineFacts closed = with(0, {}, 0);
    closed.gpuTrouble = SmiProblem{SmiTrouble::NoPermission, {}, {}, QStringLiteral("Insufficient Permissions")};
    QTest::newRow("not permitted") << closed << eight << QStringLiteral("cannot be read. This user has no permission to use");
    MachineFacts broken = with(8, h100, 81559);
    broken.gpus[5].health = SmiValue::Lost;
    QTest::newRow("one of them lost") << broken << eight << QStringLiteral("GPU 5 of box does not work");
    QTest::newRow("one lost that is not needed") << broken << QList<Accelerators>{{QStringLiteral("H100"), 4}} << QStringLiteral("H100:4");
}

void GpuNeedsTest::refusalsSayWhatIsThere()
{
    QFETCH(MachineFacts, facts);
    QFETCH(QList<Accelerators>, kinds);
    QFETCH(QString, taken);
    const auto chosen = acceleratorsFor(asking(kinds), facts);
    const QString said = !chosen   ? chosen.error().what
                         : *chosen ? (*chosen)->model + u':' + QString::number((*chosen)->count)
                                   : QStringLiteral("none");
    QVERIFY2(said.contains(taken), qPrintable(said));
    QVERIFY(acceleratorsFor(Task(), facts).has_value());
}

QTEST_APPLESS_MAIN(GpuNeedsTest)
#include "tst_gpuneeds.moc"
