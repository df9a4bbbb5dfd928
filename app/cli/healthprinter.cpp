// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/healthprinter.h"

#include "app/cli/jsonvalues.h"

#include <QCoreApplication>

#include <unistd.h>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HealthPrinter)
};

QJsonObject toJson(const HealthGpu &gpu)
{
    QJsonArray names, instances;
    for (const MigInstance &one : gpu.migInstances) {
        names << one.name;
        instances << QJsonObject{{QStringLiteral("name"), one.name},
                                 {QStringLiteral("gpu_instance"), orNull(one.gpuInstance)},
                                 {QStringLiteral("compute_instance"), orNull(one.computeInstance)},
                                 {QStringLiteral("memory_mib"), orNull(one.memoryMiB)},
                                 {QStringLiteral("memory_used_mib"), orNull(one.memoryUsedMiB)}};
    }
    return {{QStringLiteral("index"), orNull(gpu.index)},
            {QStringLiteral("name"), orNull(gpu.name)},
            {QStringLiteral("uuid"), orNull(gpu.uuid)},
            {QStringLiteral("bus_id"), orNull(gpu.busId)},
            {QStringLiteral("lost"), gpu.isLost},
            {QStringLiteral("mig"), orNull(gpu.isMigOn)},
            {QStringLiteral("mig_devices"), names},
            {QStringLiteral("mig_instances"), instances},
            {QStringLiteral("memory_mib"), orNull(gpu.memoryMiB)},
            {QStringLiteral("memory_used_mib"), orNull(gpu.memoryUsedMiB)},
            {QStringLiteral("simulated"), gpu.isSimulated()}};
}

QJsonValue toJson(const std::optional<GpuTopology> &topology)
{
    if (!topology)
        return {};
    QJsonArray nodes, links;
    for (const TopologyNode &node : topology->nodes) {
        nodes << QJsonObject{{QStringLiteral("name"), node.name},
                             {QStringLiteral("device"), orNull(node.device)},
                             {QStringLiteral("gpu"), node.isGpu},
                             {QStringLiteral("cpu_affinity"), orNull(node.cpuAffinity)},
                             {QStringLiteral("numa_affinity"), orNull(node.numaAffinity)}};
    }
    for (const QList<TopologyCell> &row : topology->cells) {
        QJsonArray cells;
        for (const TopologyCell &cell : row)
            cells << cell.text;
        links << cells;
    }
    return QJsonObject{{QStringLiteral("nodes"), nodes}, {QStringLiteral("links"), links}};
}

QJsonObject toJson(const HealthFinding &finding, const HealthFacts &facts)
{
    QJsonObject numbers;
    for (auto it = finding.numbers.cbegin(); it != finding.numbers.cend(); ++it)
        numbers.insert(it.key(), orNull(it.value()));
    QJsonArray sources;
    for (const QString &code : finding.sources) {
        const HealthSource source = facts.sources.value(code);
        sources << QJsonObject{{QStringLiteral("code"), code},
                               {QStringLiteral("title"), source.title},
                               {QStringLiteral("link"), orNull(source.link)},
                               {QStringLiteral("as_of"), source.asOf}};
    }
    return {{QStringLiteral("id"), finding.id},
            {QStringLiteral("section"), healthSectionName(finding.section)},
            {QStringLiteral("state"), healthStateName(finding.state)},
            {QStringLiteral("gpu"), orNull(finding.gpu)},
            {QStringLiteral("simulated"), finding.isSimulated},
            {QStringLiteral("what"), finding.what},
            {QStringLiteral("why"), orNull(finding.why)},
            {QStringLiteral("remedy"), orNull(finding.remedy)},
            {QStringLiteral("command"), orNull(finding.command)},
            {QStringLiteral("detail"), orNull(finding.detail)},
            {QStringLiteral("numbers"), numbers},
            {QStringLiteral("sources"), sources}};
}

