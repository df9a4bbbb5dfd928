// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster/clusterrows.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/base/sentences.h"
#include "core/service/clusters/clustertexts.h"
#include "ui/common/columnalignment.h"
#include "ui/common/plaintip.h"

namespace trainyard {

namespace {

const QString kNothing = QStringLiteral("–");

QString orNothing(const QString &text) { return text.isEmpty() ? kNothing : seenText(text); }

QString countText(qint64 count) { return count > 0 ? formatCount(count) : kNothing; }

}  // namespace

ClusterRowsModel::Row ClusterRowsModel::jobRow(const ClusterJob &job, bool isOwn, const QDateTime &now) const
{
    const QString start = job.start.isValid() ? formatMoment(job.start, now) : kNothing;
    Row row;
    row.cells = {seenText(job.id), seenText(job.name)};
    if (!isOwn)
        row.cells << seenText(job.user);
    row.cells << seenText(job.partition) << jobStateText(job.state) << countText(job.nodeCount) << orNothing(jobGpusText(job))
              << (job.submitted.isValid() ? formatMoment(job.submitted, now) : kNothing)
              //: a time
              << (job.hasStarted() || !job.start.isValid() ? start : tr("about %1").arg(start)) << jobLimitText(job.limit);
    QStringList about;
    if (!job.why.isEmpty())
        about << job.why;
    about << job.sooner;
    if (job.hasStarted() && !job.nodes.isEmpty())
        about << tr("It runs on %1.").arg(job.nodes);
    row.about = seenText(joinedSentences(about));
    return row;
}

void ClusterRowsModel::addNodes(const Cluster &cluster)
{
    m_headings = {tr("Node"), tr("State"), tr("Free GPUs"), tr("Processors used"), tr("Memory used"), tr("Partitions")};
    m_wide = 5;
    m_leastFirst = {4, 3};
    for (const ClusterNode &node : cluster.nodes) {
        Row row;
        row.cells = {seenText(node.name), seenText(node.state), orNothing(freeGpusText({node})),
                     //: used, all
                     tr("%1 of %2").arg(formatCount(node.usedCpus), formatCount(node.cpus)),
                     formatBytesOf(node.usedMemoryMiB * 1024 * 1024, node.memoryMiB * 1024 * 1024),
                     seenText(node.partitions.join(QStringLiteral(", ")))};
        if (!node.isUsable)
            row.about = node.reason.isEmpty() ? tr("%1 takes no jobs.").arg(seenText(node.name))
                                              //: a node, what its administrator wrote
                                              : tr("%1 takes no jobs: %2").arg(seenText(node.name), seenText(node.reason));
        m_rows << row;
    }
}

void ClusterRowsModel::show(ClusterTable table, const Cluster &cluster, const QDateTime &now)
{
    beginResetModel();
    m_rows.clear();
    m_numbers.clear();
    if (table == ClusterTable::Nodes) {
        addNodes(cluster);
    } else if (table == ClusterTable::Partitions) {
        m_headings = {tr("Partition"), tr("Starts jobs"), tr("Nodes"), tr("Free GPUs"), tr("Longest job"), tr("Running"), tr("Waiting")};
        m_wide = 3;
        m_leastFirst = {2, 5, 4, 1};
        m_numbers = {5, 6};
        for (const ClusterPartition &partition : cluster.partitions) {
            const QList<ClusterNode> nodes = cluster.nodesOf(partition.name);
            const QList<ClusterJob> jobs = cluster.jobsOf(partition.name);
            const QString name = seenText(partition.name);
            m_rows << Row{{partition.isDefault ? tr("%1 (default)").arg(name) : name, startsJobsText(partition), usableNodesText(nodes),
                           orNothing(freeGpusText(nodes)), jobLimitText(partition.longest), formatCount(countOfJobs(jobs, true)),
                           formatCount(countOfJobs(jobs, false))},
                          {}};
        }
    } else {
        const bool isOwn = table == ClusterTable::OwnJobs;
        m_headings = {tr("Job"), tr("Name")};
        if (!isOwn)
            m_headings << tr("User");
        m_headings << tr("Partition") << tr("State") << tr("Nodes") << tr("GPUs") << tr("Submitted") << tr("Start") << tr("Limit");
        m_wide = 1;
        const int user = isOwn ? 0 : 1;
        m_leastFirst = {user + 6, user + 8, user + 4, user + 2, user + 5};
        m_numbers = {user + 4};
        for (const ClusterJob &job : cluster.jobs) {
            if (job.isMine || !isOwn)
                m_rows << jobRow(job, isOwn, now);
        }
    }
    endResetModel();
}

QString ClusterRowsModel::about(int row) const { return row >= 0 && row < m_rows.size() ? m_rows[row].about : QString(); }

QVariant ClusterRowsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const Row &row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole: return row.cells.value(index.column());
    case Qt::ToolTipRole: return plainTip(row.cells.value(index.column()));
    case Qt::AccessibleDescriptionRole: return row.about;
    case Qt::TextAlignmentRole: return columnAlignment(m_numbers.contains(index.column()));
    default: return {};
    }
}

QVariant ClusterRowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole)
        return m_headings.value(section);
    return besidesHeading(orientation, role, m_numbers.contains(section));
}

}  // namespace trainyard

#include "moc_clusterrows.cpp"
