// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/tensormodel.h"

#include "core/base/format.h"
#include "core/base/shownpath.h"
#include "ui/common/columnalignment.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <limits>

namespace trainyard {

QString shapeText(const std::vector<qint64> &shape)
{
    if (shape.empty())
        return TensorModel::tr("scalar");
    QStringList sizes;
    for (const qint64 size : shape)
        sizes << QString::number(size);
    return sizes.join(QStringLiteral(" × "));
}

QString shortType(const QString &dtype)
{
    static const QHash<QString, QString> kShort{{QStringLiteral("float32"), QStringLiteral("fp32")},
                                                {QStringLiteral("float16"), QStringLiteral("fp16")},
                                                {QStringLiteral("float64"), QStringLiteral("fp64")},
                                                {QStringLiteral("bfloat16"), QStringLiteral("bf16")}};
    return kShort.value(dtype, dtype);
}

void TensorModel::setInspection(std::shared_ptr<const Inspection> inspection)
{
    beginResetModel();
    m_inspection = std::move(inspection);
    choose();
    endResetModel();
}

void TensorModel::setFilter(const QString &text)
{
    if (text == m_filter)
        return;
    beginResetModel();
    m_filter = text;
    choose();
    endResetModel();
}

void TensorModel::choose()
{
    m_rows.clear();
    if (!m_inspection)
        return;
    const QStringList words = m_filter.split(u' ', Qt::SkipEmptyParts);
    const auto &tensors = m_inspection->tensors;
    for (size_t i = 0; i < tensors.size() && i < std::numeric_limits<quint32>::max(); ++i) {
        const bool fits = std::all_of(words.begin(), words.end(),
                                      [&](const QString &word) { return tensors[i].name.contains(word, Qt::CaseInsensitive); });
        if (fits)
            m_rows.push_back(quint32(i));
    }
}

int TensorModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

int TensorModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant TensorModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || size_t(index.row()) >= m_rows.size())
        return {};
    const TensorInfo &tensor = m_inspection->tensors[m_rows[size_t(index.row())]];
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(index.column() == ShapeColumn || index.column() == SizeColumn);
    if (role == Qt::FontRole)
        return textFont(index.column() == NameColumn ? TextRole::Code : TextRole::Small);
    if (role == Qt::ToolTipRole)
        return tr("%1\n%2, %3, %4\nin %5")
            .arg(shownPath(tensor.name), shapeText(tensor.shape), shownPath(tensor.dtype),
                 formatBytes(qint64(std::min<quint64>(tensor.bytes, std::numeric_limits<qint64>::max()))), shownPath(tensor.file));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case NameColumn: return shownPath(tensor.name);
    case ShapeColumn: return shapeText(tensor.shape);
    case TypeColumn: return shownPath(shortType(tensor.dtype));
    case SizeColumn: return formatBytes(qint64(std::min<quint64>(tensor.bytes, std::numeric_limits<qint64>::max())));
    default: return {};
    }
}

QVariant TensorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return besidesHeading(orientation, role, section == ShapeColumn || section == SizeColumn);
    switch (section) {
    case NameColumn: return tr("Tensor");
    case ShapeColumn: return tr("Shape");
    case TypeColumn: return tr("Type");
    case SizeColumn: return tr("Size");
    default: return {};
    }
}

}  // namespace trainyard

#include "moc_tensormodel.cpp"
