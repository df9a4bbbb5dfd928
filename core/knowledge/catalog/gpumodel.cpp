// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/gpumodel.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

namespace trainyard {

namespace {

constexpr std::array<const char *, kPrecisionCount> kPrecisions{"fp64", "fp64_tensor", "fp32", "tf32", "fp16", "bf16", "fp8", "int8"};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::GpuModel)
};

std::optional<double> positive(const QJsonValue &value)
{
    return value.isDouble() && value.toDouble() > 0 ? std::optional(value.toDouble()) : std::nullopt;
}

// Checks the required parts of a model.
bool isWhole(const GpuModel &gpu)
{
    return !gpu.id.isEmpty() && !gpu.vendor.isEmpty() && !gpu.name.isEmpty() && gpu.memoryGib > 0 && gpu.bandwidthGBPerSecond > 0
           && !gpu.source.isEmpty();
}

GpuModel modelOf(const QJsonObject &entry)
{
    GpuModel gpu;
    gpu.id = entry[QLatin1String("id")].toString();
    gpu.vendor = entry[QLatin1String("vendor")].toString();
    gpu.name = entry[QLatin1String("name")].toString();
    gpu.architecture = entry[QLatin1String("architecture")].toString();
    gpu.computeCapability = entry[QLatin1String("compute_capability")].toString();
    gpu.memoryGib = entry[QLatin1String("memory_gib")].toDouble();
    gpu.memoryType = entry[QLatin1String("memory_type")].toString();
    gpu.bandwidthGBPerSecond = entry[QLatin1String("bandwidth_gb_per_s")].toDouble();
    const QJsonObject tflops = entry[QLatin1String("tflops_dense")].toObject();
    for (size_t i = 0; i < kPrecisionCount; ++i)
        gpu.tflops[i] = positive(tflops[QLatin1String(kPrecisions[i])]);
    if (const QJsonValue nvlink = entry[QLatin1String("nvlink_gb_per_s")]; nvlink.isDouble())
        gpu.nvlinkGBPerSecond = nvlink.toDouble();
    if (const QJsonValue generation = entry[QLatin1String("pcie_generation")]; generation.isDouble())
        gpu.pcieGeneration = generation.toInt();
    gpu.powerWatts = positive(entry[QLatin1String("power_watts")]);
    gpu.formFactor = entry[QLatin1String("form_factor")].toString();
    const QJsonArray names = entry[QLatin1String("names")].toArray();
    for (const QJsonValue &name : names)
        gpu.names << name.toString();
    gpu.source = entry[QLatin1String("source")].toString();
    gpu.isCrossChecked = entry[QLatin1String("confidence")].toString() == QLatin1String("cross-checked");
    return gpu;
}

}  // namespace

QString precisionName(Precision precision) { return QLatin1String(kPrecisions[static_cast<size_t>(precision)]); }

std::optional<Precision> precisionFromName(const QString &name)
{
    const auto at = precisionNames().indexOf(name.toLower());
    return at < 0 ? std::nullopt : std::optional(static_cast<Precision>(at));
}

QStringList precisionNames()
{
    QStringList names;
    for (const char *name : kPrecisions)
        names << QLatin1String(name);
    return names;
}

Result<QList<GpuModel>> parseGpuModels(const QByteArray &json)
{
    QJsonParseError problem{};
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (problem.error != QJsonParseError::NoError) {
        return Error{ErrorCode::Corrupt, Words::tr("The list of GPU models is damaged. Install Trainyard again."), problem.errorString()};
    }
    QList<GpuModel> models;
    QSet<QString> ids;
    const QJsonArray entries = document[QLatin1String("gpus")].toArray();
    for (const QJsonValue &entry : entries) {
        const GpuModel gpu = modelOf(entry.toObject());
        if (!isWhole(gpu) || ids.contains(gpu.id)) {
            return Error{ErrorCode::Corrupt, Words::tr("The list of GPU models is damaged. Install Trainyard again."),
                         QStringLiteral("gpus.json, entry %1: %2").arg(models.size() + 1).arg(gpu.id)};
        }
        ids.insert(gpu.id);
        models << gpu;
    }
    return models;
}

}  // namespace trainyard
