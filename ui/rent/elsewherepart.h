// SPDX-License-Identifier: GPL-3.0-or-later
// "If there is none there": the same machine in other regions, each with its price, none ticked at first. What is ticked is tried in this
// order, and nothing else. Hidden while no other region is known.
//
// Object names: rentElsewhere, rentElsewhere0 …
#pragma once

#include "core/service/clouds/rentorder.h"
#include "ui/common/card.h"

class QCheckBox;
class QVBoxLayout;

namespace trainyard {

class Label;

class RentElsewherePart : public Card {
    Q_OBJECT
public:
    explicit RentElsewherePart(QWidget *parent = nullptr);

    void setPlaces(const RentPlace &first, const QList<RentPlace> &others);  // nothing is ticked
    QList<RentPlace> chosen() const;

Q_SIGNALS:
    void changed();

private:
    QList<RentPlace> m_places;
    QList<QCheckBox *> m_ticks;
    Label *m_text;
    QVBoxLayout *m_column;
};

}  // namespace trainyard