QJsonObject toJson(const QString &machine, const HealthReport &report, const HealthFacts &facts)
{
    QJsonArray gpus, findings;
    for (const HealthGpu &gpu : report.gpus)
        gpus << toJson(gpu);
    for (const HealthFinding &finding : report.findings)
        findings << toJson(finding, facts);
    const QJsonObject counts{{QStringLiteral("bad"), report.count(HealthState::Bad)},
                             {QStringLiteral("warning"), report.count(HealthState::Warning)},
                             {QStringLiteral("unknown"), report.count(HealthState::Unknown)},
                             {QStringLiteral("ok"), report.count(HealthState::Ok)}};
    return {{QStringLiteral("machine"), machine},
            {QStringLiteral("checked_at"), report.checkedAt.toString(Qt::ISODateWithMs)},
            {QStringLiteral("duration_ms"), qint64(report.duration.count())},
            {QStringLiteral("whole"), report.isWhole},
            {QStringLiteral("simulated"), report.hasSimulatedGpus()},
            {QStringLiteral("host_name"), orNull(report.hostName)},
            {QStringLiteral("system"), orNull(report.system)},
            {QStringLiteral("kernel"), orNull(report.kernel)},
            {QStringLiteral("user"), orNull(report.user)},
            {QStringLiteral("driver"), orNull(report.driverVersion)},
            {QStringLiteral("cuda"), orNull(report.cudaVersion)},
            {QStringLiteral("gpus"), gpus},
            {QStringLiteral("topology"), toJson(report.topology)},
            {QStringLiteral("counts"), counts},
            {QStringLiteral("findings"), findings}};
}

// The state as a word in its column, coloured on a terminal unless the person turned colours off (no-color.org).
QString stateCell(HealthState state, bool isColoured)
{
    const QString word = healthStateWord(state).leftJustified(8);
    if (!isColoured)
        return word;
    const char *colour = state == HealthState::Ok ? "32" : state == HealthState::Warning ? "33" : state == HealthState::Bad ? "31;1" : "36";
    return QStringLiteral("\x1b[%1m%2\x1b[0m").arg(QLatin1String(colour), word);
}

void printTopology(Console &console, const GpuTopology &topology)
{
    QList<QStringList> rows{{QString()}};
    for (const TopologyNode &node : topology.nodes)
        rows.first() << node.name;
    for (qsizetype i = 0; i < topology.nodes.size(); ++i) {
        QStringList row{QStringLiteral("            ") + topology.nodes[i].name};
        for (const TopologyCell &cell : topology.cells[i])
            row << cell.text;
        rows << row;
    }
    console.printTable(rows);
}

}  // namespace

void printHealth(Console &console, const QString &machine, const HealthReport &report, const HealthFacts &facts)
{
    if (console.isJson) {
        console.print(toJson(machine, report, facts));
        return;
    }
    const bool isColoured = ::isatty(STDOUT_FILENO) && qEnvironmentVariableIsEmpty("NO_COLOR")
                            && qEnvironmentVariable("TERM") != QLatin1String("dumb");
    const QString indent(12, u' ');
    for (const HealthSection section : healthSections()) {
        const QList<HealthFinding> findings = report.in(section);
        if (findings.isEmpty())
            continue;
        console.print(healthSectionTitle(section));
        for (const HealthFinding &finding : findings) {
            console.print(QStringLiteral("  ") + stateCell(finding.state, isColoured) + QStringLiteral("  ") + finding.what
                          + (finding.isSimulated ? u' ' + Words::tr("(simulated)") : QString()));
            // The reason and the remedy are shown only when there is something to do.
            if (finding.state == HealthState::Ok)
                continue;
            if (finding.state != HealthState::Unknown && !finding.why.isEmpty())
                console.print(indent + finding.why);
            const QStringList said = finding.detail.split(u'\n', Qt::SkipEmptyParts);
            for (qsizetype i = 0; i < qMin<qsizetype>(said.size(), 4); ++i)
                console.print(indent + QStringLiteral("| ") + said[i]);
            if (!finding.remedy.isEmpty())
                console.print(indent + finding.remedy);
            if (!finding.command.isEmpty())
                console.print(indent + QStringLiteral("  ") + finding.command);
        }
        if (section == HealthSection::Links && report.topology && report.topology->nodes.size() > 1)
            printTopology(console, *report.topology);
        console.print(QString());
    }
    if (report.hasSimulatedGpus())
        console.print(Words::tr("The GPUs are simulated, so this says nothing about real ones."));
    console.print(report.summary());
}

}  // namespace trainyard
