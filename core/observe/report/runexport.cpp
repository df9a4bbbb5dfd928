// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/runexport.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace trainyard {

namespace {

constexpr qsizetype kMaxExportedGpus = 256, kMaxColumns = 256;

template <typename T>
std::optional<double> number(const std::optional<T> &value)
{
    return value ? std::optional(double(*value)) : std::nullopt;
}

struct HostColumn {
    const char *name;
    std::optional<double> (*value)(const MachineSample &);
};
struct GpuColumn {
    const char *name;
    std::optional<double> (*value)(const GpuSample &);
};

const std::array<HostColumn, 8> kHost{{
    {"cpu (%)", [](const MachineSample &s) { return s.cpuPercent; }},
    {"load1", [](const MachineSample &s) { return s.load1; }},
    {"memory used (bytes)",
     [](const MachineSample &s) {
         return s.memoryTotalBytes && s.memoryAvailableBytes ? std::optional(double(*s.memoryTotalBytes - *s.memoryAvailableBytes))
                                                             : std::nullopt;
     }},
    {"memory total (bytes)", [](const MachineSample &s) { return number(s.memoryTotalBytes); }},
    {"network received (bytes/s)", [](const MachineSample &s) { return s.netReceivedPerSecond; }},
    {"network sent (bytes/s)", [](const MachineSample &s) { return s.netSentPerSecond; }},
    {"disk read (bytes/s)", [](const MachineSample &s) { return s.diskReadPerSecond; }},
    {"disk written (bytes/s)", [](const MachineSample &s) { return s.diskWrittenPerSecond; }},
}};
const std::array<GpuColumn, 7> kGpuColumns{{
    {"busy (%)", [](const GpuSample &g) { return g.busyPercent; }},
    {"memory used (MiB)", [](const GpuSample &g) { return g.memoryUsedMiB; }},
    {"power (W)", [](const GpuSample &g) { return g.powerWatts; }},
    {"temperature (C)", [](const GpuSample &g) { return g.temperatureC; }},
    {"clock (MHz)", [](const GpuSample &g) { return g.smClockMHz; }},
    {"PCIe received (bytes/s)", [](const GpuSample &g) { return g.pcieReceivedPerSecond; }},
    {"PCIe sent (bytes/s)", [](const GpuSample &g) { return g.pcieSentPerSecond; }},
}};

QByteArray timeText(qint64 ms) { return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs).toLatin1(); }

// The shortest form that reads back to the same number.
QByteArray numberText(double value) { return QByteArray::number(value, 'g', QLocale::FloatingPointShortest); }

// A spreadsheet that opens the file would run a text that begins like a formula.
QByteArray csvField(const QString &text)
{
    QByteArray field = text.toUtf8();
    if (!field.isEmpty() && QByteArrayView("=+-@\t\r").contains(field[0]))
        field.prepend('\'');
    if (field.contains(',') || field.contains('"') || field.contains('\n') || field.contains('\r'))
        field = '"' + field.replace("\"", "\"\"") + '"';
    return field;
}

}  // namespace

bool SampleTable::isWanted(qint64 timeMs) const
{
    return (!m_range.fromMs || timeMs >= *m_range.fromMs) && (!m_range.toMs || timeMs <= *m_range.toMs);
}

void SampleTable::learn(const QList<MachineSample> &samples)
{
    for (const MachineSample &sample : samples) {
        if (!isWanted(sample.timeMs))
            continue;
        for (const GpuSample &gpu : sample.gpus) {
            const auto at = std::lower_bound(m_gpus.begin(), m_gpus.end(), gpu.index);
            if ((at == m_gpus.end() || *at != gpu.index) && m_gpus.size() < kMaxExportedGpus)
                m_gpus.insert(at, gpu.index);
        }
    }
}

QStringList SampleTable::columns() const
{
    QStringList columns{QStringLiteral("time (UTC)")};
    for (const HostColumn &column : kHost)
        columns << QLatin1String(column.name);
    for (const int gpu : m_gpus) {
        for (const GpuColumn &column : kGpuColumns)
            columns << QStringLiteral("gpu %1 ").arg(gpu) + QLatin1String(column.name);
    }
    return columns;
}

