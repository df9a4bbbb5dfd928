// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/internal/gpuline.h"

#include <cmath>

namespace trainyard {

namespace {

// "[N/A]", "[Not Supported]", "ERR!" and similar texts are not numbers.
std::optional<double> number(const QByteArray &text, double most)
{
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    if (!isNumber || !std::isfinite(value) || value < 0 || value > most)
        return std::nullopt;
    return value;
}

}  // namespace

std::optional<GpuSample> parseGpuLine(const QByteArray &csv, const QByteArrayList &fields)
{
    QByteArrayList columns = csv.split(',');
    // The output is unquoted: a comma in the name, the only free text, adds columns.
    const qsizetype nameAt = fields.indexOf("name");
    while (columns.size() > fields.size() && nameAt >= 0) {
        columns[nameAt] += ',' + columns[nameAt + 1];
        columns.removeAt(nameAt + 1);
    }
    if (fields.isEmpty() || columns.size() != fields.size())
        return std::nullopt;

    GpuSample gpu;
    bool hasIndex = false;
    for (qsizetype i = 0; i < fields.size(); ++i) {
        const QByteArray &field = fields[i];
        const QByteArray text = columns[i].trimmed();
        if (field == "index")
            gpu.index = text.toInt(&hasIndex);
        else if (field == "uuid")
            gpu.uuid = QString::fromUtf8(text);
        else if (field == "name")
            gpu.name = QString::fromUtf8(text);
        else if (field == "utilization.gpu")
            gpu.busyPercent = number(text, 100);
        else if (field == "memory.used")
            gpu.memoryUsedMiB = number(text, 1e9);
        else if (field == "memory.total")
            gpu.memoryTotalMiB = number(text, 1e9);
        else if (field == "power.draw" || field == "power.draw.instant")
            gpu.powerWatts = number(text, 1e5);
        else if (field == "enforced.power.limit" || field == "power.limit")  // the latter in samples of earlier versions
            gpu.powerLimitWatts = number(text, 1e5);
        else if (field == "temperature.gpu")
            gpu.temperatureC = number(text, 1000);
        else if (field == "clocks.sm" || field == "clocks.current.sm")
            gpu.smClockMHz = number(text, 1e5);
        else if (field == "utilization.memory")
            gpu.memoryBusyPercent = number(text, 100);
    }
    if (!hasIndex || gpu.index < 0 || gpu.index > kMaxGpuIndex)
        return std::nullopt;
    return gpu;
}

}  // namespace trainyard
