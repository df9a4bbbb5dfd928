// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/foldermodel.h"

#include "core/base/bytename.h"
#include "core/base/format.h"
#include "ui/common/columnalignment.h"
#include "ui/common/icons.h"
#include "ui/common/plaintip.h"

namespace trainyard {

namespace {

QString iconOf(const FolderEntry &entry)
{
    if (entry.isLink())
        return entry.targetMode == 0 ? QStringLiteral("unlink") : QStringLiteral("link");
    return entry.isFolder() ? QStringLiteral("folder") : entry.isFile() ? QStringLiteral("file") : QStringLiteral("cpu");
}

}  // namespace

void FolderModel::set(const QList<FolderEntry> &entries, const QList<int> &rows, const QDateTime &now)
{
    beginResetModel();
    m_entries = entries;
    m_rows = rows;
    m_now = now;
    endResetModel();
}

const FolderEntry *FolderModel::entryAt(int row) const { return row >= 0 && row < m_rows.size() ? &m_entries[m_rows[row]] : nullptr; }

int FolderModel::rowOf(const QByteArray &name) const
{
    for (int row = 0; row < m_rows.size(); ++row) {
        if (m_entries[m_rows[row]].name == name)
            return row;
    }
    return -1;
}

int FolderModel::rowBeginning(const QString &typed, int row) const
{
    // Plain letters are compared as bytes: decoding a hundred thousand names would be felt.
    const QByteArray plain = typed.toUtf8();
    const bool isPlain = plain.size() == typed.size() && !plain.contains('\\');
    const int count = int(m_rows.size());
    for (int i = 0; i < count; ++i) {
        const int at = (row + i) % count;
        const QByteArray &name = m_entries[m_rows[at]].name;
        const bool isFound = isPlain
                                 ? name.size() >= plain.size() && qstrnicmp(name.constData(), plain.constData(), size_t(plain.size())) == 0
                                 : shownBytes(name).startsWith(typed, Qt::CaseInsensitive);
        if (isFound)
            return at;
    }
    return -1;
}

int FolderModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

int FolderModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant FolderModel::data(const QModelIndex &index, int role) const
{
    const FolderEntry *const entry = entryAt(index.row());
    if (!entry)
        return {};
    const auto column = FolderColumn(index.column());
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(column == FolderColumn::Size);
    if (role == Qt::DecorationRole)
        return column == FolderColumn::Name ? QVariant(icon(iconOf(*entry), entry->isFolder() ? Ink::Accent : Ink::Text2)) : QVariant();
    const QString name = shownBytes(entry->name);
    const bool leads = entry->isLink() && !entry->linkTarget.isEmpty();
    if (role == Qt::ToolTipRole)
        return plainTip(leads ? tr("%1 → %2", "a link and what it leads to").arg(name, shownBytes(entry->linkTarget)) : name);
    if (role == Qt::AccessibleTextRole && column == FolderColumn::Name)
        return tr("%1, %2", "a name and what it is").arg(name, kindText(*entry));
    if (role == Qt::AccessibleTextRole && column == FolderColumn::Size && !entry->isFile())
        return tr("no size");
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case FolderColumn::Name: return leads ? tr("%1 → %2", "a link and what it leads to").arg(name, shownBytes(entry->linkTarget)) : name;
    case FolderColumn::Size: return entry->isFile() ? formatBytes(entry->size) : QString();
    case FolderColumn::Modified:
        return entry->modified > 0 ? formatMoment(QDateTime::fromSecsSinceEpoch(entry->modified), m_now) : unknownWord();
    case FolderColumn::Kind: return kindText(*entry);
    }
    return {};
}

QVariant FolderModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool isSize = section == int(FolderColumn::Size);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return besidesHeading(orientation, role, isSize);
    switch (FolderColumn(section)) {
    case FolderColumn::Name: return tr("Name");
    case FolderColumn::Size: return tr("Size");
    case FolderColumn::Modified: return tr("Modified");
    case FolderColumn::Kind: return tr("Kind");
    }
    return {};
}

}  // namespace trainyard

#include "moc_foldermodel.cpp"
