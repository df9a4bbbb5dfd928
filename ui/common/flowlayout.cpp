// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/flowlayout.h"

#include <algorithm>
#include <utility>

namespace trainyard {
namespace {

bool isFlexible(const QLayoutItem *item) { return item->expandingDirections() & Qt::Horizontal; }

int leastWidth(const QLayoutItem *item)
{
    return isFlexible(item) ? item->minimumSize().width() : std::max(item->sizeHint().width(), item->minimumSize().width());
}

int heightOf(const QLayoutItem *item, int width)
{
    return std::max(item->minimumSize().height(), item->hasHeightForWidth() ? item->heightForWidth(width) : item->sizeHint().height());
}

}  // namespace

FlowLayout::FlowLayout(QWidget *parent) : QLayout(parent) {}

FlowLayout::~FlowLayout() { qDeleteAll(m_items); }

QLayoutItem *FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= m_items.size())
        return nullptr;
    if (index < m_stretchAt)
        --m_stretchAt;
    return m_items.takeAt(index);
}

int FlowLayout::arrange(const QRect &rect, bool isApplied) const
{
    const QRect room = rect.marginsRemoved(contentsMargins());
    const int gap = std::max(0, spacing());
    struct Placed {
        QLayoutItem *item;
        qsizetype at;
        int width;
    };
    QList<Placed> line;
    int y = room.top(), used = 0;
    const auto finish = [&] {
        int left = std::max(0, room.width() - used);
        const auto most = [](const Placed &one) { return std::max(one.width, one.item->maximumSize().width()); };
        // In shares; what one item cannot take goes to the others.
        for (bool hasGrown = true; left > 0 && hasGrown;) {
            hasGrown = false;
            auto sharers = int(
                std::count_if(line.begin(), line.end(), [&](const Placed &one) { return isFlexible(one.item) && one.width < most(one); }));
            for (Placed &one : line) {
                if (!isFlexible(one.item) || one.width >= most(one))
                    continue;
                const int more = std::min((left + sharers - 1) / sharers, most(one) - one.width);
                one.width += more;
                left -= more;
                --sharers;
                hasGrown = hasGrown || more > 0;
            }
        }
        int height = 0;
        for (const Placed &one : std::as_const(line))
            height = std::max(height, heightOf(one.item, one.width));
        int x = room.left();
        bool isPushed = false;
        for (const Placed &one : std::as_const(line)) {
            if (m_stretchAt >= 0 && one.at >= m_stretchAt && !isPushed) {
                x += left;
                isPushed = true;
            }
            if (isApplied) {
                const int high = std::min(height, heightOf(one.item, one.width));
                one.item->setGeometry({x, y + (height - high) / 2, one.width, high});
            }
            x += one.width + gap;
        }
        y += height;
        line.clear();
    };
    for (qsizetype i = 0; i < m_items.size(); ++i) {
        QLayoutItem *const item = m_items[i];
        if (item->isEmpty())
            continue;
        const int width = std::min(leastWidth(item), room.width());
        if (!line.isEmpty() && used + gap + width > room.width()) {
            finish();
            y += gap;
        }
        used = line.isEmpty() ? width : used + gap + width;
        line.append({item, i, width});
    }
    if (!line.isEmpty())
        finish();
    return y - rect.top() + contentsMargins().bottom();
}

int FlowLayout::heightForWidth(int width) const { return arrange({0, 0, width, 0}, false); }

QSize FlowLayout::sizeHint() const
{
    QSize size(0, 0);
    int shown = 0;
    for (const QLayoutItem *const item : m_items) {
        if (item->isEmpty())
            continue;
        size = {size.width() + item->sizeHint().width(), std::max(size.height(), item->sizeHint().height())};
        ++shown;
    }
    const QMargins margins = contentsMargins();
    return size
           + QSize(std::max(0, shown - 1) * std::max(0, spacing()) + margins.left() + margins.right(), margins.top() + margins.bottom());
}

QSize FlowLayout::minimumSize() const
{
    QSize size(0, 0);
    for (const QLayoutItem *const item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

}  // namespace trainyard
