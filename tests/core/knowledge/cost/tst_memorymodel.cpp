// SPDX-License-Identifier: GPL-3.0-or-later
// The memory calculator compared with the figures that its sources print, and rules that must hold for any model.
#include "core/knowledge/cost/modelpresets.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

MemoryRequest preset(const char *id)
{
    MemoryRequest request;
    request.model = modelPreset(QString::fromLatin1(id))->model;
    request.sequence = modelPreset(QString::fromLatin1(id))->sequence;
    return request;
}

qint64 state(const MemoryNeed &need)
{
    return need.bytesOf(MemoryPart::Weights) + need.bytesOf(MemoryPart::Gradients) + need.bytesOf(MemoryPart::MasterWeights)
           + need.bytesOf(MemoryPart::OptimizerState);
}

}  // namespace

class TestMemoryModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void zeroIsAsItsPaperSays_data()
    {
        QTest::addColumn<int>("stage");
        QTest::addColumn<double>("gigabytes");
        // arXiv:1910.02054, figure 1: 7.5 billion parameters on 64 GPUs.
        QTest::newRow("none") << 0 << 120.0;
        QTest::newRow("optimizer state") << 1 << 31.4;
        QTest::newRow("gradients too") << 2 << 16.6;
        QTest::newRow("weights too") << 3 << 1.88;
    }
    void zeroIsAsItsPaperSays()
    {
        QFETCH(int, stage);
        QFETCH(double, gigabytes);
        MemoryRequest request;
        request.model = {{}, 7'500'000'000, std::nullopt, 0, 1};
        request.precision = TrainingPrecision::Fp16Mixed;
        request.zeroStage = stage;
        request.gpus = 64;
        const auto need = memoryNeed(request);
        QVERIFY(need);
        QVERIFY(std::abs(static_cast<double>(state(*need)) / 1e9 - gigabytes) < 0.05);
    }

    void activationsAreAsTheirPaperSays()
    {
        // arXiv:2205.05198: s·b·h·(34 + 5·a·s/h) bytes a layer, 34·s·b·h without the scores.
        MemoryRequest request;
        request.model = {{}, 1000, TransformerShape{24, 1024, 16, 0, 4096, 0, false}, 0, 0};
        request.sequence = 2048;
        request.batch = 3;
        request.checkpointing = Checkpointing::None;
        const qint64 sbh = 2048LL * 3 * 1024;
        QCOMPARE(memoryNeed(request)->bytesOf(MemoryPart::Activations), 24 * (34 * sbh + 5LL * 16 * 2048 * 2048 * 3));
        request.checkpointing = Checkpointing::Selective;
        QCOMPARE(memoryNeed(request)->bytesOf(MemoryPart::Activations), 24 * 34 * sbh);
        request.checkpointing = Checkpointing::Full;
        QCOMPARE(memoryNeed(request)->bytesOf(MemoryPart::Activations), 24 * 2 * sbh + 34 * sbh);
    }

    void bytesOfAParameter_data()
    {
        QTest::addColumn<int>("precision");
        QTest::addColumn<int>("optimizer");
        QTest::addColumn<qint64>("bytes");  // of 2048 parameters
        const auto row = [](TrainingPrecision precision, Optimizer optimizer, qint64 bytes) {
            QTest::addRow("%s %s", qPrintable(trainingPrecisionName(precision)), qPrintable(optimizerName(optimizer)))
                << static_cast<int>(precision) << static_cast<int>(optimizer) << bytes;
        };
        row(TrainingPrecision::Fp32, Optimizer::Sgd, 8 * 2048);
        row(TrainingPrecision::Fp32, Optimizer::SgdMomentum, 12 * 2048);
        row(TrainingPrecision::Fp32, Optimizer::Adam, 16 * 2048);
        row(TrainingPrecision::Tf32, Optimizer::Adam, 16 * 2048);
        row(TrainingPrecision::Fp16Mixed, Optimizer::Sgd, 8 * 2048);
        row(TrainingPrecision::Bf16Mixed, Optimizer::Adam, 16 * 2048);
        row(TrainingPrecision::Bf16, Optimizer::Adam, 8 * 2048);
        row(TrainingPrecision::Bf16, Optimizer::SgdMomentum, 6 * 2048);
        row(TrainingPrecision::Fp32, Optimizer::Adam8bit, 10 * 2048 + 8);
        row(TrainingPrecision::Fp16Mixed, Optimizer::Adafactor, 12 * 2048);
    }
    void bytesOfAParameter()
    {
        QFETCH(int, precision);
        QFETCH(int, optimizer);
        QFETCH(qint64, bytes);
        MemoryRequest request;
        request.model = {{}, 2048, std::nullopt, 0, 1};
        request.precision = static_cast<TrainingPrecision>(precision);
        request.optimizer = static_cast<Optimizer>(optimizer);
        QCOMPARE(state(*memoryNeed(request)), bytes);
    }

    void adafactorOfATransformerIsSmall()
    {
        MemoryRequest request = preset("gpt-2");
        request.optimizer = Optimizer::Adafactor;
        // 4 bytes × (12 layers × (4 matrices of 768 + 768, 2 of 768 + 3072) + 50257 + 768).
        QCOMPARE(memoryNeed(request)->bytesOf(MemoryPart::OptimizerState), 4 * (12 * (8 * 768 + 2 * 3840) + 50257 + 768));
    }

    void parametersAreThoseOfThePublishedWeights()
    {
        for (const char *id : {"llama-7b", "llama-13b", "llama-70b"}) {
            const TrainedModel model = modelPreset(QString::fromLatin1(id))->model;
            QCOMPARE(parametersOf(*model.transformer), model.parameters);
        }
        // Besides its layers, GPT-2 has positions; BERT has positions, two kinds of segment, a norm after them instead of at the end, and a
        // pooler.
        const TrainedModel gpt = modelPreset(QStringLiteral("gpt-2"))->model, bert = modelPreset(QStringLiteral("BERT-base"))->model;
        QCOMPARE(parametersOf(*gpt.transformer) + 1024 * 768, gpt.parameters);
        QCOMPARE(parametersOf(*bert.transformer) + 512 * 768 + 2 * 768 + 768 * 768 + 768, bert.parameters);
        QCOMPARE(modelPreset(QStringLiteral("resnet-50"))->model.parameters, 25'557'032);
    }

    void everyPresetIsCountedInEveryWay()
    {
        for (const ModelPreset &one : modelPresets()) {
            QVERIFY(!one.source.isEmpty());
            for (int precision = 0; precision < trainingPrecisionNames().size(); ++precision) {
                for (int optimizer = 0; optimizer < optimizerNames().size(); ++optimizer) {
                    for (int stage = 0; stage <= 3; ++stage) {
                        MemoryRequest request;
                        request.model = one.model;
                        request.sequence = one.sequence;
                        request.precision = static_cast<TrainingPrecision>(precision);
                        request.optimizer = static_cast<Optimizer>(optimizer);
                        request.zeroStage = stage;
                        request.gpus = 8;
                        const auto need = memoryNeed(request);
                        if (request.precision == TrainingPrecision::Fp8 && !one.model.transformer) {
                            QVERIFY(!need);
                            continue;
                        }
                        QVERIFY2(need, qPrintable(one.id));
                        qint64 sum = 0;
                        for (const MemoryLine &line : need->lines) {
                            QVERIFY(line.bytes > 0 && !line.formula.isEmpty() && !memoryPartTitle(line.part).isEmpty());
                            sum += line.bytes;
                        }
                        QCOMPARE(sum, need->bytes);
                        QCOMPARE(need->lines.last().part, MemoryPart::Margin);
                        const qint64 before = need->bytes - need->bytesOf(MemoryPart::Margin);
                        QCOMPARE(need->bytesOf(MemoryPart::Margin), (before + 9) / 10);
                    }
                }
            }
        }
    }

    void moreOfAnythingNeedsNoLess()
    {
        QRandomGenerator random(31);
        for (int round = 0; round < 500; ++round) {
            MemoryRequest request = preset("llama-7b");
            request.batch = random.bounded(1, 100);
            request.sequence = random.bounded(1, 10'000);
            request.zeroStage = random.bounded(4);
            request.gpus = 1 << random.bounded(7);
            request.checkpointing = static_cast<Checkpointing>(random.bounded(3));
            const qint64 bytes = memoryNeed(request)->bytes;
            MemoryRequest more = request;
            more.batch += random.bounded(10);
            more.sequence += random.bounded(1000);
            QVERIFY(memoryNeed(more)->bytes >= bytes);
            more = request;
            more.checkpointing = Checkpointing::None;
            QVERIFY(memoryNeed(more)->bytes >= bytes);
            if (request.zeroStage == 3 && request.gpus > 1) {
                more = request;
                more.gpus *= 2;
                QVERIFY(memoryNeed(more)->bytes <= bytes);
            }
        }
    }

    void batchesAreAddedUpWithoutMoreMemory()
    {
        MemoryRequest request = preset("gpt-2");
        request.batch = 4;
        request.gpus = 8;
        const qint64 bytes = memoryNeed(request)->bytes;
        request.accumulation = 16;
        QCOMPARE(effectiveBatch(request), 512);
        QCOMPARE(memoryNeed(request)->bytes, bytes);
    }

    void namesAreReadBack()
    {
        for (const QString &name : trainingPrecisionNames())
            QCOMPARE(trainingPrecisionName(*trainingPrecisionFromName(name.toUpper())), name);
        for (const QString &name : optimizerNames())
            QCOMPARE(optimizerName(*optimizerFromName(name)), name);
        for (const QString &name : checkpointingNames())
            QCOMPARE(checkpointingName(*checkpointingFromName(name)), name);
        QCOMPARE(optimizerFromName(QStringLiteral("AdamW")), std::optional(Optimizer::Adam));
        QVERIFY(!optimizerFromName(QStringLiteral("luck")));
        for (const QString &id : modelPresetIds())
            QCOMPARE(modelPreset(id)->id, id);
        QVERIFY(!modelPreset(QStringLiteral("gpt-9")));
    }

    void absurdRequestsAreRefused_data()
    {
        QTest::addColumn<int>("which");
        for (int i = 0; i < 14; ++i)
            QTest::addRow("%d", i) << i;
    }
    void absurdRequestsAreRefused()
    {
        QFETCH(int, which);
        constexpr int most = std::numeric_limits<int>::max();
        MemoryRequest request = preset("gpt-2");
        TransformerShape &shape = *request.model.transformer;
        switch (which) {
        case 0: request.batch = 0; break;
        case 1: request.batch = most; break;
        case 2: request.sequence = 0; break;
        case 3: request.zeroStage = 4; break;
        case 4: request.gpus = 0; break;
        case 5: request.marginPercent = -1; break;
        case 6: request.overheadMiB = -1; break;
        case 7: request.model.parameters = 0; break;
        case 8: request.model.parameters = std::numeric_limits<qint64>::max(); break;
        case 9: shape.layers = most; break;
        case 10: shape.heads = 7; break;
        case 11: shape.keyValueHeads = 13; break;
        case 12: request.model = {{}, 1000, std::nullopt, 0, 0}; break;
        default:  // each within its bounds, together beyond what can be counted
            request.batch = 10'000'000;
            request.sequence = 100'000'000;
            request.checkpointing = Checkpointing::None;
            break;
        }
        const auto need = memoryNeed(request);
        QVERIFY(!need);
        QCOMPARE(need.error().code, ErrorCode::InvalidInput);
        QVERIFY(need.error().what.endsWith(u'.'));
    }

    void headsThatDoNotDivideAreNamed()
    {
        // No parameters can be counted then, but that is not the reported error.
        MemoryRequest request = preset("gpt-2");
        request.model.transformer->heads = 7;
        request.model.parameters = parametersOf(*request.model.transformer);
        QCOMPARE(request.model.parameters, 0);
        QVERIFY(memoryNeed(request).error().what.contains(QStringLiteral("7 heads")));
    }
};

QTEST_APPLESS_MAIN(TestMemoryModel)
#include "tst_memorymodel.moc"
