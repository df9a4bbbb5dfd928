// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/exposition.h"

#include <QLocale>

#include <cmath>
#include <functional>

namespace trainyard {
namespace {

using Labels = QList<std::pair<const char *, QString>>;

QByteArray escaped(const QString &value)
{
    QByteArray text = value.toUtf8();
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    return text;
}

// Samples of one metric, one per line.
class Family {
public:
    explicit Family(const char *name) : m_name(name) {}

    void add(const Labels &labels, const std::optional<double> &value)
    {
        if (!value || !std::isfinite(*value))
            return;
        m_lines += m_name;
        char separator = '{';
        for (const auto &[name, text] : labels) {
            m_lines += separator + QByteArray(name) + "=\"" + escaped(text) + '"';
            separator = ',';
        }
        m_lines += "} " + QByteArray::number(*value, 'g', QLocale::FloatingPointShortest) + '\n';
    }
    const QByteArray &lines() const { return m_lines; }

private:
    const char *m_name;
    QByteArray m_lines;
};

std::optional<double> scaled(const std::optional<double> &value, double factor)
{
    return value ? std::optional(*value * factor) : std::nullopt;
}

std::optional<double> number(const std::optional<qint64> &value) { return value ? std::optional(double(*value)) : std::nullopt; }

std::optional<double> number(const std::optional<int> &value) { return value ? std::optional(double(*value)) : std::nullopt; }

QString word(bool isTrue) { return isTrue ? QStringLiteral("true") : QStringLiteral("false"); }

constexpr double kPercent = 0.01, kMiB = 1024 * 1024, kMHz = 1e6;

Labels labelsOf(const ExportedMachine &machine)
{
    Labels labels{{"machine", machine.machine}};
    if (!machine.run.isEmpty())
        labels.append({"run", machine.run});
    return labels;
}

// One row per metric: its name, its meaning and the source of its value.
struct MachineMetric {
    const char *name, *help;
    std::function<std::optional<double>(const MachineSample &)> value;
};

const QList<MachineMetric> &machineMetrics()
{
    static const QList<MachineMetric> metrics{
        {"trainyard_cpu_busy_ratio", "Share of all CPUs together that was busy, 0 to 1.",
         [](const MachineSample &s) { return scaled(s.cpuPercent, kPercent); }},
        {"trainyard_cpus", "Number of CPUs.", [](const MachineSample &s) { return number(s.cpuCount); }},
        {"trainyard_load1", "Load average over one minute.", [](const MachineSample &s) { return s.load1; }},
        {"trainyard_memory_size_bytes", "Memory of the machine.", [](const MachineSample &s) { return number(s.memoryTotalBytes); }},
        {"trainyard_memory_available_bytes", "Memory that programs can still get.",
         [](const MachineSample &s) { return number(s.memoryAvailableBytes); }},
        {"trainyard_network_received_bytes_per_second", "Received over all interfaces.",
         [](const MachineSample &s) { return s.netReceivedPerSecond; }},
        {"trainyard_network_sent_bytes_per_second", "Sent over all interfaces.", [](const MachineSample &s) { return s.netSentPerSecond; }},
        {"trainyard_disk_read_bytes_per_second", "Read from all disks.", [](const MachineSample &s) { return s.diskReadPerSecond; }},
        {"trainyard_disk_written_bytes_per_second", "Written to all disks.", [](const MachineSample &s) { return s.diskWrittenPerSecond; }},
        {"trainyard_filesystem_size_bytes", "Size of the file system that the home directory is on.",
         [](const MachineSample &s) { return number(s.diskTotalBytes); }},
        {"trainyard_filesystem_available_bytes", "Space on it that is still free for users.",
         [](const MachineSample &s) { return number(s.diskAvailableBytes); }},
    };
    return metrics;
}

struct GpuMetricText {
    const char *name, *help;
    std::function<std::optional<double>(const GpuSample &)> value;
};

const QList<GpuMetricText> &gpuMetrics()
{
    static const QList<GpuMetricText> metrics{
        {"trainyard_gpu_busy_ratio", "Share of the time in which a kernel was resident, 0 to 1. It does not say how well it used the GPU.",
         [](const GpuSample &g) { return scaled(g.busyPercent, kPercent); }},
        {"trainyard_gpu_memory_busy_ratio", "Share of the time in which GPU memory was read or written, 0 to 1.",
         [](const GpuSample &g) { return scaled(g.memoryBusyPercent, kPercent); }},
        {"trainyard_gpu_memory_used_bytes", "GPU memory in use.", [](const GpuSample &g) { return scaled(g.memoryUsedMiB, kMiB); }},
        {"trainyard_gpu_memory_size_bytes", "GPU memory.", [](const GpuSample &g) { return scaled(g.memoryTotalMiB, kMiB); }},
        {"trainyard_gpu_power_watts", "Power that the GPU draws.", [](const GpuSample &g) { return g.powerWatts; }},
        {"trainyard_gpu_power_limit_watts", "Power that it may draw: the limit that is enforced.",
         [](const GpuSample &g) { return g.powerLimitWatts; }},
        {"trainyard_gpu_temperature_celsius", "Temperature of the GPU.", [](const GpuSample &g) { return g.temperatureC; }},
        {"trainyard_gpu_sm_clock_hertz", "Clock of its multiprocessors.", [](const GpuSample &g) { return scaled(g.smClockMHz, kMHz); }},
        {"trainyard_gpu_pcie_received_bytes_per_second", "What the GPU received over its PCIe link, measured for 20 ms every 10 s.",
         [](const GpuSample &g) { return g.pcieReceivedPerSecond; }},
        {"trainyard_gpu_pcie_sent_bytes_per_second", "What the GPU sent over its PCIe link, measured for 20 ms every 10 s.",
         [](const GpuSample &g) { return g.pcieSentPerSecond; }},
    };
    return metrics;
}

struct NamedText {
    const char *name, *help;
};
constexpr NamedText kUp{"trainyard_machine_up", "Whether the machine answers now."};
constexpr NamedText kAge{"trainyard_sample_age_seconds",
                         "Time since the machine was last heard. Values older than 15 seconds are left out."};
constexpr NamedText kGpuInfo{"trainyard_gpu_info", "A GPU that the last sample named; always 1."};
constexpr NamedText kRunInfo{"trainyard_run_info", "A run and its state; always 1."};
constexpr NamedText kRunStarted{"trainyard_run_started_timestamp_seconds", "When the run began."};
constexpr NamedText kRunEnded{"trainyard_run_ended_timestamp_seconds", "When the run ended."};
constexpr NamedText kRunExit{"trainyard_run_exit_code", "What its process returned."};

}  // namespace

QByteArray exposition(const QList<ExportedMachine> &machines, const QList<ExportedRun> &runs)
{
    QByteArray out;
    const auto write = [&out](const char *name, const char *help, const std::function<void(Family &)> &fill) {
        Family family(name);
        fill(family);
        if (!family.lines().isEmpty())
            out += QByteArray("# HELP ") + name + ' ' + help + "\n# TYPE " + name + " gauge\n" + family.lines();
    };
    const auto eachSample = [&machines](const std::function<void(const Labels &, const MachineSample &)> &take) {
        for (const ExportedMachine &machine : machines) {
            if (machine.sample && machine.ageSeconds && *machine.ageSeconds <= kExpositionStaleSeconds)
                take(labelsOf(machine), *machine.sample);
        }
    };
    const auto eachGpu = [&](const std::function<void(Labels, const GpuSample &)> &take) {
        eachSample([&take](const Labels &labels, const MachineSample &sample) {
            for (const GpuSample &gpu : sample.gpus)
                take(labels + Labels{{"gpu", QString::number(gpu.index)}, {"simulated", word(gpu.isSimulated())}}, gpu);
        });
    };
    write(kUp.name, kUp.help, [&](Family &family) {
        for (const ExportedMachine &machine : machines)
            family.add(labelsOf(machine), machine.isUp ? 1 : 0);
    });
    write(kAge.name, kAge.help, [&](Family &family) {
        for (const ExportedMachine &machine : machines)
            family.add(labelsOf(machine), machine.ageSeconds);
    });
    for (const MachineMetric &metric : machineMetrics()) {
        write(metric.name, metric.help, [&](Family &family) {
            eachSample([&](const Labels &labels, const MachineSample &sample) { family.add(labels, metric.value(sample)); });
        });
    }
    write(kGpuInfo.name, kGpuInfo.help, [&](Family &family) {
        eachGpu([&](const Labels &labels, const GpuSample &gpu) {
            family.add(labels + Labels{{"uuid", gpu.uuid}, {"name", gpu.name}}, 1);
        });
    });
    for (const GpuMetricText &metric : gpuMetrics()) {
        write(metric.name, metric.help,
              [&](Family &family) { eachGpu([&](const Labels &labels, const GpuSample &gpu) { family.add(labels, metric.value(gpu)); }); });
    }
    const auto eachRun = [&](const NamedText &text, const std::function<std::optional<double>(const ExportedRun &)> &value) {
        write(text.name, text.help, [&](Family &family) {
            for (const ExportedRun &run : runs)
                family.add({{"run", run.id}}, value(run));
        });
    };
    write(kRunInfo.name, kRunInfo.help, [&](Family &family) {
        for (const ExportedRun &run : runs)
            family.add(
                {{"run", run.id}, {"name", run.name}, {"machine", run.machine}, {"state", run.state}, {"simulated", word(run.isSimulated)}},
                1);
    });
    eachRun(kRunStarted, [](const ExportedRun &run) { return run.startedSeconds; });
    eachRun(kRunEnded, [](const ExportedRun &run) { return run.endedSeconds; });
    eachRun(kRunExit, [](const ExportedRun &run) { return number(run.exitCode); });
    return out;
}

QStringList expositionNames()
{
    QStringList names;
    for (const NamedText &text : {kUp, kAge, kGpuInfo, kRunInfo, kRunStarted, kRunEnded, kRunExit})
        names << QLatin1String(text.name);
    for (const MachineMetric &metric : machineMetrics())
        names << QLatin1String(metric.name);
    for (const GpuMetricText &metric : gpuMetrics())
        names << QLatin1String(metric.name);
    return names;
}

}  // namespace trainyard
