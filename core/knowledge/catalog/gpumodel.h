// SPDX-License-Identifier: GPL-3.0-or-later
// The facts about a GPU model, from a file of the catalogue (docs/offers.md). Value type, any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <array>
#include <optional>

namespace trainyard {

enum class Precision : quint8 { Fp64, Fp64Tensor, Fp32, Tf32, Fp16, Bf16, Fp8, Int8 };
constexpr size_t kPrecisionCount = 8;

QString precisionName(Precision precision);  // "fp16", "fp64_tensor"
std::optional<Precision> precisionFromName(const QString &name);
QStringList precisionNames();

struct GpuModel {
    QString id;  // "A100-SXM-80GB"
    QString vendor, name, architecture;
    QString computeCapability;  // "8.0"; empty for other makers than NVIDIA
    double memoryGib = 0;       // as sold
    QString memoryType;
    double bandwidthGBPerSecond = 0;  // of its memory
    // Dense peak in TFLOP/s (TOP/s for int8), by Precision; with tensor or matrix cores if it has them.
    std::array<std::optional<double>, kPrecisionCount> tflops;
    std::optional<double> nvlinkGBPerSecond;  // both directions together; 0: it has no NVLink
    std::optional<int> pcieGeneration;
    std::optional<double> powerWatts;
    QString formFactor;
    QStringList names;  // other names: what nvidia-smi prints, and those in price lists
    QString source;
    bool isCrossChecked = false;  // false: its figures are recalled from a datasheet

    std::optional<double> tflopsAt(Precision precision) const { return tflops[static_cast<size_t>(precision)]; }
};

// Corrupt, with the id of the invalid entry.
Result<QList<GpuModel>> parseGpuModels(const QByteArray &json);

}  // namespace trainyard
