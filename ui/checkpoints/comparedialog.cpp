// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/comparedialog.h"

#include "core/base/format.h"
#include "core/base/sentences.h"
#include "core/base/shownpath.h"
#include "ui/checkpoints/tensormodel.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/label.h"
#include "ui/common/placeholder.h"
#include "ui/common/readingtable.h"
#include "ui/common/searchfield.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace trainyard {
namespace {

QString kindText(TensorDifferenceKind kind)
{
    switch (kind) {
    case TensorDifferenceKind::Same: return TensorDiffModel::tr("same");
    case TensorDifferenceKind::Changed: return TensorDiffModel::tr("changed");
    case TensorDifferenceKind::Alike: return TensorDiffModel::tr("same shape");
    case TensorDifferenceKind::Reshaped: return TensorDiffModel::tr("different shape");
    case TensorDifferenceKind::Retyped: return TensorDiffModel::tr("different type");
    case TensorDifferenceKind::Added: return TensorDiffModel::tr("added");
    case TensorDifferenceKind::Removed: return TensorDiffModel::tr("removed");
    }
    return {};
}

QString tensorText(const Inspection &inspection, int at)
{
    if (at < 0 || size_t(at) >= inspection.tensors.size())
        return QStringLiteral("—");
    const TensorInfo &tensor = inspection.tensors[size_t(at)];
    return QStringLiteral("%1  %2").arg(shapeText(tensor.shape), shownPath(shortType(tensor.dtype)));
}

}  // namespace

TensorDiffModel::TensorDiffModel(std::shared_ptr<const Inspection> left, std::shared_ptr<const Inspection> right, QObject *parent)
    : QAbstractTableModel(parent), m_left(std::move(left)), m_right(std::move(right)), m_diff(compareCheckpoints(*m_left, *m_right))
{
    choose();
}

void TensorDiffModel::setFilter(const QString &text)
{
    beginResetModel();
    m_filter = text.trimmed();
    choose();
    endResetModel();
}

void TensorDiffModel::setTitles(const QString &left, const QString &right)
{
    m_leftTitle = left;
    m_rightTitle = right;
}

void TensorDiffModel::choose()
{
    m_parameters.clear();
    m_tensors.clear();
    const auto fits = [this](const QString &name) { return m_filter.isEmpty() || name.contains(m_filter, Qt::CaseInsensitive); };
    for (int i = 0; i < m_diff.parameters.size(); ++i) {
        if (!m_diff.parameters[i].isSame() && fits(m_diff.parameters[i].name))
            m_parameters.push_back(i);
    }
    for (size_t i = 0; i < m_diff.tensors.size(); ++i) {
        const TensorDifference &tensor = m_diff.tensors[i];
        if (tensor.kind != TensorDifferenceKind::Same && tensor.kind != TensorDifferenceKind::Alike && fits(tensor.name))
            m_tensors.push_back(int(i));
    }
}

int TensorDiffModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_parameters.size() + m_tensors.size());
}

int TensorDiffModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant TensorDiffModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::FontRole)
        return textFont(index.column() == KindColumn ? TextRole::Small : TextRole::Code);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const auto row = size_t(index.row());
    if (row < m_parameters.size()) {
        const ParameterDifference &value = m_diff.parameters[m_parameters[row]];
        switch (index.column()) {
        case KindColumn: return tr("stored value");
        case NameColumn: return shownPath(value.name.left(300));
        case LeftColumn: return value.left ? shownPath(value.left->left(300)) : QStringLiteral("—");
        default: return value.right ? shownPath(value.right->left(300)) : QStringLiteral("—");
        }
    }
    const TensorDifference &tensor = m_diff.tensors[size_t(m_tensors[row - m_parameters.size()])];
    switch (index.column()) {
    case KindColumn: return kindText(tensor.kind);
    case NameColumn: return shownPath(tensor.name);
    case LeftColumn: return tensorText(*m_left, tensor.left);
    default: return tensorText(*m_right, tensor.right);
    }
}

QVariant TensorDiffModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case KindColumn: return tr("Difference");
    case NameColumn: return tr("Name");
    case LeftColumn: return m_leftTitle;
    default: return m_rightTitle;
    }
}

