// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/checkpointmodel.h"

#include "core/base/format.h"
#include "ui/common/badge.h"
#include "ui/common/columnalignment.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

bool isNumber(int column)
{
    return column == CheckpointModel::LossColumn || column == CheckpointModel::ValidationColumn || column == CheckpointModel::SizeColumn;
}

}  // namespace

const FoundCheckpoint *CheckpointGroup::latestGood() const
{
    const auto good = std::find_if(checkpoints.begin(), checkpoints.end(), [](const FoundCheckpoint &found) { return found.isLatestGood; });
    return good == checkpoints.end() ? nullptr : &*good;
}

bool CheckpointGroup::isNewestUnusable() const
{
    if (checkpoints.isEmpty())
        return false;
    const Verdict newest = checkpoints.first().checkpoint.verdict;
    return newest == Verdict::Partial || newest == Verdict::Corrupt;
}

QList<CheckpointGroup> groupedByRun(const QList<FoundCheckpoint> &found)
{
    QList<CheckpointGroup> groups;
    for (const FoundCheckpoint &one : found) {
        if (one.source.site)
            continue;
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [&one](const CheckpointGroup &g) { return g.source.key == one.source.key; });
        if (group == groups.end())
            groups.append({one.source, {one}, {}});
        else
            group->checkpoints.append(one);
    }
    return groups;
}

QList<CheckpointGroup> groupedWithPlaces(const QList<FoundCheckpoint> &found, const QList<PlaceSnapshot> &places, bool areFullOnly)
{
    QList<CheckpointGroup> groups = groupedByRun(found);
    for (const PlaceSnapshot &place : places) {
        CheckpointGroup group{CheckpointSource::ofPlace(place), {}, place};
        std::copy_if(found.begin(), found.end(), std::back_inserter(group.checkpoints),
                     [&place](const FoundCheckpoint &one) { return one.source.site && one.source.site->id == place.site.id; });
        if (!areFullOnly || !group.checkpoints.isEmpty())
            groups << group;
    }
    return groups;
}

std::optional<double> validationLoss(const Checkpoint &checkpoint)
{
    // By the names under which trainers store them.
    for (const char *name : {"eval_loss", "val_loss", "valid_loss", "validation_loss", "val/loss", "eval/loss"}) {
        const auto found = checkpoint.metrics.constFind(QLatin1String(name));
        if (found != checkpoint.metrics.constEnd())
            return *found;
    }
    return std::nullopt;
}

QString whereText(const CheckpointSource &source)
{
    return source.machineName.isEmpty() ? QCoreApplication::translate("trainyard::Checkpoints", "this computer") : source.machineName;
}

QString checkpointTitle(const Checkpoint &checkpoint)
{
    return checkpoint.step ? QCoreApplication::translate("trainyard::Checkpoints", "Step %1").arg(formatCount(*checkpoint.step))
                           : checkpoint.name;
}

CheckpointModel::CheckpointModel(QObject *parent) : QAbstractItemModel(parent) {}

void CheckpointModel::setGroups(const QList<CheckpointGroup> &groups, const QDateTime &now)
{
    beginResetModel();
    m_groups = groups;
    m_now = now;
    endResetModel();
}

bool CheckpointModel::hasValidation() const
{
    return std::any_of(m_groups.cbegin(), m_groups.cend(), [](const CheckpointGroup &group) {
        return std::any_of(group.checkpoints.cbegin(), group.checkpoints.cend(),
                           [](const FoundCheckpoint &found) { return validationLoss(found.checkpoint).has_value(); });
    });
}

// A checkpoint's internal id is its group's row + 1; a group's is 0.
QModelIndex CheckpointModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : quintptr(0));
}

QModelIndex CheckpointModel::parent(const QModelIndex &index) const
{
    return index.isValid() && index.internalId() > 0 ? createIndex(int(index.internalId()) - 1, 0, quintptr(0)) : QModelIndex();
}

int CheckpointModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    return parent.internalId() == 0 && parent.column() == 0 ? int(m_groups[parent.row()].checkpoints.size()) : 0;
}

int CheckpointModel::columnCount(const QModelIndex &) const { return ColumnCount; }

const CheckpointGroup *CheckpointModel::groupAt(const QModelIndex &index) const
{
    if (!index.isValid())
        return nullptr;
    return &m_groups[index.internalId() == 0 ? index.row() : int(index.internalId()) - 1];
}

const FoundCheckpoint *CheckpointModel::checkpointAt(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return nullptr;
    return &groupAt(index)->checkpoints[index.row()];
}

QModelIndex CheckpointModel::indexOfGroup(const QString &lineage) const
{
    for (int g = 0; g < m_groups.size(); ++g) {
        if (m_groups[g].source.key == lineage)
            return index(g, 0);
    }
    return {};
}

QModelIndex CheckpointModel::indexOf(const QString &lineage, const QString &path) const
{
    for (int g = 0; g < m_groups.size(); ++g) {
        if (m_groups[g].source.key != lineage)
            continue;
        for (int c = 0; c < m_groups[g].checkpoints.size(); ++c) {
            if (m_groups[g].checkpoints[c].path == path)
                return index(c, 0, index(g, 0));
        }
    }
    return {};
}

QVariant CheckpointModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(isNumber(index.column()));
    const FoundCheckpoint *const found = checkpointAt(index);
    if (!found) {
        const QString &name = groupAt(index)->source.name;
        // The group spans the columns; a screen reader visits the cells below it all the same.
        if (role == Qt::AccessibleTextRole)
            return tr("%1, %n checkpoint(s)", nullptr, rowCount(index.siblingAtColumn(0))).arg(name);
        return index.column() == 0 && role == Qt::DisplayRole ? QVariant(name) : QVariant();
    }
    const Checkpoint &checkpoint = found->checkpoint;
    if (role == Qt::ToolTipRole)
        return index.column() == VerdictColumn ? checkpoint.reason : found->path;
    if (role == Qt::AccessibleTextRole && index.column() == StepColumn) {
        const QString spoken = found->isLatestGood ? tr("%1, latest good").arg(checkpointTitle(checkpoint)) : checkpointTitle(checkpoint);
        return checkpoint.isPinned ? tr("%1, pinned").arg(spoken) : spoken;
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case StepColumn: return checkpoint.step ? formatCount(*checkpoint.step) : checkpoint.name;
    case VerdictColumn: return badgeOf(checkpoint.verdict).text;
    case SavedColumn: return formatMoment(QDateTime::fromSecsSinceEpoch(checkpoint.modified), m_now);
    case LossColumn: return checkpoint.loss ? formatNumber(*checkpoint.loss, 4) : QStringLiteral("—");
    case ValidationColumn: {
        const auto loss = validationLoss(checkpoint);
        return loss ? formatNumber(*loss, 4) : QStringLiteral("—");
    }
    case SizeColumn: return formatBytes(checkpoint.sizeBytes);
    case WhereColumn: return whereText(found->source);
    default: return {};
    }
}

QVariant CheckpointModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return besidesHeading(orientation, role, isNumber(section));
    switch (section) {
    case StepColumn: return tr("Step");
    case VerdictColumn: return tr("Verdict");
    case SavedColumn: return tr("Saved");
    case LossColumn: return tr("Loss");
    case ValidationColumn: return tr("Val. loss");
    case SizeColumn: return tr("Size");
    case WhereColumn: return tr("Where");
    default: return {};
    }
}

}  // namespace trainyard

#include "moc_checkpointmodel.cpp"
