// SPDX-License-Identifier: GPL-3.0-or-later
// The GPUs that can hold a training: just enough of them, and one fewer would not do.
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/cost/gpufit.h"
#include "core/knowledge/cost/modelpresets.h"

#include <QTest>

using namespace trainyard;

class TestGpuFit : public QObject {
    Q_OBJECT

    const QList<GpuModel> m_gpus = *parseGpuModels(builtInCatalogFiles().gpus);

    static MemoryRequest request(const char *id, int stage)
    {
        const ModelPreset *preset = modelPreset(QString::fromLatin1(id));
        MemoryRequest made;
        made.model = preset->model;
        made.sequence = preset->sequence;
        made.zeroStage = stage;
        return made;
    }
    std::optional<GpuFit> of(const QList<GpuFit> &fits, const char *id) const
    {
        for (const GpuFit &fit : fits) {
            if (m_gpus[fit.gpu].id == QLatin1String(id))
                return fit;
        }
        return std::nullopt;
    }

private Q_SLOTS:
    void fewestThatHoldItAreNamed()
    {
        for (const char *id : {"llama-7b", "llama-13b", "llama-70b", "gpt-2", "resnet-50"}) {
            for (int stage = 0; stage <= 3; ++stage) {
                MemoryRequest asked = request(id, stage);
                const auto fits = gpusThatHold(m_gpus, asked);
                QVERIFY(fits);
                QCOMPARE(fits->size(), m_gpus.size());
                for (const GpuFit &fit : *fits) {
                    QCOMPARE(fit.gpus > 0, fit.verdict == GpuFit::Verdict::Holds);
                    if (fit.verdict == GpuFit::Verdict::LacksPrecision)
                        continue;
                    asked.gpus = fit.gpus > 0 ? fit.gpus : stage == 0 ? 1 : kMaxGpus;
                    QCOMPARE(memoryNeed(asked)->bytes, fit.bytesEach);
                    QCOMPARE(fit.bytesEach <= fit.memoryBytes, fit.gpus > 0);
                    if (fit.gpus > 1) {
                        asked.gpus = fit.gpus / 2;
                        QVERIFY(memoryNeed(asked)->bytes > fit.memoryBytes);
                    }
                    QVERIFY(stage > 0 || fit.gpus <= 1);
                }
            }
        }
    }

    void knownCasesComeOutAsExpected()
    {
        // 7 billion parameters take 16 bytes each with Adam: 108 GB do not fit on one A100, nor on 64 T4s.
        const auto fits = gpusThatHold(m_gpus, request("llama-7b", 0));
        QVERIFY(of(*fits, "A100-SXM-80GB")->verdict == GpuFit::Verdict::TooSmall);
        QVERIFY(of(*fits, "H200")->verdict == GpuFit::Verdict::Holds);
        QVERIFY(of(*fits, "T4")->verdict == GpuFit::Verdict::LacksPrecision);  // no bf16
        MemoryRequest half = request("llama-7b", 3);
        half.precision = TrainingPrecision::Fp16Mixed;
        QVERIFY(of(*gpusThatHold(m_gpus, half), "T4")->verdict == GpuFit::Verdict::TooSmall);
        MemoryRequest eight = request("llama-7b", 3);
        eight.precision = TrainingPrecision::Fp8;
        QVERIFY(of(*gpusThatHold(m_gpus, eight), "A100-SXM-80GB")->verdict == GpuFit::Verdict::LacksPrecision);
        QVERIFY(of(*gpusThatHold(m_gpus, eight), "H100-SXM")->verdict == GpuFit::Verdict::Holds);
    }

    void theyAreInOrder()
    {
        const auto fits = gpusThatHold(m_gpus, request("llama-13b", 3));
        QVERIFY(std::is_sorted(fits->cbegin(), fits->cend(), [](const GpuFit &a, const GpuFit &b) {
            return std::tuple(a.verdict, a.gpus, a.memoryBytes) < std::tuple(b.verdict, b.gpus, b.memoryBytes);
        }));
        QVERIFY(fits->first().verdict == GpuFit::Verdict::Holds && fits->last().verdict == GpuFit::Verdict::LacksPrecision);
    }

    void whatIsWrongIsSaid()
    {
        MemoryRequest wrong = request("gpt-2", 9);
        const auto fits = gpusThatHold(m_gpus, wrong);
        QVERIFY(!fits && fits.error().code == ErrorCode::InvalidInput);
    }
};

QTEST_APPLESS_MAIN(TestGpuFit)
#include "tst_gpufit.moc"
