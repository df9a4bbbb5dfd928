// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/memorylegend.h"

#include "ui/common/label.h"
#include "ui/common/stackedbar.h"

#include <QGridLayout>

namespace trainyard {

MemoryLegend::MemoryLegend(QWidget *parent) : QWidget(parent), m_lines(new QGridLayout(this))
{
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_lines->setHorizontalSpacing(dp(7));
    m_lines->setVerticalSpacing(dp(4));
    m_lines->setColumnStretch(1, 1);
}

void MemoryLegend::setGroups(const QList<MemoryGroup> &groups)
{
    while (QLayoutItem *const item = m_lines->takeAt(0)) {
        if (QWidget *const widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    int row = 0;
    for (const MemoryGroup &group : groups) {
        auto *const name = new ElidedLabel(TextRole::Small, Ink::Text2, Qt::ElideRight, this);
        name->setText(group.title);
        m_lines->addWidget(new SeriesMark(group.series, this), row, 0);
        m_lines->addWidget(name, row, 1);
        m_lines->addWidget(new Label(gibOfBytes(group.bytes), TextRole::Small, Ink::Text1, this), row++, 2, Qt::AlignRight);
    }
}

}  // namespace trainyard

#include "moc_memorylegend.cpp"