QString compareSummary(const CheckpointDiff &diff)
{
    using Kind = TensorDifferenceKind;
    QStringList parts;
    const auto add = [&parts, &diff](Kind kind, const QString &text) {
        if (const int count = diff.count(kind); count > 0)
            parts << text.arg(formatCount(count));
    };
    add(Kind::Same, TensorDiffModel::tr("%1 the same"));
    add(Kind::Changed, TensorDiffModel::tr("%1 changed"));
    add(Kind::Alike, TensorDiffModel::tr("%1 with the same shape and type, values not compared"));
    add(Kind::Reshaped, TensorDiffModel::tr("%1 with a different shape"));
    add(Kind::Retyped, TensorDiffModel::tr("%1 with a different type"));
    add(Kind::Added, TensorDiffModel::tr("%1 added"));
    add(Kind::Removed, TensorDiffModel::tr("%1 removed"));
    QStringList sentences{parts.isEmpty()
                              ? TensorDiffModel::tr("Neither contains a tensor.")
                              : TensorDiffModel::tr("Tensors: %1.").arg(parts.join(TensorDiffModel::tr(", ", "between counts")))};
    if (!parts.isEmpty()) {
        sentences << (diff.fits() ? TensorDiffModel::tr("A program that loads one can load the other.")
                                  : TensorDiffModel::tr("A program that loads one cannot load the other unchanged."));
    }
    if (diff.prefix)
        sentences << TensorDiffModel::tr("All names of one side begin with “%1”.").arg(shownPath(diff.prefix->prefix));
    return joinedSentences(sentences);
}

CompareDialog::CompareDialog(const QString &leftTitle, const QString &rightTitle, std::shared_ptr<const Inspection> left,
                             std::shared_ptr<const Inspection> right, QWidget *parent)
    : Dialog(parent)
{
    setObjectName(QStringLiteral("compareDialog"));
    setWindowTitle(tr("%1 and %2").arg(leftTitle, rightTitle));
    setModal(true);
    setAttribute(Qt::WA_DeleteOnClose);
    auto *const model = new TensorDiffModel(std::move(left), std::move(right), this);
    model->setTitles(leftTitle, rightTitle);

    auto *const head = new QHBoxLayout;
    auto *const title = new ElidedLabel(TextRole::PageTitle);
    title->setText(windowTitle());
    auto *const filter = new SearchField(QStringLiteral("compareFilter"), tr("Filter by name"));
    head->addWidget(title, 1);
    head->addWidget(filter);
    auto *const summary = new Label(TextRole::Body, Ink::Text2);
    summary->setObjectName(QStringLiteral("compareSummary"));
    summary->setText(compareSummary(model->diff()));
    summary->setWordWrap(true);

    auto *const table = new QTableView;
    makeReadingTable(table, QStringLiteral("compareTable"), tr("Differences"));
    table->setModel(model);
    table->setTextElideMode(Qt::ElideMiddle);
    table->verticalHeader()->setDefaultSectionSize(dp(28));
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->horizontalHeader()->setSectionResizeMode(TensorDiffModel::KindColumn, QHeaderView::ResizeToContents);
    // A tick would say that the values are the same, too.
    const bool isCompared = model->diff().count(TensorDifferenceKind::Alike) == 0;
    const QString noneText = isCompared ? tr("No differences")
                                        : tr("No difference in names, shapes and types. The values were not compared.");
    auto *const empty = new Placeholder(isCompared ? QStringLiteral("check") : QStringLiteral("info"), table);
    empty->setSentence(noneText);
    auto *const card = new Card;
    auto *const cardLayout = new QVBoxLayout(card);
    cardLayout->setContentsMargins(1, 1, 1, 1);
    cardLayout->addWidget(table);

    auto *const close = makeButton(QStringLiteral("compareClose"), tr("Close"));
    QVBoxLayout *const all = makeBody(880, 620);
    all->addLayout(head);
    all->addWidget(summary);
    all->addWidget(card, 1);
    setFooter({close});
    connect(filter, &QLineEdit::textChanged, this, [model, empty, noneText](const QString &text) {
        empty->setSentence(text.trimmed().isEmpty() ? noneText : tr("No difference has this in its name"));
        model->setFilter(text);
    });
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    table->setFocus();
}

}  // namespace trainyard

#include "moc_comparedialog.cpp"
