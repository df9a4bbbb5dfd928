// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/topology.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::GpuTopology)
};

constexpr int kMaxNodes = 64;  // eight GPUs and their cards are about thirty

TopologyCell cellOf(const QString &word)
{
    static const QHash<QString, TopologyLink> known{
        {QStringLiteral("X"), TopologyLink::Self},    {QStringLiteral("PIX"), TopologyLink::Pix},
        {QStringLiteral("PXB"), TopologyLink::Pxb},   {QStringLiteral("PHB"), TopologyLink::Phb},
        {QStringLiteral("NODE"), TopologyLink::Node}, {QStringLiteral("SYS"), TopologyLink::Sys}};
    static const QRegularExpression nvLink(QStringLiteral("^NV([0-9]{1,3})$"));
    TopologyCell cell;
    cell.text = word.left(8);
    if (const auto match = nvLink.match(word); match.hasMatch()) {
        cell.link = TopologyLink::NvLink;
        cell.nvLinks = match.captured(1).toInt();
    } else {
        cell.link = known.value(word, TopologyLink::Unknown);
    }
    return cell;
}

bool isNodeName(const QString &word)
{
    static const QRegularExpression form(QStringLiteral("^(GPU|NIC)[0-9]{1,3}$|^[a-z][a-z0-9_]{1,30}$"));
    return form.match(word).hasMatch();
}

// Words are separated by tabs, or by blanks if the text was pasted; " X " is one word.
QStringList words(const QString &line)
{
    static const QRegularExpression blanks(QStringLiteral("\\s+"));
    return line.split(blanks, Qt::SkipEmptyParts);
}

}  // namespace

int GpuTopology::gpuCount() const
{
    return int(std::count_if(nodes.begin(), nodes.end(), [](const TopologyNode &node) { return node.isGpu; }));
}

QString topologyLinkMeaning(TopologyLink link)
{
    switch (link) {
    case TopologyLink::Self: return Words::tr("itself");
    case TopologyLink::NvLink: return Words::tr("NVLink");
    case TopologyLink::Pix: return Words::tr("at most one PCIe bridge");
    case TopologyLink::Pxb: return Words::tr("several PCIe bridges, past the processor");
    case TopologyLink::Phb: return Words::tr("PCIe through the processor");
    case TopologyLink::Node: return Words::tr("between PCIe host bridges of one NUMA node");
    case TopologyLink::Sys: return Words::tr("between processors (NUMA nodes)");
    case TopologyLink::Unknown: return Words::tr("unknown");
    }
    Q_UNREACHABLE();
}

std::optional<GpuTopology> parseTopology(const QString &text)
{
    GpuTopology topology;
    bool hasHead = false;
    static const QRegularExpression legend(QStringLiteral("^\\s*(NIC[0-9]{1,3}): ([A-Za-z0-9_.-]{1,40})\\s*$"));
    QHash<QString, QString> devices;
    const QStringList lines = text.split(u'\n');
    for (const QString &line : lines) {
        const QStringList parts = words(line);
        if (parts.isEmpty())
            continue;
        if (!hasHead) {
            if (!isNodeName(parts.first()))
                continue;
            for (const QString &part : parts) {
                if (!isNodeName(part))
                    break;
                TopologyNode node;
                node.name = part;
                node.isGpu = part.startsWith(QLatin1String("GPU"));
                topology.nodes << node;
            }
            hasHead = topology.gpuCount() > 0;
            if (!hasHead || topology.nodes.size() > kMaxNodes)
                return {};
            continue;
        }
        const qsizetype row = topology.cells.size(), count = topology.nodes.size();
        if (row < count) {
            if (parts.first() != topology.nodes[row].name || parts.size() < count + 1)
                return {};
            QList<TopologyCell> cells;
            for (qsizetype column = 0; column < count; ++column)
                cells << cellOf(parts[column + 1]);
            if (cells[row].link != TopologyLink::Self)
                return {};
            topology.cells << cells;
            // Only a GPU's row has more columns: its nearby processors and its NUMA node.
            if (parts.size() > count + 1)
                topology.nodes[row].cpuAffinity = parts[count + 1].left(60);
            if (parts.size() > count + 2)
                topology.nodes[row].numaAffinity = parts[count + 2].left(20);
        } else if (const auto match = legend.match(line); match.hasMatch()) {
            devices.insert(match.captured(1), match.captured(2));
        }
    }
    if (!hasHead || topology.cells.size() != topology.nodes.size())
        return {};
    for (TopologyNode &node : topology.nodes)
        node.device = devices.value(node.name);
    return topology;
}

}  // namespace trainyard
