// SPDX-License-Identifier: GPL-3.0-or-later
// How the GPUs and network cards of a machine are connected, as `nvidia-smi topo -m` prints it, for drawing. Pure, any thread.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

// From near to far. The words of nvidia-smi's legend.
enum class TopologyLink {
    Self,     // X
    NvLink,   // NV#: the number of bonded NVLinks
    Pix,      // at most one PCIe bridge
    Pxb,      // several PCIe bridges
    Phb,      // through the host bridge
    Node,     // between host bridges of one NUMA node
    Sys,      // between NUMA nodes
    Unknown,  // an unknown word, kept in `text`
};

struct TopologyCell {
    TopologyLink link = TopologyLink::Unknown;
    int nvLinks = 0;  // for NvLink
    QString text;     // as printed
    bool operator==(const TopologyCell &) const = default;
};

struct TopologyNode {
    QString name;    // "GPU0", "NIC0", "mlx5_0"
    QString device;  // of a NIC, by the legend: "mlx5_0"; may be empty
    bool isGpu = false;
    QString cpuAffinity, numaAffinity;  // empty = not reported
    bool operator==(const TopologyNode &) const = default;
};

struct GpuTopology {
    QList<TopologyNode> nodes;
    QList<QList<TopologyCell>> cells;  // cells[row][column], as many as nodes each way
    int gpuCount() const;
};

QString topologyLinkMeaning(TopologyLink link);  // translated

// nullopt unless it is a supported table: rows as long as the header, at most 64 nodes.
std::optional<GpuTopology> parseTopology(const QString &text);

}  // namespace trainyard
