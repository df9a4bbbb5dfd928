// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/fieldgrid.h"

#include "ui/theme/theme.h"

#include <QWidget>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kColumn = 180;  // design px: room for a label and a short value

int fieldHeight(const QLayoutItem *item, int width)
{
    return std::max(item->minimumSize().height(), item->hasHeightForWidth() ? item->heightForWidth(width) : item->sizeHint().height());
}

}  // namespace

FieldGrid::FieldGrid(int mostColumns, QWidget *parent) : QLayout(parent), m_mostColumns(mostColumns)
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(dp(14));
}

FieldGrid::~FieldGrid() { qDeleteAll(m_items); }

void FieldGrid::addWide(QWidget *widget)
{
    addWidget(widget);
    m_wide.insert(m_items.last());
}

QLayoutItem *FieldGrid::takeAt(int index)
{
    if (index < 0 || index >= m_items.size())
        return nullptr;
    m_wide.remove(m_items[index]);
    return m_items.takeAt(index);
}

int FieldGrid::columnsIn(int width) const
{
    int least = dp(kColumn);
    for (const QLayoutItem *const item : m_items) {
        if (!item->isEmpty() && !m_wide.contains(item))
            least = std::max(least, item->minimumSize().width());
    }
    return std::clamp((width + spacing()) / (least + spacing()), 1, m_mostColumns);
}

int FieldGrid::arrange(const QRect &rect, bool isApplied) const
{
    const int columns = columnsIn(rect.width());
    const int column = (rect.width() - (columns - 1) * spacing()) / columns;
    int y = rect.top(), used = 0, tallest = 0;
    const auto finish = [&] {
        if (used > 0)
            y += tallest + dp(10);
        used = tallest = 0;
    };
    for (QLayoutItem *const item : m_items) {
        if (item->isEmpty())
            continue;
        const bool isWide = m_wide.contains(item);
        if (isWide || used == columns)
            finish();
        const int width = isWide ? rect.width() : column;
        const int height = fieldHeight(item, width);
        if (isApplied)
            item->setGeometry({rect.left() + used * (column + spacing()), y, width, height});
        used += isWide ? columns : 1;
        tallest = std::max(tallest, height);
    }
    return y + tallest - rect.top();
}

QSize FieldGrid::sizeHint() const
{
    const int width = m_mostColumns * dp(kColumn) + (m_mostColumns - 1) * spacing();
    return {width, heightForWidth(width)};
}

QSize FieldGrid::minimumSize() const
{
    QSize size(0, 0);
    for (const QLayoutItem *const item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    return size;
}

void FieldGrid::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

}  // namespace trainyard
