// SPDX-License-Identifier: GPL-3.0-or-later
// How people name GPUs, matched against the models that are really built in.
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/catalog/gpunames.h"

#include <QElapsedTimer>
#include <QTest>

using namespace trainyard;

class TestGpuNames : public QObject {
    Q_OBJECT

    QList<GpuModel> m_models;

    QStringList meant(const QString &name) const
    {
        QStringList ids;
        const auto found = GpuNames(m_models).meantBy(name);
        for (const qsizetype i : found)
            ids << m_models[i].id;
        return ids;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto models = parseGpuModels(builtInCatalogFiles().gpus);
        QVERIFY2(models, "the built-in list of GPU models");
        m_models = *models;
        QVERIFY(m_models.size() >= 60);
    }

    void manyLongNamesAreLookedUpAtOnce()
    {
        const GpuNames names(m_models);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 2'000; ++i)
            QVERIFY(names.meantBy(QString::number(i).rightJustified(300, u'x')).isEmpty());
        // It takes a tenth of a second; several if every model splits the name again.
        QVERIFY2(timer.elapsed() < 2'000, qPrintable(QString::number(timer.elapsed())));
    }

    void aNameMeansTheModelsThatHaveAllItsWords_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("ids");
        const auto row = [](const char *name, const QStringList &ids) { QTest::newRow(name) << QString::fromUtf8(name) << ids; };
        row("A100", {"A100-PCIe-40GB", "A100-PCIe-80GB", "A100-SXM-40GB", "A100-SXM-80GB"});
        row("a100-80gb", {"A100-PCIe-80GB", "A100-SXM-80GB"});
        row("NVIDIA A100-SXM4-80GB", {"A100-SXM-80GB"});
        row("A100 SXM 40GB", {"A100-SXM-40GB"});
        row("A10", {"A10"});
        row("A10G", {"A10G"});
        row("L4", {"L4"});
        row("L40", {"L40"});
        row("T4", {"T4"});
        row("Tesla T4", {"T4"});
        row("H100", {"H100-NVL", "H100-PCIe", "H100-SXM"});
        row("H100-80GB", {"H100-PCIe", "H100-SXM"});
        row("H200", {"H200"});
        row("h200", {"H200"});
        row("RTX4090", {"RTX-4090"});
        row("rtx 4090", {"RTX-4090"});
        row("GeForce RTX 4090", {"RTX-4090"});
        row("4090", {"RTX-4090"});
        row("V100-32GB", {"V100-PCIe-32GB", "V100-SXM2-32GB"});
        row("V100S", {"V100S-PCIe-32GB"});
        row("MI300X", {"MI300X"});
        row("A1", {});
        row("Ascend 910B", {});
        row("A100 banana", {});
        row("", {});
        row("---", {});
    }
    void aNameMeansTheModelsThatHaveAllItsWords()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, ids);
        QCOMPARE(meant(name), ids);
    }

    void everyIdMeansItsModelAlone()
    {
        for (const GpuModel &model : m_models)
            QCOMPARE(meant(model.id.toLower()), QStringList{model.id});
    }

    void everyNameThatNvidiaSmiPrintsIsUnderstood()
    {
        for (const GpuModel &model : m_models) {
            for (const QString &name : model.names)
                QVERIFY2(meant(name).contains(model.id), qPrintable(name));
        }
    }

    void onlyWhatAllMeantHaveInCommonIsKnown()
    {
        const GpuNames names(m_models);
        const auto at = [](const GpuFacts &facts, Precision p) { return facts.tflops[static_cast<size_t>(p)]; };
        const GpuFacts a100 = names.facts(QStringLiteral("A100"));
        QVERIFY(!a100.memoryGib);  // 40 or 80
        QCOMPARE(at(a100, Precision::Bf16), std::optional(312.0));
        QCOMPARE(names.facts(QStringLiteral("A100 80GB")).memoryGib, std::optional(80.0));
        QVERIFY(!at(names.facts(QStringLiteral("V100")), Precision::Fp16));  // 112 or 125
        QVERIFY(!at(names.facts(QStringLiteral("T4")), Precision::Bf16));    // it has none
        const GpuFacts unknown = names.facts(QStringLiteral("Ascend 910B"));
        QVERIFY(unknown.models.isEmpty() && !unknown.memoryGib && !at(unknown, Precision::Fp16));
    }

    void aDamagedListIsRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        const QByteArray good =
            QByteArray("{'id':'X','vendor':'V','name':'N','memory_gib':8,'bandwidth_gb_per_s':1,'source':'S'}").replace('\'', '"');
        QTest::newRow("cut off") << QByteArray("{\"gpus\":[").append(good.left(20));
        QTest::newRow("the same twice") << "{\"gpus\":[" + good + "," + good + "]}";
        QTest::newRow("without memory") << QByteArray("{\"gpus\":[" + good + "]}").replace("\"memory_gib\":8,", "");
        QTest::newRow("without a source") << QByteArray("{\"gpus\":[" + good + "]}").replace("\"S\"", "\"\"");
        QTest::newRow("memory as text") << QByteArray("{\"gpus\":[" + good + "]}").replace("8", "\"8\"");
        QVERIFY(parseGpuModels("{\"gpus\":[" + good + "]}"));
    }
    void aDamagedListIsRefused()
    {
        QFETCH(QByteArray, json);
        const auto parsed = parseGpuModels(json);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, ErrorCode::Corrupt);
    }
};

QTEST_APPLESS_MAIN(TestGpuNames)
#include "tst_gpunames.moc"