QList<ExportRow> SampleTable::rows(const QList<MachineSample> &samples)
{
    QList<ExportRow> rows;
    const size_t width = kHost.size() + size_t(m_gpus.size()) * kGpuColumns.size();
    for (const MachineSample &sample : samples) {
        if (!isWanted(sample.timeMs))
            continue;
        std::vector<std::optional<double>> values(width);
        for (size_t i = 0; i < kHost.size(); ++i)
            values[i] = kHost[i].value(sample);
        for (const GpuSample &gpu : sample.gpus) {
            const auto at = std::lower_bound(m_gpus.begin(), m_gpus.end(), gpu.index);
            if (at == m_gpus.end() || *at != gpu.index)
                continue;
            for (size_t i = 0; i < kGpuColumns.size(); ++i)
                values[kHost.size() + size_t(at - m_gpus.begin()) * kGpuColumns.size() + i] = kGpuColumns[i].value(gpu);
        }
        if (m_range.everyMs <= 0) {
            rows << ExportRow{timeText(sample.timeMs), values};
            continue;
        }
        const qint64 bucket = sample.timeMs / m_range.everyMs;
        if (bucket != m_bucket) {
            if (m_bucket >= 0)
                rows << meanRow();
            m_bucket = bucket;
            m_sums.assign(width, 0);
            m_counts.assign(width, 0);
        }
        for (size_t i = 0; i < width; ++i) {
            if (values[i] && std::isfinite(*values[i])) {
                m_sums[i] += *values[i];
                ++m_counts[i];
            }
        }
    }
    return rows;
}

QList<ExportRow> SampleTable::finish()
{
    if (m_range.everyMs <= 0 || m_bucket < 0)
        return {};
    const ExportRow last = meanRow();
    m_bucket = -1;
    return {last};
}

ExportRow SampleTable::meanRow()
{
    ExportRow row{timeText(m_bucket * m_range.everyMs), {}};
    for (size_t i = 0; i < m_sums.size(); ++i) {
        row.values.push_back(m_counts[i] > 0 ? std::optional(m_sums[i] / double(m_counts[i])) : std::nullopt);
    }
    return row;
}

void TrainingTable::learn(const QList<TrainingRecord> &records)
{
    for (const TrainingRecord &record : records) {
        for (const TrainingValue &value : record.values) {
            if (m_ranks.contains(value.name) || m_names.size() >= kMaxColumns)
                continue;
            m_names << value.name;
            m_ranks[value.name] = record.rank;
        }
    }
}

QStringList TrainingTable::columns() const { return QStringList{QStringLiteral("step")} + m_names; }

ExportRow TrainingTable::rowOf(double step) const { return {numberText(step), m_values}; }

QList<ExportRow> TrainingTable::rows(const QList<TrainingRecord> &records)
{
    QList<ExportRow> found;
    for (const TrainingRecord &record : records) {
        const auto isMine = [&](const TrainingValue &value) {
            const auto rank = m_ranks.constFind(value.name);
            return rank != m_ranks.constEnd() && *rank == record.rank;
        };
        if (std::none_of(record.values.begin(), record.values.end(), isMine))
            continue;
        const double step = record.step ? *record.step : m_step.value_or(0);
        const bool isSame = m_step && (m_every > 0 ? std::floor(*m_step / m_every) == std::floor(step / m_every) : *m_step == step);
        if (m_step && !isSame)
            found << rowOf(*m_step);
        if (!isSame)
            m_values.assign(size_t(m_names.size()), std::nullopt);
        m_step = step;
        for (const TrainingValue &value : record.values) {
            if (isMine(value))
                m_values[size_t(m_names.indexOf(value.name))] = value.value;
        }
    }
    return found;
}

QList<ExportRow> TrainingTable::finish()
{
    if (!m_step)
        return {};
    const ExportRow last = rowOf(*m_step);
    m_step.reset();
    return {last};
}

QByteArray csvHead(const QStringList &columns)
{
    QByteArrayList fields;
    for (const QString &column : columns)
        fields << csvField(column);
    return fields.join(',') + "\r\n";
}

QByteArray csvRow(const ExportRow &row)
{
    QByteArray line = row.head;
    for (const std::optional<double> &value : row.values) {
        line += ',';
        if (value)
            line += numberText(*value);  // also nan and inf, which programs that read CSV accept
    }
    return line + "\r\n";
}

QByteArray jsonRow(const ExportRow &row)
{
    const bool isTime = row.head.endsWith('Z');
    QByteArray line = isTime ? "[\"" + row.head + '"' : '[' + row.head;
    for (const std::optional<double> &value : row.values) {
        line += ',';
        // JSON has no NaN or infinity: they become strings.
        line += !value ? QByteArray("null") : std::isfinite(*value) ? numberText(*value) : '"' + numberText(*value) + '"';
    }
    return line + ']';
}

QByteArray jsonStrings(const QStringList &texts) { return QJsonDocument(QJsonArray::fromStringList(texts)).toJson(QJsonDocument::Compact); }

}  // namespace trainyard
