// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in figures: each has its source, and a GPU gets only its own.
#include "core/knowledge/benchmark/internal/probefiles.h"
#include "core/knowledge/benchmark/probereference.h"
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/catalog/gpumodel.h"

#include <QTest>

using namespace trainyard;

namespace {

ProbeDevice device(const char *name, const char *pci = "")
{
    ProbeDevice one;
    one.name = QLatin1String(name);
    one.pciDeviceId = QLatin1String(pci);
    return one;
}

}  // namespace

class TestProbeReference : public QObject {
    Q_OBJECT

    ProbeReference m_reference;

private Q_SLOTS:
    void initTestCase()
    {
        const auto reference = ProbeReference::builtIn();
        QVERIFY2(reference, qPrintable(reference ? QString() : reference.error().detail));
        m_reference = *reference;
    }

    void everyFigureHasASource()
    {
        int figures = 0;
        for (const ReferenceGpu &gpu : m_reference.gpus) {
            for (const ReferenceFigure &one : gpu.figures) {
                ++figures;
                QVERIFY2(!m_reference.sources.value(one.source).title.isEmpty(), qPrintable(gpu.key + one.what));
                // Computed figures name their inputs.
                if (one.source == QLatin1String("derived"))
                    QVERIFY2(one.kind == ReferenceFigure::Kind::Estimate && !one.conditions.isEmpty(), qPrintable(gpu.key + one.what));
                // No measurement exceeds the datasheet's bandwidth.
                for (const ReferenceFigure &spec : gpu.figures) {
                    if (spec.kind == ReferenceFigure::Kind::Spec && spec.what == QLatin1String("copy") && one.what == spec.what)
                        QVERIFY2(one.high <= spec.low, qPrintable(gpu.key));
                }
            }
        }
        QVERIFY(figures > 150);
        // A datasheet figure that was recalled from memory and not read anywhere is not used as a reference.
        QVERIFY(!m_reference.sources.contains(QStringLiteral("recall")));
    }

    void everyModelIsOneOfTheCatalogue()
    {
        const auto models = parseGpuModels(builtInCatalogFiles().gpus);
        QVERIFY(models);
        int known = 0;
        for (const ReferenceGpu &gpu : m_reference.gpus) {
            if (gpu.catalogId.isEmpty())
                continue;
            ++known;
            QVERIFY2(std::any_of(models->begin(), models->end(), [&](const GpuModel &model) { return model.id == gpu.catalogId; }),
                     qPrintable(gpu.catalogId));
        }
        QVERIFY(known >= 15);
    }

    void namesAndIdsMatchWhole_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("pci");
        QTest::addColumn<QString>("key");
        const auto row = [](const char *what, const char *name, const char *pci, const char *key) {
            QTest::newRow(what) << QString::fromLatin1(name) << QString::fromLatin1(pci) << QString::fromLatin1(key);
        };
        row("L4 by name", "NVIDIA L4", "", "L4");
        row("L40S by name", "NVIDIA L40S", "", "L40S");
        row("L40 has no figures of L4", "NVIDIA L40", "", "");
        row("H100 by id", "", "2330", "H100-SXM5-80GB");
        row("id before name", "NVIDIA L4", "2330", "H100-SXM5-80GB");
        row("H100 NVL", "NVIDIA H100 NVL", "2321", "H100-NVL");
        row("H200 is not H200 NVL", "NVIDIA H200 NVL", "", "");
        row("nobody's", "NVIDIA GeForce RTX 4090", "2684", "");
        row("without name and id", "", "", "");
    }
    void namesAndIdsMatchWhole()
    {
        QFETCH(QString, name);
        QFETCH(QString, pci);
        QFETCH(QString, key);
        const ReferenceGpu *gpu = m_reference.gpu(device(qPrintable(name), qPrintable(pci)));
        QCOMPARE(gpu ? gpu->key : QString(), key);
    }

    void aPartOfAGpuHasNoFigures()
    {
        ProbeDevice part = device("NVIDIA H200", "2335");
        part.isMig = true;
        QVERIFY(!m_reference.gpu(part));
    }

    void bandsComeFromTheNearestConditions()
    {
        const ReferenceGpu *h200 = m_reference.gpu(device("NVIDIA H200", "2335"));
        QVERIFY(h200);
        const ProbeBand same = m_reference.band(*h200, QStringLiteral("matmul bf16"), 8192);
        QCOMPARE(same.low, 769.0);
        QCOMPARE(same.high, 798.0);
        QCOMPARE(same.sources, QStringList{QStringLiteral("h200lab")});
        const ProbeBand other = m_reference.band(*h200, QStringLiteral("matmul bf16"), 4096);
        QCOMPARE(other.low, 794.5);
        QCOMPARE(m_reference.band(*h200, QStringLiteral("copy"), 0).floor, std::optional(2333.0));
        const ProbeBand estimate = m_reference.band(*h200, QStringLiteral("matmul fp16"), 8192);
        QVERIFY(estimate.isEstimate && estimate.sources.contains(QStringLiteral("derived")));
        QVERIFY(!m_reference.band(*h200, QStringLiteral("matmul int8"), 8192).isKnown());

        const ReferenceGpu *a100 = m_reference.gpu(device("NVIDIA A100-SXM4-80GB"));
        QVERIFY(a100);
        QCOMPARE(m_reference.band(*a100, QStringLiteral("matmul fp16"), 4096).low, 228.0);
        QCOMPARE(m_reference.band(*a100, QStringLiteral("matmul fp16"), 8192).low, 253.7);
        QCOMPARE(m_reference.band(*a100, QStringLiteral("matmul fp16"), 12288).low, 256.5);
        QVERIFY(!m_reference.band(*a100, QStringLiteral("matmul fp16"), 256).isKnown());
        // A source's figure that its own floor contradicts is not used.
        QVERIFY(!m_reference.band(*a100, QStringLiteral("d2h-pinned"), 0).isKnown());
        QCOMPARE(m_reference.band(*a100, QStringLiteral("d2h-pinned"), 0).providerFloor, std::optional(21.0));
    }

    void damagedFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("kind that nobody knows") << QByteArray("\"kind\": \"measured\"") << QByteArray("\"kind\": \"guessed\"");
        QTest::newRow("source that nobody knows") << QByteArray("\"code\": \"dcgm\"") << QByteArray("\"code\": \"other\"");
        QTest::newRow("no GPU") << QByteArray("\"gpus\"") << QByteArray("\"cards\"");
        QTest::newRow("no JSON") << QByteArray("{") << QByteArray("");
    }
    void damagedFilesAreRefused()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QByteArray bytes = builtInProbeReference();
        QVERIFY(bytes.contains(from));
        if (QByteArrayView(QTest::currentDataTag()) == QByteArrayView("no GPU"))
            bytes.replace("\"others\"", "\"rest\"");
        const auto reference = ProbeReference::parse(bytes.replace(from, to));
        QVERIFY(!reference);
        QCOMPARE(reference.error().code, ErrorCode::Corrupt);
    }
};

QTEST_APPLESS_MAIN(TestProbeReference)
#include "tst_probereference.moc"
