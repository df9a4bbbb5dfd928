// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/modelpresets.h"

#include <algorithm>

namespace trainyard {

namespace {

// A convolution keeps its output for the norm, and the norm's output for the next step: two values per output of a convolution (ReLU works
// in place), three if the activation does not (SiLU), plus the copies of pooling, upsampling and joining.
ModelPreset convolutional(const char *id, const QString &name, qint64 parameters, qint64 values, const QString &source)
{
    return {QLatin1String(id), {name, parameters, std::nullopt, values, 0}, 0, source};
}

ModelPreset transformer(const char *id, const QString &name, qint64 parameters, const TransformerShape &shape, int sequence,
                        const QString &source)
{
    return {QLatin1String(id), {name, parameters, shape, 0, 0}, sequence, source};
}

QList<ModelPreset> makePresets()
{
    const QString llama = QStringLiteral("H. Touvron et al., Llama 2, 2023 (arXiv:2307.09288); published configurations");
    return {
        convolutional("resnet-50", QStringLiteral("ResNet-50, 224 × 224"), 25'557'032, 22'579'200,
                      QStringLiteral("K. He et al., 2015 (arXiv:1512.03385); counted layer by layer")),
        convolutional("yolov7", QStringLiteral("YOLOv7, 640 × 640"), 37'622'682, 298'078'000,
                      QStringLiteral("C.-Y. Wang et al., 2022 (arXiv:2207.02696); its training configuration, counted layer by layer")),
        transformer("bert-base", QStringLiteral("BERT base"), 109'482'240, {12, 768, 12, 0, 3072, 30522, false}, 512,
                    QStringLiteral("J. Devlin et al., 2018 (arXiv:1810.04805)")),
        transformer("gpt-2", QStringLiteral("GPT-2, 124M"), 124'439'808, {12, 768, 12, 0, 3072, 50257, false}, 1024,
                    QStringLiteral("A. Radford et al., 2019; published configuration")),
        transformer("llama-7b", QStringLiteral("Llama 7B"), 6'738'415'616, {32, 4096, 32, 0, 11008, 32000, true}, 4096, llama),
        transformer("llama-13b", QStringLiteral("Llama 13B"), 13'015'864'320, {40, 5120, 40, 0, 13824, 32000, true}, 4096, llama),
        transformer("llama-70b", QStringLiteral("Llama 70B"), 68'976'648'192, {80, 8192, 64, 8, 28672, 32000, true}, 4096, llama),
    };
}

}  // namespace

const QList<ModelPreset> &modelPresets()
{
    static const QList<ModelPreset> presets = makePresets();
    return presets;
}

const ModelPreset *modelPreset(const QString &id)
{
    const QList<ModelPreset> &all = modelPresets();
    const auto found = std::find_if(all.cbegin(), all.cend(),
                                    [&](const ModelPreset &preset) { return preset.id.compare(id, Qt::CaseInsensitive) == 0; });
    return found == all.cend() ? nullptr : &*found;
}

QStringList modelPresetIds()
{
    QStringList ids;
    for (const ModelPreset &preset : modelPresets())
        ids << preset.id;
    return ids;
}

}  // namespace trainyard
