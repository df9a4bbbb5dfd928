// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/paletterows.h"

#include "ui/common/icons.h"
#include "ui/common/plaintip.h"
#include "ui/theme/stylepaint.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <memory>

namespace trainyard {

namespace {

QString shownKeys(const Action &action) { return action.keys.value(0).toString(QKeySequence::NativeText); }

// Matched letters in the accent colour; text that does not fit is elided.
void drawTitle(QPainter *painter, const QRect &room, const PaletteRow &row, const QColor &ink, const Theme &theme)
{
    const QFont font = textFont(TextRole::Body);
    QFont strong = font;
    strong.setWeight(QFont::DemiBold);
    QTextLayout layout(QFontMetrics(strong).elidedText(row.action.title, Qt::ElideRight, room.width()), font);
    QList<QTextLayout::FormatRange> formats;
    for (const int mark : row.marks) {
        QTextCharFormat format;
        format.setFontWeight(QFont::DemiBold);
        format.setForeground(theme.accent);
        if (mark < layout.text().size())
            formats.append({mark, 1, format});
    }
    layout.setFormats(formats);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(room.width() + 1);
    layout.endLayout();
    painter->setPen(ink);
    layout.draw(painter, QPointF(room.left(), room.top() + (room.height() - line.height()) / 2));
}

void drawText(QPainter *painter, const QRect &room, TextRole role, const QColor &ink, const QString &text)
{
    painter->setFont(textFont(role));
    painter->setPen(ink);
    painter->drawText(room, Qt::AlignVCenter | Qt::TextSingleLine, painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
}

int widthOf(TextRole role, const QString &text) { return QFontMetrics(textFont(role)).horizontalAdvance(text) + 1; }

}  // namespace

void PaletteModel::setRows(const QList<PaletteRow> &rows)
{
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

int PaletteModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

QVariant PaletteModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PaletteRow &row = m_rows[index.row()];
    if (role == Qt::DisplayRole)
        return row.action.title;
    if (role == Qt::ToolTipRole)
        return row.reason.isEmpty() ? QVariant() : plainTip(row.action.title + u'\n' + row.reason);
    if (role != Qt::AccessibleTextRole)
        return {};
    QStringList facts{row.action.title, row.action.kind, row.reason.isEmpty() ? row.action.detail : row.reason, shownKeys(row.action)};
    facts.removeAll(QString());
    return facts.join(QStringLiteral(", "));
}

PaletteDelegate::PaletteDelegate(const PaletteModel *model, QObject *parent) : QStyledItemDelegate(parent), m_model(model) {}

int PaletteDelegate::rowHeight() { return lineHeight(TextRole::Body) + dp(16); }

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const { return {dp(200), rowHeight()}; }

void PaletteDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme theme = themeOf(option.widget);
    const PaletteRow &row = m_model->rows()[index.row()];
    const bool isPossible = row.reason.isEmpty(), isCurrent = option.state & QStyle::State_Selected;
    const QRect box = option.rect.adjusted(dp(8), 0, -dp(8), 0);
    painter->save();
    if (isCurrent)
        paintBox(painter, box, dp(6), theme.selected, theme.isHighContrast ? theme.accent : QColor());
    else if (option.state & QStyle::State_MouseOver)
        paintBox(painter, box, dp(6), theme.hover, QColor());
    QRect room = box.adjusted(dp(10), 0, -dp(10), 0);
    const int side = dp(16), gap = dp(10);
    paintIcon(painter, row.action.icon, QRectF(room.left(), room.center().y() - side / 2.0 + 0.5, side, side),
              isPossible ? theme.text2 : theme.text3);
    room.setLeft(room.left() + side + gap);

    // From the right: keys, kind. They always stay; the title gets the remaining space, and its detail what the title leaves.
    if (const QString keys = shownKeys(row.action); !keys.isEmpty()) {
        const int width = widthOf(TextRole::Label, keys) + dp(12), height = lineHeight(TextRole::Label) + dp(4);
        const QRect chip(room.right() - width + 1, room.center().y() - height / 2, width, height);
        paintBox(painter, chip, dp(4), theme.sunken, theme.line2);
        drawText(painter, chip.adjusted(dp(6), 0, 0, 0), TextRole::Label, theme.text2, keys);
        room.setRight(chip.left() - gap);
    }
    const int kind = std::min(widthOf(TextRole::Label, row.action.kind), room.width() / 3);
    drawText(painter, QRect(room.right() - kind + 1, room.top(), kind, room.height()), TextRole::Label, theme.text3, row.action.kind);
    room.setRight(room.right() - kind - gap);

    QFont strong = textFont(TextRole::Body);
    strong.setWeight(QFont::DemiBold);
    const QString detail = isPossible ? row.action.detail : row.reason;
    const int wanted = QFontMetrics(strong).horizontalAdvance(row.action.title) + 2;
    const int title = std::min(
        wanted, detail.isEmpty() ? room.width() : std::max(room.width() / 2, room.width() - widthOf(TextRole::Small, detail) - gap));
    drawTitle(painter, QRect(room.left(), room.top(), title, room.height()), row, isPossible ? theme.text1 : theme.text3, theme);
    room.setLeft(room.left() + title + gap);
    if (room.width() > dp(24))
        drawText(painter, room, TextRole::Small, theme.text3, detail);
    painter->restore();
}

}  // namespace trainyard

#include "moc_paletterows.cpp"
