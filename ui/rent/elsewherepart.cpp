// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/elsewherepart.h"

#include "core/base/seentext.h"
#include "ui/common/label.h"
#include "ui/rent/rentwords.h"

#include <QCheckBox>
#include <QVBoxLayout>

namespace trainyard {

RentElsewherePart::RentElsewherePart(QWidget *parent)
    : Card(parent), m_text(makeProse({}, TextRole::Small, Ink::Text2, this)), m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("rentElsewhere"));
    m_column->setContentsMargins(dp(14), dp(10), dp(14), dp(10));
    m_column->setSpacing(dp(6));
    m_column->addWidget(new Label(tr("If there is none there"), TextRole::Section, Ink::Text1, this));
    m_column->addWidget(m_text);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void RentElsewherePart::setPlaces(const RentPlace &first, const QList<RentPlace> &others)
{
    qDeleteAll(m_ticks);
    m_ticks.clear();
    m_places = others;
    //: a region
    m_text->setText(tr("When %1 has no capacity or your quota is used up, what you tick is tried in this order, and nothing else.")
                        .arg(seenText(first.region)));
    for (const RentPlace &place : others) {
        //: a region, a price per hour
        auto *const tick = new QCheckBox(tr("%1, %2").arg(seenText(place.region), hourText(*place.perHour)), this);
        tick->setObjectName(QStringLiteral("rentElsewhere%1").arg(m_ticks.size()));
        connect(tick, &QCheckBox::toggled, this, &RentElsewherePart::changed);
        m_column->addWidget(tick);
        setTabOrder(m_ticks.isEmpty() ? static_cast<QWidget *>(this) : m_ticks.last(), tick);
        m_ticks << tick;
    }
    setVisible(!others.isEmpty());
}

QList<RentPlace> RentElsewherePart::chosen() const
{
    QList<RentPlace> places;
    for (qsizetype i = 0; i < m_ticks.size(); ++i) {
        if (m_ticks[i]->isChecked())
            places << m_places[i];
    }
    return places;
}

}  // namespace trainyard

#include "moc_elsewherepart.cpp"
