// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/filesmodel.h"

#include "core/base/format.h"
#include "core/base/shownpath.h"
#include "ui/common/columnalignment.h"
#include "ui/common/icons.h"

namespace trainyard {

void FilesModel::setFiles(const QList<CheckpointFile> &files, const QStringList &missing)
{
    beginResetModel();
    m_files = files;
    m_missing = missing;
    endResetModel();
}

int FilesModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_files.size() + m_missing.size()); }

int FilesModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant FilesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const bool isMissing = index.row() < m_missing.size();
    const CheckpointFile file = isMissing ? CheckpointFile{m_missing[index.row()], 0, 0} : m_files[index.row() - m_missing.size()];
    switch (role) {
    case Qt::TextAlignmentRole: return columnAlignment(index.column() == SizeColumn);
    case Qt::FontRole: return textFont(index.column() == NameColumn ? TextRole::Code : TextRole::Small);
    case Qt::DecorationRole:
        return isMissing && index.column() == NameColumn ? QVariant(icon(QStringLiteral("cross"), Ink::Bad)) : QVariant();
    case Qt::ToolTipRole: return shownPath(file.name);
    case Qt::DisplayRole:
        return index.column() == NameColumn ? shownPath(file.name) : isMissing ? tr("missing") : formatBytes(file.sizeBytes);
    default: return {};
    }
}

QVariant FilesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return besidesHeading(orientation, role, section == SizeColumn);
    return section == NameColumn ? tr("File") : tr("Size");
}

}  // namespace trainyard

#include "moc_filesmodel.cpp"
